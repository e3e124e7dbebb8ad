import { expect, setDefaultTimeout, test } from 'bun:test';
import { startApiForFile } from '../../../helpers/api.ts';

setDefaultTimeout(60_000);

const api = await startApiForFile();

/** Returns the sources of a page's Content-Security-Policy, by directive. */
async function policyOf(path: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const { headers } = await api.request('GET', `//${path}`);
  const policy = headers.get('content-security-policy') ?? '';
  return new Map(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources];
    }),
  );
}

/** What each page allows besides the sources of all pages. Hashes name scripts that the page contains. */
const additions: Readonly<Record<string, readonly string[]>> = {
  console: ["style-src 'unsafe-inline'", 'img-src blob:', 'frame-src blob:', 'object-src blob:'],
  'docs/reference': [],
  'docs/': ["style-src 'unsafe-inline'"],
};

test.each(Object.keys(additions))('/%s has the policy of all pages, and adds only what it needs', async (page) => {
  const policy = await policyOf(page);
  const shared = {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
    'connect-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
  };
  const added: string[] = [];
  for (const [name, sources] of policy) {
    const common = shared[name as keyof typeof shared] ?? [];
    expect(sources.slice(0, common.length)).toEqual(common);
    added.push(...sources.slice(common.length).map((source) => `${name} ${source}`));
  }
  expect(Object.keys(shared).filter((name) => !policy.has(name))).toEqual([]);
  const withoutHashes = added.filter((source) => !source.startsWith("script-src 'sha256-"));
  // The documentation may still be built: its page then has the policy of all pages alone.
  expect(additions[page] ?? []).toEqual(expect.arrayContaining(withoutHashes));
  if (page !== 'docs/') expect(withoutHashes).toEqual([...(additions[page] ?? [])]);
});
