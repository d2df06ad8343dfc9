/** The process's two streams as screens. */
import pc from "picocolors";
import type { Screen } from "../io.ts";

/** A pipe has no width: long texts are wrapped where a log is still easy to read. */
const PIPE_COLUMNS = 100;

type Environment = Readonly<Record<string, string | undefined>>;

/** Colours where somebody looks, unless `NO_COLOR` (no-color.org) says otherwise; `FORCE_COLOR` has them in a pipe too. */
export function screenOf(stream: NodeJS.WriteStream, env: Environment): Screen {
  const isTerminal = stream.isTTY === true;
  return {
    write: (text) => void stream.write(text),
    ...(isTerminal && canGoBack(stream, env) && { stream }),
    columns: Math.max(40, (isTerminal && stream.columns) || PIPE_COLUMNS),
    colors: pc.createColors(wantsColour(env, isTerminal)),
  };
}

/** A dumb terminal cannot, nor does one that has no size (as `script` makes one without a terminal of its own). */
const canGoBack = ({ rows, columns }: NodeJS.WriteStream, env: Environment): boolean => env["TERM"] !== "dumb" && rows > 0 && columns > 0;

function wantsColour(env: Environment, isTerminal: boolean): boolean {
  if (isSet(env["NO_COLOR"])) return false;
  if (isSet(env["FORCE_COLOR"])) return env["FORCE_COLOR"] !== "0";
  return isTerminal && env["TERM"] !== "dumb";
}

const isSet = (value: string | undefined): boolean => value !== undefined && value !== "";
