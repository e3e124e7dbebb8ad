import type { ApiRequest, Route } from '../route.ts';

/** A body of lines is stored as it arrives. Its limit is MAX_BODY_MB times this factor. */
export const MAX_BODY_FACTOR = 16;

/** A request whose body its handler reads, and the fingerprint of both. */
interface Fingerprinted {
  readonly request: ApiRequest;
  /** Resolves when the body is read to its end, with the SHA-256 of what is requested. */
  readonly finished: () => Promise<string>;
  /** Returns the fingerprint; undefined if the body is not read to its end yet. */
  readonly current: () => string | undefined;
}

/** Reads the body of a request, but for one that is stored as it arrives. */
export const fingerprinted = (route: Route, request: ApiRequest): Promise<Fingerprinted> =>
  route.idempotencyKey === 'streamed' ? Promise.resolve(ofStream(route, request)) : ofJson(route, request);

/** The order of members and the white space of a body matter as little as its transport. */
async function ofJson(route: Route, request: ApiRequest): Promise<Fingerprinted> {
  const body = route.body ? await request.json() : undefined;
  const fingerprint = hasherOf(route, request, sorted(body)).digest('hex');
  return {
    request: { ...request, json: async () => body },
    finished: async () => fingerprint,
    current: () => fingerprint,
  };
}

/** The bytes of the body matter: it is too large to be in memory as a whole. */
function ofStream(route: Route, request: ApiRequest): Fingerprinted {
  const hasher = hasherOf(route, request);
  let fingerprint: string | undefined;
  const hashed = (times?: number): ReadableStream<Uint8Array> =>
    request.stream(times).pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          hasher.update(chunk);
          controller.enqueue(chunk);
        },
        flush() {
          fingerprint = hasher.digest('hex');
        },
      }),
    );
  const finished = async (): Promise<string> => {
    if (fingerprint === undefined) await hashed(MAX_BODY_FACTOR).pipeTo(new WritableStream());
    if (fingerprint === undefined) throw new Error('the body is not read to its end');
    return fingerprint;
  };
  return { request: { ...request, stream: hashed }, finished, current: () => fingerprint };
}

function hasherOf({ method, path }: Route, { params, query }: ApiRequest, ...body: unknown[]): Bun.CryptoHasher {
  const parts = [method, path, params, [...query], ...body];
  return new Bun.CryptoHasher('sha256').update(JSON.stringify(parts));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, sorted(member)] as const);
  return members.sort(([one], [other]) => (one < other ? -1 : 1));
}
