import { badRequest } from '../../domain/errors.ts';
import { messageOf } from '../../domain/runtime/errorDetails.ts';
import { makeSemaphore } from '../../domain/runtime/semaphore.ts';
import { jsonProblemText } from '../../domain/validation/jsonSyntax.ts';
import { parseJson } from '../../domain/validation/parseJson.ts';

/** Reads request bodies up to a limit. */
export interface BodyReader {
  json(request: Request): Promise<unknown>;
  /** @param times  multiplies the limit, for a body that is never in memory as a whole */
  stream(request: Request, times?: number): ReadableStream<Uint8Array>;
}

/** Bodies above this size are large. In bytes. */
const LARGE = 1024 * 1024;
/** Limits memory: each large body is in memory as a whole while it is parsed. */
const MAX_LARGE_BODIES = 2;

export function makeBodyReader(maxBytes: number): BodyReader {
  const tooLarge = (times = 1) =>
    badRequest('The body is too large.', [
      `body: must have at most ${Math.floor((maxBytes * times) / 1024 / 1024)} MB (${times === 1 ? '' : `${times} times `}MAX_BODY_MB)`,
    ]);
  const declared = (request: Request): number => Number(request.headers.get('content-length') ?? 0);
  const largeBodies = makeSemaphore(MAX_LARGE_BODIES);

  return {
    async json(request) {
      if (declared(request) > maxBytes) throw tooLarge();
      if (request.headers.get('content-length') !== null && declared(request) <= LARGE) {
        return parse(await read(request));
      }
      // A body of unknown length waits for a slot only once it is known to be large.
      const chunks: Uint8Array[] = [];
      let size = 0;
      let release: (() => void) | undefined;
      try {
        for await (const chunk of limited(request, maxBytes, () => tooLarge())) {
          chunks.push(chunk);
          size += chunk.byteLength;
          if (size > LARGE) release ??= await largeBodies.acquire(Infinity);
        }
        return parse(Buffer.concat(chunks, size));
      } finally {
        release?.();
      }
    },
    stream(request, times = 1) {
      if (declared(request) > maxBytes * times) throw tooLarge(times);
      return limited(request, maxBytes * times, () => tooLarge(times));
    },
  };
}

async function read(request: Request): Promise<ArrayBuffer> {
  try {
    return await request.arrayBuffer();
  } catch (error) {
    throw badRequest('The body is incomplete.', [`body: ${messageOf(error)}`]);
  }
}

function limited(request: Request, maxBytes: number, tooLarge: () => Error): ReadableStream<Uint8Array> {
  if (!request.body) return new Blob([]).stream();
  let seen = 0;
  return request.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        seen += chunk.byteLength;
        if (seen > maxBytes) controller.error(tooLarge());
        else controller.enqueue(chunk);
      },
    }),
  );
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parse(bytes: ArrayBuffer | Uint8Array): unknown {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw badRequest('The body is not UTF-8.', ['body: must be UTF-8']);
  }
  if (text.trim() === '') throw badRequest('The body is missing.', ['body: is required']);
  try {
    return parseJson(text);
  } catch (error) {
    throw badRequest('The body is not JSON.', [`body: ${jsonProblemText(text, error)}`]);
  }
}
