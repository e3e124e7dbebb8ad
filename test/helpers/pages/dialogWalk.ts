import { expect } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { accessibilityProblems } from './accessibility.ts';

/** A dialog of the console, and how the keyboard opens it. */
export interface DialogOfView {
  readonly hash: string;
  /** The name of the button that opens it. */
  readonly opener: string | RegExp;
  readonly title: string | RegExp;
  /** What is typed into its fields; undefined if it is only opened and closed. */
  readonly typed?: readonly string[];
}

/** Run in the page: notes whether the focus leaves the dialog for the page below. */
const watchFocus = `
  window.hasStrayed = false;
  document.addEventListener('focusin', ({ target }) => { window.hasStrayed ||= !target.closest('dialog'); });`;

/** Run in the page: what has the focus. */
const kindOfFocus = `(() => {
  const { localName, type } = document.activeElement;
  return type === 'submit' || localName === 'button' ? type : localName;
})()`;

const stops = 'a[href], button:not(:disabled), input, select, textarea, summary, [tabindex="0"]';

/** Run in the page: the labels of the buttons of the dialog that do not perform its action. */
const otherButtons = `[...document.querySelectorAll('dialog form .actions button[type="button"]')]
  .map((one) => one.textContent)`;

/**
 * Opens a dialog by the keyboard alone, and checks that the focus goes into it, stays in it, and comes back after Escape.
 * One that requests confirmation is left by "Cancel", except where its action is itself a cancellation.
 *
 * @returns what axe finds in the dialog
 */
export async function walkDialog(page: Page, opener: Locator, title: string | RegExp): Promise<string[]> {
  const dialog = await openDialog(page, opener, title);
  const problems = await accessibilityProblems(page, 'dialog');
  if ((await dialog.locator('form').count()) > 0) {
    const action = (await dialog.locator('button[type="submit"]').textContent()) ?? '';
    const leave = /^Cancel/.test(action) ? /^Keep the (job|notification)s?$/ : /^Cancel$/;
    expect({ title, others: await page.evaluate<string[]>(otherButtons) }).toEqual({
      title,
      others: [expect.stringMatching(leave)],
    });
  }
  await page.evaluate(watchFocus);
  const count = await dialog.locator(stops).count();
  for (const key of [...Array.from({ length: count + 2 }, () => 'Tab'), 'Shift+Tab']) await page.keyboard.press(key);
  expect({ title, hasStrayed: await page.evaluate<boolean>('window.hasStrayed') }).toEqual({
    title,
    hasStrayed: false,
  });
  await page.keyboard.press('Escape');
  await dialogRemoved(page);
  await opener.and(page.locator(':focus')).waitFor();
  return problems;
}

/** Opens a dialog, fills its fields in their order, and confirms it, by the keyboard alone. */
export async function confirmByKeys(
  page: Page,
  opener: Locator,
  title: string | RegExp,
  typed: readonly string[],
): Promise<void> {
  const dialog = await openDialog(page, opener, title);
  const texts = [...typed];
  const kind = (): Promise<string> => page.evaluate<string>(kindOfFocus);
  for (let at = await kind(); at !== 'submit'; at = await kind()) {
    if (at === 'input' || at === 'textarea') await page.keyboard.type(texts.shift() ?? '');
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  // A dialog that shows the result.
  if ((await page.locator('dialog').count()) > 0) {
    await page.keyboard.press('Escape');
    await dialogRemoved(page);
    await opener.and(page.locator(':focus')).waitFor();
  }
  await page.locator('main :focus').waitFor();
}

/** Waits until the element of the dialog is removed: it is hidden, and has no role, a moment before. */
const dialogRemoved = (page: Page): Promise<void> => page.locator('dialog').waitFor({ state: 'detached' });

async function openDialog(page: Page, opener: Locator, title: string | RegExp): Promise<Locator> {
  await opener.and(page.locator(':not(:disabled)')).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.locator(':focus').waitFor();
  return dialog;
}
