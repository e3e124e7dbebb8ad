import { expect, setDefaultTimeout, test } from 'bun:test';
import fc from 'fast-check';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { expectErrors, expectOk } from '../../helpers/api/expectations.ts';
import { startApiForFile } from '../../helpers/api.ts';

setDefaultTimeout(60_000);

/** Arrays of texts in CSV. */

const api = await startApiForFile();
const group = { type: 'TEAM', name: 'Group', chars: {} };
await api.request('POST', '/user-group-types', { code: 'TEAM', name: 'Team', registry: {} });

const csvOf = async (fields: string): Promise<string> =>
  (
    await api.request(
      'POST',
      `/user-groups/backup?fields=${fields}`,
      { entityType: 'UserGroup' },
      { accept: 'text/csv', 'content-type': 'application/json' },
    )
  ).text;
const upload = (text: string, query = '') => {
  const form = new FormData();
  form.set('file', new Blob([text]), 'groups.csv');
  return api.request('POST', `/user-groups/diff/file?compareField=code${query}`, form);
};
const create = (body: JsonObject) => expectOk<JsonObject>(api.request('POST', '/user-groups', { ...group, ...body }));

test.each([
  [['a', 'b'], 'a|b'],
  [['one'], 'one'],
  [['a|b', 'c\\d', '\\|'], 'a\\|b|c\\\\d|\\\\\\|'],
  [['', ''], '|'],
  [[], '[]'],
  [[''], '"[""""]"'],
  [['[a'], '"[""[a""]"'],
  [['a,b', 'say "x"'], '"a,b|say ""x"""'],
])('%j is %s in a cell, and is read back', async (dataTags, cell) => {
  await api.sql`truncate user_group cascade`;
  await create({ code: 'G', dataTags });
  const text = await csvOf('code,dataTags');
  expect(text).toBe(`code,dataTags\r\nG,${cell}\r\n`);
  expect(await expectOk<unknown>(upload(text))).toEqual([]);
  await expectOk(api.request('PATCH', '/user-groups/G', { dataTags: ['other'] }));
  await expectOk(upload(text, '&save=true'));
  expect((await expectOk<JsonObject>(api.request('GET', '/user-groups/G')))['dataTags']).toEqual(dataTags);
});

test('any array of texts is the same after a backup and an import', async () => {
  await api.sql`truncate user_group cascade`;
  const part = fc.constantFrom('|', '\\', '[', ']', '"', ',', ';', '\n', ' ', 'a', 'ž', '😀', 'null', '1');
  const texts = fc.array(
    fc.array(part, { maxLength: 5 }).map((parts) => parts.join('')),
    { maxLength: 4 },
  );
  const lists = fc.sample(texts, { numRuns: 60, seed: 17 });
  for (const [index, dataTags] of lists.entries()) await create({ code: `G${index}`, dataTags });
  const text = await csvOf('code,dataTags');
  expect(await expectOk<unknown>(upload(text))).toEqual([]);
});

test('JSON arrays are read as before, and a malformed one is a problem', async () => {
  await api.sql`truncate user_group cascade`;
  await create({ code: 'G' });
  await expectOk(upload('code;dataTags\nG;"[""x"",""y|z""]"\n', '&save=true'));
  expect((await expectOk<JsonObject>(api.request('GET', '/user-groups/G')))['dataTags']).toEqual(['x', 'y|z']);
  expect(await expectErrors(upload('code;dataTags\nG;[x\n'))).toEqual([
    '[0].dataTags: is not JSON, line 1, column 2 of the cell: must be a value or "]", not "x"; write JSON in the cell, with each quote doubled (line 2)',
  ]);
});
