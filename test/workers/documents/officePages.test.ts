import { expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSheet } from 'read-excel-file/node';
import { makeOfficeHarnessForFile } from '../../helpers/documentHarness.ts';
import { unzippedBytes } from './unzipped.ts';

setDefaultTimeout(150_000);

/** Pages of office documents through the API, made by the included converter and read back by a native LibreOffice. */

/** A PNG of one pixel, in base64. */
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const soffice = Bun.which('soffice');
const harness = await makeOfficeHarnessForFile();

async function made(content: string, members: object, format: string): Promise<Uint8Array> {
  const code = await harness.template(content, members);
  const answer = await harness.send('POST', `/documents/generate/${code}/${format}`, {});
  const text = (await answer.json()) as string;
  if (!answer.ok) throw new Error(JSON.stringify(text));
  return ['rtf', 'csv', 'fods'].includes(format) ? Buffer.from(text) : Buffer.from(text, 'base64');
}

/** The flat XML in which LibreOffice writes what it has read of each document, by name of the file. */
async function opened(
  documents: Readonly<Record<string, Uint8Array>>,
  as: 'fodt' | 'fods' = 'fodt',
): Promise<Map<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-opened-'));
  try {
    const files = Object.keys(documents).map((name) => join(folder, name));
    for (const [name, bytes] of Object.entries(documents)) await Bun.write(join(folder, name), bytes);
    const options = [`-env:UserInstallation=file://${folder}/profile`, '--headless', '--convert-to', as];
    await Bun.spawn([soffice ?? '', ...options, '--outdir', join(folder, 'read'), ...files], {
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'ignore',
      timeout: 100_000,
      killSignal: 'SIGKILL',
    }).exited;
    const texts = Object.keys(documents).map(async (name): Promise<[string, string]> => {
      const file = join(folder, 'read', name.replace(/\.\w+$/, `.${as}`));
      return [name, await Bun.file(file).text()];
    });
    return new Map(await Promise.all(texts));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Width and height in mm, of the page of a document in flat XML. */
function pageOf(xml: string): string {
  const mm = (name: string): number => {
    const [, number, unit] = new RegExp(`fo:page-${name}="([\\d.]+)(cm|mm|in|pt)"`).exec(xml) ?? [];
    const factor = { cm: 10, mm: 1, in: 25.4, pt: 25.4 / 72 }[unit ?? ''] ?? Number.NaN;
    return Math.round(Number(number) * factor);
  };
  return `${mm('width')} × ${mm('height')}`;
}

test.skipIf(soffice === null)('the page of the template, or of its CSS, is that of every text format', async () => {
  const pages: Record<string, readonly [content: string, documentSize: string, page: string]> = {
    a4: ['<p>x</p>', 'A4', '210 × 297'],
    b5: ['<p>x</p>', 'B5', '176 × 250'],
    landscape: ['<p>x</p>', 'LANDSCAPE', '297 × 210'],
    auto: ['<p>x</p>', 'AUTO', '210 × 297'],
    css: ['<style>@page { size: A5 landscape; margin: 10mm } p { color: red }</style><p>x</p>', 'A4', '210 × 148'],
  };
  const documents: Record<string, Uint8Array> = {};
  const expected: Record<string, string> = {};
  for (const [name, [content, documentSize, page]] of Object.entries(pages)) {
    for (const format of ['docx', 'odt', 'doc', 'rtf']) {
      const file = `${name}-${format}.${format}`;
      documents[file] = await made(content, { documentSize }, format);
      expected[file] = page;
    }
  }
  const read = await opened(documents);
  expect(Object.fromEntries([...read].map(([file, xml]) => [file, pageOf(xml)]))).toEqual(expected);
});

test.skipIf(soffice === null)('the fonts of html, :root and lists of families are those of the document', async () => {
  const css = (selector: string) => `<style>${selector} { font-family: "Fira Sans", Arial, sans-serif }</style>`;
  const documents = {
    'html.docx': await made(`${css('html')}<p>one</p>`, {}, 'docx'),
    'root.docx': await made(`${css(':root')}<p>one</p>`, {}, 'docx'),
    'list.docx': await made(`${css('p')}<p>one</p>`, {}, 'docx'),
    'shorthand.docx': await made('<p style="font: bold 12pt/1.4 \'Fira Sans\', Arial, sans-serif">one</p>', {}, 'docx'),
    'generic.odt': await made('<p style="font-family: monospace">one</p>', {}, 'odt'),
  };
  const read = await opened(documents);
  for (const [file, font] of [...Object.keys(documents)].map((name) => [
    name,
    name === 'generic.odt' ? 'Courier New' : 'Fira Sans',
  ])) {
    const names = [...(read.get(file as string) ?? '').matchAll(/style:font-name="([^"]*)"/g)].map(([, name]) => name);
    expect([file, names.some((name) => name === font), names.some((name) => name?.includes(';'))]).toEqual([
      file,
      true,
      false,
    ] as never);
  }
});

test('a WebP image is a PNG in an office document', async () => {
  const webp = await new Bun.Image(Buffer.from(DOT, 'base64')).webp().bytes();
  const image = `<img src="data:image/webp;base64,${Buffer.from(webp).toString('base64')}" width="40" height="40">`;
  const files = await unzippedBytes(Buffer.from(await made(`<p>one ${image}</p>`, {}, 'docx')));
  const pictures = [...files].filter(([name]) => name.startsWith('word/media/'));
  expect(pictures.map(([, text]) => text.slice(1, 4))).toEqual(['PNG']);
});

test('an SVG with too many elements is no office document', async () => {
  const uses = Array.from({ length: 6 }, (_, i) => `<g id="a${i + 1}">${`<use href="#a${i}"/>`.repeat(10)}</g>`);
  const drawing = `<svg width="9" height="9"><path id="a0" d="M0 0h9v9z"/>${uses.join('')}</svg>`;
  await expect(made(drawing, {}, 'docx')).rejects.toThrow('A drawing has more than 100000 elements');
});

test('an SVG image is a PNG in its size in office documents', async () => {
  const shape = '<rect width="20" height="10" fill="#0a0"/>';
  const file = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10">${shape}</svg>`).toString(
    'base64',
  );
  const image = `<img src="data:image/svg+xml;base64,${file}" style="width: 48px">`;
  const content = `<p>one ${image} two</p><p><svg width="40" height="20" viewBox="0 0 20 10">${shape}</svg></p>`;
  for (const format of ['docx', 'odt']) {
    const files = await unzippedBytes(Buffer.from(await made(content, {}, format)));
    const pictures = [...files].filter(([name]) => /^(?:word\/media|Pictures)\/./.test(name));
    const sizes = pictures
      .map(([, text]) => Buffer.from(text, 'latin1'))
      .map((png) => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`);
    expect(sizes.sort()).toEqual(['80x40', '96x48']);
    const text = files.get(format === 'docx' ? 'word/document.xml' : 'content.xml') ?? '';

    const widths = [...text.matchAll(/<wp:extent cx="(\d+)"|<draw:frame[^>]*svg:width="([\d.]+)in"/g)].map(
      ([, emu, inches]) => Math.round(emu ? Number(emu) / 12_700 : Number(inches) * 72),
    );
    expect([format, widths]).toEqual([format, [36, 30]]);
  }
  for (const [format, signature] of [
    ['rtf', /\\pngblip[^}]{200}/],
    ['doc', /PNG[\s\S]{8}IHDR/],
  ] as const)
    expect(Buffer.from(await made(content, {}, format)).toString('latin1')).toMatch(signature);
});

test.skipIf(soffice === null)('headers and footers are in every text format', async () => {
  const page = '<header data-page>Head</header><footer data-page>Page <span data-page-number></span></footer><p>x</p>';
  const formats = ['docx', 'odt', 'doc', 'rtf'];
  const documents: Record<string, Uint8Array> = {};
  for (const format of formats) documents[`${format}.${format}`] = await made(page, {}, format);
  for (const [file, xml] of await opened(documents))
    expect([file, xml.match(/<style:(header|footer)>.*?(Head|Page |text:page-number)/gs)?.length]).toEqual([file, 2]);
});

test('dates of a csv are those that the page states', async () => {
  const times =
    '<table><tr><td>2026-11-21T12:30:00+02:00</td><td data-date="2026-11-21T12:30:00+02:00">noon</td></tr></table>';
  const dates = new TextDecoder().decode(await made(times, {}, 'csv'));
  expect(dates.trim()).toBe('2026-11-21T12:30:00+02:00,2026-11-21 10:30:00');
});

test('office documents name the version of their template in a custom property', async () => {
  const named = /waybill-template[\s\S]*template-\d+, version 1/;
  const files: Record<string, string> = {
    docx: 'docProps/custom.xml',
    odt: 'meta.xml',
    xlsx: 'docProps/custom.xml',
    ods: 'meta.xml',
  };
  for (const [format, file] of Object.entries(files)) {
    const content = await made('<table><tr><td>1</td></tr></table>', {}, format);
    expect([format, (await unzippedBytes(Buffer.from(content))).get(file)]).toEqual([
      format,
      expect.stringMatching(named),
    ]);
  }
});

const SHEETS = ['xlsx', 'xlsm', 'ods', 'ots', 'fods', 'xls'];

/** The widths in mm of the columns of a sheet in flat XML. */
function widthsOf(xml: string): number[] {
  const widths = new Map(
    [
      ...xml.matchAll(
        /<style:style style:name="([^"]*)" style:family="table-column">[\s\S]*?column-width="([\d.]+)(cm|mm|in)"/g,
      ),
    ].map(([, name, width, unit]) => [name, Number(width) * ({ cm: 10, mm: 1, in: 25.4 }[unit ?? ''] ?? Number.NaN)]),
  );
  return [
    ...xml.matchAll(/<table:table-column table:style-name="([^"]*)"(?: table:number-columns-repeated="(\d+)")?/g),
  ].flatMap(([, name, count = '1']) => Array<number>(Math.min(Number(count), 9)).fill(widths.get(name) ?? Number.NaN));
}

test.skipIf(soffice === null)('the columns of a sheet are as wide as their content', async () => {
  const long = 'Installation of a router by a technician, at home';
  const content = `<h1>A heading above the table that is much longer than anything in its first column</h1>
    <table><colgroup><col><col><col><col style="width: 50mm"></colgroup>
    <tr><th>No.</th><th>Item</th><th>Price</th><th>When</th></tr>
    <tr><td>1</td><td>${long}</td><td data-number="1234567890.5" data-format='#,##0.00 "CZK"'>x</td><td>2026-11-21</td></tr>
    <tr><td colspan="2">${long.repeat(3)}</td><td>1</td><td>x</td></tr></table>
    <table><tr><td>1</td><td><p>${'w'.repeat(20)}</p><p>second line</p></td></tr></table>`;
  const documents: Record<string, Uint8Array> = {};
  for (const format of SHEETS) documents[`${format}.${format}`] = await made(content, {}, format);
  for (const [file, xml] of await opened(documents, 'fods')) {
    const [number = 0, item = 0, price = 0, when = 0] = widthsOf(xml);
    const isFitting = [number < 25, item > 85 && item < 140, price > 30 && price < 60, when > 45 && when < 65];
    expect([file, isFitting]).toEqual([file, [true, true, true, true]]);
  }
});

const invoice = `<h1>Invoice</h1><p>Of the month</p><table>
  <tr><th>Item</th><th>Price</th></tr><tr><td>Router</td><td>€28.90</td></tr><tr><td>Cable</td><td>€1.10</td></tr>
  <tr><td data-formula='="Total of "&amp;COUNTA(A2:A3)'><b>Total</b> of 2</td><td data-formula="=SUM(B2:B3)">€30.00</td></tr>
  <tr><td>With VAT</td><td data-formula="ROUND($B$4*1.21,2)" data-number="36.3" data-format="0.00">36,30</td></tr>
  <tr><td>Half</td><td data-formula="B5/2"></td></tr></table>
  <p>Next</p><table><tr><td>1</td><td>2</td><td data-formula="SUM(A1:B1)">3</td></tr></table>`;

test.skipIf(soffice === null)('formulas count from their table, and show the values of the page', async () => {
  const documents: Record<string, Uint8Array> = {};
  for (const format of SHEETS) documents[`${format}.${format}`] = await made(invoice, {}, format);
  for (const [file, xml] of await opened(documents, 'fods')) {
    const cells = [...xml.matchAll(/table:formula="of:=([^"]*)"([^>]*)>\s*<text:p>([^<]*)/g)].map(
      ([, formula = '', attributes = '', text]) => [
        formula.replaceAll('&quot;', '"').replace('&amp;', '&'),
        / office:value="([^"]*)"/.exec(attributes)?.[1],
        text,
      ],
    );
    expect([file, cells]).toEqual([
      file,
      [
        ['"Total of "&COUNTA([.A6:.A7])', undefined, 'Total of 2'],
        ['SUM([.B6:.B7])', '30', '€30.00'],
        ['ROUND([.$B$8]*1.21;2)', '36.3', '36.30'],
        // Without a text in the page, the program that opens the sheet calculates.
        ['[.B9]/2', '18.15', '18.15'],
        ['SUM([.A14:.B14])', '3', '3'],
      ],
    ]);
  }
  const csv = new TextDecoder().decode(await made(invoice, {}, 'csv'));
  expect(csv).toContain('Total of 2,€30.00,\nWith VAT,36.3,\n');
  const workbook = (await unzippedBytes(Buffer.from(documents['xlsx.xlsx'] ?? []))).get('xl/workbook.xml');
  expect(workbook).toContain('fullCalcOnLoad="1"');
});

test.each([
  ['WEBSERVICE("https://example.com")', 'the function WEBSERVICE is not supported'],
  ['DDE("soffice";"/etc/passwd";"A1")', 'what begins with ";\\"/etc/passwd'],
  ["'file:///etc/passwd'#$Sheet1.A1", 'what begins with'],
  ['Sheet2!A1', 'what begins with "Sheet2!A1" is not supported'],
  ['[1]Sheet1!A1', 'what begins with "[1]Sheet1!A1" is not supported'],
  ['cmd|calc!A1', 'what begins with'],
  ['SUM(A1:A2', '")" is missing'],
  ['A1+', 'it ends too early'],
  ['A1 A2', 'A2 is not expected'],
  ['ROUND(A1)', 'ROUND has 1 arguments and needs 2'],
  ['XFE1', 'a formula names a cell beyond the sheet'],
  ['('.repeat(100), 'it is nested more than 60 deep'],
])('the formula %s is a 400', async (formula, problem) => {
  const code = await harness.template(`<table><tr><td data-formula="{{formula}}">1</td></tr></table>`, {});
  const answer = await harness.send('POST', `/documents/generate/${code}/xlsx`, { formula });
  const { errors } = (await answer.json()) as { errors: string[] };
  expect([answer.status, errors]).toEqual([400, [expect.stringContaining(problem)]]);
});

test('a formula in a table with tables in its cells is a 400', async () => {
  const page = '<table><tr><td data-formula="A1">1</td><td><table><tr><td>2</td></tr></table></td></tr></table>';
  expect(made(page, {}, 'ods')).rejects.toThrow('a formula cannot be in a table with tables in its cells');
});

test('a cell with a time element is a date', async () => {
  const cells = [
    '<time datetime="2026-11-21">21. 11. 2026</time>',
    '<time datetime="2026-11-21T12:30:00+02:00">noon</time>',
    'on <time datetime="2026-11-21">21. 11.</time>',
    '<time datetime="PT2H">2 h</time>',
  ];
  const row = cells.map((cell) => `<td>${cell}</td>`).join('');
  const [read] = await readSheet(Buffer.from(await made(`<table><tr>${row}</tr></table>`, {}, 'xlsx')));
  const [day, noon] = ['2026-11-21T00:00:00Z', '2026-11-21T10:30:00Z'].map((at) => new Date(at));
  expect(read as unknown[]).toEqual([day, noon, 'on 21. 11.', '2 h']);
});
