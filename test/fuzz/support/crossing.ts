/** Which fields must cross a gateway: all but those of one connection (RFC 9110 §7.6.1). */
import type { Fields } from "../../e2e/support/fields.ts";

const FRAMING = new Set(["host", "content-length", "transfer-encoding"]);
const HOP_BY_HOP = new Set([
  ...[
    "connection",
    "keep-alive",
    "proxy-connection",
    "proxy-authenticate",
    "proxy-authorization",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
  ],
]);

/**
 * Fields that must cross, each name once: what is left without framing, hop-by-hop fields and those that `Connection` names.
 * An empty one may be lost: the runtime takes it for none where it knows the name (docs/runtime.md).
 */
export function crossing(fields: Fields, alsoDropped: readonly string[] = []): Map<string, string> {
  const named = fields
    .all("connection")
    .join(",")
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "content-encoding");
  const dropped = new Set([...FRAMING, ...HOP_BY_HOP, ...named, ...alsoDropped]);
  const filled = (value = ""): string =>
    value
      .split(",")
      .map((part) => part.trim())
      .filter(Boolean)
      .join(", ");
  return new Map(
    fields
      .names()
      .map((name) => [name, filled(fields.get(name))] as const)
      .filter(([name, value]) => !dropped.has(name) && value !== ""),
  );
}
