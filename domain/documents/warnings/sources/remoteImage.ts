/** Maximum length of the address of an image. */
const MAX_LENGTH = 2_000;

/** Returns the address of an image that a mail program may fetch: `https:`, without credentials. Otherwise undefined. */
export function remoteImageOf(source: string): string | undefined {
  if (source.length > MAX_LENGTH) return undefined;
  const url = URL.parse(source);
  return url?.protocol === 'https:' && url.username === '' && url.password === '' ? url.href : undefined;
}
