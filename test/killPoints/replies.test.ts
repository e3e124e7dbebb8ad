import { setDefaultTimeout } from 'bun:test';
import type { Channel, EmailMessage } from '../../domain/ports/channels.ts';
import type { DataSources } from '../../domain/ports/dataSources.ts';
import type { Sandbox } from '../../domain/ports/sandbox.ts';
import type { QueueName } from '../../domain/queue/definitions.ts';
import type { ClientAnswer, DrivenProcess } from '../helpers/killPoints/drivenProcess.ts';
import { driversOf, type Scenario } from '../helpers/killPoints/killPoints.ts';
import { indexProblems, unequal } from '../helpers/killPoints/recovery.ts';
import { makeStageForFile, testKillPoints, testReachedHandlers } from '../helpers/killPoints/stage.ts';
import { plainRenderer } from '../helpers/plainRenderer.ts';
import { poll } from '../helpers/waits/poll.ts';

/** Workers that die while a caller waits for their result, and apis that die while they wait for it. */

setDefaultTimeout(120_000);
const { url, sql } = await makeStageForFile();

const sandbox: Sandbox = { run: async ({ input }) => ({ returned: 'object', json: input, lines: [] }) };

interface Call {
  readonly path: string;
  readonly body: unknown;
  /** The body of the answer. */
  readonly answer: string;
  readonly records?: readonly (readonly [path: string, record: object])[];
}

interface Waiting {
  readonly answer: Promise<ClientAnswer>;
}

const dataSources: DataSources = {
  fetchData: async () => ({ outcome: 'answered', status: 200, body: '{"ownerType":"Order"}' }),
};
const email: Channel<EmailMessage> = {
  provider: 'none',
  send: async () => ({ outcome: 'sent', answer: '', provider: 'none' }),
};
const options = (queue: QueueName) =>
  driversOf({
    queues: [queue, 'notification.email', 'index.sync'],
    work: { sandbox, renderer: plainRenderer(), dataSources, channels: { email: [email], sms: [], webhook: [] } },
  });

async function store(process: DrivenProcess, records: Call['records'] = []): Promise<void> {
  for (const [path, record] of records) {
    const { status, text } = await process.request('POST', path, record);
    // A former point has stored it.
    if (status !== 200 && status !== 400) throw new Error(text);
  }
  await process.work();
}

/** The caller waits at the survivor; the worker dies. */
const ofWorker = (name: string, queue: QueueName, call: Call): Scenario<Waiting> => ({
  name: `a worker ${name}`,
  drivers: options(queue),
  prepare: async (survivor) => {
    await store(survivor, call.records);
    const answer = survivor.request('POST', call.path, call.body);
    await poll(
      'the request to be queued',
      async () => (await sql`select from outbox where queue = ${queue}`).length > 0,
    );
    return { answer };
  },
  problems: async (_, { answer }) => {
    const { status, text } = await answer;
    return unequal('the answer', [status, text], [200, call.answer]);
  },
});

/** The api that waits dies, with the worker of the same process; the client repeats its request at another one. */
const ofApi = (name: string, queue: QueueName, call: Call): Scenario<{ repeated?: Promise<ClientAnswer> }> => ({
  name: `an api ${name}`,
  drivers: options(queue),
  prepare: async (survivor) => {
    await store(survivor, call.records);
    return {};
  },
  act: (process, state) => requestAndWork(process, queue, call, state),
  repeat: (survivor, state) => requestAndWork(survivor, queue, call, state),
  problems: async (_, { repeated }) => {
    const answer = await repeated;
    return unequal('the answer', [answer?.status, answer?.text], [200, call.answer]);
  },
});

async function requestAndWork(
  process: DrivenProcess,
  queue: QueueName,
  { path, body }: Call,
  state: { repeated?: Promise<ClientAnswer> },
): Promise<void> {
  const before = (await sql`select from outbox where queue = ${queue}`).length;
  const answer = process.request('POST', path, body);
  answer.catch(() => {});
  state.repeated = answer;
  await poll('the request to be queued', async () => {
    const [row] = await sql<{ count: number }[]>`
      select (select count(*) from outbox where queue = ${queue})::int as count`;
    return (row?.count ?? 0) > before;
  });
  await process.work();
  await answer;
}

const script: Call = {
  path: '/scripts/echo/evaluate',
  body: { n: 1 },
  answer: '{"n":1}',
  records: [['/scripts', { code: 'echo', name: 'E', source: 'return input' }]],
};
testKillPoints(url, ofWorker('evaluates a script', 'script.evaluate', script));

const document: Call = {
  path: '/documents/generate/letter/html',
  body: { n: 1 },
  answer: JSON.stringify('html x {"n":1}'),
  records: [['/formatter-templates', { code: 'letter', inputType: 'HTML', content: 'x' }]],
};
testKillPoints(url, ofWorker('renders a document', 'document.render', document));
testKillPoints(url, ofApi('waits for a document', 'document.render', document));
testKillPoints(
  url,
  ofWorker('renders a preview', 'document.preview', {
    ...{ path: '/formatter-templates/preview', body: { content: 'y', data: {} }, answer: 'html y {}' },
  }),
);
testKillPoints(
  url,
  ofWorker('evaluates a rule', 'notification.evaluate', {
    path: '/notification-rules/manual/evaluate',
    body: { ownerId: '1', notificationTo: [{ email: 'a@example.com' }], data: {} },
    answer: '',
    records: [
      ['/formatter-templates', { code: 'mail', inputType: 'HTML', documentType: 'EMAIL', content: 'x' }],
      [
        '/notification-rules',
        {
          ...{ code: 'manual', name: 'M', eventType: 'REST', config: { emailTemplateCode: 'mail', subject: 'S' } },
          evalNotificationUrl: 'https://data.example/',
        },
      ],
    ],
  }),
);

testKillPoints<string>(url, {
  name: 'an api accepts documents',
  drivers: driversOf({ queues: ['job.plan', 'step.documents', 'index.sync'], work: { renderer: plainRenderer() } }),
  prepare: async (survivor) => {
    await store(survivor, document.records);
    return crypto.randomUUID();
  },
  act: acceptDocuments,
  repeat: acceptDocuments,
  // The client does not know the id of a Job whose acceptance it was not told: its documents may be made twice.
  problems: async ({ services }, id) => {
    const made = await sql<{ status: string }[]>`
      select distinct i.status from document_item i join job j on j.id = i.job_id where i.document_id = ${id}`;
    return [
      ...unequal(
        'the documents',
        made.map(({ status }) => status),
        ['DONE'],
      ),
      ...(await indexProblems(services, ['Job', 'JobStep'])),
    ];
  },
});

async function acceptDocuments(process: DrivenProcess, documentId: string): Promise<void> {
  const items = [{ documentId, documentTemplateCode: 'letter', data: {} }];
  const { status, text } = await process.request('POST', '/documents/generate-many/html?async=true', items);
  if (status !== 200) throw new Error(text);
  await process.relay();
}

testReachedHandlers(import.meta.file);
