import type { Channel, EmailMessage, SmsMessage } from '../../../domain/ports/channels.ts';
import type { Renderer } from '../../../domain/ports/rendering.ts';
import { SearchUnavailable } from '../../../domain/ports/search.ts';
import { makeEmailChannel } from '../../../drivers/channels/email/emailChannel.ts';
import { makeSmsChannel } from '../../../drivers/channels/sms/smsChannel.ts';
import { engineOf, RecordingEngine, startWorker } from '../workerHarness.ts';

export interface DeliveryProcessSettings {
  /** Where SMS go. By default each is reported on standard output, and its hand-over never ends. */
  readonly twilio?: { readonly url: string; readonly accountSid: string; readonly authToken: string };
  /** Concurrent SMS. */
  readonly smsConnections?: number;
  /** `standard`: of the channel, as in production. By default one second. */
  readonly lease?: 'standard';
}

/** A worker process that tests kill, pause or cut off while it delivers: e-mail to the named SMTP server, and SMS. */
const [url = '', smtpUrl = '', text = '{}'] = process.argv.slice(2);
const { twilio, smsConnections = 1, lease }: DeliveryProcessSettings = JSON.parse(text);

const renderer: Renderer = {
  render: async ({ data }) => ({ content: Buffer.from(data), plainText: data }),
  evict: () => {},
};
const email: Channel<EmailMessage> = makeEmailChannel({
  url: smtpUrl,
  from: { name: '', address: 'waybill@example.com' },
  connections: 4,
  timeouts: { connect: 5_000, answer: 30_000, whole: 60_000 },
});
const hanging: Channel<SmsMessage> = {
  provider: 'sms:hanging',
  maxSendMs: 500,
  send: ({ id }) => {
    console.log(`sending ${id}`);
    return new Promise(() => {});
  },
};
const sms = twilio
  ? makeSmsChannel({
      accountSid: twilio.accountSid,
      authToken: twilio.authToken,
      baseUrl: twilio.url,
      from: '+420800123456',
      concurrency: smsConnections,
      timeouts: { connect: 10_000, whole: 60_000 },
    })
  : hanging;
await startWorker(
  url,
  engineOf(new RecordingEngine(), SearchUnavailable),
  {},
  {
    channels: { email: [email], sms: [sms], webhook: [] },
    renderer,
    deliveryRules: { maxAttempts: 3, backoff: () => 0.05, ...(lease !== 'standard' && { leaseMs: 1_000 }) },
  },
  { logLevel: 'warn' },
);
console.log('ready');
