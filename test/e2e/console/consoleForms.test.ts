import { expect, setDefaultTimeout, test } from 'bun:test';
import { describeConsole, startConsole } from '../../helpers/console.ts';
import { accessibilityProblems } from '../../helpers/pages/accessibility.ts';

setDefaultTimeout(180_000);

const { service, watched, button, link, field, row, shows, heading, open } = await startConsole();

/** Run in the page: the required members whose hint does not say why. */
const unexplained = `[...document.querySelectorAll('form.members-form label, form.members-form legend')]
  .filter((one) => one.textContent.includes('(required)'))
  .filter((one) => !one.parentElement.querySelector('.hint')?.textContent.includes('Required: '))
  .filter((one) => !one.parentElement.parentElement.closest('fieldset'))
  .map((one) => one.textContent)`;

describeConsole(() => {
  test('the form of every kind says why members are required', async () => {
    const { paths } = (await service.get('/openapi.json')) as { paths: Record<string, object> };
    const kinds = Object.keys(paths).flatMap((path) => /^\/api\/v2\/([\w-]+)\/search\/page$/.exec(path)?.[1] ?? []);
    expect(kinds.length).toBeGreaterThan(15);
    await open('#/records/roles/~new', 'New role');
    const found: Record<string, string[]> = {};
    for (const kind of kinds) {
      await watched.page.evaluate(`location.hash = '#/records/${kind}/~new'`);
      await watched.page.locator(`p.trail a[href="#/records/${kind}"]`).waitFor();
      await watched.page.locator('form.members-form').waitFor();
      const labels = await watched.page.evaluate<string[]>(unexplained);
      if (labels.length > 0) found[kind] = labels;
    }
    expect(found).toEqual({});
  });

  test('a member shows an example until it has a value', async () => {
    await open('#/records/worklog-types/~new', 'New worklog type');
    const hint = watched.page
      .locator('.member')
      .filter({ has: field('Code (required)') })
      .locator('.hint');
    await hint.getByText('INSPECTION').waitFor();
    expect(await hint.textContent()).toContain('Required: programs, references and imports find the record by it.');
    expect(await accessibilityProblems(watched.page)).toEqual([]);
    await field('Code (required)').fill('TIDES');
    await hint.getByText('INSPECTION').waitFor({ state: 'detached' });
    // Unsaved edits would ask before the next view.
    await field('Code (required)').fill('');
  });

  test('kinds are words in hints and problems, but not in values', async () => {
    await open('#/records/users/~new', 'New user');
    await shows('Code of the user type.');
    await field('Code (required)').fill('kindly');
    await field('Type (required)').fill('UserType');
    await button('Save').click();
    await shows('The user has ');
    await shows('no user type has the code "UserType"');
    expect(await accessibilityProblems(watched.page)).toEqual([]);
    await field('Code (required)').fill('');
    await field('Type (required)').fill('');
  });

  test('a kind without records says what they are for, and leads to a form and to an import', async () => {
    await open('#/records/sharings', 'Sharings');
    await row('Ticket').first().waitFor();
    const all = (await service.get('/api/v2/sharings')) as { id: string }[];
    for (const { id } of all) await service.send('DELETE', `/api/v2/sharings/${id}`);
    await shows('There are no sharings yet.');
    await shows('Shares an entity of any application');
    expect(await accessibilityProblems(watched.page)).toEqual([]);
    await link('Import from a file').click();
    await heading('Import: sharings');
    await watched.page.goBack();
    await link('Create the first one').click();
    await heading('New sharing');
    await open('#/records/sharings?q=nothing', 'Sharings');
    await shows('No record matches.');
  });

  test('a view whose data has not arrived shows a skeleton, which says that it is loading', async () => {
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await watched.page.route('**/api/v2/jobs/search/page**', async (route) => {
      await released;
      await route.continue();
    });
    await open('#/jobs', 'Jobs');
    const skeleton = watched.page.getByRole('status').filter({ hasText: 'Loading…' });
    await skeleton.waitFor();
    expect(await accessibilityProblems(watched.page)).toEqual([]);
    release();
    await skeleton.waitFor({ state: 'detached' });
    await watched.page.unroute('**/api/v2/jobs/search/page**');
  });

  test('the scripts of a list are smaller than 120 KB when compressed, without the editor', async () => {
    await watched.page.goto('about:blank');
    await open('#/records/users', 'Users');
    await watched.page.locator('main table').waitFor();
    const sizes = await watched.page.evaluate<[string, number][]>(
      `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
        .map(({ name, encodedBodySize }) => [name, encodedBodySize])`,
    );
    expect(sizes.some(([, size]) => size > 10_000)).toBe(true);
    expect(sizes.reduce((sum, [, size]) => sum + size, 0)).toBeLessThan(120_000);
  });

  test('the page complained of nothing', () => {
    expect(watched.complaints).toEqual([]);
  });
});
