import { expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import { moveRuleSecrets } from '../../domain/notifications/moveSecrets.ts';
import { initialCaller } from '../../domain/users/initialRecords.ts';
import { expectOk } from '../helpers/api/expectations.ts';
import { tablesContaining } from '../helpers/api/storedTexts.ts';
import { startApiForFile, type TestRecord } from '../helpers/api.ts';

setDefaultTimeout(60_000);

/** Rules as release 0.2 stored them, with their secrets in the records. */

const api = await startApiForFile();
const url = 'https://receiver.example/in';
const move = () => moveRuleSecrets(api.services, initialCaller('migration'));

/** Stores a rule with two versions of the secret in the record, as release 0.2 did. */
async function storeOld(code: string): Promise<string> {
  const config = { url, secret: 'x', subject: 'S' };
  const path = '/notification-rules';
  const { id } = await expectOk(api.request('POST', path, { code, name: code, config }));
  await expectOk(api.request('PATCH', `${path}/${id}`, { config: { secret: 'y' } }));
  await expectOk(api.request('PATCH', `${path}/${id}`, { name: 'N' }));
  await api.sql`delete from notification_rule_secret where record_id = ${id}`;
  const withSecret = (doc: string, secret: string): string => {
    const values = JSON.parse(doc) as { config: JsonObject };
    const { secretSet: _, secretChangedAt: __, ...others } = values.config;
    return JSON.stringify({ ...values, config: { ...others, secret } });
  };
  const versions = await api.sql<{ version: number; doc: string }[]>`
    select version, doc from history where record_id = ${id} order by version`;
  for (const { version, doc } of versions) {
    const old = withSecret(doc, version === 1 ? `first ${code} zqx` : `second ${code} zqx`);
    await api.sql`update history set doc = ${old} where record_id = ${id} and version = ${version}`;
    await api.sql`update notification_rule set doc = ${old}, search = ${JSON.stringify({ note: old })} where id = ${id}`;
  }
  return id;
}

const storedSecret = async (id: string): Promise<string | undefined> =>
  (await api.sql<{ text: string }[]>`select text from notification_rule_secret where record_id = ${id}`)[0]?.text;

test('the secrets of release 0.2 wait for its last process, and are moved from all versions', async () => {
  const id = await storeOld('moved');
  const deleted = await storeOld('deleted');
  expect((await api.request('DELETE', `/notification-rules/${deleted}`)).status).toBeLessThan(300);
  await api.sql`
    insert into process (id, role, host, pid, queues, started_at, seen_at, status)
    values (gen_random_uuid(), 'api', 'old', 1, '{}', now(), now(), '{"memoryMb":1}')`;
  expect(await move()).toBe(false);
  expect(await tablesContaining(api.sql, 'second moved zqx')).toContain('public.history');
  await api.sql`delete from process where host = 'old'`;
  expect(await move()).toBe(true);
  expect(await tablesContaining(api.sql, 'second moved zqx')).toEqual(['public.notification_rule_secret']);
  expect(await tablesContaining(api.sql, 'zqx')).toEqual(['public.notification_rule_secret']);
  const rule = await expectOk<TestRecord>(api.request('GET', `/notification-rules/${id}`));
  expect(rule).toMatchObject({ name: 'N', config: { url, subject: 'S', secretSet: true }, auditInfo: { version: 3 } });
  const history = await expectOk<{ changes: { path: string }[] }[]>(
    api.request('GET', `/notification-rules/${id}/history`),
  );
  expect(history.map(({ changes }) => changes.map(({ path }) => path))).toEqual([
    ['name'],
    ['config.secretChangedAt'],
    [],
  ]);
  const queued = await api.sql`select from outbox where queue = 'index.sync' and position(${id} in data) > 0`;
  expect(queued.length).toBeGreaterThan(0);
  expect(await move()).toBe(true);
  expect(await storedSecret(id)).toBe('second moved zqx');
});

test('a write of such a rule moves its secret', async () => {
  const id = await storeOld('written');
  const patched = await expectOk<TestRecord>(api.request('PATCH', `/notification-rules/${id}`, { name: 'O' }));
  expect(patched).toMatchObject({ name: 'O', config: { url, subject: 'S', secretSet: true } });
  expect(patched.config).not.toHaveProperty('secret');
  expect(await storedSecret(id)).toBe('second written zqx');
  await move();
  expect(await tablesContaining(api.sql, 'second written zqx')).toEqual(['public.notification_rule_secret']);
});

test('the plans of accepted notifications name the rule in place of its secret', async () => {
  const id = await storeOld('planned');
  await api.sql`update notification_rule set doc = replace(doc, '"config"', '"apiSenderBeanName":"webhookSender","config"') where id = ${id}`;
  const accepted = crypto.randomUUID();
  const body = { id: accepted, ownerType: 'T', ownerId: '1', templateCode: 'planned', data: {} };
  const answer = await api.request('POST', '/notifications', { ...body, notificationTo: [{ email: 'a@example.com' }] });
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  const planOf = async () =>
    (await api.sql<{ plan: string }[]>`select plan from notification where id = ${accepted}`)[0]?.plan ?? '';
  expect(await planOf()).toContain('second planned zqx');
  await move();
  expect(JSON.parse(await planOf()).channels.webhook).toEqual({ settings: { url }, signedBy: id });
});
