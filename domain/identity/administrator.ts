import type { Transaction } from '../../db/client.ts';
import { lockAdministratorCreation, roleHolders, rowByIdOrCode } from '../../db/queries/access/administratorRows.ts';
import { lastDeleted } from '../../db/queries/records/lastDeleted.ts';
import { recordStatements } from '../../db/queries/records/recordStatements.ts';
import { withTransactionRetry } from '../../db/withTransactionRetry.ts';
import { inactivity, waysOf } from '../access/explanation/grantWords.ts';
import { readRights } from '../access/grants/storedRights.ts';
import { grantsFrom } from '../access/grants.ts';
import { kindNamed } from '../kinds/index.ts';
import type { Caller, JsonObject, Kind, Values } from '../kinds/kind.ts';
import type { Services } from '../ports/services.ts';
import { derivedId, firstAudit, indexSyncData, newId, recordTexts } from '../records/record.ts';
import { extraValues, tableOf } from '../records/table.ts';
import { lockOwners, recomputeLinks } from '../relations/recomputeLinks.ts';
import { OperatorError } from '../runtime/operatorError.ts';
import { isValidAt } from '../validation/periods.ts';
import { insertNewKey } from './apiKeys.ts';
import { writeAuditEntry } from './auditEntries.ts';
import { activeUser } from './principal.ts';

/** The records that every installation has for its administrators, with the same ids everywhere. */
const CODE = 'WAYBILL_ADMINISTRATOR';
const ROLE_ID = derivedId('waybill administrator: role');
const RULE_ID = derivedId('waybill administrator: rule');

/**
 * Makes a user an administrator, in one transaction: creates the user, the role and its rule of full access if they do
 * not exist, links them, and makes a key. Repeated and concurrent calls have the same effect; each makes a key.
 *
 * @returns the key
 * @throws OperatorError if the user would not be an administrator, or other records have the code of the role or rule
 */
export async function createAdministrator(services: Services, code: string, caller: Caller): Promise<string> {
  return withTransactionRetry(() =>
    services.sql.begin(async (transaction) => {
      await lockAdministratorCreation(transaction);
      const write = writerOf(transaction, caller);
      const userId = await ensureUser(transaction, write, code, caller);
      await ensureRole(transaction, write);
      const [linked] = await transaction`select from user_role where user_id = ${userId} and role_id = ${ROLE_ID}`;
      if (!linked) await write('UserRole', { id: newId(), userId, roleId: ROLE_ID });
      await recomputeLinks(transaction, kindOf('User'), [userId], caller);
      await checkAdministrator(services, transaction, userId);
      const name = `admin create ${new Date().toISOString().slice(0, 10)}`;
      const row = { userId, name, scopes: null, rightsLimit: null, validTo: null, createdBy: caller.user };
      const entry = { action: 'ADMINISTRATOR_CREATED', outcome: 'SUCCEEDED', target: code } as const;
      await writeAuditEntry({ sql: transaction }, { ...entry, principal: { code: caller.user } }, caller);
      return (await insertNewKey(transaction, row)).key;
    }),
  );
}

type Period = Parameters<typeof isValidAt>[0];

type WriteRecord = (kindName: string, values: Values) => Promise<void>;

/** Returns the function that inserts a record with its history and its outbox row. */
function writerOf(transaction: Transaction, caller: Caller): WriteRecord {
  return async (kindName, values) => {
    const kind = kindOf(kindName);
    // Its role and rules have the same ids each time, also after they were deleted.
    const last = await lastDeleted(transaction, tableOf(kind), values.id);
    const audit = firstAudit(caller, new Date(), (last?.version ?? 0) + 1);
    const { id, code, doc, audit: auditText, search } = recordTexts(kind, values, audit);
    const outbox = [newId(), indexSyncData(kind, [id], caller), 0, audit.version];
    const parameters = [id, code, doc, auditText, search, audit.whoEdited, audit.whenEdited, ...outbox];
    await transaction.unsafe(recordStatements(tableOf(kind)).insert, [...parameters, ...extraValues(kind, values)]);
  };
}

async function ensureUser(transaction: Transaction, write: WriteRecord, code: string, caller: Caller): Promise<string> {
  const row = await rowByIdOrCode(transaction, 'app_user', { code });
  if (row) {
    await lockOwners(transaction, kindOf('User'), [row.id]);
    try {
      activeUser({ userId: row.id, doc: row.doc });
    } catch (error) {
      throw new OperatorError(`The user ${code} cannot be an administrator: ${(error as { reason?: string }).reason}.`);
    }
    return row.id;
  }
  const id = newId();
  const { status, authentication } = { status: 'ENABLE', authentication: 'PASSWORD' };
  await write('User', { id, code, type: 'INDIVIDUAL', name: code, status, authentication, chars: {} });
  await recomputeLinks(transaction, kindOf('User'), [id], caller);
  return id;
}

async function ensureRole(transaction: Transaction, write: WriteRecord): Promise<void> {
  const role = await rowByIdOrCode(transaction, 'role', { id: ROLE_ID, code: CODE });
  const rule = await rowByIdOrCode(transaction, 'access_rule', { id: RULE_ID, code: CODE });
  for (const [row, id, kindName] of [
    [role, ROLE_ID, 'role'],
    [rule, RULE_ID, 'access rule'],
  ] as const)
    if (row && row.id !== id) throw new OperatorError(`Another ${kindName} has the code ${CODE}: rename it first.`);
  if (!role) await write('Role', { id: ROLE_ID, code: CODE, name: 'Administrator of Waybill' });
  const description = 'Full access to all records and operations. Made by `admin create`.';
  const values = {
    id: RULE_ID,
    code: CODE,
    name: 'Full access',
    accessRule: 'READ_WRITE',
    fullAccess: true,
    description,
  };
  if (!rule) await write('AccessRule', values);
  else if (!givesEverything(JSON.parse(rule.doc) as JsonObject))
    throw new OperatorError(
      `The access rule ${CODE} has been changed and no longer gives full access: restore it first.`,
    );
  const links = await transaction<{ doc: string }[]>`
    select doc from role_access_rule where role_id = ${ROLE_ID} and access_rule_id = ${RULE_ID}`;
  const now = new Date().toISOString();
  // The other users of a role that never had the rule would become administrators too.
  if (role && links.length === 0) await checkUnheld(transaction);
  const isLinked = links.some(({ doc }) => isValidAt((JSON.parse(doc) as { period?: Period }).period ?? {}, now));
  if (!isLinked) await write('RoleAccessRule', { id: newId(), accessRuleId: RULE_ID, roleId: ROLE_ID });
}

async function checkUnheld(transaction: Transaction): Promise<void> {
  const holders = await roleHolders(transaction, ROLE_ID);
  if (holders.users + holders.groups === 0) return;
  throw new OperatorError(
    `The role ${CODE} exists without the access rule ${CODE}, and ${holders.users} users and ${holders.groups} groups have it: they would become administrators. Delete the role, or remove it from them.`,
  );
}

const givesEverything = ({ entityName, fullAccess, accessRule = 'READ_WRITE' }: JsonObject): boolean =>
  entityName === undefined && fullAccess === true && accessRule === 'READ_WRITE';

/** Throws an OperatorError unless requests of the user would have the rights of an administrator. */
async function checkAdministrator({ log }: Services, sql: Transaction, userId: string): Promise<void> {
  const rights = await readRights({ sql }, userId);
  if (!rights) throw new Error(`no user ${userId}`);
  const when = new Date();
  if (grantsFrom({ log }, rights, { when }).access.isAdministrator) return;
  const now = when.toISOString();
  const links = rights.links.filter(({ rule }) => rule.id === RULE_ID);
  const reason = inactivity(rights, now) ?? waysOf(rights, links, now).map(({ sentence }) => sentence)[0];
  throw new OperatorError(`The user ${rights.code} would not be an administrator. ${reason}`);
}

function kindOf(name: string): Kind {
  const kind = kindNamed(name);
  if (!kind) throw new Error(`no kind ${name}`);
  return kind;
}
