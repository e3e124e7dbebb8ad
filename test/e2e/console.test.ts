import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Request } from 'playwright-core';
import { insertMailboxMessage } from '../../db/queries/notifications/mailbox.ts';
import { newMailboxMessage } from '../../domain/notifications/mailbox/mailboxMessage.ts';
import { browserMissing, openBrowser, openPage, type WatchedPage } from '../helpers/browser.ts';
import { makeTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { type RunningService, startService } from '../helpers/service.ts';
import { until } from '../helpers/until.ts';

setDefaultTimeout(180_000);

/**
 * The console in a browser, against processes as `npm start` runs them: in one file, since their start and the browser’s
 * take as long as a dozen of the tests.
 */
const folder = mkdtempSync(join(tmpdir(), 'waybill-console-'));
let database: TestDatabase;
let service: RunningService;
let browser: Browser;
let watched: WatchedPage;

const KB = 1_024;
/** Run in the page: what axe finds, and whether it fits. */
const look = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => [
  ...violations.map(({ id, nodes }) => id + ': ' + nodes[0].html),
  ...(document.documentElement.scrollWidth > innerWidth ? ['is wider than the window'] : []),
])`;

type Created = { id: string; code: string };

describe.skipIf(browserMissing !== undefined)(`the console${browserMissing ? ` (${browserMissing})` : ''}`, () => {
  beforeAll(async () => {
    database = await makeTestDatabase();
    [service, browser] = await Promise.all([
      startService({ DATABASE_URL: database.url, DATA_DIR: folder, SAMPLE_DATA: 'true', WORKERS: '1', PORT: '0' }),
      openBrowser(),
    ]);
    watched = await openPage(browser, service.url);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const button = (name: string | RegExp, within?: Locator): Locator =>
    (within ?? watched.page).getByRole('button', { name, exact: typeof name === 'string' });
  const link = (name: string): Locator => watched.page.getByRole('link', { name, exact: true });
  const field = (name: string): Locator => watched.page.getByLabel(name, { exact: true });
  const row = (text: string): Locator => watched.page.getByRole('row').filter({ hasText: text });
  const dialog = (): Locator => watched.page.getByRole('dialog');
  const shows = (text: string): Promise<void> => watched.page.getByText(text).first().waitFor();
  const heading = (name: string): Promise<void> =>
    watched.page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

  async function open(hash: string, title: string): Promise<void> {
    await watched.page.goto(`/console${hash}`);
    await heading(title);
  }

  /** Presses the dialog's own button and waits until it has closed. */
  async function confirm(action: string): Promise<void> {
    await button(action, dialog()).click();
    await dialog().waitFor({ state: 'detached' });
  }

  async function job(jobType: string, steps: readonly string[] = []): Promise<string> {
    const { id } = (await service.send('POST', '/api/v2/jobs', {
      jobType,
      status: 'NEW',
      startDate: new Date().toISOString(),
      ...(steps.length > 0 && { jobSteps: steps.map((name) => ({ name, status: 'NEW' })) }),
    })) as { id: string };
    return id;
  }

  const statusOf = async (id: string): Promise<string> =>
    ((await service.get(`/api/v2/jobs/${id}`)) as { status: string }).status;
  const found = (kind: string, count: number): Promise<unknown> =>
    until(`${count} ${kind} to be found`, async () => {
      const filtering = encodeURIComponent('{"filters":[]}');
      return (await service.get(`/api/v2/${kind}/search/count?filtering=${filtering}`)) === count;
    });

  describe('the page', () => {
    test('has under 300 KB compressed, and loads nothing that it has not brought', async () => {
      const loaded: { url: string; size: number }[] = [];
      let asked = 0;
      const { context, page, complaints } = await openPage(browser, service.url);
      const isOurs = (request: Request): boolean => request.url().includes('/console');
      page.on('request', (request) => {
        if (isOurs(request)) asked++;
      });
      page.on('requestfinished', async (request) => {
        if (!isOurs(request)) return;
        const { responseBodySize } = await request.sizes();
        loaded.push({ url: request.url(), size: responseBodySize });
      });
      const response = await page.goto('/console');
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
      const policy = response?.headers()['content-security-policy'] ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self';");
      // The browser tells of each when it has measured it.
      await until('all that is loaded to be measured', () => loaded.length >= 3 && loaded.length === asked);
      expect(loaded.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(300 * KB);
      // What the policy forbids does not run.
      await page.evaluate(`{
        const inline = document.createElement('script');
        inline.textContent = 'document.title = "run"';
        document.body.append(inline);
      }`);
      expect(await page.title()).toBe('Overview · Waybill');
      await until('the refusal to be told', () => complaints.length > 0);
      expect(complaints.filter((one) => !one.includes('script-src'))).toEqual([]);
      expect(complaints.length).toBe(1);
      await context.close();
    });

    test('gets its files from an api of another release too, and tells of a path that is none', async () => {
      const script = /src="(\/console\/main-\w+\.js)"/.exec(await (await fetch(`${service.url}/console`)).text())?.[1];
      const own = await fetch(`${service.url}${script}`);
      const others = await fetch(`${service.url}/console/main-another.js`);
      expect(own.headers.get('cache-control')).toContain('immutable');
      expect(others.headers.get('cache-control')).toBe('no-store');
      expect(await others.text()).toBe(await own.text());
      expect((await fetch(`${service.url}/console/none.js`)).status).toBe(404);
      await open('#/nothing', 'Not found');
    });
  });

  test('the overview is live: workers, queues, what is ready, what was done', async () => {
    await open('', 'Overview');
    // Not a part of another word: it is there once the stream has told something.
    await watched.page.getByText('Live', { exact: true }).waitFor();
    const health = watched.page.getByRole('list', { name: 'Health' });
    const ready = /database\s*ready.*search\s*ready/s;
    await until('all to be ready', async () => ready.test((await health.textContent()) ?? ''));
    await row('alive').waitFor();
    await link('All queues').waitFor();
    const id = await job('BY_HAND', ['one', 'two', 'three', 'four']);
    const bar = watched.page.getByRole('progressbar');
    await bar.waitFor();
    expect(await bar.getAttribute('aria-valuetext')).toBe('0 of 4 steps, 0 failed');
    const chart = watched.page.getByRole('img', { name: /^Throughput/ });
    await chart.waitFor();
    await button('Last day').click();
    await shows('per 15 minutes');
    expect(await button('Last day').getAttribute('aria-pressed')).toBe('true');
    await service.send('POST', `/api/v2/jobs/${id}/cancel`);
    await bar.waitFor({ state: 'detached' });
  });

  test('is asked for every few seconds where a stream cannot be', async () => {
    const { context, page } = await openPage(browser, service.url);
    await page.route('**/metrics/live', (route) => route.abort());
    await page.goto('/console');
    await page.getByText('Polling every few seconds').waitFor();
    await page.getByText('empty queues not shown').waitFor();
    await context.close();
  });

  describe('jobs', () => {
    test('are followed with a bar, their steps looked into, sent again and cancelled', async () => {
      const id = await job('BY_HAND', ['first', 'second', 'third']);
      const { jobSteps } = (await service.get(`/api/v2/jobs/${id}?expand=JOB_STEPS`)) as {
        jobSteps: { id: string; name: string }[];
      };
      const end = async (name: string, status: string, log?: string): Promise<void> => {
        const step = jobSteps.find((one) => one.name === name)?.id;
        await service.send('PATCH', `/api/v2/job-steps/${step}`, { status: 'IN_PROGRESS' });
        await service.send('PATCH', `/api/v2/job-steps/${step}`, { status, ...(log && { log }) });
      };
      await open(`#/jobs/${id}`, 'BY_HAND');
      await end('first', 'COMPLETED');
      await watched.page.locator('[aria-valuetext="1 of 3 steps, 0 failed"]').waitFor();
      await end('second', 'FAILED', 'The other side is away.');
      await watched.page.locator('[aria-valuetext="2 of 3 steps, 1 failed"]').waitFor();
      await row('The other side is away.').waitFor();
      await button('Resend second').click();
      expect(await dialog().textContent()).toContain('Resend second');
      await confirm('Resend 1 step');
      await watched.page.locator('[aria-valuetext="1 of 3 steps, 0 failed"]').waitFor();
      await button('Cancel').click();
      await confirm('Cancel 1 job');
      expect(await statusOf(id)).toBe('FAILED');
      await button('Resend failed steps').click();
      await confirm('Resend failed steps of 1 job');
      await until('the job to be open', async () => (await statusOf(id)) !== 'FAILED');
      await service.send('POST', `/api/v2/jobs/${id}/cancel`);
    });

    test('show which of them failed, whose steps are resent: the selected, or all that match', async () => {
      const names = ['a', 'b', 'c', 'd'];
      const id = await job('RESENT', names);
      const path = `/api/v2/jobs/${id}?expand=JOB_STEPS`;
      const { jobSteps } = (await service.get(path)) as { jobSteps: { id: string }[] };
      for (const { id: step } of jobSteps) {
        await service.send('PATCH', `/api/v2/job-steps/${step}`, { status: 'IN_PROGRESS' });
        await service.send('PATCH', `/api/v2/job-steps/${step}`, { status: 'FAILED', log: 'away' });
      }
      const opened = async (count: number): Promise<unknown> =>
        until(`${count} steps to be open`, async () => {
          const { jobSteps: steps } = (await service.get(path)) as { jobSteps: { status: string }[] };
          return steps.filter(({ status }) => status === 'NEW').length === count;
        });
      await open('#/jobs?type=RESENT', 'Jobs');
      await row('4 steps failed').waitFor();
      await link('RESENT').click();
      await heading('RESENT');
      await field('Select a').check();
      await field('Select c').check();
      await shows('2 steps selected');
      await button('Resend').click();
      await button('Resend 2 steps', dialog()).click();
      await shows('2 of 2 done');
      await confirm('Close');
      await opened(2);
      await until('the rest to be counted', async () => {
        await button('Resend…').click();
        await dialog().waitFor();
        if ((await dialog().textContent())?.includes('Resend 2 steps')) return true;
        await button('Cancel', dialog()).click();
        return false;
      });
      await button('Resend 2 steps', dialog()).click();
      await shows('2 of 2 done');
      await confirm('Close');
      await opened(4);
      await service.send('POST', `/api/v2/jobs/${id}/cancel`);
      await button('Resend a').focus();
      await watched.page.keyboard.press('Enter');
      await button('Resend 1 step', dialog()).click();
      await button('Resend a').waitFor({ state: 'detached' });
      // The button is gone, and the focus is still in its row.
      const focused = watched.page.locator('tbody :focus');
      await focused.waitFor();
      expect(await focused.textContent()).toBe('a');
      await service.send('POST', `/api/v2/jobs/${id}/cancel`);
    });

    test('are filtered, and acted upon one by one or all that match', async () => {
      const ids = await Promise.all(Array.from({ length: 5 }, () => job('SWEEP', ['only'])));
      await open('#/jobs', 'Jobs');
      await field('Type').fill('SWEEP');
      await button('Filter').click();
      await watched.page.getByText('1–5 of 5').waitFor();
      expect(watched.page.url()).toContain('type=SWEEP');
      expect(await watched.page.locator(':focus').textContent()).toBe('Filter');
      const boxes = watched.page.getByRole('checkbox', { name: /^Select SWEEP/ });
      await boxes.nth(0).check();
      await boxes.nth(1).check();
      await shows('2 jobs selected');
      await button('Cancel').click();
      expect(await dialog().textContent()).toContain('Cancel 2 jobs');
      await button('Cancel 2 jobs', dialog()).click();
      await shows('2 of 2 done');
      await confirm('Close');
      await until('two to be cancelled', async () => {
        const statuses = await Promise.all(ids.map(statusOf));
        return statuses.filter((status) => status === 'FAILED').length === 2;
      });
      await until('the rest to be counted', async () => {
        await button('Cancel…').click();
        const said = await dialog().textContent();
        if (said?.includes('Cancel 3 jobs')) return true;
        await button('Cancel', dialog()).click();
        return false;
      });
      await button('Cancel 3 jobs', dialog()).click();
      await shows('3 of 3 done');
      await confirm('Close');
      expect(await Promise.all(ids.map(statusOf))).toEqual(Array(5).fill('FAILED'));
      await field('Status').selectOption('COMPLETED');
      await button('Filter').click();
      await shows('No job matches.');
      await link('Clear').click();
      await watched.page.getByText('SWEEP').first().waitFor();
      // Whoever has gone on before the form is another stays where they are.
      await field('Type').fill('SWEEP');
      await watched.page.evaluate(`{
        document.querySelector('form.filters').requestSubmit();
        document.querySelector('a.brand').focus();
      }`);
      await watched.page.getByText('1–5 of 5').waitFor();
      expect(await watched.page.locator(':focus').getAttribute('class')).toBe('brand');
    });

    test('past what a list reaches, the console says so', async () => {
      const page = { content: [], totalElements: 12_345, totalPages: 247 };
      await watched.page.route('**/api/v2/jobs/search/page*', (route) => route.fulfill({ json: page }));
      await open('#/jobs?page=199', 'Jobs');
      await shows('Lists show at most 10,000 records.');
      expect(await link('Next').count()).toBe(0);
      await watched.page.unroute('**/api/v2/jobs/search/page*');
    });
  });

  test('queues are paused, their dead letters looked into and sent again, and resumed', async () => {
    for (const n of [1, 2, 3]) {
      await database.sql`
        insert into pgboss.job (name, data, source_output)
        values ('index.sync.dead', ${database.sql.json({ kind: 'Role', ids: [], n })}, ${database.sql.json({ message: `reason ${n}` })})`;
    }
    await open('#/queues', 'Queues');
    await button('Pause index.sync').click();
    await confirm('Pause');
    await button('Resume index.sync').waitFor();
    await link('index.sync').click();
    await heading('index.sync');
    await button('reason 2').click();
    await shows('"n": 2');
    await button('reason 2').click();
    await row('reason 2')
      .getByRole('button', { name: /^Retry/ })
      .click();
    expect(await dialog().textContent()).toContain('Retry 1 dead letter');
    await confirm('Retry (1)');
    await row('reason 2').waitFor({ state: 'detached' });
    await watched.page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await button('Retry selected').click();
    await confirm('Retry (2)');
    await shows('No dead letters.');
    await button('Resume').click();
    await confirm('Resume');
    await button('Pause').waitFor();
  });

  test('indexes are compared, refreshed, given fields and rebuilt', async () => {
    await open('#/indexes', 'Indexes');
    for (const action of ['Compare', 'Refresh', 'Rebuild']) {
      await button(`${action}: WorklogType`).click();
      await confirm(action);
      await shows(`${action} WorklogType`);
      const job = watched.page.getByRole('link', { name: 'show the job' });
      const id = (await job.getAttribute('href'))?.split('/').at(-1) as string;
      await until(`${action} to be done`, async () => (await statusOf(id)) === 'COMPLETED');
    }
    await button('Add fields: WorklogType').click();
    await confirm('Add fields');
    await shows('Add fields WorklogType: done.');
    await button('Rebuild all').click();
    await button('Cancel', dialog()).click();
  });

  describe('records', () => {
    test('are created by a form that shows what is wrong where it is, edited, compared with before and deleted', async () => {
      await open('#/records', 'Records');
      await link('Users').click();
      await heading('Users');
      await link('Create').click();
      await heading('New user');
      await field('Code (required)').fill('ada');
      await field('Type (required)').fill('none');
      await field('Supervisor id').fill('x');
      await field('Chars (required)').fill('{');
      await button('Save').click();
      await shows('chars: is not valid JSON');
      await field('Chars (required)').fill('{"shift": "night"}');
      await button('Add to regions').click();
      await field('Coefficient').fill('0.5');
      await field('Region id').fill('nowhere');
      await button('Save').click();
      const region = field('Region id');
      await watched.page.locator('[aria-invalid=true]').first().waitFor();
      expect(await region.getAttribute('aria-invalid')).toBe('true');
      expect(await field('Supervisor id').getAttribute('aria-invalid')).toBe('true');
      await field('Supervisor id').fill('');
      await button('Remove regions 1').click();
      await field('Type (required)').fill('INDIVIDUAL');
      await field('Given name').fill('Ada');
      await field('Data tags').fill('night\nfibre');
      await field('Valid from').fill('2026-05-01T08:00:00');
      await field('Status').selectOption('DISABLE');
      await button('Save').click();
      await heading('ada');
      const user = (await service.get('/api/v2/users/ada')) as Record<string, unknown>;
      expect(user).toMatchObject({ dataTags: ['night', 'fibre'], chars: { shift: 'night' }, status: 'DISABLE' });

      await link('Edit').click();
      await heading('Edit ada');
      await field('Family name').fill('Lovelace');
      // Somebody else is faster.
      await service.send('PATCH', '/api/v2/users/ada', { description: 'Night shift' });
      await button('Save').click();
      await shows('auditInfo.version');
      await watched.page.reload();
      await heading('Edit ada');
      await field('Family name').fill('Lovelace');
      await button('Save').click();
      await heading('ada');
      await shows('History');
      expect(await row('familyName').textContent()).toContain('Lovelace');
      await watched.page.getByText('Full record').last().click();
      await shows('"status": "DISABLE"');
      await button('Delete').click();
      await confirm('Delete (1)');
      await heading('Users');
    });

    test('are searched with filters, words and an order, all of it in the address', async () => {
      for (const n of [1, 2, 3]) {
        await service.send('POST', '/api/v2/roles', { code: `shift-${n}`, name: n === 2 ? 'Night' : 'Day' });
      }
      await found('roles', 3);
      await open('#/records/roles', 'Roles');
      await button('Add filter').click();
      await field('Column').fill('code');
      await field('Operator').selectOption('IN');
      await field('Value').fill('shift-1,shift-2');
      await field('Words').fill('night');
      await field('Sort by').fill('code');
      await field('Order').selectOption('DESC');
      await button('Search').click();
      await shows('1–1 of 1');
      expect(await link('shift-2').count()).toBe(1);
      await watched.page.reload();
      await shows('1–1 of 1');
      expect(await field('Value').inputValue()).toBe('shift-1,shift-2');
      await field('Column').fill('nonsense');
      await button('Search').click();
      await watched.page.getByRole('alert').getByText('nonsense').first().waitFor();
    });

    test('come to the list that is looked at, whatever is being typed and chosen there', async () => {
      const of = { f: JSON.stringify([{ column: 'code', operator: 'EQ', value: 'latecomer' }]) };
      await open(`#/records/roles?${new URLSearchParams(of)}`, 'Roles');
      await shows('No record matches.');
      await field('Words').fill('half a wo');
      await field('Order').selectOption('DESC');
      await service.send('POST', '/api/v2/roles', { code: 'latecomer', name: 'Latecomer' });
      await row('latecomer').waitFor();
      expect(await field('Words').inputValue()).toBe('half a wo');
      expect(await field('Order').inputValue()).toBe('DESC');
    });

    test('are imported after the difference was shown, and exported', async () => {
      await service.send('POST', '/api/v2/log-types', { code: 'KEPT', name: 'Kept' });
      await service.send('POST', '/api/v2/log-types', { code: 'OTHER', name: 'Before' });
      await open('#/records/log-types/~import', 'Import: log types');
      const csv = 'code,name\nOTHER,After\nFRESH,Fresh\n';
      await field('File (export, JSON, NDJSON or CSV, optionally gzipped)').setInputFiles({
        name: 'types.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(csv),
      });
      await button('Show the differences').click();
      await shows('New: 1');
      await watched.page.locator('summary', { hasText: 'OTHER' }).click();
      expect(await row('name').first().textContent()).toMatch(/Before\s*After/);
      // What the file leaves out stays unless it is asked for.
      await button('Save 2 changes').click();
      await confirm('Save (2)');
      await heading('Log types');
      expect(await service.get('/api/v2/log-types/OTHER')).toMatchObject({ name: 'After' });
      expect(await service.get('/api/v2/log-types/KEPT')).toMatchObject({ name: 'Kept' });
      const [download] = await Promise.all([watched.page.waitForEvent('download'), button('Export').click()]);
      const stored = await Bun.file((await download.path()) as string).json();
      expect((stored as { data: Created[] }).data.map(({ code }) => code)).toContain('FRESH');
    });
  });

  test('all kinds go out as one archive and come in again, looked at first', async () => {
    await open('#/records', 'Records');
    await link('Export or import all').click();
    await heading('All kinds as one file');
    const [download] = await Promise.all([watched.page.waitForEvent('download'), button('Export everything').click()]);
    await service.send('PATCH', '/api/v2/worklog-types/REPAIR', { description: 'Changed since' });
    await field('Archive (zip or tar.gz)').setInputFiles((await download.path()) as string);
    await button('Show the differences').click();
    await button('Save 1 change').click();
    await confirm('Save (1)');
    expect(await service.get('/api/v2/worklog-types/REPAIR')).not.toMatchObject({ description: 'Changed since' });
  });

  test('scripts are tried out', async () => {
    const source = 'if (!input.name) throw new Error("no name"); return { hello: input.name };';
    await service.send('POST', '/api/v2/scripts', { code: 'greet', name: 'Greeting', source });
    await open('#/scripts', 'Scripts');
    await link('greet').click();
    await heading('Greeting');
    await field('Input').fill('{"name": "Ada"}');
    await button('Run').click();
    await shows('"hello": "Ada"');
    await field('Input').fill('{}');
    await button('Run').click();
    await watched.page.getByRole('alert').getByText('no name').first().waitFor();
  });

  test('templates are looked at while they are written, as HTML and as PDF, and nothing of them runs', async () => {
    const { id } = (await service.send('POST', '/api/v2/formatter-templates', {
      code: 'letter',
      name: 'Letter',
      inputType: 'HTML',
      content: '<p>Dear {{name}}</p>',
      previewData: { name: 'Ada' },
    })) as Created;
    await open(`#/templates/${id}`, 'letter');
    const frame = watched.page.frameLocator('iframe[title="Preview as HTML"]');
    await frame.getByText('Dear Ada').waitFor();
    await field('Preview data').fill('{"name": "Grace"}');
    await frame.getByText('Dear Grace').waitFor();
    await field('Content').fill('<p>Hello {{name}}</p>');
    await frame.getByText('Hello Grace').waitFor();
    expect(await watched.page.locator('iframe').getAttribute('sandbox')).toBe('');
    await field('Content').fill('<p>{{#if}}</p>');
    await watched.page.getByRole('alert').getByText('line 1, column').waitFor();
    // What was there stays until there is something newer.
    await frame.getByText('Hello Grace').waitFor();
    const isOn = (page: string): Promise<unknown> =>
      until(`a page of ${page}`, async () => {
        const saved = watched.page.waitForEvent('download');
        await link('Download the PDF').click();
        const pdf = await Bun.file((await (await saved).path()) as string).bytes();
        return Buffer.from(pdf).toString('latin1').includes(`MediaBox [0 0 ${page}`);
      });
    await field('Content').fill('<p>Good day, {{name}}</p>');
    await button('PDF').click();
    await watched.page.locator('iframe[title="Preview as PDF"]').waitFor();
    await isOn('595');
    await field('Document size').selectOption('LANDSCAPE');
    await isOn('841');
    await until(
      'the viewer of the older one to be gone',
      async () => (await watched.page.locator('iframe').count()) === 1,
    );
    await field('Content').fill('{{nothing 1}}');
    await watched.page.getByRole('alert').getByText('there is no helper "nothing"').waitFor();
    expect(await watched.page.locator('iframe[title="Preview as PDF"]').count()).toBe(1);
    await field('Content').fill('<p>Good day, {{name}}</p>');
    await field('Preview data').fill('{"name": ');
    await button('Save').click();
    await shows('previewData: is not valid JSON');
    await field('Preview data').fill('{"name": "Grace"}');
    await button('Save').click();
    await shows('letter was saved.');
    expect(await service.get('/api/v2/formatter-templates/letter')).toMatchObject({
      content: '<p>Good day, {{name}}</p>',
      documentSize: 'LANDSCAPE',
      previewData: { name: 'Grace' },
    });
    // Of a script only what is saved is run.
    await open('#/templates/~new', 'New template');
    await field('Input type (required)').selectOption('SCRIPT');
    await shows('The output of a script or a file is shown once the template is saved.');
  });

  test('a notification tells its story attempt by attempt, is sent again and cancelled', async () => {
    const template = { code: 'mail', name: 'Mail', inputType: 'HTML', documentType: 'EMAIL', content: '<p>Hello</p>' };
    await service.send('POST', '/api/v2/formatter-templates', template);
    // A window that is not open for hours keeps what is accepted planned.
    const hour = (from: number): string => `${String((new Date().getUTCHours() + from) % 24).padStart(2, '0')}:00`;
    await service.send('POST', '/api/v2/notification-rules', {
      code: 'later',
      name: 'Later',
      eventType: 'DIRECT',
      config: { emailTemplateCode: 'mail', subject: 'Hello', deliveryFrom: hour(10), deliveryTo: hour(11) },
    });
    const send = async (templateCode: string, target: object): Promise<string> => {
      const id = crypto.randomUUID();
      const given = { id, ownerType: 'Order', ownerId: '7', templateCode, subject: 'Hello', notificationTo: [target] };
      await service.send('POST', '/api/v2/notifications/direct', given);
      return id;
    };
    const sent = await send('mail', { email: 'ada@example.org' });
    const failed = await send('mail', { ownerType: 'User', ownerId: 'nobody' });
    const planned = await send('later', { email: 'grace@example.org' });
    const status = async (id: string) =>
      ((await service.get(`/api/v2/notifications/${id}`)) as { status: string }).status;
    await until('one to be sent', async () => (await status(sent)) === 'SENT');
    await until('one to have failed', async () => (await status(failed)) === 'FAILED');
    await found('notifications', 3);
    await open('#/notifications?address=ada', 'Notifications');
    await watched.page.getByText('1–1 of 1').waitFor();
    await link('Hello').click();
    await heading('Hello');
    await row('250').waitFor();
    await open(`#/notifications/${failed}`, 'Hello');
    await shows('no User has the id or code "nobody"');
    await open(`#/notifications/${planned}`, 'Hello');
    await button('Cancel').click();
    await confirm('Cancel 1 notification');
    expect(await status(planned)).toBe('CANCELLED');
    await button('Resend').click();
    await confirm('Resend 1 notification');
    expect(await status(planned)).toBe('PLAN');
    await open('#/notifications?template=later', 'Notifications');
    await row('plan').waitFor();
    await button('Cancel…').click();
    await button('Cancel 1 notification', dialog()).click();
    await shows('1 of 1 done');
    await confirm('Close');
    expect(await status(planned)).toBe('CANCELLED');
    await service.send('DELETE', '/api/v2/admin/mailbox');
  });

  test('a rule is tried out: it says what will be sent to whom, sends it, and leads to what came of it', async () => {
    const config = { emailTemplateCode: 'mail', subject: 'Trial {{no}}', requiredParams: ['no'] };
    const rule = { code: 'trial', name: 'Trial', eventType: 'REST', config };
    const { id } = (await service.send('POST', '/api/v2/notification-rules', rule)) as Created;
    const event = { ...rule, code: 'by-event', eventType: 'PROCESS' };
    const { id: other } = (await service.send('POST', '/api/v2/notification-rules', event)) as Created;
    await open(`#/records/notification-rules/${id}`, 'trial');
    await link('Test').click();
    await heading('Test trial');
    const evaluate = async (given: object): Promise<string> => {
      await field('Event data').fill(JSON.stringify(given));
      await button('Evaluate…').click();
      return (await dialog().textContent()) ?? '';
    };
    const notificationTo = [{ email: 'ada@example.org' }, { ownerType: 'UserGroup', ownerId: 'dispatch' }];
    const owner = { ownerType: 'Order', ownerId: '7' };
    const said = await evaluate({ ...owner, notificationTo, data: { no: 7 } });
    expect(said).toContain('This is not a dry run');
    expect(said).toContain('To ada@example.org, the group dispatch or its members.');
    expect(said).toContain('e-mail from the template mail');
    await button('Cancel', dialog()).click();
    expect(await evaluate({ ...owner, data: { no: 8 } })).toContain('To nobody');
    await confirm('Send');
    await shows('No notification was created');
    await watched.page.getByRole('alert').getByText('notificationTo').waitFor();
    await evaluate({ ...owner, notificationTo: [{ email: 'ada@example.org' }], data: { no: 9 } });
    await confirm('Send');
    // Named by its subject once it is sent, by its rule before.
    await watched.page.getByText('to 1 recipient').getByRole('link').click();
    await heading('Trial 9');
    await row('250').waitFor();
    await link('Show its logs').click();
    await heading('Logs');
    await row('NOTIFICATION_EXCHANGE').waitFor();
    await open(`#/records/notification-rules/${other}/test`, 'Test by-event');
    await shows('Rules of the type PROCESS are evaluated by events.');
    expect(await button('Evaluate…').isDisabled()).toBe(true);
    await service.send('DELETE', '/api/v2/admin/mailbox');
  });

  test('addresses are suppressed and lifted', async () => {
    await open('#/suppressions', 'Suppressions');
    await shows('No address is suppressed.');
    await button('Suppress an address').click();
    await dialog().getByLabel('Address or number').fill('no address');
    await button('Suppress (1)', dialog()).click();
    await dialog().getByRole('alert').getByText('address:').waitFor();
    await dialog().getByLabel('Address or number').fill('gone@example.org');
    await dialog().getByLabel('Reason').fill('The customer has moved.');
    await confirm('Suppress (1)');
    await row('gone@example.org').waitFor();
    await button('Lift gone@example.org').click();
    await confirm('Lift (1)');
    await shows('No address is suppressed.');
  });

  test('the mailbox shows messages without letting anything of them run or load, and gives their attachments', async () => {
    const id = Bun.randomUUIDv7();
    const html = '<h1>Done</h1><script>top.document.title="run"</script><img src="https://outside.example/x.png">';
    const raw = [
      'Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nDone\r\n',
      '--b\r\nContent-Type: text/csv; name=a.csv\r\nContent-Disposition: attachment; filename=a.csv\r\n',
      `Content-Transfer-Encoding: base64\r\n\r\n${btoa('one,two')}\r\n--b--\r\n`,
    ].join('');
    const members = {
      ...{ id, channel: 'EMAIL' as const, receivedAt: new Date().toISOString(), from: 'a@example.org' },
      ...{ to: ['b@example.org'], subject: 'The line works', text: 'Done', html },
      attachments: [{ name: 'a.csv', mediaType: 'text/csv', size: 7 }],
      headers: [{ name: 'X-Test', value: 'yes' }],
    };
    await insertMailboxMessage(database.sql, 'EMAIL', newMailboxMessage(members, Buffer.from(raw)));
    await open('#/mailbox', 'Mailbox');
    await link('The line works').click();
    await heading('The line works');
    await watched.page.frameLocator('iframe[title="Message as HTML"]').getByText('Done').waitFor();
    expect(await watched.page.title()).toBe('The line works · Waybill');
    const refused = watched.complaints.splice(0);
    expect(refused.filter((one) => !/sandboxed|Content Security Policy/.test(one))).toEqual([]);
    await button('Headers').click();
    await shows('X-Test: yes');
    const [download] = await Promise.all([watched.page.waitForEvent('download'), button('Download a.csv').click()]);
    expect(download.suggestedFilename()).toBe('a.csv');
    expect(await Bun.file((await download.path()) as string).text()).toBe('one,two');
    await link('Mailbox').first().click();
    await button('Empty').click();
    await confirm('Empty');
    await shows('The mailbox is empty.');
  });

  test('what was done is in the audit list', async () => {
    await open('#/audit', 'Audit');
    await field('Operation').fill('queues/{name}/pause');
    await button('Filter').click();
    await row('index.sync').first().waitFor();
    await row('index.sync').first().getByRole('button').click();
    await row('index.sync').getByText('"paused": true').first().waitFor();
    await open('#/audit?outcome=failed', 'Audit');
    await row('POST /suppressions').getByText('400').first().waitFor();
  });

  test('where the service does not offer an operation, the view says so', async () => {
    const answer = { status: 'NOT_FOUND', message: 'There is nothing at this path.', errors: ['path: is unknown'] };
    await watched.page.route('**/api/v2/admin/mailbox*', (route) => route.fulfill({ status: 404, json: answer }));
    await open('#/mailbox', 'Mailbox');
    await shows('This service does not offer this operation');
    await watched.page.unroute('**/api/v2/admin/mailbox*');
  });

  test('keys alone reach everything: skip link, menu of views, dialogs that keep the focus and give it back', async () => {
    await open('#/queues', 'Queues');
    const { keyboard } = watched.page;
    const focused = (): Promise<string | null> => watched.page.locator(':focus').textContent();
    await watched.page.reload();
    await heading('Queues');
    await keyboard.press('Tab');
    expect(await focused()).toBe('Skip to content');
    await keyboard.press('Enter');
    expect(await focused()).toBe('Queues');
    await link('Jobs').focus();
    await keyboard.press('Enter');
    await heading('Jobs');
    // A view is seen a moment before its heading takes the focus.
    await watched.page.locator('h1:focus', { hasText: /^Jobs$/ }).waitFor();
    await open('#/queues', 'Queues');
    await watched.page.locator('h1:focus', { hasText: /^Queues$/ }).waitFor();
    const pause = button('Pause job.plan');
    await pause.focus();
    await keyboard.press('Enter');
    await dialog().waitFor();
    for (let count = 0; count < 4; count++) {
      await keyboard.press('Tab');
      // Behind its last button come the browser's own, and nothing of the page below.
      expect(await watched.page.locator(':focus:not(dialog, dialog *)').count()).toBe(0);
    }
    await keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    expect(await watched.page.locator(':focus').getAttribute('aria-label')).toBe('Pause job.plan');
  });

  test('the page complained of nothing', () => {
    expect(watched.complaints).toEqual([]);
  });

  describe('every view is accessible and fits', async () => {
    const axe = await Bun.file(join(import.meta.dir, '..', '..', 'node_modules', 'axe-core', 'axe.min.js')).text();
    // Colours follow the scheme and layout the width, so that two looks show all of both.
    const looks = [
      ['in light', {}],
      ['in dark, on a phone', { dark: true, width: 390, height: 844 }],
    ] as const;
    for (const [name, options] of looks) {
      test(name, async () => {
        const id = await job('BY_HAND', ['one', 'two']);
        await service.send('POST', `/api/v2/jobs/${id}/cancel`);
        const { id: record } = (await service.get('/api/v2/worklog-types/REPAIR')) as Created;
        const { id: rule } = (await service.get('/api/v2/notification-rules/trial')) as Created;
        const views = [
          ...['', '#/jobs', `#/jobs/${id}`, '#/queues', '#/queues/index.sync', '#/indexes', '#/records'],
          ...[
            '#/records/worklog-types',
            `#/records/worklog-types/${record}`,
            '#/records/users/~new',
            '#/records/users/~import',
          ],
          ...['#/scripts', '#/templates', '#/templates/~new', '#/mailbox', '#/audit'],
          ...['#/notifications', '#/suppressions', '#/records/notification-rules/~new', '#/records/logs'],
          `#/records/notification-rules/${rule}/test`,
        ];
        const { context, page, complaints } = await openPage(browser, service.url, options);
        const problems: string[] = [];
        await page.goto('/console');
        await page.evaluate(axe);
        for (const view of views) {
          await page.evaluate(`location.hash = ${JSON.stringify(view || '#/')}`);
          // Every view has its heading at once, and its rows, members or a sentence when it has been answered.
          await page.locator('main :is(table, form, dl, .empty, .notice)').first().waitFor();
          const found = await page.evaluate<string[]>(look);
          problems.push(...found.map((problem) => `${view} ${problem}`));
        }
        expect(problems).toEqual([]);
        expect(complaints).toEqual([]);
        await context.close();
      });
    }
  });
});
