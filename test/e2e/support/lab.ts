/** Everything an end-to-end test opens, closed again whatever happens: origins good and bad, and the Worker before them. */

import { writeFile } from "node:fs/promises";
import type { Socket } from "node:net";
import { join } from "node:path";
import { test as base, inject } from "vitest";
import { temporaryFolder } from "../../../dev/leftovers.ts";
import { freePort } from "../../../dev/ports.ts";
import { startWorkerd, type WorkerOptions } from "../../../dev/workerd.ts";
import { type BytesOrigin, startBytesOrigin, startTcpOrigin, type WriteAnswer } from "./bytes-origin.ts";
import { asGateway, type Gateway } from "./gateway.ts";
import { type Behave, greet, type HttpsOrigin, type OriginOptions, startHttpsOrigin } from "./https-origin.ts";
import type { Listener } from "./listener.ts";
import type { Deployment, Provided } from "./provided.ts";

// A runner that is told to stop at the first failure ends the others by signal, which alone would run no exit hook: what they had
// started would outlive them.
process.once("SIGTERM", () => process.exit(143));

/** Whatever can stand in the list of origins. */
export interface Backend {
  readonly url: string;
}

type Environment = Readonly<Record<string, string>>;
type WorkerExtras = Pick<WorkerOptions, "json" | "trusted">;

export class Lab {
  readonly #built: Provided;
  readonly #closers: (() => unknown)[] = [];

  constructor(built: Provided) {
    this.#built = built;
  }

  /** A real HTTPS origin. */
  async origin(
    behave: Behave = greet,
    { certificates = this.#built.certificates, early = false }: OriginOptions = {},
  ): Promise<HttpsOrigin> {
    return this.#kept(await startHttpsOrigin(certificates, behave, early));
  }

  /** An origin that writes exact bytes over TLS. */
  async bytes(answer: WriteAnswer | string): Promise<BytesOrigin> {
    const write: WriteAnswer = typeof answer === "string" ? (socket) => void socket.end(answer, "latin1") : answer;
    return this.#kept(await startBytesOrigin(this.#built.certificates, write));
  }

  /** A server that speaks no TLS. */
  async tcp(onConnection: (socket: Socket) => void): Promise<Listener & Backend> {
    return this.#kept(await startTcpOrigin(onConnection));
  }

  /** An address at which nothing listens. */
  async dead(): Promise<Backend> {
    return { url: `https://localhost:${await freePort()}` };
  }

  /** The built Worker before these backends. */
  gateway(backends: readonly Backend[], env: Environment = {}, extras: WorkerExtras = {}): Promise<Gateway> {
    return this.worker({ BACKEND_ORIGINS_JSON: JSON.stringify(backends.map(({ url }) => url)), ...env }, extras);
  }

  /** The built Worker with this environment. */
  worker(env: Environment, extras: WorkerExtras = {}): Promise<Gateway> {
    return this.deployment("messageweave", env, extras);
  }

  /** Any built Worker with this environment. */
  deployment(name: Deployment, env: Environment, extras: WorkerExtras = {}): Promise<Gateway> {
    return this.#start(this.#built.bundles[name], { env, ...extras });
  }

  /** A Worker of the test's own: the body of `async (request, env, ctx) => Response | any JSON`, after `prelude`. */
  async script(body: string, env: Environment = {}, prelude = ""): Promise<Gateway> {
    const folder = temporaryFolder();
    this.#closers.push(folder.remove);
    const bundle = join(folder.path, "script.js");
    const source = `${prelude}
      const run = async (request, env, ctx) => { ${body} };
      export default { async fetch(request, env, ctx) {
        const result = await run(request, env, ctx);
        return result instanceof Response ? result : Response.json(result ?? null);
      } };`;
    await writeFile(bundle, source);
    return this.#start(bundle, { env });
  }

  async close(): Promise<void> {
    for (const close of this.#closers.splice(0).reverse()) await close();
  }

  async #start(bundle: string, options: Omit<WorkerOptions, "bundle" | "certificates">): Promise<Gateway> {
    const worker = await startWorkerd({ bundle, certificates: this.#built.certificates, trustPublic: false, ...options });
    this.#closers.push(worker.stop);
    return asGateway(worker);
  }

  #kept<T extends Listener>(listener: T): T {
    this.#closers.push(listener.close);
    return listener;
  }
}

/** `lab` lives as long as a test, `shared` as long as its file. */
export const test = base
  .extend("built", { scope: "file" }, () => inject("built"))
  .extend("shared", { scope: "file" }, ({ built }, { onCleanup }) => {
    const lab = new Lab(built);
    onCleanup(() => lab.close());
    return lab;
  })
  .extend("lab", ({ built }, { onCleanup }) => {
    const lab = new Lab(built);
    onCleanup(() => lab.close());
    return lab;
  });
