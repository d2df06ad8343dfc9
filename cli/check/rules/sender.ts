/** What the senders of callbacks wait for: an answer that comes later is delivered again. */
import { attemptsOf, originsOf, timeoutVariable, whereOf } from "../look.ts";
import type { Rule } from "../rule.ts";

/** Telegram gives up on a webhook after about a minute, in milliseconds. */
const TELEGRAM_WAITS_MS = 60_000;

export const attemptsOverSender: Rule = (checked) => {
  const { deployment, settings } = checked;
  const webhook = settings.matchRoute("POST", "/webhook/tg");
  if (!deployment.isMessageWeave || webhook.kind !== "route" || originsOf(checked).length === 0) return [];
  const attempts = attemptsOf(checked);
  const { timeoutMs } = webhook.route;
  if (attempts * timeoutMs <= TELEGRAM_WAITS_MS) return [];
  const name = timeoutVariable(checked);
  const most = Math.floor(TELEGRAM_WAITS_MS / attempts);
  const fits = Math.floor(TELEGRAM_WAITS_MS / timeoutMs);
  return [
    {
      severity: "warning",
      code: "attempts-over-sender",
      where: whereOf(checked, name),
      found: `${attempts} attempt${attempts === 1 ? "" : "s"} × ${timeoutMs} ms = ${attempts * timeoutMs} ms at worst, and Telegram waits for about ${TELEGRAM_WAITS_MS} ms: it then sends the same update again`,
      advice: fits < 2 ? `write at most  ${name} = "${most}"` : `write at most  ${name} = "${most}"  , or lower LB_MAX_ATTEMPTS to ${fits}`,
    },
  ];
};
