// The keyboard: chooses a backend and says what becomes of it.
import pc from "picocolors";
import type { Backend, Mode } from "./backends.ts";
import type { Words } from "./demonstration.ts";

/** What a key means. */
export type Command =
  | { readonly kind: "quit" }
  | { readonly kind: "choose"; readonly index: number }
  | { readonly kind: "become"; readonly mode: Mode }
  | { readonly kind: "legend" };

const MODES: Readonly<Record<string, Mode>> = { s: "stopped", h: "hanging", e: "failing", u: "up" };

/** Reads one key. In raw mode Ctrl-C and Ctrl-D arrive as bytes, not as a signal. */
export function commandOf(key: string, backends: number): Command | undefined {
  if (key === "q" || key === "\u0003" || key === "\u0004") return { kind: "quit" };
  if (key === "?" || key === "k") return { kind: "legend" };
  const index = Number(key) - 1;
  if (/^[1-9]$/.test(key) && index < backends) return { kind: "choose", index };
  const mode = backends > 0 ? MODES[key] : undefined;
  return mode === undefined ? undefined : { kind: "become", mode };
}

/** The keys, in a line or two. */
export function legend(backends: readonly Backend[], { noun, failStatus }: Words): string {
  const key = (name: string, meaning: string) => `${pc.inverse(` ${name} `)} ${meaning}`;
  if (backends.length === 0) return `keys   ${key("q", "end")}`;
  const choose = backends.map((backend, index) => key(String(index + 1), backend.name)).join("  ");
  const act = [key("s", "stop it"), key("h", "let it hang"), key("e", `let it answer ${failStatus}`), key("u", "heal it (up)")].join("  ");
  return `keys   choose a ${noun}: ${choose}\n       then: ${act}    ${key("?", "keys")}  ${key("q", "end")}`;
}

/** The state of every backend, the chosen one in brackets. */
export function stateLine(backends: readonly Backend[], { noun, failStatus }: Words, chosen?: number): string {
  const states = backends.map((backend, index) => {
    const mode = backend.mode();
    const text = `${backend.name} ${mode === "failing" ? `answers ${failStatus}` : mode}`;
    const marked = index === chosen ? `[${text}]` : text;
    return mode === "up" ? pc.green(marked) : pc.red(marked);
  });
  return `${noun}s   ${states.join("   ")}`;
}

/** Listens to the keyboard for as long as the process runs. `print` shows a line; Node gives the terminal back at its exit. */
export function listenToKeys(backends: readonly Backend[], words: Words, print: (text: string) => void, quit: () => void): void {
  let chosen = 0;
  const obey = async (command: Command): Promise<void> => {
    if (command.kind === "quit") return quit();
    if (command.kind === "legend") return print(legend(backends, words));
    if (command.kind === "choose") chosen = command.index;
    else await backends[chosen]?.become(command.mode);
    print(stateLine(backends, words, chosen));
  };
  let last = Promise.resolve();
  process.stdin.setRawMode(true);
  process.stdin.on("data", (data: Buffer) => {
    for (const key of data.toString().toLowerCase()) {
      const command = commandOf(key, backends.length);
      // One after another: a backend must be down before it can come up again.
      if (command) last = last.then(() => obey(command)).catch((error: Error) => print(pc.red(error.message)));
    }
  });
}
