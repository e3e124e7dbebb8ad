import type { DataSources } from '../../domain/ports/dataSources.ts';
import { messageOf } from '../../domain/runtime/errorDetails.ts';
import { makeGuardedRequest } from './guardedRequest.ts';
import { HostRefused, makeHostGuard } from './ssrfGuard.ts';

export interface DataSourceOptions {
  readonly allowedHosts: readonly string[];
  /** Base URLs of relative URLs, by the code of their service. */
  readonly microserviceUrls: readonly (readonly [string, string])[];
  readonly timeoutMs: number;
  /** Replaces the resolver of the system, in tests. */
  readonly resolve?: (host: string) => Promise<readonly { address: string; family: number }[]>;
}

/** Maximum size of a response. */
const MAX_BYTES = 4 * 1024 * 1024;
const REDIRECTS = 3;

/** Fetches data by GET. The guard checks every host, including those of redirects. */
export function makeDataSources({
  allowedHosts,
  microserviceUrls,
  timeoutMs,
  resolve,
}: DataSourceOptions): DataSources {
  const guard = makeHostGuard(allowedHosts, resolve);
  const request = makeGuardedRequest({ guard, timeoutMs, maxBytes: MAX_BYTES, redirects: REDIRECTS });
  const bases = new Map(microserviceUrls);

  /** Throws HostRefused. */
  function urlOf(text: string, microserviceCode: string | undefined): URL {
    if (/^[a-z][a-z\d+.-]*:/i.test(text) || text.startsWith('//')) {
      const url = URL.parse(text);
      if (!url) throw new HostRefused(`${JSON.stringify(text)} is not a URL`);
      return url;
    }
    const base = bases.get(microserviceCode ?? '');
    if (base === undefined)
      throw new HostRefused(`MICROSERVICE_URLS has no URL for ${JSON.stringify(microserviceCode)}`);
    const root = new URL(base.endsWith('/') ? base : `${base}/`);
    const url = URL.parse(`./${text.replace(/^\/+/, '')}`, root.href);
    if (url?.origin !== root.origin || !url.pathname.startsWith(root.pathname))
      throw new HostRefused(`${JSON.stringify(text)} leads out of ${root.href}`);
    return url;
  }

  return {
    async fetchData({ url: text, microserviceCode, query, headers }, signal) {
      try {
        const url = urlOf(text, microserviceCode);
        for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
        const options = {
          method: 'GET',
          headers: { accept: 'application/json', 'user-agent': 'Waybill', ...headers },
        } as const;
        const { status, body } = await request(url.href, signal ? { ...options, signal } : options);
        return { outcome: 'answered', status, body: body.toString('utf8') };
      } catch (error) {
        if (signal?.aborted) throw signal.reason;
        const reason = messageOf(error).slice(0, 1_000);
        return { outcome: error instanceof HostRefused ? 'rejected' : 'unavailable', reason };
      }
    },
  };
}
