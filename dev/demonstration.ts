// What a demonstration is, as data: all that tells one deployment's from another's.
import type { Origin } from "../src/engine/model.ts";
import type { BackendOptions } from "./backends.ts";

/** Whom the gateway stands before. */
export interface Standing {
  readonly url: string;
  /** How it is called in what is shown. */
  readonly name: string;
}

/** A line to try, and what it shows. */
export type Example = readonly [line: string, why: string];

/** What is known once everything listens. */
export interface Running {
  /** The gateway's own https address. */
  readonly at: string;
  /** Its plain side. */
  readonly plainAt: string;
  /** The bindings that it was given. */
  readonly bindings: Readonly<Record<string, string>>;
  /** Whether it stands before servers of the demonstration, which nobody minds being written to. */
  readonly isDemonstration: boolean;
}

export interface Demonstration {
  /** Chosen by it: `npm start -- <name>`. */
  readonly name: string;
  /** For the help: in front of what it stands. */
  readonly summary: string;
  /** For the help: the variables of its own. */
  readonly variables: readonly Example[];
  /** The Worker's wrangler configuration, from the project's folder. */
  readonly config: string;
  /** How it calls itself when it runs. */
  readonly title: string;
  /** What its servers are called. */
  readonly noun: "backend" | "server";
  /** What its plain side does. */
  readonly plainSide: string;
  /** The list of those that it stands before. */
  readonly list: {
    readonly variable: string;
    readonly readEntry: (entry: unknown) => Origin | undefined;
    /** Ends the line that says that a list is bad: "it must be …". */
    readonly must: string;
    readonly nameOf: (origin: Origin) => string;
    /** The list of its own servers. */
    readonly of: (servers: readonly Standing[]) => unknown;
  };
  /** Whether this variable of the environment is handed on to the gateway. */
  readonly isHandedOn: (variable: string) => boolean;
  /** What it is given before its own servers, unless the environment says otherwise. */
  readonly bindings: Readonly<Record<string, string>>;
  /** The response header that says who answered. */
  readonly header: string;
  readonly failStatus: BackendOptions["failStatus"];
  readonly serverNames: readonly string[];
  /** The application of each server, by name; what they share is made here. */
  readonly applications: () => (name: string) => BackendOptions["application"];
  /** A line about the gateway's own values. */
  readonly notes: (running: Running) => readonly string[];
  /** Pages of its own servers, for a browser. */
  readonly pages: readonly string[];
  readonly examples: (running: Running) => readonly Example[];
}

/** How its servers are called and fail, where the keyboard is concerned. */
export type Words = Pick<Demonstration, "noun" | "failStatus">;
