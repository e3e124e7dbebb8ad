import { searchEngineNames } from '../../domain/ports/search.ts';
import type { Schema } from '../http/route.ts';
import { anyObject, arrayOf, count, flag, id, moment, text } from './schemas.ts';

/** Schemas of the administration of queues, workers and indexes. */
export const administrationSchemas = {
  Queue: {
    type: 'object',
    required: ['name', 'paused', 'ready', 'deferred', 'active', 'outbox', 'rejected', 'deadLetterQueue', 'deadLetters'],
    properties: {
      name: text,
      purpose: text,
      paused: { ...flag, description: 'Whether workers claim no jobs from it.' },
      ready: { ...count, description: 'Jobs that a worker can claim now.' },
      deferred: { ...count, description: 'Jobs scheduled for a future time.' },
      active: { ...count, description: 'Jobs that workers are running.' },
      oldestReadySeconds: { ...count, description: 'Age of the oldest waiting job; absent if none is waiting.' },
      outbox: { ...count, description: 'Jobs in the outbox that are not in the queue yet.' },
      rejected: { ...count, description: 'Jobs that could not be moved into the queue.' },
      deadLetterQueue: text,
      deadLetters: count,
    },
  },
  DeadLetter: {
    type: 'object',
    required: ['id', 'queue', 'at', 'data'],
    properties: {
      id,
      queue: { ...text, description: 'The queue in which the job failed.' },
      reason: text,
      at: { ...moment, description: 'When the job failed for the last time.' },
      queuedAt: moment,
      attempts: count,
      data: { ...anyObject, description: 'The payload of the job.' },
    },
  },
  Worker: {
    type: 'object',
    required: ['id', 'host', 'pid', 'alive', 'queues', 'startedAt', 'seenAt'],
    properties: {
      id: text,
      name: text,
      host: text,
      pid: count,
      release: { ...text, description: 'The version of Waybill that it runs; absent for 0.2.' },
      alive: { ...flag, description: 'Whether the worker was seen within the last seconds.' },
      queues: { ...arrayOf(text), description: 'The queues from which the worker claims jobs.' },
      startedAt: moment,
      seenAt: moment,
      jobs: { type: 'object', additionalProperties: count, description: 'Number of running jobs by queue.' },
      stopping: {
        ...flag,
        description: 'Whether the worker is draining: it finishes running jobs and claims no new ones.',
      },
      memoryMb: count,
    },
    additionalProperties: true,
    description: 'A worker process with its running jobs.',
  },
  Index: {
    type: 'object',
    required: ['name', 'kind', 'index', 'engine', 'state', 'documents', 'records', 'created'],
    properties: {
      name: { ...text, description: 'The path of the kind, by which operations name the index.' },
      kind: text,
      index: { ...text, description: 'The numbered index in the search engine.' },
      engine: { ...text, enum: [...searchEngineNames] },
      state: {
        ...text,
        enum: ['LIVE', 'FILLING', 'MISSING'],
        description: 'MISSING: the search engine does not have the index. POST /api/v2/admin/indexes creates it.',
      },
      documents: { ...count, description: 'Number of documents in the index.' },
      records: { ...count, description: 'Number of records in the database.' },
      created: moment,
      liveSince: moment,
      jobId: { ...id, description: 'The job that fills or filled the index.' },
    },
  },
  IndexResult: {
    type: 'object',
    required: ['indexed', 'failed', 'failures', 'task', 'deleted', 'took'],
    properties: {
      indexed: count,
      failed: count,
      failures: arrayOf({ type: 'object', properties: { id: text, error: text } }),
      task: { ...text, description: 'The kind and the id of the job.' },
      deleted: count,
      took: { ...text, format: 'duration' },
    },
  },
} satisfies Record<string, Schema>;
