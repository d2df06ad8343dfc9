/** The gateways under test. */
import type { Random } from "../random.ts";
import { messageweave } from "./messageweave.ts";
import { primaryReplica } from "./primary-replica.ts";
import { ORIGINS, type Variant } from "./rules.ts";

/** Those of a run. How many attempts each has comes from the seed. */
export function variantsOf(deployment: "messageweave" | "primary-replica" | "both", random: Random): readonly [Variant, ...Variant[]] {
  const attempts = (): number =>
    random.weighted([
      [3, ORIGINS],
      [1, ORIGINS - 1],
    ]);
  const all: [Variant, ...Variant[]] = [
    messageweave("messageweave, routing off", attempts(), {}),
    messageweave("messageweave, routing on", attempts(), { LB_HEALTH_ROUTING: "on", LB_SLOW_MS: "250" }),
    messageweave("messageweave, routing on, hedged", attempts(), { LB_HEALTH_ROUTING: "on", LB_SLOW_MS: "250", LB_HEDGE_MS: "120" }),
    primaryReplica(attempts()),
  ];
  const [first, ...rest] = all.filter(({ rules }) => deployment === "both" || rules.deployment === deployment);
  return first === undefined ? all : [first, ...rest];
}
