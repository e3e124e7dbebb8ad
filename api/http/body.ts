import { badRequest } from '../../domain/errors.ts';

/** Reads request bodies up to a limit. */
export interface BodyReader {
  json(request: Request): Promise<unknown>;
  /** @param times  how many times the limit the body may have, where it is never held as a whole */
  stream(request: Request, times?: number): ReadableStream<Uint8Array>;
}

/** Large bodies are few at a time: each is held whole while it is parsed. */
const LARGE = 1024 * 1024;
const LARGE_AT_ONCE = 2;

export function makeBodyReader(maxBytes: number): BodyReader {
  const tooLarge = (times = 1) =>
    badRequest('The body is too large.', [
      `body: must have at most ${Math.floor((maxBytes * times) / 1024 / 1024)} MB (${times === 1 ? '' : `${times} times `}MAX_BODY_MB)`,
    ]);
  const declared = (request: Request): number => Number(request.headers.get('content-length') ?? 0);
  const waiting: (() => void)[] = [];
  let large = 0;
  const takeTurn = async (): Promise<void> => {
    if (large >= LARGE_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
    else large++;
  };
  const endTurn = (): void => {
    const next = waiting.shift();
    if (next) next();
    else large--;
  };

  return {
    async json(request) {
      if (declared(request) > maxBytes) throw tooLarge();
      if (request.headers.get('content-length') !== null && declared(request) <= LARGE) {
        return parse(await read(request));
      }
      // One of unknown length waits for its turn only once it turns out to be large.
      const chunks: Uint8Array[] = [];
      let size = 0;
      let hasTurn = false;
      try {
        for await (const chunk of limited(request, maxBytes, () => tooLarge())) {
          chunks.push(chunk);
          size += chunk.byteLength;
          if (size > LARGE && !hasTurn) {
            await takeTurn();
            hasTurn = true;
          }
        }
        return parse(Buffer.concat(chunks, size));
      } finally {
        if (hasTurn) endTurn();
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
    throw badRequest('The body did not arrive whole.', [`body: ${(error as Error).message}`]);
  }
}

function limited(request: Request, maxBytes: number, tooLarge: () => Error): ReadableStream<Uint8Array> {
  if (!request.body) return new Response('').body as ReadableStream<Uint8Array>;
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
    return JSON.parse(text);
  } catch (error) {
    const reason =
      error instanceof RangeError ? 'nested too deeply' : (error as Error).message.replace(/^JSON Parse error: /, '');
    throw badRequest('The body is not JSON.', [`body: ${reason}`]);
  }
}
