import { badRequest } from '../../errors.ts';
import {
  boolean,
  free,
  integer,
  type Members,
  objects,
  string,
  strings,
  uuid,
} from '../../kinds/declaration/members.ts';
import type { JsonObject } from '../../kinds/kind.ts';
import { countProblems } from '../../validation/problems.ts';
import { readMembers } from '../../validation/readMembers.ts';
import { describe, isObject, isObjects } from '../../validation/values.ts';
import type { JobTypes } from '../types.ts';
import type { ClaimRequest } from './claimSteps.ts';
import type { LeaseReport, ReportBatch, ReportType } from './leaseReports.ts';

/** Maximum number of steps that one request claims or reports. */
export const MAX_STEPS = 500;

const DEFAULT_LEASE_SECONDS = 60;

const worker = string({
  required: true,
  min: 1,
  max: 255,
  description: 'Name of the worker, different for each of them.',
});
const leaseSeconds = integer({
  min: 1,
  max: 86_400,
  description: 'Seconds until the leases end, unless they are extended; 60 by default.',
});
const idOfStep = uuid({ required: true, description: 'Id of the step.' });
const token = integer({ required: true, min: 1, max: 2_147_483_647, description: 'The token of the claim.' });
const info = free({ description: 'Added to `processingInfo` of the step.' });
const log = string({ description: 'Replaces the `log` of the step.' });

/** The bodies of the operations. */
const claim = {
  name: 'StepClaimRequest',
  description: 'A claim of steps by a worker of a client.',
  members: {
    jobTypes: strings({
      required: true,
      maxElements: 100,
      maxLength: 255,
      description: 'Types of the Jobs whose steps are claimed. Built-in types are rejected.',
    }),
    max: integer({ min: 1, max: MAX_STEPS, description: 'Maximum number of steps; 1 by default.' }),
    leaseSeconds,
    worker,
    waitSeconds: integer({
      min: 0,
      max: 60,
      description: 'Seconds that the request waits for a step if none can be claimed; 0 by default.',
    }),
  },
};
const extend = {
  name: 'StepExtension',
  description: 'An extension of the leases of steps.',
  members: { worker, leaseSeconds, steps: stepsOf({}) },
};
const release = {
  name: 'StepRelease',
  description: 'Steps that a worker returns.',
  members: { worker, steps: stepsOf({}) },
};
const complete = {
  name: 'StepReport',
  description: 'What a worker reports about its steps.',
  members: { worker, steps: stepsOf({ processingInfo: info, log }) },
};
const fail = {
  name: 'StepFailure',
  description: 'Failures of steps.',
  members: {
    worker,
    steps: stepsOf({
      processingInfo: info,
      log,
      retry: boolean({ description: 'False ends the step as FAILED: a retry would fail again. True by default.' }),
      afterSeconds: integer({
        min: 0,
        max: 86_400,
        description: 'Seconds until the step can be claimed again; by default 2, then 8.',
      }),
    }),
  },
};

/** The bodies by operation; the OpenAPI document shows them. */
export const leaseBodies = { claim, extend, progress: complete, complete, fail, release } satisfies Record<
  string,
  { readonly name: string; readonly description: string; readonly members: Members }
>;

function stepsOf(members: Members) {
  return objects(
    { id: idOfStep, token, ...members },
    { required: true, maxElements: MAX_STEPS, description: 'The steps, each once.' },
  );
}

/** Reads the body of a claim. Throws a 400 with all problems. */
export function readClaim(input: unknown, types: JobTypes): ClaimRequest & { readonly waitSeconds: number } {
  const { values, problems } = readBody('claim', input);
  const {
    jobTypes = [],
    max = 1,
    waitSeconds = 0,
  } = values as { jobTypes?: string[]; max?: number; waitSeconds?: number };
  if (values.jobTypes !== undefined && jobTypes.length === 0) problems.push('jobTypes: must have at least 1 element');
  jobTypes.forEach((type, index) => {
    if (Object.hasOwn(types, type))
      problems.push(`jobTypes[${index}]: workers of the service run steps of the type ${type}`);
  });
  refuse(problems);
  return { jobTypes, max, leaseSeconds: leaseSecondsOf(values), worker: String(values.worker), waitSeconds };
}

/** Reads the body of an extension. Throws a 400 with all problems. */
export function readExtension(input: unknown): ReportBatch & { readonly leaseSeconds: number } {
  const { values, problems } = readBody('extend', input);
  return { ...batchOf(values, problems), leaseSeconds: leaseSecondsOf(values) };
}

/** Reads the body of a report. Throws a 400 with all problems. */
export function readReports(type: ReportType, input: unknown): ReportBatch {
  const { values, problems } = readBody(type, input);
  return batchOf(values, problems);
}

function readBody(type: keyof typeof leaseBodies, input: unknown): { values: JsonObject; problems: string[] } {
  if (!isObject(input))
    throw badRequest('The body has 1 problem.', [`body: must be an object, not ${describe(input)}`]);
  const problems: string[] = [];
  return { values: readMembers(leaseBodies[type].members, input, problems, ''), problems };
}

function batchOf({ worker: name, steps }: JsonObject, problems: string[]): ReportBatch {
  const reports = (isObjects(steps) ? steps : []) as unknown as LeaseReport[];
  const seen = new Set<string>();
  reports.forEach(({ id }, index) => {
    if (id !== undefined && seen.has(id)) problems.push(`steps[${index}].id: ${id} is named twice`);
    seen.add(id);
  });
  refuse(problems);
  return { worker: String(name), steps: reports };
}

const leaseSecondsOf = ({ leaseSeconds: sent }: JsonObject): number =>
  typeof sent === 'number' ? sent : DEFAULT_LEASE_SECONDS;

function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw badRequest(`The body has ${countProblems(problems)}.`, problems);
}
