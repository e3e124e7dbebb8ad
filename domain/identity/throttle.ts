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
  /** It did not fail: the attempt, and the earlier ones of the user, are forgotten. */
  forget(): Promise<void>;
}

/**
 * Counts an attempt to sign in, or to use the password of a code, whether or not a user has the code. Failed attempts of
 * all processes count together.
 *
 * @param code  absent if the user is not known before the attempt
 * @throws TooManyRequests
 */
export async function beginAttempt({ sql }: Services, address: string | undefined, code?: string): Promise<Attempt> {
  const ofAddress = sha256(`address ${networkOf(address ?? 'unknown')}`);
  const ofUser = code === undefined ? undefined : sha256(`user ${code}`);
  await count(sql, ofAddress, limitOfAddress);
  if (ofUser) await count(sql, ofUser, limitOfUser);
  return { forget: () => forgetAttempts(sql, ofAddress, ofUser) };
}

async function count(sql: Services['sql'], key: Uint8Array, limit: AttemptLimit): Promise<void> {
  const seconds = await countAttempt(sql, key, limit);
  if (seconds !== undefined) throw new TooManyRequests('There were too many attempts; retry later.', seconds);
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
