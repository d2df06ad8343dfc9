/** What goes out and what comes back. */
import { allFailed } from "../../src/engine/answers.ts";
import { targetOf } from "../../src/engine/target.ts";
import { nextHop } from "../../src/engine/upstream/redirect.ts";
import { withoutQuery } from "./asked.ts";
import type { Forwarded } from "./forwarded.ts";
import { type Stage, stage } from "./stage.ts";
import { enumerated } from "./statuses.ts";

export function request({ asked: { method, url }, settings: { crossing }, origins }: Forwarded): Stage {
  const added = Object.keys(crossing.requestHeaders?.(origins[0], url) ?? {});
  return stage(
    "goes out",
    `${method} ${withoutQuery(targetOf(url.href))} with its headers as they are, less hop-by-hop fields and Expect`,
    added.length > 0 && `${enumerated(added, "and")} are set`,
    method === "GET" && (crossing.webSockets ? "a WebSocket is passed on" : "a WebSocket never opens"),
  );
}

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

export function redirects(all: Forwarded): Stage {
  const { settings, origins, isStreamed, noun } = all;
  const { maxHops } = settings.redirects;
  const followed = followedStatuses(all);
  if (followed.length === 0) {
    const why = isStreamed && maxHops > 0 ? ", for the body can be sent once only" : "";
    const made = isMadePublic(settings, origins[0]) && `a Location on the ${noun} itself becomes the public address`;
    return stage("redirects", `are handed back to the client${why}`, made);
  }
  const others = REDIRECTS.filter((status) => !followed.includes(status));
  return stage(
    "redirects",
    `${enumerated(followed.map(String), "and")} are followed to a configured ${noun}, up to ${maxHops} in a row (one more is a failure that ends it)`,
    `those that lead elsewhere or set a cookie are handed back${others.length > 0 ? `, and so are ${enumerated(others.map(String), "and")}` : ""}`,
  );
}

/** Asked of the engine, with a redirect that could not be more harmless. */
export function followedStatuses({ asked: { method }, settings, origins, isStreamed }: Forwarded): readonly number[] {
  const url = `${origins[0].url}/`;
  return REDIRECTS.filter((status) => {
    const response = new Response(null, { status, headers: { location: url } });
    return nextHop(response, { url, method, canSendAgain: !isStreamed }, { ...settings.redirects, origins }) !== undefined;
  });
}

function isMadePublic({ crossing }: Forwarded["settings"], origin: Forwarded["origins"][0]): boolean {
  const headers = new Headers({ location: `${origin.url}/` });
  crossing.answerHeaders?.(headers, origin, new URL("https://gateway.example/"));
  return headers.get("location") !== `${origin.url}/`;
}

export function answer({ settings: { crossing }, noun }: Forwarded): Stage {
  return stage(
    "comes back",
    `the ${noun}'s own answer, streamed, less hop-by-hop fields`,
    `${crossing.observationHeader} names the ${noun} that gave it`,
  );
}

/** What is left where no origin has answered. */
export async function exhausted({ settings }: Forwarded): Promise<Stage> {
  const { exhausted: rules } = settings;
  const response = allFailed("timeout", rules);
  const isTold = rules.text("timeout") !== rules.text("network");
  const phrase = response.statusText === "" ? "" : ` ${response.statusText}`;
  const own = `${response.status}${phrase}, with the text "${await response.text()}"${isTold ? ", or what else the last attempt failed with" : ""}`;
  return stage("all failed", rules.lastAnswer ? `the answer of the last attempt; if it got none, ${own}` : own);
}
