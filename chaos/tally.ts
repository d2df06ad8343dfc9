/** The books of a run: what was asked, what came of it, what was judged. */
import Table from "cli-table3";
import type { Verdict } from "./judge/answered.ts";
import { isJudgeable } from "./judge/judge.ts";
import type { Asked } from "./record.ts";

interface Row {
  requests: number;
  answered: number;
  exhausted: number;
  cut: number;
  left: number;
  unaccepted: number;
  judged: number;
}

const KINDS: Readonly<Record<Asked["ask"]["kind"], string>> = {
  GET: "reading (GET and the like)",
  POST: "POST",
  PUT: "PUT",
  once: "tried once (/reconcile, /worker)",
  large: "streamed uploads",
  socket: "WebSockets",
  own: "the gateway's own endpoint",
  refused: "not forwarded (404, 405)",
};

export interface Tally {
  /** A client is done. */
  readonly add: (asked: Asked) => void;
  /** It was judged on whether it was answered. */
  readonly judged: (asked: Asked, verdict: Verdict) => void;
  readonly requests: () => number;
  /** Of the requests that could be judged, the share that was. */
  readonly judgedShare: () => number;
  readonly table: () => string;
}

export function createTally(): Tally {
  const rows = new Map<string, Row>();
  const rowOf = (kind: Asked["ask"]["kind"]): Row => {
    const found = rows.get(kind) ?? { requests: 0, answered: 0, exhausted: 0, cut: 0, left: 0, unaccepted: 0, judged: 0 };
    rows.set(kind, found);
    return found;
  };
  let judgeable = 0;
  const total = (key: keyof Row): number => [...rows.values()].reduce((sum, row) => sum + row[key], 0);
  return {
    add: (asked) => {
      const row = rowOf(asked.ask.kind);
      row.requests++;
      const { end, received } = asked;
      if (end === "left") row.left++;
      else if (end === "unaccepted" || end === "overtaken") row.unaccepted++;
      else if (received?.status === 503) row.exhausted++;
      else if (received && (!received.complete || isShort(asked))) row.cut++;
      else if (received) row.answered++;
    },
    judged: (asked, verdict) => {
      if (!isJudgeable(asked)) return;
      judgeable++;
      if (verdict !== "unjudged") rowOf(asked.ask.kind).judged++;
    },
    requests: () => total("requests"),
    judgedShare: () => (judgeable === 0 ? 0 : total("judged") / judgeable),
    table: () => {
      const keys = ["requests", "answered", "exhausted", "cut", "left", "unaccepted", "judged"] as const;
      const head = [
        "",
        "requests",
        "answered",
        "503",
        "cut by the server",
        "client left",
        "connection closed first",
        "judged on being answered",
      ];
      const table = new Table({
        head,
        colAligns: ["left", ...keys.map(() => "right" as const)],
        wordWrap: true,
        style: { head: [], border: [] },
      });
      for (const [kind, name] of Object.entries(KINDS)) {
        const row = rows.get(kind);
        if (row !== undefined) table.push([name, ...keys.map((key) => row[key])]);
      }
      table.push(["all", ...keys.map(total)]);
      return table.toString();
    },
  };
}

function isShort({ received }: Asked): boolean {
  const length = received?.headers["x-chaos-length"];
  return length !== undefined && received !== undefined && received.body.length < Number(length);
}
