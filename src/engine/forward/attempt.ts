/** One try at one origin: a response worth handing on, or a failure with its class. */
import type { Deps } from "../deps.ts";
import type { Failed, Origin, Outcome, Sent } from "../model.ts";
import { createDeadline, type Waits } from "../upstream/deadline.ts";
import { type Asked, release, type Sending, type SendingBody, send } from "../upstream/send.ts";

/** A try under way. */
export interface Attempt {
  /** Never rejects. A failed answer comes with it unread: whoever does not hand it on releases it. */
  readonly outcome: Promise<Outcome>;
  /** The origin that is being asked, which a redirect changes. */
  readonly asked: Readonly<Asked>;
  /** When it began, in the order of the changes of health. */
  readonly ticket: number;
  /** Gives it up: the request is aborted, and an answer that comes all the same is let go. */
  readonly abandon: () => void;
}

/** How an attempt is to be judged while it waits and when it is answered. */
export interface AttemptRules extends Pick<Waits, "timeoutMs" | "slowMs"> {
  readonly isFailureStatus: (status: number) => boolean;
  readonly ticket: number;
  readonly onSlow: (origin: Origin, ticket: number) => void;
}

/** Sends at once. */
export function startAttempt(origin: Origin, sending: Sending, rules: AttemptRules, deps: Pick<Deps, "fetch" | "after">): Attempt {
  const { timeoutMs, slowMs, isFailureStatus, ticket, onSlow } = rules;
  const asked: Asked = { origin };
  const { body } = sending;
  const startsAfter = body.kind === "stream" ? body.end.then((end) => end !== "client gone") : undefined;
  const deadline = createDeadline({ timeoutMs, slowMs, onSlow: () => onSlow(asked.origin, ticket), startsAfter }, deps);
  const outcome = send(asked, sending, deadline, deps).then((sent) => {
    const judged = judge(sent, isFailureStatus);
    return judged.kind === "failure" && body.kind === "stream" ? afterUpload(judged, body) : judged;
  });
  return {
    outcome,
    asked,
    ticket,
    abandon: () => {
      deadline.abandon();
      void outcome.then(({ response }) => release(response));
    },
  };
}

/** A failed attempt stops its upload before it is over: one that went on would outlive its request. */
async function afterUpload(failed: Failed, body: SendingBody & { kind: "stream" }): Promise<Outcome> {
  return (await body.stop()) === "client gone" ? { kind: "client gone", origin: failed.origin } : failed;
}

function judge(sent: Sent, isFailureStatus: (status: number) => boolean): Sent {
  if (sent.kind === "failure") return sent;
  const { response, origin } = sent;
  // A switch of protocols without a socket is as interim as any: its client would wait for more, or read what is none.
  const isSwitchToNothing = response.status === 101 && !response.webSocket;
  if (!isFailureStatus(response.status) && !isSwitchToNothing) return sent;
  if (response.status >= 200) return { kind: "failure", failure: `status ${response.status}`, origin, response };
  // The runtime takes an interim answer for the final one: whatever that was, it was no answer.
  release(response);
  return { kind: "failure", failure: "network", origin };
}
