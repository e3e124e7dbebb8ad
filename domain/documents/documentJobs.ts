import type { JobRow } from '../../db/queries/jobs/jobRows.ts';
import { maskOfAll } from '../access/hidden/hiddenMembers.ts';
import type { ReadScope } from '../access/reach.ts';
import { forbidden } from '../errors.ts';
import { kindNamed } from '../kinds/index.ts';
import type { Caller, JsonObject } from '../kinds/kind.ts';
import { parseStored } from '../records/storedText.ts';

/** Whether Jobs of a type have documents: those that they render, or the file of their export. */
export const hasDocuments = (jobType: string): boolean =>
  jobType === 'GENERATE_DOCUMENTS' || jobType === 'EXPORT_RECORDS';

/**
 * An export has the records that its creator may read. Its file is for the same credential, and for callers that may read all
 * records of the kind.
 *
 * @throws ServiceError a 403
 */
export async function requireDocuments(
  scope: ReadScope,
  { jobType, holder, doc }: Pick<JobRow, 'jobType' | 'holder' | 'doc'>,
  caller: Pick<Caller, 'holder'>,
): Promise<void> {
  if (jobType !== 'EXPORT_RECORDS' || scope.access.unrestricted) return;
  if (caller.holder && JSON.stringify(caller.holder) === holder) return;
  const { data } = parseStored<{ readonly data: JsonObject }>(doc);
  const kind = kindNamed(String(data.kind));
  if (kind && scope.access.of(kind).read === 'all' && (await maskOfAll(scope, kind)).isTransparent) return;
  throw forbidden('The file of this export is for its creator.', [
    `jobId: others need the right to read all records of the kind ${String(data.kind)}`,
  ]);
}
