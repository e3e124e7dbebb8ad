import type { Transaction } from '../../db/client.ts';
import { type Administrators, currentAdministrators } from '../../db/queries/access/currentAdministrators.ts';
import { locking, type TableLock } from '../../db/queries/tableLocks.ts';
import { badRequest } from '../errors.ts';
import type { JsonObject, Kind } from '../kinds/kind.ts';
import { endsOf, exceeds } from './granting/periods.ts';

/** The change of a record. */
interface StateChange {
  readonly before: JsonObject;
  /** Absent if the record is deleted. */
  readonly after?: JsonObject | undefined;
}

type Test = (change: StateChange) => boolean;

const differ =
  (...members: readonly string[]): Test =>
  ({ before, after }) =>
    after !== undefined && members.some((member) => before[member] !== undefined && before[member] !== after[member]);
const isDeleted: Test = ({ after }) => after === undefined;
const isShortened =
  (member?: string, names?: readonly [string, string]): Test =>
  ({ before, after }) => {
    const ends = (values: JsonObject) => endsOf(member === undefined ? values : values[member], names);
    return after !== undefined && exceeds(ends(before), ends(after));
  };
const removesElements =
  (member: string): Test =>
  ({ before, after }) => {
    const elements = after?.[member];
    const left = new Set(Array.isArray(elements) ? elements : []);
    const former = before[member];
    return Array.isArray(former) && former.some((element) => !left.has(element));
  };

/**
 * The changes that can take rights from users, by kind. Records that others refer to cannot be deleted, so that the
 * deletion of a role, a rule or a group takes no right.
 */
const takingRights: Readonly<Record<string, readonly Test[]>> = {
  User: [isDeleted, differ('status'), isShortened(), removesElements('roles'), removesElements('groups')],
  UserRole: [isDeleted, differ('userId', 'roleId')],
  UserUserGroup: [isDeleted, differ('userId', 'userGroupId'), isShortened('period')],
  UserGroup: [differ('associatedUserRoleId'), isShortened()],
  Role: [isShortened(undefined, ['validityFrom', 'validityTo'])],
  RoleAccessRule: [isDeleted, differ('accessRuleId', 'roleId'), isShortened('period')],
  AccessRule: [
    differ('fullAccess', 'accessRule'),
    ({ before, after }) => before.entityName === undefined && after?.entityName !== undefined,
    ({ before, after }) => before.accessRule === undefined && after?.accessRule !== undefined,
    isShortened('validFor'),
  ],
};

/**
 * Exclude other writes that can take rights, and those that may grant only some. They are locked before any row and before
 * the snapshot of the transaction.
 */
export const rightsLocks: readonly TableLock[] = locking('exclusive', ['administrator_lock']);

/**
 * Rejects a write after which no administrator would be left: no active user with a valid rule of full access to every
 * kind. If there is an administrator whose rights have no end, one must remain, so that the last one does not expire
 * unnoticed. Two such writes at once run one after the other, so that the second one sees the first. A database without
 * an administrator is not affected.
 */
export class AdministratorGuard {
  /** Whether the write can take rights from users. */
  readonly needed: boolean;
  readonly locks: readonly TableLock[];
  #before: Administrators = 'none';

  private constructor(needed: boolean) {
    this.needed = needed;
    this.locks = needed ? rightsLocks : [];
  }

  /** The guard of the change of one record; a new record takes no right. */
  static ofChange(kind: Kind, before: JsonObject | undefined, after?: JsonObject): AdministratorGuard {
    const tests = takingRights[kind.name] ?? [];
    return new AdministratorGuard(before !== undefined && tests.some((test) => test({ before, after })));
  }

  /** The guard of any number of changes of some kinds. */
  static ofKinds(kinds: readonly Kind[]): AdministratorGuard {
    return new AdministratorGuard(kinds.some(({ name }) => Object.hasOwn(takingRights, name)));
  }

  /** Runs under the locks, before the write. */
  async begin(transaction: Transaction): Promise<void> {
    if (this.needed) this.#before = await currentAdministrators(transaction);
  }

  /** Runs after the write and all its effects. Throws a 400. */
  async end(transaction: Transaction): Promise<void> {
    if (!this.needed || this.#before === 'none') return;
    const after = await currentAdministrators(transaction);
    if (after === 'lasting' || after === this.#before) return;
    if (after === 'ending')
      throw badRequest('The rights of the last administrator cannot get an end.', [
        'id: after this change, the rights of every administrator would end; at least one must have rights without an end',
      ]);
    throw badRequest('The last administrator cannot be removed, disabled or deprived of the access rule.', [
      'id: after this change, no active user would have a valid access rule with fullAccess and READ_WRITE for every kind',
    ]);
  }
}
