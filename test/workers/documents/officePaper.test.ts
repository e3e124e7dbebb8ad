import { expect, setDefaultTimeout, test } from 'bun:test';
import { makeOfficeHarnessForFile } from '../../helpers/documentHarness.ts';
import { unzippedBytes } from './unzipped.ts';

setDefaultTimeout(150_000);

/** The paper of spreadsheets, and tables and headings on pages, of office documents that are made through the API. */

const harness = await makeOfficeHarnessForFile();

/** Returns one file of the archive that an office document is. */
async function partOf(content: string, members: object, format: string, name: string): Promise<string> {
  const code = await harness.template(content, members);
  const answer = await harness.send('POST', `/documents/generate/${code}/${format}`, {});
  const text = (await answer.json()) as string;
  if (!answer.ok) throw new Error(JSON.stringify(text));
  return (await unzippedBytes(Buffer.from(text, 'base64'))).get(name) ?? '';
}

const table = '<table><tr><td>one</td><td>two</td></tr></table>';

test('the paper of the template, or of its CSS, is that of a spreadsheet', async () => {
  const excel = async (content: string, documentSize: string): Promise<(string | undefined)[]> => {
    const sheet = await partOf(content, { documentSize }, 'xlsx', 'xl/worksheets/sheet1.xml');
    return [/paperSize="(\d+)"/.exec(sheet)?.[1], /orientation="(\w+)"/.exec(sheet)?.[1]];
  };
  // The numbers that Excel has for A4, Letter and A5.
  expect(await excel(table, 'A4')).toEqual(['9', 'portrait']);
  expect(await excel(table, 'LETTER')).toEqual(['1', 'portrait']);
  expect(await excel(`<style>@page { size: A5 landscape }</style>${table}`, 'A4')).toEqual(['11', 'landscape']);
  const styles = await partOf(table, { documentSize: 'LANDSCAPE' }, 'ods', 'styles.xml');
  expect(/<style:page-layout-properties [^>]*/.exec(styles)?.[0]).toMatch(
    /page-width="29[67].*print-orientation="landscape"/,
  );
});

test('landscape pages say so in every text document, and are as wide as before', async () => {
  const content = '<style>@page { size: A4 landscape }</style><p>wide</p>';
  const document = await partOf(content, {}, 'docx', 'word/document.xml');
  expect(/<w:pgSz [^>]*/.exec(document)?.[0]).toMatch(/orient="landscape".* w:w="1683\d" w:h="1190\d"/);
  const styles = await partOf(content, {}, 'odt', 'styles.xml');
  expect(/<style:page-layout-properties [^>]*page-width[^>]*/.exec(styles)?.[0]).toMatch(
    /page-width="(?:29\.7|11\.69).*print-orientation="landscape"/,
  );
  const code = await harness.template(content);
  const rtf = (await (await harness.send('POST', `/documents/generate/${code}/rtf`, {})).json()) as string;
  expect([rtf.includes('\\lndscpsxn') || rtf.includes('\\landscape'), /\\paperw(\d+)/.exec(rtf)?.[1]]).toEqual([
    true,
    expect.stringMatching(/^1683\d$/),
  ]);
  const portrait = await partOf('<p>high</p>', {}, 'docx', 'word/document.xml');
  expect(/<w:pgSz [^>]*/.exec(portrait)?.[0]).not.toContain('landscape');
});

test('tables of a text document are no wider than its lines, and their columns are as wide as they declare', async () => {
  const css = '<style>@page { size: A4; margin: 2cm }</style>';
  const shares = '<col style="width: 20%"><col style="width: 80%">';
  const content = `${css}<table style="width: 100%"><colgroup>${shares}</colgroup><tr><td>one</td><td>two</td></tr></table>
    <table style="width: 400px"><tr><td style="width: 120px">one</td><td style="width: 280px">two</td></tr></table>`;
  const document = await partOf(content, {}, 'docx', 'word/document.xml');
  const grids = [...document.matchAll(/<w:tblGrid>(.*?)<\/w:tblGrid>/gs)].map(([, grid = '']) =>
    [...grid.matchAll(/w:w="(\d+)"/g)].map(([, width]) => Number(width)),
  );
  const sums = grids.map((grid) => grid.reduce((sum, one) => sum + one, 0));
  // In twips: 17 cm, and 400 px.
  expect(sums.map((sum) => Math.round(sum / 100))).toEqual([96, 60]);
  const [first = 1, second = 1] = grids.map(([column = 0], at) => column / (sums[at] ?? 1));
  // LibreOffice makes a `<col>` a little wider for its text.
  expect(first).toBeLessThan(0.3);
  expect(second).toBeCloseTo(0.3, 2);
});

test('headings have the font of the text around them', async () => {
  const css = '<style>body { font: 11pt "Fira Sans", sans-serif } h3 { font-family: Lobster }</style>';
  const content = `${css}<h1>one</h1><div><h2>two</h2></div><h3>three</h3>`;
  const document = await partOf(content, {}, 'docx', 'word/document.xml');
  const fontOf = (text: string): string | undefined => {
    const run = document.slice(0, document.indexOf(`>${text}<`));
    return /w:ascii="([^"]*)"/.exec(run.slice(run.lastIndexOf('<w:r>')))?.[1];
  };
  expect(['one', 'two', 'three'].map(fontOf)).toEqual(['Fira Sans', 'Fira Sans', 'Lobster']);
});
