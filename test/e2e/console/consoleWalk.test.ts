import { expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import type { Request } from 'playwright-core';
import { openPage } from '../../helpers/browser.ts';
import { type Created, describeConsole, startConsole } from '../../helpers/console.ts';
import { accessibilityProblems } from '../../helpers/pages/accessibility.ts';
import { confirmByKeys, type DialogOfView, walkDialog } from '../../helpers/pages/dialogWalk.ts';
import { poll } from '../../helpers/waits/poll.ts';

setDefaultTimeout(300_000);

const { service, browser, database, job, watched } = await startConsole();
const source = join(import.meta.dir, '..', '..', '..', 'api', 'console', 'page');

/** The first segment of every view but the overview, from the code. */
const segments = async (): Promise<string[]> =>
  [...(await Bun.file(join(source, 'views', 'otherViews.tsx')).text()).matchAll(/case '([\w-]+)':/g)].map(
    ([, segment = '']) => segment,
  );

const sent = async (method: string, path: string, body: object): Promise<Created> =>
  (await service.send(method, `/api/v2${path}`, body)) as Created;

/** The records of the views of one, by what they are. */
const made = { job: '', type: '', rule: '', template: '' };

/** Creates a record for each view of one, and returns the addresses of these views. */
async function makeRecords(): Promise<string[]> {
  const id = await job('BY_WALK', ['one', 'two']);
  await job('BULK_WALK', ['one']);
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
  Object.assign(made, { job: id, type: type.id, rule: ruleId, template: found[0]?.id ?? '' });
  return [
    ...[`#/jobs/${id}`, '#/schedules/nightly', '#/queues/step.directory', '#/scripts/walk'],
    ...[`#/templates/${made.template}`, '#/templates/~new', '#/scripts/~new'],
    ...[
      '#/records/worklog-types',
      `#/records/worklog-types/${type.id}`,
      '#/records/users/~new',
      '#/records/users/~import',
    ],
    ...[`#/records/notification-rules/${ruleId}/test`, '#/find?q=REPAIR', '#/password', '#/notifications/none'],
  ];
}

/**
 * The dialogs of the console by the files of their code, in an order in which each action makes the next possible. The
 * sessions have theirs only with AUTH=on (consoleAccess.test.ts), the imports need a file, the saved queries are in a panel
 * (consoleFinding.test.ts), and the others are opened by
 * keys everywhere.
 */
const dialogs = (): Readonly<Record<string, readonly DialogOfView[]>> => {
  const of = (hash: string, ...[opener, title, typed]: readonly [string | RegExp, string | RegExp, string[]?]) => ({
    ...{ hash, opener, title },
    ...(typed && { typed }),
  });
  const { job: id, type, rule } = made;
  return {
    'parts/bulk/stateActions.tsx': [
      of(`#/jobs/${id}`, 'Pause', 'Pause 1 job', []),
      of(`#/jobs/${id}`, 'Resume', 'Resume 1 job', []),
      of(`#/jobs/${id}`, 'Cancel', 'Cancel 1 job', []),
      of(`#/jobs/${id}`, 'Resend cancelled steps', 'Resend cancelled steps of 1 job'),
      of(`#/jobs/${id}`, 'Resend one', 'Resend one', []),
    ],
    'parts/bulk/bulkActions.tsx': [of('#/jobs?type=BULK_WALK', 'Cancel…', 'Cancel 1 job', [])],
    'views/queues.tsx': [of('#/queues', 'Pause step.directory', 'Pause step.directory', [])],
    'views/queues/concurrency.tsx': [
      of('#/queues/step.directory', 'Set concurrency', 'Concurrency of step.directory', ['2']),
    ],
    'views/queues/deadLetters.tsx': [of('#/queues/step.directory', /^Discard /, 'Discard 1 dead letter', [])],
    'views/schedules/scheduleActions.tsx': [
      of('#/schedules', 'Pause nightly', 'Pause nightly', []),
      of('#/schedules/nightly', 'Run now', 'Run nightly now', []),
    ],
    'views/limits/claimLimits.tsx': [
      of('#/limits', 'Add a limit', 'Add a limit', ['BY_KEYS', '4']),
      of('#/limits', 'Edit the limit of BY_KEYS', 'Limit of BY_KEYS', ['1']),
      of('#/limits', 'Remove the limit of BY_KEYS', 'Remove the limit of BY_KEYS', []),
    ],
    'views/limits/retryPolicies.tsx': [
      of('#/limits', 'Add a policy', 'Add a policy', ['BY_KEYS', '8']),
      of('#/limits', 'Remove the policy of BY_KEYS', 'Remove the policy of BY_KEYS', []),
    ],
    'views/indexes.tsx': [of('#/indexes', 'Compare: WorklogType', 'Compare: WorklogType', [])],
    'views/suppressions.tsx': [
      of('#/suppressions', 'Suppress an address', 'Suppress an address', ['keys@example.com']),
      of(
        '#/suppressions',
        'Delete the suppression of gone@example.com',
        'Delete the suppression of gone@example.com',
        [],
      ),
    ],
    'views/access/newKey.tsx': [of('#/api-keys', 'Create', 'Create an API key', ['keys', 'walker'])],
    'views/access/apiKeys.tsx': [of('#/api-keys', 'Revoke walk', 'Revoke walk', [])],
    'views/records/recordHistory.tsx': [
      of(`#/records/worklog-types/${type}`, 'Restore version 1', 'Restore version 1', []),
    ],
    'views/records/erase.tsx': [of('#/records/users/walker', 'Erase…', 'Erase walker', [])],
    'views/records/record.tsx': [of(`#/records/worklog-types/${type}`, 'Delete', /^Delete /, [])],
    'views/rules/ruleTest.tsx': [of(`#/records/notification-rules/${rule}/test`, 'Evaluate…', /^Send the/, [])],
    'views/mailbox/mailbox.tsx': [of('#/mailbox', 'Empty', 'Empty the mailbox', [])],
    'views/overview/workers.tsx': [of('#/', /^Drain /, /^Drain /)],
  };
};

/** Files of dialogs that other tests open: see above. */
const openedElsewhere = [
  ...['parts/palette/palette.tsx', 'parts/palette/shortcutHelp.tsx', 'parts/shell/leaveDialog.tsx'],
  ...[
    'parts/list/savedQueries.tsx',
    'views/access/sessions.tsx',
    'views/records/archive.tsx',
    'views/records/recordImport.tsx',
  ],
];

/** The files of the console that show dialogs, from the code. */
const filesOfDialogs = async (): Promise<string[]> => {
  const files = await Array.fromAsync(new Bun.Glob('**/*.tsx').scan({ cwd: source }));
  const shown = await Promise.all(
    files.map(async (name) => /<(Confirm|Dialog)\b/.test(await Bun.file(join(source, name)).text())),
  );
  return files.filter((name, index) => shown[index] && name !== 'parts/dialog.tsx');
};

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
      await dialog.waitFor();
      await lookAt(where);
      const focused = `document.activeElement.closest('dialog') ?? document.activeElement`;
      expect(await page.evaluate<string>(`(${focused}).outerHTML`)).toStartWith('<dialog');
      await page.keyboard.press('Escape');
      // It has no role a moment before it is removed, and takes keys until then.
      await page.locator('dialog').waitFor({ state: 'detached' });
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
    // The elements that `show` waits for may be those of the former view.
    await page.getByRole('heading', { level: 1, name: 'Jobs', exact: true }).waitFor();
    await page.keyboard.press('Control+k');
    await readDialog('the palette');
    await page.keyboard.press('?');
    await readDialog('the shortcuts');

    expect(problems).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('the keyboard opens, fills, confirms and closes every dialog of the code, and goes on where it was', async () => {
    const { page } = watched;
    const notified = {
      ownerType: 'Order',
      ownerId: '1',
      subject: 'Walked',
      notificationTo: [{ email: 'a@example.com' }],
    };
    await sent('POST', '/notifications', { ...notified, templateCode: 'EMAIL_BASE', data: { content: 'By keys.' } });
    await poll(
      'the message in the mailbox',
      async () => ((await service.get('/api/v2/admin/mailbox')) as unknown[]).length > 0,
    );
    const all = dialogs();
    expect([...Object.keys(all), ...openedElsewhere].toSorted()).toEqual((await filesOfDialogs()).toSorted());

    const problems: string[] = [];
    for (const { hash, opener: name, title, typed } of Object.values(all).flat()) {
      await page.goto(`/console${hash}`);
      const opener = page.getByRole('button', { name, exact: typeof name === 'string' }).first();
      problems.push(...(await walkDialog(page, opener, title)).map((problem) => `${title}: ${problem}`));
      if (typed) await confirmByKeys(page, opener, title, typed);
    }
    expect(problems).toEqual([]);
    expect(watched.complaints).toEqual([]);
  });

  test('a link to a view requests its data before its script has arrived, and once', async () => {
    const { context, page, complaints } = await openPage(browser, service.url);
    const links = ['#/jobs', `#/jobs/${made.job}`, '#/notifications', '#/records/logs', '#/records/users'];
    for (const hash of [...links, `#/records/notification-rules/${made.rule}`]) {
      await page.goto('about:blank');
      const requested: string[] = [];
      const note = (request: Request): void => {
        const { pathname } = new URL(request.url());
        if (/^\/(api\/v2|console\/interface)/.test(pathname) && !pathname.endsWith('/events')) requested.push(pathname);
      };
      page.on('request', note);
      await page.goto(`/console${hash}`);
      await page.locator('main :is(tbody tr, dl, .empty)').first().waitFor();
      await page.locator('main .skeleton').waitFor({ state: 'detached' });
      page.off('request', note);
      const early = await page.evaluate<string[]>('Object.keys(globalThis.firstRequests)');
      expect({ hash, early: early.length > 0 }).toEqual({ hash, early: true });
      expect({ hash, twice: requested.filter((path, index) => requested.indexOf(path) < index) }).toEqual({
        hash,
        twice: [],
      });
    }
    expect(complaints).toEqual([]);
    await context.close();
  });
});
