import { promisify } from 'node:util';
import { constants, createGzip, createZstdCompress, gzip, zstdCompress } from 'node:zlib';
import { weightsIn } from './contentNegotiation.ts';
import type { Answer } from './route.ts';

/** Content codings of answers, the preferred one first. */
const codings = ['zstd', 'gzip'] as const;
export type Coding = (typeof codings)[number];

/** The object form of an answer. */
type Detailed = Exclude<Answer, string | null>;

/** Smaller bodies are sent as they are. They would save little, and secrets such as keys are only in small answers. */
const MIN_LENGTH = 2_048;
/** Higher levels take several times as long to save a few percent. */
const GZIP_LEVEL = 3;
const ZSTD_OPTIONS = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };

const textTypes = /^(?:text\/|image\/svg\+xml|application\/(?:json|x-ndjson|javascript|[\w.-]+\+json))/;

const [gzipBytes, zstdBytes] = [promisify(gzip), promisify(zstdCompress)];

/**
 * Returns the coding that a client prefers; undefined if it prefers the body as it is, as one without Accept-Encoding does.
 * A wildcard stands for gzip, which every client knows.
 */
export function preferredCoding(acceptEncoding: string | null): Coding | undefined {
  const weights = weightsIn(acceptEncoding);
  const weightOf = (coding: Coding): number =>
    weights.get(coding) ?? (coding === 'gzip' ? weights.get('*') : undefined) ?? 0;
  const [best] = codings.toSorted((one, other) => weightOf(other) - weightOf(one));
  return best && weightOf(best) > 0 && weightOf(best) >= (weights.get('identity') ?? 0) ? best : undefined;
}

/** Whether the body of an answer is sent in a coding to clients that prefer one. */
function isCodable({ body, contentType = 'application/json', headers = {}, isEndless, cookies }: Detailed): boolean {
  if (body === null || isEndless || cookies || 'content-encoding' in headers) return false;
  // Events would wait in the coder for others.
  if (contentType === 'text/event-stream' || !textTypes.test(contentType)) return false;
  return body instanceof ReadableStream || body.length >= MIN_LENGTH;
}

/** Returns the coding in which an answer is sent; undefined for none. */
export const codingOf = (request: Headers, answer: Detailed): Coding | undefined =>
  isCodable(answer) ? preferredCoding(request.get('accept-encoding')) : undefined;

/** Returns the headers of an answer in its coding. */
export function codingHeaders(request: Headers, answer: Detailed): Readonly<Record<string, string>> {
  const { headers = {} } = answer;
  if (!isCodable(answer)) return headers;
  const vary = [headers['vary'], 'Accept-Encoding'].filter((name) => name !== undefined).join(', ');
  const coding = codingOf(request, answer);
  return { ...headers, vary, ...(coding && { 'content-encoding': coding }) };
}

/** Returns the answer in the coding that the client prefers. */
export async function encoded(request: Headers, answer: Answer): Promise<Answer> {
  const detailed: Detailed = typeof answer === 'string' || answer === null ? { body: answer } : answer;
  const coding = codingOf(request, detailed);
  const headers = codingHeaders(request, detailed);
  const { body } = detailed;
  if (!coding || body === null) return { ...detailed, headers };
  if (body instanceof ReadableStream) return { ...detailed, headers, body: encodedStream(body, coding) };
  const bytes = await (coding === 'gzip' ? gzipBytes(body, { level: GZIP_LEVEL }) : zstdBytes(body, ZSTD_OPTIONS));
  return { ...detailed, headers, body: new Uint8Array(bytes) };
}

/**
 * Encodes a stream part by part: each is flushed, so that the client can read it although the next one is long in coming.
 * A failure of the source is one of the result, which then has no end.
 */
function encodedStream(source: ReadableStream<Uint8Array>, coding: Coding): ReadableStream<Uint8Array> {
  const coder = coding === 'gzip' ? createGzip({ level: GZIP_LEVEL }) : createZstdCompress(ZSTD_OPTIONS);
  const reader = source.getReader();
  const ended = new Promise<void>((resolve, reject) => coder.once('end', resolve).once('error', reject));
  // A failure is reported by the call that waits for it.
  ended.catch(() => {});
  let parts: Buffer[] = [];
  coder.on('data', (part: Buffer) => parts.push(part));
  const take = (): Uint8Array => {
    const bytes = new Uint8Array(Buffer.concat(parts));
    parts = [];
    return bytes;
  };
  const encode = async (part: Uint8Array): Promise<void> => {
    await new Promise<void>((resolve, reject) => coder.write(part, (error) => (error ? reject(error) : resolve())));
    await new Promise<void>((resolve) => coder.flush(resolve));
  };
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        while (parts.length === 0) {
          const { done, value } = await reader.read();
          if (done) {
            coder.end();
            await ended;
            controller.enqueue(take());
            return controller.close();
          }
          await encode(value);
        }
        controller.enqueue(take());
      } catch (error) {
        coder.destroy();
        throw error;
      }
    },
    async cancel(reason) {
      coder.destroy();
      await reader.cancel(reason);
    },
  });
}
