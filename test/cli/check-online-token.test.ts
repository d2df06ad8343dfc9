/** `check --token-env`: the token goes to every origin whose TLS holds, to nobody else, and into no output. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Certificates, makeCertificates } from "../../dev/certificates.ts";
import { checkOrigins } from "./support/check-origins.ts";
import { findingsIn, type Ran } from "./support/command.ts";
import { refusedOrigin, type ScriptedOrigin, startTlsOrigin, status } from "./support/tls-origin.ts";

const TOKEN = "hunter2-the-token";
let certificates: Certificates;
const origins: ScriptedOrigin[] = [];
const outputs: string[] = [];

beforeAll(async () => {
  certificates = await makeCertificates();
});
afterEach(() => {
  for (const output of outputs.splice(0)) expect(output).not.toContain(TOKEN);
});
afterAll(() => Promise.all(origins.map((one) => one.stop())));

/** Well in all else, and with this status for the token. */
async function answering(code: number, fields: Readonly<Record<string, string>> = {}, by = certificates): Promise<ScriptedOrigin> {
  const origin = await startTlsOrigin(by, status(200, {}, { "/api/config": status(code, fields) }));
  origins.push(origin);
  return origin;
}

async function withToken(asked: readonly ScriptedOrigin[], words: readonly string[] = ["--json"], env = {}): Promise<Ran> {
  const urls = asked.map(({ url }) => url);
  const ran = await checkOrigins(urls, {
    trusted: [certificates],
    words: ["--token-env", "MW_TOKEN", "--debug", ...words],
    env: { MW_TOKEN: TOKEN, ...env },
  });
  outputs.push(ran.out, ran.err);
  return ran;
}

const tokenFindings = (ran: Ran): readonly unknown[] => findingsIn(ran).filter(({ code }) => /^(?:credentials|token)-/.test(code));
const got = ({ arrivals }: ScriptedOrigin): readonly unknown[] =>
  arrivals.filter(({ headers }) => JSON.stringify(headers).includes(TOKEN)).map(({ url }) => url);

describe("the same question with the same token", () => {
  test("goes to each origin once, as a bearer, and where all take it nothing is found", async () => {
    const both = await Promise.all([answering(200), answering(200)]);
    expect(tokenFindings(await withToken(both))).toEqual([]);
    for (const { arrivals } of both) {
      expect(arrivals.filter(({ headers }) => headers.authorization === `Bearer ${TOKEN}`).map(({ url }) => url)).toEqual(["/api/config"]);
      expect(arrivals.map(({ url }) => url).toSorted()).toEqual(["/api/config", "/healthz", "/ready"]);
    }
  });

  test("that one takes and one refuses tells that their credentials differ", async () => {
    const [one, other] = await Promise.all([answering(200), answering(401)]);
    const ran = await withToken([one, other]);
    expect(tokenFindings(ran)).toEqual([
      {
        severity: "error",
        code: "credentials-differ",
        where: "wrangler.toml:3 BACKEND_ORIGINS_JSON",
        found: `the origins answer the same token differently (GET /api/config; ${one.url}: 200, ${other.url}: 401)`,
        advice: expect.stringContaining("same credentials"),
      },
    ]);
    expect(ran.code).toBe(1);
    expect((await withToken([one, other], [])).out).toContain("credentials-differ");
  });

  test("that all refuse may be the wrong one", async () => {
    const ran = await withToken(await Promise.all([answering(401), answering(401)]));
    expect(tokenFindings(ran)).toEqual([expect.objectContaining({ severity: "warning", code: "token-refused" })]);
  });

  test("that could not be put to some leaves those unknown", async () => {
    const [well, ill, refused] = await Promise.all([answering(200), answering(502), refusedOrigin()]);
    expect(tokenFindings(await withToken([well, ill, refused]))).toEqual([
      {
        severity: "warning",
        code: "token-unknown",
        where: "wrangler.toml:3 BACKEND_ORIGINS_JSON",
        found: expect.stringContaining(`${ill.url} (it answers 502), ${refused.url} (not asked: no verified connection)`),
        advice: expect.any(String),
      },
    ]);
  });
});

describe("the token stays with the origins", () => {
  test("it does not follow a redirect, not even to one of them", async () => {
    const stranger = await answering(200);
    const one = await answering(200);
    const sending = await answering(307, { location: `${stranger.url}/api/config` });
    const within = await answering(302, { location: `${one.url}/api/config?again` });
    const ran = await withToken([sending, within, one]);
    const found = [sending, within]
      .map(({ url }) => `${url} (${url === sending.url ? 307 : 302}, a redirect, which the token does not follow)`)
      .join(", ");
    expect(tokenFindings(ran)).toEqual([expect.objectContaining({ code: "token-unknown", found: expect.stringContaining(found) })]);
    expect(stranger.arrivals).toEqual([]);
    expect(got(one)).toEqual(["/api/config"]);
  });

  test.for([{}, { NODE_TLS_REJECT_UNAUTHORIZED: "0" }])("it does not go where TLS does not hold, %o", async (env) => {
    const stranger = await answering(200, {}, await makeCertificates());
    const wrongName = await makeCertificates(["elsewhere.example"]);
    const elsewhere = await answering(200, {}, wrongName);
    const ran = await withToken([stranger, elsewhere], ["--json"], env);
    expect(tokenFindings(ran)).toEqual([expect.objectContaining({ code: "token-unknown" })]);
    expect([...stranger.arrivals, ...elsewhere.arrivals]).toEqual([]);
  });
});

describe("what is wrong with --token-env is told in one line, and nothing is asked", () => {
  const SERVERS = `main = "deployments/primary-replica/index.ts"\n[vars]\nSERVERS_JSON = '["https://localhost:1"]'\n`;
  test.for<[string, readonly string[], Readonly<Record<string, string>>, RegExp, string?]>([
    ["with --offline", ["--token-env", "T", "--offline"], { T: TOKEN }, /--offline/],
    ["not set, and named by the token itself", ["--token-env", TOKEN], {}, /not set/],
    ["empty", ["--token-env", "T"], { T: "" }, /empty/],
    ["ending in a line break", ["--token-env", "T"], { T: `${TOKEN}\n` }, /no header carries/],
    ["beyond ASCII", ["--token-env", "T"], { T: `${TOKEN}é` }, /no header carries/],
    ["of a primary and its replicas", ["--token-env", "T"], { T: TOKEN }, /primary-replica/, SERVERS],
  ])("%s", async ([, words, env, line, toml]) => {
    const origin = await answering(200);
    const ran = await checkOrigins([origin.url], { trusted: [certificates], words, env, ...(toml === undefined ? {} : { toml }) });
    outputs.push(ran.out, ran.err);
    expect(ran).toMatchObject({ code: 2, out: "" });
    expect(ran.err.trim().split("\n")).toEqual([expect.stringMatching(line)]);
    expect(origin.arrivals).toEqual([]);
  });
});
