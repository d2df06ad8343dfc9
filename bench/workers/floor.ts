/**
 * What keeping the contract takes on this platform, with as little else as possible: two origins by chance, hop-by-hop fields looked
 * for, a body held to be sent again, a deadline that is cleared, a copy of the response that names the origin. What goes
 * wrong is not handled at all, and no route is looked up.
 */
interface Env {
  /** JSON array of origins. */
  readonly ORIGINS: string;
}

let origins: readonly string[] | undefined;

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    origins ??= JSON.parse(env.ORIGINS) as string[];
    const url = new URL(request.url);
    const { method, headers } = request;
    const fields = ["connection", "proxy-connection", "proxy-authenticate", "proxy-authorization", "upgrade", "expect"];
    if (fields.some((name) => headers.has(name) && name !== "connection")) return new Response(null, { status: 501 });
    const body = method === "GET" ? null : await request.arrayBuffer();
    const origin = origins[Math.floor(Math.random() * origins.length)] ?? "";
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), 10_000);
    const target = origin + url.pathname + url.search;
    const response = await fetch(target, { method, headers, body, redirect: "manual", signal: controller.signal });
    clearTimeout(timer);
    const answer = new Response(response.body, response);
    for (const name of fields.slice(1, 4)) answer.headers.delete(name);
    answer.headers.set("x-lb-backend", origin);
    return answer;
  },
};
