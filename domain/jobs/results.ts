import {
  abandonJob,
  deleteResult,
  enqueueWithDeadline,
  readResult,
  retryReason,
} from '../../db/queries/jobs/results.ts';
import { badRequest, errorOfJob, ServiceError, type Status, unavailable } from '../errors.ts';
import type { Services } from '../ports/services.ts';
import type { QueueName } from '../queue/definitions.ts';
import { newId } from '../records/record.ts';
import { parseStored } from '../records/storedText.ts';

/** Members of every payload whose caller waits for the result. */
export interface ReplyAddress {
  /** The channel of the process that waits. */
  readonly replyTo: string;
  /** ms since 1970 by the database's clock; past it no caller waits. */
  readonly deadline: number;
}

export interface ReplyOptions {
  /** The subject of the errors of a wait: `The script "x"`. */
  readonly what: string;
  readonly signal: AbortSignal;
  /** Time after the wait in which the job may still start, for a result that can be fetched; ms. */
  readonly extraMs?: number;
  /** The template whose current version the payload names; `missing` makes the error when it does not exist. */
  readonly template?: {
    readonly code: string;
    /** The templates in the caller's reach, as a source of a FROM. */
    readonly source: string;
    readonly missing: () => Promise<ServiceError>;
    /** Called with the version that the payload names. */
    readonly onPinned?: (pinned: string) => void;
  };
}

/**
 * Enqueues a job, waits for its reply and returns the result as JSON text.
 *
 * @throws ServiceError as the worker has written it; a 500 when there is no result in time. Both name the job.
 */
export async function requestResult(
  services: Services,
  queue: QueueName,
  payload: object,
  { what, signal, extraMs = 0, template }: ReplyOptions,
): Promise<string> {
  const { sql } = services;
  const id = newId();
  const waiting = services.replyWaiter;
  const waitMs = waiting.limitMs;
  let queued = false;
  let started = false;
  const read = async () => {
    if (queued) return readResult(sql, id);
    // The caller is registered before the commit that a worker may reply to.
    queued = true;
    const pinned = await enqueueWithDeadline(sql, {
      id,
      queue,
      data: { ...payload, replyTo: waiting.channel },
      waitMs: waitMs + extraMs,
      template,
    });
    if (pinned === undefined && template) throw await template.missing();
    if (pinned) template?.onPinned?.(pinned);
    started = true;
    services.wakeRelay();
    return undefined;
  };
  const found = await waiting.until(id, read, { signal }).catch((error: unknown) => {
    throw started ? errorOfJob(error, id) : error;
  });
  if (found) {
    // Not awaited: maintenance deletes what stays.
    deleteResult(sql, id).catch((error: unknown) =>
      services.log.debug({ err: error }, 'a result could not be deleted; maintenance deletes it'),
    );
  }
  if (found?.result != null) return found.result;
  if (found) throw errorOfJob(writtenReply(found.error), id);
  if (signal.aborted) {
    await abandonJob(sql, id);
    throw badRequest(`The caller of ${what} has closed the connection.`);
  }
  const seconds = Math.round(waitMs / 1_000);
  const reason = await retryReason(sql, queue, id);
  const why = reason === undefined ? '' : ` Its last attempt: ${reason.replace(/\.$/, '')}.`;
  throw errorOfJob(
    unavailable(`${what} has no result after ${seconds} s; it is the job ${id} of the queue ${queue}.${why}`),
    id,
  );
}

/** The error that a worker has written in place of a result. */
export function writtenReply(error: string | null): ServiceError {
  const { status, message, errors } = parseStored<{
    status?: Status;
    message?: string;
    errors?: string[];
  }>(error ?? '{}');
  return new ServiceError(status ?? 'INTERNAL_SERVER_ERROR', message ?? 'The worker failed.', errors ?? []);
}

/** A document that can be fetched later. */
export interface FetchableDocument {
  /** Format and code of the template, separated by a blank. */
  readonly document: string;
  /** JSON text of its data. */
  readonly input: string;
}

/**
 * Replies to the waiting caller with JSON text or an error. Resolves when the reply is committed.
 *
 * @param fetchable  for a result that can be fetched later
 */
export function sendReplies(
  services: Services,
  job: { readonly id: string; readonly data: ReplyAddress },
  outcome: string | ServiceError,
  fetchable?: FetchableDocument,
): Promise<void> {
  const { replyWriter } = services;
  const { id, data } = job;
  const reply = { id, document: fetchable?.document ?? null, input: fetchable?.input ?? null, replyTo: data.replyTo };
  if (typeof outcome === 'string') return replyWriter.write({ ...reply, result: outcome, error: null });
  const { status, message, errors } = outcome;
  return replyWriter.write({ ...reply, result: null, error: JSON.stringify({ status, message, errors }) });
}
