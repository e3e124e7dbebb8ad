import type { Database, Transaction } from '../../db/client.ts';
import { passwordHash, savePassword } from '../../db/queries/access/credentialRows.ts';
import { makeSemaphore } from '../runtime/semaphore.ts';

/** Parameters that OWASP recommends for argon2id; memory in KiB. */
const argon2id = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const;

const MIN_LENGTH = 8;
const MAX_LENGTH = 256;

/** A hash takes some 20 ms of a processor and 19 MB: more of them at a time would slow all other requests. */
const hashing = makeSemaphore(4);

let dummyHash: Promise<string> | undefined;

/** Returns the problem of a new password; undefined if there is none. */
export function passwordProblem(password: string): string | undefined {
  const { length } = [...password];
  return length >= MIN_LENGTH && length <= MAX_LENGTH
    ? undefined
    : `password: must have ${MIN_LENGTH} to ${MAX_LENGTH} characters`;
}

export const hashPassword = (password: string): Promise<string> =>
  hashing.run(() => Bun.password.hash(normalized(password), argon2id));

export const setPassword = async (sql: Database | Transaction, userId: string, hash: string): Promise<void> =>
  void (await savePassword(sql, userId, hash));

/**
 * Returns the stored hash if the user has this password. The work is the same for a user without a password, and for no
 * user.
 */
export async function verifyPassword(
  sql: Database,
  userId: string | undefined,
  password: string,
): Promise<string | undefined> {
  dummyHash ??= hashPassword(crypto.randomUUID());
  const stored = userId === undefined ? undefined : await passwordHash(sql, userId);
  const hash = stored ?? (await dummyHash);
  // Nobody has a longer password, and hashing one would take long.
  const checked = [...password].length > MAX_LENGTH ? '' : normalized(password);
  const matches = await hashing.run(() => Bun.password.verify(checked, hash, 'argon2id'));
  return matches && checked !== '' ? stored : undefined;
}

/** Keyboards of different systems send different sequences for one character. */
const normalized = (password: string): string => password.normalize('NFKC');
