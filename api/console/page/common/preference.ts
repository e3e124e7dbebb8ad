import { useState } from 'preact/hooks';

const nameOf = (name: string): string => `waybill.${name}`;

/** Returns a value that this browser remembers; undefined if there is none. */
export function readPreference<T>(name: string): T | undefined {
  try {
    return JSON.parse(localStorage.getItem(nameOf(name)) ?? 'null') ?? undefined;
  } catch {
    // The browser keeps no data for this page, or another program wrote it.
    return undefined;
  }
}

/** Makes this browser remember a value; undefined forgets it. */
export function storePreference(name: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(nameOf(name));
    else localStorage.setItem(nameOf(name), JSON.stringify(value));
  } catch {
    // The value lasts as long as the view.
  }
}

/** A value that this browser remembers under a name, and the function that changes it. */
export function usePreference<T>(name: string): readonly [T | undefined, (value: T | undefined) => void] {
  const [stored, setStored] = useState(() => ({ name, value: readPreference<T>(name) }));
  const value = stored.name === name ? stored.value : readPreference<T>(name);
  const change = (next: T | undefined): void => {
    storePreference(name, next);
    setStored({ name, value: next });
  };
  return [value, change];
}
