import { beforeEach } from 'bun:test';
import { archivedKinds } from '../../../domain/imports/archives/kindsInOrder.ts';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { startApiForFile, type TestAnswer, type TestRecord } from '../api.ts';
import { expectOk } from './expectations.ts';

const tables = archivedKinds().map(({ table }) => table);

/** Starts an api whose archived records are deleted before each test. */
export async function startArchiveApi() {
  const api = await startApiForFile();
  const deleteAll = () => api.sql.unsafe(`truncate ${tables.join(', ')} cascade`);
  const post = (path: string, body: JsonObject): Promise<TestRecord> => expectOk(api.request('POST', path, body));

  beforeEach(async () => {
    await deleteAll();
    await api.sql`truncate history, outbox`;
  });

  return {
    api,
    deleteAll,
    post,

    importFile(bytes: Uint8Array, query = ''): Promise<TestAnswer> {
      const form = new FormData();
      form.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'anything.bin');
      return api.request('POST', `/admin/import${query}`, form);
    },

    /** The documents of all archived records, by table. */
    async documents(): Promise<Record<string, string[]>> {
      const all: Record<string, string[]> = {};
      for (const table of tables) {
        const rows = await api.sql<{ doc: string }[]>`select doc from ${api.sql(table)} order by id`;
        all[table] = rows.map(({ doc }) => doc);
      }
      return all;
    },

    /** Stores records of most kinds, with references between them. */
    async storeSamples(): Promise<void> {
      for (let number = 0; number < 20; number++)
        await post('/worklog-types', { code: `W${number}`, name: `Žluť ${number} 🚲` });
      await post('/user-types', {
        code: 'NURSE',
        name: 'Nurse',
        type: 'INDIVIDUAL',
        registry: { age: { type: 'integer' } },
      });
      await post('/user-group-types', { code: 'TEAM', name: 'Team', registry: { size: { type: 'integer' } } });
      const group = { type: 'TEAM', chars: { size: 3 } };
      const parent = await post('/user-groups', { ...group, code: 'NORTH', name: 'North' });
      await post('/user-groups', { ...group, code: 'ALPHA', name: 'Alpha', parentUserGroupId: parent.id });
      await post('/user-group-regions', { regionId: crypto.randomUUID(), userGroup: { code: 'ALPHA' } });
      await post('/roles', { code: 'CHIEF', name: 'Chief' });
      const nurse = { type: 'NURSE', chars: { age: 40 }, groups: ['ALPHA', 'NORTH'] };
      const chief = await post('/users', { ...nurse, code: 'ann', givenName: 'Ann', roles: ['CHIEF'] });
      await post('/users', { ...nurse, code: 'bob', supervisorId: chief.id });
      const period = { validTo: '2020-01-01' };
      await post('/user-user-groups', { userId: chief.id, userGroupId: parent.id, period });
      await post('/log-types', { code: 'CALL', name: 'Call', config: { deep: [1, null, { a: 'b' }] } });
    },
  };
}
