import { itemContents, readBatch, renderedSizes } from '../../db/queries/documents/documentItems.ts';
import { type JobRow, readJob } from '../../db/queries/jobs/jobRows.ts';
import { readable } from '../access/reach.ts';
import { badRequest } from '../errors.ts';
import type { Caller } from '../kinds/kind.ts';
import { job as jobKind } from '../kinds/processing/job.ts';
import type { Services } from '../ports/services.ts';
import { describe } from '../validation/values.ts';
import { hasDocuments, requireDocuments } from './documentJobs.ts';
import { makeFileNames } from './templates/fileNames.ts';
import { storedFormat } from './templates/formats.ts';

/** A document of a Job as a file. */
export interface DocumentFile {
  readonly name: string;
  readonly mediaType: string;
  readonly content: Uint8Array;
}

/** Maximum number of documents of one call. */
const MAX_FILES = 100;

/**
 * Returns the documents of Jobs as files, in the order of the Jobs and of their items. Jobs of other types have none.
 *
 * @param maxBytes of all documents together
 * @throws ServiceError a 400 if no Job has documents, if one is missing, or if they are too many or too large: then none is read
 */
export async function documentsOfJobs(
  services: Services,
  jobIds: readonly string[],
  { caller, maxBytes }: { readonly caller: Caller; readonly maxBytes: number },
): Promise<DocumentFile[]> {
  const { sql } = services;
  const nameOf = makeFileNames();
  const files: DocumentFile[] = [];
  let hasJob = false;
  let count = 0;
  let bytes = 0;
  for (const jobId of jobIds) {
    const job = readable(services, jobKind, await readJob(sql, jobId));
    if (!job) throw refused(`no Job has the id ${describe(jobId)}`);
    if (!hasDocuments(job.jobType)) continue;
    hasJob = true;
    await requireDocuments(services, job, caller);
    const batch = await readBatch(sql, jobId);
    const format = storedFormat(batch?.format ?? '');
    if (!batch || !format) throw refused(withoutDocuments(job));
    const items = batch.items ?? 0;
    count += items;
    if (count > MAX_FILES) throw refused(`more than ${MAX_FILES} documents would be attached`);
    const sizes = await renderedSizes(sql, jobId, { from: 0, to: items - 1, limit: MAX_FILES });
    const missing = sizes.find((item) => item.bytes === null);
    if (missing || sizes.length < items) {
      const why = missing?.error ?? 'it was not rendered';
      throw refused(`the document ${describe(missing?.documentId ?? '')} of the Job ${jobId} is missing: ${why}`);
    }
    bytes += sizes.reduce((sum, item) => sum + (item.bytes ?? 0), 0);
    if (bytes > maxBytes) throw refused(`the documents have more than ${maxBytes / 1024 / 1024} MB together`);
    const contents = await itemContents(sql, jobId, 0, items - 1);
    for (const { index, documentId } of sizes) {
      const content = contents.get(index);
      if (!content) throw refused(`the documents of the Job ${jobId} have been deleted`);
      files.push({ name: nameOf(documentId, format.name), mediaType: format.mediaType, content });
    }
  }
  if (!hasJob) throw refused('none of the Jobs in `after` is of a type that has documents');
  return files;
}

/** Says why a Job has no documents. Only a completed export has ever had its file. */
const withoutDocuments = ({ id, jobType, status }: Pick<JobRow, 'id' | 'jobType' | 'status'>): string =>
  jobType === 'EXPORT_RECORDS' && status !== 'COMPLETED'
    ? `the Job ${id} is ${status} and has made no documents`
    : `the documents of the Job ${id} have been deleted`;

const refused = (problem: string) =>
  badRequest('The documents cannot be attached.', [`data.attachDocuments: ${problem}`]);
