/** One look at a gateway: its report, or in one line why there is none. */
import type { Asked, Question } from "../net/ask.ts";
import { inWords, type Reason } from "../net/failure.ts";
import type { Address } from "./address.ts";
import { type Report, reportOf } from "./report.ts";

export type Reading =
  | {
      readonly kind: "report";
      readonly report: Report;
      /** The whole body, parsed, with whatever else it may hold. */
      readonly body: unknown;
    }
  | {
      readonly kind: "none";
      /** What was there instead, without the address. */
      readonly problem: string;
    };

/** Looks once. `limitMs` shortens the timeout. */
export type Look = (signal?: AbortSignal, limitMs?: number) => Promise<Reading>;

interface LookOptions extends Pick<Question, "insecure"> {
  readonly timeoutMs: number;
}

export function createLook(
  ask: (question: Question) => Promise<Asked>,
  { url }: Address,
  { timeoutMs, insecure = false }: LookOptions,
): Look {
  const headers = { accept: "application/json" };
  return async (signal, limitMs = Number.POSITIVE_INFINITY) =>
    readingOf(await ask({ url, headers, insecure, timeoutMs: Math.max(1, Math.min(timeoutMs, limitMs)), signal }), url);
}

/** What an answer says. Nothing of a stranger's answer is repeated but its status, its type and the origin it points to. */
export function readingOf(asked: Asked, url: URL): Reading {
  if (asked.kind === "failed") return none(`${inWords(asked.reason)}${WAY_OUT[asked.reason] ?? ""}`);
  const { status, headers, body } = asked;
  const json = parseJson(body);
  const report = status === 200 || status === 503 ? reportOf(json) : undefined;
  if (report !== undefined) return { kind: "report", report, body: json };
  if (status === 503 && /^misconfigured (?:backends|servers)$/.test(body)) {
    return none(`${body}: the gateway cannot read its list of them; run  messageweave-lb check  where its wrangler.toml is`);
  }
  if (status >= 300 && status < 400 && headers.location !== undefined) {
    return none(`it redirects (${status}) to ${originOf(headers.location, url)}, which was not asked: if the gateway is there, name that`);
  }
  return none(`this is no gateway's answer (${[status, typeOf(headers["content-type"])].filter(Boolean).join(", ")})${hint(asked, url)}`);
}

type Answered = Extract<Asked, { kind: "answered" }>;

/** Where the answer shows which deployment it came through. */
function hint({ headers, body }: Answered, { pathname }: URL): string {
  if (body === `route not forwarded: ${pathname}`) {
    return ": a gateway is there, but not at this path; a messageweave-v1 has it at /healthz, a primary-replica at its STATUS_PATH";
  }
  if (headers["x-lb-backend"] !== undefined || body.startsWith("all backends failed: ")) {
    return " but one from behind it: leave out the path, and /healthz-worker is asked";
  }
  if (headers["x-served-by"] !== undefined || body === "All servers are unavailable") {
    return " but one from behind it: name the STATUS_PATH of a primary-replica, as in https://lb.example.com/_lb/status";
  }
  return ": is this its host, and the path right?";
}

const certificate = "; with --insecure any certificate is taken";

const WAY_OUT: Partial<Readonly<Record<Reason, string>>> = {
  refused: ": nothing listens there",
  "timed-out": "; --timeout SECONDS gives it longer",
  "certificate-expired": certificate,
  "certificate-not-yet-valid": certificate,
  "certificate-for-another-name": certificate,
  "certificate-untrusted": certificate,
};

const none = (problem: string): Reading => ({ kind: "none", problem });

function originOf(location: string, base: URL): string {
  const target = URL.canParse(location, base.href) ? new URL(location, base) : undefined;
  return target === undefined || target.origin === "null" ? "no web address" : target.origin;
}

/** The media type alone, if it looks like one. */
const typeOf = (field: string | undefined): string | undefined => /^[\w.+-]{1,40}\/[\w.+-]{1,60}(?=;|\s|$)/.exec(field ?? "")?.[0];

function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isWithin(value, DEEPEST) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A gateway's answer is nested three deep. What is nested some thousand deep can be parsed, but not printed again. */
const DEEPEST = 32;

const isWithin = (value: unknown, depth: number): boolean =>
  typeof value !== "object" || value === null || (depth > 0 && Object.values(value).every((inner) => isWithin(inner, depth - 1)));
