// What must not outlive this process: the same as for the command line.
export { endWithProcess, temporaryFolder } from "../cli/leftovers.ts";
