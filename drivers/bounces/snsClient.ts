import { type SnsClient, SnsRefused } from '../../domain/ports/bounceWebhooks.ts';
import { makeGuardedRequest } from '../net/guardedRequest.ts';
import { HostRefused, makeHostGuard } from '../net/ssrfGuard.ts';

export interface SnsOptions {
  /** Replaces `https://sns.REGION.amazonaws.com`: an endpoint of the own network, or a test server. */
  readonly baseUrl?: string;
  readonly timeoutMs: number;
}

const HOST = /^sns\.[a-z0-9-]{1,40}\.amazonaws\.com(?:\.cn)?$/;
const MAX_BYTES = 64 * 1024;
/** Amazon SNS replaces its certificates once in a while, under other URLs. */
const CERTIFICATE_MS = 24 * 3_600_000;
const MAX_CERTIFICATES = 20;

/**
 * Calls the URLs of Amazon SNS that a message names. Everybody can send a message: a URL of another host is not called, nor
 * one whose host resolves to a private address, and redirects are not followed.
 */
export function makeSnsClient({ baseUrl, timeoutMs }: SnsOptions): SnsClient {
  const base = baseUrl === undefined ? undefined : new URL(baseUrl);
  const guard = makeHostGuard(base ? [base.hostname] : []);
  const request = makeGuardedRequest({ guard, timeoutMs, maxBytes: MAX_BYTES });
  const certificates = new Map<string, { readonly pem: string; readonly until: number }>();

  async function get(text: string): Promise<string> {
    const url = URL.parse(text);
    const isOfSns = url?.protocol === 'https:' && HOST.test(url.hostname) && url.port === '';
    if (!url || !(base ? url.origin === base.origin : isOfSns))
      throw new SnsRefused(`${JSON.stringify(text.slice(0, 200))} is not a URL of Amazon SNS`);
    try {
      const { status, body } = await request(url.href, { method: 'GET' });
      if (status !== 200) throw new Error(`${url.host} has answered ${status}`);
      return body.toString('utf8');
    } catch (error) {
      if (error instanceof HostRefused) throw new SnsRefused(error.message);
      throw error;
    }
  }

  return {
    async certificate(url) {
      const known = certificates.get(url);
      if (known && known.until > Date.now()) return known.pem;
      const pem = await get(url);
      certificates.delete(url);
      const [oldest] = certificates.keys();
      if (certificates.size >= MAX_CERTIFICATES && oldest !== undefined) certificates.delete(oldest);
      certificates.set(url, { pem, until: Date.now() + CERTIFICATE_MS });
      return pem;
    },
    async confirm(url) {
      await get(url);
    },
  };
}
