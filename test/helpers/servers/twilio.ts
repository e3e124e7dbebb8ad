import { Signal } from '../waits/signal.ts';

export type TwilioFault =
  | { readonly status: number; readonly code?: number; readonly headers?: Record<string, string> }
  /** Accepts the message and never responds. */
  | 'hang'
  /** Accepts the message, and responds when the promise resolves. */
  | Promise<void>
  /** Delay in ms. */
  | number;

export interface TestTwilio {
  readonly url: string;
  readonly accountSid: string;
  readonly authToken: string;
  /** The forms of the accepted messages. */
  readonly accepted: Record<string, string>[];
  readonly requests: number;
  readonly lookUps: number;
  /** Notified of every request to send. */
  readonly changes: Signal;
  meet(...faults: TwilioFault[]): void;
  /** Removes the queued faults. */
  forget(): void;
  stop(): Promise<void>;
}

/**
 * A server with the Messages resource of Twilio's API: create and list.
 *
 * @param faultOf returns the fault of a message for which none is queued; it sees each request before its answer
 */
export async function startTwilio({
  faultOf = () => undefined,
  onLookUp = () => {},
}: {
  readonly faultOf?: (form: Record<string, string>) => TwilioFault | undefined;
  readonly onLookUp?: (to: string) => void;
} = {}): Promise<TestTwilio> {
  const accountSid = `AC${'0'.repeat(32)}`;
  const authToken = 'the-token';
  const faults: TwilioFault[] = [];
  const accepted: Record<string, string>[] = [];
  const made: object[] = [];
  let requests = 0;
  let lookUps = 0;
  const changes = new Signal();
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  const answer = (status: number, body: object, headers: Record<string, string> = {}) =>
    Response.json(body, { status, headers });

  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 60,
    async fetch(request) {
      const { pathname, searchParams } = new URL(request.url);
      if (request.headers.get('authorization') !== authorization)
        return answer(401, { code: 20003, message: 'Authenticate' });
      if (pathname !== `/2010-04-01/Accounts/${accountSid}/Messages.json`) return answer(404, { code: 20404 });
      if (request.method === 'GET') {
        lookUps++;
        const to = searchParams.get('To');
        onLookUp(to ?? '');
        return answer(200, { messages: made.filter((one) => (one as { to: string }).to === to).reverse() });
      }
      requests++;
      changes.notify();
      const form = Object.fromEntries(new URLSearchParams(await request.text()));
      const fault = faults.shift() ?? faultOf(form);
      if (typeof fault === 'object' && 'status' in fault) {
        return answer(fault.status, { code: fault.code, message: 'as scripted', status: fault.status }, fault.headers);
      }
      if (typeof fault === 'number') await Bun.sleep(fault);
      const message = {
        sid: `SM${String(made.length).padStart(32, '0')}`,
        to: form.To,
        from: form.From ?? null,
        body: form.Body,
        status: 'queued',
        direction: 'outbound-api',
        num_segments: '1',
        date_created: new Date().toUTCString(),
      };
      accepted.push(form);
      made.push(message);
      if (fault === 'hang') await new Promise(() => {});
      if (fault instanceof Promise) await fault;
      return answer(201, message);
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    accountSid,
    authToken,
    accepted,
    changes,
    get requests() {
      return requests;
    },
    get lookUps() {
      return lookUps;
    },
    meet: (...more) => void faults.push(...more),
    forget: () => {
      faults.length = 0;
    },
    stop: () => server.stop(true),
  };
}
