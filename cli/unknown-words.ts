/** What commander says of words that it does not know, in one line, less what may be a secret in them: it repeats them as they were given. */

/** One line, with the way out. A name without its value is shown, for it helps to see the typo. */
export function told(text: string): string {
  const line = withoutValues(text.trim()).replace(/\s*\n\(Did (.*)\)$/s, " (did $1)");
  return `${line.replace(/\.$/, "")}; messageweave-lb help, and help COMMAND, show what there is\n`;
}

function withoutValues(text: string): string {
  return text
    .replace(/unknown option '(.*)'/s, (_, flag: string) => `unknown option${named(optionName(flag))}`)
    .replace(/unknown command '(.*)'/s, (_, word: string) => `unknown command${named(/^[a-z-]{1,20}$/i.test(word) ? word : undefined)}`)
    .replace(/argument '.*' is invalid/s, "argument is invalid");
}

/** `--token=hunter2` → `--token`; `-phunter2` → `-p`; `undefined` for what is no name. */
const optionName = (flag: string): string | undefined => /^(?:--[a-z-]{1,30}(?==|$)|-[a-z])/i.exec(flag)?.[0];

const named = (name: string | undefined): string => (name === undefined ? "" : ` '${name}'`);
