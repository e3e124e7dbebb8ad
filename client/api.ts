// Made of the OpenAPI document by `npm run client`; test/contracts/client.test.ts fails while it is not fresh.
// @ts-nocheck
import { bodyOf, stringify } from './json.ts';

export interface AccessCheck {
  /**
   * Id or code of the record. If absent, whether the user reaches any record at all.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  id?: string;
  /**
   * A kind, or a reserved entity such as `Admin`.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  kind: string;
  /**
   * The right in question.
   * @default "READ"
   */
  right?: "READ" | "READ_WRITE";
  /**
   * Id or code of the user; the caller if absent.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  user?: string;
}

/** The answer to one check. */
export interface AccessCheckResult {
  /** Whether the user has the right. */
  allowed: boolean;
}

/** Which rights a user has, and why. */
export interface AccessExplanation {
  /**
   * A summary in a sentence.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  because: string;
  /** Whether the record may be read; without a record, how many of the kind. */
  read: boolean | "all" | "some" | "none";
  /**
   * All rules of the user that concern the kind, those too that give nothing now.
   * @maxItems 33554432
   */
  rules: {
    /**
     * Sentences: the roles and groups by which the user has the rule, periods that do not hold, the filters with their placeholders filled in, and those that the record does not match.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    because: string;
    /**
     * Code of the rule.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    code: string;
    /** The right that the rule gives now. */
    gives: "READ" | "READ_WRITE" | "NONE";
    /**
     * Id of the rule.
     * @format uuid
     * @maxLength 36
     */
    id: string;
  }[];
  /** The same for writing. */
  write: boolean | "all" | "some" | "none";
}

/** Permission to read or to write records of a kind: all of them, or those that match an expression. Roles have rules, and users have roles. This is its form in responses. */
export interface AccessRule {
  /** If absent, READ_WRITE with fullAccess and READ without. */
  accessRule?: "READ" | "READ_WRITE";
  /** Who wrote a record, when, and in which version: maintained by the service, and complete in each response. */
  auditInfo: AuditInfo;
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code: string;
  /**
   * Why the rule exists.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string;
  /**
   * Kind of the records, or one of Admin, Metrics, Mailbox, ScriptRun, DocumentRun, NotificationSend with fullAccess. A rule with fullAccess and no entityName covers every kind.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  entityName?: string;
  /**
   * A filtering in JSON with the placeholders ${user.id}, ${user.code} and ${user.groups}.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  expression?: string;
  /** Covers all records, whatever the expression. */
  fullAccess: boolean;
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id: string;
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name: string;
  /** When the rule applies; always if absent. */
  validFor?: TimePeriod;
}

/** The form of a AccessRule in requests that create or replace it: what the service fills is optional. */
export interface AccessRuleInput {
  /** If absent, READ_WRITE with fullAccess and READ without. */
  accessRule?: "READ" | "READ_WRITE";
  /** The version that a write is based on; the write is rejected if the record has another one. The other members are ignored. */
  auditInfo?: AuditInfoInput;
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code: string;
  /**
   * Why the rule exists.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string;
  /**
   * Kind of the records, or one of Admin, Metrics, Mailbox, ScriptRun, DocumentRun, NotificationSend with fullAccess. A rule with fullAccess and no entityName covers every kind.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  entityName?: string;
  /**
   * A filtering in JSON with the placeholders ${user.id}, ${user.code} and ${user.groups}.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  expression?: string;
  /** Covers all records, whatever the expression. */
  fullAccess: boolean;
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id?: string;
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name: string;
  /** When the rule applies; always if absent. */
  validFor?: TimePeriodInput;
}

/** Workers do the work after the response. */
export interface AckResponse {
  /** Always true: the work is accepted. */
  acknowledge: boolean;
  /**
   * The job that does the work.
   * @format uuid
   * @maxLength 36
   */
  jobId?: string;
}

/** Matches if all of its filters match. Filters with the same nestedPath must match the same element. */
export interface AndGroup {
  /**
   * All of these must match.
   * @maxItems 200
   * @minItems 1
   */
  and: FilterOrGroup[];
}

/** An API key, without the key itself. */
export interface ApiKey {
  /**
   * When the key was made.
   * @format date-time
   * @maxLength 56
   */
  createdAt: string;
  /**
   * Code of the user who made the key.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  createdBy: string;
  /**
   * Id of the key.
   * @format uuid
   * @maxLength 36
   */
  id: string;
  /**
   * When the key was last used. Up to a minute late.
   * @format date-time
   * @maxLength 56
   */
  lastUsedAt?: string;
  /** Whether somebody without the right to Admin made the key for this user. It then never has more rights than the user had at that time. */
  limited?: boolean;
  /**
   * Names the key in lists and in the audit list.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name: string;
  /**
   * The beginning of the key, by which it can be recognized.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  prefix: string;
  /**
   * When the key was revoked.
   * @format date-time
   * @maxLength 56
   */
  revokedAt?: string;
  /**
   * Narrows the rights of the user; without entityName, a scope covers everything. All rights if absent.
   * @maxItems 33554432
   */
  scopes?: {
    /** The right. */
    accessRule: "READ" | "READ_WRITE";
    /**
     * A kind, or a reserved entity such as `Admin`; everything if absent.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    entityName?: string;
  }[];
  /**
   * Code of the user.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  user: string;
  /**
   * The key is refused from this time on.
   * @format date-time
   * @maxLength 56
   */
  validTo?: string;
}

/** A sign-in, a refusal, or a change of credentials or rights. */
export interface AuditEntry {
  /**
   * What was done or refused: `SIGN_IN`, `API_KEY_CREATED` and others.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  action: string;
  /**
   * Address of the client.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  address?: string;
  /**
   * When it happened.
   * @format date-time
   * @maxLength 56
   */
  at: string;
  /**
   * The members of that record that were changed, with their values if these are short.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  changes?: string;
  /**
   * Number of equal refusals, or of records changed by one request, that this entry stands for; absent for one.
   * @format int64
   * @min -9223372036854776000
   * @max 9223372036854776000
   */
  count?: number;
  /**
   * UUIDv7: the order of ids is that of time.
   * @format uuid
   * @maxLength 36
   */
  id?: string;
  /**
   * Name of the API key that the user used.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  keyName?: string;
  /** Whether it was done. */
  outcome: "SUCCEEDED" | "REFUSED";
  /**
   * Why it was refused.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  reason?: string;
  /**
   * X-Request-Id of the request.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  requestId?: string;
  /**
   * What the action concerned: the code of a record, the codes that a link connects, the name of a key, an operation.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  target?: string;
  /**
   * Id of that record.
   * @format uuid
   * @maxLength 36
   */
  targetId?: string;
  /**
   * Kind of the record that was created, changed or deleted.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  targetKind?: string;
  /**
   * Code of the user; absent if no user has been identified.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  user?: string;
}

/** Who wrote a record, when, and in which version: maintained by the service, and complete in each response. */
export interface AuditInfo {
  /**
   * Number of the change, from 1. A write with an older version is rejected.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  version: number;
  /**
   * Time of the last change.
   * @format date-time
   * @maxLength 56
   */
  whenEdited: string;
  /**
   * Time of the creation.
   * @format date-time
   * @maxLength 56
   */
  whenInserted: string;
  /**
   * Code of the user who made the last change.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  whoEdited: string;
  /**
   * Code of the user who created the record.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  whoInserted: string;
}

/** The version that a write is based on; the write is rejected if the record has another one. The other members are ignored. */
export interface AuditInfoInput {
  /**
   * Number of the change, from 1. A write with an older version is rejected.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  version?: number | null;
  /**
   * Time of the last change.
   * @format date-time
   * @maxLength 56
   */
  whenEdited?: string;
  /**
   * Time of the creation.
   * @format date-time
   * @maxLength 56
   */
  whenInserted?: string;
  /**
   * Code of the user who made the last change.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  whoEdited?: string;
  /**
   * Code of the user who created the record.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  whoInserted?: string;
}

/** Which records a backup contains. */
export interface BackupRequest {
  /**
   * The unique member by which a later diff matches the records.
   * @maxLength 67108864
   * @default "id"
   * @pattern ^[^\x00]*$
   */
  compareField?: string;
  /**
   * The kind's name.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  entityType: string;
  /**
   * Which records; all if empty.
   * @maxItems 200
   * @default []
   */
  filtering?: FilterOrGroup[];
  /**
   * A name of your choice, which the envelope returns.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingProfile?: string;
  /**
   * A name of your choice, which the envelope returns.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingType?: string;
}

/** The answer to a bulk change, before its records are changed. */
export interface BulkAnswer {
  /** Whether the call only counted. */
  dryRun: boolean;
  /**
   * Number of records that could not be created, in a dry run of CREATE.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  failed?: number;
  /**
   * The first of them.
   * @maxItems 100
   */
  failures?: {
    /**
     * Why the record could not be created, in one text.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    error: string;
    /**
     * Position in `records`, from 0.
     * @format int64
     * @min 0
     * @max 9007199254740991
     */
    index: number;
    /**
     * The same for programs, as in an ErrorBody.
     * @maxItems 33554432
     */
    problems: Problem[];
  }[];
  /**
   * Id of the Job that changes the records; absent for a dry run.
   * @format uuid
   * @maxLength 36
   */
  jobId?: string;
  /**
   * Number of records to be created, or of those that match and that the caller may write.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  records: number;
}

/** A change of many records of the kind AccessRule, made by a Job. */
export interface BulkChangeOfAccessRule {
  /**
   * Only count the records; of CREATE, try each of them alone.
   * @default false
   */
  dryRun?: boolean;
  /** Selects the records to patch or delete. It must have a filter or a fulltext; page, size and sort are ignored. */
  filtering?: Filtering;
  /** CREATE has `records`, PATCH has `filtering` and `patch`, DELETE has `filtering`. */
  operation: "CREATE" | "PATCH" | "DELETE";
  /** A merge patch (RFC 7396) of each selected record. */
  patch?: BulkPatchOfAccessRule;
  /**
   * The records to create. They may have ids, and must not refer to each other.
   * @maxItems 10000
   * @minItems 1
   */
  records?: AccessRuleInput[];
}

/** A change of many records of the kind FormatterTemplate, made by a Job. */
export interface BulkChangeOfFormatterTemplate {
  /**
   * Only count the records; of CREATE, try each of them alone.
   * @default false
   */
  dryRun?: boolean;
  /** Selects the records to patch or delete. It must have a filter or a fulltext; page, size and sort are ignored. */
  filtering?: Filtering;
  /** CREATE has `records`, PATCH has `filtering` and `patch`, DELETE has `filtering`. */
  operation: "CREATE" | "PATCH" | "DELETE";
  /** A merge patch (RFC 7396) of each selected record. */
  patch?: BulkPatchOfFormatterTemplate;
  /**
   * The records to create. They may have ids, and must not refer to each other.
   * @maxItems 10000
   * @minItems 1
   */
  records?: FormatterTemplateInput[];
}

/** An action on many records of the kind Job, performed by a Job. */
export interface BulkChangeOfJob {
  /**
   * Only count the records.
   * @default false
   */
  dryRun?: boolean;
  /** Selects the records. It must have a filter or a fulltext; page, size and sort are ignored. Records whose status does not allow the action are left out. */
  filtering: Filtering;
  /** What is done with each record. */
  operation: "CANCEL" | "RESEND" | "PAUSE" | "RESUME";
}

/** An action on many records of the kind JobStep, performed by a Job. */
export interface BulkChangeOfJobStep {
  /**
   * Only count the records.
   * @default false
   */
  dryRun?: boolean;
  /** Selects the records. It must have a filter or a fulltext; page, size and sort are ignored. Records whose status does not allow the action are left out. */
  filtering: Filtering;
  /** What is done with each record. */
  operation: "RESEND";
}

/** A change of many records of the kind LogType, made by a Job. */
export interface BulkChangeOfLogType {
  /**
   * Only count the records; of CREATE, try each of them alone.
   * @default false
   */
  dryRun?: boolean;
  /** Selects the records to patch or delete. It must have a filter or a fulltext; page, size and sort are ignored. */
  filtering?: Filtering;
  /** CREATE has `records`, PATCH has `filtering` and `patch`, DELETE has `filtering`. */
  operation: "CREATE" | "PATCH" | "DELETE";
  /** A merge patch (RFC 7396) of each selected record. */
  patch?: BulkPatchOfLogType;
  /**
   * The records to create. They may have ids, and must not refer to each other.
   * @maxItems 10000
   * @minItems 1
   */
  records?: LogTypeInput[];
}

/** An action on many records of the kind Notification, performed by a Job. */
export interface BulkChangeOfNotification {
  /**
   * Only count the records.
   * @default false
   */
  dryRun?: boolean;
  /** Selects the records. It must have a filter or a fulltext; page, size and sort are ignored. Records whose status does not allow the action are left out. */
  filtering: Filtering;
  /** What is done with each record. */
  operation: "CANCEL" | "RESEND";
}

/** A change of many records of the kind NotificationRule, made by a Job. */
export interface BulkChangeOfNotificationRule {
  /**
   * Only count the records; of CREATE, try each of them alone.
   * @default false
   */
  dryRun?: boolean;
  /** Selects the records to patch or delete. It must have a filter or a fulltext; page, size and sort are ignored. */
  filtering?: Filtering;
  /** CREATE has `records`, PATCH has `filtering` and `patch`, DELETE has `filtering`. */
  operation: "CREATE" | "PATCH" | "DELETE";
  /** A merge patch (RFC 7396) of each selected record. */
  patch?: BulkPatchOfNotificationRule;
  /**
   * The records to create. They may have ids, and must not refer to each other.
   * @maxItems 10000
   * @minItems 1
   */
  records?: NotificationRuleInput[];
}

/** A change of many records of the kind Role, made by a Job. */
export interface BulkChangeOfRole {
  /**
   * Only count the records; of CREATE, try each of them alone.
   * @default false
   */
  dryRun?: boolean;
  /** Selects the records to patch or delete. It must have a filter or a fulltext; page, size and sort are ignored. */
  filtering?: Filtering;
  /** CREATE has `records`, PATCH has `filtering` and `patch`, DELETE has `filtering`. */
  operation: "CREATE" | "PATCH" | "DELETE";
  /** A merge patch (RFC 7396) of each selected record. */
  patch?: BulkPatchOfRole;
  /**
   * The records to create. They may have ids, and must not refer to each other.
   * @maxItems 10000
   * @minItems 1
   */
  records?: RoleInput[];
}

/** A change of many records of the kind RoleAccessRule, made by a Job. */
export interface BulkChangeOfRoleAccessRule {
  /**
   * Only count the records; of CREATE, try each of them alone.
   * @default false
   */
  dryRun?: boolean;
  /** Selects the records to patch or delete. It must have a filter or a fulltext; page, size and sort are ignored. */
  filtering?: Filtering;
  /** CREATE has `records`, PATCH has `filtering` and `patch`, DELETE has `filtering`. */
  operation: "CREATE" | "PATCH" | "DELETE";
  /** A merge patch (RFC 7396) of each selected record. */
  patch?: BulkPatchOfRoleAccessRule;
  /**
   * The records to create. They may have ids, and must not refer to each other.
   * @maxItems 10000
   * @minItems 1
   */
  records?: RoleAccessRuleInput[];
}

/** A change of many records of the kind Schedule, made by a Job. */
export interface BulkChangeOfSchedule {
  /**
   * Only count the records; of CREATE, try each of them alone.
   * @default false
   */
  dryRun?: boolean;
  /** Selects the records to patch or delete. It must have a filter or a fulltext; page, size and sort are ignored. */
  filtering?: Filtering;
  /** CREATE has `records`, PATCH has `filtering` and `patch`, DELETE has `filtering`. */
  operation: "CREATE" | "PATCH" | "DELETE";
  /** A merge patch (RFC 7396) of each selected record. */
  patch?: BulkPatchOfSchedule;
  /**
   * The records to create. They may have ids, and must not refer to each other.
   * @maxItems 10000
   * @minItems 1
   */
  records?: ScheduleInput[];
}

/** A change of many records of the kind Script, made by a Job. */
export interface BulkChangeOfScript {
  /**
   * Only count the records; of CREATE, try each of them alone.
   * @default false
   */
  dryRun?: boolean;
  /** Selects the records to patch or delete. It must have a filter or a fulltext; page, size and sort are ignored. */
  filtering?: Filtering;
  /** CREATE has `records`, PATCH has `filtering` and `patch`, DELETE has `filtering`. */
  operation: "CREATE" | "PATCH" | "DELETE";
  /** A merge patch (RFC 7396) of each selected record. */
  patch?: BulkPatchOfScript;
  /**
   * The records to create. They may have ids, and must not refer to each other.
   * @maxItems 10000
   * @minItems 1
   */
  records?: ScriptInput[];
}

/** A change of many records of the kind Sharing, made by a Job. */
export interface BulkChangeOfSharing {
  /**
   * Only count the records; of CREATE, try each of them alone.
   * @default false
   */
  dryRun?: boolean;
  /** Selects the records to patch or delete. It must have a filter or a fulltext; page, size and sort are ignored. */
  filtering?: Filtering;
  /** CREATE has `records`, PATCH has `filtering` and `patch`, DELETE has `filtering`. */
  operation: "CREATE" | "PATCH" | "DELETE";
  /** A merge patch (RFC 7396) of each selected record. */
  patch?: BulkPatchOfSharing;
  /**
   * The records to create. They may have ids, and must not refer to each other.
   * @maxItems 10000
   * @minItems 1
   */
  records?: SharingInput[];
}

/** A change of many records of the kind User, made by a Job. */
export interface BulkChangeOfUser {
  /**
   * Only count the records; of CREATE, try each of them alone.
   * @default false
   */
  dryRun?: boolean;
  /** Selects the records to patch or delete. It must have a filter or a fulltext; page, size and sort are ignored. */
  filtering?: Filtering;
  /** CREATE has `records`, PATCH has `filtering` and `patch`, DELETE has `filtering`. */
  operation: "CREATE" | "PATCH" | "DELETE";
  /** A merge patch (RFC 7396) of each selected record. */
  patch?: BulkPatchOfUser;
  /**
   * The records to create. They may have ids, and must not refer to each other.
   * @maxItems 10000
   * @minItems 1
   */
  records?: UserInput[];
}

/** A change of many records of the kind UserGroup, made by a Job. */
export interface BulkChangeOfUserGroup {
  /**
   * Only count the records; of CREATE, try each of them alone.
   * @default false
   */
  dryRun?: boolean;
  /** Selects the records to patch or delete. It must have a filter or a fulltext; page, size and sort are ignored. */
  filtering?: Filtering;
  /** CREATE has `records`, PATCH has `filtering` and `patch`, DELETE has `filtering`. */
  operation: "CREATE" | "PATCH" | "DELETE";
  /** A merge patch (RFC 7396) of each selected record. */
  patch?: BulkPatchOfUserGroup;
  /**
   * The records to create. They may have ids, and must not refer to each other.
   * @maxItems 10000
   * @minItems 1
   */
  records?: UserGroupInput[];
}

/** A change of many records of the kind UserGroupRegion, made by a Job. */
export interface BulkChangeOfUserGroupRegion {
  /**
   * Only count the records; of CREATE, try each of them alone.
   * @default false
   */
  dryRun?: boolean;
  /** Selects the records to patch or delete. It must have a filter or a fulltext; page, size and sort are ignored. */
  filtering?: Filtering;
  /** CREATE has `records`, PATCH has `filtering` and `patch`, DELETE has `filtering`. */
  operation: "CREATE" | "PATCH" | "DELETE";
  /** A merge patch (RFC 7396) of each selected record. */
  patch?: BulkPatchOfUserGroupRegion;
  /**
   * The records to create. They may have ids, and must not refer to each other.
   * @maxItems 10000
   * @minItems 1
   */
  records?: UserGroupRegionInput[];
}

/** A change of many records of the kind UserGroupType, made by a Job. */
export interface BulkChangeOfUserGroupType {
  /**
   * Only count the records; of CREATE, try each of them alone.
   * @default false
   */
  dryRun?: boolean;
  /** Selects the records to patch or delete. It must have a filter or a fulltext; page, size and sort are ignored. */
  filtering?: Filtering;
  /** CREATE has `records`, PATCH has `filtering` and `patch`, DELETE has `filtering`. */
  operation: "CREATE" | "PATCH" | "DELETE";
  /** A merge patch (RFC 7396) of each selected record. */
  patch?: BulkPatchOfUserGroupType;
  /**
   * The records to create. They may have ids, and must not refer to each other.
   * @maxItems 10000
   * @minItems 1
   */
  records?: UserGroupTypeInput[];
}

/** A change of many records of the kind UserRole, made by a Job. */
export interface BulkChangeOfUserRole {
  /**
   * Only count the records; of CREATE, try each of them alone.
   * @default false
   */
  dryRun?: boolean;
  /** Selects the records to patch or delete. It must have a filter or a fulltext; page, size and sort are ignored. */
  filtering?: Filtering;
  /** CREATE has `records`, PATCH has `filtering` and `patch`, DELETE has `filtering`. */
  operation: "CREATE" | "PATCH" | "DELETE";
  /** A merge patch (RFC 7396) of each selected record. */
  patch?: BulkPatchOfUserRole;
  /**
   * The records to create. They may have ids, and must not refer to each other.
   * @maxItems 10000
   * @minItems 1
   */
  records?: UserRoleInput[];
}

/** A change of many records of the kind UserType, made by a Job. */
export interface BulkChangeOfUserType {
  /**
   * Only count the records; of CREATE, try each of them alone.
   * @default false
   */
  dryRun?: boolean;
  /** Selects the records to patch or delete. It must have a filter or a fulltext; page, size and sort are ignored. */
  filtering?: Filtering;
  /** CREATE has `records`, PATCH has `filtering` and `patch`, DELETE has `filtering`. */
  operation: "CREATE" | "PATCH" | "DELETE";
  /** A merge patch (RFC 7396) of each selected record. */
  patch?: BulkPatchOfUserType;
  /**
   * The records to create. They may have ids, and must not refer to each other.
   * @maxItems 10000
   * @minItems 1
   */
  records?: UserTypeInput[];
}

/** A change of many records of the kind UserUserGroup, made by a Job. */
export interface BulkChangeOfUserUserGroup {
  /**
   * Only count the records; of CREATE, try each of them alone.
   * @default false
   */
  dryRun?: boolean;
  /** Selects the records to patch or delete. It must have a filter or a fulltext; page, size and sort are ignored. */
  filtering?: Filtering;
  /** CREATE has `records`, PATCH has `filtering` and `patch`, DELETE has `filtering`. */
  operation: "CREATE" | "PATCH" | "DELETE";
  /** A merge patch (RFC 7396) of each selected record. */
  patch?: BulkPatchOfUserUserGroup;
  /**
   * The records to create. They may have ids, and must not refer to each other.
   * @maxItems 10000
   * @minItems 1
   */
  records?: UserUserGroupInput[];
}

/** A change of many records of the kind WorklogType, made by a Job. */
export interface BulkChangeOfWorklogType {
  /**
   * Only count the records; of CREATE, try each of them alone.
   * @default false
   */
  dryRun?: boolean;
  /** Selects the records to patch or delete. It must have a filter or a fulltext; page, size and sort are ignored. */
  filtering?: Filtering;
  /** CREATE has `records`, PATCH has `filtering` and `patch`, DELETE has `filtering`. */
  operation: "CREATE" | "PATCH" | "DELETE";
  /** A merge patch (RFC 7396) of each selected record. */
  patch?: BulkPatchOfWorklogType;
  /**
   * The records to create. They may have ids, and must not refer to each other.
   * @maxItems 10000
   * @minItems 1
   */
  records?: WorklogTypeInput[];
}

/** A change of many records of the kind AccessRule: a merge patch (RFC 7396) of each of them. */
export interface BulkPatchOfAccessRule {
  /** If absent, READ_WRITE with fullAccess and READ without. */
  accessRule?: "READ" | "READ_WRITE" | null;
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code?: string;
  /**
   * Why the rule exists.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string | null;
  /**
   * Kind of the records, or one of Admin, Metrics, Mailbox, ScriptRun, DocumentRun, NotificationSend with fullAccess. A rule with fullAccess and no entityName covers every kind.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  entityName?: string | null;
  /**
   * A filtering in JSON with the placeholders ${user.id}, ${user.code} and ${user.groups}.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  expression?: string | null;
  /** Covers all records, whatever the expression. */
  fullAccess?: boolean;
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name?: string;
  /** When the rule applies; always if absent. */
  validFor?: TimePeriodInput | null;
}

/** A change of many records of the kind FormatterTemplate: a merge patch (RFC 7396) of each of them. */
export interface BulkPatchOfFormatterTemplate {
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code?: string;
  /**
   * The template, or the name of its file.
   * @maxLength 1000000
   * @pattern ^[^\x00]*$
   */
  content?: string | null;
  /**
   * Tags of the data that the template renders.
   * @maxItems 33554432
   */
  dataTags?: string[] | null;
  /** Page size of a PDF. */
  documentSize?:
    | "AUTO"
    | "PORTRAIT"
    | "LANDSCAPE"
    | "A4"
    | "B5"
    | "LETTER"
    | null;
  /** What the template is for: documents, messages, or parts of other templates. */
  documentType?: "PDF" | "EMAIL" | "SOURCE" | null;
  /**
   * Id of the form that asks users for the data.
   * @format uuid
   * @maxLength 36
   */
  formId?: string | null;
  /** Type of `content`: a file below `templates/`, a template, or a script that returns HTML. */
  inputType?: "FILE" | "HTML" | "SCRIPT";
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name?: string | null;
  /** What a PDF says about itself, and what happens to it after its layout: properties, structure, appended documents, watermark, protection, attachments, PDF/A. */
  pdf?: {
    /** TAGGED: the PDF has a structure, which screen readers need. PDF/UA-1: it also conforms to that standard, or is a 400. */
    accessibility?: "TAGGED" | "PDF/UA-1" | null;
    /**
     * What follows the document, in this order. Each entry has one of template, file and data.
     * @maxItems 50
     */
    append?:
      | {
          /**
           * Path of a member of the data, such as `contract.terms`: a PDF in base64, or an array of them.
           * @minLength 1
           * @maxLength 500
           * @pattern ^[^\x00]*$
           */
          data?: string;
          /**
           * Name of a PDF file below `templates/`.
           * @minLength 1
           * @maxLength 500
           * @pattern ^[^\x00]*$
           */
          file?: string;
          /**
           * Code of a FormatterTemplate, rendered with the same data.
           * @minLength 1
           * @maxLength 255
           * @pattern ^[^\x00]*$
           */
          template?: string;
        }[]
      | null;
    /**
     * Files attached to the document.
     * @maxItems 20
     */
    attachments?:
      | {
          /**
           * A template of the text of the file.
           * @minLength 1
           * @maxLength 100000
           * @pattern ^[^\x00]*$
           */
          content: string;
          /**
           * Shown by readers.
           * @maxLength 1000
           * @pattern ^[^\x00]*$
           */
          description?: string;
          /**
           * Media type of the file; `text/xml` if absent.
           * @minLength 1
           * @maxLength 100
           * @pattern ^[^\x00]*$
           */
          mediaType?: string;
          /**
           * Name of the file, such as `factur-x.xml`.
           * @minLength 1
           * @maxLength 255
           * @pattern ^[^\x00]*$
           */
          name: string;
          /** What the file is to the document; ALTERNATIVE if absent. */
          relationship?:
            | "ALTERNATIVE"
            | "DATA"
            | "SOURCE"
            | "SUPPLEMENT"
            | "UNSPECIFIED";
        }[]
      | null;
    /**
     * A template of the author of the document; if its text is empty, the HTML decides.
     * @maxLength 1000
     * @pattern ^[^\x00]*$
     */
    author?: string | null;
    /** The standard that the document conforms to: PDF/A-3b, for archives and electronic invoices. */
    conformance?: "PDF/A-3B" | null;
    /**
     * A template of the keywords of the document; if its text is empty, the HTML decides.
     * @maxLength 1000
     * @pattern ^[^\x00]*$
     */
    keywords?: string | null;
    /**
     * A template of the language of the document, such as `cs` or `en-GB`; if its text is empty, the HTML decides.
     * @maxLength 1000
     * @pattern ^[^\x00]*$
     */
    language?: string | null;
    /**
     * A template of the password that lifts the permissions. If absent, nobody can lift them.
     * @maxLength 1000
     * @pattern ^[^\x00]*$
     */
    ownerPassword?: string | null;
    /**
     * A template of the password that opens the document, such as `{{customer.pin}}`; an empty text is none.
     * @maxLength 1000
     * @pattern ^[^\x00]*$
     */
    password?: string | null;
    /**
     * What readers may do without the owner password; all if absent.
     * @maxItems 33554432
     */
    permissions?:
      | ("PRINT" | "COPY" | "MODIFY" | "ANNOTATE" | "FILL_FORMS" | "ASSEMBLE")[]
      | null;
    /**
     * A template of the subject of the document; if its text is empty, the HTML decides.
     * @maxLength 1000
     * @pattern ^[^\x00]*$
     */
    subject?: string | null;
    /**
     * A template of the title of the document, such as `Invoice {{number}}`; if its text is empty, the HTML decides.
     * @maxLength 1000
     * @pattern ^[^\x00]*$
     */
    title?: string | null;
    /**
     * A template of the text across each page; an empty text is none.
     * @maxLength 1000
     * @pattern ^[^\x00]*$
     */
    watermark?: string | null;
  };
  /** Sample data for previews. */
  previewData?: Record<string, any> | null;
  /** Whether e-mails may name images by `https:` addresses. Mail programs fetch them, which shows their host who reads the e-mail, when and where. */
  remoteImages?: boolean | null;
  /** What makes a PDF: the layout of the service, which is the default, or the browser that is configured for workers. */
  renderer?: "LAYOUT" | "BROWSER" | null;
  /** Whether warnings are problems: what the renderer does not understand or show makes a write or a document a 400. */
  strict?: boolean | null;
}

/** A change of many records of the kind LogType: a merge patch (RFC 7396) of each of them. */
export interface BulkPatchOfLogType {
  /**
   * The application that calls.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  appFrom?: string | null;
  /**
   * The application that is called.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  appTo?: string | null;
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code?: string;
  /** Settings of applications, which the service stores and does not read. */
  config?: Record<string, any> | null;
  /**
   * Can be shown as a tooltip.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string | null;
  /**
   * Code of the form that shows a whole log.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  formCode?: string | null;
  /**
   * Language of requests and responses, such as JSON or XML.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  language?: string | null;
  /** Texts by language code. */
  localizationData?: {
    /** Whether no language is present. */
    empty?: boolean;
    [key: string]: any;
  };
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name?: string;
  /**
   * Protocol of the calls, such as REST or SOAP.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  protocol?: string | null;
  /**
   * Code of the form that shows relatedData.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  relDataFormCode?: string | null;
  /**
   * Code of the form that shows the request.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  requestFormCode?: string | null;
  /**
   * Code of the form that shows the response.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  responseFormCode?: string | null;
  /**
   * Start of the validity period.
   * @format date-time
   * @maxLength 56
   */
  validityFrom?: string | null;
  /**
   * End of the validity period.
   * @format date-time
   * @maxLength 56
   */
  validityTo?: string | null;
}

/** A change of many records of the kind NotificationRule: a merge patch (RFC 7396) of each of them. */
export interface BulkPatchOfNotificationRule {
  /** The only sender to use. If absent, each channel with a template in config uses its own sender. */
  apiSenderBeanName?: "emailSender" | "smsSender" | "webhookSender" | null;
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code?: string;
  /** Templates, subject, delivery window, expiry and other settings: see docs/notifications.md. Required beside eventType and evalNotificationUrl. `secret` is write-only: `secretSet` and `secretChangedAt` report it. */
  config?: Record<string, any> | null;
  /**
   * Code of the form that edits config.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  configFormCode?: string | null;
  /**
   * Distinguishes configurations of application areas.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  configTypeCode?: string | null;
  /**
   * Can be shown as a tooltip.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string | null;
  /**
   * URL of the data of an evaluation: absolute, or relative to the address of the microservice.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  evalNotificationUrl?: string | null;
  /** The event that triggers the rule; REST if absent. */
  eventType?: "SYSTEM" | "PROCESS" | "PG_BOSS" | "REST" | "DIRECT" | null;
  /** Name and description by language code. */
  localizationData?: Record<string, PatchOfLocalization | null> | null;
  /**
   * Related microservice: one of those of MICROSERVICE_URLS, by whose URL a relative URL is absolute.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  microserviceCode?: string | null;
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name?: string;
  /**
   * Start of the validity period.
   * @format date-time
   * @maxLength 56
   */
  validityFrom?: string | null;
  /**
   * End of the validity period.
   * @format date-time
   * @maxLength 56
   */
  validityTo?: string | null;
}

/** A change of many records of the kind Role: a merge patch (RFC 7396) of each of them. */
export interface BulkPatchOfRole {
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code?: string;
  /**
   * Can be shown as a tooltip.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string | null;
  /** Name and description by language code. */
  localizationData?: Record<string, PatchOfLocalization | null> | null;
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name?: string;
  /**
   * Start of the validity period.
   * @format date-time
   * @maxLength 56
   */
  validityFrom?: string | null;
  /**
   * End of the validity period.
   * @format date-time
   * @maxLength 56
   */
  validityTo?: string | null;
}

/** A change of many records of the kind RoleAccessRule: a merge patch (RFC 7396) of each of them. */
export interface BulkPatchOfRoleAccessRule {
  /**
   * The rule.
   * @format uuid
   * @maxLength 36
   */
  accessRuleId?: string;
  /** When the role has the rule; always if absent. */
  period?: TimePeriodInput | null;
  /**
   * The role that has the rule.
   * @format uuid
   * @maxLength 36
   */
  roleId?: string;
}

/** A change of many records of the kind Schedule: a merge patch (RFC 7396) of each of them. */
export interface BulkPatchOfSchedule {
  /**
   * Time of the only run.
   * @format date-time
   * @maxLength 56
   */
  at?: string | null;
  /**
   * Seconds after its time in which a run that no worker could start still starts; 300 if absent.
   * @format int64
   * @min 10
   * @max 31536000
   */
  catchUpSeconds?: number | null;
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code?: string;
  /**
   * When Jobs start: five fields (minute, hour, day, month, weekday), or six with the second before them. Exactly one of cron, everySeconds and at is required.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  cron?: string | null;
  /** Input of each Job. */
  data?: Record<string, any> | null;
  /**
   * What the schedule is for.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string | null;
  /** False pauses the schedule; true if absent. */
  enabled?: boolean | null;
  /**
   * Seconds between runs, counted from the time when the interval was saved.
   * @format int64
   * @min 1
   * @max 31536000
   */
  everySeconds?: number | null;
  /**
   * Each run starts up to so many seconds after its time, by a delay that depends on the schedule and the time.
   * @format int64
   * @min 0
   * @max 3600
   */
  jitterSeconds?: number | null;
  /**
   * Type of the Jobs: a built-in type, or a type of the client. Who saves needs the right to create them.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  jobType?: string;
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name?: string;
  /** What a run does while the Job of the run before has not ended: SKIP starts no Job, QUEUE waits for the end, REPLACE cancels that Job. */
  overlap?: "SKIP" | "QUEUE" | "REPLACE" | null;
  /**
   * IANA time zone of the cron; UTC if absent.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  timeZone?: string | null;
}

/** A change of many records of the kind Script: a merge patch (RFC 7396) of each of them. */
export interface BulkPatchOfScript {
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code?: string;
  /**
   * What the script computes.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string | null;
  /** JSON Schema (2020-12) of the input. */
  inputSchema?: Record<string, any> | null;
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name?: string;
  /**
   * JavaScript: the body of a function with the parameter `input` that returns an object.
   * @minLength 1
   * @maxLength 100000
   * @pattern ^[^\x00]*$
   */
  source?: string;
  /**
   * Time limit of a run in ms; 5000 if absent.
   * @format int64
   * @min 1
   * @max 5000
   */
  timeoutMs?: number | null;
}

/** A change of many records of the kind Sharing: a merge patch (RFC 7396) of each of them. */
export interface BulkPatchOfSharing {
  /**
   * A comment.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string | null;
  /** The finders return it for its owner type, whatever the reference. */
  isPublic?: boolean | null;
  /**
   * Id of the shared entity in its own system.
   * @minLength 1
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  ownerId?: string;
  /**
   * Type of the shared entity.
   * @minLength 1
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  ownerType?: string;
  /**
   * Id of the entity that it is shared with.
   * @minLength 1
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  refId?: string;
  /**
   * Type of the entity that it is shared with.
   * @minLength 1
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  refType?: string;
  /**
   * Distinguishes sharings with one reference; the `subType` of the finders.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  sharingTypeCode?: string | null;
}

/** A change of many records of the kind User: a merge patch (RFC 7396) of each of them. */
export interface BulkPatchOfUser {
  /** How the user logs in. */
  authentication?: "LDAP" | "PKI" | "AD" | "PASSWORD" | "EMPTY" | null;
  /** Characteristics by name, validated by the registry of the type. */
  chars?: Record<string, any>;
  /**
   * Business key.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code?: string;
  /**
   * Tags by which applications group users.
   * @maxItems 33554432
   */
  dataTags?: string[] | null;
  /**
   * A comment.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string | null;
  /**
   * An e-mail address (RFC 5321, RFC 6531).
   * @maxLength 254
   * @pattern ^[^\x00]*$
   */
  email?: string | null;
  /**
   * Family name of a person.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  familyName?: string | null;
  /**
   * Given name of a person.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  givenName?: string | null;
  /**
   * Codes of the current groups of the user, from its UserUserGroups.
   * @maxItems 33554432
   */
  groups?: string[] | null;
  /**
   * Ids of the application modules of the user.
   * @maxItems 33554432
   */
  modulesIds?: string[] | null;
  /**
   * Required for types other than INDIVIDUAL, 1 to 255 characters. For an INDIVIDUAL, it is computed from givenName and familyName, or from the code if both are absent; the input is ignored.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  name?: string | null;
  /** Notifications that the user does not get, and when and in which language it gets the others. */
  notificationConfig?: {
    /**
     * Codes of NotificationRules and FormatterTemplates.
     * @maxItems 33554432
     */
    ignoredTemplateCodes?: string[] | null;
    /**
     * Codes of UserGroups.
     * @maxItems 33554432
     */
    ignoredUserGroups?: string[] | null;
    /**
     * Language of messages, such as cs or en-GB, where their rule has it.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    language?: string | null;
    /**
     * Start of the quiet hours, as HH:mm in timeZone.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    quietFrom?: string | null;
    /**
     * End of the quiet hours. E-mails and SMS wait until then, unless their rule is critical.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    quietTo?: string | null;
    /**
     * Time zone of the user, such as Europe/Prague.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    timeZone?: string | null;
  };
  /**
   * A phone number of 3 to 15 digits in any usual notation, such as +420 601 234 567. One to which no SMS can be sent causes a warning in X-Warnings.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  phoneNumber?: string | null;
  /**
   * Regions of the user. Each needs a regionId, and no two are the same.
   * @maxItems 33554432
   */
  regions?:
    | {
        /**
         * Weight of the region for this user.
         * @format double
         */
        coefficient?: number;
        /**
         * Id of the region.
         * @format uuid
         * @maxLength 36
         */
        regionId?: string;
        /**
         * Start of the assignment.
         * @format date-time
         * @maxLength 56
         */
        validFrom?: string;
        /**
         * End of the assignment.
         * @format date-time
         * @maxLength 56
         */
        validTo?: string;
      }[]
    | null;
  /**
   * Codes of the roles of the user, from its UserRoles.
   * @maxItems 33554432
   */
  roles?: string[] | null;
  /** A user with DISABLE cannot sign in, and has no rights. */
  status?: "ENABLE" | "DISABLE" | null;
  /**
   * The supervisor. The hierarchy has no cycles.
   * @format uuid
   * @maxLength 36
   */
  supervisorId?: string | null;
  /**
   * Code of the UserType. A rename of the type updates it.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  type?: string;
  /**
   * Start of the validity; without it there is no start.
   * @format date-time
   * @maxLength 56
   */
  validFrom?: string | null;
  /**
   * End of the validity; without it there is no end.
   * @format date-time
   * @maxLength 56
   */
  validTo?: string | null;
  /**
   * An http or https URL.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  webSite?: string | null;
}

/** A change of many records of the kind UserGroup: a merge patch (RFC 7396) of each of them. */
export interface BulkPatchOfUserGroup {
  /**
   * A role of all members of the group. It is not listed in the `roles` of its users.
   * @format uuid
   * @maxLength 36
   */
  associatedUserRoleId?: string | null;
  /** Characteristics by name, validated by the registry of the type. */
  chars?: Record<string, any>;
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code?: string;
  /**
   * Tags by which applications group user groups.
   * @maxItems 33554432
   */
  dataTags?: string[] | null;
  /**
   * A comment.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string | null;
  /**
   * An e-mail address (RFC 5321, RFC 6531).
   * @maxLength 254
   * @pattern ^[^\x00]*$
   */
  email?: string | null;
  /**
   * Distinguished name of the group in the directory.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  ldapMemberOf?: string | null;
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name?: string;
  /**
   * The parent group. The hierarchy has no cycles.
   * @format uuid
   * @maxLength 36
   */
  parentUserGroupId?: string | null;
  /**
   * A phone number of 3 to 15 digits in any usual notation, such as +420 601 234 567. One to which no SMS can be sent causes a warning in X-Warnings.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  phoneNumber?: string | null;
  /**
   * Code of the UserGroupType. A rename of the type updates it.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  type?: string;
  /**
   * Start of the validity; without it there is no start.
   * @format date-time
   * @maxLength 56
   */
  validFrom?: string | null;
  /**
   * End of the validity; without it there is no end.
   * @format date-time
   * @maxLength 56
   */
  validTo?: string | null;
}

/** A change of many records of the kind UserGroupRegion: a merge patch (RFC 7396) of each of them. */
export interface BulkPatchOfUserGroupRegion {
  /**
   * Id of the region.
   * @format uuid
   * @maxLength 36
   */
  regionId?: string;
  /** The group. A request may name it by its id or its code alone. */
  userGroup?: UserGroupReferenceInput;
}

/** A change of many records of the kind UserGroupType: a merge patch (RFC 7396) of each of them. */
export interface BulkPatchOfUserGroupType {
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code?: string;
  /**
   * Can be shown as a tooltip.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string | null;
  /** Name and description by language code. */
  localizationData?: Record<string, PatchOfLocalization | null> | null;
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name?: string;
  /** A JSON Schema for each characteristic of the groups of this type. */
  registry?: Record<string, any>;
  /**
   * Id of the specification of the groups in another system.
   * @format uuid
   * @maxLength 36
   */
  userGroupSpecId?: string | null;
  /**
   * Start of the validity period.
   * @format date-time
   * @maxLength 56
   */
  validityFrom?: string | null;
  /**
   * End of the validity period.
   * @format date-time
   * @maxLength 56
   */
  validityTo?: string | null;
}

/** A change of many records of the kind UserRole: a merge patch (RFC 7396) of each of them. */
export interface BulkPatchOfUserRole {
  /**
   * The role that the user has.
   * @format uuid
   * @maxLength 36
   */
  roleId?: string;
  /**
   * The user.
   * @format uuid
   * @maxLength 36
   */
  userId?: string;
}

/** A change of many records of the kind UserType: a merge patch (RFC 7396) of each of them. */
export interface BulkPatchOfUserType {
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code?: string;
  /** Settings of applications, which the service stores and does not read. */
  config?: Record<string, any> | null;
  /**
   * Can be shown as a tooltip.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string | null;
  /**
   * Id of the specification of the users in another system.
   * @format uuid
   * @maxLength 36
   */
  entitySpecId?: string | null;
  /**
   * Name of the icon that applications show.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  icon?: string | null;
  /** Name and description by language code. */
  localizationData?: Record<string, PatchOfLocalization | null> | null;
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name?: string;
  /** A JSON Schema for each characteristic of the users of this type. */
  registry?: Record<string, any>;
  /** What the users of this type are. The name of an INDIVIDUAL is computed from its other names. */
  type?: "INDIVIDUAL" | "WORK_GROUP" | "ORGANIZATION" | "EXTERNAL";
  /**
   * Start of the validity period.
   * @format date-time
   * @maxLength 56
   */
  validityFrom?: string | null;
  /**
   * End of the validity period.
   * @format date-time
   * @maxLength 56
   */
  validityTo?: string | null;
}

/** A change of many records of the kind UserUserGroup: a merge patch (RFC 7396) of each of them. */
export interface BulkPatchOfUserUserGroup {
  /** Data of applications about the membership. */
  data?: Record<string, any> | null;
  /** When the user is a member; always if absent. */
  period?: TimePeriodInput | null;
  /**
   * Functions of the user in the group.
   * @maxItems 33554432
   */
  roleInGroup?: string[] | null;
  /**
   * The group.
   * @format uuid
   * @maxLength 36
   */
  userGroupId?: string;
  /**
   * The member.
   * @format uuid
   * @maxLength 36
   */
  userId?: string;
}

/** A change of many records of the kind WorklogType: a merge patch (RFC 7396) of each of them. */
export interface BulkPatchOfWorklogType {
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code?: string;
  /**
   * Can be shown as a tooltip.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string | null;
  /**
   * Code of the form that enters such a worklog.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  form?: string | null;
  /**
   * Name of the icon that applications show.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  icon?: string | null;
  /** Name and description by language code. */
  localizationData?: Record<string, PatchOfLocalization | null> | null;
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name?: string;
  /**
   * The privilege that a user needs to enter one.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  privilege?: string | null;
  /**
   * Start of the validity period.
   * @format date-time
   * @maxLength 56
   */
  validityFrom?: string | null;
  /**
   * End of the validity period.
   * @format date-time
   * @maxLength 56
   */
  validityTo?: string | null;
}

/** A job that has to end before another starts. */
export interface ChainLink {
  /**
   * The job whose end is waited for.
   * @format uuid
   * @maxLength 36
   */
  jobId: string;
  /** How it has to end: COMPLETED if absent. */
  on?: "COMPLETED" | "FAILED" | "ENDED";
  /** How it has ended; absent before. */
  status?: "COMPLETED" | "FAILED" | "DELETED";
}

/** A job of a chain. */
export interface ChainedJob {
  /**
   * The jobs that have to end before this one starts.
   * @maxItems 33554432
   */
  after: ChainLink[];
  /**
   * Why the job has failed: FAILED, CANCELLED or DEADLINE; absent otherwise.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  cause?: string;
  /**
   * Id of the job.
   * @format uuid
   * @maxLength 36
   */
  id: string;
  /**
   * Type of the job.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  jobType: string;
  /** Status of the job. */
  status: "NEW" | "IN_PROGRESS" | "COMPLETED" | "FAILED";
  /** Present if the value is true: the job waits for jobs of `after`. */
  waits?: boolean;
}

/** A change of a record. */
export interface Change {
  /** What happened. DELETED also if the caller may no longer read the record. */
  change: "CREATED" | "UPDATED" | "DELETED";
  /**
   * Send it as the parameter after to read the changes after this one.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  cursor: string;
  /**
   * Id of the record.
   * @format uuid
   * @maxLength 36
   */
  id: string;
  /**
   * Name of the kind.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  kind: string;
  /** The record after the change; absent after a deletion. */
  record?: Record<string, any>;
  /**
   * The version that the change has made. A change of links that belong to other records adds none. Absent if the caller may no longer read the record.
   * @format int64
   * @min 1
   * @max 9007199254740991
   */
  version?: number;
  /**
   * When the record was changed.
   * @format date-time
   * @maxLength 56
   */
  when?: string;
  /**
   * The user of the change, if it has added a version.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  who?: string;
}

/** A page of changes. */
export interface ChangePage {
  /**
   * The changes in the order of their commits.
   * @maxItems 33554432
   */
  changes: Change[];
  /**
   * Send it as the parameter after to read the next page. Present even if the page has no changes.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  cursor: string;
}

/** A limit of the claims of workers of clients. */
export interface ClaimLimit {
  /**
   * Steps that run at a time; absent: any number.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  concurrency?: number;
  /**
   * The job type, or the code of the user.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  name: string;
  /**
   * The period of `starts`, in seconds.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  perSeconds?: number;
  /**
   * Steps that run and count.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  running: number;
  /** Whether it limits a job type or a user. */
  scope: "TYPE" | "USER";
  /**
   * When it was set; absent if there is no limit.
   * @format date-time
   * @maxLength 56
   */
  setAt?: string;
  /**
   * Who has set it.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  setBy?: string;
  /**
   * Steps that start within `perSeconds`; absent: any number.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  starts?: number;
}

/** How many steps run, and how many start. Without a member the limit is removed. */
export interface ClaimLimitSettings {
  /**
   * Steps that all workers together run at a time.
   * @format int64
   * @min 1
   * @max 1000000
   */
  concurrency?: number;
  /**
   * The period of `starts`; 1 by default.
   * @format int64
   * @min 1
   * @max 86400
   */
  perSeconds?: number;
  /**
   * Steps that all workers together start within `perSeconds`: so many at once, and then evenly.
   * @format int64
   * @min 1
   * @max 1000000
   */
  starts?: number;
}

/** The steps of one job type that a worker of a client has claimed over HTTP. */
export interface ClientWorker {
  /**
   * Time of the oldest claim.
   * @format date-time
   * @maxLength 56
   */
  claimedAt: string;
  /**
   * Type of the Jobs of the steps.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  jobType: string;
  /**
   * When the first of the leases ends.
   * @format date-time
   * @maxLength 56
   */
  leaseUntil: string;
  /**
   * Number of steps that it has claimed.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  steps: number;
  /**
   * Name that the worker gives itself in its claims.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  worker: string;
}

/** A new API key, with the key itself. */
export interface CreatedApiKey {
  /**
   * When the key was made.
   * @format date-time
   * @maxLength 56
   */
  createdAt: string;
  /**
   * Code of the user who made the key.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  createdBy: string;
  /**
   * Id of the key.
   * @format uuid
   * @maxLength 36
   */
  id: string;
  /**
   * The key itself. It is not stored and cannot be read later.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  key: string;
  /**
   * When the key was last used. Up to a minute late.
   * @format date-time
   * @maxLength 56
   */
  lastUsedAt?: string;
  /** Whether somebody without the right to Admin made the key for this user. It then never has more rights than the user had at that time. */
  limited?: boolean;
  /**
   * Names the key in lists and in the audit list.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name: string;
  /**
   * The beginning of the key, by which it can be recognized.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  prefix: string;
  /**
   * When the key was revoked.
   * @format date-time
   * @maxLength 56
   */
  revokedAt?: string;
  /**
   * Narrows the rights of the user; without entityName, a scope covers everything. All rights if absent.
   * @maxItems 33554432
   */
  scopes?: {
    /** The right. */
    accessRule: "READ" | "READ_WRITE";
    /**
     * A kind, or a reserved entity such as `Admin`; everything if absent.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    entityName?: string;
  }[];
  /**
   * Code of the user.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  user: string;
  /**
   * The key is refused from this time on.
   * @format date-time
   * @maxLength 56
   */
  validTo?: string;
}

/** `data` of a Job of the type COMPARE_INDEX. */
export interface DataOfCompareIndex {
  /** The path of the kind whose index is compared. */
  indexName:
    | "user-group-types"
    | "user-groups"
    | "user-group-regions"
    | "user-types"
    | "roles"
    | "access-rules"
    | "role-access-rules"
    | "users"
    | "user-roles"
    | "user-user-groups"
    | "sharings"
    | "scripts"
    | "formatter-templates"
    | "worklog-types"
    | "log-types"
    | "logs"
    | "notification-rules"
    | "notifications"
    | "jobs"
    | "job-steps"
    | "schedules";
}

/** `data` of a Job of the type DELETE_LOGS. */
export interface DataOfDeleteLogs {
  /**
   * Code of the LogType.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  code: string;
  /**
   * Logs that started before this time.
   * @format date-time
   * @maxLength 56
   */
  olderThan: string;
  /**
   * Id of the owner of the logs.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  ownerId: string;
  /**
   * Type of the owner of the logs.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  ownerType: string;
}

/** `data` of a Job of the type DIRECTORY_SYNC. */
export interface DataOfDirectorySync {
  /** Only counts the changes. */
  dryRun?: boolean;
}

/** `data` of a Job of the type GENERATE_DOCUMENTS. */
export interface DataOfGenerateDocuments {
  /**
   * Name or media type of the format.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  format: string;
  /**
   * The documents.
   * @maxItems 33554432
   */
  items: {
    /** Input of the template. */
    data: Record<string, any>;
    /**
     * Chosen by the client; need not be unique.
     * @minLength 1
     * @maxLength 255
     * @pattern ^[^\x00]*$
     */
    documentId: string;
    /**
     * Code of a FormatterTemplate.
     * @minLength 1
     * @maxLength 255
     * @pattern ^[^\x00]*$
     */
    documentTemplateCode: string;
  }[];
}

/** `data` of a Job of the type REINDEX. */
export interface DataOfReindex {
  /** All kinds by default. */
  kind?:
    | "UserGroupType"
    | "UserGroup"
    | "UserGroupRegion"
    | "UserType"
    | "Role"
    | "AccessRule"
    | "RoleAccessRule"
    | "User"
    | "UserRole"
    | "UserUserGroup"
    | "Sharing"
    | "Script"
    | "FormatterTemplate"
    | "WorklogType"
    | "LogType"
    | "Log"
    | "NotificationRule"
    | "Notification"
    | "Job"
    | "JobStep"
    | "Schedule";
}

/** `data` of a Job of the type REINDEX_COMPLETED. */
export interface DataOfReindexCompleted {
  /**
   * Id of the Job of the rebuild.
   * @format uuid
   * @maxLength 36
   */
  jobId: string;
}

/** `data` of a Job of the type REINDEX_SELECTED. */
export interface DataOfReindexSelected {
  /** Which records. */
  filtering: Record<string, any>;
  /** The kind of the records. */
  kind:
    | "UserGroupType"
    | "UserGroup"
    | "UserGroupRegion"
    | "UserType"
    | "Role"
    | "AccessRule"
    | "RoleAccessRule"
    | "User"
    | "UserRole"
    | "UserUserGroup"
    | "Sharing"
    | "Script"
    | "FormatterTemplate"
    | "WorklogType"
    | "LogType"
    | "Log"
    | "NotificationRule"
    | "Notification"
    | "Job"
    | "JobStep"
    | "Schedule";
}

/** A queue job after its last failed attempt. */
export interface DeadLetter {
  /**
   * When the job failed for the last time.
   * @format date-time
   * @maxLength 56
   */
  at: string;
  /**
   * Number of attempts.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  attempts?: number;
  /** The payload of the job. */
  data: Record<string, any>;
  /**
   * Id of the job.
   * @format uuid
   * @maxLength 36
   */
  id: string;
  /**
   * The queue in which the job failed.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  queue: string;
  /**
   * When the job was queued.
   * @format date-time
   * @maxLength 56
   */
  queuedAt?: string;
  /**
   * Error of the last attempt.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  reason?: string;
}

/** How many dead letters an operation has changed. */
export interface DeadLetterAnswer {
  /** Always true. */
  acknowledge: boolean;
  /**
   * Number of the dead letters that were sent again or discarded.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  count: number;
  /**
   * The dead letters that stay because they cannot be sent again now, at most the first 1,000.
   * @maxItems 1000
   */
  skipped: {
    /**
     * Id of the dead letter.
     * @format uuid
     * @maxLength 36
     */
    id: string;
    /**
     * Why it stays.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    reason: string;
  }[];
}

/** One difference between an import and the stored AccessRules, as a diff returns it. */
export interface DiffEntryOfAccessRule {
  /** What the import does to the record. */
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The stored record; absent if the record is new. */
  left?: AccessRule;
  /** The record as it is to be; absent if it is removed. */
  right?: AccessRuleInput;
}

/** One difference between an import and the stored AccessRules, to be saved. */
export interface DiffEntryOfAccessRuleInput {
  /** What the import does to the record. */
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The stored record as the diff returned it; absent if it is new. */
  left?: AccessRuleInput;
  /** The record as it is to be; absent if it is removed. */
  right?: AccessRuleInput;
}

/** One difference between an import and the stored FormatterTemplates, as a diff returns it. */
export interface DiffEntryOfFormatterTemplate {
  /** What the import does to the record. */
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The stored record; absent if the record is new. */
  left?: FormatterTemplate;
  /** The record as it is to be; absent if it is removed. */
  right?: FormatterTemplateInput;
}

/** One difference between an import and the stored FormatterTemplates, to be saved. */
export interface DiffEntryOfFormatterTemplateInput {
  /** What the import does to the record. */
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The stored record as the diff returned it; absent if it is new. */
  left?: FormatterTemplateInput;
  /** The record as it is to be; absent if it is removed. */
  right?: FormatterTemplateInput;
}

/** One difference between an import and the stored LogTypes, as a diff returns it. */
export interface DiffEntryOfLogType {
  /** What the import does to the record. */
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The stored record; absent if the record is new. */
  left?: LogType;
  /** The record as it is to be; absent if it is removed. */
  right?: LogTypeInput;
}

/** One difference between an import and the stored LogTypes, to be saved. */
export interface DiffEntryOfLogTypeInput {
  /** What the import does to the record. */
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The stored record as the diff returned it; absent if it is new. */
  left?: LogTypeInput;
  /** The record as it is to be; absent if it is removed. */
  right?: LogTypeInput;
}

/** One difference between an import and the stored NotificationRules, as a diff returns it. */
export interface DiffEntryOfNotificationRule {
  /** What the import does to the record. */
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The stored record; absent if the record is new. */
  left?: NotificationRule;
  /** The record as it is to be; absent if it is removed. */
  right?: NotificationRuleInput;
}

/** One difference between an import and the stored NotificationRules, to be saved. */
export interface DiffEntryOfNotificationRuleInput {
  /** What the import does to the record. */
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The stored record as the diff returned it; absent if it is new. */
  left?: NotificationRuleInput;
  /** The record as it is to be; absent if it is removed. */
  right?: NotificationRuleInput;
}

/** One difference between an import and the stored Roles, as a diff returns it. */
export interface DiffEntryOfRole {
  /** What the import does to the record. */
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The stored record; absent if the record is new. */
  left?: Role;
  /** The record as it is to be; absent if it is removed. */
  right?: RoleInput;
}

/** One difference between an import and the stored RoleAccessRules, as a diff returns it. */
export interface DiffEntryOfRoleAccessRule {
  /** What the import does to the record. */
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The stored record; absent if the record is new. */
  left?: RoleAccessRule;
  /** The record as it is to be; absent if it is removed. */
  right?: RoleAccessRuleInput;
}

/** One difference between an import and the stored RoleAccessRules, to be saved. */
export interface DiffEntryOfRoleAccessRuleInput {
  /** What the import does to the record. */
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The stored record as the diff returned it; absent if it is new. */
  left?: RoleAccessRuleInput;
  /** The record as it is to be; absent if it is removed. */
  right?: RoleAccessRuleInput;
}

/** One difference between an import and the stored Roles, to be saved. */
export interface DiffEntryOfRoleInput {
  /** What the import does to the record. */
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The stored record as the diff returned it; absent if it is new. */
  left?: RoleInput;
  /** The record as it is to be; absent if it is removed. */
  right?: RoleInput;
}

/** One difference between an import and the stored Schedules, as a diff returns it. */
export interface DiffEntryOfSchedule {
  /** What the import does to the record. */
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The stored record; absent if the record is new. */
  left?: Schedule;
  /** The record as it is to be; absent if it is removed. */
  right?: ScheduleInput;
}

/** One difference between an import and the stored Schedules, to be saved. */
export interface DiffEntryOfScheduleInput {
  /** What the import does to the record. */
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The stored record as the diff returned it; absent if it is new. */
  left?: ScheduleInput;
  /** The record as it is to be; absent if it is removed. */
  right?: ScheduleInput;
}

/** One difference between an import and the stored Scripts, as a diff returns it. */
export interface DiffEntryOfScript {
  /** What the import does to the record. */
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The stored record; absent if the record is new. */
  left?: Script;
  /** The record as it is to be; absent if it is removed. */
  right?: ScriptInput;
}

/** One difference between an import and the stored Scripts, to be saved. */
export interface DiffEntryOfScriptInput {
  /** What the import does to the record. */
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The stored record as the diff returned it; absent if it is new. */
  left?: ScriptInput;
  /** The record as it is to be; absent if it is removed. */
  right?: ScriptInput;
}

/** One difference between an import and the stored Sharings, as a diff returns it. */
export interface DiffEntryOfSharing {
  /** What the import does to the record. */
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The stored record; absent if the record is new. */
  left?: Sharing;
  /** The record as it is to be; absent if it is removed. */
  right?: SharingInput;
}

/** One difference between an import and the stored Sharings, to be saved. */
export interface DiffEntryOfSharingInput {
  /** What the import does to the record. */
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The stored record as the diff returned it; absent if it is new. */
  left?: SharingInput;
  /** The record as it is to be; absent if it is removed. */
  right?: SharingInput;
}

/** One difference between an import and the stored Users, as a diff returns it. */
export interface DiffEntryOfUser {
  /** What the import does to the record. */
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The stored record; absent if the record is new. */
  left?: User;
  /** The record as it is to be; absent if it is removed. */
  right?: UserInput;
}

/** One difference between an import and the stored UserGroups, as a diff returns it. */
export interface DiffEntryOfUserGroup {
  /** What the import does to the record. */
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The stored record; absent if the record is new. */
  left?: UserGroup;
  /** The record as it is to be; absent if it is removed. */
  right?: UserGroupInput;
}

/** One difference between an import and the stored UserGroups, to be saved. */
export interface DiffEntryOfUserGroupInput {
  /** What the import does to the record. */
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The stored record as the diff returned it; absent if it is new. */
  left?: UserGroupInput;
  /** The record as it is to be; absent if it is removed. */
  right?: UserGroupInput;
}

/** One difference between an import and the stored UserGroupRegions, as a diff returns it. */
export interface DiffEntryOfUserGroupRegion {
  /** What the import does to the record. */
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The stored record; absent if the record is new. */
  left?: UserGroupRegion;
  /** The record as it is to be; absent if it is removed. */
  right?: UserGroupRegionInput;
}

/** One difference between an import and the stored UserGroupRegions, to be saved. */
export interface DiffEntryOfUserGroupRegionInput {
  /** What the import does to the record. */
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The stored record as the diff returned it; absent if it is new. */
  left?: UserGroupRegionInput;
  /** The record as it is to be; absent if it is removed. */
  right?: UserGroupRegionInput;
}

/** One difference between an import and the stored UserGroupTypes, as a diff returns it. */
export interface DiffEntryOfUserGroupType {
  /** What the import does to the record. */
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The stored record; absent if the record is new. */
  left?: UserGroupType;
  /** The record as it is to be; absent if it is removed. */
  right?: UserGroupTypeInput;
}

/** One difference between an import and the stored UserGroupTypes, to be saved. */
export interface DiffEntryOfUserGroupTypeInput {
  /** What the import does to the record. */
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The stored record as the diff returned it; absent if it is new. */
  left?: UserGroupTypeInput;
  /** The record as it is to be; absent if it is removed. */
  right?: UserGroupTypeInput;
}

/** One difference between an import and the stored Users, to be saved. */
export interface DiffEntryOfUserInput {
  /** What the import does to the record. */
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The stored record as the diff returned it; absent if it is new. */
  left?: UserInput;
  /** The record as it is to be; absent if it is removed. */
  right?: UserInput;
}

/** One difference between an import and the stored UserRoles, as a diff returns it. */
export interface DiffEntryOfUserRole {
  /** What the import does to the record. */
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The stored record; absent if the record is new. */
  left?: UserRole;
  /** The record as it is to be; absent if it is removed. */
  right?: UserRoleInput;
}

/** One difference between an import and the stored UserRoles, to be saved. */
export interface DiffEntryOfUserRoleInput {
  /** What the import does to the record. */
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The stored record as the diff returned it; absent if it is new. */
  left?: UserRoleInput;
  /** The record as it is to be; absent if it is removed. */
  right?: UserRoleInput;
}

/** One difference between an import and the stored UserTypes, as a diff returns it. */
export interface DiffEntryOfUserType {
  /** What the import does to the record. */
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The stored record; absent if the record is new. */
  left?: UserType;
  /** The record as it is to be; absent if it is removed. */
  right?: UserTypeInput;
}

/** One difference between an import and the stored UserTypes, to be saved. */
export interface DiffEntryOfUserTypeInput {
  /** What the import does to the record. */
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The stored record as the diff returned it; absent if it is new. */
  left?: UserTypeInput;
  /** The record as it is to be; absent if it is removed. */
  right?: UserTypeInput;
}

/** One difference between an import and the stored UserUserGroups, as a diff returns it. */
export interface DiffEntryOfUserUserGroup {
  /** What the import does to the record. */
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The stored record; absent if the record is new. */
  left?: UserUserGroup;
  /** The record as it is to be; absent if it is removed. */
  right?: UserUserGroupInput;
}

/** One difference between an import and the stored UserUserGroups, to be saved. */
export interface DiffEntryOfUserUserGroupInput {
  /** What the import does to the record. */
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The stored record as the diff returned it; absent if it is new. */
  left?: UserUserGroupInput;
  /** The record as it is to be; absent if it is removed. */
  right?: UserUserGroupInput;
}

/** One difference between an import and the stored WorklogTypes, as a diff returns it. */
export interface DiffEntryOfWorklogType {
  /** What the import does to the record. */
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The stored record; absent if the record is new. */
  left?: WorklogType;
  /** The record as it is to be; absent if it is removed. */
  right?: WorklogTypeInput;
}

/** One difference between an import and the stored WorklogTypes, to be saved. */
export interface DiffEntryOfWorklogTypeInput {
  /** What the import does to the record. */
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The stored record as the diff returned it; absent if it is new. */
  left?: WorklogTypeInput;
  /** The record as it is to be; absent if it is removed. */
  right?: WorklogTypeInput;
}

/** What was wrong with a request, or why the service failed. */
export interface ErrorBody {
  /**
   * One text for each problem, starting with the path of the member.
   * @maxItems 33554432
   */
  errors: string[];
  /**
   * One plain sentence.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  message: string;
  /**
   * The parts of each text of errors, in the same order.
   * @maxItems 33554432
   */
  problems: Problem[];
  /** The HTTP status in words. */
  status:
    | "BAD_REQUEST"
    | "UNAUTHORIZED"
    | "FORBIDDEN"
    | "NOT_FOUND"
    | "METHOD_NOT_ALLOWED"
    | "CONFLICT"
    | "GONE"
    | "PRECONDITION_FAILED"
    | "UNPROCESSABLE_ENTITY"
    | "TOO_MANY_REQUESTS"
    | "REQUEST_HEADER_FIELDS_TOO_LARGE"
    | "INTERNAL_SERVER_ERROR"
    | "SERVICE_UNAVAILABLE";
  /**
   * Time of the response.
   * @format date-time
   * @maxLength 56
   */
  timestamp: string;
  /**
   * Also in the log lines of the request.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  traceId: string;
}

/** A backup of AccessRules, as the service returns it. */
export interface ExportEnvelopeOfAccessRule {
  /**
   * The unique member by which a diff matches the records.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  compareField: string;
  /** The records. */
  data: AccessRule[];
  /** The kind. */
  entityType: "AccessRule";
  /**
   * Code of the user who made the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  exportedBy: string;
  /**
   * Which records the backup contains. A diff leaves all others as they are.
   * @maxItems 200
   */
  filtering: FilterOrGroup[];
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingProfile?: string;
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingType?: string;
  /**
   * Name of the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  name: string;
  /**
   * Time of the backup.
   * @format date-time
   * @maxLength 56
   */
  whenExported: string;
}

/** AccessRules to import: a backup, or records in the form of one. */
export interface ExportEnvelopeOfAccessRuleInput {
  /**
   * The unique member by which a diff matches the records.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  compareField?: string;
  /** The records. */
  data: AccessRuleInput[];
  /** The kind. */
  entityType?: "AccessRule";
  /**
   * Code of the user who made the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  exportedBy?: string;
  /**
   * Which records the backup contains. A diff leaves all others as they are.
   * @maxItems 200
   */
  filtering: FilterOrGroup[];
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingProfile?: string;
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingType?: string;
  /**
   * Name of the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  name?: string;
  /**
   * Time of the backup.
   * @format date-time
   * @maxLength 56
   */
  whenExported?: string;
}

/** A backup of FormatterTemplates, as the service returns it. */
export interface ExportEnvelopeOfFormatterTemplate {
  /**
   * The unique member by which a diff matches the records.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  compareField: string;
  /** The records. */
  data: FormatterTemplate[];
  /** The kind. */
  entityType: "FormatterTemplate";
  /**
   * Code of the user who made the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  exportedBy: string;
  /**
   * Which records the backup contains. A diff leaves all others as they are.
   * @maxItems 200
   */
  filtering: FilterOrGroup[];
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingProfile?: string;
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingType?: string;
  /**
   * Name of the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  name: string;
  /**
   * Time of the backup.
   * @format date-time
   * @maxLength 56
   */
  whenExported: string;
}

/** FormatterTemplates to import: a backup, or records in the form of one. */
export interface ExportEnvelopeOfFormatterTemplateInput {
  /**
   * The unique member by which a diff matches the records.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  compareField?: string;
  /** The records. */
  data: FormatterTemplateInput[];
  /** The kind. */
  entityType?: "FormatterTemplate";
  /**
   * Code of the user who made the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  exportedBy?: string;
  /**
   * Which records the backup contains. A diff leaves all others as they are.
   * @maxItems 200
   */
  filtering: FilterOrGroup[];
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingProfile?: string;
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingType?: string;
  /**
   * Name of the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  name?: string;
  /**
   * Time of the backup.
   * @format date-time
   * @maxLength 56
   */
  whenExported?: string;
}

/** A backup of LogTypes, as the service returns it. */
export interface ExportEnvelopeOfLogType {
  /**
   * The unique member by which a diff matches the records.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  compareField: string;
  /** The records. */
  data: LogType[];
  /** The kind. */
  entityType: "LogType";
  /**
   * Code of the user who made the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  exportedBy: string;
  /**
   * Which records the backup contains. A diff leaves all others as they are.
   * @maxItems 200
   */
  filtering: FilterOrGroup[];
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingProfile?: string;
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingType?: string;
  /**
   * Name of the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  name: string;
  /**
   * Time of the backup.
   * @format date-time
   * @maxLength 56
   */
  whenExported: string;
}

/** LogTypes to import: a backup, or records in the form of one. */
export interface ExportEnvelopeOfLogTypeInput {
  /**
   * The unique member by which a diff matches the records.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  compareField?: string;
  /** The records. */
  data: LogTypeInput[];
  /** The kind. */
  entityType?: "LogType";
  /**
   * Code of the user who made the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  exportedBy?: string;
  /**
   * Which records the backup contains. A diff leaves all others as they are.
   * @maxItems 200
   */
  filtering: FilterOrGroup[];
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingProfile?: string;
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingType?: string;
  /**
   * Name of the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  name?: string;
  /**
   * Time of the backup.
   * @format date-time
   * @maxLength 56
   */
  whenExported?: string;
}

/** A backup of NotificationRules, as the service returns it. */
export interface ExportEnvelopeOfNotificationRule {
  /**
   * The unique member by which a diff matches the records.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  compareField: string;
  /** The records. */
  data: NotificationRule[];
  /** The kind. */
  entityType: "NotificationRule";
  /**
   * Code of the user who made the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  exportedBy: string;
  /**
   * Which records the backup contains. A diff leaves all others as they are.
   * @maxItems 200
   */
  filtering: FilterOrGroup[];
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingProfile?: string;
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingType?: string;
  /**
   * Name of the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  name: string;
  /**
   * Time of the backup.
   * @format date-time
   * @maxLength 56
   */
  whenExported: string;
}

/** NotificationRules to import: a backup, or records in the form of one. */
export interface ExportEnvelopeOfNotificationRuleInput {
  /**
   * The unique member by which a diff matches the records.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  compareField?: string;
  /** The records. */
  data: NotificationRuleInput[];
  /** The kind. */
  entityType?: "NotificationRule";
  /**
   * Code of the user who made the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  exportedBy?: string;
  /**
   * Which records the backup contains. A diff leaves all others as they are.
   * @maxItems 200
   */
  filtering: FilterOrGroup[];
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingProfile?: string;
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingType?: string;
  /**
   * Name of the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  name?: string;
  /**
   * Time of the backup.
   * @format date-time
   * @maxLength 56
   */
  whenExported?: string;
}

/** A backup of Roles, as the service returns it. */
export interface ExportEnvelopeOfRole {
  /**
   * The unique member by which a diff matches the records.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  compareField: string;
  /** The records. */
  data: Role[];
  /** The kind. */
  entityType: "Role";
  /**
   * Code of the user who made the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  exportedBy: string;
  /**
   * Which records the backup contains. A diff leaves all others as they are.
   * @maxItems 200
   */
  filtering: FilterOrGroup[];
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingProfile?: string;
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingType?: string;
  /**
   * Name of the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  name: string;
  /**
   * Time of the backup.
   * @format date-time
   * @maxLength 56
   */
  whenExported: string;
}

/** A backup of RoleAccessRules, as the service returns it. */
export interface ExportEnvelopeOfRoleAccessRule {
  /**
   * The unique member by which a diff matches the records.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  compareField: string;
  /** The records. */
  data: RoleAccessRule[];
  /** The kind. */
  entityType: "RoleAccessRule";
  /**
   * Code of the user who made the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  exportedBy: string;
  /**
   * Which records the backup contains. A diff leaves all others as they are.
   * @maxItems 200
   */
  filtering: FilterOrGroup[];
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingProfile?: string;
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingType?: string;
  /**
   * Name of the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  name: string;
  /**
   * Time of the backup.
   * @format date-time
   * @maxLength 56
   */
  whenExported: string;
}

/** RoleAccessRules to import: a backup, or records in the form of one. */
export interface ExportEnvelopeOfRoleAccessRuleInput {
  /**
   * The unique member by which a diff matches the records.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  compareField?: string;
  /** The records. */
  data: RoleAccessRuleInput[];
  /** The kind. */
  entityType?: "RoleAccessRule";
  /**
   * Code of the user who made the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  exportedBy?: string;
  /**
   * Which records the backup contains. A diff leaves all others as they are.
   * @maxItems 200
   */
  filtering: FilterOrGroup[];
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingProfile?: string;
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingType?: string;
  /**
   * Name of the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  name?: string;
  /**
   * Time of the backup.
   * @format date-time
   * @maxLength 56
   */
  whenExported?: string;
}

/** Roles to import: a backup, or records in the form of one. */
export interface ExportEnvelopeOfRoleInput {
  /**
   * The unique member by which a diff matches the records.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  compareField?: string;
  /** The records. */
  data: RoleInput[];
  /** The kind. */
  entityType?: "Role";
  /**
   * Code of the user who made the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  exportedBy?: string;
  /**
   * Which records the backup contains. A diff leaves all others as they are.
   * @maxItems 200
   */
  filtering: FilterOrGroup[];
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingProfile?: string;
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingType?: string;
  /**
   * Name of the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  name?: string;
  /**
   * Time of the backup.
   * @format date-time
   * @maxLength 56
   */
  whenExported?: string;
}

/** A backup of Schedules, as the service returns it. */
export interface ExportEnvelopeOfSchedule {
  /**
   * The unique member by which a diff matches the records.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  compareField: string;
  /** The records. */
  data: Schedule[];
  /** The kind. */
  entityType: "Schedule";
  /**
   * Code of the user who made the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  exportedBy: string;
  /**
   * Which records the backup contains. A diff leaves all others as they are.
   * @maxItems 200
   */
  filtering: FilterOrGroup[];
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingProfile?: string;
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingType?: string;
  /**
   * Name of the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  name: string;
  /**
   * Time of the backup.
   * @format date-time
   * @maxLength 56
   */
  whenExported: string;
}

/** Schedules to import: a backup, or records in the form of one. */
export interface ExportEnvelopeOfScheduleInput {
  /**
   * The unique member by which a diff matches the records.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  compareField?: string;
  /** The records. */
  data: ScheduleInput[];
  /** The kind. */
  entityType?: "Schedule";
  /**
   * Code of the user who made the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  exportedBy?: string;
  /**
   * Which records the backup contains. A diff leaves all others as they are.
   * @maxItems 200
   */
  filtering: FilterOrGroup[];
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingProfile?: string;
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingType?: string;
  /**
   * Name of the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  name?: string;
  /**
   * Time of the backup.
   * @format date-time
   * @maxLength 56
   */
  whenExported?: string;
}

/** A backup of Scripts, as the service returns it. */
export interface ExportEnvelopeOfScript {
  /**
   * The unique member by which a diff matches the records.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  compareField: string;
  /** The records. */
  data: Script[];
  /** The kind. */
  entityType: "Script";
  /**
   * Code of the user who made the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  exportedBy: string;
  /**
   * Which records the backup contains. A diff leaves all others as they are.
   * @maxItems 200
   */
  filtering: FilterOrGroup[];
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingProfile?: string;
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingType?: string;
  /**
   * Name of the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  name: string;
  /**
   * Time of the backup.
   * @format date-time
   * @maxLength 56
   */
  whenExported: string;
}

/** Scripts to import: a backup, or records in the form of one. */
export interface ExportEnvelopeOfScriptInput {
  /**
   * The unique member by which a diff matches the records.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  compareField?: string;
  /** The records. */
  data: ScriptInput[];
  /** The kind. */
  entityType?: "Script";
  /**
   * Code of the user who made the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  exportedBy?: string;
  /**
   * Which records the backup contains. A diff leaves all others as they are.
   * @maxItems 200
   */
  filtering: FilterOrGroup[];
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingProfile?: string;
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingType?: string;
  /**
   * Name of the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  name?: string;
  /**
   * Time of the backup.
   * @format date-time
   * @maxLength 56
   */
  whenExported?: string;
}

/** A backup of Sharings, as the service returns it. */
export interface ExportEnvelopeOfSharing {
  /**
   * The unique member by which a diff matches the records.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  compareField: string;
  /** The records. */
  data: Sharing[];
  /** The kind. */
  entityType: "Sharing";
  /**
   * Code of the user who made the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  exportedBy: string;
  /**
   * Which records the backup contains. A diff leaves all others as they are.
   * @maxItems 200
   */
  filtering: FilterOrGroup[];
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingProfile?: string;
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingType?: string;
  /**
   * Name of the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  name: string;
  /**
   * Time of the backup.
   * @format date-time
   * @maxLength 56
   */
  whenExported: string;
}

/** Sharings to import: a backup, or records in the form of one. */
export interface ExportEnvelopeOfSharingInput {
  /**
   * The unique member by which a diff matches the records.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  compareField?: string;
  /** The records. */
  data: SharingInput[];
  /** The kind. */
  entityType?: "Sharing";
  /**
   * Code of the user who made the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  exportedBy?: string;
  /**
   * Which records the backup contains. A diff leaves all others as they are.
   * @maxItems 200
   */
  filtering: FilterOrGroup[];
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingProfile?: string;
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingType?: string;
  /**
   * Name of the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  name?: string;
  /**
   * Time of the backup.
   * @format date-time
   * @maxLength 56
   */
  whenExported?: string;
}

/** A backup of Users, as the service returns it. */
export interface ExportEnvelopeOfUser {
  /**
   * The unique member by which a diff matches the records.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  compareField: string;
  /** The records. */
  data: User[];
  /** The kind. */
  entityType: "User";
  /**
   * Code of the user who made the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  exportedBy: string;
  /**
   * Which records the backup contains. A diff leaves all others as they are.
   * @maxItems 200
   */
  filtering: FilterOrGroup[];
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingProfile?: string;
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingType?: string;
  /**
   * Name of the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  name: string;
  /**
   * Time of the backup.
   * @format date-time
   * @maxLength 56
   */
  whenExported: string;
}

/** A backup of UserGroups, as the service returns it. */
export interface ExportEnvelopeOfUserGroup {
  /**
   * The unique member by which a diff matches the records.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  compareField: string;
  /** The records. */
  data: UserGroup[];
  /** The kind. */
  entityType: "UserGroup";
  /**
   * Code of the user who made the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  exportedBy: string;
  /**
   * Which records the backup contains. A diff leaves all others as they are.
   * @maxItems 200
   */
  filtering: FilterOrGroup[];
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingProfile?: string;
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingType?: string;
  /**
   * Name of the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  name: string;
  /**
   * Time of the backup.
   * @format date-time
   * @maxLength 56
   */
  whenExported: string;
}

/** UserGroups to import: a backup, or records in the form of one. */
export interface ExportEnvelopeOfUserGroupInput {
  /**
   * The unique member by which a diff matches the records.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  compareField?: string;
  /** The records. */
  data: UserGroupInput[];
  /** The kind. */
  entityType?: "UserGroup";
  /**
   * Code of the user who made the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  exportedBy?: string;
  /**
   * Which records the backup contains. A diff leaves all others as they are.
   * @maxItems 200
   */
  filtering: FilterOrGroup[];
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingProfile?: string;
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingType?: string;
  /**
   * Name of the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  name?: string;
  /**
   * Time of the backup.
   * @format date-time
   * @maxLength 56
   */
  whenExported?: string;
}

/** A backup of UserGroupRegions, as the service returns it. */
export interface ExportEnvelopeOfUserGroupRegion {
  /**
   * The unique member by which a diff matches the records.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  compareField: string;
  /** The records. */
  data: UserGroupRegion[];
  /** The kind. */
  entityType: "UserGroupRegion";
  /**
   * Code of the user who made the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  exportedBy: string;
  /**
   * Which records the backup contains. A diff leaves all others as they are.
   * @maxItems 200
   */
  filtering: FilterOrGroup[];
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingProfile?: string;
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingType?: string;
  /**
   * Name of the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  name: string;
  /**
   * Time of the backup.
   * @format date-time
   * @maxLength 56
   */
  whenExported: string;
}

/** UserGroupRegions to import: a backup, or records in the form of one. */
export interface ExportEnvelopeOfUserGroupRegionInput {
  /**
   * The unique member by which a diff matches the records.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  compareField?: string;
  /** The records. */
  data: UserGroupRegionInput[];
  /** The kind. */
  entityType?: "UserGroupRegion";
  /**
   * Code of the user who made the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  exportedBy?: string;
  /**
   * Which records the backup contains. A diff leaves all others as they are.
   * @maxItems 200
   */
  filtering: FilterOrGroup[];
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingProfile?: string;
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingType?: string;
  /**
   * Name of the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  name?: string;
  /**
   * Time of the backup.
   * @format date-time
   * @maxLength 56
   */
  whenExported?: string;
}

/** A backup of UserGroupTypes, as the service returns it. */
export interface ExportEnvelopeOfUserGroupType {
  /**
   * The unique member by which a diff matches the records.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  compareField: string;
  /** The records. */
  data: UserGroupType[];
  /** The kind. */
  entityType: "UserGroupType";
  /**
   * Code of the user who made the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  exportedBy: string;
  /**
   * Which records the backup contains. A diff leaves all others as they are.
   * @maxItems 200
   */
  filtering: FilterOrGroup[];
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingProfile?: string;
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingType?: string;
  /**
   * Name of the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  name: string;
  /**
   * Time of the backup.
   * @format date-time
   * @maxLength 56
   */
  whenExported: string;
}

/** UserGroupTypes to import: a backup, or records in the form of one. */
export interface ExportEnvelopeOfUserGroupTypeInput {
  /**
   * The unique member by which a diff matches the records.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  compareField?: string;
  /** The records. */
  data: UserGroupTypeInput[];
  /** The kind. */
  entityType?: "UserGroupType";
  /**
   * Code of the user who made the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  exportedBy?: string;
  /**
   * Which records the backup contains. A diff leaves all others as they are.
   * @maxItems 200
   */
  filtering: FilterOrGroup[];
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingProfile?: string;
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingType?: string;
  /**
   * Name of the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  name?: string;
  /**
   * Time of the backup.
   * @format date-time
   * @maxLength 56
   */
  whenExported?: string;
}

/** Users to import: a backup, or records in the form of one. */
export interface ExportEnvelopeOfUserInput {
  /**
   * The unique member by which a diff matches the records.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  compareField?: string;
  /** The records. */
  data: UserInput[];
  /** The kind. */
  entityType?: "User";
  /**
   * Code of the user who made the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  exportedBy?: string;
  /**
   * Which records the backup contains. A diff leaves all others as they are.
   * @maxItems 200
   */
  filtering: FilterOrGroup[];
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingProfile?: string;
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingType?: string;
  /**
   * Name of the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  name?: string;
  /**
   * Time of the backup.
   * @format date-time
   * @maxLength 56
   */
  whenExported?: string;
}

/** A backup of UserRoles, as the service returns it. */
export interface ExportEnvelopeOfUserRole {
  /**
   * The unique member by which a diff matches the records.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  compareField: string;
  /** The records. */
  data: UserRole[];
  /** The kind. */
  entityType: "UserRole";
  /**
   * Code of the user who made the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  exportedBy: string;
  /**
   * Which records the backup contains. A diff leaves all others as they are.
   * @maxItems 200
   */
  filtering: FilterOrGroup[];
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingProfile?: string;
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingType?: string;
  /**
   * Name of the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  name: string;
  /**
   * Time of the backup.
   * @format date-time
   * @maxLength 56
   */
  whenExported: string;
}

/** UserRoles to import: a backup, or records in the form of one. */
export interface ExportEnvelopeOfUserRoleInput {
  /**
   * The unique member by which a diff matches the records.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  compareField?: string;
  /** The records. */
  data: UserRoleInput[];
  /** The kind. */
  entityType?: "UserRole";
  /**
   * Code of the user who made the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  exportedBy?: string;
  /**
   * Which records the backup contains. A diff leaves all others as they are.
   * @maxItems 200
   */
  filtering: FilterOrGroup[];
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingProfile?: string;
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingType?: string;
  /**
   * Name of the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  name?: string;
  /**
   * Time of the backup.
   * @format date-time
   * @maxLength 56
   */
  whenExported?: string;
}

/** A backup of UserTypes, as the service returns it. */
export interface ExportEnvelopeOfUserType {
  /**
   * The unique member by which a diff matches the records.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  compareField: string;
  /** The records. */
  data: UserType[];
  /** The kind. */
  entityType: "UserType";
  /**
   * Code of the user who made the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  exportedBy: string;
  /**
   * Which records the backup contains. A diff leaves all others as they are.
   * @maxItems 200
   */
  filtering: FilterOrGroup[];
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingProfile?: string;
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingType?: string;
  /**
   * Name of the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  name: string;
  /**
   * Time of the backup.
   * @format date-time
   * @maxLength 56
   */
  whenExported: string;
}

/** UserTypes to import: a backup, or records in the form of one. */
export interface ExportEnvelopeOfUserTypeInput {
  /**
   * The unique member by which a diff matches the records.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  compareField?: string;
  /** The records. */
  data: UserTypeInput[];
  /** The kind. */
  entityType?: "UserType";
  /**
   * Code of the user who made the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  exportedBy?: string;
  /**
   * Which records the backup contains. A diff leaves all others as they are.
   * @maxItems 200
   */
  filtering: FilterOrGroup[];
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingProfile?: string;
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingType?: string;
  /**
   * Name of the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  name?: string;
  /**
   * Time of the backup.
   * @format date-time
   * @maxLength 56
   */
  whenExported?: string;
}

/** A backup of UserUserGroups, as the service returns it. */
export interface ExportEnvelopeOfUserUserGroup {
  /**
   * The unique member by which a diff matches the records.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  compareField: string;
  /** The records. */
  data: UserUserGroup[];
  /** The kind. */
  entityType: "UserUserGroup";
  /**
   * Code of the user who made the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  exportedBy: string;
  /**
   * Which records the backup contains. A diff leaves all others as they are.
   * @maxItems 200
   */
  filtering: FilterOrGroup[];
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingProfile?: string;
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingType?: string;
  /**
   * Name of the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  name: string;
  /**
   * Time of the backup.
   * @format date-time
   * @maxLength 56
   */
  whenExported: string;
}

/** UserUserGroups to import: a backup, or records in the form of one. */
export interface ExportEnvelopeOfUserUserGroupInput {
  /**
   * The unique member by which a diff matches the records.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  compareField?: string;
  /** The records. */
  data: UserUserGroupInput[];
  /** The kind. */
  entityType?: "UserUserGroup";
  /**
   * Code of the user who made the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  exportedBy?: string;
  /**
   * Which records the backup contains. A diff leaves all others as they are.
   * @maxItems 200
   */
  filtering: FilterOrGroup[];
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingProfile?: string;
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingType?: string;
  /**
   * Name of the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  name?: string;
  /**
   * Time of the backup.
   * @format date-time
   * @maxLength 56
   */
  whenExported?: string;
}

/** A backup of WorklogTypes, as the service returns it. */
export interface ExportEnvelopeOfWorklogType {
  /**
   * The unique member by which a diff matches the records.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  compareField: string;
  /** The records. */
  data: WorklogType[];
  /** The kind. */
  entityType: "WorklogType";
  /**
   * Code of the user who made the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  exportedBy: string;
  /**
   * Which records the backup contains. A diff leaves all others as they are.
   * @maxItems 200
   */
  filtering: FilterOrGroup[];
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingProfile?: string;
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingType?: string;
  /**
   * Name of the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  name: string;
  /**
   * Time of the backup.
   * @format date-time
   * @maxLength 56
   */
  whenExported: string;
}

/** WorklogTypes to import: a backup, or records in the form of one. */
export interface ExportEnvelopeOfWorklogTypeInput {
  /**
   * The unique member by which a diff matches the records.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  compareField?: string;
  /** The records. */
  data: WorklogTypeInput[];
  /** The kind. */
  entityType?: "WorklogType";
  /**
   * Code of the user who made the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  exportedBy?: string;
  /**
   * Which records the backup contains. A diff leaves all others as they are.
   * @maxItems 200
   */
  filtering: FilterOrGroup[];
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingProfile?: string;
  /**
   * As in the request for the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  listingType?: string;
  /**
   * Name of the backup.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  name?: string;
  /**
   * Time of the backup.
   * @format date-time
   * @maxLength 56
   */
  whenExported?: string;
}

/** A comparison of one member with a value. */
export interface Filter {
  /**
   * The member, with dots into objects: auditInfo.whenEdited.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  column?: string;
  /**
   * Whether the filter is nested; nestedPath alone means the same.
   * @default false
   */
  isNested?: boolean;
  /**
   * Another name of column, which is read if column is absent.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  key?: string;
  /**
   * An array of objects, one element of which must match.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  nestedPath?: string;
  /**
   * The member of an element.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  nestedProperty?: string;
  /**
   * How the member is compared. In LIKE, % is any text and _ one character; case is ignored.
   * @default "EQ"
   */
  operator?:
    | "EQ"
    | "NE"
    | "LIKE"
    | "NOT_LIKE"
    | "IN"
    | "NOT_IN"
    | "GT"
    | "GE"
    | "LT"
    | "LE"
    | "IS_NULL"
    | "IS_NOT_NULL";
  /**
   * Interpreted by the type of the member. IN and NOT_IN take a list, separated by commas.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  value?: string;
}

/** One condition on a record. */
export type FilterOrGroup = OrGroup | AndGroup | FulltextFilter | Filter;

/** Which records, in which order. */
export type Filtering = FilteringObject | FilterOrGroup[];

/** Filters, order and page of a search. */
export interface FilteringObject {
  /**
   * The kind, if an operation covers several.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  entityType?: string;
  /**
   * All must match.
   * @maxItems 200
   * @default []
   */
  filters?: FilterOrGroup[];
  /**
   * Words, each of which starts a word of code, name or description; case and accents are ignored.
   * @maxLength 1000
   * @pattern ^[^\x00]*$
   */
  fulltext?: string;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   * @max 9007199254740991
   * @default 0
   */
  page?: number;
  /**
   * By default 20 for a page and 1000 for a list. The maximum is 1000 for a page and 10000 for a list.
   * @format int64
   * @min 1
   * @max 10000
   */
  size?: number;
  /**
   * By default by code, or by id for kinds without a code. Equal values are ordered by id.
   * @maxItems 20
   */
  sort?: SortColumn[];
}

/** A format of documents. */
export interface Format {
  /**
   * The media type, by which operations name it too.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  mediaType: string;
  /**
   * The name in paths, and the extension of file names.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  name: string;
  /** Whether it is returned as text and not as base64. */
  text: boolean;
}

/** A template of documents, of file names and of messages: text with places for data. This is its form in responses. */
export interface FormatterTemplate {
  /** Who wrote a record, when, and in which version: maintained by the service, and complete in each response. */
  auditInfo: AuditInfo;
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code: string;
  /**
   * The template, or the name of its file.
   * @maxLength 1000000
   * @pattern ^[^\x00]*$
   */
  content?: string;
  /**
   * Tags of the data that the template renders.
   * @maxItems 33554432
   */
  dataTags?: string[];
  /** Page size of a PDF. */
  documentSize: "AUTO" | "PORTRAIT" | "LANDSCAPE" | "A4" | "B5" | "LETTER";
  /** What the template is for: documents, messages, or parts of other templates. */
  documentType: "PDF" | "EMAIL" | "SOURCE";
  /**
   * Id of the form that asks users for the data.
   * @format uuid
   * @maxLength 36
   */
  formId?: string;
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id: string;
  /** Type of `content`: a file below `templates/`, a template, or a script that returns HTML. */
  inputType: "FILE" | "HTML" | "SCRIPT";
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name?: string;
  /** What a PDF says about itself, and what happens to it after its layout: properties, structure, appended documents, watermark, protection, attachments, PDF/A. */
  pdf?: {
    /** TAGGED: the PDF has a structure, which screen readers need. PDF/UA-1: it also conforms to that standard, or is a 400. */
    accessibility?: "TAGGED" | "PDF/UA-1";
    /**
     * What follows the document, in this order. Each entry has one of template, file and data.
     * @maxItems 50
     */
    append?: {
      /**
       * Path of a member of the data, such as `contract.terms`: a PDF in base64, or an array of them.
       * @minLength 1
       * @maxLength 500
       * @pattern ^[^\x00]*$
       */
      data?: string;
      /**
       * Name of a PDF file below `templates/`.
       * @minLength 1
       * @maxLength 500
       * @pattern ^[^\x00]*$
       */
      file?: string;
      /**
       * Code of a FormatterTemplate, rendered with the same data.
       * @minLength 1
       * @maxLength 255
       * @pattern ^[^\x00]*$
       */
      template?: string;
    }[];
    /**
     * Files attached to the document.
     * @maxItems 20
     */
    attachments?: {
      /**
       * A template of the text of the file.
       * @minLength 1
       * @maxLength 100000
       * @pattern ^[^\x00]*$
       */
      content: string;
      /**
       * Shown by readers.
       * @maxLength 1000
       * @pattern ^[^\x00]*$
       */
      description?: string;
      /**
       * Media type of the file; `text/xml` if absent.
       * @minLength 1
       * @maxLength 100
       * @pattern ^[^\x00]*$
       */
      mediaType?: string;
      /**
       * Name of the file, such as `factur-x.xml`.
       * @minLength 1
       * @maxLength 255
       * @pattern ^[^\x00]*$
       */
      name: string;
      /** What the file is to the document; ALTERNATIVE if absent. */
      relationship?:
        | "ALTERNATIVE"
        | "DATA"
        | "SOURCE"
        | "SUPPLEMENT"
        | "UNSPECIFIED";
    }[];
    /**
     * A template of the author of the document; if its text is empty, the HTML decides.
     * @maxLength 1000
     * @pattern ^[^\x00]*$
     */
    author?: string;
    /** The standard that the document conforms to: PDF/A-3b, for archives and electronic invoices. */
    conformance?: "PDF/A-3B";
    /**
     * A template of the keywords of the document; if its text is empty, the HTML decides.
     * @maxLength 1000
     * @pattern ^[^\x00]*$
     */
    keywords?: string;
    /**
     * A template of the language of the document, such as `cs` or `en-GB`; if its text is empty, the HTML decides.
     * @maxLength 1000
     * @pattern ^[^\x00]*$
     */
    language?: string;
    /**
     * A template of the password that lifts the permissions. If absent, nobody can lift them.
     * @maxLength 1000
     * @pattern ^[^\x00]*$
     */
    ownerPassword?: string;
    /**
     * A template of the password that opens the document, such as `{{customer.pin}}`; an empty text is none.
     * @maxLength 1000
     * @pattern ^[^\x00]*$
     */
    password?: string;
    /**
     * What readers may do without the owner password; all if absent.
     * @maxItems 33554432
     */
    permissions?: (
      | "PRINT"
      | "COPY"
      | "MODIFY"
      | "ANNOTATE"
      | "FILL_FORMS"
      | "ASSEMBLE"
    )[];
    /**
     * A template of the subject of the document; if its text is empty, the HTML decides.
     * @maxLength 1000
     * @pattern ^[^\x00]*$
     */
    subject?: string;
    /**
     * A template of the title of the document, such as `Invoice {{number}}`; if its text is empty, the HTML decides.
     * @maxLength 1000
     * @pattern ^[^\x00]*$
     */
    title?: string;
    /**
     * A template of the text across each page; an empty text is none.
     * @maxLength 1000
     * @pattern ^[^\x00]*$
     */
    watermark?: string;
  };
  /** Sample data for previews. */
  previewData?: Record<string, any>;
  /** Whether e-mails may name images by `https:` addresses. Mail programs fetch them, which shows their host who reads the e-mail, when and where. */
  remoteImages?: boolean;
  /** What makes a PDF: the layout of the service, which is the default, or the browser that is configured for workers. */
  renderer?: "LAYOUT" | "BROWSER";
  /** Whether warnings are problems: what the renderer does not understand or show makes a write or a document a 400. */
  strict?: boolean;
}

/** The form of a FormatterTemplate in requests that create or replace it: what the service fills is optional. */
export interface FormatterTemplateInput {
  /** The version that a write is based on; the write is rejected if the record has another one. The other members are ignored. */
  auditInfo?: AuditInfoInput;
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code: string;
  /**
   * The template, or the name of its file.
   * @maxLength 1000000
   * @pattern ^[^\x00]*$
   */
  content?: string;
  /**
   * Tags of the data that the template renders.
   * @maxItems 33554432
   */
  dataTags?: string[];
  /**
   * Page size of a PDF.
   * @default "A4"
   */
  documentSize?: "AUTO" | "PORTRAIT" | "LANDSCAPE" | "A4" | "B5" | "LETTER";
  /**
   * What the template is for: documents, messages, or parts of other templates.
   * @default "PDF"
   */
  documentType?: "PDF" | "EMAIL" | "SOURCE";
  /**
   * Id of the form that asks users for the data.
   * @format uuid
   * @maxLength 36
   */
  formId?: string;
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id?: string;
  /** Type of `content`: a file below `templates/`, a template, or a script that returns HTML. */
  inputType: "FILE" | "HTML" | "SCRIPT";
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name?: string;
  /** What a PDF says about itself, and what happens to it after its layout: properties, structure, appended documents, watermark, protection, attachments, PDF/A. */
  pdf?: {
    /** TAGGED: the PDF has a structure, which screen readers need. PDF/UA-1: it also conforms to that standard, or is a 400. */
    accessibility?: "TAGGED" | "PDF/UA-1";
    /**
     * What follows the document, in this order. Each entry has one of template, file and data.
     * @maxItems 50
     */
    append?: {
      /**
       * Path of a member of the data, such as `contract.terms`: a PDF in base64, or an array of them.
       * @minLength 1
       * @maxLength 500
       * @pattern ^[^\x00]*$
       */
      data?: string;
      /**
       * Name of a PDF file below `templates/`.
       * @minLength 1
       * @maxLength 500
       * @pattern ^[^\x00]*$
       */
      file?: string;
      /**
       * Code of a FormatterTemplate, rendered with the same data.
       * @minLength 1
       * @maxLength 255
       * @pattern ^[^\x00]*$
       */
      template?: string;
    }[];
    /**
     * Files attached to the document.
     * @maxItems 20
     */
    attachments?: {
      /**
       * A template of the text of the file.
       * @minLength 1
       * @maxLength 100000
       * @pattern ^[^\x00]*$
       */
      content: string;
      /**
       * Shown by readers.
       * @maxLength 1000
       * @pattern ^[^\x00]*$
       */
      description?: string;
      /**
       * Media type of the file; `text/xml` if absent.
       * @minLength 1
       * @maxLength 100
       * @pattern ^[^\x00]*$
       */
      mediaType?: string;
      /**
       * Name of the file, such as `factur-x.xml`.
       * @minLength 1
       * @maxLength 255
       * @pattern ^[^\x00]*$
       */
      name: string;
      /** What the file is to the document; ALTERNATIVE if absent. */
      relationship?:
        | "ALTERNATIVE"
        | "DATA"
        | "SOURCE"
        | "SUPPLEMENT"
        | "UNSPECIFIED";
    }[];
    /**
     * A template of the author of the document; if its text is empty, the HTML decides.
     * @maxLength 1000
     * @pattern ^[^\x00]*$
     */
    author?: string;
    /** The standard that the document conforms to: PDF/A-3b, for archives and electronic invoices. */
    conformance?: "PDF/A-3B";
    /**
     * A template of the keywords of the document; if its text is empty, the HTML decides.
     * @maxLength 1000
     * @pattern ^[^\x00]*$
     */
    keywords?: string;
    /**
     * A template of the language of the document, such as `cs` or `en-GB`; if its text is empty, the HTML decides.
     * @maxLength 1000
     * @pattern ^[^\x00]*$
     */
    language?: string;
    /**
     * A template of the password that lifts the permissions. If absent, nobody can lift them.
     * @maxLength 1000
     * @pattern ^[^\x00]*$
     */
    ownerPassword?: string;
    /**
     * A template of the password that opens the document, such as `{{customer.pin}}`; an empty text is none.
     * @maxLength 1000
     * @pattern ^[^\x00]*$
     */
    password?: string;
    /**
     * What readers may do without the owner password; all if absent.
     * @maxItems 33554432
     */
    permissions?: (
      | "PRINT"
      | "COPY"
      | "MODIFY"
      | "ANNOTATE"
      | "FILL_FORMS"
      | "ASSEMBLE"
    )[];
    /**
     * A template of the subject of the document; if its text is empty, the HTML decides.
     * @maxLength 1000
     * @pattern ^[^\x00]*$
     */
    subject?: string;
    /**
     * A template of the title of the document, such as `Invoice {{number}}`; if its text is empty, the HTML decides.
     * @maxLength 1000
     * @pattern ^[^\x00]*$
     */
    title?: string;
    /**
     * A template of the text across each page; an empty text is none.
     * @maxLength 1000
     * @pattern ^[^\x00]*$
     */
    watermark?: string;
  };
  /** Sample data for previews. */
  previewData?: Record<string, any>;
  /** Whether e-mails may name images by `https:` addresses. Mail programs fetch them, which shows their host who reads the e-mail, when and where. */
  remoteImages?: boolean;
  /** What makes a PDF: the layout of the service, which is the default, or the browser that is configured for workers. */
  renderer?: "LAYOUT" | "BROWSER";
  /** Whether warnings are problems: what the renderer does not understand or show makes a write or a document a 400. */
  strict?: boolean;
}

/** Matches if each word starts a word of code, name or description. */
export interface FulltextFilter {
  /**
   * Words, separated by spaces; case and accents are ignored.
   * @maxLength 1000
   * @pattern ^[^\x00]*$
   */
  fulltext: string;
}

/** A document to generate. */
export interface GenerateItem {
  /** Input of the template. */
  data: Record<string, any>;
  /**
   * Chosen by the client; need not be unique.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  documentId: string;
  /**
   * Code of a FormatterTemplate.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  documentTemplateCode: string;
}

/** A generated document. */
export interface GenerateResult {
  /**
   * Ids and versions of the appended templates, as `<id>:<version>,…`; absent without any.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  appendedVersions?: string;
  /**
   * The document: base64, or the text itself for text formats. Absent if the document failed.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  data?: string;
  /**
   * The documentId of the item.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  documentId: string;
  /**
   * Why the document could not be made, or was not made before the end of the Job.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  error?: string;
  /**
   * Version of the template of the document.
   * @format int32
   * @min 1
   * @max 2147483647
   */
  templateVersion?: number;
}

/** The changes of an import for one kind. */
export interface ImportResult {
  /**
   * Number of new records.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  created: number;
  /**
   * The kind.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  entityType: string;
  /**
   * Number of deleted records.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  removed: number;
  /**
   * Number of records that are the same.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  unchanged: number;
  /**
   * Number of changed records.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  updated: number;
  /**
   * What the import could not restore.
   * @maxItems 33554432
   */
  warnings?: string[];
}

/** A search index of a kind. */
export interface Index {
  /**
   * When the index was created.
   * @format date-time
   * @maxLength 56
   */
  created: string;
  /**
   * Number of documents in the index.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  documents: number;
  /** The search engine. */
  engine: "postgres" | "elasticsearch";
  /**
   * The numbered index in the search engine.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  index: string;
  /**
   * The job that fills or filled the index.
   * @format uuid
   * @maxLength 36
   */
  jobId?: string;
  /**
   * The kind of its records.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  kind: string;
  /**
   * When searches began to read it.
   * @format date-time
   * @maxLength 56
   */
  liveSince?: string;
  /**
   * The path of the kind, by which operations name the index.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  name: string;
  /**
   * Number of records in the database.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  records: number;
  /** State of the index. MISSING: the search engine does not have it. POST /api/v2/admin/indexes creates it. */
  state: "LIVE" | "FILLING" | "MISSING";
}

/** What a rebuild of an index did. */
export interface IndexResult {
  /**
   * Number of documents that were deleted.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  deleted: number;
  /**
   * Number of records that the engine rejected.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  failed: number;
  /**
   * The rejected records.
   * @maxItems 33554432
   */
  failures: {
    /**
     * Why the engine rejected it.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    error?: string;
    /**
     * Id of the record.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    id?: string;
  }[];
  /**
   * Number of indexed records.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  indexed: number;
  /**
   * The kind and the id of the job.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  task: string;
  /**
   * Duration of the work in the format of ISO 8601, such as `PT0.250S`.
   * @maxLength 40
   * @pattern ^PT[0-9]+\.[0-9]{3}S$
   */
  took: string;
}

/** Long work, in steps. The status of a Job follows from those of its steps. This is its form in responses. */
export interface Job {
  /**
   * Jobs that have to end before this one starts. A client sends it with a new job.
   * @maxItems 100
   */
  after?: {
    /**
     * The job whose end is waited for.
     * @format uuid
     * @maxLength 36
     */
    jobId: string;
    /** How it has to end: COMPLETED (default); FAILED, also by a cancel; or ENDED, in either way. The job is cancelled if it ends otherwise. */
    on?: "COMPLETED" | "FAILED" | "ENDED";
    /** How it has ended; absent before. Written by the service. */
    status?: "COMPLETED" | "FAILED" | "DELETED";
  }[];
  /** Who wrote a record, when, and in which version: maintained by the service, and complete in each response. */
  auditInfo: AuditInfo;
  /** What has become of the post of the last end. Written by the service. */
  callback?: {
    /**
     * What the receiver has answered, or why nothing was posted.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    answer?: string;
    /**
     * Time of the last attempt.
     * @format date-time
     * @maxLength 56
     */
    at?: string;
    /**
     * Number of attempts.
     * @format int64
     * @min -9223372036854776000
     * @max 9223372036854776000
     */
    attempts?: number;
    /** DELIVERED if the receiver has accepted it, FAILED if no more attempts follow. */
    outcome?: "DELIVERED" | "RETRYING" | "FAILED";
  };
  /** Present beside callbackUrl: whether the requests are signed. Written by the service. */
  callbackSecretSet?: boolean;
  /**
   * Where the end of the job is posted, signed with `callbackSecret` of its creation. A client sends it with a new job.
   * @maxLength 2000
   * @pattern ^[^\x00]*$
   */
  callbackUrl?: string;
  /** Present if the status is FAILED: CANCELLED after a cancel, DEADLINE after the deadline of the Job, otherwise FAILED. Written by the service. */
  cause?: "FAILED" | "CANCELLED" | "DEADLINE";
  /** If false, the job stays open after the end of its last step, until its client closes it. If true, it takes no more steps, and ends with its last open step. If absent, it takes steps until the last of those that it has ends. A client sends it with a new job of a type of its own. */
  closed?: boolean;
  /**
   * Of the steps of the type with this key, workers of the client run one at a time. `stepData.concurrencyKey` of a step goes before it. A client sends it with a new job.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  concurrencyKey?: string;
  /** Input of the job. The schema DataOf… of a built-in type describes it; a type of the client takes any object. */
  data?:
    | Record<string, any>
    | DataOfReindex
    | DataOfReindexSelected
    | DataOfReindexCompleted
    | DataOfCompareIndex
    | DataOfDeleteLogs
    | DataOfDirectorySync
    | DataOfGenerateDocuments;
  /**
   * If the Job has not ended by then, it and its open steps become FAILED with the cause DEADLINE.
   * @format date-time
   * @maxLength 56
   */
  deadline?: string;
  /**
   * When the work ended.
   * @format date-time
   * @maxLength 56
   */
  endDate?: string;
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id: string;
  /**
   * Seconds between an end of the job and its resend, of all resends together; the work took the time from startDate to endDate without them. Written by the service.
   * @format double
   */
  idleSeconds?: number;
  /**
   * Returned with expand=JOB_STEPS and in the response to the creation.
   * @maxItems 33554432
   */
  jobSteps?: JobStep[];
  /**
   * A built-in type, whose steps workers run, or a type of the client, which runs the steps itself.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  jobType: string;
  /** Present if the value is true: no step starts until the job is resumed. Written by the service. */
  paused?: boolean;
  /**
   * Steps of Jobs with a greater priority are claimed first; 0 by default.
   * @format int64
   * @min -100
   * @max 100
   */
  priority?: number;
  /**
   * Why the service has cancelled the job. Written by the service.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  reason?: string;
  /**
   * No step is claimed before. Workers plan a Job of a built-in type then.
   * @format date-time
   * @maxLength 56
   */
  startAfter?: string;
  /**
   * When the work begins or has begun.
   * @format date-time
   * @maxLength 56
   */
  startDate: string;
  /** State of the work, which follows from its steps. */
  status: "NEW" | "IN_PROGRESS" | "COMPLETED" | "FAILED";
  /** While a job of the type with this key is open, the request is answered with it, and creates no other. A client sends it with a new job. */
  unique?: {
    /**
     * What must not run twice, among jobs of the type.
     * @minLength 1
     * @maxLength 255
     * @pattern ^[^\x00]*$
     */
    key: string;
    /**
     * Also answer a COMPLETED job with the key that was created within so many seconds.
     * @format int64
     * @min 1
     * @max 31536000
     */
    withinSeconds?: number;
  };
  /** Present if the value is true: the job waits for jobs of `after`, and no step starts. */
  waits?: boolean;
}

/** A job with the jobs before and after it. */
export interface JobChain {
  /** Whether the chain has more than 100 jobs; the farthest are left out. */
  isPartial: boolean;
  /**
   * The jobs, in the order of their creation.
   * @maxItems 100
   */
  jobs: ChainedJob[];
}

/** The form of a Job in requests that create or replace it: what the service fills is optional. */
export interface JobInput {
  /**
   * Jobs that have to end before this one starts. A client sends it with a new job.
   * @maxItems 100
   */
  after?: {
    /**
     * The job whose end is waited for.
     * @format uuid
     * @maxLength 36
     */
    jobId: string;
    /** How it has to end: COMPLETED (default); FAILED, also by a cancel; or ENDED, in either way. The job is cancelled if it ends otherwise. */
    on?: "COMPLETED" | "FAILED" | "ENDED";
    /** How it has ended; absent before. Written by the service. */
    status?: "COMPLETED" | "FAILED" | "DELETED";
  }[];
  /** The version that a write is based on; the write is rejected if the record has another one. The other members are ignored. */
  auditInfo?: AuditInfoInput;
  /** What has become of the post of the last end. Written by the service. */
  callback?: {
    /**
     * What the receiver has answered, or why nothing was posted.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    answer?: string;
    /**
     * Time of the last attempt.
     * @format date-time
     * @maxLength 56
     */
    at?: string;
    /**
     * Number of attempts.
     * @format int64
     * @min -9223372036854776000
     * @max 9223372036854776000
     */
    attempts?: number;
    /** DELIVERED if the receiver has accepted it, FAILED if no more attempts follow. */
    outcome?: "DELIVERED" | "RETRYING" | "FAILED";
  };
  /**
   * Signs the posts to callbackUrl. A client sends it with a new job; no response contains it.
   * @minLength 1
   * @maxLength 1000
   * @pattern ^[^\x00]*$
   */
  callbackSecret?: string;
  /** Present beside callbackUrl: whether the requests are signed. Written by the service. */
  callbackSecretSet?: boolean;
  /**
   * Where the end of the job is posted, signed with `callbackSecret` of its creation. A client sends it with a new job.
   * @maxLength 2000
   * @pattern ^[^\x00]*$
   */
  callbackUrl?: string;
  /** Present if the status is FAILED: CANCELLED after a cancel, DEADLINE after the deadline of the Job, otherwise FAILED. Written by the service. */
  cause?: "FAILED" | "CANCELLED" | "DEADLINE";
  /** If false, the job stays open after the end of its last step, until its client closes it. If true, it takes no more steps, and ends with its last open step. If absent, it takes steps until the last of those that it has ends. A client sends it with a new job of a type of its own. */
  closed?: boolean;
  /**
   * Of the steps of the type with this key, workers of the client run one at a time. `stepData.concurrencyKey` of a step goes before it. A client sends it with a new job.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  concurrencyKey?: string;
  /** Input of the job. The schema DataOf… of a built-in type describes it; a type of the client takes any object. */
  data?:
    | Record<string, any>
    | DataOfReindex
    | DataOfReindexSelected
    | DataOfReindexCompleted
    | DataOfCompareIndex
    | DataOfDeleteLogs
    | DataOfDirectorySync
    | DataOfGenerateDocuments;
  /**
   * If the Job has not ended by then, it and its open steps become FAILED with the cause DEADLINE.
   * @format date-time
   * @maxLength 56
   */
  deadline?: string;
  /**
   * When the work ended.
   * @format date-time
   * @maxLength 56
   */
  endDate?: string;
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id?: string;
  /**
   * Seconds between an end of the job and its resend, of all resends together; the work took the time from startDate to endDate without them. Written by the service.
   * @format double
   */
  idleSeconds?: number;
  /**
   * The first steps of a new job.
   * @maxItems 33554432
   */
  jobSteps?: StepOfJobInput[];
  /**
   * A built-in type, whose steps workers run, or a type of the client, which runs the steps itself.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  jobType: string;
  /** Present if the value is true: no step starts until the job is resumed. Written by the service. */
  paused?: boolean;
  /**
   * Steps of Jobs with a greater priority are claimed first; 0 by default.
   * @format int64
   * @min -100
   * @max 100
   */
  priority?: number;
  /**
   * Why the service has cancelled the job. Written by the service.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  reason?: string;
  /**
   * No step is claimed before. Workers plan a Job of a built-in type then.
   * @format date-time
   * @maxLength 56
   */
  startAfter?: string;
  /**
   * When the work begins or has begun.
   * @format date-time
   * @maxLength 56
   */
  startDate: string;
  /** State of the work, which follows from its steps. */
  status: "NEW" | "IN_PROGRESS" | "COMPLETED" | "FAILED";
  /** While a job of the type with this key is open, the request is answered with it, and creates no other. A client sends it with a new job. */
  unique?: {
    /**
     * What must not run twice, among jobs of the type.
     * @minLength 1
     * @maxLength 255
     * @pattern ^[^\x00]*$
     */
    key: string;
    /**
     * Also answer a COMPLETED job with the key that was created within so many seconds.
     * @format int64
     * @min 1
     * @max 31536000
     */
    withinSeconds?: number;
  };
  /** Present if the value is true: the job waits for jobs of `after`, and no step starts. */
  waits?: boolean;
}

/** One step of a Job: a chunk of its work, which is run as a whole and can be run again. This is its form in responses. */
export interface JobStep {
  /** Who wrote a record, when, and in which version: maintained by the service, and complete in each response. */
  auditInfo: AuditInfo;
  /** Present if the status is FAILED: CANCELLED after a cancel, DEADLINE after the deadline of the Job, otherwise FAILED. Written by the service. */
  cause?: "FAILED" | "CANCELLED" | "DEADLINE";
  /**
   * Ids of the records of the step, or the first and the last one if stepData.chunkIsRange is true.
   * @maxItems 33554432
   */
  chunk?: string[];
  /**
   * Identifies the chunk; unique together with the name.
   * @format uuid
   * @maxLength 36
   */
  chunkId?: string;
  /**
   * When the step ended.
   * @format date-time
   * @maxLength 56
   */
  endDate?: string;
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id: string;
  /**
   * The Job of the step.
   * @format uuid
   * @maxLength 36
   */
  jobId: string;
  /**
   * What happened, in lines; the reason of a failure.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  log?: string;
  /**
   * What the step does.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name: string;
  /** Result of the step, and how it was run. */
  processingInfo?: Record<string, any>;
  /**
   * When the step began.
   * @format date-time
   * @maxLength 56
   */
  startDate?: string;
  /** State of the step. */
  status: "NEW" | "IN_PROGRESS" | "COMPLETED" | "FAILED";
  /** Input of the step. */
  stepData?: Record<string, any>;
}

/** The form of a JobStep in requests that create or replace it: what the service fills is optional. */
export interface JobStepInput {
  /** The version that a write is based on; the write is rejected if the record has another one. The other members are ignored. */
  auditInfo?: AuditInfoInput;
  /** Present if the status is FAILED: CANCELLED after a cancel, DEADLINE after the deadline of the Job, otherwise FAILED. Written by the service. */
  cause?: "FAILED" | "CANCELLED" | "DEADLINE";
  /**
   * Ids of the records of the step, or the first and the last one if stepData.chunkIsRange is true.
   * @maxItems 33554432
   */
  chunk?: string[];
  /**
   * Identifies the chunk; unique together with the name.
   * @format uuid
   * @maxLength 36
   */
  chunkId?: string;
  /**
   * When the step ended.
   * @format date-time
   * @maxLength 56
   */
  endDate?: string;
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id?: string;
  /**
   * The Job of the step.
   * @format uuid
   * @maxLength 36
   */
  jobId: string;
  /**
   * What happened, in lines; the reason of a failure.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  log?: string;
  /**
   * What the step does.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name: string;
  /** Result of the step, and how it was run. */
  processingInfo?: Record<string, any>;
  /**
   * When the step began.
   * @format date-time
   * @maxLength 56
   */
  startDate?: string;
  /** State of the step. */
  status: "NEW" | "IN_PROGRESS" | "COMPLETED" | "FAILED";
  /** Input of the step. */
  stepData?: Record<string, any>;
}

/** A schedule with its next run and its last one. */
export interface ListedSchedule {
  /** A run of a schedule. */
  lastRun?: ScheduleRun;
  /**
   * When the schedule runs next; absent if it is paused or has no more runs.
   * @format date-time
   * @maxLength 56
   */
  nextRunAt?: string;
  /** Starts a Job at times: by a cron, at an interval, or once. The Job has the rights of the user who has saved the schedule last. This is its form in responses. */
  schedule: Schedule;
  /** Whether the next run waits for the end of the Job of the run before. */
  waiting: boolean;
}

/** The texts of a record in one language. */
export interface Localization {
  /**
   * The description in this language.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string;
  /**
   * The name in this language.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  name?: string;
}

/** A call between two systems: its request, its response, and how long it took. This is its form in responses. */
export interface Log {
  /** Who wrote a record, when, and in which version: maintained by the service, and complete in each response. */
  auditInfo: AuditInfo;
  /**
   * The X-Correlation-Id of the request if absent; generated if the request has none.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  correlationId?: string;
  /**
   * May contain HTML.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string;
  /**
   * Milliseconds; endDate minus startDate if absent.
   * @format int64
   * @min -9223372036854776000
   * @max 9223372036854776000
   */
  duration: number;
  /**
   * When the response came.
   * @format date-time
   * @maxLength 56
   */
  endDate: string;
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id: string;
  /** This or logTypeCode is required; the service fills the other. */
  logType?: LogTypeReference;
  /**
   * Code of the LogType when the log was written.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  logTypeCode: string;
  /**
   * Id of the message in the other system.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  messageId?: string;
  /**
   * The module that wrote the log.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  module?: string;
  /**
   * Id of that entity in its own system.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  ownerId: string;
  /**
   * Type of the entity that the log is about.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  ownerType: string;
  /** More data about the call. */
  relatedData: Record<string, any>;
  /**
   * Other entities that the call concerned.
   * @maxItems 33554432
   */
  relatedEntities?: {
    /** More data about the relation. */
    data?: Record<string, any>;
    /**
     * Id of this entry.
     * @format uuid
     * @maxLength 36
     */
    id?: string;
    /**
     * Name of the entity.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    name?: string;
    /**
     * Id of the entity in its own system.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    refId?: string;
    /**
     * Type of the entity.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    refType?: string;
    /**
     * A finer distinction of type.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    subType?: string;
    /**
     * How the entity is related.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    type?: string;
  }[];
  /**
   * The request, as text.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  request: string;
  /**
   * The response, as text.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  response: string;
  /**
   * Code of the result, such as an HTTP status.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  resultCode?: string;
  /**
   * The result in words.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  resultMessage?: string;
  /**
   * When the request was sent.
   * @format date-time
   * @maxLength 56
   */
  startDate: string;
}

/** The form of a Log in requests that create or replace it: what the service fills is optional. */
export interface LogInput {
  /** The version that a write is based on; the write is rejected if the record has another one. The other members are ignored. */
  auditInfo?: AuditInfoInput;
  /**
   * The X-Correlation-Id of the request if absent; generated if the request has none.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  correlationId?: string;
  /**
   * May contain HTML.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string;
  /**
   * Milliseconds; endDate minus startDate if absent.
   * @format int64
   * @min -9223372036854776000
   * @max 9223372036854776000
   */
  duration?: number;
  /**
   * When the response came.
   * @format date-time
   * @maxLength 56
   */
  endDate: string;
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id?: string;
  /** This or logTypeCode is required; the service fills the other. */
  logType?: LogTypeReferenceInput;
  /**
   * Code of the LogType when the log was written.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  logTypeCode?: string;
  /**
   * Id of the message in the other system.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  messageId?: string;
  /**
   * The module that wrote the log.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  module?: string;
  /**
   * Id of that entity in its own system.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  ownerId: string;
  /**
   * Type of the entity that the log is about.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  ownerType: string;
  /** More data about the call. */
  relatedData: Record<string, any>;
  /**
   * Other entities that the call concerned.
   * @maxItems 33554432
   */
  relatedEntities?: {
    /** More data about the relation. */
    data?: Record<string, any>;
    /**
     * Id of this entry.
     * @format uuid
     * @maxLength 36
     */
    id?: string;
    /**
     * Name of the entity.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    name?: string;
    /**
     * Id of the entity in its own system.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    refId?: string;
    /**
     * Type of the entity.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    refType?: string;
    /**
     * A finer distinction of type.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    subType?: string;
    /**
     * How the entity is related.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    type?: string;
  }[];
  /**
   * The request, as text.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  request: string;
  /**
   * The response, as text.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  response: string;
  /**
   * Code of the result, such as an HTTP status.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  resultCode?: string;
  /**
   * The result in words.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  resultMessage?: string;
  /**
   * When the request was sent.
   * @format date-time
   * @maxLength 56
   */
  startDate: string;
}

/** A kind of calls between two applications, and how applications show its logs. This is its form in responses. */
export interface LogType {
  /**
   * The application that calls.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  appFrom?: string;
  /**
   * The application that is called.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  appTo?: string;
  /** Who wrote a record, when, and in which version: maintained by the service, and complete in each response. */
  auditInfo: AuditInfo;
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code: string;
  /** Settings of applications, which the service stores and does not read. */
  config?: Record<string, any>;
  /**
   * Can be shown as a tooltip.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string;
  /**
   * Code of the form that shows a whole log.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  formCode?: string;
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id: string;
  /**
   * Language of requests and responses, such as JSON or XML.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  language?: string;
  /** Texts by language code. */
  localizationData?: {
    /** Whether no language is present. */
    empty: boolean;
    [key: string]: any;
  };
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name: string;
  /**
   * Protocol of the calls, such as REST or SOAP.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  protocol?: string;
  /**
   * Code of the form that shows relatedData.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  relDataFormCode?: string;
  /**
   * Code of the form that shows the request.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  requestFormCode?: string;
  /**
   * Code of the form that shows the response.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  responseFormCode?: string;
  /**
   * Start of the validity period.
   * @format date-time
   * @maxLength 56
   */
  validityFrom?: string;
  /**
   * End of the validity period.
   * @format date-time
   * @maxLength 56
   */
  validityTo?: string;
}

/** The form of a LogType in requests that create or replace it: what the service fills is optional. */
export interface LogTypeInput {
  /**
   * The application that calls.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  appFrom?: string;
  /**
   * The application that is called.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  appTo?: string;
  /** The version that a write is based on; the write is rejected if the record has another one. The other members are ignored. */
  auditInfo?: AuditInfoInput;
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code: string;
  /** Settings of applications, which the service stores and does not read. */
  config?: Record<string, any>;
  /**
   * Can be shown as a tooltip.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string;
  /**
   * Code of the form that shows a whole log.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  formCode?: string;
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id?: string;
  /**
   * Language of requests and responses, such as JSON or XML.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  language?: string;
  /** Texts by language code. */
  localizationData?: {
    /** Whether no language is present. */
    empty?: boolean;
    [key: string]: any;
  };
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name: string;
  /**
   * Protocol of the calls, such as REST or SOAP.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  protocol?: string;
  /**
   * Code of the form that shows relatedData.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  relDataFormCode?: string;
  /**
   * Code of the form that shows the request.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  requestFormCode?: string;
  /**
   * Code of the form that shows the response.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  responseFormCode?: string;
  /**
   * Start of the validity period.
   * @format date-time
   * @maxLength 56
   */
  validityFrom?: string;
  /**
   * End of the validity period.
   * @format date-time
   * @maxLength 56
   */
  validityTo?: string;
}

/** Points to a LogType in a response. */
export interface LogTypeReference {
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code: string;
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id: string;
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name: string;
}

/** Points to a LogType in a request, by id or by code, which must agree if both are given; the other members of a whole LogType are ignored. */
export interface LogTypeReferenceInput {
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code?: string;
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id?: string;
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name?: string;
  [key: string]: any;
}

/** A message that the embedded mailbox received instead of a real recipient. */
export interface MailboxMessage {
  /**
   * Their content is part of the raw message.
   * @maxItems 33554432
   */
  attachments?: {
    /**
     * Content-ID by which the HTML refers to it.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    contentId?: string;
    /**
     * Media type, such as application/pdf.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    mediaType?: string;
    /**
     * File name.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    name?: string;
    /**
     * Bytes.
     * @format int64
     * @min -9223372036854776000
     * @max 9223372036854776000
     */
    size?: number;
  }[];
  /**
   * `EMAIL` or `SMS`.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  channel: string;
  /**
   * Address or number of the sender.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  from: string;
  /**
   * Decoded, in the received order.
   * @maxItems 33554432
   */
  headers?: {
    /**
     * Name of the header.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    name?: string;
    /**
     * Its value.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    value?: string;
  }[];
  /**
   * The message as HTML.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  html?: string;
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id?: string;
  /**
   * Message-ID of an e-mail, or Twilio id (`SM…`) of an SMS.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  messageId?: string;
  /**
   * When the mailbox received the message.
   * @format date-time
   * @maxLength 56
   */
  receivedAt: string;
  /**
   * Size of the received message in bytes.
   * @format int64
   * @min -9223372036854776000
   * @max 9223372036854776000
   */
  size: number;
  /**
   * Subject of an e-mail.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  subject?: string;
  /**
   * The message as text.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  text?: string;
  /**
   * Addresses or numbers of the recipients.
   * @maxItems 33554432
   */
  to: string[];
}

/** The caller and its rights. */
export interface Me {
  /**
   * The rights of the caller.
   * @maxItems 33554432
   */
  access: {
    /**
     * A kind, or a reserved entity such as `Admin`.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    entityName: string;
    /** How many records the caller reads. */
    read: "all" | "some" | "none";
    /** How many records the caller writes. */
    write: "all" | "some" | "none";
  }[];
  /**
   * How the user signs in; absent while AUTH is off.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  authentication?: string;
  /** Kind of the credential by which the request proves its user; `none` while AUTH is off. */
  credential: "token" | "key" | "session" | "certificate" | "none";
  /**
   * Codes of the current groups.
   * @maxItems 33554432
   */
  groups: string[];
  /**
   * Name of the API key, if the credential is one.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  keyName?: string;
  /**
   * Name of the user.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  name: string;
  /**
   * Codes of the roles, those of the groups too.
   * @maxItems 33554432
   */
  roles: string[];
  /**
   * Code of the user; `anonymous` while AUTH is off.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  user: string;
}

/** A key to make. */
export interface NewApiKey {
  /**
   * Names the key in lists and in the audit list.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name: string;
  /**
   * Narrows the rights of the user; without entityName, a scope covers everything. All rights if absent.
   * @maxItems 33554432
   */
  scopes?: {
    /** The right. */
    accessRule: "READ" | "READ_WRITE";
    /**
     * A kind, or a reserved entity such as `Admin`; everything if absent.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    entityName?: string;
  }[];
  /**
   * Id or code of the user; the caller if absent.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  user?: string;
  /**
   * The key is refused from this time on.
   * @format date-time
   * @maxLength 56
   */
  validTo?: string;
}

/** A query to save. */
export interface NewSavedQuery {
  /**
   * Name of the query in the list. A user has one query of a name in a view.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name: string;
  /**
   * Filters, range and order as in the address of the list, such as `status=FAILED&range=1d`.
   * @maxLength 8000
   * @pattern ^[^\x00]*$
   */
  query: string;
  /** Whether all users see the query: its view, name and text. No by default. */
  shared?: boolean;
  /**
   * Path of the list in the console, such as `jobs` or `records/users`.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  view: string;
}

/** Messages to users, groups and addresses, over e-mail, SMS and webhooks, with every attempt to deliver them. This is its form in responses. */
export interface Notification {
  /** Who wrote a record, when, and in which version: maintained by the service, and complete in each response. */
  auditInfo: AuditInfo;
  /**
   * The text of the last message.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  contents?: string;
  /**
   * When the notification was accepted.
   * @format date-time
   * @maxLength 56
   */
  created: string;
  /** Input of the templates. */
  data?: Record<string, any>;
  /**
   * Earliest time of delivery.
   * @format date-time
   * @maxLength 56
   */
  deliveryFromTime?: string;
  /**
   * End of the first delivery window.
   * @format date-time
   * @maxLength 56
   */
  deliveryToTime?: string;
  /**
   * No message is sent after this time.
   * @format date-time
   * @maxLength 56
   */
  expirationDate?: string;
  /**
   * The sender, if it replaces the configured one.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  from?: string;
  /**
   * The user who sent the notification.
   * @format uuid
   * @maxLength 36
   */
  fromUserId?: string;
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id: string;
  /**
   * The targets, with the state of their deliveries.
   * @maxItems 33554432
   */
  notificationTo: {
    /** A postal address; stored and ignored. */
    address?: Record<string, any>;
    /**
     * The attempts to deliver, oldest first.
     * @maxItems 33554432
     */
    attempts?: {
      /**
       * Response of the provider, or the reason if the provider did not respond.
       * @maxLength 67108864
       * @pattern ^[^\x00]*$
       */
      answer?: string;
      /**
       * Start of the attempt, or arrival of the report.
       * @format date-time
       * @maxLength 56
       */
      at?: string;
      /**
       * Number of the attempt, from 1; a report about a sent e-mail has none.
       * @format int64
       * @min -9223372036854776000
       * @max 9223372036854776000
       */
      attempt?: number;
      /**
       * Duration of the attempt in ms.
       * @format int64
       * @min -9223372036854776000
       * @max 9223372036854776000
       */
      durationMs?: number;
      /**
       * One of sent, rejected, retry, unknown, and lost (the worker died); of a report, bounced, soft-bounced or complained.
       * @maxLength 67108864
       * @pattern ^[^\x00]*$
       */
      outcome?: string;
      /**
       * The provider that the message was handed to, or that has sent the report.
       * @maxLength 67108864
       * @pattern ^[^\x00]*$
       */
      provider?: string;
      /**
       * Segments of an SMS, each of which is billed.
       * @format int64
       * @min -9223372036854776000
       * @max 9223372036854776000
       */
      segments?: number;
      /**
       * The worker process.
       * @maxLength 67108864
       * @pattern ^[^\x00]*$
       */
      worker?: string;
    }[];
    /** Who wrote the target, and when. */
    auditInfo?: {
      /**
       * Number of the change, from 1. A write with an older version is rejected.
       * @format int64
       * @min 0
       * @max 9007199254740991
       */
      version: number;
      /**
       * Time of the last change.
       * @format date-time
       * @maxLength 56
       */
      whenEdited: string;
      /**
       * Time of the creation.
       * @format date-time
       * @maxLength 56
       */
      whenInserted: string;
      /**
       * Code of the user who made the last change.
       * @maxLength 67108864
       * @pattern ^[^\x00]*$
       */
      whoEdited: string;
      /**
       * Code of the user who created the record.
       * @maxLength 67108864
       * @pattern ^[^\x00]*$
       */
      whoInserted: string;
    };
    /** The channel of the delivery. */
    channel?: "email" | "sms" | "webhook";
    /**
     * The e-mail address of a recipient who is no user.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    email?: string;
    /**
     * Which address of the recipient is meant; stored and ignored.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    emailType?: string;
    /**
     * Id of the target; generated by the service if absent.
     * @format uuid
     * @maxLength 36
     */
    id: string;
    /**
     * Id of the notification; set by the service.
     * @format uuid
     * @maxLength 36
     */
    notificationId: string;
    /**
     * Id or code of the user or group.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    ownerId?: string;
    /**
     * User or UserGroup: the recipient. An owner of any other type is stored and ignored.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    ownerType?: string;
    /**
     * The EXPANDED target that this target comes from: a group, or a target with several channels.
     * @format uuid
     * @maxLength 36
     */
    parentId?: string;
    /**
     * The phone number of a recipient who is no user.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    phone?: string;
    /**
     * Id of the message at the provider.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    providerId?: string;
    /**
     * Segments of the SMS that was sent.
     * @format int64
     * @min -9223372036854776000
     * @max 9223372036854776000
     */
    segments?: number;
    /** State of the delivery. */
    status?:
      | "PLAN"
      | "IN_PROGRESS"
      | "SENT"
      | "DELIVERED"
      | "UNDELIVERED"
      | "FAILED"
      | "EXPIRED"
      | "CANCELLED"
      | "SKIPPED"
      | "EXPANDED";
    /**
     * Why the delivery has this status.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    statusReason?: string;
  }[];
  /**
   * Id of that entity in its own system.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  ownerId: string;
  /**
   * Type of the entity that the notification is about.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  ownerType: string;
  /** The members of data that the rule requires. */
  params?: Record<string, any>;
  /**
   * Other entities that the notification concerns.
   * @maxItems 33554432
   */
  relatedEntities?: {
    /** More data about the relation. */
    data?: Record<string, any>;
    /**
     * Latitude in degrees.
     * @format double
     */
    gpsLat?: number;
    /**
     * Longitude in degrees.
     * @format double
     */
    gpsLon?: number;
    /**
     * Primary key. The service makes one if a request has none.
     * @format uuid
     * @maxLength 36
     */
    id: string;
    /**
     * Name of the entity.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    name?: string;
    /**
     * Id of the notification; set by the service.
     * @format uuid
     * @maxLength 36
     */
    notificationId: string;
    /**
     * Id of the place of the entity.
     * @format uuid
     * @maxLength 36
     */
    placeId?: string;
    /**
     * Id of the entity in its own system.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    refId?: string;
    /**
     * Type of the entity.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    refType?: string;
    /**
     * A finer distinction of type.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    subType?: string;
    /**
     * How the entity is related.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    type?: string;
  }[];
  /**
   * When the last target was sent.
   * @format date-time
   * @maxLength 56
   */
  sent?: string;
  /** State of the notification, which follows from its targets. */
  status:
    | "PLAN"
    | "IN_PROGRESS"
    | "SENT"
    | "PARTIALLY_SENT"
    | "FAILED"
    | "EXPIRED"
    | "CANCELLED"
    | "SKIPPED";
  /**
   * Subject of the last message.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  subject?: string;
  /**
   * Code of the rule or of the template that made the messages.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  templateCode?: string;
}

/** A notification to send. */
export interface NotificationCreate {
  /**
   * Files of an e-mail.
   * @maxItems 33554432
   */
  attachments?: {
    /**
     * Base64.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    data: string;
    /**
     * Media type, such as application/pdf.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    mimeType: string;
    /**
     * File name.
     * @minLength 1
     * @maxLength 255
     * @pattern ^[^\x00]*$
     */
    name: string;
  }[];
  /** Input of the templates. */
  data?: Record<string, any>;
  /** Overrides members of data: salutation, content, footer. */
  formatterDocumentTemplateDataOverride?: Record<string, any>;
  /**
   * Replaces the configured sender.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  from?: string;
  /**
   * Generated by the service if absent.
   * @format uuid
   * @maxLength 36
   */
  id?: string;
  /**
   * Users, groups and addresses.
   * @maxItems 50000
   */
  notificationTo: {
    /** A postal address; stored and ignored. */
    address?: Record<string, any>;
    /** Ignored. */
    auditInfo?: Record<string, any>;
    /**
     * The e-mail address of a recipient who is no user.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    email?: string;
    /**
     * Which address of the recipient is meant; stored and ignored.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    emailType?: string;
    /**
     * Id of the target; generated by the service if absent.
     * @format uuid
     * @maxLength 36
     */
    id?: string;
    /**
     * Id of the notification; set by the service.
     * @format uuid
     * @maxLength 36
     */
    notificationId?: string;
    /**
     * Id or code of the user or group.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    ownerId?: string;
    /**
     * User or UserGroup: the recipient. An owner of any other type is stored and ignored.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    ownerType?: string;
    /**
     * The phone number of a recipient who is no user.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    phone?: string;
  }[];
  /**
   * Id of that entity in its own system.
   * @minLength 1
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  ownerId: string;
  /**
   * Type of the entity that the notification is about.
   * @minLength 1
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  ownerType: string;
  /**
   * Other entities that the notification concerns.
   * @maxItems 33554432
   */
  relatedEntities?: {
    /** Ignored. */
    auditInfo?: Record<string, any>;
    /** More data about the relation. */
    data?: Record<string, any>;
    /**
     * Latitude in degrees.
     * @format double
     */
    gpsLat?: number;
    /**
     * Longitude in degrees.
     * @format double
     */
    gpsLon?: number;
    /**
     * Primary key. The service makes one if a request has none.
     * @format uuid
     * @maxLength 36
     */
    id?: string;
    /**
     * Name of the entity.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    name?: string;
    /**
     * Id of the notification; set by the service.
     * @format uuid
     * @maxLength 36
     */
    notificationId?: string;
    /**
     * Id of the place of the entity.
     * @format uuid
     * @maxLength 36
     */
    placeId?: string;
    /**
     * Id of the entity in its own system.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    refId?: string;
    /**
     * Type of the entity.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    refType?: string;
    /**
     * A finer distinction of type.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    subType?: string;
    /**
     * How the entity is related.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    type?: string;
  }[];
  /**
   * A template that overrides the subject of the rule.
   * @maxLength 1000
   * @pattern ^[^\x00]*$
   */
  subject?: string;
  /**
   * Code of a NotificationRule, otherwise of a FormatterTemplate.
   * @minLength 1
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  templateCode: string;
}

/** Input of a rule. The service fetches what is absent from the evalNotificationUrl of the rule. */
export interface NotificationEvaluate {
  /** Input of the templates. */
  data?: Record<string, any>;
  /**
   * Users, groups and addresses.
   * @maxItems 50000
   */
  notificationTo?: {
    /** A postal address; stored and ignored. */
    address?: Record<string, any>;
    /** Ignored. */
    auditInfo?: Record<string, any>;
    /**
     * The e-mail address of a recipient who is no user.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    email?: string;
    /**
     * Which address of the recipient is meant; stored and ignored.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    emailType?: string;
    /**
     * Id of the target; generated by the service if absent.
     * @format uuid
     * @maxLength 36
     */
    id?: string;
    /**
     * Id of the notification; set by the service.
     * @format uuid
     * @maxLength 36
     */
    notificationId?: string;
    /**
     * Id or code of the user or group.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    ownerId?: string;
    /**
     * User or UserGroup: the recipient. An owner of any other type is stored and ignored.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    ownerType?: string;
    /**
     * The phone number of a recipient who is no user.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    phone?: string;
  }[];
  /**
   * Id of that entity in its own system.
   * @minLength 1
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  ownerId?: string;
  /**
   * Type of the entity that the notification is about.
   * @minLength 1
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  ownerType?: string;
}

/** An entity that a notification concerns. This is its form in responses. */
export interface NotificationRelatedEntity {
  /** Who wrote a record, when, and in which version: maintained by the service, and complete in each response. */
  auditInfo: AuditInfo;
  /** More data about the relation. */
  data?: Record<string, any>;
  /**
   * Latitude in degrees.
   * @format double
   */
  gpsLat?: number;
  /**
   * Longitude in degrees.
   * @format double
   */
  gpsLon?: number;
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id: string;
  /**
   * Name of the entity.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  name?: string;
  /**
   * Id of the notification.
   * @format uuid
   * @maxLength 36
   */
  notificationId?: string;
  /**
   * Id of the place of the entity.
   * @format uuid
   * @maxLength 36
   */
  placeId?: string;
  /**
   * Id of the entity in its own system.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  refId?: string;
  /**
   * Type of the entity.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  refType?: string;
  /**
   * A finer distinction of type.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  subType?: string;
  /**
   * How the entity is related.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  type?: string;
}

/** Turns an event into a notification: which event, which templates, which channels, and when messages may go out. This is its form in responses. */
export interface NotificationRule {
  /** The only sender to use. If absent, each channel with a template in config uses its own sender. */
  apiSenderBeanName?: "emailSender" | "smsSender" | "webhookSender";
  /** Who wrote a record, when, and in which version: maintained by the service, and complete in each response. */
  auditInfo: AuditInfo;
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code: string;
  /** Templates, subject, delivery window, expiry and other settings: see docs/notifications.md. Required beside eventType and evalNotificationUrl. `secret` is write-only: `secretSet` and `secretChangedAt` report it. */
  config?: Record<string, any>;
  /**
   * Code of the form that edits config.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  configFormCode?: string;
  /**
   * Distinguishes configurations of application areas.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  configTypeCode?: string;
  /**
   * Can be shown as a tooltip.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string;
  /**
   * URL of the data of an evaluation: absolute, or relative to the address of the microservice.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  evalNotificationUrl?: string;
  /** The event that triggers the rule; REST if absent. */
  eventType?: "SYSTEM" | "PROCESS" | "PG_BOSS" | "REST" | "DIRECT";
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id: string;
  /** Name and description by language code. */
  localizationData?: Record<string, Localization>;
  /**
   * Related microservice: one of those of MICROSERVICE_URLS, by whose URL a relative URL is absolute.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  microserviceCode?: string;
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name: string;
  /**
   * Start of the validity period.
   * @format date-time
   * @maxLength 56
   */
  validityFrom?: string;
  /**
   * End of the validity period.
   * @format date-time
   * @maxLength 56
   */
  validityTo?: string;
}

/** The form of a NotificationRule in requests that create or replace it: what the service fills is optional. */
export interface NotificationRuleInput {
  /** The only sender to use. If absent, each channel with a template in config uses its own sender. */
  apiSenderBeanName?: "emailSender" | "smsSender" | "webhookSender";
  /** The version that a write is based on; the write is rejected if the record has another one. The other members are ignored. */
  auditInfo?: AuditInfoInput;
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code: string;
  /** Templates, subject, delivery window, expiry and other settings: see docs/notifications.md. Required beside eventType and evalNotificationUrl. `secret` is write-only: `secretSet` and `secretChangedAt` report it. */
  config?: Record<string, any>;
  /**
   * Code of the form that edits config.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  configFormCode?: string;
  /**
   * Distinguishes configurations of application areas.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  configTypeCode?: string;
  /**
   * Can be shown as a tooltip.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string;
  /**
   * URL of the data of an evaluation: absolute, or relative to the address of the microservice.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  evalNotificationUrl?: string;
  /** The event that triggers the rule; REST if absent. */
  eventType?: "SYSTEM" | "PROCESS" | "PG_BOSS" | "REST" | "DIRECT";
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id?: string;
  /** Name and description by language code. */
  localizationData?: Record<string, Localization>;
  /**
   * Related microservice: one of those of MICROSERVICE_URLS, by whose URL a relative URL is absolute.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  microserviceCode?: string;
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name: string;
  /**
   * Start of the validity period.
   * @format date-time
   * @maxLength 56
   */
  validityFrom?: string;
  /**
   * End of the validity period.
   * @format date-time
   * @maxLength 56
   */
  validityTo?: string;
}

/** Matches if one of its filters matches. */
export interface OrGroup {
  /**
   * One of these must match.
   * @maxItems 200
   * @minItems 1
   */
  or: FilterOrGroup[];
}

/** A page of AccessRules. */
export interface PageOfAccessRule {
  /**
   * The records of this page.
   * @maxItems 1000
   */
  content: AccessRule[];
  /** Whether this page has no records. */
  empty: boolean;
  /** Whether this is the first page. */
  first: boolean;
  /** Whether this is the last page. */
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  number: number;
  /**
   * Number of records on this page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  numberOfElements: number;
  /** Which page was requested. */
  pageable: Pageable;
  /**
   * Maximum number of records of a page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  size: number;
  /** Whether a page is ordered. */
  sort: Sort;
  /**
   * Number of records on all pages.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalElements: number;
  /** True with `total=false` if more records match than `totalElements`; absent otherwise. */
  totalIsLowerBound?: boolean;
  /**
   * Number of pages of `totalElements`.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalPages: number;
}

/** A page of AuditEntries. */
export interface PageOfAuditEntry {
  /**
   * The records of this page.
   * @maxItems 1000
   */
  content: AuditEntry[];
  /** Whether this page has no records. */
  empty: boolean;
  /** Whether this is the first page. */
  first: boolean;
  /** Whether this is the last page. */
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  number: number;
  /**
   * Number of records on this page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  numberOfElements: number;
  /** Which page was requested. */
  pageable: Pageable;
  /**
   * Maximum number of records of a page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  size: number;
  /** Whether a page is ordered. */
  sort: Sort;
  /**
   * Number of records on all pages.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalElements: number;
  /** True with `total=false` if more records match than `totalElements`; absent otherwise. */
  totalIsLowerBound?: boolean;
  /**
   * Number of pages of `totalElements`.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalPages: number;
}

/** A page of DeadLetters. */
export interface PageOfDeadLetter {
  /**
   * The records of this page.
   * @maxItems 1000
   */
  content: DeadLetter[];
  /** Whether this page has no records. */
  empty: boolean;
  /** Whether this is the first page. */
  first: boolean;
  /** Whether this is the last page. */
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  number: number;
  /**
   * Number of records on this page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  numberOfElements: number;
  /** Which page was requested. */
  pageable: Pageable;
  /**
   * Maximum number of records of a page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  size: number;
  /** Whether a page is ordered. */
  sort: Sort;
  /**
   * Number of records on all pages.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalElements: number;
  /** True with `total=false` if more records match than `totalElements`; absent otherwise. */
  totalIsLowerBound?: boolean;
  /**
   * Number of pages of `totalElements`.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalPages: number;
}

/** A page of FormatterTemplates. */
export interface PageOfFormatterTemplate {
  /**
   * The records of this page.
   * @maxItems 1000
   */
  content: FormatterTemplate[];
  /** Whether this page has no records. */
  empty: boolean;
  /** Whether this is the first page. */
  first: boolean;
  /** Whether this is the last page. */
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  number: number;
  /**
   * Number of records on this page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  numberOfElements: number;
  /** Which page was requested. */
  pageable: Pageable;
  /**
   * Maximum number of records of a page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  size: number;
  /** Whether a page is ordered. */
  sort: Sort;
  /**
   * Number of records on all pages.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalElements: number;
  /** True with `total=false` if more records match than `totalElements`; absent otherwise. */
  totalIsLowerBound?: boolean;
  /**
   * Number of pages of `totalElements`.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalPages: number;
}

/** A page of GenerateResults. */
export interface PageOfGenerateResult {
  /**
   * The records of this page.
   * @maxItems 1000
   */
  content: GenerateResult[];
  /** Whether this page has no records. */
  empty: boolean;
  /** Whether this is the first page. */
  first: boolean;
  /** Whether this is the last page. */
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  number: number;
  /**
   * Number of records on this page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  numberOfElements: number;
  /** Which page was requested. */
  pageable: Pageable;
  /**
   * Maximum number of records of a page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  size: number;
  /** Whether a page is ordered. */
  sort: Sort;
  /**
   * Number of records on all pages.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalElements: number;
  /** True with `total=false` if more records match than `totalElements`; absent otherwise. */
  totalIsLowerBound?: boolean;
  /**
   * Number of pages of `totalElements`.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalPages: number;
}

/** A page of Jobs. */
export interface PageOfJob {
  /**
   * The records of this page.
   * @maxItems 1000
   */
  content: Job[];
  /** Whether this page has no records. */
  empty: boolean;
  /** Whether this is the first page. */
  first: boolean;
  /** Whether this is the last page. */
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  number: number;
  /**
   * Number of records on this page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  numberOfElements: number;
  /** Which page was requested. */
  pageable: Pageable;
  /**
   * Maximum number of records of a page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  size: number;
  /** Whether a page is ordered. */
  sort: Sort;
  /**
   * Number of records on all pages.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalElements: number;
  /** True with `total=false` if more records match than `totalElements`; absent otherwise. */
  totalIsLowerBound?: boolean;
  /**
   * Number of pages of `totalElements`.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalPages: number;
}

/** A page of JobSteps. */
export interface PageOfJobStep {
  /**
   * The records of this page.
   * @maxItems 1000
   */
  content: JobStep[];
  /** Whether this page has no records. */
  empty: boolean;
  /** Whether this is the first page. */
  first: boolean;
  /** Whether this is the last page. */
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  number: number;
  /**
   * Number of records on this page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  numberOfElements: number;
  /** Which page was requested. */
  pageable: Pageable;
  /**
   * Maximum number of records of a page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  size: number;
  /** Whether a page is ordered. */
  sort: Sort;
  /**
   * Number of records on all pages.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalElements: number;
  /** True with `total=false` if more records match than `totalElements`; absent otherwise. */
  totalIsLowerBound?: boolean;
  /**
   * Number of pages of `totalElements`.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalPages: number;
}

/** A page of ListedSchedules. */
export interface PageOfListedSchedule {
  /**
   * The records of this page.
   * @maxItems 1000
   */
  content: ListedSchedule[];
  /** Whether this page has no records. */
  empty: boolean;
  /** Whether this is the first page. */
  first: boolean;
  /** Whether this is the last page. */
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  number: number;
  /**
   * Number of records on this page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  numberOfElements: number;
  /** Which page was requested. */
  pageable: Pageable;
  /**
   * Maximum number of records of a page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  size: number;
  /** Whether a page is ordered. */
  sort: Sort;
  /**
   * Number of records on all pages.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalElements: number;
  /** True with `total=false` if more records match than `totalElements`; absent otherwise. */
  totalIsLowerBound?: boolean;
  /**
   * Number of pages of `totalElements`.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalPages: number;
}

/** A page of Logs. */
export interface PageOfLog {
  /**
   * The records of this page.
   * @maxItems 1000
   */
  content: Log[];
  /** Whether this page has no records. */
  empty: boolean;
  /** Whether this is the first page. */
  first: boolean;
  /** Whether this is the last page. */
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  number: number;
  /**
   * Number of records on this page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  numberOfElements: number;
  /** Which page was requested. */
  pageable: Pageable;
  /**
   * Maximum number of records of a page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  size: number;
  /** Whether a page is ordered. */
  sort: Sort;
  /**
   * Number of records on all pages.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalElements: number;
  /** True with `total=false` if more records match than `totalElements`; absent otherwise. */
  totalIsLowerBound?: boolean;
  /**
   * Number of pages of `totalElements`.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalPages: number;
}

/** A page of LogTypes. */
export interface PageOfLogType {
  /**
   * The records of this page.
   * @maxItems 1000
   */
  content: LogType[];
  /** Whether this page has no records. */
  empty: boolean;
  /** Whether this is the first page. */
  first: boolean;
  /** Whether this is the last page. */
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  number: number;
  /**
   * Number of records on this page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  numberOfElements: number;
  /** Which page was requested. */
  pageable: Pageable;
  /**
   * Maximum number of records of a page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  size: number;
  /** Whether a page is ordered. */
  sort: Sort;
  /**
   * Number of records on all pages.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalElements: number;
  /** True with `total=false` if more records match than `totalElements`; absent otherwise. */
  totalIsLowerBound?: boolean;
  /**
   * Number of pages of `totalElements`.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalPages: number;
}

/** A page of Notifications. */
export interface PageOfNotification {
  /**
   * The records of this page.
   * @maxItems 1000
   */
  content: Notification[];
  /** Whether this page has no records. */
  empty: boolean;
  /** Whether this is the first page. */
  first: boolean;
  /** Whether this is the last page. */
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  number: number;
  /**
   * Number of records on this page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  numberOfElements: number;
  /** Which page was requested. */
  pageable: Pageable;
  /**
   * Maximum number of records of a page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  size: number;
  /** Whether a page is ordered. */
  sort: Sort;
  /**
   * Number of records on all pages.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalElements: number;
  /** True with `total=false` if more records match than `totalElements`; absent otherwise. */
  totalIsLowerBound?: boolean;
  /**
   * Number of pages of `totalElements`.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalPages: number;
}

/** A page of NotificationRules. */
export interface PageOfNotificationRule {
  /**
   * The records of this page.
   * @maxItems 1000
   */
  content: NotificationRule[];
  /** Whether this page has no records. */
  empty: boolean;
  /** Whether this is the first page. */
  first: boolean;
  /** Whether this is the last page. */
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  number: number;
  /**
   * Number of records on this page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  numberOfElements: number;
  /** Which page was requested. */
  pageable: Pageable;
  /**
   * Maximum number of records of a page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  size: number;
  /** Whether a page is ordered. */
  sort: Sort;
  /**
   * Number of records on all pages.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalElements: number;
  /** True with `total=false` if more records match than `totalElements`; absent otherwise. */
  totalIsLowerBound?: boolean;
  /**
   * Number of pages of `totalElements`.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalPages: number;
}

/** A page of QueueJobs. */
export interface PageOfQueueJob {
  /**
   * The records of this page.
   * @maxItems 1000
   */
  content: QueueJob[];
  /** Whether this page has no records. */
  empty: boolean;
  /** Whether this is the first page. */
  first: boolean;
  /** Whether this is the last page. */
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  number: number;
  /**
   * Number of records on this page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  numberOfElements: number;
  /** Which page was requested. */
  pageable: Pageable;
  /**
   * Maximum number of records of a page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  size: number;
  /** Whether a page is ordered. */
  sort: Sort;
  /**
   * Number of records on all pages.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalElements: number;
  /** True with `total=false` if more records match than `totalElements`; absent otherwise. */
  totalIsLowerBound?: boolean;
  /**
   * Number of pages of `totalElements`.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalPages: number;
}

/** A page of Roles. */
export interface PageOfRole {
  /**
   * The records of this page.
   * @maxItems 1000
   */
  content: Role[];
  /** Whether this page has no records. */
  empty: boolean;
  /** Whether this is the first page. */
  first: boolean;
  /** Whether this is the last page. */
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  number: number;
  /**
   * Number of records on this page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  numberOfElements: number;
  /** Which page was requested. */
  pageable: Pageable;
  /**
   * Maximum number of records of a page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  size: number;
  /** Whether a page is ordered. */
  sort: Sort;
  /**
   * Number of records on all pages.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalElements: number;
  /** True with `total=false` if more records match than `totalElements`; absent otherwise. */
  totalIsLowerBound?: boolean;
  /**
   * Number of pages of `totalElements`.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalPages: number;
}

/** A page of RoleAccessRules. */
export interface PageOfRoleAccessRule {
  /**
   * The records of this page.
   * @maxItems 1000
   */
  content: RoleAccessRule[];
  /** Whether this page has no records. */
  empty: boolean;
  /** Whether this is the first page. */
  first: boolean;
  /** Whether this is the last page. */
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  number: number;
  /**
   * Number of records on this page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  numberOfElements: number;
  /** Which page was requested. */
  pageable: Pageable;
  /**
   * Maximum number of records of a page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  size: number;
  /** Whether a page is ordered. */
  sort: Sort;
  /**
   * Number of records on all pages.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalElements: number;
  /** True with `total=false` if more records match than `totalElements`; absent otherwise. */
  totalIsLowerBound?: boolean;
  /**
   * Number of pages of `totalElements`.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalPages: number;
}

/** A page of Schedules. */
export interface PageOfSchedule {
  /**
   * The records of this page.
   * @maxItems 1000
   */
  content: Schedule[];
  /** Whether this page has no records. */
  empty: boolean;
  /** Whether this is the first page. */
  first: boolean;
  /** Whether this is the last page. */
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  number: number;
  /**
   * Number of records on this page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  numberOfElements: number;
  /** Which page was requested. */
  pageable: Pageable;
  /**
   * Maximum number of records of a page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  size: number;
  /** Whether a page is ordered. */
  sort: Sort;
  /**
   * Number of records on all pages.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalElements: number;
  /** True with `total=false` if more records match than `totalElements`; absent otherwise. */
  totalIsLowerBound?: boolean;
  /**
   * Number of pages of `totalElements`.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalPages: number;
}

/** A page of Scripts. */
export interface PageOfScript {
  /**
   * The records of this page.
   * @maxItems 1000
   */
  content: Script[];
  /** Whether this page has no records. */
  empty: boolean;
  /** Whether this is the first page. */
  first: boolean;
  /** Whether this is the last page. */
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  number: number;
  /**
   * Number of records on this page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  numberOfElements: number;
  /** Which page was requested. */
  pageable: Pageable;
  /**
   * Maximum number of records of a page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  size: number;
  /** Whether a page is ordered. */
  sort: Sort;
  /**
   * Number of records on all pages.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalElements: number;
  /** True with `total=false` if more records match than `totalElements`; absent otherwise. */
  totalIsLowerBound?: boolean;
  /**
   * Number of pages of `totalElements`.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalPages: number;
}

/** A page of Sharings. */
export interface PageOfSharing {
  /**
   * The records of this page.
   * @maxItems 1000
   */
  content: Sharing[];
  /** Whether this page has no records. */
  empty: boolean;
  /** Whether this is the first page. */
  first: boolean;
  /** Whether this is the last page. */
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  number: number;
  /**
   * Number of records on this page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  numberOfElements: number;
  /** Which page was requested. */
  pageable: Pageable;
  /**
   * Maximum number of records of a page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  size: number;
  /** Whether a page is ordered. */
  sort: Sort;
  /**
   * Number of records on all pages.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalElements: number;
  /** True with `total=false` if more records match than `totalElements`; absent otherwise. */
  totalIsLowerBound?: boolean;
  /**
   * Number of pages of `totalElements`.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalPages: number;
}

/** A page of Suppressions. */
export interface PageOfSuppression {
  /**
   * The records of this page.
   * @maxItems 1000
   */
  content: Suppression[];
  /** Whether this page has no records. */
  empty: boolean;
  /** Whether this is the first page. */
  first: boolean;
  /** Whether this is the last page. */
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  number: number;
  /**
   * Number of records on this page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  numberOfElements: number;
  /** Which page was requested. */
  pageable: Pageable;
  /**
   * Maximum number of records of a page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  size: number;
  /** Whether a page is ordered. */
  sort: Sort;
  /**
   * Number of records on all pages.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalElements: number;
  /** True with `total=false` if more records match than `totalElements`; absent otherwise. */
  totalIsLowerBound?: boolean;
  /**
   * Number of pages of `totalElements`.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalPages: number;
}

/** A page of Users. */
export interface PageOfUser {
  /**
   * The records of this page.
   * @maxItems 1000
   */
  content: User[];
  /** Whether this page has no records. */
  empty: boolean;
  /** Whether this is the first page. */
  first: boolean;
  /** Whether this is the last page. */
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  number: number;
  /**
   * Number of records on this page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  numberOfElements: number;
  /** Which page was requested. */
  pageable: Pageable;
  /**
   * Maximum number of records of a page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  size: number;
  /** Whether a page is ordered. */
  sort: Sort;
  /**
   * Number of records on all pages.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalElements: number;
  /** True with `total=false` if more records match than `totalElements`; absent otherwise. */
  totalIsLowerBound?: boolean;
  /**
   * Number of pages of `totalElements`.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalPages: number;
}

/** A page of UserGroups. */
export interface PageOfUserGroup {
  /**
   * The records of this page.
   * @maxItems 1000
   */
  content: UserGroup[];
  /** Whether this page has no records. */
  empty: boolean;
  /** Whether this is the first page. */
  first: boolean;
  /** Whether this is the last page. */
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  number: number;
  /**
   * Number of records on this page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  numberOfElements: number;
  /** Which page was requested. */
  pageable: Pageable;
  /**
   * Maximum number of records of a page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  size: number;
  /** Whether a page is ordered. */
  sort: Sort;
  /**
   * Number of records on all pages.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalElements: number;
  /** True with `total=false` if more records match than `totalElements`; absent otherwise. */
  totalIsLowerBound?: boolean;
  /**
   * Number of pages of `totalElements`.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalPages: number;
}

/** A page of UserGroupRegions. */
export interface PageOfUserGroupRegion {
  /**
   * The records of this page.
   * @maxItems 1000
   */
  content: UserGroupRegion[];
  /** Whether this page has no records. */
  empty: boolean;
  /** Whether this is the first page. */
  first: boolean;
  /** Whether this is the last page. */
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  number: number;
  /**
   * Number of records on this page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  numberOfElements: number;
  /** Which page was requested. */
  pageable: Pageable;
  /**
   * Maximum number of records of a page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  size: number;
  /** Whether a page is ordered. */
  sort: Sort;
  /**
   * Number of records on all pages.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalElements: number;
  /** True with `total=false` if more records match than `totalElements`; absent otherwise. */
  totalIsLowerBound?: boolean;
  /**
   * Number of pages of `totalElements`.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalPages: number;
}

/** A page of UserGroupTypes. */
export interface PageOfUserGroupType {
  /**
   * The records of this page.
   * @maxItems 1000
   */
  content: UserGroupType[];
  /** Whether this page has no records. */
  empty: boolean;
  /** Whether this is the first page. */
  first: boolean;
  /** Whether this is the last page. */
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  number: number;
  /**
   * Number of records on this page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  numberOfElements: number;
  /** Which page was requested. */
  pageable: Pageable;
  /**
   * Maximum number of records of a page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  size: number;
  /** Whether a page is ordered. */
  sort: Sort;
  /**
   * Number of records on all pages.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalElements: number;
  /** True with `total=false` if more records match than `totalElements`; absent otherwise. */
  totalIsLowerBound?: boolean;
  /**
   * Number of pages of `totalElements`.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalPages: number;
}

/** A page of UserRoles. */
export interface PageOfUserRole {
  /**
   * The records of this page.
   * @maxItems 1000
   */
  content: UserRole[];
  /** Whether this page has no records. */
  empty: boolean;
  /** Whether this is the first page. */
  first: boolean;
  /** Whether this is the last page. */
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  number: number;
  /**
   * Number of records on this page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  numberOfElements: number;
  /** Which page was requested. */
  pageable: Pageable;
  /**
   * Maximum number of records of a page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  size: number;
  /** Whether a page is ordered. */
  sort: Sort;
  /**
   * Number of records on all pages.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalElements: number;
  /** True with `total=false` if more records match than `totalElements`; absent otherwise. */
  totalIsLowerBound?: boolean;
  /**
   * Number of pages of `totalElements`.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalPages: number;
}

/** A page of UserTypes. */
export interface PageOfUserType {
  /**
   * The records of this page.
   * @maxItems 1000
   */
  content: UserType[];
  /** Whether this page has no records. */
  empty: boolean;
  /** Whether this is the first page. */
  first: boolean;
  /** Whether this is the last page. */
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  number: number;
  /**
   * Number of records on this page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  numberOfElements: number;
  /** Which page was requested. */
  pageable: Pageable;
  /**
   * Maximum number of records of a page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  size: number;
  /** Whether a page is ordered. */
  sort: Sort;
  /**
   * Number of records on all pages.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalElements: number;
  /** True with `total=false` if more records match than `totalElements`; absent otherwise. */
  totalIsLowerBound?: boolean;
  /**
   * Number of pages of `totalElements`.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalPages: number;
}

/** A page of UserUserGroups. */
export interface PageOfUserUserGroup {
  /**
   * The records of this page.
   * @maxItems 1000
   */
  content: UserUserGroup[];
  /** Whether this page has no records. */
  empty: boolean;
  /** Whether this is the first page. */
  first: boolean;
  /** Whether this is the last page. */
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  number: number;
  /**
   * Number of records on this page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  numberOfElements: number;
  /** Which page was requested. */
  pageable: Pageable;
  /**
   * Maximum number of records of a page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  size: number;
  /** Whether a page is ordered. */
  sort: Sort;
  /**
   * Number of records on all pages.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalElements: number;
  /** True with `total=false` if more records match than `totalElements`; absent otherwise. */
  totalIsLowerBound?: boolean;
  /**
   * Number of pages of `totalElements`.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalPages: number;
}

/** A page of WorklogTypes. */
export interface PageOfWorklogType {
  /**
   * The records of this page.
   * @maxItems 1000
   */
  content: WorklogType[];
  /** Whether this page has no records. */
  empty: boolean;
  /** Whether this is the first page. */
  first: boolean;
  /** Whether this is the last page. */
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  number: number;
  /**
   * Number of records on this page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  numberOfElements: number;
  /** Which page was requested. */
  pageable: Pageable;
  /**
   * Maximum number of records of a page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  size: number;
  /** Whether a page is ordered. */
  sort: Sort;
  /**
   * Number of records on all pages.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalElements: number;
  /** True with `total=false` if more records match than `totalElements`; absent otherwise. */
  totalIsLowerBound?: boolean;
  /**
   * Number of pages of `totalElements`.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  totalPages: number;
}

/** Which page was requested. */
export interface Pageable {
  /**
   * Number of records before the page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  offset: number;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  pageNumber: number;
  /**
   * Maximum number of records of a page.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  pageSize: number;
  /** Always true. */
  paged: boolean;
  /** Whether a page is ordered. */
  sort: Sort;
  /** Always false. */
  unpaged: boolean;
}

/** A new password. */
export interface PasswordChange {
  /**
   * The present password; required from users who change their own.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  current?: string;
  /**
   * The new password.
   * @minLength 8
   * @maxLength 256
   * @pattern ^[^\x00]*$
   */
  password: string;
}

/** A change of a AccessRule: a merge patch (RFC 7396). Absent members stay as they are; null removes a member. */
export interface PatchOfAccessRule {
  /** If absent, READ_WRITE with fullAccess and READ without. */
  accessRule?: "READ" | "READ_WRITE" | null;
  /** The version that the change is based on. */
  auditInfo?: AuditInfoInput | null;
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code?: string;
  /**
   * Why the rule exists.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string | null;
  /**
   * Kind of the records, or one of Admin, Metrics, Mailbox, ScriptRun, DocumentRun, NotificationSend with fullAccess. A rule with fullAccess and no entityName covers every kind.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  entityName?: string | null;
  /**
   * A filtering in JSON with the placeholders ${user.id}, ${user.code} and ${user.groups}.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  expression?: string | null;
  /** Covers all records, whatever the expression. */
  fullAccess?: boolean;
  /**
   * Primary key. It cannot be changed.
   * @format uuid
   * @maxLength 36
   */
  id?: string | null;
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name?: string;
  /** When the rule applies; always if absent. */
  validFor?: TimePeriodInput | null;
}

/** A change of a FormatterTemplate: a merge patch (RFC 7396). Absent members stay as they are; null removes a member. */
export interface PatchOfFormatterTemplate {
  /** The version that the change is based on. */
  auditInfo?: AuditInfoInput | null;
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code?: string;
  /**
   * The template, or the name of its file.
   * @maxLength 1000000
   * @pattern ^[^\x00]*$
   */
  content?: string | null;
  /**
   * Tags of the data that the template renders.
   * @maxItems 33554432
   */
  dataTags?: string[] | null;
  /** Page size of a PDF. */
  documentSize?:
    | "AUTO"
    | "PORTRAIT"
    | "LANDSCAPE"
    | "A4"
    | "B5"
    | "LETTER"
    | null;
  /** What the template is for: documents, messages, or parts of other templates. */
  documentType?: "PDF" | "EMAIL" | "SOURCE" | null;
  /**
   * Id of the form that asks users for the data.
   * @format uuid
   * @maxLength 36
   */
  formId?: string | null;
  /**
   * Primary key. It cannot be changed.
   * @format uuid
   * @maxLength 36
   */
  id?: string | null;
  /** Type of `content`: a file below `templates/`, a template, or a script that returns HTML. */
  inputType?: "FILE" | "HTML" | "SCRIPT";
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name?: string | null;
  /** What a PDF says about itself, and what happens to it after its layout: properties, structure, appended documents, watermark, protection, attachments, PDF/A. */
  pdf?: {
    /** TAGGED: the PDF has a structure, which screen readers need. PDF/UA-1: it also conforms to that standard, or is a 400. */
    accessibility?: "TAGGED" | "PDF/UA-1" | null;
    /**
     * What follows the document, in this order. Each entry has one of template, file and data.
     * @maxItems 50
     */
    append?:
      | {
          /**
           * Path of a member of the data, such as `contract.terms`: a PDF in base64, or an array of them.
           * @minLength 1
           * @maxLength 500
           * @pattern ^[^\x00]*$
           */
          data?: string;
          /**
           * Name of a PDF file below `templates/`.
           * @minLength 1
           * @maxLength 500
           * @pattern ^[^\x00]*$
           */
          file?: string;
          /**
           * Code of a FormatterTemplate, rendered with the same data.
           * @minLength 1
           * @maxLength 255
           * @pattern ^[^\x00]*$
           */
          template?: string;
        }[]
      | null;
    /**
     * Files attached to the document.
     * @maxItems 20
     */
    attachments?:
      | {
          /**
           * A template of the text of the file.
           * @minLength 1
           * @maxLength 100000
           * @pattern ^[^\x00]*$
           */
          content: string;
          /**
           * Shown by readers.
           * @maxLength 1000
           * @pattern ^[^\x00]*$
           */
          description?: string;
          /**
           * Media type of the file; `text/xml` if absent.
           * @minLength 1
           * @maxLength 100
           * @pattern ^[^\x00]*$
           */
          mediaType?: string;
          /**
           * Name of the file, such as `factur-x.xml`.
           * @minLength 1
           * @maxLength 255
           * @pattern ^[^\x00]*$
           */
          name: string;
          /** What the file is to the document; ALTERNATIVE if absent. */
          relationship?:
            | "ALTERNATIVE"
            | "DATA"
            | "SOURCE"
            | "SUPPLEMENT"
            | "UNSPECIFIED";
        }[]
      | null;
    /**
     * A template of the author of the document; if its text is empty, the HTML decides.
     * @maxLength 1000
     * @pattern ^[^\x00]*$
     */
    author?: string | null;
    /** The standard that the document conforms to: PDF/A-3b, for archives and electronic invoices. */
    conformance?: "PDF/A-3B" | null;
    /**
     * A template of the keywords of the document; if its text is empty, the HTML decides.
     * @maxLength 1000
     * @pattern ^[^\x00]*$
     */
    keywords?: string | null;
    /**
     * A template of the language of the document, such as `cs` or `en-GB`; if its text is empty, the HTML decides.
     * @maxLength 1000
     * @pattern ^[^\x00]*$
     */
    language?: string | null;
    /**
     * A template of the password that lifts the permissions. If absent, nobody can lift them.
     * @maxLength 1000
     * @pattern ^[^\x00]*$
     */
    ownerPassword?: string | null;
    /**
     * A template of the password that opens the document, such as `{{customer.pin}}`; an empty text is none.
     * @maxLength 1000
     * @pattern ^[^\x00]*$
     */
    password?: string | null;
    /**
     * What readers may do without the owner password; all if absent.
     * @maxItems 33554432
     */
    permissions?:
      | ("PRINT" | "COPY" | "MODIFY" | "ANNOTATE" | "FILL_FORMS" | "ASSEMBLE")[]
      | null;
    /**
     * A template of the subject of the document; if its text is empty, the HTML decides.
     * @maxLength 1000
     * @pattern ^[^\x00]*$
     */
    subject?: string | null;
    /**
     * A template of the title of the document, such as `Invoice {{number}}`; if its text is empty, the HTML decides.
     * @maxLength 1000
     * @pattern ^[^\x00]*$
     */
    title?: string | null;
    /**
     * A template of the text across each page; an empty text is none.
     * @maxLength 1000
     * @pattern ^[^\x00]*$
     */
    watermark?: string | null;
  };
  /** Sample data for previews. */
  previewData?: Record<string, any> | null;
  /** Whether e-mails may name images by `https:` addresses. Mail programs fetch them, which shows their host who reads the e-mail, when and where. */
  remoteImages?: boolean | null;
  /** What makes a PDF: the layout of the service, which is the default, or the browser that is configured for workers. */
  renderer?: "LAYOUT" | "BROWSER" | null;
  /** Whether warnings are problems: what the renderer does not understand or show makes a write or a document a 400. */
  strict?: boolean | null;
}

/** A change of a JobStep: a merge patch (RFC 7396). Absent members stay as they are; null removes a member. */
export interface PatchOfJobStep {
  /** The version that the change is based on. */
  auditInfo?: AuditInfoInput | null;
  /** Present if the status is FAILED: CANCELLED after a cancel, DEADLINE after the deadline of the Job, otherwise FAILED. Written by the service. */
  cause?: "FAILED" | "CANCELLED" | "DEADLINE" | null;
  /**
   * Ids of the records of the step, or the first and the last one if stepData.chunkIsRange is true.
   * @maxItems 33554432
   */
  chunk?: string[] | null;
  /**
   * Identifies the chunk; unique together with the name.
   * @format uuid
   * @maxLength 36
   */
  chunkId?: string | null;
  /**
   * When the step ended.
   * @format date-time
   * @maxLength 56
   */
  endDate?: string | null;
  /**
   * Primary key. It cannot be changed.
   * @format uuid
   * @maxLength 36
   */
  id?: string | null;
  /**
   * The Job of the step.
   * @format uuid
   * @maxLength 36
   */
  jobId?: string;
  /**
   * What happened, in lines; the reason of a failure.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  log?: string | null;
  /**
   * What the step does.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name?: string;
  /** Result of the step, and how it was run. */
  processingInfo?: Record<string, any> | null;
  /**
   * When the step began.
   * @format date-time
   * @maxLength 56
   */
  startDate?: string | null;
  /** State of the step. */
  status?: "NEW" | "IN_PROGRESS" | "COMPLETED" | "FAILED";
  /** Input of the step. */
  stepData?: Record<string, any> | null;
}

/** A change of the texts of a record in one language. */
export interface PatchOfLocalization {
  /**
   * The description in this language.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string | null;
  /**
   * The name in this language.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  name?: string | null;
}

/** A change of a LogType: a merge patch (RFC 7396). Absent members stay as they are; null removes a member. */
export interface PatchOfLogType {
  /**
   * The application that calls.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  appFrom?: string | null;
  /**
   * The application that is called.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  appTo?: string | null;
  /** The version that the change is based on. */
  auditInfo?: AuditInfoInput | null;
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code?: string;
  /** Settings of applications, which the service stores and does not read. */
  config?: Record<string, any> | null;
  /**
   * Can be shown as a tooltip.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string | null;
  /**
   * Code of the form that shows a whole log.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  formCode?: string | null;
  /**
   * Primary key. It cannot be changed.
   * @format uuid
   * @maxLength 36
   */
  id?: string | null;
  /**
   * Language of requests and responses, such as JSON or XML.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  language?: string | null;
  /** Texts by language code. */
  localizationData?: {
    /** Whether no language is present. */
    empty?: boolean;
    [key: string]: any;
  };
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name?: string;
  /**
   * Protocol of the calls, such as REST or SOAP.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  protocol?: string | null;
  /**
   * Code of the form that shows relatedData.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  relDataFormCode?: string | null;
  /**
   * Code of the form that shows the request.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  requestFormCode?: string | null;
  /**
   * Code of the form that shows the response.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  responseFormCode?: string | null;
  /**
   * Start of the validity period.
   * @format date-time
   * @maxLength 56
   */
  validityFrom?: string | null;
  /**
   * End of the validity period.
   * @format date-time
   * @maxLength 56
   */
  validityTo?: string | null;
}

/** A change of a NotificationRule: a merge patch (RFC 7396). Absent members stay as they are; null removes a member. */
export interface PatchOfNotificationRule {
  /** The only sender to use. If absent, each channel with a template in config uses its own sender. */
  apiSenderBeanName?: "emailSender" | "smsSender" | "webhookSender" | null;
  /** The version that the change is based on. */
  auditInfo?: AuditInfoInput | null;
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code?: string;
  /** Templates, subject, delivery window, expiry and other settings: see docs/notifications.md. Required beside eventType and evalNotificationUrl. `secret` is write-only: `secretSet` and `secretChangedAt` report it. */
  config?: Record<string, any> | null;
  /**
   * Code of the form that edits config.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  configFormCode?: string | null;
  /**
   * Distinguishes configurations of application areas.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  configTypeCode?: string | null;
  /**
   * Can be shown as a tooltip.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string | null;
  /**
   * URL of the data of an evaluation: absolute, or relative to the address of the microservice.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  evalNotificationUrl?: string | null;
  /** The event that triggers the rule; REST if absent. */
  eventType?: "SYSTEM" | "PROCESS" | "PG_BOSS" | "REST" | "DIRECT" | null;
  /**
   * Primary key. It cannot be changed.
   * @format uuid
   * @maxLength 36
   */
  id?: string | null;
  /** Name and description by language code. */
  localizationData?: Record<string, PatchOfLocalization | null> | null;
  /**
   * Related microservice: one of those of MICROSERVICE_URLS, by whose URL a relative URL is absolute.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  microserviceCode?: string | null;
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name?: string;
  /**
   * Start of the validity period.
   * @format date-time
   * @maxLength 56
   */
  validityFrom?: string | null;
  /**
   * End of the validity period.
   * @format date-time
   * @maxLength 56
   */
  validityTo?: string | null;
}

/** A change of a Role: a merge patch (RFC 7396). Absent members stay as they are; null removes a member. */
export interface PatchOfRole {
  /** The version that the change is based on. */
  auditInfo?: AuditInfoInput | null;
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code?: string;
  /**
   * Can be shown as a tooltip.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string | null;
  /**
   * Primary key. It cannot be changed.
   * @format uuid
   * @maxLength 36
   */
  id?: string | null;
  /** Name and description by language code. */
  localizationData?: Record<string, PatchOfLocalization | null> | null;
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name?: string;
  /**
   * Start of the validity period.
   * @format date-time
   * @maxLength 56
   */
  validityFrom?: string | null;
  /**
   * End of the validity period.
   * @format date-time
   * @maxLength 56
   */
  validityTo?: string | null;
}

/** A change of a RoleAccessRule: a merge patch (RFC 7396). Absent members stay as they are; null removes a member. */
export interface PatchOfRoleAccessRule {
  /**
   * The rule.
   * @format uuid
   * @maxLength 36
   */
  accessRuleId?: string;
  /** The version that the change is based on. */
  auditInfo?: AuditInfoInput | null;
  /**
   * Primary key. It cannot be changed.
   * @format uuid
   * @maxLength 36
   */
  id?: string | null;
  /** When the role has the rule; always if absent. */
  period?: TimePeriodInput | null;
  /**
   * The role that has the rule.
   * @format uuid
   * @maxLength 36
   */
  roleId?: string;
}

/** A change of a Schedule: a merge patch (RFC 7396). Absent members stay as they are; null removes a member. */
export interface PatchOfSchedule {
  /**
   * Time of the only run.
   * @format date-time
   * @maxLength 56
   */
  at?: string | null;
  /** The version that the change is based on. */
  auditInfo?: AuditInfoInput | null;
  /**
   * Seconds after its time in which a run that no worker could start still starts; 300 if absent.
   * @format int64
   * @min 10
   * @max 31536000
   */
  catchUpSeconds?: number | null;
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code?: string;
  /**
   * When Jobs start: five fields (minute, hour, day, month, weekday), or six with the second before them. Exactly one of cron, everySeconds and at is required.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  cron?: string | null;
  /** Input of each Job. */
  data?: Record<string, any> | null;
  /**
   * What the schedule is for.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string | null;
  /** False pauses the schedule; true if absent. */
  enabled?: boolean | null;
  /**
   * Seconds between runs, counted from the time when the interval was saved.
   * @format int64
   * @min 1
   * @max 31536000
   */
  everySeconds?: number | null;
  /**
   * Primary key. It cannot be changed.
   * @format uuid
   * @maxLength 36
   */
  id?: string | null;
  /**
   * Each run starts up to so many seconds after its time, by a delay that depends on the schedule and the time.
   * @format int64
   * @min 0
   * @max 3600
   */
  jitterSeconds?: number | null;
  /**
   * Type of the Jobs: a built-in type, or a type of the client. Who saves needs the right to create them.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  jobType?: string;
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name?: string;
  /** What a run does while the Job of the run before has not ended: SKIP starts no Job, QUEUE waits for the end, REPLACE cancels that Job. */
  overlap?: "SKIP" | "QUEUE" | "REPLACE" | null;
  /**
   * IANA time zone of the cron; UTC if absent.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  timeZone?: string | null;
}

/** A change of a Script: a merge patch (RFC 7396). Absent members stay as they are; null removes a member. */
export interface PatchOfScript {
  /** The version that the change is based on. */
  auditInfo?: AuditInfoInput | null;
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code?: string;
  /**
   * What the script computes.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string | null;
  /**
   * Primary key. It cannot be changed.
   * @format uuid
   * @maxLength 36
   */
  id?: string | null;
  /** JSON Schema (2020-12) of the input. */
  inputSchema?: Record<string, any> | null;
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name?: string;
  /**
   * JavaScript: the body of a function with the parameter `input` that returns an object.
   * @minLength 1
   * @maxLength 100000
   * @pattern ^[^\x00]*$
   */
  source?: string;
  /**
   * Time limit of a run in ms; 5000 if absent.
   * @format int64
   * @min 1
   * @max 5000
   */
  timeoutMs?: number | null;
}

/** A change of a Sharing: a merge patch (RFC 7396). Absent members stay as they are; null removes a member. */
export interface PatchOfSharing {
  /** The version that the change is based on. */
  auditInfo?: AuditInfoInput | null;
  /**
   * A comment.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string | null;
  /**
   * Primary key. It cannot be changed.
   * @format uuid
   * @maxLength 36
   */
  id?: string | null;
  /** The finders return it for its owner type, whatever the reference. */
  isPublic?: boolean | null;
  /**
   * Id of the shared entity in its own system.
   * @minLength 1
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  ownerId?: string;
  /**
   * Type of the shared entity.
   * @minLength 1
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  ownerType?: string;
  /**
   * Id of the entity that it is shared with.
   * @minLength 1
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  refId?: string;
  /**
   * Type of the entity that it is shared with.
   * @minLength 1
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  refType?: string;
  /**
   * Distinguishes sharings with one reference; the `subType` of the finders.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  sharingTypeCode?: string | null;
}

/** A change of a User: a merge patch (RFC 7396). Absent members stay as they are; null removes a member. */
export interface PatchOfUser {
  /** The version that the change is based on. */
  auditInfo?: AuditInfoInput | null;
  /** How the user logs in. */
  authentication?: "LDAP" | "PKI" | "AD" | "PASSWORD" | "EMPTY" | null;
  /** Characteristics by name, validated by the registry of the type. */
  chars?: Record<string, any>;
  /**
   * Business key.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code?: string;
  /**
   * Tags by which applications group users.
   * @maxItems 33554432
   */
  dataTags?: string[] | null;
  /**
   * A comment.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string | null;
  /**
   * An e-mail address (RFC 5321, RFC 6531).
   * @maxLength 254
   * @pattern ^[^\x00]*$
   */
  email?: string | null;
  /**
   * Family name of a person.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  familyName?: string | null;
  /**
   * Given name of a person.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  givenName?: string | null;
  /**
   * Codes of the current groups of the user, from its UserUserGroups.
   * @maxItems 33554432
   */
  groups?: string[] | null;
  /**
   * Primary key. It cannot be changed.
   * @format uuid
   * @maxLength 36
   */
  id?: string | null;
  /**
   * Ids of the application modules of the user.
   * @maxItems 33554432
   */
  modulesIds?: string[] | null;
  /**
   * Required for types other than INDIVIDUAL, 1 to 255 characters. For an INDIVIDUAL, it is computed from givenName and familyName, or from the code if both are absent; the input is ignored.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  name?: string | null;
  /** Notifications that the user does not get, and when and in which language it gets the others. */
  notificationConfig?: {
    /**
     * Codes of NotificationRules and FormatterTemplates.
     * @maxItems 33554432
     */
    ignoredTemplateCodes?: string[] | null;
    /**
     * Codes of UserGroups.
     * @maxItems 33554432
     */
    ignoredUserGroups?: string[] | null;
    /**
     * Language of messages, such as cs or en-GB, where their rule has it.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    language?: string | null;
    /**
     * Start of the quiet hours, as HH:mm in timeZone.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    quietFrom?: string | null;
    /**
     * End of the quiet hours. E-mails and SMS wait until then, unless their rule is critical.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    quietTo?: string | null;
    /**
     * Time zone of the user, such as Europe/Prague.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    timeZone?: string | null;
  };
  /**
   * A phone number of 3 to 15 digits in any usual notation, such as +420 601 234 567. One to which no SMS can be sent causes a warning in X-Warnings.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  phoneNumber?: string | null;
  /**
   * Regions of the user. Each needs a regionId, and no two are the same.
   * @maxItems 33554432
   */
  regions?:
    | {
        /**
         * Weight of the region for this user.
         * @format double
         */
        coefficient?: number;
        /**
         * Id of the region.
         * @format uuid
         * @maxLength 36
         */
        regionId?: string;
        /**
         * Start of the assignment.
         * @format date-time
         * @maxLength 56
         */
        validFrom?: string;
        /**
         * End of the assignment.
         * @format date-time
         * @maxLength 56
         */
        validTo?: string;
      }[]
    | null;
  /**
   * Codes of the roles of the user, from its UserRoles.
   * @maxItems 33554432
   */
  roles?: string[] | null;
  /** A user with DISABLE cannot sign in, and has no rights. */
  status?: "ENABLE" | "DISABLE" | null;
  /**
   * The supervisor. The hierarchy has no cycles.
   * @format uuid
   * @maxLength 36
   */
  supervisorId?: string | null;
  /**
   * Code of the UserType. A rename of the type updates it.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  type?: string;
  /**
   * Start of the validity; without it there is no start.
   * @format date-time
   * @maxLength 56
   */
  validFrom?: string | null;
  /**
   * End of the validity; without it there is no end.
   * @format date-time
   * @maxLength 56
   */
  validTo?: string | null;
  /**
   * An http or https URL.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  webSite?: string | null;
}

/** A change of a UserGroup: a merge patch (RFC 7396). Absent members stay as they are; null removes a member. */
export interface PatchOfUserGroup {
  /**
   * A role of all members of the group. It is not listed in the `roles` of its users.
   * @format uuid
   * @maxLength 36
   */
  associatedUserRoleId?: string | null;
  /** The version that the change is based on. */
  auditInfo?: AuditInfoInput | null;
  /** Characteristics by name, validated by the registry of the type. */
  chars?: Record<string, any>;
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code?: string;
  /**
   * Tags by which applications group user groups.
   * @maxItems 33554432
   */
  dataTags?: string[] | null;
  /**
   * A comment.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string | null;
  /**
   * An e-mail address (RFC 5321, RFC 6531).
   * @maxLength 254
   * @pattern ^[^\x00]*$
   */
  email?: string | null;
  /**
   * Primary key. It cannot be changed.
   * @format uuid
   * @maxLength 36
   */
  id?: string | null;
  /**
   * Distinguished name of the group in the directory.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  ldapMemberOf?: string | null;
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name?: string;
  /**
   * The parent group. The hierarchy has no cycles.
   * @format uuid
   * @maxLength 36
   */
  parentUserGroupId?: string | null;
  /**
   * A phone number of 3 to 15 digits in any usual notation, such as +420 601 234 567. One to which no SMS can be sent causes a warning in X-Warnings.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  phoneNumber?: string | null;
  /**
   * Code of the UserGroupType. A rename of the type updates it.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  type?: string;
  /**
   * Start of the validity; without it there is no start.
   * @format date-time
   * @maxLength 56
   */
  validFrom?: string | null;
  /**
   * End of the validity; without it there is no end.
   * @format date-time
   * @maxLength 56
   */
  validTo?: string | null;
}

/** A change of a UserGroupRegion: a merge patch (RFC 7396). Absent members stay as they are; null removes a member. */
export interface PatchOfUserGroupRegion {
  /** The version that the change is based on. */
  auditInfo?: AuditInfoInput | null;
  /**
   * Primary key. It cannot be changed.
   * @format uuid
   * @maxLength 36
   */
  id?: string | null;
  /**
   * Id of the region.
   * @format uuid
   * @maxLength 36
   */
  regionId?: string;
  /** The group. A request may name it by its id or its code alone. */
  userGroup?: UserGroupReferenceInput;
}

/** A change of a UserGroupType: a merge patch (RFC 7396). Absent members stay as they are; null removes a member. */
export interface PatchOfUserGroupType {
  /** The version that the change is based on. */
  auditInfo?: AuditInfoInput | null;
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code?: string;
  /**
   * Can be shown as a tooltip.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string | null;
  /**
   * Primary key. It cannot be changed.
   * @format uuid
   * @maxLength 36
   */
  id?: string | null;
  /** Name and description by language code. */
  localizationData?: Record<string, PatchOfLocalization | null> | null;
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name?: string;
  /** A JSON Schema for each characteristic of the groups of this type. */
  registry?: Record<string, any>;
  /**
   * Id of the specification of the groups in another system.
   * @format uuid
   * @maxLength 36
   */
  userGroupSpecId?: string | null;
  /**
   * Start of the validity period.
   * @format date-time
   * @maxLength 56
   */
  validityFrom?: string | null;
  /**
   * End of the validity period.
   * @format date-time
   * @maxLength 56
   */
  validityTo?: string | null;
}

/** A change of a UserRole: a merge patch (RFC 7396). Absent members stay as they are; null removes a member. */
export interface PatchOfUserRole {
  /** The version that the change is based on. */
  auditInfo?: AuditInfoInput | null;
  /**
   * Primary key. It cannot be changed.
   * @format uuid
   * @maxLength 36
   */
  id?: string | null;
  /**
   * The role that the user has.
   * @format uuid
   * @maxLength 36
   */
  roleId?: string;
  /**
   * The user.
   * @format uuid
   * @maxLength 36
   */
  userId?: string;
}

/** A change of a UserType: a merge patch (RFC 7396). Absent members stay as they are; null removes a member. */
export interface PatchOfUserType {
  /** The version that the change is based on. */
  auditInfo?: AuditInfoInput | null;
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code?: string;
  /** Settings of applications, which the service stores and does not read. */
  config?: Record<string, any> | null;
  /**
   * Can be shown as a tooltip.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string | null;
  /**
   * Id of the specification of the users in another system.
   * @format uuid
   * @maxLength 36
   */
  entitySpecId?: string | null;
  /**
   * Name of the icon that applications show.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  icon?: string | null;
  /**
   * Primary key. It cannot be changed.
   * @format uuid
   * @maxLength 36
   */
  id?: string | null;
  /** Name and description by language code. */
  localizationData?: Record<string, PatchOfLocalization | null> | null;
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name?: string;
  /** A JSON Schema for each characteristic of the users of this type. */
  registry?: Record<string, any>;
  /** What the users of this type are. The name of an INDIVIDUAL is computed from its other names. */
  type?: "INDIVIDUAL" | "WORK_GROUP" | "ORGANIZATION" | "EXTERNAL";
  /**
   * Start of the validity period.
   * @format date-time
   * @maxLength 56
   */
  validityFrom?: string | null;
  /**
   * End of the validity period.
   * @format date-time
   * @maxLength 56
   */
  validityTo?: string | null;
}

/** A change of a UserUserGroup: a merge patch (RFC 7396). Absent members stay as they are; null removes a member. */
export interface PatchOfUserUserGroup {
  /** The version that the change is based on. */
  auditInfo?: AuditInfoInput | null;
  /** Data of applications about the membership. */
  data?: Record<string, any> | null;
  /**
   * Primary key. It cannot be changed.
   * @format uuid
   * @maxLength 36
   */
  id?: string | null;
  /** When the user is a member; always if absent. */
  period?: TimePeriodInput | null;
  /**
   * Functions of the user in the group.
   * @maxItems 33554432
   */
  roleInGroup?: string[] | null;
  /**
   * The group.
   * @format uuid
   * @maxLength 36
   */
  userGroupId?: string;
  /**
   * The member.
   * @format uuid
   * @maxLength 36
   */
  userId?: string;
}

/** A change of a WorklogType: a merge patch (RFC 7396). Absent members stay as they are; null removes a member. */
export interface PatchOfWorklogType {
  /** The version that the change is based on. */
  auditInfo?: AuditInfoInput | null;
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code?: string;
  /**
   * Can be shown as a tooltip.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string | null;
  /**
   * Code of the form that enters such a worklog.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  form?: string | null;
  /**
   * Name of the icon that applications show.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  icon?: string | null;
  /**
   * Primary key. It cannot be changed.
   * @format uuid
   * @maxLength 36
   */
  id?: string | null;
  /** Name and description by language code. */
  localizationData?: Record<string, PatchOfLocalization | null> | null;
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name?: string;
  /**
   * The privilege that a user needs to enter one.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  privilege?: string | null;
  /**
   * Start of the validity period.
   * @format date-time
   * @maxLength 56
   */
  validityFrom?: string | null;
  /**
   * End of the validity period.
   * @format date-time
   * @maxLength 56
   */
  validityTo?: string | null;
}

/** A problem of a request, for programs. */
export interface Problem {
  /**
   * The values that are allowed, if they are few.
   * @maxItems 33554432
   */
  allowed?: string[];
  /** The kind of problem. Later releases may add codes. */
  code:
    | "STALE_VERSION"
    | "LEASE_LOST"
    | "MISMATCH"
    | "UNKNOWN_PARAMETER"
    | "UNKNOWN_MEMBER"
    | "REQUIRED"
    | "REPEATED"
    | "CHOICE"
    | "SCRIPT"
    | "UNSUPPORTED"
    | "SYNTAX"
    | "RANGE"
    | "TYPE"
    | "LENGTH"
    | "CHARACTERS"
    | "ORDER"
    | "TAKEN"
    | "UNUSABLE"
    | "CYCLE"
    | "NOT_FOUND"
    | "IN_USE"
    | "RIGHT"
    | "STATE"
    | "NOT_ALLOWED"
    | "FORMAT"
    | "INVALID";
  /**
   * The file of an archive that the problem is about.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  file?: string;
  /**
   * What is wrong, for people.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  message: string;
  /**
   * The member, parameter or header, such as `regions[0].validTo`; empty if there is none.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  path: string;
}

/** A queue with the number of its jobs by state. */
export interface Queue {
  /**
   * Jobs that workers are running.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  active: number;
  /**
   * Maximum number of jobs in a batch.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  batchSize: number;
  /**
   * Batches that all workers together run at a time; absent unless an administrator has set it.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  concurrency?: number;
  /**
   * When the concurrency was set.
   * @format date-time
   * @maxLength 56
   */
  concurrencySetAt?: string;
  /**
   * Code of the user that has set the concurrency.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  concurrencySetBy?: string;
  /**
   * Times at which the queue gets a job by itself, in UTC; absent without a schedule.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  cron?: string;
  /**
   * Name of the queue of its dead letters.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  deadLetterQueue: string;
  /**
   * Number of dead letters.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  deadLetters: number;
  /**
   * Jobs scheduled for a future time.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  deferred: number;
  /**
   * Name of the queue.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  name: string;
  /**
   * When the schedule adds the next job.
   * @format date-time
   * @maxLength 56
   */
  nextRunAt?: string;
  /**
   * Age of the oldest waiting job; absent if none is waiting.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  oldestReadySeconds?: number;
  /**
   * Jobs in the outbox that are not in the queue yet.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  outbox: number;
  /** Whether workers claim no jobs from it. */
  paused: boolean;
  /**
   * When the queue was paused; absent unless it is paused.
   * @format date-time
   * @maxLength 56
   */
  pausedAt?: string;
  /**
   * Code of the user that has paused it.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  pausedBy?: string;
  /**
   * What its jobs do.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  purpose?: string;
  /**
   * Jobs that a worker can claim now.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  ready: number;
  /**
   * Jobs that could not be moved into the queue.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  rejected: number;
  /**
   * Batches that each worker runs at a time while `concurrency` is not set.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  workerConcurrency: number;
}

/** How much of a queue runs at a time. */
export interface QueueConcurrency {
  /**
   * Batches that all workers together run at a time. If absent, each worker runs as many as `workerConcurrency` of the queue says.
   * @format int64
   * @min 1
   * @max 1000
   */
  concurrency?: number;
}

/** One entry of a queue. */
export interface QueueJob {
  /**
   * Number of claims until now.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  attempts: number;
  /** The payload of the job. */
  data: Record<string, any>;
  /**
   * Time from which workers claim the job.
   * @format date-time
   * @maxLength 56
   */
  dueAt: string;
  /**
   * When the job ended.
   * @format date-time
   * @maxLength 56
   */
  endedAt?: string;
  /**
   * Id of the job.
   * @format uuid
   * @maxLength 36
   */
  id: string;
  /**
   * Name of its queue.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  queue: string;
  /**
   * When the job was queued.
   * @format date-time
   * @maxLength 56
   */
  queuedAt: string;
  /**
   * Error of the last attempt.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  reason?: string;
  /**
   * When a worker claimed the job.
   * @format date-time
   * @maxLength 56
   */
  startedAt?: string;
  /** State of the job. */
  state:
    | "WAITING"
    | "SCHEDULED"
    | "RUNNING"
    | "COMPLETED"
    | "FAILED"
    | "CANCELLED";
}

/** How failed steps of a job type are retried. */
export interface RetryPolicy {
  /**
   * Failures until a step is FAILED.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  attempts: number;
  /** Each pause is so many times the one before. */
  factor: number;
  /**
   * Pause after the first failure, in seconds.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  initialSeconds: number;
  /**
   * The job type.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  jobType: string;
  /**
   * Longest pause, in seconds.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  maxSeconds: number;
  /**
   * A failure whose log contains one of these texts is final.
   * @maxItems 33554432
   */
  notRetried: string[];
  /**
   * When it was set; absent of the default.
   * @format date-time
   * @maxLength 56
   */
  setAt?: string;
  /**
   * Who has set it.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  setBy?: string;
}

/** How failed steps are retried. Without a member the default applies again. */
export interface RetryPolicySettings {
  /**
   * Failures until a step is FAILED; 3 by default.
   * @format int64
   * @min 1
   * @max 100
   */
  attempts?: number;
  /**
   * Each pause is so many times the one before: from 1 to 100, 4 by default.
   * @format double
   */
  factor?: number;
  /**
   * Pause after the first failure, in seconds; 2 by default.
   * @format int64
   * @min 0
   * @max 86400
   */
  initialSeconds?: number;
  /**
   * Longest pause, in seconds; a day by default.
   * @format int64
   * @min 0
   * @max 86400
   */
  maxSeconds?: number;
  /**
   * Parts of messages, in any case: a failure whose log contains one of them is final.
   * @maxItems 50
   */
  notRetried?: string[];
}

/** A named set of access rules. Users have roles themselves, or through their groups. This is its form in responses. */
export interface Role {
  /** Who wrote a record, when, and in which version: maintained by the service, and complete in each response. */
  auditInfo: AuditInfo;
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code: string;
  /**
   * Can be shown as a tooltip.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string;
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id: string;
  /** Name and description by language code. */
  localizationData?: Record<string, Localization>;
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name: string;
  /**
   * Start of the validity period.
   * @format date-time
   * @maxLength 56
   */
  validityFrom?: string;
  /**
   * End of the validity period.
   * @format date-time
   * @maxLength 56
   */
  validityTo?: string;
}

/** Gives an access rule to the users with a role, for a period or for good. This is its form in responses. */
export interface RoleAccessRule {
  /**
   * The rule.
   * @format uuid
   * @maxLength 36
   */
  accessRuleId: string;
  /** Who wrote a record, when, and in which version: maintained by the service, and complete in each response. */
  auditInfo: AuditInfo;
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id: string;
  /** When the role has the rule; always if absent. */
  period?: TimePeriod;
  /**
   * The role that has the rule.
   * @format uuid
   * @maxLength 36
   */
  roleId: string;
}

/** The form of a RoleAccessRule in requests that create or replace it: what the service fills is optional. */
export interface RoleAccessRuleInput {
  /**
   * The rule.
   * @format uuid
   * @maxLength 36
   */
  accessRuleId: string;
  /** The version that a write is based on; the write is rejected if the record has another one. The other members are ignored. */
  auditInfo?: AuditInfoInput;
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id?: string;
  /** When the role has the rule; always if absent. */
  period?: TimePeriodInput;
  /**
   * The role that has the rule.
   * @format uuid
   * @maxLength 36
   */
  roleId: string;
}

/** The form of a Role in requests that create or replace it: what the service fills is optional. */
export interface RoleInput {
  /** The version that a write is based on; the write is rejected if the record has another one. The other members are ignored. */
  auditInfo?: AuditInfoInput;
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code: string;
  /**
   * Can be shown as a tooltip.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string;
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id?: string;
  /** Name and description by language code. */
  localizationData?: Record<string, Localization>;
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name: string;
  /**
   * Start of the validity period.
   * @format date-time
   * @maxLength 56
   */
  validityFrom?: string;
  /**
   * End of the validity period.
   * @format date-time
   * @maxLength 56
   */
  validityTo?: string;
}

/** How a rule posts the changes of records. */
export interface RuleFeed {
  /**
   * Why the last attempt has failed.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  error?: string;
  /**
   * Failed attempts at the request.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  failedAttempts?: number;
  /**
   * Since when every attempt has failed; absent if the last one has not.
   * @format date-time
   * @maxLength 56
   */
  failingSince?: string;
  /**
   * When the receiver has accepted a request for the last time.
   * @format date-time
   * @maxLength 56
   */
  lastPostedAt?: string;
  /** Whether changes were deleted before they were posted. The next request says so. */
  missed: boolean;
  /**
   * The earliest time of the next attempt.
   * @format date-time
   * @maxLength 56
   */
  nextAttemptAt?: string;
  /**
   * `webhook-id` of the request that is repeated.
   * @format uuid
   * @maxLength 36
   */
  requestId?: string;
  /** RETRYING while the receiver does not accept a request, or the rule may not send it. */
  status: "ACTIVE" | "RETRYING";
}

/** A saved query of a list of the console. */
export interface SavedQuery {
  /**
   * Id of the query.
   * @format uuid
   * @maxLength 36
   */
  id: string;
  /**
   * Name of the query in the list. A user has one query of a name in a view.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name: string;
  /** Whether the query is one of the caller. */
  own: boolean;
  /**
   * Filters, range and order as in the address of the list, such as `status=FAILED&range=1d`.
   * @maxLength 8000
   * @pattern ^[^\x00]*$
   */
  query: string;
  /**
   * When the query was last saved.
   * @format date-time
   * @maxLength 56
   */
  savedAt: string;
  /** Whether all users see the query. */
  shared: boolean;
  /**
   * Path of the list in the console, such as `jobs` or `records/users`.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  view: string;
}

/** Starts a Job at times: by a cron, at an interval, or once. The Job has the rights of the user who has saved the schedule last. This is its form in responses. */
export interface Schedule {
  /**
   * Time of the only run.
   * @format date-time
   * @maxLength 56
   */
  at?: string;
  /** Who wrote a record, when, and in which version: maintained by the service, and complete in each response. */
  auditInfo: AuditInfo;
  /**
   * Seconds after its time in which a run that no worker could start still starts; 300 if absent.
   * @format int64
   * @min 10
   * @max 31536000
   */
  catchUpSeconds?: number;
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code: string;
  /**
   * When Jobs start: five fields (minute, hour, day, month, weekday), or six with the second before them. Exactly one of cron, everySeconds and at is required.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  cron?: string;
  /** Input of each Job. */
  data?: Record<string, any>;
  /**
   * What the schedule is for.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string;
  /** False pauses the schedule; true if absent. */
  enabled?: boolean;
  /**
   * Seconds between runs, counted from the time when the interval was saved.
   * @format int64
   * @min 1
   * @max 31536000
   */
  everySeconds?: number;
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id: string;
  /**
   * Each run starts up to so many seconds after its time, by a delay that depends on the schedule and the time.
   * @format int64
   * @min 0
   * @max 3600
   */
  jitterSeconds?: number;
  /**
   * Type of the Jobs: a built-in type, or a type of the client. Who saves needs the right to create them.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  jobType: string;
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name: string;
  /** What a run does while the Job of the run before has not ended: SKIP starts no Job, QUEUE waits for the end, REPLACE cancels that Job. */
  overlap: "SKIP" | "QUEUE" | "REPLACE";
  /**
   * IANA time zone of the cron; UTC if absent.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  timeZone?: string;
}

/** The form of a Schedule in requests that create or replace it: what the service fills is optional. */
export interface ScheduleInput {
  /**
   * Time of the only run.
   * @format date-time
   * @maxLength 56
   */
  at?: string;
  /** The version that a write is based on; the write is rejected if the record has another one. The other members are ignored. */
  auditInfo?: AuditInfoInput;
  /**
   * Seconds after its time in which a run that no worker could start still starts; 300 if absent.
   * @format int64
   * @min 10
   * @max 31536000
   */
  catchUpSeconds?: number;
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code: string;
  /**
   * When Jobs start: five fields (minute, hour, day, month, weekday), or six with the second before them. Exactly one of cron, everySeconds and at is required.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  cron?: string;
  /** Input of each Job. */
  data?: Record<string, any>;
  /**
   * What the schedule is for.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string;
  /** False pauses the schedule; true if absent. */
  enabled?: boolean;
  /**
   * Seconds between runs, counted from the time when the interval was saved.
   * @format int64
   * @min 1
   * @max 31536000
   */
  everySeconds?: number;
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id?: string;
  /**
   * Each run starts up to so many seconds after its time, by a delay that depends on the schedule and the time.
   * @format int64
   * @min 0
   * @max 3600
   */
  jitterSeconds?: number;
  /**
   * Type of the Jobs: a built-in type, or a type of the client. Who saves needs the right to create them.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  jobType: string;
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name: string;
  /**
   * What a run does while the Job of the run before has not ended: SKIP starts no Job, QUEUE waits for the end, REPLACE cancels that Job.
   * @default "SKIP"
   */
  overlap?: "SKIP" | "QUEUE" | "REPLACE";
  /**
   * IANA time zone of the cron; UTC if absent.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  timeZone?: string;
}

/** A run of a schedule. */
export interface ScheduleRun {
  /**
   * When a worker has started the run, or decided not to.
   * @format date-time
   * @maxLength 56
   */
  decidedAt: string;
  /**
   * Id of the Job. The Job may have been deleted since.
   * @format uuid
   * @maxLength 36
   */
  jobId?: string;
  /** STARTED: a Job was created. SKIPPED: the Job of the run before had not ended. MISSED: no worker could start this run, and those after it, within catchUpSeconds. FAILED: the Job was rejected. */
  outcome: "STARTED" | "SKIPPED" | "MISSED" | "FAILED";
  /**
   * The time of the run by the cron, the interval or at.
   * @format date-time
   * @maxLength 56
   */
  plannedAt: string;
  /**
   * Why no Job was created.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  reason?: string;
}

/** The runs of a schedule. */
export interface ScheduleRuns {
  /**
   * When the schedule runs next; absent if it is paused or has no more runs.
   * @format date-time
   * @maxLength 56
   */
  nextRunAt?: string;
  /**
   * The times of up to five next runs by the cron, the interval or at, before any jitter.
   * @maxItems 33554432
   */
  nextRuns: string[];
  /**
   * The last runs, newest first.
   * @maxItems 33554432
   */
  runs: ScheduleRun[];
  /** Whether the next run waits for the end of the Job of the run before. */
  waiting: boolean;
}

/** A stored script in JavaScript, which runs in a sandbox without files, network and timers. This is its form in responses. */
export interface Script {
  /** Who wrote a record, when, and in which version: maintained by the service, and complete in each response. */
  auditInfo: AuditInfo;
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code: string;
  /**
   * What the script computes.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string;
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id: string;
  /** JSON Schema (2020-12) of the input. */
  inputSchema?: Record<string, any>;
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name: string;
  /**
   * JavaScript: the body of a function with the parameter `input` that returns an object.
   * @minLength 1
   * @maxLength 100000
   * @pattern ^[^\x00]*$
   */
  source: string;
  /**
   * Time limit of a run in ms; 5000 if absent.
   * @format int64
   * @min 1
   * @max 5000
   */
  timeoutMs?: number;
}

/** The form of a Script in requests that create or replace it: what the service fills is optional. */
export interface ScriptInput {
  /** The version that a write is based on; the write is rejected if the record has another one. The other members are ignored. */
  auditInfo?: AuditInfoInput;
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code: string;
  /**
   * What the script computes.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string;
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id?: string;
  /** JSON Schema (2020-12) of the input. */
  inputSchema?: Record<string, any>;
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name: string;
  /**
   * JavaScript: the body of a function with the parameter `input` that returns an object.
   * @minLength 1
   * @maxLength 100000
   * @pattern ^[^\x00]*$
   */
  source: string;
  /**
   * Time limit of a run in ms; 5000 if absent.
   * @format int64
   * @min 1
   * @max 5000
   */
  timeoutMs?: number;
}

/** A session of a user in a browser. */
export interface Session {
  /**
   * Address of the client that signed in.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  address?: string;
  /**
   * When the user signed in.
   * @format date-time
   * @maxLength 56
   */
  createdAt: string;
  /**
   * When the session ends.
   * @format date-time
   * @maxLength 56
   */
  expiresAt: string;
  /**
   * Id of the session.
   * @format uuid
   * @maxLength 36
   */
  id: string;
  /**
   * Time of the last request. Up to a minute late.
   * @format date-time
   * @maxLength 56
   */
  lastSeenAt: string;
  /**
   * Code of the user.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  user: string;
  /**
   * User-Agent of the client that signed in.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  userAgent?: string;
}

/** Shares an entity of any application, the owner, with another entity, the reference. Finders return the sharings of an owner or of a reference. This is its form in responses. */
export interface Sharing {
  /** Who wrote a record, when, and in which version: maintained by the service, and complete in each response. */
  auditInfo: AuditInfo;
  /**
   * A comment.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string;
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id: string;
  /** The finders return it for its owner type, whatever the reference. */
  isPublic?: boolean;
  /**
   * Id of the shared entity in its own system.
   * @minLength 1
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  ownerId: string;
  /**
   * Type of the shared entity.
   * @minLength 1
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  ownerType: string;
  /**
   * Id of the entity that it is shared with.
   * @minLength 1
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  refId: string;
  /**
   * Type of the entity that it is shared with.
   * @minLength 1
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  refType: string;
  /**
   * Distinguishes sharings with one reference; the `subType` of the finders.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  sharingTypeCode?: string;
}

/** The form of a Sharing in requests that create or replace it: what the service fills is optional. */
export interface SharingInput {
  /** The version that a write is based on; the write is rejected if the record has another one. The other members are ignored. */
  auditInfo?: AuditInfoInput;
  /**
   * A comment.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string;
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id?: string;
  /** The finders return it for its owner type, whatever the reference. */
  isPublic?: boolean;
  /**
   * Id of the shared entity in its own system.
   * @minLength 1
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  ownerId: string;
  /**
   * Type of the shared entity.
   * @minLength 1
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  ownerType: string;
  /**
   * Id of the entity that it is shared with.
   * @minLength 1
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  refId: string;
  /**
   * Type of the entity that it is shared with.
   * @minLength 1
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  refType: string;
  /**
   * Distinguishes sharings with one reference; the `subType` of the finders.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  sharingTypeCode?: string;
}

/** Code and password of a user. */
export interface SignIn {
  /**
   * Code of the user.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code: string;
  /**
   * Password of the user.
   * @minLength 1
   * @maxLength 1024
   * @pattern ^[^\x00]*$
   */
  password: string;
}

/** Who is signed in. */
export interface SignedIn {
  /** Kind of the credential by which the request proves its user; `none` while AUTH is off. */
  credential: "token" | "key" | "session" | "certificate" | "none";
  /**
   * When the credential ends.
   * @format date-time
   * @maxLength 56
   */
  expiresAt?: string;
  /**
   * Name of the user.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  name: string;
  /**
   * Code of the user; `anonymous` while AUTH is off.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  user: string;
}

/** What the browser does after the sign-out. */
export interface SignedOut {
  /**
   * Where the browser signs out at the OpenID provider, if the session began there.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  endSessionUrl?: string;
}

/** Whether a page is ordered. */
export interface Sort {
  /** The same as unsorted. */
  empty: boolean;
  /** Whether the page is ordered; always true. */
  sorted: boolean;
  /** The opposite of sorted. */
  unsorted: boolean;
}

/** A member by which the records are ordered. */
export interface SortColumn {
  /**
   * The member, with dots into objects: auditInfo.whenEdited.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  column: string;
  /**
   * Ascending or descending.
   * @default "ASC"
   */
  direction?: "ASC" | "DESC";
}

/** A claim of steps by a worker of a client. */
export interface StepClaimRequest {
  /**
   * Types of the Jobs whose steps are claimed. Built-in types are rejected.
   * @maxItems 100
   */
  jobTypes: string[];
  /**
   * Seconds until the leases end, unless they are extended; 60 by default.
   * @format int64
   * @min 1
   * @max 86400
   */
  leaseSeconds?: number;
  /**
   * Maximum number of steps; 1 by default.
   * @format int64
   * @min 1
   * @max 500
   */
  max?: number;
  /**
   * Seconds that the request waits for a step if none can be claimed; 0 by default.
   * @format int64
   * @min 0
   * @max 60
   */
  waitSeconds?: number;
  /**
   * Name of the worker, different for each of them.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  worker: string;
}

/** The steps that a worker has claimed. */
export interface StepClaims {
  /**
   * The oldest first; none if no step is free.
   * @maxItems 500
   */
  claims: {
    /**
     * Number of claims of the step, with this one.
     * @format int64
     * @min 0
     * @max 9007199254740991
     */
    attempt: number;
    /** The Job of the step. */
    job: {
      /**
       * `after` of the Job, see Job.
       * @maxItems 100
       */
      after?: Record<string, any>[];
      /** Input of the Job. */
      data?: Record<string, any>;
      /**
       * Id of the Job.
       * @format uuid
       * @maxLength 36
       */
      id: string;
      /**
       * Type of the Job.
       * @maxLength 67108864
       * @pattern ^[^\x00]*$
       */
      jobType: string;
    };
    /**
     * When the lease ends, unless it is extended.
     * @format date-time
     * @maxLength 56
     */
    leaseUntil: string;
    /** The step, IN_PROGRESS. */
    step: JobStep;
    /**
     * Sent with each report about the step.
     * @format int64
     * @min 0
     * @max 9007199254740991
     */
    token: number;
  }[];
  /**
   * Results of the jobs in `after` of these Jobs that the caller may read; absent if there are none.
   * @maxItems 50000
   */
  predecessors?: {
    /**
     * Id of the predecessor.
     * @format uuid
     * @maxLength 36
     */
    jobId: string;
    /**
     * Its type.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    jobType: string;
    /**
     * Its first steps, in the order of the work.
     * @maxItems 100
     */
    results: {
      /**
       * The chunk of the step.
       * @format uuid
       * @maxLength 36
       */
      chunkId?: string;
      /**
       * Id of the step.
       * @format uuid
       * @maxLength 36
       */
      id: string;
      /**
       * Name of the step.
       * @maxLength 67108864
       * @pattern ^[^\x00]*$
       */
      name: string;
      /** Result of the step. */
      processingInfo?: Record<string, any>;
      /**
       * Status of the step.
       * @maxLength 67108864
       * @pattern ^[^\x00]*$
       */
      status: string;
    }[];
    /**
     * Its status.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    status: string;
  }[];
}

/** An extension of the leases of steps. */
export interface StepExtension {
  /**
   * Seconds until the leases end, unless they are extended; 60 by default.
   * @format int64
   * @min 1
   * @max 86400
   */
  leaseSeconds?: number;
  /**
   * The steps, each once.
   * @maxItems 500
   */
  steps: {
    /**
     * Id of the step.
     * @format uuid
     * @maxLength 36
     */
    id: string;
    /**
     * The token of the claim.
     * @format int64
     * @min 1
     * @max 2147483647
     */
    token: number;
  }[];
  /**
   * Name of the worker, different for each of them.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  worker: string;
}

/** Failures of steps. */
export interface StepFailure {
  /**
   * The steps, each once.
   * @maxItems 500
   */
  steps: {
    /**
     * Seconds until the step can be claimed again; by default 2, then 8.
     * @format int64
     * @min 0
     * @max 86400
     */
    afterSeconds?: number;
    /**
     * Id of the step.
     * @format uuid
     * @maxLength 36
     */
    id: string;
    /**
     * Replaces the `log` of the step.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    log?: string;
    /** Added to `processingInfo` of the step. */
    processingInfo?: Record<string, any>;
    /** False ends the step as FAILED: a retry would fail again. True by default. */
    retry?: boolean;
    /**
     * The token of the claim.
     * @format int64
     * @min 1
     * @max 2147483647
     */
    token: number;
  }[];
  /**
   * Name of the worker, different for each of them.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  worker: string;
}

/** A step inside a new Job. It may lack the id of the Job. */
export interface StepOfJobInput {
  /** The version that a write is based on; the write is rejected if the record has another one. The other members are ignored. */
  auditInfo?: AuditInfoInput;
  /** Present if the status is FAILED: CANCELLED after a cancel, DEADLINE after the deadline of the Job, otherwise FAILED. Written by the service. */
  cause?: "FAILED" | "CANCELLED" | "DEADLINE";
  /**
   * Ids of the records of the step, or the first and the last one if stepData.chunkIsRange is true.
   * @maxItems 33554432
   */
  chunk?: string[];
  /**
   * Identifies the chunk; unique together with the name.
   * @format uuid
   * @maxLength 36
   */
  chunkId?: string;
  /**
   * When the step ended.
   * @format date-time
   * @maxLength 56
   */
  endDate?: string;
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id?: string;
  /**
   * The Job of the step.
   * @format uuid
   * @maxLength 36
   */
  jobId?: string;
  /**
   * What happened, in lines; the reason of a failure.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  log?: string;
  /**
   * What the step does.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name: string;
  /** Result of the step, and how it was run. */
  processingInfo?: Record<string, any>;
  /**
   * When the step began.
   * @format date-time
   * @maxLength 56
   */
  startDate?: string;
  /** State of the step. */
  status: "NEW" | "IN_PROGRESS" | "COMPLETED" | "FAILED";
  /** Input of the step. */
  stepData?: Record<string, any>;
}

/** What has become of the reports of a worker. */
export interface StepOutcomes {
  /**
   * In the order of the request.
   * @maxItems 500
   */
  steps: {
    /**
     * Id of the step.
     * @format uuid
     * @maxLength 36
     */
    id: string;
    /**
     * When the lease ends, unless it is extended.
     * @format date-time
     * @maxLength 56
     */
    leaseUntil?: string;
    /** LOST: the worker does not have the step any more, and the request has not changed it. */
    outcome: "ACCEPTED" | "LOST";
    /**
     * Status of the step after an accepted report.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    status?: string;
  }[];
}

/** Steps that a worker returns. */
export interface StepRelease {
  /**
   * The steps, each once.
   * @maxItems 500
   */
  steps: {
    /**
     * Id of the step.
     * @format uuid
     * @maxLength 36
     */
    id: string;
    /**
     * The token of the claim.
     * @format int64
     * @min 1
     * @max 2147483647
     */
    token: number;
  }[];
  /**
   * Name of the worker, different for each of them.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  worker: string;
}

/** What a worker reports about its steps. */
export interface StepReport {
  /**
   * The steps, each once.
   * @maxItems 500
   */
  steps: {
    /**
     * Id of the step.
     * @format uuid
     * @maxLength 36
     */
    id: string;
    /**
     * Replaces the `log` of the step.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    log?: string;
    /** Added to `processingInfo` of the step. */
    processingInfo?: Record<string, any>;
    /**
     * The token of the claim.
     * @format int64
     * @min 1
     * @max 2147483647
     */
    token: number;
  }[];
  /**
   * Name of the worker, different for each of them.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  worker: string;
}

/** An address that gets no messages: it bounced, its owner complained or opted out, or an operator listed it. This is its form in responses. */
export interface Suppression {
  /**
   * An e-mail address, or a phone number in E.164.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  address: string;
  /** Who wrote a record, when, and in which version: maintained by the service, and complete in each response. */
  auditInfo: AuditInfo;
  /** The channel of the address. */
  channel: "email" | "sms";
  /**
   * Response of the provider, or a comment of the operator.
   * @maxLength 1000
   * @pattern ^[^\x00]*$
   */
  description?: string;
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id: string;
  /**
   * The notification target whose delivery caused the suppression.
   * @format uuid
   * @maxLength 36
   */
  notificationToId?: string;
  /** MANUAL by default. */
  reason: "BOUNCED" | "COMPLAINED" | "OPTED_OUT" | "MANUAL";
}

/** The form of a Suppression in requests that create or replace it: what the service fills is optional. */
export interface SuppressionInput {
  /**
   * An e-mail address, or a phone number in E.164.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  address: string;
  /** The version that a write is based on; the write is rejected if the record has another one. The other members are ignored. */
  auditInfo?: AuditInfoInput;
  /** The channel of the address. */
  channel: "email" | "sms";
  /**
   * Response of the provider, or a comment of the operator.
   * @maxLength 1000
   * @pattern ^[^\x00]*$
   */
  description?: string;
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id?: string;
  /**
   * The notification target whose delivery caused the suppression.
   * @format uuid
   * @maxLength 36
   */
  notificationToId?: string;
  /** MANUAL by default. */
  reason?: "BOUNCED" | "COMPLAINED" | "OPTED_OUT" | "MANUAL";
}

/** A period of validity in a response. */
export interface TimePeriod {
  /** Whether the period includes the time of the response. */
  isValid: boolean;
  /**
   * Start; without it the period has no start.
   * @format date-time
   * @maxLength 56
   */
  validFrom?: string;
  /**
   * End, exclusive; without it the period has no end.
   * @format date-time
   * @maxLength 56
   */
  validTo?: string;
}

/** A period of validity in a request. */
export interface TimePeriodInput {
  /** Computed by the service; ignored. */
  isValid?: boolean;
  /**
   * Start; without it the period has no start.
   * @format date-time
   * @maxLength 56
   */
  validFrom?: string | null;
  /**
   * End, exclusive; without it the period has no end.
   * @format date-time
   * @maxLength 56
   */
  validTo?: string | null;
}

/** A person, a work group, an organization or an external system that works with the platform. Its type decides which characteristics it has. This is its form in responses. */
export interface User {
  /** Who wrote a record, when, and in which version: maintained by the service, and complete in each response. */
  auditInfo: AuditInfo;
  /** How the user logs in. */
  authentication: "LDAP" | "PKI" | "AD" | "PASSWORD" | "EMPTY";
  /** Characteristics by name, validated by the registry of the type. */
  chars: Record<string, any>;
  /**
   * Business key.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code: string;
  /**
   * Tags by which applications group users.
   * @maxItems 33554432
   */
  dataTags?: string[];
  /**
   * A comment.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string;
  /**
   * An e-mail address (RFC 5321, RFC 6531).
   * @maxLength 254
   * @pattern ^[^\x00]*$
   */
  email?: string;
  /**
   * Family name of a person.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  familyName?: string;
  /**
   * Given name of a person.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  givenName?: string;
  /**
   * Codes of the current groups of the user, from its UserUserGroups.
   * @maxItems 33554432
   */
  groups?: string[];
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id: string;
  /**
   * Ids of the application modules of the user.
   * @maxItems 33554432
   */
  modulesIds?: string[];
  /**
   * Required for types other than INDIVIDUAL, 1 to 255 characters. For an INDIVIDUAL, it is computed from givenName and familyName, or from the code if both are absent; the input is ignored.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  name: string;
  /** Notifications that the user does not get, and when and in which language it gets the others. */
  notificationConfig?: {
    /**
     * Codes of NotificationRules and FormatterTemplates.
     * @maxItems 33554432
     */
    ignoredTemplateCodes?: string[];
    /**
     * Codes of UserGroups.
     * @maxItems 33554432
     */
    ignoredUserGroups?: string[];
    /**
     * Language of messages, such as cs or en-GB, where their rule has it.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    language?: string;
    /**
     * Start of the quiet hours, as HH:mm in timeZone.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    quietFrom?: string;
    /**
     * End of the quiet hours. E-mails and SMS wait until then, unless their rule is critical.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    quietTo?: string;
    /**
     * Time zone of the user, such as Europe/Prague.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    timeZone?: string;
  };
  /**
   * A phone number of 3 to 15 digits in any usual notation, such as +420 601 234 567. One to which no SMS can be sent causes a warning in X-Warnings.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  phoneNumber?: string;
  /**
   * Regions of the user. Each needs a regionId, and no two are the same.
   * @maxItems 33554432
   */
  regions?: {
    /**
     * Weight of the region for this user.
     * @format double
     */
    coefficient?: number;
    /**
     * Id of the region.
     * @format uuid
     * @maxLength 36
     */
    regionId?: string;
    /**
     * Start of the assignment.
     * @format date-time
     * @maxLength 56
     */
    validFrom?: string;
    /**
     * End of the assignment.
     * @format date-time
     * @maxLength 56
     */
    validTo?: string;
  }[];
  /**
   * Codes of the roles of the user, from its UserRoles.
   * @maxItems 33554432
   */
  roles?: string[];
  /** A user with DISABLE cannot sign in, and has no rights. */
  status: "ENABLE" | "DISABLE";
  /**
   * The supervisor. The hierarchy has no cycles.
   * @format uuid
   * @maxLength 36
   */
  supervisorId?: string;
  /**
   * Code of the UserType. A rename of the type updates it.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  type: string;
  /**
   * Start of the validity; without it there is no start.
   * @format date-time
   * @maxLength 56
   */
  validFrom?: string;
  /**
   * End of the validity; without it there is no end.
   * @format date-time
   * @maxLength 56
   */
  validTo?: string;
  /**
   * An http or https URL.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  webSite?: string;
}

/** Users who work together. Groups form a hierarchy, give roles to their members, and can come from a directory. This is its form in responses. */
export interface UserGroup {
  /**
   * A role of all members of the group. It is not listed in the `roles` of its users.
   * @format uuid
   * @maxLength 36
   */
  associatedUserRoleId?: string;
  /** Who wrote a record, when, and in which version: maintained by the service, and complete in each response. */
  auditInfo: AuditInfo;
  /** Characteristics by name, validated by the registry of the type. */
  chars: Record<string, any>;
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code: string;
  /**
   * Tags by which applications group user groups.
   * @maxItems 33554432
   */
  dataTags?: string[];
  /**
   * A comment.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string;
  /**
   * An e-mail address (RFC 5321, RFC 6531).
   * @maxLength 254
   * @pattern ^[^\x00]*$
   */
  email?: string;
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id: string;
  /**
   * Distinguished name of the group in the directory.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  ldapMemberOf?: string;
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name: string;
  /**
   * The parent group. The hierarchy has no cycles.
   * @format uuid
   * @maxLength 36
   */
  parentUserGroupId?: string;
  /**
   * A phone number of 3 to 15 digits in any usual notation, such as +420 601 234 567. One to which no SMS can be sent causes a warning in X-Warnings.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  phoneNumber?: string;
  /**
   * Code of the UserGroupType. A rename of the type updates it.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  type: string;
  /**
   * Start of the validity; without it there is no start.
   * @format date-time
   * @maxLength 56
   */
  validFrom?: string;
  /**
   * End of the validity; without it there is no end.
   * @format date-time
   * @maxLength 56
   */
  validTo?: string;
}

/** A user group with its type. A group that exists only in the directory has neither id nor version. */
export interface UserGroupExpanded {
  /**
   * A role of all members of the group.
   * @format uuid
   * @maxLength 36
   */
  associatedUserRoleId?: string;
  /** Characteristics by name. */
  chars?: {
    /** Whether no other member is present. */
    empty?: boolean;
    [key: string]: any;
  };
  /**
   * Unique business key.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  code?: string;
  /**
   * Tags by which applications group user groups.
   * @maxItems 33554432
   */
  dataTags?: string[];
  /**
   * A comment.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string;
  /**
   * E-mail address of the group.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  email?: string;
  /**
   * Primary key.
   * @format uuid
   * @maxLength 36
   */
  id?: string;
  /**
   * Distinguished name of the group in the directory.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  ldapMemberOf?: string;
  /**
   * Shown to users.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  name?: string;
  /**
   * The parent group.
   * @format uuid
   * @maxLength 36
   */
  parentUserGroupId?: string;
  /** When the group is valid. */
  period?: {
    /** Whether it is valid at the time of the response. */
    isValid?: boolean;
    /**
     * Start; without it the period has no start.
     * @format date-time
     * @maxLength 56
     */
    validFrom?: string;
    /**
     * End; without it the period has no end.
     * @format date-time
     * @maxLength 56
     */
    validTo?: string;
  };
  /**
   * Phone number of the group.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  phoneNumber?: string;
  /** Whether the caller may only read it. */
  readonlyAccess?: boolean;
  /** The type of the group. */
  userGroupType?: {
    /**
     * Unique business key.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    code?: string;
    /**
     * A comment.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    description?: string;
    /**
     * Primary key.
     * @format uuid
     * @maxLength 36
     */
    id?: string;
    /** Texts by language code. */
    localizationData?: {
      /** Whether no other member is present. */
      empty?: boolean;
      [key: string]: any;
    };
    /**
     * Shown to users.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    name?: string;
    /** Whether the caller may only read it. */
    readonlyAccess?: boolean;
    /** A JSON Schema for each characteristic. */
    registry?: Record<string, any>;
    /**
     * Id of the specification of the groups in another system.
     * @format uuid
     * @maxLength 36
     */
    userGroupSpecId?: string;
    /** Whether it is valid at the time of the response. */
    valid?: "true" | "false";
    /**
     * Start of the validity period.
     * @format date-time
     * @maxLength 56
     */
    validityFrom?: string;
    /**
     * End of the validity period.
     * @format date-time
     * @maxLength 56
     */
    validityTo?: string;
    /**
     * Number of the change.
     * @format int64
     * @min 0
     * @max 9007199254740991
     */
    version?: number;
    /**
     * Time of the last change.
     * @format date-time
     * @maxLength 56
     */
    whenEdited?: string;
    /**
     * Time of the creation.
     * @format date-time
     * @maxLength 56
     */
    whenInserted?: string;
    /**
     * Code of the user who made the last change.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    whoEdited?: string;
    /**
     * Code of the user who created it.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    whoInserted?: string;
  };
  /**
   * Number of the change.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  version?: number;
  /**
   * Time of the last change.
   * @format date-time
   * @maxLength 56
   */
  whenEdited?: string;
  /**
   * Time of the creation.
   * @format date-time
   * @maxLength 56
   */
  whenInserted?: string;
  /**
   * Code of the user who made the last change.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  whoEdited?: string;
  /**
   * Code of the user who created it.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  whoInserted?: string;
}

/** The form of a UserGroup in requests that create or replace it: what the service fills is optional. */
export interface UserGroupInput {
  /**
   * A role of all members of the group. It is not listed in the `roles` of its users.
   * @format uuid
   * @maxLength 36
   */
  associatedUserRoleId?: string;
  /** The version that a write is based on; the write is rejected if the record has another one. The other members are ignored. */
  auditInfo?: AuditInfoInput;
  /** Characteristics by name, validated by the registry of the type. */
  chars: Record<string, any>;
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code: string;
  /**
   * Tags by which applications group user groups.
   * @maxItems 33554432
   */
  dataTags?: string[];
  /**
   * A comment.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string;
  /**
   * An e-mail address (RFC 5321, RFC 6531).
   * @maxLength 254
   * @pattern ^[^\x00]*$
   */
  email?: string;
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id?: string;
  /**
   * Distinguished name of the group in the directory.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  ldapMemberOf?: string;
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name: string;
  /**
   * The parent group. The hierarchy has no cycles.
   * @format uuid
   * @maxLength 36
   */
  parentUserGroupId?: string;
  /**
   * A phone number of 3 to 15 digits in any usual notation, such as +420 601 234 567. One to which no SMS can be sent causes a warning in X-Warnings.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  phoneNumber?: string;
  /**
   * Code of the UserGroupType. A rename of the type updates it.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  type: string;
  /**
   * Start of the validity; without it there is no start.
   * @format date-time
   * @maxLength 56
   */
  validFrom?: string;
  /**
   * End of the validity; without it there is no end.
   * @format date-time
   * @maxLength 56
   */
  validTo?: string;
}

/** In place of a UserGroup in a response: one that was deleted, or of which the caller may read the id alone. */
export interface UserGroupReference {
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code?: string;
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id: string;
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name?: string;
}

/** Points to a UserGroup in a request, by id or by code, which must agree if both are given; the other members of a whole UserGroup are ignored. */
export interface UserGroupReferenceInput {
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code?: string;
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id?: string;
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name?: string;
  [key: string]: any;
}

/** A region for which a user group is responsible. This is its form in responses. */
export interface UserGroupRegion {
  /** Who wrote a record, when, and in which version: maintained by the service, and complete in each response. */
  auditInfo: AuditInfo;
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id: string;
  /**
   * Id of the region.
   * @format uuid
   * @maxLength 36
   */
  regionId: string;
  /** The group. A request may name it by its id or its code alone. */
  userGroup: UserGroup | UserGroupReference;
}

/** The form of a UserGroupRegion in requests that create or replace it: what the service fills is optional. */
export interface UserGroupRegionInput {
  /** The version that a write is based on; the write is rejected if the record has another one. The other members are ignored. */
  auditInfo?: AuditInfoInput;
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id?: string;
  /**
   * Id of the region.
   * @format uuid
   * @maxLength 36
   */
  regionId: string;
  /** The group. A request may name it by its id or its code alone. */
  userGroup: UserGroupReferenceInput;
}

/** A type of user groups, with the characteristics that they have. This is its form in responses. */
export interface UserGroupType {
  /** Who wrote a record, when, and in which version: maintained by the service, and complete in each response. */
  auditInfo: AuditInfo;
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code: string;
  /**
   * Can be shown as a tooltip.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string;
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id: string;
  /** Name and description by language code. */
  localizationData?: Record<string, Localization>;
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name: string;
  /** A JSON Schema for each characteristic of the groups of this type. */
  registry: Record<string, any>;
  /**
   * Id of the specification of the groups in another system.
   * @format uuid
   * @maxLength 36
   */
  userGroupSpecId?: string;
  /**
   * Start of the validity period.
   * @format date-time
   * @maxLength 56
   */
  validityFrom?: string;
  /**
   * End of the validity period.
   * @format date-time
   * @maxLength 56
   */
  validityTo?: string;
}

/** The form of a UserGroupType in requests that create or replace it: what the service fills is optional. */
export interface UserGroupTypeInput {
  /** The version that a write is based on; the write is rejected if the record has another one. The other members are ignored. */
  auditInfo?: AuditInfoInput;
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code: string;
  /**
   * Can be shown as a tooltip.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string;
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id?: string;
  /** Name and description by language code. */
  localizationData?: Record<string, Localization>;
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name: string;
  /** A JSON Schema for each characteristic of the groups of this type. */
  registry: Record<string, any>;
  /**
   * Id of the specification of the groups in another system.
   * @format uuid
   * @maxLength 36
   */
  userGroupSpecId?: string;
  /**
   * Start of the validity period.
   * @format date-time
   * @maxLength 56
   */
  validityFrom?: string;
  /**
   * End of the validity period.
   * @format date-time
   * @maxLength 56
   */
  validityTo?: string;
}

/** The form of a User in requests that create or replace it: what the service fills is optional. */
export interface UserInput {
  /** The version that a write is based on; the write is rejected if the record has another one. The other members are ignored. */
  auditInfo?: AuditInfoInput;
  /**
   * How the user logs in.
   * @default "PASSWORD"
   */
  authentication?: "LDAP" | "PKI" | "AD" | "PASSWORD" | "EMPTY";
  /** Characteristics by name, validated by the registry of the type. */
  chars: Record<string, any>;
  /**
   * Business key.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code: string;
  /**
   * Tags by which applications group users.
   * @maxItems 33554432
   */
  dataTags?: string[];
  /**
   * A comment.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string;
  /**
   * An e-mail address (RFC 5321, RFC 6531).
   * @maxLength 254
   * @pattern ^[^\x00]*$
   */
  email?: string;
  /**
   * Family name of a person.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  familyName?: string;
  /**
   * Given name of a person.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  givenName?: string;
  /**
   * Codes of the current groups of the user, from its UserUserGroups.
   * @maxItems 33554432
   */
  groups?: string[];
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id?: string;
  /**
   * Ids of the application modules of the user.
   * @maxItems 33554432
   */
  modulesIds?: string[];
  /**
   * Required for types other than INDIVIDUAL, 1 to 255 characters. For an INDIVIDUAL, it is computed from givenName and familyName, or from the code if both are absent; the input is ignored.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  name?: string;
  /** Notifications that the user does not get, and when and in which language it gets the others. */
  notificationConfig?: {
    /**
     * Codes of NotificationRules and FormatterTemplates.
     * @maxItems 33554432
     */
    ignoredTemplateCodes?: string[];
    /**
     * Codes of UserGroups.
     * @maxItems 33554432
     */
    ignoredUserGroups?: string[];
    /**
     * Language of messages, such as cs or en-GB, where their rule has it.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    language?: string;
    /**
     * Start of the quiet hours, as HH:mm in timeZone.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    quietFrom?: string;
    /**
     * End of the quiet hours. E-mails and SMS wait until then, unless their rule is critical.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    quietTo?: string;
    /**
     * Time zone of the user, such as Europe/Prague.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    timeZone?: string;
  };
  /**
   * A phone number of 3 to 15 digits in any usual notation, such as +420 601 234 567. One to which no SMS can be sent causes a warning in X-Warnings.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  phoneNumber?: string;
  /**
   * Regions of the user. Each needs a regionId, and no two are the same.
   * @maxItems 33554432
   */
  regions?: {
    /**
     * Weight of the region for this user.
     * @format double
     */
    coefficient?: number;
    /**
     * Id of the region.
     * @format uuid
     * @maxLength 36
     */
    regionId?: string;
    /**
     * Start of the assignment.
     * @format date-time
     * @maxLength 56
     */
    validFrom?: string;
    /**
     * End of the assignment.
     * @format date-time
     * @maxLength 56
     */
    validTo?: string;
  }[];
  /**
   * Codes of the roles of the user, from its UserRoles.
   * @maxItems 33554432
   */
  roles?: string[];
  /**
   * A user with DISABLE cannot sign in, and has no rights.
   * @default "ENABLE"
   */
  status?: "ENABLE" | "DISABLE";
  /**
   * The supervisor. The hierarchy has no cycles.
   * @format uuid
   * @maxLength 36
   */
  supervisorId?: string;
  /**
   * Code of the UserType. A rename of the type updates it.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  type: string;
  /**
   * Start of the validity; without it there is no start.
   * @format date-time
   * @maxLength 56
   */
  validFrom?: string;
  /**
   * End of the validity; without it there is no end.
   * @format date-time
   * @maxLength 56
   */
  validTo?: string;
  /**
   * An http or https URL.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  webSite?: string;
}

/** Gives a role to a user. This is its form in responses. */
export interface UserRole {
  /** Who wrote a record, when, and in which version: maintained by the service, and complete in each response. */
  auditInfo: AuditInfo;
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id: string;
  /**
   * The role that the user has.
   * @format uuid
   * @maxLength 36
   */
  roleId: string;
  /**
   * The user.
   * @format uuid
   * @maxLength 36
   */
  userId: string;
}

/** The form of a UserRole in requests that create or replace it: what the service fills is optional. */
export interface UserRoleInput {
  /** The version that a write is based on; the write is rejected if the record has another one. The other members are ignored. */
  auditInfo?: AuditInfoInput;
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id?: string;
  /**
   * The role that the user has.
   * @format uuid
   * @maxLength 36
   */
  roleId: string;
  /**
   * The user.
   * @format uuid
   * @maxLength 36
   */
  userId: string;
}

/** A type of users: what they are, and which characteristics they have. This is its form in responses. */
export interface UserType {
  /** Who wrote a record, when, and in which version: maintained by the service, and complete in each response. */
  auditInfo: AuditInfo;
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code: string;
  /** Settings of applications, which the service stores and does not read. */
  config?: Record<string, any>;
  /**
   * Can be shown as a tooltip.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string;
  /**
   * Id of the specification of the users in another system.
   * @format uuid
   * @maxLength 36
   */
  entitySpecId?: string;
  /**
   * Name of the icon that applications show.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  icon?: string;
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id: string;
  /** Name and description by language code. */
  localizationData?: Record<string, Localization>;
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name: string;
  /** A JSON Schema for each characteristic of the users of this type. */
  registry: Record<string, any>;
  /** What the users of this type are. The name of an INDIVIDUAL is computed from its other names. */
  type: "INDIVIDUAL" | "WORK_GROUP" | "ORGANIZATION" | "EXTERNAL";
  /**
   * Start of the validity period.
   * @format date-time
   * @maxLength 56
   */
  validityFrom?: string;
  /**
   * End of the validity period.
   * @format date-time
   * @maxLength 56
   */
  validityTo?: string;
}

/** The form of a UserType in requests that create or replace it: what the service fills is optional. */
export interface UserTypeInput {
  /** The version that a write is based on; the write is rejected if the record has another one. The other members are ignored. */
  auditInfo?: AuditInfoInput;
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code: string;
  /** Settings of applications, which the service stores and does not read. */
  config?: Record<string, any>;
  /**
   * Can be shown as a tooltip.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string;
  /**
   * Id of the specification of the users in another system.
   * @format uuid
   * @maxLength 36
   */
  entitySpecId?: string;
  /**
   * Name of the icon that applications show.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  icon?: string;
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id?: string;
  /** Name and description by language code. */
  localizationData?: Record<string, Localization>;
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name: string;
  /** A JSON Schema for each characteristic of the users of this type. */
  registry: Record<string, any>;
  /** What the users of this type are. The name of an INDIVIDUAL is computed from its other names. */
  type: "INDIVIDUAL" | "WORK_GROUP" | "ORGANIZATION" | "EXTERNAL";
  /**
   * Start of the validity period.
   * @format date-time
   * @maxLength 56
   */
  validityFrom?: string;
  /**
   * End of the validity period.
   * @format date-time
   * @maxLength 56
   */
  validityTo?: string;
}

/** Makes a user a member of a user group, for a period or for good. This is its form in responses. */
export interface UserUserGroup {
  /** Who wrote a record, when, and in which version: maintained by the service, and complete in each response. */
  auditInfo: AuditInfo;
  /** Data of applications about the membership. */
  data?: Record<string, any>;
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id: string;
  /** When the user is a member; always if absent. */
  period?: TimePeriod;
  /**
   * Functions of the user in the group.
   * @maxItems 33554432
   */
  roleInGroup?: string[];
  /**
   * The group.
   * @format uuid
   * @maxLength 36
   */
  userGroupId: string;
  /**
   * The member.
   * @format uuid
   * @maxLength 36
   */
  userId: string;
}

/** The form of a UserUserGroup in requests that create or replace it: what the service fills is optional. */
export interface UserUserGroupInput {
  /** The version that a write is based on; the write is rejected if the record has another one. The other members are ignored. */
  auditInfo?: AuditInfoInput;
  /** Data of applications about the membership. */
  data?: Record<string, any>;
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id?: string;
  /** When the user is a member; always if absent. */
  period?: TimePeriodInput;
  /**
   * Functions of the user in the group.
   * @maxItems 33554432
   */
  roleInGroup?: string[];
  /**
   * The group.
   * @format uuid
   * @maxLength 36
   */
  userGroupId: string;
  /**
   * The member.
   * @format uuid
   * @maxLength 36
   */
  userId: string;
}

/** One change of a record. */
export interface Version {
  /** What happened to the record. */
  change: "CREATED" | "UPDATED" | "DELETED";
  /**
   * The changed members.
   * @maxItems 33554432
   */
  changes: {
    /** The value before; absent if the member was absent. */
    from?: any;
    /**
     * Path of the changed member, with dots.
     * @maxLength 67108864
     * @pattern ^[^\x00]*$
     */
    path: string;
    /** The value after; absent if the member is absent. */
    to?: any;
  }[];
  /**
   * Number of the change.
   * @format int64
   * @min 1
   * @max 9007199254740991
   */
  version: number;
  /**
   * Time of the change.
   * @format date-time
   * @maxLength 56
   */
  when: string;
  /**
   * Code of the user who made the change.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  who: string;
}

/** A worker process with its running jobs. */
export interface Worker {
  /** Whether the worker was seen within the last seconds. */
  alive: boolean;
  /**
   * When it was requested to drain; absent if it was not.
   * @format date-time
   * @maxLength 56
   */
  drainRequestedAt?: string;
  /**
   * Who has requested it to drain.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  drainRequestedBy?: string;
  /**
   * Name of its machine.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  host: string;
  /**
   * Id of the process.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  id: string;
  /** Number of running jobs by queue. */
  jobs?: Record<string, number>;
  /**
   * Memory of the process in MB.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  memoryMb?: number;
  /**
   * Name that the configuration gives it.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  name?: string;
  /**
   * Number of its process on that machine.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  pid: number;
  /**
   * The queues from which the worker claims jobs.
   * @maxItems 33554432
   */
  queues: string[];
  /**
   * The version of Waybill that it runs; absent for 0.2.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  release?: string;
  /**
   * Time of the last heartbeat.
   * @format date-time
   * @maxLength 56
   */
  seenAt: string;
  /**
   * When the worker started.
   * @format date-time
   * @maxLength 56
   */
  startedAt: string;
  /** Whether the worker is draining: it finishes running jobs and claims no new ones. */
  stopping?: boolean;
  [key: string]: any;
}

/** A kind of work that people report, such as travel. This is its form in responses. */
export interface WorklogType {
  /** Who wrote a record, when, and in which version: maintained by the service, and complete in each response. */
  auditInfo: AuditInfo;
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code: string;
  /**
   * Can be shown as a tooltip.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string;
  /**
   * Code of the form that enters such a worklog.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  form?: string;
  /**
   * Name of the icon that applications show.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  icon?: string;
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id: string;
  /** Name and description by language code. */
  localizationData?: Record<string, Localization>;
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name: string;
  /**
   * The privilege that a user needs to enter one.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  privilege?: string;
  /**
   * Start of the validity period.
   * @format date-time
   * @maxLength 56
   */
  validityFrom?: string;
  /**
   * End of the validity period.
   * @format date-time
   * @maxLength 56
   */
  validityTo?: string;
}

/** The form of a WorklogType in requests that create or replace it: what the service fills is optional. */
export interface WorklogTypeInput {
  /** The version that a write is based on; the write is rejected if the record has another one. The other members are ignored. */
  auditInfo?: AuditInfoInput;
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  code: string;
  /**
   * Can be shown as a tooltip.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  description?: string;
  /**
   * Code of the form that enters such a worklog.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  form?: string;
  /**
   * Name of the icon that applications show.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  icon?: string;
  /**
   * Primary key. The service makes one if a request has none.
   * @format uuid
   * @maxLength 36
   */
  id?: string;
  /** Name and description by language code. */
  localizationData?: Record<string, Localization>;
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   * @pattern ^[^\x00]*$
   */
  name: string;
  /**
   * The privilege that a user needs to enter one.
   * @maxLength 67108864
   * @pattern ^[^\x00]*$
   */
  privilege?: string;
  /**
   * Start of the validity period.
   * @format date-time
   * @maxLength 56
   */
  validityFrom?: string;
  /**
   * End of the validity period.
   * @format date-time
   * @maxLength 56
   */
  validityTo?: string;
}

export type QueryParamsType = Record<string | number, any>;
export type ResponseFormat = keyof Omit<Body, "body" | "bodyUsed">;

export interface FullRequestParams extends Omit<RequestInit, "body"> {
  /** set parameter to `true` for call `securityWorker` for this request */
  secure?: boolean;
  /** request path */
  path: string;
  /** content type of request body */
  type?: ContentType;
  /** query params */
  query?: QueryParamsType;
  /** format of response (i.e. response.json() -> format: "json") */
  format?: ResponseFormat;
  /** request body */
  body?: unknown;
  /** base url */
  baseUrl?: string;
  /** request cancellation token */
  cancelToken?: CancelToken;
}

export type RequestParams = Omit<
  FullRequestParams,
  "body" | "method" | "query" | "path"
>;

export interface ApiConfig<SecurityDataType = unknown> {
  baseUrl?: string;
  baseApiParams?: Omit<RequestParams, "baseUrl" | "cancelToken" | "signal">;
  securityWorker?: (
    securityData: SecurityDataType | null,
  ) => Promise<RequestParams | void> | RequestParams | void;
  customFetch?: typeof fetch;
}

export interface HttpResponse<D extends unknown, E extends unknown = unknown>
  extends Response {
  data: D;
  error: E;
}

type CancelToken = Symbol | string | number;

export enum ContentType {
  Json = "application/json",
  JsonApi = "application/vnd.api+json",
  FormData = "multipart/form-data",
  UrlEncoded = "application/x-www-form-urlencoded",
  Text = "text/plain",
}

export class HttpClient<SecurityDataType = unknown> {
  public baseUrl: string = "/";
  private securityData: SecurityDataType | null = null;
  private securityWorker?: ApiConfig<SecurityDataType>["securityWorker"];
  private abortControllers = new Map<CancelToken, AbortController>();
  private customFetch = (...fetchParams: Parameters<typeof fetch>) =>
    fetch(...fetchParams);

  private baseApiParams: RequestParams = {
    credentials: "same-origin",
    headers: {},
    redirect: "follow",
    referrerPolicy: "no-referrer",
  };

  constructor(apiConfig: ApiConfig<SecurityDataType> = {}) {
    Object.assign(this, apiConfig);
  }

  public setSecurityData = (data: SecurityDataType | null) => {
    this.securityData = data;
  };

  protected encodeQueryParam(key: string, value: any) {
    const encodedKey = encodeURIComponent(key);
    return `${encodedKey}=${encodeURIComponent(typeof value === "number" ? value : `${value}`)}`;
  }

  protected addQueryParam(query: QueryParamsType, key: string) {
    return this.encodeQueryParam(key, query[key]);
  }

  protected addArrayQueryParam(query: QueryParamsType, key: string) {
    const value = query[key];
    return value.map((v: any) => this.encodeQueryParam(key, v)).join("&");
  }

  protected toQueryString(rawQuery?: QueryParamsType): string {
    const query = rawQuery || {};
    const keys = Object.keys(query).filter(
      (key) => "undefined" !== typeof query[key],
    );
    return keys
      .map((key) =>
        Array.isArray(query[key])
          ? this.addArrayQueryParam(query, key)
          : this.addQueryParam(query, key),
      )
      .join("&");
  }

  protected addQueryParams(rawQuery?: QueryParamsType): string {
    const queryString = this.toQueryString(rawQuery);
    return queryString ? `?${queryString}` : "";
  }

  private contentFormatters: Record<ContentType, (input: any) => any> = {
    [ContentType.Json]: (input: any) =>
      input !== null && (typeof input === "object" || typeof input === "string")
        ? stringify(input)
        : input,
    [ContentType.JsonApi]: (input: any) =>
      input !== null && (typeof input === "object" || typeof input === "string")
        ? stringify(input)
        : input,
    [ContentType.Text]: (input: any) =>
      input !== null && typeof input !== "string"
        ? stringify(input)
        : input,
    [ContentType.FormData]: (input: any) => {
      if (input instanceof FormData) {
        return input;
      }

      return Object.keys(input || {}).reduce((formData, key) => {
        const property = input[key];
        formData.append(
          key,
          property instanceof Blob
            ? property
            : typeof property === "object" && property !== null
              ? stringify(property)
              : `${property}`,
        );
        return formData;
      }, new FormData());
    },
    [ContentType.UrlEncoded]: (input: any) => this.toQueryString(input),
  };

  protected mergeRequestParams(
    params1: RequestParams,
    params2?: RequestParams,
  ): RequestParams {
    return {
      ...this.baseApiParams,
      ...params1,
      ...(params2 || {}),
      headers: {
        ...(this.baseApiParams.headers || {}),
        ...(params1.headers || {}),
        ...((params2 && params2.headers) || {}),
      },
    };
  }

  protected createAbortSignal = (
    cancelToken: CancelToken,
  ): AbortSignal | undefined => {
    if (this.abortControllers.has(cancelToken)) {
      const abortController = this.abortControllers.get(cancelToken);
      if (abortController) {
        return abortController.signal;
      }
      return void 0;
    }

    const abortController = new AbortController();
    this.abortControllers.set(cancelToken, abortController);
    return abortController.signal;
  };

  public abortRequest = (cancelToken: CancelToken) => {
    const abortController = this.abortControllers.get(cancelToken);

    if (abortController) {
      abortController.abort();
      this.abortControllers.delete(cancelToken);
    }
  };

  public request = async <T = any, E = any>({
    body,
    secure,
    path,
    type,
    query,
    format,
    baseUrl,
    cancelToken,
    ...params
  }: FullRequestParams): Promise<T> => {
    const secureParams =
      ((typeof secure === "boolean" ? secure : this.baseApiParams.secure) &&
        this.securityWorker &&
        (await this.securityWorker(this.securityData))) ||
      {};
    const requestParams = this.mergeRequestParams(params, secureParams);
    const queryString = query && this.toQueryString(query);
    const payloadFormatter = this.contentFormatters[type || ContentType.Json];
    const responseFormat = format || requestParams.format;

    return this.customFetch(
      `${baseUrl || this.baseUrl || ""}${path}${queryString ? `?${queryString}` : ""}`,
      {
        ...requestParams,
        headers: {
          ...(requestParams.headers || {}),
          ...(type && type !== ContentType.FormData
            ? { "Content-Type": type }
            : {}),
        },
        signal:
          (cancelToken
            ? this.createAbortSignal(cancelToken)
            : requestParams.signal) || null,
        body:
          typeof body === "undefined" || body === null
            ? null
            : payloadFormatter(body),
      },
    ).then(async (response) => {
      const r = response as HttpResponse<T, E>;
      r.data = null as unknown as T;
      r.error = null as unknown as E;

      const responseToParse = responseFormat ? response.clone() : response;
      const data = !responseFormat
        ? r
        : await bodyOf(responseToParse, responseFormat)
            .then((data) => {
              if (r.ok) {
                r.data = data;
              } else {
                r.error = data;
              }
              return r;
            })
            .catch((e) => {
              r.error = e;
              return r;
            });

      if (cancelToken) {
        this.abortControllers.delete(cancelToken);
      }

      if (!response.ok) throw data;
      return data.data;
    });
  };
}

/**
 * @title Waybill
 * @version 2.0
 * @baseUrl /
 * @contact Waybill
 *
 * 2.0 is the version of the interface, whose paths begin with /api/v2. The service has versions of its own. Users, documents and the work around them: records with their history, search, jobs and logs. Dates are returned in UTC with milliseconds, and accepted as a date-time with an offset or as yyyy-MM-dd for midnight UTC. A body with an unknown member is rejected. null is the same as an absent member; in a patch it removes the member. X-Search-Refresh: delayed in the response to a write means that search does not find the change yet.
 */
export class Api<
  SecurityDataType extends unknown,
> extends HttpClient<SecurityDataType> {
  api = {
    /**
     * @description Returns the record with the id or the code.
     *
     * @tags UserGroupType
     * @name GetUserGroupTypesIdOrCode
     * @summary Returns a row by primary key
     * @request GET:/api/v2/user-group-types/{idOrCode}
     * @secure
     */
    getUserGroupTypesIdOrCode: (
      idOrCode: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<UserGroupType, void | ErrorBody>({
        path: `/api/v2/user-group-types/${segment(idOrCode)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the whole record: members that the body lacks are removed. With `auditInfo.version`, the write is rejected if the record has changed since that version. A change of the code changes all records that contain it.
     *
     * @tags UserGroupType
     * @name PutUserGroupTypesIdOrCode
     * @summary Update a value
     * @request PUT:/api/v2/user-group-types/{idOrCode}
     * @secure
     */
    putUserGroupTypesIdOrCode: (
      idOrCode: string,
      data: UserGroupTypeInput,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserGroupType, ErrorBody>({
        path: `/api/v2/user-group-types/${segment(idOrCode)}`,
        method: "PUT",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Deletes the record. A record that others refer to is not deleted: the answer is a 400 that names them. The history remains.
     *
     * @tags UserGroupType
     * @name DeleteUserGroupTypesIdOrCode
     * @summary Delete
     * @request DELETE:/api/v2/user-group-types/{idOrCode}
     * @secure
     */
    deleteUserGroupTypesIdOrCode: (
      idOrCode: string,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/user-group-types/${segment(idOrCode)}`,
        method: "DELETE",
        query: query,
        secure: true,
        ...params,
      }),

    /**
     * @description Changes the members in the body and leaves all others as they are. null removes a member; objects are merged, arrays are replaced. With `auditInfo.version`, the write is rejected if the record has changed since that version.
     *
     * @tags UserGroupType
     * @name PatchUserGroupTypesIdOrCode
     * @summary UserGroupTypePublicApi.patch
     * @request PATCH:/api/v2/user-group-types/{idOrCode}
     * @secure
     */
    patchUserGroupTypesIdOrCode: (
      idOrCode: string,
      data: PatchOfUserGroupType,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserGroupType, ErrorBody>({
        path: `/api/v2/user-group-types/${segment(idOrCode)}`,
        method: "PATCH",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Creates a record, or replaces the one with the id of the body. Responds when search finds the change, unless `immediatelyRefresh` is false.
     *
     * @tags UserGroupType
     * @name PostUserGroupTypes
     * @summary UserGroupTypePublicApi.saveAndRefresh
     * @request POST:/api/v2/user-group-types
     * @secure
     */
    postUserGroupTypes: (
      data: UserGroupTypeInput,
      query?: {
        /**
         * Respond only once search finds the change. With false, respond after the write.
         * @default true
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserGroupType, ErrorBody>({
        path: `/api/v2/user-group-types`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns all records, however many there are. Use a search or a backup instead.
     *
     * @tags UserGroupType
     * @name GetUserGroupTypes
     * @summary Get all rows
     * @request GET:/api/v2/user-group-types
     * @deprecated
     * @secure
     */
    getUserGroupTypes: (
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<UserGroupType[], ErrorBody>({
        path: `/api/v2/user-group-types`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Saves the entries of a diff in one transaction, all or none, and returns the saved records. If a record has changed since the diff, nothing is saved.
     *
     * @tags UserGroupType
     * @name PostUserGroupTypesDiffSave
     * @summary UserGroupTypePublicApi.saveDiff
     * @request POST:/api/v2/user-group-types/diff/save
     * @secure
     */
    postUserGroupTypesDiffSave: (
      data: DiffEntryOfUserGroupTypeInput[],
      query?: {
        /**
         * Whether changed formats and periods are checked, and, if the differences are saved, changed `chars` against the registries of their types, and changed codes.
         * @default true
         * @example true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "code"
         */
        compareField?: string;
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserGroupType[], ErrorBody>({
        path: `/api/v2/user-group-types/diff/save`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Compares the records of a file with the stored ones, and saves the differences if `save` is true. The file is an ExportEnvelope, an array, lines of JSON, or CSV.
     *
     * @tags UserGroupType
     * @name PostUserGroupTypesDiffFile
     * @summary UserGroupTypePublicApi.diff
     * @request POST:/api/v2/user-group-types/diff/file
     * @secure
     */
    postUserGroupTypesDiffFile: (
      data: {
        /**
         * The records: an ExportEnvelope, an array, lines of JSON, or CSV.
         * @format binary
         */
        file: File;
      },
      query?: {
        /**
         * Whether changed formats and periods are checked, and, if the differences are saved, changed `chars` against the registries of their types, and changed codes.
         * @default true
         * @example true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "code"
         */
        compareField?: string;
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
        /**
         * Save the differences.
         * @default false
         * @example false
         */
        save?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<DiffEntryOfUserGroupType[], ErrorBody>({
        path: `/api/v2/user-group-types/diff/file`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.FormData,
        format: "json",
        ...params,
      }),

    /**
     * @description Compares the records of the ExportEnvelope in the body with the stored ones, and saves nothing.
     *
     * @tags UserGroupType
     * @name PostUserGroupTypesDiffOnly
     * @summary UserGroupTypePublicApi.diffOnly
     * @request POST:/api/v2/user-group-types/diff/only
     * @secure
     */
    postUserGroupTypesDiffOnly: (
      data: ExportEnvelopeOfUserGroupTypeInput,
      query?: {
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "code"
         */
        compareField?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<DiffEntryOfUserGroupType[], ErrorBody>({
        path: `/api/v2/user-group-types/diff/only`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the records of one snapshot as an ExportEnvelope, which a diff accepts. The filtering of the query or of the body selects them.
     *
     * @tags UserGroupType
     * @name PostUserGroupTypesBackup
     * @summary UserGroupTypePublicApi.backup
     * @request POST:/api/v2/user-group-types/backup
     * @secure
     */
    postUserGroupTypesBackup: (
      data: BackupRequest,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. Without it, all records. */
        filtering?: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<ExportEnvelopeOfUserGroupType, ErrorBody>({
        path: `/api/v2/user-group-types/backup`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the matching records, up to `size`. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags UserGroupType
     * @name GetUserGroupTypesSearchList
     * @summary Search for values and return the result as a list
     * @request GET:/api/v2/user-group-types/search/list
     * @secure
     */
    getUserGroupTypesSearchList: (
      query: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
         * @default 1000
         * @example 20
         */
        size?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserGroupType[], ErrorBody>({
        path: `/api/v2/user-group-types/search/list`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL. The size of the list is that of the filtering, 1,000 by default and 10,000 at most. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags UserGroupType
     * @name PostUserGroupTypesSearchList
     * @summary Search for values by a filtering in the body and return the result as a list
     * @request POST:/api/v2/user-group-types/search/list
     * @secure
     */
    postUserGroupTypesSearchList: (
      data: Filtering,
      query?: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<UserGroupType[], ErrorBody>({
        path: `/api/v2/user-group-types/search/list`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns one page of the matching records, and how many there are. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags UserGroupType
     * @name GetUserGroupTypesSearchPage
     * @summary UserGroupTypePublicApi.getAllFilterablePage
     * @request GET:/api/v2/user-group-types/search/page
     * @secure
     */
    getUserGroupTypesSearchPage: (
      query: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
        /**
         * Whether all matching records are counted. Otherwise, at most 10,000 are counted, so that the time does not grow with their number; if more match, `totalElements` is 10,000 and `totalIsLowerBound` is true.
         * @default true
         * @example false
         */
        total?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfUserGroupType, ErrorBody>({
        path: `/api/v2/user-group-types/search/page`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags UserGroupType
     * @name PostUserGroupTypesSearchPage
     * @summary Search for values by a filtering in the body and return a page
     * @request POST:/api/v2/user-group-types/search/page
     * @secure
     */
    postUserGroupTypesSearchPage: (
      data: Filtering,
      query?: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /**
         * Whether all matching records are counted. Otherwise, at most 10,000 are counted, so that the time does not grow with their number; if more match, `totalElements` is 10,000 and `totalIsLowerBound` is true.
         * @default true
         * @example false
         */
        total?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfUserGroupType, ErrorBody>({
        path: `/api/v2/user-group-types/search/page`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the records with these ids or codes in the requested order, each once. Unknown ones are omitted.
     *
     * @tags UserGroupType
     * @name GetUserGroupTypesByIdsIds
     * @summary UserGroupTypePublicApi.getByIds
     * @request GET:/api/v2/user-group-types/by-ids/{ids}
     * @secure
     */
    getUserGroupTypesByIdsIds: (
      ids: string[],
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<UserGroupType[], ErrorBody>({
        path: `/api/v2/user-group-types/by-ids/${segment(ids)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the number of matching records.
     *
     * @tags UserGroupType
     * @name GetUserGroupTypesSearchCount
     * @summary UserGroupTypePublicApi.countFilterable
     * @request GET:/api/v2/user-group-types/search/count
     * @secure
     */
    getUserGroupTypesSearchCount: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<number, ErrorBody>({
        path: `/api/v2/user-group-types/search/count`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL.
     *
     * @tags UserGroupType
     * @name PostUserGroupTypesSearchCount
     * @summary Count values by a filtering in the body
     * @request POST:/api/v2/user-group-types/search/count
     * @secure
     */
    postUserGroupTypesSearchCount: (
      data: Filtering,
      params: RequestParams = {},
    ) =>
      this.request<number, ErrorBody>({
        path: `/api/v2/user-group-types/search/count`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the changes of the record, newest first; with `version` or `at`, the record as it was then. The history of a deleted record is found by its id, and by its last code unless another record has it.
     *
     * @tags UserGroupType
     * @name GetUserGroupTypesIdOrCodeHistory
     * @summary Returns the history of a row
     * @request GET:/api/v2/user-group-types/{idOrCode}/history
     * @secure
     */
    getUserGroupTypesIdOrCodeHistory: (
      idOrCode: string,
      query?: {
        /**
         * Return the record at this time.
         * @format date-time
         * @maxLength 56
         * @example "2099-01-01T00:00:00.000Z"
         */
        at?: string;
        /**
         * Return the record at this version.
         * @format int32
         * @min 1
         * @max 999999999
         * @example 1
         */
        version?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<Version[] | UserGroupType, ErrorBody>({
        path: `/api/v2/user-group-types/${segment(idOrCode)}/history`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the record by the state that it had in a version, as a PUT would. A deleted record is created again under its id. The state is validated again: records that it refers to must exist, and its code must be free.
     *
     * @tags UserGroupType
     * @name PostUserGroupTypesIdOrCodeRestore
     * @summary Restore a version of a row
     * @request POST:/api/v2/user-group-types/{idOrCode}/restore
     * @secure
     */
    postUserGroupTypesIdOrCodeRestore: (
      idOrCode: string,
      query: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
        /**
         * Number of the version, as the history lists it.
         * @format int32
         * @min 1
         * @max 999999999
         * @example 1
         */
        version: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserGroupType, ErrorBody>({
        path: `/api/v2/user-group-types/${segment(idOrCode)}/restore`,
        method: "POST",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Starts a Job that creates the records of the body, or patches or deletes those that match a filtering and that the caller may write. Each step changes up to 100 records, each record in a transaction of its own; its processingInfo counts them and says why a record failed, also after a cancel. With dryRun, only counts, and says which records could not be created.
     *
     * @tags UserGroupType
     * @name PostUserGroupTypesBulk
     * @summary Create, patch or delete many rows
     * @request POST:/api/v2/user-group-types/bulk
     * @secure
     */
    postUserGroupTypesBulk: (
      data: BulkChangeOfUserGroupType,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<BulkAnswer, ErrorBody>({
        path: `/api/v2/user-group-types/bulk`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the record with the id.
     *
     * @tags UserGroupType
     * @name GetUserGroupTypesByIdId
     * @summary Returns a row by its id
     * @request GET:/api/v2/user-group-types/by-id/{id}
     * @secure
     */
    getUserGroupTypesByIdId: (
      id: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<UserGroupType, void | ErrorBody>({
        path: `/api/v2/user-group-types/by-id/${segment(id)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the whole record with the id, as PUT of `/{idOrCode}` does.
     *
     * @tags UserGroupType
     * @name PutUserGroupTypesByIdId
     * @summary Update a value by its id
     * @request PUT:/api/v2/user-group-types/by-id/{id}
     * @secure
     */
    putUserGroupTypesByIdId: (
      id: string,
      data: UserGroupTypeInput,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserGroupType, ErrorBody>({
        path: `/api/v2/user-group-types/by-id/${segment(id)}`,
        method: "PUT",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Changes the members in the body of the record with the id, as PATCH of `/{idOrCode}` does.
     *
     * @tags UserGroupType
     * @name PatchUserGroupTypesByIdId
     * @summary Update properties of a value by its id
     * @request PATCH:/api/v2/user-group-types/by-id/{id}
     * @secure
     */
    patchUserGroupTypesByIdId: (
      id: string,
      data: PatchOfUserGroupType,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserGroupType, ErrorBody>({
        path: `/api/v2/user-group-types/by-id/${segment(id)}`,
        method: "PATCH",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Deletes the record with the id, as DELETE of `/{idOrCode}` does.
     *
     * @tags UserGroupType
     * @name DeleteUserGroupTypesByIdId
     * @summary Delete by id
     * @request DELETE:/api/v2/user-group-types/by-id/{id}
     * @secure
     */
    deleteUserGroupTypesByIdId: (
      id: string,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/user-group-types/by-id/${segment(id)}`,
        method: "DELETE",
        query: query,
        secure: true,
        ...params,
      }),

    /**
     * @description Returns the record with the code. Use `/{idOrCode}` instead.
     *
     * @tags UserGroupType
     * @name GetUserGroupTypesByCodeCode
     * @summary UserGroupTypePublicApi.getByCode
     * @request GET:/api/v2/user-group-types/by-code/{code}
     * @deprecated
     * @secure
     */
    getUserGroupTypesByCodeCode: (
      code: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<UserGroupType, void | ErrorBody>({
        path: `/api/v2/user-group-types/by-code/${segment(code)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same as `/search/page`, which replaces it.
     *
     * @tags UserGroupType
     * @name GetUserGroupTypesSearchDeprecatedPage
     * @summary Search user group types
     * @request GET:/api/v2/user-group-types/search/deprecated/page
     * @deprecated
     * @secure
     */
    getUserGroupTypesSearchDeprecatedPage: (
      query: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfUserGroupType, ErrorBody>({
        path: `/api/v2/user-group-types/search/deprecated/page`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same as `/search/list`, which replaces it.
     *
     * @tags UserGroupType
     * @name GetUserGroupTypesSearchDeprecatedList
     * @summary Search user group types
     * @request GET:/api/v2/user-group-types/search/deprecated/list
     * @deprecated
     * @secure
     */
    getUserGroupTypesSearchDeprecatedList: (
      query: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
         * @example 20
         */
        size?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserGroupType[], ErrorBody>({
        path: `/api/v2/user-group-types/search/deprecated/list`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the record with the id or the code.
     *
     * @tags UserGroup
     * @name GetUserGroupsIdOrCode
     * @summary Returns a row by primary key
     * @request GET:/api/v2/user-groups/{idOrCode}
     * @secure
     */
    getUserGroupsIdOrCode: (
      idOrCode: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<UserGroup, void | ErrorBody>({
        path: `/api/v2/user-groups/${segment(idOrCode)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the whole record: members that the body lacks are removed. With `auditInfo.version`, the write is rejected if the record has changed since that version. A change of the code changes all records that contain it.
     *
     * @tags UserGroup
     * @name PutUserGroupsIdOrCode
     * @summary Update a value
     * @request PUT:/api/v2/user-groups/{idOrCode}
     * @secure
     */
    putUserGroupsIdOrCode: (
      idOrCode: string,
      data: UserGroupInput,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserGroup, ErrorBody>({
        path: `/api/v2/user-groups/${segment(idOrCode)}`,
        method: "PUT",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Deletes the record. A record that others refer to is not deleted: the answer is a 400 that names them. The history remains.
     *
     * @tags UserGroup
     * @name DeleteUserGroupsIdOrCode
     * @summary Delete
     * @request DELETE:/api/v2/user-groups/{idOrCode}
     * @secure
     */
    deleteUserGroupsIdOrCode: (
      idOrCode: string,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/user-groups/${segment(idOrCode)}`,
        method: "DELETE",
        query: query,
        secure: true,
        ...params,
      }),

    /**
     * @description Changes the members in the body and leaves all others as they are. null removes a member; objects are merged, arrays are replaced. With `auditInfo.version`, the write is rejected if the record has changed since that version.
     *
     * @tags UserGroup
     * @name PatchUserGroupsIdOrCode
     * @summary Update properties of an existing user group
     * @request PATCH:/api/v2/user-groups/{idOrCode}
     * @secure
     */
    patchUserGroupsIdOrCode: (
      idOrCode: string,
      data: PatchOfUserGroup,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserGroup, ErrorBody>({
        path: `/api/v2/user-groups/${segment(idOrCode)}`,
        method: "PATCH",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Creates a record, or replaces the one with the id of the body. Responds when search finds the change, unless `immediatelyRefresh` is false.
     *
     * @tags UserGroup
     * @name PostUserGroups
     * @summary Create new user group
     * @request POST:/api/v2/user-groups
     * @secure
     */
    postUserGroups: (
      data: UserGroupInput,
      query?: {
        /**
         * Respond only once search finds the change. With false, respond after the write.
         * @default true
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserGroup, ErrorBody>({
        path: `/api/v2/user-groups`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns all records, however many there are. Use a search or a backup instead.
     *
     * @tags UserGroup
     * @name GetUserGroups
     * @summary Get all rows
     * @request GET:/api/v2/user-groups
     * @deprecated
     * @secure
     */
    getUserGroups: (
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<UserGroup[], ErrorBody>({
        path: `/api/v2/user-groups`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Saves the entries of a diff in one transaction, all or none, and returns the saved records. If a record has changed since the diff, nothing is saved.
     *
     * @tags UserGroup
     * @name PostUserGroupsDiffSave
     * @summary UserGroupPublicApi.saveDiff
     * @request POST:/api/v2/user-groups/diff/save
     * @secure
     */
    postUserGroupsDiffSave: (
      data: DiffEntryOfUserGroupInput[],
      query?: {
        /**
         * Whether changed formats and periods are checked, and, if the differences are saved, changed `chars` against the registries of their types, and changed codes.
         * @default true
         * @example true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "code"
         */
        compareField?: string;
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserGroup[], ErrorBody>({
        path: `/api/v2/user-groups/diff/save`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Compares the records of a file with the stored ones, and saves the differences if `save` is true. The file is an ExportEnvelope, an array, lines of JSON, or CSV.
     *
     * @tags UserGroup
     * @name PostUserGroupsDiffFile
     * @summary UserGroupPublicApi.diff
     * @request POST:/api/v2/user-groups/diff/file
     * @secure
     */
    postUserGroupsDiffFile: (
      data: {
        /**
         * The records: an ExportEnvelope, an array, lines of JSON, or CSV.
         * @format binary
         */
        file: File;
      },
      query?: {
        /**
         * Whether changed formats and periods are checked, and, if the differences are saved, changed `chars` against the registries of their types, and changed codes.
         * @default true
         * @example true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "code"
         */
        compareField?: string;
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
        /**
         * Save the differences.
         * @default false
         * @example false
         */
        save?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<DiffEntryOfUserGroup[], ErrorBody>({
        path: `/api/v2/user-groups/diff/file`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.FormData,
        format: "json",
        ...params,
      }),

    /**
     * @description Compares the records of the ExportEnvelope in the body with the stored ones, and saves nothing.
     *
     * @tags UserGroup
     * @name PostUserGroupsDiffOnly
     * @summary UserGroupPublicApi.diffOnly
     * @request POST:/api/v2/user-groups/diff/only
     * @secure
     */
    postUserGroupsDiffOnly: (
      data: ExportEnvelopeOfUserGroupInput,
      query?: {
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "code"
         */
        compareField?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<DiffEntryOfUserGroup[], ErrorBody>({
        path: `/api/v2/user-groups/diff/only`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the records of one snapshot as an ExportEnvelope, which a diff accepts. The filtering of the query or of the body selects them.
     *
     * @tags UserGroup
     * @name PostUserGroupsBackup
     * @summary UserGroupPublicApi.backup
     * @request POST:/api/v2/user-groups/backup
     * @secure
     */
    postUserGroupsBackup: (
      data: BackupRequest,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. Without it, all records. */
        filtering?: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<ExportEnvelopeOfUserGroup, ErrorBody>({
        path: `/api/v2/user-groups/backup`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the matching records, up to `size`. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags UserGroup
     * @name GetUserGroupsSearchList
     * @summary Search for values and return the result as a list
     * @request GET:/api/v2/user-groups/search/list
     * @secure
     */
    getUserGroupsSearchList: (
      query: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
         * @default 1000
         * @example 20
         */
        size?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserGroup[], ErrorBody>({
        path: `/api/v2/user-groups/search/list`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL. The size of the list is that of the filtering, 1,000 by default and 10,000 at most. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags UserGroup
     * @name PostUserGroupsSearchList
     * @summary Search for values by a filtering in the body and return the result as a list
     * @request POST:/api/v2/user-groups/search/list
     * @secure
     */
    postUserGroupsSearchList: (
      data: Filtering,
      query?: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<UserGroup[], ErrorBody>({
        path: `/api/v2/user-groups/search/list`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns one page of the matching records, and how many there are. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags UserGroup
     * @name GetUserGroupsSearchPage
     * @summary UserGroupPublicApi.getAllFilterablePage
     * @request GET:/api/v2/user-groups/search/page
     * @secure
     */
    getUserGroupsSearchPage: (
      query: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
        /**
         * Whether all matching records are counted. Otherwise, at most 10,000 are counted, so that the time does not grow with their number; if more match, `totalElements` is 10,000 and `totalIsLowerBound` is true.
         * @default true
         * @example false
         */
        total?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfUserGroup, ErrorBody>({
        path: `/api/v2/user-groups/search/page`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags UserGroup
     * @name PostUserGroupsSearchPage
     * @summary Search for values by a filtering in the body and return a page
     * @request POST:/api/v2/user-groups/search/page
     * @secure
     */
    postUserGroupsSearchPage: (
      data: Filtering,
      query?: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /**
         * Whether all matching records are counted. Otherwise, at most 10,000 are counted, so that the time does not grow with their number; if more match, `totalElements` is 10,000 and `totalIsLowerBound` is true.
         * @default true
         * @example false
         */
        total?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfUserGroup, ErrorBody>({
        path: `/api/v2/user-groups/search/page`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the records with these ids or codes in the requested order, each once. Unknown ones are omitted.
     *
     * @tags UserGroup
     * @name GetUserGroupsByIdsIds
     * @summary UserGroupPublicApi.getByIds
     * @request GET:/api/v2/user-groups/by-ids/{ids}
     * @secure
     */
    getUserGroupsByIdsIds: (
      ids: string[],
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<UserGroup[], ErrorBody>({
        path: `/api/v2/user-groups/by-ids/${segment(ids)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the number of matching records.
     *
     * @tags UserGroup
     * @name GetUserGroupsSearchCount
     * @summary UserGroupPublicApi.countFilterable
     * @request GET:/api/v2/user-groups/search/count
     * @secure
     */
    getUserGroupsSearchCount: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<number, ErrorBody>({
        path: `/api/v2/user-groups/search/count`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL.
     *
     * @tags UserGroup
     * @name PostUserGroupsSearchCount
     * @summary Count values by a filtering in the body
     * @request POST:/api/v2/user-groups/search/count
     * @secure
     */
    postUserGroupsSearchCount: (data: Filtering, params: RequestParams = {}) =>
      this.request<number, ErrorBody>({
        path: `/api/v2/user-groups/search/count`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the changes of the record, newest first; with `version` or `at`, the record as it was then. The history of a deleted record is found by its id, and by its last code unless another record has it.
     *
     * @tags UserGroup
     * @name GetUserGroupsIdOrCodeHistory
     * @summary Returns the history of a row
     * @request GET:/api/v2/user-groups/{idOrCode}/history
     * @secure
     */
    getUserGroupsIdOrCodeHistory: (
      idOrCode: string,
      query?: {
        /**
         * Return the record at this time.
         * @format date-time
         * @maxLength 56
         * @example "2099-01-01T00:00:00.000Z"
         */
        at?: string;
        /**
         * Return the record at this version.
         * @format int32
         * @min 1
         * @max 999999999
         * @example 1
         */
        version?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<Version[] | UserGroup, ErrorBody>({
        path: `/api/v2/user-groups/${segment(idOrCode)}/history`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the record by the state that it had in a version, as a PUT would. A deleted record is created again under its id. The state is validated again: records that it refers to must exist, and its code must be free.
     *
     * @tags UserGroup
     * @name PostUserGroupsIdOrCodeRestore
     * @summary Restore a version of a row
     * @request POST:/api/v2/user-groups/{idOrCode}/restore
     * @secure
     */
    postUserGroupsIdOrCodeRestore: (
      idOrCode: string,
      query: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
        /**
         * Number of the version, as the history lists it.
         * @format int32
         * @min 1
         * @max 999999999
         * @example 1
         */
        version: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserGroup, ErrorBody>({
        path: `/api/v2/user-groups/${segment(idOrCode)}/restore`,
        method: "POST",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Starts a Job that creates the records of the body, or patches or deletes those that match a filtering and that the caller may write. Each step changes up to 100 records, each record in a transaction of its own; its processingInfo counts them and says why a record failed, also after a cancel. With dryRun, only counts, and says which records could not be created.
     *
     * @tags UserGroup
     * @name PostUserGroupsBulk
     * @summary Create, patch or delete many rows
     * @request POST:/api/v2/user-groups/bulk
     * @secure
     */
    postUserGroupsBulk: (
      data: BulkChangeOfUserGroup,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<BulkAnswer, ErrorBody>({
        path: `/api/v2/user-groups/bulk`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Changes the members in the body of the record with the id, as PATCH of `/{idOrCode}` does.
     *
     * @tags UserGroup
     * @name PatchUserGroupsByIdId
     * @summary Update properties of a value by its id
     * @request PATCH:/api/v2/user-groups/by-id/{id}
     * @secure
     */
    patchUserGroupsByIdId: (
      id: string,
      data: PatchOfUserGroup,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserGroup, ErrorBody>({
        path: `/api/v2/user-groups/by-id/${segment(id)}`,
        method: "PATCH",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the group with the id.
     *
     * @tags UserGroup
     * @name GetUserGroupsByIdId
     * @summary Returns a user group
     * @request GET:/api/v2/user-groups/by-id/{id}
     * @secure
     */
    getUserGroupsByIdId: (
      id: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<UserGroup, void | ErrorBody>({
        path: `/api/v2/user-groups/by-id/${segment(id)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the whole group with the id, as PUT of `/{idOrCode}` does.
     *
     * @tags UserGroup
     * @name PutUserGroupsByIdId
     * @summary Update existing user group
     * @request PUT:/api/v2/user-groups/by-id/{id}
     * @secure
     */
    putUserGroupsByIdId: (
      id: string,
      data: UserGroupInput,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserGroup, ErrorBody>({
        path: `/api/v2/user-groups/by-id/${segment(id)}`,
        method: "PUT",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Deletes the group with the id, as DELETE of `/{idOrCode}` does.
     *
     * @tags UserGroup
     * @name DeleteUserGroupsByIdId
     * @summary Delete a user group
     * @request DELETE:/api/v2/user-groups/by-id/{id}
     * @secure
     */
    deleteUserGroupsByIdId: (
      id: string,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/user-groups/by-id/${segment(id)}`,
        method: "DELETE",
        query: query,
        secure: true,
        ...params,
      }),

    /**
     * @description The same as `/search/page`, which replaces it.
     *
     * @tags UserGroup
     * @name GetUserGroupsSearchDeprecatedPage
     * @summary UserGroupPublicApi.getAllFilterable
     * @request GET:/api/v2/user-groups/search/deprecated/page
     * @deprecated
     * @secure
     */
    getUserGroupsSearchDeprecatedPage: (
      query: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfUserGroup, ErrorBody>({
        path: `/api/v2/user-groups/search/deprecated/page`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same as `/search/list`, which replaces it.
     *
     * @tags UserGroup
     * @name GetUserGroupsSearchDeprecatedList
     * @summary UserGroupPublicApi.getAllFilterableList
     * @request GET:/api/v2/user-groups/search/deprecated/list
     * @deprecated
     * @secure
     */
    getUserGroupsSearchDeprecatedList: (
      query: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
         * @example 20
         */
        size?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserGroup[], ErrorBody>({
        path: `/api/v2/user-groups/search/deprecated/list`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the record with the id or the code.
     *
     * @tags UserGroupRegion
     * @name GetUserGroupRegionsIdOrCode
     * @summary Returns a row by primary key
     * @request GET:/api/v2/user-group-regions/{idOrCode}
     * @secure
     */
    getUserGroupRegionsIdOrCode: (
      idOrCode: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<UserGroupRegion, void | ErrorBody>({
        path: `/api/v2/user-group-regions/${segment(idOrCode)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the whole record: members that the body lacks are removed. With `auditInfo.version`, the write is rejected if the record has changed since that version. A change of the code changes all records that contain it.
     *
     * @tags UserGroupRegion
     * @name PutUserGroupRegionsIdOrCode
     * @summary Update a value
     * @request PUT:/api/v2/user-group-regions/{idOrCode}
     * @secure
     */
    putUserGroupRegionsIdOrCode: (
      idOrCode: string,
      data: UserGroupRegionInput,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserGroupRegion, ErrorBody>({
        path: `/api/v2/user-group-regions/${segment(idOrCode)}`,
        method: "PUT",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Deletes the record. A record that others refer to is not deleted: the answer is a 400 that names them. The history remains.
     *
     * @tags UserGroupRegion
     * @name DeleteUserGroupRegionsIdOrCode
     * @summary Delete
     * @request DELETE:/api/v2/user-group-regions/{idOrCode}
     * @secure
     */
    deleteUserGroupRegionsIdOrCode: (
      idOrCode: string,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/user-group-regions/${segment(idOrCode)}`,
        method: "DELETE",
        query: query,
        secure: true,
        ...params,
      }),

    /**
     * @description Changes the members in the body and leaves all others as they are. null removes a member; objects are merged, arrays are replaced. With `auditInfo.version`, the write is rejected if the record has changed since that version.
     *
     * @tags UserGroupRegion
     * @name PatchUserGroupRegionsIdOrCode
     * @summary UserGroupRegionPublicApi.patch
     * @request PATCH:/api/v2/user-group-regions/{idOrCode}
     * @secure
     */
    patchUserGroupRegionsIdOrCode: (
      idOrCode: string,
      data: PatchOfUserGroupRegion,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserGroupRegion, ErrorBody>({
        path: `/api/v2/user-group-regions/${segment(idOrCode)}`,
        method: "PATCH",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Creates a record, or replaces the one with the id of the body. Responds when search finds the change, unless `immediatelyRefresh` is false.
     *
     * @tags UserGroupRegion
     * @name PostUserGroupRegions
     * @summary UserGroupRegionPublicApi.saveAndRefresh
     * @request POST:/api/v2/user-group-regions
     * @secure
     */
    postUserGroupRegions: (
      data: UserGroupRegionInput,
      query?: {
        /**
         * Respond only once search finds the change. With false, respond after the write.
         * @default true
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserGroupRegion, ErrorBody>({
        path: `/api/v2/user-group-regions`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the regions of all groups.
     *
     * @tags UserGroupRegion
     * @name GetUserGroupRegions
     * @summary Get all user groups
     * @request GET:/api/v2/user-group-regions
     * @secure
     */
    getUserGroupRegions: (
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<UserGroupRegion[], ErrorBody>({
        path: `/api/v2/user-group-regions`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Saves the entries of a diff in one transaction, all or none, and returns the saved records. If a record has changed since the diff, nothing is saved.
     *
     * @tags UserGroupRegion
     * @name PostUserGroupRegionsDiffSave
     * @summary UserGroupRegionPublicApi.saveDiff
     * @request POST:/api/v2/user-group-regions/diff/save
     * @secure
     */
    postUserGroupRegionsDiffSave: (
      data: DiffEntryOfUserGroupRegionInput[],
      query?: {
        /**
         * Whether changed formats and periods are checked, and, if the differences are saved, changed `chars` against the registries of their types, and changed codes.
         * @default true
         * @example true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "id"
         */
        compareField?: string;
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserGroupRegion[], ErrorBody>({
        path: `/api/v2/user-group-regions/diff/save`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Compares the records of a file with the stored ones, and saves the differences if `save` is true. The file is an ExportEnvelope, an array, lines of JSON, or CSV.
     *
     * @tags UserGroupRegion
     * @name PostUserGroupRegionsDiffFile
     * @summary UserGroupRegionPublicApi.diff
     * @request POST:/api/v2/user-group-regions/diff/file
     * @secure
     */
    postUserGroupRegionsDiffFile: (
      data: {
        /**
         * The records: an ExportEnvelope, an array, lines of JSON, or CSV.
         * @format binary
         */
        file: File;
      },
      query?: {
        /**
         * Whether changed formats and periods are checked, and, if the differences are saved, changed `chars` against the registries of their types, and changed codes.
         * @default true
         * @example true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "id"
         */
        compareField?: string;
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
        /**
         * Save the differences.
         * @default false
         * @example false
         */
        save?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<DiffEntryOfUserGroupRegion[], ErrorBody>({
        path: `/api/v2/user-group-regions/diff/file`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.FormData,
        format: "json",
        ...params,
      }),

    /**
     * @description Compares the records of the ExportEnvelope in the body with the stored ones, and saves nothing.
     *
     * @tags UserGroupRegion
     * @name PostUserGroupRegionsDiffOnly
     * @summary UserGroupRegionPublicApi.diffOnly
     * @request POST:/api/v2/user-group-regions/diff/only
     * @secure
     */
    postUserGroupRegionsDiffOnly: (
      data: ExportEnvelopeOfUserGroupRegionInput,
      query?: {
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "id"
         */
        compareField?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<DiffEntryOfUserGroupRegion[], ErrorBody>({
        path: `/api/v2/user-group-regions/diff/only`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the records of one snapshot as an ExportEnvelope, which a diff accepts. The filtering of the query or of the body selects them.
     *
     * @tags UserGroupRegion
     * @name PostUserGroupRegionsBackup
     * @summary UserGroupRegionPublicApi.backup
     * @request POST:/api/v2/user-group-regions/backup
     * @secure
     */
    postUserGroupRegionsBackup: (
      data: BackupRequest,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. Without it, all records. */
        filtering?: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<ExportEnvelopeOfUserGroupRegion, ErrorBody>({
        path: `/api/v2/user-group-regions/backup`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the matching records, up to `size`. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags UserGroupRegion
     * @name GetUserGroupRegionsSearchList
     * @summary Search for values and return the result as a list
     * @request GET:/api/v2/user-group-regions/search/list
     * @secure
     */
    getUserGroupRegionsSearchList: (
      query: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
         * @default 1000
         * @example 20
         */
        size?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserGroupRegion[], ErrorBody>({
        path: `/api/v2/user-group-regions/search/list`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL. The size of the list is that of the filtering, 1,000 by default and 10,000 at most. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags UserGroupRegion
     * @name PostUserGroupRegionsSearchList
     * @summary Search for values by a filtering in the body and return the result as a list
     * @request POST:/api/v2/user-group-regions/search/list
     * @secure
     */
    postUserGroupRegionsSearchList: (
      data: Filtering,
      query?: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<UserGroupRegion[], ErrorBody>({
        path: `/api/v2/user-group-regions/search/list`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns one page of the matching records, and how many there are. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags UserGroupRegion
     * @name GetUserGroupRegionsSearchPage
     * @summary UserGroupRegionPublicApi.getAllFilterablePage
     * @request GET:/api/v2/user-group-regions/search/page
     * @secure
     */
    getUserGroupRegionsSearchPage: (
      query: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
        /**
         * Whether all matching records are counted. Otherwise, at most 10,000 are counted, so that the time does not grow with their number; if more match, `totalElements` is 10,000 and `totalIsLowerBound` is true.
         * @default true
         * @example false
         */
        total?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfUserGroupRegion, ErrorBody>({
        path: `/api/v2/user-group-regions/search/page`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags UserGroupRegion
     * @name PostUserGroupRegionsSearchPage
     * @summary Search for values by a filtering in the body and return a page
     * @request POST:/api/v2/user-group-regions/search/page
     * @secure
     */
    postUserGroupRegionsSearchPage: (
      data: Filtering,
      query?: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
        /**
         * Whether all matching records are counted. Otherwise, at most 10,000 are counted, so that the time does not grow with their number; if more match, `totalElements` is 10,000 and `totalIsLowerBound` is true.
         * @default true
         * @example false
         */
        total?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfUserGroupRegion, ErrorBody>({
        path: `/api/v2/user-group-regions/search/page`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the records with these ids or codes in the requested order, each once. Unknown ones are omitted.
     *
     * @tags UserGroupRegion
     * @name GetUserGroupRegionsByIdsIds
     * @summary UserGroupRegionPublicApi.getByIds
     * @request GET:/api/v2/user-group-regions/by-ids/{ids}
     * @secure
     */
    getUserGroupRegionsByIdsIds: (
      ids: string[],
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<UserGroupRegion[], ErrorBody>({
        path: `/api/v2/user-group-regions/by-ids/${segment(ids)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the number of matching records.
     *
     * @tags UserGroupRegion
     * @name GetUserGroupRegionsSearchCount
     * @summary UserGroupRegionPublicApi.countFilterable
     * @request GET:/api/v2/user-group-regions/search/count
     * @secure
     */
    getUserGroupRegionsSearchCount: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<number, ErrorBody>({
        path: `/api/v2/user-group-regions/search/count`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL.
     *
     * @tags UserGroupRegion
     * @name PostUserGroupRegionsSearchCount
     * @summary Count values by a filtering in the body
     * @request POST:/api/v2/user-group-regions/search/count
     * @secure
     */
    postUserGroupRegionsSearchCount: (
      data: Filtering,
      params: RequestParams = {},
    ) =>
      this.request<number, ErrorBody>({
        path: `/api/v2/user-group-regions/search/count`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the changes of the record, newest first; with `version` or `at`, the record as it was then. The history of a deleted record is found by its id, and by its last code unless another record has it.
     *
     * @tags UserGroupRegion
     * @name GetUserGroupRegionsIdOrCodeHistory
     * @summary Returns the history of a row
     * @request GET:/api/v2/user-group-regions/{idOrCode}/history
     * @secure
     */
    getUserGroupRegionsIdOrCodeHistory: (
      idOrCode: string,
      query?: {
        /**
         * Return the record at this time.
         * @format date-time
         * @maxLength 56
         * @example "2099-01-01T00:00:00.000Z"
         */
        at?: string;
        /**
         * Return the record at this version.
         * @format int32
         * @min 1
         * @max 999999999
         * @example 1
         */
        version?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<Version[] | UserGroupRegion, ErrorBody>({
        path: `/api/v2/user-group-regions/${segment(idOrCode)}/history`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the record by the state that it had in a version, as a PUT would. A deleted record is created again under its id. The state is validated again: records that it refers to must exist, and its code must be free.
     *
     * @tags UserGroupRegion
     * @name PostUserGroupRegionsIdOrCodeRestore
     * @summary Restore a version of a row
     * @request POST:/api/v2/user-group-regions/{idOrCode}/restore
     * @secure
     */
    postUserGroupRegionsIdOrCodeRestore: (
      idOrCode: string,
      query: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
        /**
         * Number of the version, as the history lists it.
         * @format int32
         * @min 1
         * @max 999999999
         * @example 1
         */
        version: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserGroupRegion, ErrorBody>({
        path: `/api/v2/user-group-regions/${segment(idOrCode)}/restore`,
        method: "POST",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Starts a Job that creates the records of the body, or patches or deletes those that match a filtering and that the caller may write. Each step changes up to 100 records, each record in a transaction of its own; its processingInfo counts them and says why a record failed, also after a cancel. With dryRun, only counts, and says which records could not be created.
     *
     * @tags UserGroupRegion
     * @name PostUserGroupRegionsBulk
     * @summary Create, patch or delete many rows
     * @request POST:/api/v2/user-group-regions/bulk
     * @secure
     */
    postUserGroupRegionsBulk: (
      data: BulkChangeOfUserGroupRegion,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<BulkAnswer, ErrorBody>({
        path: `/api/v2/user-group-regions/bulk`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the record with the id.
     *
     * @tags UserGroupRegion
     * @name GetUserGroupRegionsByIdId
     * @summary Returns a row by its id
     * @request GET:/api/v2/user-group-regions/by-id/{id}
     * @secure
     */
    getUserGroupRegionsByIdId: (
      id: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<UserGroupRegion, void | ErrorBody>({
        path: `/api/v2/user-group-regions/by-id/${segment(id)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the whole record with the id, as PUT of `/{idOrCode}` does.
     *
     * @tags UserGroupRegion
     * @name PutUserGroupRegionsByIdId
     * @summary Update a value by its id
     * @request PUT:/api/v2/user-group-regions/by-id/{id}
     * @secure
     */
    putUserGroupRegionsByIdId: (
      id: string,
      data: UserGroupRegionInput,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserGroupRegion, ErrorBody>({
        path: `/api/v2/user-group-regions/by-id/${segment(id)}`,
        method: "PUT",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Changes the members in the body of the record with the id, as PATCH of `/{idOrCode}` does.
     *
     * @tags UserGroupRegion
     * @name PatchUserGroupRegionsByIdId
     * @summary Update properties of a value by its id
     * @request PATCH:/api/v2/user-group-regions/by-id/{id}
     * @secure
     */
    patchUserGroupRegionsByIdId: (
      id: string,
      data: PatchOfUserGroupRegion,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserGroupRegion, ErrorBody>({
        path: `/api/v2/user-group-regions/by-id/${segment(id)}`,
        method: "PATCH",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Deletes the record with the id, as DELETE of `/{idOrCode}` does.
     *
     * @tags UserGroupRegion
     * @name DeleteUserGroupRegionsByIdId
     * @summary Delete by id
     * @request DELETE:/api/v2/user-group-regions/by-id/{id}
     * @secure
     */
    deleteUserGroupRegionsByIdId: (
      id: string,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/user-group-regions/by-id/${segment(id)}`,
        method: "DELETE",
        query: query,
        secure: true,
        ...params,
      }),

    /**
     * @description Returns the record with the id or the code.
     *
     * @tags UserType
     * @name GetUserTypesIdOrCode
     * @summary Returns a row by primary key
     * @request GET:/api/v2/user-types/{idOrCode}
     * @secure
     */
    getUserTypesIdOrCode: (
      idOrCode: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<UserType, void | ErrorBody>({
        path: `/api/v2/user-types/${segment(idOrCode)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the whole record: members that the body lacks are removed. With `auditInfo.version`, the write is rejected if the record has changed since that version. A change of the code changes all records that contain it.
     *
     * @tags UserType
     * @name PutUserTypesIdOrCode
     * @summary Update a value
     * @request PUT:/api/v2/user-types/{idOrCode}
     * @secure
     */
    putUserTypesIdOrCode: (
      idOrCode: string,
      data: UserTypeInput,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserType, ErrorBody>({
        path: `/api/v2/user-types/${segment(idOrCode)}`,
        method: "PUT",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Deletes the record. A record that others refer to is not deleted: the answer is a 400 that names them. The history remains.
     *
     * @tags UserType
     * @name DeleteUserTypesIdOrCode
     * @summary Delete
     * @request DELETE:/api/v2/user-types/{idOrCode}
     * @secure
     */
    deleteUserTypesIdOrCode: (
      idOrCode: string,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/user-types/${segment(idOrCode)}`,
        method: "DELETE",
        query: query,
        secure: true,
        ...params,
      }),

    /**
     * @description Changes the members in the body and leaves all others as they are. null removes a member; objects are merged, arrays are replaced. With `auditInfo.version`, the write is rejected if the record has changed since that version.
     *
     * @tags UserType
     * @name PatchUserTypesIdOrCode
     * @summary UserTypePublicApi.patch
     * @request PATCH:/api/v2/user-types/{idOrCode}
     * @secure
     */
    patchUserTypesIdOrCode: (
      idOrCode: string,
      data: PatchOfUserType,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserType, ErrorBody>({
        path: `/api/v2/user-types/${segment(idOrCode)}`,
        method: "PATCH",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Creates a record, or replaces the one with the id of the body. Responds when search finds the change, unless `immediatelyRefresh` is false.
     *
     * @tags UserType
     * @name PostUserTypes
     * @summary UserTypePublicApi.saveAndRefresh
     * @request POST:/api/v2/user-types
     * @secure
     */
    postUserTypes: (
      data: UserTypeInput,
      query?: {
        /**
         * Respond only once search finds the change. With false, respond after the write.
         * @default true
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserType, ErrorBody>({
        path: `/api/v2/user-types`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns all records, however many there are. Use a search or a backup instead.
     *
     * @tags UserType
     * @name GetUserTypes
     * @summary Get all rows
     * @request GET:/api/v2/user-types
     * @deprecated
     * @secure
     */
    getUserTypes: (
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<UserType[], ErrorBody>({
        path: `/api/v2/user-types`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Saves the entries of a diff in one transaction, all or none, and returns the saved records. If a record has changed since the diff, nothing is saved.
     *
     * @tags UserType
     * @name PostUserTypesDiffSave
     * @summary UserTypePublicApi.saveDiff
     * @request POST:/api/v2/user-types/diff/save
     * @secure
     */
    postUserTypesDiffSave: (
      data: DiffEntryOfUserTypeInput[],
      query?: {
        /**
         * Whether changed formats and periods are checked, and, if the differences are saved, changed `chars` against the registries of their types, and changed codes.
         * @default true
         * @example true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "code"
         */
        compareField?: string;
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserType[], ErrorBody>({
        path: `/api/v2/user-types/diff/save`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Compares the records of a file with the stored ones, and saves the differences if `save` is true. The file is an ExportEnvelope, an array, lines of JSON, or CSV.
     *
     * @tags UserType
     * @name PostUserTypesDiffFile
     * @summary UserTypePublicApi.diff
     * @request POST:/api/v2/user-types/diff/file
     * @secure
     */
    postUserTypesDiffFile: (
      data: {
        /**
         * The records: an ExportEnvelope, an array, lines of JSON, or CSV.
         * @format binary
         */
        file: File;
      },
      query?: {
        /**
         * Whether changed formats and periods are checked, and, if the differences are saved, changed `chars` against the registries of their types, and changed codes.
         * @default true
         * @example true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "code"
         */
        compareField?: string;
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
        /**
         * Save the differences.
         * @default false
         * @example false
         */
        save?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<DiffEntryOfUserType[], ErrorBody>({
        path: `/api/v2/user-types/diff/file`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.FormData,
        format: "json",
        ...params,
      }),

    /**
     * @description Compares the records of the ExportEnvelope in the body with the stored ones, and saves nothing.
     *
     * @tags UserType
     * @name PostUserTypesDiffOnly
     * @summary UserTypePublicApi.diffOnly
     * @request POST:/api/v2/user-types/diff/only
     * @secure
     */
    postUserTypesDiffOnly: (
      data: ExportEnvelopeOfUserTypeInput,
      query?: {
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "code"
         */
        compareField?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<DiffEntryOfUserType[], ErrorBody>({
        path: `/api/v2/user-types/diff/only`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the records of one snapshot as an ExportEnvelope, which a diff accepts. The filtering of the query or of the body selects them.
     *
     * @tags UserType
     * @name PostUserTypesBackup
     * @summary UserTypePublicApi.backup
     * @request POST:/api/v2/user-types/backup
     * @secure
     */
    postUserTypesBackup: (
      data: BackupRequest,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. Without it, all records. */
        filtering?: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<ExportEnvelopeOfUserType, ErrorBody>({
        path: `/api/v2/user-types/backup`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the matching records, up to `size`. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags UserType
     * @name GetUserTypesSearchList
     * @summary Search for values and return the result as a list
     * @request GET:/api/v2/user-types/search/list
     * @secure
     */
    getUserTypesSearchList: (
      query: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
         * @default 1000
         * @example 20
         */
        size?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserType[], ErrorBody>({
        path: `/api/v2/user-types/search/list`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL. The size of the list is that of the filtering, 1,000 by default and 10,000 at most. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags UserType
     * @name PostUserTypesSearchList
     * @summary Search for values by a filtering in the body and return the result as a list
     * @request POST:/api/v2/user-types/search/list
     * @secure
     */
    postUserTypesSearchList: (
      data: Filtering,
      query?: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<UserType[], ErrorBody>({
        path: `/api/v2/user-types/search/list`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns one page of the matching records, and how many there are. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags UserType
     * @name GetUserTypesSearchPage
     * @summary UserTypePublicApi.getAllFilterablePage
     * @request GET:/api/v2/user-types/search/page
     * @secure
     */
    getUserTypesSearchPage: (
      query: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
        /**
         * Whether all matching records are counted. Otherwise, at most 10,000 are counted, so that the time does not grow with their number; if more match, `totalElements` is 10,000 and `totalIsLowerBound` is true.
         * @default true
         * @example false
         */
        total?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfUserType, ErrorBody>({
        path: `/api/v2/user-types/search/page`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags UserType
     * @name PostUserTypesSearchPage
     * @summary Search for values by a filtering in the body and return a page
     * @request POST:/api/v2/user-types/search/page
     * @secure
     */
    postUserTypesSearchPage: (
      data: Filtering,
      query?: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /**
         * Whether all matching records are counted. Otherwise, at most 10,000 are counted, so that the time does not grow with their number; if more match, `totalElements` is 10,000 and `totalIsLowerBound` is true.
         * @default true
         * @example false
         */
        total?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfUserType, ErrorBody>({
        path: `/api/v2/user-types/search/page`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the records with these ids or codes in the requested order, each once. Unknown ones are omitted.
     *
     * @tags UserType
     * @name GetUserTypesByIdsIds
     * @summary UserTypePublicApi.getByIds
     * @request GET:/api/v2/user-types/by-ids/{ids}
     * @secure
     */
    getUserTypesByIdsIds: (
      ids: string[],
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<UserType[], ErrorBody>({
        path: `/api/v2/user-types/by-ids/${segment(ids)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the number of matching records.
     *
     * @tags UserType
     * @name GetUserTypesSearchCount
     * @summary UserTypePublicApi.countFilterable
     * @request GET:/api/v2/user-types/search/count
     * @secure
     */
    getUserTypesSearchCount: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<number, ErrorBody>({
        path: `/api/v2/user-types/search/count`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL.
     *
     * @tags UserType
     * @name PostUserTypesSearchCount
     * @summary Count values by a filtering in the body
     * @request POST:/api/v2/user-types/search/count
     * @secure
     */
    postUserTypesSearchCount: (data: Filtering, params: RequestParams = {}) =>
      this.request<number, ErrorBody>({
        path: `/api/v2/user-types/search/count`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the changes of the record, newest first; with `version` or `at`, the record as it was then. The history of a deleted record is found by its id, and by its last code unless another record has it.
     *
     * @tags UserType
     * @name GetUserTypesIdOrCodeHistory
     * @summary Returns the history of a row
     * @request GET:/api/v2/user-types/{idOrCode}/history
     * @secure
     */
    getUserTypesIdOrCodeHistory: (
      idOrCode: string,
      query?: {
        /**
         * Return the record at this time.
         * @format date-time
         * @maxLength 56
         * @example "2099-01-01T00:00:00.000Z"
         */
        at?: string;
        /**
         * Return the record at this version.
         * @format int32
         * @min 1
         * @max 999999999
         * @example 1
         */
        version?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<Version[] | UserType, ErrorBody>({
        path: `/api/v2/user-types/${segment(idOrCode)}/history`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the record by the state that it had in a version, as a PUT would. A deleted record is created again under its id. The state is validated again: records that it refers to must exist, and its code must be free.
     *
     * @tags UserType
     * @name PostUserTypesIdOrCodeRestore
     * @summary Restore a version of a row
     * @request POST:/api/v2/user-types/{idOrCode}/restore
     * @secure
     */
    postUserTypesIdOrCodeRestore: (
      idOrCode: string,
      query: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
        /**
         * Number of the version, as the history lists it.
         * @format int32
         * @min 1
         * @max 999999999
         * @example 1
         */
        version: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserType, ErrorBody>({
        path: `/api/v2/user-types/${segment(idOrCode)}/restore`,
        method: "POST",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Starts a Job that creates the records of the body, or patches or deletes those that match a filtering and that the caller may write. Each step changes up to 100 records, each record in a transaction of its own; its processingInfo counts them and says why a record failed, also after a cancel. With dryRun, only counts, and says which records could not be created.
     *
     * @tags UserType
     * @name PostUserTypesBulk
     * @summary Create, patch or delete many rows
     * @request POST:/api/v2/user-types/bulk
     * @secure
     */
    postUserTypesBulk: (
      data: BulkChangeOfUserType,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<BulkAnswer, ErrorBody>({
        path: `/api/v2/user-types/bulk`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the record with the id.
     *
     * @tags UserType
     * @name GetUserTypesByIdId
     * @summary Returns a row by its id
     * @request GET:/api/v2/user-types/by-id/{id}
     * @secure
     */
    getUserTypesByIdId: (
      id: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<UserType, void | ErrorBody>({
        path: `/api/v2/user-types/by-id/${segment(id)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the whole record with the id, as PUT of `/{idOrCode}` does.
     *
     * @tags UserType
     * @name PutUserTypesByIdId
     * @summary Update a value by its id
     * @request PUT:/api/v2/user-types/by-id/{id}
     * @secure
     */
    putUserTypesByIdId: (
      id: string,
      data: UserTypeInput,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserType, ErrorBody>({
        path: `/api/v2/user-types/by-id/${segment(id)}`,
        method: "PUT",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Changes the members in the body of the record with the id, as PATCH of `/{idOrCode}` does.
     *
     * @tags UserType
     * @name PatchUserTypesByIdId
     * @summary Update properties of a value by its id
     * @request PATCH:/api/v2/user-types/by-id/{id}
     * @secure
     */
    patchUserTypesByIdId: (
      id: string,
      data: PatchOfUserType,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserType, ErrorBody>({
        path: `/api/v2/user-types/by-id/${segment(id)}`,
        method: "PATCH",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Deletes the record with the id, as DELETE of `/{idOrCode}` does.
     *
     * @tags UserType
     * @name DeleteUserTypesByIdId
     * @summary Delete by id
     * @request DELETE:/api/v2/user-types/by-id/{id}
     * @secure
     */
    deleteUserTypesByIdId: (
      id: string,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/user-types/by-id/${segment(id)}`,
        method: "DELETE",
        query: query,
        secure: true,
        ...params,
      }),

    /**
     * @description Returns the record with the code. Use `/{idOrCode}` instead.
     *
     * @tags UserType
     * @name GetUserTypesByCodeCode
     * @summary Returns a row by code
     * @request GET:/api/v2/user-types/by-code/{code}
     * @deprecated
     * @secure
     */
    getUserTypesByCodeCode: (
      code: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<UserType, void | ErrorBody>({
        path: `/api/v2/user-types/by-code/${segment(code)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same as `/search/page`, which replaces it.
     *
     * @tags UserType
     * @name GetUserTypesSearchDeprecatedPage
     * @summary Search user types
     * @request GET:/api/v2/user-types/search/deprecated/page
     * @deprecated
     * @secure
     */
    getUserTypesSearchDeprecatedPage: (
      query: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfUserType, ErrorBody>({
        path: `/api/v2/user-types/search/deprecated/page`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same as `/search/list`, which replaces it.
     *
     * @tags UserType
     * @name GetUserTypesSearchDeprecatedList
     * @summary Search user types
     * @request GET:/api/v2/user-types/search/deprecated/list
     * @deprecated
     * @secure
     */
    getUserTypesSearchDeprecatedList: (
      query: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
         * @example 20
         */
        size?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserType[], ErrorBody>({
        path: `/api/v2/user-types/search/deprecated/list`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the record with the id or the code.
     *
     * @tags Role
     * @name GetRolesIdOrCode
     * @summary Returns a row by primary key
     * @request GET:/api/v2/roles/{idOrCode}
     * @secure
     */
    getRolesIdOrCode: (
      idOrCode: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<Role, void | ErrorBody>({
        path: `/api/v2/roles/${segment(idOrCode)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the whole record: members that the body lacks are removed. With `auditInfo.version`, the write is rejected if the record has changed since that version. A change of the code changes all records that contain it.
     *
     * @tags Role
     * @name PutRolesIdOrCode
     * @summary Update a value
     * @request PUT:/api/v2/roles/{idOrCode}
     * @secure
     */
    putRolesIdOrCode: (
      idOrCode: string,
      data: RoleInput,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<Role, ErrorBody>({
        path: `/api/v2/roles/${segment(idOrCode)}`,
        method: "PUT",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Deletes the record. A record that others refer to is not deleted: the answer is a 400 that names them. The history remains.
     *
     * @tags Role
     * @name DeleteRolesIdOrCode
     * @summary Delete
     * @request DELETE:/api/v2/roles/{idOrCode}
     * @secure
     */
    deleteRolesIdOrCode: (
      idOrCode: string,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/roles/${segment(idOrCode)}`,
        method: "DELETE",
        query: query,
        secure: true,
        ...params,
      }),

    /**
     * @description Changes the members in the body and leaves all others as they are. null removes a member; objects are merged, arrays are replaced. With `auditInfo.version`, the write is rejected if the record has changed since that version.
     *
     * @tags Role
     * @name PatchRolesIdOrCode
     * @summary RolePublicApi.patch
     * @request PATCH:/api/v2/roles/{idOrCode}
     * @secure
     */
    patchRolesIdOrCode: (
      idOrCode: string,
      data: PatchOfRole,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<Role, ErrorBody>({
        path: `/api/v2/roles/${segment(idOrCode)}`,
        method: "PATCH",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Creates a record, or replaces the one with the id of the body. Responds when search finds the change, unless `immediatelyRefresh` is false.
     *
     * @tags Role
     * @name PostRoles
     * @summary RolePublicApi.saveAndRefresh
     * @request POST:/api/v2/roles
     * @secure
     */
    postRoles: (
      data: RoleInput,
      query?: {
        /**
         * Respond only once search finds the change. With false, respond after the write.
         * @default true
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<Role, ErrorBody>({
        path: `/api/v2/roles`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns all records, however many there are. Use a search or a backup instead.
     *
     * @tags Role
     * @name GetRoles
     * @summary Get all rows
     * @request GET:/api/v2/roles
     * @deprecated
     * @secure
     */
    getRoles: (
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<Role[], ErrorBody>({
        path: `/api/v2/roles`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Saves the entries of a diff in one transaction, all or none, and returns the saved records. If a record has changed since the diff, nothing is saved.
     *
     * @tags Role
     * @name PostRolesDiffSave
     * @summary RolePublicApi.saveDiff
     * @request POST:/api/v2/roles/diff/save
     * @secure
     */
    postRolesDiffSave: (
      data: DiffEntryOfRoleInput[],
      query?: {
        /**
         * Whether changed formats and periods are checked, and, if the differences are saved, changed `chars` against the registries of their types, and changed codes.
         * @default true
         * @example true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "code"
         */
        compareField?: string;
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<Role[], ErrorBody>({
        path: `/api/v2/roles/diff/save`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Compares the records of a file with the stored ones, and saves the differences if `save` is true. The file is an ExportEnvelope, an array, lines of JSON, or CSV.
     *
     * @tags Role
     * @name PostRolesDiffFile
     * @summary RolePublicApi.diff
     * @request POST:/api/v2/roles/diff/file
     * @secure
     */
    postRolesDiffFile: (
      data: {
        /**
         * The records: an ExportEnvelope, an array, lines of JSON, or CSV.
         * @format binary
         */
        file: File;
      },
      query?: {
        /**
         * Whether changed formats and periods are checked, and, if the differences are saved, changed `chars` against the registries of their types, and changed codes.
         * @default true
         * @example true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "code"
         */
        compareField?: string;
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
        /**
         * Save the differences.
         * @default false
         * @example false
         */
        save?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<DiffEntryOfRole[], ErrorBody>({
        path: `/api/v2/roles/diff/file`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.FormData,
        format: "json",
        ...params,
      }),

    /**
     * @description Compares the records of the ExportEnvelope in the body with the stored ones, and saves nothing.
     *
     * @tags Role
     * @name PostRolesDiffOnly
     * @summary RolePublicApi.diffOnly
     * @request POST:/api/v2/roles/diff/only
     * @secure
     */
    postRolesDiffOnly: (
      data: ExportEnvelopeOfRoleInput,
      query?: {
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "code"
         */
        compareField?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<DiffEntryOfRole[], ErrorBody>({
        path: `/api/v2/roles/diff/only`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the records of one snapshot as an ExportEnvelope, which a diff accepts. The filtering of the query or of the body selects them.
     *
     * @tags Role
     * @name PostRolesBackup
     * @summary RolePublicApi.backup
     * @request POST:/api/v2/roles/backup
     * @secure
     */
    postRolesBackup: (
      data: BackupRequest,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. Without it, all records. */
        filtering?: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<ExportEnvelopeOfRole, ErrorBody>({
        path: `/api/v2/roles/backup`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the matching records, up to `size`. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags Role
     * @name GetRolesSearchList
     * @summary Search for values and return the result as a list
     * @request GET:/api/v2/roles/search/list
     * @secure
     */
    getRolesSearchList: (
      query: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
         * @default 1000
         * @example 20
         */
        size?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<Role[], ErrorBody>({
        path: `/api/v2/roles/search/list`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL. The size of the list is that of the filtering, 1,000 by default and 10,000 at most. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags Role
     * @name PostRolesSearchList
     * @summary Search for values by a filtering in the body and return the result as a list
     * @request POST:/api/v2/roles/search/list
     * @secure
     */
    postRolesSearchList: (
      data: Filtering,
      query?: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<Role[], ErrorBody>({
        path: `/api/v2/roles/search/list`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns one page of the matching records, and how many there are. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags Role
     * @name GetRolesSearchPage
     * @summary RolePublicApi.getAllFilterablePage
     * @request GET:/api/v2/roles/search/page
     * @secure
     */
    getRolesSearchPage: (
      query: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
        /**
         * Whether all matching records are counted. Otherwise, at most 10,000 are counted, so that the time does not grow with their number; if more match, `totalElements` is 10,000 and `totalIsLowerBound` is true.
         * @default true
         * @example false
         */
        total?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfRole, ErrorBody>({
        path: `/api/v2/roles/search/page`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags Role
     * @name PostRolesSearchPage
     * @summary Search for values by a filtering in the body and return a page
     * @request POST:/api/v2/roles/search/page
     * @secure
     */
    postRolesSearchPage: (
      data: Filtering,
      query?: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /**
         * Whether all matching records are counted. Otherwise, at most 10,000 are counted, so that the time does not grow with their number; if more match, `totalElements` is 10,000 and `totalIsLowerBound` is true.
         * @default true
         * @example false
         */
        total?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfRole, ErrorBody>({
        path: `/api/v2/roles/search/page`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the records with these ids or codes in the requested order, each once. Unknown ones are omitted.
     *
     * @tags Role
     * @name GetRolesByIdsIds
     * @summary RolePublicApi.getByIds
     * @request GET:/api/v2/roles/by-ids/{ids}
     * @secure
     */
    getRolesByIdsIds: (
      ids: string[],
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<Role[], ErrorBody>({
        path: `/api/v2/roles/by-ids/${segment(ids)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the number of matching records.
     *
     * @tags Role
     * @name GetRolesSearchCount
     * @summary RolePublicApi.countFilterable
     * @request GET:/api/v2/roles/search/count
     * @secure
     */
    getRolesSearchCount: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<number, ErrorBody>({
        path: `/api/v2/roles/search/count`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL.
     *
     * @tags Role
     * @name PostRolesSearchCount
     * @summary Count values by a filtering in the body
     * @request POST:/api/v2/roles/search/count
     * @secure
     */
    postRolesSearchCount: (data: Filtering, params: RequestParams = {}) =>
      this.request<number, ErrorBody>({
        path: `/api/v2/roles/search/count`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the changes of the record, newest first; with `version` or `at`, the record as it was then. The history of a deleted record is found by its id, and by its last code unless another record has it.
     *
     * @tags Role
     * @name GetRolesIdOrCodeHistory
     * @summary Returns the history of a row
     * @request GET:/api/v2/roles/{idOrCode}/history
     * @secure
     */
    getRolesIdOrCodeHistory: (
      idOrCode: string,
      query?: {
        /**
         * Return the record at this time.
         * @format date-time
         * @maxLength 56
         * @example "2099-01-01T00:00:00.000Z"
         */
        at?: string;
        /**
         * Return the record at this version.
         * @format int32
         * @min 1
         * @max 999999999
         * @example 1
         */
        version?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<Version[] | Role, ErrorBody>({
        path: `/api/v2/roles/${segment(idOrCode)}/history`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the record by the state that it had in a version, as a PUT would. A deleted record is created again under its id. The state is validated again: records that it refers to must exist, and its code must be free.
     *
     * @tags Role
     * @name PostRolesIdOrCodeRestore
     * @summary Restore a version of a row
     * @request POST:/api/v2/roles/{idOrCode}/restore
     * @secure
     */
    postRolesIdOrCodeRestore: (
      idOrCode: string,
      query: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
        /**
         * Number of the version, as the history lists it.
         * @format int32
         * @min 1
         * @max 999999999
         * @example 1
         */
        version: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<Role, ErrorBody>({
        path: `/api/v2/roles/${segment(idOrCode)}/restore`,
        method: "POST",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Starts a Job that creates the records of the body, or patches or deletes those that match a filtering and that the caller may write. Each step changes up to 100 records, each record in a transaction of its own; its processingInfo counts them and says why a record failed, also after a cancel. With dryRun, only counts, and says which records could not be created.
     *
     * @tags Role
     * @name PostRolesBulk
     * @summary Create, patch or delete many rows
     * @request POST:/api/v2/roles/bulk
     * @secure
     */
    postRolesBulk: (
      data: BulkChangeOfRole,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<BulkAnswer, ErrorBody>({
        path: `/api/v2/roles/bulk`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the record with the id.
     *
     * @tags Role
     * @name GetRolesByIdId
     * @summary Returns a row by its id
     * @request GET:/api/v2/roles/by-id/{id}
     * @secure
     */
    getRolesByIdId: (
      id: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<Role, void | ErrorBody>({
        path: `/api/v2/roles/by-id/${segment(id)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the whole record with the id, as PUT of `/{idOrCode}` does.
     *
     * @tags Role
     * @name PutRolesByIdId
     * @summary Update a value by its id
     * @request PUT:/api/v2/roles/by-id/{id}
     * @secure
     */
    putRolesByIdId: (
      id: string,
      data: RoleInput,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<Role, ErrorBody>({
        path: `/api/v2/roles/by-id/${segment(id)}`,
        method: "PUT",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Changes the members in the body of the record with the id, as PATCH of `/{idOrCode}` does.
     *
     * @tags Role
     * @name PatchRolesByIdId
     * @summary Update properties of a value by its id
     * @request PATCH:/api/v2/roles/by-id/{id}
     * @secure
     */
    patchRolesByIdId: (
      id: string,
      data: PatchOfRole,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<Role, ErrorBody>({
        path: `/api/v2/roles/by-id/${segment(id)}`,
        method: "PATCH",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Deletes the record with the id, as DELETE of `/{idOrCode}` does.
     *
     * @tags Role
     * @name DeleteRolesByIdId
     * @summary Delete by id
     * @request DELETE:/api/v2/roles/by-id/{id}
     * @secure
     */
    deleteRolesByIdId: (
      id: string,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/roles/by-id/${segment(id)}`,
        method: "DELETE",
        query: query,
        secure: true,
        ...params,
      }),

    /**
     * @description Returns the record with the code. Use `/{idOrCode}` instead.
     *
     * @tags Role
     * @name GetRolesByCodeCode
     * @summary RolePublicApi.getByCode
     * @request GET:/api/v2/roles/by-code/{code}
     * @deprecated
     * @secure
     */
    getRolesByCodeCode: (
      code: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<Role, void | ErrorBody>({
        path: `/api/v2/roles/by-code/${segment(code)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the record with the id or the code.
     *
     * @tags AccessRule
     * @name GetAccessRulesIdOrCode
     * @summary Returns a row by primary key
     * @request GET:/api/v2/access-rules/{idOrCode}
     * @secure
     */
    getAccessRulesIdOrCode: (
      idOrCode: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<AccessRule, void | ErrorBody>({
        path: `/api/v2/access-rules/${segment(idOrCode)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the whole record: members that the body lacks are removed. With `auditInfo.version`, the write is rejected if the record has changed since that version. A change of the code changes all records that contain it.
     *
     * @tags AccessRule
     * @name PutAccessRulesIdOrCode
     * @summary Update a value
     * @request PUT:/api/v2/access-rules/{idOrCode}
     * @secure
     */
    putAccessRulesIdOrCode: (
      idOrCode: string,
      data: AccessRuleInput,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<AccessRule, ErrorBody>({
        path: `/api/v2/access-rules/${segment(idOrCode)}`,
        method: "PUT",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Deletes the record. A record that others refer to is not deleted: the answer is a 400 that names them. The history remains.
     *
     * @tags AccessRule
     * @name DeleteAccessRulesIdOrCode
     * @summary Delete
     * @request DELETE:/api/v2/access-rules/{idOrCode}
     * @secure
     */
    deleteAccessRulesIdOrCode: (
      idOrCode: string,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/access-rules/${segment(idOrCode)}`,
        method: "DELETE",
        query: query,
        secure: true,
        ...params,
      }),

    /**
     * @description Changes the members in the body and leaves all others as they are. null removes a member; objects are merged, arrays are replaced. With `auditInfo.version`, the write is rejected if the record has changed since that version.
     *
     * @tags AccessRule
     * @name PatchAccessRulesIdOrCode
     * @summary AccessRulePublicApi.patch
     * @request PATCH:/api/v2/access-rules/{idOrCode}
     * @secure
     */
    patchAccessRulesIdOrCode: (
      idOrCode: string,
      data: PatchOfAccessRule,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<AccessRule, ErrorBody>({
        path: `/api/v2/access-rules/${segment(idOrCode)}`,
        method: "PATCH",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Creates a record, or replaces the one with the id of the body. Responds when search finds the change, unless `immediatelyRefresh` is false.
     *
     * @tags AccessRule
     * @name PostAccessRules
     * @summary AccessRulePublicApi.saveAndRefresh
     * @request POST:/api/v2/access-rules
     * @secure
     */
    postAccessRules: (
      data: AccessRuleInput,
      query?: {
        /**
         * Respond only once search finds the change. With false, respond after the write.
         * @default true
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<AccessRule, ErrorBody>({
        path: `/api/v2/access-rules`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns all records, however many there are. Use a search or a backup instead.
     *
     * @tags AccessRule
     * @name GetAccessRules
     * @summary Get all rows
     * @request GET:/api/v2/access-rules
     * @deprecated
     * @secure
     */
    getAccessRules: (
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<AccessRule[], ErrorBody>({
        path: `/api/v2/access-rules`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Saves the entries of a diff in one transaction, all or none, and returns the saved records. If a record has changed since the diff, nothing is saved.
     *
     * @tags AccessRule
     * @name PostAccessRulesDiffSave
     * @summary AccessRulePublicApi.saveDiff
     * @request POST:/api/v2/access-rules/diff/save
     * @secure
     */
    postAccessRulesDiffSave: (
      data: DiffEntryOfAccessRuleInput[],
      query?: {
        /**
         * Whether changed formats and periods are checked, and, if the differences are saved, changed `chars` against the registries of their types, and changed codes.
         * @default true
         * @example true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "code"
         */
        compareField?: string;
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<AccessRule[], ErrorBody>({
        path: `/api/v2/access-rules/diff/save`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Compares the records of a file with the stored ones, and saves the differences if `save` is true. The file is an ExportEnvelope, an array, lines of JSON, or CSV.
     *
     * @tags AccessRule
     * @name PostAccessRulesDiffFile
     * @summary AccessRulePublicApi.diff
     * @request POST:/api/v2/access-rules/diff/file
     * @secure
     */
    postAccessRulesDiffFile: (
      data: {
        /**
         * The records: an ExportEnvelope, an array, lines of JSON, or CSV.
         * @format binary
         */
        file: File;
      },
      query?: {
        /**
         * Whether changed formats and periods are checked, and, if the differences are saved, changed `chars` against the registries of their types, and changed codes.
         * @default true
         * @example true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "code"
         */
        compareField?: string;
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
        /**
         * Save the differences.
         * @default false
         * @example false
         */
        save?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<DiffEntryOfAccessRule[], ErrorBody>({
        path: `/api/v2/access-rules/diff/file`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.FormData,
        format: "json",
        ...params,
      }),

    /**
     * @description Compares the records of the ExportEnvelope in the body with the stored ones, and saves nothing.
     *
     * @tags AccessRule
     * @name PostAccessRulesDiffOnly
     * @summary AccessRulePublicApi.diffOnly
     * @request POST:/api/v2/access-rules/diff/only
     * @secure
     */
    postAccessRulesDiffOnly: (
      data: ExportEnvelopeOfAccessRuleInput,
      query?: {
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "code"
         */
        compareField?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<DiffEntryOfAccessRule[], ErrorBody>({
        path: `/api/v2/access-rules/diff/only`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the records of one snapshot as an ExportEnvelope, which a diff accepts. The filtering of the query or of the body selects them.
     *
     * @tags AccessRule
     * @name PostAccessRulesBackup
     * @summary AccessRulePublicApi.backup
     * @request POST:/api/v2/access-rules/backup
     * @secure
     */
    postAccessRulesBackup: (
      data: BackupRequest,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. Without it, all records. */
        filtering?: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<ExportEnvelopeOfAccessRule, ErrorBody>({
        path: `/api/v2/access-rules/backup`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the matching records, up to `size`. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags AccessRule
     * @name GetAccessRulesSearchList
     * @summary Search for values and return the result as a list
     * @request GET:/api/v2/access-rules/search/list
     * @secure
     */
    getAccessRulesSearchList: (
      query: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
         * @default 1000
         * @example 20
         */
        size?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<AccessRule[], ErrorBody>({
        path: `/api/v2/access-rules/search/list`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL. The size of the list is that of the filtering, 1,000 by default and 10,000 at most. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags AccessRule
     * @name PostAccessRulesSearchList
     * @summary Search for values by a filtering in the body and return the result as a list
     * @request POST:/api/v2/access-rules/search/list
     * @secure
     */
    postAccessRulesSearchList: (
      data: Filtering,
      query?: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<AccessRule[], ErrorBody>({
        path: `/api/v2/access-rules/search/list`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns one page of the matching records, and how many there are. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags AccessRule
     * @name GetAccessRulesSearchPage
     * @summary AccessRulePublicApi.getAllFilterablePage
     * @request GET:/api/v2/access-rules/search/page
     * @secure
     */
    getAccessRulesSearchPage: (
      query: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
        /**
         * Whether all matching records are counted. Otherwise, at most 10,000 are counted, so that the time does not grow with their number; if more match, `totalElements` is 10,000 and `totalIsLowerBound` is true.
         * @default true
         * @example false
         */
        total?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfAccessRule, ErrorBody>({
        path: `/api/v2/access-rules/search/page`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags AccessRule
     * @name PostAccessRulesSearchPage
     * @summary Search for values by a filtering in the body and return a page
     * @request POST:/api/v2/access-rules/search/page
     * @secure
     */
    postAccessRulesSearchPage: (
      data: Filtering,
      query?: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /**
         * Whether all matching records are counted. Otherwise, at most 10,000 are counted, so that the time does not grow with their number; if more match, `totalElements` is 10,000 and `totalIsLowerBound` is true.
         * @default true
         * @example false
         */
        total?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfAccessRule, ErrorBody>({
        path: `/api/v2/access-rules/search/page`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the records with these ids or codes in the requested order, each once. Unknown ones are omitted.
     *
     * @tags AccessRule
     * @name GetAccessRulesByIdsIds
     * @summary AccessRulePublicApi.getByIds
     * @request GET:/api/v2/access-rules/by-ids/{ids}
     * @secure
     */
    getAccessRulesByIdsIds: (
      ids: string[],
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<AccessRule[], ErrorBody>({
        path: `/api/v2/access-rules/by-ids/${segment(ids)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the number of matching records.
     *
     * @tags AccessRule
     * @name GetAccessRulesSearchCount
     * @summary AccessRulePublicApi.countFilterable
     * @request GET:/api/v2/access-rules/search/count
     * @secure
     */
    getAccessRulesSearchCount: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<number, ErrorBody>({
        path: `/api/v2/access-rules/search/count`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL.
     *
     * @tags AccessRule
     * @name PostAccessRulesSearchCount
     * @summary Count values by a filtering in the body
     * @request POST:/api/v2/access-rules/search/count
     * @secure
     */
    postAccessRulesSearchCount: (data: Filtering, params: RequestParams = {}) =>
      this.request<number, ErrorBody>({
        path: `/api/v2/access-rules/search/count`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the changes of the record, newest first; with `version` or `at`, the record as it was then. The history of a deleted record is found by its id, and by its last code unless another record has it.
     *
     * @tags AccessRule
     * @name GetAccessRulesIdOrCodeHistory
     * @summary Returns the history of a row
     * @request GET:/api/v2/access-rules/{idOrCode}/history
     * @secure
     */
    getAccessRulesIdOrCodeHistory: (
      idOrCode: string,
      query?: {
        /**
         * Return the record at this time.
         * @format date-time
         * @maxLength 56
         * @example "2099-01-01T00:00:00.000Z"
         */
        at?: string;
        /**
         * Return the record at this version.
         * @format int32
         * @min 1
         * @max 999999999
         * @example 1
         */
        version?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<Version[] | AccessRule, ErrorBody>({
        path: `/api/v2/access-rules/${segment(idOrCode)}/history`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the record by the state that it had in a version, as a PUT would. A deleted record is created again under its id. The state is validated again: records that it refers to must exist, and its code must be free.
     *
     * @tags AccessRule
     * @name PostAccessRulesIdOrCodeRestore
     * @summary Restore a version of a row
     * @request POST:/api/v2/access-rules/{idOrCode}/restore
     * @secure
     */
    postAccessRulesIdOrCodeRestore: (
      idOrCode: string,
      query: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
        /**
         * Number of the version, as the history lists it.
         * @format int32
         * @min 1
         * @max 999999999
         * @example 1
         */
        version: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<AccessRule, ErrorBody>({
        path: `/api/v2/access-rules/${segment(idOrCode)}/restore`,
        method: "POST",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Starts a Job that creates the records of the body, or patches or deletes those that match a filtering and that the caller may write. Each step changes up to 100 records, each record in a transaction of its own; its processingInfo counts them and says why a record failed, also after a cancel. With dryRun, only counts, and says which records could not be created.
     *
     * @tags AccessRule
     * @name PostAccessRulesBulk
     * @summary Create, patch or delete many rows
     * @request POST:/api/v2/access-rules/bulk
     * @secure
     */
    postAccessRulesBulk: (
      data: BulkChangeOfAccessRule,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<BulkAnswer, ErrorBody>({
        path: `/api/v2/access-rules/bulk`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the record with the id.
     *
     * @tags AccessRule
     * @name GetAccessRulesByIdId
     * @summary Returns a row by its id
     * @request GET:/api/v2/access-rules/by-id/{id}
     * @secure
     */
    getAccessRulesByIdId: (
      id: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<AccessRule, void | ErrorBody>({
        path: `/api/v2/access-rules/by-id/${segment(id)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the whole record with the id, as PUT of `/{idOrCode}` does.
     *
     * @tags AccessRule
     * @name PutAccessRulesByIdId
     * @summary Update a value by its id
     * @request PUT:/api/v2/access-rules/by-id/{id}
     * @secure
     */
    putAccessRulesByIdId: (
      id: string,
      data: AccessRuleInput,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<AccessRule, ErrorBody>({
        path: `/api/v2/access-rules/by-id/${segment(id)}`,
        method: "PUT",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Changes the members in the body of the record with the id, as PATCH of `/{idOrCode}` does.
     *
     * @tags AccessRule
     * @name PatchAccessRulesByIdId
     * @summary Update properties of a value by its id
     * @request PATCH:/api/v2/access-rules/by-id/{id}
     * @secure
     */
    patchAccessRulesByIdId: (
      id: string,
      data: PatchOfAccessRule,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<AccessRule, ErrorBody>({
        path: `/api/v2/access-rules/by-id/${segment(id)}`,
        method: "PATCH",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Deletes the record with the id, as DELETE of `/{idOrCode}` does.
     *
     * @tags AccessRule
     * @name DeleteAccessRulesByIdId
     * @summary Delete by id
     * @request DELETE:/api/v2/access-rules/by-id/{id}
     * @secure
     */
    deleteAccessRulesByIdId: (
      id: string,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/access-rules/by-id/${segment(id)}`,
        method: "DELETE",
        query: query,
        secure: true,
        ...params,
      }),

    /**
     * @description Returns the record with the code. Use `/{idOrCode}` instead.
     *
     * @tags AccessRule
     * @name GetAccessRulesByCodeCode
     * @summary AccessRulePublicApi.getByCode
     * @request GET:/api/v2/access-rules/by-code/{code}
     * @deprecated
     * @secure
     */
    getAccessRulesByCodeCode: (
      code: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<AccessRule, void | ErrorBody>({
        path: `/api/v2/access-rules/by-code/${segment(code)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the record with the id or the code.
     *
     * @tags RoleAccessRule
     * @name GetRoleAccessRulesIdOrCode
     * @summary Returns a row by primary key
     * @request GET:/api/v2/role-access-rules/{idOrCode}
     * @secure
     */
    getRoleAccessRulesIdOrCode: (
      idOrCode: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<RoleAccessRule, void | ErrorBody>({
        path: `/api/v2/role-access-rules/${segment(idOrCode)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the whole record: members that the body lacks are removed. With `auditInfo.version`, the write is rejected if the record has changed since that version. A change of the code changes all records that contain it.
     *
     * @tags RoleAccessRule
     * @name PutRoleAccessRulesIdOrCode
     * @summary Update a value
     * @request PUT:/api/v2/role-access-rules/{idOrCode}
     * @secure
     */
    putRoleAccessRulesIdOrCode: (
      idOrCode: string,
      data: RoleAccessRuleInput,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<RoleAccessRule, ErrorBody>({
        path: `/api/v2/role-access-rules/${segment(idOrCode)}`,
        method: "PUT",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Deletes the record. A record that others refer to is not deleted: the answer is a 400 that names them. The history remains.
     *
     * @tags RoleAccessRule
     * @name DeleteRoleAccessRulesIdOrCode
     * @summary Delete
     * @request DELETE:/api/v2/role-access-rules/{idOrCode}
     * @secure
     */
    deleteRoleAccessRulesIdOrCode: (
      idOrCode: string,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/role-access-rules/${segment(idOrCode)}`,
        method: "DELETE",
        query: query,
        secure: true,
        ...params,
      }),

    /**
     * @description Changes the members in the body and leaves all others as they are. null removes a member; objects are merged, arrays are replaced. With `auditInfo.version`, the write is rejected if the record has changed since that version.
     *
     * @tags RoleAccessRule
     * @name PatchRoleAccessRulesIdOrCode
     * @summary RoleAccessRulePublicApi.patch
     * @request PATCH:/api/v2/role-access-rules/{idOrCode}
     * @secure
     */
    patchRoleAccessRulesIdOrCode: (
      idOrCode: string,
      data: PatchOfRoleAccessRule,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<RoleAccessRule, ErrorBody>({
        path: `/api/v2/role-access-rules/${segment(idOrCode)}`,
        method: "PATCH",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Creates a record, or replaces the one with the id of the body. Responds when search finds the change, unless `immediatelyRefresh` is false.
     *
     * @tags RoleAccessRule
     * @name PostRoleAccessRules
     * @summary RoleAccessRulePublicApi.saveAndRefresh
     * @request POST:/api/v2/role-access-rules
     * @secure
     */
    postRoleAccessRules: (
      data: RoleAccessRuleInput,
      query?: {
        /**
         * Respond only once search finds the change. With false, respond after the write.
         * @default true
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<RoleAccessRule, ErrorBody>({
        path: `/api/v2/role-access-rules`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns all records, however many there are. Use a search or a backup instead.
     *
     * @tags RoleAccessRule
     * @name GetRoleAccessRules
     * @summary Get all rows
     * @request GET:/api/v2/role-access-rules
     * @deprecated
     * @secure
     */
    getRoleAccessRules: (
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<RoleAccessRule[], ErrorBody>({
        path: `/api/v2/role-access-rules`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Saves the entries of a diff in one transaction, all or none, and returns the saved records. If a record has changed since the diff, nothing is saved.
     *
     * @tags RoleAccessRule
     * @name PostRoleAccessRulesDiffSave
     * @summary RoleAccessRulePublicApi.saveDiff
     * @request POST:/api/v2/role-access-rules/diff/save
     * @secure
     */
    postRoleAccessRulesDiffSave: (
      data: DiffEntryOfRoleAccessRuleInput[],
      query?: {
        /**
         * Whether changed formats and periods are checked, and, if the differences are saved, changed `chars` against the registries of their types, and changed codes.
         * @default true
         * @example true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "id"
         */
        compareField?: string;
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<RoleAccessRule[], ErrorBody>({
        path: `/api/v2/role-access-rules/diff/save`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Compares the records of a file with the stored ones, and saves the differences if `save` is true. The file is an ExportEnvelope, an array, lines of JSON, or CSV.
     *
     * @tags RoleAccessRule
     * @name PostRoleAccessRulesDiffFile
     * @summary RoleAccessRulePublicApi.diff
     * @request POST:/api/v2/role-access-rules/diff/file
     * @secure
     */
    postRoleAccessRulesDiffFile: (
      data: {
        /**
         * The records: an ExportEnvelope, an array, lines of JSON, or CSV.
         * @format binary
         */
        file: File;
      },
      query?: {
        /**
         * Whether changed formats and periods are checked, and, if the differences are saved, changed `chars` against the registries of their types, and changed codes.
         * @default true
         * @example true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "id"
         */
        compareField?: string;
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
        /**
         * Save the differences.
         * @default false
         * @example false
         */
        save?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<DiffEntryOfRoleAccessRule[], ErrorBody>({
        path: `/api/v2/role-access-rules/diff/file`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.FormData,
        format: "json",
        ...params,
      }),

    /**
     * @description Compares the records of the ExportEnvelope in the body with the stored ones, and saves nothing.
     *
     * @tags RoleAccessRule
     * @name PostRoleAccessRulesDiffOnly
     * @summary RoleAccessRulePublicApi.diffOnly
     * @request POST:/api/v2/role-access-rules/diff/only
     * @secure
     */
    postRoleAccessRulesDiffOnly: (
      data: ExportEnvelopeOfRoleAccessRuleInput,
      query?: {
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "id"
         */
        compareField?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<DiffEntryOfRoleAccessRule[], ErrorBody>({
        path: `/api/v2/role-access-rules/diff/only`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the records of one snapshot as an ExportEnvelope, which a diff accepts. The filtering of the query or of the body selects them.
     *
     * @tags RoleAccessRule
     * @name PostRoleAccessRulesBackup
     * @summary RoleAccessRulePublicApi.backup
     * @request POST:/api/v2/role-access-rules/backup
     * @secure
     */
    postRoleAccessRulesBackup: (
      data: BackupRequest,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. Without it, all records. */
        filtering?: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<ExportEnvelopeOfRoleAccessRule, ErrorBody>({
        path: `/api/v2/role-access-rules/backup`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the matching records, up to `size`. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags RoleAccessRule
     * @name GetRoleAccessRulesSearchList
     * @summary Search for values and return the result as a list
     * @request GET:/api/v2/role-access-rules/search/list
     * @secure
     */
    getRoleAccessRulesSearchList: (
      query: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
         * @default 1000
         * @example 20
         */
        size?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<RoleAccessRule[], ErrorBody>({
        path: `/api/v2/role-access-rules/search/list`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL. The size of the list is that of the filtering, 1,000 by default and 10,000 at most. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags RoleAccessRule
     * @name PostRoleAccessRulesSearchList
     * @summary Search for values by a filtering in the body and return the result as a list
     * @request POST:/api/v2/role-access-rules/search/list
     * @secure
     */
    postRoleAccessRulesSearchList: (
      data: Filtering,
      query?: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<RoleAccessRule[], ErrorBody>({
        path: `/api/v2/role-access-rules/search/list`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns one page of the matching records, and how many there are. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags RoleAccessRule
     * @name GetRoleAccessRulesSearchPage
     * @summary RoleAccessRulePublicApi.getAllFilterablePage
     * @request GET:/api/v2/role-access-rules/search/page
     * @secure
     */
    getRoleAccessRulesSearchPage: (
      query: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
        /**
         * Whether all matching records are counted. Otherwise, at most 10,000 are counted, so that the time does not grow with their number; if more match, `totalElements` is 10,000 and `totalIsLowerBound` is true.
         * @default true
         * @example false
         */
        total?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfRoleAccessRule, ErrorBody>({
        path: `/api/v2/role-access-rules/search/page`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags RoleAccessRule
     * @name PostRoleAccessRulesSearchPage
     * @summary Search for values by a filtering in the body and return a page
     * @request POST:/api/v2/role-access-rules/search/page
     * @secure
     */
    postRoleAccessRulesSearchPage: (
      data: Filtering,
      query?: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
        /**
         * Whether all matching records are counted. Otherwise, at most 10,000 are counted, so that the time does not grow with their number; if more match, `totalElements` is 10,000 and `totalIsLowerBound` is true.
         * @default true
         * @example false
         */
        total?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfRoleAccessRule, ErrorBody>({
        path: `/api/v2/role-access-rules/search/page`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the records with these ids or codes in the requested order, each once. Unknown ones are omitted.
     *
     * @tags RoleAccessRule
     * @name GetRoleAccessRulesByIdsIds
     * @summary RoleAccessRulePublicApi.getByIds
     * @request GET:/api/v2/role-access-rules/by-ids/{ids}
     * @secure
     */
    getRoleAccessRulesByIdsIds: (
      ids: string[],
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<RoleAccessRule[], ErrorBody>({
        path: `/api/v2/role-access-rules/by-ids/${segment(ids)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the number of matching records.
     *
     * @tags RoleAccessRule
     * @name GetRoleAccessRulesSearchCount
     * @summary RoleAccessRulePublicApi.countFilterable
     * @request GET:/api/v2/role-access-rules/search/count
     * @secure
     */
    getRoleAccessRulesSearchCount: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<number, ErrorBody>({
        path: `/api/v2/role-access-rules/search/count`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL.
     *
     * @tags RoleAccessRule
     * @name PostRoleAccessRulesSearchCount
     * @summary Count values by a filtering in the body
     * @request POST:/api/v2/role-access-rules/search/count
     * @secure
     */
    postRoleAccessRulesSearchCount: (
      data: Filtering,
      params: RequestParams = {},
    ) =>
      this.request<number, ErrorBody>({
        path: `/api/v2/role-access-rules/search/count`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the changes of the record, newest first; with `version` or `at`, the record as it was then. The history of a deleted record is found by its id, and by its last code unless another record has it.
     *
     * @tags RoleAccessRule
     * @name GetRoleAccessRulesIdOrCodeHistory
     * @summary Returns the history of a row
     * @request GET:/api/v2/role-access-rules/{idOrCode}/history
     * @secure
     */
    getRoleAccessRulesIdOrCodeHistory: (
      idOrCode: string,
      query?: {
        /**
         * Return the record at this time.
         * @format date-time
         * @maxLength 56
         * @example "2099-01-01T00:00:00.000Z"
         */
        at?: string;
        /**
         * Return the record at this version.
         * @format int32
         * @min 1
         * @max 999999999
         * @example 1
         */
        version?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<Version[] | RoleAccessRule, ErrorBody>({
        path: `/api/v2/role-access-rules/${segment(idOrCode)}/history`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the record by the state that it had in a version, as a PUT would. A deleted record is created again under its id. The state is validated again: records that it refers to must exist, and its code must be free.
     *
     * @tags RoleAccessRule
     * @name PostRoleAccessRulesIdOrCodeRestore
     * @summary Restore a version of a row
     * @request POST:/api/v2/role-access-rules/{idOrCode}/restore
     * @secure
     */
    postRoleAccessRulesIdOrCodeRestore: (
      idOrCode: string,
      query: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
        /**
         * Number of the version, as the history lists it.
         * @format int32
         * @min 1
         * @max 999999999
         * @example 1
         */
        version: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<RoleAccessRule, ErrorBody>({
        path: `/api/v2/role-access-rules/${segment(idOrCode)}/restore`,
        method: "POST",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Starts a Job that creates the records of the body, or patches or deletes those that match a filtering and that the caller may write. Each step changes up to 100 records, each record in a transaction of its own; its processingInfo counts them and says why a record failed, also after a cancel. With dryRun, only counts, and says which records could not be created.
     *
     * @tags RoleAccessRule
     * @name PostRoleAccessRulesBulk
     * @summary Create, patch or delete many rows
     * @request POST:/api/v2/role-access-rules/bulk
     * @secure
     */
    postRoleAccessRulesBulk: (
      data: BulkChangeOfRoleAccessRule,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<BulkAnswer, ErrorBody>({
        path: `/api/v2/role-access-rules/bulk`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the record with the id.
     *
     * @tags RoleAccessRule
     * @name GetRoleAccessRulesByIdId
     * @summary Returns a row by its id
     * @request GET:/api/v2/role-access-rules/by-id/{id}
     * @secure
     */
    getRoleAccessRulesByIdId: (
      id: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<RoleAccessRule, void | ErrorBody>({
        path: `/api/v2/role-access-rules/by-id/${segment(id)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the whole record with the id, as PUT of `/{idOrCode}` does.
     *
     * @tags RoleAccessRule
     * @name PutRoleAccessRulesByIdId
     * @summary Update a value by its id
     * @request PUT:/api/v2/role-access-rules/by-id/{id}
     * @secure
     */
    putRoleAccessRulesByIdId: (
      id: string,
      data: RoleAccessRuleInput,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<RoleAccessRule, ErrorBody>({
        path: `/api/v2/role-access-rules/by-id/${segment(id)}`,
        method: "PUT",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Changes the members in the body of the record with the id, as PATCH of `/{idOrCode}` does.
     *
     * @tags RoleAccessRule
     * @name PatchRoleAccessRulesByIdId
     * @summary Update properties of a value by its id
     * @request PATCH:/api/v2/role-access-rules/by-id/{id}
     * @secure
     */
    patchRoleAccessRulesByIdId: (
      id: string,
      data: PatchOfRoleAccessRule,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<RoleAccessRule, ErrorBody>({
        path: `/api/v2/role-access-rules/by-id/${segment(id)}`,
        method: "PATCH",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Deletes the record with the id, as DELETE of `/{idOrCode}` does.
     *
     * @tags RoleAccessRule
     * @name DeleteRoleAccessRulesByIdId
     * @summary Delete by id
     * @request DELETE:/api/v2/role-access-rules/by-id/{id}
     * @secure
     */
    deleteRoleAccessRulesByIdId: (
      id: string,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/role-access-rules/by-id/${segment(id)}`,
        method: "DELETE",
        query: query,
        secure: true,
        ...params,
      }),

    /**
     * @description Returns the record with the id or the code.
     *
     * @tags User
     * @name GetUsersIdOrCode
     * @summary Returns a row by primary key
     * @request GET:/api/v2/users/{idOrCode}
     * @secure
     */
    getUsersIdOrCode: (
      idOrCode: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<User, void | ErrorBody>({
        path: `/api/v2/users/${segment(idOrCode)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the whole record: members that the body lacks are removed. With `auditInfo.version`, the write is rejected if the record has changed since that version. A change of the code changes all records that contain it.
     *
     * @tags User
     * @name PutUsersIdOrCode
     * @summary Update a value
     * @request PUT:/api/v2/users/{idOrCode}
     * @secure
     */
    putUsersIdOrCode: (
      idOrCode: string,
      data: UserInput,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<User, ErrorBody>({
        path: `/api/v2/users/${segment(idOrCode)}`,
        method: "PUT",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Deletes the record. A record that others refer to is not deleted: the answer is a 400 that names them. The history remains.
     *
     * @tags User
     * @name DeleteUsersIdOrCode
     * @summary Delete
     * @request DELETE:/api/v2/users/{idOrCode}
     * @secure
     */
    deleteUsersIdOrCode: (
      idOrCode: string,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/users/${segment(idOrCode)}`,
        method: "DELETE",
        query: query,
        secure: true,
        ...params,
      }),

    /**
     * @description Changes the members in the body and leaves all others as they are. null removes a member; objects are merged, arrays are replaced. With `auditInfo.version`, the write is rejected if the record has changed since that version.
     *
     * @tags User
     * @name PatchUsersIdOrCode
     * @summary UserPublicApi.patch
     * @request PATCH:/api/v2/users/{idOrCode}
     * @secure
     */
    patchUsersIdOrCode: (
      idOrCode: string,
      data: PatchOfUser,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<User, ErrorBody>({
        path: `/api/v2/users/${segment(idOrCode)}`,
        method: "PATCH",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Creates a record, or replaces the one with the id of the body. Responds when search finds the change, unless `immediatelyRefresh` is false.
     *
     * @tags User
     * @name PostUsers
     * @summary Create new user
     * @request POST:/api/v2/users
     * @secure
     */
    postUsers: (
      data: UserInput,
      query?: {
        /**
         * Respond only once search finds the change. With false, respond after the write.
         * @default true
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<User, ErrorBody>({
        path: `/api/v2/users`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns all records, however many there are. Use a search or a backup instead.
     *
     * @tags User
     * @name GetUsers
     * @summary Get all rows
     * @request GET:/api/v2/users
     * @deprecated
     * @secure
     */
    getUsers: (
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<User[], ErrorBody>({
        path: `/api/v2/users`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Saves the entries of a diff in one transaction, all or none, and returns the saved records. If a record has changed since the diff, nothing is saved.
     *
     * @tags User
     * @name PostUsersDiffSave
     * @summary UserPublicApi.saveDiff
     * @request POST:/api/v2/users/diff/save
     * @secure
     */
    postUsersDiffSave: (
      data: DiffEntryOfUserInput[],
      query?: {
        /**
         * Whether changed formats and periods are checked, and, if the differences are saved, changed `chars` against the registries of their types, and changed codes.
         * @default true
         * @example true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "code"
         */
        compareField?: string;
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<User[], ErrorBody>({
        path: `/api/v2/users/diff/save`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Compares the records of a file with the stored ones, and saves the differences if `save` is true. The file is an ExportEnvelope, an array, lines of JSON, or CSV.
     *
     * @tags User
     * @name PostUsersDiffFile
     * @summary UserPublicApi.diff
     * @request POST:/api/v2/users/diff/file
     * @secure
     */
    postUsersDiffFile: (
      data: {
        /**
         * The records: an ExportEnvelope, an array, lines of JSON, or CSV.
         * @format binary
         */
        file: File;
      },
      query?: {
        /**
         * Whether changed formats and periods are checked, and, if the differences are saved, changed `chars` against the registries of their types, and changed codes.
         * @default true
         * @example true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "code"
         */
        compareField?: string;
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
        /**
         * Save the differences.
         * @default false
         * @example false
         */
        save?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<DiffEntryOfUser[], ErrorBody>({
        path: `/api/v2/users/diff/file`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.FormData,
        format: "json",
        ...params,
      }),

    /**
     * @description Compares the records of the ExportEnvelope in the body with the stored ones, and saves nothing.
     *
     * @tags User
     * @name PostUsersDiffOnly
     * @summary UserPublicApi.diffOnly
     * @request POST:/api/v2/users/diff/only
     * @secure
     */
    postUsersDiffOnly: (
      data: ExportEnvelopeOfUserInput,
      query?: {
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "code"
         */
        compareField?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<DiffEntryOfUser[], ErrorBody>({
        path: `/api/v2/users/diff/only`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the records of one snapshot as an ExportEnvelope, which a diff accepts. The filtering of the query or of the body selects them.
     *
     * @tags User
     * @name PostUsersBackup
     * @summary UserPublicApi.backup
     * @request POST:/api/v2/users/backup
     * @secure
     */
    postUsersBackup: (
      data: BackupRequest,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. Without it, all records. */
        filtering?: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<ExportEnvelopeOfUser, ErrorBody>({
        path: `/api/v2/users/backup`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the matching records, up to `size`. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags User
     * @name GetUsersSearchList
     * @summary Search for values and return the result as a list
     * @request GET:/api/v2/users/search/list
     * @secure
     */
    getUsersSearchList: (
      query: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
         * @default 1000
         * @example 20
         */
        size?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<User[], ErrorBody>({
        path: `/api/v2/users/search/list`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL. The size of the list is that of the filtering, 1,000 by default and 10,000 at most. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags User
     * @name PostUsersSearchList
     * @summary Search for values by a filtering in the body and return the result as a list
     * @request POST:/api/v2/users/search/list
     * @secure
     */
    postUsersSearchList: (
      data: Filtering,
      query?: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<User[], ErrorBody>({
        path: `/api/v2/users/search/list`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns one page of the matching records, and how many there are. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags User
     * @name GetUsersSearchPage
     * @summary UserPublicApi.getAllFilterablePage
     * @request GET:/api/v2/users/search/page
     * @secure
     */
    getUsersSearchPage: (
      query: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
        /**
         * Whether all matching records are counted. Otherwise, at most 10,000 are counted, so that the time does not grow with their number; if more match, `totalElements` is 10,000 and `totalIsLowerBound` is true.
         * @default true
         * @example false
         */
        total?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfUser, ErrorBody>({
        path: `/api/v2/users/search/page`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags User
     * @name PostUsersSearchPage
     * @summary Search for values by a filtering in the body and return a page
     * @request POST:/api/v2/users/search/page
     * @secure
     */
    postUsersSearchPage: (
      data: Filtering,
      query?: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /**
         * Whether all matching records are counted. Otherwise, at most 10,000 are counted, so that the time does not grow with their number; if more match, `totalElements` is 10,000 and `totalIsLowerBound` is true.
         * @default true
         * @example false
         */
        total?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfUser, ErrorBody>({
        path: `/api/v2/users/search/page`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the records with these ids or codes in the requested order, each once. Unknown ones are omitted.
     *
     * @tags User
     * @name GetUsersByIdsIds
     * @summary UserPublicApi.getByIds
     * @request GET:/api/v2/users/by-ids/{ids}
     * @secure
     */
    getUsersByIdsIds: (
      ids: string[],
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<User[], ErrorBody>({
        path: `/api/v2/users/by-ids/${segment(ids)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the number of matching records.
     *
     * @tags User
     * @name GetUsersSearchCount
     * @summary UserPublicApi.countFilterable
     * @request GET:/api/v2/users/search/count
     * @secure
     */
    getUsersSearchCount: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<number, ErrorBody>({
        path: `/api/v2/users/search/count`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL.
     *
     * @tags User
     * @name PostUsersSearchCount
     * @summary Count values by a filtering in the body
     * @request POST:/api/v2/users/search/count
     * @secure
     */
    postUsersSearchCount: (data: Filtering, params: RequestParams = {}) =>
      this.request<number, ErrorBody>({
        path: `/api/v2/users/search/count`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the changes of the record, newest first; with `version` or `at`, the record as it was then. The history of a deleted record is found by its id, and by its last code unless another record has it.
     *
     * @tags User
     * @name GetUsersIdOrCodeHistory
     * @summary Returns the history of a row
     * @request GET:/api/v2/users/{idOrCode}/history
     * @secure
     */
    getUsersIdOrCodeHistory: (
      idOrCode: string,
      query?: {
        /**
         * Return the record at this time.
         * @format date-time
         * @maxLength 56
         * @example "2099-01-01T00:00:00.000Z"
         */
        at?: string;
        /**
         * Return the record at this version.
         * @format int32
         * @min 1
         * @max 999999999
         * @example 1
         */
        version?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<Version[] | User, ErrorBody>({
        path: `/api/v2/users/${segment(idOrCode)}/history`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the record by the state that it had in a version, as a PUT would. A deleted record is created again under its id. The state is validated again: records that it refers to must exist, and its code must be free.
     *
     * @tags User
     * @name PostUsersIdOrCodeRestore
     * @summary Restore a version of a row
     * @request POST:/api/v2/users/{idOrCode}/restore
     * @secure
     */
    postUsersIdOrCodeRestore: (
      idOrCode: string,
      query: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
        /**
         * Number of the version, as the history lists it.
         * @format int32
         * @min 1
         * @max 999999999
         * @example 1
         */
        version: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<User, ErrorBody>({
        path: `/api/v2/users/${segment(idOrCode)}/restore`,
        method: "POST",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Starts a Job that creates the records of the body, or patches or deletes those that match a filtering and that the caller may write. Each step changes up to 100 records, each record in a transaction of its own; its processingInfo counts them and says why a record failed, also after a cancel. With dryRun, only counts, and says which records could not be created.
     *
     * @tags User
     * @name PostUsersBulk
     * @summary Create, patch or delete many rows
     * @request POST:/api/v2/users/bulk
     * @secure
     */
    postUsersBulk: (
      data: BulkChangeOfUser,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<BulkAnswer, ErrorBody>({
        path: `/api/v2/users/bulk`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the record with the id.
     *
     * @tags User
     * @name GetUsersByIdId
     * @summary Returns a row by its id
     * @request GET:/api/v2/users/by-id/{id}
     * @secure
     */
    getUsersByIdId: (
      id: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<User, void | ErrorBody>({
        path: `/api/v2/users/by-id/${segment(id)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Deletes the record with the id, as DELETE of `/{idOrCode}` does.
     *
     * @tags User
     * @name DeleteUsersByIdId
     * @summary Delete by id
     * @request DELETE:/api/v2/users/by-id/{id}
     * @secure
     */
    deleteUsersByIdId: (
      id: string,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/users/by-id/${segment(id)}`,
        method: "DELETE",
        query: query,
        secure: true,
        ...params,
      }),

    /**
     * @description Replaces the whole user with the id, as PUT of `/{idOrCode}` does.
     *
     * @tags User
     * @name PutUsersByIdId
     * @summary Update existing user
     * @request PUT:/api/v2/users/by-id/{id}
     * @secure
     */
    putUsersByIdId: (
      id: string,
      data: UserInput,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<User, ErrorBody>({
        path: `/api/v2/users/by-id/${segment(id)}`,
        method: "PUT",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Changes the members in the body, as PATCH of `/{idOrCode}` does.
     *
     * @tags User
     * @name PatchUsersByIdId
     * @summary Update properties of an existing user
     * @request PATCH:/api/v2/users/by-id/{id}
     * @secure
     */
    patchUsersByIdId: (
      id: string,
      data: PatchOfUser,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<User, ErrorBody>({
        path: `/api/v2/users/by-id/${segment(id)}`,
        method: "PATCH",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the record with the code. Use `/{idOrCode}` instead.
     *
     * @tags User
     * @name GetUsersByCodeCode
     * @summary UserPublicApi.getByCode
     * @request GET:/api/v2/users/by-code/{code}
     * @deprecated
     * @secure
     */
    getUsersByCodeCode: (
      code: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<User, void | ErrorBody>({
        path: `/api/v2/users/by-code/${segment(code)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the record with the id or the code.
     *
     * @tags UserRole
     * @name GetUserRolesIdOrCode
     * @summary Returns a row by primary key
     * @request GET:/api/v2/user-roles/{idOrCode}
     * @secure
     */
    getUserRolesIdOrCode: (
      idOrCode: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<UserRole, void | ErrorBody>({
        path: `/api/v2/user-roles/${segment(idOrCode)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the whole record: members that the body lacks are removed. With `auditInfo.version`, the write is rejected if the record has changed since that version. A change of the code changes all records that contain it.
     *
     * @tags UserRole
     * @name PutUserRolesIdOrCode
     * @summary Update a value
     * @request PUT:/api/v2/user-roles/{idOrCode}
     * @secure
     */
    putUserRolesIdOrCode: (
      idOrCode: string,
      data: UserRoleInput,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserRole, ErrorBody>({
        path: `/api/v2/user-roles/${segment(idOrCode)}`,
        method: "PUT",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Deletes the record. A record that others refer to is not deleted: the answer is a 400 that names them. The history remains.
     *
     * @tags UserRole
     * @name DeleteUserRolesIdOrCode
     * @summary Delete
     * @request DELETE:/api/v2/user-roles/{idOrCode}
     * @secure
     */
    deleteUserRolesIdOrCode: (
      idOrCode: string,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/user-roles/${segment(idOrCode)}`,
        method: "DELETE",
        query: query,
        secure: true,
        ...params,
      }),

    /**
     * @description Changes the members in the body and leaves all others as they are. null removes a member; objects are merged, arrays are replaced. With `auditInfo.version`, the write is rejected if the record has changed since that version.
     *
     * @tags UserRole
     * @name PatchUserRolesIdOrCode
     * @summary UserRolePublicApi.patch
     * @request PATCH:/api/v2/user-roles/{idOrCode}
     * @secure
     */
    patchUserRolesIdOrCode: (
      idOrCode: string,
      data: PatchOfUserRole,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserRole, ErrorBody>({
        path: `/api/v2/user-roles/${segment(idOrCode)}`,
        method: "PATCH",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Creates a record, or replaces the one with the id of the body. Responds when search finds the change, unless `immediatelyRefresh` is false.
     *
     * @tags UserRole
     * @name PostUserRoles
     * @summary UserRolePublicApi.saveAndRefresh
     * @request POST:/api/v2/user-roles
     * @secure
     */
    postUserRoles: (
      data: UserRoleInput,
      query?: {
        /**
         * Respond only once search finds the change. With false, respond after the write.
         * @default true
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserRole, ErrorBody>({
        path: `/api/v2/user-roles`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns all records, however many there are. Use a search or a backup instead.
     *
     * @tags UserRole
     * @name GetUserRoles
     * @summary Get all rows
     * @request GET:/api/v2/user-roles
     * @deprecated
     * @secure
     */
    getUserRoles: (
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<UserRole[], ErrorBody>({
        path: `/api/v2/user-roles`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Saves the entries of a diff in one transaction, all or none, and returns the saved records. If a record has changed since the diff, nothing is saved.
     *
     * @tags UserRole
     * @name PostUserRolesDiffSave
     * @summary UserRolePublicApi.saveDiff
     * @request POST:/api/v2/user-roles/diff/save
     * @secure
     */
    postUserRolesDiffSave: (
      data: DiffEntryOfUserRoleInput[],
      query?: {
        /**
         * Whether changed formats and periods are checked, and, if the differences are saved, changed `chars` against the registries of their types, and changed codes.
         * @default true
         * @example true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "id"
         */
        compareField?: string;
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserRole[], ErrorBody>({
        path: `/api/v2/user-roles/diff/save`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Compares the records of a file with the stored ones, and saves the differences if `save` is true. The file is an ExportEnvelope, an array, lines of JSON, or CSV.
     *
     * @tags UserRole
     * @name PostUserRolesDiffFile
     * @summary UserRolePublicApi.diff
     * @request POST:/api/v2/user-roles/diff/file
     * @secure
     */
    postUserRolesDiffFile: (
      data: {
        /**
         * The records: an ExportEnvelope, an array, lines of JSON, or CSV.
         * @format binary
         */
        file: File;
      },
      query?: {
        /**
         * Whether changed formats and periods are checked, and, if the differences are saved, changed `chars` against the registries of their types, and changed codes.
         * @default true
         * @example true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "id"
         */
        compareField?: string;
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
        /**
         * Save the differences.
         * @default false
         * @example false
         */
        save?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<DiffEntryOfUserRole[], ErrorBody>({
        path: `/api/v2/user-roles/diff/file`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.FormData,
        format: "json",
        ...params,
      }),

    /**
     * @description Compares the records of the ExportEnvelope in the body with the stored ones, and saves nothing.
     *
     * @tags UserRole
     * @name PostUserRolesDiffOnly
     * @summary UserRolePublicApi.diffOnly
     * @request POST:/api/v2/user-roles/diff/only
     * @secure
     */
    postUserRolesDiffOnly: (
      data: ExportEnvelopeOfUserRoleInput,
      query?: {
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "id"
         */
        compareField?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<DiffEntryOfUserRole[], ErrorBody>({
        path: `/api/v2/user-roles/diff/only`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the records of one snapshot as an ExportEnvelope, which a diff accepts. The filtering of the query or of the body selects them.
     *
     * @tags UserRole
     * @name PostUserRolesBackup
     * @summary UserRolePublicApi.backup
     * @request POST:/api/v2/user-roles/backup
     * @secure
     */
    postUserRolesBackup: (
      data: BackupRequest,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. Without it, all records. */
        filtering?: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<ExportEnvelopeOfUserRole, ErrorBody>({
        path: `/api/v2/user-roles/backup`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the matching records, up to `size`. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags UserRole
     * @name GetUserRolesSearchList
     * @summary Search for values and return the result as a list
     * @request GET:/api/v2/user-roles/search/list
     * @secure
     */
    getUserRolesSearchList: (
      query: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
         * @default 1000
         * @example 20
         */
        size?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserRole[], ErrorBody>({
        path: `/api/v2/user-roles/search/list`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL. The size of the list is that of the filtering, 1,000 by default and 10,000 at most. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags UserRole
     * @name PostUserRolesSearchList
     * @summary Search for values by a filtering in the body and return the result as a list
     * @request POST:/api/v2/user-roles/search/list
     * @secure
     */
    postUserRolesSearchList: (
      data: Filtering,
      query?: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<UserRole[], ErrorBody>({
        path: `/api/v2/user-roles/search/list`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns one page of the matching records, and how many there are. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags UserRole
     * @name GetUserRolesSearchPage
     * @summary UserRolePublicApi.getAllFilterablePage
     * @request GET:/api/v2/user-roles/search/page
     * @secure
     */
    getUserRolesSearchPage: (
      query: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
        /**
         * Whether all matching records are counted. Otherwise, at most 10,000 are counted, so that the time does not grow with their number; if more match, `totalElements` is 10,000 and `totalIsLowerBound` is true.
         * @default true
         * @example false
         */
        total?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfUserRole, ErrorBody>({
        path: `/api/v2/user-roles/search/page`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags UserRole
     * @name PostUserRolesSearchPage
     * @summary Search for values by a filtering in the body and return a page
     * @request POST:/api/v2/user-roles/search/page
     * @secure
     */
    postUserRolesSearchPage: (
      data: Filtering,
      query?: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
        /**
         * Whether all matching records are counted. Otherwise, at most 10,000 are counted, so that the time does not grow with their number; if more match, `totalElements` is 10,000 and `totalIsLowerBound` is true.
         * @default true
         * @example false
         */
        total?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfUserRole, ErrorBody>({
        path: `/api/v2/user-roles/search/page`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the records with these ids or codes in the requested order, each once. Unknown ones are omitted.
     *
     * @tags UserRole
     * @name GetUserRolesByIdsIds
     * @summary UserRolePublicApi.getByIds
     * @request GET:/api/v2/user-roles/by-ids/{ids}
     * @secure
     */
    getUserRolesByIdsIds: (
      ids: string[],
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<UserRole[], ErrorBody>({
        path: `/api/v2/user-roles/by-ids/${segment(ids)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the number of matching records.
     *
     * @tags UserRole
     * @name GetUserRolesSearchCount
     * @summary UserRolePublicApi.countFilterable
     * @request GET:/api/v2/user-roles/search/count
     * @secure
     */
    getUserRolesSearchCount: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<number, ErrorBody>({
        path: `/api/v2/user-roles/search/count`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL.
     *
     * @tags UserRole
     * @name PostUserRolesSearchCount
     * @summary Count values by a filtering in the body
     * @request POST:/api/v2/user-roles/search/count
     * @secure
     */
    postUserRolesSearchCount: (data: Filtering, params: RequestParams = {}) =>
      this.request<number, ErrorBody>({
        path: `/api/v2/user-roles/search/count`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the changes of the record, newest first; with `version` or `at`, the record as it was then. The history of a deleted record is found by its id, and by its last code unless another record has it.
     *
     * @tags UserRole
     * @name GetUserRolesIdOrCodeHistory
     * @summary Returns the history of a row
     * @request GET:/api/v2/user-roles/{idOrCode}/history
     * @secure
     */
    getUserRolesIdOrCodeHistory: (
      idOrCode: string,
      query?: {
        /**
         * Return the record at this time.
         * @format date-time
         * @maxLength 56
         * @example "2099-01-01T00:00:00.000Z"
         */
        at?: string;
        /**
         * Return the record at this version.
         * @format int32
         * @min 1
         * @max 999999999
         * @example 1
         */
        version?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<Version[] | UserRole, ErrorBody>({
        path: `/api/v2/user-roles/${segment(idOrCode)}/history`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the record by the state that it had in a version, as a PUT would. A deleted record is created again under its id. The state is validated again: records that it refers to must exist, and its code must be free.
     *
     * @tags UserRole
     * @name PostUserRolesIdOrCodeRestore
     * @summary Restore a version of a row
     * @request POST:/api/v2/user-roles/{idOrCode}/restore
     * @secure
     */
    postUserRolesIdOrCodeRestore: (
      idOrCode: string,
      query: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
        /**
         * Number of the version, as the history lists it.
         * @format int32
         * @min 1
         * @max 999999999
         * @example 1
         */
        version: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserRole, ErrorBody>({
        path: `/api/v2/user-roles/${segment(idOrCode)}/restore`,
        method: "POST",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Starts a Job that creates the records of the body, or patches or deletes those that match a filtering and that the caller may write. Each step changes up to 100 records, each record in a transaction of its own; its processingInfo counts them and says why a record failed, also after a cancel. With dryRun, only counts, and says which records could not be created.
     *
     * @tags UserRole
     * @name PostUserRolesBulk
     * @summary Create, patch or delete many rows
     * @request POST:/api/v2/user-roles/bulk
     * @secure
     */
    postUserRolesBulk: (
      data: BulkChangeOfUserRole,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<BulkAnswer, ErrorBody>({
        path: `/api/v2/user-roles/bulk`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the record with the id.
     *
     * @tags UserRole
     * @name GetUserRolesByIdId
     * @summary Returns a row by its id
     * @request GET:/api/v2/user-roles/by-id/{id}
     * @secure
     */
    getUserRolesByIdId: (
      id: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<UserRole, void | ErrorBody>({
        path: `/api/v2/user-roles/by-id/${segment(id)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the whole record with the id, as PUT of `/{idOrCode}` does.
     *
     * @tags UserRole
     * @name PutUserRolesByIdId
     * @summary Update a value by its id
     * @request PUT:/api/v2/user-roles/by-id/{id}
     * @secure
     */
    putUserRolesByIdId: (
      id: string,
      data: UserRoleInput,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserRole, ErrorBody>({
        path: `/api/v2/user-roles/by-id/${segment(id)}`,
        method: "PUT",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Changes the members in the body of the record with the id, as PATCH of `/{idOrCode}` does.
     *
     * @tags UserRole
     * @name PatchUserRolesByIdId
     * @summary Update properties of a value by its id
     * @request PATCH:/api/v2/user-roles/by-id/{id}
     * @secure
     */
    patchUserRolesByIdId: (
      id: string,
      data: PatchOfUserRole,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserRole, ErrorBody>({
        path: `/api/v2/user-roles/by-id/${segment(id)}`,
        method: "PATCH",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Deletes the record with the id, as DELETE of `/{idOrCode}` does.
     *
     * @tags UserRole
     * @name DeleteUserRolesByIdId
     * @summary Delete by id
     * @request DELETE:/api/v2/user-roles/by-id/{id}
     * @secure
     */
    deleteUserRolesByIdId: (
      id: string,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/user-roles/by-id/${segment(id)}`,
        method: "DELETE",
        query: query,
        secure: true,
        ...params,
      }),

    /**
     * @description Returns the record with the id or the code.
     *
     * @tags UserUserGroup
     * @name GetUserUserGroupsIdOrCode
     * @summary Returns a row by primary key
     * @request GET:/api/v2/user-user-groups/{idOrCode}
     * @secure
     */
    getUserUserGroupsIdOrCode: (
      idOrCode: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<UserUserGroup, void | ErrorBody>({
        path: `/api/v2/user-user-groups/${segment(idOrCode)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the whole record: members that the body lacks are removed. With `auditInfo.version`, the write is rejected if the record has changed since that version. A change of the code changes all records that contain it.
     *
     * @tags UserUserGroup
     * @name PutUserUserGroupsIdOrCode
     * @summary Update a value
     * @request PUT:/api/v2/user-user-groups/{idOrCode}
     * @secure
     */
    putUserUserGroupsIdOrCode: (
      idOrCode: string,
      data: UserUserGroupInput,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserUserGroup, ErrorBody>({
        path: `/api/v2/user-user-groups/${segment(idOrCode)}`,
        method: "PUT",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Deletes the record. A record that others refer to is not deleted: the answer is a 400 that names them. The history remains.
     *
     * @tags UserUserGroup
     * @name DeleteUserUserGroupsIdOrCode
     * @summary Delete
     * @request DELETE:/api/v2/user-user-groups/{idOrCode}
     * @secure
     */
    deleteUserUserGroupsIdOrCode: (
      idOrCode: string,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/user-user-groups/${segment(idOrCode)}`,
        method: "DELETE",
        query: query,
        secure: true,
        ...params,
      }),

    /**
     * @description Changes the members in the body and leaves all others as they are. null removes a member; objects are merged, arrays are replaced. With `auditInfo.version`, the write is rejected if the record has changed since that version.
     *
     * @tags UserUserGroup
     * @name PatchUserUserGroupsIdOrCode
     * @summary UserUserGroupPublicApi.patch
     * @request PATCH:/api/v2/user-user-groups/{idOrCode}
     * @secure
     */
    patchUserUserGroupsIdOrCode: (
      idOrCode: string,
      data: PatchOfUserUserGroup,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserUserGroup, ErrorBody>({
        path: `/api/v2/user-user-groups/${segment(idOrCode)}`,
        method: "PATCH",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Creates a record, or replaces the one with the id of the body. Responds when search finds the change, unless `immediatelyRefresh` is false.
     *
     * @tags UserUserGroup
     * @name PostUserUserGroups
     * @summary UserUserGroupPublicApi.saveAndRefresh
     * @request POST:/api/v2/user-user-groups
     * @secure
     */
    postUserUserGroups: (
      data: UserUserGroupInput,
      query?: {
        /**
         * Respond only once search finds the change. With false, respond after the write.
         * @default true
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserUserGroup, ErrorBody>({
        path: `/api/v2/user-user-groups`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns all records, however many there are. Use a search or a backup instead.
     *
     * @tags UserUserGroup
     * @name GetUserUserGroups
     * @summary Get all rows
     * @request GET:/api/v2/user-user-groups
     * @deprecated
     * @secure
     */
    getUserUserGroups: (
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<UserUserGroup[], ErrorBody>({
        path: `/api/v2/user-user-groups`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Saves the entries of a diff in one transaction, all or none, and returns the saved records. If a record has changed since the diff, nothing is saved.
     *
     * @tags UserUserGroup
     * @name PostUserUserGroupsDiffSave
     * @summary UserUserGroupPublicApi.saveDiff
     * @request POST:/api/v2/user-user-groups/diff/save
     * @secure
     */
    postUserUserGroupsDiffSave: (
      data: DiffEntryOfUserUserGroupInput[],
      query?: {
        /**
         * Whether changed formats and periods are checked, and, if the differences are saved, changed `chars` against the registries of their types, and changed codes.
         * @default true
         * @example true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "id"
         */
        compareField?: string;
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserUserGroup[], ErrorBody>({
        path: `/api/v2/user-user-groups/diff/save`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Compares the records of a file with the stored ones, and saves the differences if `save` is true. The file is an ExportEnvelope, an array, lines of JSON, or CSV.
     *
     * @tags UserUserGroup
     * @name PostUserUserGroupsDiffFile
     * @summary UserUserGroupPublicApi.diff
     * @request POST:/api/v2/user-user-groups/diff/file
     * @secure
     */
    postUserUserGroupsDiffFile: (
      data: {
        /**
         * The records: an ExportEnvelope, an array, lines of JSON, or CSV.
         * @format binary
         */
        file: File;
      },
      query?: {
        /**
         * Whether changed formats and periods are checked, and, if the differences are saved, changed `chars` against the registries of their types, and changed codes.
         * @default true
         * @example true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "id"
         */
        compareField?: string;
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
        /**
         * Save the differences.
         * @default false
         * @example false
         */
        save?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<DiffEntryOfUserUserGroup[], ErrorBody>({
        path: `/api/v2/user-user-groups/diff/file`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.FormData,
        format: "json",
        ...params,
      }),

    /**
     * @description Compares the records of the ExportEnvelope in the body with the stored ones, and saves nothing.
     *
     * @tags UserUserGroup
     * @name PostUserUserGroupsDiffOnly
     * @summary UserUserGroupPublicApi.diffOnly
     * @request POST:/api/v2/user-user-groups/diff/only
     * @secure
     */
    postUserUserGroupsDiffOnly: (
      data: ExportEnvelopeOfUserUserGroupInput,
      query?: {
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "id"
         */
        compareField?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<DiffEntryOfUserUserGroup[], ErrorBody>({
        path: `/api/v2/user-user-groups/diff/only`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the records of one snapshot as an ExportEnvelope, which a diff accepts. The filtering of the query or of the body selects them.
     *
     * @tags UserUserGroup
     * @name PostUserUserGroupsBackup
     * @summary UserUserGroupPublicApi.backup
     * @request POST:/api/v2/user-user-groups/backup
     * @secure
     */
    postUserUserGroupsBackup: (
      data: BackupRequest,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. Without it, all records. */
        filtering?: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<ExportEnvelopeOfUserUserGroup, ErrorBody>({
        path: `/api/v2/user-user-groups/backup`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the matching records, up to `size`. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags UserUserGroup
     * @name GetUserUserGroupsSearchList
     * @summary Search for values and return the result as a list
     * @request GET:/api/v2/user-user-groups/search/list
     * @secure
     */
    getUserUserGroupsSearchList: (
      query: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
         * @default 1000
         * @example 20
         */
        size?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserUserGroup[], ErrorBody>({
        path: `/api/v2/user-user-groups/search/list`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL. The size of the list is that of the filtering, 1,000 by default and 10,000 at most. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags UserUserGroup
     * @name PostUserUserGroupsSearchList
     * @summary Search for values by a filtering in the body and return the result as a list
     * @request POST:/api/v2/user-user-groups/search/list
     * @secure
     */
    postUserUserGroupsSearchList: (
      data: Filtering,
      query?: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<UserUserGroup[], ErrorBody>({
        path: `/api/v2/user-user-groups/search/list`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns one page of the matching records, and how many there are. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags UserUserGroup
     * @name GetUserUserGroupsSearchPage
     * @summary UserUserGroupPublicApi.getAllFilterablePage
     * @request GET:/api/v2/user-user-groups/search/page
     * @secure
     */
    getUserUserGroupsSearchPage: (
      query: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
        /**
         * Whether all matching records are counted. Otherwise, at most 10,000 are counted, so that the time does not grow with their number; if more match, `totalElements` is 10,000 and `totalIsLowerBound` is true.
         * @default true
         * @example false
         */
        total?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfUserUserGroup, ErrorBody>({
        path: `/api/v2/user-user-groups/search/page`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags UserUserGroup
     * @name PostUserUserGroupsSearchPage
     * @summary Search for values by a filtering in the body and return a page
     * @request POST:/api/v2/user-user-groups/search/page
     * @secure
     */
    postUserUserGroupsSearchPage: (
      data: Filtering,
      query?: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
        /**
         * Whether all matching records are counted. Otherwise, at most 10,000 are counted, so that the time does not grow with their number; if more match, `totalElements` is 10,000 and `totalIsLowerBound` is true.
         * @default true
         * @example false
         */
        total?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfUserUserGroup, ErrorBody>({
        path: `/api/v2/user-user-groups/search/page`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the records with these ids or codes in the requested order, each once. Unknown ones are omitted.
     *
     * @tags UserUserGroup
     * @name GetUserUserGroupsByIdsIds
     * @summary UserUserGroupPublicApi.getByIds
     * @request GET:/api/v2/user-user-groups/by-ids/{ids}
     * @secure
     */
    getUserUserGroupsByIdsIds: (
      ids: string[],
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<UserUserGroup[], ErrorBody>({
        path: `/api/v2/user-user-groups/by-ids/${segment(ids)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the number of matching records.
     *
     * @tags UserUserGroup
     * @name GetUserUserGroupsSearchCount
     * @summary UserUserGroupPublicApi.countFilterable
     * @request GET:/api/v2/user-user-groups/search/count
     * @secure
     */
    getUserUserGroupsSearchCount: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<number, ErrorBody>({
        path: `/api/v2/user-user-groups/search/count`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL.
     *
     * @tags UserUserGroup
     * @name PostUserUserGroupsSearchCount
     * @summary Count values by a filtering in the body
     * @request POST:/api/v2/user-user-groups/search/count
     * @secure
     */
    postUserUserGroupsSearchCount: (
      data: Filtering,
      params: RequestParams = {},
    ) =>
      this.request<number, ErrorBody>({
        path: `/api/v2/user-user-groups/search/count`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the changes of the record, newest first; with `version` or `at`, the record as it was then. The history of a deleted record is found by its id, and by its last code unless another record has it.
     *
     * @tags UserUserGroup
     * @name GetUserUserGroupsIdOrCodeHistory
     * @summary Returns the history of a row
     * @request GET:/api/v2/user-user-groups/{idOrCode}/history
     * @secure
     */
    getUserUserGroupsIdOrCodeHistory: (
      idOrCode: string,
      query?: {
        /**
         * Return the record at this time.
         * @format date-time
         * @maxLength 56
         * @example "2099-01-01T00:00:00.000Z"
         */
        at?: string;
        /**
         * Return the record at this version.
         * @format int32
         * @min 1
         * @max 999999999
         * @example 1
         */
        version?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<Version[] | UserUserGroup, ErrorBody>({
        path: `/api/v2/user-user-groups/${segment(idOrCode)}/history`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the record by the state that it had in a version, as a PUT would. A deleted record is created again under its id. The state is validated again: records that it refers to must exist, and its code must be free.
     *
     * @tags UserUserGroup
     * @name PostUserUserGroupsIdOrCodeRestore
     * @summary Restore a version of a row
     * @request POST:/api/v2/user-user-groups/{idOrCode}/restore
     * @secure
     */
    postUserUserGroupsIdOrCodeRestore: (
      idOrCode: string,
      query: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
        /**
         * Number of the version, as the history lists it.
         * @format int32
         * @min 1
         * @max 999999999
         * @example 1
         */
        version: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserUserGroup, ErrorBody>({
        path: `/api/v2/user-user-groups/${segment(idOrCode)}/restore`,
        method: "POST",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Starts a Job that creates the records of the body, or patches or deletes those that match a filtering and that the caller may write. Each step changes up to 100 records, each record in a transaction of its own; its processingInfo counts them and says why a record failed, also after a cancel. With dryRun, only counts, and says which records could not be created.
     *
     * @tags UserUserGroup
     * @name PostUserUserGroupsBulk
     * @summary Create, patch or delete many rows
     * @request POST:/api/v2/user-user-groups/bulk
     * @secure
     */
    postUserUserGroupsBulk: (
      data: BulkChangeOfUserUserGroup,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<BulkAnswer, ErrorBody>({
        path: `/api/v2/user-user-groups/bulk`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the record with the id.
     *
     * @tags UserUserGroup
     * @name GetUserUserGroupsByIdId
     * @summary Returns a row by its id
     * @request GET:/api/v2/user-user-groups/by-id/{id}
     * @secure
     */
    getUserUserGroupsByIdId: (
      id: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<UserUserGroup, void | ErrorBody>({
        path: `/api/v2/user-user-groups/by-id/${segment(id)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the whole record with the id, as PUT of `/{idOrCode}` does.
     *
     * @tags UserUserGroup
     * @name PutUserUserGroupsByIdId
     * @summary Update a value by its id
     * @request PUT:/api/v2/user-user-groups/by-id/{id}
     * @secure
     */
    putUserUserGroupsByIdId: (
      id: string,
      data: UserUserGroupInput,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserUserGroup, ErrorBody>({
        path: `/api/v2/user-user-groups/by-id/${segment(id)}`,
        method: "PUT",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Changes the members in the body of the record with the id, as PATCH of `/{idOrCode}` does.
     *
     * @tags UserUserGroup
     * @name PatchUserUserGroupsByIdId
     * @summary Update properties of a value by its id
     * @request PATCH:/api/v2/user-user-groups/by-id/{id}
     * @secure
     */
    patchUserUserGroupsByIdId: (
      id: string,
      data: PatchOfUserUserGroup,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserUserGroup, ErrorBody>({
        path: `/api/v2/user-user-groups/by-id/${segment(id)}`,
        method: "PATCH",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Deletes the record with the id, as DELETE of `/{idOrCode}` does.
     *
     * @tags UserUserGroup
     * @name DeleteUserUserGroupsByIdId
     * @summary Delete by id
     * @request DELETE:/api/v2/user-user-groups/by-id/{id}
     * @secure
     */
    deleteUserUserGroupsByIdId: (
      id: string,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/user-user-groups/by-id/${segment(id)}`,
        method: "DELETE",
        query: query,
        secure: true,
        ...params,
      }),

    /**
     * @description Returns the record with the id or the code.
     *
     * @tags Sharing
     * @name GetSharingsIdOrCode
     * @summary Returns a row by primary key
     * @request GET:/api/v2/sharings/{idOrCode}
     * @secure
     */
    getSharingsIdOrCode: (
      idOrCode: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<Sharing, void | ErrorBody>({
        path: `/api/v2/sharings/${segment(idOrCode)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the whole record: members that the body lacks are removed. With `auditInfo.version`, the write is rejected if the record has changed since that version. A change of the code changes all records that contain it.
     *
     * @tags Sharing
     * @name PutSharingsIdOrCode
     * @summary Update a value
     * @request PUT:/api/v2/sharings/{idOrCode}
     * @secure
     */
    putSharingsIdOrCode: (
      idOrCode: string,
      data: SharingInput,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<Sharing, ErrorBody>({
        path: `/api/v2/sharings/${segment(idOrCode)}`,
        method: "PUT",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Deletes the record. A record that others refer to is not deleted: the answer is a 400 that names them. The history remains.
     *
     * @tags Sharing
     * @name DeleteSharingsIdOrCode
     * @summary Delete
     * @request DELETE:/api/v2/sharings/{idOrCode}
     * @secure
     */
    deleteSharingsIdOrCode: (
      idOrCode: string,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/sharings/${segment(idOrCode)}`,
        method: "DELETE",
        query: query,
        secure: true,
        ...params,
      }),

    /**
     * @description Changes the members in the body and leaves all others as they are. null removes a member; objects are merged, arrays are replaced. With `auditInfo.version`, the write is rejected if the record has changed since that version.
     *
     * @tags Sharing
     * @name PatchSharingsIdOrCode
     * @summary SharingPublicApi.patch
     * @request PATCH:/api/v2/sharings/{idOrCode}
     * @secure
     */
    patchSharingsIdOrCode: (
      idOrCode: string,
      data: PatchOfSharing,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<Sharing, ErrorBody>({
        path: `/api/v2/sharings/${segment(idOrCode)}`,
        method: "PATCH",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Creates a record, or replaces the one with the id of the body. Responds when search finds the change, unless `immediatelyRefresh` is false.
     *
     * @tags Sharing
     * @name PostSharings
     * @summary SharingPublicApi.saveAndRefresh
     * @request POST:/api/v2/sharings
     * @secure
     */
    postSharings: (
      data: SharingInput,
      query?: {
        /**
         * Respond only once search finds the change. With false, respond after the write.
         * @default true
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<Sharing, ErrorBody>({
        path: `/api/v2/sharings`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns all records, however many there are. Use a search or a backup instead.
     *
     * @tags Sharing
     * @name GetSharings
     * @summary Get all rows
     * @request GET:/api/v2/sharings
     * @deprecated
     * @secure
     */
    getSharings: (
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<Sharing[], ErrorBody>({
        path: `/api/v2/sharings`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Saves the entries of a diff in one transaction, all or none, and returns the saved records. If a record has changed since the diff, nothing is saved.
     *
     * @tags Sharing
     * @name PostSharingsDiffSave
     * @summary SharingPublicApi.saveDiff
     * @request POST:/api/v2/sharings/diff/save
     * @secure
     */
    postSharingsDiffSave: (
      data: DiffEntryOfSharingInput[],
      query?: {
        /**
         * Whether changed formats and periods are checked, and, if the differences are saved, changed `chars` against the registries of their types, and changed codes.
         * @default true
         * @example true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "id"
         */
        compareField?: string;
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<Sharing[], ErrorBody>({
        path: `/api/v2/sharings/diff/save`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Compares the records of a file with the stored ones, and saves the differences if `save` is true. The file is an ExportEnvelope, an array, lines of JSON, or CSV.
     *
     * @tags Sharing
     * @name PostSharingsDiffFile
     * @summary SharingPublicApi.diff
     * @request POST:/api/v2/sharings/diff/file
     * @secure
     */
    postSharingsDiffFile: (
      data: {
        /**
         * The records: an ExportEnvelope, an array, lines of JSON, or CSV.
         * @format binary
         */
        file: File;
      },
      query?: {
        /**
         * Whether changed formats and periods are checked, and, if the differences are saved, changed `chars` against the registries of their types, and changed codes.
         * @default true
         * @example true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "id"
         */
        compareField?: string;
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
        /**
         * Save the differences.
         * @default false
         * @example false
         */
        save?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<DiffEntryOfSharing[], ErrorBody>({
        path: `/api/v2/sharings/diff/file`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.FormData,
        format: "json",
        ...params,
      }),

    /**
     * @description Compares the records of the ExportEnvelope in the body with the stored ones, and saves nothing.
     *
     * @tags Sharing
     * @name PostSharingsDiffOnly
     * @summary SharingPublicApi.diffOnly
     * @request POST:/api/v2/sharings/diff/only
     * @secure
     */
    postSharingsDiffOnly: (
      data: ExportEnvelopeOfSharingInput,
      query?: {
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "id"
         */
        compareField?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<DiffEntryOfSharing[], ErrorBody>({
        path: `/api/v2/sharings/diff/only`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the records of one snapshot as an ExportEnvelope, which a diff accepts. The filtering of the query or of the body selects them.
     *
     * @tags Sharing
     * @name PostSharingsBackup
     * @summary SharingPublicApi.backup
     * @request POST:/api/v2/sharings/backup
     * @secure
     */
    postSharingsBackup: (
      data: BackupRequest,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. Without it, all records. */
        filtering?: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<ExportEnvelopeOfSharing, ErrorBody>({
        path: `/api/v2/sharings/backup`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the matching records, up to `size`. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags Sharing
     * @name GetSharingsSearchList
     * @summary Search for values and return the result as a list
     * @request GET:/api/v2/sharings/search/list
     * @secure
     */
    getSharingsSearchList: (
      query: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
         * @default 1000
         * @example 20
         */
        size?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<Sharing[], ErrorBody>({
        path: `/api/v2/sharings/search/list`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL. The size of the list is that of the filtering, 1,000 by default and 10,000 at most. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags Sharing
     * @name PostSharingsSearchList
     * @summary Search for values by a filtering in the body and return the result as a list
     * @request POST:/api/v2/sharings/search/list
     * @secure
     */
    postSharingsSearchList: (
      data: Filtering,
      query?: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<Sharing[], ErrorBody>({
        path: `/api/v2/sharings/search/list`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns one page of the matching records, and how many there are. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags Sharing
     * @name GetSharingsSearchPage
     * @summary SharingPublicApi.getAllFilterablePage
     * @request GET:/api/v2/sharings/search/page
     * @secure
     */
    getSharingsSearchPage: (
      query: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
        /**
         * Whether all matching records are counted. Otherwise, at most 10,000 are counted, so that the time does not grow with their number; if more match, `totalElements` is 10,000 and `totalIsLowerBound` is true.
         * @default true
         * @example false
         */
        total?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfSharing, ErrorBody>({
        path: `/api/v2/sharings/search/page`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags Sharing
     * @name PostSharingsSearchPage
     * @summary Search for values by a filtering in the body and return a page
     * @request POST:/api/v2/sharings/search/page
     * @secure
     */
    postSharingsSearchPage: (
      data: Filtering,
      query?: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
        /**
         * Whether all matching records are counted. Otherwise, at most 10,000 are counted, so that the time does not grow with their number; if more match, `totalElements` is 10,000 and `totalIsLowerBound` is true.
         * @default true
         * @example false
         */
        total?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfSharing, ErrorBody>({
        path: `/api/v2/sharings/search/page`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the records with these ids or codes in the requested order, each once. Unknown ones are omitted.
     *
     * @tags Sharing
     * @name GetSharingsByIdsIds
     * @summary SharingPublicApi.getByIds
     * @request GET:/api/v2/sharings/by-ids/{ids}
     * @secure
     */
    getSharingsByIdsIds: (
      ids: string[],
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<Sharing[], ErrorBody>({
        path: `/api/v2/sharings/by-ids/${segment(ids)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the number of matching records.
     *
     * @tags Sharing
     * @name GetSharingsSearchCount
     * @summary SharingPublicApi.countFilterable
     * @request GET:/api/v2/sharings/search/count
     * @secure
     */
    getSharingsSearchCount: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<number, ErrorBody>({
        path: `/api/v2/sharings/search/count`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL.
     *
     * @tags Sharing
     * @name PostSharingsSearchCount
     * @summary Count values by a filtering in the body
     * @request POST:/api/v2/sharings/search/count
     * @secure
     */
    postSharingsSearchCount: (data: Filtering, params: RequestParams = {}) =>
      this.request<number, ErrorBody>({
        path: `/api/v2/sharings/search/count`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the changes of the record, newest first; with `version` or `at`, the record as it was then. The history of a deleted record is found by its id, and by its last code unless another record has it.
     *
     * @tags Sharing
     * @name GetSharingsIdOrCodeHistory
     * @summary Returns the history of a row
     * @request GET:/api/v2/sharings/{idOrCode}/history
     * @secure
     */
    getSharingsIdOrCodeHistory: (
      idOrCode: string,
      query?: {
        /**
         * Return the record at this time.
         * @format date-time
         * @maxLength 56
         * @example "2099-01-01T00:00:00.000Z"
         */
        at?: string;
        /**
         * Return the record at this version.
         * @format int32
         * @min 1
         * @max 999999999
         * @example 1
         */
        version?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<Version[] | Sharing, ErrorBody>({
        path: `/api/v2/sharings/${segment(idOrCode)}/history`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the record by the state that it had in a version, as a PUT would. A deleted record is created again under its id. The state is validated again: records that it refers to must exist, and its code must be free.
     *
     * @tags Sharing
     * @name PostSharingsIdOrCodeRestore
     * @summary Restore a version of a row
     * @request POST:/api/v2/sharings/{idOrCode}/restore
     * @secure
     */
    postSharingsIdOrCodeRestore: (
      idOrCode: string,
      query: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
        /**
         * Number of the version, as the history lists it.
         * @format int32
         * @min 1
         * @max 999999999
         * @example 1
         */
        version: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<Sharing, ErrorBody>({
        path: `/api/v2/sharings/${segment(idOrCode)}/restore`,
        method: "POST",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Starts a Job that creates the records of the body, or patches or deletes those that match a filtering and that the caller may write. Each step changes up to 100 records, each record in a transaction of its own; its processingInfo counts them and says why a record failed, also after a cancel. With dryRun, only counts, and says which records could not be created.
     *
     * @tags Sharing
     * @name PostSharingsBulk
     * @summary Create, patch or delete many rows
     * @request POST:/api/v2/sharings/bulk
     * @secure
     */
    postSharingsBulk: (
      data: BulkChangeOfSharing,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<BulkAnswer, ErrorBody>({
        path: `/api/v2/sharings/bulk`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the record with the id.
     *
     * @tags Sharing
     * @name GetSharingsByIdId
     * @summary Returns a row by its id
     * @request GET:/api/v2/sharings/by-id/{id}
     * @secure
     */
    getSharingsByIdId: (
      id: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<Sharing, void | ErrorBody>({
        path: `/api/v2/sharings/by-id/${segment(id)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the whole record with the id, as PUT of `/{idOrCode}` does.
     *
     * @tags Sharing
     * @name PutSharingsByIdId
     * @summary Update a value by its id
     * @request PUT:/api/v2/sharings/by-id/{id}
     * @secure
     */
    putSharingsByIdId: (
      id: string,
      data: SharingInput,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<Sharing, ErrorBody>({
        path: `/api/v2/sharings/by-id/${segment(id)}`,
        method: "PUT",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Changes the members in the body of the record with the id, as PATCH of `/{idOrCode}` does.
     *
     * @tags Sharing
     * @name PatchSharingsByIdId
     * @summary Update properties of a value by its id
     * @request PATCH:/api/v2/sharings/by-id/{id}
     * @secure
     */
    patchSharingsByIdId: (
      id: string,
      data: PatchOfSharing,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<Sharing, ErrorBody>({
        path: `/api/v2/sharings/by-id/${segment(id)}`,
        method: "PATCH",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Deletes the record with the id, as DELETE of `/{idOrCode}` does.
     *
     * @tags Sharing
     * @name DeleteSharingsByIdId
     * @summary Delete by id
     * @request DELETE:/api/v2/sharings/by-id/{id}
     * @secure
     */
    deleteSharingsByIdId: (
      id: string,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/sharings/by-id/${segment(id)}`,
        method: "DELETE",
        query: query,
        secure: true,
        ...params,
      }),

    /**
     * @description Returns the record with the id or the code.
     *
     * @tags Script
     * @name GetScriptsIdOrCode
     * @summary Returns a row by primary key
     * @request GET:/api/v2/scripts/{idOrCode}
     * @secure
     */
    getScriptsIdOrCode: (
      idOrCode: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<Script, void | ErrorBody>({
        path: `/api/v2/scripts/${segment(idOrCode)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the whole record: members that the body lacks are removed. With `auditInfo.version`, the write is rejected if the record has changed since that version. A change of the code changes all records that contain it.
     *
     * @tags Script
     * @name PutScriptsIdOrCode
     * @summary Update a value
     * @request PUT:/api/v2/scripts/{idOrCode}
     * @secure
     */
    putScriptsIdOrCode: (
      idOrCode: string,
      data: ScriptInput,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<Script, ErrorBody>({
        path: `/api/v2/scripts/${segment(idOrCode)}`,
        method: "PUT",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Deletes the record. A record that others refer to is not deleted: the answer is a 400 that names them. The history remains.
     *
     * @tags Script
     * @name DeleteScriptsIdOrCode
     * @summary Delete
     * @request DELETE:/api/v2/scripts/{idOrCode}
     * @secure
     */
    deleteScriptsIdOrCode: (
      idOrCode: string,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/scripts/${segment(idOrCode)}`,
        method: "DELETE",
        query: query,
        secure: true,
        ...params,
      }),

    /**
     * @description Changes the members in the body and leaves all others as they are. null removes a member; objects are merged, arrays are replaced. With `auditInfo.version`, the write is rejected if the record has changed since that version.
     *
     * @tags Script
     * @name PatchScriptsIdOrCode
     * @summary ScriptPublicApi.patch
     * @request PATCH:/api/v2/scripts/{idOrCode}
     * @secure
     */
    patchScriptsIdOrCode: (
      idOrCode: string,
      data: PatchOfScript,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<Script, ErrorBody>({
        path: `/api/v2/scripts/${segment(idOrCode)}`,
        method: "PATCH",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Creates a record, or replaces the one with the id of the body. Responds when search finds the change, unless `immediatelyRefresh` is false.
     *
     * @tags Script
     * @name PostScripts
     * @summary ScriptPublicApi.saveAndRefresh
     * @request POST:/api/v2/scripts
     * @secure
     */
    postScripts: (
      data: ScriptInput,
      query?: {
        /**
         * Respond only once search finds the change. With false, respond after the write.
         * @default true
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<Script, ErrorBody>({
        path: `/api/v2/scripts`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns all records, however many there are. Use a search or a backup instead.
     *
     * @tags Script
     * @name GetScripts
     * @summary Get all rows
     * @request GET:/api/v2/scripts
     * @deprecated
     * @secure
     */
    getScripts: (
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<Script[], ErrorBody>({
        path: `/api/v2/scripts`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Saves the entries of a diff in one transaction, all or none, and returns the saved records. If a record has changed since the diff, nothing is saved.
     *
     * @tags Script
     * @name PostScriptsDiffSave
     * @summary ScriptPublicApi.saveDiff
     * @request POST:/api/v2/scripts/diff/save
     * @secure
     */
    postScriptsDiffSave: (
      data: DiffEntryOfScriptInput[],
      query?: {
        /**
         * Whether changed formats and periods are checked, and, if the differences are saved, changed `chars` against the registries of their types, and changed codes.
         * @default true
         * @example true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "code"
         */
        compareField?: string;
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<Script[], ErrorBody>({
        path: `/api/v2/scripts/diff/save`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Compares the records of a file with the stored ones, and saves the differences if `save` is true. The file is an ExportEnvelope, an array, lines of JSON, or CSV.
     *
     * @tags Script
     * @name PostScriptsDiffFile
     * @summary ScriptPublicApi.diff
     * @request POST:/api/v2/scripts/diff/file
     * @secure
     */
    postScriptsDiffFile: (
      data: {
        /**
         * The records: an ExportEnvelope, an array, lines of JSON, or CSV.
         * @format binary
         */
        file: File;
      },
      query?: {
        /**
         * Whether changed formats and periods are checked, and, if the differences are saved, changed `chars` against the registries of their types, and changed codes.
         * @default true
         * @example true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "code"
         */
        compareField?: string;
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
        /**
         * Save the differences.
         * @default false
         * @example false
         */
        save?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<DiffEntryOfScript[], ErrorBody>({
        path: `/api/v2/scripts/diff/file`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.FormData,
        format: "json",
        ...params,
      }),

    /**
     * @description Compares the records of the ExportEnvelope in the body with the stored ones, and saves nothing.
     *
     * @tags Script
     * @name PostScriptsDiffOnly
     * @summary ScriptPublicApi.diffOnly
     * @request POST:/api/v2/scripts/diff/only
     * @secure
     */
    postScriptsDiffOnly: (
      data: ExportEnvelopeOfScriptInput,
      query?: {
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "code"
         */
        compareField?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<DiffEntryOfScript[], ErrorBody>({
        path: `/api/v2/scripts/diff/only`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the records of one snapshot as an ExportEnvelope, which a diff accepts. The filtering of the query or of the body selects them.
     *
     * @tags Script
     * @name PostScriptsBackup
     * @summary ScriptPublicApi.backup
     * @request POST:/api/v2/scripts/backup
     * @secure
     */
    postScriptsBackup: (
      data: BackupRequest,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. Without it, all records. */
        filtering?: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<ExportEnvelopeOfScript, ErrorBody>({
        path: `/api/v2/scripts/backup`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the matching records, up to `size`. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags Script
     * @name GetScriptsSearchList
     * @summary Search for values and return the result as a list
     * @request GET:/api/v2/scripts/search/list
     * @secure
     */
    getScriptsSearchList: (
      query: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
         * @default 1000
         * @example 20
         */
        size?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<Script[], ErrorBody>({
        path: `/api/v2/scripts/search/list`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL. The size of the list is that of the filtering, 1,000 by default and 10,000 at most. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags Script
     * @name PostScriptsSearchList
     * @summary Search for values by a filtering in the body and return the result as a list
     * @request POST:/api/v2/scripts/search/list
     * @secure
     */
    postScriptsSearchList: (
      data: Filtering,
      query?: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<Script[], ErrorBody>({
        path: `/api/v2/scripts/search/list`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns one page of the matching records, and how many there are. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags Script
     * @name GetScriptsSearchPage
     * @summary ScriptPublicApi.getAllFilterablePage
     * @request GET:/api/v2/scripts/search/page
     * @secure
     */
    getScriptsSearchPage: (
      query: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
        /**
         * Whether all matching records are counted. Otherwise, at most 10,000 are counted, so that the time does not grow with their number; if more match, `totalElements` is 10,000 and `totalIsLowerBound` is true.
         * @default true
         * @example false
         */
        total?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfScript, ErrorBody>({
        path: `/api/v2/scripts/search/page`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags Script
     * @name PostScriptsSearchPage
     * @summary Search for values by a filtering in the body and return a page
     * @request POST:/api/v2/scripts/search/page
     * @secure
     */
    postScriptsSearchPage: (
      data: Filtering,
      query?: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /**
         * Whether all matching records are counted. Otherwise, at most 10,000 are counted, so that the time does not grow with their number; if more match, `totalElements` is 10,000 and `totalIsLowerBound` is true.
         * @default true
         * @example false
         */
        total?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfScript, ErrorBody>({
        path: `/api/v2/scripts/search/page`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the records with these ids or codes in the requested order, each once. Unknown ones are omitted.
     *
     * @tags Script
     * @name GetScriptsByIdsIds
     * @summary ScriptPublicApi.getByIds
     * @request GET:/api/v2/scripts/by-ids/{ids}
     * @secure
     */
    getScriptsByIdsIds: (
      ids: string[],
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<Script[], ErrorBody>({
        path: `/api/v2/scripts/by-ids/${segment(ids)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the number of matching records.
     *
     * @tags Script
     * @name GetScriptsSearchCount
     * @summary ScriptPublicApi.countFilterable
     * @request GET:/api/v2/scripts/search/count
     * @secure
     */
    getScriptsSearchCount: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<number, ErrorBody>({
        path: `/api/v2/scripts/search/count`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL.
     *
     * @tags Script
     * @name PostScriptsSearchCount
     * @summary Count values by a filtering in the body
     * @request POST:/api/v2/scripts/search/count
     * @secure
     */
    postScriptsSearchCount: (data: Filtering, params: RequestParams = {}) =>
      this.request<number, ErrorBody>({
        path: `/api/v2/scripts/search/count`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the changes of the record, newest first; with `version` or `at`, the record as it was then. The history of a deleted record is found by its id, and by its last code unless another record has it.
     *
     * @tags Script
     * @name GetScriptsIdOrCodeHistory
     * @summary Returns the history of a row
     * @request GET:/api/v2/scripts/{idOrCode}/history
     * @secure
     */
    getScriptsIdOrCodeHistory: (
      idOrCode: string,
      query?: {
        /**
         * Return the record at this time.
         * @format date-time
         * @maxLength 56
         * @example "2099-01-01T00:00:00.000Z"
         */
        at?: string;
        /**
         * Return the record at this version.
         * @format int32
         * @min 1
         * @max 999999999
         * @example 1
         */
        version?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<Version[] | Script, ErrorBody>({
        path: `/api/v2/scripts/${segment(idOrCode)}/history`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the record by the state that it had in a version, as a PUT would. A deleted record is created again under its id. The state is validated again: records that it refers to must exist, and its code must be free.
     *
     * @tags Script
     * @name PostScriptsIdOrCodeRestore
     * @summary Restore a version of a row
     * @request POST:/api/v2/scripts/{idOrCode}/restore
     * @secure
     */
    postScriptsIdOrCodeRestore: (
      idOrCode: string,
      query: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
        /**
         * Number of the version, as the history lists it.
         * @format int32
         * @min 1
         * @max 999999999
         * @example 1
         */
        version: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<Script, ErrorBody>({
        path: `/api/v2/scripts/${segment(idOrCode)}/restore`,
        method: "POST",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Starts a Job that creates the records of the body, or patches or deletes those that match a filtering and that the caller may write. Each step changes up to 100 records, each record in a transaction of its own; its processingInfo counts them and says why a record failed, also after a cancel. With dryRun, only counts, and says which records could not be created.
     *
     * @tags Script
     * @name PostScriptsBulk
     * @summary Create, patch or delete many rows
     * @request POST:/api/v2/scripts/bulk
     * @secure
     */
    postScriptsBulk: (
      data: BulkChangeOfScript,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<BulkAnswer, ErrorBody>({
        path: `/api/v2/scripts/bulk`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the record with the id.
     *
     * @tags Script
     * @name GetScriptsByIdId
     * @summary Returns a row by its id
     * @request GET:/api/v2/scripts/by-id/{id}
     * @secure
     */
    getScriptsByIdId: (
      id: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<Script, void | ErrorBody>({
        path: `/api/v2/scripts/by-id/${segment(id)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the whole record with the id, as PUT of `/{idOrCode}` does.
     *
     * @tags Script
     * @name PutScriptsByIdId
     * @summary Update a value by its id
     * @request PUT:/api/v2/scripts/by-id/{id}
     * @secure
     */
    putScriptsByIdId: (
      id: string,
      data: ScriptInput,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<Script, ErrorBody>({
        path: `/api/v2/scripts/by-id/${segment(id)}`,
        method: "PUT",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Changes the members in the body of the record with the id, as PATCH of `/{idOrCode}` does.
     *
     * @tags Script
     * @name PatchScriptsByIdId
     * @summary Update properties of a value by its id
     * @request PATCH:/api/v2/scripts/by-id/{id}
     * @secure
     */
    patchScriptsByIdId: (
      id: string,
      data: PatchOfScript,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<Script, ErrorBody>({
        path: `/api/v2/scripts/by-id/${segment(id)}`,
        method: "PATCH",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Deletes the record with the id, as DELETE of `/{idOrCode}` does.
     *
     * @tags Script
     * @name DeleteScriptsByIdId
     * @summary Delete by id
     * @request DELETE:/api/v2/scripts/by-id/{id}
     * @secure
     */
    deleteScriptsByIdId: (
      id: string,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/scripts/by-id/${segment(id)}`,
        method: "DELETE",
        query: query,
        secure: true,
        ...params,
      }),

    /**
     * @description Returns the record with the code. Use `/{idOrCode}` instead.
     *
     * @tags Script
     * @name GetScriptsByCodeCode
     * @summary ScriptPublicApi.getByCode
     * @request GET:/api/v2/scripts/by-code/{code}
     * @deprecated
     * @secure
     */
    getScriptsByCodeCode: (
      code: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<Script, void | ErrorBody>({
        path: `/api/v2/scripts/by-code/${segment(code)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the record with the id or the code.
     *
     * @tags FormatterTemplate
     * @name GetFormatterTemplatesIdOrCode
     * @summary Returns a row by primary key
     * @request GET:/api/v2/formatter-templates/{idOrCode}
     * @secure
     */
    getFormatterTemplatesIdOrCode: (
      idOrCode: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<FormatterTemplate, void | ErrorBody>({
        path: `/api/v2/formatter-templates/${segment(idOrCode)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the whole record: members that the body lacks are removed. With `auditInfo.version`, the write is rejected if the record has changed since that version. A change of the code changes all records that contain it.
     *
     * @tags FormatterTemplate
     * @name PutFormatterTemplatesIdOrCode
     * @summary Update a value
     * @request PUT:/api/v2/formatter-templates/{idOrCode}
     * @secure
     */
    putFormatterTemplatesIdOrCode: (
      idOrCode: string,
      data: FormatterTemplateInput,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<FormatterTemplate, ErrorBody>({
        path: `/api/v2/formatter-templates/${segment(idOrCode)}`,
        method: "PUT",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Deletes the record. A record that others refer to is not deleted: the answer is a 400 that names them. The history remains.
     *
     * @tags FormatterTemplate
     * @name DeleteFormatterTemplatesIdOrCode
     * @summary Delete
     * @request DELETE:/api/v2/formatter-templates/{idOrCode}
     * @secure
     */
    deleteFormatterTemplatesIdOrCode: (
      idOrCode: string,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/formatter-templates/${segment(idOrCode)}`,
        method: "DELETE",
        query: query,
        secure: true,
        ...params,
      }),

    /**
     * @description Changes the members in the body and leaves all others as they are. null removes a member; objects are merged, arrays are replaced. With `auditInfo.version`, the write is rejected if the record has changed since that version.
     *
     * @tags FormatterTemplate
     * @name PatchFormatterTemplatesIdOrCode
     * @summary FormatterTemplatePublicApi.patch
     * @request PATCH:/api/v2/formatter-templates/{idOrCode}
     * @secure
     */
    patchFormatterTemplatesIdOrCode: (
      idOrCode: string,
      data: PatchOfFormatterTemplate,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<FormatterTemplate, ErrorBody>({
        path: `/api/v2/formatter-templates/${segment(idOrCode)}`,
        method: "PATCH",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Creates a record, or replaces the one with the id of the body. Responds when search finds the change, unless `immediatelyRefresh` is false.
     *
     * @tags FormatterTemplate
     * @name PostFormatterTemplates
     * @summary FormatterTemplatePublicApi.saveAndRefresh
     * @request POST:/api/v2/formatter-templates
     * @secure
     */
    postFormatterTemplates: (
      data: FormatterTemplateInput,
      query?: {
        /**
         * Respond only once search finds the change. With false, respond after the write.
         * @default true
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<FormatterTemplate, ErrorBody>({
        path: `/api/v2/formatter-templates`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns all records, however many there are. Use a search or a backup instead.
     *
     * @tags FormatterTemplate
     * @name GetFormatterTemplates
     * @summary Get all rows
     * @request GET:/api/v2/formatter-templates
     * @deprecated
     * @secure
     */
    getFormatterTemplates: (
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<FormatterTemplate[], ErrorBody>({
        path: `/api/v2/formatter-templates`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Saves the entries of a diff in one transaction, all or none, and returns the saved records. If a record has changed since the diff, nothing is saved.
     *
     * @tags FormatterTemplate
     * @name PostFormatterTemplatesDiffSave
     * @summary FormatterTemplatePublicApi.saveDiff
     * @request POST:/api/v2/formatter-templates/diff/save
     * @secure
     */
    postFormatterTemplatesDiffSave: (
      data: DiffEntryOfFormatterTemplateInput[],
      query?: {
        /**
         * Whether changed formats and periods are checked, and, if the differences are saved, changed `chars` against the registries of their types, and changed codes.
         * @default true
         * @example true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "code"
         */
        compareField?: string;
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<FormatterTemplate[], ErrorBody>({
        path: `/api/v2/formatter-templates/diff/save`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Compares the records of a file with the stored ones, and saves the differences if `save` is true. The file is an ExportEnvelope, an array, lines of JSON, or CSV.
     *
     * @tags FormatterTemplate
     * @name PostFormatterTemplatesDiffFile
     * @summary FormatterTemplatePublicApi.diff
     * @request POST:/api/v2/formatter-templates/diff/file
     * @secure
     */
    postFormatterTemplatesDiffFile: (
      data: {
        /**
         * The records: an ExportEnvelope, an array, lines of JSON, or CSV.
         * @format binary
         */
        file: File;
      },
      query?: {
        /**
         * Whether changed formats and periods are checked, and, if the differences are saved, changed `chars` against the registries of their types, and changed codes.
         * @default true
         * @example true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "code"
         */
        compareField?: string;
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
        /**
         * Save the differences.
         * @default false
         * @example false
         */
        save?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<DiffEntryOfFormatterTemplate[], ErrorBody>({
        path: `/api/v2/formatter-templates/diff/file`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.FormData,
        format: "json",
        ...params,
      }),

    /**
     * @description Compares the records of the ExportEnvelope in the body with the stored ones, and saves nothing.
     *
     * @tags FormatterTemplate
     * @name PostFormatterTemplatesDiffOnly
     * @summary FormatterTemplatePublicApi.diffOnly
     * @request POST:/api/v2/formatter-templates/diff/only
     * @secure
     */
    postFormatterTemplatesDiffOnly: (
      data: ExportEnvelopeOfFormatterTemplateInput,
      query?: {
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "code"
         */
        compareField?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<DiffEntryOfFormatterTemplate[], ErrorBody>({
        path: `/api/v2/formatter-templates/diff/only`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the records of one snapshot as an ExportEnvelope, which a diff accepts. The filtering of the query or of the body selects them.
     *
     * @tags FormatterTemplate
     * @name PostFormatterTemplatesBackup
     * @summary FormatterTemplatePublicApi.backup
     * @request POST:/api/v2/formatter-templates/backup
     * @secure
     */
    postFormatterTemplatesBackup: (
      data: BackupRequest,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. Without it, all records. */
        filtering?: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<ExportEnvelopeOfFormatterTemplate, ErrorBody>({
        path: `/api/v2/formatter-templates/backup`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the matching records, up to `size`. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags FormatterTemplate
     * @name GetFormatterTemplatesSearchList
     * @summary Search for values and return the result as a list
     * @request GET:/api/v2/formatter-templates/search/list
     * @secure
     */
    getFormatterTemplatesSearchList: (
      query: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
         * @default 1000
         * @example 20
         */
        size?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<FormatterTemplate[], ErrorBody>({
        path: `/api/v2/formatter-templates/search/list`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL. The size of the list is that of the filtering, 1,000 by default and 10,000 at most. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags FormatterTemplate
     * @name PostFormatterTemplatesSearchList
     * @summary Search for values by a filtering in the body and return the result as a list
     * @request POST:/api/v2/formatter-templates/search/list
     * @secure
     */
    postFormatterTemplatesSearchList: (
      data: Filtering,
      query?: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<FormatterTemplate[], ErrorBody>({
        path: `/api/v2/formatter-templates/search/list`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns one page of the matching records, and how many there are. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags FormatterTemplate
     * @name GetFormatterTemplatesSearchPage
     * @summary FormatterTemplatePublicApi.getAllFilterablePage
     * @request GET:/api/v2/formatter-templates/search/page
     * @secure
     */
    getFormatterTemplatesSearchPage: (
      query: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
        /**
         * Whether all matching records are counted. Otherwise, at most 10,000 are counted, so that the time does not grow with their number; if more match, `totalElements` is 10,000 and `totalIsLowerBound` is true.
         * @default true
         * @example false
         */
        total?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfFormatterTemplate, ErrorBody>({
        path: `/api/v2/formatter-templates/search/page`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags FormatterTemplate
     * @name PostFormatterTemplatesSearchPage
     * @summary Search for values by a filtering in the body and return a page
     * @request POST:/api/v2/formatter-templates/search/page
     * @secure
     */
    postFormatterTemplatesSearchPage: (
      data: Filtering,
      query?: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /**
         * Whether all matching records are counted. Otherwise, at most 10,000 are counted, so that the time does not grow with their number; if more match, `totalElements` is 10,000 and `totalIsLowerBound` is true.
         * @default true
         * @example false
         */
        total?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfFormatterTemplate, ErrorBody>({
        path: `/api/v2/formatter-templates/search/page`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the records with these ids or codes in the requested order, each once. Unknown ones are omitted.
     *
     * @tags FormatterTemplate
     * @name GetFormatterTemplatesByIdsIds
     * @summary FormatterTemplatePublicApi.getByIds
     * @request GET:/api/v2/formatter-templates/by-ids/{ids}
     * @secure
     */
    getFormatterTemplatesByIdsIds: (
      ids: string[],
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<FormatterTemplate[], ErrorBody>({
        path: `/api/v2/formatter-templates/by-ids/${segment(ids)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the number of matching records.
     *
     * @tags FormatterTemplate
     * @name GetFormatterTemplatesSearchCount
     * @summary FormatterTemplatePublicApi.countFilterable
     * @request GET:/api/v2/formatter-templates/search/count
     * @secure
     */
    getFormatterTemplatesSearchCount: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<number, ErrorBody>({
        path: `/api/v2/formatter-templates/search/count`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL.
     *
     * @tags FormatterTemplate
     * @name PostFormatterTemplatesSearchCount
     * @summary Count values by a filtering in the body
     * @request POST:/api/v2/formatter-templates/search/count
     * @secure
     */
    postFormatterTemplatesSearchCount: (
      data: Filtering,
      params: RequestParams = {},
    ) =>
      this.request<number, ErrorBody>({
        path: `/api/v2/formatter-templates/search/count`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the changes of the record, newest first; with `version` or `at`, the record as it was then. The history of a deleted record is found by its id, and by its last code unless another record has it.
     *
     * @tags FormatterTemplate
     * @name GetFormatterTemplatesIdOrCodeHistory
     * @summary Returns the history of a row
     * @request GET:/api/v2/formatter-templates/{idOrCode}/history
     * @secure
     */
    getFormatterTemplatesIdOrCodeHistory: (
      idOrCode: string,
      query?: {
        /**
         * Return the record at this time.
         * @format date-time
         * @maxLength 56
         * @example "2099-01-01T00:00:00.000Z"
         */
        at?: string;
        /**
         * Return the record at this version.
         * @format int32
         * @min 1
         * @max 999999999
         * @example 1
         */
        version?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<Version[] | FormatterTemplate, ErrorBody>({
        path: `/api/v2/formatter-templates/${segment(idOrCode)}/history`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the record by the state that it had in a version, as a PUT would. A deleted record is created again under its id. The state is validated again: records that it refers to must exist, and its code must be free.
     *
     * @tags FormatterTemplate
     * @name PostFormatterTemplatesIdOrCodeRestore
     * @summary Restore a version of a row
     * @request POST:/api/v2/formatter-templates/{idOrCode}/restore
     * @secure
     */
    postFormatterTemplatesIdOrCodeRestore: (
      idOrCode: string,
      query: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
        /**
         * Number of the version, as the history lists it.
         * @format int32
         * @min 1
         * @max 999999999
         * @example 1
         */
        version: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<FormatterTemplate, ErrorBody>({
        path: `/api/v2/formatter-templates/${segment(idOrCode)}/restore`,
        method: "POST",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Starts a Job that creates the records of the body, or patches or deletes those that match a filtering and that the caller may write. Each step changes up to 100 records, each record in a transaction of its own; its processingInfo counts them and says why a record failed, also after a cancel. With dryRun, only counts, and says which records could not be created.
     *
     * @tags FormatterTemplate
     * @name PostFormatterTemplatesBulk
     * @summary Create, patch or delete many rows
     * @request POST:/api/v2/formatter-templates/bulk
     * @secure
     */
    postFormatterTemplatesBulk: (
      data: BulkChangeOfFormatterTemplate,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<BulkAnswer, ErrorBody>({
        path: `/api/v2/formatter-templates/bulk`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the record with the id.
     *
     * @tags FormatterTemplate
     * @name GetFormatterTemplatesByIdId
     * @summary Returns a row by its id
     * @request GET:/api/v2/formatter-templates/by-id/{id}
     * @secure
     */
    getFormatterTemplatesByIdId: (
      id: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<FormatterTemplate, void | ErrorBody>({
        path: `/api/v2/formatter-templates/by-id/${segment(id)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the whole record with the id, as PUT of `/{idOrCode}` does.
     *
     * @tags FormatterTemplate
     * @name PutFormatterTemplatesByIdId
     * @summary Update a value by its id
     * @request PUT:/api/v2/formatter-templates/by-id/{id}
     * @secure
     */
    putFormatterTemplatesByIdId: (
      id: string,
      data: FormatterTemplateInput,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<FormatterTemplate, ErrorBody>({
        path: `/api/v2/formatter-templates/by-id/${segment(id)}`,
        method: "PUT",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Changes the members in the body of the record with the id, as PATCH of `/{idOrCode}` does.
     *
     * @tags FormatterTemplate
     * @name PatchFormatterTemplatesByIdId
     * @summary Update properties of a value by its id
     * @request PATCH:/api/v2/formatter-templates/by-id/{id}
     * @secure
     */
    patchFormatterTemplatesByIdId: (
      id: string,
      data: PatchOfFormatterTemplate,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<FormatterTemplate, ErrorBody>({
        path: `/api/v2/formatter-templates/by-id/${segment(id)}`,
        method: "PATCH",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Deletes the record with the id, as DELETE of `/{idOrCode}` does.
     *
     * @tags FormatterTemplate
     * @name DeleteFormatterTemplatesByIdId
     * @summary Delete by id
     * @request DELETE:/api/v2/formatter-templates/by-id/{id}
     * @secure
     */
    deleteFormatterTemplatesByIdId: (
      id: string,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/formatter-templates/by-id/${segment(id)}`,
        method: "DELETE",
        query: query,
        secure: true,
        ...params,
      }),

    /**
     * @description Returns the record with the code. Use `/{idOrCode}` instead.
     *
     * @tags FormatterTemplate
     * @name GetFormatterTemplatesByCodeCode
     * @summary FormatterTemplatePublicApi.getByCode
     * @request GET:/api/v2/formatter-templates/by-code/{code}
     * @deprecated
     * @secure
     */
    getFormatterTemplatesByCodeCode: (
      code: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<FormatterTemplate, void | ErrorBody>({
        path: `/api/v2/formatter-templates/by-code/${segment(code)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same as `/search/page`, which replaces it.
     *
     * @tags FormatterTemplate
     * @name GetFormatterTemplatesSearchDeprecatedPage
     * @summary FormatterTemplatePublicApi.getAllFilterable
     * @request GET:/api/v2/formatter-templates/search/deprecated/page
     * @deprecated
     * @secure
     */
    getFormatterTemplatesSearchDeprecatedPage: (
      query: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfFormatterTemplate, ErrorBody>({
        path: `/api/v2/formatter-templates/search/deprecated/page`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same as `/search/list`, which replaces it.
     *
     * @tags FormatterTemplate
     * @name GetFormatterTemplatesSearchDeprecatedList
     * @summary FormatterTemplatePublicApi.getAllFilterableList
     * @request GET:/api/v2/formatter-templates/search/deprecated/list
     * @deprecated
     * @secure
     */
    getFormatterTemplatesSearchDeprecatedList: (
      query: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
         * @example 20
         */
        size?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<FormatterTemplate[], ErrorBody>({
        path: `/api/v2/formatter-templates/search/deprecated/list`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the record with the id or the code.
     *
     * @tags WorklogType
     * @name GetWorklogTypesIdOrCode
     * @summary Returns a row by primary key
     * @request GET:/api/v2/worklog-types/{idOrCode}
     * @secure
     */
    getWorklogTypesIdOrCode: (
      idOrCode: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<WorklogType, void | ErrorBody>({
        path: `/api/v2/worklog-types/${segment(idOrCode)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the whole record: members that the body lacks are removed. With `auditInfo.version`, the write is rejected if the record has changed since that version. A change of the code changes all records that contain it.
     *
     * @tags WorklogType
     * @name PutWorklogTypesIdOrCode
     * @summary Update a value
     * @request PUT:/api/v2/worklog-types/{idOrCode}
     * @secure
     */
    putWorklogTypesIdOrCode: (
      idOrCode: string,
      data: WorklogTypeInput,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<WorklogType, ErrorBody>({
        path: `/api/v2/worklog-types/${segment(idOrCode)}`,
        method: "PUT",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Deletes the record. A record that others refer to is not deleted: the answer is a 400 that names them. The history remains.
     *
     * @tags WorklogType
     * @name DeleteWorklogTypesIdOrCode
     * @summary Delete
     * @request DELETE:/api/v2/worklog-types/{idOrCode}
     * @secure
     */
    deleteWorklogTypesIdOrCode: (
      idOrCode: string,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/worklog-types/${segment(idOrCode)}`,
        method: "DELETE",
        query: query,
        secure: true,
        ...params,
      }),

    /**
     * @description Changes the members in the body and leaves all others as they are. null removes a member; objects are merged, arrays are replaced. With `auditInfo.version`, the write is rejected if the record has changed since that version.
     *
     * @tags WorklogType
     * @name PatchWorklogTypesIdOrCode
     * @summary WorklogTypePublicApi.patch
     * @request PATCH:/api/v2/worklog-types/{idOrCode}
     * @secure
     */
    patchWorklogTypesIdOrCode: (
      idOrCode: string,
      data: PatchOfWorklogType,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<WorklogType, ErrorBody>({
        path: `/api/v2/worklog-types/${segment(idOrCode)}`,
        method: "PATCH",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Creates a record, or replaces the one with the id of the body. Responds when search finds the change, unless `immediatelyRefresh` is false.
     *
     * @tags WorklogType
     * @name PostWorklogTypes
     * @summary WorklogTypePublicApi.saveAndRefresh
     * @request POST:/api/v2/worklog-types
     * @secure
     */
    postWorklogTypes: (
      data: WorklogTypeInput,
      query?: {
        /**
         * Respond only once search finds the change. With false, respond after the write.
         * @default true
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<WorklogType, ErrorBody>({
        path: `/api/v2/worklog-types`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns all records, however many there are. Use a search or a backup instead.
     *
     * @tags WorklogType
     * @name GetWorklogTypes
     * @summary Get all rows
     * @request GET:/api/v2/worklog-types
     * @deprecated
     * @secure
     */
    getWorklogTypes: (
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<WorklogType[], ErrorBody>({
        path: `/api/v2/worklog-types`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Saves the entries of a diff in one transaction, all or none, and returns the saved records. If a record has changed since the diff, nothing is saved.
     *
     * @tags WorklogType
     * @name PostWorklogTypesDiffSave
     * @summary WorklogTypePublicApi.saveDiff
     * @request POST:/api/v2/worklog-types/diff/save
     * @secure
     */
    postWorklogTypesDiffSave: (
      data: DiffEntryOfWorklogTypeInput[],
      query?: {
        /**
         * Whether changed formats and periods are checked, and, if the differences are saved, changed `chars` against the registries of their types, and changed codes.
         * @default true
         * @example true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "code"
         */
        compareField?: string;
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<WorklogType[], ErrorBody>({
        path: `/api/v2/worklog-types/diff/save`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Compares the records of a file with the stored ones, and saves the differences if `save` is true. The file is an ExportEnvelope, an array, lines of JSON, or CSV.
     *
     * @tags WorklogType
     * @name PostWorklogTypesDiffFile
     * @summary WorklogTypePublicApi.diff
     * @request POST:/api/v2/worklog-types/diff/file
     * @secure
     */
    postWorklogTypesDiffFile: (
      data: {
        /**
         * The records: an ExportEnvelope, an array, lines of JSON, or CSV.
         * @format binary
         */
        file: File;
      },
      query?: {
        /**
         * Whether changed formats and periods are checked, and, if the differences are saved, changed `chars` against the registries of their types, and changed codes.
         * @default true
         * @example true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "code"
         */
        compareField?: string;
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
        /**
         * Save the differences.
         * @default false
         * @example false
         */
        save?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<DiffEntryOfWorklogType[], ErrorBody>({
        path: `/api/v2/worklog-types/diff/file`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.FormData,
        format: "json",
        ...params,
      }),

    /**
     * @description Compares the records of the ExportEnvelope in the body with the stored ones, and saves nothing.
     *
     * @tags WorklogType
     * @name PostWorklogTypesDiffOnly
     * @summary WorklogTypePublicApi.diffOnly
     * @request POST:/api/v2/worklog-types/diff/only
     * @secure
     */
    postWorklogTypesDiffOnly: (
      data: ExportEnvelopeOfWorklogTypeInput,
      query?: {
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "code"
         */
        compareField?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<DiffEntryOfWorklogType[], ErrorBody>({
        path: `/api/v2/worklog-types/diff/only`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the records of one snapshot as an ExportEnvelope, which a diff accepts. The filtering of the query or of the body selects them.
     *
     * @tags WorklogType
     * @name PostWorklogTypesBackup
     * @summary WorklogTypePublicApi.backup
     * @request POST:/api/v2/worklog-types/backup
     * @secure
     */
    postWorklogTypesBackup: (
      data: BackupRequest,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. Without it, all records. */
        filtering?: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<ExportEnvelopeOfWorklogType, ErrorBody>({
        path: `/api/v2/worklog-types/backup`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the matching records, up to `size`. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags WorklogType
     * @name GetWorklogTypesSearchList
     * @summary Search for values and return the result as a list
     * @request GET:/api/v2/worklog-types/search/list
     * @secure
     */
    getWorklogTypesSearchList: (
      query: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
         * @default 1000
         * @example 20
         */
        size?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<WorklogType[], ErrorBody>({
        path: `/api/v2/worklog-types/search/list`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL. The size of the list is that of the filtering, 1,000 by default and 10,000 at most. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags WorklogType
     * @name PostWorklogTypesSearchList
     * @summary Search for values by a filtering in the body and return the result as a list
     * @request POST:/api/v2/worklog-types/search/list
     * @secure
     */
    postWorklogTypesSearchList: (
      data: Filtering,
      query?: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<WorklogType[], ErrorBody>({
        path: `/api/v2/worklog-types/search/list`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns one page of the matching records, and how many there are. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags WorklogType
     * @name GetWorklogTypesSearchPage
     * @summary WorklogTypePublicApi.getAllFilterablePage
     * @request GET:/api/v2/worklog-types/search/page
     * @secure
     */
    getWorklogTypesSearchPage: (
      query: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
        /**
         * Whether all matching records are counted. Otherwise, at most 10,000 are counted, so that the time does not grow with their number; if more match, `totalElements` is 10,000 and `totalIsLowerBound` is true.
         * @default true
         * @example false
         */
        total?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfWorklogType, ErrorBody>({
        path: `/api/v2/worklog-types/search/page`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags WorklogType
     * @name PostWorklogTypesSearchPage
     * @summary Search for values by a filtering in the body and return a page
     * @request POST:/api/v2/worklog-types/search/page
     * @secure
     */
    postWorklogTypesSearchPage: (
      data: Filtering,
      query?: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /**
         * Whether all matching records are counted. Otherwise, at most 10,000 are counted, so that the time does not grow with their number; if more match, `totalElements` is 10,000 and `totalIsLowerBound` is true.
         * @default true
         * @example false
         */
        total?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfWorklogType, ErrorBody>({
        path: `/api/v2/worklog-types/search/page`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the records with these ids or codes in the requested order, each once. Unknown ones are omitted.
     *
     * @tags WorklogType
     * @name GetWorklogTypesByIdsIds
     * @summary WorklogTypePublicApi.getByIds
     * @request GET:/api/v2/worklog-types/by-ids/{ids}
     * @secure
     */
    getWorklogTypesByIdsIds: (
      ids: string[],
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<WorklogType[], ErrorBody>({
        path: `/api/v2/worklog-types/by-ids/${segment(ids)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the number of matching records.
     *
     * @tags WorklogType
     * @name GetWorklogTypesSearchCount
     * @summary WorklogTypePublicApi.countFilterable
     * @request GET:/api/v2/worklog-types/search/count
     * @secure
     */
    getWorklogTypesSearchCount: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<number, ErrorBody>({
        path: `/api/v2/worklog-types/search/count`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL.
     *
     * @tags WorklogType
     * @name PostWorklogTypesSearchCount
     * @summary Count values by a filtering in the body
     * @request POST:/api/v2/worklog-types/search/count
     * @secure
     */
    postWorklogTypesSearchCount: (
      data: Filtering,
      params: RequestParams = {},
    ) =>
      this.request<number, ErrorBody>({
        path: `/api/v2/worklog-types/search/count`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the changes of the record, newest first; with `version` or `at`, the record as it was then. The history of a deleted record is found by its id, and by its last code unless another record has it.
     *
     * @tags WorklogType
     * @name GetWorklogTypesIdOrCodeHistory
     * @summary Returns the history of a row
     * @request GET:/api/v2/worklog-types/{idOrCode}/history
     * @secure
     */
    getWorklogTypesIdOrCodeHistory: (
      idOrCode: string,
      query?: {
        /**
         * Return the record at this time.
         * @format date-time
         * @maxLength 56
         * @example "2099-01-01T00:00:00.000Z"
         */
        at?: string;
        /**
         * Return the record at this version.
         * @format int32
         * @min 1
         * @max 999999999
         * @example 1
         */
        version?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<Version[] | WorklogType, ErrorBody>({
        path: `/api/v2/worklog-types/${segment(idOrCode)}/history`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the record by the state that it had in a version, as a PUT would. A deleted record is created again under its id. The state is validated again: records that it refers to must exist, and its code must be free.
     *
     * @tags WorklogType
     * @name PostWorklogTypesIdOrCodeRestore
     * @summary Restore a version of a row
     * @request POST:/api/v2/worklog-types/{idOrCode}/restore
     * @secure
     */
    postWorklogTypesIdOrCodeRestore: (
      idOrCode: string,
      query: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
        /**
         * Number of the version, as the history lists it.
         * @format int32
         * @min 1
         * @max 999999999
         * @example 1
         */
        version: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<WorklogType, ErrorBody>({
        path: `/api/v2/worklog-types/${segment(idOrCode)}/restore`,
        method: "POST",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Starts a Job that creates the records of the body, or patches or deletes those that match a filtering and that the caller may write. Each step changes up to 100 records, each record in a transaction of its own; its processingInfo counts them and says why a record failed, also after a cancel. With dryRun, only counts, and says which records could not be created.
     *
     * @tags WorklogType
     * @name PostWorklogTypesBulk
     * @summary Create, patch or delete many rows
     * @request POST:/api/v2/worklog-types/bulk
     * @secure
     */
    postWorklogTypesBulk: (
      data: BulkChangeOfWorklogType,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<BulkAnswer, ErrorBody>({
        path: `/api/v2/worklog-types/bulk`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the record with the id.
     *
     * @tags WorklogType
     * @name GetWorklogTypesByIdId
     * @summary Returns a row by its id
     * @request GET:/api/v2/worklog-types/by-id/{id}
     * @secure
     */
    getWorklogTypesByIdId: (
      id: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<WorklogType, void | ErrorBody>({
        path: `/api/v2/worklog-types/by-id/${segment(id)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the whole record with the id, as PUT of `/{idOrCode}` does.
     *
     * @tags WorklogType
     * @name PutWorklogTypesByIdId
     * @summary Update a value by its id
     * @request PUT:/api/v2/worklog-types/by-id/{id}
     * @secure
     */
    putWorklogTypesByIdId: (
      id: string,
      data: WorklogTypeInput,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<WorklogType, ErrorBody>({
        path: `/api/v2/worklog-types/by-id/${segment(id)}`,
        method: "PUT",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Changes the members in the body of the record with the id, as PATCH of `/{idOrCode}` does.
     *
     * @tags WorklogType
     * @name PatchWorklogTypesByIdId
     * @summary Update properties of a value by its id
     * @request PATCH:/api/v2/worklog-types/by-id/{id}
     * @secure
     */
    patchWorklogTypesByIdId: (
      id: string,
      data: PatchOfWorklogType,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<WorklogType, ErrorBody>({
        path: `/api/v2/worklog-types/by-id/${segment(id)}`,
        method: "PATCH",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Deletes the record with the id, as DELETE of `/{idOrCode}` does.
     *
     * @tags WorklogType
     * @name DeleteWorklogTypesByIdId
     * @summary Delete by id
     * @request DELETE:/api/v2/worklog-types/by-id/{id}
     * @secure
     */
    deleteWorklogTypesByIdId: (
      id: string,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/worklog-types/by-id/${segment(id)}`,
        method: "DELETE",
        query: query,
        secure: true,
        ...params,
      }),

    /**
     * @description Returns the record with the code. Use `/{idOrCode}` instead.
     *
     * @tags WorklogType
     * @name GetWorklogTypesByCodeCode
     * @summary WorklogTypePublicApi.getByCode
     * @request GET:/api/v2/worklog-types/by-code/{code}
     * @deprecated
     * @secure
     */
    getWorklogTypesByCodeCode: (
      code: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<WorklogType, void | ErrorBody>({
        path: `/api/v2/worklog-types/by-code/${segment(code)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same as `/search/page`, which replaces it.
     *
     * @tags WorklogType
     * @name GetWorklogTypesSearchDeprecatedPage
     * @summary Search worklog types
     * @request GET:/api/v2/worklog-types/search/deprecated/page
     * @deprecated
     * @secure
     */
    getWorklogTypesSearchDeprecatedPage: (
      query: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfWorklogType, ErrorBody>({
        path: `/api/v2/worklog-types/search/deprecated/page`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same as `/search/list`, which replaces it.
     *
     * @tags WorklogType
     * @name GetWorklogTypesSearchDeprecatedList
     * @summary Search worklog types
     * @request GET:/api/v2/worklog-types/search/deprecated/list
     * @deprecated
     * @secure
     */
    getWorklogTypesSearchDeprecatedList: (
      query: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
         * @example 20
         */
        size?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<WorklogType[], ErrorBody>({
        path: `/api/v2/worklog-types/search/deprecated/list`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the record with the id or the code.
     *
     * @tags LogType
     * @name GetLogTypesIdOrCode
     * @summary Returns a row by primary key
     * @request GET:/api/v2/log-types/{idOrCode}
     * @secure
     */
    getLogTypesIdOrCode: (
      idOrCode: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<LogType, void | ErrorBody>({
        path: `/api/v2/log-types/${segment(idOrCode)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the whole record: members that the body lacks are removed. With `auditInfo.version`, the write is rejected if the record has changed since that version. A change of the code changes all records that contain it.
     *
     * @tags LogType
     * @name PutLogTypesIdOrCode
     * @summary Update a value
     * @request PUT:/api/v2/log-types/{idOrCode}
     * @secure
     */
    putLogTypesIdOrCode: (
      idOrCode: string,
      data: LogTypeInput,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<LogType, ErrorBody>({
        path: `/api/v2/log-types/${segment(idOrCode)}`,
        method: "PUT",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Deletes the record. A record that others refer to is not deleted: the answer is a 400 that names them. The history remains.
     *
     * @tags LogType
     * @name DeleteLogTypesIdOrCode
     * @summary Delete
     * @request DELETE:/api/v2/log-types/{idOrCode}
     * @secure
     */
    deleteLogTypesIdOrCode: (
      idOrCode: string,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/log-types/${segment(idOrCode)}`,
        method: "DELETE",
        query: query,
        secure: true,
        ...params,
      }),

    /**
     * @description Changes the members in the body and leaves all others as they are. null removes a member; objects are merged, arrays are replaced. With `auditInfo.version`, the write is rejected if the record has changed since that version.
     *
     * @tags LogType
     * @name PatchLogTypesIdOrCode
     * @summary LogTypePublicApi.patch
     * @request PATCH:/api/v2/log-types/{idOrCode}
     * @secure
     */
    patchLogTypesIdOrCode: (
      idOrCode: string,
      data: PatchOfLogType,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<LogType, ErrorBody>({
        path: `/api/v2/log-types/${segment(idOrCode)}`,
        method: "PATCH",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Creates a record, or replaces the one with the id of the body. Responds when search finds the change, unless `immediatelyRefresh` is false.
     *
     * @tags LogType
     * @name PostLogTypes
     * @summary LogTypePublicApi.saveAndRefresh
     * @request POST:/api/v2/log-types
     * @secure
     */
    postLogTypes: (
      data: LogTypeInput,
      query?: {
        /**
         * Respond only once search finds the change. With false, respond after the write.
         * @default true
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<LogType, ErrorBody>({
        path: `/api/v2/log-types`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns all records, however many there are. Use a search or a backup instead.
     *
     * @tags LogType
     * @name GetLogTypes
     * @summary Get all rows
     * @request GET:/api/v2/log-types
     * @deprecated
     * @secure
     */
    getLogTypes: (
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<LogType[], ErrorBody>({
        path: `/api/v2/log-types`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Saves the entries of a diff in one transaction, all or none, and returns the saved records. If a record has changed since the diff, nothing is saved.
     *
     * @tags LogType
     * @name PostLogTypesDiffSave
     * @summary LogTypePublicApi.saveDiff
     * @request POST:/api/v2/log-types/diff/save
     * @secure
     */
    postLogTypesDiffSave: (
      data: DiffEntryOfLogTypeInput[],
      query?: {
        /**
         * Whether changed formats and periods are checked, and, if the differences are saved, changed `chars` against the registries of their types, and changed codes.
         * @default true
         * @example true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "code"
         */
        compareField?: string;
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<LogType[], ErrorBody>({
        path: `/api/v2/log-types/diff/save`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Compares the records of a file with the stored ones, and saves the differences if `save` is true. The file is an ExportEnvelope, an array, lines of JSON, or CSV.
     *
     * @tags LogType
     * @name PostLogTypesDiffFile
     * @summary LogTypePublicApi.diff
     * @request POST:/api/v2/log-types/diff/file
     * @secure
     */
    postLogTypesDiffFile: (
      data: {
        /**
         * The records: an ExportEnvelope, an array, lines of JSON, or CSV.
         * @format binary
         */
        file: File;
      },
      query?: {
        /**
         * Whether changed formats and periods are checked, and, if the differences are saved, changed `chars` against the registries of their types, and changed codes.
         * @default true
         * @example true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "code"
         */
        compareField?: string;
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
        /**
         * Save the differences.
         * @default false
         * @example false
         */
        save?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<DiffEntryOfLogType[], ErrorBody>({
        path: `/api/v2/log-types/diff/file`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.FormData,
        format: "json",
        ...params,
      }),

    /**
     * @description Compares the records of the ExportEnvelope in the body with the stored ones, and saves nothing.
     *
     * @tags LogType
     * @name PostLogTypesDiffOnly
     * @summary LogTypePublicApi.diffOnly
     * @request POST:/api/v2/log-types/diff/only
     * @secure
     */
    postLogTypesDiffOnly: (
      data: ExportEnvelopeOfLogTypeInput,
      query?: {
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "code"
         */
        compareField?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<DiffEntryOfLogType[], ErrorBody>({
        path: `/api/v2/log-types/diff/only`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the records of one snapshot as an ExportEnvelope, which a diff accepts. The filtering of the query or of the body selects them.
     *
     * @tags LogType
     * @name PostLogTypesBackup
     * @summary LogTypePublicApi.backup
     * @request POST:/api/v2/log-types/backup
     * @secure
     */
    postLogTypesBackup: (
      data: BackupRequest,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. Without it, all records. */
        filtering?: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<ExportEnvelopeOfLogType, ErrorBody>({
        path: `/api/v2/log-types/backup`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the matching records, up to `size`. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags LogType
     * @name GetLogTypesSearchList
     * @summary Search for values and return the result as a list
     * @request GET:/api/v2/log-types/search/list
     * @secure
     */
    getLogTypesSearchList: (
      query: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
         * @default 1000
         * @example 20
         */
        size?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<LogType[], ErrorBody>({
        path: `/api/v2/log-types/search/list`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL. The size of the list is that of the filtering, 1,000 by default and 10,000 at most. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags LogType
     * @name PostLogTypesSearchList
     * @summary Search for values by a filtering in the body and return the result as a list
     * @request POST:/api/v2/log-types/search/list
     * @secure
     */
    postLogTypesSearchList: (
      data: Filtering,
      query?: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<LogType[], ErrorBody>({
        path: `/api/v2/log-types/search/list`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns one page of the matching records, and how many there are. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags LogType
     * @name GetLogTypesSearchPage
     * @summary LogTypePublicApi.getAllFilterablePage
     * @request GET:/api/v2/log-types/search/page
     * @secure
     */
    getLogTypesSearchPage: (
      query: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
        /**
         * Whether all matching records are counted. Otherwise, at most 10,000 are counted, so that the time does not grow with their number; if more match, `totalElements` is 10,000 and `totalIsLowerBound` is true.
         * @default true
         * @example false
         */
        total?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfLogType, ErrorBody>({
        path: `/api/v2/log-types/search/page`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags LogType
     * @name PostLogTypesSearchPage
     * @summary Search for values by a filtering in the body and return a page
     * @request POST:/api/v2/log-types/search/page
     * @secure
     */
    postLogTypesSearchPage: (
      data: Filtering,
      query?: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /**
         * Whether all matching records are counted. Otherwise, at most 10,000 are counted, so that the time does not grow with their number; if more match, `totalElements` is 10,000 and `totalIsLowerBound` is true.
         * @default true
         * @example false
         */
        total?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfLogType, ErrorBody>({
        path: `/api/v2/log-types/search/page`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the records with these ids or codes in the requested order, each once. Unknown ones are omitted.
     *
     * @tags LogType
     * @name GetLogTypesByIdsIds
     * @summary LogTypePublicApi.getByIds
     * @request GET:/api/v2/log-types/by-ids/{ids}
     * @secure
     */
    getLogTypesByIdsIds: (
      ids: string[],
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<LogType[], ErrorBody>({
        path: `/api/v2/log-types/by-ids/${segment(ids)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the number of matching records.
     *
     * @tags LogType
     * @name GetLogTypesSearchCount
     * @summary LogTypePublicApi.countFilterable
     * @request GET:/api/v2/log-types/search/count
     * @secure
     */
    getLogTypesSearchCount: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<number, ErrorBody>({
        path: `/api/v2/log-types/search/count`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL.
     *
     * @tags LogType
     * @name PostLogTypesSearchCount
     * @summary Count values by a filtering in the body
     * @request POST:/api/v2/log-types/search/count
     * @secure
     */
    postLogTypesSearchCount: (data: Filtering, params: RequestParams = {}) =>
      this.request<number, ErrorBody>({
        path: `/api/v2/log-types/search/count`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the changes of the record, newest first; with `version` or `at`, the record as it was then. The history of a deleted record is found by its id, and by its last code unless another record has it.
     *
     * @tags LogType
     * @name GetLogTypesIdOrCodeHistory
     * @summary Returns the history of a row
     * @request GET:/api/v2/log-types/{idOrCode}/history
     * @secure
     */
    getLogTypesIdOrCodeHistory: (
      idOrCode: string,
      query?: {
        /**
         * Return the record at this time.
         * @format date-time
         * @maxLength 56
         * @example "2099-01-01T00:00:00.000Z"
         */
        at?: string;
        /**
         * Return the record at this version.
         * @format int32
         * @min 1
         * @max 999999999
         * @example 1
         */
        version?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<Version[] | LogType, ErrorBody>({
        path: `/api/v2/log-types/${segment(idOrCode)}/history`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the record by the state that it had in a version, as a PUT would. A deleted record is created again under its id. The state is validated again: records that it refers to must exist, and its code must be free.
     *
     * @tags LogType
     * @name PostLogTypesIdOrCodeRestore
     * @summary Restore a version of a row
     * @request POST:/api/v2/log-types/{idOrCode}/restore
     * @secure
     */
    postLogTypesIdOrCodeRestore: (
      idOrCode: string,
      query: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
        /**
         * Number of the version, as the history lists it.
         * @format int32
         * @min 1
         * @max 999999999
         * @example 1
         */
        version: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<LogType, ErrorBody>({
        path: `/api/v2/log-types/${segment(idOrCode)}/restore`,
        method: "POST",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Starts a Job that creates the records of the body, or patches or deletes those that match a filtering and that the caller may write. Each step changes up to 100 records, each record in a transaction of its own; its processingInfo counts them and says why a record failed, also after a cancel. With dryRun, only counts, and says which records could not be created.
     *
     * @tags LogType
     * @name PostLogTypesBulk
     * @summary Create, patch or delete many rows
     * @request POST:/api/v2/log-types/bulk
     * @secure
     */
    postLogTypesBulk: (
      data: BulkChangeOfLogType,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<BulkAnswer, ErrorBody>({
        path: `/api/v2/log-types/bulk`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the record with the id.
     *
     * @tags LogType
     * @name GetLogTypesByIdId
     * @summary Returns a row by its id
     * @request GET:/api/v2/log-types/by-id/{id}
     * @secure
     */
    getLogTypesByIdId: (
      id: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<LogType, void | ErrorBody>({
        path: `/api/v2/log-types/by-id/${segment(id)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the whole record with the id, as PUT of `/{idOrCode}` does.
     *
     * @tags LogType
     * @name PutLogTypesByIdId
     * @summary Update a value by its id
     * @request PUT:/api/v2/log-types/by-id/{id}
     * @secure
     */
    putLogTypesByIdId: (
      id: string,
      data: LogTypeInput,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<LogType, ErrorBody>({
        path: `/api/v2/log-types/by-id/${segment(id)}`,
        method: "PUT",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Changes the members in the body of the record with the id, as PATCH of `/{idOrCode}` does.
     *
     * @tags LogType
     * @name PatchLogTypesByIdId
     * @summary Update properties of a value by its id
     * @request PATCH:/api/v2/log-types/by-id/{id}
     * @secure
     */
    patchLogTypesByIdId: (
      id: string,
      data: PatchOfLogType,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<LogType, ErrorBody>({
        path: `/api/v2/log-types/by-id/${segment(id)}`,
        method: "PATCH",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Deletes the record with the id, as DELETE of `/{idOrCode}` does.
     *
     * @tags LogType
     * @name DeleteLogTypesByIdId
     * @summary Delete by id
     * @request DELETE:/api/v2/log-types/by-id/{id}
     * @secure
     */
    deleteLogTypesByIdId: (
      id: string,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/log-types/by-id/${segment(id)}`,
        method: "DELETE",
        query: query,
        secure: true,
        ...params,
      }),

    /**
     * @description Returns the record with the code. Use `/{idOrCode}` instead.
     *
     * @tags LogType
     * @name GetLogTypesByCodeCode
     * @summary LogTypePublicApi.getByCode
     * @request GET:/api/v2/log-types/by-code/{code}
     * @deprecated
     * @secure
     */
    getLogTypesByCodeCode: (
      code: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<LogType, void | ErrorBody>({
        path: `/api/v2/log-types/by-code/${segment(code)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns one page of the matching records, and how many there are. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags Log
     * @name GetLogsSearchPage
     * @summary LogPublicApi.getAllFilterablePage
     * @request GET:/api/v2/logs/search/page
     * @secure
     */
    getLogsSearchPage: (
      query: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
        /**
         * Whether all matching records are counted. Otherwise, at most 10,000 are counted, so that the time does not grow with their number; if more match, `totalElements` is 10,000 and `totalIsLowerBound` is true.
         * @default true
         * @example false
         */
        total?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfLog, ErrorBody>({
        path: `/api/v2/logs/search/page`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags Log
     * @name PostLogsSearchPage
     * @summary Search for values by a filtering in the body and return a page
     * @request POST:/api/v2/logs/search/page
     * @secure
     */
    postLogsSearchPage: (
      data: Filtering,
      query?: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
        /**
         * Whether all matching records are counted. Otherwise, at most 10,000 are counted, so that the time does not grow with their number; if more match, `totalElements` is 10,000 and `totalIsLowerBound` is true.
         * @default true
         * @example false
         */
        total?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfLog, ErrorBody>({
        path: `/api/v2/logs/search/page`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the number of matching records.
     *
     * @tags Log
     * @name GetLogsSearchCount
     * @summary LogPublicApi.countFilterable
     * @request GET:/api/v2/logs/search/count
     * @secure
     */
    getLogsSearchCount: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<number, ErrorBody>({
        path: `/api/v2/logs/search/count`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL.
     *
     * @tags Log
     * @name PostLogsSearchCount
     * @summary Count values by a filtering in the body
     * @request POST:/api/v2/logs/search/count
     * @secure
     */
    postLogsSearchCount: (data: Filtering, params: RequestParams = {}) =>
      this.request<number, ErrorBody>({
        path: `/api/v2/logs/search/count`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL. The size of the list is that of the filtering, 1,000 by default and 10,000 at most. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags Log
     * @name PostLogsSearchList
     * @summary Search for values by a filtering in the body and return the result as a list
     * @request POST:/api/v2/logs/search/list
     * @secure
     */
    postLogsSearchList: (
      data: Filtering,
      query?: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<Log[], ErrorBody>({
        path: `/api/v2/logs/search/list`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the matching logs, up to the size of the filtering: 1,000 by default.
     *
     * @tags Log
     * @name GetLogsSearchList
     * @summary Finds all logs by filtering
     * @request GET:/api/v2/logs/search/list
     * @secure
     */
    getLogsSearchList: (
      query: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<Log[], ErrorBody>({
        path: `/api/v2/logs/search/list`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the record with the id or the code.
     *
     * @tags NotificationRule
     * @name GetNotificationRulesIdOrCode
     * @summary Returns a row by primary key
     * @request GET:/api/v2/notification-rules/{idOrCode}
     * @secure
     */
    getNotificationRulesIdOrCode: (
      idOrCode: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<NotificationRule, void | ErrorBody>({
        path: `/api/v2/notification-rules/${segment(idOrCode)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the whole record: members that the body lacks are removed. With `auditInfo.version`, the write is rejected if the record has changed since that version. A change of the code changes all records that contain it.
     *
     * @tags NotificationRule
     * @name PutNotificationRulesIdOrCode
     * @summary Update a value
     * @request PUT:/api/v2/notification-rules/{idOrCode}
     * @secure
     */
    putNotificationRulesIdOrCode: (
      idOrCode: string,
      data: NotificationRuleInput,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<NotificationRule, ErrorBody>({
        path: `/api/v2/notification-rules/${segment(idOrCode)}`,
        method: "PUT",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Deletes the record. A record that others refer to is not deleted: the answer is a 400 that names them. The history remains.
     *
     * @tags NotificationRule
     * @name DeleteNotificationRulesIdOrCode
     * @summary Delete
     * @request DELETE:/api/v2/notification-rules/{idOrCode}
     * @secure
     */
    deleteNotificationRulesIdOrCode: (
      idOrCode: string,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/notification-rules/${segment(idOrCode)}`,
        method: "DELETE",
        query: query,
        secure: true,
        ...params,
      }),

    /**
     * @description Changes the members in the body and leaves all others as they are. null removes a member; objects are merged, arrays are replaced. With `auditInfo.version`, the write is rejected if the record has changed since that version.
     *
     * @tags NotificationRule
     * @name PatchNotificationRulesIdOrCode
     * @summary NotificationRulePublicApi.patch
     * @request PATCH:/api/v2/notification-rules/{idOrCode}
     * @secure
     */
    patchNotificationRulesIdOrCode: (
      idOrCode: string,
      data: PatchOfNotificationRule,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<NotificationRule, ErrorBody>({
        path: `/api/v2/notification-rules/${segment(idOrCode)}`,
        method: "PATCH",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Creates a record, or replaces the one with the id of the body. Responds when search finds the change, unless `immediatelyRefresh` is false.
     *
     * @tags NotificationRule
     * @name PostNotificationRules
     * @summary NotificationRulePublicApi.saveAndRefresh
     * @request POST:/api/v2/notification-rules
     * @secure
     */
    postNotificationRules: (
      data: NotificationRuleInput,
      query?: {
        /**
         * Respond only once search finds the change. With false, respond after the write.
         * @default true
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<NotificationRule, ErrorBody>({
        path: `/api/v2/notification-rules`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns all records, however many there are. Use a search or a backup instead.
     *
     * @tags NotificationRule
     * @name GetNotificationRules
     * @summary Get all rows
     * @request GET:/api/v2/notification-rules
     * @deprecated
     * @secure
     */
    getNotificationRules: (
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<NotificationRule[], ErrorBody>({
        path: `/api/v2/notification-rules`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Saves the entries of a diff in one transaction, all or none, and returns the saved records. If a record has changed since the diff, nothing is saved.
     *
     * @tags NotificationRule
     * @name PostNotificationRulesDiffSave
     * @summary NotificationRulePublicApi.saveDiff
     * @request POST:/api/v2/notification-rules/diff/save
     * @secure
     */
    postNotificationRulesDiffSave: (
      data: DiffEntryOfNotificationRuleInput[],
      query?: {
        /**
         * Whether changed formats and periods are checked, and, if the differences are saved, changed `chars` against the registries of their types, and changed codes.
         * @default true
         * @example true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "code"
         */
        compareField?: string;
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<NotificationRule[], ErrorBody>({
        path: `/api/v2/notification-rules/diff/save`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Compares the records of a file with the stored ones, and saves the differences if `save` is true. The file is an ExportEnvelope, an array, lines of JSON, or CSV.
     *
     * @tags NotificationRule
     * @name PostNotificationRulesDiffFile
     * @summary NotificationRulePublicApi.diff
     * @request POST:/api/v2/notification-rules/diff/file
     * @secure
     */
    postNotificationRulesDiffFile: (
      data: {
        /**
         * The records: an ExportEnvelope, an array, lines of JSON, or CSV.
         * @format binary
         */
        file: File;
      },
      query?: {
        /**
         * Whether changed formats and periods are checked, and, if the differences are saved, changed `chars` against the registries of their types, and changed codes.
         * @default true
         * @example true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "code"
         */
        compareField?: string;
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
        /**
         * Save the differences.
         * @default false
         * @example false
         */
        save?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<DiffEntryOfNotificationRule[], ErrorBody>({
        path: `/api/v2/notification-rules/diff/file`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.FormData,
        format: "json",
        ...params,
      }),

    /**
     * @description Compares the records of the ExportEnvelope in the body with the stored ones, and saves nothing.
     *
     * @tags NotificationRule
     * @name PostNotificationRulesDiffOnly
     * @summary NotificationRulePublicApi.diffOnly
     * @request POST:/api/v2/notification-rules/diff/only
     * @secure
     */
    postNotificationRulesDiffOnly: (
      data: ExportEnvelopeOfNotificationRuleInput,
      query?: {
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "code"
         */
        compareField?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<DiffEntryOfNotificationRule[], ErrorBody>({
        path: `/api/v2/notification-rules/diff/only`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the records of one snapshot as an ExportEnvelope, which a diff accepts. The filtering of the query or of the body selects them.
     *
     * @tags NotificationRule
     * @name PostNotificationRulesBackup
     * @summary NotificationRulePublicApi.backup
     * @request POST:/api/v2/notification-rules/backup
     * @secure
     */
    postNotificationRulesBackup: (
      data: BackupRequest,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. Without it, all records. */
        filtering?: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<ExportEnvelopeOfNotificationRule, ErrorBody>({
        path: `/api/v2/notification-rules/backup`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the matching records, up to `size`. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags NotificationRule
     * @name GetNotificationRulesSearchList
     * @summary Search for values and return the result as a list
     * @request GET:/api/v2/notification-rules/search/list
     * @secure
     */
    getNotificationRulesSearchList: (
      query: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
         * @default 1000
         * @example 20
         */
        size?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<NotificationRule[], ErrorBody>({
        path: `/api/v2/notification-rules/search/list`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL. The size of the list is that of the filtering, 1,000 by default and 10,000 at most. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags NotificationRule
     * @name PostNotificationRulesSearchList
     * @summary Search for values by a filtering in the body and return the result as a list
     * @request POST:/api/v2/notification-rules/search/list
     * @secure
     */
    postNotificationRulesSearchList: (
      data: Filtering,
      query?: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<NotificationRule[], ErrorBody>({
        path: `/api/v2/notification-rules/search/list`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns one page of the matching records, and how many there are. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags NotificationRule
     * @name GetNotificationRulesSearchPage
     * @summary NotificationRulePublicApi.getAllFilterablePage
     * @request GET:/api/v2/notification-rules/search/page
     * @secure
     */
    getNotificationRulesSearchPage: (
      query: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
        /**
         * Whether all matching records are counted. Otherwise, at most 10,000 are counted, so that the time does not grow with their number; if more match, `totalElements` is 10,000 and `totalIsLowerBound` is true.
         * @default true
         * @example false
         */
        total?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfNotificationRule, ErrorBody>({
        path: `/api/v2/notification-rules/search/page`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags NotificationRule
     * @name PostNotificationRulesSearchPage
     * @summary Search for values by a filtering in the body and return a page
     * @request POST:/api/v2/notification-rules/search/page
     * @secure
     */
    postNotificationRulesSearchPage: (
      data: Filtering,
      query?: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /**
         * Whether all matching records are counted. Otherwise, at most 10,000 are counted, so that the time does not grow with their number; if more match, `totalElements` is 10,000 and `totalIsLowerBound` is true.
         * @default true
         * @example false
         */
        total?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfNotificationRule, ErrorBody>({
        path: `/api/v2/notification-rules/search/page`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the records with these ids or codes in the requested order, each once. Unknown ones are omitted.
     *
     * @tags NotificationRule
     * @name GetNotificationRulesByIdsIds
     * @summary NotificationRulePublicApi.getByIds
     * @request GET:/api/v2/notification-rules/by-ids/{ids}
     * @secure
     */
    getNotificationRulesByIdsIds: (
      ids: string[],
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<NotificationRule[], ErrorBody>({
        path: `/api/v2/notification-rules/by-ids/${segment(ids)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the number of matching records.
     *
     * @tags NotificationRule
     * @name GetNotificationRulesSearchCount
     * @summary NotificationRulePublicApi.countFilterable
     * @request GET:/api/v2/notification-rules/search/count
     * @secure
     */
    getNotificationRulesSearchCount: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<number, ErrorBody>({
        path: `/api/v2/notification-rules/search/count`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL.
     *
     * @tags NotificationRule
     * @name PostNotificationRulesSearchCount
     * @summary Count values by a filtering in the body
     * @request POST:/api/v2/notification-rules/search/count
     * @secure
     */
    postNotificationRulesSearchCount: (
      data: Filtering,
      params: RequestParams = {},
    ) =>
      this.request<number, ErrorBody>({
        path: `/api/v2/notification-rules/search/count`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the changes of the record, newest first; with `version` or `at`, the record as it was then. The history of a deleted record is found by its id, and by its last code unless another record has it.
     *
     * @tags NotificationRule
     * @name GetNotificationRulesIdOrCodeHistory
     * @summary Returns the history of a row
     * @request GET:/api/v2/notification-rules/{idOrCode}/history
     * @secure
     */
    getNotificationRulesIdOrCodeHistory: (
      idOrCode: string,
      query?: {
        /**
         * Return the record at this time.
         * @format date-time
         * @maxLength 56
         * @example "2099-01-01T00:00:00.000Z"
         */
        at?: string;
        /**
         * Return the record at this version.
         * @format int32
         * @min 1
         * @max 999999999
         * @example 1
         */
        version?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<Version[] | NotificationRule, ErrorBody>({
        path: `/api/v2/notification-rules/${segment(idOrCode)}/history`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the record by the state that it had in a version, as a PUT would. A deleted record is created again under its id. The state is validated again: records that it refers to must exist, and its code must be free.
     *
     * @tags NotificationRule
     * @name PostNotificationRulesIdOrCodeRestore
     * @summary Restore a version of a row
     * @request POST:/api/v2/notification-rules/{idOrCode}/restore
     * @secure
     */
    postNotificationRulesIdOrCodeRestore: (
      idOrCode: string,
      query: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
        /**
         * Number of the version, as the history lists it.
         * @format int32
         * @min 1
         * @max 999999999
         * @example 1
         */
        version: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<NotificationRule, ErrorBody>({
        path: `/api/v2/notification-rules/${segment(idOrCode)}/restore`,
        method: "POST",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Starts a Job that creates the records of the body, or patches or deletes those that match a filtering and that the caller may write. Each step changes up to 100 records, each record in a transaction of its own; its processingInfo counts them and says why a record failed, also after a cancel. With dryRun, only counts, and says which records could not be created.
     *
     * @tags NotificationRule
     * @name PostNotificationRulesBulk
     * @summary Create, patch or delete many rows
     * @request POST:/api/v2/notification-rules/bulk
     * @secure
     */
    postNotificationRulesBulk: (
      data: BulkChangeOfNotificationRule,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<BulkAnswer, ErrorBody>({
        path: `/api/v2/notification-rules/bulk`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the record with the id.
     *
     * @tags NotificationRule
     * @name GetNotificationRulesByIdId
     * @summary Returns a row by its id
     * @request GET:/api/v2/notification-rules/by-id/{id}
     * @secure
     */
    getNotificationRulesByIdId: (
      id: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<NotificationRule, void | ErrorBody>({
        path: `/api/v2/notification-rules/by-id/${segment(id)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the whole record with the id, as PUT of `/{idOrCode}` does.
     *
     * @tags NotificationRule
     * @name PutNotificationRulesByIdId
     * @summary Update a value by its id
     * @request PUT:/api/v2/notification-rules/by-id/{id}
     * @secure
     */
    putNotificationRulesByIdId: (
      id: string,
      data: NotificationRuleInput,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<NotificationRule, ErrorBody>({
        path: `/api/v2/notification-rules/by-id/${segment(id)}`,
        method: "PUT",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Changes the members in the body of the record with the id, as PATCH of `/{idOrCode}` does.
     *
     * @tags NotificationRule
     * @name PatchNotificationRulesByIdId
     * @summary Update properties of a value by its id
     * @request PATCH:/api/v2/notification-rules/by-id/{id}
     * @secure
     */
    patchNotificationRulesByIdId: (
      id: string,
      data: PatchOfNotificationRule,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<NotificationRule, ErrorBody>({
        path: `/api/v2/notification-rules/by-id/${segment(id)}`,
        method: "PATCH",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Deletes the record with the id, as DELETE of `/{idOrCode}` does.
     *
     * @tags NotificationRule
     * @name DeleteNotificationRulesByIdId
     * @summary Delete by id
     * @request DELETE:/api/v2/notification-rules/by-id/{id}
     * @secure
     */
    deleteNotificationRulesByIdId: (
      id: string,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/notification-rules/by-id/${segment(id)}`,
        method: "DELETE",
        query: query,
        secure: true,
        ...params,
      }),

    /**
     * @description Returns the record with the code. Use `/{idOrCode}` instead.
     *
     * @tags NotificationRule
     * @name GetNotificationRulesByCodeCode
     * @summary NotificationRulePublicApi.getByCode
     * @request GET:/api/v2/notification-rules/by-code/{code}
     * @deprecated
     * @secure
     */
    getNotificationRulesByCodeCode: (
      code: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<NotificationRule, void | ErrorBody>({
        path: `/api/v2/notification-rules/by-code/${segment(code)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same as `/search/page`, which replaces it.
     *
     * @tags NotificationRule
     * @name GetNotificationRulesSearchDeprecatedPage
     * @summary Search notification rules
     * @request GET:/api/v2/notification-rules/search/deprecated/page
     * @deprecated
     * @secure
     */
    getNotificationRulesSearchDeprecatedPage: (
      query: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfNotificationRule, ErrorBody>({
        path: `/api/v2/notification-rules/search/deprecated/page`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same as `/search/list`, which replaces it.
     *
     * @tags NotificationRule
     * @name GetNotificationRulesSearchDeprecatedList
     * @summary Search notification rules
     * @request GET:/api/v2/notification-rules/search/deprecated/list
     * @deprecated
     * @secure
     */
    getNotificationRulesSearchDeprecatedList: (
      query: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
         * @example 20
         */
        size?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<NotificationRule[], ErrorBody>({
        path: `/api/v2/notification-rules/search/deprecated/list`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the matching records, up to `size`. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags Notification
     * @name GetNotificationsSearchList
     * @summary Search for values and return the result as a list
     * @request GET:/api/v2/notifications/search/list
     * @secure
     */
    getNotificationsSearchList: (
      query: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
         * @default 1000
         * @example 20
         */
        size?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<Notification[], ErrorBody>({
        path: `/api/v2/notifications/search/list`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL. The size of the list is that of the filtering, 1,000 by default and 10,000 at most. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags Notification
     * @name PostNotificationsSearchList
     * @summary Search for values by a filtering in the body and return the result as a list
     * @request POST:/api/v2/notifications/search/list
     * @secure
     */
    postNotificationsSearchList: (
      data: Filtering,
      query?: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<Notification[], ErrorBody>({
        path: `/api/v2/notifications/search/list`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns one page of the matching records, and how many there are. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags Notification
     * @name GetNotificationsSearchPage
     * @summary NotificationPublicApi.getAllFilterablePage
     * @request GET:/api/v2/notifications/search/page
     * @secure
     */
    getNotificationsSearchPage: (
      query: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
        /**
         * Whether all matching records are counted. Otherwise, at most 10,000 are counted, so that the time does not grow with their number; if more match, `totalElements` is 10,000 and `totalIsLowerBound` is true.
         * @default true
         * @example false
         */
        total?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfNotification, ErrorBody>({
        path: `/api/v2/notifications/search/page`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags Notification
     * @name PostNotificationsSearchPage
     * @summary Search for values by a filtering in the body and return a page
     * @request POST:/api/v2/notifications/search/page
     * @secure
     */
    postNotificationsSearchPage: (
      data: Filtering,
      query?: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
        /**
         * Whether all matching records are counted. Otherwise, at most 10,000 are counted, so that the time does not grow with their number; if more match, `totalElements` is 10,000 and `totalIsLowerBound` is true.
         * @default true
         * @example false
         */
        total?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfNotification, ErrorBody>({
        path: `/api/v2/notifications/search/page`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the number of matching records.
     *
     * @tags Notification
     * @name GetNotificationsSearchCount
     * @summary NotificationPublicApi.countFilterable
     * @request GET:/api/v2/notifications/search/count
     * @secure
     */
    getNotificationsSearchCount: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<number, ErrorBody>({
        path: `/api/v2/notifications/search/count`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL.
     *
     * @tags Notification
     * @name PostNotificationsSearchCount
     * @summary Count values by a filtering in the body
     * @request POST:/api/v2/notifications/search/count
     * @secure
     */
    postNotificationsSearchCount: (
      data: Filtering,
      params: RequestParams = {},
    ) =>
      this.request<number, ErrorBody>({
        path: `/api/v2/notifications/search/count`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Starts a Job that cancels or resends the records that match a filtering, that the caller may write, and whose status allows it. Each step changes up to 100 records, each record in a transaction of its own; its processingInfo counts them and says why a record failed, also after a cancel. With dryRun, only counts, and says which records could not be created.
     *
     * @tags Notification
     * @name PostNotificationsBulk
     * @summary Act on many rows
     * @request POST:/api/v2/notifications/bulk
     * @secure
     */
    postNotificationsBulk: (
      data: BulkChangeOfNotification,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<BulkAnswer, ErrorBody>({
        path: `/api/v2/notifications/bulk`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the matching records, up to `size`. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags Job
     * @name GetJobsSearchList
     * @summary Search for values and return the result as a list
     * @request GET:/api/v2/jobs/search/list
     * @secure
     */
    getJobsSearchList: (
      query: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
         * @default 1000
         * @example 20
         */
        size?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<Job[], ErrorBody>({
        path: `/api/v2/jobs/search/list`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL. The size of the list is that of the filtering, 1,000 by default and 10,000 at most. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags Job
     * @name PostJobsSearchList
     * @summary Search for values by a filtering in the body and return the result as a list
     * @request POST:/api/v2/jobs/search/list
     * @secure
     */
    postJobsSearchList: (
      data: Filtering,
      query?: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<Job[], ErrorBody>({
        path: `/api/v2/jobs/search/list`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns one page of the matching records, and how many there are. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags Job
     * @name GetJobsSearchPage
     * @summary JobPublicApi.getAllFilterablePage
     * @request GET:/api/v2/jobs/search/page
     * @secure
     */
    getJobsSearchPage: (
      query: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
        /**
         * Whether all matching records are counted. Otherwise, at most 10,000 are counted, so that the time does not grow with their number; if more match, `totalElements` is 10,000 and `totalIsLowerBound` is true.
         * @default true
         * @example false
         */
        total?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfJob, ErrorBody>({
        path: `/api/v2/jobs/search/page`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags Job
     * @name PostJobsSearchPage
     * @summary Search for values by a filtering in the body and return a page
     * @request POST:/api/v2/jobs/search/page
     * @secure
     */
    postJobsSearchPage: (
      data: Filtering,
      query?: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
        /**
         * Whether all matching records are counted. Otherwise, at most 10,000 are counted, so that the time does not grow with their number; if more match, `totalElements` is 10,000 and `totalIsLowerBound` is true.
         * @default true
         * @example false
         */
        total?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfJob, ErrorBody>({
        path: `/api/v2/jobs/search/page`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the number of matching records.
     *
     * @tags Job
     * @name GetJobsSearchCount
     * @summary JobPublicApi.countFilterable
     * @request GET:/api/v2/jobs/search/count
     * @secure
     */
    getJobsSearchCount: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<number, ErrorBody>({
        path: `/api/v2/jobs/search/count`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL.
     *
     * @tags Job
     * @name PostJobsSearchCount
     * @summary Count values by a filtering in the body
     * @request POST:/api/v2/jobs/search/count
     * @secure
     */
    postJobsSearchCount: (data: Filtering, params: RequestParams = {}) =>
      this.request<number, ErrorBody>({
        path: `/api/v2/jobs/search/count`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Starts a Job that cancels or resends the records that match a filtering, that the caller may write, and whose status allows it. Each step changes up to 100 records, each record in a transaction of its own; its processingInfo counts them and says why a record failed, also after a cancel. With dryRun, only counts, and says which records could not be created.
     *
     * @tags Job
     * @name PostJobsBulk
     * @summary Act on many rows
     * @request POST:/api/v2/jobs/bulk
     * @secure
     */
    postJobsBulk: (
      data: BulkChangeOfJob,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<BulkAnswer, ErrorBody>({
        path: `/api/v2/jobs/bulk`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the matching records, up to `size`. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags JobStep
     * @name GetJobStepsSearchList
     * @summary Search for values and return the result as a list
     * @request GET:/api/v2/job-steps/search/list
     * @secure
     */
    getJobStepsSearchList: (
      query: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
         * @default 1000
         * @example 20
         */
        size?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<JobStep[], ErrorBody>({
        path: `/api/v2/job-steps/search/list`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL. The size of the list is that of the filtering, 1,000 by default and 10,000 at most. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags JobStep
     * @name PostJobStepsSearchList
     * @summary Search for values by a filtering in the body and return the result as a list
     * @request POST:/api/v2/job-steps/search/list
     * @secure
     */
    postJobStepsSearchList: (
      data: Filtering,
      query?: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<JobStep[], ErrorBody>({
        path: `/api/v2/job-steps/search/list`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns one page of the matching records, and how many there are. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags JobStep
     * @name GetJobStepsSearchPage
     * @summary JobStepPublicApi.getAllFilterablePage
     * @request GET:/api/v2/job-steps/search/page
     * @secure
     */
    getJobStepsSearchPage: (
      query: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
        /**
         * Whether all matching records are counted. Otherwise, at most 10,000 are counted, so that the time does not grow with their number; if more match, `totalElements` is 10,000 and `totalIsLowerBound` is true.
         * @default true
         * @example false
         */
        total?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfJobStep, ErrorBody>({
        path: `/api/v2/job-steps/search/page`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags JobStep
     * @name PostJobStepsSearchPage
     * @summary Search for values by a filtering in the body and return a page
     * @request POST:/api/v2/job-steps/search/page
     * @secure
     */
    postJobStepsSearchPage: (
      data: Filtering,
      query?: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
        /**
         * Whether all matching records are counted. Otherwise, at most 10,000 are counted, so that the time does not grow with their number; if more match, `totalElements` is 10,000 and `totalIsLowerBound` is true.
         * @default true
         * @example false
         */
        total?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfJobStep, ErrorBody>({
        path: `/api/v2/job-steps/search/page`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the number of matching records.
     *
     * @tags JobStep
     * @name GetJobStepsSearchCount
     * @summary JobStepPublicApi.countFilterable
     * @request GET:/api/v2/job-steps/search/count
     * @secure
     */
    getJobStepsSearchCount: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<number, ErrorBody>({
        path: `/api/v2/job-steps/search/count`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL.
     *
     * @tags JobStep
     * @name PostJobStepsSearchCount
     * @summary Count values by a filtering in the body
     * @request POST:/api/v2/job-steps/search/count
     * @secure
     */
    postJobStepsSearchCount: (data: Filtering, params: RequestParams = {}) =>
      this.request<number, ErrorBody>({
        path: `/api/v2/job-steps/search/count`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Starts a Job that cancels or resends the records that match a filtering, that the caller may write, and whose status allows it. Each step changes up to 100 records, each record in a transaction of its own; its processingInfo counts them and says why a record failed, also after a cancel. With dryRun, only counts, and says which records could not be created.
     *
     * @tags JobStep
     * @name PostJobStepsBulk
     * @summary Act on many rows
     * @request POST:/api/v2/job-steps/bulk
     * @secure
     */
    postJobStepsBulk: (
      data: BulkChangeOfJobStep,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<BulkAnswer, ErrorBody>({
        path: `/api/v2/job-steps/bulk`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the record with the id or the code.
     *
     * @tags Schedule
     * @name GetSchedulesIdOrCode
     * @summary Returns a row by primary key
     * @request GET:/api/v2/schedules/{idOrCode}
     * @secure
     */
    getSchedulesIdOrCode: (
      idOrCode: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<Schedule, void | ErrorBody>({
        path: `/api/v2/schedules/${segment(idOrCode)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the whole record: members that the body lacks are removed. With `auditInfo.version`, the write is rejected if the record has changed since that version. A change of the code changes all records that contain it.
     *
     * @tags Schedule
     * @name PutSchedulesIdOrCode
     * @summary Update a value
     * @request PUT:/api/v2/schedules/{idOrCode}
     * @secure
     */
    putSchedulesIdOrCode: (
      idOrCode: string,
      data: ScheduleInput,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<Schedule, ErrorBody>({
        path: `/api/v2/schedules/${segment(idOrCode)}`,
        method: "PUT",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Deletes the record. A record that others refer to is not deleted: the answer is a 400 that names them. The history remains.
     *
     * @tags Schedule
     * @name DeleteSchedulesIdOrCode
     * @summary Delete
     * @request DELETE:/api/v2/schedules/{idOrCode}
     * @secure
     */
    deleteSchedulesIdOrCode: (
      idOrCode: string,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/schedules/${segment(idOrCode)}`,
        method: "DELETE",
        query: query,
        secure: true,
        ...params,
      }),

    /**
     * @description Changes the members in the body and leaves all others as they are. null removes a member; objects are merged, arrays are replaced. With `auditInfo.version`, the write is rejected if the record has changed since that version.
     *
     * @tags Schedule
     * @name PatchSchedulesIdOrCode
     * @summary SchedulePublicApi.patch
     * @request PATCH:/api/v2/schedules/{idOrCode}
     * @secure
     */
    patchSchedulesIdOrCode: (
      idOrCode: string,
      data: PatchOfSchedule,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<Schedule, ErrorBody>({
        path: `/api/v2/schedules/${segment(idOrCode)}`,
        method: "PATCH",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Creates a record, or replaces the one with the id of the body. Responds when search finds the change, unless `immediatelyRefresh` is false.
     *
     * @tags Schedule
     * @name PostSchedules
     * @summary SchedulePublicApi.saveAndRefresh
     * @request POST:/api/v2/schedules
     * @secure
     */
    postSchedules: (
      data: ScheduleInput,
      query?: {
        /**
         * Respond only once search finds the change. With false, respond after the write.
         * @default true
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<Schedule, ErrorBody>({
        path: `/api/v2/schedules`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns all records, however many there are. Use a search or a backup instead.
     *
     * @tags Schedule
     * @name GetSchedules
     * @summary Get all rows
     * @request GET:/api/v2/schedules
     * @deprecated
     * @secure
     */
    getSchedules: (
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<Schedule[], ErrorBody>({
        path: `/api/v2/schedules`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Saves the entries of a diff in one transaction, all or none, and returns the saved records. If a record has changed since the diff, nothing is saved.
     *
     * @tags Schedule
     * @name PostSchedulesDiffSave
     * @summary SchedulePublicApi.saveDiff
     * @request POST:/api/v2/schedules/diff/save
     * @secure
     */
    postSchedulesDiffSave: (
      data: DiffEntryOfScheduleInput[],
      query?: {
        /**
         * Whether changed formats and periods are checked, and, if the differences are saved, changed `chars` against the registries of their types, and changed codes.
         * @default true
         * @example true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "code"
         */
        compareField?: string;
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<Schedule[], ErrorBody>({
        path: `/api/v2/schedules/diff/save`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Compares the records of a file with the stored ones, and saves the differences if `save` is true. The file is an ExportEnvelope, an array, lines of JSON, or CSV.
     *
     * @tags Schedule
     * @name PostSchedulesDiffFile
     * @summary SchedulePublicApi.diff
     * @request POST:/api/v2/schedules/diff/file
     * @secure
     */
    postSchedulesDiffFile: (
      data: {
        /**
         * The records: an ExportEnvelope, an array, lines of JSON, or CSV.
         * @format binary
         */
        file: File;
      },
      query?: {
        /**
         * Whether changed formats and periods are checked, and, if the differences are saved, changed `chars` against the registries of their types, and changed codes.
         * @default true
         * @example true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "code"
         */
        compareField?: string;
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
        /**
         * Save the differences.
         * @default false
         * @example false
         */
        save?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<DiffEntryOfSchedule[], ErrorBody>({
        path: `/api/v2/schedules/diff/file`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.FormData,
        format: "json",
        ...params,
      }),

    /**
     * @description Compares the records of the ExportEnvelope in the body with the stored ones, and saves nothing.
     *
     * @tags Schedule
     * @name PostSchedulesDiffOnly
     * @summary SchedulePublicApi.diffOnly
     * @request POST:/api/v2/schedules/diff/only
     * @secure
     */
    postSchedulesDiffOnly: (
      data: ExportEnvelopeOfScheduleInput,
      query?: {
        /**
         * The unique member by which entries are matched with stored records, such as `code`. If absent, the compareField of the ExportEnvelope applies. If both are given, they must be equal, unless the envelope has `id`.
         * @maxLength 262144
         * @default "id"
         * @pattern ^[^\x00]*$
         * @example "code"
         */
        compareField?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<DiffEntryOfSchedule[], ErrorBody>({
        path: `/api/v2/schedules/diff/only`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the records of one snapshot as an ExportEnvelope, which a diff accepts. The filtering of the query or of the body selects them.
     *
     * @tags Schedule
     * @name PostSchedulesBackup
     * @summary SchedulePublicApi.backup
     * @request POST:/api/v2/schedules/backup
     * @secure
     */
    postSchedulesBackup: (
      data: BackupRequest,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. Without it, all records. */
        filtering?: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<ExportEnvelopeOfSchedule, ErrorBody>({
        path: `/api/v2/schedules/backup`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the matching records, up to `size`. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags Schedule
     * @name GetSchedulesSearchList
     * @summary Search for values and return the result as a list
     * @request GET:/api/v2/schedules/search/list
     * @secure
     */
    getSchedulesSearchList: (
      query: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
         * @default 1000
         * @example 20
         */
        size?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<Schedule[], ErrorBody>({
        path: `/api/v2/schedules/search/list`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL. The size of the list is that of the filtering, 1,000 by default and 10,000 at most. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags Schedule
     * @name PostSchedulesSearchList
     * @summary Search for values by a filtering in the body and return the result as a list
     * @request POST:/api/v2/schedules/search/list
     * @secure
     */
    postSchedulesSearchList: (
      data: Filtering,
      query?: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<Schedule[], ErrorBody>({
        path: `/api/v2/schedules/search/list`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns one page of the matching records, and how many there are. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags Schedule
     * @name GetSchedulesSearchPage
     * @summary SchedulePublicApi.getAllFilterablePage
     * @request GET:/api/v2/schedules/search/page
     * @secure
     */
    getSchedulesSearchPage: (
      query: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
        /**
         * Whether all matching records are counted. Otherwise, at most 10,000 are counted, so that the time does not grow with their number; if more match, `totalElements` is 10,000 and `totalIsLowerBound` is true.
         * @default true
         * @example false
         */
        total?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfSchedule, ErrorBody>({
        path: `/api/v2/schedules/search/page`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL. If there are more records, `X-Next-Cursor` has the cursor of the next part. Part by part, more than 10,000 records can be read, and a record that does not change meanwhile comes exactly once.
     *
     * @tags Schedule
     * @name PostSchedulesSearchPage
     * @summary Search for values by a filtering in the body and return a page
     * @request POST:/api/v2/schedules/search/page
     * @secure
     */
    postSchedulesSearchPage: (
      data: Filtering,
      query?: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /**
         * Whether all matching records are counted. Otherwise, at most 10,000 are counted, so that the time does not grow with their number; if more match, `totalElements` is 10,000 and `totalIsLowerBound` is true.
         * @default true
         * @example false
         */
        total?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfSchedule, ErrorBody>({
        path: `/api/v2/schedules/search/page`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the records with these ids or codes in the requested order, each once. Unknown ones are omitted.
     *
     * @tags Schedule
     * @name GetSchedulesByIdsIds
     * @summary SchedulePublicApi.getByIds
     * @request GET:/api/v2/schedules/by-ids/{ids}
     * @secure
     */
    getSchedulesByIdsIds: (
      ids: string[],
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<Schedule[], ErrorBody>({
        path: `/api/v2/schedules/by-ids/${segment(ids)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the number of matching records.
     *
     * @tags Schedule
     * @name GetSchedulesSearchCount
     * @summary SchedulePublicApi.countFilterable
     * @request GET:/api/v2/schedules/search/count
     * @secure
     */
    getSchedulesSearchCount: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<number, ErrorBody>({
        path: `/api/v2/schedules/search/count`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The same search with the filtering as the body, for filterings that are too long for a URL.
     *
     * @tags Schedule
     * @name PostSchedulesSearchCount
     * @summary Count values by a filtering in the body
     * @request POST:/api/v2/schedules/search/count
     * @secure
     */
    postSchedulesSearchCount: (data: Filtering, params: RequestParams = {}) =>
      this.request<number, ErrorBody>({
        path: `/api/v2/schedules/search/count`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the changes of the record, newest first; with `version` or `at`, the record as it was then. The history of a deleted record is found by its id, and by its last code unless another record has it.
     *
     * @tags Schedule
     * @name GetSchedulesIdOrCodeHistory
     * @summary Returns the history of a row
     * @request GET:/api/v2/schedules/{idOrCode}/history
     * @secure
     */
    getSchedulesIdOrCodeHistory: (
      idOrCode: string,
      query?: {
        /**
         * Return the record at this time.
         * @format date-time
         * @maxLength 56
         * @example "2099-01-01T00:00:00.000Z"
         */
        at?: string;
        /**
         * Return the record at this version.
         * @format int32
         * @min 1
         * @max 999999999
         * @example 1
         */
        version?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<Version[] | Schedule, ErrorBody>({
        path: `/api/v2/schedules/${segment(idOrCode)}/history`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the record by the state that it had in a version, as a PUT would. A deleted record is created again under its id. The state is validated again: records that it refers to must exist, and its code must be free.
     *
     * @tags Schedule
     * @name PostSchedulesIdOrCodeRestore
     * @summary Restore a version of a row
     * @request POST:/api/v2/schedules/{idOrCode}/restore
     * @secure
     */
    postSchedulesIdOrCodeRestore: (
      idOrCode: string,
      query: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
        /**
         * Number of the version, as the history lists it.
         * @format int32
         * @min 1
         * @max 999999999
         * @example 1
         */
        version: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<Schedule, ErrorBody>({
        path: `/api/v2/schedules/${segment(idOrCode)}/restore`,
        method: "POST",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Starts a Job that creates the records of the body, or patches or deletes those that match a filtering and that the caller may write. Each step changes up to 100 records, each record in a transaction of its own; its processingInfo counts them and says why a record failed, also after a cancel. With dryRun, only counts, and says which records could not be created.
     *
     * @tags Schedule
     * @name PostSchedulesBulk
     * @summary Create, patch or delete many rows
     * @request POST:/api/v2/schedules/bulk
     * @secure
     */
    postSchedulesBulk: (
      data: BulkChangeOfSchedule,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<BulkAnswer, ErrorBody>({
        path: `/api/v2/schedules/bulk`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the record with the id.
     *
     * @tags Schedule
     * @name GetSchedulesByIdId
     * @summary Returns a row by its id
     * @request GET:/api/v2/schedules/by-id/{id}
     * @secure
     */
    getSchedulesByIdId: (
      id: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<Schedule, void | ErrorBody>({
        path: `/api/v2/schedules/by-id/${segment(id)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the whole record with the id, as PUT of `/{idOrCode}` does.
     *
     * @tags Schedule
     * @name PutSchedulesByIdId
     * @summary Update a value by its id
     * @request PUT:/api/v2/schedules/by-id/{id}
     * @secure
     */
    putSchedulesByIdId: (
      id: string,
      data: ScheduleInput,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<Schedule, ErrorBody>({
        path: `/api/v2/schedules/by-id/${segment(id)}`,
        method: "PUT",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Changes the members in the body of the record with the id, as PATCH of `/{idOrCode}` does.
     *
     * @tags Schedule
     * @name PatchSchedulesByIdId
     * @summary Update properties of a value by its id
     * @request PATCH:/api/v2/schedules/by-id/{id}
     * @secure
     */
    patchSchedulesByIdId: (
      id: string,
      data: PatchOfSchedule,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<Schedule, ErrorBody>({
        path: `/api/v2/schedules/by-id/${segment(id)}`,
        method: "PATCH",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Deletes the record with the id, as DELETE of `/{idOrCode}` does.
     *
     * @tags Schedule
     * @name DeleteSchedulesByIdId
     * @summary Delete by id
     * @request DELETE:/api/v2/schedules/by-id/{id}
     * @secure
     */
    deleteSchedulesByIdId: (
      id: string,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/schedules/by-id/${segment(id)}`,
        method: "DELETE",
        query: query,
        secure: true,
        ...params,
      }),

    /**
     * @description Returns the record with the code. Use `/{idOrCode}` instead.
     *
     * @tags Schedule
     * @name GetSchedulesByCodeCode
     * @summary SchedulePublicApi.getByCode
     * @request GET:/api/v2/schedules/by-code/{code}
     * @deprecated
     * @secure
     */
    getSchedulesByCodeCode: (
      code: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<Schedule, void | ErrorBody>({
        path: `/api/v2/schedules/by-code/${segment(code)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the sharings of this owner type with the reference, ordered by id.
     *
     * @tags Sharing
     * @name GetSharingsByRefOwnerTypeRefTypeRefId
     * @summary Finds all sharings by it's type
     * @request GET:/api/v2/sharings/by-ref/{ownerType}/{refType}/{refId}
     * @secure
     */
    getSharingsByRefOwnerTypeRefTypeRefId: (
      ownerType: string,
      refType: string,
      refId: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<Sharing[], ErrorBody>({
        path: `/api/v2/sharings/by-ref/${segment(ownerType)}/${segment(refType)}/${segment(refId)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the sharings of the owner, ordered by id.
     *
     * @tags Sharing
     * @name GetSharingsByOwnerOwnerTypeOwnerId
     * @summary Finds all sharings by owning entity
     * @request GET:/api/v2/sharings/by-owner/{ownerType}/{ownerId}
     * @secure
     */
    getSharingsByOwnerOwnerTypeOwnerId: (
      ownerType: string,
      ownerId: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<Sharing[], ErrorBody>({
        path: `/api/v2/sharings/by-owner/${segment(ownerType)}/${segment(ownerId)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the public sharings of the owner type, and its sharings with one of the references whose sharingTypeCode is subType.
     *
     * @tags Sharing
     * @name GetSharingsPublicOrMatchingSubtypeOwnerTypeSubTypeRefIds
     * @summary Finds all sharings that are either public or match given ownerType, refType, subType and refIds
     * @request GET:/api/v2/sharings/public-or-matching-subtype/{ownerType}/{subType}/{refIds}
     * @secure
     */
    getSharingsPublicOrMatchingSubtypeOwnerTypeSubTypeRefIds: (
      ownerType: string,
      subType: string,
      refIds: string[],
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<Sharing[], ErrorBody>({
        path: `/api/v2/sharings/public-or-matching-subtype/${segment(ownerType)}/${segment(subType)}/${segment(refIds)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the public sharings of the owner type, and its sharings with one of the references.
     *
     * @tags Sharing
     * @name GetSharingsPublicOrMatchingOwnerTypeRefIds
     * @summary Finds all sharings that are either public or match given ownerType and refIds
     * @request GET:/api/v2/sharings/public-or-matching/{ownerType}/{refIds}
     * @secure
     */
    getSharingsPublicOrMatchingOwnerTypeRefIds: (
      ownerType: string,
      refIds: string[],
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<Sharing[], ErrorBody>({
        path: `/api/v2/sharings/public-or-matching/${segment(ownerType)}/${segment(refIds)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Stores a log. Logs with generated ids are written in batches.
     *
     * @tags Log
     * @name PostLogs
     * @summary Log
     * @request POST:/api/v2/logs
     * @secure
     */
    postLogs: (
      data: LogInput,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<Log, ErrorBody>({
        path: `/api/v2/logs`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the log with the id, which must exist.
     *
     * @tags Log
     * @name PutLogsId
     * @summary Update logs
     * @request PUT:/api/v2/logs/{id}
     * @secure
     */
    putLogsId: (
      id: string,
      data: LogInput,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<Log, ErrorBody>({
        path: `/api/v2/logs/${segment(id)}`,
        method: "PUT",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the log with the id.
     *
     * @tags Log
     * @name GetLogsId
     * @summary Returns a log
     * @request GET:/api/v2/logs/{id}
     * @secure
     */
    getLogsId: (
      id: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<Log, void | ErrorBody>({
        path: `/api/v2/logs/${segment(id)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns up to 10,000 logs, newest first.
     *
     * @tags Log
     * @name GetLogsByOwnerOwnerTypeOwnerId
     * @summary Returns a log by owner
     * @request GET:/api/v2/logs/by-owner/{ownerType}/{ownerId}
     * @secure
     */
    getLogsByOwnerOwnerTypeOwnerId: (
      ownerType: string,
      ownerId: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<Log[], ErrorBody>({
        path: `/api/v2/logs/by-owner/${segment(ownerType)}/${segment(ownerId)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Deletes the logs of the owner that have the type and a start before the date. Workers delete more than 10,000 logs; X-Job-Id is then the id of the job.
     *
     * @tags Log
     * @name DeleteLogsCodeOlderThanOwnerTypeOwnerId
     * @summary Delete logs
     * @request DELETE:/api/v2/logs/{code}/{olderThan}/{ownerType}/{ownerId}
     * @secure
     */
    deleteLogsCodeOlderThanOwnerTypeOwnerId: (
      code: string,
      olderThan: string,
      ownerType: string,
      ownerId: string,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/logs/${segment(code)}/${segment(olderThan)}/${segment(ownerType)}/${segment(ownerId)}`,
        method: "DELETE",
        query: query,
        secure: true,
        ...params,
      }),

    /**
     * @description Adds a step to a job of a type of the client. Workers add the steps of built-in types.
     *
     * @tags JobStep
     * @name PostJobSteps
     * @summary JobStepPublicApi.create
     * @request POST:/api/v2/job-steps
     * @secure
     */
    postJobSteps: (
      data: JobStepInput,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<JobStep, ErrorBody>({
        path: `/api/v2/job-steps`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the step with the id.
     *
     * @tags JobStep
     * @name GetJobStepsId
     * @summary Returns a job step
     * @request GET:/api/v2/job-steps/{id}
     * @secure
     */
    getJobStepsId: (
      id: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<JobStep, void | ErrorBody>({
        path: `/api/v2/job-steps/${segment(id)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Replaces the step of a job of the client. The status of the job follows.
     *
     * @tags JobStep
     * @name PutJobStepsId
     * @summary Update existing job step
     * @request PUT:/api/v2/job-steps/{id}
     * @secure
     */
    putJobStepsId: (
      id: string,
      data: JobStepInput,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<JobStep, ErrorBody>({
        path: `/api/v2/job-steps/${segment(id)}`,
        method: "PUT",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Changes the members in the body and leaves all others as they are. The status of the job follows.
     *
     * @tags JobStep
     * @name PatchJobStepsId
     * @summary Update properties of an existing job step
     * @request PATCH:/api/v2/job-steps/{id}
     * @secure
     */
    patchJobStepsId: (
      id: string,
      data: PatchOfJobStep,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<JobStep, ErrorBody>({
        path: `/api/v2/job-steps/${segment(id)}`,
        method: "PATCH",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the step with the chunk and the name, which are unique together.
     *
     * @tags JobStep
     * @name GetJobStepsByChunkChunkIdName
     * @summary Returns a job step
     * @request GET:/api/v2/job-steps/by-chunk/{chunkId}/{name}
     * @secure
     */
    getJobStepsByChunkChunkIdName: (
      chunkId: string,
      name: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<JobStep, void | ErrorBody>({
        path: `/api/v2/job-steps/by-chunk/${segment(chunkId)}/${segment(name)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Claims free steps of Jobs of types of the client, that the caller may write: those of the greatest priority first, and of the Jobs of one priority in turn. Each has a lease, after whose end the step goes to another worker, and a token for the reports about it. If there is none, the request waits for `waitSeconds`.
     *
     * @tags JobStep
     * @name PostJobStepsClaim
     * @summary Claim job steps
     * @request POST:/api/v2/job-steps/claim
     * @secure
     */
    postJobStepsClaim: (
      data: StepClaimRequest,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<StepClaims, ErrorBody>({
        path: `/api/v2/job-steps/claim`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Lets the leases of the steps end later. A step that the worker does not have any more is LOST in the answer, and does not change. If all steps are lost, the response is a 409.
     *
     * @tags JobStep
     * @name PostJobStepsExtend
     * @summary Extend leases of job steps
     * @request POST:/api/v2/job-steps/extend
     * @secure
     */
    postJobStepsExtend: (data: StepExtension, params: RequestParams = {}) =>
      this.request<StepOutcomes, ErrorBody>({
        path: `/api/v2/job-steps/extend`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Writes processingInfo and log of steps that run on. It does not extend their leases. A step that the worker does not have any more is LOST in the answer, and does not change. If all steps are lost, the response is a 409.
     *
     * @tags JobStep
     * @name PostJobStepsProgress
     * @summary Report the progress of job steps
     * @request POST:/api/v2/job-steps/progress
     * @secure
     */
    postJobStepsProgress: (
      data: StepReport,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<StepOutcomes, ErrorBody>({
        path: `/api/v2/job-steps/progress`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Ends the steps as COMPLETED. A repeated request is answered as the first one. A step that the worker does not have any more is LOST in the answer, and does not change. If all steps are lost, the response is a 409.
     *
     * @tags JobStep
     * @name PostJobStepsComplete
     * @summary Complete job steps
     * @request POST:/api/v2/job-steps/complete
     * @secure
     */
    postJobStepsComplete: (
      data: StepReport,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<StepOutcomes, ErrorBody>({
        path: `/api/v2/job-steps/complete`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Reports failures. A step can be claimed again after a pause; the third failure, or one with `retry: false`, ends it as FAILED. A step that the worker does not have any more is LOST in the answer, and does not change. If all steps are lost, the response is a 409.
     *
     * @tags JobStep
     * @name PostJobStepsFail
     * @summary Fail job steps
     * @request POST:/api/v2/job-steps/fail
     * @secure
     */
    postJobStepsFail: (
      data: StepFailure,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<StepOutcomes, ErrorBody>({
        path: `/api/v2/job-steps/fail`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns steps of a worker that stops. They can be claimed again at once, and no failure is counted. A step that the worker does not have any more is LOST in the answer, and does not change. If all steps are lost, the response is a 409.
     *
     * @tags JobStep
     * @name PostJobStepsRelease
     * @summary Release job steps
     * @request POST:/api/v2/job-steps/release
     * @secure
     */
    postJobStepsRelease: (
      data: StepRelease,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<StepOutcomes, ErrorBody>({
        path: `/api/v2/job-steps/release`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Creates a job. Workers plan and run jobs of built-in types, whose data the schemas DataOf… describe. A job of any other type belongs to the client: it runs the steps and reports their status, and the status of the job follows. If `unique` is sent and a job with its key exists, nothing is created, and the answer is that job without its steps.
     *
     * @tags Job
     * @name PostJobs
     * @summary Create new job
     * @request POST:/api/v2/jobs
     * @secure
     */
    postJobs: (
      data: JobInput,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<Job, ErrorBody>({
        path: `/api/v2/jobs`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the job with the id, with its steps on request.
     *
     * @tags Job
     * @name GetJobsId
     * @summary Returns a job
     * @request GET:/api/v2/jobs/{id}
     * @secure
     */
    getJobsId: (
      id: string,
      query?: {
        /**
         * JOB_STEPS includes the steps.
         * @maxItems 262144
         * @example ["JOB_STEPS"]
         */
        expand?: "JOB_STEPS"[];
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<Job, void | ErrorBody>({
        path: `/api/v2/jobs/${segment(id)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the jobs that the job waits for and those that wait for it, directly or through others, and the job itself, in the order of their creation. Jobs that the caller may not read are left out, and so are jobs that are connected only through them.
     *
     * @tags Job
     * @name GetJobsIdChain
     * @summary Returns the chain of a job
     * @request GET:/api/v2/jobs/{id}/chain
     * @secure
     */
    getJobsIdChain: (id: string, params: RequestParams = {}) =>
      this.request<JobChain, ErrorBody>({
        path: `/api/v2/jobs/${segment(id)}/chain`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Ends the job and its open steps as FAILED with the cause CANCELLED. Running steps are aborted within about a second.
     *
     * @tags Job
     * @name PostJobsIdCancel
     * @summary Cancel a job
     * @request POST:/api/v2/jobs/{id}/cancel
     * @secure
     */
    postJobsIdCancel: (
      id: string,
      query?: {
        /**
         * Cancel all jobs that wait for this one too, directly or through others, whatever their conditions.
         * @default false
         * @example false
         */
        chain?: boolean;
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<Job, ErrorBody>({
        path: `/api/v2/jobs/${segment(id)}/cancel`,
        method: "POST",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description No step of the job starts until it is resumed; running steps end. Does nothing if the job is paused.
     *
     * @tags Job
     * @name PostJobsIdPause
     * @summary Pause a job
     * @request POST:/api/v2/jobs/{id}/pause
     * @secure
     */
    postJobsIdPause: (
      id: string,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<Job, ErrorBody>({
        path: `/api/v2/jobs/${segment(id)}/pause`,
        method: "POST",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Steps of a paused job start again. Does nothing if the job is not paused.
     *
     * @tags Job
     * @name PostJobsIdResume
     * @summary Resume a job
     * @request POST:/api/v2/jobs/{id}/resume
     * @secure
     */
    postJobsIdResume: (
      id: string,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<Job, ErrorBody>({
        path: `/api/v2/jobs/${segment(id)}/resume`,
        method: "POST",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Declares that no more steps follow in a job of the client. The job takes no more steps, and ends with its last open step, or at once. Does nothing if the job is closed.
     *
     * @tags Job
     * @name PostJobsIdClose
     * @summary Close a job
     * @request POST:/api/v2/jobs/{id}/close
     * @secure
     */
    postJobsIdClose: (
      id: string,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<Job, ErrorBody>({
        path: `/api/v2/jobs/${segment(id)}/close`,
        method: "POST",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Sends the job without its steps, now and after each change until it ends. Events named `progress` include the number of steps by status. The stream ends early if the caller may no longer read the job.
     *
     * @tags Job
     * @name GetJobsIdEvents
     * @summary Follow a job
     * @request GET:/api/v2/jobs/{id}/events
     * @secure
     */
    getJobsIdEvents: (id: string, params: RequestParams = {}) =>
      this.request<File, ErrorBody>({
        path: `/api/v2/jobs/${segment(id)}/events`,
        method: "GET",
        secure: true,
        ...params,
      }),

    /**
     * @description Runs a FAILED step once more, and opens its job again. Returns the id of the job.
     *
     * @tags Admin
     * @name PostAdminJobStepsJobStepIdResend
     * @summary DmsAdminPublicApi.resend
     * @request POST:/api/v2/admin/job-steps/{jobStepId}/resend
     * @secure
     */
    postAdminJobStepsJobStepIdResend: (
      jobStepId: string,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<AckResponse, ErrorBody>({
        path: `/api/v2/admin/job-steps/${segment(jobStepId)}/resend`,
        method: "POST",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Runs all FAILED steps of the job once more.
     *
     * @tags Admin
     * @name PostAdminJobsJobIdResendFailed
     * @summary DmsAdminPublicApi.resendFaild
     * @request POST:/api/v2/admin/jobs/{jobId}/resend-failed
     * @secure
     */
    postAdminJobsJobIdResendFailed: (
      jobId: string,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<AckResponse, ErrorBody>({
        path: `/api/v2/admin/jobs/${segment(jobId)}/resend-failed`,
        method: "POST",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the changes of records that the caller may read, in the order of their commits, after a cursor. A page has at most `size` changes and the cursor of the next page. `Accept: application/x-ndjson` returns all changes up to now, one on each line with its cursor, and `text/event-stream` follows them as server-sent events, whose ids are the cursors. A record that leaves the reach of the caller appears as deleted, without a version. Changes are stored for `CHANGE_DAYS`; an older cursor is a 410.
     *
     * @tags Change
     * @name GetChanges
     * @summary Follow the changes of records
     * @request GET:/api/v2/changes
     * @secure
     */
    getChanges: (
      query?: {
        /**
         * The cursor after which the changes begin; `latest` for those from now on. By default, the oldest stored change is the first.
         * @maxLength 100
         * @pattern ^[^\x00]*$
         * @example "latest"
         */
        after?: string;
        /**
         * Whether application/x-ndjson continues with new changes. An empty line every 15 seconds keeps it open. Pages of JSON cannot follow: a 400.
         * @default false
         * @example false
         */
        follow?: boolean;
        /**
         * Names of kinds, separated by commas; all kinds that the caller may read by default.
         * @maxItems 262144
         * @example ["User","UserGroup"]
         */
        kinds?: string[];
        /**
         * Maximum number of changes in a page.
         * @format int32
         * @min 1
         * @max 1000
         * @default 100
         * @example 500
         */
        size?: number;
        /**
         * Seconds that a request for a page waits for a change if there is none.
         * @format int32
         * @min 0
         * @max 60
         * @default 0
         * @example 1
         */
        wait?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<ChangePage, ErrorBody>({
        path: `/api/v2/changes`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns all queues with the number of their jobs by state.
     *
     * @tags Admin
     * @name GetAdminQueues
     * @summary Returns the queues
     * @request GET:/api/v2/admin/queues
     * @secure
     */
    getAdminQueues: (params: RequestParams = {}) =>
      this.request<Queue[], ErrorBody>({
        path: `/api/v2/admin/queues`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description No worker claims jobs from the queue until it is resumed. Running jobs finish.
     *
     * @tags Admin
     * @name PostAdminQueuesNamePause
     * @summary Pause a queue
     * @request POST:/api/v2/admin/queues/{name}/pause
     * @secure
     */
    postAdminQueuesNamePause: (name: string, params: RequestParams = {}) =>
      this.request<Queue, ErrorBody>({
        path: `/api/v2/admin/queues/${segment(name)}/pause`,
        method: "POST",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Workers claim jobs from the queue again.
     *
     * @tags Admin
     * @name PostAdminQueuesNameResume
     * @summary Resume a queue
     * @request POST:/api/v2/admin/queues/{name}/resume
     * @secure
     */
    postAdminQueuesNameResume: (name: string, params: RequestParams = {}) =>
      this.request<Queue, ErrorBody>({
        path: `/api/v2/admin/queues/${segment(name)}/resume`,
        method: "POST",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Sets how many batches of the queue all workers together run at a time. They follow within seconds; running batches finish. Without `concurrency`, each worker runs as many as the queue defines.
     *
     * @tags Admin
     * @name PutAdminQueuesNameConcurrency
     * @summary Set the concurrency of a queue
     * @request PUT:/api/v2/admin/queues/{name}/concurrency
     * @secure
     */
    putAdminQueuesNameConcurrency: (
      name: string,
      data: QueueConcurrency,
      params: RequestParams = {},
    ) =>
      this.request<Queue, ErrorBody>({
        path: `/api/v2/admin/queues/${segment(name)}/concurrency`,
        method: "PUT",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns one page of the jobs whose last attempt failed, newest first.
     *
     * @tags Admin
     * @name GetAdminQueuesNameDeadLetters
     * @summary Returns the dead letters of a queue
     * @request GET:/api/v2/admin/queues/{name}/dead-letters
     * @secure
     */
    getAdminQueuesNameDeadLetters: (
      name: string,
      query?: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * Number of the page, from 0.
         * @format int32
         * @min 0
         * @max 1000000
         * @default 0
         * @example 0
         */
        page?: number;
        /**
         * Only dead letters whose reason contains this text, in any case.
         * @maxLength 262144
         * @pattern ^[^\x00]*$
         * @example "timeout"
         */
        reason?: string;
        /**
         * Maximum number of dead letters of a page.
         * @format int32
         * @min 1
         * @max 1000
         * @default 20
         * @example 20
         */
        size?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfDeadLetter, ErrorBody>({
        path: `/api/v2/admin/queues/${segment(name)}/dead-letters`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Retries the dead letters with the ids in the body, or without a body those that the parameter reason selects, or all. Those whose step has not ended yet, or whose Job cannot be sent again, stay, with the reason.
     *
     * @tags Admin
     * @name PostAdminQueuesNameRedrive
     * @summary Send dead letters again
     * @request POST:/api/v2/admin/queues/{name}/redrive
     * @secure
     */
    postAdminQueuesNameRedrive: (
      name: string,
      query?: {
        /**
         * Only dead letters whose reason contains this text, in any case.
         * @maxLength 262144
         * @pattern ^[^\x00]*$
         * @example "timeout"
         */
        reason?: string;
      },
      data?: string[],
      params: RequestParams = {},
    ) =>
      this.request<DeadLetterAnswer, ErrorBody>({
        path: `/api/v2/admin/queues/${segment(name)}/redrive`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Deletes the dead letters with the ids in the body, or without a body those that the parameter reason selects, or all. Their steps and notifications stay as they are.
     *
     * @tags Admin
     * @name PostAdminQueuesNameDeadLettersDiscard
     * @summary Discard dead letters
     * @request POST:/api/v2/admin/queues/{name}/dead-letters/discard
     * @secure
     */
    postAdminQueuesNameDeadLettersDiscard: (
      name: string,
      query?: {
        /**
         * Only dead letters whose reason contains this text, in any case.
         * @maxLength 262144
         * @pattern ^[^\x00]*$
         * @example "timeout"
         */
        reason?: string;
      },
      data?: string[],
      params: RequestParams = {},
    ) =>
      this.request<DeadLetterAnswer, ErrorBody>({
        path: `/api/v2/admin/queues/${segment(name)}/dead-letters/discard`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns one page of the queue jobs in a state: WAITING and SCHEDULED by when they are due, RUNNING by their start, ENDED newest first. Ended jobs are deleted after a minute to a day, by queue.
     *
     * @tags Admin
     * @name GetAdminQueuesNameJobs
     * @summary Returns the jobs of a queue
     * @request GET:/api/v2/admin/queues/{name}/jobs
     * @secure
     */
    getAdminQueuesNameJobs: (
      name: string,
      query?: {
        /**
         * Number of the page, from 0.
         * @format int32
         * @min 0
         * @max 1000000
         * @default 0
         * @example 0
         */
        page?: number;
        /**
         * Maximum number of jobs of a page.
         * @format int32
         * @min 1
         * @max 1000
         * @default 20
         * @example 20
         */
        size?: number;
        /**
         * State of the jobs.
         * @default "SCHEDULED"
         * @example "SCHEDULED"
         */
        state?: "WAITING" | "SCHEDULED" | "RUNNING" | "ENDED";
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfQueueJob, ErrorBody>({
        path: `/api/v2/admin/queues/${segment(name)}/jobs`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the worker processes of all machines, with their queues and running jobs.
     *
     * @tags Admin
     * @name GetAdminWorkers
     * @summary Returns the workers
     * @request GET:/api/v2/admin/workers
     * @secure
     */
    getAdminWorkers: (params: RequestParams = {}) =>
      this.request<Worker[], ErrorBody>({
        path: `/api/v2/admin/workers`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The worker claims nothing more within a second, finishes its running jobs however long they take, and ends its process. What restarts ended processes then starts a new worker. A repetition changes nothing. DELETE takes the request back while a job runs.
     *
     * @tags Admin
     * @name PostAdminWorkersIdDrain
     * @summary Drain a worker
     * @request POST:/api/v2/admin/workers/{id}/drain
     * @secure
     */
    postAdminWorkersIdDrain: (id: string, params: RequestParams = {}) =>
      this.request<Worker, ErrorBody>({
        path: `/api/v2/admin/workers/${segment(id)}/drain`,
        method: "POST",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The worker claims again within a second. One that has finished its last job ends its process all the same, which is a 409. For a worker that does not drain, nothing changes.
     *
     * @tags Admin
     * @name DeleteAdminWorkersIdDrain
     * @summary Take back the drain of a worker
     * @request DELETE:/api/v2/admin/workers/{id}/drain
     * @secure
     */
    deleteAdminWorkersIdDrain: (id: string, params: RequestParams = {}) =>
      this.request<Worker, ErrorBody>({
        path: `/api/v2/admin/workers/${segment(id)}/drain`,
        method: "DELETE",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the workers of clients that have claimed steps over HTTP, with the number of steps by job type. A worker without a claim is not known.
     *
     * @tags Admin
     * @name GetAdminClientWorkers
     * @summary Returns the workers of clients
     * @request GET:/api/v2/admin/client-workers
     * @secure
     */
    getAdminClientWorkers: (params: RequestParams = {}) =>
      this.request<ClientWorker[], ErrorBody>({
        path: `/api/v2/admin/client-workers`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Creates the missing dead-letter queues.
     *
     * @tags Admin
     * @name PostAdminBrokerDeadLetterQueues
     * @summary DmsAdminPublicApi.createBrokerDql
     * @request POST:/api/v2/admin/broker/dead-letter-queues
     * @secure
     */
    postAdminBrokerDeadLetterQueues: (params: RequestParams = {}) =>
      this.request<AckResponse, ErrorBody>({
        path: `/api/v2/admin/broker/dead-letter-queues`,
        method: "POST",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Empties the caches of all processes. Rarely needed: each change already evicts what it concerns.
     *
     * @tags Admin
     * @name PostAdminUserManagementEvictCache
     * @summary Evict a cache
     * @request POST:/api/v2/admin/user-management/evict-cache
     * @secure
     */
    postAdminUserManagementEvictCache: (params: RequestParams = {}) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/admin/user-management/evict-cache`,
        method: "POST",
        secure: true,
        ...params,
      }),

    /**
     * @description Empties the caches of all processes. Rarely needed: each change already evicts what it concerns.
     *
     * @tags Admin
     * @name PostAdminDocumentManagementEvictCache
     * @summary Evict a cache
     * @request POST:/api/v2/admin/document-management/evict-cache
     * @secure
     */
    postAdminDocumentManagementEvictCache: (params: RequestParams = {}) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/admin/document-management/evict-cache`,
        method: "POST",
        secure: true,
        ...params,
      }),

    /**
     * @description Returns the limits of job types and of users, with the number of steps that run.
     *
     * @tags Admin
     * @name GetAdminClaimLimits
     * @summary Returns the limits of claims
     * @request GET:/api/v2/admin/claim-limits
     * @secure
     */
    getAdminClaimLimits: (params: RequestParams = {}) =>
      this.request<ClaimLimit[], ErrorBody>({
        path: `/api/v2/admin/claim-limits`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Limits how many steps of a job type of clients run at a time, and how many start within a period. All workers that claim steps over HTTP follow it at once, together; running steps continue. An empty body removes the limit.
     *
     * @tags Admin
     * @name PutAdminClaimLimitsJobTypesName
     * @summary Limit a job type
     * @request PUT:/api/v2/admin/claim-limits/job-types/{name}
     * @secure
     */
    putAdminClaimLimitsJobTypesName: (
      name: string,
      data: ClaimLimitSettings,
      params: RequestParams = {},
    ) =>
      this.request<ClaimLimit, ErrorBody>({
        path: `/api/v2/admin/claim-limits/job-types/${segment(name)}`,
        method: "PUT",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Limits how many steps of the Jobs that a user has created run at a time, and how many start within a period. All workers that claim steps over HTTP follow it at once, together; running steps continue. An empty body removes the limit.
     *
     * @tags Admin
     * @name PutAdminClaimLimitsUsersName
     * @summary Limit a user
     * @request PUT:/api/v2/admin/claim-limits/users/{name}
     * @secure
     */
    putAdminClaimLimitsUsersName: (
      name: string,
      data: ClaimLimitSettings,
      params: RequestParams = {},
    ) =>
      this.request<ClaimLimit, ErrorBody>({
        path: `/api/v2/admin/claim-limits/users/${segment(name)}`,
        method: "PUT",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the policies of the job types that have one of their own.
     *
     * @tags Admin
     * @name GetAdminRetryPolicies
     * @summary Returns the retry policies
     * @request GET:/api/v2/admin/retry-policies
     * @secure
     */
    getAdminRetryPolicies: (params: RequestParams = {}) =>
      this.request<RetryPolicy[], ErrorBody>({
        path: `/api/v2/admin/retry-policies`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Sets how often failed steps of a job type are retried, after which pauses, and which failures are final, for workers of the service and of clients. Failures from the answer on follow it. Members that are absent have their default; an empty body restores all.
     *
     * @tags Admin
     * @name PutAdminRetryPoliciesJobType
     * @summary Set the retry policy of a job type
     * @request PUT:/api/v2/admin/retry-policies/{jobType}
     * @secure
     */
    putAdminRetryPoliciesJobType: (
      jobType: string,
      data: RetryPolicySettings,
      params: RequestParams = {},
    ) =>
      this.request<RetryPolicy, ErrorBody>({
        path: `/api/v2/admin/retry-policies/${segment(jobType)}`,
        method: "PUT",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description The mailbox stores the newest 1,000 messages. By default, they are returned oldest first.
     *
     * @tags Admin
     * @name GetAdminMailbox
     * @summary Returns the messages of the embedded mailbox
     * @request GET:/api/v2/admin/mailbox
     * @secure
     */
    getAdminMailbox: (
      query?: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. Without it, all records. */
        filtering?: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<MailboxMessage[], ErrorBody>({
        path: `/api/v2/admin/mailbox`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Deletes all messages of the mailbox.
     *
     * @tags Admin
     * @name DeleteAdminMailbox
     * @summary Empty the embedded mailbox
     * @request DELETE:/api/v2/admin/mailbox
     * @secure
     */
    deleteAdminMailbox: (params: RequestParams = {}) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/admin/mailbox`,
        method: "DELETE",
        secure: true,
        ...params,
      }),

    /**
     * @description Returns an e-mail as received over SMTP; an SMS as the members of the request to Twilio.
     *
     * @tags Admin
     * @name GetAdminMailboxIdRaw
     * @summary Returns a message as it came
     * @request GET:/api/v2/admin/mailbox/{id}/raw
     * @secure
     */
    getAdminMailboxIdRaw: (id: string, params: RequestParams = {}) =>
      this.request<string, ErrorBody>({
        path: `/api/v2/admin/mailbox/${segment(id)}/raw`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the search indexes of all kinds, with the number of their documents and of the records.
     *
     * @tags Admin
     * @name GetAdminIndexes
     * @summary Returns the indexes
     * @request GET:/api/v2/admin/indexes
     * @secure
     */
    getAdminIndexes: (params: RequestParams = {}) =>
      this.request<Index[], ErrorBody>({
        path: `/api/v2/admin/indexes`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Creates and fills the missing indexes. Responds when this ends, at the latest after the time limit for results.
     *
     * @tags Admin
     * @name PostAdminIndexes
     * @summary DmsAdminPublicApi.create
     * @request POST:/api/v2/admin/indexes
     * @secure
     */
    postAdminIndexes: (params: RequestParams = {}) =>
      this.request<IndexResult[], ErrorBody>({
        path: `/api/v2/admin/indexes`,
        method: "POST",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Adds the fields of new members to the index. The path of any kind is allowed.
     *
     * @tags Admin
     * @name PutAdminIndexesIndexNameMapping
     * @summary Update the search-index mapping for worklog
     * @request PUT:/api/v2/admin/indexes/{indexName}/mapping
     * @secure
     */
    putAdminIndexesIndexNameMapping: (
      indexName: string,
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/admin/indexes/${segment(indexName)}/mapping`,
        method: "PUT",
        secure: true,
        ...params,
      }),

    /**
     * @description Starts a Job that counts and lists the differences between the index and the database.
     *
     * @tags Admin
     * @name PostAdminIndexesIndexNameCompare
     * @summary Compare an index with the database
     * @request POST:/api/v2/admin/indexes/{indexName}/compare
     * @secure
     */
    postAdminIndexesIndexNameCompare: (
      indexName: string,
      params: RequestParams = {},
    ) =>
      this.request<AckResponse, ErrorBody>({
        path: `/api/v2/admin/indexes/${segment(indexName)}/compare`,
        method: "POST",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Starts a Job that indexes the matching records again. `entityType` of the filtering names the kind.
     *
     * @tags Admin
     * @name PostAdminReindexSelected
     * @summary Refresh selected records async
     * @request POST:/api/v2/admin/reindex/selected
     * @secure
     */
    postAdminReindexSelected: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<AckResponse, ErrorBody>({
        path: `/api/v2/admin/reindex/selected`,
        method: "POST",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Finishes a rebuild of which only the last step has failed: searches use its index, and its Job is completed. X-Job-Id is the id of the Job that does this, or of the rebuild if nothing is left to do.
     *
     * @tags Admin
     * @name PostAdminReindexCompleted
     * @summary DmsAdminPublicApi.reindexAsyncCompleted
     * @request POST:/api/v2/admin/reindex/completed
     * @secure
     */
    postAdminReindexCompleted: (data: JobInput, params: RequestParams = {}) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/admin/reindex/completed`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        ...params,
      }),

    /**
     * @description Starts a Job that rebuilds the index of the logs. Searches use the present one until the new one is complete.
     *
     * @tags Admin
     * @name PostAdminReindexLogs
     * @summary Recreates an index and updates all logs
     * @request POST:/api/v2/admin/reindex/logs
     * @secure
     */
    postAdminReindexLogs: (params: RequestParams = {}) =>
      this.request<AckResponse, ErrorBody>({
        path: `/api/v2/admin/reindex/logs`,
        method: "POST",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Starts a Job that rebuilds all indexes. Searches use the present ones until the new ones are complete.
     *
     * @tags Admin
     * @name PostAdminReindexAll
     * @summary Send a broker message to update all search indexes
     * @request POST:/api/v2/admin/reindex/all
     * @secure
     */
    postAdminReindexAll: (params: RequestParams = {}) =>
      this.request<AckResponse, ErrorBody>({
        path: `/api/v2/admin/reindex/all`,
        method: "POST",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Imports a zip or tar.gz with one file for each kind, in one transaction. Kinds without a file are unchanged.
     *
     * @tags Admin
     * @name PostAdminImport
     * @summary Import an archive
     * @request POST:/api/v2/admin/import
     * @secure
     */
    postAdminImport: (
      data: {
        /**
         * The archive.
         * @format binary
         */
        file: File;
      },
      query?: {
        /**
         * Whether changed `chars` are checked against the registries of their types, and changed formats, periods and codes.
         * @default false
         * @example true
         */
        checkRegistry?: boolean;
        /**
         * Return the changes without saving them.
         * @default false
         * @example true
         */
        dryRun?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<ImportResult[], ErrorBody>({
        path: `/api/v2/admin/import`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.FormData,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns an archive with an ExportEnvelope for each kind, all from one snapshot: all records if the caller may import an archive, else those that the caller may read.
     *
     * @tags Admin
     * @name PostAdminExport
     * @summary Export everything
     * @request POST:/api/v2/admin/export
     * @secure
     */
    postAdminExport: (
      query?: {
        /**
         * Format of the archive.
         * @default "zip"
         * @example "tar.gz"
         */
        format?: "zip" | "tar.gz";
      },
      params: RequestParams = {},
    ) =>
      this.request<Blob, ErrorBody>({
        path: `/api/v2/admin/export`,
        method: "POST",
        query: query,
        secure: true,
        ...params,
      }),

    /**
     * @description Returns the group with the code.
     *
     * @tags UserGroup
     * @name GetUserGroupsByCodeCode
     * @summary Find user group by code
     * @request GET:/api/v2/user-groups/by-code/{code}
     * @secure
     */
    getUserGroupsByCodeCode: (
      code: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<UserGroup, void | ErrorBody>({
        path: `/api/v2/user-groups/by-code/${segment(code)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the groups with their types in the order of the codes. Unknown codes are omitted.
     *
     * @tags UserGroup
     * @name PostUserGroupsExpanded
     * @summary Returns list of user groups
     * @request POST:/api/v2/user-groups/expanded
     * @secure
     */
    postUserGroupsExpanded: (data: string[], params: RequestParams = {}) =>
      this.request<UserGroupExpanded[], ErrorBody>({
        path: `/api/v2/user-groups/expanded`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the current groups of each user, ordered by code. The map has an entry for every requested user.
     *
     * @tags UserGroup
     * @name GetUserGroupsByUsersMap
     * @summary Returns a map of user groups for each user UUID
     * @request GET:/api/v2/user-groups/by-users/map
     * @secure
     */
    getUserGroupsByUsersMap: (
      query: {
        /**
         * 1 to 500 ids, separated by commas or repeated.
         * @maxItems 500
         * @example ["0198c0de-7a51-7c3e-9d2f-5b8e4a1c0706"]
         */
        userIds: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<Record<string, UserGroup[]>, ErrorBody>({
        path: `/api/v2/user-groups/by-users/map`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the current groups of the user, ordered by code.
     *
     * @tags UserGroup
     * @name GetUserGroupsByUserUserId
     * @summary Get all user groups by user UUID
     * @request GET:/api/v2/user-groups/by-user/{userId}
     * @secure
     */
    getUserGroupsByUserUserId: (
      userId: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<UserGroup[], ErrorBody>({
        path: `/api/v2/user-groups/by-user/${segment(userId)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the groups with this value in chars. The path names the member, with dots into nested objects. Two numbers are compared as numbers.
     *
     * @tags UserGroup
     * @name GetUserGroupsByCharsPathValue
     * @summary Find userGroup by value stored in chars
     * @request GET:/api/v2/user-groups/by-chars/{path}/{value}
     * @secure
     */
    getUserGroupsByCharsPathValue: (
      path: string,
      value: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<UserGroup[], ErrorBody>({
        path: `/api/v2/user-groups/by-chars/${segment(path)}/${segment(value)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the matching groups, up to the size of the filtering: 1,000 by default.
     *
     * @tags UserGroup
     * @name GetUserGroupsSearchTickets
     * @summary Searches tickets
     * @request GET:/api/v2/user-groups/search/tickets
     * @secure
     */
    getUserGroupsSearchTickets: (
      query: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<UserGroup[], ErrorBody>({
        path: `/api/v2/user-groups/search/tickets`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Finds a group by its distinguished name or code in the directory. Without a directory, finds it by its own ldapMemberOf.
     *
     * @tags UserGroup
     * @name GetUserGroupsByLdapLdapMemberOf
     * @summary Searches groups in LDAP
     * @request GET:/api/v2/user-groups/by-ldap/{ldapMemberOf}
     * @secure
     */
    getUserGroupsByLdapLdapMemberOf: (
      ldapMemberOf: string,
      params: RequestParams = {},
    ) =>
      this.request<UserGroupExpanded, ErrorBody>({
        path: `/api/v2/user-groups/by-ldap/${segment(ldapMemberOf)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the regions of the group with the id or the code.
     *
     * @tags UserGroupRegion
     * @name GetUserGroupRegionsByGroupGroupId
     * @summary Find user group region by group code
     * @request GET:/api/v2/user-group-regions/by-group/{groupId}
     * @secure
     */
    getUserGroupRegionsByGroupGroupId: (
      groupId: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<UserGroupRegion[], ErrorBody>({
        path: `/api/v2/user-group-regions/by-group/${segment(groupId)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the region of the group with the id or the code.
     *
     * @tags UserGroupRegion
     * @name GetUserGroupRegionsByGroupGroupIdRegionId
     * @summary Find user group region by group code and region id
     * @request GET:/api/v2/user-group-regions/by-group/{groupId}/{regionId}
     * @secure
     */
    getUserGroupRegionsByGroupGroupIdRegionId: (
      groupId: string,
      regionId: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<UserGroupRegion, void | ErrorBody>({
        path: `/api/v2/user-group-regions/by-group/${segment(groupId)}/${segment(regionId)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the regions of the group with the code.
     *
     * @tags UserGroupRegion
     * @name GetUserGroupRegionsByGroupCodeGroupCode
     * @summary Find user group region by group code
     * @request GET:/api/v2/user-group-regions/by-group-code/{groupCode}
     * @secure
     */
    getUserGroupRegionsByGroupCodeGroupCode: (
      groupCode: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<UserGroupRegion[], ErrorBody>({
        path: `/api/v2/user-group-regions/by-group-code/${segment(groupCode)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns one page of the schedules that the caller may read, in the order of their next runs, each with its last run. Schedules without a next run are the last.
     *
     * @tags Schedule
     * @name GetAdminSchedules
     * @summary Returns the schedules with their runs
     * @request GET:/api/v2/admin/schedules
     * @secure
     */
    getAdminSchedules: (
      query?: {
        /**
         * Number of the page, from 0.
         * @format int32
         * @min 0
         * @max 1000000
         * @default 0
         * @example 0
         */
        page?: number;
        /**
         * Maximum number of schedules of a page.
         * @format int32
         * @min 1
         * @max 1000
         * @default 50
         * @example 20
         */
        size?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfListedSchedule, ErrorBody>({
        path: `/api/v2/admin/schedules`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns when the schedule runs next, the times of its next five runs, and its last 100 runs, newest first, with their Jobs as far as the caller may read these.
     *
     * @tags Schedule
     * @name GetSchedulesIdOrCodeRuns
     * @summary Returns the runs of a schedule
     * @request GET:/api/v2/schedules/{idOrCode}/runs
     * @secure
     */
    getSchedulesIdOrCodeRuns: (idOrCode: string, params: RequestParams = {}) =>
      this.request<ScheduleRuns, ErrorBody>({
        path: `/api/v2/schedules/${segment(idOrCode)}/runs`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Runs the script with the body as its `input`, and returns the result of the script.
     *
     * @tags Script
     * @name PostScriptsScriptCodeEvaluate
     * @summary Evaluate a stored script
     * @request POST:/api/v2/scripts/{scriptCode}/evaluate
     * @secure
     */
    postScriptsScriptCodeEvaluate: (
      scriptCode: string,
      data: Record<string, any>,
      params: RequestParams = {},
    ) =>
      this.request<Record<string, any>, ErrorBody>({
        path: `/api/v2/scripts/${segment(scriptCode)}/evaluate`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Sends a notification by the rule with the code `templateCode`, or else by the formatter template with that code. The response comes once the notification is stored; workers deliver it afterwards.
     *
     * @tags Notification
     * @name PostNotifications
     * @summary Send a notification
     * @request POST:/api/v2/notifications
     * @secure
     */
    postNotifications: (
      data: NotificationCreate,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/notifications`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        ...params,
      }),

    /**
     * @description Sends up to 10,000 notifications. Either all are accepted or none.
     *
     * @tags Notification
     * @name PostNotificationsBatch
     * @summary Send a notification
     * @request POST:/api/v2/notifications/batch
     * @secure
     */
    postNotificationsBatch: (
      data: NotificationCreate[],
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/notifications/batch`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        ...params,
      }),

    /**
     * @description Sends a notification by the formatter template with the code `templateCode`, or by a rule of the type DIRECT.
     *
     * @tags Notification
     * @name PostNotificationsDirect
     * @summary Send a notification
     * @request POST:/api/v2/notifications/direct
     * @secure
     */
    postNotificationsDirect: (
      data: NotificationCreate,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/notifications/direct`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        ...params,
      }),

    /**
     * @description Cancels a notification that waits, or sends one again. Allowed changes: PLAN to CANCELLED; FAILED, EXPIRED or CANCELLED to PLAN.
     *
     * @tags Notification
     * @name PutNotificationsIdStateNewState
     * @summary Updates notification's state
     * @request PUT:/api/v2/notifications/{id}/state/{newState}
     * @secure
     */
    putNotificationsIdStateNewState: (
      id: string,
      newState: string,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/notifications/${segment(id)}/state/${segment(newState)}`,
        method: "PUT",
        query: query,
        secure: true,
        ...params,
      }),

    /**
     * @description Returns the notification with its recipients and every delivery attempt.
     *
     * @tags Notification
     * @name GetNotificationsId
     * @summary Returns a notification
     * @request GET:/api/v2/notifications/{id}
     * @secure
     */
    getNotificationsId: (
      id: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<Notification, void | ErrorBody>({
        path: `/api/v2/notifications/${segment(id)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns up to 1,000 notifications of the owners in the body, oldest first.
     *
     * @tags Notification
     * @name PostNotificationsByOwnersOwnerType
     * @summary NotificationPublicApi.getByOwners
     * @request POST:/api/v2/notifications/by-owners/{ownerType}
     * @secure
     */
    postNotificationsByOwnersOwnerType: (
      ownerType: string,
      data: string[],
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<Notification[], ErrorBody>({
        path: `/api/v2/notifications/by-owners/${segment(ownerType)}`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the entities of this type that the notification concerns.
     *
     * @tags Notification
     * @name GetNotificationsIdRelatedEntitiesRefType
     * @summary NotificationPublicApi.getByNotificationIdAndRefType
     * @request GET:/api/v2/notifications/{id}/related-entities/{refType}
     * @secure
     */
    getNotificationsIdRelatedEntitiesRefType: (
      id: string,
      refType: string,
      params: RequestParams = {},
    ) =>
      this.request<NotificationRelatedEntity[], ErrorBody>({
        path: `/api/v2/notifications/${segment(id)}/related-entities/${segment(refType)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Sends the notification of a rule of the type REST or DIRECT. Missing data is fetched from the evalNotificationUrl of the rule.
     *
     * @tags NotificationRule
     * @name PostNotificationRulesIdOrCodeEvaluate
     * @summary NotificationRulePublicApi.evaluate
     * @request POST:/api/v2/notification-rules/{idOrCode}/evaluate
     * @secure
     */
    postNotificationRulesIdOrCodeEvaluate: (
      idOrCode: string,
      data: NotificationEvaluate,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
         * @example true
         */
        immediatelyRefresh?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/notification-rules/${segment(idOrCode)}/evaluate`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        ...params,
      }),

    /**
     * @description Returns whether the rule posts changes, and when it last did. Only rules of the type SYSTEM whose `config.event` is RECORD_CHANGED do. Logs of the owner type NotificationRule have each request that the receiver has not accepted, unless `LOG_EXCHANGES` is none.
     *
     * @tags NotificationRule
     * @name GetNotificationRulesIdOrCodeFeed
     * @summary Returns how a rule posts changes
     * @request GET:/api/v2/notification-rules/{idOrCode}/feed
     * @secure
     */
    getNotificationRulesIdOrCodeFeed: (
      idOrCode: string,
      params: RequestParams = {},
    ) =>
      this.request<RuleFeed, ErrorBody>({
        path: `/api/v2/notification-rules/${segment(idOrCode)}/feed`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Called by Twilio with a signature. A receipt never moves a status backwards.
     *
     * @tags Notification
     * @name PostNotificationsReceiptsTwilio
     * @summary Receive a Twilio delivery receipt
     * @request POST:/api/v2/notifications/receipts/twilio
     */
    postNotificationsReceiptsTwilio: (
      data: {
        /**
         * Why the message could not be delivered.
         * @maxLength 67108864
         * @pattern ^[^\x00]*$
         */
        ErrorCode?: string;
        /**
         * Id of the message at Twilio.
         * @maxLength 67108864
         * @pattern ^[^\x00]*$
         */
        MessageSid?: string;
        /**
         * What became of the message, such as `delivered`.
         * @maxLength 67108864
         * @pattern ^[^\x00]*$
         */
        MessageStatus?: string;
        /**
         * The same, in place of MessageStatus.
         * @maxLength 67108864
         * @pattern ^[^\x00]*$
         */
        SmsStatus?: string;
      },
      query?: {
        /**
         * Id of the target that the receipt is for.
         * @maxLength 262144
         * @pattern ^[^\x00]*$
         * @example "0198c0de-7a51-7c3e-9d2f-5b8e4a1c6f74"
         */
        target?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/notifications/receipts/twilio`,
        method: "POST",
        query: query,
        body: data,
        type: ContentType.UrlEncoded,
        ...params,
      }),

    /**
     * @description Called by Amazon SNS with a signature. A permanent bounce and a complaint suppress the address. The subscription of the topic is confirmed by itself.
     *
     * @tags Notification
     * @name PostNotificationsReceiptsSes
     * @summary Receive a bounce or complaint of Amazon SES
     * @request POST:/api/v2/notifications/receipts/ses
     */
    postNotificationsReceiptsSes: (
      data: {
        /**
         * The notification of Amazon SES, as JSON text.
         * @maxLength 67108864
         * @pattern ^[^\x00]*$
         */
        Message?: string;
        /**
         * Signature of Amazon SNS, in base64.
         * @maxLength 67108864
         * @pattern ^[^\x00]*$
         */
        Signature?: string;
        /**
         * URL of the certificate of the signature.
         * @maxLength 67108864
         * @pattern ^[^\x00]*$
         */
        SigningCertURL?: string;
        /**
         * The topic, which must be among SES_TOPIC_ARNS.
         * @maxLength 67108864
         * @pattern ^[^\x00]*$
         */
        TopicArn?: string;
        /**
         * Notification, or SubscriptionConfirmation.
         * @maxLength 67108864
         * @pattern ^[^\x00]*$
         */
        Type?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/notifications/receipts/ses`,
        method: "POST",
        body: data,
        type: ContentType.Json,
        ...params,
      }),

    /**
     * @description Called by Postmark with the password of HTTP Basic authentication. A hard bounce and a complaint suppress the address.
     *
     * @tags Notification
     * @name PostNotificationsReceiptsPostmark
     * @summary Receive a bounce or complaint of Postmark
     * @request POST:/api/v2/notifications/receipts/postmark
     */
    postNotificationsReceiptsPostmark: (
      data: {
        /**
         * The address of the recipient.
         * @maxLength 67108864
         * @pattern ^[^\x00]*$
         */
        Email?: string;
        /** Has the target of the e-mail, as its header has set it. */
        Metadata?: object;
        /**
         * Bounce or SpamComplaint; others are ignored.
         * @maxLength 67108864
         * @pattern ^[^\x00]*$
         */
        RecordType?: string;
        /**
         * Type of the bounce, such as HardBounce.
         * @maxLength 67108864
         * @pattern ^[^\x00]*$
         */
        Type?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/notifications/receipts/postmark`,
        method: "POST",
        body: data,
        type: ContentType.Json,
        ...params,
      }),

    /**
     * @description Called by Mailgun with a signature in the body. A bounce of the address and a complaint suppress the address.
     *
     * @tags Notification
     * @name PostNotificationsReceiptsMailgun
     * @summary Receive a bounce or complaint of Mailgun
     * @request POST:/api/v2/notifications/receipts/mailgun
     */
    postNotificationsReceiptsMailgun: (
      data: {
        /** The event: failed or complained; others are ignored. */
        "event-data"?: object;
        /** `timestamp`, `token`, and their `signature`. */
        signature?: object;
      },
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/notifications/receipts/mailgun`,
        method: "POST",
        body: data,
        type: ContentType.Json,
        ...params,
      }),

    /**
     * @description Returns one page of the suppressed addresses that match the filtering.
     *
     * @tags Suppression
     * @name GetSuppressions
     * @summary Returns the suppressed addresses
     * @request GET:/api/v2/suppressions
     * @secure
     */
    getSuppressions: (
      query: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfSuppression, ErrorBody>({
        path: `/api/v2/suppressions`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Suppresses an address: it gets no messages, and deliveries to it become SKIPPED.
     *
     * @tags Suppression
     * @name PostSuppressions
     * @summary Suppress an address
     * @request POST:/api/v2/suppressions
     * @secure
     */
    postSuppressions: (data: SuppressionInput, params: RequestParams = {}) =>
      this.request<Suppression, ErrorBody>({
        path: `/api/v2/suppressions`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Lifts the suppression: the address gets messages again.
     *
     * @tags Suppression
     * @name DeleteSuppressionsId
     * @summary Lift a suppression
     * @request DELETE:/api/v2/suppressions/{id}
     * @secure
     */
    deleteSuppressionsId: (id: string, params: RequestParams = {}) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/suppressions/${segment(id)}`,
        method: "DELETE",
        secure: true,
        ...params,
      }),

    /**
     * @description Renders a template with data and saves neither. Returns HTML, or a PDF with the page size `documentSize` if Accept names `application/pdf`.
     *
     * @tags FormatterTemplate
     * @name PostFormatterTemplatesPreview
     * @summary FormatterTemplatePublicApi.getContentPreview
     * @request POST:/api/v2/formatter-templates/preview
     * @secure
     */
    postFormatterTemplatesPreview: (
      data: {
        /**
         * The template.
         * @maxLength 1000000
         * @pattern ^[^\x00]*$
         */
        content: string;
        /** Input of the template. */
        data: Record<string, any>;
        /**
         * Page size of a PDF.
         * @default "A4"
         */
        documentSize?:
          | "AUTO"
          | "PORTRAIT"
          | "LANDSCAPE"
          | "A4"
          | "B5"
          | "LETTER";
        /** As `pdf` of a template. */
        pdf?: {
          /** TAGGED: the PDF has a structure, which screen readers need. PDF/UA-1: it also conforms to that standard, or is a 400. */
          accessibility?: "TAGGED" | "PDF/UA-1";
          /**
           * What follows the document, in this order. Each entry has one of template, file and data.
           * @maxItems 50
           */
          append?: {
            /**
             * Path of a member of the data, such as `contract.terms`: a PDF in base64, or an array of them.
             * @minLength 1
             * @maxLength 500
             * @pattern ^[^\x00]*$
             */
            data?: string;
            /**
             * Name of a PDF file below `templates/`.
             * @minLength 1
             * @maxLength 500
             * @pattern ^[^\x00]*$
             */
            file?: string;
            /**
             * Code of a FormatterTemplate, rendered with the same data.
             * @minLength 1
             * @maxLength 255
             * @pattern ^[^\x00]*$
             */
            template?: string;
          }[];
          /**
           * Files attached to the document.
           * @maxItems 20
           */
          attachments?: {
            /**
             * A template of the text of the file.
             * @minLength 1
             * @maxLength 100000
             * @pattern ^[^\x00]*$
             */
            content: string;
            /**
             * Shown by readers.
             * @maxLength 1000
             * @pattern ^[^\x00]*$
             */
            description?: string;
            /**
             * Media type of the file; `text/xml` if absent.
             * @minLength 1
             * @maxLength 100
             * @pattern ^[^\x00]*$
             */
            mediaType?: string;
            /**
             * Name of the file, such as `factur-x.xml`.
             * @minLength 1
             * @maxLength 255
             * @pattern ^[^\x00]*$
             */
            name: string;
            /** What the file is to the document; ALTERNATIVE if absent. */
            relationship?:
              | "ALTERNATIVE"
              | "DATA"
              | "SOURCE"
              | "SUPPLEMENT"
              | "UNSPECIFIED";
          }[];
          /**
           * A template of the author of the document; if its text is empty, the HTML decides.
           * @maxLength 1000
           * @pattern ^[^\x00]*$
           */
          author?: string;
          /** The standard that the document conforms to: PDF/A-3b, for archives and electronic invoices. */
          conformance?: "PDF/A-3B";
          /**
           * A template of the keywords of the document; if its text is empty, the HTML decides.
           * @maxLength 1000
           * @pattern ^[^\x00]*$
           */
          keywords?: string;
          /**
           * A template of the language of the document, such as `cs` or `en-GB`; if its text is empty, the HTML decides.
           * @maxLength 1000
           * @pattern ^[^\x00]*$
           */
          language?: string;
          /**
           * A template of the password that lifts the permissions. If absent, nobody can lift them.
           * @maxLength 1000
           * @pattern ^[^\x00]*$
           */
          ownerPassword?: string;
          /**
           * A template of the password that opens the document, such as `{{customer.pin}}`; an empty text is none.
           * @maxLength 1000
           * @pattern ^[^\x00]*$
           */
          password?: string;
          /**
           * What readers may do without the owner password; all if absent.
           * @maxItems 33554432
           */
          permissions?: (
            | "PRINT"
            | "COPY"
            | "MODIFY"
            | "ANNOTATE"
            | "FILL_FORMS"
            | "ASSEMBLE"
          )[];
          /**
           * A template of the subject of the document; if its text is empty, the HTML decides.
           * @maxLength 1000
           * @pattern ^[^\x00]*$
           */
          subject?: string;
          /**
           * A template of the title of the document, such as `Invoice {{number}}`; if its text is empty, the HTML decides.
           * @maxLength 1000
           * @pattern ^[^\x00]*$
           */
          title?: string;
          /**
           * A template of the text across each page; an empty text is none.
           * @maxLength 1000
           * @pattern ^[^\x00]*$
           */
          watermark?: string;
        };
        /**
         * What makes a PDF.
         * @default "LAYOUT"
         */
        renderer?: "LAYOUT" | "BROWSER";
      },
      params: RequestParams = {},
    ) =>
      this.request<string, ErrorBody>({
        path: `/api/v2/formatter-templates/preview`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        ...params,
      }),

    /**
     * @description Renders a stored template of any type with `data`, or with its `previewData` if there is none. Returns HTML, or a PDF if Accept names `application/pdf`.
     *
     * @tags FormatterTemplate
     * @name PostFormatterTemplatesIdOrCodePreview
     * @summary Preview a stored template
     * @request POST:/api/v2/formatter-templates/{idOrCode}/preview
     * @secure
     */
    postFormatterTemplatesIdOrCodePreview: (
      idOrCode: string,
      data: {
        /** Input of the template, in place of its `previewData`. */
        data?: Record<string, any>;
      },
      params: RequestParams = {},
    ) =>
      this.request<string, ErrorBody>({
        path: `/api/v2/formatter-templates/${segment(idOrCode)}/preview`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        ...params,
      }),

    /**
     * @description Returns the template with the code.
     *
     * @tags FormatterTemplate
     * @name GetFormatterTemplatesByTemplateCodeCode
     * @summary FormatterTemplatePublicApi.getByTemplateByCode
     * @request GET:/api/v2/formatter-templates/by-template-code/{code}
     * @secure
     */
    getFormatterTemplatesByTemplateCodeCode: (
      code: string,
      query?: {
        /**
         * The members that each record of the answer has, separated by commas: `id,code,name`. A path with dots selects a part of an object: `auditInfo.version`. All members by default; with `fields`, required members may be absent.
         * @maxItems 200
         * @example ["id","code","name"]
         */
        fields?: string[];
      },
      params: RequestParams = {},
    ) =>
      this.request<FormatterTemplate, void | ErrorBody>({
        path: `/api/v2/formatter-templates/by-template-code/${segment(code)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the distinct data tags of all templates, sorted.
     *
     * @tags FormatterTemplate
     * @name GetFormatterTemplatesSearchDataTags
     * @summary FormatterTemplatePublicApi.getDataTags
     * @request GET:/api/v2/formatter-templates/search/data-tags
     * @secure
     */
    getFormatterTemplatesSearchDataTags: (
      query?: {
        /**
         * A part of the tag; case is ignored.
         * @maxLength 262144
         * @pattern ^[^\x00]*$
         * @example "out"
         */
        search?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<string[], ErrorBody>({
        path: `/api/v2/formatter-templates/search/data-tags`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the formats to which templates are rendered.
     *
     * @tags Document
     * @name GetDocumentsFormats
     * @summary Returns the formats
     * @request GET:/api/v2/documents/formats
     * @secure
     */
    getDocumentsFormats: (params: RequestParams = {}) =>
      this.request<Format[], ErrorBody>({
        path: `/api/v2/documents/formats`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The body is the data. Returns a string: the document in base64, or the text itself for text formats. If Accept names the media type of the document, returns its bytes. The format is a name or a media type.
     *
     * @tags Document
     * @name PostDocumentsGenerateDocumentTemplateCodeFormat
     * @summary Generate a document by its template and return rendered content
     * @request POST:/api/v2/documents/generate/{documentTemplateCode}/{format}
     * @secure
     */
    postDocumentsGenerateDocumentTemplateCodeFormat: (
      documentTemplateCode: string,
      format: string,
      data: Record<string, any>,
      query?: {
        /**
         * With templateVersion: the versions of the appended templates, as X-Appended-Versions has named them; the present ones by default.
         * @maxLength 262144
         * @pattern ^[^\x00]*$
         * @example "0198c0de-7a51-7c3e-9d2f-5b8e4a1c0c00:1"
         */
        appendedVersions?: string;
        /**
         * Version of the template, as X-Template-Version has named it; the present one by default.
         * @format int32
         * @min 1
         * @max 2147483647
         * @example 1
         */
        templateVersion?: number;
        /**
         * Return in X-Warnings what the document lacks, and what in it cannot be read.
         * @default false
         * @example true
         */
        warnings?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<string, ErrorBody>({
        path: `/api/v2/documents/generate/${segment(documentTemplateCode)}/${segment(format)}`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Runs a job, waits for its end, and returns the results in the order of the items. A failed item has no `data`, and the step of the job has the reason; if all items fail, the response is a 400. With async, the response acknowledges the job, and its results are read by another operation.
     *
     * @tags Document
     * @name PostDocumentsGenerateManyFormat
     * @summary Generate multiple documents
     * @request POST:/api/v2/documents/generate-many/{format}
     * @secure
     */
    postDocumentsGenerateManyFormat: (
      format: string,
      data: GenerateItem[],
      query?: {
        /**
         * Respond as soon as all items are stored.
         * @default false
         * @example true
         */
        async?: boolean;
      },
      params: RequestParams = {},
    ) =>
      this.request<GenerateResult[] | AckResponse, ErrorBody>({
        path: `/api/v2/documents/generate-many/${segment(format)}`,
        method: "POST",
        query: query,
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the results so far, in the order of the items.
     *
     * @tags Document
     * @name GetDocumentsResultsJobId
     * @summary Returns the results of a job
     * @request GET:/api/v2/documents/results/{jobId}
     * @secure
     */
    getDocumentsResultsJobId: (
      jobId: string,
      query?: {
        /**
         * Number of the page, from 0.
         * @format int32
         * @min 0
         * @max 1000000
         * @default 0
         * @example 0
         */
        page?: number;
        /**
         * Maximum number of results of a page.
         * @format int32
         * @min 1
         * @max 1000
         * @default 20
         * @example 20
         */
        size?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfGenerateResult, ErrorBody>({
        path: `/api/v2/documents/results/${segment(jobId)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns an archive with one file for each document once the job has ended; `failed.json` lists the documents that failed.
     *
     * @tags Document
     * @name GetDocumentsResultsJobIdArchive
     * @summary Returns the results of a job as an archive
     * @request GET:/api/v2/documents/results/{jobId}/archive
     * @secure
     */
    getDocumentsResultsJobIdArchive: (
      jobId: string,
      params: RequestParams = {},
    ) =>
      this.request<Blob, ErrorBody>({
        path: `/api/v2/documents/results/${segment(jobId)}/archive`,
        method: "GET",
        secure: true,
        ...params,
      }),

    /**
     * @description The body is the data. Returns the output of the template as one line, without escaping.
     *
     * @tags Document
     * @name PostDocumentsNameTemplateCode
     * @summary Generate a document name by its template
     * @request POST:/api/v2/documents/name/{templateCode}
     * @secure
     */
    postDocumentsNameTemplateCode: (
      templateCode: string,
      data: Record<string, any>,
      params: RequestParams = {},
    ) =>
      this.request<string, ErrorBody>({
        path: `/api/v2/documents/name/${segment(templateCode)}`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the keys of the caller, newest first; all keys for callers with the right to `Admin`. The keys themselves are not stored.
     *
     * @tags Access
     * @name GetApiKeys
     * @summary Returns the API keys
     * @request GET:/api/v2/api-keys
     * @secure
     */
    getApiKeys: (
      query?: {
        /**
         * Number of the page, from 0.
         * @format int32
         * @min 0
         * @max 1000000
         * @default 0
         * @example 0
         */
        page?: number;
        /**
         * Maximum number of elements of a page.
         * @format int32
         * @min 1
         * @max 10000
         * @default 1000
         * @example 20
         */
        size?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<ApiKey[], ErrorBody>({
        path: `/api/v2/api-keys`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Makes a key. Only this response contains the key itself, so that a request with an Idempotency-Key is a 400. A key of another user needs the right to `Admin`, or write access to the user and all its rules.
     *
     * @tags Access
     * @name PostApiKeys
     * @summary Make an API key
     * @request POST:/api/v2/api-keys
     * @secure
     */
    postApiKeys: (data: NewApiKey, params: RequestParams = {}) =>
      this.request<CreatedApiKey, ErrorBody>({
        path: `/api/v2/api-keys`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Revokes the key: every api refuses it within a second.
     *
     * @tags Access
     * @name DeleteApiKeysId
     * @summary Revoke an API key
     * @request DELETE:/api/v2/api-keys/{id}
     * @secure
     */
    deleteApiKeysId: (id: string, params: RequestParams = {}) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/api-keys/${segment(id)}`,
        method: "DELETE",
        secure: true,
        ...params,
      }),

    /**
     * @description Sets the cookie of a new session. The answer does not show whether a user has the code.
     *
     * @tags Access
     * @name PostSession
     * @summary Sign in
     * @request POST:/api/v2/session
     */
    postSession: (data: SignIn, params: RequestParams = {}) =>
      this.request<SignedIn, ErrorBody>({
        path: `/api/v2/session`,
        method: "POST",
        body: data,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the user of the credential, and when the credential ends.
     *
     * @tags Access
     * @name GetSession
     * @summary Returns who is signed in
     * @request GET:/api/v2/session
     * @secure
     */
    getSession: (params: RequestParams = {}) =>
      this.request<SignedIn, ErrorBody>({
        path: `/api/v2/session`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Ends the session of the cookie. The token is refused from then on, also in copies of the cookie.
     *
     * @tags Access
     * @name DeleteSession
     * @summary Sign out
     * @request DELETE:/api/v2/session
     */
    deleteSession: (params: RequestParams = {}) =>
      this.request<SignedOut, ErrorBody>({
        path: `/api/v2/session`,
        method: "DELETE",
        format: "json",
        ...params,
      }),

    /**
     * @description Sets the cookie of a new session of the user of the certificate that the gateway passes on. The session is valid only with this certificate.
     *
     * @tags Access
     * @name PostSessionCertificate
     * @summary Sign in by a client certificate
     * @request POST:/api/v2/session/certificate
     */
    postSessionCertificate: (params: RequestParams = {}) =>
      this.request<SignedIn, ErrorBody>({
        path: `/api/v2/session/certificate`,
        method: "POST",
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the sessions of the caller, newest first; all sessions for callers with the right to `Admin`.
     *
     * @tags Access
     * @name GetSessions
     * @summary Returns the sessions
     * @request GET:/api/v2/sessions
     * @secure
     */
    getSessions: (
      query?: {
        /**
         * Number of the page, from 0.
         * @format int32
         * @min 0
         * @max 1000000
         * @default 0
         * @example 0
         */
        page?: number;
        /**
         * Maximum number of elements of a page.
         * @format int32
         * @min 1
         * @max 10000
         * @default 1000
         * @example 20
         */
        size?: number;
      },
      params: RequestParams = {},
    ) =>
      this.request<Session[], ErrorBody>({
        path: `/api/v2/sessions`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Ends the sessions of the caller except that of the request.
     *
     * @tags Access
     * @name DeleteSessions
     * @summary End all other sessions of the caller
     * @request DELETE:/api/v2/sessions
     * @secure
     */
    deleteSessions: (params: RequestParams = {}) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/sessions`,
        method: "DELETE",
        secure: true,
        ...params,
      }),

    /**
     * @description Ends a session of the caller; any session for callers with the right to `Admin`.
     *
     * @tags Access
     * @name DeleteSessionsId
     * @summary End a session
     * @request DELETE:/api/v2/sessions/{id}
     * @secure
     */
    deleteSessionsId: (id: string, params: RequestParams = {}) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/sessions/${segment(id)}`,
        method: "DELETE",
        secure: true,
        ...params,
      }),

    /**
     * @description A browser opens this address. It is sent to the provider, and from there back to the callback.
     *
     * @tags Access
     * @name GetSessionOidc
     * @summary Sign in at the OpenID provider
     * @request GET:/api/v2/session/oidc
     */
    getSessionOidc: (
      query?: {
        /**
         * Path of this service that the browser opens after the sign-in; the console if absent.
         * @maxLength 262144
         * @pattern ^[^\x00]*$
         * @example "/console#/jobs"
         */
        returnTo?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<any, void | ErrorBody>({
        path: `/api/v2/session/oidc`,
        method: "GET",
        query: query,
        ...params,
      }),

    /**
     * @description The provider sends the browser here. Sets the cookie of a new session, but only in the browser that began the sign-in.
     *
     * @tags Access
     * @name GetSessionOidcCallback
     * @summary Complete a sign-in at the OpenID provider
     * @request GET:/api/v2/session/oidc/callback
     */
    getSessionOidcCallback: (
      query?: {
        /**
         * The code that the service exchanges for tokens.
         * @maxLength 262144
         * @pattern ^[^\x00]*$
         * @example "SplxlOBeZQQYbYS6WxSbIA"
         */
        code?: string;
        /**
         * Why the provider refused the sign-in.
         * @maxLength 262144
         * @pattern ^[^\x00]*$
         * @example "access_denied"
         */
        error?: string;
        /**
         * The same in words.
         * @maxLength 262144
         * @pattern ^[^\x00]*$
         * @example "The user cancelled the sign-in."
         */
        error_description?: string;
        /**
         * The issuer (RFC 9207).
         * @maxLength 262144
         * @pattern ^[^\x00]*$
         * @example "https://id.example.com/realms/waybill"
         */
        iss?: string;
        /**
         * State of the session at the provider; ignored.
         * @maxLength 262144
         * @pattern ^[^\x00]*$
         * @example "3f7a2c1e"
         */
        session_state?: string;
        /**
         * Binds the response to the sign-in that the browser has begun.
         * @maxLength 262144
         * @pattern ^[^\x00]*$
         * @example "af0ifjsldkj"
         */
        state?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<any, void | ErrorBody>({
        path: `/api/v2/session/oidc/callback`,
        method: "GET",
        query: query,
        ...params,
      }),

    /**
     * @description Called by the provider with a logout token (OpenID Connect Back-Channel Logout 1.0).
     *
     * @tags Access
     * @name PostSessionOidcBackchannelLogout
     * @summary End the sessions of a session at the OpenID provider
     * @request POST:/api/v2/session/oidc/backchannel-logout
     */
    postSessionOidcBackchannelLogout: (
      data: {
        /**
         * Token that names the session.
         * @maxLength 67108864
         * @pattern ^[^\x00]*$
         */
        logout_token: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/session/oidc/backchannel-logout`,
        method: "POST",
        body: data,
        type: ContentType.UrlEncoded,
        ...params,
      }),

    /**
     * @description Returns who the caller is, its roles and groups, and how many records of each kind it reads and writes.
     *
     * @tags Access
     * @name GetMe
     * @summary Returns the caller and its rights
     * @request GET:/api/v2/me
     * @secure
     */
    getMe: (params: RequestParams = {}) =>
      this.request<Me, ErrorBody>({
        path: `/api/v2/me`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Users change their own password with the present one in `current`. Passwords of others need the right to `Admin`. Other sessions of the user end.
     *
     * @tags User
     * @name PutUsersIdOrCodePassword
     * @summary Set the password of a user
     * @request PUT:/api/v2/users/{idOrCode}/password
     * @secure
     */
    putUsersIdOrCodePassword: (
      idOrCode: string,
      data: PasswordChange,
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/users/${segment(idOrCode)}/password`,
        method: "PUT",
        body: data,
        secure: true,
        type: ContentType.Json,
        ...params,
      }),

    /**
     * @description Users change their own password with the present one in `current`. Passwords of others need the right to `Admin`. Other sessions of the user end.
     *
     * @tags User
     * @name PostUsersIdOrCodePassword
     * @summary Change the password of a user
     * @request POST:/api/v2/users/{idOrCode}/password
     * @secure
     */
    postUsersIdOrCodePassword: (
      idOrCode: string,
      data: PasswordChange,
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/users/${segment(idOrCode)}/password`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        ...params,
      }),

    /**
     * @description Returns sign-ins, refusals and changes of credentials and rights. No operation writes or deletes an entry.
     *
     * @tags Access
     * @name GetAuditEntries
     * @summary Returns the audit entries
     * @request GET:/api/v2/audit-entries
     * @secure
     */
    getAuditEntries: (
      query: {
        /**
         * Cursor of the part to read: `X-Next-Cursor` of the response before. The filtering, the order and the caller must be the same as there.
         * @maxLength 6000
         * @pattern ^[^\x00]*$
         * @example "AbX3v1mZ0aQp8sT5uWb2c4w"
         */
        after?: string;
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. It is required; `{}` selects all records. */
        filtering: Filtering;
      },
      params: RequestParams = {},
    ) =>
      this.request<PageOfAuditEntry, ErrorBody>({
        path: `/api/v2/audit-entries`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns which access rules give the user rights to a kind or to one of its records, and why the others do not. Other users than the caller need the right to `Admin`.
     *
     * @tags Access
     * @name GetAccessExplain
     * @summary Explain the rights of a user
     * @request GET:/api/v2/access/explain
     * @secure
     */
    getAccessExplain: (
      query: {
        /**
         * Id or code of a record.
         * @maxLength 262144
         * @pattern ^[^\x00]*$
         * @example "marta"
         */
        id?: string;
        /**
         * A kind, or a reserved entity such as `Admin`.
         * @maxLength 262144
         * @pattern ^[^\x00]*$
         * @example "User"
         */
        kind: string;
        /**
         * Id or code; the caller if absent.
         * @maxLength 262144
         * @pattern ^[^\x00]*$
         * @example "marta"
         */
        user?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<AccessExplanation, ErrorBody>({
        path: `/api/v2/access/explain`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Answers up to 1,000 checks in their order. A record that does not exist, or that the caller may not read, is not allowed. Other users than the caller need the right to `Admin`.
     *
     * @tags Access
     * @name PostAccessCheck
     * @summary Check rights of users
     * @request POST:/api/v2/access/check
     * @secure
     */
    postAccessCheck: (data: AccessCheck[], params: RequestParams = {}) =>
      this.request<AccessCheckResult[], ErrorBody>({
        path: `/api/v2/access/check`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns the queries of the caller and those that others share, by name. A query is a text only: a list that it opens shows the records that its reader may read. Keys with scopes or a limit get the shared queries only.
     *
     * @tags SavedQuery
     * @name GetSavedQueries
     * @summary Returns the saved queries
     * @request GET:/api/v2/saved-queries
     * @secure
     */
    getSavedQueries: (
      query?: {
        /**
         * Number of the page, from 0.
         * @format int32
         * @min 0
         * @max 1000000
         * @default 0
         * @example 0
         */
        page?: number;
        /**
         * Maximum number of elements of a page.
         * @format int32
         * @min 1
         * @max 10000
         * @default 1000
         * @example 20
         */
        size?: number;
        /**
         * Path of a list of the console; of all lists if absent.
         * @maxLength 262144
         * @pattern ^[^\x00]*$
         * @example "jobs"
         */
        view?: string;
      },
      params: RequestParams = {},
    ) =>
      this.request<SavedQuery[], ErrorBody>({
        path: `/api/v2/saved-queries`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Saves a query, in place of the query of the caller with the same view and name. A repetition changes nothing.
     *
     * @tags SavedQuery
     * @name PostSavedQueries
     * @summary Save a query
     * @request POST:/api/v2/saved-queries
     * @secure
     */
    postSavedQueries: (data: NewSavedQuery, params: RequestParams = {}) =>
      this.request<SavedQuery, ErrorBody>({
        path: `/api/v2/saved-queries`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Deletes a query of the caller. Callers with the right to `Admin` also delete shared queries of others.
     *
     * @tags SavedQuery
     * @name DeleteSavedQueriesId
     * @summary Delete a saved query
     * @request DELETE:/api/v2/saved-queries/{id}
     * @secure
     */
    deleteSavedQueriesId: (id: string, params: RequestParams = {}) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/saved-queries/${segment(id)}`,
        method: "DELETE",
        secure: true,
        ...params,
      }),
  };
}

const segment = (value: unknown): string => [value].flat().map((one) => encodeURIComponent(String(one))).join(',');
