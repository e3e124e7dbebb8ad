import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../domain/kind.ts';
import { startApi, type TestApi } from '../helpers/api.ts';

setDefaultTimeout(60_000);

/** Rules, and what is accepted by them. No worker runs beside: what becomes of it is in test/workers/deliveries.test.ts. */

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ phones: { defaultCountry: 'CZ', allowedCountries: ['CZ', 'SK'] } });
  for (const [code, documentType] of Object.entries({ mail: 'EMAIL', short: 'SOURCE', paper: 'PDF', mail2: 'EMAIL' })) {
    await api.request('POST', '/formatter-templates', { code, inputType: 'HTML', documentType, content: 'x' });
  }
  await rule('outage', { config: { emailTemplateCode: 'mail', smsTemplateCode: 'short' } });
  await rule('by-mail', { config: { emailTemplateCode: 'mail', subject: 'About {{what}}' } });
});
afterAll(() => api.stop());

const rule = (code: string, members: object) =>
  api.request('POST', '/notification-rules', { code, name: code, ...members });
const create = (members: object = {}): JsonObject & { id: string } => ({
  id: crypto.randomUUID(),
  ownerType: 'Ticket',
  ownerId: '1',
  templateCode: 'by-mail',
  notificationTo: [{ email: 'a@example.com' }],
  ...members,
});
const post = (body: unknown, path = '/notifications') => api.request('POST', path, body as JsonObject);
const get = async (id: string): Promise<JsonObject & { notificationTo: JsonObject[] }> => {
  const answer = await api.request('GET', `/notifications/${id}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json();
};

describe('a rule', () => {
  const wrong: Record<string, [object, string[]]> = {
    'letter sender': [
      { apiSenderBeanName: 'letterSender' },
      ['apiSenderBeanName: must be one of emailSender, smsSender, webhookSender, not "letterSender"'],
    ],
    'event type': [
      { eventType: 'KAFKA' },
      ['eventType: must be one of SYSTEM, PROCESS, PG_BOSS, REST, DIRECT, not "KAFKA"'],
    ],
    window: [
      { config: { deliveryFrom: '8:00', deliveryTo: '24:00', timeZone: 'Europe/Praha' } },
      [
        'config.deliveryFrom: must be a time of day as HH:mm, not "8:00"',
        'config.deliveryTo: must be a time of day as HH:mm, not "24:00"',
        'config.timeZone: must be a time zone such as Europe/Prague, not "Europe/Praha"',
      ],
    ],
    'half a window': [{ config: { deliveryFrom: '08:00' } }, ['config.deliveryTo: is required beside deliveryFrom']],
    'never open': [
      { config: { deliveryFrom: '08:00', deliveryTo: '08:00' } },
      ['config.deliveryTo: must not be deliveryFrom, the window would never be open'],
    ],
    'the rest of config': [
      { config: { expireAfterMinutes: 0, requiredParams: [1], url: 'ftp://x', attachments: [{ format: 'gif' }] } },
      [
        `config.expireAfterMinutes: must be a whole number from 1 to ${5 * 366 * 24 * 60}, not 0`,
        'config.requiredParams: must be an array of names, not an array',
        'config.attachments[0].templateCode: is required',
        'config.attachments[0].format: must be one of pdf, html, txt, docx, doc, odt, rtf, xlsx, xls, ods, csv, not "gif"',
        'config.attachments[0].name: must be a file name, not nothing',
        'config.url: must be an absolute http or https URL without credentials, not "ftp://x"',
      ],
    ],
    'webhook without a URL': [{ apiSenderBeanName: 'webhookSender' }, ['config.url: is required for webhookSender']],
    'evaluation at a file': [
      { evalNotificationUrl: 'file:///etc/passwd' },
      ['evalNotificationUrl: must be an http or https URL without credentials, or a path, not "file:///etc/passwd"'],
    ],
    'evaluation somewhere': [
      { evalNotificationUrl: '/data' },
      ['microserviceCode: is required for a relative evalNotificationUrl'],
    ],
    'templates that are not there': [
      { config: { emailTemplateCode: 'none', attachments: [{ templateCode: 'nil', name: 'a.pdf' }] } },
      [
        'config.emailTemplateCode: no FormatterTemplate has the code "none"',
        'config.attachments[0].templateCode: no FormatterTemplate has the code "nil"',
      ],
    ],
  };
  for (const [what, [members, errors]] of Object.entries(wrong)) {
    test(`with a wrong ${what} is refused`, async () => {
      const answer = await rule('wrong', members);
      expect([answer.status, answer.status === 400 ? answer.errors : answer.text]).toEqual([400, errors]);
    });
  }

  test('may carry configuration of other application areas', async () => {
    const config = { deliveryFrom: '22:00', deliveryTo: '06:00', timeZone: 'Europe/Prague', theirs: { a: [null] } };
    const answer = await rule('right', { config, eventType: 'PROCESS', evalNotificationUrl: 'https://x.example/{id}' });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json().config).toEqual(config);
  });
});

describe('a notification', () => {
  test('is kept when it is accepted, with its targets and a job for each', async () => {
    const { id } = create();
    const sent = await post({
      ...create({ id }),
      data: { what: 'x' },
      relatedEntities: [{ refType: 'Order', refId: '7' }, { refType: 'Site' }],
      notificationTo: [{ email: 'a@example.com' }, { email: 'A@Example.com' }, { ownerType: 'User', ownerId: 'u' }],
    });
    expect([sent.status, sent.text]).toEqual([200, '']);
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
      await api.sql`select data from outbox where queue = 'notification.deliver' and data like ${`%${got.notificationTo[0]?.id}%`}`;
    expect(jobs).toHaveLength(1);
    const found = await api.request('GET', `/notifications/${id}/related-entities/Order`);
    expect(found.json<JsonObject[]>()).toMatchObject([{ refType: 'Order', refId: '7', notificationId: id }]);
    const owned = await post(['1', '2'], '/notifications/by-owners/Ticket');
    expect(owned.json<JsonObject[]>().map((one) => one.id)).toContain(id);
  });
});
