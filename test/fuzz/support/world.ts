/** A started Worker before recorders, a server that no request may ever reach, and what is true after every case. */
import { type RunningWorker, startWorkerd } from "../../../dev/workerd.ts";
import type { Provided } from "../../e2e/support/provided.ts";
import { until } from "../../e2e/support/until.ts";
import { CANARY, must, mustBe, Violation } from "./checks.ts";
import { type Contract, messageweave, primaryReplica } from "./contracts.ts";
import { type Arrival, echoOf, type Recorder, startRecorder } from "./recorder.ts";
import type { Message } from "./strict-http.ts";
import { type Conversation, converse, statusOf } from "./wire.ts";

export interface Setup {
  readonly deployment: "messageweave" | "primary-replica";
  readonly origins: number;
  readonly env: Readonly<Record<string, string>>;
  /** Whether a request is a health probe. */
  readonly isProbe: (arrival: Arrival) => boolean;
}

export interface World {
  readonly contract: Contract;
  readonly origins: readonly Recorder[];
  readonly stranger: Recorder;
  /** Writes on a connection of its own. */
  readonly talk: (
    bytes: Buffer,
    said: { methods: readonly string[]; end?: boolean; secure?: boolean; cuts?: readonly number[] },
  ) => Promise<Conversation>;
  /** Forgets what arrived and was logged; behind a case that failed, with a runtime that knows nothing of it. */
  readonly begin: () => Promise<void>;
  /** The case has failed: whatever it left behind must not reach the next one. */
  readonly spoil: () => void;
  /** Checks what holds after every case: the process lives, nothing strange arrived or was said, and the next request is served. */
  readonly endCase: () => Promise<void>;
  /** Each 500 among what the runtime answered by itself has its reason in the log, and `endCase` knows which reasons are good ones. */
  readonly explained: (refusals: readonly Message[]) => Promise<void>;
  /** What the runtime wrote since the case began. */
  readonly lines: readonly string[];
  readonly close: () => Promise<void>;
}

const CONTRACTS = { messageweave, "primary-replica": primaryReplica } as const;
const LISTS = { messageweave: "BACKEND_ORIGINS_JSON", "primary-replica": "SERVERS_JSON" } as const;

/** What the Worker itself writes, and the runtime when an exception of the Worker's goes uncaught. */
const OWN_LINE = /^\{"event"/;
const UNCAUGHT =
  /uncaught exception; source|Uncaught exception: (?!kj\/compat\/(?:http|url)\.c\+\+|kj\/.*Out-of-bounds Array::slice|.*Incoming CONNECT on a worker)/i;

export async function startWorld({ bundles, certificates }: Provided, { deployment, origins: count, env, isProbe }: Setup): Promise<World> {
  const stranger = await startRecorder(certificates, () => false);
  const origins: Recorder[] = [];
  for (let i = 0; i < count; i++) origins.push(await startRecorder(certificates, isProbe));
  const lines: string[] = [];
  const list = { [LISTS[deployment]]: JSON.stringify(origins.map(({ url }) => url)) };
  const start = async (): Promise<RunningWorker> => {
    const options = { bundle: bundles[deployment], certificates, trustPublic: false, env: { ...list, ...env } };
    const started = await startWorkerd({ ...options, onLine: (line) => lines.push(line) });
    // Health is asked for once, before any case, so that what arrives later is a case's own.
    const health = Buffer.from("GET /healthz-worker HTTP/1.1\r\nHost: lb.example\r\n\r\n");
    await converse({ port: started.securePort, secure: true }, { pieces: [health], methods: ["GET"], end: false });
    return started;
  };
  let worker = await start();
  let alive = true;
  let spoilt = false;
  const watch = (one: RunningWorker): void => void one.exited.then(() => (alive = alive && one !== worker));
  watch(worker);

  const talk: World["talk"] = (bytes, { methods, end = false, secure = true, cuts = [] }) => {
    const pieces: Buffer[] = [];
    let from = 0;
    for (const cut of [...cuts, bytes.length].map((at) => Math.min(at, bytes.length)).toSorted((a, b) => a - b)) {
      if (cut > from) pieces.push(bytes.subarray(from, cut));
      from = cut;
    }
    return converse({ port: secure ? worker.securePort : worker.plainPort, secure }, { pieces, methods, end });
  };

  const explained = async (refusals: readonly Message[]): Promise<void> => {
    const broken = refusals.filter((one) => statusOf(one) === 500).length;
    const reasons = (): number => lines.filter((line) => line.includes("Uncaught exception: ")).length;
    // What the runtime writes comes another way than what it answers.
    if (broken > 0) await until("the runtime says why it answered 500", () => reasons() >= broken, 2_000);
  };

  const checkTraces = (): void => {
    mustBe("what reached a stranger", [...stranger.arrivals.map(({ first }) => first), ...stranger.faults, stranger.connections()], [0]);
    mustBe(
      "what reached an origin and is no strict HTTP",
      origins.flatMap(({ faults }) => faults),
      [],
    );
    const uncaught = lines.filter((line) => UNCAUGHT.test(line));
    mustBe("uncaught", uncaught, []);
    mustBe(
      "log lines with a secret",
      lines.filter((line) => OWN_LINE.test(line) && line.includes(CANARY)),
      [],
    );
  };

  const endCase = async (): Promise<void> => {
    if (!alive) throw new Violation(`the runtime has ended: ${lines.slice(-5).join("\n")}`);
    for (const origin of origins) origin.scripts.length = 0;
    const next = await talk(Buffer.from("GET /api/status?next HTTP/1.1\r\nHost: lb.example\r\n\r\n"), { methods: ["GET"] });
    const [answer] = next.messages;
    const last = origins.flatMap(({ arrivals }) => arrivals.slice(-1)).filter(({ target }) => target === "/api/status?next");
    must(
      "the next ordinary request is answered rightly",
      answer !== undefined && statusOf(answer) === 200 && last.some((one) => echoOf(one) === answer.body.toString("latin1")),
      next.text,
    );
    checkTraces();
  };

  return {
    contract: CONTRACTS[deployment],
    origins,
    stranger,
    lines,
    talk,
    spoil: () => {
      spoilt = true;
    },
    begin: async () => {
      if (spoilt || !alive) {
        await worker.stop();
        worker = await start();
        watch(worker);
        alive = true;
        spoilt = false;
      }
      lines.length = 0;
      for (const { arrivals, faults, scripts } of [stranger, ...origins]) for (const list of [arrivals, faults, scripts]) list.length = 0;
    },
    explained,
    endCase,
    close: async () => {
      await worker.stop();
      await Promise.all([stranger, ...origins].map((one) => one.close()));
    },
  };
}
