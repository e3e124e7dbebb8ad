import type { Members } from './members.ts';

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

export type JsonObject = { [name: string]: Json };

/** A record as it is kept: the kind's members in the order of their declaration, absent ones left out, no auditInfo. */
export type Values = JsonObject & { id: string };

/** What the service itself keeps of every record. Dates are ISO 8601 in UTC with milliseconds. */
export interface Audit {
  version: number;
  whoInserted: string;
  whenInserted: string;
  whoEdited: string;
  whenEdited: string;
}

/** Who asks, and the ids that follow the request through queues, logs and outgoing calls. */
export interface Caller {
  /** The caller's user code; `anonymous` while authentication is off. */
  readonly user: string;
  readonly requestId: string;
  readonly correlationId?: string;
  readonly traceId: string;
  /** The span that whatever follows belongs to. */
  readonly spanId?: string;
}

/** A member that names another kind's record, by its id or its code, kept whole by a foreign key. */
export interface ReferenceRule {
  readonly member: string;
  readonly kind: string;
  readonly by: 'id' | 'code';
  /** Column of the kind's table that carries the foreign key. It repeats the member's value unless the member follows. */
  readonly column: string;
  /**
   * The column holds the record's id, and the member what it says of that record: its code, or `{id, code, name}` where
   * it is a reference member. A change of these changes the member too. Such a member is required.
   */
  readonly denormalized?: true;
  /**
   * The records of this kind form a hierarchy by this member, so no chain of it may come back to where it began.
   * Whoever changes the member holds this table's lock.
   */
  readonly hierarchyLock?: string;
  /** Such a record is a link of the one it points to: it goes when that is deleted. */
  readonly goesWith?: true;
}

/** Codes of another kind's records within a free member. They have to be there, and stay as long as they are named. */
export interface NamingRule {
  /** The free member. */
  readonly member: string;
  readonly kind: string;
  /** Each with its path. */
  readonly named: (values: JsonObject) => { readonly path: string; readonly code: string }[];
  /** Whoever writes names, or removes or renames what may be named, holds this table's lock. */
  readonly lock: string;
}

/** A member that is this record's links, said by the codes of the records that they lead to. */
export interface LinkRule {
  readonly member: string;
  /** Kind of the link records. */
  readonly kind: string;
  /** Their member that points to this record. */
  readonly own: string;
  /** Their member that points to the other one. */
  readonly other: string;
}

/** Which of the generic operations a kind offers; the rest of its operations are routes of its own. */
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
  | 'searchDeprecatedPage'
  | 'searchDeprecatedList'
  | 'count'
  | 'getByCode'
  | 'getAll'
  | 'history';

/** One kind of record, declared once: routes, OpenAPI, checks, search mapping, diff, backup and history follow from it. */
export interface Kind {
  /** As the interface names it: `WorklogType`. */
  readonly name: string;
  /** Path segment and index name: `worklog-types`. */
  readonly path: string;
  /** Table of its records: `worklog_type`. */
  readonly table: string;
  /** For sentences and titles: `worklog types`. */
  readonly plural: string;
  readonly members: Members;
  readonly operations: readonly GenericOperation[];
  /** Published titles that differ from the generic ones, and operations that also answer 404. */
  readonly titles?: Partial<Record<GenericOperation, string>>;
  readonly answers404?: readonly GenericOperation[];
  /** Every change is kept, and can be read as of a version or a moment. */
  readonly keepsHistory: boolean;
  readonly references?: readonly ReferenceRule[];
  readonly names?: NamingRule;
  readonly links?: readonly LinkRule[];
  /** The member that names, by code, the type whose `registry` the member `chars` is checked against. */
  readonly registryOf?: string;
  /** What that type makes of the values, and has against them beyond its registry. */
  readonly ofType?: (values: JsonObject, type: JsonObject) => { values: JsonObject; problems: string[] };
  /**
   * Columns of the search documents that PostgreSQL as the engine keeps no index on, because they are long or hardly
   * asked for: `name` for comparing and sorting, `name~` for LIKE. Every filter holds all the same, by a scan.
   */
  readonly unindexed?: readonly string[];
  /**
   * Problems that no single member shows, each beginning with a member's path. A member that is wrong by itself is left
   * out of the values, a required one too. Given every kind there is, for one that speaks of others.
   */
  readonly check?: (values: Values, kinds: readonly Kind[]) => string[];
}

export const hasCode = (kind: Kind): boolean => Object.hasOwn(kind.members, 'code');
