import type { Transaction } from '../../../db/client.ts';
import { startBulkChange } from '../../../domain/bulk/startBulkChange.ts';
import type { GenericOperation } from '../../../domain/kinds/kind.ts';
import { job } from '../../../domain/kinds/processing/job.ts';
import type { Answer } from '../../http/route.ts';
import { bulkBody } from '../../openapi/bodyShapes.ts';
import { ref } from '../../openapi/schemas.ts';
import { type Operation, operation } from './operation.ts';
import { immediatelyRefresh, refreshing } from './recordWrites.ts';

const steps =
  'Each step changes up to 100 records, each record in a transaction of its own; its processingInfo counts them and says why a record failed, also after a cancel. With dryRun, only counts, and says which records could not be created.';

const bulkOperation = ({ title, description }: { readonly title: string; readonly description: string }): Operation =>
  operation({
    title: () => title,
    description: `${description} ${steps}`,
    method: 'POST',
    path: '/bulk',
    right: 'READ_WRITE',
    query: [immediatelyRefresh],
    body: bulkBody,
    success: () => ref('BulkAnswer'),
    audited: true,
    idempotencyKey: true,
    headers: ['X-Job-Id'],
    handle: async (kind, request) => {
      const { services, caller, json, storeAnswer } = request;
      const refresh = refreshing(request);
      const inTransaction =
        storeAnswer &&
        ((transaction: Transaction, answer: string) => storeAnswer(transaction, answerWith(answer, jobIdOf(answer))));
      const { answer, jobId } = await startBulkChange(services, kind, await json(), {
        caller,
        signal: request.raw.signal,
        inTransaction,
      });
      return refresh(answerWith(answer, jobId), jobId === undefined ? [] : [{ kind: job, ids: [jobId] }]);
    },
  });

/** Operations that change many records by a Job. */
export const bulkOperations = {
  bulk: bulkOperation({
    title: 'Create, patch or delete many rows',
    description:
      'Starts a Job that creates the records of the body, or patches or deletes those that match a filtering and that the caller may write.',
  }),
  bulkAction: bulkOperation({
    title: 'Act on many rows',
    description:
      'Starts a Job that cancels or resends the records that match a filtering, that the caller may write, and whose status allows it.',
  }),
} satisfies Partial<Record<GenericOperation, Operation>>;

const jobIdOf = (answer: string): string | undefined => (JSON.parse(answer) as { jobId?: string }).jobId;

const answerWith = (body: string, jobId: string | undefined): Answer =>
  jobId === undefined ? body : { body, headers: { 'x-job-id': jobId } };
