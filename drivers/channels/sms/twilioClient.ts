import type RequestClient from 'twilio/lib/base/RequestClient.js';
import { faultOf, retryAfterOf } from '../../net/httpFaults.ts';

/** Twilio responded with an error. */
export class TwilioRefusal extends Error {
  override readonly name = 'TwilioRefusal';
  readonly status: number;
  /** Twilio's error code. */
  readonly code: number | undefined;
  /** Seconds. */
  readonly retryAfter: number | undefined;

  constructor(status: number, body: { code?: number; message?: string }, retryAfter: number | undefined) {
    super(`${status}${body.code ? ` (${body.code})` : ''}: ${body.message ?? 'no reason given'}`);
    this.status = status;
    this.code = body.code;
    this.retryAfter = retryAfter;
  }
}

/**
 * Returns the HTTP client of Twilio's library: with a configurable base URL, no retries and no redirects. The client of
 * the library hides Retry-After, and whether a failed request was sent.
 *
 * @throws (the client) TwilioRefusal, NotReached or NotAnswered
 */
export function makeTwilioRequests({ base, timeoutMs }: { base: URL; timeoutMs: number }): RequestClient {
  const prefix = `${base.origin}${base.pathname.replace(/\/$/, '')}`;
  const client: Pick<RequestClient, 'request'> = {
    async request<TData>({
      method,
      uri,
      username,
      password,
      headers,
      params,
      data,
    }: RequestClient.RequestOptions<TData>) {
      const { pathname, search } = new URL(uri);
      const query = params ? `?${formOf(params as Form)}` : search;
      const credentials = btoa(`${username}:${password}`);
      let response: Response;
      let text: string;
      try {
        response = await fetch(`${prefix}${pathname}${query}`, {
          method,
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutMs),
          headers: { ...(headers as Record<string, string>), authorization: `Basic ${credentials}` },
          ...(data && { body: formOf(data as Form) }),
        });
        text = await response.text();
      } catch (error) {
        throw faultOf(error, base.host);
      }
      const body = parsed(text);
      if (!response.ok)
        throw new TwilioRefusal(response.status, body, retryAfterOf(response.headers.get('retry-after')));
      return { statusCode: response.status, body: body as TData, headers: Object.fromEntries(response.headers) };
    },
  };
  return client as RequestClient;
}

type Form = Record<string, string | readonly string[] | undefined>;

function formOf(values: Form): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) form.append(name, String(one));
  }
  return form.toString();
}

function parsed(text: string): { code?: number; message?: string } {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}
