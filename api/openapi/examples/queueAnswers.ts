import type { Json, JsonObject } from '../../../domain/kinds/kind.ts';
import { exampleIds } from './operationExamples.ts';

const when = '2026-11-20T09:00:00.000Z';

const queue: JsonObject = {
  name: 'document.render',
  purpose: 'Renders a document for a caller that waits for it.',
  paused: false,
  batchSize: 1,
  workerConcurrency: 4,
  concurrency: 16,
  concurrencySetAt: when,
  concurrencySetBy: 'novakova',
  ready: 0,
  deferred: 0,
  active: 1,
  outbox: 0,
  rejected: 0,
  deadLetterQueue: 'document.render.dead',
  deadLetters: 0,
};

/** Answers about queues and workers, by schema. */
export const queueAnswers: Readonly<Record<string, Json>> = {
  Queue: queue,
  DeadLetter: {
    id: exampleIds.deadLetter,
    queue: 'event.notification',
    reason: 'no NotificationRule has the code "unknown"',
    at: when,
    queuedAt: when,
    attempts: 3,
    data: { ruleCode: 'unknown' },
  },
  DeadLetterAnswer: { acknowledge: true, count: 1, skipped: [] },
  QueueJob: {
    id: exampleIds.deadLetter,
    queue: 'notification.email',
    state: 'SCHEDULED',
    queuedAt: when,
    dueAt: '2026-11-20T18:00:00.000Z',
    attempts: 1,
    data: { targetId: exampleIds.notification },
  },
  ClaimLimit: {
    ...{ scope: 'TYPE', name: 'HARBOUR_TOUR', concurrency: 4, starts: 10, perSeconds: 60 },
    ...{ running: 2, setAt: when, setBy: 'eva' },
  },
  RetryPolicy: {
    ...{ jobType: 'HARBOUR_TOUR', attempts: 8, initialSeconds: 5, factor: 2, maxSeconds: 600 },
    ...{ notRetried: ['unknown harbour'], setAt: when, setBy: 'eva' },
  },
  ClientWorker: { worker: 'boat-1', jobType: 'HARBOUR_TOUR', steps: 2, claimedAt: when, leaseUntil: when },
  Worker: {
    id: '0198c0de-7a51-7c3e-9d2f-5b8e4a1c6f81',
    host: 'waybill-1',
    pid: 4711,
    release: '0.3.0',
    alive: true,
    queues: ['document.render', 'index.sync'],
    startedAt: when,
    seenAt: when,
    jobs: { 'document.render': 1 },
    memoryMb: 180,
  },
};
