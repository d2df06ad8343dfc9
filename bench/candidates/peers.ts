/** What people would pick instead: each as a user would set it up, and as an expert would. */
import { caddy, caddyCandidates } from "./caddy.ts";
import type { Candidate } from "./candidate.ts";
import { haproxy, haproxyCandidates } from "./haproxy.ts";
import { versionOf } from "./installed.ts";
import { nginx, nginxCandidates } from "./nginx.ts";

/** In the order of the tables. */
export const peers: readonly Candidate[] = [...nginxCandidates, ...haproxyCandidates, ...caddyCandidates];

/** What each says of its version, or "not installed". */
export async function peerVersions(): Promise<Readonly<Record<string, string>>> {
  const versions = await Promise.all([nginx, haproxy, caddy].map(async (proxy) => [proxy.title, await versionOf(proxy)] as const));
  return Object.fromEntries(versions);
}
