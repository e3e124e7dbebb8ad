import { MAX_SKIPPED } from '../../domain/monitoring/deadLetters.ts';
import { searchEngineNames } from '../../domain/ports/search.ts';
import type { Schema } from '../http/route.ts';
import { anyObject, arrayOf, count, flag, id, moment, oneOf, text } from './schemas.ts';

/** Schemas of the administration of queues, workers and indexes. */
export const administrationSchemas = {
  Queue: {
    type: 'object',
    required: [
      'name',
      'paused',
      'batchSize',
      'workerConcurrency',
      'ready',
      'deferred',
      'active',
      'outbox',
      'rejected',
      'deadLetterQueue',
      'deadLetters',
    ],
    properties: {
      name: { ...text, description: 'Name of the queue.' },
      purpose: { ...text, description: 'What its jobs do.' },
      paused: { ...flag, description: 'Whether workers claim no jobs from it.' },
      pausedAt: { ...moment, description: 'When the queue was paused; absent unless it is paused.' },
      pausedBy: { ...text, description: 'Code of the user that has paused it.' },
      batchSize: { ...count, description: 'Maximum number of jobs in a batch.' },
      workerConcurrency: {
        ...count,
        description: 'Batches that each worker runs at a time while `concurrency` is not set.',
      },
      concurrency: {
        ...count,
        description: 'Batches that all workers together run at a time; absent unless an administrator has set it.',
      },
      concurrencySetAt: { ...moment, description: 'When the concurrency was set.' },
      concurrencySetBy: { ...text, description: 'Code of the user that has set the concurrency.' },
      ready: { ...count, description: 'Jobs that a worker can claim now.' },
      deferred: { ...count, description: 'Jobs scheduled for a future time.' },
      active: { ...count, description: 'Jobs that workers are running.' },
      oldestReadySeconds: { ...count, description: 'Age of the oldest waiting job; absent if none is waiting.' },
      outbox: { ...count, description: 'Jobs in the outbox that are not in the queue yet.' },
      rejected: { ...count, description: 'Jobs that could not be moved into the queue.' },
      deadLetterQueue: { ...text, description: 'Name of the queue of its dead letters.' },
      deadLetters: { ...count, description: 'Number of dead letters.' },
      cron: {
        ...text,
        description: 'Times at which the queue gets a job by itself, in UTC; absent without a schedule.',
      },
      nextRunAt: { ...moment, description: 'When the schedule adds the next job.' },
    },
    description: 'A queue with the number of its jobs by state.',
  },
  DeadLetter: {
    type: 'object',
    required: ['id', 'queue', 'at', 'data'],
    properties: {
      id: { ...id, description: 'Id of the job.' },
      queue: { ...text, description: 'The queue in which the job failed.' },
      reason: { ...text, description: 'Error of the last attempt.' },
      at: { ...moment, description: 'When the job failed for the last time.' },
      queuedAt: { ...moment, description: 'When the job was queued.' },
      attempts: { ...count, description: 'Number of attempts.' },
      data: { ...anyObject, description: 'The payload of the job.' },
    },
    description: 'A queue job after its last failed attempt.',
  },
  DeadLetterAnswer: {
    type: 'object',
    required: ['acknowledge', 'count', 'skipped'],
    properties: {
      acknowledge: { ...flag, description: 'Always true.' },
      count: { ...count, description: 'Number of the dead letters that were sent again or discarded.' },
      skipped: {
        type: 'array',
        maxItems: MAX_SKIPPED,
        description: `The dead letters that stay because they cannot be sent again now, at most the first ${MAX_SKIPPED.toLocaleString('en')}.`,
        items: {
          type: 'object',
          required: ['id', 'reason'],
          properties: {
            id: { ...id, description: 'Id of the dead letter.' },
            reason: { ...text, description: 'Why it stays.' },
          },
        },
      },
    },
    description: 'How many dead letters an operation has changed.',
  },
  QueueJob: {
    type: 'object',
    required: ['id', 'queue', 'state', 'queuedAt', 'dueAt', 'attempts', 'data'],
    properties: {
      id: { ...id, description: 'Id of the job.' },
      queue: { ...text, description: 'Name of its queue.' },
      state: {
        type: 'string',
        enum: ['WAITING', 'SCHEDULED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED'],
        description: 'State of the job.',
      },
      queuedAt: { ...moment, description: 'When the job was queued.' },
      dueAt: { ...moment, description: 'Time from which workers claim the job.' },
      startedAt: { ...moment, description: 'When a worker claimed the job.' },
      endedAt: { ...moment, description: 'When the job ended.' },
      attempts: { ...count, description: 'Number of claims until now.' },
      reason: { ...text, description: 'Error of the last attempt.' },
      data: { ...anyObject, description: 'The payload of the job.' },
    },
    description: 'One entry of a queue.',
  },
  ClientWorker: {
    type: 'object',
    required: ['worker', 'jobType', 'steps', 'claimedAt', 'leaseUntil'],
    properties: {
      worker: { ...text, description: 'Name that the worker gives itself in its claims.' },
      jobType: { ...text, description: 'Type of the Jobs of the steps.' },
      steps: { ...count, description: 'Number of steps that it has claimed.' },
      claimedAt: { ...moment, description: 'Time of the oldest claim.' },
      leaseUntil: { ...moment, description: 'When the first of the leases ends.' },
    },
    description: 'The steps of one job type that a worker of a client has claimed over HTTP.',
  },
  ClaimLimit: {
    type: 'object',
    required: ['scope', 'name', 'running'],
    properties: {
      scope: { ...oneOf(['TYPE', 'USER']), description: 'Whether it limits a job type or a user.' },
      name: { ...text, description: 'The job type, or the code of the user.' },
      concurrency: { ...count, description: 'Steps that run at a time; absent: any number.' },
      starts: { ...count, description: 'Steps that start within `perSeconds`; absent: any number.' },
      perSeconds: { ...count, description: 'The period of `starts`, in seconds.' },
      running: { ...count, description: 'Steps that run and count.' },
      setAt: { ...moment, description: 'When it was set; absent if there is no limit.' },
      setBy: { ...text, description: 'Who has set it.' },
    },
    description: 'A limit of the claims of workers of clients.',
  },
  Worker: {
    type: 'object',
    required: ['id', 'host', 'pid', 'alive', 'queues', 'startedAt', 'seenAt'],
    properties: {
      id: { ...text, description: 'Id of the process.' },
      name: { ...text, description: 'Name that the configuration gives it.' },
      host: { ...text, description: 'Name of its machine.' },
      pid: { ...count, description: 'Number of its process on that machine.' },
      release: { ...text, description: 'The version of Waybill that it runs; absent for 0.2.' },
      alive: { ...flag, description: 'Whether the worker was seen within the last seconds.' },
      queues: { ...arrayOf(text), description: 'The queues from which the worker claims jobs.' },
      startedAt: { ...moment, description: 'When the worker started.' },
      seenAt: { ...moment, description: 'Time of the last heartbeat.' },
      jobs: { type: 'object', additionalProperties: count, description: 'Number of running jobs by queue.' },
      stopping: {
        ...flag,
        description: 'Whether the worker is draining: it finishes running jobs and claims no new ones.',
      },
      memoryMb: { ...count, description: 'Memory of the process in MB.' },
    },
    additionalProperties: true,
    description: 'A worker process with its running jobs.',
  },
  Index: {
    type: 'object',
    required: ['name', 'kind', 'index', 'engine', 'state', 'documents', 'records', 'created'],
    properties: {
      name: { ...text, description: 'The path of the kind, by which operations name the index.' },
      kind: { ...text, description: 'The kind of its records.' },
      index: { ...text, description: 'The numbered index in the search engine.' },
      engine: { type: 'string', enum: [...searchEngineNames], description: 'The search engine.' },
      state: {
        type: 'string',
        enum: ['LIVE', 'FILLING', 'MISSING'],
        description:
          'State of the index. MISSING: the search engine does not have it. POST /api/v2/admin/indexes creates it.',
      },
      documents: { ...count, description: 'Number of documents in the index.' },
      records: { ...count, description: 'Number of records in the database.' },
      created: { ...moment, description: 'When the index was created.' },
      liveSince: { ...moment, description: 'When searches began to read it.' },
      jobId: { ...id, description: 'The job that fills or filled the index.' },
    },
    description: 'A search index of a kind.',
  },
  IndexResult: {
    type: 'object',
    required: ['indexed', 'failed', 'failures', 'task', 'deleted', 'took'],
    properties: {
      indexed: { ...count, description: 'Number of indexed records.' },
      failed: { ...count, description: 'Number of records that the engine rejected.' },
      failures: {
        ...arrayOf({
          type: 'object',
          properties: {
            id: { ...text, description: 'Id of the record.' },
            error: { ...text, description: 'Why the engine rejected it.' },
          },
        }),
        description: 'The rejected records.',
      },
      task: { ...text, description: 'The kind and the id of the job.' },
      deleted: { ...count, description: 'Number of documents that were deleted.' },
      // JSON Schema's format `duration` has no fractions of a second.
      took: {
        ...text,
        maxLength: 40,
        pattern: '^PT[0-9]+\\.[0-9]{3}S$',
        description: 'Duration of the work in the format of ISO 8601, such as `PT0.250S`.',
      },
    },
    description: 'What a rebuild of an index did.',
  },
} satisfies Record<string, Schema>;
