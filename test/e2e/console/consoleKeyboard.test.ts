import { expect, setDefaultTimeout, test } from 'bun:test';
import { openPage } from '../../helpers/browser.ts';
import { describeConsole, startConsole } from '../../helpers/console.ts';

setDefaultTimeout(180_000);

const { service, browser, watched, job } = await startConsole();

/** One view of each layout. */
const views = ['', '#/activity', '#/find', '#/jobs', '#/queues', '#/records/logs', '#/records/users/~new', '#/audit'];

/** Run in the page: marks the controls that a user of the mouse can reach, and returns their number. */
const markControls = `(() => {
  const controls = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
    .filter((one) => !one.disabled && one.checkVisibility());
  controls.forEach((one) => { one.dataset.unreached = ''; });
  return controls.length;
})()`;

/** Run in the page: takes the mark off the control that has the focus, and returns how many controls have it yet. */
const reach = `(() => {
  delete document.activeElement.dataset.unreached;
  return document.querySelectorAll('[data-unreached]').length;
})()`;

const unreached = `[...document.querySelectorAll('[data-unreached]')].map((one) => one.outerHTML.slice(0, 120))`;

interface Node {
  readonly ignored?: boolean;
  readonly role?: { readonly value?: string };
  readonly name?: { readonly value?: string };
}

const namedRoles = [
  'button',
  'link',
  'textbox',
  'searchbox',
  'combobox',
  'checkbox',
  'slider',
  'table',
  'dialog',
  'img',
];

describeConsole(() => {
  test('the Tab key reaches every control of every view', async () => {
    await job('BY_KEYS', ['one']);
    for (const view of views) {
      const { context, page } = await openPage(browser, service.url);
      await page.goto(`/console${view}`);
      await page.locator('main :is(table, form, dl, .empty, .notice)').first().waitFor();
      const count = await page.evaluate<number>(markControls);
      expect(count).toBeGreaterThan(20);
      // A field for a time has a stop for each of its parts, and a walk from the middle goes on at the start.
      for (let stop = 0; stop < 2 * count + 30; stop++) {
        await page.keyboard.press('Tab');
        if ((await page.evaluate<number>(reach)) === 0) break;
      }
      expect({ view, unreached: await page.evaluate<string[]>(unreached) }).toEqual({ view, unreached: [] });
      await context.close();
    }
  });

  test('a screen reader has a name of every control, one heading of the first level, and the landmarks', async () => {
    const session = await watched.context.newCDPSession(watched.page);
    for (const view of views) {
      await watched.page.goto(`/console${view}`);
      await watched.page.locator('main :is(table, form, dl, .empty, .notice)').first().waitFor();
      const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: Node[] };
      const announced = nodes
        .filter(({ ignored }) => !ignored)
        .map(({ role, name }) => [role?.value ?? '', name?.value ?? '']);
      const nameless = announced.filter(([role = '', name]) => namedRoles.includes(role) && name === '');
      expect({ view, nameless }).toEqual({ view, nameless: [] });
      const roles = announced.map(([role]) => role);
      for (const landmark of ['main', 'navigation', 'banner']) expect(roles).toContain(landmark);
      expect(await watched.page.getByRole('heading', { level: 1 }).count()).toBe(1);
    }
  });

  test('the page complained of nothing', () => {
    expect(watched.complaints).toEqual([]);
  });
});
