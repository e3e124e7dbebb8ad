/** The time at which the pictures of the console are taken. */
export const NOW = new Date('2026-11-26T09:30:00.000Z');

const before = (seconds: number): string => new Date(NOW.getTime() - seconds * 1_000).toISOString();
const id = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const audit = (version: number, seconds: number) => ({
  ...{ version, whoInserted: 'novakova', whenInserted: before(seconds + 86_400) },
  ...{ whoEdited: 'dvorak', whenEdited: before(seconds) },
});

const queue = (name: string, purpose: string, more: object = {}) => ({
  ...{ name, purpose, deadLetterQueue: `${name}.dead`, paused: false, batchSize: 1, workerConcurrency: 4 },
  ...{ ready: 0, deferred: 0, active: 0, outbox: 0, deadLetters: 0, rejected: 0, ...more },
});

const queues = [
  queue('document.render', 'renders single documents for waiting callers', {
    active: 3,
    ready: 12,
    oldestReadySeconds: 4,
  }),
  queue('index.sync', 'updates the search indexes after changes of records', { active: 1, outbox: 7 }),
  queue('notification.email', 'delivers e-mails', { deferred: 240, nextRunAt: before(-900), deadLetters: 3 }),
  queue('notification.sms', 'delivers SMS', { paused: true, pausedBy: 'dvorak', pausedAt: before(1_800), ready: 58 }),
  queue('step.documents', 'renders documents in bulk, a chunk in each step', {
    concurrency: 16,
    active: 16,
    ready: 1_204,
  }),
];

const job = (number: number, jobType: string, status: string, more: object = {}) => ({
  ...{ id: id(number), jobType, status, startDate: before(number * 400), auditInfo: audit(2, number * 300), ...more },
});

const jobs = [
  job(1, 'METER_READINGS', 'IN_PROGRESS', { data: { district: 'Plzeň' } }),
  job(2, 'DOCUMENTS', 'IN_PROGRESS', {}),
  job(3, 'REINDEX', 'COMPLETED', { endDate: before(1_150), data: { kind: 'User' } }),
  job(4, 'BILL_RUN', 'FAILED', { endDate: before(1_500), cause: 'FAILED' }),
  job(5, 'DIRECTORY_SYNC', 'FAILED', { endDate: before(1_990), cause: 'CANCELLED' }),
];

/** Some steps of the Jobs that have ended. */
const endedSteps = [3, 3, 3, 4, 5, 5].map((number, index) => ({
  ...{ id: id(300 + index), name: `${index}`, jobId: id(number), status: number === 3 ? 'COMPLETED' : 'FAILED' },
  ...(number === 4 && { log: 'The price list of November is missing.' }),
}));

const steps = (open: number, completed: number, failed: number) => ({ open, completed, failed, cancelled: 0 });

/** The figures of the overview, as an event of /metrics/live. */
export const live = {
  queues,
  workers: [
    {
      ...{ id: id(101), name: 'node-1:4711', host: 'node-1', pid: 4711, alive: true, stopping: false },
      ...{ startedAt: before(90_000), seenAt: before(1), memoryMb: 284, release: '0.3.0', queues: ['*'] },
      jobs: { 'step.documents': 16, 'document.render': 3 },
    },
  ],
  health: { database: 'ready', search: 'ready', queues: 'ready' },
  jobs: [
    { ...jobs[0], steps: steps(87, 151, 2) },
    { ...jobs[1], steps: steps(1_220, 780, 0) },
  ],
  runningJobs: 2,
  newJobs: 0,
};

const pageOf = (content: readonly object[]) => ({
  ...{ content, totalElements: content.length, totalPages: 1, number: 0, size: 50, first: true, last: true },
});

const user = (number: number, code: string, givenName: string, familyName: string, more: object = {}) => ({
  ...{ id: id(200 + number), code, name: `${givenName} ${familyName}`, type: 'INDIVIDUAL', status: 'ENABLE' },
  ...{ givenName, familyName, email: `${code}@example.com`, chars: {}, dataTags: [], groups: [], roles: [] },
  ...{ auditInfo: audit(number, number * 7_200), ...more },
});

const users = [
  user(1, 'dvorak', 'Tomáš', 'Dvořák'),
  user(2, 'novakova', 'Žofie', 'Nováková-Dvořáčková', { dataTags: ['optics', 'Plzeň'] }),
  user(3, 'svoboda', 'Jan', 'Svoboda', { status: 'DISABLE', description: 'On leave.' }),
];

/** A wave, so that the charts have a shape. */
const activity = Array.from({ length: 60 }, (_, ago) => {
  const wave = 1 + Math.sin(ago / 7) / 2;
  const at = Math.floor(NOW.getTime() / 60_000) * 60 - ago * 60;
  const row = (what: string, outcome: string, count: number) => ({ at, what, name: 'x', outcome, count });
  return [
    row('jobs', 'done', Math.round(220 * wave)),
    row('steps', 'completed', Math.round(90 * wave)),
    row('steps', 'failed', ago === 17 ? 4 : 0),
    row('requests', '2xx', Math.round(640 * wave)),
    row('requests', '4xx', Math.round(18 * wave)),
  ];
}).flat();

/** What the service answers to the page, by method and path. */
export const answers: Readonly<Record<string, unknown>> = {
  'GET /metrics/activity': { minutes: 60, stepMinutes: 1, rows: activity },
  'GET /api/v2/admin/client-workers': [],
  'GET /api/v2/admin/queues': queues,
  'GET /api/v2/admin/queues/notification.sms': queues[3],
  'GET /api/v2/jobs/search/page': pageOf(jobs),
  'GET /api/v2/job-steps/search/page': pageOf(endedSteps),
  'GET /api/v2/users/search/page': pageOf(users),
  'GET /api/v2/saved-queries/search/list': [],
};
