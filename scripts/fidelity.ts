import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import {
  compare,
  fidelityPages,
  type Positions,
  pageNamed,
  positionsFile,
  positionsOf,
  renderPage,
} from '../test/drivers/rendering/fidelityPages.ts';

/**
 * `npm run fidelity -- [name …]`: prints the pages of test/templates/fidelity/ with Chromium, and stores where it has their
 * words, which test/drivers/rendering/fidelity.test.ts compares. `npm run fidelity -- FOLDER` measures the pages of a folder,
 * and stores nothing. A line has the share of words in place, the numbers of pages, and words that are missing. Chromium is `CHROMIUM_PATH` or /usr/bin/chromium. It
 * sees the fonts of Waybill alone.
 */

/** What docs/pdf.md says of pages that say nothing. */
const defaults = '<style>@page{size:A4;margin:18mm}:where(html){font-family:sans-serif}:where(body){margin:0}</style>';
const fonts = join(import.meta.dir, '..', 'node_modules', '@expo-google-fonts');
const packages = [
  'noto-sans',
  'noto-serif',
  'noto-sans-mono',
  'noto-sans-hebrew',
  'noto-sans-arabic',
  'noto-sans-symbols',
  'noto-sans-symbols-2',
  'noto-emoji',
];
const weights = ['400Regular', '700Bold', '400Regular_Italic', '700Bold_Italic'];
/** The names by which the layout knows its families. */
const families = {
  'Noto Sans Mono': 'mono courier consolas menlo',
  'Noto Serif': 'times georgia garamond cambria palatino',
  'Noto Sans': 'sans arial helvetica verdana tahoma system-ui roboto calibri segoe',
};

/** A configuration of fontconfig that knows no other fonts. */
function fontsConfig(folder: string): string {
  const rule = (name: string, family: string, how: string): string =>
    `<match><test name="family" compare="not_contains"><string>Noto</string></test><test name="family" compare="${how}"><string>${name}</string></test><edit name="family" mode="assign" binding="same"><string>${family}</string></edit></match>`;
  const folders = packages.flatMap((name) => weights.map((weight) => `<dir>${join(fonts, name, weight)}</dir>`));
  const rules = Object.entries(families).flatMap(([family, names]) =>
    names.split(' ').map((name) => rule(name, family, 'contains')),
  );
  return `<?xml version="1.0"?><fontconfig>${folders.join('')}<cachedir>${folder}/cache</cachedir>${rule('serif', 'Noto Serif', 'eq')}${rules.join('')}</fontconfig>`;
}

/** The margins that browsers print with by default, which queries for the width of the page do not count. */
const usual = { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' };

async function printed(page: Page, html: string, folder: string): Promise<Uint8Array> {
  const start = /<head\b[^>]*>/i.exec(html) ?? /<html\b[^>]*>/i.exec(html) ?? /<!doctype[^>]*>|^/i.exec(html);
  const at = start ? start.index + start[0].length : 0;
  const file = join(folder, 'page.html');
  await Bun.write(file, html.slice(0, at) + defaults + html.slice(at));
  const print = async () => {
    await page.goto(pathToFileURL(file).href);
    return page.pdf({ printBackground: true, preferCSSPageSize: true, width: '210mm', height: '297mm', margin: usual });
  };
  // In the first print of a file, the letters of some fonts can have widths of whole pixels.
  await print();
  return print();
}

/** Prints how a page fares beside its positions in the browser. */
async function report(name: string, html: string, positions: Positions): Promise<void> {
  let figures: string;
  try {
    const pdf = await renderPage(html);
    const { inPlace, missing } = compare(positions, pdf);
    const { pages } = positionsOf(pdf);
    figures = `${inPlace.toFixed(1).padStart(6)} %  ${`${positions.pages}/${pages}`.padEnd(7)} ${missing.join(' ')}`;
  } catch (error) {
    figures = error instanceof Error ? error.message : String(error);
  }
  console.log(`${name.padEnd(32)} ${figures}`.trimEnd());
}

/** Measures the pages of a folder, and stores nothing. */
async function measure(pagesFolder: string, positionsIn: (html: string) => Promise<Positions>): Promise<void> {
  for (const file of readdirSync(pagesFolder).sort()) {
    if (!file.endsWith('.html')) continue;
    const html = readFileSync(join(pagesFolder, file), 'utf8');
    await report(file.slice(0, -'.html'.length), html, await positionsIn(html));
  }
}

/** Stores where the browser has the words of the pages of the project; of these, or of all. */
async function store(names: readonly string[], positionsIn: (html: string) => Promise<Positions>): Promise<void> {
  const stored = Bun.file(positionsFile);
  const known: Record<string, Positions> = (await stored.exists()) ? await stored.json() : {};
  const fresh: Record<string, Positions> = {};
  for (const name of fidelityPages()) {
    const html = pageNamed(name);
    const own = known[name];
    if (names.length > 0 && !names.includes(name)) {
      if (own) fresh[name] = own;
      continue;
    }
    fresh[name] = await positionsIn(html);
    await report(name, html, fresh[name]);
  }
  await Bun.write(positionsFile, `${JSON.stringify(fresh, null, 2)}\n`);
}

const words = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'waybill-fidelity-'));
try {
  await Bun.write(join(folder, 'fonts.conf'), fontsConfig(folder));
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] || '/usr/bin/chromium',
    args: ['--no-sandbox', '--font-render-hinting=none'],
    env: { ...(process.env as Record<string, string>), FONTCONFIG_FILE: join(folder, 'fonts.conf') },
  });
  // Twice the pixels: letters have their true widths, as on paper.
  const page = await browser.newPage({ deviceScaleFactor: 2, javaScriptEnabled: false });
  const positionsIn = async (html: string): Promise<Positions> => positionsOf(await printed(page, html, folder));
  const [first = ''] = words;
  if (statSync(first, { throwIfNoEntry: false })?.isDirectory()) await measure(first, positionsIn);
  else await store(words, positionsIn);
  await browser.close();
} finally {
  rmSync(folder, { recursive: true });
}
