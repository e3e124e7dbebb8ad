import type { Transaction } from '../../../db/client.ts';
import type { JsonObject, Kind } from '../../../domain/kinds/kind.ts';
import type { Services } from '../../../domain/ports/services.ts';
import { parseStored } from '../../../domain/records/storedText.ts';
import { removeRecord } from '../../../domain/records/write/removeRecord.ts';
import { patchRecord, replaceRecord, type Saved, type SaveOptions } from '../../../domain/records/write/saveRecord.ts';
import { awaitRecords } from '../../../domain/runtime/awaitRecords.ts';
import { readFlag } from '../../http/query.ts';
import type { Answer, ApiRequest, QueryParameter } from '../../http/route.ts';
import { savedAnswer } from './operation.ts';

/** Writes of the record that the path of a request names, by id or code or by its id alone. */

export const immediatelyRefresh: QueryParameter = {
  name: 'immediatelyRefresh',
  schema: { type: 'boolean', default: false },
  description: 'Respond only once search finds the change.',
};

/** As immediatelyRefresh, of writes that wait unless the caller says otherwise. */
export const refreshedByDefault: QueryParameter = {
  name: 'immediatelyRefresh',
  schema: { type: 'boolean', default: true },
  description: 'Respond only once search finds the change. With false, respond after the write.',
};

/** Of writes of one record, which roll back what they have checked. */
export const dryRun: QueryParameter = {
  name: 'dryRun',
  schema: { type: 'boolean', default: false },
  description:
    'Check all that the write checks, respond with the record as it would be stored or with the errors of the write, and store nothing.',
};

/** The committed records of a write, by the kind. */
export type Written = readonly { readonly kind: Kind; readonly ids: readonly string[] }[];

/**
 * Reads `immediatelyRefresh`, before the write. Returns the function that completes its answer: on demand, once searches find
 * the records. Only then it calls a function that reads which records these are.
 */
export function refreshing({
  services,
  query,
}: Pick<ApiRequest, 'services' | 'query'>): (
  answer: Answer,
  written: Written | (() => Promise<Written>),
) => Promise<Answer> {
  const isAwaited = readFlag(query, 'immediatelyRefresh');
  return async (answer, written) => {
    if (!isAwaited) return answer;
    const changed = typeof written === 'function' ? await written() : written;
    const found = await Promise.all(changed.map(({ kind, ids }) => awaitRecords(services, kind, ids)));
    if (!found.includes(false)) return answer;
    const { headers, ...rest } = typeof answer === 'string' || answer === null ? { body: answer } : answer;
    return { ...rest, headers: { ...headers, ...delayedHeader } };
  };
}

const delayedHeader = { 'x-search-refresh': 'delayed' } as const;

/** Returns the response to a write whose body is streamed. */
export const streamedAnswer = ({
  stream,
  delayed = false,
}: {
  stream: ReadableStream<Uint8Array>;
  delayed?: boolean;
}): Answer => ({
  body: stream,
  ...(delayed && { headers: delayedHeader }),
});

/** The path parameter that names the record. */
interface Target {
  readonly parameter: 'id' | 'idOrCode';
  readonly value: string;
}

/** Returns the response to a write, with the warnings of the kind about the record. */
export function answerOf(kind: Kind, services: Services, saved: Saved): Answer {
  return savedAnswer(saved, kind.warnings?.(parseStored<JsonObject>(saved.record), services));
}

export function replaceTarget(kind: Kind, request: ApiRequest, { parameter, value }: Target): Promise<Answer> {
  return saveOrTry(kind, request, readFlag(request.query, 'immediatelyRefresh'), async (options) =>
    replaceRecord(request.services, kind, value, await request.json(), { ...options, parameter }),
  );
}

export function patchTarget(kind: Kind, request: ApiRequest, { parameter, value }: Target): Promise<Answer> {
  return saveOrTry(kind, request, readFlag(request.query, 'immediatelyRefresh'), async (options) =>
    patchRecord(request.services, kind, value, await request.json(), { ...options, parameter }),
  );
}

/**
 * Saves a record and returns the response. A dry run is the same write, which is rolled back when it has succeeded: nothing else checks
 * all that a write checks.
 */
export async function saveOrTry(
  kind: Kind,
  { services, caller, precondition, query, storeAnswer }: ApiRequest,
  refresh: boolean,
  save: (options: SaveOptions) => Promise<Saved>,
): Promise<Answer> {
  const store = readFlag(query, 'dryRun') ? rollBack : storeAnswer;
  const inTransaction: SaveOptions['inTransaction'] =
    store && ((transaction, record) => store(transaction, answerOf(kind, services, { record, delayed: false })));
  try {
    return answerOf(kind, services, await save({ caller, precondition, refresh, inTransaction }));
  } catch (error) {
    if (error instanceof DryRunEnded) return error.answer;
    throw error;
  }
}

/** Rolls back a write that has succeeded. */
class DryRunEnded extends Error {
  override readonly name = 'DryRunEnded';
  readonly answer: Answer;

  constructor(answer: Answer) {
    super('the write is rolled back');
    this.answer = answer;
  }
}

const rollBack = async (_: Transaction, answer: Answer): Promise<void> => {
  throw new DryRunEnded(answer);
};

export async function removeTarget(kind: Kind, request: ApiRequest, { parameter, value }: Target): Promise<Answer> {
  const { services, query, caller, precondition } = request;
  const refresh = readFlag(query, 'immediatelyRefresh');
  const { delayed } = await removeRecord(services, kind, value, { caller, precondition, parameter, refresh });
  return delayed ? { body: null, headers: delayedHeader } : null;
}
