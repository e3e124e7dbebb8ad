import { lockPassword, userById } from '../../db/queries/access/credentialRows.ts';
import { deleteSessionsOf } from '../../db/queries/access/sessionRows.ts';
import { badRequest, forbidden } from '../errors.ts';
import { string } from '../kinds/declaration/members.ts';
import type { JsonObject } from '../kinds/kind.ts';
import { user as userKind } from '../kinds/users/user.ts';
import type { Services } from '../ports/services.ts';
import { findRecord, missing } from '../records/findRecord.ts';
import { countProblems } from '../validation/problems.ts';
import { readRecord } from '../validation/readRecord.ts';
import { type Actor, requireUnlimited } from './actor.ts';
import { writeAuditEntry } from './auditEntries.ts';
import { hashPassword, passwordLength, setPassword, verifyPassword } from './passwords.ts';
import { beginAttempt } from './throttle.ts';

export const passwordChange = {
  name: 'PasswordChange',
  description: 'A new password.',
  members: {
    password: string({ required: true, ...passwordLength, description: 'The new password.' }),
    current: string({ description: 'The present password; required from users who change their own.' }),
  },
} as const;

/**
 * Sets the password of a user, and ends the user's other sessions. A user changes the own password with the present
 * one; an administrator sets any password.
 */
export async function changePassword(
  services: Services,
  idOrCode: string,
  input: unknown,
  actor: Actor,
): Promise<void> {
  const problems: string[] = [];
  const { values } = readRecord(passwordChange, input, problems);
  const { password, current } = values as { password?: string; current?: string };
  if (problems.length > 0 || password === undefined)
    throw badRequest(`The password change has ${countProblems(problems)}.`, problems);
  requireUnlimited(actor);
  const { principal } = actor;
  const isOwn = principal.userId !== '' && [principal.userId, principal.code].includes(idOrCode);
  // Checked before the user is read, so that the refusal says nothing about the user.
  if (!isOwn && !actor.isAdministrator) throw forbidden('Passwords of other users need the right Admin.');
  // The own password can be changed by a caller who may not read its own record.
  const row = isOwn ? await userById(services.sql, principal.userId) : await findRecord(services, userKind, idOrCode);
  if (!row) throw missing(userKind, 'idOrCode', idOrCode, true);
  const { code, authentication } = JSON.parse(row.doc) as JsonObject;
  if (authentication !== 'PASSWORD')
    throw badRequest('The user has no password.', [
      `password: the authentication of the user is ${authentication}, not PASSWORD`,
    ]);
  const needsCurrent = isOwn && !(actor.isAdministrator && current === undefined);
  const verified = needsCurrent ? await checkCurrent(services, row.id, String(code), { current, actor }) : undefined;
  const hash = await hashPassword(password);
  await services.sql.begin(async (transaction) => {
    // An administrator may have set another password since.
    if (verified !== undefined && !(await lockPassword(transaction, row.id, verified))) throw wrongPassword();
    await setPassword(transaction, row.id, hash);
    await deleteSessionsOf(transaction, row.id, isOwn ? (actor.principal.sessionId ?? null) : null);
    const entry = { ...actor, action: 'PASSWORD_CHANGED', outcome: 'SUCCEEDED', target: String(code) } as const;
    await writeAuditEntry({ sql: transaction }, entry, actor.caller);
  });
  services.accessEpoch.raise();
}

const wrongPassword = () =>
  badRequest('The present password is missing or wrong.', ['current: is not the present password']);

/** Returns the stored hash of the present password. */
async function checkCurrent(
  services: Services,
  userId: string,
  code: string,
  { current, actor }: { current: string | undefined; actor: Actor },
): Promise<string> {
  if (current === undefined) throw wrongPassword();
  const attempt = await beginAttempt(services, actor.origin.address, code);
  const hash = await verifyPassword(services.sql, userId, current);
  if (hash !== undefined) {
    await attempt.forget();
    return hash;
  }
  const entry = { ...actor, action: 'PASSWORD_CHANGED', outcome: 'REFUSED', target: code } as const;
  await writeAuditEntry(services, { ...entry, reason: 'the present password is wrong' }, actor.caller);
  throw wrongPassword();
}
