/** An explanation as a person reads it: labels on the left, what they say on the right. */
import type { Screen } from "../io.ts";
import { wrapped } from "../terminal/wrap.ts";
import type { Explained } from "./explain.ts";

export function shown({ method, answer, stages }: Explained, url: string, { columns, colors }: Pick<Screen, "columns" | "colors">): string {
  const width = Math.max(...stages.map(({ stage }) => stage.length)) + 2;
  const lines = stages.map(({ stage, says }) => wrapped(says, columns, " ".repeat(width), stage.padEnd(width)));
  const result =
    answer === null ? colors.green(resultOf(stages)) : colors.yellow(`answered by the gateway: ${answer.status} ${answer.text}`);
  return [colors.bold(`${method} ${url}`), wrapped(result, columns, "  ", "→ "), "", ...lines].join("\n");
}

const resultOf = (stages: Explained["stages"]): string =>
  stages.some(({ stage }) => stage === "own endpoint") ? "answered by the gateway, which sums up the origins" : "forwarded";
