import { expect, setDefaultTimeout, test } from 'bun:test';
import { describeConsole, startConsole } from '../../helpers/console.ts';
import { accessibilityProblems } from '../../helpers/pages/accessibility.ts';

setDefaultTimeout(180_000);

const { service, watched, button, link, row, dialog, shows, heading, open, confirm } = await startConsole();

const save = (members: object): Promise<unknown> => service.send('POST', '/api/v2/schedules', members);
const described = (text: string) => watched.page.getByRole('definition').filter({ hasText: text });

describeConsole(() => {
  test('schedules have their next runs, and their last ones with the Jobs', async () => {
    await save({
      code: 'yearly',
      name: 'Once a year',
      jobType: 'TIDES',
      cron: '30 5 1 1 *',
      timeZone: 'Europe/Prague',
    });
    await save({
      code: 'often',
      name: 'Often',
      jobType: 'OFTEN',
      everySeconds: 1,
      data: { port: 7 },
      jobSteps: [{ name: 'north' }],
    });
    await open('#/schedules', 'Schedules');
    await row('yearly').getByText('30 5 1 1 *').waitFor();
    // The first Job stays open, so that each later run is skipped.
    await row('often').getByText('skipped').waitFor();
    expect(await accessibilityProblems(watched.page)).toEqual([]);
    await link('yearly').click();
    await heading('yearly');
    await shows('It has not run yet.');
    const nextRuns = watched.page.getByRole('table', { name: 'Next runs' });
    await nextRuns.getByRole('row').nth(5).waitFor();
    expect(await nextRuns.locator('time').first().getAttribute('datetime')).toMatch(/-01-01T04:30:00.000Z$/);
    await open('#/schedules/often', 'often');
    await described('the run starts no job').waitFor();
    await watched.page.getByText('Steps of each Job').click();
    await shows('north');
    await watched.page.getByRole('row').filter({ hasText: 'started' }).getByRole('link', { name: 'Job' }).click();
    await heading('OFTEN');
  });

  test('a schedule is paused, resumed and run at once by the keyboard', async () => {
    const { keyboard } = watched.page;
    await open('#/schedules', 'Schedules');
    await button('Pause often').press('Enter');
    await dialog().waitFor();
    await button('Pause', dialog()).press('Enter');
    await row('often').getByText('paused').first().waitFor();
    await link('often').press('Enter');
    await heading('often');
    await shows('It has no next run.');
    await button('Resume').press('Enter');
    await confirm('Resume');
    await described('active').waitFor();
    await button('Run now').press('Enter');
    await shows('A job OFTEN with the data and the steps of the schedule starts now');
    expect(await accessibilityProblems(watched.page)).toEqual([]);
    await keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    expect(await watched.page.locator(':focus').textContent()).toBe('Run now');
    await button('Run now').press('Enter');
    await button('Start 1 job', dialog()).press('Enter');
    await heading('OFTEN');
    await shows('Created by');
    await shows('north');
  });

  test('the page complained of nothing', () => {
    expect(watched.complaints).toEqual([]);
  });
});
