/** Builds the command once for all tests of it. */
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { buildCommand } from "../../dev/build-command.ts";
import { temporaryFolder } from "../../dev/leftovers.ts";
import "./support/provided.ts";

export default async function setup(project: TestProject): Promise<() => void> {
  const folder = temporaryFolder();
  const command = join(folder.path, "messageweave-lb.js");
  await buildCommand(command);
  project.provide("command", command);
  return () => folder.remove();
}
