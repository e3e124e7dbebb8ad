import { JsonElements } from '../../../domain/imports/files/jsonElements.ts';
import { kindNamed } from '../../../domain/kinds/index.ts';
import type { Json, JsonObject } from '../../../domain/kinds/kind.ts';
import { parseJson } from '../../../domain/validation/parseJson.ts';
import { isObject } from '../../../domain/validation/values.ts';
import type { Answer, ApiRequest, Reading, Route } from '../route.ts';
import { streamOf } from '../stream.ts';
import { fieldsParameter, readFields, reduce, type Selection } from './fields.ts';

/** Returns a route whose answer has records with the query parameter `fields`, which reduces them; any other as it is. */
export function readingRoute(route: Route): Route {
  const { reads } = route;
  const kind = kindNamed(route.kind);
  if (!reads || !kind) return route;
  const selected = { name: kind.name, members: { ...kind.members, ...reads.more } };
  return {
    ...route,
    query: [...(route.query ?? []), fieldsParameter],
    async handle(request: ApiRequest): Promise<Answer> {
      const selection = readFields(selected, request.query);
      const answer = await route.handle(request);
      return selection ? reducedAnswer(answer, reads.shape, selection) : answer;
    },
  };
}

function reducedAnswer(answer: Answer, shape: Reading['shape'], selection: Selection): Answer {
  const { body, ...rest } = typeof answer === 'string' ? { body: answer } : (answer ?? { body: null });
  if (body === null || body instanceof Uint8Array) return answer;
  if (shape === 'list') return { ...rest, body: streamOf(() => listText(elementsOf(body), selection)) };
  if (typeof body !== 'string') throw new Error('a record and a page are never streamed');
  const value = parseJson(body) as JsonObject;
  if (shape === 'record') return { ...rest, body: JSON.stringify(reduce(value, selection)) };
  const content = value.content as Json[];
  return { ...rest, body: JSON.stringify({ ...value, content: content.map((one) => reduceRecord(one, selection)) }) };
}

const reduceRecord = (value: Json, selection: Selection): Json => (isObject(value) ? reduce(value, selection) : value);

async function* listText(batches: AsyncIterable<Json[]>, selection: Selection): AsyncGenerator<string> {
  let separator = '[';
  for await (const batch of batches) {
    const texts = batch.map((value) => JSON.stringify(reduceRecord(value, selection)));
    yield `${separator}${texts.join(',')}`;
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}

/** Bytes of a text that are parsed without a pause for other requests. */
const CHUNK_BYTES = 256 * 1024;

/** Yields the elements of a JSON array, or of `data` of an ExportEnvelope, in batches as they arrive. */
async function* elementsOf(body: string | ReadableStream<Uint8Array>): AsyncGenerator<Json[]> {
  const elements = new JsonElements('answer', Number.MAX_SAFE_INTEGER);
  for await (const chunk of typeof body === 'string' ? chunksOf(body) : body) {
    const batch = [...elements.push(chunk)].map(({ value }) => value);
    if (batch.length > 0) yield batch;
  }
  // Throws if the body has ended too early.
  for (const { value } of elements.end()) yield [value];
}

async function* chunksOf(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES) {
    yield bytes.subarray(from, from + CHUNK_BYTES);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
