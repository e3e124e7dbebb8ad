import { afterAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import pino from 'pino';
import { compress } from 'woff2-encoder';
import { makeRenderer } from '../../../drivers/rendering/renderer.ts';
import { makeSandbox } from '../../../drivers/sandbox/sandbox.ts';
import { poppler, popplerMissing, textOf } from '../../helpers/pdf.ts';
import { picturedPage } from '../../helpers/templatePictures.ts';
import { harness, start, startDocumentsForFile } from './singleHarness.ts';

setDefaultTimeout(90_000);
await startDocumentsForFile();

const log = pino({ level: 'silent' });
const templatesDir = mkdtempSync(join(tmpdir(), 'waybill-fonts-'));
const sandbox = makeSandbox({ log, size: 1 });
const renderer = makeRenderer({ log, sandbox, size: 1, templatesDir });
afterAll(async () => {
  await Promise.all([renderer.stop(), sandbox.stop()]);
  rmSync(templatesDir, { recursive: true });
});
beforeEach(() => start(renderer));

const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

function replaceAll(bytes: Buffer, from: Buffer, to: Buffer): void {
  for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at + 1)) to.copy(bytes, at);
}

/** A font that no service has: its family is "Waybill Brands". */
function brandFont(style: '400Regular' | '700Bold'): Buffer {
  const file = `@expo-google-fonts/noto-sans-mono/${style}/NotoSansMono_${style}.ttf`;
  const bytes = readFileSync(Bun.resolveSync(file, import.meta.dir));
  replaceAll(bytes, utf16('Noto Sans Mono'), utf16('Waybill Brands'));
  replaceAll(bytes, utf16('NotoSansMono'), utf16('WaybillBrand'));
  return bytes;
}

const packedBold = await compress(brandFont('700Bold'));

/** Packs a TrueType font as WOFF 1.0. `claimed`: the unpacked size in its header. */
function woffOf(font: Buffer, claimed = font.length): Buffer {
  const count = font.readUInt16BE(4);
  const directory = Buffer.alloc(44 + count * 20);
  const tables: Buffer[] = [];
  let at = directory.length;
  for (let i = 0; i < count; i++) {
    const [from, to] = [12 + i * 16, 44 + i * 20];
    const [offset, length] = [font.readUInt32BE(from + 8), font.readUInt32BE(from + 12)];
    const packed = deflateSync(font.subarray(offset, offset + length));
    const table = packed.length < length ? packed : font.subarray(offset, offset + length);
    font.copy(directory, to, from, from + 4);
    directory.writeUInt32BE(at, to + 4);
    directory.writeUInt32BE(table.length, to + 8);
    directory.writeUInt32BE(length, to + 12);
    tables.push(table);
    at += table.length;
  }
  directory.write('wOFF', 0, 'latin1');
  font.copy(directory, 4, 0, 4);
  directory.writeUInt32BE(at, 8);
  directory.writeUInt16BE(count, 12);
  directory.writeUInt32BE(claimed, 16);
  return Buffer.concat([directory, ...tables]);
}

/** Adds a table to a font. */
function withTable(font: Buffer, name: string, table: Buffer): Buffer {
  const count = font.readUInt16BE(4);
  const [head, tables] = [font.subarray(0, 12 + count * 16), font.subarray(12 + count * 16)];
  const directory = Buffer.concat([head, Buffer.alloc(16)]);
  directory.writeUInt16BE(count + 1, 4);
  for (let at = 20; at < head.length; at += 16) directory.writeUInt32BE(font.readUInt32BE(at) + 16, at);
  directory.write(name, head.length, 'latin1');
  directory.writeUInt32BE(font.length + 16, head.length + 8);
  directory.writeUInt32BE(table.length, head.length + 12);
  return Buffer.concat([directory, tables, table]);
}

/** The table of a variable font with one axis: its weight, from 100 to 900. */
const weightAxis = Buffer.from('0001000000100002000100140000000877676874006400000190000003840000000001f4', 'hex');

/** A small font whose outlines are those of PostScript (CFF), as most fonts of brands have them. */
const postscriptFont = readFileSync(join(import.meta.dir, '../../../node_modules/bwip-js/fonts/Inconsolata.otf'));

/** Writes the files of `fonts/`, in place of those before. */
function putFonts(files: Record<string, Uint8Array>): void {
  const folder = join(templatesDir, 'fonts');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
}

async function preview(content: string): Promise<{ pdf: Uint8Array; warnings: string[] }> {
  const headers = { accept: 'application/pdf' };
  const answer = await harness.send('POST', '/formatter-templates/preview', { data: {}, content }, { headers });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const warnings = JSON.parse(
    `"${(answer.headers.get('x-warnings') ?? '').replaceAll('"', String.raw`\"`)}"`,
  ) as string;
  return { pdf: new Uint8Array(await answer.arrayBuffer()), warnings: warnings === '' ? [] : warnings.split('; ') };
}

/** The names of the embedded fonts of a PDF, each a subset. */
const fontsIn = (pdf: Uint8Array): string[] =>
  poppler(pdf, 'pdffonts', '{}')
    .split('\n')
    .slice(2)
    .flatMap((line) => /^[A-Z]{6}\+(\S+) .* yes yes yes /.exec(line)?.[1] ?? []);

describe.skipIf(popplerMissing !== undefined)(`fonts${popplerMissing ? `: ${popplerMissing}` : ''}`, () => {
  test('files in templates/fonts/ are used by the family, weight and style in them, and by @font-face', async () => {
    putFonts({ 'brand.ttf': brandFont('400Regular'), 'bold.woff2': packedBold });
    const byName = await preview('<p style="font-family: Waybill Brands, serif">Příliš <b>tučný</b> ⚖</p><p>plain</p>');
    expect(byName.warnings).toEqual([]);
    expect(fontsIn(byName.pdf).slice(0, 2)).toEqual(['WaybillBrand-Regular', 'WaybillBrand-Bold']);
    expect(textOf(byName.pdf)).toContain('Příliš tučný ⚖');
    const declared = await preview(`<style>
      @font-face { font-family: "Letter"; src: url("fonts/bold.woff2") format("woff2"), url(https://a.example/b.woff2) }
      p { font: 12pt Letter, Arial }</style><p>Smlouva</p>`);
    expect([declared.warnings, fontsIn(declared.pdf)]).toEqual([[], ['WaybillBrand-Bold']]);
    // Replaced, without a new process.
    putFonts({ 'bold.woff': woffOf(brandFont('400Regular')) });
    const replaced = await preview('<p style="font-family: Waybill Brands">Smlouva</p>');
    expect([replaced.warnings, fontsIn(replaced.pdf)]).toEqual([[], ['WaybillBrand-Regular']]);
  });

  test('fonts with PostScript outlines are embedded, also packed ones', async () => {
    putFonts({ 'code.otf': postscriptFont });
    const page = '<p style="font-family: Inconsolata">Invoice 1,234.50</p>';
    const first = await preview(page);
    putFonts({ 'code.woff2': await compress(postscriptFont) });
    const packed = await preview(page);
    putFonts({ 'code.woff': woffOf(postscriptFont) });
    for (const { pdf, warnings } of [first, packed, await preview(page)]) {
      expect([warnings, fontsIn(pdf), textOf(pdf).trim()]).toEqual([[], ['Inconsolata'], 'Invoice 1,234.50']);
      expect(poppler(pdf, 'pdffonts', '{}')).toContain('CID Type 0C');
    }
  });

  test('a variable font is used in its own weight, which is a warning where the document asks for another', async () => {
    const [font, table] = [brandFont('400Regular'), weightAxis];
    putFonts({ 'variable.ttf': withTable(font, 'fvar', table), 'other.otf': withTable(postscriptFont, 'CFF2', table) });
    const family = 'font-family: Waybill Brands';
    const other =
      'content: line 1, column 24: the font "Inconsolata" of font-family is not installed, so Waybill Brands is used: fonts/other.otf cannot be used: its outlines are of the type CFF2: bring it as TrueType or as a static font';
    expect((await preview(`<p style="${family}">x</p>`)).warnings).toEqual([]);
    const rule = '@font-face { font-family: Own; src: url(fonts/variable.ttf); font-weight: 100 900 }';
    expect((await preview(`<style>${rule}</style><p style="font-family: Own">x</p>`)).warnings).toEqual([]);
    const both = await preview('<p style="font-family: Inconsolata, Waybill Brands">x</p>');
    expect(both.warnings).toEqual([other]);
    expect(
      (await preview(`<p style="${family}">x <b>y</b></p>`)).warnings.map((text) =>
        text.replace(/line \d+, column \d+: /, ''),
      ),
    ).toEqual([
      'content: the font "waybill brands" is variable, and is drawn in its weight 400 in place of 700: bring a font for each weight',
    ]);
  });

  test('a bold or an oblique face that a family lacks is imitated', async () => {
    putFonts({ 'brand.ttf': brandFont('400Regular') });
    /** How dark the letters are, and how far they are to the right, on average. */
    const inkOf = async (style: string): Promise<{ readonly sum: number; readonly aside: number }> => {
      const look = `font: 40pt/40pt Waybill Brands; margin: 0; ${style}`;
      const { pdf, warnings } = await preview(`<p style="${look}">IIII</p>`);
      expect([warnings, fontsIn(pdf)]).toEqual([[], ['WaybillBrand-Regular']]);
      const { data, width } = picturedPage(pdf);
      let [sum, weighted] = [0, 0];
      for (let at = 0; at < data.length; at += 4) {
        const ink = 255 - (data[at] ?? 255);
        sum += ink;
        weighted += ink * ((at / 4) % width);
      }
      return { sum, aside: weighted / sum };
    };
    const [plain, bold, oblique] = [
      await inkOf(''),
      await inkOf('font-weight: 700'),
      await inkOf('font-style: italic'),
    ];
    expect([bold.sum > plain.sum * 1.15, Math.abs(bold.aside - plain.aside) < 0.5]).toEqual([true, true]);
    expect(oblique.aside - plain.aside).toBeGreaterThan(2);
  });

  test('a font in a data URI is used by its document alone', async () => {
    putFonts({});
    const source = `data:font/woff2;base64,${Buffer.from(packedBold).toString('base64')}`;
    const content = '<p style="font-family: Own">Smlouva</p>';
    const own = await preview(`<style>@font-face { font-family: Own; src: url(${source}) }</style>${content}`);
    expect([own.warnings, fontsIn(own.pdf)]).toEqual([[], ['WaybillBrand-Bold']]);
    const without = await preview(content);
    expect([without.warnings, fontsIn(without.pdf)]).toEqual([
      [
        'content: line 1, column 24: the font "Own" of font-family is not installed, so Noto Serif is used: put its files under templates/fonts/',
      ],
      ['NotoSerif-Regular'],
    ]);
  });

  test('a font that cannot be used is a warning, and its text is set in another one', async () => {
    const font = brandFont('400Regular');
    // Claims to be larger than any font.
    const bomb = woffOf(font, 0xf0000000).toString('base64');
    const damaged = Buffer.from(font);
    damaged.fill(0xff, 1_000);
    putFonts({ 'cut.ttf': font.subarray(0, 20_000), 'damaged.ttf': damaged, 'text.otf': Buffer.alloc(100, 'x') });
    const { pdf, warnings } = await preview(`<style>
@font-face { font-family: a; src: url(https://a.example/b.woff2) }
@font-face { font-family: b; src: url(fonts/none.ttf) }
@font-face { font-family: c; src: url(data:font/woff;base64,${bomb}) }
@font-face { font-family: d; src: url(fonts/damaged.ttf) }
p { font-family: a, b, c, d, Text, Waybill Brands, serif }</style><p>Smlouva</p>`);
    expect(fontsIn(pdf)).toEqual(['NotoSerif-Regular']);
    expect(warnings.map((text) => text.replace(/^content: (?:line \d+, column \d+: )?/, '')).sort()).toEqual([
      'a font in a data URI cannot be used: it has more than 30 MB unpacked',
      'the font "Text" of font-family is not installed, so Noto Serif is used: fonts/text.otf cannot be used: it is not a TrueType, OpenType, WOFF or WOFF2 font',
      'the font "Waybill Brands" of font-family is not installed, so Noto Serif is used: fonts/cut.ttf cannot be used: it is damaged',
      'the font fonts/damaged.ttf cannot be used: it is damaged',
      'the font fonts/none.ttf is not loaded, because it is neither a TTF, OTF, WOFF or WOFF2 file under templates/fonts/ nor a data URI of one',
      'the font https://a.example/b.woff2 is not loaded, because Waybill fetches nothing: put the file under templates/fonts/',
    ]);
    // Other documents do not miss them.
    expect((await preview('<p style="font-family: Georgia, serif">Smlouva</p>')).warnings).toEqual([]);
  });

  test('files that are no fonts are in the log of a worker that starts, once and with the reason', async () => {
    const collection = Buffer.concat([Buffer.from('ttcf'), brandFont('400Regular')]);
    const files = {
      'set.ttc': collection,
      'set.ttf': collection,
      'short.ttf': brandFont('400Regular').subarray(0, 300),
    };
    putFonts({ ...files, 'text.otf': Buffer.alloc(100, 'x'), 'brand.ttf': brandFont('400Regular') });
    const lines: { msg: string; font: string; problem: string }[] = [];
    const { promise: logged, resolve } = Promise.withResolvers<void>();
    const write = (line: string): void => {
      if (lines.push(JSON.parse(line)) === 4) resolve();
    };
    const starting = makeRenderer({ log: pino({}, { write }), sandbox, size: 2, templatesDir });
    try {
      await starting.start();
      await logged;
      expect(new Set(lines.map(({ msg }) => msg))).toEqual(new Set(['a font of templates/ cannot be used']));
      expect(lines.map(({ font, problem }) => `${font}: ${problem}`)).toEqual([
        'fonts/set.ttf: it is a collection of fonts: bring each font as a file of its own',
        'fonts/short.ttf: it is damaged',
        'fonts/text.otf: it is not a TrueType, OpenType, WOFF or WOFF2 font',
        'fonts/set.ttc: it is not a TTF, OTF, WOFF or WOFF2 file: bring each font as one of these',
      ]);
    } finally {
      await starting.stop();
    }
  });

  test('the package of a script is found by itself; Thai is shaped, and broken between words', async () => {
    putFonts({});
    const sentence = 'ภาษาไทยเป็นภาษาที่มีระดับเสียงของคำแน่นอนหรือวรรณยุกต์เช่นเดียวกับภาษาจีน';
    const { pdf, warnings } = await preview(
      `<p style="width: 60mm">${sentence}</p><p><b>น้ำ</b> <b style="font-family: 'Noto Sans Thai'">ไทย</b> हिन्दी</p>`,
    );
    expect(warnings).toEqual([]);
    expect(fontsIn(pdf)).toEqual(['NotoSansThai-Regular', 'NotoSans-Regular', 'NotoSansThai-Bold']);
    // The vowel am is copied in its two parts.
    const plain = (text: string): string => text.normalize('NFKD').replace(/\s/g, '');
    const ends = new Set<number>();
    let end = 0;
    for (const { segment } of new Intl.Segmenter('th', { granularity: 'word' }).segment(sentence)) {
      end += plain(segment).length;
      ends.add(end);
    }
    let at = 0;
    const lines = textOf(pdf).split('\n');
    while (at < end) {
      const line = plain(lines.shift() ?? '');
      at += line.length;
      expect([line, ends.has(at)]).toEqual([line, true]);
    }
    expect(at).toBe(end);
    expect(plain(lines.join(''))).toStartWith('นํ้าไทย');
  });
});
