/** Forwards requests to Elasticsearch, after `intercept`, which may answer them in its place. */
export const forwardTo = (
  elasticsearch: string,
  intercept: (path: string) => Promise<Response | undefined>,
): Bun.Server<undefined> =>
  Bun.serve({
    port: 0,
    async fetch(request) {
      const { pathname, search: query } = new URL(request.url);
      const body = await request.bytes();
      const answer = await intercept(pathname);
      const { method, headers } = request;
      const init = { method, headers, decompress: false, ...(body.length > 0 && { body }) };
      return answer ?? fetch(`${elasticsearch}${pathname}${query}`, init);
    },
  });
