import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBrowser, openPage } from '../test/helpers/browser.ts';
import { makeTestDatabase } from '../test/helpers/database.ts';
import { startService } from '../test/helpers/service.ts';
import { poll } from '../test/helpers/waits/poll.ts';

/**
 * `npm run pictures`: replaces the console's pictures in docs/pictures. They show a service that this script starts and
 * fills with data. Look at them before you commit them.
 */
const shown = join(import.meta.dir, '..', 'docs', 'pictures');
const folder = mkdtempSync(join(tmpdir(), 'waybill-pictures-'));
const database = await makeTestDatabase();
const service = await startService({ DATABASE_URL: database.url, DATA_DIR: folder, SAMPLE_DATA: 'true', WORKERS: '2' });
const browser = await openBrowser();

type Created = { id: string };
const send = (method: string, path: string, body?: unknown) => service.send(method, `/api/v2${path}`, body);
const post = async (path: string, body: unknown): Promise<Created> => (await send('POST', path, body)) as Created;

const reminder = `<style>
  h1 { color: #0b4f8a } td, th { padding: 4pt 8pt; text-align: left } .sum { text-align: right }
</style>
<h1>Reminder {{no}}</h1>
<p>Dear {{customer}},</p>
<p>these invoices have not been paid yet:</p>
<table>
  <thead><tr><th>Invoice</th><th>Due</th><th class="sum">Amount</th></tr></thead>
  {{#each invoices}}
  <tr><td>{{no}}</td><td>{{due}}</td><td class="sum">{{amount}}</td></tr>
  {{/each}}
</table>
<p>Please pay them within a week.</p>`;

const meters = Array.from({ length: 240 }, (_, index) => `meter-${String(index + 1).padStart(3, '0')}`);

async function seed() {
  const template = await post('/formatter-templates', {
    ...{ code: 'reminder', name: 'Reminder', inputType: 'HTML', documentType: 'PDF', content: reminder },
    previewData: {
      no: 7,
      customer: 'Žofie Nováková',
      invoices: [
        { no: '2026-00117', due: '14 April', amount: '€281.09' },
        { no: '2026-00131', due: '14 May', amount: '€89.00' },
      ],
    },
  });
  const mail = {
    code: 'outage-mail',
    inputType: 'HTML',
    documentType: 'EMAIL',
    content: '<p>No water in {{street}}.</p>',
  };
  await post('/formatter-templates', mail);
  const config = { emailTemplateCode: 'outage-mail', subject: 'Outage in {{street}}', expireAfterMinutes: 1_440 };
  await send('POST', '/notification-rules', { code: 'outage', name: 'Outage', eventType: 'REST', config });
  for (const [code, givenName, familyName] of [
    ['novakova', 'Žofie', 'Nováková'],
    ['dvorak', 'Tomáš', 'Dvořák'],
  ])
    await post('/users', { code, type: 'INDIVIDUAL', givenName, familyName, email: `${code}@example.com`, chars: {} });
  await send('PATCH', '/users/novakova', { familyName: 'Nováková-Dvořáčková', description: 'Leads the night shift.' });
  await send('PATCH', '/users/novakova', {
    status: 'DISABLE',
    dataTags: ['optics', 'Plzeň'],
    description: 'On leave.',
  });
  const notification = crypto.randomUUID();
  await send('POST', '/notifications', {
    ...{
      id: notification,
      ownerType: 'Outage',
      ownerId: '17',
      templateCode: 'outage',
      data: { street: 'Plzeňská 12' },
    },
    notificationTo: [
      { ownerType: 'User', ownerId: 'dvorak' },
      { email: 'jana@example.com' },
      { ownerType: 'User', ownerId: 'novakova' },
      { ownerType: 'User', ownerId: 'moved-away' },
    ],
  });
  const job = { jobType: 'METER_READINGS', status: 'NEW', startDate: new Date().toISOString() };
  const jobSteps = meters.map((name) => ({ name, status: 'NEW' }));
  const readings = (await send('POST', '/jobs', { ...job, jobSteps })) as Created & { jobSteps: Created[] };
  return { template, notification, readings };
}

/** Inserts the activity of an hour, which the console's charts need. */
async function pastHour(): Promise<void> {
  const minute = Math.floor(Date.now() / 60_000) * 60_000;
  const rows = Array.from({ length: 60 }, (_, ago) => {
    const wave = 1 + Math.sin(ago / 7) / 2 + (ago % 5) / 12;
    const counts: [string, string, number][] = [
      ['jobs', 'done', Math.round(220 * wave)],
      ['steps', 'completed', Math.round(90 * wave)],
      ['steps', 'retry', ago % 11 === 3 ? 2 : 0],
      ['steps', 'failed', ago === 17 ? 1 : 0],
      ['requests', '2xx', Math.round(640 * wave)],
      ['requests', '4xx', Math.round(18 * wave)],
    ];
    const at = new Date(minute - ago * 60_000);
    return counts.map(([what, outcome, count]) => ({ minute: at, what, name: 'earlier', outcome, count }));
  }).flat();
  await database.sql`insert into activity ${database.sql(rows)}`;
}

/** Ends the steps of the client's Job one after the other, so that the console can show its throughput. */
async function work(steps: readonly Created[]): Promise<void> {
  for (const [index, { id }] of steps.entries()) {
    await send('PATCH', `/job-steps/${id}`, { status: 'IN_PROGRESS' });
    const failed = index === 3 || index === 57;
    const end = failed ? { status: 'FAILED', log: 'The meter does not answer.' } : { status: 'COMPLETED' };
    await send('PATCH', `/job-steps/${id}`, end);
  }
}

async function picture(name: string, hash: string, ready: string, look: Parameters<typeof openPage>[2] = {}) {
  const { context, page } = await openPage(browser, service.url, look);
  await page.goto(`/console${hash}`);
  return {
    page,
    async take() {
      await page.locator(ready).first().waitFor();
      await page.screenshot({ path: join(shown, `${name}.png`) });
      await context.close();
      console.log(name);
    },
  };
}

try {
  await pastHour();
  const { template, notification, readings } = await seed();
  const phone = await picture('consoleNarrow', `#/jobs/${readings.id}`, 'text=left', { width: 390, height: 700 });
  const job = await picture('consoleJob', `#/jobs/${readings.id}`, 'text=left', { height: 720 });
  const overview = await picture('console', '', 'text=left', { height: 860 });
  await post('/jobs', { jobType: 'REINDEX', status: 'NEW', startDate: new Date().toISOString() });
  await work(readings.jobSteps.slice(0, 160));
  await Promise.all([phone.take(), job.take(), overview.take()]);

  const story = { height: 640 };
  await poll('the notification to be settled', async () => {
    const { status } = (await send('GET', `/notifications/${notification}`)) as { status: string };
    return status === 'PARTIALLY_SENT';
  });
  await (await picture('consoleNotification', `#/notifications/${notification}`, 'text=250', story)).take();

  const preview = await picture('consoleTemplate', `#/templates/${template.id}`, 'iframe[title="Preview as PDF"]', {
    height: 1_160,
  });
  await preview.page.getByRole('button', { name: 'PDF', exact: true }).click();
  await preview.page.locator('iframe[title="Preview as PDF"]').waitFor();
  await preview.page.getByLabel('Document size').selectOption('B5');
  // The PDF viewer of the browser sends no event when it has drawn the page.
  await preview.page.waitForTimeout(3_000);
  await preview.take();

  const dark = await picture('consoleHistory', '#/records/users/novakova', 'text=created', { dark: true });
  await dark.page.getByRole('heading', { name: 'History' }).waitFor();
  await dark.take();
} finally {
  await browser.close();
  await service.stop();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
}
// The PostgreSQL server ends with this process; without an explicit exit the process would wait for the server.
process.exit(0);
