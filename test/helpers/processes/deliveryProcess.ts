import type { Channel, EmailMessage, SmsMessage } from '../../../domain/ports/channels.ts';
import type { Renderer } from '../../../domain/ports/rendering.ts';
import { SearchUnavailable } from '../../../domain/ports/search.ts';
import { makeEmailChannel } from '../../../drivers/channels/email/emailChannel.ts';
import { engineOf, RecordingEngine, startWorker } from '../workerHarness.ts';

/**
 * A worker process that tests kill while it delivers: e-mail to the named SMTP server; an SMS is reported on standard
 * output, and its hand-over never ends.
 */
const [url = '', smtpUrl = ''] = process.argv.slice(2);

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
const sms: Channel<SmsMessage> = {
  provider: 'sms:hanging',
  maxSendMs: 500,
  send: ({ id }) => {
    console.log(`sending ${id}`);
    return new Promise(() => {});
  },
};
await startWorker(
  url,
  engineOf(new RecordingEngine(), SearchUnavailable),
  {},
  {
    channels: { email: [email], sms: [sms], webhook: [] },
    renderer,
    deliveryRules: { maxAttempts: 3, backoff: () => 0.05, leaseMs: 1_000 },
  },
  { logLevel: 'error' },
);
console.log('ready');
