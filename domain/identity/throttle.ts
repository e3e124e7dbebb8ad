import { type AttemptLimit, countAttempt, forgetAttempts } from '../../db/queries/access/signInRows.ts';
import { TooManyRequests } from '../errors.ts';
import type { Services } from '../ports/services.ts';
import { sha256 } from './secrets.ts';

/** Time after which failed attempts are forgotten. */
export const FORGET_SECONDS = 15 * 60;

/** Somebody who guesses slows down the owner of the code too, so that the pauses of a code stay short. */
const limitOfUser: AttemptLimit = { free: 10, firstSeconds: 1, maxSeconds: 60, forgetSeconds: FORGET_SECONDS };
/** Many users can share an address. */
const limitOfAddress: AttemptLimit = { free: 50, firstSeconds: 1, maxSeconds: 300, forgetSeconds: FORGET_SECONDS };

/** An attempt that has been counted as failed. */
export interface Attempt {
  /** The password was right: the attempt, and the earlier ones of the user, are forgotten. */
  succeeded(): Promise<void>;
}

/**
 * Counts an attempt to use the password of a code, whether or not a user has the code. Failed attempts of all processes
 * count together.
 *
 * @throws TooManyRequests
 */
export async function beginAttempt({ sql }: Services, code: string, address: string | undefined): Promise<Attempt> {
  const keys = [
    { key: sha256(`address ${networkOf(address ?? 'unknown')}`), limit: limitOfAddress },
    { key: sha256(`user ${code}`), limit: limitOfUser },
  ] as const;
  for (const { key, limit } of keys) {
    const seconds = await countAttempt(sql, key, limit);
    if (seconds !== undefined) throw new TooManyRequests('There were too many attempts; retry later.', seconds);
  }
  return { succeeded: () => forgetAttempts(sql, keys[1].key, keys[0].key) };
}

/** A client may have every address of its IPv6 network (/64). */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const parts = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const all =
    tail === undefined ? parts : [...parts, ...Array(Math.max(8 - parts.length - after.length, 0)).fill('0'), ...after];
  return all
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':');
}
