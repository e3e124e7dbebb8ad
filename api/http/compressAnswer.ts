import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { weightsOf } from './contentNegotiation.ts';
import type { Answer, Route } from './route.ts';

/**
 * Compression of answers. An answer with a secret is not compressed: where its text also repeats what a web page makes the
 * browser send, its length would tell the page the secret (BREACH). Errors repeat what was sent, and are not compressed
 * either.
 */

/** Preferred in this order, if a client accepts both alike. */
const codings = ['zstd', 'gzip'] as const;
type Coding = (typeof codings)[number];

/** A shorter text fits into one network packet anyway. In characters. */
const MIN_LENGTH = 1_400;
const compressible = /^(?:application\/(?:json|x-ndjson)|text\/csv)\b/;

const gzipAsync = promisify(gzip);

/** Returns the answer compressed as the client prefers. Bytes and texts are compressed outside of the event loop. */
export async function compressAnswer(
  answer: Answer,
  { hasSecret }: Pick<Route, 'hasSecret'>,
  acceptEncoding: string | null,
): Promise<Answer> {
  const full = typeof answer === 'string' || answer === null ? { body: answer } : answer;
  const { body, contentType = 'application/json', headers = {}, code = 200 } = full;
  if (body === null || hasSecret || code >= 400 || !compressible.test(contentType) || headers.etag !== undefined)
    return answer;
  // Answers of every size: a cache may not pass on a compressed one to a client that cannot read it.
  const vary = headers.vary === undefined ? 'Accept-Encoding' : `${headers.vary}, Accept-Encoding`;
  const varied = { ...full, headers: { ...headers, vary } };
  const coding = codingOf(acceptEncoding);
  if (!coding || (!(body instanceof ReadableStream) && body.length < MIN_LENGTH)) return varied;
  return {
    ...varied,
    headers: { ...varied.headers, 'content-encoding': coding },
    body: body instanceof ReadableStream ? streamAs(coding, body) : await compress(coding, body),
  };
}

function codingOf(acceptEncoding: string | null): Coding | undefined {
  if (acceptEncoding === null) return undefined;
  const weights = weightsOf(acceptEncoding);
  const weightOf = (coding: string): number => weights.get(coding) ?? weights.get('*') ?? 0;
  const [best] = codings.toSorted((one, other) => weightOf(other) - weightOf(one));
  return best && weightOf(best) > 0 && weightOf(best) >= (weights.get('identity') ?? 0) ? best : undefined;
}

/** A failure or the departure of the client ends both streams. Bun knows zstd; the type does not list it. */
const streamAs = (coding: Coding, body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> =>
  body.pipeThrough(
    new CompressionStream(coding as ConstructorParameters<typeof CompressionStream>[0]) as ReadableWritablePair<
      Uint8Array,
      Uint8Array
    >,
  );

async function compress(coding: Coding, body: string | Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return new Uint8Array(coding === 'zstd' ? await Bun.zstdCompress(bytes) : await gzipAsync(bytes));
}
