import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mammoth from 'mammoth';
import pino from 'pino';
import { readSheet } from 'read-excel-file/node';
import yauzl from 'yauzl';
import { documentFormats } from '../../../domain/documents/templates/formats.ts';
import { makeOffice } from '../../../drivers/rendering/office/office.ts';

setDefaultTimeout(150_000);

/** Real documents, read back. One converter renders them all, because its start takes seconds. */

const log = pino({ level: 'silent' });
const office = makeOffice({ log });
afterAll(() => office.stop());

const soffice = Bun.which('soffice');
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg==';

let requests = 0;
const outside = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response(String(++requests)) });
afterAll(() => outside.stop(true));

const letter = `<!DOCTYPE html><html lang="cs"><head><meta charset="utf-8"><title>Faktura 1</title><meta name="author" content="Jana Nováková">
<style>@page { size: A4 landscape; margin: 1.5cm } .r { text-align: right } @import url(${outside.url}a.css);</style>
<link rel="stylesheet" href="${outside.url}b.css"></head>
<body><header data-page><p>Záhlaví <span data-page-number></span> z <span data-page-count></span></p></header>
<h1>Žluťoučký kůň</h1><p>Zażółć gęślą jaźń, Ελληνικά, Київ <a href="https://example.org/x">odkaz</a></p>
<img src="${PIXEL}" width="20" height="20"><img src="file:///etc/hostname"><img src="FILE:///etc/hostname">
<img src="${outside.url}x.png"><img src="//127.0.0.1:${outside.port}/x.png"><p style="background: url(${outside.url}y.png)">na pozadí</p>
<object data="${outside.url}o"></object><iframe src="file:///etc/hostname"></iframe>
<table style="width: 100%"><thead><tr><th>Popis</th><th>Cena</th></tr></thead><tbody><tr><td>Montáž</td><td class="r">12,50</td></tr></tbody></table>
<footer data-page><p>Zápatí</p></footer></body></html>`;

const sheet = `<html><body><table>
<tr><th>Příliš</th><th>2026</th></tr>
<tr><td data-number="1234.5" data-format="#,##0.00">1 234,50 Kč</td><td data-date="2026-11-21">21. 11. 2026</td></tr>
<tr><td>1234.50</td><td>2026-11-21</td></tr>
<tr><td data-date="2026-11-21T12:30:00+02:00">v poledne</td><td>-7</td></tr>
<tr><td>00420</td><td>+420777123456</td></tr>
<tr><td data-text>2704</td><td>27074358</td></tr>
<tr><td>=1+1</td><td>12,5 %</td></tr>
<tr><td>1,234.5</td><td>2026-02-30</td></tr>
<tr><td data-number="12345678901234567891">12345678901234567891</td><td>x</td></tr>
</table></body></html>`;

/** Returns the files of an archive as texts. */
function unzip(content: Uint8Array): Promise<Map<string, string>> {
  return new Promise((resolve, reject) => {
    const files = new Map<string, string>();
    yauzl.fromBuffer(Buffer.from(content), { lazyEntries: true }, (error, archive) => {
      if (error) return reject(error);
      archive.on('entry', (entry: yauzl.Entry) =>
        archive.openReadStream(entry, async (failed, stream) => {
          if (failed) return reject(failed);
          const parts: Buffer[] = [];
          for await (const part of stream) parts.push(part as Buffer);
          files.set(entry.fileName, Buffer.concat(parts).toString());
          archive.readEntry();
        }),
      );
      archive.on('end', () => resolve(files));
      archive.on('error', reject);
      archive.readEntry();
    });
  });
}

/** Returns the text that a native LibreOffice reads from a document. */
async function openedNatively(content: Uint8Array, format: string, as: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-opened-'));
  try {
    await Bun.write(join(folder, `document.${format}`), content);
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    const to = as === 'csv' ? 'csv:Text - txt - csv (StarCalc):44,34,76' : 'txt:Text (encoded):UTF8';
    await Bun.spawn(
      [
        soffice ?? '',
        profile,
        '--headless',
        '--convert-to',
        to,
        '--outdir',
        folder,
        join(folder, `document.${format}`),
      ],
      { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore', timeout: 60_000, killSignal: 'SIGKILL' },
    ).exited;
    return await Bun.file(join(folder, `document.${as}`)).text();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('a text document', () => {
  test('has the content of the page, and loads nothing from outside', async () => {
    const content = await office.convert(letter, 'docx');
    const { value } = await mammoth.extractRawText({ buffer: Buffer.from(content) });
    for (const words of ['Žluťoučký kůň', 'Zażółć gęślą jaźń, Ελληνικά, Київ odkaz', 'na pozadí', 'Montáž', '12,50']) {
      expect(value).toContain(words);
    }
    const files = await unzip(content);
    const body = files.get('word/document.xml') ?? '';
    expect(body).toContain('<w:pgSz w:w="16838" w:h="11906"/>');
    expect(body).toContain('w:tblHeader');
    expect(files.get('word/header1.xml')).toMatch(/Záhlaví [\s\S]* PAGE [\s\S]* NUMPAGES /);
    expect(files.get('word/footer1.xml')).toContain('Zápatí');
    expect(files.get('docProps/core.xml')).toMatch(/Jana Nováková[\s\S]*Faktura 1/);
    expect([...files.keys()].filter((name) => name.startsWith('word/media/'))).toHaveLength(1);
    const outward = (files.get('word/_rels/document.xml.rels') ?? '').match(/Target="[^"]*" TargetMode="External"/g);
    expect(outward).toEqual(['Target="https://example.org/x" TargetMode="External"']);
    expect([...files.values()].join()).not.toMatch(/127\.0\.0\.1|etc\/hostname/);
    expect(requests).toBe(0);
  });

  test.each([
    ['A4', '11906', '16838'],
    ['letter', '12240', '15840'],
    ['B5', '9978', '14173'],
    ['210mm 297mm', '11906', '16838'],
  ])('has the page size %s', async (size, width, height) => {
    const content = await office.convert(`<style>@page { size: ${size} }</style><p>x</p>`, 'docx');
    const found = /<w:pgSz w:w="(\d+)" w:h="(\d+)"/.exec((await unzip(content)).get('word/document.xml') ?? '');
    // In twips, a twentieth of a point; the converter rounds.
    expect(Math.abs(Number(found?.[1]) - Number(width))).toBeLessThan(5);
    expect(Math.abs(Number(found?.[2]) - Number(height))).toBeLessThan(5);
  });

  test('has the font of the page where an element inherits it', async () => {
    const html = `<body style="font-family: Georgia, serif"><h1 style="font-family: inherit">a</h1><div style="font-family: Verdana">
      <p style="color: red"><b style="font-family: inherit !important">b</b></p></div>`;
    const body = (await unzip(await office.convert(html, 'docx'))).get('word/document.xml') ?? '';
    const fontOf = (text: string): string | undefined =>
      new RegExp(`w:ascii="([^"]*)"(?:(?!<w:r>).)*<w:t[^>]*>${text}</w:t>`, 's').exec(body)?.[1];
    expect(body).not.toContain('"inherit"');
    expect([fontOf('a'), fontOf('b')]).toEqual(['Georgia', 'Verdana']);
  });

  test('keeps the proportions of a picture with only a width or a height', async () => {
    for (const style of ['width: 30mm', 'height: 30mm; margin: 0']) {
      const files = await unzip(await office.convert(`<p><img src="${PIXEL}" alt="" style="${style}"></p>`, 'docx'));
      const [, cx, cy] = /<wp:extent cx="(\d+)" cy="(\d+)"/.exec(files.get('word/document.xml') ?? '') ?? [];
      // In EMU, a 36,000th of a millimetre.
      expect([Math.round(Number(cx) / 36_000), Math.round(Number(cy) / 36_000)]).toEqual([30, 30]);
    }
  });

  test('is rendered from broken, deep and empty pages too', async () => {
    const lost = 'a\uD800b\u0000c 👋 \u202Eشكرا';
    const { value } = await mammoth.extractRawText({ buffer: Buffer.from(await office.convert(`<p>${lost}`, 'docx')) });
    expect(value).toContain('👋');
    expect((await office.convert('', 'odt')).length).toBeGreaterThan(1_000);
    const deep = `${'<div>'.repeat(1_000)}dole`;
    expect(new TextDecoder().decode(await office.convert(deep, 'fodt'))).toContain('dole');
  });
});

describe('a sheet', () => {
  test('has typed numbers and dates, and unchanged text', async () => {
    const rows: unknown = await readSheet(Buffer.from(await office.convert(sheet, 'xlsx')));
    expect(rows).toEqual([
      ['Příliš', 2026],
      [1234.5, new Date('2026-11-21T00:00:00Z')],
      [1234.5, new Date('2026-11-21T00:00:00Z')],
      [new Date('2026-11-21T10:30:00Z'), -7],
      ['00420', '+420777123456'],
      ['2704', '27074358'],
      ['=1+1', 0.125],
      ['1,234.5', '2026-02-30'],
      ['12345678901234567891', 'x'],
    ]);
  });

  test('formats numbers and dates as declared, in every format', async () => {
    const shown: [string, string, string][] = [
      ['data-number="-1234.5"', '#,##0.0000', '-1,234.5000'],
      ['data-number="0.125"', '0.0%', '12.5%'],
      ['data-number="3"', '0.0" kg"', '3.0 kg'],
      ['data-number="3"', '"a</style>"0', 'a&lt;/style&gt;3'],
      ['data-number="3"', "0'", '3’'],
      ['data-number="1234.5"', '#,##0.00 [$Kč-405]', '1,234.50 Kč'],
      ['data-date="2026-03-01"', 'D. M. YYYY', '1. 3. 2026'],
      ['data-date="2026-03-01T09:05"', 'DD.MM.YYYY HH:MM', '01.03.2026 09:05'],
    ];
    const rows = shown.map(([of, format]) => `<tr><td ${of} data-format='${format.replace("'", '&#39;')}'>x</td></tr>`);
    const made = new TextDecoder().decode(await office.convert(`<table>${rows.join('')}</table>`, 'fods'));
    const cells = [
      ...made.matchAll(/<table:table-cell[^>]*office:value-type="[^"]*"[^>]*>\s*<text:p>(.*?)<\/text:p>/g),
    ];
    expect(cells.map(([, text]) => text?.replace('&quot;', '"'))).toEqual(shown.map(([, , text]) => text));
  });

  test('has a row for each typed paragraph of a cell', async () => {
    const page = `<table>
      <tr><td data-text><p>Issued</p><p data-date="2026-11-21" data-format="DD.MM.YYYY">21. 11. 2026</p></td>
        <td data-text><p>Order</p><p>0471</p></td><td>7</td><td><p>Paid</p><p data-number="5">5 Kč</p><p>twice</p></td></tr>
      <tr><td data-text><p>a</p><p>b</p></td><td>c</td></tr></table>
      <p>Page <span data-page-number></span> of <span data-page-count></span></p>`;
    expect(new TextDecoder().decode(await office.convert(page, 'csv'))).toStartWith(
      'Issued,Order,7,Paid\n2026-11-21,0471,,5\n,,,twice\n',
    );
    const rows: unknown[][] = await readSheet(Buffer.from(await office.convert(page, 'xlsx')));
    expect(rows.slice(0, 3)).toEqual([
      ['Issued', 'Order', 7, 'Paid'],
      [new Date('2026-11-21T00:00:00Z'), '0471', null, 5],
      [null, null, null, 'twice'],
    ]);
    expect(rows.at(-1)?.[0]).toBe('Page 1 of 1');
  });

  test('is plain text as csv', async () => {
    expect(new TextDecoder().decode(await office.convert(sheet, 'csv'))).toBe(
      'Příliš,2026\n1234.5,2026-11-21\n1234.50,2026-11-21\n2026-11-21 10:30:00,-7\n00420,+420777123456\n' +
        '2704,27074358\n=1+1,"12,5 %"\n"1,234.5",2026-02-30\n12345678901234567891,x\n',
    );
  });
});

test('the rows of the first tfoot are the last ones of their table', async () => {
  const table = `<table><tfoot><tr><td>Total</td><td data-formula="SUM(B1:B1)">1</td></tr></tfoot>
    <tbody><tr><td>Item</td><td>1</td></tr></tbody><tfoot><tr><td>Note</td><td>2</td></tr></tfoot></table>`;
  expect(await readSheet(Buffer.from(await office.convert(table, 'xlsx')))).toEqual([
    ['Item', 1],
    ['Note', 2],
    ['Total', 1],
  ]);
  const { value } = await mammoth.extractRawText({ buffer: Buffer.from(await office.convert(table, 'docx')) });
  expect(value.split(/\s+/).filter(Boolean)).toEqual(['Item', '1', 'Note', '2', 'Total', '1']);
});

test('every offered format is rendered, and begins with its signature', async () => {
  const begins: Record<string, RegExp> = {
    doc: /^ÐÏ/,
    xls: /^ÐÏ/,
    rtf: /^\{\\rtf1/,
    csv: /^P/,
  };
  for (const format of documentFormats.filter((one) => one.office !== undefined)) {
    const content = await office.convert(format.office === 'sheet' ? sheet : letter, format.name);
    const start = Buffer.from(content.subarray(0, 100)).toString('latin1');
    expect([format.name, start]).toEqual([
      format.name,
      expect.stringMatching(begins[format.name] ?? (format.name.startsWith('f') ? /^<\?xml/ : /^PK/)),
    ]);
    if (/^od|^ot/.test(format.name)) expect((await unzip(content)).get('mimetype')).toBe(format.mediaType);
  }
});

test('a page at which LibreOffice fails is refused, and its converter makes the next document', async () => {
  const damaged = PIXEL.slice(0, -40);
  await expect(office.convert(`<img src="${damaged}">`, 'docx')).rejects.toThrow('LibreOffice fails at this page');
  expect((await office.convert('<p>x</p>', 'docx')).length).toBeGreaterThan(1_000);
});

test('a document whose converter is killed is rendered by another', async () => {
  const listed = Bun.spawn(['pgrep', '-P', String(process.pid), '-f', 'office/wasmProcess.ts']);
  const pids = (await new Response(listed.stdout).text()).trim().split('\n').map(Number);
  expect(Math.min(...pids)).toBeGreaterThan(0);
  const rows = Array.from({ length: 3_000 }, (_, n) => `<tr><td>${n}</td><td>řádek</td></tr>`).join('');
  const [content] = await Promise.all([
    office.convert(`<table>${rows}</table>`, 'xlsx'),
    (async () => {
      for (const pid of pids) process.kill(pid, 'SIGKILL');
    })(),
  ]);
  expect(await readSheet(Buffer.from(content))).toHaveLength(3_000);
});

const native = soffice && existsSync(soffice) ? describe : describe.skip;
native(
  `a native LibreOffice${soffice ? '' : ' (not installed: `apt-get install libreoffice-writer-nogui libreoffice-calc-nogui`)'}`,
  () => {
    test('opens the documents', async () => {
      const [text, table] = await Promise.all([
        openedNatively(await office.convert(letter, 'docx'), 'docx', 'txt'),
        openedNatively(await office.convert(sheet, 'xlsx'), 'xlsx', 'csv'),
      ]);
      expect(text).toContain('Žluťoučký kůň');
      expect(table).toContain('00420,+420777123456');
    });

    test('renders documents directly, and leaves no files', async () => {
      const other = makeOffice({ log, sofficePath: soffice ?? '' });
      try {
        const { value } = await mammoth.extractRawText({ buffer: Buffer.from(await other.convert(letter, 'docx')) });
        expect(value).toContain('Žluťoučký kůň');
        expect(requests).toBe(0);
        expect(new TextDecoder().decode(await other.convert(sheet, 'csv'))).toContain('1234.50,2026-11-21\n');
      } finally {
        await other.stop();
      }
    });
  },
);
