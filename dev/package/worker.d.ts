/** A gateway as Cloudflare runs it. Types of the platform are not needed to use it: whichever `Request` and `Response` are there will do. */
export interface Worker {
  /**
   * Answers one request. It never throws for a bad configuration: that is an answer with status 503.
   *
   * @param env The Worker's variables, by name.
   * @param context Of which only `waitUntil` is used: for what goes on behind the answer.
   */
  fetch(request: Request, env: object, context: { waitUntil(promise: Promise<unknown>): void }): Response | Promise<Response>;
}

declare const worker: Worker;

export default worker;
