/** `explain`: what would be done with a request, without sending it. */
import { Command } from "commander";
import { configurationOptions, type GivenOptions, withConfigurationOptions } from "../configuration/options.ts";
import { settle } from "../configuration/settled.ts";
import { type ExitCode, UsageError } from "../exit.ts";
import type { Io } from "../io.ts";
import { jsonText } from "../terminal/json.ts";
import { askedFrom, shownUrl } from "./asked.ts";
import { explained } from "./explain.ts";
import { shown } from "./present.ts";

interface ExplainOptions extends GivenOptions {
  readonly json?: boolean;
  readonly bodyBytes?: number;
}

const HELP = `
URL may be a path alone, as in /api/status: then it is asked over https.
What stands in a query is not shown.

Exit code: 0 it is explained, whatever the answer would be; 2 it cannot be.

Examples:
  messageweave-lb explain POST /webhook/tg
  messageweave-lb explain GET http://lb.example.com/api/status --json
  messageweave-lb explain PUT /api/config --body-bytes 5000000`;

export function explainCommand(io: Io, end: (code: ExitCode) => void): Command {
  return withConfigurationOptions(new Command("explain"))
    .usage("[options] METHOD URL")
    .argument("[METHOD]", "as the client sends it; GET and get are two methods")
    .argument("[URL]", "what the client asks the gateway for")
    .description("say what the gateway would do with a request, stage by stage, without sending it")
    .option("--body-bytes <N>", "the size of the request's body, to know whether it can be sent again", bytes)
    .option("--json", "print an object {method, url, answer, stages}")
    .addHelpText("after", HELP)
    .action(async (method: string | undefined, url: string | undefined, options: ExplainOptions) => {
      end(await explain(method, url, options, io));
    });
}

function bytes(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new UsageError("--body-bytes takes a number of bytes, as in --body-bytes 5000000");
  return Number(text);
}

async function explain(
  method: string | undefined,
  url: string | undefined,
  { json, bodyBytes, ...options }: ExplainOptions,
  io: Io,
): Promise<ExitCode> {
  const asked = askedFrom(method, url);
  const settled = await settle(configurationOptions(options), { exampleOrigins: true }, io);
  const result = await explained(asked, settled, { bodyBytes });
  io.out.write(`${json ? jsonText(result, 2) : shown(result, shownUrl(asked), io.out)}\n`);
  return 0;
}
