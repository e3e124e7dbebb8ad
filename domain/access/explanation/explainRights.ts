import { matches } from '../../filtering/matches.ts';
import type { Kind } from '../../kinds/kind.ts';
import type { ServiceDependencies } from '../../ports/serviceDependencies.ts';
import type { Access, KeyScope, Reach, ReservedEntity, Right } from '../access.ts';
import { GrantedAccess } from '../grants/grantedAccess.ts';
import { allows } from '../grants/keyLimit.ts';
import type { StoredRights } from '../grants/storedRights.ts';
import { grantsFrom } from '../grants.ts';
import { expressionProblems } from '../rules/checkExpression.ts';
import { type GrantedRule, grantedRule, isAdministrators } from '../rules/grantedRule.ts';
import type { ExpressionUser } from '../rules/resolveExpression.ts';
import { failingParts, filledIn, type RecordState } from './filterWords.ts';
import { inactivity, waysOf } from './grantWords.ts';
import { describeRule } from './ruleWords.ts';

/** What the right concerns: the records of a kind, one of them, or a reserved entity. */
export type Subject =
  | { readonly entity: ReservedEntity }
  /** `record` is null if no record has the id for the caller who requests the explanation. */
  | { readonly kind: Kind; readonly record?: RecordState | null };

type Extent = 'all' | 'some' | 'none';

interface ExplainedRule {
  readonly id: string;
  readonly code: string;
  readonly gives: Right | 'NONE';
  /** Plain sentences. */
  readonly because: string;
}

/** Booleans for one record and for a reserved entity; otherwise how many of the records. */
export interface Explanation {
  readonly read: boolean | Extent;
  readonly write: boolean | Extent;
  readonly because: string;
  readonly rules: readonly ExplainedRule[];
}

interface Options {
  readonly scopes?: readonly KeyScope[] | undefined;
  readonly when?: Date;
}

/** Explains which rules give a user rights to a subject, and why the other rules that concern it do not. */
export function explainRights(
  services: Pick<ServiceDependencies, 'log'>,
  rights: StoredRights,
  subject: Subject,
  { scopes, when = new Date() }: Options = {},
): Explanation {
  const now = when.toISOString();
  const { access, groups } = grantsFrom(services, rights, { scopes, when });
  const user: ExpressionUser = { id: rights.id, code: rights.code, groups };
  const inactive = inactivity(rights, now);
  const byRule = Map.groupBy(rights.links, ({ rule }) => rule.id);
  const rules = [...byRule.values()].flatMap((links): ExplainedRule[] => {
    const [link] = links;
    if (!link || !concerns(grantedRule(link.rule), subject)) return [];
    const rule = grantedRule(link.rule);
    const ways = waysOf(rights, links, now);
    if (ways.length === 0) return [];
    const isValid = inactive === undefined && ways.some((way) => way.isValid);
    const isAllowed = rights.limit === undefined || allows(rights.limit, rule);
    const alone = new GrantedAccess(user, isValid && isAllowed ? [rule] : [], { log: services.log, scopes });
    const gives = rightOf(alone, subject) ?? 'NONE';
    const sentences = [
      ...(inactive === undefined ? [] : [inactive]),
      ...ways.map(({ sentence }) => sentence),
      sentenceOf(rule, user),
      ...(isValid ? reasons(rule, subject, user, gives) : []),
      ...(isValid && isAllowed
        ? narrowing(new GrantedAccess(user, [rule], { log: services.log }), subject, gives)
        : []),
      ...(isAllowed ? [] : ['The key is limited to the rules that the user had, as they were, when the key was made.']),
    ];
    return [{ id: rule.id, code: rule.code, gives, because: sentences.join(' ') }];
  });
  rules.sort((one, other) => (one.code < other.code ? -1 : 1));
  return { ...extentsOf(access, subject), because: summary(rules, subject, inactive), rules };
}

/** Returns the right to the subject; undefined for none. */
export function rightOf(access: Access, subject: Subject): Right | undefined {
  if ('entity' in subject) return access.entity(subject.entity);
  const { read, write } = access.of(subject.kind);
  if (includes(write, subject.record)) return 'READ_WRITE';
  return includes(read, subject.record) ? 'READ' : undefined;
}

/** Without a record, whether the reach can include any. */
function includes(reach: Reach, record: RecordState | null | undefined): boolean {
  if (reach === 'none' || record === null) return false;
  return reach === 'all' || record === undefined || matches(reach, record.values, record.audit);
}

function extentsOf(access: Access, subject: Subject): Pick<Explanation, 'read' | 'write'> {
  if ('kind' in subject && subject.record === undefined) {
    const { read, write } = access.of(subject.kind);
    const extent = (reach: Reach): Extent => (typeof reach === 'string' ? reach : 'some');
    return { read: extent(read), write: extent(write) };
  }
  const right = rightOf(access, subject);
  return { read: right !== undefined, write: right === 'READ_WRITE' };
}

function concerns(rule: GrantedRule, subject: Subject): boolean {
  if ('entity' in subject) return rule.entityName === subject.entity || isAdministrators(rule);
  return rule.entityName === subject.kind.name || rule.entityName === undefined;
}

/** What the rule grants to its holders, with the placeholders filled in for the user. */
const sentenceOf = (rule: GrantedRule, user: ExpressionUser): string =>
  `The rule ${describeRule({ ...filledIn(rule, user), accessRule: rule.right }).replace(/^L/, 'l')}`;

/** The sentences about the record, and about an expression that cannot be applied. */
function reasons(rule: GrantedRule, subject: Subject, user: ExpressionUser, gives: Right | 'NONE'): string[] {
  const { expression, fullAccess } = rule;
  if ('entity' in subject) return [];
  const { kind, record } = subject;
  if (record === null) return ['No such record is in reach.'];
  if (fullAccess || expression === undefined) return [];
  const problems = expressionProblems(kind, expression);
  if (problems.length > 0) return [`The expression gives nothing, because it is not valid: ${problems.join('; ')}.`];
  if (record === undefined) return [];
  if (gives !== 'NONE') return ['The record matches.'];
  const failing = failingParts(kind, expression, user, record);
  return failing.length === 0 ? ['The record matches.'] : failing.map((part) => `The record does not match: ${part}.`);
}

/** The sentence about the scopes of a key, if they take a part of what the rule gives without them. */
function narrowing(unscoped: Access, subject: Subject, gives: Right | 'NONE'): string[] {
  const right = rightOf(unscoped, subject) ?? 'NONE';
  if (right === gives) return [];
  return [gives === 'NONE' ? 'The scopes of the key do not include it.' : 'The scopes of the key leave READ.'];
}

function summary(rules: readonly ExplainedRule[], subject: Subject, inactive: string | undefined): string {
  if (inactive !== undefined) return inactive;
  const what = 'entity' in subject ? subject.entity : subject.kind.name;
  if (rules.length === 0) return `No access rule of the user concerns ${what}.`;
  const giving = rules.filter(({ gives }) => gives !== 'NONE');
  if (giving.length === 0) return `None of the access rules of the user that concern ${what} gives a right.`;
  const names = giving.map(({ code, gives }) => `"${code}" (${gives})`);
  return `The user has the rights of the access ${giving.length === 1 ? 'rule' : 'rules'} ${names.join(', ')}.`;
}
