// `npm start`: a deployment in the real runtime, in front of servers that fail on command, or of real ones.
import { chosen, help } from "./help.ts";
import { messageweave } from "./messageweave/demonstration.ts";
import { primaryReplica } from "./primary-replica/demonstration.ts";
import { runMain } from "./run.ts";
import { show } from "./show.ts";

const KNOWN = [messageweave, primaryReplica] as const;

await runMain(async () => {
  const said = process.argv.slice(2);
  if (said.includes("--help") || said.includes("-h")) return console.log(help(KNOWN));
  await show(chosen(KNOWN, said), process.env);
});
