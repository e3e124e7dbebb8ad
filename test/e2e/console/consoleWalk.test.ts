import { expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { openPage } from '../../helpers/browser.ts';
import { type Created, describeConsole, startConsole } from '../../helpers/console.ts';
import { accessibilityProblems } from '../../helpers/pages/accessibility.ts';

setDefaultTimeout(300_000);

const { service, browser, database, job } = await startConsole();
const source = join(import.meta.dir, '..', '..', '..', 'api', 'console', 'page');

/** The first segment of every view but the overview, from the code. */
const segments = async (): Promise<string[]> =>
  [...(await Bun.file(join(source, 'views', 'otherViews.tsx')).text()).matchAll(/case '([\w-]+)':/g)].map(
    ([, segment = '']) => segment,
  );

const sent = async (method: string, path: string, body: object): Promise<Created> =>
  (await service.send(method, `/api/v2${path}`, body)) as Created;

/** Creates a record for each view of one, and returns the addresses of these views. */
async function makeRecords(): Promise<string[]> {
  const id = await job('BY_WALK', ['one', 'two']);
  const type = (await service.send('PATCH', '/api/v2/worklog-types/REPAIR', { description: 'Changed.' })) as Created;
  await sent('POST', '/schedules', { code: 'nightly', name: 'Nightly', jobType: 'REINDEX', cron: '0 3 * * *' });
  await sent('POST', '/suppressions', { channel: 'email', address: 'gone@example.com' });
  const user = { code: 'walker', type: 'INDIVIDUAL', givenName: 'Wanda', familyName: 'Walker', chars: {} };
  await sent('POST', '/users', user);
  await sent('POST', '/api-keys', { name: 'walk', user: 'walker' });
  const rule = { code: 'walk', name: 'Walk', eventType: 'REST', config: {} };
  const { id: ruleId } = await sent('POST', '/notification-rules', rule);
  await sent('POST', '/scripts', { code: 'walk', name: 'Walk', source: 'result = 1;' });
  await database.sql`
    insert into pgboss.job (name, data, source_output)
    values ('step.directory.dead', '{}', ${database.sql.json({ message: 'away' })})`;
  const found = (await service.get('/api/v2/formatter-templates/search/list?filtering={}')) as Created[];
  return [
    ...[`#/jobs/${id}`, '#/schedules/nightly', '#/queues/step.directory', '#/scripts/walk'],
    ...[`#/templates/${found[0]?.id}`, '#/templates/~new', '#/scripts/~new'],
    ...[
      '#/records/worklog-types',
      `#/records/worklog-types/${type.id}`,
      '#/records/users/~new',
      '#/records/users/~import',
    ],
    ...[`#/records/notification-rules/${ruleId}/test`, '#/find?q=REPAIR', '#/password', '#/notifications/none'],
  ];
}

describeConsole(() => {
  test('every view of the code is accessible, and so are the dialogs that keys open everywhere', async () => {
    const { context, page, complaints } = await openPage(browser, service.url);
    const shown = page.locator('main :is(table, form, dl, .empty, .notice, [role="status"], p)');
    const own = await makeRecords();
    await page.goto('/console');
    await page.locator('#views a').first().waitFor();
    const menu = await page.evaluate<string[]>(
      `[...document.querySelectorAll('#views a')].map((one) => one.getAttribute('href'))`,
    );
    const views = [...menu, ...own];
    // A new view is in the menu, or needs a record here.
    const walked = new Set(views.map((hash) => /^#\/([\w-]*)/.exec(hash)?.[1] ?? ''));
    expect([...walked].filter((segment) => segment !== '').toSorted()).toEqual((await segments()).toSorted());

    const problems: string[] = [];
    const dialog = page.getByRole('dialog');
    const lookAt = async (where: string): Promise<void> => {
      problems.push(...(await accessibilityProblems(page)).map((problem) => `${where}: ${problem}`));
    };
    const readDialog = async (where: string): Promise<void> => {
      await lookAt(where);
      expect(await page.evaluate<boolean>(`!!document.activeElement.closest('dialog')`)).toBe(true);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    };
    const show = async (hash: string): Promise<void> => {
      await page.goto(`/console${hash}`);
      await shown.first().waitFor();
    };
    for (const hash of views) {
      await show(hash);
      await lookAt(hash);
    }
    await show('#/jobs');
    await page.keyboard.press('Control+k');
    await readDialog('the palette');
    await page.keyboard.press('?');
    await readDialog('the shortcuts');

    expect(problems).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
