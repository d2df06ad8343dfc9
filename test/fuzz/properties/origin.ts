/** Whatever an origin writes back: what its client gets, where the request goes next, and what becomes of the requests after it. */
import fc from "fast-check";
import { SELF, STRANGER } from "../arbitraries/locations.ts";
import { ORIGIN_ANSWERS, type OriginAnswer } from "../arbitraries/origin-answers.ts";
import { readsAsAbsent } from "../support/absent.ts";
import { CANARY, must, mustBe } from "../support/checks.ts";
import { crossing } from "../support/crossing.ts";
import { type Arrival, echoOf, type Recorder } from "../support/recorder.ts";
import { answerFraming, type Message, readStrictly } from "../support/strict-http.ts";
import { statusOf } from "../support/wire.ts";
import type { World } from "../support/world.ts";
import { checkNext } from "./next-request.ts";

export interface OriginCase {
  readonly request: "GET /api/status" | "POST /push/jmap";
  readonly answer: OriginAnswer;
}

/** The same kinds of answers, each to one of two requests. */
export const ORIGIN_CASES: Readonly<Record<string, fc.Arbitrary<OriginCase>>> = Object.fromEntries(
  Object.entries(ORIGIN_ANSWERS).map(([name, answer]) => [
    name,
    fc.record({ request: fc.constantFrom("GET /api/status", "POST /push/jmap"), answer }),
  ]),
);

/** In milliseconds, on top of what the attempts may take. */
const SLACK_MS = 1_500;
export const TIMEOUT_MS = 1_000;

/** The bytes of an answer, with the addresses that only this world knows. */
export function answerBytes({ bytes }: OriginAnswer, self: string, stranger: string): Buffer {
  const written = bytes
    .replaceAll(SELF, self)
    .replaceAll(SELF.replace("}", "-http}"), self.replace("https:", "http:"))
    .replaceAll(STRANGER, stranger)
    .replaceAll("{host}", self.slice("https://".length));
  return Buffer.from(written, "latin1");
}

function pieces(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const ends = [...cuts.filter((at) => at < bytes.length), bytes.length].toSorted((a, b) => a - b);
  return ends.map((end, i) => bytes.subarray(ends[i - 1] ?? 0, end)).filter(({ length }) => length > 0);
}

export async function checkOrigin(world: World, sent: OriginCase): Promise<void> {
  const [fuzzed, ...others] = world.origins as [Recorder, ...Recorder[]];
  const bytes = answerBytes(sent.answer, fuzzed.url, world.stranger.url);
  fuzzed.scripts.push({ pieces: pieces(bytes, sent.answer.cuts), ending: sent.answer.ending });
  const [method = ""] = sent.request.split(" ");
  const body = method === "POST" ? `{"k":"${CANARY}"}` : "";
  const request = `${sent.request}?k=${CANARY} HTTP/1.1\r\nHost: lb.example\r\nAuthorization: ${CANARY}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const said = await world.talk(Buffer.from(request), { methods: [method] });

  mustBe("what the client gets is strict HTTP", said.fault, undefined);
  const [answer] = said.messages;
  const arrivals = fuzzed.arrivals.slice();
  if (others.some(({ arrivals: elsewhere }) => elsewhere.length > 0) && arrivals.length === 0) {
    must("the other origin serves", answer !== undefined && statusOf(answer) === 200, said.text);
    return world.endCase();
  }
  must("within the time that the attempts may take", said.ms < world.origins.length * TIMEOUT_MS + SLACK_MS, said.ms);
  const final = finalAnswer(bytes, sent.answer.ending !== "keep");
  checkArrivals(world, sent, arrivals, bytes);
  if (answer === undefined) {
    // The head is out and nothing can be taken back: a body that breaks off ends the connection.
    must("an answer has at least a head", /^HTTP\/1\.1 \d{3,} .*\r\n\r\n/s.test(said.text), said.text);
    must("a whole answer comes whole", final === undefined || !world.contract.handsOn(statusOf(final)), said.text);
  } else checkAnswer(answer, final, bytes, world, arrivals);
  await checkNext(world, final !== undefined, sent.answer.ending);
  return world.endCase();
}

/** The runtime takes no longer heads than about this, in bytes. */
const LONGEST = 100_000;

/** No `Response` can be made with a higher one: such an answer goes out as it came (docs/runtime.md). */
const LAST_STATUS = 599;

/** The one answer that these bytes are by the standard; `undefined`: they are none, or not only one. */
function finalAnswer(bytes: Buffer, ended: boolean): Message | undefined {
  const { messages, fault, rest } = readStrictly(bytes, answerFraming(false), ended);
  const [first, ...more] = messages;
  if (bytes.length > LONGEST) return undefined;
  return fault === undefined && rest.length === 0 && more.length === 0 && first?.notes.length === 0 ? first : undefined;
}

function checkArrivals({ contract }: World, { request }: OriginCase, arrivals: readonly Arrival[], bytes: Buffer): void {
  const [method = ""] = request.split(" ");
  const redirected = contract.followsRedirects && /^HTTP\/1\.1 30[12378] /.test(bytes.toString("latin1"));
  // The runtime itself asks again for a GET whose kept connection broke.
  const most = redirected || method === "GET" ? 2 : 1;
  must(
    "it arrives once",
    arrivals.length >= 1 && arrivals.length <= most,
    arrivals.map(({ first }) => first),
  );
  for (const arrival of arrivals) {
    must("no redirect leads to what is absent", !readsAsAbsent(arrival.target), arrival.target);
    mustBe("the method is kept", arrival.method, method);
    mustBe("the body is kept", arrival.body.length, arrivals[0]?.body.length);
  }
}

function checkAnswer(
  answer: Message,
  final: Message | undefined,
  bytes: Buffer,
  { origins, contract }: World,
  arrivals: readonly Arrival[],
): void {
  const status = statusOf(answer);
  const text = answer.body.toString("latin1");
  const from = answer.fields.get(contract.observation);
  if (status > LAST_STATUS && contract.handsOn(status)) return;
  if (from === undefined) {
    mustBe("an answer of our own", [status, contract.exhausted.test(text) ? "" : text], [503, ""]);
    must("an answer that is one is handed on", final === undefined || !contract.handsOn(statusOf(final)), text);
    return;
  }
  must(
    "the origin that answered is one of ours",
    origins.some(({ url }) => url === from || url === `https://${from}`),
    from,
  );
  const hops = answer.fields.names().filter((name) => /^(?:keep-alive|te|trailer|upgrade|proxy-)/.test(name));
  mustBe("hop-by-hop fields that crossed", hops, []);
  if (origins.flatMap((origin) => origin.arrivals).some((arrival) => text === echoOf(arrival))) {
    mustBe("an ordinary answer", status, 200);
    return;
  }
  const written = [...bytes.toString("latin1").matchAll(/HTTP\/[\d.]+[ \t]+(\d+)/g)].map(([, number]) => Number(number));
  must("the status is one that was written", written.includes(status), { status, written });
  if (final !== undefined) mustBe("the status", status, statusOf(final));
  must("no failure is handed on", contract.handsOn(status), status);
  if (final === undefined || arrivals.length > 1) return;
  mustBe("the body", text, final.body.toString("latin1"));
  const drop = [contract.observation, ...(contract.followsRedirects ? [] : ["location"])];
  mustBe("the fields", Object.fromEntries(crossing(answer.fields, drop)), Object.fromEntries(crossing(final.fields, drop)));
  if (!/set-cookie/i.test(final.fields.get("connection") ?? "")) mustBe("the cookies", cookiesOf(answer), cookiesOf(final));
}

/** Each `Set-Cookie`, but for empty ones (see `crossing`). */
function cookiesOf({ fields }: Message): readonly string[] {
  return fields.all("set-cookie").filter((value) => value !== "");
}
