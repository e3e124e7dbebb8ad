import { expect, setDefaultTimeout, test } from 'bun:test';
import { describeConsole, startConsole } from '../../helpers/console.ts';
import { accessibilityProblems } from '../../helpers/pages/accessibility.ts';

setDefaultTimeout(180_000);

const { service, watched, button, link, field, row, dialog, shows, heading, open, confirm, job, found } =
  await startConsole();

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();
const header = (name: string) => watched.page.getByRole('columnheader', { name });

/** Creates a job of which each step has some data; `log` fails its first step. */
async function makeJob(jobType: string, data: object, log?: string): Promise<string> {
  const { id } = (await service.send('POST', '/api/v2/jobs', {
    jobType,
    status: 'NEW',
    startDate: new Date().toISOString(),
    data,
    jobSteps: [
      { name: 'first', status: 'NEW', stepData: { file: 'part-1.csv' } },
      { name: 'second', status: 'NEW', stepData: { file: 'part-2.csv' } },
    ],
  })) as { id: string };
  if (log === undefined) return id;
  const { jobSteps } = (await service.get(`/api/v2/jobs/${id}?expand=JOB_STEPS`)) as {
    jobSteps: { id: string; name: string }[];
  };
  for (const { id: step, name } of jobSteps) {
    await service.send('PATCH', `/api/v2/job-steps/${step}`, { status: 'IN_PROGRESS' });
    const end = name === 'first' ? { status: 'FAILED', log } : { status: 'COMPLETED' };
    await service.send('PATCH', `/api/v2/job-steps/${step}`, end);
  }
  return id;
}

const makeLog = (ownerId: string, request: string, startDate: string): Promise<unknown> =>
  service.send('POST', '/api/v2/logs', {
    ...{ ownerType: 'Order', ownerId, logTypeCode: 'CRM_SYNC', startDate, endDate: startDate },
    ...{ request, response: '{"accepted":true}', resultCode: '200', relatedData: {} },
  });

describeConsole(() => {
  test('jobs are found by their data, with the reason of a failure, and their steps by theirs', async () => {
    await makeJob('FOUND_BY_DATA', { customer: { code: 'Acme-77' } }, 'The bank is away.');
    await makeJob('NOT_FOUND', { customer: { code: 'Other' } });
    await open('#/jobs', 'Jobs');
    await row('FOUND_BY_DATA').getByText('The bank is away.').waitFor();
    await row('NOT_FOUND').waitFor();
    await field('Data contains').fill('acme-7');
    await button('Filter').click();
    await watched.page.getByText('1–1 of 1').waitFor();
    await link('FOUND_BY_DATA').click();
    await heading('FOUND_BY_DATA');
    await field('Data or log contains').fill('part-2');
    await button('Filter').click();
    await row('second').waitFor();
    await row('first').waitFor({ state: 'detached' });
    await field('Data or log contains').fill('BANK is');
    await button('Filter').click();
    await row('first').waitFor();
  });

  test('quick ranges select, titles sort, and the link has both', async () => {
    // The start of its client is no time of the list.
    await service.send('POST', '/api/v2/jobs', { jobType: 'YESTERDAY', status: 'NEW', startDate: hoursAgo(30) });
    await job('AAA_FIRST');
    await found('jobs', 4);
    await open('#/jobs', 'Jobs');
    await row('YESTERDAY').waitFor();
    await field('Created until').fill('2026-01-01T00:00');
    await button('Filter').click();
    await shows('No job matches.');
    await link('Last hour').click();
    await row('YESTERDAY').waitFor();
    expect(await link('Last hour').getAttribute('aria-current')).toBe('true');
    await header('Job').getByRole('link').focus();
    await watched.page.keyboard.press('Enter');
    await watched.page.locator('th[aria-sort="ascending"]', { hasText: 'Job' }).waitFor();
    // The focus stays, so that the next key reverses the order.
    await watched.page.keyboard.press('Enter');
    await watched.page.locator('th[aria-sort="descending"]', { hasText: 'Job' }).waitFor();
    await watched.page.locator('tbody tr:last-child', { hasText: 'AAA_FIRST' }).waitFor();
    expect(new URL(watched.page.url()).hash).toBe('#/jobs?range=1h&sort=jobType&dir=DESC');
    await field('Type').fill('YESTER');
    await button('Filter').click();
    await row('AAA_FIRST').waitFor({ state: 'detached' });
    await link('Any time').click();
    await row('YESTERDAY').waitFor();
  });

  test('columns are remembered by the browser, and queries by the service', async () => {
    await open('#/jobs?type=AAA', 'Jobs');
    await row('AAA_FIRST').waitFor();
    await button('Columns').click();
    await watched.page.getByRole('checkbox', { name: 'Ended' }).check();
    await watched.page.getByRole('checkbox', { name: 'Created by' }).uncheck();
    expect(await accessibilityProblems(watched.page)).toEqual([]);
    await watched.page.keyboard.press('Escape');
    expect(await watched.page.locator(':focus').textContent()).toBe('Columns');
    await button('Saved queries').click();
    await field('Name of the query').fill('Mine');
    await button('Save').click();
    await button('Mine').waitFor();
    // A query of the same name that is shared would replace it.
    await field('Name of the query').fill('Mine');
    await field('Share with all users').check();
    await button('Save').click();
    await dialog().getByText('You have a query of this name.').waitFor();
    expect(await accessibilityProblems(watched.page)).toEqual([]);
    await button('Cancel', dialog()).click();
    await dialog().waitFor({ state: 'detached' });
    await field('Share with all users').uncheck();
    await field('Name of the query').fill('Theirs');
    await field('Share with all users').check();
    await button('Save').click();
    await dialog().getByText('All users see its name and its filters.').waitFor();
    await button('Cancel', dialog()).click();
    await dialog().waitFor({ state: 'detached' });
    expect(await service.get('/api/v2/saved-queries?view=jobs')).toMatchObject([{ name: 'Mine', shared: false }]);
    await button('Save').click();
    await confirm('Share with all users');
    await button('Theirs').waitFor();
    // The next query is not shared unless the user says so.
    await watched.page.getByRole('checkbox', { name: 'Share with all users', checked: false }).waitFor();
    await button('Delete the query Theirs').click();
    await confirm('Delete 1 query');
    await button('Theirs').waitFor({ state: 'detached' });
    await button('Share the query Mine').click();
    await dialog().getByText('All users see its name and its filters.').waitFor();
    expect(await accessibilityProblems(watched.page)).toEqual([]);
    await button('Cancel', dialog()).click();
    await dialog().waitFor({ state: 'detached' });
    expect(await service.get('/api/v2/saved-queries?view=jobs')).toMatchObject([{ name: 'Mine', shared: false }]);
    await button('Share the query Mine').click();
    await confirm('Share with all users');
    await button('Stop sharing the query Mine').click();
    await confirm('Stop sharing');
    await button('Share the query Mine').click();
    await confirm('Share with all users');
    await button('Stop sharing the query Mine').waitFor();
    expect(await accessibilityProblems(watched.page)).toEqual([]);
    expect(await service.get('/api/v2/saved-queries?view=jobs')).toMatchObject([
      { name: 'Mine', query: 'type=AAA', shared: true, own: true },
    ]);
    await watched.page.goto('/console#/jobs');
    await watched.page.reload();
    await heading('Jobs');
    await header('Ended').waitFor();
    expect(await header('Created by').count()).toBe(0);
    await button('Saved queries').click();
    await button('Mine').click();
    await watched.page.getByText('1–1 of 1').waitFor();
    await button('Delete the query Mine').click();
    await dialog().getByText('It is your query, and all users lose it.').waitFor();
    expect(await accessibilityProblems(watched.page)).toEqual([]);
    // The panel stays.
    await watched.page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await button('Delete the query Mine').click();
    await confirm('Delete 1 query');
    await shows('This list has no saved query.');
    await button('Columns').click();
    await button('Reset').click();
    await header('Created by').waitFor();
  });

  test('logs are found by texts of requests and responses, of the last day unless another time is chosen', async () => {
    await makeLog('O-1', '{"anchor":"red Needle 1"}', hoursAgo(1));
    await makeLog('O-2', '{"anchor":"red Needle 2"}', hoursAgo(50));
    await found('logs', 2);
    await open('#/records/logs', 'Logs');
    await row('O-1').waitFor();
    await field('Request or response contains').fill('red needle');
    await button('Search').click();
    await watched.page.getByText('1–1 of 1').waitFor();
    await row('O-1').waitFor();
    expect(await link('Last day').getAttribute('aria-current')).toBe('true');
    await link('Any time').click();
    await watched.page.getByText('1–2 of 2').waitFor();
    await field('Request or response contains').fill('needle 2');
    await button('Search').click();
    await row('O-2').waitFor();
    await open('#/records/logs?q=needle+2', 'Logs');
    await link('Search at any time').click();
    await row('O-2').waitFor();
  });

  test('an action on no record says so', async () => {
    await open('#/jobs?type=NOTHING', 'Jobs');
    await button('Pause…').click();
    await dialog().getByText('None of these jobs has a status that allows this.').waitFor();
    expect(await button('Pause 0 jobs', dialog()).isDisabled()).toBe(true);
    await button('Cancel', dialog()).click();
    await dialog().waitFor({ state: 'detached' });
  });

  test('keys lead to views, to the search of a view, and to all keys', async () => {
    const { keyboard } = watched.page;
    await open('#/jobs', 'Jobs');
    await keyboard.press('Control+k');
    await dialog().waitFor();
    await keyboard.type('supp');
    expect(await accessibilityProblems(watched.page)).toEqual([]);
    expect(await dialog().getByRole('option', { selected: true }).textContent()).toContain('Suppressions');
    await keyboard.press('Enter');
    await heading('Suppressions');
    await watched.page.locator('h1:focus').waitFor();
    await keyboard.press('/');
    expect(await watched.page.locator(':focus').getAttribute('name')).toBe('address');
    // A letter in a field is text.
    await keyboard.type('?gj');
    expect(await field('Address').inputValue()).toBe('?gj');
    await button('Filter').focus();
    await keyboard.press('g');
    await keyboard.press('j');
    await heading('Jobs');
    await keyboard.press('?');
    await shows('Show all shortcuts');
    expect(await accessibilityProblems(watched.page)).toEqual([]);
    await field('Shortcuts of single keys').uncheck();
    await button('Close').click();
    await keyboard.press('?');
    expect(await dialog().count()).toBe(0);
    await keyboard.press('Control+k');
    await dialog().waitFor();
    await keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });

  test('what is typed right after the click on Go to is for its dialog', async () => {
    await open('', 'Overview');
    const focused = await watched.page.evaluate(`(async () => {
      document.querySelector('button.go-to').click();
      await Promise.resolve();
      return document.activeElement?.getAttribute('role');
    })()`);
    expect(focused).toBe('combobox');
  });

  test('any id and any code lead to the records that have them or name them', async () => {
    const id = await makeJob('FOUND_BY_ID', {});
    await found('jobs', 5);
    await open('', 'Overview');
    await watched.page.getByRole('button', { name: /^Go to/ }).click();
    await watched.page.keyboard.type(id);
    await watched.page.keyboard.press('Enter');
    await heading('Find');
    await row('FOUND_BY_ID').waitFor();
    await row('first').getByText('jobId').waitFor();
    expect(await accessibilityProblems(watched.page)).toEqual([]);
    await field('Id or code').fill('O-2');
    await button('Filter').click();
    await row('ownerId').waitFor();
    await field('Id or code').fill('REPAIR');
    await button('Filter').click();
    await link('REPAIR').click();
    await heading('REPAIR');
    await open('#/find?q=nothing-has-this', 'Find');
    await shows('No record that you may read has this id or code');
  });

  test('the page complained of nothing', () => {
    expect(watched.complaints).toEqual([]);
  });
});
