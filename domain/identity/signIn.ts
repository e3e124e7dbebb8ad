import { setTimeout as pause } from 'node:timers/promises';
import { userByCode } from '../../db/queries/access/credentialRows.ts';
import { badRequest, CredentialRefused, ServiceError } from '../errors.ts';
import { string } from '../kinds/declaration/members.ts';
import type { Caller } from '../kinds/kind.ts';
import { DirectoryUnavailable } from '../ports/directory.ts';
import type { Services } from '../ports/services.ts';
import { countProblems } from '../validation/problems.ts';
import { readRecord } from '../validation/readRecord.ts';
import { isStorableText } from '../validation/values.ts';
import { type Origin, writeAuditEntry } from './auditEntries.ts';
import { verifyPassword } from './passwords.ts';
import { type ActiveUser, activeUser } from './principal.ts';
import { beginSession, signOut } from './sessions.ts';
import { beginAttempt } from './throttle.ts';

export const signInRequest = {
  name: 'SignIn',
  members: {
    code: string({ required: true, min: 1, max: 255, description: 'Code of the user.' }),
    password: string({ required: true, min: 1, max: 1_024 }),
  },
} as const;

/** Every refusal takes this long, so that its time does not show whether a user has the code or where its password is. */
const REFUSAL_MS = 400;

export interface SignedIn {
  readonly token: string;
  readonly user: Pick<ActiveUser, 'code' | 'name'>;
}

/**
 * Signs a user in as its `authentication` says, and begins a session with a new token.
 *
 * @param previous token of the session that the client had, which ends
 * @throws ServiceError UNAUTHORIZED, the same for an unknown code, a wrong password and a disabled user
 */
export async function signIn(
  services: Services,
  input: unknown,
  { origin, previous, caller }: { readonly origin: Origin; readonly previous?: string; readonly caller: Caller },
): Promise<SignedIn> {
  const problems: string[] = [];
  const { values } = readRecord(signInRequest, input, problems);
  if (problems.length > 0) throw badRequest(`The sign-in has ${countProblems(problems)}.`, problems);
  const { code, password } = values as { code: string; password: string };
  const started = performance.now();
  const attempt = await beginAttempt(services, code, origin.address);
  const identified = await identify(services, code, password);
  // A password that is changed meanwhile begins no session.
  const token = 'reason' in identified ? undefined : await beginSession(services.sql, { ...identified, origin });
  if ('reason' in identified || token === undefined) {
    const principal = identified.code === undefined ? {} : { principal: { code: identified.code } };
    const reason = 'reason' in identified ? identified.reason : 'the password was changed during the sign-in';
    const refusal = { ...principal, origin, action: 'SIGN_IN', outcome: 'REFUSED', reason } as const;
    await writeAuditEntry(services, refusal, caller);
    await pause(Math.max(0, REFUSAL_MS - (performance.now() - started)));
    throw new ServiceError('UNAUTHORIZED', 'The code or the password is wrong, or the user cannot sign in.');
  }
  await attempt.succeeded();
  if (previous !== undefined) await signOut(services, previous, origin, caller);
  const success = { principal: identified, origin, action: 'SIGN_IN', outcome: 'SUCCEEDED' } as const;
  await writeAuditEntry(services, success, caller);
  return { token, user: identified };
}

interface Refusal {
  readonly reason: string;
  /** Absent if no user has the code. */
  readonly code?: string;
}

/** A user whose password was right; the hash of the password, if the service stores it. */
type SignedInUser = ActiveUser & { readonly passwordHash?: string };

async function identify(services: Services, code: string, password: string): Promise<SignedInUser | Refusal> {
  const row = isStorableText(code) ? await userByCode(services.sql, code) : undefined;
  const user = row && usable(() => activeUser(row));
  const isUsable = user !== undefined && !('reason' in user);
  // Unknown and disabled users cost the same work as a wrong password.
  if (isUsable && isOfDirectory(user))
    return (await bind(services, user, password)) ? user : { code, reason: 'the directory refuses the password' };
  const hash = await verifyPassword(services.sql, isUsable ? user.userId : undefined, password);
  if (!row || !user) return { reason: 'no user has the code' };
  if (!isUsable) return { ...user, code };
  if (user.authentication !== 'PASSWORD')
    return { code, reason: `users with authentication ${user.authentication} have no password` };
  return hash === undefined ? { code, reason: 'the password is wrong' } : { ...user, passwordHash: hash };
}

type DirectoryUser = ActiveUser & { readonly authentication: 'LDAP' | 'AD' };

const isOfDirectory = (user: ActiveUser): user is DirectoryUser =>
  user.authentication === 'LDAP' || user.authentication === 'AD';

function usable(read: () => ActiveUser): ActiveUser | Refusal {
  try {
    return read();
  } catch (error) {
    if (error instanceof CredentialRefused) return { reason: error.reason };
    throw error;
  }
}

/** A directory that does not answer refuses the sign-in: another answer would show that a user has the code. */
async function bind({ directoryBind, log }: Services, user: DirectoryUser, password: string): Promise<boolean> {
  if (!directoryBind) {
    log.warn({ user: user.code }, 'a user of a directory cannot sign in: LDAP_URL is not set');
    return false;
  }
  try {
    return await directoryBind.bind(user.authentication, user.code, password);
  } catch (error) {
    if (!(error instanceof DirectoryUnavailable)) throw error;
    log.error({ err: error }, 'a user cannot sign in: the directory is unavailable');
    return false;
  }
}
