/** What the global setup hands to every test file. */
import type { Certificates } from "../../../dev/certificates.ts";

export interface Provided {
  /** Path of the built Worker. */
  readonly bundle: string;
  readonly certificates: Certificates;
}

declare module "vitest" {
  interface ProvidedContext {
    built: Provided;
  }
}
