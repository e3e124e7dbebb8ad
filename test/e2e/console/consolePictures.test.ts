import { expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import type { BrowserContext } from 'playwright-core';
import { PNG } from 'pngjs';
import { startApiForFile } from '../../helpers/api.ts';
import { openBrowser } from '../../helpers/browser.ts';
import { describeConsole } from '../../helpers/console.ts';
import { answers, live, NOW } from '../../helpers/pages/pictureData.ts';

setDefaultTimeout(180_000);

/**
 * The main views as pictures, with fixed data, clock and fonts, so that another machine draws the same. After an intended
 * change run `UPDATE_PICTURES=true bun test test/e2e/console/consolePictures.test.ts`, and look at the pictures.
 */
const folder = join(import.meta.dir, 'pictures');
const isUpdate = process.env['UPDATE_PICTURES'] === 'true';
const fonts = join(import.meta.dir, '..', '..', '..', 'node_modules', '@expo-google-fonts');

const views = {
  overview: { hash: '', ready: '.charts svg, .charts [role="slider"]' },
  jobs: { hash: '#/jobs', ready: 'table tbody tr' },
  queues: { hash: '#/queues', ready: 'table tbody tr' },
  users: { hash: '#/records/users', ready: 'table tbody tr' },
  newUser: { hash: '#/records/users/~new', ready: 'form input' },
} as const;

const appearances = {
  light: { viewport: { width: 1_280, height: 800 }, colorScheme: 'light' },
  dark: { viewport: { width: 1_280, height: 800 }, colorScheme: 'dark' },
  narrow: { viewport: { width: 390, height: 700 }, colorScheme: 'light' },
} as const;

const api = await startApiForFile();

const face = (family: string, file: string, weight: string): string =>
  `@font-face { font-family: "${family}"; font-weight: ${weight};
    src: url(data:font/ttf;base64,${readFileSync(join(fonts, file)).toString('base64')}) }`;

/** The fonts of the machine are those of the project, nothing moves, and no text cursor blinks. */
const fixed = `${face('Fixed', 'noto-sans/400Regular/NotoSans_400Regular.ttf', '100 450')}
  ${face('Fixed', 'noto-sans/600SemiBold/NotoSans_600SemiBold.ttf', '451 900')}
  ${face('Fixed Mono', 'noto-sans-mono/400Regular/NotoSansMono_400Regular.ttf', '100 900')}
  html, button, input, select, textarea { font-family: Fixed !important }
  :root { --code-font: "Fixed Mono" !important }
  * { animation: none !important; transition: none !important; caret-color: transparent !important }`;

/** Answers the requests of the page with fixed data. Its files and descriptions of kinds come from the service. */
async function answerFixed(context: BrowserContext, unknown: string[]): Promise<void> {
  await context.route('**/console', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/(?<=id="answers">).*(?=<\/script>)/, (text) =>
      JSON.stringify({ ...JSON.parse(text), '/metrics/live': { status: 200, body: JSON.stringify(live) } }),
    );
    await route.fulfill({ response, body });
  });
  for (const pattern of ['**/api/v2/**', '**/metrics/**'])
    await context.route(pattern, (route) => {
      const request = route.request();
      const operation = `${request.method()} ${new URL(request.url()).pathname}`;
      // The stream stays open without an event.
      if (operation === 'GET /metrics/live') return;
      if (operation in answers) return route.fulfill({ json: answers[operation] });
      unknown.push(operation);
      return route.abort();
    });
}

async function draw(context: BrowserContext, { hash, ready }: { hash: string; ready: string }): Promise<Buffer> {
  const page = await context.newPage();
  await page.clock.setFixedTime(NOW);
  await page.goto(`/console${hash}`);
  await page.addStyleTag({ content: fixed });
  await page.locator(ready).first().waitFor();
  await page.evaluate('document.fonts.ready');
  const picture = await page.screenshot();
  await page.close();
  return picture;
}

describeConsole(() => {
  for (const [look, settings] of Object.entries(appearances))
    test(`the main views are drawn as before, ${look}`, async () => {
      // Hinting and the colours of subpixels depend on the machine.
      const browser = await openBrowser('--font-render-hinting=none', '--disable-lcd-text');
      const unknown: string[] = [];
      const fixedContext = { baseURL: api.url, locale: 'en-GB', timezoneId: 'Europe/Prague', bypassCSP: true };
      const context = await browser.newContext({ ...settings, ...fixedContext });
      try {
        await answerFixed(context, unknown);
        for (const [name, view] of Object.entries(views)) {
          const picture = await draw(context, view);
          const file = join(folder, `${name}.${look}.png`);
          if (isUpdate) await Bun.write(file, picture);
          expect(differenceOf(picture, file)).toBeLessThan(0.01);
        }
        expect(unknown).toEqual([]);
      } finally {
        await browser.close();
      }
    });

  test('no picture is left of a removed view', () => {
    const names = Object.keys(appearances).flatMap((look) => Object.keys(views).map((view) => `${view}.${look}.png`));
    expect(readdirSync(folder).filter((name) => !names.includes(name))).toEqual([]);
  });
});

/** Returns the part of the pixels that differ from a stored picture. */
function differenceOf(picture: Buffer, file: string): number {
  if (!existsSync(file)) throw new Error(`${file} is missing: draw it with UPDATE_PICTURES=true, and look at it.`);
  const [drawn, stored] = [PNG.sync.read(picture), PNG.sync.read(readFileSync(file))];
  expect([drawn.width, drawn.height]).toEqual([stored.width, stored.height]);
  const different = pixelmatch(drawn.data, stored.data, undefined, drawn.width, drawn.height, { threshold: 0.2 });
  return different / (drawn.width * drawn.height);
}
