import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { openDatabase } from '../../db/client.ts';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import { setNotificationState } from '../../domain/notifications/commands.ts';
import {
  notificationRequests,
  sampleNotification,
  storeTemplatesAndRules,
} from '../helpers/api/notificationRequests.ts';
import { startApiForFile } from '../helpers/api.ts';
import { makeTestServices } from '../helpers/services.ts';
import { caller } from '../helpers/workerHarness.ts';

setDefaultTimeout(60_000);

/** Rules, and what is accepted by them. No worker runs beside: what becomes of it is in test/workers/deliveries/deliveries.test.ts. */

const api = await startApiForFile({ phones: { defaultCountry: 'CZ', allowedCountries: ['CZ', 'SK'] } });
const { storeRule, post } = notificationRequests(api);

beforeAll(() => storeTemplatesAndRules(api));

const get = async (id: string): Promise<JsonObject & { notificationTo: JsonObject[] }> => {
  const answer = await api.request('GET', `/notifications/${id}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json();
};

describe('a notification', () => {
  test('is kept when it is accepted, with its targets and a job for each', async () => {
    const { id } = sampleNotification();
    const sent = await post({
      ...sampleNotification({ id }),
      data: { what: 'x' },
      relatedEntities: [{ refType: 'Order', refId: '7' }, { refType: 'Site' }],
      notificationTo: [{ email: 'a@example.com' }, { email: 'A@Example.com' }, { ownerType: 'User', ownerId: 'u' }],
    });
    expect([sent.status, sent.text, sent.headers.get('x-notification-ids')]).toEqual([200, '', id]);
    const got = await get(id);
    expect(got).toMatchObject({
      id,
      status: 'PLAN',
      templateCode: 'by-mail',
      data: { what: 'x' },
      ownerType: 'Ticket',
    });
    expect(
      got.notificationTo.map(({ email, status, statusReason, notificationId }) => [
        email,
        status,
        statusReason,
        notificationId,
      ]),
    ).toEqual([
      ['a@example.com', 'PLAN', undefined, id],
      ['A@Example.com', 'SKIPPED', 'the same address as notificationTo[0]', id],
      [undefined, 'PLAN', undefined, id],
    ] as never);
    const jobs =
      await api.sql`select data from outbox where queue = 'notification.email' and data like ${`%${got.notificationTo[0]?.id}%`}`;
    expect(jobs).toHaveLength(1);
    const found = await api.request('GET', `/notifications/${id}/related-entities/Order`);
    expect(found.json<JsonObject[]>()).toMatchObject([{ refType: 'Order', refId: '7', notificationId: id }]);
    const owned = await post(['1', '2'], '/notifications/by-owners/Ticket');
    expect(owned.json<JsonObject[]>().map((one) => one.id)).toContain(id);
  });

  const wrong: Record<string, [object, string[]]> = {
    'nobody to tell': [{ notificationTo: [] }, ['notificationTo: must have 1 to 50000 targets, not 0']],
    'no such rule': [
      { templateCode: 'nothing' },
      ['templateCode: no NotificationRule and no FormatterTemplate has the code "nothing"'],
    ],
    addresses: [
      {
        notificationTo: [
          { email: 'a@b@c' },
          { email: 'x@example.com\r\nBcc: y@example.com' },
          { email: 'Jan <jan@example.com>' },
          { phone: '601' },
          { phone: '+49 30 901820' },
          { phone: '601 123 456' },
          { ownerType: 'User' },
        ],
      },
      [
        'notificationTo[0].email: must be an e-mail address, not "a@b@c"',
        'notificationTo[1].email: must be an e-mail address, not "x@example.com\\r\\nBcc: y@example.com"',
        'notificationTo[2].email: must be an e-mail address, not "Jan <jan@example.com>"',
        'notificationTo[3].phone: "601" is not a phone number',
        'notificationTo[4].phone: "+49 30 901820" is a number of DE, and only those of CZ, SK are sent to (ALLOWED_COUNTRIES)',
        'notificationTo[5].email: is required, email is what "by-mail" is sent to',
        'notificationTo[6].ownerId: is required beside ownerType User',
      ],
    ],
    'targets that are none': [
      {
        notificationTo: [
          null,
          7,
          { email: 7 },
          { ownerType: 'User', ownerId: 7 },
          { address: 'x', email: 'a@example.com' },
        ],
      },
      [
        'notificationTo[0]: must be an object, not null',
        'notificationTo[1]: must be an object, not 7',
        'notificationTo[2].email: must be a string, not 7',
        'notificationTo[3].ownerId: must be a string, not 7',
        'notificationTo[4].address: must be an object, not "x"',
      ],
    ],
    'attachments beside the rest': [
      {
        subject: 'a\nb',
        attachments: [{ path: '/etc/passwd' }, null, { name: 'a', mimeType: 'text/plain', data: 'data:;base64,YQ==' }],
      },
      [
        'attachments[0].path: unknown member',
        'attachments[0].name: is required',
        'attachments[0].mimeType: is required',
        'attachments[0].data: is required',
        'attachments[1]: must be an object, not null',
        'subject: must not contain line breaks or other control characters',
        'attachments[2].data: must be base64',
      ],
    ],
    'line breaks': [
      { subject: 'a\r\nBcc: x', from: 'a@b\n' },
      [
        'subject: must not contain line breaks or other control characters',
        'from: must be an e-mail address, or a name of at most 100 characters without @, < and >',
      ],
    ],
    'sender of an SMS': [
      { templateCode: 'outage', from: 'Dispečink a havárie' },
      ['from: must be a phone number, or up to 11 letters and digits, to send an SMS'],
    ],
    attachments: [
      {
        attachments: [
          { name: '../a', mimeType: 'text', data: 'YQ==' },
          { name: 'b', mimeType: 'text/plain', data: 'YQ=' },
          { name: 'c', mimeType: 'text/plain', data: 'Y Q=' },
          { name: 'd', mimeType: 'text/plain', data: 'YR==' },
        ],
      },
      [
        'attachments[0].name: must be a file name, not "../a"',
        'attachments[0].mimeType: must be a media type, not "text"',
        ...[1, 2, 3].map((at) => `attachments[${at}].data: must be base64`),
      ],
    ],
    'attachments that lead elsewhere': [
      { attachments: [{ name: 'a', mimeType: 'text/plain', data: 'YQ==', path: '/etc/passwd', href: 'http://x' }] },
      ['attachments[0].path: unknown member', 'attachments[0].href: unknown member'],
    ],
  };
  for (const [what, [members, errors]] of Object.entries(wrong)) {
    test(`with wrong ${what} is refused`, async () => {
      const answer = await post(sampleNotification(members));
      expect([answer.status, answer.errors]).toEqual([400, errors]);
    });
  }

  test('may have 25 MB of attachments and not 26', async () => {
    const of = (mb: number) => ({
      name: 'a',
      mimeType: 'application/octet-stream',
      data: Buffer.alloc(mb * 1024 * 1024).toString('base64'),
    });
    const tooMuch = await post(sampleNotification({ attachments: [of(13), of(13)] }));
    expect([tooMuch.status, tooMuch.errors]).toEqual([
      400,
      ['attachments: must have at most 25 MB together, not 26 MB'],
    ]);
    const enough = sampleNotification({ attachments: [of(25)] });
    expect((await post(enough)).status).toBe(200);
    const [row] =
      await api.sql`select octet_length(content) as bytes from notification_attachment where notification_id = ${enough.id}`;
    expect(row?.bytes).toBe(25 * 1024 * 1024);
  });

  test('needs what its rule requires', async () => {
    await storeRule('requiring', { config: { emailTemplateCode: 'mail', requiredParams: ['ticket', 'site'] } });
    const lacking = await post(sampleNotification({ templateCode: 'requiring', data: { ticket: null } }));
    expect(lacking.errors).toEqual(
      ['data.ticket', 'data.site'].map((path) => `${path}: is required by the rule "requiring"`),
    );
    const whole = sampleNotification({ templateCode: 'requiring', data: { ticket: 1, site: 'S', more: 2 } });
    await post(whole);
    expect((await get(whole.id)).params).toEqual({ ticket: 1, site: 'S' });
  });

  test('is not accepted twice under one id', async () => {
    const one = sampleNotification();
    const answers = await Promise.all([
      post(one),
      post(one),
      post({ ...one, notificationTo: [{ email: 'b@example.com' }] }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const repeated = await post(one);
    expect([repeated.status, repeated.errors]).toEqual([400, [`id: ${one.id} is taken by another Notification`]]);
    const target = (await get(one.id)).notificationTo[0] as JsonObject;
    const taken = await post(sampleNotification({ notificationTo: [{ id: target.id, email: 'c@example.com' }] }));
    expect(taken.errors).toEqual([`notificationTo[0].id: ${target.id} is taken by another NotificationTarget`]);
  });

  test('of 10,000 targets is accepted at once', async () => {
    const many = sampleNotification({
      notificationTo: Array.from({ length: 10_000 }, (_, n) => ({ email: `u${n}@example.com` })),
    });
    expect((await post(many)).status).toBe(200);
    const [row] = await api.sql`select count(*)::int as n from outbox o
      where queue = 'notification.email' and o.data::json ->> 'targetId' in (
        select id::text from notification_target where notification_id = ${many.id})`;
    expect(row?.n).toBe(10_000);
    expect((await get(many.id)).notificationTo).toHaveLength(10_000);
  });
});

describe('a batch', () => {
  test('is accepted whole, or refused with the problems of all its elements', async () => {
    const batch = Array.from({ length: 500 }, () => sampleNotification());
    const [first, second] = batch as [JsonObject & { id: string }, JsonObject & { id: string }];
    const bad = batch
      .with(499, sampleNotification({ id: first.id, templateCode: 'nothing' }))
      .with(100, { ...second, surplus: 1 });
    const refused = await post(bad, '/notifications/batch');
    expect([refused.status, refused.errors]).toEqual([
      400,
      [
        '[100].surplus: unknown member',
        '[499].templateCode: no NotificationRule and no FormatterTemplate has the code "nothing"',
        `[100].id: ${second.id} is given in [1].id already`,
      ],
    ]);
    const stored = await api.sql`select from notification where id = any(${batch.map(({ id }) => id)}::uuid[])`;
    expect(stored).toHaveLength(0);
    const accepted = await post(batch, '/notifications/batch');
    const first100 = batch.slice(0, 100).map(({ id }) => id);
    expect([accepted.status, accepted.headers.get('x-notification-ids')]).toEqual([200, first100.join(',')]);
    const repeated = await post([sampleNotification(), second], '/notifications/batch');
    expect(repeated.errors).toEqual([`[1].id: ${second.id} is taken by another Notification`]);
  });
});

describe('the state by hand', () => {
  const put = (id: string, state: string) => api.request('PUT', `/notifications/${id}/state/${state}`);

  test('goes from PLAN to CANCELLED and back, and nowhere else', async () => {
    const { id } = sampleNotification();
    await post({ ...sampleNotification(), id });
    for (const [state, why] of [
      ['SENT', 'must be one of CANCELLED, PLAN, not "SENT"'],
      ['plan', 'must be one of CANCELLED, PLAN, not "plan"'],
      ['PLAN', 'cannot go from PLAN to PLAN, only from FAILED or EXPIRED or CANCELLED'],
    ] as const) {
      const answer = await put(id, state);
      expect(answer.errors).toEqual([`newState: ${why}`]);
    }
    await api.sql`update notification_target set status_reason = 'waits for its window', version = 2 where notification_id = ${id}`;
    expect((await put(id, 'CANCELLED')).status).toBe(200);
    const cancelled = await get(id);
    expect(cancelled).toMatchObject({
      status: 'CANCELLED',
      notificationTo: [{ status: 'CANCELLED', auditInfo: { version: 3, whoEdited: 'anonymous' } }],
      auditInfo: { version: 2, whoEdited: 'anonymous' },
    });
    expect(cancelled.notificationTo[0]).not.toHaveProperty('statusReason');
    expect((await put(id, 'PLAN')).status).toBe(200);
    expect(await get(id)).toMatchObject({
      status: 'PLAN',
      notificationTo: [{ status: 'PLAN' }],
      auditInfo: { version: 3 },
    });
    expect((await put(crypto.randomUUID(), 'PLAN')).status).toBe(400);
  });

  test('is set by one connection, so that requests that use all of them do not wait for each other', async () => {
    const { id } = sampleNotification();
    await post({ ...sampleNotification(), id });
    await put(id, 'CANCELLED');
    const sql = openDatabase(api.databaseUrl, { name: 'one connection', max: 1 });
    await setNotificationState(makeTestServices(sql), id, 'PLAN', caller);
    await sql.end();
    expect(await get(id)).toMatchObject({ status: 'PLAN' });
  });
});
