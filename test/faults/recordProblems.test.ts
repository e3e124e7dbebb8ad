import { expect, test } from 'bun:test';
import { recordProblems } from './checks/problems.ts';
import type { RecordClient } from './clients/records.ts';
import type { Topology } from './topology/topology.ts';

/** Returns the problems of a client whose lists change while the database is read. */
function problemsAfter(stored: readonly string[], before: Lists, after: Lists): Promise<string[]> {
  let lists = before;
  const sql = async () => {
    lists = after;
    return stored.map((code) => ({ code }));
  };
  const client = { acknowledged: () => lists.acknowledged, deleted: () => lists.deleted };
  return recordProblems({ database: { sql } } as unknown as Topology, client as unknown as RecordClient);
}

interface Lists {
  readonly acknowledged: readonly string[];
  readonly deleted: readonly string[];
}

test('lost writes and deletions are found, and what a client writes during the check is no loss', async () => {
  const none = { acknowledged: [], deleted: [] };
  const lists = { acknowledged: ['a', 'b'], deleted: ['c'] };
  expect(await problemsAfter(['a', 'b'], lists, lists)).toEqual([]);
  expect(await problemsAfter(['a', 'c'], lists, lists)).toEqual([
    '1 acknowledged records are lost: b',
    '1 acknowledged deletions are lost: c',
  ]);
  expect(await problemsAfter([], none, lists)).toEqual([]);
  expect(await problemsAfter(['b'], lists, { acknowledged: ['b'], deleted: ['a', 'c'] })).toEqual([]);
  expect(await problemsAfter(['a', 'b'], lists, { acknowledged: ['b'], deleted: ['a', 'c'] })).toEqual([]);
});
