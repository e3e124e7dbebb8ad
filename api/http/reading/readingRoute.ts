import { badRequest } from '../../../domain/errors.ts';
import { JsonElements } from '../../../domain/imports/files/jsonElements.ts';
import { kindNamed } from '../../../domain/kinds/index.ts';
import type { Json, JsonObject, Kind } from '../../../domain/kinds/kind.ts';
import { withCodes } from '../../../domain/relations/codedLinks.ts';
import { parseJson } from '../../../domain/validation/parseJson.ts';
import { isObject } from '../../../domain/validation/values.ts';
import { preferredType } from '../contentNegotiation.ts';
import type { Answer, ApiRequest, Reading, Route } from '../route.ts';
import { streamOf } from '../stream.ts';
import { csvColumns, csvLine } from './csv.ts';
import { fieldsParameter, readFields, reduce, type SelectedKind, type Selection } from './fields.ts';

const NDJSON = 'application/x-ndjson';
const CSV = 'text/csv';
/** Media types of lists and backups besides JSON. */
const listTypes = [NDJSON, CSV] as const;
type ListType = (typeof listTypes)[number];

/** How the records of an answer are written. */
interface Writing {
  readonly kind: SelectedKind;
  readonly records: Pick<ApiRequest, 'services'> & { readonly kind: Kind };
  readonly shape: Reading['shape'];
  readonly selection: Selection | undefined;
  /** Undefined for JSON. */
  readonly type: ListType | undefined;
}

/**
 * Returns a route whose answer has records with the query parameter `fields`, which reduces them, and, if they are a list,
 * with the media types of lists. Returns any other route as it is.
 */
export function readingRoute(route: Route): Route {
  const { reads } = route;
  const kind = kindNamed(route.kind);
  if (!reads || !kind) return route;
  const { shape, more } = reads;
  const selected = { name: kind.name, members: { ...kind.members, ...more } };
  const isList = shape === 'list' || shape === 'envelope';
  return {
    ...route,
    query: [...(route.query ?? []), fieldsParameter],
    ...(isList && { alternatives: listTypes }),
    async handle(request: ApiRequest): Promise<Answer> {
      const type = isList ? preferredType(request.raw.headers.get('accept'), listTypes) : undefined;
      const selection = readFields(selected, request.query);
      if (selection && shape === 'envelope' && !type) throw wholeRecords();
      const answer = await route.handle(request);
      const written =
        selection || type
          ? write(answer, { kind: selected, records: { services: request.services, kind }, shape, selection, type })
          : answer;
      return isList ? withVary(written) : written;
    },
  };
}

const wholeRecords = (): Error =>
  badRequest('The parameter fields is invalid.', [
    `fields: is not allowed for an ExportEnvelope, which has whole records; it goes with Accept: ${CSV} or ${NDJSON}`,
  ]);

const detailed = (answer: Answer): Exclude<Answer, string | null> =>
  typeof answer === 'string' || answer === null ? { body: answer } : answer;

function withVary(answer: Answer): Answer {
  const { headers, ...rest } = detailed(answer);
  return { ...rest, headers: { ...headers, vary: 'Accept' } };
}

function write(answer: Answer, { kind, records, shape, selection, type }: Writing): Answer {
  const { body, ...rest } = detailed(answer);
  if (body === null || body instanceof Uint8Array) return answer;
  if (shape === 'list' || shape === 'envelope') {
    const batches = () => elementsOf(body, selection);
    if (type === CSV)
      return {
        ...rest,
        contentType: `${CSV}; charset=utf-8`,
        body: streamOf(() => csvText(codedBatches(batches(), records), kind, selection)),
      };
    if (type === NDJSON) return { ...rest, contentType: NDJSON, body: streamOf(() => lineText(batches())) };
    return { ...rest, body: streamOf(() => arrayText(batches())) };
  }
  if (typeof body !== 'string') throw new Error('a record and a page are never streamed');
  const value = parseJson(body) as JsonObject;
  if (shape === 'record') return { ...rest, body: JSON.stringify(reduced(value, selection)) };
  const content = (value.content as Json[]).map((one) => reduced(one, selection));
  return { ...rest, body: JSON.stringify({ ...value, content }) };
}

const reduced = (value: Json, selection: Selection | undefined): Json =>
  selection && isObject(value) ? reduce(value, selection) : value;

async function* arrayText(batches: AsyncIterable<Json[]>): AsyncGenerator<string> {
  let separator = '[';
  for await (const batch of batches) {
    yield `${separator}${batch.map((value) => JSON.stringify(value)).join(',')}`;
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}

async function* lineText(batches: AsyncIterable<Json[]>): AsyncGenerator<string> {
  for await (const batch of batches) yield batch.map((value) => `${JSON.stringify(value)}\n`).join('');
}

/** Yields the records with codes in place of the ids of their links. */
async function* codedBatches(
  batches: AsyncIterable<Json[]>,
  { services, kind }: Writing['records'],
): AsyncGenerator<Json[]> {
  for await (const batch of batches) yield await withCodes(services, kind, batch);
}

async function* csvText(
  batches: AsyncIterable<Json[]>,
  kind: SelectedKind,
  selection: Selection | undefined,
): AsyncGenerator<string> {
  const columns = csvColumns(kind, selection);
  const lineOf = (value: Json): string => csvLine(columns.map(({ cellOf }) => cellOf(isObject(value) ? value : {})));
  // With the first records, so that a failure before them becomes an error response.
  let head = csvLine(columns.map(({ name }) => name));
  for await (const batch of batches) {
    yield `${head}${batch.map(lineOf).join('')}`;
    head = '';
  }
  if (head !== '') yield head;
}

/** Bytes of a text that are parsed without a pause for other requests. */
const CHUNK_BYTES = 256 * 1024;

/** Yields the elements of a JSON array, or of `data` of an ExportEnvelope, in batches as they arrive. */
async function* elementsOf(
  body: string | ReadableStream<Uint8Array>,
  selection: Selection | undefined,
): AsyncGenerator<Json[]> {
  const elements = new JsonElements('answer', Number.MAX_SAFE_INTEGER);
  for await (const chunk of typeof body === 'string' ? chunksOf(body) : body) {
    const batch = [...elements.push(chunk)].map(({ value }) => reduced(value, selection));
    if (batch.length > 0) yield batch;
  }
  // Throws if the body has ended too early.
  for (const { value } of elements.end()) yield [reduced(value, selection)];
}

async function* chunksOf(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES) {
    yield bytes.subarray(from, from + CHUNK_BYTES);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
