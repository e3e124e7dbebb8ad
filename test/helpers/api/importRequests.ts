import type { TestAnswer, TestBody } from '../api.ts';
import type { TestCaller } from './callers.ts';

/** Requests of a caller that back up, compare and save the records of a kind. */
export function importRequests(caller: Pick<TestCaller, 'request'>, path: string, entityType: string) {
  const post = (operation: string, query: string, body: TestBody) =>
    caller.request('POST', `/${path}/${operation}${query}`, body);
  return {
    backup: (filtering: unknown[] = []) => post('backup', '', { entityType, filtering }),
    diffFile(records: unknown, query = ''): Promise<TestAnswer> {
      const form = new FormData();
      form.set('file', new Blob([typeof records === 'string' ? records : JSON.stringify(records)]), 'records');
      return post('diff/file', query, form);
    },
    diffOnly: (data: unknown[], filtering: unknown[] = []) => post('diff/only', '', { entityType, filtering, data }),
    saveDiff: (entries: readonly unknown[], query = '') => post('diff/save', query, entries),
  };
}

/** What an answer says, without what differs from one answer to the next: times and ids of requests. */
export const saidBy = ({ status, text }: TestAnswer): string =>
  `${status} ${text.replace(/"(timestamp|traceId|whenExported)":"[^"]*"/g, '"$1":""')}`;
