import { indexesOf } from '../../db/queries/search/searchIndexes.ts';
import type { Caller, JsonObject, Kind } from '../kinds/kind.ts';
import { userType } from '../kinds/users/userType.ts';
import { SearchUnavailable } from '../ports/search.ts';
import type { Services } from '../ports/services.ts';
import { saveRecord } from '../records/write/saveRecord.ts';
import { storedSamples } from '../samples/sampleRecords.ts';

/** The caller of a write without a request. */
export const initialCaller = (user: string): Caller => ({
  user,
  requestId: crypto.randomUUID(),
  traceId: crypto.randomUUID().replaceAll('-', ''),
});

/** The user types that every installation has, with the same ids everywhere, so that a backup of one restores into another. */
const userTypes: readonly JsonObject[] = [
  {
    id: '5a1c7e0e-0001-4b7a-9c1d-3f0a6d2b8e01',
    code: 'INDIVIDUAL',
    name: 'Individual',
    type: 'INDIVIDUAL',
    registry: {},
  },
  {
    id: '5a1c7e0e-0002-4b7a-9c1d-3f0a6d2b8e01',
    code: 'WORK_GROUP',
    name: 'Work group',
    type: 'WORK_GROUP',
    registry: {},
  },
  {
    id: '5a1c7e0e-0003-4b7a-9c1d-3f0a6d2b8e01',
    code: 'ORGANIZATION',
    name: 'Organization',
    type: 'ORGANIZATION',
    registry: {},
  },
  { id: '5a1c7e0e-0004-4b7a-9c1d-3f0a6d2b8e01', code: 'EXTERNAL', name: 'External', type: 'EXTERNAL', registry: {} },
];

/**
 * Inserts the user types of a new installation. A record that was changed or deleted since is not restored: its history
 * shows that it existed. Two concurrent processes insert each record once.
 */
export async function ensureUserTypes(services: Services): Promise<void> {
  for (const values of userTypes) {
    const [known] = await services.sql`
      select 1 from history where kind = ${userType.name} and record_id = ${String(values.id)}
      union all select 1 from user_type where code = ${String(values.code)} limit 1`;
    if (!known) await saveRecord(services, userType, values, { caller: initialCaller('migration'), refresh: false });
  }
}

/** Kinds of the records of people: while callers need credentials, nobody is added who could have rights. */
const kindsOfPeople: readonly string[] = ['User', 'UserRole', 'UserUserGroup'];

/**
 * Loads sample records and the shipped templates, unless a record of one of these kinds exists or existed.
 *
 * @param options.people  whether sample users are added, with their roles and groups
 */
export async function loadSampleRecords(services: Services, { people }: { readonly people: boolean }): Promise<void> {
  const samples = storedSamples().filter(({ kind: { name } }) => people || !kindsOfPeople.includes(name));
  const names = samples.map(({ kind: { name } }) => name);
  const [known] =
    await services.sql`select 1 from history where kind = any(${names}) and changed_by <> 'migration' limit 1`;
  if (known) return;
  for (const { kind, records } of samples) {
    for (const one of records) {
      await saveRecord(services, kind, one, { caller: initialCaller('sample'), refresh: false });
    }
    await makeFindable(services, kind);
  }
}

/** Indexes the samples at once, before a worker runs. If the engine is unavailable, the workers index them. */
async function makeFindable({ sql, search }: Services, kind: Kind): Promise<void> {
  const rows = await sql<{ id: string }[]>`select id from ${sql(kind.table)}`;
  const ids = rows.map(({ id }) => id);
  await search
    .sync(kind, ids, () => indexesOf(sql, search.name, kind.name), { refresh: true })
    .catch((error: unknown) => {
      if (!(error instanceof SearchUnavailable)) throw error;
    });
}
