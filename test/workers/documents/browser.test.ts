import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { makeApi } from '../../../api/http/server.ts';
import { allRoutes } from '../../../api/routes/index.ts';
import { makeServices } from '../../../app/services.ts';
import { makeChromium } from '../../../drivers/rendering/browser/chromium.ts';
import { makeRenderer } from '../../../drivers/rendering/renderer.ts';
import { makeSandbox } from '../../../drivers/sandbox/sandbox.ts';
import { makeFolderForFile, stopAfterFile } from '../../helpers/bootstrap.ts';
import { browserMissing, executablePath } from '../../helpers/browser.ts';
import { makeDocumentHarnessForFile } from '../../helpers/documentHarness.ts';
import { infoOf, poppler, popplerMissing, word, wordsOf } from '../../helpers/pdf.ts';
import type { TestWorker } from '../../helpers/workerHarness.ts';
import { verapdfMissing, violations } from './verapdf.ts';

setDefaultTimeout(120_000);

/** Templates with `renderer: BROWSER`, through the API and a worker with the real renderer and Chromium. */

const log = pino({ level: 'silent' });
const templatesDir = makeFolderForFile();
const sandbox = makeSandbox({ log, size: 1 });
const chromium = makeChromium({ log, path: executablePath, size: 1 });
const renderer = makeRenderer({ log, sandbox, browser: chromium, size: 1, templatesDir });
const plain = makeRenderer({ log, sandbox, size: 1, templatesDir });
for (const one of [sandbox, chromium, renderer, plain]) stopAfterFile(() => one.stop());
const harness = await makeDocumentHarnessForFile(1_048_576, { hasBrowser: true });
/** An api on the same database, for which no browser is configured. */
const bare = makeApi(makeServices({ ...harness.services, hasBrowser: false }), {
  host: '127.0.0.1',
  port: 0,
  maxBody: 1_048_576,
  routes: allRoutes(),
});
await bare.start();
stopAfterFile(() => bare.stop());

const errorsOf = async (answer: Response): Promise<string[]> => ((await answer.json()) as { errors: string[] }).errors;
const accept = { headers: { accept: 'application/pdf' } };
const BROWSER = { renderer: 'BROWSER' };
const missing = /^renderer: BROWSER needs a browser, and none is configured: set CHROMIUM_PATH or GOTENBERG_URL/;

const generate = (code: string, data: object = {}, query = ''): Promise<Response> =>
  harness.send('POST', `/documents/generate/${code}/pdf${query}`, data, accept);

async function pdf(content: string, members: object = {}, data: object = {}): Promise<Uint8Array> {
  const answer = await generate(await harness.template(content, { ...BROWSER, ...members }), data);
  if (!answer.ok) throw new Error(await answer.text());
  return new Uint8Array(await answer.arrayBuffer());
}

const textsOf = (bytes: Uint8Array, ...options: string[]): string[] =>
  poppler(bytes, 'pdftotext', ...options, '{}', '-')
    .split(/\s+/)
    .filter(Boolean);
const sizesOf = (bytes: Uint8Array): number[][] =>
  [...poppler(bytes, 'pdfinfo', '-l', '99', '{}').matchAll(/size: +([\d.]+) x ([\d.]+)/g)].map(([, width, height]) => [
    Math.round(Number(width)),
    Math.round(Number(height)),
  ]);

describe('without a browser', () => {
  test('a template that asks for one is a 400 when it is saved, previewed and generated', async () => {
    const body = { code: 'no-browser', inputType: 'HTML', content: 'x', ...BROWSER };
    const saved = await harness.send('POST', '/formatter-templates', body, { to: bare.url });
    expect([saved.status, await errorsOf(saved)]).toEqual([400, [expect.stringMatching(missing)]]);
    const draft = { content: 'x', data: {}, ...BROWSER };
    const previewed = await harness.send('POST', '/formatter-templates/preview', draft, { ...accept, to: bare.url });
    expect([previewed.status, await errorsOf(previewed)]).toEqual([400, [expect.stringMatching(missing)]]);
    const unknown = await harness.send('POST', '/formatter-templates/preview', { ...draft, renderer: 'FIREFOX' });
    expect(await errorsOf(unknown)).toEqual(['renderer: must be one of LAYOUT, BROWSER, not "FIREFOX"']);

    const worker = await harness.worker(plain);
    try {
      const code = await harness.template('<p>x', BROWSER);
      const stored = await harness.send('POST', `/formatter-templates/${code}/preview`, {}, accept);
      for (const answer of [await generate(code), stored])
        expect([answer.status, await errorsOf(answer)]).toEqual([400, [expect.stringMatching(missing)]]);
      const terms = await harness.template('<p>y', { pdf: { append: [{ template: code }] } });
      expect(await errorsOf(await generate(terms))).toEqual([
        expect.stringMatching(/^pdf\.append\[0\]\.template: BROWSER needs a browser/),
      ]);
      const html = await harness.send(
        'POST',
        `/documents/generate/${code}/html`,
        {},
        { headers: { accept: 'text/html' } },
      );
      expect(await html.text()).toContain('<p>x</p>');
    } finally {
      await worker.stop();
    }
  });

  test('a template that has been saved with one can be changed in its other members', async () => {
    const code = await harness.template('<p>x', BROWSER);
    const patch = (body: object): Promise<Response> =>
      harness.send('PATCH', `/formatter-templates/${code}`, body, { to: bare.url });
    expect((await patch({ name: 'renamed' })).status).toBe(200);
    expect((await patch({ renderer: 'LAYOUT' })).status).toBe(200);
    expect(await errorsOf(await patch(BROWSER))).toEqual([expect.stringMatching(missing)]);
  });
});

describe.skipIf(browserMissing !== undefined || popplerMissing !== undefined)('a PDF of a browser', () => {
  let worker: TestWorker;
  beforeAll(async () => {
    worker = await harness.worker(renderer);
  });
  afterAll(() => worker.stop());

  test('is what a browser prints: its CSS, margin boxes and bookmarks, on the page of the template', async () => {
    const content = `<html lang="cs"><title>Zpráva {{no}}</title><meta name="author" content="Waybill">
      <style>@page { margin: 30mm; @bottom-center { content: "strana " counter(page) " z " counter(pages) } }
        .columns { columns: 2 } .next { break-before: page } .next:has(b) { color: red }</style>
      <h1 id="top">{{title}}</h1><div class="columns"><p>left</p><p style="break-before: column">right</p></div>
      <div class="next"><b>second</b> <a href="#top">up</a></div><script>document.write('run')</script>`;
    const bytes = await pdf(content, { documentSize: 'B5' }, { no: 7, title: 'Žluťoučký' });
    expect(sizesOf(bytes)).toEqual([
      [499, 709],
      [499, 709],
    ]);
    const words = wordsOf(bytes);
    const [left, right] = [word(words, 'left'), word(words, 'right')];
    expect(Math.abs(left.top - right.top)).toBeLessThan(1);
    expect(right.left - left.left).toBeGreaterThan(100);
    expect(Math.round(left.left)).toBe(85);
    expect(textsOf(bytes).join(' ')).toMatch(/Žluťoučký.*strana 1 z 2.*second up.*strana 2 z 2/);
    expect(textsOf(bytes)).not.toContain('run');
    expect(infoOf(bytes)).toMatchObject({ Title: 'Zpráva 7', Author: 'Waybill', Creator: 'Waybill', Tagged: 'yes' });
    expect(infoOf(bytes)['Keywords']).toMatch(/^template template-\d+, version 1$/);
    expect(infoOf(await pdf('<p>untitled'))['Title']).toBeUndefined();
  });

  test('has the alt text alone in place of an image that is not there', async () => {
    const bytes = await pdf('<p>a <img src="https://images.example/x.png" alt="our logo" width="90" height="40"> b');
    expect(textsOf(bytes)).toEqual(['a', 'our', 'logo', 'b']);
    const pictures = poppler(bytes, 'pdfimages', '-list', '{}').trim().split('\n').slice(2);
    expect(pictures).toEqual([]);
  });

  test('has the size, margins and standard font of the service unless the template declares others', async () => {
    const sizes = { A4: [595, 842], LANDSCAPE: [842, 595], LETTER: [612, 792] } as const;
    for (const [documentSize, size] of Object.entries(sizes)) {
      const bytes = await pdf('<p style="margin: 0">x', { documentSize });
      expect(sizesOf(bytes)).toEqual([[...size]]);
      expect(Math.round(word(wordsOf(bytes), 'x').left)).toBe(51);
    }
    expect(sizesOf(await pdf('<style>@page { size: A5 landscape }</style>x'))).toEqual([[595, 420]]);
    const long = await pdf('<p>x</p>'.repeat(200), { documentSize: 'AUTO' });
    const [[width, height] = []] = sizesOf(long);
    expect([sizesOf(long).length, width]).toEqual([1, 595]);
    const last = wordsOf(long).at(-1);
    expect((height ?? 0) - (last?.bottom ?? 0)).toBeWithin(51, 75);
    const short = await pdf('<style>@page { margin: 10mm; size: A3 }</style><p style="margin: 0">x', {
      documentSize: 'AUTO',
    });
    expect(sizesOf(short)[0]?.[1]).toBeWithin(65, 85);
    const endless = sizesOf(await pdf('<div style="height: 30000px">x</div>', { documentSize: 'AUTO' }));
    expect(endless.map((size) => size[1])).toEqual([14_400, 14_400]);
  });

  test('has the fonts under templates/fonts/ and those of data URIs', async () => {
    mkdirSync(join(templatesDir, 'fonts'), { recursive: true });
    const file = (name: string): string => Bun.resolveSync(`@expo-google-fonts/${name}`, import.meta.dir);
    cpSync(file('noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf'), join(templatesDir, 'fonts', 'thai.ttf'));
    writeFileSync(join(templatesDir, 'fonts', 'broken.ttf'), 'no font');
    const data = readFileSync(file('noto-serif/700Bold/NotoSerif_700Bold.ttf')).toString('base64');
    const bytes = await pdf(`<style>@font-face { font-family: Headline; src: url("data:font/ttf;base64,${data}") }
      @font-face { font-family: Named; src: url(fonts/thai.ttf) }</style>
      <p style="font-family: 'HEADLINE'">Headline<p style="font-family: 'Noto Sans Thai'">ภาษาไทย<p style="font-family: named">ไทย`);
    const fonts = poppler(bytes, 'pdffonts', '{}');
    expect(fonts).toMatch(/NotoSerif-Bold/);
    expect(fonts).toMatch(/NotoSansThai/);
    expect(fonts).not.toMatch(/ no +(?:yes|no) +(?:yes|no) +\d+ +\d+ *$/m);
    expect(textsOf(bytes)).toContain('Headline');
    rmSync(join(templatesDir, 'fonts', 'broken.ttf'));
  });

  test('is finished like one of the layout: appended templates of both kinds, a watermark, a password', async () => {
    const terms = await harness.template('<header data-page>Terms</header><p>of {{name}}', { documentSize: 'LETTER' });
    const annex = await harness.template('<p style="columns: 2">annex', BROWSER);
    const append = [{ template: terms }, { template: annex }, { data: 'scan' }];
    const scan = Buffer.from(await pdf('<p>scanned', { documentSize: 'B5' })).toString('base64');
    const settings = { append, watermark: 'DRAFT', password: '{{pin}}', permissions: ['PRINT'] };
    const bytes = await pdf(
      '<title>Contract</title><p>contract',
      { pdf: settings },
      { name: 'Nováková', pin: '1234', scan },
    );
    expect(() => poppler(bytes, 'pdftotext', '{}', '-')).toThrow();
    expect(textsOf(bytes, '-upw', '1234')).toEqual('contract Terms of Nováková annex scanned'.split(' '));
    const info = poppler(bytes, 'pdfinfo', '-upw', '1234', '-l', '9', '{}');
    expect(info).toMatch(/Title: +Contract[\s\S]*print:yes copy:no/);
    expect([...info.matchAll(/size: +(\d+)[.\d]* x/g)].map(([, width]) => Number(width))).toEqual([594, 612, 594, 498]);
    const main = await harness.template('<p>of the layout', { pdf: { append: [{ template: annex }] } });
    const mixed = new Uint8Array(await (await generate(main)).arrayBuffer());
    expect(textsOf(mixed)).toEqual('of the layout annex'.split(' '));
    expect(infoOf(mixed)['Keywords']).toContain(`template ${main}, version 1`);
  });

  test('has properties and tags of its template, but is no PDF/UA-1', async () => {
    const settings = { title: 'Faktura {{n}}', language: 'cs', accessibility: 'TAGGED' };
    const bytes = await pdf('<title>other</title><meta name="author" content="A"><h1>x', { pdf: settings }, { n: 7 });
    expect(infoOf(bytes)).toMatchObject({ Title: 'Faktura 7', Author: 'A', Tagged: 'yes' });
    const annex = await harness.template('<p>annex', BROWSER);
    const main = await harness.template('<h1>x', { pdf: { accessibility: 'TAGGED', append: [{ template: annex }] } });
    expect(await errorsOf(await generate(main))).toEqual([
      expect.stringMatching(/^pdf\.accessibility: a browser makes neither PDF\/UA-1 nor the structure/),
    ]);
    const strict = { code: 'ua', inputType: 'HTML', content: 'x', pdf: { accessibility: 'PDF/UA-1' }, ...BROWSER };
    expect(await errorsOf(await harness.send('POST', '/formatter-templates', strict))).toEqual([
      'pdf.accessibility: a browser does not make PDF/UA-1; write TAGGED, or LAYOUT as renderer',
    ]);
  });

  test('is previewed, of a draft and of a stored template, and made in bulk', async () => {
    const content = '<p style="columns: 2">{{n}}';
    const draft = await harness.send(
      'POST',
      '/formatter-templates/preview',
      { content, data: { n: 'draft' }, ...BROWSER },
      accept,
    );
    expect(textsOf(new Uint8Array(await draft.arrayBuffer()))).toEqual(['draft']);
    const code = await harness.template(content, { ...BROWSER, previewData: { n: 'stored' } });
    const stored = await harness.send('POST', `/formatter-templates/${code}/preview`, {}, accept);
    expect(textsOf(new Uint8Array(await stored.arrayBuffer()))).toEqual(['stored']);
    const items = ['one', 'two', 'three'].map((n) => ({ documentId: n, documentTemplateCode: code, data: { n } }));
    const bulk = await harness.send('POST', '/documents/generate-many/pdf', items);
    const made = (await bulk.json()) as { data: string }[];
    expect(made.map(({ data }) => textsOf(Buffer.from(data, 'base64')))).toEqual([['one'], ['two'], ['three']]);
  });

  test('warns of what cleaning removes and a browser shows otherwise, and of no CSS that a browser knows', async () => {
    const content = `<style>h6 { filter: blur(1px) } p { columns: 2; background: image-set("a.png" 1x); color: oklch(50% 0 0) }
      @scope (p) { b { color: red } } @page wide { size: A3 }</style>
      <header data-page>x</header><p>a<video>b</video><img src="https://example.com/a.png">{{{more}}}
      <p>\u{12001} fi ﬁ שלום <span style="text-transform: uppercase">ž</span>`;
    const code = await harness.template(content, BROWSER);
    const answer = await generate(code, { more: '<iframe></iframe>\u{12000}' }, '?warnings=true');
    const warnings = answer.headers.get('x-warnings')?.split('; ') ?? [];
    const remedy = 'put a font with them under templates/fonts/, and its family into font-family';
    expect(warnings[0]).toStartWith('content: line 4, column 10: no font has');
    expect(warnings.map((text) => text.replace(/^content: (?:line \d+, column \d+: )?/, ''))).toEqual([
      `no font has \\ud808\\udc00 \\ud808\\udc01, so a box is drawn for each: ${remedy}`,
      'image-set() in background of p is not supported, so the declaration is removed',
      '@scope is not supported, so its rules are ignored',
      "<header data-page> is shown once by a browser: for each page, write @page { @top-center { content: 'text' } }",
      '<video> is not supported, so it is removed with its content',
      'the image https://example.com/a.png is replaced by its alt text, because Waybill fetches nothing',
      '<iframe> is not supported, so it is removed with its content',
    ]);
    const strict = await harness.send('POST', '/formatter-templates', {
      ...{ code: 'strict-browser', inputType: 'HTML', content: '<p>a<video></video>', strict: true, ...BROWSER },
    });
    expect([strict.status, (await errorsOf(strict))[0]]).toEqual([400, expect.stringContaining('<video>')]);
  });

  test('finds the optional packages of fonts', async () => {
    const code = await harness.template('<p>สวัสดี', BROWSER);
    const answer = await generate(code, {}, '?warnings=true');
    expect([answer.status, answer.headers.get('x-warnings')]).toEqual([200, null]);
  });

  test.skipIf(verapdfMissing() !== undefined)('is a PDF/A-3b where its template asks for that', async () => {
    const conformance = { conformance: 'PDF/A-3B', attachments: [{ name: 'a.xml', content: '<a>{{n}}</a>' }] };
    const rich = `<html lang="cs"><title>Faktura</title><h1>Faktura</h1><a href="https://example.com">x</a> <a href="#t">y</a>
      <table id="t" border><tr><th>ž שלום ∑ ☎<td style="color: rgba(9,9,9,.5); box-shadow: 0 0 9px red; background: linear-gradient(red, blue)">a</table>
      <img src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="> 😀`;
    const plainPage = await pdf('<title>a</title><p>text', { pdf: conformance }, { n: 1 });
    const made = { plainPage, rich: await pdf(rich, { pdf: { ...conformance, watermark: 'DRAFT' } }, { n: 1 }) };
    expect(violations(made, '3b')).toEqual({ plainPage: [], rich: [] });
    const lacking = await harness.template('<p>\u{12000}', { ...BROWSER, pdf: conformance });
    expect(await errorsOf(await generate(lacking, { n: 1 }))).toEqual([
      expect.stringMatching(/^content: no font has \u{12000}, .*, which PDF\/A-3B forbids/u),
    ]);
  });
});
