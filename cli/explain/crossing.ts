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

/** Which are followed is asked of the engine, with a redirect that could not be more harmless. */
export function redirects({ asked: { method }, settings, origins, isStreamed, noun }: Forwarded): Stage {
  const { url } = origins[0];
  const isFollowed = (status: number): boolean => {
    const response = new Response(null, { status, headers: { location: `${url}/` } });
    return nextHop(response, { url: `${url}/`, method, canSendAgain: !isStreamed }, { ...settings.redirects, origins }) !== undefined;
  };
  const followed = REDIRECTS.filter(isFollowed);
  if (followed.length === 0) {
    const why = isStreamed && settings.redirects.maxHops > 0 ? ", for the body can be sent once only" : "";
    return stage(
      "redirects",
      `are handed back to the client${why}`,
      isMadePublic(settings, origins[0]) && "a Location on the server itself becomes the public address",
    );
  }
  const { maxHops } = settings.redirects;
  const others = REDIRECTS.filter((status) => !followed.includes(status));
  return stage(
    "redirects",
    `${enumerated(followed.map(String), "and")} are followed, up to ${maxHops} in a row, to a configured ${noun}`,
    `${others.length > 0 ? `${enumerated(others.map(String), "and")}, and ` : ""}one that leads elsewhere or sets a cookie, are handed back`.replace(
      /^one (.*), are/,
      "one $1 is",
    ),
  );
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
  return stage("all failed", rules.lastAnswer ? `the last answer that an attempt got; if the last got none, ${own}` : own);
}
