/**
 * The members that a kind can be declared with. From the one declaration follow the checks of a body, the JSON Schema
 * of the OpenAPI document, and the columns of the search indexes.
 */

interface MemberBase {
  /** An absent or null member is a problem. */
  readonly required?: boolean;
  /** Shown in the OpenAPI document. */
  readonly description?: string;
}

export interface StringMember extends MemberBase {
  readonly type: 'string';
  /** Lengths in code points. */
  readonly min?: number;
  readonly max?: number;
  readonly values?: readonly string[];
  readonly default?: string;
}
export interface UuidMember extends MemberBase {
  readonly type: 'uuid';
}
/** Held as ISO 8601 in UTC with milliseconds. */
export interface DateMember extends MemberBase {
  readonly type: 'date';
}
/** A whole number that a double holds exactly. */
export interface IntegerMember extends MemberBase {
  readonly type: 'integer';
  readonly min?: number;
  readonly max?: number;
}
export interface NumberMember extends MemberBase {
  readonly type: 'number';
}
export interface BooleanMember extends MemberBase {
  readonly type: 'boolean';
}
export interface StringsMember extends MemberBase {
  readonly type: 'strings';
  /** Each element is a UUID. */
  readonly uuids?: boolean;
}
/** "Object mapping names to objects": any JSON value under each name; null is a value inside. */
export interface FreeMember extends MemberBase {
  readonly type: 'free';
}
/** language code → { name, description }. */
export interface LocalizationsMember extends MemberBase {
  readonly type: 'localizations';
  /** A language has any texts by name, and `empty` beside the languages says whether there is none. */
  readonly open?: boolean;
}
/** An object of known members, searched as dotted columns. */
export interface ObjectMember extends MemberBase {
  readonly type: 'object';
  readonly members: Members;
  /** A TimePeriod: see {@link timePeriod}. */
  readonly period?: true;
}
/** An array of objects of known members, searched by nestedPath. */
export interface ObjectsMember extends MemberBase {
  readonly type: 'objects';
  readonly members: Members;
}
/** Another record, given whole or by id or code alone, kept as `{id, code, name}` of it. */
export interface ReferenceMember extends MemberBase {
  readonly type: 'reference';
  readonly kind: string;
}

export type Member =
  | StringMember
  | UuidMember
  | DateMember
  | IntegerMember
  | NumberMember
  | BooleanMember
  | StringsMember
  | FreeMember
  | LocalizationsMember
  | ObjectMember
  | ObjectsMember
  | ReferenceMember;

export type Members = Readonly<Record<string, Member>>;

type Options<M extends Member> = Omit<M, 'type'>;

export const string = (options: Options<StringMember> = {}): StringMember => ({ type: 'string', ...options });
export const uuid = (options: Options<UuidMember> = {}): UuidMember => ({ type: 'uuid', ...options });
export const date = (options: Options<DateMember> = {}): DateMember => ({ type: 'date', ...options });
export const integer = (options: Options<IntegerMember> = {}): IntegerMember => ({ type: 'integer', ...options });
export const number = (options: Options<NumberMember> = {}): NumberMember => ({ type: 'number', ...options });
export const boolean = (options: Options<BooleanMember> = {}): BooleanMember => ({ type: 'boolean', ...options });
export const strings = (options: Options<StringsMember> = {}): StringsMember => ({ type: 'strings', ...options });
export const free = (options: Options<FreeMember> = {}): FreeMember => ({ type: 'free', ...options });
export const localizations = (options: Options<LocalizationsMember> = {}): LocalizationsMember => ({
  type: 'localizations',
  ...options,
});
export const objects = (members: Members, options: Omit<Options<ObjectsMember>, 'members'> = {}): ObjectsMember => ({
  type: 'objects',
  members,
  ...options,
});
export const object = (members: Members, options: Omit<Options<ObjectMember>, 'members'> = {}): ObjectMember => ({
  type: 'object',
  members,
  ...options,
});
/**
 * From when to when something holds: `{validFrom, validTo}`, each open when absent, and absent when both are. Answers
 * say `isValid` beside them (domain/records/presentRecord.ts), which is neither read nor kept. For members of the record itself.
 */
export const timePeriod = (options: Pick<MemberBase, 'description'> = {}): ObjectMember => ({
  ...object({ validFrom: date(), validTo: date() }, options),
  period: true,
});
export const reference = (kind: string, options: Omit<Options<ReferenceMember>, 'kind'> = {}): ReferenceMember => ({
  type: 'reference',
  kind,
  ...options,
});

/** Lengths of `code` and `name`, the same for every kind that has them. */
export const code = (options: Options<StringMember> = {}): StringMember =>
  string({ min: 1, max: 255, required: true, ...options });
export const name = (options: Options<StringMember> = {}): StringMember =>
  string({ min: 1, max: 255, required: true, ...options });

/** The members every reference-data kind begins with. */
export const baseMembers = {
  id: uuid({ description: 'Primary key; made by the service when absent.' }),
  code: code({ description: 'Unique; how programs and forms name the record.' }),
  name: name({ description: 'Shown to users.' }),
  validityFrom: date({ description: 'Start of validity.' }),
  validityTo: date({ description: 'End of validity.' }),
  description: string({ description: 'May serve as a tooltip.' }),
  localizationData: localizations({ description: 'Name and description by language code.' }),
} satisfies Members;

/** The service's own members, the same for every kind. */
export const auditMembers = {
  version: integer(),
  whoInserted: string(),
  whenInserted: date(),
  whoEdited: string(),
  whenEdited: date(),
} satisfies Members;

/** Whether records of the kind have a code. */
export const hasCode = ({ members }: { readonly members: Members }): boolean => Object.hasOwn(members, 'code');
