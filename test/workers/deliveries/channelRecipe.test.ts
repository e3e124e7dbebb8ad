import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { makeTestDatabase, type TestDatabase } from '../../helpers/database.ts';
import { type ScriptProcess, spawnScript } from '../../helpers/processes/process.ts';
import { poll } from '../../helpers/waits/poll.ts';

// A limit on a hang.
setDefaultTimeout(60_000);

const root = join(import.meta.dir, '..', '..', '..');
const helpers = join(root, 'test', 'helpers', 'processes', 'pushChannel');

describe('a channel with only its declaration and its driver', () => {
  let database: TestDatabase;
  let service: ScriptProcess;
  let url: string;

  beforeAll(async () => {
    database = await makeTestDatabase();
    service = spawnScript(
      '--preload',
      join(helpers, 'addToList.ts'),
      join(helpers, 'pushChannelProcess.ts'),
      database.url,
    );
    url = await service.printed(
      'the service to be ready',
      () => lines().find((line) => line.ready)?.ready as string | undefined,
    );
    await call('POST', '/formatter-templates', {
      code: 'short',
      inputType: 'HTML',
      documentType: 'SOURCE',
      content: 'S',
    });
    const config = { pushTemplateCode: 'short', topic: 'outage', subject: 'Outage' };
    await call('POST', '/notification-rules', { code: 'push', name: 'Push', apiSenderBeanName: 'pushSender', config });
  });
  afterAll(async () => {
    await service.kill();
    await database.drop();
  });

  const lines = (): JsonObject[] =>
    service
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}'))
      .map((line) => JSON.parse(line) as JsonObject);
  const pushed = () => lines().flatMap((line) => (line.pushed ? [line.pushed as JsonObject] : []));

  async function call(method: string, path: string, body?: object): Promise<JsonObject> {
    const answer = await fetch(`${url}/api/v2${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { httpStatus: answer.status, ...(text !== '' && (JSON.parse(text) as JsonObject)) };
  }

  async function send(...notificationTo: JsonObject[]): Promise<JsonObject> {
    const id = crypto.randomUUID();
    const members = { id, ownerType: 'Ticket', ownerId: '1', templateCode: 'push', data: {}, notificationTo };
    const answer = await call('POST', '/notifications', members);
    if (answer.httpStatus !== 200) return answer;
    return poll('the notification to be finished', async () => {
      const notification = await call('GET', `/notifications/${id}`);
      return notification.status === 'PLAN' || notification.status === 'IN_PROGRESS' ? undefined : notification;
    });
  }

  test('sends, stores the message and logs the exchange', async () => {
    const sent = await send({ deviceToken: 'ABCDEF01' });
    expect(sent).toMatchObject({
      status: 'SENT',
      subject: 'text Outage {}',
      notificationTo: [
        { deviceToken: 'ABCDEF01', channel: 'push', status: 'SENT', attempts: [{ provider: 'push:test' }] },
      ],
    });
    expect(pushed()).toMatchObject([{ token: 'abcdef01', text: 'outage: text S {}' }]);
    const logs = (await call('GET', `/logs/by-owner/Notification/${sent.id}`)) as { readonly [at: number]: JsonObject };
    expect(JSON.parse(logs[0]?.request as string)).toEqual({
      channel: 'push',
      token: 'ab…',
      text: 'outage: text S {}',
    });
  });

  test('has its addresses checked and suppressed', async () => {
    expect((await send({ deviceToken: 'x' })).errors).toEqual([
      'notificationTo[0].deviceToken: must be 8 hexadecimal digits',
    ]);
    expect((await send({ email: 'a@example.org' })).errors).toEqual([
      'notificationTo[0].deviceToken: is required, deviceToken is what "push" is sent to',
    ]);
    expect(await send({ deviceToken: 'deadbeef' })).toMatchObject({ status: 'FAILED' });
    expect(await send({ deviceToken: 'DEADBEEF' })).toMatchObject({ status: 'SKIPPED' });
    expect(await call('POST', '/suppressions', { channel: 'push', address: 'DEADBEEF' })).toMatchObject({
      errors: [expect.stringContaining('is suppressed already')],
    });
  });

  test('is in the OpenAPI document', async () => {
    const document = await (await fetch(`${url}/openapi.json`)).text();
    for (const word of ['"push"', '"pushSender"', '"deviceToken"']) expect(document).toContain(word);
  });
});

test('no other file of the service names a channel', async () => {
  /** Files that are about one channel, or that use the names in another sense. */
  const exempt = [
    /^domain\/notifications\/channels\//,
    /^drivers\/channels\//,
    // Here `email` is the format of a member.
    /^domain\/kinds\/users\/user(?:Group)?\.ts$/,
    // Here `email` is a format of documents.
    /^drivers\/rendering\//,
    // Here `email` is an address in a client certificate.
    /^(?:app\/config|drivers\/identity\/clientCertificates)\.ts$/,
    // A request of a client, and an answer, that name a channel.
    /^api\/openapi\/examples\/(?:operationExamples|serviceAnswers)\.ts$/,
    // An SMS follows an e-mail that was not delivered.
    /^(?:workers\/deliveries\/escalations\/|db\/queries\/notifications\/(?:escalation|bounces\/bounce)Rows\.ts)/,
    // Texts of the console about the URL of a webhook.
    /^api\/console\/page\/views\/rules\/ruleText\.ts$/,
    // The guessed member of targets in a search.
    /^domain\/savedQueries\/listSearch\.ts$/,
  ];
  const found: string[] = [];
  for (const room of ['app', 'api', 'db', 'domain', 'drivers', 'workers']) {
    for await (const file of new Bun.Glob('**/*.{ts,tsx}').scan(join(root, room))) {
      const path = `${room}/${file}`;
      if (exempt.some((pattern) => pattern.test(path))) continue;
      const text = await Bun.file(join(root, path)).text();
      if (/'(?:sms|webhook|email|smsSender|webhookSender|emailSender)'/.test(text)) found.push(path);
    }
  }
  expect(found.sort()).toEqual([]);
});
