/** A machine without a network: what can be told is told, and the exit code says that the rest was not. */
import { afterAll, expect, test } from "vitest";
import type { Network } from "../../../cli/check/online/network.ts";
import { run } from "../../../cli/program.ts";
import { folderWith } from "../../cli/support/command.ts";
import { type CommandIo, commandIo } from "../../support/command-io.ts";
import { failure, NOW, network, secured } from "./online-reports.ts";

const folder = folderWith({
  "wrangler.toml": `main = "src/index.ts"\n[vars]\nBACKEND_ORIGINS_JSON = '["https://a.example.com", "https://b.example.com"]'\n`,
});
afterAll(() => folder.remove());

/** As `now` of the reports has it, for their certificates. */
const io = (changes: { network: Network }): CommandIo => commandIo({ cwd: folder.path, now: () => NOW, ...changes });

const without: readonly [string, Partial<Network>][] = [
  ["no name server", { lookup: async () => failure("EAI_AGAIN") }],
  ["no way out", { handshake: async () => failure("ENETUNREACH") }],
  ["no address of that family", { handshake: async () => failure("EADDRNOTAVAIL") }],
];

test.for(without)("%s", async ([, changes]) => {
  const offline = io({ network: network() });
  await run(["check", "--offline"], offline.io);
  const { io: outside, out, err } = io({ network: network(changes) });
  expect(await run(["check"], outside)).toBe(2);
  expect(out()).toBe(offline.out());
  expect(err().trim().split("\n")).toEqual([expect.stringMatching(/^no network here: .*--offline/)]);
});

test("with --json the array is there all the same", async () => {
  const { io: outside, out } = io({ network: network({ lookup: async () => failure("EAI_AGAIN") }) });
  expect(await run(["check", "--json"], outside)).toBe(2);
  expect(JSON.parse(out())).toBeInstanceOf(Array);
});

test("one origin that answers is a network", async () => {
  const handshake: Network["handshake"] = async (origin, protocol) =>
    origin.includes("a.example") ? secured({ protocol }) : failure("ENETUNREACH");
  const { io: outside, out, err } = io({ network: network({ handshake }) });
  expect(await run(["check"], outside)).toBe(1);
  expect(out()).toContain("https://b.example.com  connect");
  expect(err()).toBe("");
});

test("the most that is waited for is 10 s a step, and less where the deployment waits less", async () => {
  const waits = new Set<number>();
  const lookup: Network["lookup"] = async (_, timeoutMs) => {
    waits.add(timeoutMs);
    return failure("ENOTFOUND");
  };
  for (const ms of ["60000", "1500"]) {
    await run(["check", "--var", `LB_REQUEST_TIMEOUT_MS=${ms}`], io({ network: network({ lookup }) }).io);
  }
  expect([...waits]).toEqual([10_000, 1_500]);
});
