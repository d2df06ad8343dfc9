/** The platform's floor: a Worker that passes every request on to one origin and does nothing else. */
export default {
  fetch(request: Request, { ORIGIN }: { readonly ORIGIN: string }): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    return fetch(ORIGIN + pathname + search, request);
  },
};
