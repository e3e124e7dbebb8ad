import { httpCodes } from '../../domain/errors.ts';
import { MAX_CHAIN } from '../../domain/jobs/reading/readChain.ts';
import { problemCodes } from '../../domain/validation/problemParts.ts';
import type { Schema } from '../http/route.ts';
import { anyObject, arrayOf, count, flag, id, moment, ref, text } from './schemas.ts';

/** Schemas that records of all kinds share, and responses that belong to no kind. */
export const recordSchemas = {
  Localization: {
    type: 'object',
    properties: {
      name: { ...text, description: 'The name in this language.' },
      description: { ...text, description: 'The description in this language.' },
    },
    additionalProperties: false,
    description: 'The texts of a record in one language.',
  },
  TimePeriod: {
    type: 'object',
    required: ['isValid'],
    properties: {
      validFrom: { ...moment, description: 'Start; without it the period has no start.' },
      validTo: { ...moment, description: 'End, exclusive; without it the period has no end.' },
      isValid: { ...flag, description: 'Whether the period includes the time of the response.' },
    },
    additionalProperties: false,
    description: 'A period of validity in a response.',
  },
  Version: {
    type: 'object',
    required: ['version', 'who', 'when', 'change', 'changes'],
    properties: {
      version: { ...count, minimum: 1, description: 'Number of the change.' },
      who: { ...text, description: 'Code of the user who made the change.' },
      when: { ...moment, description: 'Time of the change.' },
      change: { type: 'string', enum: ['CREATED', 'UPDATED', 'DELETED'], description: 'What happened to the record.' },
      changes: {
        ...arrayOf({
          type: 'object',
          required: ['path'],
          properties: {
            path: { ...text, description: 'Path of the changed member, with dots.' },
            from: { description: 'The value before; absent if the member was absent.' },
            to: { description: 'The value after; absent if the member is absent.' },
          },
        }),
        description: 'The changed members.',
      },
    },
    description: 'One change of a record.',
  },
  Change: {
    type: 'object',
    required: ['kind', 'id', 'change', 'cursor'],
    properties: {
      kind: { ...text, description: 'Name of the kind.' },
      id: { ...id, description: 'Id of the record.' },
      change: {
        type: 'string',
        enum: ['CREATED', 'UPDATED', 'DELETED'],
        description: 'What happened. DELETED also if the caller may no longer read the record.',
      },
      version: {
        ...count,
        minimum: 1,
        description:
          'The version that the change has made. A change of links that belong to other records adds none. Absent if the caller may no longer read the record.',
      },
      who: { ...text, description: 'The user of the change, if it has added a version.' },
      when: { ...moment, description: 'When the record was changed.' },
      record: { ...anyObject, description: 'The record after the change; absent after a deletion.' },
      cursor: { ...text, description: 'Send it as the parameter after to read the changes after this one.' },
    },
    description: 'A change of a record.',
  },
  ChangePage: {
    type: 'object',
    required: ['changes', 'cursor'],
    properties: {
      changes: { ...arrayOf(ref('Change')), description: 'The changes in the order of their commits.' },
      cursor: {
        ...text,
        description: 'Send it as the parameter after to read the next page. Present even if the page has no changes.',
      },
    },
    description: 'A page of changes.',
  },
  RuleFeed: {
    type: 'object',
    required: ['status', 'missed'],
    properties: {
      status: {
        type: 'string',
        enum: ['ACTIVE', 'RETRYING'],
        description: 'RETRYING while the receiver does not accept a request, or the rule may not send it.',
      },
      lastPostedAt: { ...moment, description: 'When the receiver has accepted a request for the last time.' },
      missed: {
        ...flag,
        description: 'Whether changes were deleted before they were posted. The next request says so.',
      },
      failingSince: { ...moment, description: 'Since when every attempt has failed; absent if the last one has not.' },
      failedAttempts: { ...count, description: 'Failed attempts at the request.' },
      error: { ...text, description: 'Why the last attempt has failed.' },
      nextAttemptAt: { ...moment, description: 'The earliest time of the next attempt.' },
      requestId: { ...id, description: '`webhook-id` of the request that is repeated.' },
    },
    description: 'How a rule posts the changes of records.',
  },
  ScheduleRuns: {
    type: 'object',
    required: ['nextRuns', 'waiting', 'runs'],
    properties: {
      nextRunAt: { ...moment, description: 'When the schedule runs next; absent if it is paused or has no more runs.' },
      nextRuns: {
        ...arrayOf(moment),
        description:
          'The times of up to five next runs by the cron, the interval or at, before any jitter: those that start if each Job ends before the next run.',
      },
      waiting: {
        ...flag,
        description:
          'Whether the first of the next runs, whose time has passed, waits for the end of the Job of the run before.',
      },
      runs: { ...arrayOf(ref('ScheduleRun')), description: 'The last runs, newest first.' },
    },
    description: 'The runs of a schedule.',
  },
  ListedSchedule: {
    type: 'object',
    required: ['schedule', 'waiting'],
    properties: {
      schedule: ref('Schedule'),
      nextRunAt: { ...moment, description: 'When the schedule runs next; absent if it is paused or has no more runs.' },
      waiting: { ...flag, description: 'Whether the next run waits for the end of the Job of the run before.' },
      lastRun: ref('ScheduleRun'),
    },
    description: 'A schedule with its next run and its last one.',
  },
  ScheduleRun: {
    type: 'object',
    required: ['plannedAt', 'decidedAt', 'outcome'],
    properties: {
      plannedAt: { ...moment, description: 'The time of the run by the cron, the interval or at.' },
      decidedAt: { ...moment, description: 'When a worker has started the run, or decided not to.' },
      outcome: {
        type: 'string',
        enum: ['STARTED', 'SKIPPED', 'MISSED', 'FAILED'],
        description:
          'STARTED: a Job was created. SKIPPED: the Job of the run before had not ended. MISSED: no worker could start this run, and those after it, within catchUpSeconds. FAILED: the Job was rejected.',
      },
      jobId: { ...id, description: 'Id of the Job. The Job may have been deleted since.' },
      reason: { ...text, description: 'Why no Job was created.' },
    },
    description: 'A run of a schedule.',
  },
  JobChain: {
    type: 'object',
    required: ['jobs', 'isPartial'],
    properties: {
      jobs: { ...arrayOf(ref('ChainedJob'), MAX_CHAIN), description: 'The jobs, in the order of their creation.' },
      isPartial: {
        ...flag,
        description: `Whether the chain has more than ${MAX_CHAIN} jobs; the farthest are left out.`,
      },
    },
    description: 'A job with the jobs before and after it.',
  },
  ChainedJob: {
    type: 'object',
    required: ['id', 'jobType', 'status', 'after'],
    properties: {
      id: { ...id, description: 'Id of the job.' },
      jobType: { ...text, description: 'Type of the job.' },
      status: {
        type: 'string',
        enum: ['NEW', 'IN_PROGRESS', 'COMPLETED', 'FAILED'],
        description: 'Status of the job.',
      },
      cause: { ...text, description: 'Why the job has failed: FAILED, CANCELLED or DEADLINE; absent otherwise.' },
      waits: { ...flag, description: 'Present if the value is true: the job waits for jobs of `after`.' },
      after: { ...arrayOf(ref('ChainLink')), description: 'The jobs that have to end before this one starts.' },
    },
    description: 'A job of a chain.',
  },
  ChainLink: {
    type: 'object',
    required: ['jobId'],
    properties: {
      jobId: { ...id, description: 'The job whose end is waited for.' },
      on: {
        type: 'string',
        enum: ['COMPLETED', 'FAILED', 'ENDED'],
        description: 'How it has to end: COMPLETED if absent.',
      },
      status: {
        type: 'string',
        enum: ['COMPLETED', 'FAILED', 'DELETED'],
        description: 'How it has ended; absent before.',
      },
    },
    description: 'A job that has to end before another starts.',
  },
  ImportResult: {
    type: 'object',
    required: ['entityType', 'created', 'updated', 'removed', 'unchanged'],
    properties: {
      entityType: { ...text, description: 'The kind.' },
      created: { ...count, description: 'Number of new records.' },
      updated: { ...count, description: 'Number of changed records.' },
      removed: { ...count, description: 'Number of deleted records.' },
      unchanged: { ...count, description: 'Number of records that are the same.' },
      warnings: { ...arrayOf(text), description: 'What the import could not restore.' },
    },
    description: 'The changes of an import for one kind.',
  },
  AckResponse: {
    type: 'object',
    required: ['acknowledge'],
    properties: {
      acknowledge: { ...flag, description: 'Always true: the work is accepted.' },
      jobId: { ...id, description: 'The job that does the work.' },
    },
    description: 'Workers do the work after the response.',
  },
  ErrorBody: {
    type: 'object',
    required: ['status', 'timestamp', 'message', 'traceId', 'errors', 'problems'],
    properties: {
      status: { type: 'string', enum: Object.keys(httpCodes), description: 'The HTTP status in words.' },
      timestamp: { ...moment, description: 'Time of the response.' },
      message: { ...text, description: 'One plain sentence.' },
      traceId: { ...text, description: 'Also in the log lines of the request.' },
      errors: { ...arrayOf(text), description: 'One text for each problem, starting with the path of the member.' },
      problems: { ...arrayOf(ref('Problem')), description: 'The parts of each text of errors, in the same order.' },
    },
    description: 'What was wrong with a request, or why the service failed.',
  },
  Problem: {
    type: 'object',
    required: ['code', 'path', 'message'],
    properties: {
      code: { type: 'string', enum: problemCodes, description: 'The kind of problem. Later releases may add codes.' },
      file: { ...text, description: 'The file of an archive that the problem is about.' },
      path: {
        ...text,
        description: 'The member, parameter or header, such as `regions[0].validTo`; empty if there is none.',
      },
      message: { ...text, description: 'What is wrong, for people.' },
      allowed: { ...arrayOf(text), description: 'The values that are allowed, if they are few.' },
    },
    description: 'A problem of a request, for programs.',
  },
} satisfies Record<string, Schema>;
