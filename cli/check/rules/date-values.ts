/** Dates of TOML, which wrangler refuses in `[vars]`: it deploys nothing of such a file. */
import type { Finding } from "../../findings.ts";
import type { Rule } from "../rule.ts";

export const dateValues: Rule = ({ variables }) =>
  variables.flatMap(({ value, where, name }): readonly Finding[] =>
    value instanceof Date
      ? [
          {
            severity: "error",
            code: "value-date",
            where,
            found: "it is a date, which TOML knows and wrangler refuses as a variable",
            advice:
              name === "LB_VERSION" ? `write it in quotes:  LB_VERSION = "${value.toISOString()}"` : "write a text in quotes, or remove it",
          },
        ]
      : [],
  );
