/** A host that webhooks are sent to: it stores what it receives, and answers as a test demands. */
export interface WebhookHost {
  readonly url: string;
  readonly host: string;
  readonly received: { headers: Headers; body: string }[];
  readonly requests: number;
  /** Answers the next requests by these: a response, silence, or a delay in ms. */
  meet(...faults: (Response | 'hang' | number)[]): void;
  /** Forgets the answers that are still demanded. */
  forget(): void;
  stop(): Promise<void>;
}

export function startWebhookHost(): WebhookHost {
  const faults: (Response | 'hang' | number)[] = [];
  const received: { headers: Headers; body: string }[] = [];
  let requests = 0;
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 60,
    async fetch(request) {
      const body = await request.text();
      requests++;
      const fault = faults.shift();
      if (fault instanceof Response) return fault;
      if (fault === 'hang') await new Promise(() => {});
      if (typeof fault === 'number') await Bun.sleep(fault);
      received.push({ headers: request.headers, body });
      return new Response('thanks');
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}/hook`,
    host: `127.0.0.1:${server.port}`,
    received,
    get requests() {
      return requests;
    },
    meet: (...more) => void faults.push(...more),
    forget: () => {
      faults.length = 0;
    },
    stop: () => server.stop(true),
  };
}
