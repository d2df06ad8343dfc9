/** Once per run: the Worker as it is deployed, and certificates for the origins. Tests get both by `inject`. */
import type { TestProject } from "vitest/node";
import { buildWorker } from "../../dev/build.ts";
import { makeCertificates } from "../../dev/certificates.ts";
import { temporaryFolder } from "../../dev/leftovers.ts";
import type { Provided } from "./support/provided.ts";

export default async function setup(project: TestProject): Promise<() => void> {
  const folder = temporaryFolder();
  try {
    const [bundle, certificates] = await Promise.all([buildWorker(folder.path), makeCertificates()]);
    project.provide("built", { bundle, certificates } satisfies Provided);
  } catch (error) {
    folder.remove();
    throw error;
  }
  return folder.remove;
}
