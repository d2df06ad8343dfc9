/** The Worker: the MessageWeave gateway. */
import { createWorker, type Worker } from "./engine/worker.ts";
import { readSettings, VARIABLES } from "./messageweave/settings.ts";

const worker: Worker = createWorker(VARIABLES, readSettings);

export default worker;
