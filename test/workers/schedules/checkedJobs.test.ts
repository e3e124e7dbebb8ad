import { expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { expectOk } from '../../helpers/api/expectations.ts';
import { startSchedulesForFile } from '../../helpers/schedules/scheduleHarness.ts';

setDefaultTimeout(60_000);

/** The Job of a schedule is checked as a request that creates it, except for what may be created before its runs. */

const { api, hasRun, withWorkers } = await startSchedulesForFile();
const { administrator, sql } = api;
const template = { code: 'letter', inputType: 'HTML', documentType: 'EMAIL', content: '<p>{{what}}</p>' };
await expectOk(administrator.request('POST', '/formatter-templates', template));

const notification: JsonObject = {
  ...{ ownerType: 'X', ownerId: '1', templateCode: 'letter', data: {} },
  notificationTo: [{ email: 'to@example.com' }],
};
const file = { name: 'a.txt', mimeType: 'text/plain', data: 'YQ==' };
const save = (code: string, data: JsonObject, members: JsonObject = { everySeconds: 3_600 }) =>
  administrator.request('POST', '/schedules', { code, name: 'S', jobType: 'SEND_NOTIFICATION', data, ...members });
const create = (data: JsonObject) =>
  administrator.request('POST', '/jobs', {
    ...{ jobType: 'SEND_NOTIFICATION', status: 'NEW', startDate: new Date().toISOString(), data },
  });

test.each([
  [{ notificationTo: [{ email: 'ab.cz' }] }, 'notificationTo[0].email: must be an e-mail address, not "ab.cz"'],
  [{ notificationTo: [{ phone: 'abc' }] }, 'notificationTo[0].phone: "abc" is not a phone number'],
  [{ notificationTo: [{ ownerType: 'User' }] }, 'notificationTo[0].ownerId: is required beside ownerType User'],
  [{ notificationTo: [] }, 'notificationTo: must have 1 to '],
  [{ from: 'a\nb' }, 'from: must be an e-mail address, or a name'],
  [{ from: 'x@' }, 'from: must be an e-mail address, or a name'],
  [{ subject: '{{#if' }, 'subject: line 1'],
  [{ attachments: [{ ...file, data: '!!' }] }, 'attachments[0].data: must be base64'],
  [{ attachments: [{ ...file, mimeType: 'zzz' }] }, 'attachments[0].mimeType: must be a media type, not "zzz"'],
  [{ attachments: [{ ...file, name: '{{#x' }] }, 'attachments[0].name: line 1'],
])('the malformed notification %j is refused as in a request that creates the Job', async (members, problem) => {
  const data = { notification: { ...notification, ...members } };
  const answers = [await save('malformed', data), await create(data)];
  const [ofSchedule, ofJob] = answers.map((answer) => answer.json<{ errors: string[] }>().errors);
  expect(answers.map(({ status }) => status)).toEqual([400, 400]);
  expect(ofSchedule).toEqual(ofJob ?? []);
  expect(ofSchedule).toEqual([expect.stringContaining(`data.notification.${problem}`)]);
});

test('attachments of more than 25 MB are refused before they are stored', async () => {
  const data = Buffer.alloc(13 * 1024 * 1024).toString('base64');
  const attachments = [
    { ...file, data },
    { ...file, data },
  ];
  const answer = await save('large', { notification: { ...notification, attachments } });
  expect([answer.status, answer.json<{ errors: string[] }>().errors]).toEqual([
    400,
    ['data.notification.attachments: must have at most 25 MB together, not 26 MB'],
  ]);
});

test('a rule or a template may be created later, and an SMS or a webhook may be what it sends', async () => {
  const unknown = { ...notification, templateCode: 'later' };
  const sms: JsonObject = { from: 'Waybill', notificationTo: [{ phone: '+420601123456' }] };
  const webhook: JsonObject = { notificationTo: [{ ownerType: 'Car', ownerId: '7' }] };
  await expectOk(save('later-sms', { notification: { ...unknown, ...sms } }));
  await expectOk(save('later-webhook', { notification: { ...unknown, ...webhook } }));
});

test('a stored schedule with a malformed Job is read, paused and resumed, and its runs say why they fail', async () => {
  const at = new Date(Date.now() + 86_400_000).toISOString();
  const { id } = await expectOk<{ id: string }>(save('stored', { notification }, { at }));
  await sql`update schedule set doc = replace(doc, 'to@example.com', 'ab.cz') where id = ${id}`;
  const read = () => expectOk<JsonObject>(administrator.request('GET', `/schedules/${id}`));
  expect(JSON.stringify(await read())).toContain('ab.cz');
  for (const enabled of [false, true])
    await expectOk(administrator.request('PATCH', `/schedules/${id}`, { enabled, name: 'Renamed' }));
  expect(await read()).toMatchObject({ name: 'Renamed', enabled: true });
  await sql`update schedule set doc = replace(doc, ${at}, ${new Date(Date.now() + 500).toISOString()}) where id = ${id}`;
  const { runs } = await withWorkers(1, () => hasRun(id, 'FAILED'));
  expect(runs[0]).toMatchObject({
    outcome: 'FAILED',
    reason: expect.stringContaining('data.notification.notificationTo[0].email: must be an e-mail address'),
  });
});
