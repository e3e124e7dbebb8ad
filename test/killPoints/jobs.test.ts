import { setDefaultTimeout } from 'bun:test';
import { startJob } from '../../domain/jobs/create.ts';
import { getJob } from '../../domain/jobs/read.ts';
import type { JsonObject, Kind } from '../../domain/kinds/kind.ts';
import { worklogType } from '../../domain/kinds/processing/worklogType.ts';
import { role } from '../../domain/kinds/users/role.ts';
import { createLog } from '../../domain/logs/logs.ts';
import type { Directory } from '../../domain/ports/directory.ts';
import type { QueueName } from '../../domain/queue/definitions.ts';
import { fillingIndex, liveIndex } from '../../domain/search/indexes.ts';
import { erasureScenario } from '../helpers/erasure/erasureScenario.ts';
import type { DrivenProcess } from '../helpers/killPoints/drivenProcess.ts';
import { driversOf, type Scenario } from '../helpers/killPoints/killPoints.ts';
import { indexProblems, unequal } from '../helpers/killPoints/recovery.ts';
import { makeStageForFile, testBrokenTwin, testKillPoints, testReachedHandlers } from '../helpers/killPoints/stage.ts';
import { plainRenderer } from '../helpers/plainRenderer.ts';
import { caller } from '../helpers/workerHarness.ts';

/** Workers that die while they plan and run the steps of each job type. */

setDefaultTimeout(120_000);
const { url, sql } = await makeStageForFile();

async function jobProblems({ services }: DrivenProcess, id: string, stepCount?: number): Promise<string[]> {
  const { status, jobSteps }: { status: string; jobSteps: { status: string }[] } = JSON.parse(
    await getJob(services, id, true),
  );
  const steps = Array.from({ length: stepCount ?? jobSteps.length }, () => 'COMPLETED');
  return [
    ...unequal('the Job', [status, ...jobSteps.map((step) => step.status)], ['COMPLETED', ...steps]),
    ...(await indexProblems(services, ['Job', 'JobStep'])),
  ];
}

interface JobScenario {
  /** What the Job does, if the job type does not say it. */
  readonly what?: string;
  readonly queue: QueueName;
  readonly data?: JsonObject | (() => JsonObject);
  /** Starts the Job, if it is not started by its type and data. */
  readonly start?: (survivor: DrivenProcess) => Promise<string>;
  /** What clients do after the process has died. */
  readonly meanwhile?: (survivor: DrivenProcess) => Promise<unknown>;
  /** The number of steps; any number if absent. */
  readonly steps?: number;
  readonly prepare?: (survivor: DrivenProcess) => Promise<unknown>;
  readonly kinds?: readonly string[];
  readonly problems?: (id: string) => Promise<string[]>;
  readonly directory?: Directory;
}

const ofJob = (
  jobType: string,
  { queue, what, data = {}, start, meanwhile, steps, prepare, kinds = [], problems, directory }: JobScenario,
): Scenario<string> => ({
  name: `a worker runs ${jobType}${what ? ` of ${what}` : ''}`,
  drivers: driversOf({
    queues: ['job.plan', queue, 'index.sync'],
    ...(directory && { dependencies: { directory } }),
  }),
  prepare: async (survivor) => {
    await prepare?.(survivor);
    if (start) return start(survivor);
    return startJob(survivor.services, jobType, typeof data === 'function' ? data() : data, { caller });
  },
  ...(meanwhile && { repeat: meanwhile }),
  problems: async (survivor, id) => [
    ...(await jobProblems(survivor, id, steps)),
    ...(await indexProblems(survivor.services, kinds)),
    ...((await problems?.(id)) ?? []),
  ],
});

const worklogTypes = async (survivor: DrivenProcess): Promise<void> => {
  for (const code of ['a', 'b', 'c']) await survivor.request('POST', '/worklog-types', { code, name: code });
  await survivor.work();
};

const kind = 'WorklogType';
const brokerSetup = ofJob('BROKER_SETUP', { queue: 'step.maintenance', steps: 1 });
testKillPoints(url, brokerSetup);
testBrokenTwin(url, brokerSetup, {
  ...{ without: 'transactions', problem: /stale|missing|left/ },
  ...{ withoutTransactions: true, sample: 24 },
});
testKillPoints(
  url,
  ofJob('REINDEX', { queue: 'step.reindex', data: { kind }, steps: 2, kinds: [kind], prepare: once(worklogTypes) }),
);
const filtering = [{ column: 'code', operator: 'IS_NOT_NULL' }];
testKillPoints(
  url,
  ofJob('REINDEX_SELECTED', { queue: 'step.reindex', data: { kind, filtering }, steps: 1, kinds: [kind] }),
);
testKillPoints(
  url,
  ofJob('COMPARE_INDEX', { queue: 'step.maintenance', data: { indexName: 'worklog-types' }, steps: 1 }),
);
testKillPoints(
  url,
  ofJob('EXPORT_RECORDS', {
    queue: 'step.maintenance',
    data: { kind },
    steps: 1,
    problems: async (id) => {
      const stored = await sql<{ text: string }[]>`
        select convert_from(content, 'UTF8') as text from document_item where job_id = ${id}`;
      const kinds = stored.map(({ text }) => (JSON.parse(text) as { entityType: string }).entityType);
      return unequal('exports', kinds, [kind]);
    },
  }),
);

testKillPoints(
  url,
  ofJob('CREATE_INDEXES', {
    queue: 'step.reindex',
    kinds: [kind],
    prepare: async ({ services }) => {
      const live = await liveIndex(services, worklogType);
      if (live) await services.search.dropIndex(worklogType, live.name);
    },
  }),
);
testKillPoints(url, ofJob('REINDEX_LOGS', { queue: 'step.reindex', kinds: ['Log'] }));

let rebuild = '';
testKillPoints(
  url,
  ofJob('REINDEX_COMPLETED', {
    queue: 'step.reindex',
    data: () => ({ jobId: rebuild }),
    steps: 1,
    kinds: [kind],
    // A rebuild whose steps have failed, and whose index is empty.
    prepare: async (survivor) => {
      rebuild = await startJob(survivor.services, 'BROKER_SETUP', {}, { caller });
      await fillingIndex(survivor.services, worklogType, rebuild);
      await sql`delete from outbox where queue = 'job.plan'`;
      await sql`update job set status = 'FAILED' where id = ${rebuild}`;
    },
  }),
);

const ownerId = 'to be deleted';
const oldLog = {
  ...{ ownerType: 'Order', ownerId, logTypeCode: 'CALL', request: 'a', response: 'b', relatedData: {} },
  ...{ startDate: '2026-11-19T08:00:00Z', endDate: '2026-11-19T08:00:01Z' },
};
testKillPoints(
  url,
  ofJob('DELETE_LOGS', {
    queue: 'step.logs',
    data: { code: 'CALL', olderThan: '2026-11-20', ownerType: 'Order', ownerId },
    steps: 1,
    kinds: ['Log'],
    prepare: async (survivor) => {
      for (let count = 0; count < 3; count++) await createLog(survivor.services, oldLog, caller);
      await survivor.work();
    },
    problems: async () => unequal('logs', (await sql`select from log where owner_id = ${ownerId}`).length, 0),
  }),
);

testKillPoints(url, ofJob('ERASE_USER', erasureScenario(sql)));

const RECORDS = 3;

/** A bulk change of records of which one more comes to match after the worker has died. */
function ofBulkChange(
  what: 'CREATE' | 'PATCH' | 'DELETE',
  change: string,
  { path, name: kindName, guarded }: Kind = worklogType,
): Scenario<string> {
  let ids: string[] = [];
  let name = '';
  const recordOf = (id: string): JsonObject => ({ id, code: id, name });
  const store = (survivor: DrivenProcess, id: string) => survivor.request('POST', `/${path}`, recordOf(id));
  return ofJob(guarded ? 'GUARDED_BULK_CHANGE' : 'BULK_CHANGE', {
    ...{ what, queue: guarded ? 'step.guarded' : 'step.records', kinds: [kindName] },
    start: async (survivor) => {
      ids = Array.from({ length: RECORDS }, () => crypto.randomUUID());
      name = `bulk ${ids[0]}`;
      if (what !== 'CREATE') for (const id of ids) await store(survivor, id);
      await survivor.work();
      const selection = {
        filtering: [{ column: 'name', value: name }],
        ...(what === 'PATCH' && { patch: { description: 'x' } }),
      };
      const members = what === 'CREATE' ? { records: ids.map(recordOf) } : selection;
      const { text } = await survivor.request('POST', `/${path}/bulk`, { operation: what, ...members });
      return (JSON.parse(text) as { jobId: string }).jobId;
    },
    meanwhile: (survivor) => store(survivor, crypto.randomUUID()),
    problems: async (id) => {
      const changed = await sql<{ id: string; times: number }[]>`
        select record_id as id, count(*)::int as times from history
        where change = ${change} and record_id in (select record_id from bulk_item where job_id = ${id}) group by 1`;
      const counts = await sql<{ name: string; sum: number }[]>`
        select key as name, sum(value::int)::int as sum from job_step, json_each_text(doc::json->'processingInfo')
        where job_id = ${id} and key in ('done', 'unchanged', 'skipped', 'failed') group by key order by key`;
      return [
        ...unequal(
          'records changed twice',
          changed.filter(({ times }) => times > 1),
          [],
        ),
        ...unequal(
          'records left out',
          ids.filter((one) => !changed.some((record) => record.id === one)),
          [],
        ),
        ...unequal(
          'the counts',
          counts.map((count) => `${count.name} ${count.sum}`),
          [`done ${changed.length}`, 'failed 0', 'skipped 0', 'unchanged 0'],
        ),
      ];
    },
  });
}

testKillPoints(url, ofBulkChange('CREATE', 'CREATED'));
// Enough points for a planner that dies between its steps and its end.
testKillPoints(url, ofBulkChange('PATCH', 'UPDATED'), { sample: 20 });
testKillPoints(url, ofBulkChange('DELETE', 'DELETED'));
testKillPoints(url, ofBulkChange('PATCH', 'UPDATED', role));

/** A directory whose groups differ each time a Job is started: one is new, one is changed and one is removed. */
let state = 0;
const directory: Directory = {
  find: async () => undefined,
  async *all() {
    const group = (code: string) => ({
      distinguishedName: `cn=${code},dc=example`,
      group: {
        distinguishedName: `cn=${code},dc=example`,
        code,
        name: code,
        type: 'LDAP',
        description: `${state}`,
        chars: {},
      },
    });
    yield [group('stays'), group(`new${state}`)];
  },
  keyOf: (place) => (place.endsWith(',dc=example') ? place : undefined),
};
testKillPoints(
  url,
  ofJob('DIRECTORY_SYNC', {
    queue: 'step.directory',
    steps: 1,
    kinds: ['UserGroup'],
    directory,
    prepare: async (survivor) => {
      if (state === 0) await survivor.request('POST', '/user-group-types', { code: 'LDAP', name: 'L', registry: {} });
      state++;
      await survivor.work();
    },
    problems: async () => {
      const groups = await sql<{ code: string; text: string }[]>`
        select code, doc::json->>'description' as text from user_group order by code`;
      const codes = groups.map(({ code, text }) => `${code} ${text}`);
      return unequal('groups', codes, [`new${state} ${state}`, `stays ${state}`]);
    },
  }),
);

const DOCUMENTS = 12;
testKillPoints(url, {
  name: 'a worker makes documents',
  drivers: driversOf({ queues: ['job.plan', 'step.documents', 'index.sync'], work: { renderer: plainRenderer() } }),
  prepare: async (survivor) => {
    await survivor.request('POST', '/formatter-templates', { code: 'letter', inputType: 'HTML', content: 'x' });
    const items = Array.from({ length: DOCUMENTS }, (_, n) => ({
      ...{ documentId: `d${n}`, documentTemplateCode: 'letter', data: { n } },
    }));
    const { text } = await survivor.request('POST', '/documents/generate-many/html?async=true', items);
    return (JSON.parse(text) as { jobId: string }).jobId;
  },
  problems: async (survivor, id) => {
    const { text } = await survivor.request('GET', `/documents/results/${id}?size=100`);
    const { content = [] }: { content?: { documentId: string; data?: string }[] } = JSON.parse(text);
    const made = content.filter(({ data }) => data !== undefined).map(({ documentId }) => documentId);
    const ids = Array.from({ length: DOCUMENTS }, (_, n) => `d${n}`);
    return [...unequal('documents', made, ids), ...(await jobProblems(survivor, id, 2))];
  },
});

/** Runs a preparation before the first run of a scenario alone. */
function once(prepare: (survivor: DrivenProcess) => Promise<unknown>): (survivor: DrivenProcess) => Promise<unknown> {
  let done: Promise<unknown> | undefined;
  return (survivor) => {
    done ??= prepare(survivor);
    return done;
  };
}

testReachedHandlers(import.meta.file);
