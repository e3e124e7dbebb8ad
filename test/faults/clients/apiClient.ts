import type { Api } from '../topology/topology.ts';

/** The answer of an api, or that there was none: the request may have been carried out then. */
export interface Answer {
  /** 0 if there was no answer. */
  readonly status: number;
  readonly json: unknown;
}

/** A request that failed on the side of the service; times are those of `performance.now()`. */
export interface FailedRequest {
  readonly sentAt: number;
  readonly endedAt: number;
  /** 0 if there was no answer in time. */
  readonly status: number;
  readonly what: string;
}

const ANSWER_LIMIT_MS = 10_000;
const PROBE_INTERVAL_MS = 300;
const PROBE_LIMIT_MS = 1_000;

/**
 * Sends requests to the apis in turn, as through a load balancer that probes them: an api that is not ready gets none as
 * long as another one is.
 */
export class ApiClient {
  readonly failed: FailedRequest[] = [];
  readonly #apis: readonly Api[];
  readonly #headers: Readonly<Record<string, string>>;
  #inRotation: readonly Api[];
  #count = 0;
  #isProbing = true;
  readonly #probe: Promise<void>;

  constructor(apis: readonly Api[], key: string) {
    this.#apis = apis;
    this.#inRotation = apis;
    this.#headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    this.#probe = this.#probeUntilStopped();
  }

  /** Opens a stream of events; undefined if no api answers. */
  async open(path: string, signal: AbortSignal): Promise<Response | undefined> {
    const response = await fetch(this.#next(path), { headers: this.#headers, signal }).catch(() => undefined);
    return response?.ok ? response : undefined;
  }

  async send(method: string, path: string, body?: unknown): Promise<Answer> {
    const sentAt = performance.now();
    const url = this.#next(path);
    const answer = await this.#fetch(method, url, body);
    if (answer.status === 0 || answer.status >= 500)
      this.failed.push({
        ...{ sentAt, endedAt: performance.now(), status: answer.status },
        what: `${method} ${url}: ${JSON.stringify(answer.json)}`,
      });
    return answer;
  }

  async stop(): Promise<void> {
    this.#isProbing = false;
    await this.#probe;
  }

  #next(path: string): string {
    const all = this.#inRotation.length > 0 ? this.#inRotation : this.#apis;
    return `${all[this.#count++ % all.length]?.url}/api/v2${path}`;
  }

  async #fetch(method: string, url: string, body: unknown): Promise<Answer> {
    try {
      const response = await fetch(url, {
        method,
        headers: this.#headers,
        signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, json: text === '' ? null : JSON.parse(text) };
    } catch (error) {
      return { status: 0, json: String(error) };
    }
  }

  async #probeUntilStopped(): Promise<void> {
    while (this.#isProbing) {
      const states = await Promise.all(
        this.#apis.map(({ url }) =>
          fetch(`${url}/health/ready?exclude=search`, { signal: AbortSignal.timeout(PROBE_LIMIT_MS) }).then(
            ({ ok }) => ok,
            () => false,
          ),
        ),
      );
      this.#inRotation = this.#apis.filter((_, index) => states[index]);
      await Bun.sleep(PROBE_INTERVAL_MS);
    }
  }
}
