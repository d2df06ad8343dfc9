/**
 * The kind of load balancer that articles describe: health is kept per isolate and refreshed on the path of a request,
 * an exception is tried once more elsewhere, and a header says who answered.
 */
interface Env {
  /** A JSON array of origins. */
  readonly ORIGINS: string;
  readonly TIMEOUT_MS: string;
}

interface Health {
  readonly up: boolean;
  readonly checkedAt: number;
}

const HEALTH_TTL_MS = 30_000;
const health = new Map<string, Health>();

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const origins = JSON.parse(env.ORIGINS) as string[];
    const timeoutMs = Number(env.TIMEOUT_MS);
    await Promise.all(origins.map((origin) => refresh(origin, timeoutMs)));
    const healthy = origins.filter((origin) => health.get(origin)?.up);
    const usable = healthy.length > 0 ? healthy : origins;

    const start = Math.floor(Math.random() * usable.length);
    const first = usable[start] ?? "";
    const second = usable[(start + 1) % usable.length] ?? "";
    try {
      return await ask(first, request.clone(), timeoutMs);
    } catch {
      health.set(first, { up: false, checkedAt: Date.now() });
      return await ask(second, request, timeoutMs);
    }
  },
};

async function refresh(origin: string, timeoutMs: number): Promise<void> {
  const known = health.get(origin);
  if (known && Date.now() - known.checkedAt < HEALTH_TTL_MS) return;
  let up = false;
  try {
    const response = await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(timeoutMs) });
    up = response.ok;
  } catch {
    up = false;
  }
  health.set(origin, { up, checkedAt: Date.now() });
}

async function ask(origin: string, request: Request, timeoutMs: number): Promise<Response> {
  const url = new URL(request.url);
  const target = new Request(origin + url.pathname + url.search, request);
  const response = await fetch(target, { signal: AbortSignal.timeout(timeoutMs) });
  const answer = new Response(response.body, response);
  answer.headers.set("x-served-by", origin);
  return answer;
}
