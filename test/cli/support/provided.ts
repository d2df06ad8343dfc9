/** What the global setup gives to each test file. */
declare module "vitest" {
  interface ProvidedContext {
    /** The built command. */
    readonly command: string;
  }
}

export {};
