import { join } from 'node:path';
import type { Page } from 'playwright-core';

const axe = join(import.meta.dir, '..', '..', '..', 'node_modules', 'axe-core', 'axe.min.js');
/** Run in the page: what axe finds in a part of it, and what does not fit. */
const look = (part: string): string => `axe.run('${part}', {
  resultTypes: ['violations'],
  rules: { 'target-size': { enabled: true } },
}).then(({ violations }) => [
  ...violations.map(({ id, nodes }) => id + ': ' + nodes[0].html),
  ...(document.documentElement.scrollWidth > innerWidth ? ['is wider than the window'] : []),
  ...[...document.querySelectorAll('.field')].filter((field) => field.scrollWidth > field.clientWidth)
    .map((field) => 'is wider than its place: ' + field.textContent.slice(0, 40)),
])`;

/**
 * Returns what axe finds in the current state of a page, and whether the page and its fields fit.
 *
 * @param part selector of the part that axe looks at
 */
export async function accessibilityProblems(page: Page, part = 'html'): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(await Bun.file(axe).text());
  return page.evaluate<string[]>(look(part));
}
