import { useEffect, useState } from 'preact/hooks';
import { discardUnsaved, hasUnsaved } from './unsaved.ts';

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

/** Numbers the entries of the tab's history, so that a step can be undone whatever its direction. */
let place = numberEntry();
let shown = location.hash;
/** The browser is on its way back to the shown view. */
let isReturning = false;
/** The step that waits for the user's answer, in entries of the history. */
let requested: number | undefined;
const listeners = new Set<() => void>();

const publish = (): void => {
  for (const listener of listeners) listener();
};

/** Returns the number of the current entry, and gives a new one the number. */
function numberEntry(number = 0): number {
  const { place: stored }: { place?: number } = history.state ?? {};
  if (stored !== undefined) return stored;
  history.replaceState({ ...history.state, place: number }, '');
  return number;
}

/** Shows the view of the new hash, or returns to the shown one while its edits are not saved. */
function onHashChange(): void {
  if (isReturning) {
    isReturning = false;
    publish();
    return;
  }
  if (location.hash === shown) return;
  const next = numberEntry(place + 1);
  if (hasUnsaved() && next !== place) {
    requested = next - place;
    isReturning = true;
    history.go(-requested);
    return;
  }
  place = next;
  shown = location.hash;
  publish();
}

addEventListener('hashchange', onHashChange);

/** Renders again when the location changes, or waits for an answer. */
function useChanges(): void {
  const [, setRound] = useState(0);
  useEffect(() => {
    const changed = (): void => setRound((before) => before + 1);
    listeners.add(changed);
    return () => {
      listeners.delete(changed);
    };
  }, []);
}

export function useLocation(): Location {
  useChanges();
  return parseHash(shown);
}

/** A step away from unsaved edits: `leave` takes it, `stay` does not; undefined while none is requested. */
export function useRequestedStep(): { readonly leave: () => void; readonly stay: () => void } | undefined {
  useChanges();
  const steps = requested;
  if (steps === undefined || isReturning) return undefined;
  return {
    leave: () => {
      requested = undefined;
      discardUnsaved();
      history.go(steps);
    },
    stay: () => {
      requested = undefined;
      publish();
    },
  };
}
