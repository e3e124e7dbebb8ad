import { EventSourceParserStream } from 'eventsource-parser/stream';
import { Api, type ErrorBody, type HttpResponse, type Job, type Problem } from './api.ts';

export * from './api.ts';

/** An error response of Waybill: its status code, its problems, and the trace id of its log lines. */
export class WaybillError extends Error {
  override readonly name = 'WaybillError';
  readonly code: number;
  /** One sentence; `message` contains it and the errors. */
  readonly summary: string;
  readonly errors: readonly string[];
  /** The parts of each of `errors`: the code, the path of the member, and the allowed values. */
  readonly problems: readonly Problem[];
  readonly traceId: string | undefined;

  constructor(code: number, body: ErrorBody | undefined) {
    const summary = body?.message ?? `Waybill responded with status ${code}.`;
    const errors = body?.errors ?? [];
    super([summary, ...errors].join(' '));
    this.code = code;
    this.summary = summary;
    this.errors = errors;
    this.problems = body?.problems ?? [];
    this.traceId = body?.traceId;
  }

  static async of(response: Response): Promise<WaybillError> {
    const body: unknown = await response.json().catch(() => undefined);
    return new WaybillError(response.status, isErrorBody(body) ? body : undefined);
  }
}

/** A job with the number of its steps by status. */
export type FollowedJob = Job & {
  readonly progress: Readonly<Record<'NEW' | 'IN_PROGRESS' | 'COMPLETED' | 'FAILED', number>>;
};

export interface WaybillOptions {
  /** `http://127.0.0.1:3000` */
  readonly url: string;
  /** An API key (`wbk_…`) or an access token, sent with every request. */
  readonly key?: string;
  /** Sent with every request, such as X-Correlation-Id. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A client of one Waybill service, typed by its OpenAPI document. Each operation is a method of `api`, named by its
 * operationId. It returns the body of the 200 and throws a WaybillError for any other response.
 */
export class Waybill extends Api<unknown> {
  readonly #headers: Readonly<Record<string, string>>;

  constructor({ url, key, headers = {} }: WaybillOptions) {
    const all = { ...headers, ...(key !== undefined && { authorization: `Bearer ${key}` }) };
    super({ baseUrl: url.replace(/\/+$/, ''), baseApiParams: { headers: all } });
    this.#headers = all;
    const send = this.request;
    this.request = async (parameters) => {
      try {
        return await send(parameters);
      } catch (error) {
        throw await readError(error);
      }
    };
  }

  /** Encodes objects, such as a filtering, as JSON. */
  protected override encodeQueryParam(key: string, value: unknown): string {
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    return `${encodeURIComponent(key)}=${encodeURIComponent(text)}`;
  }

  /**
   * Follows a job by its event stream until it ends. A broken connection is opened again.
   *
   * @param onProgress  called with each state of the job
   */
  async follow(jobId: string, onProgress: (job: FollowedJob) => void = () => {}, signal?: AbortSignal): Promise<Job> {
    for (;;) {
      const last = await this.#followOnce(jobId, onProgress, signal).catch((error: unknown) => {
        if (error instanceof WaybillError || signal?.aborted) throw error;
        return undefined;
      });
      if (last?.status === 'COMPLETED' || last?.status === 'FAILED') return last;
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
    }
  }

  async #followOnce(
    jobId: string,
    onProgress: (job: FollowedJob) => void,
    signal: AbortSignal | undefined,
  ): Promise<Job | undefined> {
    const response = await fetch(`${this.baseUrl}/api/v2/jobs/${jobId}/events`, {
      headers: this.#headers,
      signal: signal ?? null,
    });
    if (!response.ok || !response.body) throw await WaybillError.of(response);
    let last: Job | undefined;
    const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
    for await (const { event, data } of events) {
      if (event === 'progress') onProgress(JSON.parse(data) as FollowedJob);
      else last = JSON.parse(data) as Job;
    }
    return last;
  }
}

const RECONNECT_MS = 1_000;

async function readError(error: unknown): Promise<unknown> {
  if (!(error instanceof Response)) return error;
  const body = (error as HttpResponse<unknown, unknown>).error;
  return isErrorBody(body) ? new WaybillError(error.status, body) : WaybillError.of(error);
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'message' in body && 'traceId' in body;
}
