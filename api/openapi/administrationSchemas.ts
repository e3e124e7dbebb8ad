import type { Schema } from '../http/route.ts';
import { anyObject, arrayOf, count, flag, id, moment, text } from './schemas.ts';

/** Schemas of the administration of queues, workers and indexes. */
export const administrationSchemas = {
  Queue: {
    type: 'object',
    required: ['name', 'paused', 'ready', 'deferred', 'active', 'outbox', 'refused', 'deadLetterQueue', 'deadLetters'],
    properties: {
      name: text,
      purpose: text,
      paused: { ...flag, description: 'No worker takes from it.' },
      ready: { ...count, description: 'Jobs that a worker may take now.' },
      deferred: { ...count, description: 'Jobs that wait for their time.' },
      active: { ...count, description: 'Jobs in the hands of workers.' },
      oldestReadySeconds: { ...count, description: 'How long the oldest job has been waiting; absent when none does.' },
      outbox: { ...count, description: 'Jobs that are written and not in the queue yet.' },
      refused: { ...count, description: 'Jobs set aside because they could not be put into the queue.' },
      deadLetterQueue: text,
      deadLetters: count,
    },
  },
  DeadLetter: {
    type: 'object',
    required: ['id', 'queue', 'at', 'data'],
    properties: {
      id,
      queue: { ...text, description: 'The queue that gave it up.' },
      reason: text,
      at: { ...moment, description: 'When it was given up.' },
      queuedAt: moment,
      attempts: count,
      data: { ...anyObject, description: 'What the job was to work on.' },
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
      alive: { ...flag, description: 'It has been seen within the last seconds.' },
      queues: { ...arrayOf(text), description: 'The queues that it takes jobs from.' },
      startedAt: moment,
      seenAt: moment,
      jobs: { type: 'object', additionalProperties: count, description: 'Jobs in hand by queue.' },
      stopping: { ...flag, description: 'It takes no more and ends what it has.' },
      memoryMb: count,
    },
    additionalProperties: true,
    description: 'A worker process, with what it is doing.',
  },
  Index: {
    type: 'object',
    required: ['name', 'kind', 'index', 'engine', 'state', 'documents', 'records', 'created'],
    properties: {
      name: { ...text, description: "The kind's path name, by which operations name the index." },
      kind: text,
      index: { ...text, description: 'The numbered index of the engine.' },
      engine: { ...text, enum: ['postgres', 'elasticsearch'] },
      state: { ...text, enum: ['LIVE', 'FILLING'] },
      documents: { ...count, description: 'In the index.' },
      records: { ...count, description: 'In the database.' },
      created: moment,
      liveSince: moment,
      jobId: { ...id, description: 'The Job that fills or filled it.' },
    },
  },
  IndexResult: {
    type: 'object',
    required: ['indexed', 'failed', 'failures', 'task', 'deleted', 'took'],
    properties: {
      indexed: count,
      failed: count,
      failures: arrayOf({ type: 'object', properties: { id: text, error: text } }),
      task: { ...text, description: 'The kind and the id of the Job.' },
      deleted: count,
      took: { ...text, format: 'duration' },
    },
  },
} satisfies Record<string, Schema>;
