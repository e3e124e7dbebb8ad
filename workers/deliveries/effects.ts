import type { DeliveryRow } from '../../db/queries/notifications/deliveryRows.ts';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import type { DeliveredContent } from '../../domain/notifications/channels/channel.ts';
import { channelNamed } from '../../domain/notifications/channels/index.ts';
import type { DeliveryEffect } from '../../domain/notifications/delivery/deliveryState.ts';
import { newSuppression } from '../../domain/notifications/recipients/suppressionKind.ts';
import type { SendResult } from '../../domain/ports/channels.ts';
import type { ClaimedJob, Settlement } from '../../domain/queue/broker.ts';
import { workerCaller } from '../../domain/queue/context.ts';
import type { DeliverNotification } from '../../domain/queue/definitions.ts';
import { newId } from '../../domain/records/record.ts';
import type { Exchange } from './exchangeLogs.ts';
import type { Outcome } from './writer.ts';

export type DeliveryJob = ClaimedJob<DeliverNotification>;

/** An attempt that is open. */
export interface OpenAttempt {
  readonly number: number;
  readonly worker: string;
  readonly since: Date;
  /** `openToken` of the row; absent if this process has the attempt in hand. */
  readonly token?: string;
  /** ms since the opening began; absent if another process opened the attempt. */
  readonly ageMs?: () => number;
  readonly provider: string;
  /** The request as the log stores it; absent if exchanges are not logged. */
  readonly loggedRequest?: () => JsonObject;
}

/** The delivery that the effects of an event apply to. */
export interface EffectSubject {
  readonly job: DeliveryJob;
  readonly row: DeliveryRow;
  /** The attempt that ends; `result` is the result of its send. */
  readonly attempt?: OpenAttempt;
  readonly result?: SendResult;
  readonly content?: DeliveredContent;
  /** The write also removes the queue job, for which nothing is left to be done. */
  readonly removesJob?: boolean;
}

/** The settlement of a job that reads its delivery again, because the row has changed since it was read. */
export const RETURNED: Settlement = { type: 'retry', seconds: 0 };

type EffectOf<Type extends DeliveryEffect['type']> = Extract<DeliveryEffect, { type: Type }>;

const effectOf = <Type extends DeliveryEffect['type']>(
  effects: readonly DeliveryEffect[],
  type: Type,
): EffectOf<Type> | undefined => effects.find((one): one is EffectOf<Type> => one.type === type);

/** Converts effects to one write of the row; returns undefined if they do not change the row. */
export function outcomeOf(effects: readonly DeliveryEffect[], subject: EffectSubject): Outcome | undefined {
  const write = effectOf(effects, 'write');
  if (!write) return undefined;
  const { job, row, attempt, result, content, removesJob } = subject;
  const ended =
    attempt && result && effectOf(effects, 'recordAttempt') ? endedAttempt(job, row, attempt, result) : undefined;
  const suppression = effectOf(effects, 'suppressAddress');
  const successor = effectOf(effects, 'enqueueSuccessor');
  return {
    id: row.id,
    notificationId: row.notificationId,
    fence: attempt?.number ?? row.fence,
    openWorker: attempt?.worker ?? null,
    openToken: attempt?.token ?? null,
    status: write.status,
    statusReason: write.reason === null ? null : truncate(write.reason),
    record: ended?.record ?? null,
    providerId: ended?.providerId ?? null,
    successor: successor ? successorOf(job, row, successor) : null,
    ...(row.address === null && { unresolved: true }),
    ...(effectOf(effects, 'refundAttempt') && { uncounted: true }),
    ...(suppression && suppressionOf(job, row, suppression)),
    ...(content && effectOf(effects, 'storeContent') && { content }),
    ...(ended?.exchange && { exchange: ended.exchange }),
    ...(removesJob && { endedJob: { queue: job.queue, id: job.id } }),
  };
}

/** Whether a write is all that is left to be done for the queue job. */
export const endsJob = (effects: readonly DeliveryEffect[]): boolean =>
  effects.some(({ type }) => type === 'write') &&
  !effects.some(({ type }) => type === 'returnJob' || type === 'tryNextProvider');

/** Converts effects to the settlement of the queue job. */
export function settlementOf(effects: readonly DeliveryEffect[]): Settlement {
  const returned = effectOf(effects, 'returnJob');
  if (!returned) return { type: 'done' };
  const { seconds, reason } = returned;
  return { type: 'retry', seconds, ...(reason !== undefined && { reason }) };
}

/** Returns the attempt for the delivery's history, and its exchange for the log. */
function endedAttempt(job: DeliveryJob, row: DeliveryRow, attempt: OpenAttempt, result: SendResult) {
  const { number, since, worker, ageMs, loggedRequest } = attempt;
  const { provider, outcome } = result;
  const durationMs = ageMs && Math.round(ageMs());
  const providerId = result.outcome === 'sent' ? (result.providerId ?? null) : null;
  const answer = truncate(result.answer);
  const record = JSON.stringify({
    attempt: number,
    at: since.toISOString(),
    worker,
    provider,
    outcome,
    answer,
    ...(durationMs !== undefined && { durationMs }),
    ...(result.outcome === 'sent' && result.segments !== undefined && { segments: result.segments }),
  });
  const exchange: Exchange | undefined = loggedRequest && {
    owner: { type: 'Notification', id: row.notificationId },
    targetId: row.id,
    since,
    durationMs: durationMs ?? 0,
    request: loggedRequest(),
    provider,
    outcome,
    answer,
    messageId: providerId ?? row.id,
    context: job.data.context,
  };
  return { record, providerId, exchange };
}

/** Returns the next job. It starts no later than the expiry of the delivery, to write the status EXPIRED. */
function successorOf(
  { data: { targetId, context } }: DeliveryJob,
  { expiresIn }: DeliveryRow,
  { seconds, slots }: EffectOf<'enqueueSuccessor'>,
): Outcome['successor'] {
  const data: DeliverNotification = { targetId, context, ...(slots && { slots }) };
  const latest = expiresIn === null ? seconds : Math.min(seconds, expiresIn + 0.05);
  return { id: newId(), data: JSON.stringify(data), seconds: Math.max(latest, 0) };
}

function suppressionOf(
  { data }: DeliveryJob,
  { id, channel, address }: DeliveryRow,
  { reason, description }: EffectOf<'suppressAddress'>,
): Pick<Outcome, 'suppress'> {
  if (address === null || channel === null || !channelNamed(channel).isSuppressible) return {};
  const values = { channel, address, reason, description: truncate(description), notificationToId: id };
  return { suppress: newSuppression(values, workerCaller(data.context)) };
}

/** Shortens a response of a provider, which each attempt stores. */
const truncate = (text: string): string =>
  (text.length > 1_000 ? `${text.slice(0, 999).toWellFormed()}…` : text).replaceAll('\u0000', '');
