import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { EmailMessage, SendResult } from '../../../domain/ports/channels.ts';
import {
  ended,
  harness,
  post,
  RecordingChannel,
  rule,
  send,
  setState,
  sms,
  smtp,
  start,
  startDeliveriesForFile,
  url,
  webhook,
} from '../../helpers/deliveries/deliveryHarness.ts';
import { poll } from '../../helpers/waits/poll.ts';

// A limit on a hang.
setDefaultTimeout(90_000);

/** Notifications from the request to the recipient, with real workers and a real mail server. */

await startDeliveriesForFile();

describe('a notification by e-mail', () => {
  test('arrives with its subject and both parts, and records its attempts', async () => {
    await start();
    const id = await send({
      notificationTo: [{ email: 'jan@example.com' }],
      from: 'Havarijní služba, 給水',
      formatterDocumentTemplateDataOverride: { salutation: 'Vážený pane' },
      attachments: [{ name: 'plan.txt', mimeType: 'text/plain', data: btoa('the plan') }],
      data: { what: 'water', content: '<b>Voda</b>', salutation: 'Ahoj' },
    });
    const notification = await ended(id, 'SENT');
    const mail = await smtp.last();
    expect([mail.subject, mail.to?.[0]?.address]).toEqual(['About water', 'jan@example.com']);
    expect(mail.from).toMatchObject({ name: 'Havarijní služba, 給水', address: 'waybill@example.com' });
    expect(mail.html).toContain('Vážený pane');
    expect(mail.text).toContain('<b>Voda</b>');
    expect(mail.attachments).toMatchObject([{ filename: 'plan.txt' }]);
    expect(notification).toMatchObject({ subject: 'About water', contents: expect.stringContaining('Voda') });
    expect(notification.notificationTo).toMatchObject([
      {
        status: 'SENT',
        channel: 'email',
        attempts: [
          {
            attempt: 1,
            outcome: 'sent',
            worker: expect.any(String),
            provider: expect.stringContaining('smtp'),
            durationMs: expect.any(Number),
          },
        ],
      },
    ]);
  });

  test('is retried after a temporary error, and not after a permanent one', async () => {
    await start();
    smtp.meet('rcpt', { code: 451, text: 'greylisted' });
    const greylisted = await send({ notificationTo: [{ email: 'later@example.com' }] });
    const retried = await ended(greylisted, 'SENT');
    expect(retried.notificationTo[0]?.attempts.map(({ attempt, outcome }) => [attempt, outcome])).toEqual([
      [1, 'retry'],
      [2, 'sent'],
    ] as never);
    smtp.meet('rcpt', { code: 550, text: 'no such user' });
    const never = await send({ notificationTo: [{ email: 'never@example.com' }] });
    const failed = await ended(never, 'FAILED');
    expect(failed.notificationTo[0]).toMatchObject({
      status: 'FAILED',
      statusReason: expect.stringContaining('no such user'),
    });
    smtp.meet('rcpt', ...[1, 2, 3].map(() => ({ code: 451, text: 'busy' })));
    const tired = await send({ notificationTo: [{ email: 'tired@example.com' }] });
    expect((await ended(tired, 'FAILED')).notificationTo[0]).toMatchObject({
      statusReason: expect.stringContaining('failed after 3 attempts'),
      attempts: [{ outcome: 'retry' }, { outcome: 'retry' }, { outcome: 'retry' }],
    });
    // A client can plan it again, with all attempts.
    expect((await setState(tired, 'PLAN')).status).toBe(200);
    expect((await ended(tired, 'SENT')).notificationTo[0]?.attempts).toHaveLength(4);
  });

  test('with an unknown outcome is sent again under the same id', async () => {
    await start();
    smtp.meet('data', 'drop');
    const id = await send({ notificationTo: [{ email: 'twice@example.com' }] });
    const notification = await ended(id, 'SENT');
    expect(notification.notificationTo[0]?.attempts.map(({ outcome }) => outcome)).toEqual(['unknown', 'sent']);
    const mail = await smtp.last();
    expect(mail.messageId).toContain(notification.notificationTo[0]?.id as string);
  });

  test('is sent by the next provider if the first is unavailable', async () => {
    const unavailable = new RecordingChannel<EmailMessage>('smtp:unavailable');
    const available = new RecordingChannel<EmailMessage>('smtp:available');
    unavailable.answers.push({
      outcome: 'retry',
      provider: unavailable.provider,
      answer: 'refused',
      providerUnavailable: true,
    });
    await start({ channels: { email: [unavailable, available] } });
    const notification = await ended(await send({ notificationTo: [{ email: 'a@example.com' }] }), 'SENT');
    expect(notification.notificationTo[0]?.attempts).toMatchObject([
      { attempt: 1, provider: 'smtp:unavailable', outcome: 'retry' },
      { attempt: 2, provider: 'smtp:available', outcome: 'sent' },
    ]);
  });

  test('whose template fails on the data is FAILED, with the reason', async () => {
    await start();
    await post('/formatter-templates', {
      code: 'broken',
      inputType: 'SCRIPT',
      documentType: 'EMAIL',
      content: 'throw new Error("no site")',
    });
    const id = await send({ templateCode: 'broken', notificationTo: [{ email: 'a@example.com' }] });
    expect((await ended(id, 'FAILED')).notificationTo[0]).toMatchObject({
      status: 'FAILED',
      statusReason: expect.stringContaining('no site'),
      attempts: [],
    });
  });
});

describe('an SMS', () => {
  test('with an unknown outcome is looked up, and never sent twice', async () => {
    await start();
    const unknown: SendResult = { outcome: 'unknown', provider: 'sms:test', answer: 'no answer' };
    sms.answers.push(unknown);
    sms.found = { outcome: 'sent', provider: 'sms:test', answer: 'was queued', providerId: 'SM1' };
    const found = await send({ templateCode: 'by-sms', notificationTo: [{ phone: '601 123 456' }] });
    expect((await ended(found, 'SENT')).notificationTo).toMatchObject([{ providerId: 'SM1', phone: '+420601123456' }]);
    sms.answers.push(unknown);
    sms.found = undefined;
    const lost = await send({ templateCode: 'by-sms', notificationTo: [{ phone: '+420601123457' }] });
    expect((await ended(lost, 'FAILED')).notificationTo[0]).toMatchObject({
      statusReason: 'OUTCOME_UNKNOWN: no answer',
      attempts: [{ outcome: 'unknown' }],
    });
    expect(sms.sent.map(({ to, text }) => [to, text])).toEqual([
      ['+420601123456', 'Outage: C'],
      ['+420601123457', 'Outage: C'],
    ]);
  });

  test('with two queue jobs, which one worker claims together, is sent once', async () => {
    const id = await send({ templateCode: 'by-sms', notificationTo: [{ phone: '+420601123458' }] });
    for (const state of ['CANCELLED', 'PLAN']) expect((await setState(id, state)).status).toBe(200);
    await start();
    const [target] = (await ended(id, 'SENT')).notificationTo;
    await poll('both queue jobs to end', async () => {
      const jobs = await harness.services.sql<{ state: string }[]>`
        select state from pgboss.job where name = 'notification.sms' and data->>'targetId' = ${String(target?.id)}`;
      // That of the attempt is removed.
      return jobs.length === 1 && jobs[0]?.state === 'completed';
    });
    expect(sms.sent.map(({ to }) => to)).toEqual(['+420601123458']);
    expect(target?.attempts).toHaveLength(1);
  });
});

describe('a webhook', () => {
  test('receives the data, signed with the secret of the rule', async () => {
    await start();
    await rule('hook', { url: 'https://x.example/in', secret: 's' }, { apiSenderBeanName: 'webhookSender' });
    const id = await send({
      templateCode: 'hook',
      notificationTo: [{ email: 'a@example.com' }, { email: 'b@example.com' }],
      relatedEntities: [{ refType: 'Order', refId: '7' }],
    });
    await ended(id, 'SENT');
    expect(JSON.parse(webhook.sent[0]?.body ?? '')).toMatchObject({
      notificationId: id,
      ownerType: 'Ticket',
      ownerId: '1',
      relatedEntities: [{ id: expect.any(String), notificationId: id, refType: 'Order', refId: '7' }],
    });
    expect(webhook.sent.map(({ url: to, secret, body }) => [to, secret, JSON.parse(body).data])).toEqual(
      [1, 2].map(() => ['https://x.example/in', 's', { what: 'it', content: 'C' }]),
    );
  });

  test('is signed with the secret at the time of sending, and never with that of another origin', async () => {
    const address = 'https://x.example/in';
    const change = async (code: string, config: object): Promise<void> => {
      const response = await fetch(`${url}/api/v2/notification-rules/${code}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ config }),
      });
      expect(response.status).toBe(200);
    };
    const ids: string[] = [];
    for (const code of ['rotated', 'redirected', 'unsigned']) {
      await rule(code, { url: address, secret: 'former-secret' }, { apiSenderBeanName: 'webhookSender' });
      ids.push(await send({ templateCode: code, notificationTo: [{ email: `${code}@example.com` }] }));
    }
    await change('rotated', { secret: 'new' });
    await change('redirected', { url: 'https://other.example/in', secret: 'new' });
    await change('unsigned', { secret: null });
    await start();
    for (const id of ids) await ended(id, 'SENT');
    const sent = webhook.sent.map(({ url: to, secret, body }) => [JSON.parse(body).ruleCode, to, secret]);
    expect(sent.sort()).toEqual([
      ['redirected', address, undefined],
      ['rotated', address, 'new'],
      ['unsigned', address, undefined],
    ]);
    const plans = await harness.services.sql<
      { plan: string }[]
    >`select plan from notification where id = any(${ids}::uuid[])`;
    expect(plans.filter(({ plan }) => plan.includes('former-secret')).length).toBe(0);
  });
});

describe('recipients', () => {
  const user = (code: string, members: object = {}) =>
    post('/users', { id: userId(code), code, type: 'person', chars: {}, email: `${code}@example.com`, ...members });
  const userId = (code: string) =>
    `00000000-0000-4000-8000-${Buffer.from(code.padEnd(6, '_')).toString('hex').slice(0, 12)}`;

  test('are the members of groups, each once, except those who ignore it; each skip has its reason', async () => {
    await post('/user-group-types', { code: 'team', name: 'T', registry: {} });
    await post('/user-groups', { code: 'north', name: 'N', type: 'team', chars: {} });
    await post('/user-groups', { code: 'south', name: 'S', type: 'team', chars: {} });
    await post('/user-groups', { code: 'desk', name: 'D', type: 'team', chars: {}, email: 'desk@example.com' });
    await post('/user-groups', { code: 'empty', name: 'E', type: 'team', chars: {} });
    const both = { groups: ['north', 'south'] };
    await user('anna', both);
    await user('bert', { ...both, notificationConfig: { ignoredUserGroups: ['north', 'south'] } });
    await user('cyril', { groups: ['north'], notificationConfig: { ignoredTemplateCodes: ['by-mail'] } });
    await user('dana', { groups: ['south'], status: 'DISABLE' });
    await user('emil', { groups: ['south'], email: '"emil"@example.com' });
    await user('fany', { groups: ['south'], email: null });
    await user('gita', { ...both, notificationConfig: { ignoredUserGroups: ['south'] } });
    await start();
    const groups = ['north', 'south', 'desk', 'empty', 'nowhere'].map((ownerId) => ({
      ownerType: 'UserGroup',
      ownerId,
    }));
    const id = await send({ notificationTo: [...groups, { ownerType: 'User', ownerId: 'anna' }] });
    const notification = await ended(id, 'PARTIALLY_SENT');
    expect(smtp.accepted.map(({ to }) => to).sort()).toEqual(
      ['anna', 'desk', 'gita'].map((one) => `${one}@example.com`),
    );
    const reasons = notification.notificationTo
      .map(({ status, statusReason }) => `${status} ${statusReason ?? ''}`)
      .sort();
    const expected = [
      'EXPANDED the 4 members of the group "north"',
      'EXPANDED the 6 members of the group "south"',
      'FAILED no UserGroup has the id or code "nowhere"',
      ...['SENT ', 'SENT ', 'SENT '],
      'SKIPPED the e-mail address of the user "emil" cannot be used: must be an e-mail address, not "\\"emil\\"@example.com"',
      'SKIPPED the group "empty" has no address and no members',
      ...['SKIPPED the same address as another target', 'SKIPPED the same address as another target'],
      'SKIPPED the user "bert" ignores the group "north"',
      'SKIPPED the user "bert" ignores the group "south"',
      'SKIPPED the user "cyril" ignores the template "by-mail"',
      'SKIPPED the user "dana" is disabled',
      'SKIPPED the user "fany" has no e-mail address',
      'SKIPPED the user "gita" ignores the group "south"',
    ];
    expect(reasons).toEqual(expected.sort());
  });

  test('with two channels receive both messages', async () => {
    await user('hugo', { phoneNumber: '+420 601 123 456' });
    await start();
    sms.answers.push({ outcome: 'sent', provider: 'sms:test', answer: 'queued', segments: 3 });
    const id = await send({
      templateCode: 'both',
      from: 'Voda',
      // An id counts in any case.
      notificationTo: [{ ownerType: 'User', ownerId: userId('hugo').toUpperCase() }],
    });
    const notification = await ended(id, 'SENT');
    const targetOf = (name: string) => notification.notificationTo.find(({ channel }) => channel === name);
    expect(targetOf('email')).toMatchObject({ email: 'hugo@example.com' });
    expect(targetOf('sms')).toMatchObject({ phone: '+420601123456', segments: 3, attempts: [{ segments: 3 }] });
    expect((await smtp.last()).from).toMatchObject({ name: 'Voda', address: 'waybill@example.com' });
    expect(sms.sent[0]?.from).toBe('Voda');
    const channels = notification.notificationTo.map(({ status, channel = '' }) => [status, channel]);
    expect(channels.sort((one, other) => String(one[1]).localeCompare(String(other[1])))).toEqual([
      ['EXPANDED', ''],
      ['SENT', 'email'],
      ['SENT', 'sms'],
    ] as never);
    expect([smtp.accepted[0]?.to, sms.sent[0]?.to]).toEqual(['hugo@example.com', '+420601123456']);
  });
});
