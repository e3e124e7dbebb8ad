import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { twilioReceiptPath, twilioSignature } from '../../../domain/notifications/recipients/receipts.ts';
import {
  authToken,
  call,
  email,
  ended,
  ofAddress,
  only,
  running,
  send,
  sidOf,
  sms,
  start,
  startControlsForFile,
  story,
  suppressions,
  url,
} from '../../helpers/deliveries/controlsHarness.ts';
import { poll } from '../../helpers/waits/poll.ts';

// A limit on a hang.
setDefaultTimeout(60_000);

/** Suppressions, receipts and logs of exchanges. */

await startControlsForFile();

describe('suppressed addresses', () => {
  test('receive nothing until the suppression is deleted, in upper or lower case', async () => {
    const created = { channel: 'email', address: 'Gone@example.com', auditInfo: { version: 3 } };
    const made = await call('POST', '/suppressions', created);
    expect(made.json).toMatchObject({ reason: 'MANUAL', auditInfo: { version: 1, whoInserted: 'anonymous' } });
    expect(
      (await call('POST', '/suppressions', { channel: 'email', address: 'gone@EXAMPLE.com' })).json.errors,
    ).toEqual([`address: "gone@EXAMPLE.com" is suppressed already, by the Suppression ${made.json.id}`]);
    expect((await call('POST', '/suppressions', { channel: 'sms', address: 'x' })).json.errors).toHaveLength(1);
    await start();
    const notification = await ended(
      await send('mail', [{ email: 'gone@example.com' }, { email: 'here@example.com' }]),
      'SENT',
    );
    expect(notification.notificationTo.map(({ status, statusReason = '' }) => [status, statusReason])).toEqual([
      ['SKIPPED', 'its address is suppressed'],
      ['SENT', ''],
    ]);
    expect((await call('DELETE', `/suppressions/${made.json.id}`)).status).toBe(200);
    expect((await call('DELETE', `/suppressions/${made.json.id}`)).status).toBe(400);
    await ended(await send('mail', [{ email: 'gone@example.com' }]), 'SENT');
    expect(email.sent.map(({ to }) => to)).toEqual(['here@example.com', 'gone@example.com']);
  });

  test('are added by hard bounces and opt-outs', async () => {
    await start();
    email.answer = () => ({ outcome: 'rejected', answer: '550 no such user', address: 'bounced' });
    const failed = only(await ended(await send('mail', [{ email: 'bounced@example.com' }]), 'FAILED'));
    expect(await suppressions(ofAddress('bounced@example.com'))).toMatchObject([
      { channel: 'email', reason: 'BOUNCED', description: '550 no such user', notificationToId: failed.id },
    ]);
    sms.answer = () => ({ outcome: 'rejected', answer: 'stop', address: 'opted-out' });
    await ended(await send('short', [{ phone: '+420601123456' }]), 'FAILED');
    expect(await suppressions(ofAddress('+420601123456'))).toMatchObject([{ channel: 'sms', reason: 'OPTED_OUT' }]);
    expect(only(await ended(await send('mail', [{ email: 'bounced@example.com' }]), 'SKIPPED')).attempts).toEqual([]);
    // A rejection for another reason does not suppress the address.
    email.answer = () => ({ outcome: 'rejected', answer: '554 spam' });
    await ended(await send('mail', [{ email: 'spam@example.com' }]), 'FAILED');
    expect(await suppressions(ofAddress('spam@example.com'))).toEqual([]);
  });

  test('are added by a POST to the signed link in each e-mail', async () => {
    await start({}, { publicUrl: 'https://waybill.example' });
    await ended(await send('mail', [{ email: 'tired@example.com' }]), 'SENT');
    const link = email.sent[0]?.unsubscribeUrl ?? '';
    const path = new URL(link).pathname;
    expect(link).toStartWith('https://waybill.example/unsubscribe/');
    const page = await fetch(url + path);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<form method="post">')]);
    expect(await suppressions(ofAddress('tired@example.com'))).toEqual([]);
    const forged = await fetch(`${url}${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`, { method: 'POST' });
    expect(forged.status).toBe(400);
    for (let click = 0; click < 2; click++) {
      const clicked = await fetch(url + path, { method: 'POST', body: 'List-Unsubscribe=One-Click' });
      expect(clicked.status).toBe(200);
    }
    expect(await suppressions(ofAddress('tired@example.com'))).toMatchObject([{ reason: 'OPTED_OUT' }]);
    await ended(await send('mail', [{ email: 'tired@example.com' }]), 'SKIPPED');
    expect(email.sent).toHaveLength(1);
  });
});

test('a channel whose connections are all in use counts no attempt', async () => {
  await start({ maxAttempts: 2 });
  let left = 4;
  const busy = {
    outcome: 'retry',
    answer: 'all connections were busy',
    providerUnavailable: false,
    busy: true,
  } as const;
  email.answer = () => (left-- > 0 ? busy : undefined);
  const { attempts } = only(await ended(await send('mail', [{ email: 'busy@example.com' }]), 'SENT'));
  expect(attempts).toMatchObject([{ outcome: 'sent' }]);
  expect(email.sent).toHaveLength(5);
});

describe('receipts', () => {
  const receiptUrl = 'https://waybill.example';
  async function receipt(
    targetId: string | undefined,
    status: string,
    more: Record<string, string> = {},
    token = authToken,
  ) {
    const search = targetId === undefined ? '' : `?target=${targetId}`;
    const form = { MessageSid: more.MessageSid ?? sidOf(targetId ?? ''), MessageStatus: status, ...more };
    const signature = twilioSignature(token, `${receiptUrl}${twilioReceiptPath}${search}`, form);
    const answer = await fetch(`${url}${twilioReceiptPath}${search}`, {
      method: 'POST',
      headers: { 'x-twilio-signature': signature },
      body: new URLSearchParams(form),
    });
    return answer.status;
  }
  const sent = async (phone = '+420601123499') => only(await ended(await send('short', [{ phone }]), 'SENT'));
  const target = async (id: string) => only(await story(id));

  test('move a target only forward; forged ones are rejected', async () => {
    await start({}, { receiptUrl });
    const { id, notificationId } = await sent();
    const of = () => target(notificationId as string);
    expect(sms.sent[0]?.receiptUrl).toBe(`${receiptUrl}${twilioReceiptPath}?target=${id}`);
    expect(await receipt(id, 'delivered', {}, 'another-token')).toBe(400);
    expect(await receipt(id, 'sent')).toBe(200);
    expect((await of()).status).toBe('SENT');
    expect(await receipt(id, 'delivered')).toBe(200);
    expect(await receipt(id, 'sent')).toBe(200);
    expect((await of()).status).toBe('DELIVERED');
    expect(await receipt(id, 'undelivered')).toBe(200);
    expect((await of()).status).toBe('DELIVERED');
    // A receipt with the id of another message, and one of an unknown message.
    expect(await receipt(id, 'failed', { MessageSid: `SM${'f'.repeat(32)}` })).toBe(200);
    expect(await receipt(undefined, 'failed', { MessageSid: `SM${'e'.repeat(32)}` })).toBe(200);
    expect((await of()).status).toBe('DELIVERED');
  });

  test('of undelivered messages make the notification FAILED, by the id of the message too', async () => {
    await start({}, { receiptUrl });
    const { id, notificationId } = await sent();
    expect(await receipt(undefined, 'undelivered', { MessageSid: sidOf(id), ErrorCode: '30005' })).toBe(200);
    expect(only(await ended(notificationId as string, 'FAILED'))).toMatchObject({
      status: 'UNDELIVERED',
      statusReason: 'undelivered, error 30005 of the provider',
    });
  });

  test('that arrive before the response are not lost, and resolve an unknown outcome', async () => {
    await start({}, { receiptUrl });
    sms.answer = async ({ id }) => {
      expect(await receipt(id, 'delivered')).toBe(200);
      return undefined;
    };
    expect((await sent()).status).toBe('DELIVERED');
    sms.answer = async ({ id }) => {
      expect(await receipt(id, 'sent')).toBe(200);
      return { outcome: 'unknown', answer: 'silence' };
    };
    expect((await sent()).status).toBe('SENT');
    sms.answer = () => ({ outcome: 'unknown', answer: 'silence' });
    const lost = only(await ended(await send('short', [{ phone: '+420601123499' }]), 'FAILED'));
    expect(await receipt(lost.id, 'delivered')).toBe(200);
    expect(only(await ended(lost.notificationId as string, 'SENT'))).toMatchObject({ status: 'DELIVERED' });
    expect(sms.sent).toHaveLength(3);
  });

  test('of a message from before a PLAN do not settle the next message', async () => {
    await start({}, { receiptUrl });
    const { id, notificationId } = await sent();
    const undelivered = { MessageSid: sidOf(id), ErrorCode: '30005' };
    expect(await receipt(id, 'undelivered', undelivered)).toBe(200);
    await ended(notificationId as string, 'FAILED');
    sms.answer = () => ({ outcome: 'unknown', answer: 'silence' });
    expect((await call('PUT', `/notifications/${notificationId}/state/PLAN`)).status).toBe(200);
    const unknown = { status: 'FAILED', statusReason: 'OUTCOME_UNKNOWN: silence' };
    await poll('the second message to be sent', () => sms.sent.length === 2);
    expect(only(await ended(notificationId as string, 'FAILED'))).toMatchObject(unknown);
    expect(await receipt(id, 'undelivered', undelivered)).toBe(200);
    expect(await receipt(id, 'delivered')).toBe(200);
    expect(await target(notificationId as string)).toMatchObject(unknown);
  });
});

describe('exchanges with providers', () => {
  const logsOf = async (id: string) =>
    (await call('GET', `/logs/by-owner/Notification/${id}`)).json as unknown as JsonObject[];

  test('become Logs as configured, without credentials', async () => {
    await start({}, { logExchanges: 'meta', publicUrl: 'https://waybill.example' });
    const once = () => {
      email.answer = undefined;
      return { outcome: 'retry', answer: '451 later', providerUnavailable: false } as const;
    };
    email.answer = once;
    const id = await send('mail', [{ email: 'logged@example.com' }]);
    const { id: targetId } = only(await ended(id, 'SENT'));
    const logs = await logsOf(id);
    expect(logs.map(({ resultCode, response }) => [resultCode, response]).sort()).toEqual([
      ['retry', '451 later'],
      ['sent', 'queued'],
    ]);
    expect(JSON.parse(logs[0]?.request as string)).toEqual({
      channel: 'email',
      to: 'logged@example.com',
      attachments: [],
    });
    expect(logs[0]).toMatchObject({
      logTypeCode: 'NOTIFICATION_EXCHANGE',
      module: 'notifications',
      relatedData: { provider: 'smtp:one', notificationToId: targetId },
    });
    await running.shift()?.stop();
    await start({}, { logExchanges: 'full' });
    const whole = await send('mail', [{ email: 'logged@example.com' }]);
    await ended(whole, 'SENT');
    expect(JSON.parse((await logsOf(whole))[0]?.request as string)).toMatchObject({ subject: 'mail', text: '{}' });
    await running.shift()?.stop();
    await start({}, { logExchanges: 'none' });
    const none = await send('mail', [{ email: 'logged@example.com' }]);
    await ended(none, 'SENT');
    expect(await logsOf(none)).toEqual([]);
  });
});
