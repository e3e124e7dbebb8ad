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
/** While no node responds, calls fail at once; after this time the next call probes the engine. */
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

/** One address of the cluster. */
interface EngineNode {
  readonly client: Client;
  /** Whether it responded last. */
  isUp: boolean;
  /** When a node that is not up is probed again; ms since 1970. */
  retryAt: number;
}

/**
 * Sends requests to Elasticsearch, to its nodes in turn. A node that is unavailable is detected within 2 s, even one that
 * accepts connections and never responds; slow requests may go on while their node responds to pings. A request goes to
 * another node then. If no node responds, a circuit breaker fails calls at once, and one ping a second detects when the
 * engine is back.
 */
export class ElasticsearchClient {
  readonly #nodes: readonly EngineNode[];
  readonly #probeTimes: ProbeTimes;
  #count = 0;
  #probe: Promise<unknown> | undefined;

  /** @param url one address or several with commas between; user and password may stand in the first */
  constructor(url: string, probeTimes = DEFAULT_PROBE_TIMES) {
    this.#probeTimes = probeTimes;
    const addresses = url
      .split(',')
      .map((address) => address.trim())
      .filter((address) => address !== '');
    const { username, password } = new URL(addresses[0] ?? url);
    this.#nodes = addresses.map((node) => ({
      client: new Client({
        node,
        ...(username === ''
          ? {}
          : { auth: { username: decodeURIComponent(username), password: decodeURIComponent(password) } }),
        // The default connection does not work on Bun.
        Connection: HttpConnection,
        Serializer: TextSerializer,
        requestTimeout: REQUEST_MS,
        // A connection from before a restart fails once.
        maxRetries: 1,
        // Else each error copies its request and all that is connected with it, which takes minutes where many requests fail at once.
        // The errors that leave here contain neither.
        redaction: { type: 'off' },
      }),
      isUp: true,
      retryAt: 0,
    }));
  }

  /** Sends a request. Throws {@link SearchUnavailable} when the engine cannot be reached, and the signal's reason. */
  async send(request: EngineRequest): Promise<EngineResponse> {
    request.signal?.throwIfAborted();
    await this.#pass();
    for (let attempts = this.#nodes.length; ; attempts--) {
      try {
        return await this.#sendTo(this.#next(), request);
      } catch (error) {
        request.signal?.throwIfAborted();
        // Every request here is safe to retry.
        if (!(error instanceof SearchUnavailable) || attempts === 1 || !this.#isAnyUp()) throw error;
      }
    }
  }

  async #sendTo(node: EngineNode, request: EngineRequest): Promise<EngineResponse> {
    const stop = new AbortController();
    const watch = this.#watch(node, stop, this.#probeTimes[request.probe ?? 'write']);
    try {
      return await this.#request(node, request, {
        signal: request.signal ? AbortSignal.any([stop.signal, request.signal]) : stop.signal,
      });
    } catch (error) {
      if (stop.signal.aborted) throw stop.signal.reason;
      throw error;
    } finally {
      clearInterval(watch);
    }
  }

  /** Probes the engine whatever the state of the breaker, and sets the breaker by the result. */
  async ping(): Promise<void> {
    const { pingMs } = this.#probeTimes.write;
    await this.#checkAny(pingMs);
    const request = {
      method: 'GET',
      path: '/_cluster/health',
      query: { timeout: '1s', filter_path: 'status' },
    } as const;
    const { status, text } = await this.#request(this.#next(), request, { signal: AbortSignal.timeout(pingMs) });
    // A user without the permission to read the health gets a 403, which is a response as well.
    if (status >= 500) throw unavailable(text);
  }

  async close(): Promise<void> {
    await Promise.all(this.#nodes.map(({ client }) => client.close()));
  }

  #isAnyUp(): boolean {
    return this.#nodes.some(({ isUp }) => isUp);
  }

  /** Returns the nodes in turn; those that are not up only if none is. */
  #next(): EngineNode {
    const up = this.#nodes.filter(({ isUp }) => isUp);
    const nodes = up.length > 0 ? up : this.#nodes;
    const node = nodes[this.#count++ % nodes.length];
    if (!node) throw new Error('There is no address of Elasticsearch.');
    return node;
  }

  /** The circuit breaker: throws while no node is up. */
  async #pass(): Promise<void> {
    const now = Date.now();
    const due = this.#nodes.filter(({ isUp, retryAt }) => !isUp && retryAt <= now);
    if (this.#isAnyUp()) {
      for (const node of due) {
        node.retryAt = now + OPEN_MS;
        this.#check(node, this.#probeTimes.search.pingMs).catch(() => {});
      }
      return;
    }
    if (due.length === 0) throw unavailable('it was unavailable a moment ago');
    this.#probe ??= this.#checkAny(this.#probeTimes.search.pingMs).finally(() => {
      this.#probe = undefined;
    });
    await this.#probe;
  }

  /** Resolves when one of the nodes responds. */
  async #checkAny(limitMs: number): Promise<void> {
    const checks = this.#nodes.map((node) => this.#check(node, limitMs));
    await Promise.any(checks).catch((error: AggregateError) => {
      throw error.errors[0];
    });
  }

  /** Any response counts, whatever its status. */
  async #check(node: EngineNode, limitMs: number): Promise<void> {
    const limit = AbortSignal.timeout(limitMs);
    try {
      await this.#request(node, { method: 'GET', path: '/' }, { signal: limit, maxRetries: 0 });
      node.isUp = true;
    } catch (error) {
      markDown(node);
      throw limit.aborted ? unavailable('it does not respond') : error;
    }
  }

  /** Pings all nodes, so that a request that is aborted goes to one that responds. */
  #watch(node: EngineNode, stop: AbortController, { intervalMs, pingMs }: ProbeTimes['write']): NodeJS.Timeout {
    let probing = false;
    return setInterval(async () => {
      if (probing) return;
      probing = true;
      const checks = await Promise.allSettled(this.#nodes.map((one) => this.#check(one, pingMs)));
      const own = checks[this.#nodes.indexOf(node)];
      if (own?.status === 'rejected') stop.abort(own.reason);
      probing = false;
    }, intervalMs);
  }

  async #request(
    node: EngineNode,
    { method, path, query = {}, body }: EngineRequest,
    options: { signal: AbortSignal; maxRetries?: number },
  ): Promise<EngineResponse> {
    try {
      const result = await node.client.transport.request<string | boolean>(
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
      if (error instanceof errors.ResponseError) throw unavailable(String(error.body).slice(0, 500));
      if (
        error instanceof errors.ConnectionError ||
        error instanceof errors.NoLivingConnectionsError ||
        error instanceof errors.TimeoutError
      ) {
        markDown(node);
        throw unavailable(error.message);
      }
      if (error instanceof errors.ElasticsearchClientError) throw new Error(error.message);
      throw error;
    }
  }
}

function markDown(node: EngineNode): void {
  node.isUp = false;
  node.retryAt = Date.now() + OPEN_MS;
}

/** Without the error of the client, which contains the request, with its body of some MB and its password. */
function unavailable(reason: string): SearchUnavailable {
  return new SearchUnavailable(`Elasticsearch cannot be reached: ${reason}`);
}

/** Returns a successful response, and throws for any other. `action`: what failed, as a clause without a subject. */
export function requireSuccess(response: EngineResponse, action: string): EngineResponse {
  if (response.status < 300) return response;
  throw new Error(`Elasticsearch could not ${action}: ${response.status} ${response.text.slice(0, 1_000)}`);
}
