import type { Database } from '../../db/client.ts';
import {
  addItems,
  beginBatch,
  endBatch,
  renderedSizes,
  writeOutcomes,
} from '../../db/queries/documents/documentItems.ts';
import { submitterOfJob } from '../../db/queries/jobs/jobRows.ts';
import { exportFormat } from '../../domain/documents/templates/formats.ts';
import { badRequest } from '../../domain/errors.ts';
import { backup } from '../../domain/imports/backup.ts';
import { requireTypeAccess } from '../../domain/jobs/typeAccess.ts';
import { kindNamed } from '../../domain/kinds/index.ts';
import { retryWhileUnavailable } from '../../domain/runtime/retryWhileUnavailable.ts';
import { describe } from '../../domain/validation/values.ts';
import { ClaimLost, type JobTypeHandler } from '../runtime/handler.ts';
import { servicesOfHolder } from '../runtime/servicesOfHolder.ts';

/** Maximum size of a file in bytes. It is one value of a row. */
const MAX_BYTES = 64 * 1024 * 1024;

/** EXPORT_RECORDS: one step that stores the records of a kind as one document, an ExportEnvelope, with the rights of its client at the time. */
export const exportRecords: JobTypeHandler = {
  async *plan() {
    yield [{ key: 'export', name: 'export' }];
  },
  async run({ id, attempt, job }, { services: ownServices, types, caller, workerId, signal }) {
    const services = await servicesOfHolder(ownServices, job);
    requireTypeAccess(services.access, job.jobType, types);
    const { sql } = services;
    const stored = await storedBytes(sql, job.id);
    if (stored !== undefined) return { processingInfo: { documents: 1, bytes: stored } };
    const { kind: kindName, filtering } = job.data;
    const kind = kindNamed(String(kindName));
    if (!kind) throw badRequest('The Job exports nothing.', [`data.kind: no kind has the name ${describe(kindName)}`]);
    const selected = filtering === undefined ? {} : { filtering: JSON.stringify(filtering) };
    const grants = job.holder && (await services.accesses.grantsOf(job.holder));
    const exporter = { ...caller, user: grants ? grants.user.code : await submitterOfJob(sql, job.id) };
    const request = { entityType: kind.name };
    const { stream } = await backup(services, kind, { ...selected, request, caller: exporter });
    const content = await readAll(stream, signal);
    const claim = { jobId: job.id, stepId: id, fence: attempt, workerId };
    const file = { index: 0, documentId: kind.path, templateCode: '', template: null, data: '{}' };
    const outcome = { index: 0, status: 'DONE', content: content.toString('base64'), error: null } as const;
    const isClaimed = await retryWhileUnavailable(async () => {
      await beginBatch(sql, job.id, exportFormat.name);
      await addItems(sql, job.id, [file]);
      await endBatch(sql, job.id, 1);
      return writeOutcomes(sql, claim, [outcome]);
    });
    if (!isClaimed) throw new ClaimLost();
    return { processingInfo: { documents: 1, bytes: content.byteLength } };
  },
};

/** Returns the size of the file, if a worker has stored it that has died before the end of the step. */
async function storedBytes(sql: Database, jobId: string): Promise<number | undefined> {
  const [file] = await renderedSizes(sql, jobId, { from: 0, to: 0, limit: 1 });
  return file?.bytes ?? undefined;
}

async function readAll(stream: ReadableStream<Uint8Array>, signal: AbortSignal): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    signal.throwIfAborted();
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES)
      throw badRequest('The export is too large.', [
        `data.filtering: the records have more than ${MAX_BYTES / 1024 / 1024} MB; select fewer, or use POST /{kind}/backup`,
      ]);
  }
  return Buffer.concat(chunks, bytes);
}
