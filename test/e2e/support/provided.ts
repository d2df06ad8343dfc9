/** What the global setup hands to every test file. */
import type { Certificates } from "../../../dev/certificates.ts";

/** Every deployment that is built. */
export type Deployment = "messageweave" | "messageweave-v1" | "primary-replica";

export interface Provided {
  /** Paths of the built Workers. */
  readonly bundles: Readonly<Record<Deployment, string>>;
  readonly certificates: Certificates;
}

declare module "vitest" {
  interface ProvidedContext {
    built: Provided;
  }
}
