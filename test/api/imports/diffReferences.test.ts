import { beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { saveDiff } from '../../../domain/imports/saveDiff.ts';
import { baseMembers, string, uuid } from '../../../domain/kinds/declaration/members.ts';
import { referenceDataOperations } from '../../../domain/kinds/declaration/operationSets.ts';
import type { Kind } from '../../../domain/kinds/kind.ts';
import { makeDatabaseForFile } from '../../helpers/bootstrap.ts';
import { makeTestServices } from '../../helpers/services.ts';

setDefaultTimeout(60_000);

/** A kind that points to itself by id and by code, and to another kind: no kind of the platform does all of it. */
const place: Kind = {
  name: 'Place',
  path: 'places',
  table: 'place',
  plural: 'places',
  description: 'A place.',
  members: { ...baseMembers, parentId: uuid(), region: string(), logType: string() },
  operations: referenceDataOperations,
  references: [
    { member: 'parentId', target: 'Place', by: 'id', column: 'parent_id' },
    { member: 'region', target: 'Place', by: 'code', column: 'region' },
    { member: 'logType', target: 'LogType', by: 'code', column: 'log_type' },
  ],
  keepsHistory: true,
};

const database = await makeDatabaseForFile();
const { sql } = database;
const services = makeTestServices(sql);

beforeAll(async () => {
  await sql`create table place (like worklog_type, primary key (id), parent_id uuid, region text, log_type text)`;
  await sql`alter table place add constraint place_code unique (code) deferrable`;
  await sql`alter table place add foreign key (parent_id) references place (id) deferrable`;
  // None by code: PostgreSQL lets no foreign key point to a unique constraint that is deferrable, as those of codes are.
  await sql`insert into log_type select gen_random_uuid(), 1, 1, 1, '{}', '{}', '{}', 'known'`;
});
beforeEach(async () => {
  await database.sql`delete from place`;
  // Each test uses the same ids, whose versions would continue those of the tests before.
  await database.sql`delete from history`;
});

const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const node = (n: number, more = {}) => ({ id: id(n), code: `c${n}`, name: `N${n}`, ...more });
const created = (right: object) => ({ diffType: 'DIFF_TYPE_NEW', right });
const removed = (n: number, version = 1) => ({
  diffType: 'DIFF_TYPE_REMOVE',
  left: { id: id(n), auditInfo: { version } },
});
const changed = (n: number, right: object, version = 1) => ({
  diffType: 'DIFF_TYPE_CHANGE',
  left: { id: id(n), auditInfo: { version } },
  right,
});

async function save(...entries: object[]): Promise<unknown> {
  const caller = { user: 'anonymous', requestId: 'r', traceId: 't' };
  const source = new Blob([JSON.stringify(entries)]).stream();
  const { stream } = await saveDiff(services, place, { source, compareField: 'id', caller, checkRegistry: true });
  return new Response(stream).json();
}

async function problems(...entries: object[]): Promise<readonly string[]> {
  try {
    await save(...entries);
  } catch (error) {
    return (error as { errors: string[] }).errors;
  }
  return [];
}

const places = async () =>
  (await database.sql`select code, parent_id, region, log_type from place order by code`).map((row) =>
    Object.values(row),
  );

test('children may come before their parents, and the columns of the references are written', async () => {
  await save(
    created(node(3, { parentId: id(2), region: 'c1' })),
    created(node(2, { parentId: id(1) })),
    created(node(1, { logType: 'known' })),
  );
  expect(await places()).toEqual([
    ['c1', null, null, 'known'],
    ['c2', id(1), null, null],
    ['c3', id(2), 'c1', null],
  ]);
});

test('a parent goes with its children, or when they have another', async () => {
  await save(created(node(1)), created(node(2, { parentId: id(1), region: 'c1' })), created(node(3)));
  expect(await problems(removed(1))).toEqual([
    '[0].left.id: 1 Place points to it by parentId',
    '[0].left.id: 1 Place points to it by region',
  ]);
  await save(removed(1), changed(2, node(2, { parentId: id(3), region: 'c3' })));
  expect(await places()).toEqual([
    ['c2', id(3), 'c3', null],
    ['c3', null, null, null],
  ]);
  await save(removed(3), removed(2, 2));
  expect(await places()).toEqual([]);
});

test('a code that others point to may pass to another record', async () => {
  await save(created(node(1)), created(node(2, { region: 'c1' })));
  await save(removed(1), created(node(9, { code: 'c1' })));
  expect(await places()).toEqual([
    ['c1', null, null, null],
    ['c2', null, 'c1', null],
  ]);
});

test('what will not be there cannot be pointed to', async () => {
  await save(created(node(1)));
  expect(
    await problems(
      created(node(2, { parentId: id(7), region: 'nowhere', logType: 'unknown' })),
      created(node(3, { parentId: id(1) })),
      removed(1),
      created(node(4, { region: 'c1' })),
    ),
  ).toEqual([
    `[0].right.parentId: no Place has the id "${id(7)}"`,
    '[0].right.region: no Place has the code "nowhere"',
    '[0].right.logType: no LogType has the code "unknown"',
    `[1].right.parentId: no Place has the id "${id(1)}"`,
    '[3].right.region: no Place has the code "c1"',
  ]);
});

test('a code that others point to by it cannot simply change', async () => {
  await save(created(node(1)), created(node(2, { region: 'c1' })));
  expect(await problems(changed(1, node(1, { code: 'other' })))).toEqual([
    '[0].right.code: 1 Place points to "c1" by region',
  ]);
  await save(changed(1, node(1, { code: 'other' })), changed(2, node(2, { region: 'other' })));
});
