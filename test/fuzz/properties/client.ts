/** Whatever a client writes: what it gets, what reaches an origin, and what becomes of the requests after it. */
import { bytesOf, type ClientCase } from "../arbitraries/client-cases.ts";
import { must, mustBe } from "../support/checks.ts";
import { crossing } from "../support/crossing.ts";
import { type Arrival, echoOf } from "../support/recorder.ts";
import { clientFraming, mustBeServed, pathAndQuery, urlOf } from "../support/request-model.ts";
import { type Message, readStrictly } from "../support/strict-http.ts";
import { statusOf } from "../support/wire.ts";
import type { World } from "../support/world.ts";

/** The runtime reads so much of a body that nobody wanted, in bytes; behind more of it the connection ends. */
const UNREAD_LIMIT = 65_536;

/** Answers that the runtime gives to what never reaches the Worker. */
function isRuntimeRefusal(answer: Message): boolean {
  const isOurs =
    answer.fields.get("x-content-type-options") !== undefined ||
    ["x-lb-backend", "x-served-by"].some((name) => answer.fields.get(name) !== undefined);
  return !isOurs && [400, 431, 500, 501].includes(statusOf(answer));
}

export async function checkClient(world: World, sent: ClientCase): Promise<void> {
  const bytes = bytesOf(sent);
  const { messages, fault, rest } = readStrictly(bytes, clientFraming);
  const isWhole = fault === undefined && rest.length === 0;
  const { secure, cuts } = sent;
  const methods = isWhole ? messages.map(({ first }) => first.split(" ")[0] ?? "") : sent.requests.map((one) => one.method);
  const said = await world.talk(bytes, { methods, secure, cuts, end: !isWhole || sent.missing > 0 });

  mustBe("what the client gets is strict HTTP", said.fault, undefined);
  await world.explained(said.messages.filter(isRuntimeRefusal));

  const { contract } = world;
  const arrivals = world.origins.flatMap((origin) => origin.arrivals);
  for (const { method: verb, target: path } of arrivals)
    must("what arrives may", contract.mayArrive(verb, path.split("?")[0] ?? ""), `${verb} ${path}`);
  const answered = said.messages.filter(({ fields }) => fields.get(contract.observation) !== undefined);
  const echoes = arrivals.map((arrival) => (arrival.method === "HEAD" ? "" : echoOf(arrival)));
  mustBe(
    "each arrival is answered once, in order",
    answered.map(({ body }) => body.toString("latin1")),
    echoes,
  );
  if (!mayFollow(bytes, fault) && !messages.some(({ first }) => first.includes("smuggled"))) {
    must(
      "no part of a body arrives as a request",
      !arrivals.some(({ target: path }) => path.includes("smuggled")),
      arrivals.map(({ first }) => first),
    );
  }

  let at = 0;
  for (const [i, message] of messages.entries()) {
    const answer = said.messages[i];
    if (answer === undefined || isRuntimeRefusal(answer)) {
      const before = messages.slice(0, i);
      const mayEnd = ![...before, message].every(mustBeServed) || before.some(({ body }) => body.length >= UNREAD_LIMIT);
      must("what is ordinary is served", mayEnd || (i > 0 && !isWhole), { request: message.first, said: said.text });
      return world.endCase();
    }
    at += checkAnswer(world, secure, message, answer, arrivals[at]) ? 1 : 0;
  }
  if (isWhole) mustBe("how much arrived", arrivals.length, at);
  return world.endCase();
}

/**
 * Whether what stands behind a last chunk may be taken for the next request, in bytes that are wrong: the runtime lets a chunk's
 * line end without its `\r`, and takes a trailer section for that (docs/runtime.md).
 */
function mayFollow(bytes: Buffer, fault: string | undefined): boolean {
  const text = bytes.toString("latin1");
  return fault !== undefined && /transfer-encoding/i.test(text) && /(?:^|\n)0+\r?\n(?:\r?\n)?POST \/push\/jmap\?smuggled/.test(text);
}

/** Checks one answer, and says whether its request was to arrive. */
function checkAnswer({ contract }: World, secure: boolean, message: Message, answer: Message, arrival: Arrival | undefined): boolean {
  const [verb = "", path = ""] = message.first.split(" ");
  const url = urlOf(path);
  const status = statusOf(answer);
  // The runtime refuses chunk extensions while the Worker reads the body, and takes names for a host that no URL can hold.
  if (status === 400 && (message.notes.length > 0 || message.fields.get("host") !== "lb.example")) return false;
  const fate = url === undefined ? { status: 400 } : contract.fateOf(verb, url, secure);
  if (fate !== "forwarded") {
    const text = fate.text === undefined || verb === "HEAD" ? undefined : answer.body.toString("latin1");
    mustBe("a refusal", [status, answer.fields.get("allow"), text], [fate.status, fate.allow, verb === "HEAD" ? undefined : fate.text]);
    return false;
  }
  if (arrival === undefined || url === undefined) {
    must("what is to be forwarded arrives", false, [message.first, answer.first]);
    return true;
  }
  const isUpgrade = contract.webSockets && verb === "GET" && message.fields.get("upgrade")?.toLowerCase() === "websocket";
  const ownNames = [...contract.added, "expect", ...(isUpgrade ? SOCKET_FIELDS : [])];
  mustBe("what arrived", [status, arrival.method, arrival.target], [200, verb, pathAndQuery(url)]);
  mustBe("its body", arrival.body.toString("latin1"), verb === "GET" || verb === "HEAD" ? "" : message.body.toString("latin1"));
  mustBe("its fields", Object.fromEntries(crossing(arrival.fields, ownNames)), Object.fromEntries(crossing(message.fields, ownNames)));
  const hops = arrival.fields.names().filter((name) => /^(?:connection|keep-alive|te|trailer|upgrade|expect|proxy-)/.test(name));
  if (!isUpgrade) mustBe("hop-by-hop fields that crossed", hops, []);
  return true;
}

/** Made anew for the connection to the origin. */
const SOCKET_FIELDS = ["sec-websocket-key", "sec-websocket-version", "sec-websocket-extensions"];
