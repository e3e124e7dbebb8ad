import type { Transaction } from '../../../db/client.ts';
import { startBulkChange } from '../../../domain/bulk/startBulkChange.ts';
import type { GenericOperation } from '../../../domain/kinds/kind.ts';
import type { Answer } from '../../http/route.ts';
import { ref } from '../../openapi/schemas.ts';
import { type Operation, operation } from './operation.ts';

/** Operations that change many records by a Job. */
export const bulkOperations = {
  bulk: operation({
    title: () => 'Create, patch or delete many rows',
    description:
      'Starts a Job that creates the records of the body, or patches or deletes those that match a filtering and that the caller may write. Each step changes up to 100 records, each record in a transaction of its own; its processingInfo counts them and says why a record failed. With dryRun, only counts.',
    method: 'POST',
    path: '/bulk',
    right: 'READ_WRITE',
    body: (kind) => ({ schema: ref(`BulkChangeOf${kind.name}`), required: true }),
    success: () => ref('BulkAnswer'),
    audited: true,
    idempotencyKey: true,
    headers: ['X-Job-Id'],
    handle: async (kind, { services, caller, json, storeAnswer }) => {
      const inTransaction =
        storeAnswer &&
        ((transaction: Transaction, answer: string) => storeAnswer(transaction, answerWith(answer, jobIdOf(answer))));
      const { answer, jobId } = await startBulkChange(services, kind, await json(), { caller, inTransaction });
      return answerWith(answer, jobId);
    },
  }),
} satisfies Partial<Record<GenericOperation, Operation>>;

const jobIdOf = (answer: string): string | undefined => (JSON.parse(answer) as { jobId?: string }).jobId;

const answerWith = (body: string, jobId: string | undefined): Answer =>
  jobId === undefined ? body : { body, headers: { 'x-job-id': jobId } };
