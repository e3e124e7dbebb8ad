import { expect, setDefaultTimeout, test } from 'bun:test';
import pino from 'pino';
import PostalMime from 'postal-mime';
import twilio from 'twilio';
import { readConfig } from '../../app/config.ts';
import type { EmailMessage } from '../../domain/ports/channels.ts';
import { makeChannels } from '../../drivers/channels/channels.ts';
import { makeTwilioRequests } from '../../drivers/channels/sms/twilioClient.ts';
import { makeMailbox } from '../../drivers/mailbox/mailbox.ts';
import { startApiForFile } from '../helpers/api.ts';
import { stopAfterFile } from '../helpers/bootstrap.ts';
import { SignalledList } from '../helpers/waits/signal.ts';

// A limit on a hang.
setDefaultTimeout(60_000);

interface Message {
  readonly id: string;
  readonly channel: string;
  readonly from: string;
  readonly to: string[];
  readonly subject?: string;
  readonly text?: string;
  readonly html?: string;
  readonly messageId?: string;
  readonly headers?: { name: string; value: string }[];
  readonly attachments?: { name?: string; mediaType: string; size: number; contentId?: string }[];
  readonly size: number;
  readonly receivedAt: string;
}

const api = await startApiForFile();
let url = api.databaseUrl;
const mailbox = makeMailbox({
  smtp: true,
  sms: true,
  smsFrom: 'Waybill',
  databaseUrl: () => url,
  log: pino({ level: 'silent' }),
});
await mailbox.start();
stopAfterFile(() => mailbox.stop());
const channels = makeChannels(readConfig(mailbox.environment()));
stopAfterFile(() => channels.stop());

const email = (id: string, more: Partial<EmailMessage> = {}): EmailMessage => ({
  id,
  to: 'jana@example.org',
  subject: `Výpadek ${id} 🚨`,
  text: 'Síť nejede.',
  attachments: [],
  ...more,
});
const list = async (filtering?: unknown): Promise<Message[]> => {
  const query = filtering === undefined ? '' : `?filtering=${encodeURIComponent(JSON.stringify(filtering))}`;
  const answer = await api.request('GET', `/admin/mailbox${query}`);
  expect(answer.status).toBe(200);
  return answer.json<Message[]>();
};

test('an e-mail that was sent can be read, in parts and as it came', async () => {
  const ended = await channels.email[0]?.send(
    email('whole', {
      html: '<p>Síť nejede.</p>',
      attachments: [{ name: 'Zpráva č. 1.txt', mediaType: 'text/plain', content: new TextEncoder().encode('obsah') }],
      unsubscribeUrl: 'https://example.org/u',
    }),
  );
  const [message] = await list({ filters: [{ column: 'messageId', value: '<whole@localhost>' }] });
  expect(ended).toMatchObject({ outcome: 'sent', providerId: message?.id });
  expect(message).toMatchObject({
    channel: 'EMAIL',
    from: 'waybill@localhost',
    to: ['jana@example.org'],
    subject: 'Výpadek whole 🚨',
    attachments: [{ name: 'Zpráva č. 1.txt', mediaType: 'text/plain', size: 5 }],
  });
  expect(message?.text?.trim()).toBe('Síť nejede.');
  expect(message?.html).toContain('<p>Síť nejede.</p>');
  expect(message?.headers).toContainEqual({ name: 'List-Unsubscribe', value: '<https://example.org/u>' });

  const raw = await api.request('GET', `/admin/mailbox/${message?.id}/raw`);
  expect(raw.headers.get('content-type')).toBe('message/rfc822');
  expect(Buffer.byteLength(raw.text)).toBe(message?.size as number);
  const parsed = await PostalMime.parse(raw.text);
  expect(parsed.subject).toBe('Výpadek whole 🚨');
  expect(new TextDecoder().decode(parsed.attachments[0]?.content as ArrayBuffer)).toBe('obsah');
});

test('the sender of an e-mail is that of its header, also if it returns to another address', async () => {
  const returning = makeChannels(readConfig({ ...mailbox.environment(), BOUNCE_ADDRESS: 'bounces@example.org' }));
  await returning.email[0]?.send(email('returning'));
  await returning.stop();
  const [message] = await list({ filters: [{ column: 'messageId', value: '<returning@localhost>' }] });
  expect(message?.from).toBe('waybill@localhost');
});

test('an SMS that was sent can be read, and found by those who ask as they would ask Twilio', async () => {
  const since = new Date();
  const sms = { id: '1', to: '+420777123456', text: 'Síť nejede. 🚨' };
  const ended = await channels.sms[0]?.send(sms);
  expect(ended).toMatchObject({ outcome: 'sent', segments: 1 });
  const [message] = await list([{ column: 'channel', value: 'SMS' }]);
  expect(message).toMatchObject({ from: 'Waybill', to: [sms.to], text: sms.text });
  const { providerId } = ended as { providerId: string };
  expect(providerId).toMatch(/^SM[0-9a-f]{32}$/);
  expect(message?.messageId).toBe(providerId);
  const raw = await api.request('GET', `/admin/mailbox/${message?.id}/raw`);
  expect(raw.headers.get('content-type')).toBe('application/json');
  expect(raw.json<object>()).toMatchObject({ sid: providerId, to: sms.to, body: sms.text });

  expect(await channels.sms[0]?.lookUp?.(sms, since)).toMatchObject({ outcome: 'sent', providerId });
  expect(await channels.sms[0]?.lookUp?.({ ...sms, text: 'other' }, since)).toBeUndefined();
  const { TWILIO_ACCOUNT_SID: sid, TWILIO_AUTH_TOKEN: token, TWILIO_BASE_URL: base } = mailbox.environment();
  const httpClient = makeTwilioRequests({ base: new URL(base as string), timeoutMs: 5_000 });
  const client = twilio(sid as string, token as string, { httpClient });
  expect(await client.messages(providerId).fetch()).toMatchObject({
    sid: providerId,
    status: 'delivered',
    body: sms.text,
  });
  expect(await client.messages.list({ to: sms.to })).toHaveLength(1);
  expect(await client.messages.list({ to: '+420777000000' })).toEqual([]);
  await expect(client.messages(`SM${'0'.repeat(32)}`).fetch()).rejects.toMatchObject({ status: 404, code: 20404 });
  await expect(client.messages.create({ to: '+1', body: '' })).rejects.toMatchObject({ status: 400 });
  const other = twilio(sid as string, 'guess', { httpClient });
  await expect(other.messages.list()).rejects.toMatchObject({ status: 401 });
});

test('a receipt that is wanted comes, signed as Twilio signs', async () => {
  const receipts = new SignalledList<{ signature: string | null; form: Record<string, string> }>();
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const form = Object.fromEntries(new URLSearchParams(await request.text()));
      receipts.add({ signature: request.headers.get('x-twilio-signature'), form });
      return new Response(null, { status: 204 });
    },
  });
  const receiptUrl = `http://127.0.0.1:${server.port}/receipts?target=1`;
  const sms = { id: '3', to: '+420777123458', text: 'Síť jede.', receiptUrl };
  const ended = await channels.sms[0]?.send(sms);
  const { signature, form } = await receipts.until('the receipt', () => receipts.items[0]);
  await server.stop(true);
  expect(form).toMatchObject({ MessageSid: (ended as { providerId: string }).providerId, MessageStatus: 'delivered' });
  const token = mailbox.environment().TWILIO_AUTH_TOKEN as string;
  expect(twilio.validateRequest(token, signature ?? '', receiptUrl, form)).toBe(true);
});

test('messages are filtered, sorted and counted off like records', async () => {
  for (const id of ['a', 'b', 'c']) await channels.email[0]?.send(email(id, { to: `${id}@filtered.example` }));
  const to = { column: 'to', operator: 'LIKE', value: '%@filtered.example' };
  const subjects = async (more: object) => (await list({ filters: [to], ...more })).map(({ subject }) => subject);
  expect(await subjects({})).toEqual(['Výpadek a 🚨', 'Výpadek b 🚨', 'Výpadek c 🚨']);
  expect(await subjects({ sort: [{ column: 'receivedAt', direction: 'DESC' }], size: 2 })).toEqual([
    'Výpadek c 🚨',
    'Výpadek b 🚨',
  ]);
  expect(await list([to, { column: 'subject', operator: 'LIKE', value: 'VÝPADEK B' }])).toHaveLength(1);
  const wrong = await api.request(
    'GET',
    `/admin/mailbox?filtering=${encodeURIComponent('[{"column":"colour","value":"1"}]')}`,
  );
  expect(wrong.status).toBe(400);
  expect(wrong.errors[0]).toContain('colour');
});

test('what no parser can read, or no text column hold, is kept all the same', async () => {
  await channels.email[0]?.send(email('odd', { text: 'a\u0000b \ud800', html: '<b>\u0000</b>' }));
  expect((await list()).some(({ messageId }) => messageId === '<odd@localhost>')).toBe(true);
});

test('a message that cannot be kept is not taken', async () => {
  const right = url;
  url = 'postgres://nobody@127.0.0.1:1/none';
  expect(await channels.email[0]?.send(email('lost'))).toMatchObject({ outcome: 'retry', providerUnavailable: false });
  const sms = { id: '2', to: '+420777123457', text: 'lost' };
  expect(await channels.sms[0]?.send(sms)).toMatchObject({ outcome: 'retry', afterSeconds: 2 });
  url = right;
  expect((await channels.email[0]?.send(email('found')))?.outcome).toBe('sent');
});

test('the newest thousand are kept', async () => {
  const { sql } = api;
  await sql`
    insert into mailbox_message (id, channel, size, doc, search, raw)
    select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'EMAIL', 1, '{}', '{}', ''
    from generate_series(1, 1100) as n`;
  await Promise.all(Array.from({ length: 50 }, (_, n) => channels.email[0]?.send(email(`trim-${n}`))));
  const [row] = await sql<
    { n: number; low: string }[]
  >`select count(*)::int as n, min(id::text) as low from mailbox_message`;
  expect(row?.n).toBeLessThan(1_050);
  expect(row?.n).toBeGreaterThanOrEqual(1_000);
  expect(row?.low).not.toBe('00000000-0000-7000-8000-000000000001');
});

test('it is emptied, and what is not there is a 404', async () => {
  const [message] = await list({ size: 1 });
  expect((await api.request('DELETE', '/admin/mailbox')).text).toBe('');
  expect(await list()).toEqual([]);
  expect((await api.request('GET', `/admin/mailbox/${message?.id}/raw`)).status).toBe(404);
  const malformed = await api.request('GET', '/admin/mailbox/abc/raw');
  expect(malformed.errors).toEqual(['id: type mismatch, "abc" is not a UUID']);
});

test('only what is wanted runs, and only on this machine', async () => {
  const off = makeMailbox({
    smtp: false,
    sms: false,
    smsFrom: 'x',
    databaseUrl: () => url,
    log: pino({ level: 'silent' }),
  });
  await off.start();
  expect(off.environment()).toEqual({});
  await off.stop();
  const { SMTP_URL, TWILIO_BASE_URL } = mailbox.environment();
  for (const at of [SMTP_URL, TWILIO_BASE_URL]) expect(new URL(at as string).hostname).toBe('127.0.0.1');
});
