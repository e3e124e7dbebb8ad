import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Schema } from '../../api/http/route.ts';
import { storedAnswer } from '../../api/openapi/examples/answerExamples.ts';
import { exampleIds } from '../../api/openapi/examples/operationExamples.ts';
import { sampleId, storedSamples } from '../../api/openapi/examples/sampleRecords.ts';
import type { Database } from '../../db/client.ts';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import { describedAnswer, problemsOf } from '../helpers/api/openApiContract.ts';
import { makeDatabaseForFile, startServiceForFile } from '../helpers/bootstrap.ts';
import { type DocumentedExample, documentedExamples } from '../helpers/examples/documentedExamples.ts';
import type { RunningService } from '../helpers/service.ts';
import { poll } from '../helpers/waits/poll.ts';

setDefaultTimeout(400_000);

/** The request examples of the OpenAPI document, sent to a service with the sample records. */

/** Examples that only a service with other settings or an earlier fault answers with a success, and the tests that send them. */
const elsewhere: Readonly<Record<string, string>> = {
  'POST /notifications/receipts/twilio': 'needs the signature of the provider: test/workers/deliveries',
  'GET /session/oidc': 'needs an OpenID provider: test/api/access/providerSignIn.test.ts',
  'GET /session/oidc/callback': 'needs an OpenID provider: test/api/access/providerSignIn.test.ts',
  'POST /session/oidc/backchannel-logout': 'needs an OpenID provider: test/api/access/providerSignIn.test.ts',
  'POST /session/certificate': 'needs a gateway: test/api/credentials/clientCertificates.test.ts',
  'POST /session': 'needs AUTH=on: test/api/credentials',
  'DELETE /sessions/{id}': 'needs AUTH=on: test/api/credentials',
  'POST /admin/reindex/completed': 'needs a rebuild that has failed: test/api/indexes/completedRebuild.test.ts',
};

/** Their records must exist before others are read, and exist before they are deleted. */
const rankOf = ({ name, method }: DocumentedExample): number => {
  if (name.startsWith('POST /notifications')) return 0;
  if (method === 'GET') return 1;
  if (name.includes('/jobs/{id}/c')) return 3;
  return method === 'DELETE' ? 4 : 2;
};

const examples = documentedExamples();

test('every operation has an example of its parameters and of its body', () => {
  const incomplete = examples.filter(({ missing }) => missing.length > 0);
  expect(incomplete.map(({ name, missing }) => `${name}: ${missing.join(', ')}`)).toEqual([]);
});

test('the examples of answers match their schemas', () => {
  const wrong = examples.flatMap(({ name, method, template }) =>
    Object.entries(describedAnswer(method, template, '200') ?? {}).flatMap(([type, { schema, example }]) => {
      const problems = example === undefined ? [] : problemsOf(schema, example);
      return JSON.stringify(problems) === '[]' ? [] : [`${name} ${type}: ${JSON.stringify(problems)}`];
    }),
  );
  expect(wrong).toEqual([]);
});

test('the examples are answered as the document says', async () => {
  const database = await makeDatabaseForFile();
  const service = await startServiceForFile({
    DATABASE_URL: database.url,
    SAMPLE_DATA: 'false',
    PORT: '0',
    WORKERS: '1',
  });
  for (const { path, record } of storedSamples()) await service.send('POST', `/api/v2${path}`, record);
  for (const [path, example] of answered)
    expect(comparable(await service.get(`/api/v2${path}`)), path).toEqual(comparable(example));
  const ids = await generatedIds(service, database.sql);
  const archive = await (await fetch(`${service.url}/api/v2/admin/export`, { method: 'POST' })).blob();
  const wrong: string[] = [];
  for (const example of examples.toSorted((one, other) => rankOf(one) - rankOf(other))) {
    if (elsewhere[example.name]) continue;
    const response = await send(service.url, example, { ids, archive });
    const problem = await problemOf(example, response);
    if (problem !== undefined) wrong.push(`${example.name}: ${problem}`);
  }
  expect(wrong).toEqual([]);
});

/** The records that the examples of answers show, by the path at which the service returns them. */
const answered = storedSamples().flatMap(({ kind, path, record }): [string, JsonObject][] =>
  record.id === sampleId(kind) ? [[`${path}/${record.id}`, storedAnswer(kind)]] : [],
);

/** The answer that an example stands for, without the values that differ from call to call. */
const comparable = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer), (name, value) =>
    ['version', 'correlationId', 'whenInserted', 'whenEdited', 'whoInserted', 'whoEdited'].includes(name)
      ? typeof value
      : value,
  );

interface Substitutes {
  /** The ids of this service in place of those of the examples. */
  readonly ids: ReadonlyMap<string, string>;
  readonly archive: Blob;
}

async function send(
  url: string,
  { name, method, path, contentType, body }: DocumentedExample,
  { ids, archive }: Substitutes,
): Promise<Response> {
  const own = (text: string): string => [...ids].reduce((all, [one, other]) => all.replaceAll(one, other), text);
  const init: RequestInit = { method, redirect: 'manual' };
  if (contentType === 'multipart/form-data') {
    const { file } = body as { file: string };
    const form = new FormData();
    form.set('file', name === 'POST /admin/import' ? archive : new Blob([file]), 'records.json');
    init.body = form;
  } else if (body !== undefined) {
    init.body = own(JSON.stringify(body));
    init.headers = { 'content-type': contentType ?? '' };
  }
  return fetch(`${url}/api/v2${own(path)}`, init);
}

/** Has the service generate the ids that the examples name, and returns them by those of the examples. */
async function generatedIds(service: RunningService, sql: Database): Promise<Map<string, string>> {
  const post = async <T>(path: string, body: unknown): Promise<T> =>
    (await service.send('POST', `/api/v2${path}`, body)) as T;
  const owner = { ownerType: 'Outage', ownerId: '16', data: { street: 'Plzeňská 12' } };
  const notificationTo = [{ email: 'eva@example.com' }];
  await post('/notifications', { ...owner, templateCode: 'outage', notificationTo });
  const hour = (ahead: number) => new Date(Date.now() + ahead * 3_600_000).toISOString().slice(11, 16);
  const config = { emailTemplateCode: 'outage-mail', deliveryFrom: hour(2), deliveryTo: hour(3) };
  await post('/notification-rules', { code: 'tonight', name: 'Tonight', config });
  await post('/notifications', {
    ...{ id: exampleIds.waitingNotification, ...owner, templateCode: 'tonight', notificationTo },
  });
  const suppression = await post<{ id: string }>('/suppressions', { channel: 'email', address: 'ota@example.com' });
  const apiKey = await post<{ id: string }>('/api-keys', { name: 'Billing', user: 'jana' });
  const item = { documentId: '1', documentTemplateCode: 'outage-mail', data: owner.data };
  const { jobId } = await post<{ jobId: string }>('/documents/generate-many/html?async=true', [item]);
  await sql`insert into outbox (id, queue, data) values (gen_random_uuid(), 'event.notification', '{"ruleCode": "unknown"}')`;
  const deadLetter = await poll('a dead letter', async () => {
    const page = await service.get('/api/v2/admin/queues/event.notification/dead-letters');
    return (page as { content: { id: string }[] }).content[0]?.id;
  });
  const message = await poll('a message', async () => {
    const messages = await service.get('/api/v2/admin/mailbox');
    return (messages as { id: string }[])[0]?.id;
  });
  await poll('the documents', async () => (await fetch(`${service.url}/api/v2/documents/results/${jobId}`)).ok);
  return new Map([
    [exampleIds.suppression, suppression.id],
    [exampleIds.apiKey, apiKey.id],
    [exampleIds.documentsJob, jobId],
    [exampleIds.deadLetter, deadLetter],
    [exampleIds.mailboxMessage, message],
  ]);
}

/** Returns what contradicts the document; undefined if nothing does. */
async function problemOf({ method, template }: DocumentedExample, response: Response): Promise<string | undefined> {
  if (response.status !== 200) return `${response.status} ${(await response.text()).slice(0, 600)}`;
  const type = response.headers.get('content-type')?.split(';')[0];
  if (type === 'text/event-stream') {
    await response.body?.cancel();
    return undefined;
  }
  const text = await response.text();
  const content = describedAnswer(method, template, '200');
  if (content === undefined) return text === '' ? undefined : `the body is not empty: ${text.slice(0, 200)}`;
  const schema: Schema | undefined = type === undefined ? undefined : content[type]?.schema;
  if (!schema) return `the content type ${type} is not described`;
  if (type !== 'application/json') return undefined;
  const problems = problemsOf(schema, JSON.parse(text));
  return JSON.stringify(problems) === '[]' ? undefined : JSON.stringify(problems).slice(0, 400);
}
