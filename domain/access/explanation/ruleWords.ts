import { splitList } from '../../filtering/splitList.ts';

/**
 * Access rules in words, for the explanation of rights and for the editor of rules in the console. The console imports this
 * file, so that it imports only files without further imports.
 */

/** The members of an AccessRule that decide what it grants. They may be incomplete while somebody edits the rule. */
export interface DescribedRule {
  readonly entityName?: unknown;
  readonly accessRule?: unknown;
  readonly expression?: unknown;
  readonly fullAccess?: unknown;
}

const entities: Readonly<Record<string, { readonly READ: string; readonly READ_WRITE: string }>> = {
  Admin: {
    READ: 'see dead letters, suppressions, exports, the audit list and the rights of others',
    READ_WRITE: 'administer the service, manage the credentials of others and grant every right',
  },
  Metrics: {
    READ: 'read metrics and the lists of queues, workers and indexes',
    READ_WRITE: 'read metrics and the lists of queues, workers and indexes',
  },
  Mailbox: { READ: 'read the embedded mailbox', READ_WRITE: 'read and empty the embedded mailbox' },
  ScriptRun: { READ: 'do nothing: running scripts needs READ_WRITE', READ_WRITE: 'run scripts' },
  DocumentRun: { READ: 'do nothing: generating documents needs READ_WRITE', READ_WRITE: 'generate documents' },
  NotificationSend: {
    READ: 'do nothing: sending notifications needs READ_WRITE',
    READ_WRITE: 'send notifications and evaluate notification rules',
  },
};

/** Returns what a rule lets the users with its role do, as a sentence. */
export function describeRule({ entityName, accessRule, expression, fullAccess }: DescribedRule): string {
  const isFull = fullAccess === true;
  const right = accessRule === 'READ' || accessRule === 'READ_WRITE' ? accessRule : isFull ? 'READ_WRITE' : 'READ';
  const verbs = right === 'READ' ? 'read' : 'read and change';
  const kind = typeof entityName === 'string' && entityName !== '' ? entityName : undefined;
  const entity = kind !== undefined && Object.hasOwn(entities, kind) ? entities[kind] : undefined;
  const whose = isFull ? '' : describeExpression(expression);
  if (whose === undefined) return 'Lets its holders do nothing, because the expression cannot be read.';
  if (!isFull && (kind === undefined || whose === ''))
    return 'Lets its holders do nothing: it has neither fullAccess nor an expression with an entityName that selects records.';
  if (entity)
    return isFull ? `Lets its holders ${entity[right]}.` : `Lets its holders do nothing: ${kind} needs fullAccess.`;
  if (kind === undefined)
    return right === 'READ' ? 'Lets its holders read all records of every kind.' : 'Lets its holders do everything.';
  return `Lets its holders ${verbs} ${isFull ? 'all ' : ''}${pluralOf(kind)}${whose === '' ? '' : ` ${whose}`}.`;
}

/** `UserGroup` → `user groups` */
const pluralOf = (kind: string): string => `${kind.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()}s`;

/** Returns the condition of an expression, `whose …`; empty if every record matches, undefined if it cannot be read. */
function describeExpression(expression: unknown): string | undefined {
  if (typeof expression !== 'string' || expression === '') return '';
  let filtering: unknown;
  try {
    filtering = JSON.parse(expression);
  } catch {
    return undefined;
  }
  const filters = Array.isArray(filtering) ? filtering : isObject(filtering) ? (filtering.filters ?? []) : undefined;
  if (!Array.isArray(filters)) return undefined;
  const fulltext = isObject(filtering) && typeof filtering.fulltext === 'string' ? filtering.fulltext : undefined;
  return [
    ...togetherOf(filters).map((group) => describeFilters(group, 'whose ')),
    ...(fulltext === undefined ? [] : [describeFulltext(fulltext)]),
  ].join(' and ');
}

export const describeFulltext = (fulltext: string): string => `with words that begin with ${quoted(fulltext)}`;

/** Returns the filters that have to hold together: those of one array of objects concern the same element. */
export function togetherOf<Filter>(filters: readonly Filter[]): readonly (readonly Filter[])[] {
  const groups = Map.groupBy(filters.entries(), ([index, filter]) =>
    isObject(filter) && typeof filter.nestedPath === 'string' ? filter.nestedPath : index,
  );
  return [...groups.values()].map((group) => group.map(([, filter]) => filter));
}

/**
 * Returns in words what filters require together.
 *
 * @param prefix of the condition on each member: `whose ` behind the name of a record, otherwise empty
 */
export function describeFilters(filters: readonly unknown[], prefix = ''): string {
  const [first] = filters;
  const path = isObject(first) && typeof first.nestedPath === 'string' ? first.nestedPath : undefined;
  if (path === undefined) return filters.map((filter) => describeFilter(filter, prefix)).join(' and ');
  const inside = filters.map((filter) => describeFilter(filter, 'whose ')).join(' and ');
  return `${prefix}${path} contain an element ${inside}`;
}

function describeFilter(filter: unknown, prefix: string): string {
  if (!isObject(filter)) return JSON.stringify(filter);
  if (Array.isArray(filter.or)) return `(${filter.or.map((one) => describeFilters([one], prefix)).join(' or ')})`;
  const name = String(filter.nestedProperty ?? filter.column ?? filter.key ?? 'a member');
  const operator = typeof filter.operator === 'string' ? filter.operator : 'EQ';
  const value = typeof filter.value === 'string' ? filter.value : '';
  return `${prefix}${name} ${predicates[operator]?.(value, lists.has(name)) ?? `${operator} ${quoted(value)}`}`;
}

/** Members with several texts, of which one has to match. */
const lists: ReadonlySet<string> = new Set(['groups', 'roles', 'dataTags', 'modulesIds', 'chunk']);

type Predicate = (value: string, isList: boolean) => string;

const predicates: Readonly<Record<string, Predicate>> = {
  EQ: (value, isList) => `${isList ? 'contain' : 'is'} ${operand(value)}`,
  NE: (value, isList) => `${isList ? 'do not contain' : 'is not'} ${operand(value)}`,
  IN: (value, isList) => `${isList ? 'contain ' : 'is '}${oneOf(value)}`,
  NOT_IN: (value, isList) => `${isList ? 'do not contain ' : 'is not '}${oneOf(value)}`,
  LIKE: (value, isList) => (isList ? 'contain a text that ' : '') + describePattern(value, { negated: false }),
  NOT_LIKE: (value, isList) =>
    isList
      ? `contain no text that ${describePattern(value, { negated: false })}`
      : describePattern(value, { negated: true }),
  GT: (value) => `is greater than ${operand(value)}`,
  GE: (value) => `is at least ${operand(value)}`,
  LT: (value) => `is less than ${operand(value)}`,
  LE: (value) => `is at most ${operand(value)}`,
  IS_NULL: (_, isList) => `${isList ? 'are' : 'is'} absent`,
  IS_NOT_NULL: (_, isList) => `${isList ? 'are' : 'is'} present`,
};

function oneOf(value: string): string {
  const elements = splitList(value);
  if (elements.length === 1) return value === USER_GROUPS ? `one of ${operand(value)}` : operand(value);
  return `one of ${elements.map(operand).join(', ')}`;
}

const USER_GROUPS = `\${user.groups}`;
const own: Readonly<Record<string, string>> = {
  [`\${user.id}`]: 'their own id',
  [`\${user.code}`]: 'their own code',
  [USER_GROUPS]: 'the codes of their own groups',
};

const operand = (value: string): string => own[value] ?? quoted(value);

/** `\%` and `\_` are the characters themselves. */
function describePattern(pattern: string, { negated }: { readonly negated: boolean }): string {
  const wildcards = [...pattern.matchAll(/\\.|[%_]/gs)].filter(([text]) => text.length === 1);
  const literal = quoted(pattern.replaceAll(/\\(.)|[%_]/gs, (_, escaped?: string) => escaped ?? ''));
  const [starts, ends] = [wildcards[0]?.index === 0, wildcards.at(-1)?.index === pattern.length - 1];
  const onlyAny = wildcards.every(([text]) => text === '%');
  const verb = (word: string) => (negated ? `does not ${word}` : `${word}s`);
  if (wildcards.length === 0 || (onlyAny && wildcards.length === 2 && starts && ends))
    return `${verb('contain')} ${literal}`;
  if (onlyAny && wildcards.length === 1 && ends) return `${verb('start')} with ${literal}`;
  if (onlyAny && wildcards.length === 1 && starts) return `${verb('end')} with ${literal}`;
  return `${negated ? 'does not match' : 'matches'} the pattern ${quoted(pattern)}`;
}

const quoted = (text: string): string => JSON.stringify(text);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
