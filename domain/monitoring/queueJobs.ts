import { type QueueJobRow, type QueueJobState, queueJobStates, queueJobs } from '../../db/queries/queue/queueJobs.ts';
import { badRequest } from '../errors.ts';
import type { Services } from '../ports/services.ts';
import { queues } from '../queue/definitions.ts';
import { pageText } from '../search/search.ts';
import { readPage } from '../validation/readPage.ts';
import { describe } from '../validation/values.ts';
import { knownQueue } from './knownQueue.ts';

/** How pg-boss calls the states of jobs that have ended. */
const endedStates: Readonly<Record<string, string>> = {
  completed: 'COMPLETED',
  failed: 'FAILED',
  cancelled: 'CANCELLED',
};

/** A page of the queue jobs in one state: waiting and scheduled ones by when they are due, ended ones newest first. */
export async function listQueueJobs({ sql }: Services, queue: string, query: URLSearchParams): Promise<string> {
  knownQueue(queue, queues);
  const state = readState(query.get('state') || 'SCHEDULED');
  const { page, size } = readPage(query, { defaultSize: 20, maxSize: 1_000 });
  const { total, rows } = await queueJobs(sql, { queue, state }, { from: page * size, size });
  return pageText({ total, records: rows.map((row) => queueJobText(queue, state, row)) }, { page, size }, true);
}

function readState(text: string): QueueJobState {
  const state = queueJobStates.find((one) => one === text);
  if (state) return state;
  throw badRequest('The state cannot be read.', [
    `state: must be one of ${queueJobStates.join(', ')}, not ${describe(text)}`,
  ]);
}

function queueJobText(queue: string, listed: QueueJobState, row: QueueJobRow): string {
  const { id, state, data, queuedAt, dueAt, startedAt, endedAt, attempts, reason } = row;
  const job = {
    id,
    queue,
    state: endedStates[state] ?? listed,
    queuedAt: queuedAt.toISOString(),
    dueAt: dueAt.toISOString(),
    ...(startedAt && listed !== 'WAITING' && listed !== 'SCHEDULED' && { startedAt: startedAt.toISOString() }),
    ...(endedAt && { endedAt: endedAt.toISOString() }),
    attempts,
    ...(reason !== null && { reason }),
  };
  return `${JSON.stringify(job).slice(0, -1)},"data":${data}}`;
}
