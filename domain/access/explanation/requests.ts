import { badRequest, forbidden, notFound, type ServiceError } from '../../errors.ts';
import { hasCode, string } from '../../kinds/declaration/members.ts';
import { kindNamed, kinds } from '../../kinds/index.ts';
import type { Audit, JsonObject, Kind } from '../../kinds/kind.ts';
import { user as userKind } from '../../kinds/users/user.ts';
import type { Services } from '../../ports/services.ts';
import { findRecord, missing } from '../../records/findRecord.ts';
import { parseJson } from '../../validation/parseJson.ts';
import { countProblems } from '../../validation/problems.ts';
import { readRecord } from '../../validation/readRecord.ts';
import { describe, isUuid, textOf } from '../../validation/values.ts';
import type { KeyScope } from '../access.ts';
import { readRights, type StoredRights } from '../grants/storedRights.ts';
import { grantsFrom } from '../grants.ts';
import { type ReservedEntity, reservedEntities } from '../rules/reservedEntities.ts';
import { explainRights, rightOf, type Subject } from './explainRights.ts';
import type { RecordState } from './filterWords.ts';

/** Who requests: the id is empty while authentication is off. */
export interface Requester {
  readonly userId: string;
  readonly code: string;
  readonly scopes?: readonly KeyScope[];
  readonly limitedBy?: string;
}

/** What is requested, as it was sent. */
interface Question {
  readonly user?: string | undefined;
  readonly kind?: string | undefined;
  readonly id?: string | undefined;
}

/** One element of a check. */
export const accessCheck = {
  name: 'AccessCheck',
  description: 'A question whether a user has a right.',
  members: {
    user: string({ description: 'Id or code of the user; the caller if absent.' }),
    kind: string({ required: true, description: 'A kind, or a reserved entity such as `Admin`.' }),
    id: string({ description: 'Id or code of the record. If absent, whether the user reaches any record at all.' }),
    right: string({ values: ['READ', 'READ_WRITE'], default: 'READ', description: 'The right in question.' }),
  },
} as const;

/** Maximum number of elements of a check. */
export const MAX_CHECKS = 1_000;

/** Explains as JSON what a user may do. Other users than the requester need the right to Admin. */
export async function explainAccess(services: Services, requester: Requester, question: Question): Promise<string> {
  const problems: string[] = [];
  const target = targetOf(question, problems);
  if (target === undefined || problems.length > 0) throw badRequest('The request cannot be read.', problems);
  const { rights, scopes } = await new Users(services, requester).find(question.user);
  const { entity, kind } = target;
  if (entity !== undefined) return JSON.stringify(explainRights(services, rights, { entity }, { scopes }));
  const record = question.id === undefined ? undefined : await recordOf(services, kind, question.id);
  if (record === null && isAdmin(services)) throw unknown(kind, question.id ?? '');
  return JSON.stringify(explainRights(services, rights, { kind, ...(record !== undefined && { record }) }, { scopes }));
}

/** Answers an array of AccessCheck with an array of `{"allowed": …}` in the same order. */
export async function checkAccess(services: Services, requester: Requester, input: unknown): Promise<string> {
  const checks = readChecks(input);
  const users = new Users(services, requester);
  const records = new Map<string, RecordState | null>();
  const answers: { allowed: boolean }[] = [];
  for (const [index, { question, target, needsWrite }] of checks.entries()) {
    const { rights, scopes } = await users.find(question.user, `[${index}].`);
    const { access } = grantsFrom(services, rights, { scopes });
    let subject: Subject;
    if (target.entity !== undefined) subject = { entity: target.entity };
    else if (question.id === undefined) subject = { kind: target.kind };
    else {
      const key = `${target.kind.name} ${question.id}`;
      const record = records.get(key) ?? (await recordOf(services, target.kind, question.id));
      records.set(key, record);
      subject = { kind: target.kind, record };
    }
    const right = rightOf(access, subject);
    answers.push({ allowed: needsWrite ? right === 'READ_WRITE' : right !== undefined });
  }
  return JSON.stringify(answers);
}

interface Check {
  readonly question: Question;
  readonly target: Target;
  readonly needsWrite: boolean;
}

function readChecks(input: unknown): Check[] {
  if (!Array.isArray(input)) throw badRequest('The body is not an array.', ['body: must be an array of AccessCheck']);
  if (input.length > MAX_CHECKS)
    throw badRequest('The body has too many elements.', [
      `body: must have at most ${MAX_CHECKS} elements, not ${input.length}`,
    ]);
  const problems: string[] = [];
  const checks = input.flatMap((element: unknown, index): Check[] => {
    const before = problems.length;
    const { values } = readRecord(accessCheck, element, problems, `[${index}]`);
    const question = questionOf(values);
    const target = problems.length > before ? undefined : targetOf(question, problems, `[${index}].`);
    return target ? [{ question, target, needsWrite: values.right === 'READ_WRITE' }] : [];
  });
  if (problems.length > 0) throw badRequest(`The body has ${countProblems(problems)}.`, problems);
  return checks;
}

const questionOf = ({ user, kind, id }: JsonObject): Question => ({
  user: textOf(user),
  kind: textOf(kind),
  id: textOf(id),
});

type Target =
  | { readonly entity: ReservedEntity; readonly kind?: never }
  | { readonly kind: Kind; readonly entity?: never };

/** Returns the kind or the reserved entity of a question; undefined after adding a problem. */
function targetOf({ kind: name, id }: Question, problems: string[], at = ''): Target | undefined {
  const entity = reservedEntities.find((one) => one === name);
  if (entity !== undefined) {
    if (id !== undefined) problems.push(`${at}id: does not go with ${entity}, which has no records`);
    return { entity };
  }
  const kind = kindNamed(name ?? '');
  if (!kind) {
    const names = [...kinds.map((one) => one.name).sort(), ...reservedEntities];
    problems.push(
      name === undefined
        ? `${at}kind: is required`
        : `${at}kind: must be one of ${names.join(', ')}, not ${describe(name)}`,
    );
    return undefined;
  }
  if (id !== undefined && !hasCode(kind) && !isUuid(id))
    problems.push(`${at}id: type mismatch, ${describe(id)} is not a UUID`);
  return { kind };
}

/** The record is named by its id or, unlike in paths with an id, by its code. */
function unknown(kind: Kind, id: string): ServiceError {
  const problem = `no ${kind.name} has the ${hasCode(kind) ? 'id or code' : 'id'} ${describe(id)}`;
  return notFound(`N${problem.slice(1)}.`, [`id: ${problem}`]);
}

const isAdmin = ({ access }: Services): boolean => access.entity('Admin') !== undefined;

/** Returns the record if the requester may read it, otherwise null. */
async function recordOf(services: Services, kind: Kind, id: string): Promise<RecordState | null> {
  const row = await findRecord(services, kind, id, hasCode(kind) ? 'idOrCode' : 'id');
  return row ? { values: parseJson(row.doc) as JsonObject, audit: parseJson(row.audit) as Audit } : null;
}

interface FoundUser {
  readonly rights: StoredRights;
  /** The scopes of the requester's own key. */
  readonly scopes?: readonly KeyScope[] | undefined;
}

/** Reads the rights of users once. */
class Users {
  readonly #services: Services;
  readonly #requester: Requester;
  readonly #found = new Map<string, FoundUser>();

  constructor(services: Services, requester: Requester) {
    this.#services = services;
    this.#requester = requester;
  }

  /** @param sent id or code; the requester if absent */
  async find(sent: string | undefined, at = ''): Promise<FoundUser> {
    const key = sent ?? '';
    const found = this.#found.get(key) ?? (await this.#read(sent, at));
    this.#found.set(key, found);
    return found;
  }

  async #read(sent: string | undefined, at: string): Promise<FoundUser> {
    const { userId, code, ...narrowing } = this.#requester;
    if (sent === undefined && userId === '')
      throw badRequest('The user is missing.', [`${at}user: is required while AUTH is off`]);
    const isOwn = userId !== '' && (sent === undefined || sent === code || sent.toLowerCase() === userId);
    if (isOwn) return this.#rightsOf(userId, narrowing);
    if (!isAdmin(this.#services)) throw forbidden('The rights of other users need the right Admin.');
    const row = await findRecord(this.#services, userKind, sent ?? '');
    if (!row) throw this.#missing(sent ?? '', at);
    return this.#rightsOf(row.id);
  }

  /** @param narrowing the scopes and the limit of the requester's own key */
  async #rightsOf(
    userId: string,
    { scopes, limitedBy }: Pick<Requester, 'scopes' | 'limitedBy'> = {},
  ): Promise<FoundUser> {
    const rights = await readRights(this.#services, userId, limitedBy);
    if (!rights) throw this.#missing(userId, '');
    return { rights, scopes };
  }

  /** A 404 where the user stands in the query, a 400 in a body. */
  #missing(sent: string, at: string): ServiceError {
    return missing(userKind, `${at}user`, sent, at === '');
  }
}
