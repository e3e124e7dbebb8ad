interface Recorded {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

/** A server that passes requests on to a service, and records them with their statuses. */
export interface RequestRecorder {
  readonly url: string;
  readonly requests: Recorded[];
  stop(): Promise<void>;
}

interface Options {
  /** Called before a request is passed on. */
  readonly before: (request: Request) => Promise<unknown>;
  /** Whether the answer is a stream without an end: it ends after its first part then. */
  readonly isEndless: (request: Request) => boolean;
}

export function startRequestRecorder(service: string, { before, isEndless }: Options): RequestRecorder {
  const requests: Recorded[] = [];
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 120,
    async fetch(request) {
      await before(request);
      const { pathname, search } = new URL(request.url);
      const { method, headers, body } = request;
      const answer = await fetch(`${service}${pathname}${search}`, {
        ...{ method, headers, body, redirect: 'manual', decompress: false },
      });
      requests.push({ method, path: pathname, status: answer.status });
      if (!isEndless(request) || !answer.body) return answer;
      const reader = answer.body.getReader();
      const { value } = await reader.read();
      await reader.cancel();
      return new Response(value, { status: answer.status, headers: answer.headers });
    },
  });
  return { url: `http://127.0.0.1:${server.port}`, requests, stop: () => server.stop(true) };
}
