/** One candidate meets one fault with one method: healthy, the fall, the episode, healing. */
import type { Candidate, Setup } from "../candidates/candidate.ts";
import { type Client, createClient, type Sample } from "./client.ts";
import { breakOrigin } from "./fault.ts";
import type { Fault, Method } from "./kinds.ts";
import type { Origins, RemoteOrigin } from "./origins.ts";
import { CLOCK, paced } from "./pacing.ts";

/** How long each phase is. */
export interface Phases {
  /** Requests a second. */
  readonly rate: number;
  /** Requests before anything is measured: connections, caches and compilers warm up. */
  readonly warmUp: number;
  /** Requests while both origins are well. */
  readonly healthy: number;
  /** Requests from the fall to the healing. */
  readonly episode: number;
  /** How long the healed one is waited for, in milliseconds. */
  readonly healMs: number;
  /** How long a client waits for an answer, in milliseconds. */
  readonly patienceMs: number;
}

export interface Task {
  readonly candidate: Candidate;
  readonly fault: Fault;
  readonly method: Method;
}

/** What was seen of it. */
export interface Course {
  readonly healthy: readonly Sample[];
  readonly episode: readonly Sample[];
  /** When the origin was broken, in milliseconds since the epoch. */
  readonly fallAt: number;
  /** Requests that reached the broken origin in the episode; it cannot know of those that it refused. */
  readonly reachedBroken: number;
  /** When the first request met the fault; `undefined` where none reached it, as with a refused one. */
  readonly firstMetAt: number | undefined;
  /** From its healing to the first request that reached it, in milliseconds; `undefined`: none in the time given. */
  readonly healedMs: number | undefined;
}

/** A candidate that stands before its own two origins. */
export interface Stage {
  readonly run: (startAt: number, phases: Phases) => Promise<Course>;
  readonly close: () => Promise<void>;
}

/** Starts two origins and the candidate before them. Rejects where the candidate does not start; nothing is left then. */
export async function setStage({ candidate, fault, method }: Task, origins: Origins, setup: Omit<Setup, "origins">): Promise<Stage> {
  const broken = await origins.start();
  const other = await origins.start();
  const closeOrigins = async (): Promise<void> => void (await Promise.all([broken.close(), other.close()]));
  try {
    const running = await candidate.start({ ...setup, origins: [broken.url, other.url] });
    return {
      run: async (startAt, phases) => {
        const client = createClient(running.port, phases.patienceMs);
        try {
          return await perform({ client, broken, fault, method }, startAt, phases);
        } finally {
          client.close();
        }
      },
      close: async () => {
        await running.stop();
        await closeOrigins();
      },
    };
  } catch (error) {
    await closeOrigins();
    throw error;
  }
}

/** How often the healed origin is looked at, in milliseconds; when it was reached it says itself. */
const LOOK_MS = 50;

interface Play {
  readonly client: Client;
  readonly broken: RemoteOrigin;
  readonly fault: Fault;
  readonly method: Method;
}

async function perform({ client, broken, fault, method }: Play, startAt: number, phases: Phases): Promise<Course> {
  const everyMs = 1000 / phases.rate;
  let dueFrom = startAt;
  const phase = async (goesOn: (fired: number) => boolean): Promise<Promise<Sample>[]> => {
    const samples: Promise<Sample>[] = [];
    await paced(
      { startAt: dueFrom, everyMs },
      (_, fired) => goesOn(fired),
      (dueAt) => samples.push(client.ask(method, dueAt)),
    );
    dueFrom += samples.length * everyMs;
    return samples;
  };

  await Promise.all(await phase((fired) => fired < phases.warmUp));
  dueFrom = Math.max(dueFrom, CLOCK.now());
  const healthy = await Promise.all(await phase((fired) => fired < phases.healthy));
  dueFrom = Math.max(dueFrom, CLOCK.now());

  const { fallAt, heal } = await breakOrigin(broken, fault);
  dueFrom = Math.max(dueFrom, CLOCK.now());
  const episode = await phase((fired) => fired < phases.episode);
  const { reached, firstReachedAt } = await heal();

  const healedFrom = CLOCK.now();
  let healedAt: number | undefined;
  const watch = setInterval(
    () =>
      void broken.seen().then(
        ({ firstReachedAt: at }) => (healedAt ??= at),
        () => undefined,
      ),
    LOOK_MS,
  );
  try {
    void (await phase(() => healedAt === undefined && CLOCK.now() < healedFrom + phases.healMs));
  } finally {
    clearInterval(watch);
  }
  const { since } = await broken.seen();
  return {
    healthy,
    episode: await Promise.all(episode),
    fallAt,
    reachedBroken: reached,
    firstMetAt: firstReachedAt,
    healedMs: healedAt === undefined ? undefined : healedAt - since,
  };
}
