import type { PhoneRules } from '../notifications/channels/addresses.ts';
import type { Members } from './declaration/members.ts';

/** A whole number that a double cannot represent is a bigint. */
export type Json = null | boolean | number | bigint | string | Json[] | { [name: string]: Json };

export type JsonObject = { [name: string]: Json };

/** A record as it is stored: its members in declared order, absent ones left out, without auditInfo. */
export type Values = JsonObject & { id: string };

/** The part of every record that the service writes. Dates are ISO 8601 in UTC with milliseconds. */
export type Audit = {
  version: number;
  whoInserted: string;
  whenInserted: string;
  whoEdited: string;
  whenEdited: string;
};

/** Whose rights apply to work that a request starts: those of the user, as far as its key allows. */
export interface RightsHolder {
  readonly userId: string;
  readonly scopes?: readonly { readonly entityName?: string; readonly accessRule: 'READ' | 'READ_WRITE' }[];
  /** Id of the key whose limit applies. */
  readonly limitedBy?: string;
}

/** The user of a request, and the ids that its queue jobs, logs and outgoing calls carry. */
export interface Caller {
  /** The caller's user code; `anonymous` while authentication is off. */
  readonly user: string;
  readonly requestId: string;
  readonly correlationId?: string;
  readonly traceId: string;
  /** The parent of the spans that the request starts. */
  readonly spanId?: string;
  /** Name of the API key of the request. */
  readonly keyName?: string;
  /** Absent for the service itself, and while authentication is off. */
  readonly holder?: RightsHolder;
}

/** A member that names a record of another kind, or of its own, by id or code. A foreign key enforces it. */
export interface Reference {
  readonly member: string;
  readonly target: string;
  readonly by: 'id' | 'code';
  /** Column with the foreign key. It has the member's value, or the target's id if the member is denormalized. */
  readonly column: string;
  /**
   * The member is a copy of the target's code; a reference member copies `{id, code, name}`. A rename of the target
   * updates the copies. A denormalized member is required.
   */
  readonly denormalized?: true;
  /** Responses show the whole record in place of the copy. */
  readonly embedded?: true;
  /** The member forms a hierarchy without cycles. A writer of the member locks this table. */
  readonly hierarchyLockTable?: string;
  /** `cascade`: the record is deleted with its target. By default, it prevents the deletion of its target. */
  readonly onDelete?: 'cascade';
}

/** Codes of another kind's records inside a free member. The records must exist, and cannot be deleted or renamed. */
export interface CodeReferences {
  /** The free member. */
  readonly member: string;
  readonly target: string;
  /** Finds the codes in a record's values, each with its path. */
  readonly findCodes: (values: JsonObject) => { readonly path: string; readonly code: string }[];
  /** Writers of such codes, and writers that delete or rename a target, lock this table. */
  readonly lockTable: string;
}

/**
 * A member with the code of a record of another kind, which need not exist. A record whose code is in such a member cannot
 * be deleted.
 */
export interface CodeUse {
  readonly member: string;
  readonly target: string;
  /** An indexed column with the code. */
  readonly column: string;
}

/**
 * An array of codes of other records inside an object, or of objects with such a code. Each code must be that of a record
 * of one of the targets. A rename updates it, and a listed record cannot be deleted.
 */
export interface CodeList {
  /** The object. */
  readonly member: string;
  /** The array, a member of the object. */
  readonly list: string;
  /** The member of the elements that has the code; absent if the elements are the codes. */
  readonly element?: string;
  readonly targets: readonly string[];
  /** Returns what finds the problems of a listed record; undefined where the values ask for none. */
  readonly check?: (values: JsonObject) => ((listed: JsonObject) => string[]) | undefined;
}

/**
 * A record that a free member names. It must exist when a client adds its name. The name does not follow a rename, and
 * does not prevent a deletion.
 */
export interface NamedRecord {
  readonly path: string;
  readonly kind: string;
  readonly idOrCode: string;
}

/**
 * A text inside a free member that clients write and nobody reads. It is stored in a table of its own. The members
 * `<name>Set` and `<name>ChangedAt` beside it report that there is one.
 */
export interface WriteOnlyText {
  /** The free member. */
  readonly member: string;
  readonly name: string;
  /** The table of the texts, with the columns record_id, text and bound_to. */
  readonly table: string;
  /**
   * Returns what the text belongs to, from the free member. When this changes, the text is removed, so that a writer who
   * does not know the text cannot have it used elsewhere.
   */
  readonly boundTo: (container: JsonObject) => string | undefined;
}

/** A member that lists the codes of the records that are linked to this record. */
export interface LinkMember {
  readonly member: string;
  /** Kind of the link records. */
  readonly linkKind: string;
  /** Member of the link records that points to this record. */
  readonly ownerMember: string;
  /** Member of the link records that points to the record with the code. */
  readonly targetMember: string;
}

/** The generic operations that a kind can offer. Other operations of a kind have their own routes. */
export type GenericOperation =
  | 'get'
  | 'update'
  | 'remove'
  | 'patch'
  | 'save'
  | 'saveDiff'
  | 'diff'
  | 'diffOnly'
  | 'backup'
  | 'searchList'
  | 'searchPage'
  | 'getByIds'
  | 'getById'
  | 'updateById'
  | 'patchById'
  | 'removeById'
  | 'searchDeprecatedPage'
  | 'searchDeprecatedList'
  | 'count'
  | 'searchListByBody'
  | 'searchPageByBody'
  | 'countByBody'
  | 'getByCode'
  | 'getAll'
  | 'history'
  | 'restore'
  | 'bulk'
  | 'bulkAction';

/**
 * A problem of a value that a stored record may already have, because it was written before the rule, or because other
 * records have changed since. A write that leaves the value as it is ignores the problem.
 */
export interface ValueProblem {
  /** Begins with the path of a member. */
  readonly text: string;
  /** Whether the stored values have the problem already. */
  readonly isStored: (stored: JsonObject) => boolean;
  /** Another record of the same input may solve the problem: an import looks for it when it has read all records. */
  readonly isOfInput?: true;
}

export interface AppliedType {
  readonly values: JsonObject;
  readonly problems: readonly string[];
  readonly valueProblems: readonly ValueProblem[];
}

/** The declaration of one kind. Routes, OpenAPI, validation, search mapping, diff, backup and history derive from it. */
export interface Kind {
  /** Name in the published interface: `WorklogType`. */
  readonly name: string;
  /** Path segment and index name: `worklog-types`. */
  readonly path: string;
  /** Table of its records: `worklog_type`. */
  readonly table: string;
  /** For sentences and titles: `worklog types`. */
  readonly plural: string;
  /** What its records are: the introduction of its operations in the OpenAPI document. */
  readonly description: string;
  readonly members: Members;
  /**
   * Sample records, which the examples in the OpenAPI document name: six codes and the other members. The first start adds the
   * records of the first, the fifth and the sixth code.
   */
  readonly samples?: { readonly codes: readonly string[]; readonly members?: JsonObject };
  readonly operations: readonly GenericOperation[];
  /** Published titles that differ from the generic ones, and operations that also answer 404. */
  readonly titles?: Partial<Record<GenericOperation, string>>;
  readonly answers404?: readonly GenericOperation[];
  /** Every change is stored. The record can be read as of a version or a time. */
  readonly keepsHistory: boolean;
  /**
   * No two records are the same but for their ids, except records with this member. The table has the column
   * `is_duplicate` and an index (db/schema/records.ts).
   */
  readonly distinct?: { readonly unlessMember?: string };
  /**
   * Records give rights, or contain what workers execute or where they send data: true for all members, or the names of those
   * that do. Only apis write them: the database role of workers may not (db/roles/tableGrants.ts).
   */
  readonly guarded?: true | readonly string[];
  readonly references?: readonly Reference[];
  readonly codeReferences?: CodeReferences;
  readonly codeUses?: readonly CodeUse[];
  /** All of one member, and in a table with the column `lists_codes` (domain/relations/codeLists.ts). */
  readonly codeLists?: readonly CodeList[];
  /** Finds the records that the values name. */
  readonly findNamedRecords?: (values: JsonObject) => NamedRecord[];
  readonly writeOnly?: WriteOnlyText;
  readonly links?: readonly LinkMember[];
  /** The member with the code of the record's type, whose `registry` validates the member `chars`. */
  readonly typeMember?: string;
  readonly applyType?: {
    /** The members of the type that matter. When one changes, the records of the type change with it. */
    readonly members: readonly string[];
    /** Returns the changed values, and problems beyond those of the registry. */
    readonly apply: (values: JsonObject, type: JsonObject) => AppliedType;
  };
  /**
   * Search columns without an index in PostgreSQL, because their values are long or rarely filtered: `name` for
   * comparison and sorting, `name~` for LIKE. Filters on these columns scan the table.
   */
  readonly unindexedColumns?: readonly string[];
  /**
   * Returns problems that involve several members, each beginning with a member's path. The values lack invalid
   * members, even required ones. `kinds` has every kind, for a kind that refers to others. `named` are the members that
   * other problems name.
   */
  readonly check?: (values: Values, kinds: readonly Kind[], named: ReadonlySet<string>) => string[];
  /**
   * As `check`, for problems that stored records may have already: earlier releases did not check them, or the
   * configuration has changed. A write ignores those that the stored record has too.
   */
  readonly checkNew?: (values: JsonObject, context?: ConfigurationContext) => string[];
  /** Records of the kind act with the rights of the caller that has written them last. */
  readonly actsForWriter?: true;
  /** Returns the problems of one valid member, each beginning with its path. They matter only if the member changes. */
  readonly checkValue?: (member: string, value: Json, context?: ConfigurationContext) => string[];
  /** Returns what is valid but probably not intended, each beginning with a member's path, for X-Warnings. */
  readonly warnings?: (values: JsonObject, context: ConfigurationContext) => string[];
}

/** What checks and warnings need to know of the configuration. */
export interface ConfigurationContext {
  /** Codes of the microservices whose URLs are known; absent: none. */
  readonly microserviceCodes?: readonly string[];
  /** Which phone numbers get SMS; absent: valid ones with the prefix of a country. */
  readonly phoneRules?: PhoneRules;
  /** Whether workers have a browser; absent: they have none. */
  readonly hasBrowser?: boolean;
  /** Hosts that webhooks, callbacks and rules may call; absent: all public ones. */
  readonly allowedHosts?: readonly string[];
  /** Returns the problems of the body of a new Job; absent: Jobs are checked when they are created. */
  readonly jobProblems?: (job: unknown) => string[];
}
