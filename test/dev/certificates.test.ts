import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { makeCertificates } from "../../dev/certificates.ts";
import { ask } from "./support/ask.ts";

it("a TLS client that trusts the authority accepts the server, one that trusts another does not", async () => {
  const certificates = await makeCertificates();
  const server = createServer({ key: certificates.key, cert: certificates.cert }, (_, response) => response.end("hello")).listen(
    0,
    "127.0.0.1",
  );
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  try {
    for (const host of ["localhost", "127.0.0.1"]) {
      expect(await ask(`https://${host}:${port}/`, { ca: certificates.ca })).toMatchObject({ status: 200, body: "hello" });
    }
    const other = await makeCertificates();
    await expect(ask(`https://localhost:${port}/`, { ca: other.ca })).rejects.toThrow(/certificate|issuer|signature/i);
  } finally {
    server.close();
  }
});

it("the authority signed the leaf, is no leaf itself, and the names are those asked for", async () => {
  const { ca, cert } = await makeCertificates(["one.example", "10.0.0.7"]);
  const [authority, leaf] = [new X509Certificate(ca), new X509Certificate(cert)];
  expect(leaf.verify(authority.publicKey)).toBe(true);
  expect(leaf.checkIssued(authority)).toBe(true);
  expect([authority.ca, leaf.ca]).toEqual([true, false]);
  expect(leaf.checkHost("one.example")).toBe("one.example");
  expect(leaf.checkIP("10.0.0.7")).toBe("10.0.0.7");
  expect(leaf.checkHost("localhost")).toBeUndefined();
  expect(Date.parse(leaf.validFrom)).toBeLessThan(Date.now());
  expect(Date.parse(leaf.validTo)).toBeGreaterThan(Date.now());
});
