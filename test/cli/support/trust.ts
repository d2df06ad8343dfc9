/** The tests' own authority, as the command is told of it. */
import { test as base } from "../../e2e/support/lab.ts";
import { folderWith } from "./command.ts";

/** `trusting` is an environment in which the certificates of `lab` are good. */
export const test = base.extend("trusting", { scope: "file" }, ({ built }, { onCleanup }) => {
  const folder = folderWith({ "ca.pem": built.certificates.ca });
  onCleanup(folder.remove);
  return { env: { NODE_EXTRA_CA_CERTS: `${folder.path}/ca.pem` } };
});
