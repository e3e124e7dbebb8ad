import type { SearchColumn } from '../../../domain/filtering/searchDocument.ts';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { SearchUnavailable } from '../../../domain/ports/search.ts';
import type { ElasticsearchClient } from './client.ts';
import { indexedText } from './trigrams.ts';

/** One line of a bulk request, or two. */
export interface Operation {
  readonly id: string;
  readonly type: 'index' | 'delete';
  readonly version: string;
  readonly text: string;
}

export interface BulkOutcome {
  /** The index holds something newer, or the same already. */
  readonly conflicts: Operation[];
  readonly failures: Map<string, string>;
  /** The index is gone, dropped since it was asked for. */
  readonly gone: boolean;
}

/** Characters of one request: with accented letters it stays under 15 MB. */
const REQUEST_LENGTH = 8_000_000;
/** How long a full queue of the engine is waited for, each pause twice as long as the last. */
const FULL_MS = 30_000;
const FIRST_PAUSE_MS = 100;

export function indexOperation(
  columns: readonly SearchColumn[],
  row: { id: string; indexVersion: string; record: string; search: string },
): Operation {
  const { id, indexVersion, record, search } = row;
  const beside = indexedText(columns, JSON.parse(search) as JsonObject);
  const text = `${action('index', id, indexVersion)}{"r":${JSON.stringify(record)},"s":${search},${beside}}\n`;
  return { id, type: 'index', version: indexVersion, text };
}

export function deleteOperation(id: string, version: string): Operation {
  return { id, type: 'delete', version, text: action('delete', id, version) };
}

const action = (type: Operation['type'], id: string, version: string): string =>
  `{"${type}":{"_id":"${id}","version":${version},"version_type":"external"}}\n`;

interface BulkItem {
  _id: string;
  status: number;
  error?: { type: string; reason: string; caused_by?: { reason?: string } };
}

/**
 * Writes operations through a write alias, in requests of a size that the engine likes. What its queue is too full
 * for is sent again after a pause.
 */
export async function writeBulk(
  client: ElasticsearchClient,
  alias: string,
  operations: readonly Operation[],
  { refresh = false, signal }: { refresh?: boolean; signal?: AbortSignal | undefined } = {},
): Promise<BulkOutcome> {
  const outcome: BulkOutcome = { conflicts: [], failures: new Map(), gone: false };
  const end = Date.now() + FULL_MS;
  let left = operations;
  for (let pause = FIRST_PAUSE_MS; left.length > 0; pause *= 2) {
    const refused: Operation[] = [];
    for (const part of parts(left)) {
      const items = await post(client, alias, part, refresh, signal);
      if (items === 'done') continue;
      if (items === 'gone') return { ...outcome, gone: true };
      if (items === 'full') {
        refused.push(...part);
        continue;
      }
      for (const [index, item] of items.entries()) {
        const operation = part[index] as Operation;
        if (item.status === 409) outcome.conflicts.push(operation);
        else if (item.status === 429) refused.push(operation);
        else if (item.error?.type === 'index_not_found_exception') return { ...outcome, gone: true };
        else if (item.status === 503)
          throw new SearchUnavailable(`Elasticsearch cannot write now: ${item.error?.reason}`);
        else if (item.error) outcome.failures.set(operation.id, sentence(item.error));
      }
    }
    if (refused.length > 0 && Date.now() + pause > end)
      throw new SearchUnavailable('Elasticsearch is too busy to write.');
    if (refused.length > 0) await pauseFor(pause, signal);
    left = refused;
  }
  return outcome;
}

const sentence = ({ type, reason, caused_by }: NonNullable<BulkItem['error']>): string =>
  `${type}: ${reason}${caused_by?.reason ? `: ${caused_by.reason}` : ''}`;

function* parts(operations: readonly Operation[]): Generator<readonly Operation[]> {
  let from = 0;
  let length = 0;
  for (const [index, { text }] of operations.entries()) {
    if (length + text.length > REQUEST_LENGTH && index > from) {
      yield operations.slice(from, index);
      from = index;
      length = 0;
    }
    length += text.length;
  }
  yield from === 0 ? operations : operations.slice(from);
}

async function post(
  client: ElasticsearchClient,
  alias: string,
  operations: readonly Operation[],
  refresh: boolean,
  signal: AbortSignal | undefined,
): Promise<BulkItem[] | 'done' | 'gone' | 'full'> {
  const { status, text } = await client.send({
    method: 'POST',
    path: `/${alias}/_bulk`,
    query: {
      // A bulk into an index that was dropped would make it anew, with a guessed mapping.
      require_alias: true,
      ...(refresh ? { refresh: true } : {}),
      filter_path: 'errors,items.*._id,items.*.status,items.*.error',
    },
    body: operations.map((operation) => operation.text).join(''),
    signal,
  });
  if (status === 429) return 'full';
  if (status === 404) return 'gone';
  if (status >= 300) throw new Error(`Elasticsearch refused a bulk request: ${text.slice(0, 1_000)}`);
  if (text.startsWith('{"errors":false')) return 'done';
  const { items } = JSON.parse(text) as { items: Record<string, BulkItem>[] };
  return items.map((item) => Object.values(item)[0] as BulkItem);
}

function pauseFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', stop, { once: true });
  });
}
