/** The processes that may have a database role of their own, instead of the role that owns the tables. */
export const processNames = ['api', 'worker'] as const;
export type RoleName = (typeof processNames)[number];

/**
 * Privileges of a process on a table as GRANT lists them, some on columns only; undefined for none. `lock or x` is the
 * least that allows LOCK TABLE in a mode that excludes writers: MAINTAIN, and x before PostgreSQL 17.
 */
export type TableGrants = Readonly<Record<RoleName, string | undefined>>;

const all = 'select, insert, update, delete';

/**
 * A kind that workers read and index. Indexing locks rows FOR KEY SHARE, which needs UPDATE on a column: `index_version`
 * decides nothing but the freshness of an index.
 */
const readByWorkers: TableGrants = { api: all, worker: 'select, update (index_version)' };
/** Columns of records that repeat the code or the name of a group. Not the code: it identifies a user. */
const repeatedIn = 'version, index_version, doc, audit, search';
const shared: TableGrants = { api: all, worker: all };
const apiOnly: TableGrants = { api: all, worker: undefined };
/** Nobody but the owner changes what is stored. */
const appended: TableGrants = { api: 'select, insert', worker: 'select, insert' };
/** LOCK TABLE needs a privilege to write; the table has no columns. */
const lock: TableGrants = { api: 'update', worker: 'update' };

/**
 * What the api and the worker may do with each table. `migrate` grants it to the roles that the configuration names. A
 * table without an entry fails a test (test/db/roles.test.ts).
 *
 * Processes of the previous release use the same roles: a release adds privileges, and takes away only those that the
 * previous release no longer uses.
 */
export const tableGrants: Readonly<Record<string, TableGrants>> = {
  // Rights. Workers read them for work on behalf of a user.
  access_rule: readByWorkers,
  role: readByWorkers,
  role_access_rule: readByWorkers,
  user_role: readByWorkers,
  // Locked while groups are synchronized: a deletion takes rights, and grants none.
  user_user_group: { api: all, worker: 'select, update (index_version), lock or delete' },
  access_change: { api: 'select, insert, delete', worker: 'select, insert, delete' },
  administrator_lock: lock,
  // Apis add the search texts of entries that triggers have written.
  audit_entry: { api: 'select, insert, update (search)', worker: 'insert' },

  // Credentials.
  // The rights that a key was limited to still limit the work that was submitted with it.
  api_key: { api: all, worker: 'select (id, user_id, rights_limit)' },
  provider_logout: apiOnly,
  session: apiOnly,
  sign_in_failure: apiOnly,
  user_password: apiOnly,
  shared_key: { api: 'select', worker: 'select' },

  // Reference data. Workers synchronize groups with a directory, update members that other records repeat, and make bulk
  // changes of kinds that are not guarded (domain/kinds/kind.ts); apis make those of the others.
  app_user: { api: all, worker: `select, update (${repeatedIn}, links_expire_at), lock or update` },
  app_user_hierarchy_lock: lock,
  formatter_template: readByWorkers,
  history: appended,
  log_type: shared,
  notification_rule: readByWorkers,
  // Workers sign webhooks.
  notification_rule_secret: { api: all, worker: 'select' },
  notification_rule_template_lock: lock,
  schedule: readByWorkers,
  script: readByWorkers,
  sharing: shared,
  user_group: shared,
  user_group_hierarchy_lock: lock,
  user_group_region: shared,
  user_group_type: shared,
  user_type: shared,
  worklog_type: shared,

  // Work and its results.
  activity: shared,
  bulk_change: { api: 'select, insert', worker: 'select' },
  // Apis make bulk changes of the kinds that workers may not write: a worker changes neither what is to be done nor for whom.
  bulk_item: {
    api: 'select, insert, update',
    worker: 'select, insert (job_id, record_id, done, outcome, error), update (done, outcome, error)',
  },
  cache_generation: shared,
  circuit_breaker: shared,
  claim_clock: shared,
  // Apis alone claim for workers of clients.
  claim_limit: apiOnly,
  claim_slot: { api: all, worker: 'select, delete' },
  // Apis add events to digests that workers have opened. An update is what the lock of a row requires.
  digest: { api: 'select, update (key)', worker: all },
  // Apis erase persons.
  digest_item: { api: 'select, insert, delete', worker: all },
  document_batch: shared,
  document_item: shared,
  // A function of the owner inserts them: no process says which texts are erased.
  erasure: { api: 'select, delete', worker: 'select (job_id, user_id, dry_run)' },
  job: shared,
  // Apis alone write where the ends of Jobs are posted.
  job_callback: { api: all, worker: 'select, update (enqueued_close)' },
  job_dependency: shared,
  job_result: shared,
  job_step: shared,
  log: shared,
  log_key: shared,
  mailbox_message: shared,
  notification: shared,
  notification_attachment: shared,
  notification_target: shared,
  outbox: shared,
  process: shared,
  process_metrics: shared,
  provider_message: shared,
  queue_concurrency: { api: all, worker: 'select' },
  queue_pause: { api: all, worker: 'select' },
  retry_policy: { api: all, worker: 'select' },
  // Functions of the owner write them, except changes of links alone; workers delete old changes.
  record_change: { api: 'select', worker: 'select, delete' },
  record_change_pending: { api: 'select, insert', worker: 'select, insert' },
  record_change_state: { api: 'select', worker: 'select, update (deleted_to)' },
  rate_limit: shared,
  webhook_token: { api: 'select, insert, update', worker: 'select, delete' },
  // A trigger of the owner inserts and deletes them.
  rule_change_feed: { api: 'select', worker: 'select, update' },
  rule_throttle: { api: 'select', worker: all },
  // A trigger of the owner inserts the states; workers start the runs.
  schedule_run: { api: 'select', worker: all },
  schedule_state: { api: 'select', worker: 'select, update' },
  saved_query: apiOnly,
  search_index: shared,
  // Triggers of index tables write them with the rights of the process.
  search_index_count: shared,
  // Workers delete old ones.
  stored_answer: { api: all, worker: 'select (caller, idempotency_key, created_at), delete' },
  suppression: shared,
};
