import { expect, it } from "vitest";
import { readOptions, UsageError } from "../../dev/options.ts";

it("has defaults, and hands on every variable of the gateway's", async () => {
  expect(await readOptions({})).toEqual({ securePort: 8787, plainPort: 8788, origins: undefined, bindings: {}, trusted: [] });
  expect(await readOptions({ PORT: "9443", LB_MAX_ATTEMPTS: "3", HOME: "/" })).toMatchObject({
    securePort: 9443,
    plainPort: 9444,
    bindings: { LB_MAX_ATTEMPTS: "3" },
  });
});

it("stands before real origins, as the gateway itself reads them", async () => {
  const list = `["https://a.example/", "https://b.example:8443", "https://a.example"]`;
  expect(await readOptions({ BACKEND_ORIGINS_JSON: list })).toMatchObject({
    origins: ["https://a.example", "https://b.example:8443"],
    bindings: { BACKEND_ORIGINS_JSON: list },
  });
});

it.each([
  { BACKEND_ORIGINS_JSON: "" },
  { BACKEND_ORIGINS_JSON: "[]" },
  { BACKEND_ORIGINS_JSON: `[{"url":"https://user:hunter2@a.example"}]` },
  { BACKEND_ORIGINS_JSON: `["https://user:hunter2@a.example"]` },
  { PORT: "http" },
  { PORT: "70000" },
  { PORT: "9000", PLAIN_PORT: "9000" },
  { BACKEND_ORIGINS_JSON: `["https://a.example"]`, NODE_EXTRA_CA_CERTS: "/does/not/exist" },
])("says in one line what is wrong: %j", async (env) => {
  const error: unknown = await readOptions(env).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UsageError);
  const { message } = error as UsageError;
  expect(message).not.toContain("\n");
  expect(message).not.toContain("hunter2");
});
