// What was sent, what came back, and what was lost: the demo's books.
import Table from "cli-table3";

type Kind = "GET" | "POST";

/** The books. A request counts as answered only with a 2xx whose content is right; a delivery, only if a backend took it, too. */
export interface Tally {
  sent(kind: Kind, id: string): void;
  /** The client has its answer, and checked it. */
  answered(id: string, backend: string, ms: number): void;
  /** The client has none, or a wrong one. */
  refused(id: string, reason: string): void;
  /** A backend took this delivery. */
  taken(id: string): void;
  summary(): Summary;
}

export interface Summary {
  readonly kinds: Readonly<Record<Kind, { readonly sent: number; readonly answered: number; readonly lost: number }>>;
  readonly lost: number;
  /** Deliveries that more than one backend took: what senders that redeliver, and so failover, come with. */
  readonly repeated: number;
  readonly served: ReadonlyMap<string, number>;
  readonly slowestMs: number;
  /** Why, for each that is lost. */
  readonly losses: readonly string[];
}

interface Entry {
  readonly kind: Kind;
  answered: boolean;
  taken: number;
  reason: string;
}

/** Empty books. */
export function createTally(): Tally {
  const entries = new Map<string, Entry>();
  const served = new Map<string, number>();
  let slowestMs = 0;
  const isLost = ({ kind, answered, taken }: Entry): boolean => !answered || (kind === "POST" && taken === 0);
  const count = (kind: Kind) => {
    const all = [...entries.values()].filter((entry) => entry.kind === kind);
    return { sent: all.length, answered: all.filter(({ answered }) => answered).length, lost: all.filter(isLost).length };
  };
  return {
    sent: (kind, id) => {
      entries.set(id, { kind, answered: false, taken: 0, reason: "no answer" });
    },
    answered: (id, backend, ms) => {
      const entry = entries.get(id);
      if (entry) Object.assign(entry, { answered: true, reason: "answered, but no backend took it" });
      served.set(backend, (served.get(backend) ?? 0) + 1);
      slowestMs = Math.max(slowestMs, ms);
    },
    refused: (id, reason) => {
      const entry = entries.get(id);
      if (entry) entry.reason = reason;
    },
    taken: (id) => {
      const entry = entries.get(id);
      if (entry) entry.taken++;
    },
    summary: () => {
      const kinds = { GET: count("GET"), POST: count("POST") };
      return {
        kinds,
        lost: kinds.GET.lost + kinds.POST.lost,
        repeated: [...entries.values()].filter(({ taken }) => taken > 1).length,
        served,
        slowestMs: Math.round(slowestMs),
        losses: [...entries].filter(([, entry]) => isLost(entry)).map(([id, { kind, reason }]) => `${kind} ${id}: ${reason}`),
      };
    },
  };
}

/** The two tables at the end. `failovers`: per backend, the attempts that failed there and were made good elsewhere. */
export function tables({ kinds, lost, served }: Summary, backends: readonly string[], failovers: ReadonlyMap<string, number>): string {
  const style = { head: [], border: [] };
  const requests = new Table({ head: ["requests", "sent", "answered", "lost"], colAligns: ["left", "right", "right", "right"], style });
  for (const kind of ["GET", "POST"] as const) requests.push([kind, kinds[kind].sent, kinds[kind].answered, kinds[kind].lost]);
  requests.push(["all", kinds.GET.sent + kinds.POST.sent, kinds.GET.answered + kinds.POST.answered, lost]);
  const by = new Table({ head: ["backend", "served", "failed attempts"], colAligns: ["left", "right", "right"], style });
  for (const name of backends) by.push([name, served.get(name) ?? 0, failovers.get(name) ?? 0]);
  return `${requests.toString()}\n${by.toString()}`;
}
