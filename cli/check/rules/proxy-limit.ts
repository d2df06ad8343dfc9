/** Waits that Cloudflare's own proxy does not grant: in front of a proxied origin, it gives up first. */
import { hasWorkerRoute, isSet, numberOf, whereOf } from "../look.ts";
import type { Checked, Rule } from "../rule.ts";

/** About what the proxy waits for an answer's head before its own 524, in milliseconds. */
const PROXY_WAITS_MS = 100_000;

/**
 * One finding that names every wait over the limit. Where an origin was seen to be behind that proxy it is a warning, and
 * nothing where all were seen not to be; else a hint, since a configuration does not tell.
 */
export const proxyLimit: Rule = (checked) => {
  const { proxied } = checked;
  const over = waitsOf(checked).filter((name) => (numberOf(checked, name) ?? 0) > PROXY_WAITS_MS);
  if (over.length === 0 || proxied?.length === 0) return [];
  const set = over.filter((name) => isSet(checked, name));
  const [only] = set;
  const waits = over.map((name) => `${name} is ${numberOf(checked, name)} ms`).join(" and ");
  const isSeen = proxied !== undefined;
  const limit = `Cloudflare's proxy gives up on an origin behind it after about ${PROXY_WAITS_MS} ms, with a 524`;
  return [
    {
      severity: isSeen ? "warning" : "hint",
      code: "over-proxy-limit",
      where: set.length === 1 && only !== undefined ? whereOf(checked, only) : `${checked.label} ${over.join(", ")}`,
      found: `${waits}, and ${limit}${isSeen ? `: ${proxied.join(", ")} ${proxied.length === 1 ? "is" : "are"} behind it` : ""}`,
      advice: `${isSeen ? "list" : "if an origin is proxied (an orange cloud in its DNS, or a tunnel), list"} an address that does not go through it ("DNS only"), or keep the jobs shorter than that: no timeout here changes it`,
    },
  ];
};

function waitsOf(checked: Checked): readonly string[] {
  if (!checked.deployment.isMessageWeave) return ["REQUEST_TIMEOUT_MS"];
  return ["LB_REQUEST_TIMEOUT_MS", "LB_RECONCILE_TIMEOUT_MS", ...(hasWorkerRoute(checked) ? ["LB_WORKER_TIMEOUT_MS"] : [])];
}
