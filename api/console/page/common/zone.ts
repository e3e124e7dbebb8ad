import { useEffect, useState } from 'preact/hooks';
import { readPreference, storePreference } from './preference.ts';

/** In which time zone times are shown and typed. The browser remembers the choice. */
export type Zone = 'local' | 'utc';

const NAME = 'zone';

const listeners = new Set<() => void>();
let current: Zone = readPreference<Zone>(NAME) === 'utc' ? 'utc' : 'local';

export function setZone(zone: Zone): void {
  current = zone;
  storePreference(NAME, zone);
  for (const listener of listeners) listener();
}

/** Returns the zone, and renders again when it changes. */
export function useZone(): Zone {
  const [, setRound] = useState(0);
  useEffect(() => {
    const listener = (): void => setRound((before) => before + 1);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, []);
  return current;
}

const pad = (value: number): string => String(value).padStart(2, '0');

/** The offset of a time in the zone of the browser: `UTC+01:00`. */
function offsetOf(at: Date): string {
  const minutes = -at.getTimezoneOffset();
  const size = Math.abs(minutes);
  return `UTC${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
}

/** The name of a zone: `UTC`, or `Europe/Prague, UTC+01:00`. */
export function zoneName(zone: Zone): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return zone === 'utc' || timeZone === 'UTC' ? 'UTC' : `${timeZone}, ${offsetOf(new Date())}`;
}

/** Returns a date whose local fields are those of the time in the zone. */
const shifted = (at: Date, zone: Zone): Date =>
  zone === 'utc' ? new Date(at.getTime() + at.getTimezoneOffset() * 60_000) : at;

const dayOf = (at: Date): string => `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
const clockOf = (at: Date): string => `${pad(at.getHours())}:${pad(at.getMinutes())}:${pad(at.getSeconds())}`;

/** Formats a time: `14:03:22` if it is today, otherwise with the date. */
export function shortTime(iso: string, zone: Zone): string {
  const at = shifted(new Date(iso), zone);
  const isToday = dayOf(at) === dayOf(shifted(new Date(), zone));
  return isToday ? clockOf(at) : `${dayOf(at)} ${clockOf(at)}`;
}

/** Formats a time with date and offset: `2026-11-23 14:03:22 UTC+01:00`. */
export function fullTime(iso: string, zone: Zone): string {
  const at = new Date(iso);
  const local = shifted(at, zone);
  return `${dayOf(local)} ${clockOf(local)} ${zone === 'utc' ? 'UTC' : offsetOf(at)}`;
}

/** Times less than an hour away count as recent. */
const RECENT_SECONDS = 3_600;

/** Formats a recent time by its distance from now: `12 s ago`, `in 5 min`; undefined for others. */
export function relativeTime(iso: string, now = Date.now()): string | undefined {
  const seconds = Math.round((Date.parse(iso) - now) / 1_000);
  const size = Math.abs(seconds);
  if (size >= RECENT_SECONDS || Number.isNaN(size)) return undefined;
  const text = size < 60 ? `${size} s` : `${Math.floor(size / 60)} min`;
  return seconds > 0 ? `in ${text}` : `${text} ago`;
}

/** Returns a time as the value of a `datetime-local` field, to the second. */
export function fieldOf(iso: string, zone = current): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return '';
  const local = shifted(at, zone);
  return `${dayOf(local)}T${clockOf(local)}`;
}

/** Returns the value of a `datetime-local` field as ISO 8601 in UTC; undefined if it is none. */
export function isoOfField(value: string | null, zone = current): string | undefined {
  const at = value ? new Date(zone === 'utc' ? `${value}Z` : value) : undefined;
  return at && !Number.isNaN(at.getTime()) ? at.toISOString() : undefined;
}
