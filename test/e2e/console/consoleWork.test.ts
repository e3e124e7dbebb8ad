import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { describeConsole, startConsole } from '../../helpers/console.ts';
import { accessibilityProblems } from '../../helpers/pages/accessibility.ts';
import { poll } from '../../helpers/waits/poll.ts';

setDefaultTimeout(180_000);

const { service, database, watched, button, link, field, row, dialog, shows, heading, open, confirm, job, statusOf } =
  await startConsole();

describeConsole(() => {
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
      await watched.page.locator('[aria-valuetext="3 of 3 steps, 0 failed, 2 cancelled"]').waitFor();
      const colours = await watched.page.evaluate<string[]>(
        `[...document.querySelectorAll('.big .bar > span')].map((part) => getComputedStyle(part).backgroundColor)`,
      );
      expect(new Set(colours).size).toBe(3);
      await button('Resend cancelled steps').click();
      await confirm('Resend cancelled steps of 1 job');
      await poll('the job to be open', async () => (await statusOf(id)) !== 'FAILED');
      await service.send('POST', `/api/v2/jobs/${id}/cancel`);
    });

    test('that are cancelled before they start have never started', async () => {
      const id = await job('UNSTARTED', ['only']);
      const started = () => watched.page.locator('dl dt', { hasText: 'Started' }).locator('+ dd');
      await open(`#/jobs/${id}`, 'UNSTARTED');
      await started().getByText('not yet', { exact: true }).waitFor();
      await button('Cancel').click();
      await confirm('Cancel 1 job');
      await started().getByText('never', { exact: true }).waitFor();
      await button('Resend cancelled steps').waitFor();
    });

    test('show the jobs before and after them as a graph, whose links keys follow', async () => {
      const first = await job('CHAIN_FIRST', ['only']);
      const after = async (jobType: string, jobId: string): Promise<string> => {
        const members = {
          jobType,
          status: 'NEW',
          startDate: new Date().toISOString(),
          after: [{ jobId, on: 'ENDED' }],
        };
        return ((await service.send('POST', '/api/v2/jobs', members)) as { id: string }).id;
      };
      const second = await after('CHAIN_SECOND', first);
      await after('CHAIN_THIRD', second);
      await open(`#/jobs/${second}`, 'CHAIN_SECOND');
      const graph = watched.page.getByRole('navigation', { name: 'Graph of the chain' });
      const node = (name: string) => graph.getByRole('link', { name });
      await node('CHAIN_THIRD waiting, starts after CHAIN_SECOND has ended').waitFor();
      expect(await node('CHAIN_SECOND waiting').getAttribute('aria-current')).toBe('true');
      await watched.page.getByText('The chain as a table').click();
      await row('CHAIN_FIRST has ended').waitFor();
      expect(await accessibilityProblems(watched.page)).toEqual([]);
      await node('CHAIN_FIRST new').focus();
      await watched.page.keyboard.press('Enter');
      await heading('CHAIN_FIRST');
      await service.send('POST', `/api/v2/jobs/${first}/cancel?chain=true`);
      await node('CHAIN_THIRD cancelled').waitFor();
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
        poll(`${count} steps to be open`, async () => {
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
      await confirm('Resend 2 steps');
      await shows('2 done');
      await opened(2);
      await button('Resend…').click();
      await confirm('Resend 2 steps');
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
      await confirm('Cancel 2 jobs');
      await shows('2 done');
      const cancelled = async (): Promise<number> =>
        (await Promise.all(ids.map(statusOf))).filter((status) => status === 'FAILED').length;
      expect(await cancelled()).toBe(2);
      await button('Cancel…').click();
      expect(await dialog().textContent()).toContain('also when you close this page');
      // The service goes on without the page.
      await watched.page.route('**/api/v2/jobs/*/events', (route) => route.abort());
      await confirm('Cancel 3 jobs');
      await watched.page.goto('about:blank');
      await poll('all to be cancelled', async () => (await cancelled()) === 5);
      await watched.page.unroute('**/api/v2/jobs/*/events');
      // Another visit shows what has come of it, until it is dismissed.
      await open('#/jobs?type=SWEEP', 'Jobs');
      await shows('3 done');
      await link('Show the job').waitFor();
      await button('Dismiss').click();
      await watched.page.getByText('3 done').waitFor({ state: 'detached' });
      // Cancelled is cancelled, in words and in the bar.
      expect(await watched.page.getByRole('cell', { name: 'cancelled', exact: true }).count()).toBe(5);
      expect(await watched.page.getByRole('cell', { name: /failed/ }).count()).toBe(0);
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

    test('are told apart by their creation and the number of their steps, also before they start', async () => {
      await job('COUNTED_NEW', ['a', 'b']);
      const many = await job(
        'COUNTED_CANCELLED',
        Array.from({ length: 210 }, (_, index) => `step ${index}`),
      );
      await service.send('POST', `/api/v2/jobs/${many}/cancel`);
      await open('#/jobs?type=COUNTED', 'Jobs');
      await row('COUNTED_NEW').getByText('2 steps').locator('visible=true').waitFor();
      await row('COUNTED_CANCELLED').getByText('210 steps').locator('visible=true').waitFor();
      const created = watched.page.getByRole('columnheader', { name: 'Created', exact: true });
      expect(await created.getAttribute('aria-sort')).toBe('descending');
      expect(await row('COUNTED_NEW').locator('time').count()).toBe(1);
      const heads = watched.page.getByRole('columnheader');
      expect(await heads.filter({ visible: true }).allTextContents()).toContain('Started');
      await watched.page.setViewportSize({ width: 390, height: 800 });
      expect(await heads.filter({ visible: true }).allTextContents()).toEqual(['', 'Job', 'Status', 'Created']);
      expect(await accessibilityProblems(watched.page)).toEqual([]);
      await watched.page.setViewportSize({ width: 1_280, height: 800 });
    });

    test('that do not start say why', async () => {
      const startAfter = new Date(Date.now() + 86_400_000).toISOString();
      const first = (await service.send('POST', '/api/v2/jobs', {
        ...{ jobType: 'WAITING_FOR_TIME', status: 'NEW', startDate: startAfter, startAfter },
        jobSteps: [{ name: 'only', status: 'NEW' }],
      })) as { id: string };
      const next = { jobType: 'WAITING_FOR_JOB', status: 'NEW', startDate: startAfter, after: [{ jobId: first.id }] };
      await service.send('POST', '/api/v2/jobs', { ...next, jobSteps: [{ name: 'only', status: 'NEW' }] });
      await service.send('POST', `/api/v2/jobs/${await job('WAITING_PAUSED', ['only'])}/pause`);
      await open('#/jobs?type=WAITING', 'Jobs');
      await row('WAITING_FOR_TIME').getByText('Scheduled: ').waitFor();
      await row('WAITING_FOR_JOB').getByText('Waits for the jobs before it').waitFor();
      await row('WAITING_PAUSED').getByText('Paused', { exact: true }).waitFor();
    });

    test('past what a list reaches, the console says so', async () => {
      const page = { content: [], totalElements: 10_000, totalIsLowerBound: true, totalPages: 200 };
      await watched.page.route('**/api/v2/jobs/search/page*', (route) => route.fulfill({ json: page }));
      await open('#/jobs?page=199', 'Jobs');
      await shows('of more than 10,000');
      await shows('Lists show the first 10,000 records.');
      expect(await link('Next').count()).toBe(0);
      await watched.page.unroute('**/api/v2/jobs/search/page*');
    });
  });

  test('queues are paused, their dead letters looked into and resent, and resumed', async () => {
    for (const n of [1, 2, 3]) {
      await database.sql`
        insert into pgboss.job (name, data, source_output)
        values ('index.sync.dead', ${database.sql.json({ kind: 'Role', ids: [], n })}, ${database.sql.json({ message: `reason ${n}` })})`;
    }
    await open('#/queues', 'Queues');
    await button('Pause index.sync').click();
    await confirm('Pause');
    await button('Resume index.sync').waitFor();
    await watched.page.getByRole('region', { name: 'Queues' }).getByRole('link', { name: 'index.sync' }).click();
    await heading('index.sync');
    await button('reason 2').click();
    await watched.page.locator('tr.more').getByText('n 2', { exact: true }).waitFor();
    await button('reason 2').click();
    await row('reason 2')
      .getByRole('button', { name: /^Resend/ })
      .click();
    expect(await dialog().textContent()).toContain('Resend 1 dead letter');
    await confirm('Resend (1)');
    await row('reason 2').waitFor({ state: 'detached' });
    await watched.page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await button('Resend selected').click();
    await confirm('Resend (2)');
    await shows('No dead letters.');
    await button('Resume').click();
    await confirm('Resume');
    await button('Pause').waitFor();
  });

  test('indexes are compared, refreshed, given fields and rebuilt', async () => {
    await open('#/indexes', 'Indexes');
    const results = { Compare: 'Index and database are the same.', Refresh: 'Indexed', Rebuild: 'Indexed' };
    for (const [action, result] of Object.entries(results)) {
      await button(`${action}: WorklogType`).click();
      await confirm(action);
      await shows(`${action} WorklogType`);
      await shows(result);
      await link('Show the job').waitFor();
    }
    await button('Add fields: WorklogType').click();
    await confirm('Add fields');
    await shows('Add fields WorklogType: done.');
    await button('Rebuild all').click();
    await button('Cancel', dialog()).click();
  });

  test('the page complained of nothing', () => {
    expect(watched.complaints).toEqual([]);
  });
});
