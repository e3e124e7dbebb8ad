import { expect, setDefaultTimeout, test } from 'bun:test';
import type { TestRecord } from '../../helpers/api.ts';
import { startApiForFile } from '../../helpers/api.ts';
import { readAll, readPage, type TestChange } from '../../helpers/changes/changeRequests.ts';
import { poll } from '../../helpers/waits/poll.ts';

setDefaultTimeout(60_000);

/** Consumers of changes while others write. */

const api = await startApiForFile();

/** A repeatable sequence of whole numbers below a limit. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const types = '/worklog-types';
const entryOf = (record: TestRecord, name: string) => ({
  diffType: 'DIFF_TYPE_CHANGE',
  left: record,
  right: { ...record, name },
});

/** Writes records of few ids in every way that there is: many of these requests are refused, because another was first. */
async function write(random: (below: number) => number, ids: readonly string[], count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const id = ids[random(ids.length)] ?? '';
    const name = `name ${random(1_000_000)}`;
    const kind = random(6);
    if (kind === 0) await api.request('POST', types, { id, code: id, name });
    else if (kind === 1) await api.request('DELETE', `${types}/${id}`);
    else if (kind === 2) {
      const found = await api.request('GET', `${types}/by-ids/${ids.slice(0, 3)}`);
      if (found.status === 200)
        await api.request(
          'POST',
          `${types}/diff/save`,
          found.json<TestRecord[]>().map((record) => entryOf(record, name)),
        );
    } else await api.request('PATCH', `${types}/${id}`, { name });
  }
}

/** The versions of a record, oldest first, as its history lists them. */
async function versionsOf(id: string): Promise<string[]> {
  const answer = await api.request('GET', `${types}/${id}/history`);
  if (answer.status === 404) return [];
  const versions = answer.json<{ version: number; change: string }[]>();
  return versions.reverse().map(({ version, change }) => `${version} ${change}`);
}

/** The versions of a record in the order in which a consumer has seen each for the first time. */
function seenOf(changes: readonly TestChange[], id: string): string[] {
  const own = changes.filter((change) => change.id === id);
  return [...new Set(own.map(({ version, change }) => `${version} ${change}`))];
}

test('a consumer that is killed and continues from its cursor sees every change at least once, in order by record', async () => {
  const ids = Array.from({ length: 6 }, () => Bun.randomUUIDv7());
  const { cursor: first } = await readPage(api, { after: 'latest' });
  let isWriting = true;
  const writers = Promise.all([1, 2, 3].map((seed) => write(randomOf(seed), ids, 40))).finally(() => {
    isWriting = false;
  });
  const random = randomOf(99);
  const seen: TestChange[] = [];
  let stored = first;
  let pages = 0;
  let killed = 0;
  for (let isLast = false; !isLast; ) {
    // The last page is read after the last commit.
    isLast = !isWriting;
    for (let cursor = stored; ; ) {
      const page = await readPage(api, { after: cursor, kinds: 'WorklogType', size: String(1 + random(4)) });
      seen.push(...page.changes);
      if (page.changes.length === 0) break;
      cursor = page.cursor;
      pages++;
      if (pages % 3 === 0) {
        killed++;
        cursor = stored;
      } else stored = page.cursor;
    }
  }
  await writers;
  expect(killed).toBeGreaterThan(3);
  for (const id of ids) expect(seenOf(seen, id)).toEqual(await versionsOf(id));
  // From the first cursor, there is each change once.
  const { changes } = await readAll(api, { after: first, kinds: 'WorklogType' });
  for (const id of ids) {
    const own = changes.filter((change) => change.id === id).map(({ version, change }) => `${version} ${change}`);
    expect(own).toEqual(await versionsOf(id));
  }
});

/**
 * A diff whose first change is written, but not committed, while another record is changed and read. Returns what a
 * consumer has seen after the diff.
 */
async function readDuringLongWrite(): Promise<string[]> {
  const [removed, locked, other] = await Promise.all(
    ['removed', 'locked', 'other'].map(async (name) => {
      const code = `${name}-${crypto.randomUUID()}`;
      return (await api.request('POST', types, { code, name })).json<TestRecord>();
    }),
  );
  if (!removed || !locked || !other) throw new Error('the records are missing');
  const nameOf = new Map([removed, locked, other].map(({ id, name }) => [id, name]));
  let { cursor } = await readPage(api, { after: 'latest' });
  let saved: Promise<unknown> | undefined;
  const seen: string[] = [];
  const read = async () => {
    const page = await readAll(api, { after: cursor });
    seen.push(...page.changes.map(({ id, change }) => `${nameOf.get(id)} ${change}`));
    cursor = page.cursor;
  };
  await api.sql.begin(async (lock) => {
    await lock`select from worklog_type where id = ${locked.id} for update`;
    saved = api.request('POST', `${types}/diff/save`, [
      { diffType: 'DIFF_TYPE_REMOVE', left: removed },
      entryOf(locked, 'changed'),
    ]);
    await poll('the diff to wait for the lock', async () => {
      const [waiting] =
        await api.sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return waiting;
    });
    await api.request('PATCH', `${types}/${other.id}`, { name: 'meanwhile' });
    await read();
    expect(seen).toEqual(['other UPDATED']);
  });
  await saved;
  await read();
  return seen;
}

test('a long write hides no change of others meanwhile, and is read after its commit', async () => {
  expect(await readDuringLongWrite()).toEqual(['other UPDATED', 'removed DELETED', 'locked UPDATED']);
});

test('positions in the order of the writes instead of the commits would lose the changes of a long write', async () => {
  await api.sql`
    create or replace function number_record_changes(most integer) returns integer language sql as $$
      with taken as (delete from record_change_pending returning id, kind, record_id, incarnation, version),
      numbered as (insert into record_change (position, kind, record_id, incarnation, version) select 1000000 + id, kind,
        record_id, incarnation, version from taken returning position)
      update record_change_state set last = greatest(last, (select max(position) from numbered))
        where exists (select from numbered) returning 1 $$`;
  expect(await readDuringLongWrite()).not.toContain('removed DELETED');
});
