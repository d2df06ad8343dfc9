/** The Worker: a primary with replicas, for any web service. */
import { createWorker, type Worker } from "../../src/engine/worker.ts";
import { readSettings, VARIABLES } from "../../src/primary-replica/settings.ts";

const worker: Worker = createWorker(VARIABLES, readSettings);

export default worker;
