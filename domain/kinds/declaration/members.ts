import type { Format } from '../../validation/formats.ts';

/**
 * The types of members. The validation of bodies, the schemas of the OpenAPI document and the columns of the search
 * indexes derive from the declaration of a member.
 */

interface MemberBase {
  /** An absent or null member is rejected. */
  readonly required?: boolean;
  /** The service fills the member if a request lacks it, so that every response has it. A default fills a member too. */
  readonly filled?: boolean;
  /** Shown in the OpenAPI document. test/contracts/descriptions.test.ts requires one of every member that it has. */
  readonly description?: string;
}

export interface StringMember extends MemberBase {
  readonly type: 'string';
  /** Lengths in code points. Without a maximum, that of limits.ts applies. */
  readonly min?: number;
  readonly max?: number;
  readonly values?: readonly string[];
  readonly default?: string;
  /** Checked when the value changes. */
  readonly format?: Format;
}
export interface UuidMember extends MemberBase {
  readonly type: 'uuid';
}
/** Stored as ISO 8601 in UTC with milliseconds. */
export interface DateMember extends MemberBase {
  readonly type: 'date';
}
/** An integer of 64 bits with a sign. */
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
  /** Each element is one of these. */
  readonly values?: readonly string[];
  /** Maximum number of elements, and maximum length of each in code points; by default, those of limits.ts. */
  readonly maxElements?: number;
  readonly maxLength?: number;
}
/** "Object mapping names to objects" in the published interface: any JSON value under each name, null included. */
export interface FreeMember extends MemberBase {
  readonly type: 'free';
}
/** language code → { name, description }. */
export interface LocalizationsMember extends MemberBase {
  readonly type: 'localizations';
  /** Each language has texts under arbitrary names. A computed member `empty` is true if no language is present. */
  readonly open?: boolean;
}
/** An object with declared members, searched by dotted columns. */
export interface ObjectMember extends MemberBase {
  readonly type: 'object';
  readonly members: Members;
  /** The object is a TimePeriod: see {@link timePeriod}. */
  readonly period?: true;
}
/** An array of objects with declared members, searched by nestedPath. */
export interface ObjectsMember extends MemberBase {
  readonly type: 'objects';
  readonly members: Members;
  /** Maximum number of elements; by default, that of limits.ts. */
  readonly maxElements?: number;
}
/** A reference to a record. The input is the whole record, its id or its code; `{id, code, name}` is stored. */
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
 * A validity period `{validFrom, validTo}`. An absent end is open; a period without both is absent. Responses add the
 * computed `isValid` (domain/records/presentRecord.ts), which is ignored in requests. Only a record's own members can be
 * periods, not those of nested objects.
 */
export const timePeriod = (options: Pick<MemberBase, 'description'> = {}): ObjectMember => ({
  ...object(
    {
      validFrom: date({ description: 'Start; without it the period has no start.' }),
      validTo: date({ description: 'End, exclusive; without it the period has no end.' }),
    },
    options,
  ),
  period: true,
});
export const reference = (kind: string, options: Omit<Options<ReferenceMember>, 'kind'> = {}): ReferenceMember => ({
  type: 'reference',
  kind,
  ...options,
});

/** The `id` of a record. */
export const primaryKey = (): UuidMember =>
  uuid({ filled: true, description: 'Primary key. The service makes one if a request has none.' });

/** `code` and `name` have the same lengths in every kind. */
export const code = (options: Options<StringMember> = {}): StringMember =>
  string({
    min: 1,
    max: 255,
    required: true,
    description: 'Unique business key, used by programs and forms.',
    ...options,
  });
export const name = (options: Options<StringMember> = {}): StringMember =>
  string({ min: 1, max: 255, required: true, description: 'Shown to users.', ...options });

/** The first members of every kind of reference data. */
export const baseMembers = {
  id: primaryKey(),
  code: code(),
  name: name(),
  validityFrom: date({ description: 'Start of the validity period.' }),
  validityTo: date({ description: 'End of the validity period.' }),
  description: string({ description: 'Can be shown as a tooltip.' }),
  localizationData: localizations({ description: 'Name and description by language code.' }),
} satisfies Members;

/** The members of auditInfo, which the service writes. */
export const auditMembers = {
  version: integer({
    filled: true,
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    description: 'Number of the change, from 1. A write with an older version is rejected.',
  }),
  whoInserted: string({ filled: true, description: 'Code of the user who created the record.' }),
  whenInserted: date({ filled: true, description: 'Time of the creation.' }),
  whoEdited: string({ filled: true, description: 'Code of the user who made the last change.' }),
  whenEdited: date({ filled: true, description: 'Time of the last change.' }),
} satisfies Members;

/** Returns the members that answers have, in their order. */
export const withAudit = (members: Members): Members => ({ ...members, auditInfo: object(auditMembers) });

/** Whether records of the kind have a code. */
export const hasCode = ({ members }: { readonly members: Members }): boolean => Object.hasOwn(members, 'code');
