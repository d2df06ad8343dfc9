/** What the gateway would do with a request, stage by stage. */
import { fromMemory } from "../../src/engine/health/aggregate.ts";
import type { Settings } from "../../src/engine/settings.ts";
import type { Settled } from "../configuration/settled.ts";
import { originsOf } from "../origins.ts";
import { methodsOf } from "../routes/rows.ts";
import { duration } from "../terminal/duration.ts";
import { type Asked, shownUrl, withoutQuery } from "./asked.ts";
import { attempts, body, failures, order, waits } from "./attempts.ts";
import { answer, exhausted, redirects, request } from "./crossing.ts";
import { forwarded } from "./forwarded.ts";
import { caseHint, methodHint, pathHint } from "./hints.ts";
import { type Stage, stage } from "./stage.ts";
import { type StageThatAnswers, type Verdict, verdictOf } from "./verdict.ts";

/** The answer that the gateway makes by itself. */
export interface OwnAnswer {
  readonly status: number;
  readonly text: string;
}

export interface Explained {
  readonly method: string;
  /** Without its query. */
  readonly url: string;
  /** `null`: an origin answers, or the aggregate, which depends on them. */
  readonly answer: OwnAnswer | null;
  /** In the order in which the engine goes through them. */
  readonly stages: readonly Stage[];
}

/** What is known of the request besides its method and URL. */
export interface Details {
  /** Size of its body, in bytes; `undefined`: not told. */
  readonly bodyBytes: number | undefined;
}

export async function explained(asked: Asked, settled: Settled, { bodyBytes }: Details): Promise<Explained> {
  const { settings } = settled;
  const verdict = verdictOf(asked, settings);
  const own = verdict.kind === "answered" ? { status: verdict.response.status, text: await verdict.response.clone().text() } : null;
  const stages = [...frontDoor(asked, settled, verdict), ...(await last(asked, settled, verdict, own, bodyBytes))];
  return { method: asked.method, url: shownUrl(asked, ""), answer: own, stages };
}

/** The stages before the one that ends it: what was passed, told in few words. */
function frontDoor(asked: Asked, { settings, deployment }: Settled, verdict: Verdict): readonly Stage[] {
  const { url, typedPath } = asked;
  const stages: Stage[] = [];
  if (url.pathname !== (typedPath === "" ? "/" : typedPath)) stages.push(stage("url", `is read as ${url.pathname}`));
  if (verdict.kind === "answered" && verdict.stage === "scheme") return stages;
  stages.push(
    stage("scheme", settings.scheme === "any" && url.protocol === "http:" ? "http is served like https" : url.protocol.slice(0, -1)),
  );
  const count = originsOf(settings).length;
  const { variable, noun } = deployment.list;
  if (count > 0) stages.push(stage("configuration", `${variable} lists ${count} ${noun}${count === 1 ? "" : "s"}`));
  return stages;
}

async function last(
  asked: Asked,
  settled: Settled,
  verdict: Verdict,
  own: OwnAnswer | null,
  bodyBytes: number | undefined,
): Promise<readonly Stage[]> {
  const { settings, deployment } = settled;
  if (verdict.kind === "aggregate") return [aggregate(settings)];
  if (verdict.kind === "answered") return own === null ? [] : [answering(asked, settled, verdict.stage, verdict.response, own)];
  const { method, url } = asked;
  const all = forwarded({ asked, settings, route: verdict.route, origins: verdict.origins, noun: deployment.list.noun, bodyBytes });
  const listed = methodsOf(settings, url.pathname);
  const route = listed.length === 0 ? "every path and method is forwarded" : `${url.pathname} is listed, for ${listed.join(" and ")}`;
  return [
    stage("route", route, isOtherCase(method) && caseHint(method)),
    body(all),
    order(all),
    attempts(all),
    request(all),
    ...waits(all),
    redirects(all),
    ...failures(all),
    answer(all),
    await exhausted(all),
  ];
}

/** Methods that somebody who writes them in another case will have meant. */
const METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"];

const isOtherCase = (method: string): boolean => !METHODS.includes(method) && METHODS.includes(method.toUpperCase());

/** The stage that ends it, with the answer and what that does not say. */
function answering(
  { method, url }: Asked,
  { settings, deployment }: Settled,
  at: StageThatAnswers,
  { headers }: Response,
  own: OwnAnswer,
): Stage {
  const location = headers.get("location");
  const allow = headers.get("allow");
  const hints: Readonly<Record<StageThatAnswers, () => string>> = {
    scheme: () => "http is never served: a client that follows this comes again over https, with the same method and body",
    configuration: () => misconfiguration(settings, deployment.list.variable),
    "own endpoint": () => methodHint(method, allow?.split(", ") ?? []),
    route: () => (allow === null ? pathHint(url.pathname, settings, deployment) : methodHint(method, allow.split(", "))),
  };
  return stage(
    at,
    `${own.status} ${own.text}`,
    location === null ? "" : `Location: ${withoutQuery(location)}`,
    allow === null ? "" : `Allow: ${allow}`,
    hints[at](),
  );
}

function misconfiguration({ origins }: Settings, variable: string): string {
  if (origins.kind === "malformed") return `${variable} is malformed, so every request gets this: messageweave-lb check says more`;
  return `there is no ${variable}; where it is a secret, add --var ${variable}=…`;
}

function aggregate(settings: Settings): Stage {
  const origins = originsOf(settings);
  const { endpoint, probe, ttlMs } = settings.health;
  if (origins.length === 0) return stage("own endpoint", "the gateway answers itself: 200 and JSON that says no-backends");
  const how =
    endpoint?.sight === fromMemory
      ? "what is known of each from its health checks, without waiting"
      : `each is asked for ${origins[0]?.healthPath} and given ${duration(probe.timeoutMs)}, or was within the last ${duration(ttlMs)}`;
  return stage("own endpoint", `the gateway answers itself: ${how}`, "200 and JSON if one or more are up, 503 if all are down");
}
