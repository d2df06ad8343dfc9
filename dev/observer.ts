// The observer: a Worker in front of the gateway, in the same runtime, that lets everything pass and writes one line about each answer.

/**
 * Its source. It hands over the very request and returns the very response, and writes to the same stream as the
 * gateway's own log, so that a request's failed attempts always come before its line. `header` says who answered.
 */
export const observer = (header: string): string => `
export default {
  async fetch(request, env) {
    const started = Date.now();
    // A broken Host makes no URL; the gateway answers it with 400 all the same.
    const { protocol, pathname } = URL.canParse(request.url) ? new URL(request.url) : { protocol: "https:", pathname: request.url };
    const tell = (status, backend) => console.warn(JSON.stringify({
      event: "request", scheme: protocol.slice(0, -1), method: request.method, path: pathname, status, backend, ms: Date.now() - started,
    }));
    try {
      const response = await env.LB.fetch(request);
      tell(response.status, response.headers.get(${JSON.stringify(header)}));
      return response;
    } catch (error) {
      tell(0, null);
      throw error;
    }
  },
};
`;
