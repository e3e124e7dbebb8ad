import { expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { sendOfJob } from '../../../domain/notifications/notificationJob.ts';
import {
  ended,
  harness,
  post,
  send,
  smtp,
  start,
  startDeliveriesForFile,
  url,
} from '../../helpers/deliveries/deliveryHarness.ts';
import { caller } from '../../helpers/workerHarness.ts';

// A limit on a hang.
setDefaultTimeout(90_000);

/** A notification that is sent when documents have been made, with these attached. */

await startDeliveriesForFile();
await post('/formatter-templates', { code: 'bill', inputType: 'HTML', documentType: 'PDF', content: '<p>{{who}}</p>' });

async function request(body: JsonObject): Promise<{ status: number; json: JsonObject }> {
  const answer = await fetch(`${url}/api/v2/jobs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ status: 'NEW', startDate: new Date().toISOString(), ...body }),
  });
  return { status: answer.status, json: (await answer.json()) as JsonObject };
}
async function job(body: JsonObject): Promise<string> {
  const { status, json } = await request(body);
  if (status !== 200) throw new Error(JSON.stringify(json));
  return String(json.id);
}
const documents = (names: readonly string[], format = 'txt', template = 'bill') => {
  const items = names.map((who) => ({ documentId: who, documentTemplateCode: template, data: { who } }));
  return job({ jobType: 'GENERATE_DOCUMENTS', data: { format, items } });
};
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const mail = (email: string) => ({
  ...{ ownerType: 'Customer', ownerId: '1', templateCode: 'by-mail', data: { what: 'your bills', content: 'C' } },
  notificationTo: [{ email }],
});
const notify = (
  email: string,
  after: readonly string[],
  data: JsonObject = { attachDocuments: true },
  on = 'COMPLETED',
) =>
  job({
    jobType: 'SEND_NOTIFICATION',
    data: { notification: mail(email), ...data },
    after: after.map((jobId) => ({ jobId, on })),
  });
type Step = { status: string; log?: string; processingInfo: { notificationId: string; attached: number } };
const stepOf = (id: string, status: string) =>
  harness.jobEnds.until(id, async () => {
    const answer = await fetch(`${url}/api/v2/jobs/${id}?expand=JOB_STEPS`);
    const current = (await answer.json()) as { status: string; jobSteps: Step[] };
    return current.status === status ? current.jobSteps[0] : undefined;
  });

test('a Job that could send nothing, or attach nothing, is a 400', async () => {
  const errors = async (body: JsonObject) => (await request({ jobType: 'SEND_NOTIFICATION', ...body })).json.errors;
  const notification = mail('none@example.com');
  expect(await errors({})).toEqual(['data.notification: is required']);
  expect(await errors({ data: { notification: 'x', attachDocuments: 'yes' } })).toEqual([
    'data.notification: must be an object, not "x"',
    'data.attachDocuments: must be true or false, not "yes"',
  ]);
  expect(await errors({ data: { notification: { ...notification, notificationTo: [] } } })).toEqual([
    expect.stringMatching(/^data\.notification\.notificationTo: must have 1 to /),
  ]);
  expect(await errors({ data: { notification: { ...notification, subject: '{{' } } })).toEqual([
    expect.stringMatching(/^data\.notification\.subject: line 1/),
  ]);
  expect(await errors({ data: { notification, attachDocuments: true } })).toEqual([
    'data.attachDocuments: needs `after`, which names the Jobs whose documents are attached',
  ]);
  expect(await errors({ data: { notification: { ...notification, templateCode: 'NOPE' } } })).toEqual([
    'data.notification.templateCode: no NotificationRule and no FormatterTemplate has the code "NOPE"',
  ]);
});

test('the documents of all Jobs before it are attached, each under its own name', async () => {
  await start();
  const [first, second] = [await documents(['jana', 'petr']), await documents(['jana'], 'html')];
  const id = await notify('bills@example.com', [first, second]);
  const { processingInfo } = (await stepOf(id, 'COMPLETED')) as Step;
  expect(processingInfo.attached).toBe(3);
  await ended(processingInfo.notificationId, 'SENT');
  const { attachments, subject } = await smtp.last();
  expect(subject).toBe('About your bills');
  expect(attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
    ['jana.txt', 'text/plain'],
    ['petr.txt', 'text/plain'],
    ['jana.html', 'text/html'],
  ]);
  expect(new TextDecoder().decode(attachments[1]?.content as ArrayBuffer).trim()).toBe('petr');
});

test('an export names who has created its Job, also without authentication', async () => {
  await start();
  const id = await notify('export@example.com', [
    await job({ jobType: 'EXPORT_RECORDS', data: { kind: 'WorklogType' } }),
  ]);
  await ended(((await stepOf(id, 'COMPLETED')) as Step).processingInfo.notificationId, 'SENT');
  const [file] = (await smtp.last()).attachments;
  expect(JSON.parse(new TextDecoder().decode(file?.content as ArrayBuffer))).toMatchObject({ exportedBy: 'anonymous' });
});

test('the notification is sent once, though the step runs twice, and without documents unless they are wanted', async () => {
  await start();
  const before = await documents(['jana']);
  const id = await notify('once@example.com', [before], {});
  const { processingInfo } = (await stepOf(id, 'COMPLETED')) as Step;
  expect(processingInfo.attached).toBe(0);
  await ended(processingInfo.notificationId, 'SENT');
  // A worker that has lost its claim does it too.
  const repeated = await sendOfJob(
    harness.services,
    { id, data: { notification: mail('once@example.com') }, after: [before] },
    caller,
  );
  expect(repeated.notificationId).toBe(processingInfo.notificationId);
  await ended(await send({ notificationTo: [{ email: 'later@example.com' }] }), 'SENT');
  expect(smtp.accepted.filter(({ to }) => to === 'once@example.com')).toHaveLength(1);
});

test('a document that is missing, and a fault of the notification, make the Job FAILED with the reason', async () => {
  await start();
  const partial = await documents(['jana'], 'txt', 'nowhere');
  const id = await notify('never@example.com', [partial], { attachDocuments: true }, 'ENDED');
  const failed = await stepOf(id, 'FAILED');
  expect(failed?.log).toContain(`the document "jana" of the Job ${partial} is missing`);
  const step = { name: 'only', status: 'NEW' };
  const without = await job({ jobType: 'PARADE', jobSteps: [step] });
  const attaching = await notify('never@example.com', [without], { attachDocuments: true }, 'ENDED');
  await fetch(`${url}/api/v2/jobs/${without}/cancel`, { method: 'POST' });
  expect((await stepOf(attaching, 'FAILED'))?.log).toContain(
    'none of the Jobs in `after` is of a type that has documents',
  );
  const unmade = await job({ jobType: 'EXPORT_RECORDS', startAfter: inAnHour(), data: { kind: 'WorklogType' } });
  const ofExport = await notify('never@example.com', [unmade], { attachDocuments: true }, 'ENDED');
  await fetch(`${url}/api/v2/jobs/${unmade}/cancel`, { method: 'POST' });
  expect((await stepOf(ofExport, 'FAILED'))?.log).toContain(`the Job ${unmade} is FAILED and has made no documents`);
  await post('/formatter-templates', { code: 'leaving', inputType: 'HTML', documentType: 'EMAIL', content: 'x' });
  const wrong = await job({
    jobType: 'SEND_NOTIFICATION',
    startAfter: new Date(Date.now() + 1_000).toISOString(),
    data: { notification: { ...mail('never@example.com'), templateCode: 'leaving' } },
  });
  expect((await fetch(`${url}/api/v2/formatter-templates/leaving`, { method: 'DELETE' })).status).toBe(200);
  expect((await stepOf(wrong, 'FAILED'))?.log).toContain('templateCode');
  expect(smtp.accepted.filter(({ to }) => to === 'never@example.com')).toEqual([]);
});

test('a notification that has no form is a 400', async () => {
  const { status, json } = await request({
    jobType: 'SEND_NOTIFICATION',
    data: { notification: { id: crypto.randomUUID(), ownerType: 'T' }, attach: true },
  });
  expect(status).toBe(400);
  const errors = (json.errors as string[]).join('\n');
  for (const member of ['data.notification.id: must be absent', 'data.notification.ownerId: ', 'data.attach'])
    expect(errors).toContain(member);
});
