import type { Database, Transaction } from '../../../db/client.ts';
import {
  deleteRetryPolicy,
  type RetryPolicyRow,
  readRetryPolicies,
  storeRetryPolicy,
} from '../../../db/queries/jobs/retryPolicyRows.ts';
import { badRequest } from '../../errors.ts';
import { checkLength } from '../../kinds/declaration/limits.ts';
import { integer, number, strings } from '../../kinds/declaration/members.ts';
import type { Caller } from '../../kinds/kind.ts';
import type { Services } from '../../ports/services.ts';
import { defaultRetryPolicy, type RetryPolicy } from '../../queue/retryPolicy.ts';
import { countProblems } from '../../validation/problems.ts';
import { checkStorable } from '../../validation/readFree.ts';
import { readRecord } from '../../validation/readRecord.ts';

/** How failed steps of a job type are retried, set by an administrator. */

/** A day. */
const MAX_SECONDS = 86_400;
/** Of a job type. */
const MAX_NAME = 255;
const MAX_FACTOR = 100;

/** What sets a policy. */
export const retryPolicySettings = {
  name: 'RetryPolicySettings',
  description: 'How failed steps are retried. Without a member the default applies again.',
  members: {
    attempts: integer({ min: 1, max: 100, description: 'Failures until a step is FAILED; 3 by default.' }),
    initialSeconds: integer({
      min: 0,
      max: MAX_SECONDS,
      description: 'Pause after the first failure, in seconds; 2 by default.',
    }),
    factor: number({ description: 'Each pause is so many times the one before: from 1 to 100, 4 by default.' }),
    maxSeconds: integer({ min: 0, max: MAX_SECONDS, description: 'Longest pause, in seconds; a day by default.' }),
    notRetried: strings({
      maxElements: 50,
      maxLength: 200,
      description: 'Parts of messages, in any case: a failure whose log contains one of them is final.',
    }),
  },
} as const;

/** Returns the policies of those of these job types that have one of their own, as they are at the moment. */
export async function policiesOf(
  sql: Database | Transaction,
  jobTypes: Iterable<string>,
): Promise<ReadonlyMap<string, RetryPolicy>> {
  const types = [...new Set(jobTypes)];
  if (types.length === 0) return new Map();
  return new Map((await readRetryPolicies(sql, types)).map((row) => [row.jobType, row]));
}

export async function listRetryPolicies({ sql }: Pick<Services, 'sql'>): Promise<string> {
  return JSON.stringify((await readRetryPolicies(sql)).map(policyOf));
}

/** Sets or removes the policy of a job type. Later failures follow it. Returns the policy as JSON text. */
export async function setRetryPolicy(
  { sql }: Pick<Services, 'sql'>,
  jobType: string,
  input: unknown,
  { user }: Caller,
): Promise<string> {
  const problems: string[] = [];
  if (checkStorable(jobType, problems, 'jobType')) checkLength(jobType, MAX_NAME, problems, 'jobType');
  const { values } = readRecord(retryPolicySettings, input, problems);
  const sent = values as Partial<RetryPolicy>;
  const { factor = 1 } = sent;
  if (factor < 1 || factor > MAX_FACTOR) problems.push(`factor: must be from 1 to ${MAX_FACTOR}, not ${factor}`);
  if (sent.notRetried?.includes(''))
    problems.push('notRetried: must not have an empty text, which every message contains');
  if (problems.length > 0) throw badRequest(`The policy has ${countProblems(problems)}.`, problems);
  if (Object.keys(sent).length === 0) await deleteRetryPolicy(sql, jobType);
  else await storeRetryPolicy(sql, { ...defaultRetryPolicy, ...sent, jobType, setBy: user });
  const [stored] = await readRetryPolicies(sql, [jobType]);
  return JSON.stringify(stored ? policyOf(stored) : { jobType, ...defaultRetryPolicy });
}

const policyOf = ({ setAt, ...row }: RetryPolicyRow): object => ({ ...row, setAt: setAt.toISOString() });
