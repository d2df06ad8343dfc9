/** The Workers as they are deployed, and certificates for the origins. */
import { join } from "node:path";
import { buildWorker } from "../../../dev/build.ts";
import { makeCertificates } from "../../../dev/certificates.ts";
import type { Deployment, Provided } from "./provided.ts";

const CONFIGURATIONS: Readonly<Record<Deployment, string>> = {
  messageweave: "wrangler.toml",
  "messageweave-v1": "deployments/messageweave-v1/wrangler.toml",
  "primary-replica": "deployments/primary-replica/wrangler.toml",
};

/** Builds every deployment into a folder. */
export async function buildAll(folder: string): Promise<Provided> {
  const build = async (name: Deployment) => [name, await buildWorker(join(folder, name), CONFIGURATIONS[name])] as const;
  const [certificates, ...built] = await Promise.all([
    makeCertificates(),
    build("messageweave"),
    build("messageweave-v1"),
    build("primary-replica"),
  ]);
  return { bundles: Object.fromEntries(built) as Provided["bundles"], certificates };
}
