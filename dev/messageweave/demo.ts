// `npm run demo`: a story of about 20 seconds that plays by itself, and the books at its end.
import { setTimeout as sleep } from "node:timers/promises";
import pc from "picocolors";
import { type Backend, type Mode, startBackend } from "../backends.ts";
import { makeCertificates } from "../certificates.ts";
import { eventOf } from "../event.ts";
import { startGateway } from "../gateway.ts";
import { runMain } from "../run.ts";
import { messageweave } from "./demonstration.ts";
import { createApplication, createCluster, createInstance } from "./instance.ts";
import { createTally, type Summary, type Tally, tables } from "./tally.ts";
import { startTraffic } from "./traffic.ts";

/** Far below the default of 10 s, so that a hanging backend is left soon enough for a short story. */
const TIMEOUT_MS = 700;

interface Scene {
  readonly seconds: number;
  readonly text: string;
  readonly change?: readonly [backend: string, mode: Mode];
}

/** One backend at a time: the default of two attempts per request is enough for any one of them. */
const STORY: readonly Scene[] = [
  { seconds: 3, text: "all three backends are up" },
  { seconds: 4, text: "A is stopped: connections to it are refused", change: ["A", "stopped"] },
  { seconds: 2, text: "A is back", change: ["A", "up"] },
  { seconds: 4, text: "B hangs: it takes requests and stays silent", change: ["B", "hanging"] },
  { seconds: 2, text: "B is back", change: ["B", "up"] },
  { seconds: 3, text: "C answers everything with a 500", change: ["C", "failing"] },
  { seconds: 2, text: "C is back, all is well", change: ["C", "up"] },
];

const print = (text: string): void => console.log(text);

async function main(): Promise<void> {
  print(pc.dim("building the Worker ..."));
  const certificates = await makeCertificates();
  const cluster = createCluster();
  const tally = createTally();
  const onTaken = (_backend: string, body: Buffer): void => tally.taken(String(eventOf(body.toString())?.["id"]));
  const applicationOf = (name: string) => createApplication(createInstance(name, cluster), onTaken);
  const { failStatus, serverNames, title } = messageweave;
  const backends = await Promise.all(
    serverNames.map((name) => startBackend(name, certificates, { application: applicationOf(name), failStatus })),
  );
  const nameOf = (origin: string): string => backends.find(({ url }) => url === origin)?.name ?? "nobody";
  const bindings = {
    BACKEND_ORIGINS_JSON: JSON.stringify(backends.map(({ url }) => url)),
    LB_REQUEST_TIMEOUT_MS: String(TIMEOUT_MS),
    LB_VERSION: "demonstration",
  };
  const failovers = new Map<string, number>();
  const worker = await startGateway(messageweave, {
    certificates,
    bindings,
    onLine: (line) => {
      const event = eventOf(line);
      if (event?.["event"] !== "attempt-failed") return;
      const name = nameOf(String(event["origin"]));
      failovers.set(name, (failovers.get(name) ?? 0) + 1);
    },
  });
  print(`${pc.bold(title)} in front of ${backends.map(({ name, url }) => `${pc.bold(name)} ${url}`).join("   ")}`);
  print(`25 requests a second; two attempts each, ${TIMEOUT_MS} ms per attempt; one backend fails at a time\n`);

  const stopTraffic = startTraffic({ port: worker.securePort, ca: certificates.ca, everyMs: 40, tally, nameOf });
  await Promise.race([
    play(backends, tally),
    worker.exited.then(() => Promise.reject(new Error(`workerd ended by itself\n${worker.log().slice(-2000)}`.trim()))),
  ]);
  await stopTraffic();
  await worker.stop();
  conclude(tally.summary(), backends, failovers);
}

/** Plays the scenes, and after each second or two says how the traffic fares. */
async function play(backends: readonly Backend[], tally: Tally): Promise<void> {
  let second = 0;
  for (const { seconds, text, change } of STORY) {
    if (change) await backends.find(({ name }) => name === change[0])?.become(change[1]);
    const colour = change === undefined || change[1] === "up" ? pc.green : pc.red;
    print(`${clock(second)}  ${colour(text)}`);
    for (let left = seconds; left > 0; left -= 2) {
      const step = Math.min(left, 2);
      await sleep(step * 1000);
      second += step;
      print(`${clock(second)}  ${pc.dim(fares(tally.summary(), backends))}`);
    }
  }
}

const clock = (second: number): string => pc.dim(`${String(second).padStart(3)} s`);

function fares({ kinds, served }: Summary, backends: readonly Backend[]): string {
  const sent = kinds.GET.sent + kinds.POST.sent;
  const answered = kinds.GET.answered + kinds.POST.answered;
  const each = backends.map(({ name }) => `${name} ${String(served.get(name) ?? 0).padStart(3)}`).join("  ");
  return `   ${String(sent).padStart(3)} sent, ${String(answered).padStart(3)} answered   ${each}`;
}

function conclude(summary: Summary, backends: readonly Backend[], failovers: ReadonlyMap<string, number>): void {
  const names = backends.map(({ name }) => name);
  print(`\n${tables(summary, names, failovers)}`);
  print(`slowest answer ${summary.slowestMs} ms; deliveries that two backends took: ${summary.repeated}`);
  if (summary.lost > 0) throw new Error(`${summary.lost} lost, first of them:\n${summary.losses.slice(0, 10).join("\n")}`);
  print(pc.green("every request was answered, and every delivery taken by a backend"));
}

await runMain(main);
