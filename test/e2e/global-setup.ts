/** Once per run: the Workers as they are deployed, and certificates for the origins. Tests get both by `inject`. */
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { buildWorker } from "../../dev/build.ts";
import { makeCertificates } from "../../dev/certificates.ts";
import { temporaryFolder } from "../../dev/leftovers.ts";
import type { Deployment, Provided } from "./support/provided.ts";

const CONFIGURATIONS: Readonly<Record<Deployment, string>> = {
  messageweave: "wrangler.toml",
  "messageweave-v1": "deployments/messageweave-v1/wrangler.toml",
  "primary-replica": "deployments/primary-replica/wrangler.toml",
};

export default async function setup(project: TestProject): Promise<() => void> {
  const folder = temporaryFolder();
  try {
    const build = async (name: Deployment) => [name, await buildWorker(join(folder.path, name), CONFIGURATIONS[name])] as const;
    const [certificates, ...built] = await Promise.all([
      makeCertificates(),
      build("messageweave"),
      build("messageweave-v1"),
      build("primary-replica"),
    ]);
    project.provide("built", { bundles: Object.fromEntries(built) as Provided["bundles"], certificates });
  } catch (error) {
    folder.remove();
    throw error;
  }
  return folder.remove;
}
