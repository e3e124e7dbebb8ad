import { changeBounds } from '../../db/queries/changes/changeRows.ts';
import {
  advanceFeed,
  claimFeed,
  extendClaim,
  holderOfFeed,
  openBatch,
  postponeFeed,
  type RuleFeed,
  releaseFeed,
} from '../../db/queries/changes/ruleFeedRows.ts';
import { writeOnlyTextFor } from '../../db/queries/records/writeOnlyRows.ts';
import type { DescribedChange } from '../../domain/changes/describeChanges.ts';
import { readChanges } from '../../domain/changes/readChanges.ts';
import { badRequest, ServiceError } from '../../domain/errors.ts';
import { kinds as allKinds } from '../../domain/kinds/index.ts';
import type { JsonObject, RightsHolder } from '../../domain/kinds/kind.ts';
import { notificationRule } from '../../domain/kinds/processing/notificationRule.ts';
import { followedChanges, RECORD_CHANGED } from '../../domain/notifications/rules/recordChangeRule.ts';
import type { NotificationRuleValues } from '../../domain/notifications/rules/ruleConfig.ts';
import { invalidity } from '../../domain/notifications/rules/ruleValidity.ts';
import { NotConfirmed, type SendResult } from '../../domain/ports/channels.ts';
import type { Services } from '../../domain/ports/services.ts';
import type { ClaimedJob, Settlement } from '../../domain/queue/broker.ts';
import type { PostChanges } from '../../domain/queue/definitions.ts';
import { newId } from '../../domain/records/record.ts';
import { parseStored } from '../../domain/records/storedText.ts';
import type { WorkContext } from '../runtime/handler.ts';
import { servicesOfHolder } from '../runtime/servicesOfHolder.ts';

/**
 * Posts the changes of records that rules follow. A feed has one batch at a time:
 *
 *   position ─ read ─► open (its id and end are stored) ─ posted ─► position = end of the batch
 *                         └─ failed, or the worker dies ─► the same batch again, after a pause
 *
 * So every change is posted at least once, in the order of the commits, and a receiver that is down delays only its own
 * rule. All attempts of a batch have one id, by which a receiver drops repetitions.
 */

/** Changes of a batch, at most. */
const MAX_CHANGES = 100;
/** Characters of the changes of a batch, unless the first one is longer. */
const MAX_TEXT = 1_000_000;
/** Positions of a batch, at most: rights that grow meanwhile bring no more changes than that into an open batch. */
const MAX_POSITIONS = 1_000n;
/** Batches until the claim is released, so that other rules get their turn. */
const MAX_BATCHES = 50;
/** Seconds until a rule that cannot post is tried again. */
const MAX_PAUSE = 3_600;

type Job = ClaimedJob<PostChanges>;

export async function ruleChanges(
  jobs: readonly Job[],
  context: WorkContext,
): Promise<ReadonlyMap<string, Settlement>> {
  await Promise.all(jobs.map((job) => postChanges(job, context)));
  return new Map();
}

async function postChanges({ data: { ruleId }, signal }: Job, context: WorkContext): Promise<void> {
  const { sql } = context.services;
  const holder = await holderOfFeed(sql, ruleId);
  if (holder !== undefined && (holder === context.worker || !(await context.isWorkerGone(holder)))) return;
  const feed = await claimFeed(sql, ruleId, { worker: context.worker, ended: holder });
  if (!feed) return;
  try {
    let next: RuleFeed | undefined = feed;
    for (let batches = 0; next && batches < MAX_BATCHES && !signal.aborted; batches++)
      next = await postBatch(next, context, signal);
  } finally {
    // Changes nothing if the claim has been lost.
    await releaseFeed(sql, feed);
  }
}

/** Posts the next batch of a feed. Returns the feed after it; undefined if it has ended or waits, or the claim has been lost. */
async function postBatch(feed: RuleFeed, context: WorkContext, signal: AbortSignal): Promise<RuleFeed | undefined> {
  const { sql, notificationRules } = context.services;
  const rule = await notificationRules.fetchFresh('id', feed.ruleId);
  if (!rule || !followedChanges({ ...rule })) return undefined;
  try {
    const batch = await readBatch(feed, rule, context);
    if (!batch) return undefined;
    const { changes, to, missed } = batch;
    if (changes.length > 0) {
      const id = feed.batchId ?? newId();
      if (feed.batchId === null && !(await openBatch(sql, feed, { id, to }))) return undefined;
      await post({ id, rule, feed, batch }, context, signal);
    }
    const isMissing = missed && changes.length === 0;
    if (!(await advanceFeed(sql, feed, { to, missed: isMissing }))) return undefined;
    return { ...feed, position: to, batchId: null, batchTo: null, attemptCount: 0, missed: isMissing };
  } catch (error) {
    if (error instanceof NotConfirmed) return undefined;
    if (!(error instanceof ServiceError) || error.status === 'INTERNAL_SERVER_ERROR') throw error;
    await postpone(feed, context, { error, rule });
    return undefined;
  }
}

const isUser = (holder: RightsHolder | Record<string, never>): holder is RightsHolder => 'userId' in holder;

interface Batch {
  readonly changes: readonly DescribedChange[];
  readonly to: bigint;
  readonly missed: boolean;
}

/** Reads the open batch of a feed, or the next one, with the rights of its holder. Undefined if there is no change. */
async function readBatch(
  feed: RuleFeed,
  rule: NotificationRuleValues,
  context: WorkContext,
): Promise<Batch | undefined> {
  if (feed.holder === null) throw badRequest('Nobody is known whose rights the rule has: save the rule again.');
  const holder = parseStored<RightsHolder | Record<string, never>>(feed.holder);
  const services = await servicesOfHolder(context.services, isUser(holder) ? { holder } : {});
  const { last, deletedTo } = await changeBounds(services.sql);
  const isLate = feed.position < deletedTo;
  if (isLate) context.log.warn({ rule: rule.code }, 'Changes of records were deleted before the rule has posted them.');
  const position = isLate ? deletedTo : feed.position;
  const missed = isLate || feed.missed;
  const end = feed.batchTo ?? position + MAX_POSITIONS;
  if (position >= end) return { changes: [], to: position, missed };
  if (position >= last) return isLate ? { changes: [], to: position, missed } : undefined;
  const { kinds, changes: types } = followedChanges({ ...rule }) ?? {};
  const followed = allKinds.filter(({ name, keepsHistory }) => keepsHistory && (kinds?.includes(name) ?? true));
  const size = feed.batchTo === null ? MAX_CHANGES : Number(MAX_POSITIONS);
  const page = await readChanges(services, followed, { after: position, size, to: end });
  const selected = page.changes.filter(
    ({ change, when }) => (types?.includes(change) ?? true) && invalidity(rule, when) === undefined,
  );
  if (feed.batchTo !== null) return { changes: selected, to: end, missed };
  const fitting = fittingCount(selected);
  const to = fitting < selected.length ? (selected[fitting - 1]?.position ?? page.position) : page.position;
  return { changes: selected.slice(0, fitting), to, missed };
}

/** Returns how many of the changes fit into a request; at least one. */
function fittingCount(changes: readonly DescribedChange[]): number {
  let size = 0;
  const index = changes.findIndex(({ text }) => {
    size += text.length;
    return size > MAX_TEXT;
  });
  return index === -1 ? changes.length : Math.max(index, 1);
}

interface Posting {
  readonly id: string;
  readonly rule: NotificationRuleValues;
  readonly feed: RuleFeed;
  readonly batch: Batch;
}

/** Posts a batch. Throws a ServiceError if the receiver has not accepted it. */
async function post({ id, rule, feed, batch }: Posting, context: WorkContext, signal: AbortSignal): Promise<void> {
  const { services, channels } = context;
  const [channel] = channels?.webhook ?? [];
  if (!channel) throw new Error('this worker has no channels');
  const { url } = rule.config ?? {};
  if (typeof url !== 'string') throw badRequest('The rule has no config.url.');
  const { writeOnly } = notificationRule;
  const boundTo = writeOnly?.boundTo({ url });
  const secret = writeOnly && (await writeOnlyTextFor(services.sql, writeOnly.table, { recordId: rule.id, boundTo }));
  const body = await bodyOf({ id, rule, feed, batch }, services);
  const confirm = async (): Promise<void> => {
    if (!(await extendClaim(services.sql, feed)))
      throw new NotConfirmed('another worker posts the changes of the rule');
  };
  const result = await channel.send({ id, url, ...(secret !== undefined && { secret }), body }, signal, confirm);
  if (result.outcome !== 'sent') throw new Refused(result);
}

async function bodyOf({ id, rule, batch }: Posting, { changeFeed }: Services): Promise<string> {
  const { changes, to, missed } = batch;
  const head: JsonObject = { id, event: RECORD_CHANGED, ruleCode: rule.code, ...(missed && { missed }) };
  const cursor = (await changeFeed.cursors()).write(to);
  const list = changes.map(({ text }) => `${text}}`).join(',');
  return `${JSON.stringify(head).slice(0, -1)},"changes":[${list}],"cursor":${JSON.stringify(cursor)}}`;
}

/** The receiver has not accepted a batch. */
class Refused extends ServiceError {
  readonly seconds: number | undefined;

  constructor(result: SendResult) {
    super('BAD_REQUEST', `The receiver has not accepted the changes: ${result.answer}`);
    this.seconds = result.outcome === 'retry' ? result.afterSeconds : undefined;
  }
}

/** A refused batch is never skipped: a receiver would miss changes without notice. It is retried until it is accepted. */
async function postpone(
  feed: RuleFeed,
  { services, deliveryRules, log }: WorkContext,
  { error, rule }: { readonly error: ServiceError; readonly rule: NotificationRuleValues },
): Promise<void> {
  const own = error instanceof Refused ? error.seconds : undefined;
  const seconds = Math.min(own ?? deliveryRules.backoff(feed.attemptCount + 1), MAX_PAUSE);
  const { message } = error;
  log.warn({ rule: rule.code, seconds, reason: message }, 'The changes of records were not posted; they will be.');
  await postponeFeed(services.sql, feed, { error: message, seconds });
}
