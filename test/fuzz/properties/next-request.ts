/** What becomes of the next request to an origin that was fuzzed. */
import { must } from "../support/checks.ts";
import { echoOf, type Script } from "../support/recorder.ts";
import type { World } from "../support/world.ts";

type Outcome = "served" | "served elsewhere" | "failed" | "wrong";

/** Sends a `POST`, which the runtime never sends twice, and says what became of it. */
async function sendNext({ talk, origins, contract }: World): Promise<Outcome> {
  const bytes = Buffer.from("POST /push/jmap?after HTTP/1.1\r\nHost: lb.example\r\nContent-Length: 1\r\n\r\nx");
  const [answer] = (await talk(bytes, { methods: ["POST"] })).messages;
  const text = answer?.body.toString("latin1") ?? "";
  const from = answer?.fields.get(contract.observation) ?? "";
  const server = origins.find(({ url }) => url === from || url === `https://${from}`);
  const arrival = server?.arrivals.at(-1);
  if (arrival?.target.endsWith("?after") && text === echoOf(arrival)) return server === origins[0] ? "served" : "served elsewhere";
  return contract.exhausted.test(text) ? "failed" : "wrong";
}

/** A spoilt connection is gone for good after so many requests to its origin; with two of them, who is asked first is by chance. */
const MOST_SPOILT = 6;
const MOST_BY_CHANCE = 40;

/**
 * Behind one whole answer the next request is served, at once where the connection was kept. The runtime takes what an origin
 * writes beyond its answer for the answer to the next request (docs/runtime.md): there, requests are served once the origin has
 * hung up.
 */
export async function checkNext(world: World, isWhole: boolean, ending: Script["ending"]): Promise<void> {
  const most = world.origins.length === 1 ? MOST_SPOILT : MOST_BY_CHANCE;
  const outcomes: Outcome[] = [];
  if (!isWhole) for (const origin of world.origins) origin.hangUp();
  for (let tries = 0; tries < most && outcomes.at(-1) !== "served"; tries++) outcomes.push(await sendNext(world));
  const isClean = !isWhole || outcomes.every((one) => one.startsWith("served") || (ending !== "keep" && one === "failed"));
  must("the next POST is answered rightly", outcomes.at(-1) === "served" && isClean, outcomes);
}
