import type { Database, Transaction } from '../../client.ts';

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

/** Returns the workers that have claimed feeds. */
export async function feedHolders(sql: Database): Promise<string[]> {
  const rows = await sql<{ worker: string }[]>`
    select distinct worker from rule_change_feed where worker is not null`;
  return rows.map(({ worker }) => worker);
}

/** Ends the claims of a worker that is gone, so that its feeds are enqueued at once. */
export async function releaseFeedsOf(sql: Database, worker: string): Promise<void> {
  await sql`update rule_change_feed set worker = null, queued_until = now() where worker = ${worker}`;
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

/**
 * Moves a feed past changes. Returns false if the claim has been lost.
 *
 * @param isPosted whether the receiver has accepted some of them; otherwise none is for it
 */
export async function advanceFeed(
  sql: Database,
  { ruleId, fence }: Claim,
  { to, missed, isPosted }: { readonly to: bigint; readonly missed: boolean; readonly isPosted: boolean },
): Promise<boolean> {
  const { count } = await sql`
    update rule_change_feed set position = ${String(to)}::bigint, batch_id = null, batch_to = null, attempt_count = 0,
      error = null, failing_since = null, missed = ${missed},
      last_posted_at = case when ${isPosted} then now() else last_posted_at end
    where rule_id = ${ruleId} and fence = ${fence}`;
  return count === 1;
}

export interface Postponement {
  readonly error: string;
  readonly seconds: number;
  /** Whether an attempt has failed; if none was made, the error of the last one remains. */
  readonly isAttempt: boolean;
}

/** Ends a claim: nothing is posted for so many seconds. Returns false if the claim has been lost. */
export async function postponeFeed(
  sql: Database | Transaction,
  { ruleId, fence }: Claim,
  { error, seconds, isAttempt }: Postponement,
): Promise<boolean> {
  const { count } = await sql`
    update rule_change_feed set worker = null, queued_until = now(),
      attempt_count = attempt_count + ${isAttempt ? 1 : 0},
      error = case when ${isAttempt} then ${error} else coalesce(error, ${error}) end,
      failing_since = coalesce(failing_since, now()), next_at = now() + make_interval(secs => ${seconds})
    where rule_id = ${ruleId} and fence = ${fence}`;
  return count === 1;
}

/** Ends a claim. */
export async function releaseFeed(sql: Database, { ruleId, fence }: Claim): Promise<void> {
  await sql`
    update rule_change_feed set worker = null, queued_until = now() where rule_id = ${ruleId} and fence = ${fence}`;
}

/** How a rule posts changes. */
export interface FeedState {
  readonly lastPostedAt: Date | null;
  readonly attemptCount: number;
  readonly error: string | null;
  readonly failingSince: Date | null;
  readonly nextAt: Date;
  readonly batchId: string | null;
  readonly missed: boolean;
}

/** Returns the state of the feed of a rule; undefined if the rule does not post changes. */
export async function feedState(sql: Database, ruleId: string): Promise<FeedState | undefined> {
  const rows = await sql<FeedState[]>`
    select last_posted_at as "lastPostedAt", attempt_count as "attemptCount", error, failing_since as "failingSince",
      next_at as "nextAt", batch_id as "batchId", missed
    from rule_change_feed where rule_id = ${ruleId}`;
  return rows[0];
}

/** How far a rule is behind, for operators. */
export interface FeedLag {
  readonly ruleCode: string;
  /** Age of the oldest change that the feed has not passed; 0 if there is none. */
  readonly lagSeconds: number;
  readonly failedAttempts: number;
  readonly error: string | null;
  /** Seconds since 1970; null if the receiver has accepted no batch yet. */
  readonly lastPostedAt: number | null;
}

/** Returns the lags of all rules that post changes, by code. */
export async function feedLags(sql: Database): Promise<FeedLag[]> {
  return sql<FeedLag[]>`
    select r.code as "ruleCode", f.attempt_count as "failedAttempts", f.error,
      extract(epoch from f.last_posted_at)::float8 as "lastPostedAt",
      coalesce((
        select extract(epoch from now() - c.numbered_at) from record_change c
        where c.position > f.position order by c.position limit 1), 0)::float8 as "lagSeconds"
    from rule_change_feed f join notification_rule r on r.id = f.rule_id order by r.code`;
}
