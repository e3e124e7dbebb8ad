import { useEffect, useState } from 'preact/hooks';

/** The location within the page: the part of the URL after `#`, so that the service serves a single path. */
export interface Location {
  /** Decoded: `#/jobs/1` is `['jobs', '1']`. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
}

export type Query = Readonly<Record<string, string | number | undefined>>;

function parseHash(hash: string): Location {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  return {
    path: path
      .split('/')
      .filter((part) => part !== '')
      .map(decodeURIComponent),
    query: new URLSearchParams(query),
  };
}

/** Returns a link within the page. Undefined and empty members of `query` are omitted. */
export function href(path: readonly string[], query: Query = {}): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return `#/${path.map(encodeURIComponent).join('/')}${search === '' ? '' : `?${search}`}`;
}

export function navigate(path: readonly string[], query: Query = {}): void {
  location.hash = href(path, query);
}

export function useLocation(): Location {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const changed = (): void => setHash(location.hash);
    addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, []);
  return parseHash(hash);
}
