import { changeBounds } from '../../db/queries/changes/changeRows.ts';
import {
  advanceFeed,
  claimFeed,
  holderOfFeed,
  openBatch,
  type RuleFeed,
  releaseFeed,
} from '../../db/queries/changes/ruleFeedRows.ts';
import type { DescribedChange } from '../../domain/changes/describeChanges.ts';
import { readChanges } from '../../domain/changes/readChanges.ts';
import { badRequest, ServiceError } from '../../domain/errors.ts';
import { kinds as allKinds } from '../../domain/kinds/index.ts';
import type { RightsHolder } from '../../domain/kinds/kind.ts';
import { followedChanges } from '../../domain/notifications/rules/recordChangeRule.ts';
import type { NotificationRuleValues } from '../../domain/notifications/rules/ruleConfig.ts';
import { invalidity } from '../../domain/notifications/rules/ruleValidity.ts';
import { NotConfirmed } from '../../domain/ports/channels.ts';
import type { ClaimedJob } from '../../domain/queue/broker.ts';
import type { PostChanges } from '../../domain/queue/postChanges.ts';
import { newId } from '../../domain/records/record.ts';
import { parseStored } from '../../domain/records/storedText.ts';
import type { Handler, WorkContext } from '../runtime/handler.ts';
import { servicesOfHolder } from '../runtime/servicesOfHolder.ts';
import { type Batch, ChangePoster } from './changePoster.ts';

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

type Job = ClaimedJob<PostChanges>;

/** Posts the changes of rules. The batches of a worker share one circuit breaker. */
export function makeRuleChanges(): Handler<PostChanges> {
  let poster: ChangePoster | undefined;
  return async (jobs, context) => {
    poster ??= new ChangePoster(context);
    const shared = poster;
    await Promise.all(jobs.map((job) => postChanges(job, context, shared)));
    return new Map();
  };
}

/** The rules whose feeds the workers of this process have in hand, by worker and rule. */
const inHand = new Set<string>();

/** A claim that this worker could not release, because the database was away, does not keep it from the feed. */
async function postChanges(
  { data: { ruleId }, signal }: Job,
  context: WorkContext,
  poster: ChangePoster,
): Promise<void> {
  const own = `${context.worker} ${ruleId}`;
  if (inHand.has(own)) return;
  inHand.add(own);
  try {
    await postClaimed(ruleId, { context, poster, signal });
  } finally {
    inHand.delete(own);
  }
}

interface Work {
  readonly context: WorkContext;
  readonly poster: ChangePoster;
  readonly signal: AbortSignal;
}

async function postClaimed(ruleId: string, work: Work): Promise<void> {
  const { context, signal } = work;
  const { sql } = context.services;
  const holder = await holderOfFeed(sql, ruleId);
  if (holder !== undefined && holder !== context.worker && !(await context.isWorkerGone(holder))) return;
  const feed = await claimFeed(sql, ruleId, { worker: context.worker, ended: holder });
  if (!feed) return;
  try {
    let next: RuleFeed | undefined = feed;
    for (let batches = 0; next && batches < MAX_BATCHES && !signal.aborted; batches++)
      next = await postBatch(next, work);
  } finally {
    // Changes nothing if the claim has been lost.
    await releaseFeed(sql, feed);
  }
}

/** Posts the next batch of a feed. Returns the feed after it; undefined if it has ended or waits, or the claim has been lost. */
async function postBatch(feed: RuleFeed, { context, poster, signal }: Work): Promise<RuleFeed | undefined> {
  const { sql, notificationRules } = context.services;
  const rule = await notificationRules.fetchFresh('id', feed.ruleId);
  if (!rule || !followedChanges({ ...rule })) return undefined;
  try {
    const batch = await readBatch(feed, rule, context);
    if (!batch) return undefined;
    const { changes, to, missed } = batch;
    const isPosted = changes.length > 0;
    if (isPosted) {
      const id = feed.batchId ?? newId();
      if (feed.batchId === null && !(await openBatch(sql, feed, { id, to }))) return undefined;
      await poster.post({ id, rule, feed, batch }, signal);
    }
    const isMissing = missed && !isPosted;
    if (!(await advanceFeed(sql, feed, { to, missed: isMissing, isPosted }))) return undefined;
    return { ...feed, position: to, batchId: null, batchTo: null, attemptCount: 0, missed: isMissing };
  } catch (error) {
    if (error instanceof NotConfirmed) return undefined;
    if (!(error instanceof ServiceError) || error.status === 'INTERNAL_SERVER_ERROR') throw error;
    await poster.postpone(feed, rule, error);
    return undefined;
  }
}

const isUser = (holder: RightsHolder | Record<string, never>): holder is RightsHolder => 'userId' in holder;

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
