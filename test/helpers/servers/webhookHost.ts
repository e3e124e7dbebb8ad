import { Signal } from '../waits/signal.ts';

/** A recipient of webhooks: it records its requests, and responds as a test sets. */
export interface WebhookHost {
  readonly url: string;
  readonly host: string;
  readonly received: { headers: Headers; body: string }[];
  readonly requests: number;
  /** Notified of every request. */
  readonly changes: Signal;
  /** Queues what the next requests meet: a response, silence, or a delay in ms. */
  meet(...faults: (Response | 'hang' | number)[]): void;
  /** Removes the queued responses. */
  forget(): void;
  stop(): Promise<void>;
}

export function startWebhookHost(): WebhookHost {
  const faults: (Response | 'hang' | number)[] = [];
  const received: { headers: Headers; body: string }[] = [];
  let requests = 0;
  const changes = new Signal();
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 60,
    async fetch(request) {
      const body = await request.text();
      requests++;
      changes.notify();
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
    changes,
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
