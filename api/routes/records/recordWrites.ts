import type { JsonObject, Kind } from '../../../domain/kinds/kind.ts';
import type { Services } from '../../../domain/ports/services.ts';
import { parseStored } from '../../../domain/records/storedText.ts';
import { removeRecord } from '../../../domain/records/write/removeRecord.ts';
import { type PathOptions, patchRecord, replaceRecord, type Saved } from '../../../domain/records/write/saveRecord.ts';
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

export async function replaceTarget(kind: Kind, request: ApiRequest, { parameter, value }: Target): Promise<Answer> {
  const options = optionsOf(request, parameter);
  return answerOf(
    kind,
    request.services,
    await replaceRecord(request.services, kind, value, await request.json(), options),
  );
}

export async function patchTarget(kind: Kind, request: ApiRequest, { parameter, value }: Target): Promise<Answer> {
  const options = optionsOf(request, parameter);
  return answerOf(
    kind,
    request.services,
    await patchRecord(request.services, kind, value, await request.json(), options),
  );
}

export async function removeTarget(kind: Kind, request: ApiRequest, { parameter, value }: Target): Promise<Answer> {
  const { delayed } = await removeRecord(request.services, kind, value, optionsOf(request, parameter));
  return delayed ? { body: null, headers: delayedHeader } : null;
}

function optionsOf(
  { query, caller, precondition }: ApiRequest,
  parameter: Target['parameter'],
): Omit<PathOptions, 'inTransaction'> {
  return { caller, precondition, parameter, refresh: readFlag(query, 'immediatelyRefresh') };
}
