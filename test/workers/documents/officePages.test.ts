import { expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { readSheet } from 'read-excel-file/node';
import { makeOffice } from '../../../drivers/rendering/office/office.ts';
import { makeRenderer } from '../../../drivers/rendering/renderer.ts';
import { makeSandbox } from '../../../drivers/sandbox/sandbox.ts';
import { stopAfterFile } from '../../helpers/bootstrap.ts';
import { makeDocumentHarnessForFile } from '../../helpers/documentHarness.ts';

setDefaultTimeout(150_000);

/** Pages of office documents through the API, made by the included converter and read back by a native LibreOffice. */

const soffice = Bun.which('soffice');
const log = pino({ level: 'silent' });
const sandbox = makeSandbox({ log, size: 1 });
const office = makeOffice({ log });
const renderer = makeRenderer({ log, sandbox, office, size: 1 });
for (const stop of [() => sandbox.stop(), () => renderer.stop(), () => office.stop()]) stopAfterFile(stop);
const harness = await makeDocumentHarnessForFile();
await renderer.start();
const worker = await harness.worker(renderer);
stopAfterFile(() => worker.stop());

async function made(content: string, members: object, format: string): Promise<Uint8Array> {
  const code = await harness.template(content, members);
  const answer = await harness.send('POST', `/documents/generate/${code}/${format}`, {});
  const text = (await answer.json()) as string;
  if (!answer.ok) throw new Error(JSON.stringify(text));
  return format === 'rtf' || format === 'csv' ? Buffer.from(text) : Buffer.from(text, 'base64');
}

/** The flat XML in which LibreOffice writes what it has read of each document, by name of the file. */
async function opened(documents: Readonly<Record<string, Uint8Array>>): Promise<Map<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-opened-'));
  try {
    const files = Object.keys(documents).map((name) => join(folder, name));
    for (const [name, bytes] of Object.entries(documents)) await Bun.write(join(folder, name), bytes);
    const options = [`-env:UserInstallation=file://${folder}/profile`, '--headless', '--convert-to', 'fodt'];
    await Bun.spawn([soffice ?? '', ...options, '--outdir', join(folder, 'read'), ...files], {
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'ignore',
      timeout: 100_000,
      killSignal: 'SIGKILL',
    }).exited;
    const texts = Object.keys(documents).map(async (name): Promise<[string, string]> => {
      const file = join(folder, 'read', name.replace(/\.\w+$/, '.fodt'));
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

test('an amount with its currency is a number in a sheet, and looks as before', async () => {
  const amounts: readonly (readonly [text: string, value: number | string])[] = [
    ['€28.90', 28.9],
    ['-€1,234.50', -1234.5],
    ['1\u00a0234,50\u00a0Kč', 1234.5],
    ['CHF 1’234.50', 1234.5],
    ['1.234,50 €', 1234.5],
    ['28.90 EUR', 28.9],
    // Some currencies have three decimals, and "12 m" is no amount.
    ['1.234 €', '1.234 €'],
    ['ABC 12.50', 'ABC 12.50'],
    ['12 m', '12 m'],
  ];
  const rows = amounts.map(([text]) => `<tr><td>${text}</td><td data-text>${text}</td></tr>`).join('');
  const cells = await readSheet(Buffer.from(await made(`<table>${rows}</table>`, {}, 'xlsx')));
  expect(cells.map(([cell]) => cell)).toEqual(amounts.map(([, value]) => value));
  const csv = new TextDecoder().decode(await made(`<table>${rows}</table>`, {}, 'csv'));
  expect(csv.split('\n')[0]).toBe('€28.90,€28.90');
});
