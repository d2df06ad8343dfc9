// The configuration that workerd reads, written as its own language (Cap'n Proto text) wants it.

/** What the configuration speaks of. File names are relative to the folder that the configuration lies in. */
export interface Plan {
  readonly module: string;
  /** A second module, put in front of the Worker, which reaches it through the binding LB. */
  readonly observer: string | undefined;
  readonly text: Readonly<Record<string, string>>;
  readonly json: Readonly<Record<string, unknown>>;
  readonly plainPort: number;
  readonly securePort: number;
  readonly key: string;
  readonly cert: string;
  /** The header from which the plain socket takes a request's scheme; `undefined`: none, it is `http`. */
  readonly schemeHeader?: string | undefined;
  readonly trusted: readonly string[];
  readonly trustPublic: boolean;
}

/** The text of the configuration: one Worker (or two) behind a plain and a TLS socket on the loopback address. */
export function configuration(plan: Plan): string {
  const entry = plan.observer === undefined ? "lb" : "observer";
  const bindings = [
    ...Object.entries(plan.text).map(([name, value]) => `(name = ${quoted(name)}, text = ${quoted(value)})`),
    ...Object.entries(plan.json).map(([name, value]) => `(name = ${quoted(name)}, json = ${quoted(JSON.stringify(value))})`),
  ];
  const services = [
    worker("lb", plan.module, bindings),
    ...(plan.observer === undefined ? [] : [worker("observer", plan.observer, [`(name = "LB", service = "lb")`])]),
    `(name = "internet", network = (allow = ["public", "private"], tlsOptions = (
        trustBrowserCas = ${plan.trustPublic}, trustedCertificates = [${plan.trusted.map(quoted).join(", ")}])))`,
  ];
  const keypair = `(privateKey = ${quoted(plan.key)}, certificateChain = ${quoted(plan.cert)})`;
  const scheme = plan.schemeHeader === undefined ? "" : `forwardedProtoHeader = ${quoted(plan.schemeHeader)}`;
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    ${services.join(",\n    ")}],
  sockets = [
    (name = "plain", address = "127.0.0.1:${plan.plainPort}", http = (${scheme}), service = "${entry}"),
    (name = "secure", address = "127.0.0.1:${plan.securePort}", https = (tlsOptions = (keypair = ${keypair})), service = "${entry}")]);
`;
}

function worker(name: string, module: string, bindings: readonly string[]): string {
  return `(name = "${name}", worker = (
      modules = [(name = "${module}", esModule = embed "${module}")],
      compatibilityDate = "2025-01-01",
      bindings = [${bindings.join(", ")}]))`;
}

/** A text literal: whatever is not plain ASCII goes in as its UTF-8 bytes, escaped. */
function quoted(text: string): string {
  const bytes = [...Buffer.from(text)];
  return `"${bytes.map((byte) => (byte < 0x20 || byte > 0x7e || byte === 0x22 || byte === 0x5c ? `\\x${byte.toString(16).padStart(2, "0")}` : String.fromCharCode(byte))).join("")}"`;
}
