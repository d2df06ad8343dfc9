/** A command's outside world: a clock that only sleeping and asking move, and a network that answers from a list. */
import type { Asked, Question } from "../../../../cli/net/ask.ts";
import { type CommandIo, commandIo } from "../../../support/command-io.ts";

export interface World extends CommandIo {
  readonly questions: readonly Question[];
  /** Milliseconds since the start. */
  readonly passed: () => number;
  /** Somebody sets the clock: forward, or back by a negative number of milliseconds. */
  readonly setClock: (ms: number) => void;
}

/** Noon, as the clock on the wall has it wherever the test runs. */
const START = new Date(2026, 0, 5, 12, 0, 0).getTime();

/** Each question takes 100 ms. After the last answer Ctrl-C is pressed; the answer to a question then under way is lost. */
export function worldOf(answers: readonly Asked[]): World {
  const questions: Question[] = [];
  const controller = new AbortController();
  let passed = 0;
  let off = 0;
  const { io, out, err } = commandIo({
    now: () => START + passed + off,
    elapsed: () => passed,
    sleep: async (ms) => {
      passed += ms;
    },
    ask: async (question) => {
      const answer = answers[questions.length];
      questions.push(question);
      passed += 100;
      if (answer === undefined) controller.abort();
      return answer ?? { kind: "failed", reason: "stopped" };
    },
    interruption: () => controller.signal,
  });
  const setClock = (ms: number): void => {
    off += ms;
  };
  return { io, out, err, questions, passed: () => passed, setClock };
}

/** What a backend's row is made of: its letter, whether it is up, its status, and its name where it has one. */
export type Row = readonly [letter: string, up: boolean | null, status: number | null, name?: string];

/** A gateway's answer. */
export function answer(rows: readonly Row[], version = "0.2.0"): Asked {
  const available = rows.filter(([, up]) => up !== false).length;
  const status = rows.length === 0 ? "no-backends" : available === 0 ? "down" : "ok";
  const backends = rows.map(([letter, up, code, name]) => ({
    ...(name !== undefined && { name }),
    origin: `https://${letter}.example.com`,
    up,
    status: code,
  }));
  return said(status === "down" ? 503 : 200, JSON.stringify({ status, version, available, total: rows.length, backends }));
}

/** Any answer. */
export const said = (status: number, body: string, headers: Readonly<Record<string, string>> = {}): Asked => ({
  kind: "answered",
  status,
  headers,
  body,
});

export const refused: Asked = { kind: "failed", reason: "refused" };

/** Two backends that are up, and the same with one that has fallen. */
export const both = answer([
  ["a", true, 200],
  ["b", true, 200],
]);
export const oneDown = answer([
  ["a", true, 200],
  ["b", false, 502],
]);
