/** Hosts that Cloudflare does not fetch, cannot reach, or that nobody meant. */
import type { Code } from "../../codes.ts";
import type { Finding, Severity } from "../../findings.ts";
import type { HostKind } from "../origins/host.ts";
import { listedOf } from "../origins/listed.ts";
import type { Rule } from "../rule.ts";

interface Word {
  readonly severity: Severity;
  readonly code: Code;
  readonly found: string;
  readonly advice: string;
}

const WORDS: Readonly<Record<Exclude<HostKind, "public">, Word>> = {
  ip: {
    severity: "error",
    code: "origin-ip",
    found: "an IP address, which a Worker cannot fetch (error 1003)",
    advice: "give the backend a name in DNS, or a hostname of a Cloudflare Tunnel, and write that name",
  },
  // No error: one checks a local demonstration with it.
  local: {
    severity: "warning",
    code: "origin-local",
    found: "a name that is known on this machine or network only: Cloudflare cannot reach it",
    advice: "write a public name before deploying, for instance the hostname of a Cloudflare Tunnel; for a local run it is fine",
  },
  placeholder: {
    severity: "warning",
    code: "origin-placeholder",
    found: "a name that is reserved for examples (RFC 2606, RFC 6761)",
    advice: "replace it by the address of your own backend",
  },
};

export const originHosts: Rule = (checked) =>
  listedOf(checked).flatMap(({ kind, origin, where }): readonly Finding[] => {
    if (kind === "public") return [];
    const word = WORDS[kind];
    return [{ ...word, where, found: `${origin.url}: ${word.found}` }];
  });
