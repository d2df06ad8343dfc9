/** Answers to one token, compared: who differs, who refuses, and of whom nothing is known. */
import { expect, test } from "vitest";
import { askOrigin } from "../../../cli/check/online/ask-origin.ts";
import { onlineFindings } from "../../../cli/check/online/findings.ts";
import type { Answered, Handshake, Question } from "../../../cli/check/online/network.ts";
import { answer, failure, network, report, secured, surroundings } from "./online-reports.ts";

const compared = (configs: readonly (Answered | undefined)[]): readonly string[] =>
  onlineFindings(
    configs.map((config, i) => report({ config }, `https://${"abc"[i]}.example.com`)),
    surroundings,
    true,
  ).map(({ code, where }) => `${code} ${where}`);

const LIST = surroundings.list.where;

test.for<[string, readonly (Answered | undefined)[], readonly string[]]>([
  ["all take it", [answer(200), answer(200)], []],
  ["one refuses", [answer(200), answer(401)], [`credentials-differ ${LIST}`]],
  ["both refuse, and differently", [answer(403), answer(401)], [`credentials-differ ${LIST}`]],
  ["both refuse alike", [answer(403), answer(403)], ["token-refused --token-env"]],
  ["one refuses, the other is in trouble", [answer(401), answer(500)], ["token-refused --token-env", `token-unknown ${LIST}`]],
  ["two differ and a third was not asked", [answer(200), answer(401), undefined], [`credentials-differ ${LIST}`, `token-unknown ${LIST}`]],
  ["it is asked too often", [answer(200), answer(429)], [`token-unknown ${LIST}`]],
  ["two could not be asked, which is told once", [answer(200), undefined, failure("TIMEOUT", true)], [`token-unknown ${LIST}`]],
  ["no answer at all", [failure("TIMEOUT", true)], [`token-unknown ${LIST}`]],
])("%s", ([, configs, found]) => {
  expect(compared(configs)).toEqual(found);
});

test("where no token was given, nothing is said of it", () => {
  expect(onlineFindings([report()], surroundings, false)).toEqual([]);
});

const asking = { timeoutMs: 1_000, headers: { "user-agent": "probe" }, hasReady: true, token: "hunter2" };
const { origin } = report();

async function questionsWith(handshake: (protocol: string) => Handshake): Promise<readonly Question[]> {
  const asked: Question[] = [];
  const get = async (question: Question): Promise<Answered> => {
    asked.push(question);
    return answer(200);
  };
  await askOrigin(origin, asking, network({ handshake: async (_, protocol) => handshake(protocol), get }));
  return asked;
}

test("the token goes with one question alone, and the probe's headers with another", async () => {
  const asked = await questionsWith((protocol) => secured({ protocol }));
  expect(asked.map(({ target, headers }) => [target, headers])).toEqual([
    ["/healthz", { "user-agent": "probe" }],
    ["/ready", {}],
    ["/api/config", { authorization: "Bearer hunter2" }],
  ]);
});

test.for<[string, (protocol: string) => Handshake]>([
  ["its certificate does not hold", () => secured({ objection: "CERT_HAS_EXPIRED" })],
  ["there is no TLS", () => failure("EPROTO", true)],
  ["it speaks HTTP/2 alone", (protocol) => (protocol === "h2" ? secured({ protocol }) : failure("EPROTO", true))],
])("nothing is asked where %s", async ([, handshake]) => {
  expect(await questionsWith(handshake)).toEqual([]);
});
