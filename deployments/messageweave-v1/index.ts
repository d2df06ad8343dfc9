/** The Worker: the first release's gateway. */
import { createWorker, type Worker } from "../../src/engine/worker.ts";
import { readV1Settings, VARIABLES } from "../../src/messageweave/settings.ts";

const worker: Worker = createWorker(VARIABLES, readV1Settings);

export default worker;
