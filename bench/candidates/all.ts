/** Everything that can be measured, in the order of the tables. */
import type { Candidate } from "./candidate.ts";
import { peers } from "./peers.ts";
import { workers } from "./workers.ts";

export const candidates: readonly Candidate[] = [...workers, ...peers];
