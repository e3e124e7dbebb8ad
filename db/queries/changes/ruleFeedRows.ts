import type { Database } from '../../client.ts';

/** The feed of a rule that this worker has claimed. */
export interface RuleFeed {
  readonly ruleId: string;
  readonly fence: number;
  readonly position: bigint;
  /** JSON text; null if it is unknown. */
  readonly holder: string | null;
  readonly batchId: string | null;
  readonly batchTo: bigint | null;
  readonly attemptCount: number;
  readonly missed: boolean;
}

/** Longer than a hand-over may take. */
const LEASE_SECONDS = 180;
/** After this time without a claim, the queue job of a rule counts as lost. */
const QUEUED_SECONDS = 60;

/** Enqueues a queue job for each rule that has changes to post and no queue job. Returns their number. */
export async function enqueueRuleFeeds(sql: Database): Promise<number> {
  const rows = await sql`
    with due as (
      update rule_change_feed f set queued_until = now() + make_interval(secs => ${QUEUED_SECONDS})
      from record_change_state s
      where (f.position < s.last or f.batch_id is not null) and f.next_at <= now() and f.queued_until <= now()
      returning f.rule_id)
    insert into outbox (id, queue, data)
    select gen_random_uuid(), 'rule.changes', json_build_object('ruleId', rule_id)::text from due
    returning id`;
  return rows.length;
}

/** Returns the worker whose claim of the feed has neither ended nor lapsed; undefined if there is none. */
export async function holderOfFeed(sql: Database, ruleId: string): Promise<string | undefined> {
  const rows = await sql<{ worker: string }[]>`
    select worker from rule_change_feed where rule_id = ${ruleId} and worker is not null and lease_until > now()`;
  return rows[0]?.worker;
}

/** Claims the feed of a rule that is due. Undefined if another claim is valid: `ended` names a worker that has ended. */
export async function claimFeed(
  sql: Database,
  ruleId: string,
  { worker, ended }: { readonly worker: string; readonly ended?: string | undefined },
): Promise<RuleFeed | undefined> {
  const rows = await sql<RuleFeed[]>`
    update rule_change_feed set fence = fence + 1, worker = ${worker},
      lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where rule_id = ${ruleId} and next_at <= now()
      and (worker is null or lease_until <= now() or worker = ${ended ?? null})
    returning rule_id as "ruleId", fence, position, holder, batch_id as "batchId", batch_to as "batchTo",
      attempt_count as "attemptCount", missed`;
  return rows[0];
}

type Claim = Pick<RuleFeed, 'ruleId' | 'fence'>;

/** Extends a claim. Returns false if it has been lost. */
export async function extendClaim(sql: Database, { ruleId, fence }: Claim): Promise<boolean> {
  const { count } = await sql`
    update rule_change_feed set lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where rule_id = ${ruleId} and fence = ${fence}`;
  return count === 1;
}

/** Opens a batch, which every attempt then posts. Returns false if the claim has been lost. */
export async function openBatch(
  sql: Database,
  { ruleId, fence }: Claim,
  { id, to }: { readonly id: string; readonly to: bigint },
): Promise<boolean> {
  const { count } = await sql`
    update rule_change_feed set batch_id = ${id}, batch_to = ${String(to)}::bigint, attempt_count = 0
    where rule_id = ${ruleId} and fence = ${fence}`;
  return count === 1;
}

/** Moves a feed past changes: posted ones, or some that are not for the receiver. Returns false if the claim has been lost. */
export async function advanceFeed(
  sql: Database,
  { ruleId, fence }: Claim,
  { to, missed }: { readonly to: bigint; readonly missed: boolean },
): Promise<boolean> {
  const { count } = await sql`
    update rule_change_feed set position = ${String(to)}::bigint, batch_id = null, batch_to = null, attempt_count = 0,
      error = null, missed = ${missed}
    where rule_id = ${ruleId} and fence = ${fence}`;
  return count === 1;
}

/** Ends a claim after a failure: nothing is posted for so many seconds. */
export async function postponeFeed(
  sql: Database,
  { ruleId, fence }: Claim,
  { error, seconds }: { readonly error: string; readonly seconds: number },
): Promise<void> {
  await sql`
    update rule_change_feed set worker = null, queued_until = now(), attempt_count = attempt_count + 1, error = ${error},
      next_at = now() + make_interval(secs => ${seconds})
    where rule_id = ${ruleId} and fence = ${fence}`;
}

/** Ends a claim. */
export async function releaseFeed(sql: Database, { ruleId, fence }: Claim): Promise<void> {
  await sql`
    update rule_change_feed set worker = null, queued_until = now() where rule_id = ${ruleId} and fence = ${fence}`;
}
