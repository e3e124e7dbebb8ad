import { kindNamed } from '../../domain/kinds/index.ts';
import type { Kind } from '../../domain/kinds/kind.ts';
import type { ClaimedJob, Settlement } from '../../domain/queue/broker.ts';
import type { IndexSync } from '../../domain/queue/definitions.ts';
import { UNSUPPORTED_PAUSE_SECONDS } from '../../domain/queue/retryPolicy.ts';
import { contextsOf, idsToSync, syncRecords } from '../../domain/search/syncRecords.ts';
import { settlementAfterFault, UnsupportedByThisRelease, type WorkContext } from '../runtime/handler.ts';

/**
 * Updates every index of a kind with changed records. The jobs of a batch are merged by kind, because the engine reads the
 * current rows. A record that the engine rejects is logged, and its jobs are retried.
 */
export async function indexSync(
  jobs: readonly ClaimedJob<IndexSync>[],
  context: WorkContext,
): Promise<ReadonlyMap<string, Settlement>> {
  const settlements = new Map<string, Settlement>();
  for (const [name, ofKind] of Map.groupBy(jobs, ({ data }) => data.kind)) {
    const kind = kindNamed(name);
    if (!kind) {
      const { message: reason } = new UnsupportedByThisRelease(`kind ${name}`);
      context.log.warn(reason);
      for (const { id } of ofKind) settlements.set(id, { type: 'retry', seconds: UNSUPPORTED_PAUSE_SECONDS, reason });
      continue;
    }
    const failures = await syncKind(kind, ofKind, context);
    for (const job of failures.size > 0 ? ofKind : []) {
      const failed = job.data.ids.find((id) => failures.has(id));
      if (failed !== undefined)
        settlements.set(job.id, settlementAfterFault(job, `${failed}: ${failures.get(failed)}`));
    }
  }
  return settlements;
}

async function syncKind(
  kind: Kind,
  jobs: readonly ClaimedJob<IndexSync>[],
  { services, log }: WorkContext,
): Promise<Map<string, string>> {
  const ids = await idsToSync(services.sql, kind, jobs);
  const failures = await syncRecords(services, kind, ids);
  const contexts = contextsOf(jobs);
  for (const [id, error] of failures)
    log.error({ kind: kind.name, id, error, contexts }, 'the index rejected a record');
  log.debug({ kind: kind.name, ids: ids.length, jobs: jobs.length, contexts }, 'indexed');
  return failures;
}
