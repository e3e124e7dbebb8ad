import type { Condition } from '../../filtering/index.ts';
import type { Kind } from '../../kinds/kind.ts';
import type { ServiceDependencies } from '../../ports/serviceDependencies.ts';
import type { Access, KeyScope, KindAccess, Reach, ReservedEntity, Right } from '../access.ts';
import { covers, type GrantedRule, grantsSomething, isAdministrators, isSameRule } from '../rules/grantedRule.ts';
import { USER_GROUPS } from '../rules/placeholders.ts';
import { type ExpressionUser, InvalidExpression, resolveExpression } from '../rules/resolveExpression.ts';

interface Options {
  readonly log: ServiceDependencies['log'];
  /** Narrow the rights; all rights of the rules if absent. */
  readonly scopes?: readonly KeyScope[] | undefined;
}

/** The union of access rules. Expressions are resolved when their kind is first requested. */
export class GrantedAccess implements Access {
  readonly isAdministrator: boolean;
  readonly #user: ExpressionUser;
  readonly #rules: readonly GrantedRule[];
  readonly #options: Options;
  readonly #kinds = new Map<string, KindAccess>();

  constructor(user: ExpressionUser, rules: readonly GrantedRule[], options: Options) {
    this.#user = user;
    this.#rules = rules;
    this.#options = options;
    const { scopes } = options;
    this.isAdministrator =
      rules.some((rule) => isAdministrators(rule)) &&
      (scopes === undefined ||
        scopes.some((scope) => scope.entityName === undefined && scope.accessRule === 'READ_WRITE'));
  }

  get unrestricted(): boolean {
    return this.isAdministrator;
  }

  of(kind: Kind): KindAccess {
    let access = this.#kinds.get(kind.name);
    if (!access) {
      access = this.#compute(kind);
      this.#kinds.set(kind.name, access);
    }
    return access;
  }

  entity(name: ReservedEntity): Right | undefined {
    const granting = this.#rules.filter(
      (rule) => isAdministrators(rule) || (rule.entityName === name && rule.fullAccess),
    );
    return lesser(greatest(granting.map(({ right }) => right)), this.#scopeOf(name));
  }

  mayGrant(rule: GrantedRule, groups: readonly string[] = []): boolean {
    if (this.entity('Admin') === 'READ_WRITE' || !grantsSomething(rule)) return true;
    const scope = this.#scopeOf(rule.entityName);
    if (scope === undefined || (scope === 'READ' && rule.right === 'READ_WRITE')) return false;
    const isInGroups =
      !rule.expression?.includes(USER_GROUPS) || groups.every((one) => this.#user.groups.includes(one));
    return this.#rules.some((own) => covers(own, rule) || (isInGroups && isSameRule(own, rule)));
  }

  #compute(kind: Kind): KindAccess {
    const scope = this.#scopeOf(kind.name);
    const grants = this.#rules
      .filter((rule) => concerns(rule, kind))
      .map((rule) => ({ right: rule.right, reach: this.#reachOf(rule, kind) }));
    const written = grants.filter(({ right }) => right === 'READ_WRITE');
    return {
      read: scope === undefined ? 'none' : union(grants.map(({ reach }) => reach)),
      write: scope === 'READ_WRITE' ? union(written.map(({ reach }) => reach)) : 'none',
    };
  }

  /** The right that the scopes leave of a kind or a reserved entity, or of every kind. */
  #scopeOf(name: string | undefined): Right | undefined {
    const { scopes } = this.#options;
    if (scopes === undefined) return 'READ_WRITE';
    const concerned = scopes.filter(({ entityName }) => entityName === undefined || entityName === name);
    return greatest(concerned.map(({ accessRule }) => accessRule));
  }

  #reachOf({ id, expression, fullAccess }: GrantedRule, kind: Kind): Reach {
    if (fullAccess) return 'all';
    if (expression === undefined) return 'none';
    try {
      return resolveExpression(kind, expression, this.#user);
    } catch (error) {
      if (!(error instanceof InvalidExpression)) throw error;
      this.#options.log.warn(
        { err: error, accessRule: id },
        'an access rule with an invalid expression grants nothing',
      );
      return 'none';
    }
  }
}

const concerns = ({ entityName, fullAccess }: GrantedRule, kind: Kind): boolean =>
  entityName === undefined ? fullAccess : entityName === kind.name;

function union(reaches: readonly Reach[]): Reach {
  if (reaches.includes('all')) return 'all';
  const conditions = reaches.filter((reach): reach is Condition => typeof reach === 'object');
  const [first, ...more] = conditions;
  if (!first) return 'none';
  return more.length === 0 ? first : { type: 'or', conditions };
}

const greatest = (rights: readonly Right[]): Right | undefined =>
  rights.includes('READ_WRITE') ? 'READ_WRITE' : rights[0];

const lesser = (one: Right | undefined, other: Right | undefined): Right | undefined =>
  one === undefined || other === undefined ? undefined : one === 'READ' ? one : other;
