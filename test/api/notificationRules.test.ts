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
  microserviceCodes: ['stock'],
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
    await storeRule('short', { eventType: 'SYSTEM' });
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
    const source = { config, evalNotificationUrl: '/data', microserviceCode: 'ceník' };
    expect(await warningsOf('fetching', source)).toBe(
      'microserviceCode: MICROSERVICE_URLS has no URL for "cen\\u00edk"',
    );
    expect(await warningsOf('known', { ...source, microserviceCode: 'stock' })).toBeNull();
    const patched = await api.request('PATCH', '/notification-rules/known', { config: null });
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
