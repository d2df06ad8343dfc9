/** Once per run: the Workers as they are deployed, and certificates for the origins. Tests get both by `inject`. */
import type { TestProject } from "vitest/node";
import { temporaryFolder } from "../../dev/leftovers.ts";
import { buildAll } from "./support/built.ts";
import "./support/provided.ts";

export default async function setup(project: TestProject): Promise<() => void> {
  const folder = temporaryFolder();
  try {
    project.provide("built", await buildAll(folder.path));
  } catch (error) {
    folder.remove();
    throw error;
  }
  return folder.remove;
}
