import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { messageOf } from '../../domain/runtime/errorDetails.ts';
import { faultOf, NotAnswered, NotReached } from './httpFaults.ts';
import { type Address, type HostGuard, HostRefused } from './ssrfGuard.ts';

export interface GuardedRequest {
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string;
  readonly signal?: AbortSignal;
  /** Called when the host is resolved, immediately before each request. If it throws, nothing is sent. */
  readonly beforeCall?: () => Promise<void>;
}

export interface GuardedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

export interface GuardedOptions {
  readonly guard: HostGuard;
  /** For the whole request, including redirects; ms. */
  readonly timeoutMs: number;
  /** Maximum bytes of a response body; a longer one is an error. */
  readonly maxBytes: number;
  /** Maximum number of redirects, for GET only. The guard checks each. */
  readonly redirects?: number;
  /** PEM; beside those that the system trusts. */
  readonly ca?: string;
}

/**
 * Returns a function that calls URLs from untrusted input. The host is resolved once, and the connection goes to the
 * checked address under the host's name. It throws HostRefused, NotReached (nothing was sent) or NotAnswered.
 */
export function makeGuardedRequest(
  options: GuardedOptions,
): (url: string, request: GuardedRequest) => Promise<GuardedResponse> {
  const { guard, timeoutMs, redirects = 0 } = options;

  return async (text, request) => {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(new Error(`no whole answer within ${timeoutMs} ms`)), timeoutMs);
    const signal = request.signal ? AbortSignal.any([limit.signal, request.signal]) : limit.signal;
    try {
      let url = urlOf(text);
      let headers = request.headers;
      for (let remaining = request.method === 'GET' ? redirects : 0; ; remaining--) {
        const addresses = await resolved(guard, url, signal);
        await request.beforeCall?.();
        if (signal.aborted) throw new NotReached(`${url.host}: the time was over before the request`);
        const answer = await call(url, addresses, { ...request, headers, signal }, options);
        const to = answer.headers.location;
        if (![301, 302, 303, 307, 308].includes(answer.status) || typeof to !== 'string' || remaining <= 0)
          return answer;
        const next = urlOf(to, url);
        // Credentials are for the original host only.
        if (next.origin !== url.origin) headers = withoutCredentials(headers);
        url = next;
      }
    } catch (error) {
      if (request.signal?.aborted) throw request.signal.reason;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };
}

function withoutCredentials(headers: GuardedRequest['headers'] = {}): Record<string, string> {
  const own = ['authorization', 'cookie', 'proxy-authorization'];
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !own.includes(name.toLowerCase())));
}

function urlOf(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  if (!url) throw new HostRefused(`${JSON.stringify(text)} is not a URL`);
  return url;
}

async function resolved(guard: HostGuard, url: URL, signal: AbortSignal): Promise<Address[]> {
  signal.throwIfAborted();
  let onAbort = () => {};
  const late = new Promise<never>((_, reject) => {
    onAbort = () => reject(new NotReached(`${url.host}: its name was not resolved in time`));
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([guard.addressesOf(url), late]);
  } catch (error) {
    if (error instanceof HostRefused || error instanceof NotReached) throw error;
    throw new NotReached(`${url.host}: ${messageOf(error)}`, { cause: error });
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

function call(
  url: URL,
  addresses: readonly Address[],
  { method, headers, body, signal }: GuardedRequest,
  { maxBytes, ca }: GuardedOptions,
): Promise<GuardedResponse> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      request.destroy();
      reject(faultOf(error, url.host));
    };
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method,
      headers: {
        connection: 'close',
        ...headers,
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      },
      // Resolves every host to the checked addresses only.
      lookup: (_host: string, { all }: { all?: boolean | undefined }, done: (...found: never[]) => void) => {
        const [first] = addresses;
        const found = all ? [null, addresses] : [null, first?.address, first?.family];
        done(...(found as never[]));
      },
      agent: false,
      ...(ca !== undefined && { ca }),
    });
    signal?.addEventListener('abort', () => fail(signal.reason), { once: true });
    request.once('error', fail);
    request.once('response', (response: IncomingMessage) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > maxBytes) fail(new NotAnswered(`${url.host}: the answer is longer than ${maxBytes} bytes`));
        else chunks.push(chunk);
      });
      response.once('error', fail);
      response.once('close', () => fail(new Error('the answer ended early')));
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    request.end(body);
  });
}
