import { Client, errors, HttpConnection, Serializer } from '@elastic/elasticsearch';
import { SearchUnavailable } from '../../../domain/ports/search.ts';

/**
 * When an unresponsive engine counts as unavailable: a request without a response is probed each `intervalMs` by a ping,
 * which may take `pingMs`.
 */
export type ProbeTimes = Readonly<Record<'search' | 'write', { readonly intervalMs: number; readonly pingMs: number }>>;

/** A search must fail within 2 s. A write may wait longer, so that an engine on a busy machine counts as available. */
const DEFAULT_PROBE_TIMES: ProbeTimes = {
  search: { intervalMs: 700, pingMs: 900 },
  write: { intervalMs: 1_500, pingMs: 2_500 },
};
/** While the circuit breaker is open, calls fail at once; after this time the next call probes the engine. */
const OPEN_MS = 1_000;
/** Time limit of a request that the engine is working on. */
const REQUEST_MS = 120_000;

export interface EngineRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  /** An object goes as JSON, text as newline-delimited JSON. */
  readonly body?: object | string;
  readonly signal?: AbortSignal | undefined;
  /** Which probe times apply; `write` by default. */
  readonly probe?: keyof ProbeTimes;
}

/** A response to the request itself, including errors of 4xx and 500. */
export interface EngineResponse {
  readonly status: number;
  readonly text: string;
}

/** Leaves bodies as text: records are cut out of it, and most others are judged by their first characters. */
class TextSerializer extends Serializer {
  override deserialize<T = unknown>(json: string): T {
    return json as T;
  }
}

/** Statuses that the caller handles; 502, 503 and 504 mean that the engine is unavailable. */
const handled = [400, 401, 403, 404, 405, 408, 409, 413, 429, 500];

/**
 * Sends requests to Elasticsearch. An unavailable engine is detected within 2 s, even one that accepts connections and
 * never responds; slow requests may go on while the engine responds to pings. While it is unavailable, a circuit breaker
 * fails calls at once, and one ping a second detects when it is back.
 */
export class ElasticsearchClient {
  readonly #client: Client;
  readonly #probeTimes: ProbeTimes;
  #openUntil = 0;
  #isOpen = false;
  #probe: Promise<void> | undefined;

  /** @param url one address or several with commas between; user and password may stand in it */
  constructor(url: string, probeTimes = DEFAULT_PROBE_TIMES) {
    this.#probeTimes = probeTimes;
    const nodes = url
      .split(',')
      .map((node) => node.trim())
      .filter((node) => node !== '');
    const { username, password } = new URL(nodes[0] ?? url);
    this.#client = new Client({
      nodes,
      ...(username === ''
        ? {}
        : { auth: { username: decodeURIComponent(username), password: decodeURIComponent(password) } }),
      // The default connection does not work on Bun.
      Connection: HttpConnection,
      Serializer: TextSerializer,
      requestTimeout: REQUEST_MS,
      // A connection from before a restart fails once. Every request here is safe to retry.
      maxRetries: Math.max(1, nodes.length - 1),
    });
  }

  /** Sends a request. Throws {@link SearchUnavailable} when the engine cannot be reached, and the signal's reason. */
  async send(request: EngineRequest): Promise<EngineResponse> {
    request.signal?.throwIfAborted();
    await this.#pass();
    const stop = new AbortController();
    const watch = this.#watch(stop, this.#probeTimes[request.probe ?? 'write']);
    try {
      return await this.#request(request, {
        signal: request.signal ? AbortSignal.any([stop.signal, request.signal]) : stop.signal,
      });
    } catch (error) {
      request.signal?.throwIfAborted();
      if (stop.signal.aborted) throw stop.signal.reason;
      throw error;
    } finally {
      clearInterval(watch);
    }
  }

  /** Probes the engine whatever the state of the breaker, and sets the breaker by the result. */
  async ping(): Promise<void> {
    const { pingMs } = this.#probeTimes.write;
    await this.#check(pingMs);
    const request = {
      method: 'GET',
      path: '/_cluster/health',
      query: { timeout: '1s', filter_path: 'status' },
    } as const;
    const { status, text } = await this.#request(request, { signal: AbortSignal.timeout(pingMs) });
    // A user without the permission to read the health gets a 403, which is a response as well.
    if (status >= 500) throw unavailable(text);
  }

  /** Any response counts, whatever its status. */
  async #check(limitMs: number): Promise<void> {
    const limit = AbortSignal.timeout(limitMs);
    try {
      await this.#request({ method: 'GET', path: '/' }, { signal: limit, maxRetries: 0 });
      this.#isOpen = false;
    } catch (error) {
      this.#open();
      throw limit.aborted ? unavailable('it does not respond', error) : error;
    }
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  async #pass(): Promise<void> {
    if (!this.#isOpen) return;
    if (Date.now() < this.#openUntil) throw unavailable('it was unavailable a moment ago');
    this.#probe ??= this.#check(this.#probeTimes.search.pingMs).finally(() => {
      this.#probe = undefined;
    });
    await this.#probe;
  }

  #open(): void {
    this.#isOpen = true;
    this.#openUntil = Date.now() + OPEN_MS;
  }

  #watch(stop: AbortController, { intervalMs, pingMs }: ProbeTimes['write']): NodeJS.Timeout {
    let probing = false;
    return setInterval(() => {
      if (probing) return;
      probing = true;
      this.#check(pingMs).then(
        () => {
          probing = false;
        },
        (error) => stop.abort(error),
      );
    }, intervalMs);
  }

  async #request(
    { method, path, query = {}, body }: EngineRequest,
    options: { signal: AbortSignal; maxRetries?: number },
  ): Promise<EngineResponse> {
    try {
      const result = await this.#client.transport.request<string | boolean>(
        {
          method,
          path,
          querystring: query,
          ...(typeof body === 'string' ? { bulkBody: body } : body === undefined ? {} : { body }),
        },
        { ...options, meta: true, ignore: handled, retryBackoff: () => 0 },
      );
      return { status: result.statusCode, text: typeof result.body === 'string' ? result.body : '' };
    } catch (error) {
      if (error instanceof errors.ResponseError) throw unavailable(String(error.body).slice(0, 500), error);
      if (
        error instanceof errors.ConnectionError ||
        error instanceof errors.NoLivingConnectionsError ||
        error instanceof errors.TimeoutError
      ) {
        this.#open();
        throw unavailable(error.message, error);
      }
      throw error;
    }
  }
}

function unavailable(reason: string, cause?: unknown): SearchUnavailable {
  return new SearchUnavailable(`Elasticsearch cannot be reached: ${reason}`, { cause });
}

/** Returns a successful response, and throws for any other. `action`: what failed, as a clause without a subject. */
export function requireSuccess(response: EngineResponse, action: string): EngineResponse {
  if (response.status < 300) return response;
  throw new Error(`Elasticsearch could not ${action}: ${response.status} ${response.text.slice(0, 1_000)}`);
}
