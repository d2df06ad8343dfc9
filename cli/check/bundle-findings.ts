/** What there is to say of a bundle. */
import type { Finding } from "../findings.ts";
import { settingPlace } from "./place.ts";
import type { Checked } from "./rule.ts";
import { dryRun } from "./values/commands.ts";

/** The house's own limit for each of its three deployments, in bytes, gzipped: a small script starts fast on a cold isolate. */
export const HOUSE_LIMIT = 8_192;

/** What Cloudflare's free plan takes, in bytes, gzipped. */
export const PLAN_LIMIT: number = 3 * 1_048_576;

/** `bytes`: gzipped. */
export function sizeFindings(bytes: number, where: string): readonly Finding[] {
  if (bytes <= HOUSE_LIMIT) return [];
  const isRefused = bytes > PLAN_LIMIT;
  const limit = isRefused ? `the free plan takes ${PLAN_LIMIT}` : `the gateway as it is released stays below ${HOUSE_LIMIT}`;
  return [
    {
      severity: isRefused ? "error" : "warning",
      code: "bundle-size",
      where,
      found: `the bundle is ${bytes} bytes gzipped, and ${limit}`,
      advice:
        "look for what was added: a compatibility flag such as nodejs_compat, or an import. A source needs  minify = true  , a Worker of the package needs  no_bundle = true",
    },
  ];
}

const about = (checked: Checked, rest: Pick<Finding, "severity" | "code" | "found" | "advice">): Finding => ({
  ...rest,
  where: settingPlace(checked, "main"),
});

/** Not a word of wrangler's own: it quotes the code, and much of it. */
export const bundleFailed = (checked: Checked): Finding =>
  about(checked, {
    severity: "error",
    code: "bundle-failed",
    found: "wrangler cannot bundle it",
    advice: `see what it says:  ${dryRun(checked)}`,
  });

export const bundleLate = (checked: Checked): Finding =>
  about(checked, {
    severity: "error",
    code: "bundle-failed",
    found: "wrangler was not done bundling it within 60 s",
    advice: `see what it waits for:  ${dryRun(checked)}`,
  });

export const bundleUnmeasured = (checked: Checked): Finding =>
  about(checked, {
    severity: "hint",
    code: "bundle-unmeasured",
    found: "wrangler is not installed here, so it was not tried whether this can be bundled, and how large that is",
    advice: "run  npm install --save-dev wrangler  , or leave this out with --no-bundle",
  });
