import { expect, setDefaultTimeout, test } from 'bun:test';
import { createAdministrator } from '../../../../domain/identity/administrator.ts';
import { initialCaller } from '../../../../domain/users/initialRecords.ts';
import { createKey, createUser } from '../../../helpers/access.ts';
import { startApiForFile } from '../../../helpers/api.ts';

setDefaultTimeout(60_000);

const api = await startApiForFile();
const { services, sql } = api;
const post = (user: string, name: string) => api.request('POST', '/api-keys', { name, user });

/** Runs while the database refuses new rows of a table for which a condition does not hold. */
async function whileRefused<T>(table: 'audit_entry' | 'api_key', condition: string, run: () => Promise<T>): Promise<T> {
  await sql.unsafe(`alter table ${table} add constraint refused check (${condition}) not valid`);
  try {
    return await run();
  } finally {
    await sql.unsafe(`alter table ${table} drop constraint refused`);
  }
}

const keysNamed = (name: string) => sql`select from api_key where name = ${name}`;
const entriesOf = (action: string, target: string) => sql`
  select from audit_entry where doc::json ->> 'action' = ${action} and doc::json ->> 'target' = ${target}`;

test('a key is not made without its audit entry, nor the entry without the key', async () => {
  await createUser(api, 'made');
  const noEntry = await whileRefused('audit_entry', "doc not like '%made: first%'", () => post('made', 'first'));
  expect([noEntry.status, (await keysNamed('first')).length]).toEqual([500, 0]);
  const noKey = await whileRefused('api_key', "name <> 'second'", () => post('made', 'second'));
  expect([noKey.status, (await entriesOf('API_KEY_CREATED', 'made: second')).length]).toEqual([500, 0]);
  expect((await post('made', 'second')).status).toBe(200);
  expect((await entriesOf('API_KEY_CREATED', 'made: second')).length).toBe(1);
});

test('a key is not revoked without its audit entry, nor the entry written without the revocation', async () => {
  await createUser(api, 'revoked');
  const { id } = await createKey(api, 'revoked', { name: 'kept' });
  const revoke = () => api.request('DELETE', `/api-keys/${id}`);
  const isRevoked = async () => (await sql`select from api_key where id = ${id} and revoked_at is not null`).length > 0;
  const noEntry = await whileRefused('audit_entry', "doc not like '%revoked: kept%'", revoke);
  expect([noEntry.status, await isRevoked()]).toEqual([500, false]);
  const noChange = await whileRefused('api_key', "name <> 'kept' or revoked_at is null", revoke);
  expect([noChange.status, (await entriesOf('API_KEY_REVOKED', 'revoked: kept')).length]).toEqual([500, 0]);
  expect([(await revoke()).status, await isRevoked()]).toEqual([200, true]);
  expect((await entriesOf('API_KEY_REVOKED', 'revoked: kept')).length).toBe(1);
});

test('an administrator is not made without an audit entry, nor the entry written without the key', async () => {
  await createUser(api, 'before');
  const create = () => createAdministrator(services, 'root', initialCaller('admin create'));
  const refused = "doc not like '%ADMINISTRATOR_CREATED%'";
  await expect(whileRefused('audit_entry', refused, create)).rejects.toThrow('refused');
  await expect(whileRefused('api_key', "created_by <> 'admin create'", create)).rejects.toThrow('refused');
  expect((await sql`select from app_user where code = 'root'`).length).toBe(0);
  expect((await entriesOf('ADMINISTRATOR_CREATED', 'root')).length).toBe(0);
  expect(await create()).toStartWith('wbk_');
  expect((await entriesOf('ADMINISTRATOR_CREATED', 'root')).length).toBe(1);
});
