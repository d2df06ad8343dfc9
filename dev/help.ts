// `npm start -- --help`, and which demonstration the command line means.
import type { Demonstration, Example } from "./demonstration.ts";
import { UsageError } from "./options.ts";

/** The one that is named, or the first; rejects anything else in one line. */
export function chosen(known: readonly [Demonstration, ...Demonstration[]], names: readonly string[]): Demonstration {
  const [name = known[0].name, ...more] = names;
  const found = known.find((one) => one.name === name);
  if (found && more.length === 0) return found;
  const list = known.map((one) => one.name).join(", ");
  throw new UsageError(
    found
      ? `one demonstration at a time: choose one of ${list}`
      : `no demonstration is called ${JSON.stringify(name)}: choose one of ${list}`,
  );
}

/** All that can be asked for. */
export function help(known: readonly [Demonstration, ...Demonstration[]]): string {
  return `npm start [-- NAME]: a deployment in the real runtime, in front of demonstration servers that fail on command.

${rows(known.map(({ name, summary }, i) => [name, i === 0 ? `${summary} (this one, if none is named)` : summary]))}

  https://localhost:8787   the gateway        (certificate made for this run: curl -k)
  http://localhost:8788    its plain side     (${known.map(({ name, plainSide }) => `${name}: ${plainSide}`).join(", ")})

Environment
${rows([
  ["PORT", "the TLS port, 8787 if unset"],
  ["PLAIN_PORT", "the plain port, PORT + 1 if unset"],
  ["NODE_EXTRA_CA_CERTS", "a PEM file: authorities to trust besides the public ones, for real servers with private certificates"],
  ["NO_COLOR", "no colours"],
])}
${known.map(({ name, variables }) => `\nof ${name}\n${rows(variables)}`).join("\n")}

npm run demo plays a story of 20 seconds before the gateway by itself.`;
}

const rows = (list: readonly Example[]): string => list.map(([name, meaning]) => `  ${name.padEnd(22)} ${meaning}`).join("\n");
