import type { Channel, EmailMessage, SmsMessage, WebhookMessage } from '../../../domain/ports/channels.ts';
import type { Renderer } from '../../../domain/ports/rendering.ts';
import type { QueueName } from '../../../domain/queue/definitions.ts';
import { makeEmailChannel } from '../../../drivers/channels/email/emailChannel.ts';
import { makeSmsChannel } from '../../../drivers/channels/sms/smsChannel.ts';
import { makeWebhookChannel } from '../../../drivers/channels/webhook/webhookChannel.ts';
import { makeHostGuard } from '../../../drivers/net/ssrfGuard.ts';
import { stopAfterFile } from '../bootstrap.ts';
import { startSmtp, type TestSmtp } from '../servers/smtp.ts';
import { startTwilio, type TestTwilio } from '../servers/twilio.ts';
import { startWebhookHost, type WebhookHost } from '../servers/webhookHost.ts';
import type { ProcessDrivers } from './killPoints.ts';
import type { ProcessFate } from './processFate.ts';
import { startRequestProbe } from './requestProbe.ts';

/** The servers of all channels, with the drivers of processes that deliver to them. */
export interface Providers {
  readonly smtp: TestSmtp;
  readonly twilio: TestTwilio;
  readonly webhooks: WebhookHost;
  /** As of Scenario: a process with a fate reaches the servers through probes. */
  readonly drivers: (
    queues: readonly QueueName[],
    change?: (sms: Channel<SmsMessage>) => Channel<SmsMessage>,
  ) => (fate?: ProcessFate) => Promise<ProcessDrivers>;
}

const renderer: Renderer = {
  render: async ({ data }) => ({ content: Buffer.from(data), plainText: data }),
  evict: () => {},
};

export async function startProvidersForFile(): Promise<Providers> {
  const [smtp, twilio] = await Promise.all([startSmtp(), startTwilio()]);
  const webhooks = startWebhookHost();
  stopAfterFile(() => Promise.all([smtp.stop(), twilio.stop(), webhooks.stop()]));
  const ports = { smtp: portOf(smtp.url), twilio: portOf(twilio.url), webhook: portOf(webhooks.url) };

  async function channelsOf(fate?: ProcessFate) {
    const probes = fate
      ? await Promise.all(Object.entries(ports).map(([name, port]) => startRequestProbe(name, port, fate)))
      : [];
    const [smtpPort, twilioPort, webhookPort] = fate ? probes.map(({ port }) => port) : Object.values(ports);
    const email = makeEmailChannel({
      url: `smtp://127.0.0.1:${smtpPort}`,
      from: { name: '', address: 'waybill@example.com' },
      connections: 2,
      timeouts: { connect: 5_000, answer: 30_000, whole: 60_000 },
    });
    const sms = makeSmsChannel({
      ...{ accountSid: twilio.accountSid, authToken: twilio.authToken, baseUrl: `http://127.0.0.1:${twilioPort}` },
      ...{ from: '+420800123456', concurrency: 2, timeouts: { connect: 5_000, whole: 10_000 } },
    });
    const guard = makeHostGuard([`127.0.0.1:${webhookPort}`]);
    const webhook = makeWebhookChannel({ guard, timeoutMs: 10_000 });
    return {
      // The provider has the same name for a process behind a probe and for one that is not.
      email: [{ ...email, provider: 'smtp' } satisfies Channel<EmailMessage>],
      sms: [{ ...sms, provider: 'twilio' } satisfies Channel<SmsMessage>],
      webhook: [
        {
          ...webhook,
          send: (message: WebhookMessage, ...more) =>
            webhook.send({ ...message, url: message.url.replace(`:${ports.webhook}/`, `:${webhookPort}/`) }, ...more),
        } satisfies Channel<WebhookMessage>,
      ],
      stop: async () => {
        for (const probe of probes) probe.stop();
        await email.stop();
      },
    };
  }

  return {
    ...{ smtp, twilio, webhooks },
    drivers:
      (queues, change = (sms) => sms) =>
      async (fate) => {
        const { stop, sms, ...channels } = await channelsOf(fate);
        return { options: { queues, work: { channels: { ...channels, sms: sms.map(change) }, renderer } }, stop };
      },
  };
}

const portOf = (url: string): number => Number(new URL(url).port);
