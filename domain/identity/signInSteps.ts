import { userByCode } from '../../db/queries/access/credentialRows.ts';
import { CredentialRefused } from '../errors.ts';
import type { Caller } from '../kinds/kind.ts';
import type { Services } from '../ports/services.ts';
import { isStorableText } from '../validation/values.ts';
import { type Origin, writeAuditEntry } from './auditEntries.ts';
import { type ActiveUser, activeUser } from './principal.ts';
import { beginSession, type SessionStart, signOut } from './sessions.ts';

/** The steps that all ways to sign in have in common. */

/** Why a sign-in is refused, for the audit list. */
export interface SignInRefusal {
  readonly reason: string;
  /** Absent if no user has the code. */
  readonly code?: string;
}

/** The client that signs in. */
export interface SignInClient {
  readonly origin: Origin;
  /** Token of the session that the client had, which ends. */
  readonly previous?: string;
  readonly caller: Caller;
}

/** Returns the user with a code, or why it cannot sign in. */
export async function findActiveUser({ sql }: Services, code: string): Promise<ActiveUser | SignInRefusal> {
  const row = isStorableText(code) ? await userByCode(sql, code) : undefined;
  if (!row) return { reason: 'no user has the code' };
  try {
    return activeUser(row);
  } catch (error) {
    if (error instanceof CredentialRefused) return { reason: error.reason, code };
    throw error;
  }
}

export async function writeRefusal(
  services: Services,
  { code, reason }: SignInRefusal,
  { origin, caller }: SignInClient,
): Promise<void> {
  const principal = code === undefined ? {} : { principal: { code } };
  await writeAuditEntry(services, { ...principal, origin, reason, action: 'SIGN_IN', outcome: 'REFUSED' }, caller);
}

/**
 * Begins a session of a user with a new token, and ends the previous one of the client.
 *
 * @returns the token; undefined if the credential has ended meanwhile
 */
export async function beginSignedIn(
  services: Services,
  user: ActiveUser & Omit<SessionStart, 'userId' | 'origin'>,
  { origin, previous, caller }: SignInClient,
): Promise<string | undefined> {
  const token = await beginSession(services.sql, { ...user, origin });
  if (token === undefined) return undefined;
  if (previous !== undefined) await signOut(services, previous, origin, caller);
  await writeAuditEntry(services, { principal: user, origin, action: 'SIGN_IN', outcome: 'SUCCEEDED' }, caller);
  return token;
}
