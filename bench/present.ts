/** What can run on this machine, and what is to be said of the rest. */
import type { Candidate } from "./candidates/candidate.ts";
import { request } from "./load/client.ts";
import { SERVED } from "./origin/served.ts";
import type { Context } from "./scenario.ts";

export interface Presence<Item> {
  readonly usable: readonly Item[];
  /** `name: why`, one for each that is left out. */
  readonly leftOut: readonly string[];
}

/** Asks each what it misses. */
export function presentAmong<Item extends { readonly name: string; readonly missing: () => string | undefined }>(
  list: readonly Item[],
): Presence<Item> {
  return sorted(list.map((item) => ({ item, reason: item.missing() })));
}

/** Starts each once and asks it for something: one that cannot be started is to be known before an hour of measuring, not after it. */
export async function rehearsed(list: readonly Candidate[], start: Context["start"]): Promise<Presence<Candidate>> {
  const tried: { item: Candidate; reason: string | undefined }[] = [];
  for (const item of list) tried.push({ item, reason: await refusalOf(item, start) });
  return sorted(tried);
}

async function refusalOf(candidate: Candidate, start: Context["start"]): Promise<string | undefined> {
  try {
    const { port, stop } = await start(candidate);
    const { status, error } = await request({ port, ...SERVED.small });
    await stop();
    return status === 200 ? undefined : `its first answer is ${error ?? status}`;
  } catch (error) {
    return `it does not start: ${error instanceof Error ? error.message.trim() : String(error)}`;
  }
}

function sorted<Item extends { readonly name: string }>(
  list: readonly { readonly item: Item; readonly reason: string | undefined }[],
): Presence<Item> {
  return {
    usable: list.flatMap(({ item, reason }) => (reason === undefined ? [item] : [])),
    leftOut: list.flatMap(({ item, reason }) => (reason === undefined ? [] : [`${item.name}: ${reason}`])),
  };
}
