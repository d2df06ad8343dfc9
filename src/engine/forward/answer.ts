/** The origin's response as the client gets it: the same, less hop-by-hop fields, plus the name of the origin. */
import type { Origin } from "../model.ts";
import type { CrossingSettings } from "../settings.ts";
import { dropHopByHop } from "./headers.ts";

/**
 * A fetched response's headers can never be changed, so the answer is a copy of it, which shares the body and costs
 * no reading (`docs/decisions/observation-header.md`). The header is an observation: where the copy cannot be made or
 * written, as for a status outside 200–599, the response goes out as it came.
 */
export function toAnswer(response: Response, origin: Origin, publicUrl: URL, crossing: CrossingSettings): Response {
  try {
    const answer = copyOf(response);
    const { headers } = answer;
    dropHopByHop(headers);
    crossing.answerHeaders?.(headers, origin, publicUrl);
    headers.set(crossing.observationHeader, origin.name);
    return answer;
  } catch {
    return response;
  }
}

/** A reason phrase may hold what no `Response` can be made with; it is worth less than the rest. */
function copyOf(response: Response): Response {
  const { body } = response;
  try {
    return new Response(body, response);
  } catch {
    const { status, headers } = response;
    return new Response(body, { status, headers });
  }
}
