import type { JsonObject } from '../../../domain/kinds/kind.ts';
import type { TestAnswer } from '../api.ts';

/** A change as `GET /changes` returns it. */
export interface TestChange {
  readonly kind: string;
  readonly id: string;
  readonly change: 'CREATED' | 'UPDATED' | 'DELETED';
  readonly version?: number;
  readonly who?: string;
  readonly when?: string;
  readonly record?: JsonObject;
  readonly cursor: string;
}

export interface TestChangePage {
  readonly changes: readonly TestChange[];
  readonly cursor: string;
}

interface Requesting {
  request(method: string, path: string, body?: undefined, headers?: Record<string, string>): Promise<TestAnswer>;
}

/** Reads a page of changes. Throws unless the status is 200. */
export async function readPage(caller: Requesting, query: Readonly<Record<string, string>>): Promise<TestChangePage> {
  const answer = await caller.request('GET', `/changes?${new URLSearchParams(query)}`);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.json<TestChangePage>();
}

/** Reads all changes after a cursor, page by page. */
export async function readAll(
  caller: Requesting,
  query: Readonly<Record<string, string>>,
): Promise<{ readonly changes: TestChange[]; readonly cursor: string }> {
  const changes: TestChange[] = [];
  for (let page = await readPage(caller, query); ; page = await readPage(caller, { ...query, after: page.cursor })) {
    changes.push(...page.changes);
    if (page.changes.length === 0) return { changes, cursor: page.cursor };
  }
}

/** The parts of a change that do not depend on the run. */
export const inShort = ({ kind, change, version, record }: TestChange): string =>
  [kind, change, version ?? '-', record?.code ?? record?.name ?? '-'].join(' ');
