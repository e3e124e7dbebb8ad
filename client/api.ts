// Made of the OpenAPI document by `npm run client`; test/contracts/client.test.ts fails while it is not fresh.
// @ts-nocheck
export interface AccessCheck {
  /** Id or code of the record. If absent, whether the user reaches any record at all. */
  id?: string;
  /** A kind, or a reserved entity such as `Admin`. */
  kind: string;
  /** @default "READ" */
  right?: "READ" | "READ_WRITE";
  /** Id or code of the user; the caller if absent. */
  user?: string;
}

export interface AccessCheckResult {
  allowed: boolean;
}

export interface AccessExplanation {
  /** A summary in a sentence. */
  because: string;
  /** Whether the record may be read; without a record, how many of the kind. */
  read: boolean | "all" | "some" | "none";
  /** All rules of the user that concern the kind, those too that give nothing now. */
  rules: {
    /** Sentences: the roles and groups by which the user has the rule, periods that do not hold, the filters with their placeholders filled in, and those that the record does not match. */
    because: string;
    code: string;
    gives: "READ" | "READ_WRITE" | "NONE";
    /** @format uuid */
    id: string;
  }[];
  write: boolean | "all" | "some" | "none";
}

export interface AccessRule {
  /** If absent, READ_WRITE with fullAccess and READ without. */
  accessRule?: "READ" | "READ_WRITE";
  /** Maintained by the service. In a request only version is read: the version that the change is based on. */
  auditInfo?: AuditInfo;
  /**
   * @minLength 1
   * @maxLength 255
   */
  code: string;
  description?: string;
  /** Kind of the records, or one of Admin, Metrics, Mailbox, ScriptRun, DocumentRun, NotificationSend with fullAccess. A rule with fullAccess and no entityName covers every kind. */
  entityName?: string;
  /** A filtering in JSON with the placeholders ${user.id}, ${user.code} and ${user.groups}. */
  expression?: string;
  /** Covers all records, whatever the expression. */
  fullAccess: boolean;
  /** @format uuid */
  id?: string;
  /**
   * @minLength 1
   * @maxLength 255
   */
  name: string;
  /** When the rule applies; always if absent. */
  validFor?: TimePeriod;
}

export interface AckResponse {
  acknowledge: boolean;
  /**
   * The job that does the work.
   * @format uuid
   */
  jobId?: string;
}

/** Matches if all of its filters match: those of one nestedPath for the same element. */
export interface AndGroup {
  /**
   * All of these must match.
   * @minItems 1
   */
  and: FilterOrGroup[];
}

export interface ApiKey {
  /** @format date-time */
  createdAt: string;
  createdBy: string;
  /** @format uuid */
  id: string;
  /**
   * Up to a minute late.
   * @format date-time
   */
  lastUsedAt?: string;
  /** Somebody without the right to Admin made the key for this user: it never has more than what the user had then. */
  limited?: boolean;
  /**
   * @minLength 1
   * @maxLength 255
   */
  name: string;
  /** The beginning of the key, by which it can be recognized. */
  prefix: string;
  /** @format date-time */
  revokedAt?: string;
  /** Narrows the rights of the user; without entityName, a scope covers everything. All rights if absent. */
  scopes?: {
    accessRule: "READ" | "READ_WRITE";
    entityName?: string;
  }[];
  /** Code of the user. */
  user: string;
  /** @format date-time */
  validTo?: string;
}

export interface AuditEntry {
  /** What was done or refused: `SIGN_IN`, `API_KEY_CREATED`, … */
  action: string;
  /** Address of the client. */
  address?: string;
  /** @format date-time */
  at: string;
  /** The members of that record that were changed, with their values if these are short. */
  changes?: string;
  /**
   * Number of equal refusals, or of records changed by one request, that this entry stands for; absent for one.
   * @format int64
   */
  count?: number;
  /**
   * UUIDv7: entries sort by it in the order of time.
   * @format uuid
   */
  id?: string;
  /** Name of the API key that the user used. */
  keyName?: string;
  outcome: "SUCCEEDED" | "REFUSED";
  reason?: string;
  requestId?: string;
  /** What the action concerned: the code of a record, the codes that a link connects, the name of a key, an operation. */
  target?: string;
  /**
   * Id of that record.
   * @format uuid
   */
  targetId?: string;
  /** Kind of the record that was created, changed or deleted. */
  targetKind?: string;
  /** Code of the user; absent if no user has been identified. */
  user?: string;
}

/** Maintained by the service. In a request only version is read: the version that the change is based on. */
export interface AuditInfo {
  /** @format int64 */
  version: number;
  /** @format date-time */
  whenEdited: string;
  /** @format date-time */
  whenInserted: string;
  whoEdited: string;
  whoInserted: string;
}

export interface BackupRequest {
  /** @default "id" */
  compareField?: string;
  /** The kind's name. */
  entityType: string;
  /** @default [] */
  filtering?: FilterOrGroup[];
  listingProfile?: string;
  listingType?: string;
}

export interface CreatedApiKey {
  /** @format date-time */
  createdAt: string;
  createdBy: string;
  /** @format uuid */
  id: string;
  /** The key itself. It is not stored and cannot be read later. */
  key: string;
  /**
   * Up to a minute late.
   * @format date-time
   */
  lastUsedAt?: string;
  /** Somebody without the right to Admin made the key for this user: it never has more than what the user had then. */
  limited?: boolean;
  /**
   * @minLength 1
   * @maxLength 255
   */
  name: string;
  /** The beginning of the key, by which it can be recognized. */
  prefix: string;
  /** @format date-time */
  revokedAt?: string;
  /** Narrows the rights of the user; without entityName, a scope covers everything. All rights if absent. */
  scopes?: {
    accessRule: "READ" | "READ_WRITE";
    entityName?: string;
  }[];
  /** Code of the user. */
  user: string;
  /** @format date-time */
  validTo?: string;
}

export type DataOfBrokerSetup = object;

export interface DataOfCompareIndex {
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
    | "job-steps";
}

export type DataOfCreateIndexes = object;

export interface DataOfDeleteLogs {
  /** Of the log type. */
  code: string;
  /** @format date-time */
  olderThan: string;
  ownerId: string;
  ownerType: string;
}

export interface DataOfDirectorySync {
  /** Only counts the changes. */
  dryRun?: boolean;
}

export interface DataOfGenerateDocuments {
  format: string;
  items: {
    data: Record<string, any>;
    /**
     * Chosen by the client; need not be unique.
     * @minLength 1
     * @maxLength 255
     */
    documentId: string;
    /**
     * @minLength 1
     * @maxLength 255
     */
    documentTemplateCode: string;
  }[];
}

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
    | "JobStep";
}

export interface DataOfReindexCompleted {
  /**
   * The rebuild.
   * @format uuid
   */
  jobId: string;
}

export type DataOfReindexLogs = object;

export interface DataOfReindexSelected {
  filtering: Record<string, any>;
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
    | "JobStep";
}

export interface DeadLetter {
  /**
   * When the job failed for the last time.
   * @format date-time
   */
  at: string;
  /**
   * @format int64
   * @min 0
   */
  attempts?: number;
  /** The payload of the job. */
  data: Record<string, any>;
  /** @format uuid */
  id: string;
  /** The queue in which the job failed. */
  queue: string;
  /** @format date-time */
  queuedAt?: string;
  reason?: string;
}

export interface DiffEntryOfAccessRule {
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The current record; absent if it is new. */
  left?: AccessRule;
  /** The record after the change; absent if it is removed. */
  right?: AccessRule;
}

export interface DiffEntryOfFormatterTemplate {
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The current record; absent if it is new. */
  left?: FormatterTemplate;
  /** The record after the change; absent if it is removed. */
  right?: FormatterTemplate;
}

export interface DiffEntryOfLogType {
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The current record; absent if it is new. */
  left?: LogType;
  /** The record after the change; absent if it is removed. */
  right?: LogType;
}

export interface DiffEntryOfNotificationRule {
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The current record; absent if it is new. */
  left?: NotificationRule;
  /** The record after the change; absent if it is removed. */
  right?: NotificationRule;
}

export interface DiffEntryOfRole {
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The current record; absent if it is new. */
  left?: Role;
  /** The record after the change; absent if it is removed. */
  right?: Role;
}

export interface DiffEntryOfRoleAccessRule {
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The current record; absent if it is new. */
  left?: RoleAccessRule;
  /** The record after the change; absent if it is removed. */
  right?: RoleAccessRule;
}

export interface DiffEntryOfScript {
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The current record; absent if it is new. */
  left?: Script;
  /** The record after the change; absent if it is removed. */
  right?: Script;
}

export interface DiffEntryOfSharing {
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The current record; absent if it is new. */
  left?: Sharing;
  /** The record after the change; absent if it is removed. */
  right?: Sharing;
}

export interface DiffEntryOfUser {
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The current record; absent if it is new. */
  left?: User;
  /** The record after the change; absent if it is removed. */
  right?: User;
}

export interface DiffEntryOfUserGroup {
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The current record; absent if it is new. */
  left?: UserGroup;
  /** The record after the change; absent if it is removed. */
  right?: UserGroup;
}

export interface DiffEntryOfUserGroupRegion {
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The current record; absent if it is new. */
  left?: UserGroupRegion;
  /** The record after the change; absent if it is removed. */
  right?: UserGroupRegion;
}

export interface DiffEntryOfUserGroupType {
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The current record; absent if it is new. */
  left?: UserGroupType;
  /** The record after the change; absent if it is removed. */
  right?: UserGroupType;
}

export interface DiffEntryOfUserRole {
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The current record; absent if it is new. */
  left?: UserRole;
  /** The record after the change; absent if it is removed. */
  right?: UserRole;
}

export interface DiffEntryOfUserType {
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The current record; absent if it is new. */
  left?: UserType;
  /** The record after the change; absent if it is removed. */
  right?: UserType;
}

export interface DiffEntryOfUserUserGroup {
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The current record; absent if it is new. */
  left?: UserUserGroup;
  /** The record after the change; absent if it is removed. */
  right?: UserUserGroup;
}

export interface DiffEntryOfWorklogType {
  diffType: "DIFF_TYPE_NEW" | "DIFF_TYPE_CHANGE" | "DIFF_TYPE_REMOVE";
  /** The current record; absent if it is new. */
  left?: WorklogType;
  /** The record after the change; absent if it is removed. */
  right?: WorklogType;
}

export interface ErrorBody {
  /** One text for each problem, starting with the path of the member. */
  errors: string[];
  /** One plain sentence. */
  message: string;
  status:
    | "BAD_REQUEST"
    | "UNAUTHORIZED"
    | "FORBIDDEN"
    | "NOT_FOUND"
    | "METHOD_NOT_ALLOWED"
    | "TOO_MANY_REQUESTS"
    | "REQUEST_HEADER_FIELDS_TOO_LARGE"
    | "INTERNAL_SERVER_ERROR"
    | "SERVICE_UNAVAILABLE";
  /** @format date-time */
  timestamp: string;
  /** Also in the log lines of the request. */
  traceId: string;
}

export interface ExportEnvelopeOfAccessRule {
  compareField?: string;
  data: AccessRule[];
  entityType?: "AccessRule";
  exportedBy?: string;
  filtering: FilterOrGroup[];
  listingProfile?: string;
  listingType?: string;
  name?: string;
  /** @format date-time */
  whenExported?: string;
}

export interface ExportEnvelopeOfFormatterTemplate {
  compareField?: string;
  data: FormatterTemplate[];
  entityType?: "FormatterTemplate";
  exportedBy?: string;
  filtering: FilterOrGroup[];
  listingProfile?: string;
  listingType?: string;
  name?: string;
  /** @format date-time */
  whenExported?: string;
}

export interface ExportEnvelopeOfLogType {
  compareField?: string;
  data: LogType[];
  entityType?: "LogType";
  exportedBy?: string;
  filtering: FilterOrGroup[];
  listingProfile?: string;
  listingType?: string;
  name?: string;
  /** @format date-time */
  whenExported?: string;
}

export interface ExportEnvelopeOfNotificationRule {
  compareField?: string;
  data: NotificationRule[];
  entityType?: "NotificationRule";
  exportedBy?: string;
  filtering: FilterOrGroup[];
  listingProfile?: string;
  listingType?: string;
  name?: string;
  /** @format date-time */
  whenExported?: string;
}

export interface ExportEnvelopeOfRole {
  compareField?: string;
  data: Role[];
  entityType?: "Role";
  exportedBy?: string;
  filtering: FilterOrGroup[];
  listingProfile?: string;
  listingType?: string;
  name?: string;
  /** @format date-time */
  whenExported?: string;
}

export interface ExportEnvelopeOfRoleAccessRule {
  compareField?: string;
  data: RoleAccessRule[];
  entityType?: "RoleAccessRule";
  exportedBy?: string;
  filtering: FilterOrGroup[];
  listingProfile?: string;
  listingType?: string;
  name?: string;
  /** @format date-time */
  whenExported?: string;
}

export interface ExportEnvelopeOfScript {
  compareField?: string;
  data: Script[];
  entityType?: "Script";
  exportedBy?: string;
  filtering: FilterOrGroup[];
  listingProfile?: string;
  listingType?: string;
  name?: string;
  /** @format date-time */
  whenExported?: string;
}

export interface ExportEnvelopeOfSharing {
  compareField?: string;
  data: Sharing[];
  entityType?: "Sharing";
  exportedBy?: string;
  filtering: FilterOrGroup[];
  listingProfile?: string;
  listingType?: string;
  name?: string;
  /** @format date-time */
  whenExported?: string;
}

export interface ExportEnvelopeOfUser {
  compareField?: string;
  data: User[];
  entityType?: "User";
  exportedBy?: string;
  filtering: FilterOrGroup[];
  listingProfile?: string;
  listingType?: string;
  name?: string;
  /** @format date-time */
  whenExported?: string;
}

export interface ExportEnvelopeOfUserGroup {
  compareField?: string;
  data: UserGroup[];
  entityType?: "UserGroup";
  exportedBy?: string;
  filtering: FilterOrGroup[];
  listingProfile?: string;
  listingType?: string;
  name?: string;
  /** @format date-time */
  whenExported?: string;
}

export interface ExportEnvelopeOfUserGroupRegion {
  compareField?: string;
  data: UserGroupRegion[];
  entityType?: "UserGroupRegion";
  exportedBy?: string;
  filtering: FilterOrGroup[];
  listingProfile?: string;
  listingType?: string;
  name?: string;
  /** @format date-time */
  whenExported?: string;
}

export interface ExportEnvelopeOfUserGroupType {
  compareField?: string;
  data: UserGroupType[];
  entityType?: "UserGroupType";
  exportedBy?: string;
  filtering: FilterOrGroup[];
  listingProfile?: string;
  listingType?: string;
  name?: string;
  /** @format date-time */
  whenExported?: string;
}

export interface ExportEnvelopeOfUserRole {
  compareField?: string;
  data: UserRole[];
  entityType?: "UserRole";
  exportedBy?: string;
  filtering: FilterOrGroup[];
  listingProfile?: string;
  listingType?: string;
  name?: string;
  /** @format date-time */
  whenExported?: string;
}

export interface ExportEnvelopeOfUserType {
  compareField?: string;
  data: UserType[];
  entityType?: "UserType";
  exportedBy?: string;
  filtering: FilterOrGroup[];
  listingProfile?: string;
  listingType?: string;
  name?: string;
  /** @format date-time */
  whenExported?: string;
}

export interface ExportEnvelopeOfUserUserGroup {
  compareField?: string;
  data: UserUserGroup[];
  entityType?: "UserUserGroup";
  exportedBy?: string;
  filtering: FilterOrGroup[];
  listingProfile?: string;
  listingType?: string;
  name?: string;
  /** @format date-time */
  whenExported?: string;
}

export interface ExportEnvelopeOfWorklogType {
  compareField?: string;
  data: WorklogType[];
  entityType?: "WorklogType";
  exportedBy?: string;
  filtering: FilterOrGroup[];
  listingProfile?: string;
  listingType?: string;
  name?: string;
  /** @format date-time */
  whenExported?: string;
}

export interface Filter {
  /** The member, with dots into objects: auditInfo.whenEdited. */
  column?: string;
  /** @default false */
  isNested?: boolean;
  /** Names the member if column is absent. */
  key?: string;
  /** An array of objects, one element of which must match. */
  nestedPath?: string;
  /** The member of an element. */
  nestedProperty?: string;
  /** @default "EQ" */
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
  /** Interpreted by the type of the member. IN and NOT_IN take a list, separated by commas. */
  value?: string;
}

/** One condition on a record. */
export type FilterOrGroup = Filter | OrGroup | AndGroup | FulltextFilter;

/** Which records, in which order. */
export type Filtering = FilteringObject | FilterOrGroup[];

/** Filters, order and page of a search. */
export interface FilteringObject {
  /** The kind, if an operation covers several. */
  entityType?: string;
  /**
   * All must match.
   * @default []
   */
  filters?: FilterOrGroup[];
  /** Words, each of which starts a word of code, name or description; case and accents are ignored. */
  fulltext?: string;
  /**
   * @format int64
   * @min 0
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
  /** By default by code, or by id for kinds without a code. Equal values are ordered by id. */
  sort?: SortColumn[];
}

/** A format of documents. */
export interface Format {
  mediaType: string;
  /** The name in paths, and the extension of file names. */
  name: string;
  /** Whether it is returned as text and not as base64. */
  text: boolean;
}

export interface FormatterTemplate {
  /** Maintained by the service. In a request only version is read: the version that the change is based on. */
  auditInfo?: AuditInfo;
  /**
   * @minLength 1
   * @maxLength 255
   */
  code: string;
  /** @maxLength 1000000 */
  content?: string;
  /** Tags of the data that the template renders. */
  dataTags?: string[];
  /** @default "A4" */
  documentSize?: "AUTO" | "PORTRAIT" | "LANDSCAPE" | "A4" | "B5" | "LETTER";
  /** @default "PDF" */
  documentType?: "PDF" | "EMAIL" | "SOURCE";
  /** @format uuid */
  formId?: string;
  /** @format uuid */
  id?: string;
  /** Type of `content`: a file below `templates/`, a template, or a script that returns HTML. */
  inputType: "FILE" | "HTML" | "SCRIPT";
  /**
   * @minLength 1
   * @maxLength 255
   */
  name?: string;
  /** Sample data for previews. */
  previewData?: Record<string, any>;
  /** Whether warnings are problems: what the renderer does not understand or show makes a write or a document a 400. */
  strict?: boolean;
}

/** Matches if each word starts a word of code, name or description. */
export interface FulltextFilter {
  /** Words, separated by spaces; case and accents are ignored. */
  fulltext: string;
}

/** A document to generate. */
export interface GenerateItem {
  data: Record<string, any>;
  /**
   * Chosen by the client; need not be unique.
   * @minLength 1
   * @maxLength 255
   */
  documentId: string;
  /**
   * Code of a FormatterTemplate.
   * @minLength 1
   * @maxLength 255
   */
  documentTemplateCode: string;
}

export interface GenerateResult {
  /** The document: base64, or the text itself for text formats. Absent if the document failed. */
  data?: string;
  documentId: string;
}

/** The changes of an import for one kind. */
export interface ImportResult {
  /**
   * @format int64
   * @min 0
   */
  created: number;
  entityType: string;
  /**
   * @format int64
   * @min 0
   */
  removed: number;
  /**
   * @format int64
   * @min 0
   */
  unchanged: number;
  /**
   * @format int64
   * @min 0
   */
  updated: number;
  /** What the import could not restore. */
  warnings?: string[];
}

export interface Index {
  /** @format date-time */
  created: string;
  /**
   * Number of documents in the index.
   * @format int64
   * @min 0
   */
  documents: number;
  engine: "postgres" | "elasticsearch";
  /** The numbered index in the search engine. */
  index: string;
  /**
   * The job that fills or filled the index.
   * @format uuid
   */
  jobId?: string;
  kind: string;
  /** @format date-time */
  liveSince?: string;
  /** The path of the kind, by which operations name the index. */
  name: string;
  /**
   * Number of records in the database.
   * @format int64
   * @min 0
   */
  records: number;
  /** MISSING: the search engine does not have the index. POST /api/v2/admin/indexes creates it. */
  state: "LIVE" | "FILLING" | "MISSING";
}

export interface IndexResult {
  /**
   * @format int64
   * @min 0
   */
  deleted: number;
  /**
   * @format int64
   * @min 0
   */
  failed: number;
  failures: {
    error?: string;
    id?: string;
  }[];
  /**
   * @format int64
   * @min 0
   */
  indexed: number;
  /** The kind and the id of the job. */
  task: string;
  /** @format duration */
  took: string;
}

export interface Job {
  /** Maintained by the service. In a request only version is read: the version that the change is based on. */
  auditInfo?: AuditInfo;
  /** Present if the status is FAILED: CANCELLED after a cancel, otherwise FAILED. Written by the service. */
  cause?: "FAILED" | "CANCELLED";
  /**
   * Only in the request that creates a job of a type of the client: false keeps the job open after the end of its last step, until it is closed.
   * @default true
   */
  closed?: boolean;
  /** Of a built-in type as its schema DataOf… says, otherwise any object. */
  data?:
    | Record<string, any>
    | DataOfBrokerSetup
    | DataOfCreateIndexes
    | DataOfReindex
    | DataOfReindexLogs
    | DataOfReindexSelected
    | DataOfReindexCompleted
    | DataOfCompareIndex
    | DataOfDeleteLogs
    | DataOfDirectorySync
    | DataOfGenerateDocuments;
  /** @format date-time */
  endDate?: string;
  /** @format uuid */
  id?: string;
  /** Returned with expand=JOB_STEPS and in the response to the creation. */
  jobSteps?: {
    /** Maintained by the service. In a request only version is read: the version that the change is based on. */
    auditInfo?: AuditInfo;
    /** Present if the status is FAILED: CANCELLED after a cancel, otherwise FAILED. Written by the service. */
    cause?: "FAILED" | "CANCELLED";
    chunk?: string[];
    /** @format uuid */
    chunkId?: string;
    /** @format date-time */
    endDate?: string;
    /** @format uuid */
    id?: string;
    /** @format uuid */
    jobId?: string;
    log?: string;
    /**
     * @minLength 1
     * @maxLength 255
     */
    name: string;
    processingInfo?: Record<string, any>;
    /** @format date-time */
    startDate?: string;
    status: "NEW" | "IN_PROGRESS" | "COMPLETED" | "FAILED";
    stepData?: Record<string, any>;
  }[];
  /**
   * @minLength 1
   * @maxLength 255
   */
  jobType: string;
  /** @format date-time */
  startDate: string;
  status: "NEW" | "IN_PROGRESS" | "COMPLETED" | "FAILED";
}

export interface JobStep {
  /** Maintained by the service. In a request only version is read: the version that the change is based on. */
  auditInfo?: AuditInfo;
  /** Present if the status is FAILED: CANCELLED after a cancel, otherwise FAILED. Written by the service. */
  cause?: "FAILED" | "CANCELLED";
  chunk?: string[];
  /** @format uuid */
  chunkId?: string;
  /** @format date-time */
  endDate?: string;
  /** @format uuid */
  id?: string;
  /** @format uuid */
  jobId: string;
  log?: string;
  /**
   * @minLength 1
   * @maxLength 255
   */
  name: string;
  processingInfo?: Record<string, any>;
  /** @format date-time */
  startDate?: string;
  status: "NEW" | "IN_PROGRESS" | "COMPLETED" | "FAILED";
  stepData?: Record<string, any>;
}

/** The texts of a record in one language. */
export interface Localization {
  description?: string;
  name?: string;
}

export type Log = {
  /** Maintained by the service. In a request only version is read: the version that the change is based on. */
  auditInfo?: AuditInfo;
  /** The X-Correlation-Id of the request if absent; generated if the request has none. */
  correlationId?: string;
  /** May contain HTML. */
  description?: string;
  /**
   * Milliseconds; endDate minus startDate if absent.
   * @format int64
   */
  duration?: number;
  /** @format date-time */
  endDate: string;
  /** @format uuid */
  id?: string;
  /** This or logTypeCode is required; the service fills the other. */
  logType?: LogTypeReference;
  /**
   * @minLength 1
   * @maxLength 255
   */
  logTypeCode?: string;
  messageId?: string;
  module?: string;
  ownerId: string;
  ownerType: string;
  relatedData: Record<string, any>;
  relatedEntities?: {
    data?: Record<string, any>;
    /** @format uuid */
    id?: string;
    name?: string;
    refId?: string;
    refType?: string;
    subType?: string;
    type?: string;
  }[];
  request: string;
  response: string;
  resultCode?: string;
  resultMessage?: string;
  /** @format date-time */
  startDate: string;
};

export interface LogType {
  appFrom?: string;
  appTo?: string;
  /** Maintained by the service. In a request only version is read: the version that the change is based on. */
  auditInfo?: AuditInfo;
  /**
   * @minLength 1
   * @maxLength 255
   */
  code: string;
  config?: Record<string, any>;
  description?: string;
  formCode?: string;
  /** @format uuid */
  id?: string;
  language?: string;
  localizationData?: {
    /** Whether no language is present. */
    empty?: boolean;
    [key: string]: any;
  };
  /**
   * @minLength 1
   * @maxLength 255
   */
  name: string;
  protocol?: string;
  relDataFormCode?: string;
  requestFormCode?: string;
  responseFormCode?: string;
  /** @format date-time */
  validityFrom?: string;
  /** @format date-time */
  validityTo?: string;
}

/** Points to a LogType, by id or by code; the service fills the other members. */
export type LogTypeReference = {
  /**
   * @minLength 1
   * @maxLength 255
   */
  code?: string;
  /** @format uuid */
  id?: string;
  /**
   * @minLength 1
   * @maxLength 255
   */
  name?: string;
  [key: string]: any;
};

export interface MailboxMessage {
  /** Their content is part of the raw message. */
  attachments?: {
    contentId?: string;
    mediaType?: string;
    name?: string;
    /**
     * Bytes.
     * @format int64
     */
    size?: number;
  }[];
  /** `EMAIL` or `SMS`. */
  channel: string;
  /** Address or number of the sender. */
  from: string;
  /** Decoded, in the received order. */
  headers?: {
    name?: string;
    value?: string;
  }[];
  html?: string;
  /** @format uuid */
  id?: string;
  /** Message-ID of an e-mail, or Twilio id (`SM…`) of an SMS. */
  messageId?: string;
  /** @format date-time */
  receivedAt: string;
  /**
   * Size of the received message in bytes.
   * @format int64
   */
  size: number;
  subject?: string;
  text?: string;
  /** Addresses or numbers of the recipients. */
  to: string[];
}

export interface Me {
  access: {
    /** A kind, or a reserved entity such as `Admin`. */
    entityName: string;
    read: "all" | "some" | "none";
    write: "all" | "some" | "none";
  }[];
  /** How the user signs in; absent while AUTH is off. */
  authentication?: string;
  credential: "token" | "key" | "session" | "certificate" | "none";
  /** Codes of the current groups. */
  groups: string[];
  /** Name of the API key, if the credential is one. */
  keyName?: string;
  name: string;
  /** Codes of the roles, those of the groups too. */
  roles: string[];
  /** Code of the user; `anonymous` while AUTH is off. */
  user: string;
}

export interface NewApiKey {
  /**
   * Names the key in lists and in the audit list.
   * @minLength 1
   * @maxLength 255
   */
  name: string;
  /** Narrows the rights of the user; without entityName, a scope covers everything. All rights if absent. */
  scopes?: {
    accessRule: "READ" | "READ_WRITE";
    entityName?: string;
  }[];
  /** Id or code of the user; the caller if absent. */
  user?: string;
  /**
   * The key is refused from this time on.
   * @format date-time
   */
  validTo?: string;
}

export interface Notification {
  /** Maintained by the service. In a request only version is read: the version that the change is based on. */
  auditInfo?: AuditInfo;
  /** The text of the last message. */
  contents?: string;
  /** @format date-time */
  created?: string;
  data?: Record<string, any>;
  /**
   * Earliest time of delivery.
   * @format date-time
   */
  deliveryFromTime?: string;
  /**
   * End of the first delivery window.
   * @format date-time
   */
  deliveryToTime?: string;
  /**
   * No message is sent after this time.
   * @format date-time
   */
  expirationDate?: string;
  from?: string;
  /** @format uuid */
  fromUserId?: string;
  /** @format uuid */
  id?: string;
  notificationTo?: {
    address?: Record<string, any>;
    attempts?: {
      /** Response of the provider, or the reason if the provider did not respond. */
      answer?: string;
      /**
       * Start of the attempt.
       * @format date-time
       */
      at?: string;
      /**
       * Number of the attempt, from 1.
       * @format int64
       */
      attempt?: number;
      /** @format int64 */
      durationMs?: number;
      /** One of sent, rejected, retry, unknown, and lost (the worker died). */
      outcome?: string;
      provider?: string;
      /**
       * Segments of an SMS, each of which is billed.
       * @format int64
       */
      segments?: number;
      /** The worker process. */
      worker?: string;
    }[];
    auditInfo?: {
      /** @format int64 */
      version?: number;
      /** @format date-time */
      whenEdited?: string;
      /** @format date-time */
      whenInserted?: string;
      whoEdited?: string;
      whoInserted?: string;
    };
    channel?: "email" | "sms" | "webhook";
    email?: string;
    emailType?: string;
    /** @format uuid */
    id?: string;
    /** @format uuid */
    notificationId?: string;
    /** Id or code of the user or group. */
    ownerId?: string;
    /** User or UserGroup: the recipient. An owner of any other type is stored and ignored. */
    ownerType?: string;
    /**
     * The EXPANDED target that this target comes from: a group, or a target with several channels.
     * @format uuid
     */
    parentId?: string;
    phone?: string;
    /** Id of the message at the provider. */
    providerId?: string;
    /**
     * Segments of the SMS that was sent.
     * @format int64
     */
    segments?: number;
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
    statusReason?: string;
  }[];
  ownerId: string;
  ownerType: string;
  /** The members of data that the rule requires. */
  params?: Record<string, any>;
  relatedEntities?: {
    data?: Record<string, any>;
    /** @format double */
    gpsLat?: number;
    /** @format double */
    gpsLon?: number;
    /** @format uuid */
    id?: string;
    name?: string;
    /** @format uuid */
    notificationId?: string;
    /** @format uuid */
    placeId?: string;
    refId?: string;
    refType?: string;
    subType?: string;
    type?: string;
  }[];
  /**
   * When the last target was sent.
   * @format date-time
   */
  sent?: string;
  status?:
    | "PLAN"
    | "IN_PROGRESS"
    | "SENT"
    | "PARTIALLY_SENT"
    | "FAILED"
    | "EXPIRED"
    | "CANCELLED"
    | "SKIPPED";
  subject?: string;
  templateCode?: string;
}

export interface NotificationCreate {
  attachments?: {
    /** Base64. */
    data: string;
    mimeType: string;
    /**
     * @minLength 1
     * @maxLength 255
     */
    name: string;
  }[];
  /** Input of the templates. */
  data?: Record<string, any>;
  /** Overrides members of data: salutation, content, footer. */
  formatterDocumentTemplateDataOverride?: Record<string, any>;
  /** Replaces the configured sender. */
  from?: string;
  /**
   * Generated by the service if absent.
   * @format uuid
   */
  id?: string;
  notificationTo: {
    address?: Record<string, any>;
    auditInfo?: Record<string, any>;
    email?: string;
    emailType?: string;
    /** @format uuid */
    id?: string;
    /** @format uuid */
    notificationId?: string;
    /** Id or code of the user or group. */
    ownerId?: string;
    /** User or UserGroup: the recipient. An owner of any other type is stored and ignored. */
    ownerType?: string;
    phone?: string;
  }[];
  /** @minLength 1 */
  ownerId: string;
  /** @minLength 1 */
  ownerType: string;
  relatedEntities?: {
    auditInfo?: Record<string, any>;
    data?: Record<string, any>;
    /** @format double */
    gpsLat?: number;
    /** @format double */
    gpsLon?: number;
    /** @format uuid */
    id?: string;
    name?: string;
    /** @format uuid */
    notificationId?: string;
    /** @format uuid */
    placeId?: string;
    refId?: string;
    refType?: string;
    subType?: string;
    type?: string;
  }[];
  /** Overrides the subject of the rule. */
  subject?: string;
  /**
   * Code of a NotificationRule, otherwise of a FormatterTemplate.
   * @minLength 1
   */
  templateCode: string;
}

export interface NotificationEvaluate {
  data?: Record<string, any>;
  notificationTo?: {
    address?: Record<string, any>;
    auditInfo?: Record<string, any>;
    email?: string;
    emailType?: string;
    /** @format uuid */
    id?: string;
    /** @format uuid */
    notificationId?: string;
    /** Id or code of the user or group. */
    ownerId?: string;
    /** User or UserGroup: the recipient. An owner of any other type is stored and ignored. */
    ownerType?: string;
    phone?: string;
  }[];
  /** @minLength 1 */
  ownerId?: string;
  /** @minLength 1 */
  ownerType?: string;
}

export interface NotificationRelatedEntity {
  /** Maintained by the service. In a request only version is read: the version that the change is based on. */
  auditInfo?: AuditInfo;
  data?: Record<string, any>;
  /** @format double */
  gpsLat?: number;
  /** @format double */
  gpsLon?: number;
  /** @format uuid */
  id?: string;
  name?: string;
  /** @format uuid */
  notificationId?: string;
  /** @format uuid */
  placeId?: string;
  refId?: string;
  refType?: string;
  subType?: string;
  type?: string;
}

export interface NotificationRule {
  /** The only sender to use. If absent, each channel with a template in config uses its own sender. */
  apiSenderBeanName?: "emailSender" | "smsSender" | "webhookSender";
  /** Maintained by the service. In a request only version is read: the version that the change is based on. */
  auditInfo?: AuditInfo;
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   */
  code: string;
  /** Templates, subject, delivery window, expiry and other settings: see docs/notifications.md. `secret` is write-only: `secretSet` and `secretChangedAt` report it. */
  config?: Record<string, any>;
  /** Code of the form that edits config. */
  configFormCode?: string;
  /** Distinguishes configurations of application areas. */
  configTypeCode?: string;
  /** Can be shown as a tooltip. */
  description?: string;
  /** URL of the data of an evaluation: absolute, or relative to the address of the microservice. */
  evalNotificationUrl?: string;
  /** The event that triggers the rule; REST if absent. */
  eventType?: "SYSTEM" | "PROCESS" | "PG_BOSS" | "REST" | "DIRECT";
  /**
   * Primary key; generated by the service if absent.
   * @format uuid
   */
  id?: string;
  /** Name and description by language code. */
  localizationData?: Record<string, Localization>;
  /** Related microservice. */
  microserviceCode?: string;
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   */
  name: string;
  /**
   * Start of the validity period.
   * @format date-time
   */
  validityFrom?: string;
  /**
   * End of the validity period.
   * @format date-time
   */
  validityTo?: string;
}

/** Matches if one of its filters matches. */
export interface OrGroup {
  /**
   * One of these must match.
   * @minItems 1
   */
  or: FilterOrGroup[];
}

export interface PageOfAccessRule {
  content: AccessRule[];
  empty: boolean;
  first: boolean;
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   */
  number: number;
  /**
   * @format int64
   * @min 0
   */
  numberOfElements: number;
  pageable: Pageable;
  /**
   * @format int64
   * @min 0
   */
  size: number;
  sort: Sort;
  /**
   * @format int64
   * @min 0
   */
  totalElements: number;
  /**
   * @format int64
   * @min 0
   */
  totalPages: number;
}

export interface PageOfAuditEntry {
  content: AuditEntry[];
  empty: boolean;
  first: boolean;
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   */
  number: number;
  /**
   * @format int64
   * @min 0
   */
  numberOfElements: number;
  pageable: Pageable;
  /**
   * @format int64
   * @min 0
   */
  size: number;
  sort: Sort;
  /**
   * @format int64
   * @min 0
   */
  totalElements: number;
  /**
   * @format int64
   * @min 0
   */
  totalPages: number;
}

export interface PageOfDeadLetter {
  content: DeadLetter[];
  empty: boolean;
  first: boolean;
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   */
  number: number;
  /**
   * @format int64
   * @min 0
   */
  numberOfElements: number;
  pageable: Pageable;
  /**
   * @format int64
   * @min 0
   */
  size: number;
  sort: Sort;
  /**
   * @format int64
   * @min 0
   */
  totalElements: number;
  /**
   * @format int64
   * @min 0
   */
  totalPages: number;
}

export interface PageOfFormatterTemplate {
  content: FormatterTemplate[];
  empty: boolean;
  first: boolean;
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   */
  number: number;
  /**
   * @format int64
   * @min 0
   */
  numberOfElements: number;
  pageable: Pageable;
  /**
   * @format int64
   * @min 0
   */
  size: number;
  sort: Sort;
  /**
   * @format int64
   * @min 0
   */
  totalElements: number;
  /**
   * @format int64
   * @min 0
   */
  totalPages: number;
}

export interface PageOfGenerateResult {
  content: GenerateResult[];
  empty: boolean;
  first: boolean;
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   */
  number: number;
  /**
   * @format int64
   * @min 0
   */
  numberOfElements: number;
  pageable: Pageable;
  /**
   * @format int64
   * @min 0
   */
  size: number;
  sort: Sort;
  /**
   * @format int64
   * @min 0
   */
  totalElements: number;
  /**
   * @format int64
   * @min 0
   */
  totalPages: number;
}

export interface PageOfJob {
  content: Job[];
  empty: boolean;
  first: boolean;
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   */
  number: number;
  /**
   * @format int64
   * @min 0
   */
  numberOfElements: number;
  pageable: Pageable;
  /**
   * @format int64
   * @min 0
   */
  size: number;
  sort: Sort;
  /**
   * @format int64
   * @min 0
   */
  totalElements: number;
  /**
   * @format int64
   * @min 0
   */
  totalPages: number;
}

export interface PageOfJobStep {
  content: JobStep[];
  empty: boolean;
  first: boolean;
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   */
  number: number;
  /**
   * @format int64
   * @min 0
   */
  numberOfElements: number;
  pageable: Pageable;
  /**
   * @format int64
   * @min 0
   */
  size: number;
  sort: Sort;
  /**
   * @format int64
   * @min 0
   */
  totalElements: number;
  /**
   * @format int64
   * @min 0
   */
  totalPages: number;
}

export interface PageOfLog {
  content: Log[];
  empty: boolean;
  first: boolean;
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   */
  number: number;
  /**
   * @format int64
   * @min 0
   */
  numberOfElements: number;
  pageable: Pageable;
  /**
   * @format int64
   * @min 0
   */
  size: number;
  sort: Sort;
  /**
   * @format int64
   * @min 0
   */
  totalElements: number;
  /**
   * @format int64
   * @min 0
   */
  totalPages: number;
}

export interface PageOfLogType {
  content: LogType[];
  empty: boolean;
  first: boolean;
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   */
  number: number;
  /**
   * @format int64
   * @min 0
   */
  numberOfElements: number;
  pageable: Pageable;
  /**
   * @format int64
   * @min 0
   */
  size: number;
  sort: Sort;
  /**
   * @format int64
   * @min 0
   */
  totalElements: number;
  /**
   * @format int64
   * @min 0
   */
  totalPages: number;
}

export interface PageOfNotification {
  content: Notification[];
  empty: boolean;
  first: boolean;
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   */
  number: number;
  /**
   * @format int64
   * @min 0
   */
  numberOfElements: number;
  pageable: Pageable;
  /**
   * @format int64
   * @min 0
   */
  size: number;
  sort: Sort;
  /**
   * @format int64
   * @min 0
   */
  totalElements: number;
  /**
   * @format int64
   * @min 0
   */
  totalPages: number;
}

export interface PageOfNotificationRule {
  content: NotificationRule[];
  empty: boolean;
  first: boolean;
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   */
  number: number;
  /**
   * @format int64
   * @min 0
   */
  numberOfElements: number;
  pageable: Pageable;
  /**
   * @format int64
   * @min 0
   */
  size: number;
  sort: Sort;
  /**
   * @format int64
   * @min 0
   */
  totalElements: number;
  /**
   * @format int64
   * @min 0
   */
  totalPages: number;
}

export interface PageOfRole {
  content: Role[];
  empty: boolean;
  first: boolean;
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   */
  number: number;
  /**
   * @format int64
   * @min 0
   */
  numberOfElements: number;
  pageable: Pageable;
  /**
   * @format int64
   * @min 0
   */
  size: number;
  sort: Sort;
  /**
   * @format int64
   * @min 0
   */
  totalElements: number;
  /**
   * @format int64
   * @min 0
   */
  totalPages: number;
}

export interface PageOfRoleAccessRule {
  content: RoleAccessRule[];
  empty: boolean;
  first: boolean;
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   */
  number: number;
  /**
   * @format int64
   * @min 0
   */
  numberOfElements: number;
  pageable: Pageable;
  /**
   * @format int64
   * @min 0
   */
  size: number;
  sort: Sort;
  /**
   * @format int64
   * @min 0
   */
  totalElements: number;
  /**
   * @format int64
   * @min 0
   */
  totalPages: number;
}

export interface PageOfScript {
  content: Script[];
  empty: boolean;
  first: boolean;
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   */
  number: number;
  /**
   * @format int64
   * @min 0
   */
  numberOfElements: number;
  pageable: Pageable;
  /**
   * @format int64
   * @min 0
   */
  size: number;
  sort: Sort;
  /**
   * @format int64
   * @min 0
   */
  totalElements: number;
  /**
   * @format int64
   * @min 0
   */
  totalPages: number;
}

export interface PageOfSharing {
  content: Sharing[];
  empty: boolean;
  first: boolean;
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   */
  number: number;
  /**
   * @format int64
   * @min 0
   */
  numberOfElements: number;
  pageable: Pageable;
  /**
   * @format int64
   * @min 0
   */
  size: number;
  sort: Sort;
  /**
   * @format int64
   * @min 0
   */
  totalElements: number;
  /**
   * @format int64
   * @min 0
   */
  totalPages: number;
}

export interface PageOfSuppression {
  content: Suppression[];
  empty: boolean;
  first: boolean;
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   */
  number: number;
  /**
   * @format int64
   * @min 0
   */
  numberOfElements: number;
  pageable: Pageable;
  /**
   * @format int64
   * @min 0
   */
  size: number;
  sort: Sort;
  /**
   * @format int64
   * @min 0
   */
  totalElements: number;
  /**
   * @format int64
   * @min 0
   */
  totalPages: number;
}

export interface PageOfUser {
  content: User[];
  empty: boolean;
  first: boolean;
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   */
  number: number;
  /**
   * @format int64
   * @min 0
   */
  numberOfElements: number;
  pageable: Pageable;
  /**
   * @format int64
   * @min 0
   */
  size: number;
  sort: Sort;
  /**
   * @format int64
   * @min 0
   */
  totalElements: number;
  /**
   * @format int64
   * @min 0
   */
  totalPages: number;
}

export interface PageOfUserGroup {
  content: UserGroup[];
  empty: boolean;
  first: boolean;
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   */
  number: number;
  /**
   * @format int64
   * @min 0
   */
  numberOfElements: number;
  pageable: Pageable;
  /**
   * @format int64
   * @min 0
   */
  size: number;
  sort: Sort;
  /**
   * @format int64
   * @min 0
   */
  totalElements: number;
  /**
   * @format int64
   * @min 0
   */
  totalPages: number;
}

export interface PageOfUserGroupRegion {
  content: UserGroupRegion[];
  empty: boolean;
  first: boolean;
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   */
  number: number;
  /**
   * @format int64
   * @min 0
   */
  numberOfElements: number;
  pageable: Pageable;
  /**
   * @format int64
   * @min 0
   */
  size: number;
  sort: Sort;
  /**
   * @format int64
   * @min 0
   */
  totalElements: number;
  /**
   * @format int64
   * @min 0
   */
  totalPages: number;
}

export interface PageOfUserGroupType {
  content: UserGroupType[];
  empty: boolean;
  first: boolean;
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   */
  number: number;
  /**
   * @format int64
   * @min 0
   */
  numberOfElements: number;
  pageable: Pageable;
  /**
   * @format int64
   * @min 0
   */
  size: number;
  sort: Sort;
  /**
   * @format int64
   * @min 0
   */
  totalElements: number;
  /**
   * @format int64
   * @min 0
   */
  totalPages: number;
}

export interface PageOfUserRole {
  content: UserRole[];
  empty: boolean;
  first: boolean;
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   */
  number: number;
  /**
   * @format int64
   * @min 0
   */
  numberOfElements: number;
  pageable: Pageable;
  /**
   * @format int64
   * @min 0
   */
  size: number;
  sort: Sort;
  /**
   * @format int64
   * @min 0
   */
  totalElements: number;
  /**
   * @format int64
   * @min 0
   */
  totalPages: number;
}

export interface PageOfUserType {
  content: UserType[];
  empty: boolean;
  first: boolean;
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   */
  number: number;
  /**
   * @format int64
   * @min 0
   */
  numberOfElements: number;
  pageable: Pageable;
  /**
   * @format int64
   * @min 0
   */
  size: number;
  sort: Sort;
  /**
   * @format int64
   * @min 0
   */
  totalElements: number;
  /**
   * @format int64
   * @min 0
   */
  totalPages: number;
}

export interface PageOfUserUserGroup {
  content: UserUserGroup[];
  empty: boolean;
  first: boolean;
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   */
  number: number;
  /**
   * @format int64
   * @min 0
   */
  numberOfElements: number;
  pageable: Pageable;
  /**
   * @format int64
   * @min 0
   */
  size: number;
  sort: Sort;
  /**
   * @format int64
   * @min 0
   */
  totalElements: number;
  /**
   * @format int64
   * @min 0
   */
  totalPages: number;
}

export interface PageOfWorklogType {
  content: WorklogType[];
  empty: boolean;
  first: boolean;
  last: boolean;
  /**
   * Number of the page, from 0.
   * @format int64
   * @min 0
   */
  number: number;
  /**
   * @format int64
   * @min 0
   */
  numberOfElements: number;
  pageable: Pageable;
  /**
   * @format int64
   * @min 0
   */
  size: number;
  sort: Sort;
  /**
   * @format int64
   * @min 0
   */
  totalElements: number;
  /**
   * @format int64
   * @min 0
   */
  totalPages: number;
}

export interface Pageable {
  /**
   * @format int64
   * @min 0
   */
  offset: number;
  /**
   * @format int64
   * @min 0
   */
  pageNumber: number;
  /**
   * @format int64
   * @min 0
   */
  pageSize: number;
  paged: boolean;
  sort: Sort;
  unpaged: boolean;
}

export interface PasswordChange {
  /** The present password; required from users who change their own. */
  current?: string;
  /** 8 to 256 characters. */
  password: string;
}

export interface Queue {
  /**
   * Jobs that workers are running.
   * @format int64
   * @min 0
   */
  active: number;
  deadLetterQueue: string;
  /**
   * @format int64
   * @min 0
   */
  deadLetters: number;
  /**
   * Jobs scheduled for a future time.
   * @format int64
   * @min 0
   */
  deferred: number;
  name: string;
  /**
   * Age of the oldest waiting job; absent if none is waiting.
   * @format int64
   * @min 0
   */
  oldestReadySeconds?: number;
  /**
   * Jobs in the outbox that are not in the queue yet.
   * @format int64
   * @min 0
   */
  outbox: number;
  /** Whether workers claim no jobs from it. */
  paused: boolean;
  purpose?: string;
  /**
   * Jobs that a worker can claim now.
   * @format int64
   * @min 0
   */
  ready: number;
  /**
   * Jobs that could not be moved into the queue.
   * @format int64
   * @min 0
   */
  rejected: number;
}

export interface Role {
  /** Maintained by the service. In a request only version is read: the version that the change is based on. */
  auditInfo?: AuditInfo;
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   */
  code: string;
  /** Can be shown as a tooltip. */
  description?: string;
  /**
   * Primary key; generated by the service if absent.
   * @format uuid
   */
  id?: string;
  /** Name and description by language code. */
  localizationData?: Record<string, Localization>;
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   */
  name: string;
  /**
   * Start of the validity period.
   * @format date-time
   */
  validityFrom?: string;
  /**
   * End of the validity period.
   * @format date-time
   */
  validityTo?: string;
}

export interface RoleAccessRule {
  /** @format uuid */
  accessRuleId: string;
  /** Maintained by the service. In a request only version is read: the version that the change is based on. */
  auditInfo?: AuditInfo;
  /** @format uuid */
  id?: string;
  /** When the role has the rule; always if absent. */
  period?: TimePeriod;
  /** @format uuid */
  roleId: string;
}

export interface Script {
  /** Maintained by the service. In a request only version is read: the version that the change is based on. */
  auditInfo?: AuditInfo;
  /**
   * @minLength 1
   * @maxLength 255
   */
  code: string;
  description?: string;
  /** @format uuid */
  id?: string;
  /** JSON Schema (2020-12) of the input. */
  inputSchema?: Record<string, any>;
  /**
   * @minLength 1
   * @maxLength 255
   */
  name: string;
  /**
   * JavaScript: the body of a function with the parameter `input` that returns an object.
   * @minLength 1
   * @maxLength 100000
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

export interface Session {
  /** Address of the client that signed in. */
  address?: string;
  /** @format date-time */
  createdAt: string;
  /** @format date-time */
  expiresAt: string;
  /** @format uuid */
  id: string;
  /**
   * Up to a minute late.
   * @format date-time
   */
  lastSeenAt: string;
  /** Code of the user. */
  user: string;
  /** User-Agent of the client that signed in. */
  userAgent?: string;
}

export interface Sharing {
  /** Maintained by the service. In a request only version is read: the version that the change is based on. */
  auditInfo?: AuditInfo;
  description?: string;
  /** @format uuid */
  id?: string;
  /** The finders return it for its owner type, whatever the reference. */
  isPublic?: boolean;
  /** @minLength 1 */
  ownerId: string;
  /**
   * Type of the shared entity.
   * @minLength 1
   */
  ownerType: string;
  /** @minLength 1 */
  refId: string;
  /**
   * Type of the entity that it is shared with.
   * @minLength 1
   */
  refType: string;
  /** Distinguishes sharings with one reference; the `subType` of the finders. */
  sharingTypeCode?: string;
}

export interface SignIn {
  /**
   * Code of the user.
   * @minLength 1
   * @maxLength 255
   */
  code: string;
  /**
   * @minLength 1
   * @maxLength 1024
   */
  password: string;
}

export interface SignedIn {
  credential: "token" | "key" | "session" | "certificate" | "none";
  /**
   * When the credential ends.
   * @format date-time
   */
  expiresAt?: string;
  name: string;
  /** Code of the user; `anonymous` while AUTH is off. */
  user: string;
}

export interface SignedOut {
  /** Where the browser signs out at the OpenID provider, if the session began there. */
  endSessionUrl?: string;
}

export interface Sort {
  empty: boolean;
  sorted: boolean;
  unsorted: boolean;
}

/** A member by which the records are ordered. */
export interface SortColumn {
  /** The member, with dots into objects: auditInfo.whenEdited. */
  column: string;
  /**
   * Ascending or descending.
   * @default "ASC"
   */
  direction?: "ASC" | "DESC";
}

export interface Suppression {
  /**
   * An e-mail address, or a phone number in E.164.
   * @minLength 1
   * @maxLength 255
   */
  address: string;
  /** Maintained by the service. In a request only version is read: the version that the change is based on. */
  auditInfo?: AuditInfo;
  channel: "email" | "sms";
  /**
   * Response of the provider, or a comment of the operator.
   * @maxLength 1000
   */
  description?: string;
  /** @format uuid */
  id?: string;
  /**
   * The notification target whose delivery caused the suppression.
   * @format uuid
   */
  notificationToId?: string;
  /** MANUAL by default. */
  reason?: "BOUNCED" | "OPTED_OUT" | "MANUAL";
}

/** A period of validity. */
export interface TimePeriod {
  /** Whether the period includes the time of the response. */
  isValid?: boolean;
  /**
   * Start; without it the period has no start.
   * @format date-time
   */
  validFrom?: string;
  /**
   * End, exclusive; without it the period has no end.
   * @format date-time
   */
  validTo?: string;
}

export interface User {
  /** Maintained by the service. In a request only version is read: the version that the change is based on. */
  auditInfo?: AuditInfo;
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
   */
  code: string;
  dataTags?: string[];
  description?: string;
  /** An e-mail address (RFC 5321, RFC 6531). */
  email?: string;
  familyName?: string;
  givenName?: string;
  /** Codes of the current groups of the user, from its UserUserGroups. */
  groups?: string[];
  /** @format uuid */
  id?: string;
  modulesIds?: string[];
  /** Required for types other than INDIVIDUAL, 1 to 255 characters. For an INDIVIDUAL, it is computed from givenName and familyName, or from the code if both are absent; the input is ignored. */
  name?: string;
  notificationConfig?: {
    /** Codes of NotificationRules and FormatterTemplates. */
    ignoredTemplateCodes?: string[];
    /** Codes of UserGroups. */
    ignoredUserGroups?: string[];
  };
  phoneNumber?: string;
  /** Each needs a regionId, and no two are the same. */
  regions?: {
    /** @format double */
    coefficient?: number;
    /** @format uuid */
    regionId?: string;
    /** @format date-time */
    validFrom?: string;
    /** @format date-time */
    validTo?: string;
  }[];
  /** Codes of the roles of the user, from its UserRoles. */
  roles?: string[];
  /** @default "ENABLE" */
  status?: "ENABLE" | "DISABLE";
  /**
   * The supervisor. The hierarchy has no cycles.
   * @format uuid
   */
  supervisorId?: string;
  /**
   * Code of the UserType. A rename of the type updates it.
   * @minLength 1
   * @maxLength 255
   */
  type: string;
  /** @format date-time */
  validFrom?: string;
  /** @format date-time */
  validTo?: string;
  /** An http or https URL. */
  webSite?: string;
}

export interface UserGroup {
  /**
   * A role of all members of the group. It is not listed in the `roles` of its users.
   * @format uuid
   */
  associatedUserRoleId?: string;
  /** Maintained by the service. In a request only version is read: the version that the change is based on. */
  auditInfo?: AuditInfo;
  /** Characteristics by name, validated by the registry of the type. */
  chars: Record<string, any>;
  /**
   * @minLength 1
   * @maxLength 255
   */
  code: string;
  dataTags?: string[];
  description?: string;
  /** An e-mail address (RFC 5321, RFC 6531). */
  email?: string;
  /** @format uuid */
  id?: string;
  /** Distinguished name of the group in the directory. */
  ldapMemberOf?: string;
  /**
   * @minLength 1
   * @maxLength 255
   */
  name: string;
  /**
   * The parent group. The hierarchy has no cycles.
   * @format uuid
   */
  parentUserGroupId?: string;
  phoneNumber?: string;
  /**
   * Code of the UserGroupType. A rename of the type updates it.
   * @minLength 1
   * @maxLength 255
   */
  type: string;
  /** @format date-time */
  validFrom?: string;
  /** @format date-time */
  validTo?: string;
}

/** A user group with its type. A group that exists only in the directory has neither id nor version. */
export interface UserGroupExpanded {
  /** @format uuid */
  associatedUserRoleId?: string;
  chars?: {
    /** Whether no other member is present. */
    empty?: boolean;
    [key: string]: any;
  };
  code?: string;
  dataTags?: string[];
  description?: string;
  email?: string;
  /** @format uuid */
  id?: string;
  ldapMemberOf?: string;
  name?: string;
  /** @format uuid */
  parentUserGroupId?: string;
  period?: {
    /** At the time of the response. */
    isValid?: boolean;
    /** @format date-time */
    validFrom?: string;
    /** @format date-time */
    validTo?: string;
  };
  phoneNumber?: string;
  /** Whether the caller may only read it. */
  readonlyAccess?: boolean;
  userGroupType?: {
    code?: string;
    description?: string;
    /** @format uuid */
    id?: string;
    localizationData?: {
      /** Whether no other member is present. */
      empty?: boolean;
      [key: string]: any;
    };
    name?: string;
    /** Whether the caller may only read it. */
    readonlyAccess?: boolean;
    registry?: Record<string, any>;
    /** @format uuid */
    userGroupSpecId?: string;
    /** At the time of the response. */
    valid?: "true" | "false";
    /** @format date-time */
    validityFrom?: string;
    /** @format date-time */
    validityTo?: string;
    /**
     * @format int64
     * @min 0
     */
    version?: number;
    /** @format date-time */
    whenEdited?: string;
    /** @format date-time */
    whenInserted?: string;
    whoEdited?: string;
    whoInserted?: string;
  };
  /**
   * @format int64
   * @min 0
   */
  version?: number;
  /** @format date-time */
  whenEdited?: string;
  /** @format date-time */
  whenInserted?: string;
  whoEdited?: string;
  whoInserted?: string;
}

/** Points to a UserGroup, by id or by code; the service fills the other members. */
export type UserGroupReference = {
  /**
   * @minLength 1
   * @maxLength 255
   */
  code?: string;
  /** @format uuid */
  id?: string;
  /**
   * @minLength 1
   * @maxLength 255
   */
  name?: string;
  [key: string]: any;
};

export interface UserGroupRegion {
  /** Maintained by the service. In a request only version is read: the version that the change is based on. */
  auditInfo?: AuditInfo;
  /** @format uuid */
  id?: string;
  /** @format uuid */
  regionId: string;
  /** Points to a UserGroup, by id or by code; the service fills the other members. */
  userGroup: UserGroupReference;
}

export interface UserGroupType {
  /** Maintained by the service. In a request only version is read: the version that the change is based on. */
  auditInfo?: AuditInfo;
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   */
  code: string;
  /** Can be shown as a tooltip. */
  description?: string;
  /**
   * Primary key; generated by the service if absent.
   * @format uuid
   */
  id?: string;
  /** Name and description by language code. */
  localizationData?: Record<string, Localization>;
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   */
  name: string;
  /** A JSON Schema for each characteristic of the groups of this type. */
  registry: Record<string, any>;
  /** @format uuid */
  userGroupSpecId?: string;
  /**
   * Start of the validity period.
   * @format date-time
   */
  validityFrom?: string;
  /**
   * End of the validity period.
   * @format date-time
   */
  validityTo?: string;
}

export interface UserRole {
  /** Maintained by the service. In a request only version is read: the version that the change is based on. */
  auditInfo?: AuditInfo;
  /** @format uuid */
  id?: string;
  /** @format uuid */
  roleId: string;
  /** @format uuid */
  userId: string;
}

export interface UserType {
  /** Maintained by the service. In a request only version is read: the version that the change is based on. */
  auditInfo?: AuditInfo;
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   */
  code: string;
  config?: Record<string, any>;
  /** Can be shown as a tooltip. */
  description?: string;
  /** @format uuid */
  entitySpecId?: string;
  icon?: string;
  /**
   * Primary key; generated by the service if absent.
   * @format uuid
   */
  id?: string;
  /** Name and description by language code. */
  localizationData?: Record<string, Localization>;
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   */
  name: string;
  /** A JSON Schema for each characteristic of the users of this type. */
  registry: Record<string, any>;
  type: "INDIVIDUAL" | "WORK_GROUP" | "ORGANIZATION" | "EXTERNAL";
  /**
   * Start of the validity period.
   * @format date-time
   */
  validityFrom?: string;
  /**
   * End of the validity period.
   * @format date-time
   */
  validityTo?: string;
}

export interface UserUserGroup {
  /** Maintained by the service. In a request only version is read: the version that the change is based on. */
  auditInfo?: AuditInfo;
  data?: Record<string, any>;
  /** @format uuid */
  id?: string;
  /** When the user is a member; always if absent. */
  period?: TimePeriod;
  /** Functions of the user in the group. */
  roleInGroup?: string[];
  /** @format uuid */
  userGroupId: string;
  /** @format uuid */
  userId: string;
}

export interface Version {
  change: "CREATED" | "UPDATED" | "DELETED";
  changes: {
    /** Absent if the member was absent. */
    from?: any;
    /** Path of the changed member, with dots. */
    path: string;
    /** Absent if the member is absent. */
    to?: any;
  }[];
  /**
   * @format int64
   * @min 1
   */
  version: number;
  /** @format date-time */
  when: string;
  who: string;
}

/** A worker process with its running jobs. */
export interface Worker {
  /** Whether the worker was seen within the last seconds. */
  alive: boolean;
  host: string;
  id: string;
  /** Number of running jobs by queue. */
  jobs?: Record<string, number>;
  /**
   * @format int64
   * @min 0
   */
  memoryMb?: number;
  name?: string;
  /**
   * @format int64
   * @min 0
   */
  pid: number;
  /** The queues from which the worker claims jobs. */
  queues: string[];
  /** The version of Waybill that it runs; absent for 0.2. */
  release?: string;
  /** @format date-time */
  seenAt: string;
  /** @format date-time */
  startedAt: string;
  /** Whether the worker is draining: it finishes running jobs and claims no new ones. */
  stopping?: boolean;
  [key: string]: any;
}

export interface WorklogType {
  /** Maintained by the service. In a request only version is read: the version that the change is based on. */
  auditInfo?: AuditInfo;
  /**
   * Unique business key, used by programs and forms.
   * @minLength 1
   * @maxLength 255
   */
  code: string;
  /** Can be shown as a tooltip. */
  description?: string;
  form?: string;
  icon?: string;
  /**
   * Primary key; generated by the service if absent.
   * @format uuid
   */
  id?: string;
  /** Name and description by language code. */
  localizationData?: Record<string, Localization>;
  /**
   * Shown to users.
   * @minLength 1
   * @maxLength 255
   */
  name: string;
  privilege?: string;
  /**
   * Start of the validity period.
   * @format date-time
   */
  validityFrom?: string;
  /**
   * End of the validity period.
   * @format date-time
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
        ? JSON.stringify(input)
        : input,
    [ContentType.JsonApi]: (input: any) =>
      input !== null && (typeof input === "object" || typeof input === "string")
        ? JSON.stringify(input)
        : input,
    [ContentType.Text]: (input: any) =>
      input !== null && typeof input !== "string"
        ? JSON.stringify(input)
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
              ? JSON.stringify(property)
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
        : await responseToParse[responseFormat]()
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
 *
 * Users, documents and the work around them: records with their history, search, jobs and logs. Dates are returned in UTC with milliseconds, and accepted as a date-time with an offset or as yyyy-MM-dd for midnight UTC. A body with an unknown member is rejected. null is the same as an absent member; in a patch it removes the member. X-Search-Refresh: delayed in the response to a write means that search does not find the change yet.
 */
export class Api<
  SecurityDataType extends unknown,
> extends HttpClient<SecurityDataType> {
  api = {
    /**
     * No description
     *
     * @tags UserGroupType
     * @name GetUserGroupTypesIdOrCode
     * @summary Returns a row by primary key
     * @request GET:/api/v2/user-group-types/{idOrCode}
     * @secure
     */
    getUserGroupTypesIdOrCode: (idOrCode: string, params: RequestParams = {}) =>
      this.request<UserGroupType, ErrorBody>({
        path: `/api/v2/user-group-types/${segment(idOrCode)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserGroupType
     * @name PutUserGroupTypesIdOrCode
     * @summary Update a value
     * @request PUT:/api/v2/user-group-types/{idOrCode}
     * @secure
     */
    putUserGroupTypesIdOrCode: (
      idOrCode: string,
      data: UserGroupType,
      params: RequestParams = {},
    ) =>
      this.request<UserGroupType, ErrorBody>({
        path: `/api/v2/user-group-types/${segment(idOrCode)}`,
        method: "PUT",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserGroupType
     * @name DeleteUserGroupTypesIdOrCode
     * @summary Delete
     * @request DELETE:/api/v2/user-group-types/{idOrCode}
     * @secure
     */
    deleteUserGroupTypesIdOrCode: (
      idOrCode: string,
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/user-group-types/${segment(idOrCode)}`,
        method: "DELETE",
        secure: true,
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserGroupType
     * @name PatchUserGroupTypesIdOrCode
     * @summary UserGroupTypePublicApi.patch
     * @request PATCH:/api/v2/user-group-types/{idOrCode}
     * @secure
     */
    patchUserGroupTypesIdOrCode: (
      idOrCode: string,
      data: Record<string, any>,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
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
     * No description
     *
     * @tags UserGroupType
     * @name PostUserGroupTypes
     * @summary UserGroupTypePublicApi.saveAndRefresh
     * @request POST:/api/v2/user-group-types
     * @secure
     */
    postUserGroupTypes: (data: UserGroupType, params: RequestParams = {}) =>
      this.request<UserGroupType, ErrorBody>({
        path: `/api/v2/user-group-types`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserGroupType
     * @name GetUserGroupTypes
     * @summary Get all rows
     * @request GET:/api/v2/user-group-types
     * @deprecated
     * @secure
     */
    getUserGroupTypes: (params: RequestParams = {}) =>
      this.request<UserGroupType[], ErrorBody>({
        path: `/api/v2/user-group-types`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserGroupType
     * @name PostUserGroupTypesDiffSave
     * @summary UserGroupTypePublicApi.saveDiff
     * @request POST:/api/v2/user-group-types/diff/save
     * @secure
     */
    postUserGroupTypesDiffSave: (
      data: DiffEntryOfUserGroupType[],
      query?: {
        /**
         * When saving, check the chars that the diff changes against the registries of their types, and the formats, periods and listed codes that it changes.
         * @default true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with records. If absent, that of the ExportEnvelope; the two must not differ, unless the envelope has `id`.
         * @default "id"
         */
        compareField?: string;
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
     * No description
     *
     * @tags UserGroupType
     * @name PostUserGroupTypesDiffFile
     * @summary UserGroupTypePublicApi.diff
     * @request POST:/api/v2/user-group-types/diff/file
     * @secure
     */
    postUserGroupTypesDiffFile: (
      data: {
        /** @format binary */
        file: File;
      },
      query?: {
        /**
         * When saving, check the chars that the diff changes against the registries of their types, and the formats, periods and listed codes that it changes.
         * @default true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with records. If absent, that of the ExportEnvelope; the two must not differ, unless the envelope has `id`.
         * @default "id"
         */
        compareField?: string;
        /**
         * Save the differences.
         * @default false
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
     * No description
     *
     * @tags UserGroupType
     * @name PostUserGroupTypesDiffOnly
     * @summary UserGroupTypePublicApi.diffOnly
     * @request POST:/api/v2/user-group-types/diff/only
     * @secure
     */
    postUserGroupTypesDiffOnly: (
      data: ExportEnvelopeOfUserGroupType,
      query?: {
        /**
         * The unique member by which entries are matched with records. If absent, that of the ExportEnvelope; the two must not differ, unless the envelope has `id`.
         * @default "id"
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
     * No description
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
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
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
     * No description
     *
     * @tags UserGroupType
     * @name GetUserGroupTypesSearchList
     * @summary Search for values and return the result as a list
     * @request GET:/api/v2/user-group-types/search/list
     * @secure
     */
    getUserGroupTypesSearchList: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
         * @default 1000
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise. The size of the list is that of the filtering, 1,000 by default and 10,000 at most.
     *
     * @tags UserGroupType
     * @name PostUserGroupTypesSearchList
     * @summary Search for values by a filtering in the body and return the result as a list
     * @request POST:/api/v2/user-group-types/search/list
     * @secure
     */
    postUserGroupTypesSearchList: (
      data: Filtering,
      params: RequestParams = {},
    ) =>
      this.request<UserGroupType[], ErrorBody>({
        path: `/api/v2/user-group-types/search/list`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserGroupType
     * @name GetUserGroupTypesSearchPage
     * @summary UserGroupTypePublicApi.getAllFilterablePage
     * @request GET:/api/v2/user-group-types/search/page
     * @secure
     */
    getUserGroupTypesSearchPage: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
        filtering: Filtering;
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise.
     *
     * @tags UserGroupType
     * @name PostUserGroupTypesSearchPage
     * @summary Search for values by a filtering in the body and return a page
     * @request POST:/api/v2/user-group-types/search/page
     * @secure
     */
    postUserGroupTypesSearchPage: (
      data: Filtering,
      params: RequestParams = {},
    ) =>
      this.request<PageOfUserGroupType, ErrorBody>({
        path: `/api/v2/user-group-types/search/page`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserGroupType
     * @name GetUserGroupTypesByIdsIds
     * @summary UserGroupTypePublicApi.getByIds
     * @request GET:/api/v2/user-group-types/by-ids/{ids}
     * @secure
     */
    getUserGroupTypesByIdsIds: (ids: string[], params: RequestParams = {}) =>
      this.request<UserGroupType[], ErrorBody>({
        path: `/api/v2/user-group-types/by-ids/${segment(ids)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserGroupType
     * @name GetUserGroupTypesSearchCount
     * @summary UserGroupTypePublicApi.countFilterable
     * @request GET:/api/v2/user-group-types/search/count
     * @secure
     */
    getUserGroupTypesSearchCount: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise.
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
     * No description
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
         */
        at?: string;
        /**
         * Return the record at this version.
         * @min 1
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
     * No description
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
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
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
     * No description
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
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
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
     * No description
     *
     * @tags UserGroupType
     * @name GetUserGroupTypesByCodeCode
     * @summary UserGroupTypePublicApi.getByCode
     * @request GET:/api/v2/user-group-types/by-code/{code}
     * @deprecated
     * @secure
     */
    getUserGroupTypesByCodeCode: (code: string, params: RequestParams = {}) =>
      this.request<UserGroupType, ErrorBody>({
        path: `/api/v2/user-group-types/by-code/${segment(code)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserGroup
     * @name GetUserGroupsIdOrCode
     * @summary Returns a row by primary key
     * @request GET:/api/v2/user-groups/{idOrCode}
     * @secure
     */
    getUserGroupsIdOrCode: (idOrCode: string, params: RequestParams = {}) =>
      this.request<UserGroup, ErrorBody>({
        path: `/api/v2/user-groups/${segment(idOrCode)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserGroup
     * @name PutUserGroupsIdOrCode
     * @summary Update a value
     * @request PUT:/api/v2/user-groups/{idOrCode}
     * @secure
     */
    putUserGroupsIdOrCode: (
      idOrCode: string,
      data: UserGroup,
      params: RequestParams = {},
    ) =>
      this.request<UserGroup, ErrorBody>({
        path: `/api/v2/user-groups/${segment(idOrCode)}`,
        method: "PUT",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserGroup
     * @name DeleteUserGroupsIdOrCode
     * @summary Delete
     * @request DELETE:/api/v2/user-groups/{idOrCode}
     * @secure
     */
    deleteUserGroupsIdOrCode: (idOrCode: string, params: RequestParams = {}) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/user-groups/${segment(idOrCode)}`,
        method: "DELETE",
        secure: true,
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserGroup
     * @name PatchUserGroupsIdOrCode
     * @summary Update properties of an existing user group
     * @request PATCH:/api/v2/user-groups/{idOrCode}
     * @secure
     */
    patchUserGroupsIdOrCode: (
      idOrCode: string,
      data: Record<string, any>,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
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
     * No description
     *
     * @tags UserGroup
     * @name PostUserGroups
     * @summary Create new user group
     * @request POST:/api/v2/user-groups
     * @secure
     */
    postUserGroups: (data: UserGroup, params: RequestParams = {}) =>
      this.request<UserGroup, ErrorBody>({
        path: `/api/v2/user-groups`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserGroup
     * @name PostUserGroupsDiffSave
     * @summary UserGroupPublicApi.saveDiff
     * @request POST:/api/v2/user-groups/diff/save
     * @secure
     */
    postUserGroupsDiffSave: (
      data: DiffEntryOfUserGroup[],
      query?: {
        /**
         * When saving, check the chars that the diff changes against the registries of their types, and the formats, periods and listed codes that it changes.
         * @default true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with records. If absent, that of the ExportEnvelope; the two must not differ, unless the envelope has `id`.
         * @default "id"
         */
        compareField?: string;
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
     * No description
     *
     * @tags UserGroup
     * @name PostUserGroupsDiffFile
     * @summary UserGroupPublicApi.diff
     * @request POST:/api/v2/user-groups/diff/file
     * @secure
     */
    postUserGroupsDiffFile: (
      data: {
        /** @format binary */
        file: File;
      },
      query?: {
        /**
         * When saving, check the chars that the diff changes against the registries of their types, and the formats, periods and listed codes that it changes.
         * @default true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with records. If absent, that of the ExportEnvelope; the two must not differ, unless the envelope has `id`.
         * @default "id"
         */
        compareField?: string;
        /**
         * Save the differences.
         * @default false
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
     * No description
     *
     * @tags UserGroup
     * @name PostUserGroupsDiffOnly
     * @summary UserGroupPublicApi.diffOnly
     * @request POST:/api/v2/user-groups/diff/only
     * @secure
     */
    postUserGroupsDiffOnly: (
      data: ExportEnvelopeOfUserGroup,
      query?: {
        /**
         * The unique member by which entries are matched with records. If absent, that of the ExportEnvelope; the two must not differ, unless the envelope has `id`.
         * @default "id"
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
     * No description
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
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
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
     * No description
     *
     * @tags UserGroup
     * @name GetUserGroupsSearchList
     * @summary Search for values and return the result as a list
     * @request GET:/api/v2/user-groups/search/list
     * @secure
     */
    getUserGroupsSearchList: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
         * @default 1000
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise. The size of the list is that of the filtering, 1,000 by default and 10,000 at most.
     *
     * @tags UserGroup
     * @name PostUserGroupsSearchList
     * @summary Search for values by a filtering in the body and return the result as a list
     * @request POST:/api/v2/user-groups/search/list
     * @secure
     */
    postUserGroupsSearchList: (data: Filtering, params: RequestParams = {}) =>
      this.request<UserGroup[], ErrorBody>({
        path: `/api/v2/user-groups/search/list`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserGroup
     * @name GetUserGroupsSearchPage
     * @summary UserGroupPublicApi.getAllFilterablePage
     * @request GET:/api/v2/user-groups/search/page
     * @secure
     */
    getUserGroupsSearchPage: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
        filtering: Filtering;
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise.
     *
     * @tags UserGroup
     * @name PostUserGroupsSearchPage
     * @summary Search for values by a filtering in the body and return a page
     * @request POST:/api/v2/user-groups/search/page
     * @secure
     */
    postUserGroupsSearchPage: (data: Filtering, params: RequestParams = {}) =>
      this.request<PageOfUserGroup, ErrorBody>({
        path: `/api/v2/user-groups/search/page`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserGroup
     * @name GetUserGroupsByIdsIds
     * @summary UserGroupPublicApi.getByIds
     * @request GET:/api/v2/user-groups/by-ids/{ids}
     * @secure
     */
    getUserGroupsByIdsIds: (ids: string[], params: RequestParams = {}) =>
      this.request<UserGroup[], ErrorBody>({
        path: `/api/v2/user-groups/by-ids/${segment(ids)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserGroup
     * @name GetUserGroupsSearchCount
     * @summary UserGroupPublicApi.countFilterable
     * @request GET:/api/v2/user-groups/search/count
     * @secure
     */
    getUserGroupsSearchCount: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise.
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
     * No description
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
         */
        at?: string;
        /**
         * Return the record at this version.
         * @min 1
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
     * No description
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
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
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
     * No description
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
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
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
     * No description
     *
     * @tags UserGroupRegion
     * @name GetUserGroupRegionsIdOrCode
     * @summary Returns a row by primary key
     * @request GET:/api/v2/user-group-regions/{idOrCode}
     * @secure
     */
    getUserGroupRegionsIdOrCode: (
      idOrCode: string,
      params: RequestParams = {},
    ) =>
      this.request<UserGroupRegion, ErrorBody>({
        path: `/api/v2/user-group-regions/${segment(idOrCode)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserGroupRegion
     * @name PutUserGroupRegionsIdOrCode
     * @summary Update a value
     * @request PUT:/api/v2/user-group-regions/{idOrCode}
     * @secure
     */
    putUserGroupRegionsIdOrCode: (
      idOrCode: string,
      data: UserGroupRegion,
      params: RequestParams = {},
    ) =>
      this.request<UserGroupRegion, ErrorBody>({
        path: `/api/v2/user-group-regions/${segment(idOrCode)}`,
        method: "PUT",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserGroupRegion
     * @name DeleteUserGroupRegionsIdOrCode
     * @summary Delete
     * @request DELETE:/api/v2/user-group-regions/{idOrCode}
     * @secure
     */
    deleteUserGroupRegionsIdOrCode: (
      idOrCode: string,
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/user-group-regions/${segment(idOrCode)}`,
        method: "DELETE",
        secure: true,
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserGroupRegion
     * @name PatchUserGroupRegionsIdOrCode
     * @summary UserGroupRegionPublicApi.patch
     * @request PATCH:/api/v2/user-group-regions/{idOrCode}
     * @secure
     */
    patchUserGroupRegionsIdOrCode: (
      idOrCode: string,
      data: Record<string, any>,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
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
     * No description
     *
     * @tags UserGroupRegion
     * @name PostUserGroupRegions
     * @summary UserGroupRegionPublicApi.saveAndRefresh
     * @request POST:/api/v2/user-group-regions
     * @secure
     */
    postUserGroupRegions: (data: UserGroupRegion, params: RequestParams = {}) =>
      this.request<UserGroupRegion, ErrorBody>({
        path: `/api/v2/user-group-regions`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserGroupRegion
     * @name GetUserGroupRegions
     * @summary Get all user groups
     * @request GET:/api/v2/user-group-regions
     * @secure
     */
    getUserGroupRegions: (params: RequestParams = {}) =>
      this.request<UserGroupRegion[], ErrorBody>({
        path: `/api/v2/user-group-regions`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserGroupRegion
     * @name PostUserGroupRegionsDiffSave
     * @summary UserGroupRegionPublicApi.saveDiff
     * @request POST:/api/v2/user-group-regions/diff/save
     * @secure
     */
    postUserGroupRegionsDiffSave: (
      data: DiffEntryOfUserGroupRegion[],
      query?: {
        /**
         * When saving, check the chars that the diff changes against the registries of their types, and the formats, periods and listed codes that it changes.
         * @default true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with records. If absent, that of the ExportEnvelope; the two must not differ, unless the envelope has `id`.
         * @default "id"
         */
        compareField?: string;
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
     * No description
     *
     * @tags UserGroupRegion
     * @name PostUserGroupRegionsDiffFile
     * @summary UserGroupRegionPublicApi.diff
     * @request POST:/api/v2/user-group-regions/diff/file
     * @secure
     */
    postUserGroupRegionsDiffFile: (
      data: {
        /** @format binary */
        file: File;
      },
      query?: {
        /**
         * When saving, check the chars that the diff changes against the registries of their types, and the formats, periods and listed codes that it changes.
         * @default true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with records. If absent, that of the ExportEnvelope; the two must not differ, unless the envelope has `id`.
         * @default "id"
         */
        compareField?: string;
        /**
         * Save the differences.
         * @default false
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
     * No description
     *
     * @tags UserGroupRegion
     * @name PostUserGroupRegionsDiffOnly
     * @summary UserGroupRegionPublicApi.diffOnly
     * @request POST:/api/v2/user-group-regions/diff/only
     * @secure
     */
    postUserGroupRegionsDiffOnly: (
      data: ExportEnvelopeOfUserGroupRegion,
      query?: {
        /**
         * The unique member by which entries are matched with records. If absent, that of the ExportEnvelope; the two must not differ, unless the envelope has `id`.
         * @default "id"
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
     * No description
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
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
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
     * No description
     *
     * @tags UserGroupRegion
     * @name GetUserGroupRegionsSearchList
     * @summary Search for values and return the result as a list
     * @request GET:/api/v2/user-group-regions/search/list
     * @secure
     */
    getUserGroupRegionsSearchList: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
         * @default 1000
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise. The size of the list is that of the filtering, 1,000 by default and 10,000 at most.
     *
     * @tags UserGroupRegion
     * @name PostUserGroupRegionsSearchList
     * @summary Search for values by a filtering in the body and return the result as a list
     * @request POST:/api/v2/user-group-regions/search/list
     * @secure
     */
    postUserGroupRegionsSearchList: (
      data: Filtering,
      params: RequestParams = {},
    ) =>
      this.request<UserGroupRegion[], ErrorBody>({
        path: `/api/v2/user-group-regions/search/list`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserGroupRegion
     * @name GetUserGroupRegionsSearchPage
     * @summary UserGroupRegionPublicApi.getAllFilterablePage
     * @request GET:/api/v2/user-group-regions/search/page
     * @secure
     */
    getUserGroupRegionsSearchPage: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
        filtering: Filtering;
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise.
     *
     * @tags UserGroupRegion
     * @name PostUserGroupRegionsSearchPage
     * @summary Search for values by a filtering in the body and return a page
     * @request POST:/api/v2/user-group-regions/search/page
     * @secure
     */
    postUserGroupRegionsSearchPage: (
      data: Filtering,
      params: RequestParams = {},
    ) =>
      this.request<PageOfUserGroupRegion, ErrorBody>({
        path: `/api/v2/user-group-regions/search/page`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserGroupRegion
     * @name GetUserGroupRegionsByIdsIds
     * @summary UserGroupRegionPublicApi.getByIds
     * @request GET:/api/v2/user-group-regions/by-ids/{ids}
     * @secure
     */
    getUserGroupRegionsByIdsIds: (ids: string[], params: RequestParams = {}) =>
      this.request<UserGroupRegion[], ErrorBody>({
        path: `/api/v2/user-group-regions/by-ids/${segment(ids)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserGroupRegion
     * @name GetUserGroupRegionsSearchCount
     * @summary UserGroupRegionPublicApi.countFilterable
     * @request GET:/api/v2/user-group-regions/search/count
     * @secure
     */
    getUserGroupRegionsSearchCount: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise.
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
     * No description
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
         */
        at?: string;
        /**
         * Return the record at this version.
         * @min 1
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
     * No description
     *
     * @tags UserType
     * @name GetUserTypesIdOrCode
     * @summary Returns a row by primary key
     * @request GET:/api/v2/user-types/{idOrCode}
     * @secure
     */
    getUserTypesIdOrCode: (idOrCode: string, params: RequestParams = {}) =>
      this.request<UserType, ErrorBody>({
        path: `/api/v2/user-types/${segment(idOrCode)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserType
     * @name PutUserTypesIdOrCode
     * @summary Update a value
     * @request PUT:/api/v2/user-types/{idOrCode}
     * @secure
     */
    putUserTypesIdOrCode: (
      idOrCode: string,
      data: UserType,
      params: RequestParams = {},
    ) =>
      this.request<UserType, ErrorBody>({
        path: `/api/v2/user-types/${segment(idOrCode)}`,
        method: "PUT",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserType
     * @name DeleteUserTypesIdOrCode
     * @summary Delete
     * @request DELETE:/api/v2/user-types/{idOrCode}
     * @secure
     */
    deleteUserTypesIdOrCode: (idOrCode: string, params: RequestParams = {}) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/user-types/${segment(idOrCode)}`,
        method: "DELETE",
        secure: true,
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserType
     * @name PatchUserTypesIdOrCode
     * @summary UserTypePublicApi.patch
     * @request PATCH:/api/v2/user-types/{idOrCode}
     * @secure
     */
    patchUserTypesIdOrCode: (
      idOrCode: string,
      data: Record<string, any>,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
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
     * No description
     *
     * @tags UserType
     * @name PostUserTypes
     * @summary UserTypePublicApi.saveAndRefresh
     * @request POST:/api/v2/user-types
     * @secure
     */
    postUserTypes: (data: UserType, params: RequestParams = {}) =>
      this.request<UserType, ErrorBody>({
        path: `/api/v2/user-types`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserType
     * @name GetUserTypes
     * @summary Get all rows
     * @request GET:/api/v2/user-types
     * @deprecated
     * @secure
     */
    getUserTypes: (params: RequestParams = {}) =>
      this.request<UserType[], ErrorBody>({
        path: `/api/v2/user-types`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserType
     * @name PostUserTypesDiffSave
     * @summary UserTypePublicApi.saveDiff
     * @request POST:/api/v2/user-types/diff/save
     * @secure
     */
    postUserTypesDiffSave: (
      data: DiffEntryOfUserType[],
      query?: {
        /**
         * When saving, check the chars that the diff changes against the registries of their types, and the formats, periods and listed codes that it changes.
         * @default true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with records. If absent, that of the ExportEnvelope; the two must not differ, unless the envelope has `id`.
         * @default "id"
         */
        compareField?: string;
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
     * No description
     *
     * @tags UserType
     * @name PostUserTypesDiffFile
     * @summary UserTypePublicApi.diff
     * @request POST:/api/v2/user-types/diff/file
     * @secure
     */
    postUserTypesDiffFile: (
      data: {
        /** @format binary */
        file: File;
      },
      query?: {
        /**
         * When saving, check the chars that the diff changes against the registries of their types, and the formats, periods and listed codes that it changes.
         * @default true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with records. If absent, that of the ExportEnvelope; the two must not differ, unless the envelope has `id`.
         * @default "id"
         */
        compareField?: string;
        /**
         * Save the differences.
         * @default false
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
     * No description
     *
     * @tags UserType
     * @name PostUserTypesDiffOnly
     * @summary UserTypePublicApi.diffOnly
     * @request POST:/api/v2/user-types/diff/only
     * @secure
     */
    postUserTypesDiffOnly: (
      data: ExportEnvelopeOfUserType,
      query?: {
        /**
         * The unique member by which entries are matched with records. If absent, that of the ExportEnvelope; the two must not differ, unless the envelope has `id`.
         * @default "id"
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
     * No description
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
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
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
     * No description
     *
     * @tags UserType
     * @name GetUserTypesSearchList
     * @summary Search for values and return the result as a list
     * @request GET:/api/v2/user-types/search/list
     * @secure
     */
    getUserTypesSearchList: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
         * @default 1000
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise. The size of the list is that of the filtering, 1,000 by default and 10,000 at most.
     *
     * @tags UserType
     * @name PostUserTypesSearchList
     * @summary Search for values by a filtering in the body and return the result as a list
     * @request POST:/api/v2/user-types/search/list
     * @secure
     */
    postUserTypesSearchList: (data: Filtering, params: RequestParams = {}) =>
      this.request<UserType[], ErrorBody>({
        path: `/api/v2/user-types/search/list`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserType
     * @name GetUserTypesSearchPage
     * @summary UserTypePublicApi.getAllFilterablePage
     * @request GET:/api/v2/user-types/search/page
     * @secure
     */
    getUserTypesSearchPage: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
        filtering: Filtering;
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise.
     *
     * @tags UserType
     * @name PostUserTypesSearchPage
     * @summary Search for values by a filtering in the body and return a page
     * @request POST:/api/v2/user-types/search/page
     * @secure
     */
    postUserTypesSearchPage: (data: Filtering, params: RequestParams = {}) =>
      this.request<PageOfUserType, ErrorBody>({
        path: `/api/v2/user-types/search/page`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserType
     * @name GetUserTypesByIdsIds
     * @summary UserTypePublicApi.getByIds
     * @request GET:/api/v2/user-types/by-ids/{ids}
     * @secure
     */
    getUserTypesByIdsIds: (ids: string[], params: RequestParams = {}) =>
      this.request<UserType[], ErrorBody>({
        path: `/api/v2/user-types/by-ids/${segment(ids)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserType
     * @name GetUserTypesSearchCount
     * @summary UserTypePublicApi.countFilterable
     * @request GET:/api/v2/user-types/search/count
     * @secure
     */
    getUserTypesSearchCount: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise.
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
     * No description
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
         */
        at?: string;
        /**
         * Return the record at this version.
         * @min 1
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
     * No description
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
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
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
     * No description
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
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
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
     * No description
     *
     * @tags UserType
     * @name GetUserTypesByCodeCode
     * @summary Returns a row by code
     * @request GET:/api/v2/user-types/by-code/{code}
     * @deprecated
     * @secure
     */
    getUserTypesByCodeCode: (code: string, params: RequestParams = {}) =>
      this.request<UserType, ErrorBody>({
        path: `/api/v2/user-types/by-code/${segment(code)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Role
     * @name GetRolesIdOrCode
     * @summary Returns a row by primary key
     * @request GET:/api/v2/roles/{idOrCode}
     * @secure
     */
    getRolesIdOrCode: (idOrCode: string, params: RequestParams = {}) =>
      this.request<Role, ErrorBody>({
        path: `/api/v2/roles/${segment(idOrCode)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Role
     * @name PutRolesIdOrCode
     * @summary Update a value
     * @request PUT:/api/v2/roles/{idOrCode}
     * @secure
     */
    putRolesIdOrCode: (
      idOrCode: string,
      data: Role,
      params: RequestParams = {},
    ) =>
      this.request<Role, ErrorBody>({
        path: `/api/v2/roles/${segment(idOrCode)}`,
        method: "PUT",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Role
     * @name DeleteRolesIdOrCode
     * @summary Delete
     * @request DELETE:/api/v2/roles/{idOrCode}
     * @secure
     */
    deleteRolesIdOrCode: (idOrCode: string, params: RequestParams = {}) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/roles/${segment(idOrCode)}`,
        method: "DELETE",
        secure: true,
        ...params,
      }),

    /**
     * No description
     *
     * @tags Role
     * @name PatchRolesIdOrCode
     * @summary RolePublicApi.patch
     * @request PATCH:/api/v2/roles/{idOrCode}
     * @secure
     */
    patchRolesIdOrCode: (
      idOrCode: string,
      data: Record<string, any>,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
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
     * No description
     *
     * @tags Role
     * @name PostRoles
     * @summary RolePublicApi.saveAndRefresh
     * @request POST:/api/v2/roles
     * @secure
     */
    postRoles: (data: Role, params: RequestParams = {}) =>
      this.request<Role, ErrorBody>({
        path: `/api/v2/roles`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Role
     * @name PostRolesDiffSave
     * @summary RolePublicApi.saveDiff
     * @request POST:/api/v2/roles/diff/save
     * @secure
     */
    postRolesDiffSave: (
      data: DiffEntryOfRole[],
      query?: {
        /**
         * When saving, check the chars that the diff changes against the registries of their types, and the formats, periods and listed codes that it changes.
         * @default true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with records. If absent, that of the ExportEnvelope; the two must not differ, unless the envelope has `id`.
         * @default "id"
         */
        compareField?: string;
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
     * No description
     *
     * @tags Role
     * @name PostRolesDiffFile
     * @summary RolePublicApi.diff
     * @request POST:/api/v2/roles/diff/file
     * @secure
     */
    postRolesDiffFile: (
      data: {
        /** @format binary */
        file: File;
      },
      query?: {
        /**
         * When saving, check the chars that the diff changes against the registries of their types, and the formats, periods and listed codes that it changes.
         * @default true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with records. If absent, that of the ExportEnvelope; the two must not differ, unless the envelope has `id`.
         * @default "id"
         */
        compareField?: string;
        /**
         * Save the differences.
         * @default false
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
     * No description
     *
     * @tags Role
     * @name PostRolesDiffOnly
     * @summary RolePublicApi.diffOnly
     * @request POST:/api/v2/roles/diff/only
     * @secure
     */
    postRolesDiffOnly: (
      data: ExportEnvelopeOfRole,
      query?: {
        /**
         * The unique member by which entries are matched with records. If absent, that of the ExportEnvelope; the two must not differ, unless the envelope has `id`.
         * @default "id"
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
     * No description
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
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
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
     * No description
     *
     * @tags Role
     * @name GetRolesSearchList
     * @summary Search for values and return the result as a list
     * @request GET:/api/v2/roles/search/list
     * @secure
     */
    getRolesSearchList: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
         * @default 1000
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise. The size of the list is that of the filtering, 1,000 by default and 10,000 at most.
     *
     * @tags Role
     * @name PostRolesSearchList
     * @summary Search for values by a filtering in the body and return the result as a list
     * @request POST:/api/v2/roles/search/list
     * @secure
     */
    postRolesSearchList: (data: Filtering, params: RequestParams = {}) =>
      this.request<Role[], ErrorBody>({
        path: `/api/v2/roles/search/list`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Role
     * @name GetRolesSearchPage
     * @summary RolePublicApi.getAllFilterablePage
     * @request GET:/api/v2/roles/search/page
     * @secure
     */
    getRolesSearchPage: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
        filtering: Filtering;
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise.
     *
     * @tags Role
     * @name PostRolesSearchPage
     * @summary Search for values by a filtering in the body and return a page
     * @request POST:/api/v2/roles/search/page
     * @secure
     */
    postRolesSearchPage: (data: Filtering, params: RequestParams = {}) =>
      this.request<PageOfRole, ErrorBody>({
        path: `/api/v2/roles/search/page`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Role
     * @name GetRolesByIdsIds
     * @summary RolePublicApi.getByIds
     * @request GET:/api/v2/roles/by-ids/{ids}
     * @secure
     */
    getRolesByIdsIds: (ids: string[], params: RequestParams = {}) =>
      this.request<Role[], ErrorBody>({
        path: `/api/v2/roles/by-ids/${segment(ids)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Role
     * @name GetRolesSearchCount
     * @summary RolePublicApi.countFilterable
     * @request GET:/api/v2/roles/search/count
     * @secure
     */
    getRolesSearchCount: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise.
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
     * No description
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
         */
        at?: string;
        /**
         * Return the record at this version.
         * @min 1
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
     * No description
     *
     * @tags AccessRule
     * @name GetAccessRulesIdOrCode
     * @summary Returns a row by primary key
     * @request GET:/api/v2/access-rules/{idOrCode}
     * @secure
     */
    getAccessRulesIdOrCode: (idOrCode: string, params: RequestParams = {}) =>
      this.request<AccessRule, ErrorBody>({
        path: `/api/v2/access-rules/${segment(idOrCode)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags AccessRule
     * @name PutAccessRulesIdOrCode
     * @summary Update a value
     * @request PUT:/api/v2/access-rules/{idOrCode}
     * @secure
     */
    putAccessRulesIdOrCode: (
      idOrCode: string,
      data: AccessRule,
      params: RequestParams = {},
    ) =>
      this.request<AccessRule, ErrorBody>({
        path: `/api/v2/access-rules/${segment(idOrCode)}`,
        method: "PUT",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags AccessRule
     * @name DeleteAccessRulesIdOrCode
     * @summary Delete
     * @request DELETE:/api/v2/access-rules/{idOrCode}
     * @secure
     */
    deleteAccessRulesIdOrCode: (idOrCode: string, params: RequestParams = {}) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/access-rules/${segment(idOrCode)}`,
        method: "DELETE",
        secure: true,
        ...params,
      }),

    /**
     * No description
     *
     * @tags AccessRule
     * @name PatchAccessRulesIdOrCode
     * @summary AccessRulePublicApi.patch
     * @request PATCH:/api/v2/access-rules/{idOrCode}
     * @secure
     */
    patchAccessRulesIdOrCode: (
      idOrCode: string,
      data: Record<string, any>,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
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
     * No description
     *
     * @tags AccessRule
     * @name PostAccessRules
     * @summary AccessRulePublicApi.saveAndRefresh
     * @request POST:/api/v2/access-rules
     * @secure
     */
    postAccessRules: (data: AccessRule, params: RequestParams = {}) =>
      this.request<AccessRule, ErrorBody>({
        path: `/api/v2/access-rules`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags AccessRule
     * @name GetAccessRules
     * @summary Get all rows
     * @request GET:/api/v2/access-rules
     * @deprecated
     * @secure
     */
    getAccessRules: (params: RequestParams = {}) =>
      this.request<AccessRule[], ErrorBody>({
        path: `/api/v2/access-rules`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags AccessRule
     * @name PostAccessRulesDiffSave
     * @summary AccessRulePublicApi.saveDiff
     * @request POST:/api/v2/access-rules/diff/save
     * @secure
     */
    postAccessRulesDiffSave: (
      data: DiffEntryOfAccessRule[],
      query?: {
        /**
         * When saving, check the chars that the diff changes against the registries of their types, and the formats, periods and listed codes that it changes.
         * @default true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with records. If absent, that of the ExportEnvelope; the two must not differ, unless the envelope has `id`.
         * @default "id"
         */
        compareField?: string;
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
     * No description
     *
     * @tags AccessRule
     * @name PostAccessRulesDiffFile
     * @summary AccessRulePublicApi.diff
     * @request POST:/api/v2/access-rules/diff/file
     * @secure
     */
    postAccessRulesDiffFile: (
      data: {
        /** @format binary */
        file: File;
      },
      query?: {
        /**
         * When saving, check the chars that the diff changes against the registries of their types, and the formats, periods and listed codes that it changes.
         * @default true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with records. If absent, that of the ExportEnvelope; the two must not differ, unless the envelope has `id`.
         * @default "id"
         */
        compareField?: string;
        /**
         * Save the differences.
         * @default false
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
     * No description
     *
     * @tags AccessRule
     * @name PostAccessRulesDiffOnly
     * @summary AccessRulePublicApi.diffOnly
     * @request POST:/api/v2/access-rules/diff/only
     * @secure
     */
    postAccessRulesDiffOnly: (
      data: ExportEnvelopeOfAccessRule,
      query?: {
        /**
         * The unique member by which entries are matched with records. If absent, that of the ExportEnvelope; the two must not differ, unless the envelope has `id`.
         * @default "id"
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
     * No description
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
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
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
     * No description
     *
     * @tags AccessRule
     * @name GetAccessRulesSearchList
     * @summary Search for values and return the result as a list
     * @request GET:/api/v2/access-rules/search/list
     * @secure
     */
    getAccessRulesSearchList: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
         * @default 1000
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise. The size of the list is that of the filtering, 1,000 by default and 10,000 at most.
     *
     * @tags AccessRule
     * @name PostAccessRulesSearchList
     * @summary Search for values by a filtering in the body and return the result as a list
     * @request POST:/api/v2/access-rules/search/list
     * @secure
     */
    postAccessRulesSearchList: (data: Filtering, params: RequestParams = {}) =>
      this.request<AccessRule[], ErrorBody>({
        path: `/api/v2/access-rules/search/list`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags AccessRule
     * @name GetAccessRulesSearchPage
     * @summary AccessRulePublicApi.getAllFilterablePage
     * @request GET:/api/v2/access-rules/search/page
     * @secure
     */
    getAccessRulesSearchPage: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
        filtering: Filtering;
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise.
     *
     * @tags AccessRule
     * @name PostAccessRulesSearchPage
     * @summary Search for values by a filtering in the body and return a page
     * @request POST:/api/v2/access-rules/search/page
     * @secure
     */
    postAccessRulesSearchPage: (data: Filtering, params: RequestParams = {}) =>
      this.request<PageOfAccessRule, ErrorBody>({
        path: `/api/v2/access-rules/search/page`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags AccessRule
     * @name GetAccessRulesByIdsIds
     * @summary AccessRulePublicApi.getByIds
     * @request GET:/api/v2/access-rules/by-ids/{ids}
     * @secure
     */
    getAccessRulesByIdsIds: (ids: string[], params: RequestParams = {}) =>
      this.request<AccessRule[], ErrorBody>({
        path: `/api/v2/access-rules/by-ids/${segment(ids)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags AccessRule
     * @name GetAccessRulesSearchCount
     * @summary AccessRulePublicApi.countFilterable
     * @request GET:/api/v2/access-rules/search/count
     * @secure
     */
    getAccessRulesSearchCount: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise.
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
     * No description
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
         */
        at?: string;
        /**
         * Return the record at this version.
         * @min 1
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
     * No description
     *
     * @tags RoleAccessRule
     * @name GetRoleAccessRulesIdOrCode
     * @summary Returns a row by primary key
     * @request GET:/api/v2/role-access-rules/{idOrCode}
     * @secure
     */
    getRoleAccessRulesIdOrCode: (
      idOrCode: string,
      params: RequestParams = {},
    ) =>
      this.request<RoleAccessRule, ErrorBody>({
        path: `/api/v2/role-access-rules/${segment(idOrCode)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags RoleAccessRule
     * @name PutRoleAccessRulesIdOrCode
     * @summary Update a value
     * @request PUT:/api/v2/role-access-rules/{idOrCode}
     * @secure
     */
    putRoleAccessRulesIdOrCode: (
      idOrCode: string,
      data: RoleAccessRule,
      params: RequestParams = {},
    ) =>
      this.request<RoleAccessRule, ErrorBody>({
        path: `/api/v2/role-access-rules/${segment(idOrCode)}`,
        method: "PUT",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags RoleAccessRule
     * @name DeleteRoleAccessRulesIdOrCode
     * @summary Delete
     * @request DELETE:/api/v2/role-access-rules/{idOrCode}
     * @secure
     */
    deleteRoleAccessRulesIdOrCode: (
      idOrCode: string,
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/role-access-rules/${segment(idOrCode)}`,
        method: "DELETE",
        secure: true,
        ...params,
      }),

    /**
     * No description
     *
     * @tags RoleAccessRule
     * @name PatchRoleAccessRulesIdOrCode
     * @summary RoleAccessRulePublicApi.patch
     * @request PATCH:/api/v2/role-access-rules/{idOrCode}
     * @secure
     */
    patchRoleAccessRulesIdOrCode: (
      idOrCode: string,
      data: Record<string, any>,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
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
     * No description
     *
     * @tags RoleAccessRule
     * @name PostRoleAccessRules
     * @summary RoleAccessRulePublicApi.saveAndRefresh
     * @request POST:/api/v2/role-access-rules
     * @secure
     */
    postRoleAccessRules: (data: RoleAccessRule, params: RequestParams = {}) =>
      this.request<RoleAccessRule, ErrorBody>({
        path: `/api/v2/role-access-rules`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags RoleAccessRule
     * @name PostRoleAccessRulesDiffSave
     * @summary RoleAccessRulePublicApi.saveDiff
     * @request POST:/api/v2/role-access-rules/diff/save
     * @secure
     */
    postRoleAccessRulesDiffSave: (
      data: DiffEntryOfRoleAccessRule[],
      query?: {
        /**
         * When saving, check the chars that the diff changes against the registries of their types, and the formats, periods and listed codes that it changes.
         * @default true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with records. If absent, that of the ExportEnvelope; the two must not differ, unless the envelope has `id`.
         * @default "id"
         */
        compareField?: string;
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
     * No description
     *
     * @tags RoleAccessRule
     * @name PostRoleAccessRulesDiffFile
     * @summary RoleAccessRulePublicApi.diff
     * @request POST:/api/v2/role-access-rules/diff/file
     * @secure
     */
    postRoleAccessRulesDiffFile: (
      data: {
        /** @format binary */
        file: File;
      },
      query?: {
        /**
         * When saving, check the chars that the diff changes against the registries of their types, and the formats, periods and listed codes that it changes.
         * @default true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with records. If absent, that of the ExportEnvelope; the two must not differ, unless the envelope has `id`.
         * @default "id"
         */
        compareField?: string;
        /**
         * Save the differences.
         * @default false
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
     * No description
     *
     * @tags RoleAccessRule
     * @name PostRoleAccessRulesDiffOnly
     * @summary RoleAccessRulePublicApi.diffOnly
     * @request POST:/api/v2/role-access-rules/diff/only
     * @secure
     */
    postRoleAccessRulesDiffOnly: (
      data: ExportEnvelopeOfRoleAccessRule,
      query?: {
        /**
         * The unique member by which entries are matched with records. If absent, that of the ExportEnvelope; the two must not differ, unless the envelope has `id`.
         * @default "id"
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
     * No description
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
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
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
     * No description
     *
     * @tags RoleAccessRule
     * @name GetRoleAccessRulesSearchList
     * @summary Search for values and return the result as a list
     * @request GET:/api/v2/role-access-rules/search/list
     * @secure
     */
    getRoleAccessRulesSearchList: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
         * @default 1000
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise. The size of the list is that of the filtering, 1,000 by default and 10,000 at most.
     *
     * @tags RoleAccessRule
     * @name PostRoleAccessRulesSearchList
     * @summary Search for values by a filtering in the body and return the result as a list
     * @request POST:/api/v2/role-access-rules/search/list
     * @secure
     */
    postRoleAccessRulesSearchList: (
      data: Filtering,
      params: RequestParams = {},
    ) =>
      this.request<RoleAccessRule[], ErrorBody>({
        path: `/api/v2/role-access-rules/search/list`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags RoleAccessRule
     * @name GetRoleAccessRulesSearchPage
     * @summary RoleAccessRulePublicApi.getAllFilterablePage
     * @request GET:/api/v2/role-access-rules/search/page
     * @secure
     */
    getRoleAccessRulesSearchPage: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
        filtering: Filtering;
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise.
     *
     * @tags RoleAccessRule
     * @name PostRoleAccessRulesSearchPage
     * @summary Search for values by a filtering in the body and return a page
     * @request POST:/api/v2/role-access-rules/search/page
     * @secure
     */
    postRoleAccessRulesSearchPage: (
      data: Filtering,
      params: RequestParams = {},
    ) =>
      this.request<PageOfRoleAccessRule, ErrorBody>({
        path: `/api/v2/role-access-rules/search/page`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags RoleAccessRule
     * @name GetRoleAccessRulesByIdsIds
     * @summary RoleAccessRulePublicApi.getByIds
     * @request GET:/api/v2/role-access-rules/by-ids/{ids}
     * @secure
     */
    getRoleAccessRulesByIdsIds: (ids: string[], params: RequestParams = {}) =>
      this.request<RoleAccessRule[], ErrorBody>({
        path: `/api/v2/role-access-rules/by-ids/${segment(ids)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags RoleAccessRule
     * @name GetRoleAccessRulesSearchCount
     * @summary RoleAccessRulePublicApi.countFilterable
     * @request GET:/api/v2/role-access-rules/search/count
     * @secure
     */
    getRoleAccessRulesSearchCount: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise.
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
     * No description
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
         */
        at?: string;
        /**
         * Return the record at this version.
         * @min 1
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
     * No description
     *
     * @tags User
     * @name GetUsersIdOrCode
     * @summary Returns a row by primary key
     * @request GET:/api/v2/users/{idOrCode}
     * @secure
     */
    getUsersIdOrCode: (idOrCode: string, params: RequestParams = {}) =>
      this.request<User, ErrorBody>({
        path: `/api/v2/users/${segment(idOrCode)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags User
     * @name PutUsersIdOrCode
     * @summary Update a value
     * @request PUT:/api/v2/users/{idOrCode}
     * @secure
     */
    putUsersIdOrCode: (
      idOrCode: string,
      data: User,
      params: RequestParams = {},
    ) =>
      this.request<User, ErrorBody>({
        path: `/api/v2/users/${segment(idOrCode)}`,
        method: "PUT",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags User
     * @name DeleteUsersIdOrCode
     * @summary Delete
     * @request DELETE:/api/v2/users/{idOrCode}
     * @secure
     */
    deleteUsersIdOrCode: (idOrCode: string, params: RequestParams = {}) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/users/${segment(idOrCode)}`,
        method: "DELETE",
        secure: true,
        ...params,
      }),

    /**
     * No description
     *
     * @tags User
     * @name PatchUsersIdOrCode
     * @summary UserPublicApi.patch
     * @request PATCH:/api/v2/users/{idOrCode}
     * @secure
     */
    patchUsersIdOrCode: (
      idOrCode: string,
      data: Record<string, any>,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
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
     * No description
     *
     * @tags User
     * @name PostUsers
     * @summary Create new user
     * @request POST:/api/v2/users
     * @secure
     */
    postUsers: (data: User, params: RequestParams = {}) =>
      this.request<User, ErrorBody>({
        path: `/api/v2/users`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags User
     * @name PostUsersDiffSave
     * @summary UserPublicApi.saveDiff
     * @request POST:/api/v2/users/diff/save
     * @secure
     */
    postUsersDiffSave: (
      data: DiffEntryOfUser[],
      query?: {
        /**
         * When saving, check the chars that the diff changes against the registries of their types, and the formats, periods and listed codes that it changes.
         * @default true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with records. If absent, that of the ExportEnvelope; the two must not differ, unless the envelope has `id`.
         * @default "id"
         */
        compareField?: string;
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
     * No description
     *
     * @tags User
     * @name PostUsersDiffFile
     * @summary UserPublicApi.diff
     * @request POST:/api/v2/users/diff/file
     * @secure
     */
    postUsersDiffFile: (
      data: {
        /** @format binary */
        file: File;
      },
      query?: {
        /**
         * When saving, check the chars that the diff changes against the registries of their types, and the formats, periods and listed codes that it changes.
         * @default true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with records. If absent, that of the ExportEnvelope; the two must not differ, unless the envelope has `id`.
         * @default "id"
         */
        compareField?: string;
        /**
         * Save the differences.
         * @default false
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
     * No description
     *
     * @tags User
     * @name PostUsersDiffOnly
     * @summary UserPublicApi.diffOnly
     * @request POST:/api/v2/users/diff/only
     * @secure
     */
    postUsersDiffOnly: (
      data: ExportEnvelopeOfUser,
      query?: {
        /**
         * The unique member by which entries are matched with records. If absent, that of the ExportEnvelope; the two must not differ, unless the envelope has `id`.
         * @default "id"
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
     * No description
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
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
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
     * No description
     *
     * @tags User
     * @name GetUsersSearchList
     * @summary Search for values and return the result as a list
     * @request GET:/api/v2/users/search/list
     * @secure
     */
    getUsersSearchList: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
         * @default 1000
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise. The size of the list is that of the filtering, 1,000 by default and 10,000 at most.
     *
     * @tags User
     * @name PostUsersSearchList
     * @summary Search for values by a filtering in the body and return the result as a list
     * @request POST:/api/v2/users/search/list
     * @secure
     */
    postUsersSearchList: (data: Filtering, params: RequestParams = {}) =>
      this.request<User[], ErrorBody>({
        path: `/api/v2/users/search/list`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags User
     * @name GetUsersSearchPage
     * @summary UserPublicApi.getAllFilterablePage
     * @request GET:/api/v2/users/search/page
     * @secure
     */
    getUsersSearchPage: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
        filtering: Filtering;
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise.
     *
     * @tags User
     * @name PostUsersSearchPage
     * @summary Search for values by a filtering in the body and return a page
     * @request POST:/api/v2/users/search/page
     * @secure
     */
    postUsersSearchPage: (data: Filtering, params: RequestParams = {}) =>
      this.request<PageOfUser, ErrorBody>({
        path: `/api/v2/users/search/page`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags User
     * @name GetUsersByIdsIds
     * @summary UserPublicApi.getByIds
     * @request GET:/api/v2/users/by-ids/{ids}
     * @secure
     */
    getUsersByIdsIds: (ids: string[], params: RequestParams = {}) =>
      this.request<User[], ErrorBody>({
        path: `/api/v2/users/by-ids/${segment(ids)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags User
     * @name GetUsersSearchCount
     * @summary UserPublicApi.countFilterable
     * @request GET:/api/v2/users/search/count
     * @secure
     */
    getUsersSearchCount: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise.
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
     * No description
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
         */
        at?: string;
        /**
         * Return the record at this version.
         * @min 1
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
     * No description
     *
     * @tags UserRole
     * @name GetUserRolesIdOrCode
     * @summary Returns a row by primary key
     * @request GET:/api/v2/user-roles/{idOrCode}
     * @secure
     */
    getUserRolesIdOrCode: (idOrCode: string, params: RequestParams = {}) =>
      this.request<UserRole, ErrorBody>({
        path: `/api/v2/user-roles/${segment(idOrCode)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserRole
     * @name PutUserRolesIdOrCode
     * @summary Update a value
     * @request PUT:/api/v2/user-roles/{idOrCode}
     * @secure
     */
    putUserRolesIdOrCode: (
      idOrCode: string,
      data: UserRole,
      params: RequestParams = {},
    ) =>
      this.request<UserRole, ErrorBody>({
        path: `/api/v2/user-roles/${segment(idOrCode)}`,
        method: "PUT",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserRole
     * @name DeleteUserRolesIdOrCode
     * @summary Delete
     * @request DELETE:/api/v2/user-roles/{idOrCode}
     * @secure
     */
    deleteUserRolesIdOrCode: (idOrCode: string, params: RequestParams = {}) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/user-roles/${segment(idOrCode)}`,
        method: "DELETE",
        secure: true,
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserRole
     * @name PatchUserRolesIdOrCode
     * @summary UserRolePublicApi.patch
     * @request PATCH:/api/v2/user-roles/{idOrCode}
     * @secure
     */
    patchUserRolesIdOrCode: (
      idOrCode: string,
      data: Record<string, any>,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
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
     * No description
     *
     * @tags UserRole
     * @name PostUserRoles
     * @summary UserRolePublicApi.saveAndRefresh
     * @request POST:/api/v2/user-roles
     * @secure
     */
    postUserRoles: (data: UserRole, params: RequestParams = {}) =>
      this.request<UserRole, ErrorBody>({
        path: `/api/v2/user-roles`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserRole
     * @name PostUserRolesDiffSave
     * @summary UserRolePublicApi.saveDiff
     * @request POST:/api/v2/user-roles/diff/save
     * @secure
     */
    postUserRolesDiffSave: (
      data: DiffEntryOfUserRole[],
      query?: {
        /**
         * When saving, check the chars that the diff changes against the registries of their types, and the formats, periods and listed codes that it changes.
         * @default true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with records. If absent, that of the ExportEnvelope; the two must not differ, unless the envelope has `id`.
         * @default "id"
         */
        compareField?: string;
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
     * No description
     *
     * @tags UserRole
     * @name PostUserRolesDiffFile
     * @summary UserRolePublicApi.diff
     * @request POST:/api/v2/user-roles/diff/file
     * @secure
     */
    postUserRolesDiffFile: (
      data: {
        /** @format binary */
        file: File;
      },
      query?: {
        /**
         * When saving, check the chars that the diff changes against the registries of their types, and the formats, periods and listed codes that it changes.
         * @default true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with records. If absent, that of the ExportEnvelope; the two must not differ, unless the envelope has `id`.
         * @default "id"
         */
        compareField?: string;
        /**
         * Save the differences.
         * @default false
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
     * No description
     *
     * @tags UserRole
     * @name PostUserRolesDiffOnly
     * @summary UserRolePublicApi.diffOnly
     * @request POST:/api/v2/user-roles/diff/only
     * @secure
     */
    postUserRolesDiffOnly: (
      data: ExportEnvelopeOfUserRole,
      query?: {
        /**
         * The unique member by which entries are matched with records. If absent, that of the ExportEnvelope; the two must not differ, unless the envelope has `id`.
         * @default "id"
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
     * No description
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
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
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
     * No description
     *
     * @tags UserRole
     * @name GetUserRolesSearchList
     * @summary Search for values and return the result as a list
     * @request GET:/api/v2/user-roles/search/list
     * @secure
     */
    getUserRolesSearchList: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
         * @default 1000
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise. The size of the list is that of the filtering, 1,000 by default and 10,000 at most.
     *
     * @tags UserRole
     * @name PostUserRolesSearchList
     * @summary Search for values by a filtering in the body and return the result as a list
     * @request POST:/api/v2/user-roles/search/list
     * @secure
     */
    postUserRolesSearchList: (data: Filtering, params: RequestParams = {}) =>
      this.request<UserRole[], ErrorBody>({
        path: `/api/v2/user-roles/search/list`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserRole
     * @name GetUserRolesSearchPage
     * @summary UserRolePublicApi.getAllFilterablePage
     * @request GET:/api/v2/user-roles/search/page
     * @secure
     */
    getUserRolesSearchPage: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
        filtering: Filtering;
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise.
     *
     * @tags UserRole
     * @name PostUserRolesSearchPage
     * @summary Search for values by a filtering in the body and return a page
     * @request POST:/api/v2/user-roles/search/page
     * @secure
     */
    postUserRolesSearchPage: (data: Filtering, params: RequestParams = {}) =>
      this.request<PageOfUserRole, ErrorBody>({
        path: `/api/v2/user-roles/search/page`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserRole
     * @name GetUserRolesByIdsIds
     * @summary UserRolePublicApi.getByIds
     * @request GET:/api/v2/user-roles/by-ids/{ids}
     * @secure
     */
    getUserRolesByIdsIds: (ids: string[], params: RequestParams = {}) =>
      this.request<UserRole[], ErrorBody>({
        path: `/api/v2/user-roles/by-ids/${segment(ids)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserRole
     * @name GetUserRolesSearchCount
     * @summary UserRolePublicApi.countFilterable
     * @request GET:/api/v2/user-roles/search/count
     * @secure
     */
    getUserRolesSearchCount: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise.
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
     * No description
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
         */
        at?: string;
        /**
         * Return the record at this version.
         * @min 1
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
     * No description
     *
     * @tags UserUserGroup
     * @name GetUserUserGroupsIdOrCode
     * @summary Returns a row by primary key
     * @request GET:/api/v2/user-user-groups/{idOrCode}
     * @secure
     */
    getUserUserGroupsIdOrCode: (idOrCode: string, params: RequestParams = {}) =>
      this.request<UserUserGroup, ErrorBody>({
        path: `/api/v2/user-user-groups/${segment(idOrCode)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserUserGroup
     * @name PutUserUserGroupsIdOrCode
     * @summary Update a value
     * @request PUT:/api/v2/user-user-groups/{idOrCode}
     * @secure
     */
    putUserUserGroupsIdOrCode: (
      idOrCode: string,
      data: UserUserGroup,
      params: RequestParams = {},
    ) =>
      this.request<UserUserGroup, ErrorBody>({
        path: `/api/v2/user-user-groups/${segment(idOrCode)}`,
        method: "PUT",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserUserGroup
     * @name DeleteUserUserGroupsIdOrCode
     * @summary Delete
     * @request DELETE:/api/v2/user-user-groups/{idOrCode}
     * @secure
     */
    deleteUserUserGroupsIdOrCode: (
      idOrCode: string,
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/user-user-groups/${segment(idOrCode)}`,
        method: "DELETE",
        secure: true,
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserUserGroup
     * @name PatchUserUserGroupsIdOrCode
     * @summary UserUserGroupPublicApi.patch
     * @request PATCH:/api/v2/user-user-groups/{idOrCode}
     * @secure
     */
    patchUserUserGroupsIdOrCode: (
      idOrCode: string,
      data: Record<string, any>,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
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
     * No description
     *
     * @tags UserUserGroup
     * @name PostUserUserGroups
     * @summary UserUserGroupPublicApi.saveAndRefresh
     * @request POST:/api/v2/user-user-groups
     * @secure
     */
    postUserUserGroups: (data: UserUserGroup, params: RequestParams = {}) =>
      this.request<UserUserGroup, ErrorBody>({
        path: `/api/v2/user-user-groups`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserUserGroup
     * @name PostUserUserGroupsDiffSave
     * @summary UserUserGroupPublicApi.saveDiff
     * @request POST:/api/v2/user-user-groups/diff/save
     * @secure
     */
    postUserUserGroupsDiffSave: (
      data: DiffEntryOfUserUserGroup[],
      query?: {
        /**
         * When saving, check the chars that the diff changes against the registries of their types, and the formats, periods and listed codes that it changes.
         * @default true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with records. If absent, that of the ExportEnvelope; the two must not differ, unless the envelope has `id`.
         * @default "id"
         */
        compareField?: string;
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
     * No description
     *
     * @tags UserUserGroup
     * @name PostUserUserGroupsDiffFile
     * @summary UserUserGroupPublicApi.diff
     * @request POST:/api/v2/user-user-groups/diff/file
     * @secure
     */
    postUserUserGroupsDiffFile: (
      data: {
        /** @format binary */
        file: File;
      },
      query?: {
        /**
         * When saving, check the chars that the diff changes against the registries of their types, and the formats, periods and listed codes that it changes.
         * @default true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with records. If absent, that of the ExportEnvelope; the two must not differ, unless the envelope has `id`.
         * @default "id"
         */
        compareField?: string;
        /**
         * Save the differences.
         * @default false
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
     * No description
     *
     * @tags UserUserGroup
     * @name PostUserUserGroupsDiffOnly
     * @summary UserUserGroupPublicApi.diffOnly
     * @request POST:/api/v2/user-user-groups/diff/only
     * @secure
     */
    postUserUserGroupsDiffOnly: (
      data: ExportEnvelopeOfUserUserGroup,
      query?: {
        /**
         * The unique member by which entries are matched with records. If absent, that of the ExportEnvelope; the two must not differ, unless the envelope has `id`.
         * @default "id"
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
     * No description
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
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
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
     * No description
     *
     * @tags UserUserGroup
     * @name GetUserUserGroupsSearchList
     * @summary Search for values and return the result as a list
     * @request GET:/api/v2/user-user-groups/search/list
     * @secure
     */
    getUserUserGroupsSearchList: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
         * @default 1000
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise. The size of the list is that of the filtering, 1,000 by default and 10,000 at most.
     *
     * @tags UserUserGroup
     * @name PostUserUserGroupsSearchList
     * @summary Search for values by a filtering in the body and return the result as a list
     * @request POST:/api/v2/user-user-groups/search/list
     * @secure
     */
    postUserUserGroupsSearchList: (
      data: Filtering,
      params: RequestParams = {},
    ) =>
      this.request<UserUserGroup[], ErrorBody>({
        path: `/api/v2/user-user-groups/search/list`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserUserGroup
     * @name GetUserUserGroupsSearchPage
     * @summary UserUserGroupPublicApi.getAllFilterablePage
     * @request GET:/api/v2/user-user-groups/search/page
     * @secure
     */
    getUserUserGroupsSearchPage: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
        filtering: Filtering;
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise.
     *
     * @tags UserUserGroup
     * @name PostUserUserGroupsSearchPage
     * @summary Search for values by a filtering in the body and return a page
     * @request POST:/api/v2/user-user-groups/search/page
     * @secure
     */
    postUserUserGroupsSearchPage: (
      data: Filtering,
      params: RequestParams = {},
    ) =>
      this.request<PageOfUserUserGroup, ErrorBody>({
        path: `/api/v2/user-user-groups/search/page`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserUserGroup
     * @name GetUserUserGroupsByIdsIds
     * @summary UserUserGroupPublicApi.getByIds
     * @request GET:/api/v2/user-user-groups/by-ids/{ids}
     * @secure
     */
    getUserUserGroupsByIdsIds: (ids: string[], params: RequestParams = {}) =>
      this.request<UserUserGroup[], ErrorBody>({
        path: `/api/v2/user-user-groups/by-ids/${segment(ids)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserUserGroup
     * @name GetUserUserGroupsSearchCount
     * @summary UserUserGroupPublicApi.countFilterable
     * @request GET:/api/v2/user-user-groups/search/count
     * @secure
     */
    getUserUserGroupsSearchCount: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise.
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
     * No description
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
         */
        at?: string;
        /**
         * Return the record at this version.
         * @min 1
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
     * No description
     *
     * @tags Sharing
     * @name GetSharingsIdOrCode
     * @summary Returns a row by primary key
     * @request GET:/api/v2/sharings/{idOrCode}
     * @secure
     */
    getSharingsIdOrCode: (idOrCode: string, params: RequestParams = {}) =>
      this.request<Sharing, ErrorBody>({
        path: `/api/v2/sharings/${segment(idOrCode)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Sharing
     * @name PutSharingsIdOrCode
     * @summary Update a value
     * @request PUT:/api/v2/sharings/{idOrCode}
     * @secure
     */
    putSharingsIdOrCode: (
      idOrCode: string,
      data: Sharing,
      params: RequestParams = {},
    ) =>
      this.request<Sharing, ErrorBody>({
        path: `/api/v2/sharings/${segment(idOrCode)}`,
        method: "PUT",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Sharing
     * @name DeleteSharingsIdOrCode
     * @summary Delete
     * @request DELETE:/api/v2/sharings/{idOrCode}
     * @secure
     */
    deleteSharingsIdOrCode: (idOrCode: string, params: RequestParams = {}) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/sharings/${segment(idOrCode)}`,
        method: "DELETE",
        secure: true,
        ...params,
      }),

    /**
     * No description
     *
     * @tags Sharing
     * @name PatchSharingsIdOrCode
     * @summary SharingPublicApi.patch
     * @request PATCH:/api/v2/sharings/{idOrCode}
     * @secure
     */
    patchSharingsIdOrCode: (
      idOrCode: string,
      data: Record<string, any>,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
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
     * No description
     *
     * @tags Sharing
     * @name PostSharings
     * @summary SharingPublicApi.saveAndRefresh
     * @request POST:/api/v2/sharings
     * @secure
     */
    postSharings: (data: Sharing, params: RequestParams = {}) =>
      this.request<Sharing, ErrorBody>({
        path: `/api/v2/sharings`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Sharing
     * @name PostSharingsDiffSave
     * @summary SharingPublicApi.saveDiff
     * @request POST:/api/v2/sharings/diff/save
     * @secure
     */
    postSharingsDiffSave: (
      data: DiffEntryOfSharing[],
      query?: {
        /**
         * When saving, check the chars that the diff changes against the registries of their types, and the formats, periods and listed codes that it changes.
         * @default true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with records. If absent, that of the ExportEnvelope; the two must not differ, unless the envelope has `id`.
         * @default "id"
         */
        compareField?: string;
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
     * No description
     *
     * @tags Sharing
     * @name PostSharingsDiffFile
     * @summary SharingPublicApi.diff
     * @request POST:/api/v2/sharings/diff/file
     * @secure
     */
    postSharingsDiffFile: (
      data: {
        /** @format binary */
        file: File;
      },
      query?: {
        /**
         * When saving, check the chars that the diff changes against the registries of their types, and the formats, periods and listed codes that it changes.
         * @default true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with records. If absent, that of the ExportEnvelope; the two must not differ, unless the envelope has `id`.
         * @default "id"
         */
        compareField?: string;
        /**
         * Save the differences.
         * @default false
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
     * No description
     *
     * @tags Sharing
     * @name PostSharingsDiffOnly
     * @summary SharingPublicApi.diffOnly
     * @request POST:/api/v2/sharings/diff/only
     * @secure
     */
    postSharingsDiffOnly: (
      data: ExportEnvelopeOfSharing,
      query?: {
        /**
         * The unique member by which entries are matched with records. If absent, that of the ExportEnvelope; the two must not differ, unless the envelope has `id`.
         * @default "id"
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
     * No description
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
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
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
     * No description
     *
     * @tags Sharing
     * @name GetSharingsSearchList
     * @summary Search for values and return the result as a list
     * @request GET:/api/v2/sharings/search/list
     * @secure
     */
    getSharingsSearchList: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
         * @default 1000
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise. The size of the list is that of the filtering, 1,000 by default and 10,000 at most.
     *
     * @tags Sharing
     * @name PostSharingsSearchList
     * @summary Search for values by a filtering in the body and return the result as a list
     * @request POST:/api/v2/sharings/search/list
     * @secure
     */
    postSharingsSearchList: (data: Filtering, params: RequestParams = {}) =>
      this.request<Sharing[], ErrorBody>({
        path: `/api/v2/sharings/search/list`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Sharing
     * @name GetSharingsSearchPage
     * @summary SharingPublicApi.getAllFilterablePage
     * @request GET:/api/v2/sharings/search/page
     * @secure
     */
    getSharingsSearchPage: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
        filtering: Filtering;
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise.
     *
     * @tags Sharing
     * @name PostSharingsSearchPage
     * @summary Search for values by a filtering in the body and return a page
     * @request POST:/api/v2/sharings/search/page
     * @secure
     */
    postSharingsSearchPage: (data: Filtering, params: RequestParams = {}) =>
      this.request<PageOfSharing, ErrorBody>({
        path: `/api/v2/sharings/search/page`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Sharing
     * @name GetSharingsByIdsIds
     * @summary SharingPublicApi.getByIds
     * @request GET:/api/v2/sharings/by-ids/{ids}
     * @secure
     */
    getSharingsByIdsIds: (ids: string[], params: RequestParams = {}) =>
      this.request<Sharing[], ErrorBody>({
        path: `/api/v2/sharings/by-ids/${segment(ids)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Sharing
     * @name GetSharingsSearchCount
     * @summary SharingPublicApi.countFilterable
     * @request GET:/api/v2/sharings/search/count
     * @secure
     */
    getSharingsSearchCount: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise.
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
     * No description
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
         */
        at?: string;
        /**
         * Return the record at this version.
         * @min 1
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
     * No description
     *
     * @tags Script
     * @name GetScriptsIdOrCode
     * @summary Returns a row by primary key
     * @request GET:/api/v2/scripts/{idOrCode}
     * @secure
     */
    getScriptsIdOrCode: (idOrCode: string, params: RequestParams = {}) =>
      this.request<Script, ErrorBody>({
        path: `/api/v2/scripts/${segment(idOrCode)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Script
     * @name PutScriptsIdOrCode
     * @summary Update a value
     * @request PUT:/api/v2/scripts/{idOrCode}
     * @secure
     */
    putScriptsIdOrCode: (
      idOrCode: string,
      data: Script,
      params: RequestParams = {},
    ) =>
      this.request<Script, ErrorBody>({
        path: `/api/v2/scripts/${segment(idOrCode)}`,
        method: "PUT",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Script
     * @name DeleteScriptsIdOrCode
     * @summary Delete
     * @request DELETE:/api/v2/scripts/{idOrCode}
     * @secure
     */
    deleteScriptsIdOrCode: (idOrCode: string, params: RequestParams = {}) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/scripts/${segment(idOrCode)}`,
        method: "DELETE",
        secure: true,
        ...params,
      }),

    /**
     * No description
     *
     * @tags Script
     * @name PatchScriptsIdOrCode
     * @summary ScriptPublicApi.patch
     * @request PATCH:/api/v2/scripts/{idOrCode}
     * @secure
     */
    patchScriptsIdOrCode: (
      idOrCode: string,
      data: Record<string, any>,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
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
     * No description
     *
     * @tags Script
     * @name PostScripts
     * @summary ScriptPublicApi.saveAndRefresh
     * @request POST:/api/v2/scripts
     * @secure
     */
    postScripts: (data: Script, params: RequestParams = {}) =>
      this.request<Script, ErrorBody>({
        path: `/api/v2/scripts`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Script
     * @name PostScriptsDiffSave
     * @summary ScriptPublicApi.saveDiff
     * @request POST:/api/v2/scripts/diff/save
     * @secure
     */
    postScriptsDiffSave: (
      data: DiffEntryOfScript[],
      query?: {
        /**
         * When saving, check the chars that the diff changes against the registries of their types, and the formats, periods and listed codes that it changes.
         * @default true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with records. If absent, that of the ExportEnvelope; the two must not differ, unless the envelope has `id`.
         * @default "id"
         */
        compareField?: string;
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
     * No description
     *
     * @tags Script
     * @name PostScriptsDiffFile
     * @summary ScriptPublicApi.diff
     * @request POST:/api/v2/scripts/diff/file
     * @secure
     */
    postScriptsDiffFile: (
      data: {
        /** @format binary */
        file: File;
      },
      query?: {
        /**
         * When saving, check the chars that the diff changes against the registries of their types, and the formats, periods and listed codes that it changes.
         * @default true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with records. If absent, that of the ExportEnvelope; the two must not differ, unless the envelope has `id`.
         * @default "id"
         */
        compareField?: string;
        /**
         * Save the differences.
         * @default false
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
     * No description
     *
     * @tags Script
     * @name PostScriptsDiffOnly
     * @summary ScriptPublicApi.diffOnly
     * @request POST:/api/v2/scripts/diff/only
     * @secure
     */
    postScriptsDiffOnly: (
      data: ExportEnvelopeOfScript,
      query?: {
        /**
         * The unique member by which entries are matched with records. If absent, that of the ExportEnvelope; the two must not differ, unless the envelope has `id`.
         * @default "id"
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
     * No description
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
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
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
     * No description
     *
     * @tags Script
     * @name GetScriptsSearchList
     * @summary Search for values and return the result as a list
     * @request GET:/api/v2/scripts/search/list
     * @secure
     */
    getScriptsSearchList: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
         * @default 1000
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise. The size of the list is that of the filtering, 1,000 by default and 10,000 at most.
     *
     * @tags Script
     * @name PostScriptsSearchList
     * @summary Search for values by a filtering in the body and return the result as a list
     * @request POST:/api/v2/scripts/search/list
     * @secure
     */
    postScriptsSearchList: (data: Filtering, params: RequestParams = {}) =>
      this.request<Script[], ErrorBody>({
        path: `/api/v2/scripts/search/list`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Script
     * @name GetScriptsSearchPage
     * @summary ScriptPublicApi.getAllFilterablePage
     * @request GET:/api/v2/scripts/search/page
     * @secure
     */
    getScriptsSearchPage: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
        filtering: Filtering;
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise.
     *
     * @tags Script
     * @name PostScriptsSearchPage
     * @summary Search for values by a filtering in the body and return a page
     * @request POST:/api/v2/scripts/search/page
     * @secure
     */
    postScriptsSearchPage: (data: Filtering, params: RequestParams = {}) =>
      this.request<PageOfScript, ErrorBody>({
        path: `/api/v2/scripts/search/page`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Script
     * @name GetScriptsByIdsIds
     * @summary ScriptPublicApi.getByIds
     * @request GET:/api/v2/scripts/by-ids/{ids}
     * @secure
     */
    getScriptsByIdsIds: (ids: string[], params: RequestParams = {}) =>
      this.request<Script[], ErrorBody>({
        path: `/api/v2/scripts/by-ids/${segment(ids)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Script
     * @name GetScriptsSearchCount
     * @summary ScriptPublicApi.countFilterable
     * @request GET:/api/v2/scripts/search/count
     * @secure
     */
    getScriptsSearchCount: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise.
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
     * No description
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
         */
        at?: string;
        /**
         * Return the record at this version.
         * @min 1
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
     * No description
     *
     * @tags FormatterTemplate
     * @name GetFormatterTemplatesIdOrCode
     * @summary Returns a row by primary key
     * @request GET:/api/v2/formatter-templates/{idOrCode}
     * @secure
     */
    getFormatterTemplatesIdOrCode: (
      idOrCode: string,
      params: RequestParams = {},
    ) =>
      this.request<FormatterTemplate, ErrorBody>({
        path: `/api/v2/formatter-templates/${segment(idOrCode)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags FormatterTemplate
     * @name PutFormatterTemplatesIdOrCode
     * @summary Update a value
     * @request PUT:/api/v2/formatter-templates/{idOrCode}
     * @secure
     */
    putFormatterTemplatesIdOrCode: (
      idOrCode: string,
      data: FormatterTemplate,
      params: RequestParams = {},
    ) =>
      this.request<FormatterTemplate, ErrorBody>({
        path: `/api/v2/formatter-templates/${segment(idOrCode)}`,
        method: "PUT",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags FormatterTemplate
     * @name DeleteFormatterTemplatesIdOrCode
     * @summary Delete
     * @request DELETE:/api/v2/formatter-templates/{idOrCode}
     * @secure
     */
    deleteFormatterTemplatesIdOrCode: (
      idOrCode: string,
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/formatter-templates/${segment(idOrCode)}`,
        method: "DELETE",
        secure: true,
        ...params,
      }),

    /**
     * No description
     *
     * @tags FormatterTemplate
     * @name PatchFormatterTemplatesIdOrCode
     * @summary FormatterTemplatePublicApi.patch
     * @request PATCH:/api/v2/formatter-templates/{idOrCode}
     * @secure
     */
    patchFormatterTemplatesIdOrCode: (
      idOrCode: string,
      data: Record<string, any>,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
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
     * No description
     *
     * @tags FormatterTemplate
     * @name PostFormatterTemplates
     * @summary FormatterTemplatePublicApi.saveAndRefresh
     * @request POST:/api/v2/formatter-templates
     * @secure
     */
    postFormatterTemplates: (
      data: FormatterTemplate,
      params: RequestParams = {},
    ) =>
      this.request<FormatterTemplate, ErrorBody>({
        path: `/api/v2/formatter-templates`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags FormatterTemplate
     * @name GetFormatterTemplates
     * @summary Get all rows
     * @request GET:/api/v2/formatter-templates
     * @deprecated
     * @secure
     */
    getFormatterTemplates: (params: RequestParams = {}) =>
      this.request<FormatterTemplate[], ErrorBody>({
        path: `/api/v2/formatter-templates`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags FormatterTemplate
     * @name PostFormatterTemplatesDiffSave
     * @summary FormatterTemplatePublicApi.saveDiff
     * @request POST:/api/v2/formatter-templates/diff/save
     * @secure
     */
    postFormatterTemplatesDiffSave: (
      data: DiffEntryOfFormatterTemplate[],
      query?: {
        /**
         * When saving, check the chars that the diff changes against the registries of their types, and the formats, periods and listed codes that it changes.
         * @default true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with records. If absent, that of the ExportEnvelope; the two must not differ, unless the envelope has `id`.
         * @default "id"
         */
        compareField?: string;
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
     * No description
     *
     * @tags FormatterTemplate
     * @name PostFormatterTemplatesDiffFile
     * @summary FormatterTemplatePublicApi.diff
     * @request POST:/api/v2/formatter-templates/diff/file
     * @secure
     */
    postFormatterTemplatesDiffFile: (
      data: {
        /** @format binary */
        file: File;
      },
      query?: {
        /**
         * When saving, check the chars that the diff changes against the registries of their types, and the formats, periods and listed codes that it changes.
         * @default true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with records. If absent, that of the ExportEnvelope; the two must not differ, unless the envelope has `id`.
         * @default "id"
         */
        compareField?: string;
        /**
         * Save the differences.
         * @default false
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
     * No description
     *
     * @tags FormatterTemplate
     * @name PostFormatterTemplatesDiffOnly
     * @summary FormatterTemplatePublicApi.diffOnly
     * @request POST:/api/v2/formatter-templates/diff/only
     * @secure
     */
    postFormatterTemplatesDiffOnly: (
      data: ExportEnvelopeOfFormatterTemplate,
      query?: {
        /**
         * The unique member by which entries are matched with records. If absent, that of the ExportEnvelope; the two must not differ, unless the envelope has `id`.
         * @default "id"
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
     * No description
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
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
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
     * No description
     *
     * @tags FormatterTemplate
     * @name GetFormatterTemplatesSearchList
     * @summary Search for values and return the result as a list
     * @request GET:/api/v2/formatter-templates/search/list
     * @secure
     */
    getFormatterTemplatesSearchList: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
         * @default 1000
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise. The size of the list is that of the filtering, 1,000 by default and 10,000 at most.
     *
     * @tags FormatterTemplate
     * @name PostFormatterTemplatesSearchList
     * @summary Search for values by a filtering in the body and return the result as a list
     * @request POST:/api/v2/formatter-templates/search/list
     * @secure
     */
    postFormatterTemplatesSearchList: (
      data: Filtering,
      params: RequestParams = {},
    ) =>
      this.request<FormatterTemplate[], ErrorBody>({
        path: `/api/v2/formatter-templates/search/list`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags FormatterTemplate
     * @name GetFormatterTemplatesSearchPage
     * @summary FormatterTemplatePublicApi.getAllFilterablePage
     * @request GET:/api/v2/formatter-templates/search/page
     * @secure
     */
    getFormatterTemplatesSearchPage: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
        filtering: Filtering;
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise.
     *
     * @tags FormatterTemplate
     * @name PostFormatterTemplatesSearchPage
     * @summary Search for values by a filtering in the body and return a page
     * @request POST:/api/v2/formatter-templates/search/page
     * @secure
     */
    postFormatterTemplatesSearchPage: (
      data: Filtering,
      params: RequestParams = {},
    ) =>
      this.request<PageOfFormatterTemplate, ErrorBody>({
        path: `/api/v2/formatter-templates/search/page`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags FormatterTemplate
     * @name GetFormatterTemplatesByIdsIds
     * @summary FormatterTemplatePublicApi.getByIds
     * @request GET:/api/v2/formatter-templates/by-ids/{ids}
     * @secure
     */
    getFormatterTemplatesByIdsIds: (
      ids: string[],
      params: RequestParams = {},
    ) =>
      this.request<FormatterTemplate[], ErrorBody>({
        path: `/api/v2/formatter-templates/by-ids/${segment(ids)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags FormatterTemplate
     * @name GetFormatterTemplatesSearchCount
     * @summary FormatterTemplatePublicApi.countFilterable
     * @request GET:/api/v2/formatter-templates/search/count
     * @secure
     */
    getFormatterTemplatesSearchCount: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise.
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
     * No description
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
         */
        at?: string;
        /**
         * Return the record at this version.
         * @min 1
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
     * No description
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
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
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
     * No description
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
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
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
     * No description
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
      params: RequestParams = {},
    ) =>
      this.request<FormatterTemplate, ErrorBody>({
        path: `/api/v2/formatter-templates/by-code/${segment(code)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags WorklogType
     * @name GetWorklogTypesIdOrCode
     * @summary Returns a row by primary key
     * @request GET:/api/v2/worklog-types/{idOrCode}
     * @secure
     */
    getWorklogTypesIdOrCode: (idOrCode: string, params: RequestParams = {}) =>
      this.request<WorklogType, ErrorBody>({
        path: `/api/v2/worklog-types/${segment(idOrCode)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags WorklogType
     * @name PutWorklogTypesIdOrCode
     * @summary Update a value
     * @request PUT:/api/v2/worklog-types/{idOrCode}
     * @secure
     */
    putWorklogTypesIdOrCode: (
      idOrCode: string,
      data: WorklogType,
      params: RequestParams = {},
    ) =>
      this.request<WorklogType, ErrorBody>({
        path: `/api/v2/worklog-types/${segment(idOrCode)}`,
        method: "PUT",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags WorklogType
     * @name DeleteWorklogTypesIdOrCode
     * @summary Delete
     * @request DELETE:/api/v2/worklog-types/{idOrCode}
     * @secure
     */
    deleteWorklogTypesIdOrCode: (
      idOrCode: string,
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/worklog-types/${segment(idOrCode)}`,
        method: "DELETE",
        secure: true,
        ...params,
      }),

    /**
     * No description
     *
     * @tags WorklogType
     * @name PatchWorklogTypesIdOrCode
     * @summary WorklogTypePublicApi.patch
     * @request PATCH:/api/v2/worklog-types/{idOrCode}
     * @secure
     */
    patchWorklogTypesIdOrCode: (
      idOrCode: string,
      data: Record<string, any>,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
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
     * No description
     *
     * @tags WorklogType
     * @name PostWorklogTypes
     * @summary WorklogTypePublicApi.saveAndRefresh
     * @request POST:/api/v2/worklog-types
     * @secure
     */
    postWorklogTypes: (data: WorklogType, params: RequestParams = {}) =>
      this.request<WorklogType, ErrorBody>({
        path: `/api/v2/worklog-types`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags WorklogType
     * @name GetWorklogTypes
     * @summary Get all rows
     * @request GET:/api/v2/worklog-types
     * @deprecated
     * @secure
     */
    getWorklogTypes: (params: RequestParams = {}) =>
      this.request<WorklogType[], ErrorBody>({
        path: `/api/v2/worklog-types`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags WorklogType
     * @name PostWorklogTypesDiffSave
     * @summary WorklogTypePublicApi.saveDiff
     * @request POST:/api/v2/worklog-types/diff/save
     * @secure
     */
    postWorklogTypesDiffSave: (
      data: DiffEntryOfWorklogType[],
      query?: {
        /**
         * When saving, check the chars that the diff changes against the registries of their types, and the formats, periods and listed codes that it changes.
         * @default true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with records. If absent, that of the ExportEnvelope; the two must not differ, unless the envelope has `id`.
         * @default "id"
         */
        compareField?: string;
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
     * No description
     *
     * @tags WorklogType
     * @name PostWorklogTypesDiffFile
     * @summary WorklogTypePublicApi.diff
     * @request POST:/api/v2/worklog-types/diff/file
     * @secure
     */
    postWorklogTypesDiffFile: (
      data: {
        /** @format binary */
        file: File;
      },
      query?: {
        /**
         * When saving, check the chars that the diff changes against the registries of their types, and the formats, periods and listed codes that it changes.
         * @default true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with records. If absent, that of the ExportEnvelope; the two must not differ, unless the envelope has `id`.
         * @default "id"
         */
        compareField?: string;
        /**
         * Save the differences.
         * @default false
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
     * No description
     *
     * @tags WorklogType
     * @name PostWorklogTypesDiffOnly
     * @summary WorklogTypePublicApi.diffOnly
     * @request POST:/api/v2/worklog-types/diff/only
     * @secure
     */
    postWorklogTypesDiffOnly: (
      data: ExportEnvelopeOfWorklogType,
      query?: {
        /**
         * The unique member by which entries are matched with records. If absent, that of the ExportEnvelope; the two must not differ, unless the envelope has `id`.
         * @default "id"
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
     * No description
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
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
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
     * No description
     *
     * @tags WorklogType
     * @name GetWorklogTypesSearchList
     * @summary Search for values and return the result as a list
     * @request GET:/api/v2/worklog-types/search/list
     * @secure
     */
    getWorklogTypesSearchList: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
         * @default 1000
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise. The size of the list is that of the filtering, 1,000 by default and 10,000 at most.
     *
     * @tags WorklogType
     * @name PostWorklogTypesSearchList
     * @summary Search for values by a filtering in the body and return the result as a list
     * @request POST:/api/v2/worklog-types/search/list
     * @secure
     */
    postWorklogTypesSearchList: (data: Filtering, params: RequestParams = {}) =>
      this.request<WorklogType[], ErrorBody>({
        path: `/api/v2/worklog-types/search/list`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags WorklogType
     * @name GetWorklogTypesSearchPage
     * @summary WorklogTypePublicApi.getAllFilterablePage
     * @request GET:/api/v2/worklog-types/search/page
     * @secure
     */
    getWorklogTypesSearchPage: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
        filtering: Filtering;
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise.
     *
     * @tags WorklogType
     * @name PostWorklogTypesSearchPage
     * @summary Search for values by a filtering in the body and return a page
     * @request POST:/api/v2/worklog-types/search/page
     * @secure
     */
    postWorklogTypesSearchPage: (data: Filtering, params: RequestParams = {}) =>
      this.request<PageOfWorklogType, ErrorBody>({
        path: `/api/v2/worklog-types/search/page`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags WorklogType
     * @name GetWorklogTypesByIdsIds
     * @summary WorklogTypePublicApi.getByIds
     * @request GET:/api/v2/worklog-types/by-ids/{ids}
     * @secure
     */
    getWorklogTypesByIdsIds: (ids: string[], params: RequestParams = {}) =>
      this.request<WorklogType[], ErrorBody>({
        path: `/api/v2/worklog-types/by-ids/${segment(ids)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags WorklogType
     * @name GetWorklogTypesSearchCount
     * @summary WorklogTypePublicApi.countFilterable
     * @request GET:/api/v2/worklog-types/search/count
     * @secure
     */
    getWorklogTypesSearchCount: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise.
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
     * No description
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
         */
        at?: string;
        /**
         * Return the record at this version.
         * @min 1
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
     * No description
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
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
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
     * No description
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
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
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
     * No description
     *
     * @tags WorklogType
     * @name GetWorklogTypesByCodeCode
     * @summary WorklogTypePublicApi.getByCode
     * @request GET:/api/v2/worklog-types/by-code/{code}
     * @deprecated
     * @secure
     */
    getWorklogTypesByCodeCode: (code: string, params: RequestParams = {}) =>
      this.request<WorklogType, ErrorBody>({
        path: `/api/v2/worklog-types/by-code/${segment(code)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags LogType
     * @name GetLogTypesIdOrCode
     * @summary Returns a row by primary key
     * @request GET:/api/v2/log-types/{idOrCode}
     * @secure
     */
    getLogTypesIdOrCode: (idOrCode: string, params: RequestParams = {}) =>
      this.request<LogType, ErrorBody>({
        path: `/api/v2/log-types/${segment(idOrCode)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags LogType
     * @name PutLogTypesIdOrCode
     * @summary Update a value
     * @request PUT:/api/v2/log-types/{idOrCode}
     * @secure
     */
    putLogTypesIdOrCode: (
      idOrCode: string,
      data: LogType,
      params: RequestParams = {},
    ) =>
      this.request<LogType, ErrorBody>({
        path: `/api/v2/log-types/${segment(idOrCode)}`,
        method: "PUT",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags LogType
     * @name DeleteLogTypesIdOrCode
     * @summary Delete
     * @request DELETE:/api/v2/log-types/{idOrCode}
     * @secure
     */
    deleteLogTypesIdOrCode: (idOrCode: string, params: RequestParams = {}) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/log-types/${segment(idOrCode)}`,
        method: "DELETE",
        secure: true,
        ...params,
      }),

    /**
     * No description
     *
     * @tags LogType
     * @name PatchLogTypesIdOrCode
     * @summary LogTypePublicApi.patch
     * @request PATCH:/api/v2/log-types/{idOrCode}
     * @secure
     */
    patchLogTypesIdOrCode: (
      idOrCode: string,
      data: Record<string, any>,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
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
     * No description
     *
     * @tags LogType
     * @name PostLogTypes
     * @summary LogTypePublicApi.saveAndRefresh
     * @request POST:/api/v2/log-types
     * @secure
     */
    postLogTypes: (data: LogType, params: RequestParams = {}) =>
      this.request<LogType, ErrorBody>({
        path: `/api/v2/log-types`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags LogType
     * @name PostLogTypesDiffSave
     * @summary LogTypePublicApi.saveDiff
     * @request POST:/api/v2/log-types/diff/save
     * @secure
     */
    postLogTypesDiffSave: (
      data: DiffEntryOfLogType[],
      query?: {
        /**
         * When saving, check the chars that the diff changes against the registries of their types, and the formats, periods and listed codes that it changes.
         * @default true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with records. If absent, that of the ExportEnvelope; the two must not differ, unless the envelope has `id`.
         * @default "id"
         */
        compareField?: string;
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
     * No description
     *
     * @tags LogType
     * @name PostLogTypesDiffFile
     * @summary LogTypePublicApi.diff
     * @request POST:/api/v2/log-types/diff/file
     * @secure
     */
    postLogTypesDiffFile: (
      data: {
        /** @format binary */
        file: File;
      },
      query?: {
        /**
         * When saving, check the chars that the diff changes against the registries of their types, and the formats, periods and listed codes that it changes.
         * @default true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with records. If absent, that of the ExportEnvelope; the two must not differ, unless the envelope has `id`.
         * @default "id"
         */
        compareField?: string;
        /**
         * Save the differences.
         * @default false
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
     * No description
     *
     * @tags LogType
     * @name PostLogTypesDiffOnly
     * @summary LogTypePublicApi.diffOnly
     * @request POST:/api/v2/log-types/diff/only
     * @secure
     */
    postLogTypesDiffOnly: (
      data: ExportEnvelopeOfLogType,
      query?: {
        /**
         * The unique member by which entries are matched with records. If absent, that of the ExportEnvelope; the two must not differ, unless the envelope has `id`.
         * @default "id"
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
     * No description
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
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
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
     * No description
     *
     * @tags LogType
     * @name GetLogTypesSearchList
     * @summary Search for values and return the result as a list
     * @request GET:/api/v2/log-types/search/list
     * @secure
     */
    getLogTypesSearchList: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
         * @default 1000
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise. The size of the list is that of the filtering, 1,000 by default and 10,000 at most.
     *
     * @tags LogType
     * @name PostLogTypesSearchList
     * @summary Search for values by a filtering in the body and return the result as a list
     * @request POST:/api/v2/log-types/search/list
     * @secure
     */
    postLogTypesSearchList: (data: Filtering, params: RequestParams = {}) =>
      this.request<LogType[], ErrorBody>({
        path: `/api/v2/log-types/search/list`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags LogType
     * @name GetLogTypesSearchPage
     * @summary LogTypePublicApi.getAllFilterablePage
     * @request GET:/api/v2/log-types/search/page
     * @secure
     */
    getLogTypesSearchPage: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
        filtering: Filtering;
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise.
     *
     * @tags LogType
     * @name PostLogTypesSearchPage
     * @summary Search for values by a filtering in the body and return a page
     * @request POST:/api/v2/log-types/search/page
     * @secure
     */
    postLogTypesSearchPage: (data: Filtering, params: RequestParams = {}) =>
      this.request<PageOfLogType, ErrorBody>({
        path: `/api/v2/log-types/search/page`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags LogType
     * @name GetLogTypesByIdsIds
     * @summary LogTypePublicApi.getByIds
     * @request GET:/api/v2/log-types/by-ids/{ids}
     * @secure
     */
    getLogTypesByIdsIds: (ids: string[], params: RequestParams = {}) =>
      this.request<LogType[], ErrorBody>({
        path: `/api/v2/log-types/by-ids/${segment(ids)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags LogType
     * @name GetLogTypesSearchCount
     * @summary LogTypePublicApi.countFilterable
     * @request GET:/api/v2/log-types/search/count
     * @secure
     */
    getLogTypesSearchCount: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise.
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
     * No description
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
         */
        at?: string;
        /**
         * Return the record at this version.
         * @min 1
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
     * No description
     *
     * @tags Log
     * @name GetLogsSearchPage
     * @summary LogPublicApi.getAllFilterablePage
     * @request GET:/api/v2/logs/search/page
     * @secure
     */
    getLogsSearchPage: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
        filtering: Filtering;
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise.
     *
     * @tags Log
     * @name PostLogsSearchPage
     * @summary Search for values by a filtering in the body and return a page
     * @request POST:/api/v2/logs/search/page
     * @secure
     */
    postLogsSearchPage: (data: Filtering, params: RequestParams = {}) =>
      this.request<PageOfLog, ErrorBody>({
        path: `/api/v2/logs/search/page`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Log
     * @name GetLogsSearchCount
     * @summary LogPublicApi.countFilterable
     * @request GET:/api/v2/logs/search/count
     * @secure
     */
    getLogsSearchCount: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise.
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise. The size of the list is that of the filtering, 1,000 by default and 10,000 at most.
     *
     * @tags Log
     * @name PostLogsSearchList
     * @summary Search for values by a filtering in the body and return the result as a list
     * @request POST:/api/v2/logs/search/list
     * @secure
     */
    postLogsSearchList: (data: Filtering, params: RequestParams = {}) =>
      this.request<Log[], ErrorBody>({
        path: `/api/v2/logs/search/list`,
        method: "POST",
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
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
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
     * No description
     *
     * @tags NotificationRule
     * @name GetNotificationRulesIdOrCode
     * @summary Returns a row by primary key
     * @request GET:/api/v2/notification-rules/{idOrCode}
     * @secure
     */
    getNotificationRulesIdOrCode: (
      idOrCode: string,
      params: RequestParams = {},
    ) =>
      this.request<NotificationRule, ErrorBody>({
        path: `/api/v2/notification-rules/${segment(idOrCode)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags NotificationRule
     * @name PutNotificationRulesIdOrCode
     * @summary Update a value
     * @request PUT:/api/v2/notification-rules/{idOrCode}
     * @secure
     */
    putNotificationRulesIdOrCode: (
      idOrCode: string,
      data: NotificationRule,
      params: RequestParams = {},
    ) =>
      this.request<NotificationRule, ErrorBody>({
        path: `/api/v2/notification-rules/${segment(idOrCode)}`,
        method: "PUT",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags NotificationRule
     * @name DeleteNotificationRulesIdOrCode
     * @summary Delete
     * @request DELETE:/api/v2/notification-rules/{idOrCode}
     * @secure
     */
    deleteNotificationRulesIdOrCode: (
      idOrCode: string,
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/notification-rules/${segment(idOrCode)}`,
        method: "DELETE",
        secure: true,
        ...params,
      }),

    /**
     * No description
     *
     * @tags NotificationRule
     * @name PatchNotificationRulesIdOrCode
     * @summary NotificationRulePublicApi.patch
     * @request PATCH:/api/v2/notification-rules/{idOrCode}
     * @secure
     */
    patchNotificationRulesIdOrCode: (
      idOrCode: string,
      data: Record<string, any>,
      query?: {
        /**
         * Respond only once search finds the change.
         * @default false
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
     * No description
     *
     * @tags NotificationRule
     * @name PostNotificationRules
     * @summary NotificationRulePublicApi.saveAndRefresh
     * @request POST:/api/v2/notification-rules
     * @secure
     */
    postNotificationRules: (
      data: NotificationRule,
      params: RequestParams = {},
    ) =>
      this.request<NotificationRule, ErrorBody>({
        path: `/api/v2/notification-rules`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags NotificationRule
     * @name GetNotificationRules
     * @summary Get all rows
     * @request GET:/api/v2/notification-rules
     * @deprecated
     * @secure
     */
    getNotificationRules: (params: RequestParams = {}) =>
      this.request<NotificationRule[], ErrorBody>({
        path: `/api/v2/notification-rules`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags NotificationRule
     * @name PostNotificationRulesDiffSave
     * @summary NotificationRulePublicApi.saveDiff
     * @request POST:/api/v2/notification-rules/diff/save
     * @secure
     */
    postNotificationRulesDiffSave: (
      data: DiffEntryOfNotificationRule[],
      query?: {
        /**
         * When saving, check the chars that the diff changes against the registries of their types, and the formats, periods and listed codes that it changes.
         * @default true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with records. If absent, that of the ExportEnvelope; the two must not differ, unless the envelope has `id`.
         * @default "id"
         */
        compareField?: string;
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
     * No description
     *
     * @tags NotificationRule
     * @name PostNotificationRulesDiffFile
     * @summary NotificationRulePublicApi.diff
     * @request POST:/api/v2/notification-rules/diff/file
     * @secure
     */
    postNotificationRulesDiffFile: (
      data: {
        /** @format binary */
        file: File;
      },
      query?: {
        /**
         * When saving, check the chars that the diff changes against the registries of their types, and the formats, periods and listed codes that it changes.
         * @default true
         */
        checkRegistry?: boolean;
        /**
         * The unique member by which entries are matched with records. If absent, that of the ExportEnvelope; the two must not differ, unless the envelope has `id`.
         * @default "id"
         */
        compareField?: string;
        /**
         * Save the differences.
         * @default false
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
     * No description
     *
     * @tags NotificationRule
     * @name PostNotificationRulesDiffOnly
     * @summary NotificationRulePublicApi.diffOnly
     * @request POST:/api/v2/notification-rules/diff/only
     * @secure
     */
    postNotificationRulesDiffOnly: (
      data: ExportEnvelopeOfNotificationRule,
      query?: {
        /**
         * The unique member by which entries are matched with records. If absent, that of the ExportEnvelope; the two must not differ, unless the envelope has `id`.
         * @default "id"
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
     * No description
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
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
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
     * No description
     *
     * @tags NotificationRule
     * @name GetNotificationRulesSearchList
     * @summary Search for values and return the result as a list
     * @request GET:/api/v2/notification-rules/search/list
     * @secure
     */
    getNotificationRulesSearchList: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
         * @default 1000
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise. The size of the list is that of the filtering, 1,000 by default and 10,000 at most.
     *
     * @tags NotificationRule
     * @name PostNotificationRulesSearchList
     * @summary Search for values by a filtering in the body and return the result as a list
     * @request POST:/api/v2/notification-rules/search/list
     * @secure
     */
    postNotificationRulesSearchList: (
      data: Filtering,
      params: RequestParams = {},
    ) =>
      this.request<NotificationRule[], ErrorBody>({
        path: `/api/v2/notification-rules/search/list`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags NotificationRule
     * @name GetNotificationRulesSearchPage
     * @summary NotificationRulePublicApi.getAllFilterablePage
     * @request GET:/api/v2/notification-rules/search/page
     * @secure
     */
    getNotificationRulesSearchPage: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
        filtering: Filtering;
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise.
     *
     * @tags NotificationRule
     * @name PostNotificationRulesSearchPage
     * @summary Search for values by a filtering in the body and return a page
     * @request POST:/api/v2/notification-rules/search/page
     * @secure
     */
    postNotificationRulesSearchPage: (
      data: Filtering,
      params: RequestParams = {},
    ) =>
      this.request<PageOfNotificationRule, ErrorBody>({
        path: `/api/v2/notification-rules/search/page`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags NotificationRule
     * @name GetNotificationRulesByIdsIds
     * @summary NotificationRulePublicApi.getByIds
     * @request GET:/api/v2/notification-rules/by-ids/{ids}
     * @secure
     */
    getNotificationRulesByIdsIds: (ids: string[], params: RequestParams = {}) =>
      this.request<NotificationRule[], ErrorBody>({
        path: `/api/v2/notification-rules/by-ids/${segment(ids)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags NotificationRule
     * @name GetNotificationRulesSearchCount
     * @summary NotificationRulePublicApi.countFilterable
     * @request GET:/api/v2/notification-rules/search/count
     * @secure
     */
    getNotificationRulesSearchCount: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise.
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
     * No description
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
         */
        at?: string;
        /**
         * Return the record at this version.
         * @min 1
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
     * No description
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
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
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
     * No description
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
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
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
     * No description
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
      params: RequestParams = {},
    ) =>
      this.request<NotificationRule, ErrorBody>({
        path: `/api/v2/notification-rules/by-code/${segment(code)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Notification
     * @name GetNotificationsSearchList
     * @summary Search for values and return the result as a list
     * @request GET:/api/v2/notifications/search/list
     * @secure
     */
    getNotificationsSearchList: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
         * @default 1000
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise. The size of the list is that of the filtering, 1,000 by default and 10,000 at most.
     *
     * @tags Notification
     * @name PostNotificationsSearchList
     * @summary Search for values by a filtering in the body and return the result as a list
     * @request POST:/api/v2/notifications/search/list
     * @secure
     */
    postNotificationsSearchList: (
      data: Filtering,
      params: RequestParams = {},
    ) =>
      this.request<Notification[], ErrorBody>({
        path: `/api/v2/notifications/search/list`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Notification
     * @name GetNotificationsSearchPage
     * @summary NotificationPublicApi.getAllFilterablePage
     * @request GET:/api/v2/notifications/search/page
     * @secure
     */
    getNotificationsSearchPage: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
        filtering: Filtering;
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise.
     *
     * @tags Notification
     * @name PostNotificationsSearchPage
     * @summary Search for values by a filtering in the body and return a page
     * @request POST:/api/v2/notifications/search/page
     * @secure
     */
    postNotificationsSearchPage: (
      data: Filtering,
      params: RequestParams = {},
    ) =>
      this.request<PageOfNotification, ErrorBody>({
        path: `/api/v2/notifications/search/page`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Notification
     * @name GetNotificationsSearchCount
     * @summary NotificationPublicApi.countFilterable
     * @request GET:/api/v2/notifications/search/count
     * @secure
     */
    getNotificationsSearchCount: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise.
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
     * No description
     *
     * @tags Job
     * @name GetJobsSearchList
     * @summary Search for values and return the result as a list
     * @request GET:/api/v2/jobs/search/list
     * @secure
     */
    getJobsSearchList: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
         * @default 1000
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise. The size of the list is that of the filtering, 1,000 by default and 10,000 at most.
     *
     * @tags Job
     * @name PostJobsSearchList
     * @summary Search for values by a filtering in the body and return the result as a list
     * @request POST:/api/v2/jobs/search/list
     * @secure
     */
    postJobsSearchList: (data: Filtering, params: RequestParams = {}) =>
      this.request<Job[], ErrorBody>({
        path: `/api/v2/jobs/search/list`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Job
     * @name GetJobsSearchPage
     * @summary JobPublicApi.getAllFilterablePage
     * @request GET:/api/v2/jobs/search/page
     * @secure
     */
    getJobsSearchPage: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
        filtering: Filtering;
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise.
     *
     * @tags Job
     * @name PostJobsSearchPage
     * @summary Search for values by a filtering in the body and return a page
     * @request POST:/api/v2/jobs/search/page
     * @secure
     */
    postJobsSearchPage: (data: Filtering, params: RequestParams = {}) =>
      this.request<PageOfJob, ErrorBody>({
        path: `/api/v2/jobs/search/page`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Job
     * @name GetJobsSearchCount
     * @summary JobPublicApi.countFilterable
     * @request GET:/api/v2/jobs/search/count
     * @secure
     */
    getJobsSearchCount: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise.
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
     * No description
     *
     * @tags JobStep
     * @name GetJobStepsSearchList
     * @summary Search for values and return the result as a list
     * @request GET:/api/v2/job-steps/search/list
     * @secure
     */
    getJobStepsSearchList: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
        filtering: Filtering;
        /**
         * Maximum number of records to return.
         * @format int32
         * @min 1
         * @max 10000
         * @default 1000
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise. The size of the list is that of the filtering, 1,000 by default and 10,000 at most.
     *
     * @tags JobStep
     * @name PostJobStepsSearchList
     * @summary Search for values by a filtering in the body and return the result as a list
     * @request POST:/api/v2/job-steps/search/list
     * @secure
     */
    postJobStepsSearchList: (data: Filtering, params: RequestParams = {}) =>
      this.request<JobStep[], ErrorBody>({
        path: `/api/v2/job-steps/search/list`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags JobStep
     * @name GetJobStepsSearchPage
     * @summary JobStepPublicApi.getAllFilterablePage
     * @request GET:/api/v2/job-steps/search/page
     * @secure
     */
    getJobStepsSearchPage: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
        filtering: Filtering;
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise.
     *
     * @tags JobStep
     * @name PostJobStepsSearchPage
     * @summary Search for values by a filtering in the body and return a page
     * @request POST:/api/v2/job-steps/search/page
     * @secure
     */
    postJobStepsSearchPage: (data: Filtering, params: RequestParams = {}) =>
      this.request<PageOfJobStep, ErrorBody>({
        path: `/api/v2/job-steps/search/page`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags JobStep
     * @name GetJobStepsSearchCount
     * @summary JobStepPublicApi.countFilterable
     * @request GET:/api/v2/job-steps/search/count
     * @secure
     */
    getJobStepsSearchCount: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
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
     * @description For filterings that are too long for a URL: the body is what the query parameter filtering contains otherwise.
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
      params: RequestParams = {},
    ) =>
      this.request<Sharing[], ErrorBody>({
        path: `/api/v2/sharings/by-ref/${segment(ownerType)}/${segment(refType)}/${segment(refId)}`,
        method: "GET",
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
      params: RequestParams = {},
    ) =>
      this.request<Sharing[], ErrorBody>({
        path: `/api/v2/sharings/by-owner/${segment(ownerType)}/${segment(ownerId)}`,
        method: "GET",
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
      params: RequestParams = {},
    ) =>
      this.request<Sharing[], ErrorBody>({
        path: `/api/v2/sharings/public-or-matching-subtype/${segment(ownerType)}/${segment(subType)}/${segment(refIds)}`,
        method: "GET",
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
      params: RequestParams = {},
    ) =>
      this.request<Sharing[], ErrorBody>({
        path: `/api/v2/sharings/public-or-matching/${segment(ownerType)}/${segment(refIds)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Log
     * @name PostLogs
     * @summary Log
     * @request POST:/api/v2/logs
     * @secure
     */
    postLogs: (data: Log, params: RequestParams = {}) =>
      this.request<Log, ErrorBody>({
        path: `/api/v2/logs`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Log
     * @name PutLogsId
     * @summary Update logs
     * @request PUT:/api/v2/logs/{id}
     * @secure
     */
    putLogsId: (id: string, data: Log, params: RequestParams = {}) =>
      this.request<Log, ErrorBody>({
        path: `/api/v2/logs/${segment(id)}`,
        method: "PUT",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Log
     * @name GetLogsId
     * @summary Returns a log
     * @request GET:/api/v2/logs/{id}
     * @secure
     */
    getLogsId: (id: string, params: RequestParams = {}) =>
      this.request<Log, ErrorBody>({
        path: `/api/v2/logs/${segment(id)}`,
        method: "GET",
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
      params: RequestParams = {},
    ) =>
      this.request<Log[], ErrorBody>({
        path: `/api/v2/logs/by-owner/${segment(ownerType)}/${segment(ownerId)}`,
        method: "GET",
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
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/logs/${segment(code)}/${segment(olderThan)}/${segment(ownerType)}/${segment(ownerId)}`,
        method: "DELETE",
        secure: true,
        ...params,
      }),

    /**
     * @description Workers plan and run jobs of built-in types; the schemas DataOf… describe their data. The client runs the steps of any other type, and the status of the job follows them.
     *
     * @tags Job
     * @name PostJobs
     * @summary Create new job
     * @request POST:/api/v2/jobs
     * @secure
     */
    postJobs: (data: Job, params: RequestParams = {}) =>
      this.request<Job, ErrorBody>({
        path: `/api/v2/jobs`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
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
        /** JOB_STEPS includes the steps. */
        expand?: "JOB_STEPS"[];
      },
      params: RequestParams = {},
    ) =>
      this.request<Job, ErrorBody>({
        path: `/api/v2/jobs/${segment(id)}`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Job
     * @name PostJobsIdCancel
     * @summary Cancel a job
     * @request POST:/api/v2/jobs/{id}/cancel
     * @secure
     */
    postJobsIdCancel: (id: string, params: RequestParams = {}) =>
      this.request<Job, ErrorBody>({
        path: `/api/v2/jobs/${segment(id)}/cancel`,
        method: "POST",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Says that the client adds no more steps to a job that it has created with closed: false. The job ends with its last open step, or at once. Does nothing if the job is closed.
     *
     * @tags Job
     * @name PostJobsIdClose
     * @summary Close a job
     * @request POST:/api/v2/jobs/{id}/close
     * @secure
     */
    postJobsIdClose: (id: string, params: RequestParams = {}) =>
      this.request<Job, ErrorBody>({
        path: `/api/v2/jobs/${segment(id)}/close`,
        method: "POST",
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
      this.request<Job, ErrorBody>({
        path: `/api/v2/jobs/${segment(id)}/events`,
        method: "GET",
        secure: true,
        ...params,
      }),

    /**
     * No description
     *
     * @tags JobStep
     * @name PostJobSteps
     * @summary JobStepPublicApi.create
     * @request POST:/api/v2/job-steps
     * @secure
     */
    postJobSteps: (data: JobStep, params: RequestParams = {}) =>
      this.request<JobStep, ErrorBody>({
        path: `/api/v2/job-steps`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags JobStep
     * @name GetJobStepsId
     * @summary Returns a job step
     * @request GET:/api/v2/job-steps/{id}
     * @secure
     */
    getJobStepsId: (id: string, params: RequestParams = {}) =>
      this.request<JobStep, ErrorBody>({
        path: `/api/v2/job-steps/${segment(id)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags JobStep
     * @name PutJobStepsId
     * @summary Update existing job step
     * @request PUT:/api/v2/job-steps/{id}
     * @secure
     */
    putJobStepsId: (id: string, data: JobStep, params: RequestParams = {}) =>
      this.request<JobStep, ErrorBody>({
        path: `/api/v2/job-steps/${segment(id)}`,
        method: "PUT",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags JobStep
     * @name PatchJobStepsId
     * @summary Update properties of an existing job step
     * @request PATCH:/api/v2/job-steps/{id}
     * @secure
     */
    patchJobStepsId: (
      id: string,
      data: Record<string, any>,
      params: RequestParams = {},
    ) =>
      this.request<JobStep, ErrorBody>({
        path: `/api/v2/job-steps/${segment(id)}`,
        method: "PATCH",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * @description Finds the step by chunk and name, which are unique together.
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
      params: RequestParams = {},
    ) =>
      this.request<JobStep, ErrorBody>({
        path: `/api/v2/job-steps/by-chunk/${segment(chunkId)}/${segment(name)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin
     * @name PostAdminJobStepsJobStepIdResend
     * @summary DmsAdminPublicApi.resend
     * @request POST:/api/v2/admin/job-steps/{jobStepId}/resend
     * @secure
     */
    postAdminJobStepsJobStepIdResend: (
      jobStepId: string,
      params: RequestParams = {},
    ) =>
      this.request<AckResponse, ErrorBody>({
        path: `/api/v2/admin/job-steps/${segment(jobStepId)}/resend`,
        method: "POST",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags Admin
     * @name PostAdminJobsJobIdResendFailed
     * @summary DmsAdminPublicApi.resendFaild
     * @request POST:/api/v2/admin/jobs/{jobId}/resend-failed
     * @secure
     */
    postAdminJobsJobIdResendFailed: (
      jobId: string,
      params: RequestParams = {},
    ) =>
      this.request<AckResponse, ErrorBody>({
        path: `/api/v2/admin/jobs/${segment(jobId)}/resend-failed`,
        method: "POST",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
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
     * No description
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
     * No description
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
         * @min 0
         * @default 0
         */
        page?: number;
        /**
         * @min 1
         * @max 1000
         * @default 20
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
     * @description Retries the dead letters with the ids in the body, or all without a body.
     *
     * @tags Admin
     * @name PostAdminQueuesNameRedrive
     * @summary Send dead letters again
     * @request POST:/api/v2/admin/queues/{name}/redrive
     * @secure
     */
    postAdminQueuesNameRedrive: (
      name: string,
      data?: string[],
      params: RequestParams = {},
    ) =>
      this.request<AckResponse, ErrorBody>({
        path: `/api/v2/admin/queues/${segment(name)}/redrive`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
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
     * No description
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
     * No description
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
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
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
     * No description
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
     * No description
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
     * No description
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
     * No description
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
     * No description
     *
     * @tags Admin
     * @name PostAdminReindexSelected
     * @summary Refresh selected records async
     * @request POST:/api/v2/admin/reindex/selected
     * @secure
     */
    postAdminReindexSelected: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
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
     * @description Promotes the index of a rebuild whose steps are COMPLETED but for the last one, and completes its Job. X-Job-Id is the id of the Job that does this, or of the rebuild if nothing is left to do.
     *
     * @tags Admin
     * @name PostAdminReindexCompleted
     * @summary DmsAdminPublicApi.reindexAsyncCompleted
     * @request POST:/api/v2/admin/reindex/completed
     * @secure
     */
    postAdminReindexCompleted: (data: Job, params: RequestParams = {}) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/admin/reindex/completed`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        ...params,
      }),

    /**
     * No description
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
     * No description
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
        /** @format binary */
        file: File;
      },
      query?: {
        /**
         * Check changed chars against the registries of their types, and changed formats, periods and listed codes.
         * @default false
         */
        checkRegistry?: boolean;
        /**
         * Return the changes without saving them.
         * @default false
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
        /** @default "zip" */
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
     * No description
     *
     * @tags UserGroup
     * @name GetUserGroupsByIdId
     * @summary Returns a user group
     * @request GET:/api/v2/user-groups/by-id/{id}
     * @secure
     */
    getUserGroupsByIdId: (id: string, params: RequestParams = {}) =>
      this.request<UserGroup, ErrorBody>({
        path: `/api/v2/user-groups/by-id/${segment(id)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserGroup
     * @name PutUserGroupsByIdId
     * @summary Update existing user group
     * @request PUT:/api/v2/user-groups/by-id/{id}
     * @secure
     */
    putUserGroupsByIdId: (
      id: string,
      data: UserGroup,
      params: RequestParams = {},
    ) =>
      this.request<UserGroup, ErrorBody>({
        path: `/api/v2/user-groups/by-id/${segment(id)}`,
        method: "PUT",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserGroup
     * @name DeleteUserGroupsByIdId
     * @summary Delete a user group
     * @request DELETE:/api/v2/user-groups/by-id/{id}
     * @secure
     */
    deleteUserGroupsByIdId: (id: string, params: RequestParams = {}) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/user-groups/by-id/${segment(id)}`,
        method: "DELETE",
        secure: true,
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserGroup
     * @name GetUserGroupsByCodeCode
     * @summary Find user group by code
     * @request GET:/api/v2/user-groups/by-code/{code}
     * @secure
     */
    getUserGroupsByCodeCode: (code: string, params: RequestParams = {}) =>
      this.request<UserGroup, ErrorBody>({
        path: `/api/v2/user-groups/by-code/${segment(code)}`,
        method: "GET",
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
        /** 1 to 500 ids, separated by commas or repeated. */
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
    getUserGroupsByUserUserId: (userId: string, params: RequestParams = {}) =>
      this.request<UserGroup[], ErrorBody>({
        path: `/api/v2/user-groups/by-user/${segment(userId)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description The path names a member of chars, with dots into nested objects. Two numbers are compared as numbers.
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
      params: RequestParams = {},
    ) =>
      this.request<UserGroup[], ErrorBody>({
        path: `/api/v2/user-groups/by-chars/${segment(path)}/${segment(value)}`,
        method: "GET",
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
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
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
     * @description Finds the group by its id or code.
     *
     * @tags UserGroupRegion
     * @name GetUserGroupRegionsByGroupGroupId
     * @summary Find user group region by group code
     * @request GET:/api/v2/user-group-regions/by-group/{groupId}
     * @secure
     */
    getUserGroupRegionsByGroupGroupId: (
      groupId: string,
      params: RequestParams = {},
    ) =>
      this.request<UserGroupRegion[], ErrorBody>({
        path: `/api/v2/user-group-regions/by-group/${segment(groupId)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Finds the group by its id or code.
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
      params: RequestParams = {},
    ) =>
      this.request<UserGroupRegion, ErrorBody>({
        path: `/api/v2/user-group-regions/by-group/${segment(groupId)}/${segment(regionId)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags UserGroupRegion
     * @name GetUserGroupRegionsByGroupCodeGroupCode
     * @summary Find user group region by group code
     * @request GET:/api/v2/user-group-regions/by-group-code/{groupCode}
     * @secure
     */
    getUserGroupRegionsByGroupCodeGroupCode: (
      groupCode: string,
      params: RequestParams = {},
    ) =>
      this.request<UserGroupRegion[], ErrorBody>({
        path: `/api/v2/user-group-regions/by-group-code/${segment(groupCode)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags User
     * @name PutUsersByIdId
     * @summary Update existing user
     * @request PUT:/api/v2/users/by-id/{id}
     * @secure
     */
    putUsersByIdId: (id: string, data: User, params: RequestParams = {}) =>
      this.request<User, ErrorBody>({
        path: `/api/v2/users/by-id/${segment(id)}`,
        method: "PUT",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
     *
     * @tags User
     * @name PatchUsersByIdId
     * @summary Update properties of an existing user
     * @request PATCH:/api/v2/users/by-id/{id}
     * @secure
     */
    patchUsersByIdId: (
      id: string,
      data: Record<string, any>,
      params: RequestParams = {},
    ) =>
      this.request<User, ErrorBody>({
        path: `/api/v2/users/by-id/${segment(id)}`,
        method: "PATCH",
        body: data,
        secure: true,
        type: ContentType.Json,
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
     * @description Sends by the rule with the code templateCode, otherwise by the formatter template with that code. The notification is stored before the response.
     *
     * @tags Notification
     * @name PostNotifications
     * @summary Send a notification
     * @request POST:/api/v2/notifications
     * @secure
     */
    postNotifications: (data: NotificationCreate, params: RequestParams = {}) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/notifications`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        ...params,
      }),

    /**
     * @description Accepts up to 10,000 notifications: all or none.
     *
     * @tags Notification
     * @name PostNotificationsBatch
     * @summary Send a notification
     * @request POST:/api/v2/notifications/batch
     * @secure
     */
    postNotificationsBatch: (
      data: NotificationCreate[],
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/notifications/batch`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        ...params,
      }),

    /**
     * @description Sends by the formatter template with the code templateCode, or by a rule of the type DIRECT.
     *
     * @tags Notification
     * @name PostNotificationsDirect
     * @summary Send a notification
     * @request POST:/api/v2/notifications/direct
     * @secure
     */
    postNotificationsDirect: (
      data: NotificationCreate,
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/notifications/direct`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        ...params,
      }),

    /**
     * @description Allowed changes: PLAN to CANCELLED; FAILED, EXPIRED or CANCELLED to PLAN.
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
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/notifications/${segment(id)}/state/${segment(newState)}`,
        method: "PUT",
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
    getNotificationsId: (id: string, params: RequestParams = {}) =>
      this.request<Notification, ErrorBody>({
        path: `/api/v2/notifications/${segment(id)}`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description Returns up to 1,000 notifications, oldest first.
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
      params: RequestParams = {},
    ) =>
      this.request<Notification[], ErrorBody>({
        path: `/api/v2/notifications/by-owners/${segment(ownerType)}`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        format: "json",
        ...params,
      }),

    /**
     * No description
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
     * @description Called by Twilio with a signature. A receipt never moves a status backwards.
     *
     * @tags Notification
     * @name PostNotificationsReceiptsTwilio
     * @summary Receive a Twilio delivery receipt
     * @request POST:/api/v2/notifications/receipts/twilio
     */
    postNotificationsReceiptsTwilio: (
      data: Record<string, any>,
      query?: {
        /** Id of the target that the receipt is for. */
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
      params: RequestParams = {},
    ) =>
      this.request<void, ErrorBody>({
        path: `/api/v2/notification-rules/${segment(idOrCode)}/evaluate`,
        method: "POST",
        body: data,
        secure: true,
        type: ContentType.Json,
        ...params,
      }),

    /**
     * No description
     *
     * @tags Suppression
     * @name GetSuppressions
     * @summary Returns the suppressed addresses
     * @request GET:/api/v2/suppressions
     * @secure
     */
    getSuppressions: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
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
     * @description A suppressed address gets no messages: deliveries to it become SKIPPED.
     *
     * @tags Suppression
     * @name PostSuppressions
     * @summary Suppress an address
     * @request POST:/api/v2/suppressions
     * @secure
     */
    postSuppressions: (data: Suppression, params: RequestParams = {}) =>
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
     * No description
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
        content: string;
        data: Record<string, any>;
        /** @default "A4" */
        documentSize?:
          | "AUTO"
          | "PORTRAIT"
          | "LANDSCAPE"
          | "A4"
          | "B5"
          | "LETTER";
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
     * No description
     *
     * @tags FormatterTemplate
     * @name GetFormatterTemplatesByTemplateCodeCode
     * @summary FormatterTemplatePublicApi.getByTemplateByCode
     * @request GET:/api/v2/formatter-templates/by-template-code/{code}
     * @secure
     */
    getFormatterTemplatesByTemplateCodeCode: (
      code: string,
      params: RequestParams = {},
    ) =>
      this.request<FormatterTemplate, ErrorBody>({
        path: `/api/v2/formatter-templates/by-template-code/${segment(code)}`,
        method: "GET",
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
        /** A part of the tag; case is ignored. */
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
     * No description
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
         * Return in X-Warnings what the document lacks, and what in it cannot be read.
         * @default false
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
         * @min 0
         * @default 0
         */
        page?: number;
        /**
         * @min 1
         * @max 1000
         * @default 20
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
     * @description The caller's keys, newest first; all keys for callers with the right to `Admin`. The keys themselves are not stored.
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
         * @min 0
         * @default 0
         */
        page?: number;
        /**
         * @min 1
         * @max 10000
         * @default 1000
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
     * @description The response contains the key, which cannot be read later. A key of another user needs the right to `Admin`, or write access to the user and all its rules.
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
     * @description Every api refuses the key within a second.
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
     * No description
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
     * @description The caller's sessions, newest first; all sessions for callers with the right to `Admin`.
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
         * @min 0
         * @default 0
         */
        page?: number;
        /**
         * @min 1
         * @max 10000
         * @default 1000
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
     * No description
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
     * No description
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
     * @description Opened by a browser. Leads to the provider, which sends the browser back to the callback.
     *
     * @tags Access
     * @name GetSessionOidc
     * @summary Sign in at the OpenID provider
     * @request GET:/api/v2/session/oidc
     */
    getSessionOidc: (
      query?: {
        /** Path of this service that the browser opens after the sign-in; the console if absent. */
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
     * @description The provider sends the browser here. Sets the cookie of a new session, in the browser that has begun the sign-in only.
     *
     * @tags Access
     * @name GetSessionOidcCallback
     * @summary Complete a sign-in at the OpenID provider
     * @request GET:/api/v2/session/oidc/callback
     */
    getSessionOidcCallback: (
      query?: {
        code?: string;
        error?: string;
        error_description?: string;
        iss?: string;
        session_state?: string;
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
     * No description
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
     * @description Sign-ins, refusals and changes of credentials and rights. No operation writes or deletes an entry.
     *
     * @tags Access
     * @name GetAuditEntries
     * @summary Returns the audit entries
     * @request GET:/api/v2/audit-entries
     * @secure
     */
    getAuditEntries: (
      query: {
        /** Which records, in which order: an object with filters, fulltext, sort, page and size, or an array of filters. */
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
     * @description Which access rules give the user rights to a kind or to one of its records, and why the others do not. Other users than the caller need the right to `Admin`.
     *
     * @tags Access
     * @name GetAccessExplain
     * @summary Explain the rights of a user
     * @request GET:/api/v2/access/explain
     * @secure
     */
    getAccessExplain: (
      query: {
        /** Id or code of a record. */
        id?: string;
        /** A kind, or a reserved entity such as `Admin`. */
        kind: string;
        /** Id or code; the caller if absent. */
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
  };
}

const segment = (value: unknown): string => [value].flat().map((one) => encodeURIComponent(String(one))).join(',');
