import type { Database, Transaction } from '../../db/client.ts';
import {
  deleteSession,
  deleteSessionsOf,
  insertSession,
  listSessionRows,
  type SessionRow,
  sessionByHash,
  sessionById,
} from '../../db/queries/access/sessionRows.ts';
import { CredentialRefused, notFound } from '../errors.ts';
import { date, string, uuid } from '../kinds/declaration/members.ts';
import type { Caller } from '../kinds/kind.ts';
import type { ClientCertificate, ProviderUser } from '../ports/identity.ts';
import type { Services } from '../ports/services.ts';
import { newId } from '../records/record.ts';
import { listPart } from '../validation/readPage.ts';
import { describe } from '../validation/values.ts';
import { type Actor, requireUnlimited } from './actor.ts';
import { type AuditedAction, type Origin, writeAuditEntry } from './auditEntries.ts';
import { activeUser, type Identified, principalOf } from './principal.ts';
import { newToken, sha256 } from './secrets.ts';

/** A session ends after this time, whatever happens in it. */
export const SESSION_SECONDS = 12 * 60 * 60;
/** A session without a request ends after this time. */
export const IDLE_SECONDS = 2 * 60 * 60;

/** A session as lists show it. */
export const session = {
  name: 'Session',
  description: 'A session of a user in a browser.',
  members: {
    id: uuid({ required: true, description: 'Id of the session.' }),
    user: string({ required: true, description: 'Code of the user.' }),
    createdAt: date({ required: true, description: 'When the user signed in.' }),
    lastSeenAt: date({ required: true, description: 'Time of the last request. Up to a minute late.' }),
    expiresAt: date({ required: true, description: 'When the session ends.' }),
    address: string({ description: 'Address of the client that signed in.' }),
    userAgent: string({ description: 'User-Agent of the client that signed in.' }),
  },
} as const;

export interface SessionStart {
  readonly userId: string;
  /** How the user signs in, as it was when the credential was verified. */
  readonly authentication: string;
  readonly origin: Origin;
  /** The stored hash of the password that was right; absent if the service stores none. */
  readonly passwordHash?: string;
  /** The user at the OpenID provider who has signed in, and its session there. */
  readonly provider?: ProviderUser;
  /** The client certificate that every request of the session must have. */
  readonly certificate?: ClientCertificate;
}

/**
 * Begins a session with a new token. A token that the client already has is never used.
 *
 * @returns the token; undefined if the `authentication` or the password of the user has been changed since it was
 *   verified, or if the provider has reported a logout since it signed the user in
 */
export async function beginSession(
  sql: Database,
  { userId, authentication, origin, passwordHash, provider, certificate }: SessionStart,
): Promise<string | undefined> {
  const token = newToken();
  const isBegun = await insertSession(sql, {
    id: newId(),
    userId,
    tokenHash: sha256(token),
    expiresAt: new Date(Date.now() + SESSION_SECONDS * 1_000).toISOString(),
    address: origin.address ?? null,
    userAgent: origin.userAgent?.slice(0, 512) ?? null,
    provider: provider ?? null,
    certificateFingerprint: certificate?.fingerprint ?? null,
    authentication,
    passwordHash: passwordHash ?? null,
  });
  return isBegun ? token : undefined;
}

/**
 * Returns the principal of a token.
 *
 * @param certificate  that came with the token
 * @throws CredentialRefused
 */
export async function checkSession(sql: Database, token: string, certificate?: ClientCertificate): Promise<Identified> {
  const row = await sessionByHash(sql, sha256(token));
  if (!row) throw new CredentialRefused('the session is unknown or has ended');
  const refused = (reason: string) => new CredentialRefused(reason, { code: codeOf(row.doc) });
  const problem = bindingProblem(row.certificateFingerprint, certificate);
  if (problem !== undefined) throw refused(problem);
  const expiresAt = Math.min(row.expiresAt.getTime(), certificate?.expiresAt ?? Number.POSITIVE_INFINITY);
  const end = Math.min(expiresAt, row.lastSeenAt.getTime() + IDLE_SECONDS * 1_000);
  if (Date.now() >= end) throw refused('the session has expired');
  const owner = activeUser(row);
  const principal = principalOf(owner, { credential: 'session', sessionId: row.id, expiresAt });
  return { principal, until: Math.min(owner.until, end) };
}

/** A session that began with a certificate is one credential with it; any other session and a certificate are two. */
function bindingProblem(
  fingerprint: Uint8Array | null,
  certificate: ClientCertificate | undefined,
): string | undefined {
  if (fingerprint === null)
    return certificate && 'the request has both a certificate and a session that did not begin with it';
  const isSame = certificate && Buffer.compare(fingerprint, certificate.fingerprint) === 0;
  return isSame ? undefined : 'the session is valid only with the certificate with which it began';
}

const codeOf = (user: string): string => String((JSON.parse(user) as { code: string }).code);

/**
 * Signs out: ends the session of a token. Without a session nothing happens.
 *
 * @returns whether the session began with a sign-in at the OpenID provider
 */
export async function signOut(services: Services, token: string, origin: Origin, caller: Caller): Promise<boolean> {
  const row = await sessionByHash(services.sql, sha256(token));
  if (!row) return false;
  const principal = { code: codeOf(row.doc) };
  const action = { principal, origin, action: 'SIGN_OUT', outcome: 'SUCCEEDED' } as const;
  await endAudited(services, (sql) => deleteSession(sql, row.id), action, caller);
  return row.providerSubject !== null;
}

/** Returns a page of the sessions of the caller, or of all users for an administrator, as a JSON array, newest first. */
export async function listSessions(
  { sql }: Services,
  { principal, isAdministrator }: Actor,
  query: URLSearchParams,
): Promise<string> {
  const part = listPart(query);
  if (!isAdministrator && principal.userId === '') return '[]';
  const rows = await listSessionRows(sql, isAdministrator ? undefined : principal.userId, part);
  return JSON.stringify(rows.map(shown));
}

/** Ends a session. For callers that are no administrators, sessions of other users do not exist. */
export async function endSession(services: Services, id: string, actor: Actor): Promise<void> {
  requireUnlimited(actor);
  const row = await sessionById(services.sql, id);
  if (!row || (!actor.isAdministrator && row.userId !== actor.principal.userId))
    throw notFound(`No Session has the id ${describe(id)}.`, [`id: no Session has the id ${describe(id)}`]);
  const action = { ...actor, action: 'SESSION_ENDED', outcome: 'SUCCEEDED', target: row.user } as const;
  await endAudited(services, (sql) => deleteSession(sql, id), action, actor.caller);
}

/** Ends all sessions of the caller but the one of this request. */
export async function endOtherSessions(services: Services, actor: Actor): Promise<void> {
  requireUnlimited(actor);
  const { principal } = actor;
  if (principal.userId === '') return;
  const action = { ...actor, action: 'SESSIONS_ENDED', outcome: 'SUCCEEDED', target: principal.code } as const;
  const ends = (sql: Transaction) => deleteSessionsOf(sql, principal.userId, principal.sessionId ?? null);
  await endAudited(services, ends, action, actor.caller);
}

/** Ends sessions and writes the audit entry in one transaction. */
async function endAudited(
  { sql, accessEpoch }: Services,
  end: (transaction: Transaction) => PromiseLike<unknown>,
  action: AuditedAction,
  caller: Caller,
): Promise<void> {
  await sql.begin(async (transaction) => {
    await end(transaction);
    await writeAuditEntry({ sql: transaction }, action, caller);
  });
  accessEpoch.raise();
}

const shown = ({ id, user, createdAt, lastSeenAt, expiresAt, address, userAgent }: SessionRow) => ({
  id,
  user,
  createdAt,
  lastSeenAt,
  expiresAt,
  ...(address !== null && { address }),
  ...(userAgent !== null && { userAgent }),
});
