/** What is wrong with each origin, and when: a schedule from the seed. */
import type { Random } from "../random.ts";

export type Fault =
  | { readonly kind: "none" }
  /** Nothing listens, and every connection is reset. */
  | { readonly kind: "refused" }
  /** A reset when the head is here, or when the whole body is. */
  | { readonly kind: "reset"; readonly after: "head" | "body" }
  /** Takes everything, answers never. */
  | { readonly kind: "hung" }
  /** Answers late. */
  | { readonly kind: "slow"; readonly ms: number }
  /** Ends half-way through the head of its answer. */
  | { readonly kind: "cut-head" }
  /** Ends half-way through the body of its answer. */
  | { readonly kind: "cut-body" }
  /** Answers with this status, some with a body that goes on until the other side has enough. */
  | { readonly kind: "status"; readonly status: number; readonly endless: boolean }
  /** Sends everybody elsewhere: round to the next origin, to itself, or to a server that is none of them. */
  | { readonly kind: "redirect"; readonly status: number; readonly to: "next" | "self" | "stranger" };

/** From `at`, in milliseconds since the storm began, the origin behaves like this. */
export interface Change {
  readonly at: number;
  readonly origin: number;
  readonly fault: Fault;
}

const NONE: Fault = { kind: "none" };
const REFUSED: Fault = { kind: "refused" };

/** What of a schedule is not chance. */
export interface FaultBounds {
  readonly origins: number;
  /** How many stay well throughout an epoch, in most of them. */
  readonly well: number;
  readonly durationMs: number;
  /** A slow origin's longest delay, in milliseconds. */
  readonly slowestMs: number;
  /** Whether a failed answer may have a body without end; not where such an answer is handed on to the client. */
  readonly endless: boolean;
}

/**
 * Epochs of a second or two. In most of them as many origins stay well throughout as a request needs for being answered, while the others fall
 * and rise; in some nobody does, and in some everybody.
 */
export function planFaults(random: Random, bounds: FaultBounds): readonly Change[] {
  const { origins, well, durationMs } = bounds;
  const changes: Change[] = [];
  for (let from = 0; from < durationMs; ) {
    const to = Math.min(durationMs, from + random.int(700, 1_900));
    const isCalm = random.chance(0.16);
    const isHopeless = random.chance(0.12);
    const firstWell = random.int(0, origins - 1);
    const isWell = (origin: number): boolean => isCalm || (!isHopeless && (origin - firstWell + origins) % origins < well);
    for (let origin = 0; origin < origins; origin++) {
      changes.push({ at: from, origin, fault: NONE });
      if (!isWell(origin)) changes.push(...episodes(random, origin, from, to, bounds));
    }
    from = to;
  }
  return changes.toSorted((one, other) => one.at - other.at);
}

function episodes(random: Random, origin: number, from: number, to: number, bounds: FaultBounds): readonly Change[] {
  const changes: Change[] = [];
  for (let at = from + random.int(0, 80); at < to; at += random.int(20, 120)) {
    const until = Math.min(to, at + random.int(60, 500));
    if (random.chance(0.12)) changes.push(...flapping(random, origin, at, until));
    else changes.push({ at, origin, fault: anyFault(random, bounds) });
    changes.push({ at: until, origin, fault: NONE });
    at = until;
  }
  return changes;
}

/** Up and down faster than anybody could take note. */
function flapping(random: Random, origin: number, from: number, until: number): readonly Change[] {
  const changes: Change[] = [];
  for (let at = from; at < until; at += random.int(40, 180)) changes.push({ at, origin, fault: changes.length % 2 === 0 ? REFUSED : NONE });
  return changes;
}

function anyFault(random: Random, { slowestMs, endless }: FaultBounds): Fault {
  const kind = random.pick(["refused", "reset", "hung", "hung", "slow", "cut-head", "cut-body", "status", "status", "redirect"]);
  switch (kind) {
    case "reset":
      return { kind, after: random.pick(["head", "body"]) };
    case "slow":
      return { kind, ms: random.int(60, slowestMs) };
    case "status":
      return { kind, status: random.pick([500, 500, 502, 503, 504, 521, 523, 530, 599]), endless: random.chance(0.6) && endless };
    case "redirect":
      return { kind, status: random.pick([301, 302, 303, 307, 307, 308]), to: random.pick(["next", "next", "self", "stranger"]) };
    default:
      return { kind };
  }
}

/** How it reads in a report. */
export function describeFault(fault: Fault): string {
  switch (fault.kind) {
    case "reset":
      return `reset after the ${fault.after}`;
    case "slow":
      return `slow by ${fault.ms} ms`;
    case "status":
      return `answers ${fault.status}${fault.endless ? " without end" : ""}`;
    case "redirect":
      return `redirects (${fault.status}) to ${fault.to}`;
    default:
      return fault.kind;
  }
}
