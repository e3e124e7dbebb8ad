import { Client, errors, HttpConnection, Serializer } from '@elastic/elasticsearch';
import { SearchUnavailable } from '../../../domain/ports/search.ts';

/** How long an unanswered request may look like work, and how long a ping beside it may then take, in ms. */
export type Patience = Readonly<Record<'search' | 'write', { readonly watch: number; readonly ping: number }>>;

/**
 * A search has to fail within 2 s; a write may wait longer, so that an engine on a busy machine is not taken for one that
 * is gone.
 */
const USUAL: Patience = { search: { watch: 700, ping: 900 }, write: { watch: 1_500, ping: 2_500 } };
/** While the breaker is open calls fail at once; after this time the next one asks again. */
const OPEN_MS = 1_000;
/** A request that the engine works on all this time is given up. */
const REQUEST_MS = 120_000;

export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  /** An object goes as JSON, text as newline-delimited JSON. */
  readonly body?: object | string;
  readonly signal?: AbortSignal | undefined;
  /** How soon an engine that does not answer counts as away; `write` unless given. */
  readonly patience?: keyof Patience;
}

/** Every answer that says something about the request, errors of 4xx and 500 included; the body is text. */
export interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Answers stay text: records are cut out of them, and most of the rest is looked at by its first characters. */
class TextSerializer extends Serializer {
  override deserialize<T = unknown>(json: string): T {
    return json as T;
  }
}

/** Statuses that are the caller's to read; 502, 503 and 504 say that the engine is away. */
const readable = [400, 401, 403, 404, 405, 408, 409, 413, 429, 500];

/**
 * The way to Elasticsearch. An engine that is away is noticed within 2 s, even one that takes connections and never
 * answers; slow work is left alone as long as the engine answers pings beside it. Once it is away calls fail at once
 * (a circuit breaker), and one ping a second finds out when it is back.
 */
export class ElasticsearchClient {
  readonly #client: Client;
  readonly #patience: Patience;
  #openUntil = 0;
  #isOpen = false;
  #probe: Promise<void> | undefined;

  /** @param url one address or several with commas between; user and password may stand in it */
  constructor(url: string, patience = USUAL) {
    this.#patience = patience;
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
      // A connection kept from before a restart fails once; every request of ours may be sent again.
      maxRetries: Math.max(1, nodes.length - 1),
    });
  }

  /** Sends a request. Throws {@link SearchUnavailable} when the engine cannot be reached, and the signal's reason. */
  async send(request: Request): Promise<Answer> {
    request.signal?.throwIfAborted();
    await this.#pass();
    const stop = new AbortController();
    const watch = this.#watch(stop, this.#patience[request.patience ?? 'write']);
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

  /** Asks the engine itself, whatever the breaker says, and sets the breaker by what it finds. */
  async ping(): Promise<void> {
    const { ping } = this.#patience.write;
    await this.#answers(ping);
    const request = {
      method: 'GET',
      path: '/_cluster/health',
      query: { timeout: '1s', filter_path: 'status' },
    } as const;
    const { status, text } = await this.#request(request, { signal: AbortSignal.timeout(ping) });
    // A user without the right to read the health gets an answer all the same.
    if (status >= 500) throw away(text);
  }

  /** Any answer will do: the tests' engine does not even know the path. */
  async #answers(limitMs: number): Promise<void> {
    const limit = AbortSignal.timeout(limitMs);
    try {
      await this.#request({ method: 'GET', path: '/' }, { signal: limit, maxRetries: 0 });
      this.#isOpen = false;
    } catch (error) {
      this.#open();
      throw limit.aborted ? away('it does not answer', error) : error;
    }
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  async #pass(): Promise<void> {
    if (!this.#isOpen) return;
    if (Date.now() < this.#openUntil) throw away('it was away a moment ago');
    this.#probe ??= this.#answers(this.#patience.search.ping).finally(() => {
      this.#probe = undefined;
    });
    await this.#probe;
  }

  #open(): void {
    this.#isOpen = true;
    this.#openUntil = Date.now() + OPEN_MS;
  }

  #watch(stop: AbortController, { watch, ping }: { watch: number; ping: number }): NodeJS.Timeout {
    let asking = false;
    return setInterval(() => {
      if (asking) return;
      asking = true;
      this.#answers(ping).then(
        () => {
          asking = false;
        },
        (error) => stop.abort(error),
      );
    }, watch);
  }

  async #request(
    { method, path, query = {}, body }: Request,
    options: { signal: AbortSignal; maxRetries?: number },
  ): Promise<Answer> {
    try {
      const result = await this.#client.transport.request<string | boolean>(
        {
          method,
          path,
          querystring: query,
          ...(typeof body === 'string' ? { bulkBody: body } : body === undefined ? {} : { body }),
        },
        { ...options, meta: true, ignore: readable, retryBackoff: () => 0 },
      );
      return { status: result.statusCode, text: typeof result.body === 'string' ? result.body : '' };
    } catch (error) {
      if (error instanceof errors.ResponseError) throw away(String(error.body).slice(0, 500), error);
      if (
        error instanceof errors.ConnectionError ||
        error instanceof errors.NoLivingConnectionsError ||
        error instanceof errors.TimeoutError
      ) {
        this.#open();
        throw away(error.message, error);
      }
      throw error;
    }
  }
}

function away(why: string, cause?: unknown): SearchUnavailable {
  return new SearchUnavailable(`Elasticsearch cannot be reached: ${why}`, { cause });
}
