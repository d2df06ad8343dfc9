/** A built Worker in the real runtime, as its clients and its operator see it. */
import type { RunningWorker } from "../../../dev/workerd.ts";
import { type Answer, Exchange, requestHead, type Sent, sendBody } from "./client.ts";

export interface Gateway {
  /** Sends a request and waits for the whole answer. */
  readonly send: (path: string, sent?: Sent) => Promise<Answer>;
  /** Sends a request's head and, unless told otherwise, its body; the answer is for the test to wait for. */
  readonly open: (path: string, sent?: Sent) => Exchange;
  /** The port of its TLS socket, for clients that are not ours. */
  readonly port: number;
  /** Of the runtime's process. */
  readonly pid: number;
  /** Sends these bytes and nothing else. */
  readonly raw: (bytes: string | Buffer, sent?: Pick<Sent, "plain" | "method">) => Promise<Answer>;
  /** The Worker's own log lines, parsed. */
  readonly events: () => Record<string, unknown>[];
  readonly log: () => string;
  readonly stop: () => Promise<void>;
}

export function asGateway(worker: RunningWorker): Gateway {
  const exchange = ({ plain = false, method }: Sent): Exchange =>
    new Exchange({ port: plain ? worker.plainPort : worker.securePort, secure: !plain }, method === "HEAD");

  const open = (path: string, sent: Sent = {}): Exchange => {
    const opened = exchange(sent);
    void opened.write(requestHead(path, sent)).then(() => sendBody(opened, sent));
    return opened;
  };

  return {
    open,
    port: worker.securePort,
    pid: worker.pid,
    send: (path, sent) => open(path, sent).answer,
    raw: async (bytes, sent = {}) => {
      const opened = exchange(sent);
      await opened.write(bytes);
      return opened.answer;
    },
    events: worker.events,
    log: worker.log,
    stop: worker.stop,
  };
}
