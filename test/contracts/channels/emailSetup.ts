import { afterAll } from 'bun:test';
import type { EmailMessage } from '../../../domain/ports/channels.ts';
import { type EmailOptions, makeEmailChannel } from '../../../drivers/channels/email/emailChannel.ts';
import { startSmtp, type TestSmtp } from '../../helpers/servers/smtp.ts';

/** Limits on a hang, for servers that respond. */
export const PATIENT: EmailOptions['timeouts'] = { connect: 20_000, answer: 20_000, whole: 50_000 };
/** Time-out of a channel to a silent server, in ms. */
export const ANSWER = 1_000;

export const plain = (id: string, more: Partial<EmailMessage> = {}): EmailMessage => ({
  id,
  to: 'jana@example.org',
  subject: 'Outage',
  text: 'The network is down.',
  attachments: [],
  ...more,
});

/** Returns functions that create the channels and servers of a test file; all stop after its last test. */
export function emailServers() {
  const open: { stop(): unknown }[] = [];
  afterAll(async () => {
    for (const one of open.reverse()) await one.stop();
  });

  function makeChannel(url: string, more: Partial<EmailOptions> = {}) {
    const channel = makeEmailChannel({
      url,
      from: { name: 'Waybill', address: 'waybill@example.org' },
      connections: 5,
      timeouts: PATIENT,
      ...more,
    });
    open.push(channel);
    return channel;
  }

  async function server(options?: Parameters<typeof startSmtp>[0]): Promise<TestSmtp> {
    const started = await startSmtp(options);
    open.push(started);
    return started;
  }

  return { makeChannel, server, open };
}
