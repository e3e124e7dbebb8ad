import type { JobStatus } from '../../../domain/kinds/processing/job.ts';
import type { Transaction } from '../../client.ts';
import { MAX_WEIGHT, PLACES } from './claimOrder.ts';
import { joined, SEPARATOR, type Texts } from './jobRows.ts';

export interface NewStepRow extends Texts {
  readonly jobId: string;
  readonly name: string;
  readonly chunkId: string | null;
  readonly status: JobStatus;
  readonly queueJobId: string | null;
  /** Of the steps of one type and key, one runs at a time. */
  readonly concurrencyKey?: string | null;
}

export interface InsertedStep {
  readonly id: string;
  readonly claimOrder: number;
}

/**
 * Inserts steps and returns the ids of those that did not exist: planning twice creates no step twice. The incarnation of
 * each is greater than that of the step before, because it orders the steps of a Job. The caller has locked the Jobs.
 *
 * The places of the steps are computed in the same statement (claimOrder.ts). A Job begins at the place of the last claim, or
 * behind the beginnings of other open Jobs of its submitter, which the end of an index has; the count of these is cut off.
 *
 * @param queue the queue of the steps; null for those of clients' own Jobs, whose types are queues of their own
 */
export async function insertSteps(
  transaction: Transaction,
  rows: readonly NewStepRow[],
  queue: string | null,
): Promise<InsertedStep[]> {
  if (rows.length === 0) return [];
  const others = transaction`other.job_type = of.job_type and other.priority = of.priority and other.submitter = of.submitter
    and other.status in ('NEW', 'IN_PROGRESS') and other.first_place is not null and other.id <> of.id`;
  return transaction<InsertedStep[]>`
    with input as materialized (
      select input.*, row_number() over (partition by job_id order by place) - 1 as rank
      from unnest(${rows.map((row) => row.id)}::uuid[], string_to_array(${joined(rows, 'doc')}, ${SEPARATOR}),
        string_to_array(${joined(rows, 'audit')}, ${SEPARATOR}), string_to_array(${joined(rows, 'search')}, ${SEPARATOR}),
        ${rows.map((row) => row.jobId)}::uuid[], ${rows.map((row) => row.name)}::text[],
        ${rows.map((row) => row.chunkId)}::uuid[], ${rows.map((row) => row.status)}::text[],
        ${rows.map((row) => row.queueJobId)}::uuid[], ${rows.map((row) => row.concurrencyKey ?? null)}::text[]) with ordinality
        as input(id, doc, audit, search, job_id, name, chunk_id, status, queue_job_id, concurrency_key, place)
      where not exists (select from job_step s where s.id = input.id)),
    share as (
      update job j set first_place = coalesce(j.first_place, start.place), next_place = start.place + start.weight * added.count
      from (select job_id, count(*) as count from input group by job_id) added, lateral (
        select 1 + (select count(*) from (
            select from job other where ${others} limit ${MAX_WEIGHT - 1}) counted) as weight,
          greatest(0, of.next_place,
            (select place from claim_clock where queue = coalesce(${queue}, 'type ' || of.job_type) and priority = of.priority),
            case when of.first_place is null then (
              select other.first_place + 1 from job other where ${others} order by other.first_place desc limit 1) end) as place
        from job of where of.id = added.job_id) start
      where j.id = added.job_id
      returning j.id, j.job_type, j.priority, start.weight, start.place)
    insert into job_step (id, version, incarnation, index_version, doc, audit, search, job_id, name, chunk_id, status,
      queue_job_id, job_type, concurrency_key, claim_order)
    select input.id, 1, clock.us + input.place, clock.us + input.place, input.doc, input.audit, input.search, job_id, name, chunk_id,
      input.status, queue_job_id, share.job_type, input.concurrency_key,
      -share.priority * ${PLACES}::bigint + least(share.place + share.weight * input.rank, ${PLACES - 1}::bigint)
    from input join share on share.id = input.job_id, (select clock_us() as us offset 0) clock
    on conflict (id) do nothing returning id, claim_order::float8 as "claimOrder"`;
}
