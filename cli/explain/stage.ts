/** What is said of one stage of a request. */

export interface Stage {
  /** A word or two. */
  readonly stage: string;
  readonly says: string;
}

/** One stage; what does not apply is left out. */
export const stage = (name: string, ...parts: readonly (string | false | undefined)[]): Stage => ({
  stage: name,
  says: parts.filter((part) => typeof part === "string" && part !== "").join("; "),
});
