/** Options that are a number of seconds. */
import { UsageError } from "../exit.ts";

/** A parser for commander. Fractions are allowed. */
export function seconds(option: string, least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    // A value that may be left out swallows a URL that stands behind it.
    throw new UsageError(`${option} takes a number of seconds from ${least} to ${most}, as in  messageweave-lb status URL ${option} 30`);
  };
}
