import { expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import { columnsWith } from '../helpers/erasure/columnsWith.ts';
import { startErasureServiceForFile } from '../helpers/erasure/erasureService.ts';
import { poll } from '../helpers/waits/poll.ts';

setDefaultTimeout(120_000);

/** The erasure of a person who got messages and documents, in a service with real processes and its mailbox. */

const {
  sql,
  url,
  send: request,
  post,
  get,
  getSent,
  ended,
  jobEnded,
  expectNoneLeft,
} = await startErasureServiceForFile();

async function send(to: readonly JsonObject[], data: JsonObject) {
  const id = crypto.randomUUID();
  await post('notifications', { id, ownerType: 'ORDER', ownerId: '1', templateCode: 'mail', notificationTo: to, data });
  return ended(id);
}

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
  await expectNoneLeft(patterns);
  const [ofPerson, ofBoth, ofOther] = await Promise.all([own, both, other].map(({ id }) => getSent(id)));
  for (const cleared of ['subject', 'contents', 'data']) expect(ofPerson).not.toHaveProperty(cleared);
  expect(ofBoth).toMatchObject({ data: { salutation: 'neighbours', text: 'the water is back' } });
  expect(ofBoth).not.toHaveProperty('contents');
  expect(ofBoth?.notificationTo.map(({ email }) => email)).toEqual([
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
      const { notificationTo: targets } = await getSent(id);
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
  const state = (name: string) => request('PUT', `notifications/${naming}/state/${name}`);
  await state('CANCELLED');
  const open = { deliveryFrom: null, deliveryTo: null, timeZone: null };
  await request('PATCH', `notification-rules/later`, { config: open });
  await state('PLAN');
  expect(await ended(naming)).toMatchObject({ status: 'SENT', contents: expect.stringMatching(/is at erased-/) });
  expect(await columnsWith(sql, ['of Ada', 'Ada Waiting'])).toEqual([]);
});

test('files in base64 go from Jobs, schedules, their histories and Logs, and are not sent later', async () => {
  const [now = '', far] = [0, 1].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString());
  const person = 'bohuslav99730@kver.example';
  await post('users', { code: 'bohuslav99730', type: 'citizen', chars: {}, givenName: 'Bohuslav', familyName: 'Kver' });
  await request('PATCH', `users/bohuslav99730`, { email: person });
  const file = (name: string, content: string | Buffer) => ({
    ...{ name, mimeType: 'text/plain', data: Buffer.from(content).toString('base64') },
  });
  const letter = `Dear Bohuslav Kver, your e-mail is ${person}>>>???`;
  const attachments = [
    file('letter.txt', letter),
    ...(['utf8', 'utf16le'] as const).map((code) => file(`${code}.txt`, Buffer.from(`\ufeff${person};1\r\n`, code))),
    file('utf16be.txt', Buffer.from(`\ufeff${person};1\r\n`, 'utf16le').swap16()),
    file('short.txt', 'bohuslav99730'),
  ];
  const mail = (email: string) => ({
    ...{ ownerType: 'ORDER', ownerId: '3', templateCode: 'mail', notificationTo: [{ email }] },
    ...{ data: { salutation: 'office', text: 'files' }, attachments: [...attachments, file('kept.txt', 'of others')] },
  });
  const sent = crypto.randomUUID();
  await post('notifications', { id: sent, ...mail('now@kver.example') });
  await ended(sent);
  const job = (members: object) => post('jobs', { startDate: now, status: 'NEW', ...members });
  const gate = await job({ jobType: 'GATE' });
  const notification = mail('job@kver.example');
  const notifying = await job({
    ...{ jobType: 'SEND_NOTIFICATION', data: { notification }, after: [{ jobId: gate.id, on: 'ENDED' }] },
  });
  const own = await job({
    jobType: 'SCAN',
    data: { scan: btoa(letter), other: btoa('a letter to others'), inner: JSON.stringify({ attachments }) },
    jobSteps: [{ name: 'one', status: 'NEW', stepData: { page: `data:text/plain;base64,${btoa(letter)}` } }],
  });
  const schedule = await post('schedules', {
    ...{ code: 'letters', name: 'Letters', at: far },
    ...{ jobType: 'SEND_NOTIFICATION', data: { notification: mail('schedule@kver.example') } },
  });
  await request('PATCH', `schedules/letters`, { name: 'Letters of an hour' });
  // As PHP writes it; the entry of the audit ends within the file.
  const long = { ...notification, attachments: [file('long.txt', letter.repeat(80))] };
  const data = { notification: long };
  const escaped = JSON.stringify({
    startDate: now,
    startAfter: far,
    status: 'NEW',
    jobType: 'SEND_NOTIFICATION',
    data,
  });
  const answer = await fetch(`${url}/jobs`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: escaped.replaceAll('/', '\\/') },
  });
  expect(answer.status).toBe(200);

  const exported = await job({ jobType: 'EXPORT_RECORDS', data: { kind: 'Schedule' } });
  expect(await jobEnded(String(exported.id))).toBe('COMPLETED');

  const dry = (await post('users/bohuslav99730/erase', { dryRun: true })) as { jobId: string };
  expect(await jobEnded(dry.jobId)).toBe('COMPLETED');
  const { jobSteps } = (await get(`jobs/${dry.jobId}?expand=JOB_STEPS`)) as { jobSteps: JsonObject[] };
  expect(jobSteps[0]).toMatchObject({
    processingInfo: {
      rows: { 'public.document_item': 1, 'public.job': 3, 'public.job_step': 1, 'public.schedule': 1, 'public.log': 3 },
    },
  });
  const { jobId, pseudonym } = (await post('users/bohuslav99730/erase', { dryRun: false })) as JsonObject;
  expect(await jobEnded(String(jobId))).toBe('COMPLETED');
  const patterns = ['bohuslav', ...attachments.map(({ data }) => data.slice(0, 14).replaceAll(/[+/]/g, '\\$&'))];
  await expectNoneLeft(patterns);
  expect(await get(`jobs/${own.id}?expand=JOB_STEPS`)).toMatchObject({
    data: { scan: pseudonym, other: btoa('a letter to others'), inner: '{"attachments":[]}' },
    jobSteps: [{ stepData: { page: `data:text/plain;base64,${pseudonym}` } }],
  });

  await request('POST', `jobs/${gate.id}/cancel`);
  expect(await jobEnded(String(notifying.id))).toBe('COMPLETED');
  await request('PATCH', `schedules/${schedule.id}`, { at: new Date(Date.now() + 1000).toISOString() });
  const files = () => sql<{ email: string; names: string[] }[]>`
    select t.address as email, array_agg(a.name order by a.name) as names
    from notification_target t join notification_attachment a using (notification_id)
    where t.address like '%@kver.example' and t.status = 'SENT' group by 1 order by 1`;
  const all = await poll('the schedule to run', async () => ((await files()).length === 3 ? await files() : undefined));
  expect(all.map(({ email, names }) => [email, names])).toEqual(
    ['job', 'now', 'schedule'].map((name) => [`${name}@kver.example`, ['kept.txt']]),
  );
  expect(await columnsWith(sql, patterns)).toEqual([]);
});
