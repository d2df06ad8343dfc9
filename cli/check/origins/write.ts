/** A list of origins as it is written in the place that a variable comes from. */
import type { Giver } from "../../configuration/variables.ts";

/** The whole line, or option, in a form that can be copied. */
export function assignment(name: string, origins: readonly string[], giver: Giver): string {
  const json = `[${origins.map((origin) => `"${origin}"`).join(", ")}]`;
  return { vars: `${name} = '${json}'`, "dev-vars": `${name}='${json}'`, option: `--var '${name}=${json}'` }[giver];
}
