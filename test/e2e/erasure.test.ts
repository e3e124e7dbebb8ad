import { expect, setDefaultTimeout, test } from 'bun:test';
import { openDatabase } from '../../db/client.ts';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import { makeDatabaseForFile, startServiceForFile, stopAfterFile } from '../helpers/bootstrap.ts';
import { columnsWith } from '../helpers/erasure/columnsWith.ts';
import { poll } from '../helpers/waits/poll.ts';

setDefaultTimeout(120_000);

/** The erasure of a person who got messages and documents, in a service with real processes and its mailbox. */

const api = '/api/v2';
const database = await makeDatabaseForFile();
const sql = openDatabase(database.url, { name: 'erasure test', max: 2 });
stopAfterFile(() => sql.end());
const service = await startServiceForFile({
  ...{ DATABASE_URL: database.url, SAMPLE_DATA: 'false', PORT: '0', WORKERS: '1', LOG_LEVEL: 'warn' },
  PUBLIC_URL: 'https://waybill.example',
});

type Sent = JsonObject & {
  status: string;
  id: string;
  contents?: string;
  data?: JsonObject;
  notificationTo: JsonObject[];
};

const post = (path: string, body: object) => service.send('POST', `${api}/${path}`, body) as Promise<JsonObject>;
const get = (path: string) => service.get(`${api}/${path}`) as Promise<JsonObject>;
const ended = (id: string): Promise<Sent> =>
  poll('the notification to end', async () => {
    const notification = (await get(`notifications/${id}`)) as Sent;
    return ['SENT', 'PARTIALLY_SENT', 'FAILED'].includes(notification.status) ? notification : undefined;
  });

async function send(to: readonly JsonObject[], data: JsonObject): Promise<Sent> {
  const id = crypto.randomUUID();
  await post('notifications', { id, ownerType: 'ORDER', ownerId: '1', templateCode: 'mail', notificationTo: to, data });
  return ended(id);
}

const jobEnded = (id: string): Promise<unknown> =>
  poll('the Job to end', async () => {
    const { status } = await get(`jobs/${id}`);
    return status === 'COMPLETED' || status === 'FAILED' ? status : undefined;
  });

test('messages and documents of the person go, and those of others stay', async () => {
  await post('user-types', { code: 'citizen', name: 'C', type: 'INDIVIDUAL', registry: {} });
  const content = '<p>Dear {{salutation}}, {{text}}</p>';
  await post('formatter-templates', { code: 'mail', inputType: 'HTML', documentType: 'EMAIL', content });
  await post('formatter-templates', { code: 'letter', inputType: 'HTML', documentType: 'PDF', content });
  const names = { givenName: 'Zdeňka', familyName: 'Kostková' };
  const person = await post('users', {
    ...names,
    ...{ code: 'zkostkova', type: 'citizen', chars: {}, email: 'zdenka@kostka.example', phoneNumber: '+420777123456' },
  });
  const neighbour = await post('users', {
    ...{
      code: 'neighbour',
      type: 'citizen',
      chars: {},
      givenName: 'Eva',
      familyName: 'Kostková',
      email: 'eva@kostka.example',
    },
  });
  const own = await send([{ ownerType: 'User', ownerId: String(person.id) }], {
    salutation: 'Ms K.',
    text: 'only for you',
  });
  const both = await send(
    [person, neighbour].map(({ id }) => ({ ownerType: 'User', ownerId: String(id) })),
    { salutation: 'neighbours', text: 'the water is back' },
  );
  const other = await send([{ email: 'eva@kostka.example' }], {
    salutation: 'Eva Kostková',
    text: 'for Eva, of zkostkova',
  });
  const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', data: btoa(text) });
  const utf16 = (text: string) =>
    String.fromCharCode(0xff, 0xfe, ...[...text].flatMap((one) => [one.charCodeAt(0), 0]));
  const attached = crypto.randomUUID();
  await post('notifications', {
    ...{
      id: attached,
      ownerType: 'ORDER',
      ownerId: '1',
      templateCode: 'mail',
      data: { salutation: 'office', text: 'two files' },
    },
    notificationTo: [{ email: 'office@attached.example' }],
    attachments: [
      file('person.txt', 'about zdenka@kostka.example'),
      // In Windows-1250, where the last letter of the name is no UTF-8, and in UTF-16.
      file('person.csv', 'a\\b;Zde\u00f2ka Kostkov\u00e1;\u00f8'),
      file('person.xls.txt', utf16('about zdenka@kostka.example')),
      file('other.txt', 'about others'),
      file('other.bin', 'a\u0000\u00ff\\000'),
    ],
  });
  await ended(attached);
  const toOffice = async () => JSON.stringify(await get('admin/mailbox')).split('office@attached.example').length - 1;
  expect(await toOffice()).toBeGreaterThan(0);
  const documents = await post('documents/generate-many/html?async=true', [
    { documentId: 'of-person', documentTemplateCode: 'letter', data: { salutation: 'Zdeňka Kostková', text: 'a' } },
    { documentId: 'of-eva', documentTemplateCode: 'letter', data: { salutation: 'Eva Kostková', text: 'b' } },
  ]);
  await jobEnded(String(documents.jobId));
  for (const kind of ['User', 'FormatterTemplate']) {
    const { id } = await post('jobs', {
      jobType: 'EXPORT_RECORDS',
      startDate: '2026-11-28',
      status: 'NEW',
      data: { kind },
    });
    expect(await jobEnded(String(id))).toBe('COMPLETED');
  }
  const { jobId } = (await post('users/zkostkova/erase', { dryRun: false })) as { jobId: string };
  expect(await jobEnded(jobId)).toBe('COMPLETED');
  const patterns = ['zdenka@kostka', 'Zdeňka Kostková', 'zdenka kostkova', 'zkostkova', '777 ?123', 'only for you'];
  await poll('no text to be left', async () =>
    (await columnsWith(sql, patterns)).length === 0 ? true : undefined,
  ).catch(async () => expect(await columnsWith(sql, patterns)).toEqual([]));
  const [ofPerson, ofBoth, ofOther] = await Promise.all([own, both, other].map(({ id }) => get(`notifications/${id}`)));
  for (const cleared of ['subject', 'contents', 'data']) expect(ofPerson).not.toHaveProperty(cleared);
  expect(ofBoth).toMatchObject({ data: { salutation: 'neighbours', text: 'the water is back' } });
  expect(ofBoth).not.toHaveProperty('contents');
  expect((ofBoth as Sent).notificationTo.map(({ email }) => email)).toEqual([
    expect.stringContaining('@erased.invalid'),
    'eva@kostka.example',
  ]);
  expect(ofOther).toMatchObject({
    contents: expect.stringMatching(/^Dear Eva Kostková, for Eva, of erased-/),
    data: { salutation: 'Eva Kostková' },
  });
  // The e-mails of the person, and those of others, one of which names it.
  const logs = await sql<{ request: string }[]>`
    select doc::json ->> 'request' as request from log where log_type_code = 'NOTIFICATION_EXCHANGE' order by id`;
  expect(logs.filter(({ request }) => request === '').length).toBe(2);
  expect(logs.filter(({ request }) => request.includes('eva@kostka.example')).length).toBe(2);
  const files = await sql<{ name: string }[]>`select name from notification_attachment`;
  expect(files.map(({ name }) => name).sort()).toEqual(['other.bin', 'other.txt']);
  // The files are base64 in the stored e-mail.
  expect(await toOffice()).toBe(0);
  const items = await sql<{ id: string; status: string; error: string | null; bytes: number | null }[]>`
    select document_id as id, status, error, octet_length(content) as bytes from document_item order by document_id`;
  const erased = 'The document was erased, because it named a person who was erased.';
  expect(items.map(({ id, status, error, bytes }) => [id, status, error, bytes !== null])).toEqual([
    ['formatter-templates', 'DONE', null, true],
    ['of-eva', 'DONE', null, true],
    ['of-person', 'FAILED', erased, false],
    ['users', 'FAILED', erased, false],
  ]);
});

test('deliveries to the person that wait are not made, and messages that name it by its id go too', async () => {
  const far = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);
  await post('formatter-templates', {
    code: 'later-mail',
    inputType: 'HTML',
    documentType: 'EMAIL',
    content: '<p>{{text}}</p>',
  });
  await post('notification-rules', {
    ...{ code: 'later', name: 'In some hours', eventType: 'REST' },
    config: {
      emailTemplateCode: 'later-mail',
      subject: 'S',
      deliveryFrom: far(3),
      deliveryTo: far(5),
      timeZone: 'UTC',
    },
  });
  const shared = { email: 'family@waiting.example', type: 'citizen', chars: {} };
  const [person, parent, silent] = (await Promise.all([
    post('users', { ...shared, code: 'kid', givenName: 'Ada', familyName: 'Waiting' }),
    post('users', { ...shared, code: 'parent.waiting', givenName: 'Bob', familyName: 'Waiting' }),
    post('users', { code: 'silent.waiting', type: 'citizen', chars: {} }),
  ])) as [JsonObject, JsonObject, JsonObject];
  const plan = async (owners: readonly unknown[], text: string, statuses: readonly string[]): Promise<string> => {
    const id = crypto.randomUUID();
    const notificationTo = owners.map((ownerId) => ({ ownerType: 'User', ownerId }));
    await post('notifications', {
      id,
      ownerType: 'ORDER',
      ownerId: '2',
      templateCode: 'later',
      notificationTo,
      data: { text },
    });
    await poll('the targets to be resolved', async () => {
      const { notificationTo: targets } = (await get(`notifications/${id}`)) as Sent;
      return targets.every(({ status, email }, index) => status === statuses[index] && (email || status === 'SKIPPED'));
    });
    return id;
  };
  const alone = await plan([person.id], 'the water of Ada', ['PLAN']);
  const byCode = await plan(['kid'], 'the meter of Ada', ['PLAN']);
  const withOther = await plan([person.id, silent.id], 'for two', ['PLAN', 'SKIPPED']);
  const ofOther = await plan([parent.id], 'the water of Bob', ['PLAN']);
  const naming = await plan([parent.id], 'the key is at Ada Waiting', ['PLAN']);
  const { jobId, skipped } = (await post('users/kid/erase', { dryRun: false })) as { jobId: string; skipped: object[] };
  expect(skipped).toEqual([
    { type: 'email', reason: 'SHARED' },
    { type: 'code', reason: 'SHORT' },
  ]);
  expect(await jobEnded(jobId)).toBe('COMPLETED');
  const found = await Promise.all([alone, byCode, withOther, ofOther].map((id) => get(`notifications/${id}`)));
  const erased = { status: 'SKIPPED', statusReason: 'its recipient was erased' };
  expect(found).toMatchObject([
    { status: 'SKIPPED', notificationTo: [erased] },
    { status: 'SKIPPED', notificationTo: [erased] },
    { status: 'SKIPPED', notificationTo: [erased, { status: 'SKIPPED' }], data: { text: 'for two' } },
    { status: 'PLAN', notificationTo: [{ status: 'PLAN' }], data: { text: 'the water of Bob' } },
  ]);
  for (const one of found.slice(0, 2)) expect(one).not.toHaveProperty('data');
  // The worker has read the text before, and sends the message later.
  const state = (name: string) => service.send('PUT', `${api}/notifications/${naming}/state/${name}`);
  await state('CANCELLED');
  const open = { deliveryFrom: null, deliveryTo: null, timeZone: null };
  await service.send('PATCH', `${api}/notification-rules/later`, { config: open });
  await state('PLAN');
  expect(await ended(naming)).toMatchObject({ status: 'SENT', contents: expect.stringMatching(/is at erased-/) });
  expect(await columnsWith(sql, ['of Ada', 'Ada Waiting'])).toEqual([]);
});
