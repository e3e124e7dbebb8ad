import { timingSafeEqual } from 'node:crypto';
import type { Database, Transaction } from '../../db/client.ts';
import {
  type ApiKeyRow,
  insertKey,
  keyById,
  keyByPublicPart,
  listKeys,
  revokeKey,
} from '../../db/queries/access/credentialRows.ts';
import { type KeyScope, type Right, reservedEntities } from '../access/access.ts';
import { checkGrantOfKey } from '../access/grantChecks.ts';
import type { KeyLimit } from '../access/grants/keyLimit.ts';
import { checkWritable } from '../access/reach.ts';
import { badRequest, CredentialRefused, forbidden, notFound } from '../errors.ts';
import { boolean, date, name, objects, string, uuid } from '../kinds/declaration/members.ts';
import { kindNamed, kinds } from '../kinds/index.ts';
import type { JsonObject } from '../kinds/kind.ts';
import { user as userKind } from '../kinds/users/user.ts';
import type { Services } from '../ports/services.ts';
import { findRecord, missing } from '../records/findRecord.ts';
import { newId } from '../records/record.ts';
import { countProblems } from '../validation/problems.ts';
import { listPart } from '../validation/readPage.ts';
import { readRecord } from '../validation/readRecord.ts';
import { describe } from '../validation/values.ts';
import { type Actor, requireUnlimited } from './actor.ts';
import { writeAuditEntry } from './auditEntries.ts';
import { activeUser, type Identified, principalOf } from './principal.ts';
import { newKey, publicPartOf, sha256 } from './secrets.ts';

const scopes = objects(
  {
    entityName: string({ description: 'A kind, or a reserved entity such as `Admin`; everything if absent.' }),
    accessRule: string({ required: true, values: ['READ', 'READ_WRITE'], description: 'The right.' }),
  },
  {
    description: 'Narrows the rights of the user; without entityName, a scope covers everything. All rights if absent.',
  },
);

/** What a client sends to make a key. */
export const newApiKey = {
  name: 'NewApiKey',
  description: 'A key to make.',
  members: {
    name: name({ description: 'Names the key in lists and in the audit list.' }),
    user: string({ description: 'Id or code of the user; the caller if absent.' }),
    scopes,
    validTo: date({ description: 'The key is refused from this time on.' }),
  },
} as const;

/** A key as lists show it. */
export const apiKey = {
  name: 'ApiKey',
  description: 'An API key, without the key itself.',
  members: {
    id: uuid({ required: true, description: 'Id of the key.' }),
    name: name({ description: 'Names the key in lists and in the audit list.' }),
    user: string({ required: true, description: 'Code of the user.' }),
    prefix: string({ required: true, description: 'The beginning of the key, by which it can be recognized.' }),
    scopes,
    limited: boolean({
      description:
        'Whether somebody without the right to Admin made the key for this user. It then never has more rights than the user had at that time.',
    }),
    validTo: date({ description: 'The key is refused from this time on.' }),
    createdAt: date({ required: true, description: 'When the key was made.' }),
    createdBy: string({ required: true, description: 'Code of the user who made the key.' }),
    lastUsedAt: date({ description: 'When the key was last used. Up to a minute late.' }),
    revokedAt: date({ description: 'When the key was revoked.' }),
  },
} as const;

/** Makes a key. The answer has the key itself, which is not stored and cannot be read later. */
export async function makeApiKey(services: Services, input: unknown, actor: Actor): Promise<string> {
  const problems: string[] = [];
  const { values } = readRecord(newApiKey, input, problems);
  const limits = readScopes(values, problems);
  const validTo = endOf(values.validTo as string | undefined, actor, problems);
  const sent = values.user as string | undefined;
  if (sent === undefined && actor.principal.userId === '') problems.push('user: is required while AUTH is off');
  if (problems.length > 0) throw badRequest(`The API key has ${countProblems(problems)}.`, problems);
  requireUnlimited(actor);
  const owner = await ownerOf(services, sent, actor);
  const row = {
    userId: owner.id,
    name: values.name as string,
    scopes: limits === undefined ? null : JSON.stringify(limits),
    rightsLimit: owner.limit === undefined ? null : JSON.stringify(owner.limit),
    validTo: validTo ?? null,
    createdBy: actor.principal.code,
  };
  const target = `${owner.code}: ${row.name}`;
  const made = await services.sql.begin(async (sql) => {
    await writeAuditEntry({ sql }, { ...actor, action: 'API_KEY_CREATED', outcome: 'SUCCEEDED', target }, actor.caller);
    return insertNewKey(sql, row);
  });
  return JSON.stringify({
    id: made.id,
    name: values.name,
    user: owner.code,
    key: made.key,
    prefix: `wbk_${made.publicPart}`,
    ...(limits && { scopes: limits }),
    ...(owner.limit && { limited: true }),
    ...(validTo !== undefined && { validTo }),
    createdAt: new Date().toISOString(),
    createdBy: actor.principal.code,
  });
}

/** Stores a new key. @returns the key, with the id of its row */
export async function insertNewKey(
  sql: Database | Transaction,
  row: {
    readonly userId: string;
    readonly name: string;
    readonly scopes: string | null;
    readonly rightsLimit: string | null;
    readonly validTo: string | null;
    readonly createdBy: string;
  },
): Promise<{ id: string; key: string; publicPart: string }> {
  const id = newId();
  const { key, publicPart, hash } = newKey();
  await insertKey(sql, { ...row, id, publicPart, hash });
  return { id, key, publicPart };
}

/** Returns a page of the keys of the caller, or of all users for an administrator, as a JSON array, newest first. */
export async function listApiKeys(
  { sql }: Services,
  { principal, isAdministrator }: Actor,
  query: URLSearchParams,
): Promise<string> {
  const rows = await listKeys(sql, isAdministrator ? undefined : principal.userId, listPart(query));
  return JSON.stringify(rows.map(shown));
}

/** Revokes a key. For callers that are no administrators, keys of other users do not exist. */
export async function revokeApiKey(services: Services, id: string, actor: Actor): Promise<void> {
  requireUnlimited(actor);
  const row = await keyById(services.sql, id);
  if (!row || (!actor.isAdministrator && row.userId !== actor.principal.userId))
    throw notFound(`No ApiKey has the id ${describe(id)}.`, [`id: no ApiKey has the id ${describe(id)}`]);
  const target = `${row.user}: ${row.name}`;
  await services.sql.begin(async (sql) => {
    await revokeKey(sql, id);
    await writeAuditEntry({ sql }, { ...actor, action: 'API_KEY_REVOKED', outcome: 'SUCCEEDED', target }, actor.caller);
  });
  services.accessEpoch.raise();
}

/** Returns the principal of a key. @throws CredentialRefused */
export async function checkApiKey(sql: Database, key: string): Promise<Identified> {
  const publicPart = publicPartOf(key);
  const row = publicPart === undefined ? undefined : await keyByPublicPart(sql, publicPart);
  if (!row || !timingSafeEqual(row.hash, sha256(key))) throw new CredentialRefused('the key is unknown');
  const refused = (reason: string) => new CredentialRefused(reason, { code: codeOf(row.doc), keyName: row.name });
  if (row.revokedAt) throw refused('the key is revoked');
  const expiresAt = row.validTo?.getTime();
  if (expiresAt !== undefined && Date.now() >= expiresAt) throw refused('the key has expired');
  const owner = activeUser(row, row.name);
  const principal = principalOf(owner, {
    credential: 'key',
    keyId: row.id,
    keyName: row.name,
    ...(row.scopes !== null && { scopes: JSON.parse(row.scopes) as KeyScope[] }),
    ...(row.isLimited && { limitedBy: row.id }),
    ...(expiresAt !== undefined && { expiresAt }),
  });
  return { principal, until: Math.min(owner.until, expiresAt ?? Number.POSITIVE_INFINITY) };
}

/**
 * Without `user` the caller's own user. For another user, the caller needs the right to Admin, or write access to the user
 * and all its rules; then the key has a limit.
 */
async function ownerOf(
  services: Services,
  sent: string | undefined,
  { principal, isAdministrator }: Actor,
): Promise<{ id: string; code: string; limit?: KeyLimit }> {
  if (sent === undefined || sent === principal.code || sent === principal.userId)
    if (principal.userId !== '') return { id: principal.userId, code: principal.code };
  if (!isAdministrator && services.access.of(userKind).write === 'none')
    throw forbidden('Keys of other users need the right Admin, or the right to write users.');
  const row = await findRecord(services, userKind, sent ?? '');
  if (!row) throw missing(userKind, 'user', sent ?? '');
  const owner = { id: row.id, code: codeOf(row.doc) };
  if (isAdministrator) return owner;
  checkWritable(services, userKind, row);
  return { ...owner, limit: await checkGrantOfKey(services, row.id) };
}

const codeOf = (user: string): string => String((JSON.parse(user) as JsonObject).code);

function readScopes(values: JsonObject, problems: string[]): readonly KeyScope[] | undefined {
  if (!Array.isArray(values.scopes)) return undefined;
  const names = [...kinds.map((kind) => kind.name), ...reservedEntities].sort();
  return (values.scopes as { entityName?: string; accessRule: Right }[]).map((scope, index) => {
    const { entityName } = scope;
    const isKnown = entityName === undefined || kindNamed(entityName) || names.includes(entityName);
    if (!isKnown)
      problems.push(`scopes[${index}].entityName: must be one of ${names.join(', ')}, not ${describe(entityName)}`);
    return scope;
  });
}

/** A key that expires makes no key that outlives it. */
function endOf(validTo: string | undefined, { principal }: Actor, problems: string[]): string | undefined {
  if (validTo !== undefined && Date.parse(validTo) <= Date.now()) problems.push('validTo: must be in the future');
  if (principal.credential !== 'key' || principal.expiresAt === undefined) return validTo;
  const end = new Date(principal.expiresAt).toISOString();
  return validTo !== undefined && validTo < end ? validTo : end;
}

const shown = (row: ApiKeyRow) => ({
  id: row.id,
  name: row.name,
  user: row.user,
  prefix: `wbk_${row.publicPart}`,
  ...(row.scopes !== null && { scopes: JSON.parse(row.scopes) as KeyScope[] }),
  ...(row.isLimited && { limited: true }),
  ...(row.validTo && { validTo: row.validTo }),
  createdAt: row.createdAt,
  createdBy: row.createdBy,
  ...(row.lastUsedAt && { lastUsedAt: row.lastUsedAt }),
  ...(row.revokedAt && { revokedAt: row.revokedAt }),
});
