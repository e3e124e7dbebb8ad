import type { SearchColumn } from '../../../domain/filtering/columns.ts';
import { SearchUnavailable } from '../../../domain/ports/search.ts';
import type { ElasticsearchClient, EngineRequest } from './elasticsearchClient.ts';
import { indexedText } from './trigrams.ts';

/** One or two lines of a bulk request. */
export interface Operation {
  readonly id: string;
  readonly type: 'index' | 'delete';
  readonly version: string;
  readonly text: string;
}

export interface BulkOutcome {
  /** The index already has this version, or a newer one. */
  readonly conflicts: Operation[];
  readonly failures: Map<string, string>;
  /** The index was dropped after its name was read. */
  readonly indexMissing: boolean;
}

/** Maximum length of one request in characters: with accented letters it stays under 15 MB. */
const MAX_REQUEST_LENGTH = 8_000_000;
/** Retries while the engine's queue is full: for how long, and the first backoff, which doubles each time. */
const MAX_RETRY_MS = 30_000;
const FIRST_BACKOFF_MS = 100;

export function indexOperation(
  columns: readonly SearchColumn[],
  row: { id: string; indexVersion: string; record: string; search: string },
): Operation {
  const { id, indexVersion, record, search } = row;
  const text = indexedText(columns, JSON.parse(search));
  const line = `{"r":${JSON.stringify(record)},"s":${search},${text}}\n`;
  return { id, type: 'index', version: indexVersion, text: action('index', id, indexVersion) + line };
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
 * Writes operations through a write alias, in requests of a size that suits the engine. Operations that the engine's
 * full queue rejects are retried with backoff.
 */
export async function writeBulk(
  client: ElasticsearchClient,
  alias: string,
  operations: readonly Operation[],
  { refresh = false, signal }: { refresh?: boolean; signal?: AbortSignal | undefined } = {},
): Promise<BulkOutcome> {
  const outcome: BulkOutcome = { conflicts: [], failures: new Map(), indexMissing: false };
  const deadline = Date.now() + MAX_RETRY_MS;
  let remaining = operations;
  for (let backoffMs = FIRST_BACKOFF_MS; remaining.length > 0; backoffMs *= 2) {
    const rejected: Operation[] = [];
    for (const part of parts(remaining)) {
      const result = await post(client, bulkRequest(alias, part, { refresh, signal }));
      const isComplete = result === 'missing' ? false : addResult(outcome, rejected, part, result);
      if (!isComplete) return { ...outcome, indexMissing: true };
    }
    remaining = rejected;
    if (remaining.length === 0) break;
    if (Date.now() + backoffMs > deadline) throw new SearchUnavailable('Elasticsearch is too busy to write.');
    await pauseFor(backoffMs, signal);
  }
  return outcome;
}

/** Returns false where the index does not exist. */
function addResult(
  outcome: BulkOutcome,
  rejected: Operation[],
  operations: readonly Operation[],
  result: BulkItem[] | 'done' | 'full',
): boolean {
  if (result === 'full') rejected.push(...operations);
  if (typeof result === 'string') return true;
  for (const [index, { status, error }] of result.entries()) {
    const operation = operations[index];
    if (!operation) throw new Error('Elasticsearch returned more items than a bulk request had operations.');
    if (status === 409) outcome.conflicts.push(operation);
    else if (status === 429) rejected.push(operation);
    else if (error?.type === 'index_not_found_exception') return false;
    else if (status === 503) throw new SearchUnavailable(`Elasticsearch cannot write now: ${error?.reason}`);
    else if (error) outcome.failures.set(operation.id, sentence(error));
  }
  return true;
}

const sentence = ({ type, reason, caused_by }: NonNullable<BulkItem['error']>): string =>
  `${type}: ${reason}${caused_by?.reason ? `: ${caused_by.reason}` : ''}`;

function* parts(operations: readonly Operation[]): Generator<readonly Operation[]> {
  let from = 0;
  let length = 0;
  for (const [index, { text }] of operations.entries()) {
    if (length + text.length > MAX_REQUEST_LENGTH && index > from) {
      yield operations.slice(from, index);
      from = index;
      length = 0;
    }
    length += text.length;
  }
  yield from === 0 ? operations : operations.slice(from);
}

function bulkRequest(
  alias: string,
  operations: readonly Operation[],
  { refresh, signal }: { refresh: boolean; signal: AbortSignal | undefined },
): EngineRequest {
  return {
    method: 'POST',
    path: `/${alias}/_bulk`,
    query: {
      // Otherwise a bulk into an index that was dropped would create it, with a guessed mapping.
      require_alias: true,
      ...(refresh ? { refresh: true } : {}),
      filter_path: 'errors,items.*._id,items.*.status,items.*.error',
    },
    body: operations.map((operation) => operation.text).join(''),
    signal,
  };
}

async function post(
  client: ElasticsearchClient,
  request: EngineRequest,
): Promise<BulkItem[] | 'done' | 'missing' | 'full'> {
  const { status, text } = await client.send(request);
  if (status === 429) return 'full';
  if (status === 404) return 'missing';
  if (status >= 300) throw new Error(`Elasticsearch rejected a bulk request: ${text.slice(0, 1_000)}`);
  if (text.startsWith('{"errors":false')) return 'done';
  const { items }: { items: Record<string, BulkItem>[] } = JSON.parse(text);
  return items.flatMap((item) => Object.values(item));
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
