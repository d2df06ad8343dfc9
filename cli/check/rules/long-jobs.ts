/** The two long jobs, beside what the backend itself takes for them. */
import type { Finding } from "../../findings.ts";
import { hasWorkerRoute, numberOf, whereOf } from "../look.ts";
import type { Rule } from "../rule.ts";

/** The initial lease of the lock that `/reconcile` takes, in milliseconds; a heartbeat renews it. */
const LEASE_MS = 300_000;

/** The least that a backend allows for one event of `/worker`, in milliseconds. */
const WORKER_FLOOR_MS = 300_000;

export const longJobs: Rule = (checked): readonly Finding[] => {
  if (!checked.deployment.isMessageWeave) return [];
  const { numbers } = checked.deployment;
  const [reconcile, worker] = ["LB_RECONCILE_TIMEOUT_MS", "LB_WORKER_TIMEOUT_MS"] as const;
  const [reconcileMs = LEASE_MS, workerMs = WORKER_FLOOR_MS] = [numberOf(checked, reconcile), numberOf(checked, worker)];
  const under: Finding = {
    severity: "warning",
    code: "reconcile-under-lease",
    where: whereOf(checked, reconcile),
    found: `it is ${reconcileMs} ms, and the lock of POST /reconcile is held for ${LEASE_MS} ms at first: the gateway would give up while the job still runs`,
    advice: `write more than ${LEASE_MS}, with room to spare:  ${reconcile} = "${numbers[reconcile]}"  is the default`,
  };
  const floor: Finding = {
    severity: "warning",
    code: "worker-under-floor",
    where: whereOf(checked, worker),
    found: `it is ${workerMs} ms, and a backend allows a single event of POST /worker at least ${WORKER_FLOOR_MS} ms`,
    advice: `write  ${worker} = "${WORKER_FLOOR_MS}"  or more: the more events a batch holds, the higher`,
  };
  return [...(reconcileMs <= LEASE_MS ? [under] : []), ...(hasWorkerRoute(checked) && workerMs < WORKER_FLOOR_MS ? [floor] : [])];
};
