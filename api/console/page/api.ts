import type { ErrorBody } from '../../../client/api.ts';

/** What the service refused, or why it could not be asked. */
export class Refused extends Error {
  readonly status: number;
  /** One problem each, beginning with the path of the member. */
  readonly problems: readonly string[];
  readonly traceId: string | undefined;

  constructor(status: number, message: string, problems: readonly string[] = [], traceId?: string) {
    super(message);
    this.status = status;
    this.problems = problems;
    this.traceId = traceId;
  }
}

export interface CallOptions {
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly signal?: AbortSignal;
  /** The media type that is asked for, where there are several. */
  readonly accept?: string;
}

/** Sends a request; `body` goes as JSON, a FormData as it is. Throws Refused for any answer that is not a 200. */
export async function send(method: string, path: string, body?: unknown, options: CallOptions = {}): Promise<Response> {
  const pairs = Object.entries(options.query ?? {}).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  const given = body instanceof FormData;
  const headers = {
    ...(body !== undefined && !given && { 'content-type': 'application/json' }),
    ...(options.accept && { accept: options.accept }),
  };
  let response: Response;
  try {
    response = await fetch(`${path}${search === '' ? '' : `?${search}`}`, {
      method,
      ...(options.signal && { signal: options.signal }),
      ...(body === undefined ? {} : { body: given ? body : JSON.stringify(body) }),
      headers,
    });
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error;
    throw new Refused(0, 'The service does not answer.');
  }
  if (response.ok) return response;
  const text = await response.text();
  let told: Partial<ErrorBody> = {};
  try {
    told = JSON.parse(text) as Partial<ErrorBody>;
  } catch {
    // Something between us and the service has answered.
  }
  const message = told.message ?? `The answer was ${response.status}.`;
  throw new Refused(response.status, message, told.errors ?? [], told.traceId);
}

/** The answer as JSON; null when it is empty. */
export async function call<T>(method: string, path: string, body?: unknown, options?: CallOptions): Promise<T> {
  const text = await (await send(method, path, body, options)).text();
  return (text === '' ? null : JSON.parse(text)) as T;
}

export const get = <T>(path: string, options?: CallOptions): Promise<T> => call<T>('GET', path, undefined, options);

export interface Filter {
  readonly column: string;
  readonly operator?: string;
  readonly value?: string;
  /** Array of objects of which one has to match. */
  readonly nestedPath?: string;
  readonly isNested?: boolean;
}

export interface Filtering {
  readonly filters?: readonly (Filter | { readonly or: readonly Filter[] })[];
  readonly fulltext?: string;
  readonly sort?: readonly { readonly column: string; readonly direction: 'ASC' | 'DESC' }[];
  readonly page?: number;
  readonly size?: number;
}

export interface Page<T> {
  readonly content: readonly T[];
  readonly totalElements: number;
  readonly totalPages: number;
}

/** Records that a search can page through; what is past them wants a narrower filter. */
export const WINDOW = 10_000;

export const searchPage = <T>(kind: string, filtering: Filtering, signal?: AbortSignal): Promise<Page<T>> =>
  get(`/api/v2/${kind}/search/page`, { query: { filtering: JSON.stringify(filtering) }, ...(signal && { signal }) });

export const countOf = (kind: string, filtering: Filtering): Promise<number> =>
  get(`/api/v2/${kind}/search/count`, { query: { filtering: JSON.stringify({ filters: filtering.filters ?? [] }) } });
