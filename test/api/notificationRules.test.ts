import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import {
  notificationRequests,
  sampleNotification,
  storeTemplatesAndRules,
} from '../helpers/api/notificationRequests.ts';
import { startApiForFile } from '../helpers/api.ts';

setDefaultTimeout(60_000);

/** Rules, and what is accepted by them. No worker runs beside: what becomes of it is in test/workers/deliveries/deliveries.test.ts. */

const api = await startApiForFile({
  phones: { defaultCountry: 'CZ', allowedCountries: ['CZ', 'SK'] },
  microserviceCodes: ['stock', 'crm'],
});
const { storeRule, post } = notificationRequests(api);

beforeAll(() => storeTemplatesAndRules(api));

describe('a rule', () => {
  const wrong: Record<string, [object, string[]]> = {
    'letter sender': [
      { apiSenderBeanName: 'letterSender' },
      ['apiSenderBeanName: must be one of emailSender, smsSender, webhookSender, not "letterSender"'],
    ],
    'sender without its template': [
      { apiSenderBeanName: 'smsSender', config: { emailTemplateCode: 'mail' } },
      ['config.smsTemplateCode: is required for smsSender'],
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
        'config.attachments[0].format: must be one of pdf, html, txt, docx, docm, doc, odt, ott, fodt, rtf, xlsx, xlsm, xls, ods, ots, fods, csv, not "gif"',
        'config.attachments[0].name: must be a file name, not nothing',
        'config.url: must be an absolute http or https URL without credentials, not "ftp://x"',
      ],
    ],
    'a subject that is no template': [
      { config: { subject: 'Outage {{#if street}}' } },
      ['config.subject: line 1, column 22: syntax error at the end of the template: a block or a {{ is not closed'],
    ],
    'name of an attachment': [
      {
        config: {
          attachments: [
            { templateCode: 'x', name: 'a/b' },
            { templateCode: 'x', name: '{{#if a}}b' },
          ],
        },
      },
      [
        'config.attachments[0].name: must be a file name, not "a/b"',
        'config.attachments[1].name: line 1, column 11: syntax error at the end of the template: a block or a {{ is not closed',
        'config.attachments[1].templateCode: no FormatterTemplate has the code "x"',
      ],
    ],
    'recipients of an evaluation': [
      { config: { notificationTo: [{ email: 'a@b.cz' }, { email: 'nobody' }] } },
      ['config.notificationTo[1].email: must be an e-mail address, not "nobody"'],
    ],
    'webhook without a URL': [{ apiSenderBeanName: 'webhookSender' }, ['config.url: is required for webhookSender']],
    'evaluation at a file': [
      { evalNotificationUrl: 'file:///etc/passwd', config: {} },
      ['evalNotificationUrl: must be an http or https URL without credentials, or a path, not "file:///etc/passwd"'],
    ],
    'evaluation somewhere': [
      { evalNotificationUrl: '/data', config: {} },
      ['microserviceCode: is required for a relative evalNotificationUrl'],
    ],
    microservice: [{ microserviceCode: 'ceník' }, ['microserviceCode: must be one of stock, crm, not "ceník"']],
    'event type without its config': [{ eventType: 'PROCESS' }, ['config: is required beside eventType']],
    'source without its config': [
      { evalNotificationUrl: 'https://x.example/' },
      ['config: is required beside evalNotificationUrl'],
    ],
    event: [
      { eventType: 'SYSTEM', config: { event: ['JOB_FAILED'], notificationTo: [{ email: 'a@b.cz' }] } },
      [
        'config.event: must be one of JOB_COMPLETED, JOB_FAILED, JOB_CANCELLED, MESSAGE_BOUNCED, MESSAGE_COMPLAINED, DEAD_LETTER, RECORD_CHANGED, not an array',
      ],
    ],
    'event for nobody': [
      { eventType: 'SYSTEM', config: { event: 'JOB_FAILED', notificationTo: [] } },
      ['config.notificationTo: is required for the type SYSTEM without evalNotificationUrl'],
    ],
    recipient: [
      {
        config: {
          notificationTo: [
            { ownerType: 'User', ownerId: 'nobody' },
            { ownerType: 'UserGroup', ownerId: '0198c5a1-0000-7000-8000-000000000000' },
            { ownerType: 'UserGroup' },
            { ownerType: 'Ticket', ownerId: '1' },
          ],
        },
      },
      [
        'config.notificationTo[2].ownerId: is required beside ownerType UserGroup',
        'config.notificationTo[3]: must have email or phone, or ownerType User or UserGroup and ownerId',
        'config.notificationTo[0].ownerId: no User has the id or code "nobody"',
        'config.notificationTo[1].ownerId: no UserGroup has the id or code "0198c5a1-0000-7000-8000-000000000000"',
      ],
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
      const answer = await storeRule('wrong', members);
      expect([answer.status, answer.status === 400 ? answer.errors : answer.text]).toEqual([400, errors]);
    });
  }

  test('may carry configuration of other application areas', async () => {
    const config = { deliveryFrom: '22:00', deliveryTo: '06:00', timeZone: 'Europe/Prague', theirs: { a: [null] } };
    const answer = await storeRule('right', {
      config,
      eventType: 'PROCESS',
      evalNotificationUrl: 'https://x.example/{id}',
    });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json().config).toEqual(config);
  });
});

describe('a template that rules name', () => {
  const template = async (code: string) =>
    (await api.request('POST', '/formatter-templates', { code, inputType: 'HTML', content: 'x' })).json();

  test('is neither deleted nor renamed, by whatever way', async () => {
    const { id, auditInfo: _, ...values } = await template('named');
    await storeRule('names', { config: { attachments: [{ templateCode: 'named', name: 'a.pdf' }] } });
    await storeRule('names too', { config: { emailTemplateCode: 'named', other: 'named' } });
    const usedByTwo = '2 notification rules name "named" in config';
    const removed = await api.request('DELETE', '/formatter-templates/named');
    expect([removed.status, removed.errors]).toEqual([400, [`id: ${usedByTwo}`]]);
    const renamed = await api.request('PATCH', '/formatter-templates/named', { code: 'renamed' });
    expect([renamed.status, renamed.errors]).toEqual([400, [`code: ${usedByTwo}`]]);
    const left = { id, ...values };
    const diffs = [
      { diffType: 'DIFF_TYPE_REMOVE', left },
      { diffType: 'DIFF_TYPE_CHANGE', left, right: { ...left, code: 'renamed' } },
    ];
    for (const [diff, problem] of [
      [diffs[0], `[0].left.id: ${usedByTwo}`],
      [diffs[1], `[0].right.code: ${usedByTwo}`],
    ] as const) {
      const saved = await api.request('POST', '/formatter-templates/diff/save', [diff as JsonObject]);
      expect([saved.status, saved.errors]).toEqual([400, [problem]]);
    }
    for (const code of ['names', 'names too'])
      await api.request('PATCH', `/notification-rules/${code}`, { config: null });
    expect((await api.request('DELETE', '/formatter-templates/named')).status).toBe(200);
  });

  test('is there or the rule is not, whoever comes first', async () => {
    for (let round = 0; round < 10; round++) {
      const code = `contended ${round}`;
      await template(code);
      const [saved, removed] = await Promise.all([
        storeRule(code, { config: { emailTemplateCode: code } }),
        api.request('DELETE', `/formatter-templates/${encodeURIComponent(code)}`),
      ]);
      expect([saved.status, removed.status].sort()).toEqual([200, 400]);
    }
  });

  test('comes with the rules that are imported by a diff', async () => {
    const entry = (code: string, emailTemplateCode: string) => ({
      diffType: 'DIFF_TYPE_NEW',
      right: { code, name: code, config: { emailTemplateCode } },
    });
    const wrong = await api.request('POST', '/notification-rules/diff/save', [
      entry('d1', 'mail'),
      entry('d2', 'gone'),
    ]);
    expect(wrong.errors).toEqual(['[1].right.config.emailTemplateCode: no FormatterTemplate has the code "gone"']);
    const right = await api.request('POST', '/notification-rules/diff/save', [entry('d1', 'mail')]);
    expect(right.status, right.text).toBe(200);
  });
});

describe('who may be named by which form', () => {
  test('a rule by its event type, a template by its document type', async () => {
    await storeRule('of-process', { eventType: 'PROCESS', config: { emailTemplateCode: 'mail' } });
    await storeRule('of-direct', { eventType: 'DIRECT', config: { emailTemplateCode: 'mail' } });
    await storeRule('short', { eventType: 'PROCESS', config: {} });
    const by = (templateCode: string, path?: string) => post(sampleNotification({ templateCode }), path);
    expect((await by('of-process')).errors).toEqual([
      'templateCode: the rule "of-process" is of the type PROCESS, and this takes those of REST and DIRECT',
    ]);
    expect((await by('of-direct')).status).toBe(200);
    expect((await by('of-direct', '/notifications/direct')).status).toBe(200);
    expect((await by('by-mail', '/notifications/direct')).errors).toEqual([
      'templateCode: the rule "by-mail" is of the type REST, and this takes those of DIRECT',
    ]);
    expect((await by('mail', '/notifications/direct')).status).toBe(200);
    expect((await by('paper')).status).toBe(200);
    // A rule of the same code comes first, but where rules have no part.
    expect((await by('short')).status).toBe(400);
    expect((await by('short', '/notifications/direct')).errors).toEqual([
      'notificationTo[0].phone: is required, phone is what "short" is sent to',
    ]);
  });

  test('is saved with warnings about what prevents that it sends', async () => {
    const warningsOf = async (code: string, members: object) =>
      (await storeRule(code, members)).headers.get('x-warnings');
    const config = { emailTemplateCode: 'mail', deliveryFrom: '20:00', deliveryTo: '06:00' };
    const nothing = 'config: has no template of a channel, so that the rule sends nothing';
    expect(await warningsOf('mute', {})).toBe(nothing);
    expect(await warningsOf('patient', { config: { ...config, expireAfterMinutes: 840 } })).toBeNull();
    const expires =
      'config.expireAfterMinutes: a notification can expire before the window opens, which is closed for 840 minutes a day';
    expect(await warningsOf('hasty', { config: { ...config, expireAfterMinutes: 839 } })).toBe(expires);
    expect(await warningsOf('known', { config, evalNotificationUrl: '/data', microserviceCode: 'stock' })).toBeNull();
    const changed = 'config.event: RECORD_CHANGED triggers rules of the type SYSTEM, and this one is of the type REST';
    expect(await warningsOf('idle', { config: { ...config, event: 'RECORD_CHANGED' } })).toBe(changed);
    expect(await warningsOf('other', { config: { ...config, event: 'of another application' } })).toBeNull();
    const patched = await api.request('PATCH', '/notification-rules/patient', { config: null });
    expect([patched.status, patched.headers.get('x-warnings')]).toEqual([200, nothing]);
  });

  test('an evaluated rule by what the body says', async () => {
    const { templateCode: _, id: __, ...body } = sampleNotification();
    const path = '/notification-rules/by-mail/evaluate';
    const evaluated = await post({ ...body, ownerId: 'evaluated' }, path);
    expect(evaluated.status).toBe(200);
    const found = await post(['evaluated'], '/notifications/by-owners/Ticket');
    const id = evaluated.headers.get('x-notification-ids');
    expect(found.json<JsonObject[]>()).toMatchObject([{ id, templateCode: 'by-mail', status: 'PLAN' }]);
    expect((await post({ ownerType: 'T' }, path)).errors).toEqual([
      'ownerId: is required',
      'notificationTo: is required',
    ]);
    expect((await post({ templateCode: 'x' }, path)).errors).toEqual(['templateCode: unknown member']);
    expect((await post(body, '/notification-rules/nothing/evaluate')).errors).toEqual([
      'idOrCode: no NotificationRule has the id or code "nothing"',
    ]);
  });
});

test('a rule outside of its validity sends nothing', async () => {
  const config = { emailTemplateCode: 'mail' };
  const past = '2020-01-01T00:00:00.000Z';
  const future = '2999-01-01T00:00:00.000Z';
  const rules = {
    ended: [{ validityTo: past }, `is not valid since ${past}`],
    coming: [{ validityFrom: future }, `is not valid before ${future}`],
  } as const;
  for (const [code, [period, problem]] of Object.entries(rules)) {
    expect((await storeRule(code, { config, eventType: 'REST', ...period })).status).toBe(200);
    const notification = sampleNotification({ templateCode: code });
    const sent = await post(notification);
    expect([sent.status, sent.errors]).toEqual([400, [`templateCode: the rule "${code}" ${problem}`]]);
    const batch = await post([notification], '/notifications/batch');
    expect([batch.status, batch.errors]).toEqual([400, [`[0].templateCode: the rule "${code}" ${problem}`]]);
    const { ownerType, ownerId, notificationTo } = notification;
    const body = { ownerType, ownerId, notificationTo, data: {} } as JsonObject;
    const evaluated = await api.request('POST', `/notification-rules/${code}/evaluate`, body);
    expect([evaluated.status, evaluated.errors]).toEqual([400, [`idOrCode: the rule "${code}" ${problem}`]]);
  }
});

test('a changed rule holds for the next message', async () => {
  const past = '2020-01-01T00:00:00.000Z';
  await storeRule('changing', { config: { emailTemplateCode: 'mail' }, eventType: 'REST' });
  const send = () => post(sampleNotification({ templateCode: 'changing' }));
  expect((await send()).status).toBe(200);
  await api.request('PATCH', '/notification-rules/changing', { validityTo: past });
  expect((await send()).errors).toEqual([`templateCode: the rule "changing" is not valid since ${past}`]);
});
