import { expect } from 'bun:test';
import { worklogType } from '../../domain/kinds/processing/worklogType.ts';
import type { TestAnswer, TestApi, TestBody, TestRecord } from './api.ts';

export interface DiffEntry {
  readonly diffType: string;
  readonly left?: TestRecord;
  readonly right?: TestRecord;
}

export function diffFile(
  api: TestApi,
  file: string | Uint8Array,
  query = '',
  path = worklogType.path,
): Promise<TestAnswer> {
  const form = new FormData();
  form.set('file', new Blob([file as Uint8Array<ArrayBuffer>]), 'anything.xyz');
  return api.request('POST', `/${path}/diff/file?${query}`, form);
}

export const diffOnly = (api: TestApi, body: TestBody, query = ''): Promise<TestAnswer> =>
  api.request('POST', `/worklog-types/diff/only?${query}`, body, { 'content-type': 'application/json' });

export const saveDiff = (api: TestApi, entries: TestBody, query = ''): Promise<TestAnswer> =>
  api.request('POST', `/worklog-types/diff/save?${query}`, entries, { 'content-type': 'application/json' });

/** Returns all stored worklog types by code. */
export async function worklogs(api: TestApi): Promise<TestRecord[]> {
  const rows = await api.sql<{ doc: string; audit: string }[]>`select doc, audit from worklog_type order by code`;
  return rows.map(({ doc, audit }) => ({ ...JSON.parse(doc), auditInfo: JSON.parse(audit) }));
}

/** Saves records one by one, and returns them by code. */
export async function load(api: TestApi, records: readonly object[]): Promise<Record<string, TestRecord>> {
  const saved: Record<string, TestRecord> = {};
  for (const record of records) {
    const answer = await api.request('POST', '/worklog-types', record as TestBody);
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
    const made = answer.json();
    saved[made.code] = made;
  }
  return saved;
}
