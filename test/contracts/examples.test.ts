import { expect, setDefaultTimeout, test } from 'bun:test';
import { storedAnswer } from '../../api/openapi/examples/answerExamples.ts';
import type { Kind } from '../../domain/kinds/kind.ts';
import { sampleId } from '../../domain/samples/sampleIds.ts';
import { storedSamples } from '../../domain/samples/sampleRecords.ts';
import { describedAnswer, problemsOf } from '../helpers/api/openApiContract.ts';
import { makeDatabaseForFile, makeFolderForFile, startServiceForFile } from '../helpers/bootstrap.ts';
import { type DocumentedExample, documentedExamples } from '../helpers/examples/documentedExamples.ts';
import { ExampleSender } from '../helpers/examples/exampleSender.ts';

setDefaultTimeout(400_000);

/**
 * The request examples of the OpenAPI document, sent to a service that has just been started for the first time, with the sample
 * records. Those without `x-example-after` and `x-example-needs` succeed in any order: they are sent in the order of the document
 * and, on another such service, the other way round. The others succeed after the examples that they name.
 */

/** Examples that only a service with other settings or an earlier fault answers with a success, and the tests that send them. */
const elsewhere: Readonly<Record<string, string>> = {
  'POST /notifications/receipts/twilio': 'needs the signature of the provider: test/workers/deliveries',
  'POST /notifications/receipts/ses':
    'needs the credential of the provider: test/workers/bounces/bounceWebhooks.test.ts',
  'POST /notifications/receipts/postmark':
    'needs the credential of the provider: test/workers/bounces/bounceWebhooks.test.ts',
  'POST /notifications/receipts/mailgun':
    'needs the credential of the provider: test/workers/bounces/bounceWebhooks.test.ts',
  'GET /session/oidc': 'needs an OpenID provider: test/api/access/providerSignIn.test.ts',
  'GET /session/oidc/callback': 'needs an OpenID provider: test/api/access/providerSignIn.test.ts',
  'POST /session/oidc/backchannel-logout': 'needs an OpenID provider: test/api/access/providerSignIn.test.ts',
  'POST /session/certificate': 'needs a gateway: test/api/credentials/clientCertificates.test.ts',
  'POST /session': 'needs AUTH=on: test/api/credentials',
  'DELETE /sessions/{id}': 'needs AUTH=on: test/api/credentials',
  'GET /notification-rules/{idOrCode}/feed': 'needs a rule that posts changes: test/workers/changes/feedState.test.ts',
  'POST /admin/workers/{id}/drain': 'would end the worker that other examples need: test/api/queues/drain.test.ts',
  'DELETE /admin/workers/{id}/drain': 'needs the id of a worker: test/api/queues/drain.test.ts',
  'POST /admin/reindex/completed': 'needs a rebuild that has failed: test/api/indexes/completedRebuild.test.ts',
};

const examples = documentedExamples();

test('every operation has an example of its parameters and of its body', () => {
  const incomplete = examples.filter(({ missing }) => missing.length > 0);
  expect(incomplete.map(({ name, missing }) => `${name}: ${missing.join(', ')}`)).toEqual([]);
});

test('every operation that answers with a text has an example of its answer in each media type', () => {
  const without = examples.flatMap(({ name, method, template }) => {
    const types = Object.entries(describedAnswer(method, template, '200') ?? {});
    // Of the formats of a document, the first one stands for all.
    const shown = template.startsWith('/documents/generate/') ? types.slice(0, 1) : types;
    return shown.flatMap(([type, { example }]) =>
      example === undefined && /^(?:text\/|message\/|application\/(?:json|x-ndjson)$)/.test(type)
        ? [`${name} ${type}`]
        : [],
    );
  });
  // The first of its media types is shown.
  expect(without).toEqual(['GET /admin/mailbox/{id}/raw application/json']);
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

test('each sample rule sends a text of its own, which a first start stores', () => {
  const recordsOf = (name: string) => storedSamples().find(({ kind }) => kind.name === name)?.records ?? [];
  const templates = new Map(recordsOf('FormatterTemplate').map(({ code, content }) => [code, content]));
  const sent = recordsOf('NotificationRule').map(({ config }) => {
    const { emailTemplateCode, subject } = config as { emailTemplateCode: string; subject: string };
    return [templates.get(emailTemplateCode), subject] as const;
  });
  expect(sent.length).toBeGreaterThan(1);
  for (const texts of [sent.map(([content]) => content), sent.map(([, subject]) => subject)]) {
    expect(texts).not.toContain(undefined);
    expect(new Set(texts).size).toBe(sent.length);
  }
});

test('the examples that need more than the sample records say so', () => {
  const needy = examples.filter(({ needs }) => needs !== undefined).map(({ name }) => name);
  expect(Object.keys(elsewhere).filter((name) => !needy.includes(name))).toEqual([]);
  const names = new Set(examples.map(({ name }) => name));
  expect(examples.filter(({ after }) => after !== undefined && !names.has(after))).toEqual([]);
});

for (const { order, isReverse } of [
  { order: 'the order of the document', isReverse: false },
  { order: 'the reverse order', isReverse: true },
]) {
  test(`the examples are answered as the document says, in ${order}`, async () => {
    const database = await makeDatabaseForFile();
    const service = await startServiceForFile({
      DATABASE_URL: database.url,
      DATA_DIR: makeFolderForFile(),
      SAMPLE_DATA: 'true',
      PORT: '0',
      WORKERS: '1',
    });
    for (const [path, example] of answered)
      expect(comparable(await service.get(`/api/v2${path}`)), path).toEqual(comparable(example));
    for (const { kind } of storedSamples())
      expect(withoutAudit(await csvOf(service.url, kind)), kind.name).toEqual(withoutAudit(csvExampleOf(kind)));
    const sender = new ExampleSender(service);
    const wrong: string[] = [];
    const send = async (example: DocumentedExample): Promise<void> => {
      const problem = elsewhere[example.name] ? undefined : await sender.problemWith(example, { selects: isReverse });
      if (problem !== undefined) wrong.push(`${example.name}: ${problem}`);
    };
    const independent = examples.filter(({ after, needs }) => after === undefined && needs === undefined);
    for (const example of isReverse ? independent.toReversed() : independent) await send(example);
    await sender.prepare(database.url);
    await sender.documentsExist();
    for (const example of dependentInOrder()) await send(example);
    expect(wrong).toEqual([]);
  });
}

/** The examples that need another one, each after that one. */
function dependentInOrder(): DocumentedExample[] {
  const depth = ({ after }: DocumentedExample): number => {
    const before = examples.find(({ name }) => name === after);
    return before === undefined ? 0 : 1 + depth(before);
  };
  return examples
    .filter(({ after, needs }) => after !== undefined || needs !== undefined)
    .toSorted((one, other) => depth(one) - depth(other));
}

/** The records that the examples of answers show, by the path at which the service returns them. */
const answered = storedSamples().map(({ kind: { name, path } }): [string, unknown] => [
  `/${path}/${sampleId(name)}`,
  storedAnswer(name),
]);

const csvOf = async (url: string, { name, path }: Kind): Promise<string> =>
  (await fetch(`${url}/api/v2/${path}/by-ids/${sampleId(name)}`, { headers: { accept: 'text/csv' } })).text();

const csvExampleOf = ({ path }: Kind): string =>
  String(describedAnswer('GET', `/${path}/by-ids/{ids}`, '200')?.['text/csv']?.example);

/** The rows without the cells of `auditInfo`, which are the last ones. */
const withoutAudit = (csv: string): string => csv.replaceAll(/(?:,[^,\r\n]*){5}\r\n/g, '\r\n');

/** The answer that an example stands for, without the values that differ from call to call. */
const comparable = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer), (name, value) =>
    ['version', 'correlationId', 'whenInserted', 'whenEdited', 'whoInserted', 'whoEdited'].includes(name)
      ? typeof value
      : value,
  );
