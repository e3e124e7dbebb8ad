import type { Database, Transaction } from '../../db/client.ts';
import { passwordHash, savePassword } from '../../db/queries/access/credentialRows.ts';
import { isLongerThan } from '../kinds/declaration/limits.ts';
import { makeSemaphore } from '../runtime/semaphore.ts';

/** Parameters that OWASP recommends for argon2id; memory in KiB. */
const argon2id = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const;

/** The length of a new password in code points. */
export const passwordLength = { min: 8, max: 256 } as const;

/** A hash takes some 20 ms of a processor and 19 MB: more of them at a time would slow all other requests. */
const hashing = makeSemaphore(4);

let dummyHash: Promise<string> | undefined;

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
  const checked = isLongerThan(password, passwordLength.max) ? '' : normalized(password);
  const matches = await hashing.run(() => Bun.password.verify(checked, hash, 'argon2id'));
  return matches && checked !== '' ? stored : undefined;
}

/** Keyboards of different systems send different sequences for one character. */
const normalized = (password: string): string => password.normalize('NFKC');
