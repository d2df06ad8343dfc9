/** The token that `--token-env` names: from the environment, so that it stands in no command line and no history. */
import type { DeploymentName } from "../../deployments.ts";
import { UsageError } from "../../exit.ts";

/** What a header carries unchanged: visible ASCII, with spaces inside at most (RFC 9110, 5.5). */
const CARRIED = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** The options of `check` that have to do with it. */
interface TokenOptions {
  readonly tokenEnv?: string;
  readonly offline?: boolean;
}

/**
 * The token, or `undefined` where none is asked for. The variable's name is not repeated in an error: who mixes the two up has
 * written the token in its place.
 */
export function tokenFor(
  { tokenEnv, offline }: TokenOptions,
  deployment: DeploymentName,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (tokenEnv === undefined) return undefined;
  if (offline) throw new UsageError("--token-env asks the origins, and --offline asks none: leave one of them out");
  if (deployment === "primary-replica") {
    throw new UsageError(
      "--token-env is for MessageWeave's GET /api/config, which a primary-replica deployment does not know: leave it out",
    );
  }
  const token = env[tokenEnv];
  if (token === undefined)
    throw new UsageError("--token-env names a variable that is not set; it takes the variable's name, not the token");
  if (token.trim() === "") throw new UsageError("--token-env names a variable that is empty; put the token into it");
  if (!CARRIED.test(token)) {
    throw new UsageError(
      "--token-env names a variable with characters that no header carries; see whether it ends in a line break or a space",
    );
  }
  return token;
}
