/** Promise 6: memory and sockets return to where they began, and the runtime lives on. */
import type { StormRecord, Violation } from "../record.ts";

const PROMISE = "memory and sockets return to where they began";

/** Files that the runtime may have opened for itself meanwhile. */
const FILES_MORE = 2;

/**
 * What V8 and the allocator may keep of what they once had, in bytes: both hold on to freed pages, and the heap of an isolate is collected
 * only as it grows. Measured after storms of minutes: 20 to 50 MiB, whatever the number of requests. A body that is never let go grows
 * with every request, and passes this within a run of the usual length.
 */
const MEMORY_MORE = 80 * 1_048_576;

export function judgeResources({ origins, before, after, crashed }: StormRecord): readonly Violation[] {
  const violations: Violation[] = [];
  const add = (expected: string, seen: string): number => violations.push({ promise: PROMISE, expected, seen });
  if (crashed) add("a runtime that lives on", "it ended by itself");
  // Where the run was ended there was no quiet time, and where the system does not tell there is nothing to compare.
  if (after === undefined || before === undefined) return violations;
  for (const { id, at, method, path, origin, fault, answered, received } of origins.flatMap(({ unfinished }) => unfinished)) {
    const came = answered === undefined ? "no answer" : `answered ${answered.status}`;
    const seen = `${method} ${path} at ${origin} since ${Math.round(at)} ms (${fault}, ${received} bytes, ${came})`;
    violations.push({ promise: PROMISE, id, expected: "no request open after the quiet time", seen, around: { from: at, to: at } });
  }
  if (after.files > before.files + FILES_MORE) add(`at most ${before.files + FILES_MORE} open files`, `${after.files}`);
  if (after.rssBytes > before.rssBytes + MEMORY_MORE) add(`at most ${mib(before.rssBytes + MEMORY_MORE)}`, mib(after.rssBytes));
  return violations;
}

const mib = (bytes: number): string => `${Math.round(bytes / 1_048_576)} MiB`;
