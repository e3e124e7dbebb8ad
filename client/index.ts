import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream';
import { Api, type Change, type FilteringObject, type HttpResponse, type Job, type RequestParams } from './api.ts';
import { errorOf, isErrorBody, makeError, WaybillError } from './errors.ts';
import { parse, stringify } from './json.ts';
import { makeSend, type RepeatableInit, type RetryOptions, sleep } from './retry.ts';
import { StepWorker, type WorkerOptions } from './stepWorker.ts';

export * from './api.ts';
export * from './errors.ts';
export type { RepeatableInit, RetryOptions } from './retry.ts';
export * from './stepErrors.ts';
export type { ProcessingInfo, StepContext, StepHandler } from './stepHandler.ts';
export type { StepWorker, WorkerOptions } from './stepWorker.ts';

/** A job with the number of its steps by status. */
export type FollowedJob = Job & {
  readonly progress: Readonly<Record<'NEW' | 'IN_PROGRESS' | 'COMPLETED' | 'FAILED' | 'CANCELLED', number>>;
};

export interface WaybillOptions extends RetryOptions {
  /** `http://127.0.0.1:3000` */
  readonly url: string;
  /** An API key (`wbk_…`) or an access token, sent with every request. */
  readonly key?: string;
  /** Sent with every request, such as X-Correlation-Id. */
  readonly headers?: Readonly<Record<string, string>>;
}

interface Page<T> {
  readonly content: readonly T[];
  readonly last: boolean;
}

/** A request whose response is observed before its body is read. */
interface ObservedInit extends RequestInit {
  readonly onResponse?: (response: Response) => void;
}

/**
 * A client of one Waybill service, typed by its OpenAPI document. Each operation is a method of `api`, named by its
 * operationId. It returns the body of the 200 and throws a WaybillError for any other response. Requests are repeated as
 * RetryOptions say.
 */
export class Waybill extends Api<unknown> {
  readonly #headers: Readonly<Record<string, string>>;
  readonly #send: (input: string, init?: RepeatableInit) => Promise<Response>;

  constructor({ url, key, headers = {}, ...retry }: WaybillOptions) {
    const all = { ...headers, ...(key !== undefined && { authorization: `Bearer ${key}` }) };
    const send = makeSend(retry);
    super({
      baseUrl: url.replace(/\/+$/, ''),
      baseApiParams: { headers: all },
      customFetch: (async (input: string, { onResponse, ...init }: ObservedInit) => {
        const response = await send(input, init);
        onResponse?.(response);
        return response;
      }) as typeof fetch,
    });
    this.#headers = all;
    this.#send = send;
    const request = this.request;
    this.request = async (parameters) => {
      try {
        return await request(parameters);
      } catch (error) {
        throw await readError(error);
      }
    };
  }

  /**
   * Sends a request to a path of the service, with the credential, the headers and the repetitions of all requests: for
   * operations that are named at run time, bodies that are streamed, and headers of responses such as ETag. The body of the
   * response is unread. A function makes the body for each attempt.
   *
   * @param path  begins with a slash
   * @throws WaybillError unless the status is a success, or a 304
   */
  async fetch(path: string, init: RepeatableInit = {}): Promise<Response> {
    if (!path.startsWith('/')) throw new TypeError(`The path is ${JSON.stringify(path)} and must begin with a slash.`);
    const headers = new Headers(this.#headers);
    new Headers(init.headers).forEach((value, name) => {
      headers.set(name, value);
    });
    const response = await this.#send(`${this.baseUrl}${path}`, { ...init, headers });
    if (!response.ok && response.status !== 304) throw await errorOf(response);
    return response;
  }

  /** Encodes objects, such as a filtering, as JSON. */
  protected override encodeQueryParam(key: string, value: unknown): string {
    const text = typeof value === 'object' ? stringify(value) : String(value);
    return `${encodeURIComponent(key)}=${encodeURIComponent(text)}`;
  }

  /**
   * Yields all records that a search finds, page by page, however many there are. A record that does not change meanwhile is
   * yielded once, whatever is created, changed and deleted:
   *
   *     for await (const type of waybill.records(waybill.api.postWorklogTypesSearchPage, { fulltext: 'cable' })) …
   *
   * Services before 0.3 have no cursors: there, a search reaches the first 10,000 records, and writes shift its pages.
   */
  async *records<T>(
    search: (filtering: FilteringObject, query?: { after?: string }, params?: RequestParams) => Promise<Page<T>>,
    filtering: Omit<FilteringObject, 'page'> = {},
  ): AsyncGenerator<T, void, undefined> {
    let after: string | undefined;
    for (let page = 0; ; page++) {
      const part: { next?: string } = {};
      const onResponse = ({ headers }: Response): void => {
        part.next = headers.get('x-next-cursor') ?? '';
      };
      const query = after === undefined ? {} : { after };
      const params: ObservedInit & RequestParams = { onResponse };
      const { content, last } = await search(
        { size: 500, ...filtering, ...(after === undefined && { page }) },
        query,
        params,
      );
      yield* content;
      if (last) return;
      after = part.next || undefined;
    }
  }

  /**
   * Yields the changes of records in the order of their commits, without end. A broken connection is opened again after
   * the last change. Store the `cursor` of a change when it is processed: `after` continues from it.
   *
   * @throws GoneError if changes after the cursor have been deleted
   */
  async *changes({
    after,
    kinds = [],
    signal,
  }: {
    readonly after?: string;
    readonly kinds?: readonly string[];
    readonly signal?: AbortSignal;
  } = {}): AsyncGenerator<Change, void, undefined> {
    const query = new URLSearchParams(kinds.length > 0 ? { kinds: kinds.join(',') } : {});
    if (after !== undefined) query.set('after', after);
    let last: string | undefined;
    for (;;) {
      const headers: Record<string, string> = last === undefined ? {} : { 'last-event-id': last };
      for await (const { id, data } of this.#events(`/api/v2/changes?${query}`, headers, signal)) {
        yield parse(data) as Change;
        last = id ?? last;
      }
      await sleep(RECONNECT_MS, signal);
    }
  }

  /**
   * Follows a job by its event stream until it ends. A broken connection is opened again.
   *
   * @param onProgress  called with each state of the job
   */
  async follow(jobId: string, onProgress: (job: FollowedJob) => void = () => {}, signal?: AbortSignal): Promise<Job> {
    for (;;) {
      let last: Job | undefined;
      for await (const { event, data } of this.#events(`/api/v2/jobs/${jobId}/events`, {}, signal)) {
        if (event === 'progress') onProgress(parse(data) as FollowedJob);
        else last = parse(data) as Job;
      }
      if (last?.status === 'COMPLETED' || last?.status === 'FAILED') return last;
      await sleep(RECONNECT_MS, signal);
    }
  }

  /**
   * Returns a worker that claims steps of Jobs of these types and runs their handlers:
   *
   *     await waybill.worker({ handlers: { METER_READING: async ({ step }) => read(step.stepData) } }).run();
   */
  worker(options: WorkerOptions): StepWorker {
    return new StepWorker(this.api, options);
  }

  /**
   * Yields the events of a stream until it ends or breaks off. A fault of the connection is caught here and not by the
   * callers, so that errors of their programs are thrown.
   */
  async *#events(
    path: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<EventSourceMessage, void, undefined> {
    const reader = await this.#openEvents(path, headers, signal).catch(rethrowLasting(signal));
    if (!reader) return;
    try {
      for (;;) {
        const next = await reader.read().catch(rethrowLasting(signal));
        if (!next || next.done) return;
        yield next.value;
      }
    } finally {
      await reader.cancel().catch(() => {});
    }
  }

  async #openEvents(path: string, headers: Readonly<Record<string, string>>, signal: AbortSignal | undefined) {
    const response = await this.#send(`${this.baseUrl}${path}`, {
      headers: { ...this.#headers, ...headers, accept: 'text/event-stream' },
      signal: signal ?? null,
    });
    if (!response.ok || !response.body) throw await errorOf(response);
    const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
    return events.getReader();
  }
}

const RECONNECT_MS = 1_000;

/** Rethrows an error that a new connection would meet again. */
const rethrowLasting =
  (signal: AbortSignal | undefined) =>
  (error: unknown): undefined => {
    if (error instanceof WaybillError || signal?.aborted) throw error;
    return undefined;
  };

async function readError(error: unknown): Promise<unknown> {
  if (!(error instanceof Response)) return error;
  const body = (error as HttpResponse<unknown, unknown>).error;
  return isErrorBody(body) ? makeError(error.status, body, error.headers) : errorOf(error);
}
