import { EventSourceParserStream } from 'eventsource-parser/stream';
import { Api, type ErrorBody, type HttpResponse, type Job } from './api.ts';

export * from './api.ts';

/** Waybill has answered with an error: its status, what was wrong, and the trace id that its log lines carry. */
export class WaybillError extends Error {
  override readonly name = 'WaybillError';
  readonly code: number;
  /** One sentence; `message` has the errors beside it. */
  readonly summary: string;
  readonly errors: readonly string[];
  readonly traceId: string | undefined;

  constructor(code: number, body: ErrorBody | undefined) {
    const summary = body?.message ?? `Waybill answered ${code}.`;
    const errors = body?.errors ?? [];
    super([summary, ...errors].join(' '));
    this.code = code;
    this.summary = summary;
    this.errors = errors;
    this.traceId = body?.traceId;
  }

  static async of(response: Response): Promise<WaybillError> {
    const body: unknown = await response.json().catch(() => undefined);
    return new WaybillError(response.status, isErrorBody(body) ? body : undefined);
  }
}

/** A Job with how many of its steps have which status. */
export type FollowedJob = Job & {
  readonly progress: Readonly<Record<'NEW' | 'IN_PROGRESS' | 'COMPLETED' | 'FAILED', number>>;
};

export interface WaybillOptions {
  /** `http://127.0.0.1:3000` */
  readonly url: string;
  /** Sent with every request, such as X-Correlation-Id. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A client of one Waybill, typed by its OpenAPI document: an operation a method of `api`, named by its operationId. Each
 * answers the body of the 200 and throws a WaybillError otherwise.
 */
export class Waybill extends Api<unknown> {
  constructor({ url, headers = {} }: WaybillOptions) {
    super({ baseUrl: url.replace(/\/+$/, ''), baseApiParams: { headers: { ...headers } } });
    const send = this.request;
    this.request = async (parameters) => {
      try {
        return await send(parameters);
      } catch (error) {
        throw await readError(error);
      }
    };
  }

  /** A filtering goes as JSON. */
  protected override encodeQueryParam(key: string, value: unknown): string {
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    return `${encodeURIComponent(key)}=${encodeURIComponent(text)}`;
  }

  /**
   * Follows a Job until it has ended, by the events that the api sends. A connection that breaks is made again.
   *
   * @param changed  called with each state that the Job comes to
   */
  async follow(jobId: string, changed: (job: FollowedJob) => void = () => {}, signal?: AbortSignal): Promise<Job> {
    for (;;) {
      const last = await this.#followOnce(jobId, changed, signal).catch((error: unknown) => {
        if (error instanceof WaybillError || signal?.aborted) throw error;
        return undefined;
      });
      if (last?.status === 'COMPLETED' || last?.status === 'FAILED') return last;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }

  async #followOnce(
    jobId: string,
    changed: (job: FollowedJob) => void,
    signal: AbortSignal | undefined,
  ): Promise<Job | undefined> {
    const response = await fetch(`${this.baseUrl}/api/v2/jobs/${jobId}/events`, { signal: signal ?? null });
    if (!response.ok || !response.body) throw await WaybillError.of(response);
    let last: Job | undefined;
    const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
    for await (const { event, data } of events) {
      if (event === 'progress') changed(JSON.parse(data) as FollowedJob);
      else last = JSON.parse(data) as Job;
    }
    return last;
  }
}

const AGAIN_MS = 1_000;

async function readError(error: unknown): Promise<unknown> {
  if (!(error instanceof Response)) return error;
  const body = (error as HttpResponse<unknown, unknown>).error;
  return isErrorBody(body) ? new WaybillError(error.status, body) : WaybillError.of(error);
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'message' in body && 'traceId' in body;
}
