import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { content } from "../../dev/application.ts";
import { type Backend, startBackend } from "../../dev/backends.ts";
import { type Certificates, makeCertificates } from "../../dev/certificates.ts";
import { ask } from "./support/ask.ts";

let certificates: Certificates;
let one: Backend;
const taken: string[] = [];

beforeAll(async () => {
  certificates = await makeCertificates();
  const answer = ({ body }: { readonly body: Buffer }) => {
    taken.push(String(body));
    return content("text/plain", "here");
  };
  one = await startBackend("one", certificates, { application: { answer }, failStatus: 500 });
});
afterEach(() => one.become("up"));
afterAll(() => one.stop());

const at = (path: string, method = "GET", body?: string) =>
  ask(`${one.url}${path}`, { ca: certificates.ca, method, timeoutMs: 2000, ...(body === undefined ? {} : { body }) });

describe("how a backend fails on command", () => {
  it("stopped: refuses connections, and has its port again when healed", async () => {
    await one.become("stopped");
    await expect(at("/healthz")).rejects.toThrow("ECONNREFUSED");
    await one.become("up");
    expect(await at("/healthz")).toMatchObject({ status: 200 });
  });

  it("hanging: takes the request and says nothing; what it holds is dropped when it is healed", async () => {
    await one.become("hanging");
    const held = at("/healthz").then(
      () => "answered",
      (error: NodeJS.ErrnoException) => error.code,
    );
    expect(await Promise.race([held, new Promise((done) => setTimeout(done, 300, "silent"))])).toBe("silent");
    await one.become("up");
    expect(await held).toBe("ECONNRESET");
    expect(await at("/healthz")).toMatchObject({ status: 200 });
  });

  it("failing: answers everything with its status and takes nothing", async () => {
    await one.become("failing");
    const before = taken.length;
    expect(await at("/webhook/tg", "POST", `{"id":"x"}`)).toMatchObject({ status: 500 });
    expect(taken).toHaveLength(before);
  });

  it("goes from any mode to any other", async () => {
    const modes = ["stopped", "hanging", "failing", "up"] as const;
    for (const from of modes) {
      for (const to of modes) {
        await one.become(from);
        await one.become(to);
        expect(one.mode()).toBe(to);
      }
    }
    expect(await at("/healthz")).toMatchObject({ status: 200 });
  });
});
