import type { ErrorBody, Problem } from '../../../../client/api.ts';
import { parseJson } from '../../../../domain/validation/parseJson.ts';
import { takeEarlyAnswer } from './early.ts';
import { searchPath, withQuery } from './requestsOfLink.ts';
import { type SentBytes, upload } from './upload.ts';

/** A problem of a member, which its path names. */
export type MemberProblem = Pick<Problem, 'path' | 'message'>;

interface ErrorDetails {
  readonly traceId?: string;
  readonly problems?: readonly MemberProblem[];
}

/** An error response of the service, or the failure to reach it (status 0). */
export class ApiError extends Error {
  readonly status: number;
  /** One text for each problem, starting with the path of the member. */
  readonly problems: readonly string[];
  readonly traceId: string | undefined;
  /** The parts of each problem. */
  readonly details: readonly MemberProblem[];

  constructor(status: number, message: string, problems: readonly string[] = [], body: ErrorDetails = {}) {
    super(message);
    this.status = status;
    this.problems = problems;
    this.traceId = body.traceId;
    this.details = body.problems ?? [];
  }
}

/** Returns a caught error; a thrown value that is not an error, as the text of one. */
export const errorOf = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

export const sessionPath = '/api/v2/session';
export const certificatePath = `${sessionPath}/certificate`;
const signInPaths: readonly string[] = [sessionPath, certificatePath];

let showSignIn: () => void = () => {};

/** Sets the function that is called when the service refuses the credential of a request, or has received none. */
export const onSignedOut = (listener: () => void): void => {
  showSignIn = listener;
};

export interface CallOptions {
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly signal?: AbortSignal;
  /** The requested media type, if the operation has several. */
  readonly accept?: string;
  /** Called while a form is sent. */
  readonly onSent?: (progress: SentBytes) => void;
}

/** Sends a request, with `body` as JSON unless it is a FormData. Throws ApiError if the response is not a 200. */
export async function send(method: string, path: string, body?: unknown, options: CallOptions = {}): Promise<Response> {
  const isForm = body instanceof FormData;
  const headers = {
    ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    ...(options.accept && { accept: options.accept }),
  };
  let response: Response;
  try {
    const url = withQuery(path, options.query);
    const early = method === 'GET' ? await takeEarlyAnswer(url) : undefined;
    const request = (): Promise<Response> =>
      isForm && options.onSent
        ? upload(method, url, body, options.onSent)
        : fetch(url, {
            method,
            ...(options.signal && { signal: options.signal }),
            ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
            headers,
          });
    response = early ?? (await request());
  } catch (error) {
    if (errorOf(error).name === 'AbortError') throw error;
    throw new ApiError(0, 'The service does not respond.');
  }
  if (response.ok) return response;
  if (response.status === 401 && !signInPaths.includes(path)) showSignIn();
  const text = await response.text();
  let errorBody: Partial<ErrorBody> = {};
  try {
    errorBody = JSON.parse(text);
  } catch {
    // The response comes from a proxy, not from the service.
  }
  const message =
    response.status === 429
      ? `Too many requests. Try again in ${response.headers.get('retry-after') ?? '1'} s.`
      : (errorBody.message ?? `The service responded with status ${response.status}.`);
  throw new ApiError(response.status, message, errorBody.errors ?? [], errorBody);
}

/** Sends a request and returns the response as JSON; null if it is empty. */
export async function call<T>(method: string, path: string, body?: unknown, options?: CallOptions): Promise<T> {
  const text = await (await send(method, path, body, options)).text();
  return parseJson(text === '' ? 'null' : text) as T;
}

export const get = <T>(path: string, options?: CallOptions): Promise<T> => call<T>('GET', path, undefined, options);

export interface Filter {
  readonly column: string;
  readonly operator?: string;
  readonly value?: string;
  /** An array of objects, of which one must match. */
  readonly nestedPath?: string;
  readonly isNested?: boolean;
}

/** A filter, or alternatives of which one must match. */
export type FilterOrGroup = Filter | { readonly or: readonly Filter[] };

export interface Filtering {
  readonly filters?: readonly FilterOrGroup[];
  readonly fulltext?: string;
  readonly sort?: readonly { readonly column: string; readonly direction: 'ASC' | 'DESC' }[];
  readonly page?: number;
  readonly size?: number;
}

export interface Page<T> {
  readonly content: readonly T[];
  readonly totalElements: number;
  /** More records match than `totalElements`. */
  readonly totalIsLowerBound?: boolean;
  readonly totalPages: number;
}

/** Maximum number of records that a search can page through. */
export const MAX_SEARCH_DEPTH = 10_000;

/** Searches a page of a kind. Records are counted up to {@link MAX_SEARCH_DEPTH}. */
export const searchPage = <T>(kind: string, filtering: Filtering, signal?: AbortSignal): Promise<Page<T>> =>
  get(searchPath(kind, filtering), signal && { signal });
