import { expect, setDefaultTimeout, test } from 'bun:test';
import { startApiForFile, type TestRecord } from '../../helpers/api.ts';

setDefaultTimeout(60_000);

/** DEFAULT_AUTHENTICATION applies wherever a user is written without `authentication`. */
const api = await startApiForFile({ memberDefaults: { User: { authentication: 'AD' } } });
await api.request('POST', '/user-types', { code: 'FIRM', name: 'Firm', type: 'INDIVIDUAL', registry: {} });

const user = (code: string) => ({ code, type: 'FIRM', name: code, chars: {} });

const authenticationOf = async (code: string) =>
  (await api.request('GET', `/users/${code}`)).json<TestRecord & { authentication: string }>().authentication;

test('POST, PUT and PATCH take the configured default', async () => {
  await api.request('POST', '/users', user('a'));
  expect(await authenticationOf('a')).toBe('AD');
  await api.request('PATCH', '/users/a', { authentication: 'LDAP' });
  expect(await authenticationOf('a')).toBe('LDAP');
  await api.request('PATCH', '/users/a', { authentication: null });
  expect(await authenticationOf('a')).toBe('AD');
  await api.request('PATCH', '/users/a', { authentication: 'LDAP' });
  await api.request('PUT', '/users/a', user('a'));
  expect(await authenticationOf('a')).toBe('AD');
});

test.each([
  ['json', JSON.stringify([user('json')])],
  ['csv', 'code,type,name,chars\ncsv,FIRM,csv,{}\n'],
])('an imported file of %s takes it', async (name, content) => {
  const form = new FormData();
  form.set('file', new File([content], `users.${name}`));
  const saved = await api.request('POST', '/users/diff/file?save=true&compareField=code', form);
  expect([saved.status, saved.text]).toEqual([200, expect.stringContaining('AD')]);
  expect(await authenticationOf(name)).toBe('AD');
});

test('a saved diff takes it, and the OpenAPI document names it', async () => {
  const entry = { diffType: 'DIFF_TYPE_NEW', right: user('diff') };
  const saved = await api.request('POST', '/users/diff/save?compareField=code', [entry]);
  expect([saved.status, saved.text]).toEqual([200, expect.stringContaining('AD')]);
  const { default: declared } = (await api.request('GET', '//openapi.json')).json<{
    components: { schemas: { UserInput: { properties: { authentication: { default: string } } } } };
  }>().components.schemas.UserInput.properties.authentication;
  expect(declared).toBe('AD');
});
