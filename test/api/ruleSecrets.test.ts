import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { ZipFile } from 'yazl';
import type { ImportResult } from '../../domain/imports/archive.ts';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import { expectErrors, expectOk } from '../helpers/api/expectations.ts';
import { tablesContaining } from '../helpers/api/storedTexts.ts';
import { startApiForFile, type TestRecord } from '../helpers/api.ts';
import { diffFile } from '../helpers/diffs.ts';

setDefaultTimeout(60_000);

const api = await startApiForFile();

const url = 'https://receiver.example/in';
const rulePath = (code: string) => `/notification-rules/${code}`;
const configOf = ({ config }: TestRecord): JsonObject => config as JsonObject;
const read = (code: string): Promise<TestRecord> => expectOk(api.request('GET', rulePath(code)));
const put = (code: string, config: JsonObject | undefined): Promise<TestRecord> =>
  expectOk(api.request('PUT', rulePath(code), { code, name: code, ...(config && { config }) }));
const patch = (code: string, config: JsonObject | null): Promise<TestRecord> =>
  expectOk(api.request('PATCH', rulePath(code), { config }));

async function create(code: string, config: JsonObject = { url, secret: `secret of ${code}` }): Promise<TestRecord> {
  return expectOk(api.request('POST', '/notification-rules', { code, name: code, config }));
}

async function storedSecret(code: string): Promise<string | undefined> {
  const rows = await api.sql<{ text: string }[]>`
    select s.text from notification_rule_secret s join notification_rule r on r.id = s.record_id where r.code = ${code}`;
  return rows[0]?.text;
}

const stored = { secretSet: true, secretChangedAt: expect.any(String) };

async function archiveOf(rules: readonly object[]): Promise<FormData> {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(JSON.stringify({ filtering: [], data: rules })), 'notification-rules.json');
  zip.end();
  const bytes = Buffer.concat(await Array.fromAsync(zip.outputStream as unknown as AsyncIterable<Buffer>));
  const form = new FormData();
  form.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'rules.zip');
  return form;
}

describe('the secret of a rule', () => {
  test('is in no response, and only in a table of its own', async () => {
    const { id } = await create('hidden', { url, secret: 'first-zqx' });
    await put('hidden', { url, secret: 'second-zqx', subject: 'S' });
    const byId = encodeURIComponent(JSON.stringify({ filters: [{ column: 'id', operator: 'EQ', value: id }] }));
    const answers = await Promise.all([
      api.request('GET', rulePath('hidden')),
      api.request('GET', `/notification-rules/by-ids/${id}`),
      api.request('GET', '/notification-rules'),
      api.request('GET', `/notification-rules/search/page?filtering=${byId}`),
      api.request('GET', `${rulePath('hidden')}/history`),
      api.request('GET', `${rulePath('hidden')}/history?version=1`),
      api.request('GET', `${rulePath('hidden')}/history?at=2099-01-01`),
      api.request('POST', '/notification-rules/backup', { entityType: 'NotificationRule' }),
      diffFile(api, '[]', '', 'notification-rules'),
      diffFile(
        api,
        JSON.stringify([{ id, code: 'hidden', name: 'x', config: { url, secret: 'third-zqx' } }]),
        '',
        'notification-rules',
      ),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.filter(({ text }) => text.includes('zqx'))).toEqual([]);
    expect(answers[0]?.json().config).toEqual({ url, subject: 'S', ...stored });
    for (const secret of ['first-zqx', 'third-zqx']) expect(await tablesContaining(api.sql, secret)).toEqual([]);
    expect(await tablesContaining(api.sql, 'second-zqx')).toEqual(['public.notification_rule_secret']);
    expect(JSON.stringify(api.logged)).not.toContain('zqx');
  });

  test('stays when it is not sent, and a new text replaces it', async () => {
    await create('kept');
    const before = await read('kept');
    expect(configOf(before)).toEqual({ url, ...stored });
    const renamed = await put('kept', { url: `${url}/other`, secretSet: false, secretChangedAt: 'never' });
    expect(configOf(renamed).secretChangedAt).toBe(configOf(before).secretChangedAt ?? null);
    await patch('kept', { subject: 'S' });
    expect(await storedSecret('kept')).toBe('secret of kept');
    const replaced = await patch('kept', { secret: 'another' });
    expect(await storedSecret('kept')).toBe('another');
    expect(replaced.auditInfo.version).toBe(4);
    const history = await expectOk<{ changes: { path: string }[] }[]>(
      api.request('GET', `${rulePath('kept')}/history`),
    );
    expect(history[0]?.changes.map(({ path }) => path)).toEqual(['config.secretChangedAt']);
  });

  test('that is stored already is no change', async () => {
    await create('same');
    const repeated = await put('same', { url, secret: 'secret of same' });
    expect(repeated.auditInfo.version).toBe(1);
  });

  test.each<[string, (code: string) => Promise<TestRecord>]>([
    ['a PUT of null', (code) => put(code, { url, secret: null })],
    ['a PUT of the empty text', (code) => put(code, { url, secret: '' })],
    ['a PUT without config', (code) => put(code, undefined)],
    ['a PATCH of null', (code) => patch(code, { secret: null })],
    ['a PATCH of config with null', (code) => patch(code, null)],
  ])('is removed by %s', async (name, change) => {
    const code = name.replaceAll(' ', '-');
    await create(code);
    expect(configOf({ config: {}, ...(await change(code)) } as unknown as TestRecord)).not.toHaveProperty('secretSet');
    expect(await storedSecret(code)).toBeUndefined();
  });

  test('is removed when the URL leaves its origin, unless a new one is sent', async () => {
    await create('moved');
    expect(configOf(await patch('moved', { url: 'https://attacker.example/in' }))).toEqual({
      url: 'https://attacker.example/in',
    });
    expect(await storedSecret('moved')).toBeUndefined();
    await patch('moved', { url, secret: 'new' });
    expect(configOf(await patch('moved', { url: 'https://third.example/', secret: 'newer' }))).toMatchObject(stored);
    expect(await storedSecret('moved')).toBe('newer');
    await patch('moved', { url: null });
    expect(await storedSecret('moved')).toBeUndefined();
  });

  test('is deleted with its rule', async () => {
    const { id } = await create('deleted');
    expect((await api.request('DELETE', `/notification-rules/${id}`)).status).toBeLessThan(300);
    expect(await tablesContaining(api.sql, 'secret of deleted')).toEqual([]);
  });

  test('is not in the error about it', async () => {
    const secret = 'toolong'.repeat(200);
    for (const wrong of [secret, [secret.slice(0, 50)], 7]) {
      const answer = await api.request('POST', '/notification-rules', {
        code: 'w',
        name: 'w',
        config: { url, secret: wrong },
      });
      expect(answer.status).toBe(400);
      expect(answer.errors).toEqual(['config.secret: must be a text of at most 1000 characters, or null']);
    }
  });

  test('cannot be filtered or sorted by, and its report can', async () => {
    await create('findable');
    const search = (filtering: object) =>
      api.request('GET', `/notification-rules/search/page?filtering=${encodeURIComponent(JSON.stringify(filtering))}`);
    for (const column of ['config.secret', 'config.secret.x']) {
      const filters = [{ column, operator: 'EQ', value: 'secret of findable' }];
      expect((await expectErrors(search({ filters })))[0]).toContain(column);
      expect((await expectErrors(search({ sort: [{ column }] })))[0]).toContain(column);
    }
    // A search of the whole object would find the secret of a record that release 0.2 has written.
    expect(
      await expectErrors(search({ filters: [{ column: 'config', operator: 'LIKE', value: 'secret of' }] })),
    ).toEqual(['filtering.filters[0].operator: LIKE does not go with config, allowed are IS_NULL, IS_NOT_NULL']);
    const filters = [
      { column: 'config.secretSet', operator: 'EQ', value: 'true' },
      { column: 'code', operator: 'EQ', value: 'findable' },
    ];
    const page = await expectOk<{ content: TestRecord[] }>(search({ filters }));
    expect(page.content.map(({ code }) => code)).toEqual(['findable']);
  });

  test('of two concurrent writers is that of the last version', async () => {
    await create('raced');
    await Promise.all([1, 2, 3, 4].map((n) => patch('raced', { secret: `raced ${n}`, subject: `raced ${n}` })));
    expect(await storedSecret('raced')).toBe(String(configOf(await read('raced')).subject));
  });
});

describe('a file of rules', () => {
  const save = (entries: object[]) => api.request('POST', '/notification-rules/diff/save', entries);
  const withoutAudit = ({ auditInfo: _, ...members }: TestRecord) => members;

  test('that was exported keeps the secrets of the rules, and is no difference', async () => {
    const rule = await create('exported');
    const changed = { ...withoutAudit(rule), name: 'Changed' };
    expect((await diffFile(api, JSON.stringify([withoutAudit(rule)]), '', 'notification-rules')).text).not.toContain(
      'exported',
    );
    const form = await archiveOf([changed]);
    const results = await expectOk<ImportResult[]>(api.request('POST', '/admin/import', form));
    expect(results).toMatchObject([{ entityType: 'NotificationRule', updated: 1 }]);
    expect(results[0]).not.toHaveProperty('warnings');
    expect(await storedSecret('exported')).toBe('secret of exported');
    expect(configOf(await read('exported'))).toEqual(configOf(rule));
  });

  test('of another service names the rules that lack their secret', async () => {
    const form = await archiveOf([
      { code: 'foreign', name: 'F', config: { url, ...stored, secretChangedAt: '2020-01-01' } },
    ]);
    const results = await expectOk<ImportResult[]>(api.request('POST', '/admin/import', form));
    expect(results[0]?.warnings).toEqual([
      '1 notification rules had a config.secret and have none now, because exports do not contain it; set it again: foreign',
    ]);
    expect(configOf(await read('foreign'))).toEqual({ url });
  });

  test('may contain secrets, which are stored', async () => {
    const form = await archiveOf([{ code: 'sent', name: 'S', config: { url, secret: 'sent-41c' } }]);
    await expectOk(api.request('POST', '/admin/import', form));
    expect(await storedSecret('sent')).toBe('sent-41c');
    expect(configOf(await read('sent'))).toEqual({ url, ...stored });
    expect(await tablesContaining(api.sql, 'sent-41c')).toEqual(['public.notification_rule_secret']);
  });

  test('saves a diff with secrets, and without', async () => {
    const rule = await create('diffed');
    const entry = (members: object) => ({
      diffType: 'DIFF_TYPE_CHANGE',
      left: withoutAudit(rule),
      right: { ...withoutAudit(rule), ...members },
    });
    const [saved] = await expectOk<TestRecord[]>(save([entry({ name: 'Other' })]));
    expect(saved).toMatchObject({ name: 'Other', config: rule.config });
    expect(await storedSecret('diffed')).toBe('secret of diffed');
    const stale = await expectErrors(save([entry({ name: 'Third' })]));
    expect(stale).toEqual(['[0].left: is not what the record is now, which differs in name']);
    const left = { diffType: 'DIFF_TYPE_CHANGE', left: { ...withoutAudit(rule), name: 'Other' } };
    const rotated = await expectOk<TestRecord[]>(
      save([{ ...left, right: { ...withoutAudit(rule), config: { url, secret: 'rotated-77' } } }]),
    );
    expect(rotated[0]?.config).toEqual({ url, ...stored });
    expect(await storedSecret('diffed')).toBe('rotated-77');
    const added = {
      diffType: 'DIFF_TYPE_NEW',
      right: { code: 'added', name: 'A', config: { url, secret: 'added-77' } },
    };
    const removed = { diffType: 'DIFF_TYPE_REMOVE', left: { id: rule.id, auditInfo: rotated[0]?.auditInfo } };
    await expectOk(save([added, removed]));
    expect(await storedSecret('added')).toBe('added-77');
    expect(await tablesContaining(api.sql, 'rotated-77')).toEqual([]);
  });

  test('that is refused stores no secret', async () => {
    const entry = {
      diffType: 'DIFF_TYPE_NEW',
      right: { code: 'sent', name: 'A', config: { url, secret: 'refused-77' } },
    };
    await create('sent-too');
    await expectErrors(save([entry, { diffType: 'DIFF_TYPE_REMOVE', left: { id: crypto.randomUUID() } }]));
    expect(await tablesContaining(api.sql, 'refused-77')).toEqual([]);
  });
});
