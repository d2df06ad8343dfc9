/** The Worker: the first release's gateway. */
import { createWorker, type Worker } from "../../src/engine/worker.ts";
import { VARIABLES } from "../../src/messageweave/settings.ts";
import { readV1Settings } from "../../src/messageweave/v1.ts";

const worker: Worker = createWorker(VARIABLES, readV1Settings);

export default worker;
