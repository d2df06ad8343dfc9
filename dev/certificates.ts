// A throw-away certificate authority and one server certificate, made in memory: nobody needs openssl, and no file is left behind.
import "reflect-metadata"; // what @peculiar/x509 needs to be loaded first
import { isIP } from "node:net";
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  type Extension,
  type JsonGeneralName,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from "@peculiar/x509";

/** PEM texts: the authority to trust, and the server's key and certificate that it signed. */
export interface Certificates {
  readonly ca: string;
  readonly key: string;
  readonly cert: string;
}

const HOSTS = ["localhost", "a.localhost", "b.localhost", "c.localhost", "d.localhost", "127.0.0.1"];
const DAY_MS = 86_400_000;
const ECDSA = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;

/** When a certificate begins and ends, in days from now; negative: ago. */
export interface Validity {
  readonly fromDays: number;
  readonly toDays: number;
}

const A_WEEK: Validity = { fromDays: -1, toDays: 7 };

/** Makes a fresh authority, good for a week, and a certificate for these hosts (names or IP addresses). */
export async function makeCertificates(hosts: readonly string[] = HOSTS, validity: Validity = A_WEEK): Promise<Certificates> {
  const [authority, server] = await Promise.all([newKeys(), newKeys()]);
  const issuer = `CN=messageweave-lb demonstration ${randomHex()}`;
  const ca = await certificate(issuer, issuer, authority.publicKey, authority.privateKey, A_WEEK, [
    new BasicConstraintsExtension(true, undefined, true),
    new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
    await SubjectKeyIdentifierExtension.create(authority.publicKey),
  ]);
  const cert = await certificate(issuer, `CN=${hosts[0] ?? "localhost"}`, server.publicKey, authority.privateKey, validity, [
    new BasicConstraintsExtension(false, undefined, true),
    new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
    new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
    new SubjectAlternativeNameExtension(hosts.map(alternativeName)),
    await SubjectKeyIdentifierExtension.create(server.publicKey),
    await AuthorityKeyIdentifierExtension.create(authority.publicKey),
  ]);
  const key = (await crypto.subtle.exportKey("pkcs8", server.privateKey)) as ArrayBuffer;
  return { ca: ca.toString("pem"), cert: cert.toString("pem"), key: PemConverter.encode(key, "PRIVATE KEY") };
}

const alternativeName = (host: string): JsonGeneralName => ({ type: isIP(host) === 0 ? "dns" : "ip", value: host });

const newKeys = () => crypto.subtle.generateKey(ECDSA, true, ["sign", "verify"]) as Promise<CryptoKeyPair>;

const randomHex = (bytes = 8): string => Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString("hex");

function certificate(
  issuer: string,
  subject: string,
  publicKey: CryptoKey,
  signingKey: CryptoKey,
  { fromDays, toDays }: Validity,
  extensions: Extension[],
): Promise<X509Certificate> {
  return X509CertificateGenerator.create({
    serialNumber: `40${randomHex(15)}`,
    issuer,
    subject,
    notBefore: new Date(Date.now() + fromDays * DAY_MS),
    notAfter: new Date(Date.now() + toDays * DAY_MS),
    publicKey,
    signingKey,
    signingAlgorithm: ECDSA,
    extensions,
  });
}
