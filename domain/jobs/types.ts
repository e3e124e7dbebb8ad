import type { Database, Transaction } from '../../db/client.ts';
import type { ReservedEntity } from '../access/access.ts';
import type { Members } from '../kinds/declaration/members.ts';
import type { Caller, ConfigurationContext, JsonObject } from '../kinds/kind.ts';
import type { Directory } from '../ports/directory.ts';
import type { SearchEngine } from '../ports/search.ts';
import type { Precondition } from '../records/entityTag.ts';
import type { Predecessor } from './chains/predecessors.ts';

/** What the checks of a job type may read. */
export interface JobCheckContext {
  readonly sql: Database;
  readonly search: SearchEngine;
  readonly directory?: Directory;
}

/** What the data of a new Job are checked with. */
export interface DataContext {
  /** The Jobs that the new one waits for. */
  readonly after: readonly Predecessor[];
  /** Which phone numbers get SMS; absent: valid ones with the prefix of a country. */
  readonly phoneRules?: ConfigurationContext['phoneRules'] | undefined;
}

/** Runs in the transaction that stores a Job, or resends its steps. If it throws, nothing is stored. */
type CheckOfJob = (transaction: Transaction, jobId: string) => Promise<void>;

/**
 * A type of managed Jobs, whose steps workers run; they are declared in domain/jobTypes/index.ts. The steps of a Job of any
 * other type wait for the PUT or PATCH of its client.
 */
export interface JobType {
  /** The queue of its steps. */
  readonly stepQueue: string;
  /** The reserved entity to which a client needs READ_WRITE to start such a Job; Admin by default. */
  readonly entity?: ReservedEntity;
  /** Once all steps are COMPLETED, a step named `finish` is added, and the Job closes with it. */
  readonly finishes?: boolean;
  /** The members of `data`; another member is a 400. */
  readonly data: Members;
  /** Problems of `data`, each beginning with a member's path. They do not depend on what is stored. */
  readonly checkData?: (data: unknown, context: DataContext) => string[];
  /**
   * Throws the 400 of a Job whose data are right but that cannot run now, or returns the check that does. A method: the caller
   * passes all services, whose type refers to this one.
   */
  refuse?(services: JobCheckContext, data: JsonObject): Promise<CheckOfJob>;
  /** Returns by id what the `processingInfo` of cancelled steps says about the work that was done before. */
  readonly infoOfCancelled?: (
    transaction: Transaction,
    jobId: string,
    steps: readonly { readonly id: string; readonly chunk: readonly string[] }[],
  ) => Promise<ReadonlyMap<string, JsonObject>>;
  /** Throws the 400 of a Job whose failed steps cannot be resent, or returns the check that does in the transaction. */
  readonly refuseResend?: (services: JobCheckContext, job: ResentJob) => Promise<CheckOfJob | undefined>;
}

/** A Job whose failed steps are to be resent. */
export interface ResentJob {
  readonly id: string;
  readonly data: JsonObject;
}

export type JobTypes = Readonly<Record<string, JobType>>;

/** Who changes a Job, and how. */
export interface JobOptions {
  readonly caller: Caller;
  /** Conditions on the stored step, as the caller sees it. */
  readonly precondition?: Precondition | undefined;
  /** The channel of a process that waits for the Job's end. */
  readonly notifyChannel?: string;
  /** The service itself made the data and has checked them. */
  readonly checked?: boolean;
  /** Runs in the transaction that creates the record, or finds it, with its JSON text. If it throws, nothing is created. */
  readonly inTransaction?:
    | ((transaction: Transaction, record: string, found?: { readonly isExisting?: boolean }) => Promise<void>)
    | undefined;
}

/** Who acts on a stored Job or step. */
export interface ActionOptions {
  readonly caller: Caller;
  /**
   * Runs in the transaction of the action. Of several transactions, it is the one after which the action ends even if its
   * process does not go on. If it throws, that transaction is rolled back.
   */
  readonly inTransaction?: (transaction: Transaction) => Promise<void>;
}

/** Names of steps that stand for a phase of a managed Job and not for a chunk. */
export const PLAN_STEP = 'plan';
export const FINISH_STEP = 'finish';

/** The id of a step: the same for the same Job and key, so that planning twice creates no step twice. */
export const stepIdOf = (jobId: string, key: string): string => Bun.randomUUIDv5(key, jobId);
