import { outage, type Sink, startNotifying, startSink } from '../../messages/notificationLoad.ts';
import type { Topic } from '../peer.ts';
import { nodemailer } from './nodemailer.ts';

export interface MailEnvironment {
  readonly sink: Sink;
  /** Number of e-mails of a run, and of connections to the SMTP server. */
  readonly count: number;
  readonly connections: number;
}

const MAILS = 10_000;
const CONNECTIONS = 8;
/** The sink prints a line after so many. */
const EVERY = 100;

/** E-mails to a local SMTP server that accepts everything, from their acceptance until the last message. */
export const mails: Topic<MailEnvironment> = {
  peers: [nodemailer],
  async start(part) {
    const count = Math.ceil((MAILS * part) / EVERY) * EVERY;
    const sink = await startSink('smtpSink.ts', EVERY);
    const service = await startNotifying({
      SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
      SMTP_CONNECTIONS: String(CONNECTIONS),
    });
    const to = (number: number) => ({ email: `customer${number}@example.com` });
    const numbers = Array.from({ length: count }, (_, number) => number);

    /** Measures from the response that accepts the notifications. */
    const sending = (accept: () => Promise<void>) => async (): Promise<number> => {
      await service.settled();
      const target = sink.received() + count;
      await accept();
      const began = Date.now();
      const rate = (count * 1_000) / ((await sink.until(target)) - began);
      await service.settled();
      return rate;
    };
    const one = () => service.post('/notifications', outage(1, numbers.map(to)));
    const many = () =>
      service.post(
        '/notifications/batch',
        numbers.map((number) => outage(number, [to(number)])),
      );
    const mailCount = count.toLocaleString('en');
    return {
      environment: { sink, count, connections: CONNECTIONS },
      questions: [
        { what: `one notification by e-mail with ${mailCount} targets, 2 workers`, work: 'mails', rate: sending(one) },
        { what: `${mailCount} notifications by e-mail, each with its own message`, work: 'mails', rate: sending(many) },
      ],
      stop: async () => {
        await service.stop();
        sink.stop();
      },
    };
  },
};
