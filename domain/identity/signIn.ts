import { setTimeout as pause } from 'node:timers/promises';
import { badRequest, ServiceError } from '../errors.ts';
import { string } from '../kinds/declaration/members.ts';
import { DirectoryUnavailable } from '../ports/directory.ts';
import type { Services } from '../ports/services.ts';
import { countProblems } from '../validation/problems.ts';
import { readRecord } from '../validation/readRecord.ts';
import { verifyPassword } from './passwords.ts';
import type { ActiveUser } from './principal.ts';
import { beginSignedIn, findActiveUser, type SignInClient, type SignInRefusal, writeRefusal } from './signInSteps.ts';
import { beginAttempt } from './throttle.ts';

export const signInRequest = {
  name: 'SignIn',
  description: 'Code and password of a user.',
  members: {
    code: string({ required: true, min: 1, max: 255, description: 'Code of the user.' }),
    password: string({ required: true, min: 1, max: 1_024, description: 'Password of the user.' }),
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
 * @throws ServiceError UNAUTHORIZED, the same for an unknown code, a wrong password and a disabled user
 */
export async function signIn(services: Services, input: unknown, client: SignInClient): Promise<SignedIn> {
  const problems: string[] = [];
  const { values } = readRecord(signInRequest, input, problems);
  if (problems.length > 0) throw badRequest(`The sign-in has ${countProblems(problems)}.`, problems);
  const { code, password } = values as { code: string; password: string };
  const started = performance.now();
  const attempt = await beginAttempt(services, client.origin.address, code);
  const identified = await identify(services, code, password);
  // A user whose password or authentication is changed meanwhile gets no session.
  const token = 'reason' in identified ? undefined : await beginSignedIn(services, identified, client);
  if ('reason' in identified || token === undefined) {
    const changed = { code, reason: 'the password or the authentication of the user was changed during the sign-in' };
    await writeRefusal(services, 'reason' in identified ? identified : changed, client);
    await pause(Math.max(0, REFUSAL_MS - (performance.now() - started)));
    throw new ServiceError('UNAUTHORIZED', 'The code or the password is wrong, or the user cannot sign in.');
  }
  await attempt.forget();
  return { token, user: identified };
}

/** A user whose password was right; the hash of the password, if the service stores it. */
type SignedInUser = ActiveUser & { readonly passwordHash?: string };

async function identify(services: Services, code: string, password: string): Promise<SignedInUser | SignInRefusal> {
  const user = await findActiveUser(services, code);
  const isUsable = !('reason' in user);
  // Unknown and disabled users cost the same work as a wrong password.
  if (isUsable && isOfDirectory(user))
    return (await bind(services, user, password)) ? user : { code, reason: 'the directory refuses the password' };
  const hash = await verifyPassword(services.sql, isUsable ? user.userId : undefined, password);
  if (!isUsable) return user;
  if (user.authentication !== 'PASSWORD')
    return { code, reason: `users with authentication ${user.authentication} have no password` };
  return hash === undefined ? { code, reason: 'the password is wrong' } : { ...user, passwordHash: hash };
}

type DirectoryUser = ActiveUser & { readonly authentication: 'LDAP' | 'AD' };

const isOfDirectory = (user: ActiveUser): user is DirectoryUser =>
  user.authentication === 'LDAP' || user.authentication === 'AD';

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
