import { expect, setDefaultTimeout, test } from 'bun:test';
import { readSheet } from 'read-excel-file/node';
import { makeOfficeHarnessForFile } from '../../../helpers/documentHarness.ts';
import { unzippedBytes } from '../unzipped.ts';

setDefaultTimeout(150_000);

/** Text that only styles and fields of forms have, in documents of formats that have neither. */

const harness = await makeOfficeHarnessForFile();

async function made(content: string, format: string): Promise<Buffer> {
  const code = await harness.template(content);
  const answer = await harness.send('POST', `/documents/generate/${code}/${format}?warnings=true`, {});
  const text = (await answer.json()) as string;
  if (!answer.ok) throw new Error(JSON.stringify(text));
  expect(answer.headers.get('x-warnings')).toBeNull();
  return format === 'txt' ? Buffer.from(text) : Buffer.from(text, 'base64');
}

/** The paragraphs of a docx. */
async function paragraphsOf(content: string): Promise<string[]> {
  const files = await unzippedBytes(await made(content, 'docx'));
  const [xml = ''] = [files.get('word/document.xml')];
  const texts = xml.split('</w:p>').map((part) => [...part.matchAll(/<w:t[ >].*?<\/w:t>|<w:br\/>/g)].join(''));
  return texts.map((text) => text.replaceAll('<w:br/>', '\n').replaceAll(/<[^>]*>/g, '')).filter((text) => text !== '');
}

const linesOf = async (content: string): Promise<string[]> =>
  (await made(content, 'txt'))
    .toString()
    .split(/\n+/)
    .filter((line) => line !== '');

const generated = `<html lang="de"><style>
  body { counter-reset: part } h2 { counter-increment: part } h2::before { content: counter(part) ". " }
  .due::after { content: " (fällig)"; color: red } a::after { content: " (Seite)"; font-weight: bold }
  .note::before { content: "Hinweis:"; display: block } .line::after { content: ""; display: table; clear: both }
  ol { list-style: None; counter-reset: item } li::before { counter-increment: item; content: counters(item, ".") " " }
  p > span:first-child { text-transform: none } b::before { content: attr(data-sign) }
  </style><h2>Eins</h2><p class="due"><span>Rechnung</span></p><p><a href="#x">Ziel</a> <q>Zitat</q></p>
  <h2 id="x">Zwei</h2><p class="note">wichtig</p><ol><li>oben<ol><li>unten</ol></ol><p class="line"><b data-sign="§">1</b></p></html>`;
const shown = [
  ...['1. Eins', 'Rechnung (fällig)', 'Ziel (Seite) „Zitat“', '2. Zwei', 'Hinweis:', 'wichtig'],
  ...['1 oben', '1.1 unten', '§1'],
];

test('text that styles generate is in docx and txt, and no other marker of a list', async () => {
  expect((await paragraphsOf(generated)).flatMap((text) => text.split('\n'))).toEqual(shown);
  const lines = await linesOf(generated);
  expect(lines.map((line) => line.replace(' [#x]', ''))).toEqual(shown);
});

test('text that styles generate has its own look', async () => {
  const files = await unzippedBytes(await made(generated, 'docx'));
  const runs = (files.get('word/document.xml') ?? '').split('</w:r>');
  expect(runs.find((run) => run.includes('fällig'))).toContain('<w:color w:val="FF0000"/>');
});

test('a cell of a sheet has the text that styles generate', async () => {
  const css =
    '<style>.eur::before { content: "€" } tr.sum::after { content: "EUR" } .no::before { content: "No. " }</style>';
  const rows = '<tr><td class="no">7</td><td class="eur">28.90</td></tr><tr class="sum"><td>x</td></tr>';
  const sheet = await readSheet(await made(`${css}<table>${rows}</table>`, 'xlsx'));
  expect(sheet).toEqual([
    ['No. 7', 28.9],
    ['x', 'EUR'],
  ]);
});

const form = `<form><fieldset><legend>Order</legend><p><label>Name <input value="Jana"></label><input type="hidden" value="1"></p>
  <p><input type="checkbox" checked> yes <input type="radio"> no</p>
  <p><select><option>Brno<option selected>Praha</select></p><p><textarea>one
two</textarea></p><p><progress value="3" max="4"></progress></p>
  <p><button>Send</button><select hidden><option>x</select></p></fieldset></form><dialog><p>closed</p></dialog>`;
const values = ['Order', 'Name Jana', '☑ yes ○ no', 'Praha', 'one', 'two', '75 %', 'Send'];

test('fields of forms are their values in docx and txt', async () => {
  expect((await paragraphsOf(form)).flatMap((text) => text.split('\n')).map((line) => line.trim())).toEqual(values);
  expect(await linesOf(form)).toEqual(values);
});

test('fields show the values that their PDF shows', async () => {
  const fields = [
    '<select multiple><option selected>a<optgroup label="g"><option label="b" selected></optgroup><option>c</select>',
    '<progress value="9" max="4"></progress><meter value="-1" min="0"></meter>',
    '<input type="password" value="no"> <input type="Submit"> <input type="reset" value="Again">',
    '<input type="text" placeholder="name">',
  ];
  expect(await linesOf(fields.map((field) => `<p>${field}</p>`).join(''))).toEqual([
    'a, b',
    '100 %0 %',
    '•• Submit Again',
    'name',
  ]);
});

test('items in other elements of a list are counted with it', async () => {
  const css = '<style>ol { list-style: none } li::before { content: counter(list-item) " " }</style>';
  const list = '<ol><li>a</li><div><li>b<ol><li>c</ol></li></div><li>d</li></ol>';
  expect((await linesOf(css + list)).map((line) => line.trim())).toEqual(['1 a', '2 b', '1 c', '3 d']);
});

test('a button has its content as the text around it', async () => {
  const inner = `<b data-text-before="x">y</b> <b data-text-after='[{"text":"z","style":""}]'>w</b> <q>v</q> <input value="u">`;
  const unseen = '<i style="display: none">n</i><i style="visibility: hidden">h</i>';
  const content = `<html lang="en"><p><button>${inner}${unseen}</button></p></html>`;
  expect(await paragraphsOf(content)).toEqual(['y w “v” u']);
  expect(await linesOf(content)).toEqual(['y w “v” u']);
});

test('a document cannot write the marks of generated text itself', async () => {
  const content = `<link data-text-before="x"><title data-text-before="x">t</title><p data-text-after='[{"text":"y","style":""}]'>x</p><ul data-text-list="1"><li>z</ul>`;
  expect(await paragraphsOf(content)).toEqual(['x', 'z']);
});

test('generated text is limited with its styles and its page numbers', async () => {
  const styled = `<style>b::before { content: "x"; font-family: ${'a'.repeat(50_000)} }</style>${'<b></b>'.repeat(250)}`;
  const numbered = `<style>b::before { content: ${'counter(page) '.repeat(5_000)} }</style>${'<b></b>'.repeat(120)}`;
  for (const content of [styled, numbered])
    for (const format of ['docx', 'txt'])
      await expect(made(content, format)).rejects.toThrow('with its styles and images');
});
