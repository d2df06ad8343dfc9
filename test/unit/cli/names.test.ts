/** Names from a configuration: one that may be a secret in the place of a name is not shown. */
import { expect, test } from "vitest";
import { shownName } from "../../../cli/configuration/names.ts";
import { DEPLOYMENTS } from "../../../cli/deployments.ts";

test.for([
  ...DEPLOYMENTS.flatMap(({ variables }) => variables),
  "lb_max_attempts",
  "LB-MAX-ATTEMPTS",
  "LbMaxAttempts",
  "TG_WEBHOOK_SECRET",
  "compatibility_date",
  "S3_BUCKET",
  "BACKEND_2",
  "production",
  "staging-eu-1",
  "nodejs_compat_v2",
  "__proto__",
])("%s is shown", (name) => expect(shownName(name)).toBe(name));

test.for([
  "c2VjcmV0dG9rZW4x",
  "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
  "5f4dcc3b5aa765d61d8327deb882cf99",
  "123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw",
  "TOKEN=hunter2",
  "Bearer hunter2",
  "a\nb",
  "a\u001b[31mb",
  "x".repeat(60),
  "",
])("%j is not", (name) => expect(shownName(name)).toBe(`(a name of ${name.length} characters)`));
