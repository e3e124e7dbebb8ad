import {
  countSelectedLogs,
  deleteLogs,
  type LogPosition,
  type LogRange,
  type LogSelection,
  selectedRanges,
} from '../../../db/queries/logs/deleteLogs.ts';
import { withTransactionRetry } from '../../../db/withTransactionRetry.ts';
import { writableRows } from '../../access/reach.ts';
import { badRequest } from '../../errors.ts';
import { startJob } from '../../jobs/create.ts';
import type { Caller, Json, JsonObject } from '../../kinds/kind.ts';
import { log } from '../../kinds/processing/log.ts';
import type { Services } from '../../ports/services.ts';
import { contextOf } from '../../queue/context.ts';
import { isObject, isStorableText } from '../../validation/values.ts';
import { checkLogSelection, logSelectionOf } from '../logSelection.ts';
import { reservedTypeProblem } from '../reservedLogType.ts';

/** More logs than these are deleted by workers, as the steps of a Job. */
const MAX_IN_REQUEST = 10_000;
const LOGS_PER_STATEMENT = 2_000;
const LOGS_PER_STEP = 5_000;

/** The logs that a request has deleted, or the Job that deletes them because they are many. */
export type DeletedLogs = { readonly ids: readonly string[] } | { readonly jobId: string };

/** Deletes the logs of an owner that are of a type, older than a date, and in the write reach of the caller. */
export async function deleteLogsOfOwner(
  services: Services,
  input: Readonly<Record<string, string>>,
  caller: Caller,
): Promise<DeletedLogs> {
  const problems = checkLogSelection(input, '');
  if (problems.length > 0) throw badRequest('The logs cannot be deleted.', problems);
  if (!Object.values(input).every(isStorableText)) return { ids: [] };
  const selection = logSelectionOf(input);
  const { count, until } = await countSelectedLogs(services.sql, selection, {
    limit: MAX_IN_REQUEST + 1,
    source: writableRows(services, log),
  });
  if (count > MAX_IN_REQUEST)
    return { jobId: await startJob(services, 'DELETE_LOGS', { ...selection, until }, { caller }) };
  const ids: string[] = [];
  await deleteSelected(services, { ...selection, until }, { caller, onDeleted: (deleted) => ids.push(...deleted) });
  return { ids };
}

/** A range of logs that one step of a DELETE_LOGS Job deletes, as its `stepData` hold it. */
export interface LogDeletion extends LogRange {
  readonly count: number;
  readonly until: number;
}

/** Divides the logs that `data` of a DELETE_LOGS Job selects into ranges for its steps. Logs stored after the request stay. */
export async function* planLogDeletion(services: Services, data: JsonObject): AsyncGenerator<LogDeletion> {
  const { sql } = services;
  const source = writableRows(services, log);
  const selection = logSelectionOf(data);
  const until =
    typeof data.until === 'number' ? data.until : (await countSelectedLogs(sql, selection, { limit: 0, source })).until;
  const ranges = selectedRanges(sql, { ...selection, until }, { size: LOGS_PER_STEP, source });
  for await (const range of ranges) yield { ...range, until };
}

/** Deletes the range of a step and returns the number of logs; a repetition deletes the rest. */
export function deleteLogRange(
  services: Services,
  { data, stepData }: { readonly data: JsonObject; readonly stepData: JsonObject },
  { caller, signal }: { readonly caller: Caller; readonly signal: AbortSignal },
): Promise<number> {
  const range = { from: positionIn(stepData.from), to: positionIn(stepData.to) };
  const selection = { ...logSelectionOf(data), until: Number(stepData.until) };
  return deleteSelected(services, selection, { caller, signal, range });
}

function positionIn(value: Json | undefined): LogPosition {
  const { startDate, id } = isObject(value) ? value : {};
  return { startDate: String(startDate), id: String(id) };
}

interface DeletionOptions {
  readonly caller: Caller;
  readonly range?: LogRange;
  readonly signal?: AbortSignal;
  /** Gets the ids of the logs of each statement. */
  readonly onDeleted?: (ids: readonly string[]) => void;
}

async function deleteSelected(
  services: Services,
  selection: LogSelection,
  { caller, range, signal, onDeleted }: DeletionOptions,
): Promise<number> {
  // A client can change the data of a Job after it was checked.
  const problems = reservedTypeProblem('code', selection.code);
  if (problems.length > 0) throw badRequest('The logs cannot be deleted.', problems);
  const source = writableRows(services, log);
  const options = { limit: LOGS_PER_STATEMENT, range, context: JSON.stringify(contextOf(caller)), source };
  for (let total = 0; ; ) {
    signal?.throwIfAborted();
    const { seen, deleted } = await withTransactionRetry(() => deleteLogs(services.sql, selection, options));
    if (deleted.length > 0) services.wakeRelay();
    total += deleted.length;
    onDeleted?.(deleted);
    if (seen === 0) return total;
  }
}
