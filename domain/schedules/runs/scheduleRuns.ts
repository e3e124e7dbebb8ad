import { listedSchedules } from '../../../db/queries/schedules/scheduleList.ts';
import { type NextRun, runsOf, type StoredRun } from '../../../db/queries/schedules/scheduleRows.ts';
import { readableIds, readableRows } from '../../access/reach.ts';
import type { Audit, JsonObject } from '../../kinds/kind.ts';
import { job } from '../../kinds/processing/job.ts';
import { schedule } from '../../kinds/processing/schedule.ts';
import type { Services } from '../../ports/services.ts';
import { findRecord, missing } from '../../records/findRecord.ts';
import type { RecordRow } from '../../records/record.ts';
import { shownRows } from '../../records/showRecord.ts';
import { parseStored } from '../../records/storedText.ts';
import { pageText } from '../../search/search.ts';
import { readPage } from '../../validation/readPage.ts';
import { runAfter, timingText } from '../timing.ts';
import { upcomingRuns } from './upcomingRuns.ts';

/** Returns when a schedule runs next and its last runs, as JSON, with the ids of Jobs that the caller may read. */
export async function getScheduleRuns(services: Services, idOrCode: string): Promise<string> {
  const record = await findRecord(services, schedule, idOrCode);
  if (!record) throw missing(schedule, 'idOrCode', idOrCode, true);
  const { runs, ...state } = await runsOf(services.sql, record.id);
  const { nextAt, plannedAt, waiting } = nextRunOf(record, state);
  const planned = nextAt && plannedAt && { id: record.id, nextAt, plannedAt, waiting, now: state.now };
  const upcoming = planned ? upcomingRuns(parseStored(record.doc), planned) : [];
  const [first] = upcoming;
  const readable = await readableJobs(services, runs);
  return JSON.stringify({
    ...(first && { nextRunAt: first.nextAt }),
    nextRuns: upcoming.map((run) => run.plannedAt),
    waiting,
    runs: runs.map((run) => shownRun(run, readable)),
  });
}

/** Returns a page of the schedules that the caller may read, with their next runs and their last ones, as JSON. */
export async function listSchedules(services: Services, query: URLSearchParams): Promise<string> {
  const { page, size } = readPage(query, { defaultSize: 50, maxSize: 1_000 });
  const rows = await listedSchedules(services.sql, readableRows(services, schedule), { from: page * size, size });
  const [texts, readable] = await Promise.all([shownRows(services, schedule, rows), readableJobs(services, rows)]);
  const records = rows.map(({ nextAt, waiting, plannedAt, decidedAt, outcome, jobId, reason }, index) => {
    const lastRun =
      plannedAt && decidedAt && outcome && shownRun({ plannedAt, decidedAt, outcome, jobId, reason }, readable);
    const state = { ...(nextAt && { nextRunAt: nextAt }), waiting, ...(lastRun && { lastRun }) };
    return `{"schedule":${texts[index]},${JSON.stringify(state).slice(1)}`;
  });
  return pageText({ total: rows[0]?.total ?? 0, records }, { page, size }, true);
}

/** Returns the next run. While no worker has planned a change of the schedule, it is computed as a worker will. */
function nextRunOf(
  { id, doc, audit }: Pick<RecordRow, 'id' | 'doc' | 'audit'>,
  { nextAt, plannedAt, waiting, timing, isPlanned }: NextRun,
): Pick<NextRun, 'nextAt' | 'plannedAt' | 'waiting'> {
  const values = parseStored<JsonObject>(doc);
  if (isPlanned || (values.enabled !== false && timing === timingText(values))) return { nextAt, plannedAt, waiting };
  const writtenAt = new Date(parseStored<Audit>(audit).whenEdited);
  const run = values.enabled === false ? undefined : runAfter(id, values, writtenAt, writtenAt);
  return { ...(run ?? { nextAt: null, plannedAt: null }), waiting: false };
}

function readableJobs(services: Services, runs: readonly Pick<StoredRun, 'jobId'>[]): Promise<ReadonlySet<string>> {
  const ids = runs.flatMap(({ jobId }) => (jobId === null ? [] : [jobId]));
  return readableIds(services, job, ids);
}

const shownRun = ({ plannedAt, decidedAt, outcome, jobId, reason }: StoredRun, readable: ReadonlySet<string>) => ({
  ...{ plannedAt, decidedAt, outcome },
  ...(jobId !== null && readable.has(jobId) && { jobId }),
  ...(reason !== null && { reason }),
});
