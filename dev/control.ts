// The control pipe of workerd, on which it reports the ports that it listens on.
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { eventOf } from "./event.ts";

const START_TIMEOUT_MS = 20_000;

/** The ports that workerd reports on its control pipe, as soon as both sockets are open. */
export async function listening(control: Readable, exited: Promise<void>): Promise<{ plainPort: number; securePort: number }> {
  const ports = new Map<unknown, number>();
  const lines = createInterface({ input: control });
  const both = new Promise<undefined>((done) => {
    lines.on("line", (line) => {
      const event = eventOf(line);
      if (event?.["event"] === "listen" && typeof event["port"] === "number") ports.set(event["socket"], event["port"]);
      if (ports.has("plain") && ports.has("secure")) done(undefined);
    });
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<string>((done) => {
    timer = setTimeout(() => done(`workerd did not listen within ${START_TIMEOUT_MS} ms`), START_TIMEOUT_MS);
  });
  const problem = await Promise.race([both, late, exited.then(() => "workerd ended at its start")]);
  clearTimeout(timer);
  if (problem !== undefined) throw new Error(problem);
  return { plainPort: ports.get("plain") ?? 0, securePort: ports.get("secure") ?? 0 };
}
