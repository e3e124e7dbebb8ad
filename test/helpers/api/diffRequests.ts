import { expect } from 'bun:test';
import type { TestApi, TestRecord } from '../api.ts';
import { type DiffEntry, diffFile, saveDiff } from '../diffs.ts';
import { expectErrors, expectOk } from './expectations.ts';

export const changeEntry = (left: TestRecord, values: object) => ({
  diffType: 'DIFF_TYPE_CHANGE',
  left,
  right: { ...withoutAudit(left), ...values },
});
export const removeEntry = (left: object) => ({ diffType: 'DIFF_TYPE_REMOVE', left });
export const newEntry = (right: object) => ({ diffType: 'DIFF_TYPE_NEW', right });

export const withoutAudit = ({ auditInfo: _, ...members }: TestRecord) => members;

/** Type and codes of each entry. */
export const shapeOf = (entries: readonly DiffEntry[]) =>
  entries.map(({ diffType, left, right }) => [diffType.slice(10), left?.code, right?.code]);

/** Requests that compare a file with the WorklogTypes, or save entries. What is no text or bytes is sent as JSON. */
export function diffRequests(api: TestApi) {
  const compare = (file: unknown, query: string) =>
    diffFile(api, typeof file === 'string' || file instanceof Uint8Array ? file : JSON.stringify(file), query);
  return {
    entries: (file: unknown, query = ''): Promise<DiffEntry[]> => expectOk(compare(file, query)),
    errors: (file: unknown, query = ''): Promise<string[]> => expectErrors(compare(file, query)),

    /** Saves the entries, and returns the saved records. */
    async save(entries: object[], query = ''): Promise<TestRecord[]> {
      const records = await expectOk<TestRecord[]>(saveDiff(api, entries, query));
      expect(records).toBeArray();
      return records;
    },

    /** Rows of the outbox without those of the audit list, whose entries have their own. */
    outbox: () =>
      api.sql<{ id: string; queue: string; data: string }[]>`
        select id, queue, data from outbox where data::json->>'kind' <> 'Log'`,
  };
}
