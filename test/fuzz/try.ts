import { join } from "node:path";
import { buildWorker } from "../../dev/build.ts";
import { makeCertificates } from "../../dev/certificates.ts";
import { temporaryFolder } from "../../dev/leftovers.ts";
import { CLIENT_CASES, checkClient, bytesOf } from "./properties/client.ts";
import { ORIGIN_CASES, checkOrigin, answerBytes } from "./properties/origin.ts";
import { run } from "./support/runner.ts";
import { startWorld } from "./support/world.ts";
const folder = temporaryFolder();
const [certificates, bundle] = await Promise.all([makeCertificates(), buildWorker(join(folder.path, "m"))]);
const world = await startWorld({ bundles: { messageweave: bundle } as never, certificates }, { deployment: "messageweave", origins: 1, env: { LB_REQUEST_TIMEOUT_MS: "1000", LB_HEALTH_TTL_MS: "100000000" }, ordinary: "" });
const [,, only = "", ms = "5000", seed = "1"] = process.argv;
for (const [name, cases] of Object.entries(CLIENT_CASES)) if (name.includes(only)) {
  const t = performance.now();
  const v = await run({ name, cases, check: checkClient as never, show: (c) => JSON.stringify(bytesOf(c).toString("latin1")).slice(0, 1500) }, world, { seed: Number(seed), runs: Number(ms)/10 });
  console.log(name, v.runs, Math.round(performance.now() - t), v.violation?.slice(0, 5000) ?? "ok");
}
for (const [name, cases] of Object.entries(ORIGIN_CASES)) if (name.includes(only)) {
  const t = performance.now();
  const v = await run({ name, cases, check: checkOrigin as never, show: (c) => JSON.stringify(answerBytes((c as any).answer, "SELF", "STRANGER").toString("latin1")).slice(0, 1500) }, world, { seed: Number(seed), runs: Number(ms) / 10 });
  console.log(name, v.runs, Math.round(performance.now() - t), v.violation?.slice(0, 5000) ?? "ok");
}
await world.close(); folder.remove(); process.exit(0);
