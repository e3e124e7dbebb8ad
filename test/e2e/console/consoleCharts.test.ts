import { expect, setDefaultTimeout, test } from 'bun:test';
import { describeConsole, startConsole } from '../../helpers/console.ts';
import { poll } from '../../helpers/waits/poll.ts';

setDefaultTimeout(180_000);

const { service, watched, button, link, row, shows, heading, open, job, found } = await startConsole();

interface Activity {
  readonly rows: readonly { what: string; name: string; outcome: string; count: number }[];
  readonly durations?: readonly { at?: number; count: number; p50: number; p99: number }[];
}

const activityOf = (query: string): Promise<Activity> =>
  service.get(`/metrics/activity?minutes=60${query}`) as Promise<Activity>;

const plot = (title: string) => watched.page.getByRole('slider', { name: new RegExp(`^${title}`) }).first();

/** Runs a job of the service, and waits until its step is counted. */
async function countReindex(): Promise<number> {
  await service.send('POST', '/api/v2/jobs', {
    jobType: 'REINDEX',
    status: 'NEW',
    startDate: new Date().toISOString(),
    data: { kind: 'Role' },
  });
  let count = 0;
  await poll('a step of a rebuild to be counted', async () => {
    const { rows } = await activityOf('&what=steps&name=REINDEX');
    count = rows.reduce((sum, row) => sum + row.count, 0);
    return count > 0;
  });
  return count;
}

describeConsole(() => {
  test('the activity of one name has its outcomes and the percentiles of its durations', async () => {
    const count = await countReindex();
    const { rows, durations = [] } = await activityOf('&what=steps&name=REINDEX');
    expect(rows.every(({ what, name }) => what === 'steps' && name === 'REINDEX')).toBe(true);
    const whole = durations.find(({ at }) => at === undefined);
    expect(whole?.count).toBe(count);
    expect(whole?.p50).toBeGreaterThan(0);
    expect(whole?.p99).toBeGreaterThanOrEqual(whole?.p50 ?? 0);
    expect((await activityOf('')).durations).toBeUndefined();
    const refused = await fetch(`${service.url}/metrics/activity?what=nothing`);
    expect(refused.status).toBe(400);
    expect(((await refused.json()) as { errors: string[] }).errors).toEqual([
      'what: must be one of requests, jobs, steps, handOvers, not "nothing"',
    ]);
    expect((await fetch(`${service.url}/metrics/activity?name=REINDEX`)).status).toBe(400);
  });

  test('charts show values under the pointer and by keys, have one baseline, and totals that lead to lists', async () => {
    await open('', 'Overview');
    await plot('Throughput').waitFor();
    const bottoms = await watched.page.evaluate<number[]>(
      `[...document.querySelectorAll('.plot svg')].map((one) => Math.round(one.getBoundingClientRect().bottom))`,
    );
    expect(bottoms.length).toBe(3);
    expect(new Set(bottoms).size).toBe(1);
    await plot('Requests').hover({ position: { x: 100, y: 60 } });
    await watched.page.locator('output', { hasText: /Successful \d.*Rejected \d/ }).waitFor();
    await watched.page.mouse.move(0, 0);
    await plot('Throughput').focus();
    const first = await plot('Throughput').getAttribute('aria-valuetext');
    await watched.page.keyboard.press('Home');
    await watched.page.keyboard.press('ArrowRight');
    const second = await plot('Throughput').getAttribute('aria-valuetext');
    expect(second).toMatch(/^\d\d:\d\d: Queue jobs \d+, Job steps \d+$/);
    expect(second).not.toBe(first as string);
    const failed = watched.page.locator('.legend li', { hasText: 'Steps failed' }).getByRole('link');
    expect(await failed.textContent()).toContain('in total');
    await failed.click();
    await heading('Job steps');
    expect(await watched.page.getByLabel('Value').first().inputValue()).toBe('FAILED');
    expect(await link('Last hour').getAttribute('aria-current')).toBe('true');
  });

  test('the number of failed steps leads to them, without the cancelled ones', async () => {
    const names = ['broken', 'stopped'];
    const id = await job('HALF_FAILED', names);
    const { jobSteps } = (await service.get(`/api/v2/jobs/${id}?expand=JOB_STEPS`)) as {
      jobSteps: { id: string; name: string }[];
    };
    const broken = jobSteps.find(({ name }) => name === 'broken')?.id;
    await service.send('PATCH', `/api/v2/job-steps/${broken}`, { status: 'IN_PROGRESS' });
    await service.send('PATCH', `/api/v2/job-steps/${broken}`, { status: 'FAILED' });
    await service.send('POST', `/api/v2/jobs/${id}/cancel`);
    await found('job-steps', 1, [{ column: 'cause', operator: 'EQ', value: 'CANCELLED' }]);
    await open('', 'Overview');
    await watched.page.locator('.legend li', { hasText: 'Steps failed' }).getByRole('link').click();
    await heading('Job steps');
    await row('broken').getByText('FAILED').waitFor();
    expect(await row('stopped').count()).toBe(0);
    await button('Remove filter 2').click();
    await button('Search').click();
    await row('stopped')
      .locator('.status', { hasText: /^cancelled$/ })
      .waitFor();
    await row('stopped').getByRole('link').first().click();
    await heading('stopped');
    await watched.page.locator('.members .status', { hasText: /^cancelled$/ }).waitFor();
  });

  test('the numbers of the overview lead to what they count', async () => {
    await job('COUNTED', ['one']);
    const { jobSteps } = (await service.send('POST', '/api/v2/jobs', {
      ...{ jobType: 'COUNTED_RUNNING', status: 'NEW', startDate: '2026-11-20T08:00:00Z' },
      jobSteps: [{ name: 'one', status: 'NEW' }],
    })) as { jobSteps: { id: string }[] };
    await service.send('PATCH', `/api/v2/job-steps/${jobSteps[0]?.id}`, { status: 'IN_PROGRESS' });
    for (const [name, type, status] of [
      ['Running jobs', 'COUNTED_RUNNING', 'IN_PROGRESS'],
      ['New jobs', 'COUNTED', 'NEW'],
    ] as const) {
      await open('', 'Overview');
      const total = watched.page.locator('dl.large > div', { hasText: name }).getByRole('link');
      await total.filter({ hasText: '1' }).click();
      await heading('Jobs');
      const found = watched.page.getByRole('row').filter({ hasText: 'COUNTED' });
      await found.filter({ has: link(type) }).waitFor();
      expect(await watched.page.getByLabel('Status').inputValue()).toBe(status);
      // A Job that has not started took nothing, and its client's start is not shown.
      if (status === 'NEW') expect(await found.textContent()).not.toMatch(/\d (ms|s|min|d)\b(?! ago)/);
    }
  });

  test('the number of workers leads to them', async () => {
    await open('', 'Overview');
    const total = watched.page.locator('dl.large > div', { hasText: 'Workers alive' }).getByRole('link');
    for (const _ of ['first', 'repeated']) {
      await total.click();
      await watched.page.locator('h2:focus', { hasText: 'Workers' }).waitFor();
      expect(await watched.page.evaluate('scrollY')).toBeGreaterThan(0);
      await total.focus();
    }
    const deadLetters = watched.page.locator('.legend li', { hasText: 'Dead letters' }).getByRole('link');
    await deadLetters.click();
    await heading('Activity');
    expect(await link('Queue').getAttribute('aria-current')).toBe('true');
  });

  test('every queue, job type and channel, and all requests, have their charts', async () => {
    await countReindex();
    await open('#/activity', 'Activity');
    await watched.page.getByRole('heading', { level: 2, name: 'index.sync' }).getByRole('link').click();
    await heading('index.sync');
    await open('#/activity', 'Activity');
    await link('Job type').click();
    await watched.page.getByRole('heading', { level: 2, name: 'REINDEX' }).waitFor();
    await shows('99 % within');
    await watched.page.getByLabel('Job type').selectOption('REINDEX');
    await button('Filter').click();
    await poll('only one to be shown', async () => (await watched.page.locator('main h2').count()) === 1);
    // No list has the attempts that the totals count.
    expect(await watched.page.locator('.legend').getByRole('link').count()).toBe(0);
    await link('REINDEX').click();
    await heading('Jobs');
    await watched.page.getByRole('row').filter({ hasText: 'REINDEX' }).first().waitFor();
    await open('#/activity?what=requests', 'Activity');
    await shows('All requests');
    await watched.page.locator('.legend', { hasText: '2xx' }).waitFor();
    await link('Channel').click();
    await shows('No message was handed over in this time.');
  });

  test('the page complained of nothing', () => {
    expect(watched.complaints).toEqual([]);
  });
});
