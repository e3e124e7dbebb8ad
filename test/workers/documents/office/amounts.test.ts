import { expect, setDefaultTimeout, test } from 'bun:test';
import { readSheet } from 'read-excel-file/node';
import { makeOfficeHarnessForFile } from '../../../helpers/documentHarness.ts';
import { unzippedBytes } from '../unzipped.ts';

setDefaultTimeout(150_000);

const harness = await makeOfficeHarnessForFile();

const amounts: readonly (readonly [text: string, value: number | string])[] = [
  ['€28.90', 28.9],
  ['-€1,234.50', -1234.5],
  ['€-28.90', -28.9],
  ['−28,90 €', -28.9],
  ['($1,234.50)', -1234.5],
  ['1\u00a0234,50\u00a0Kč', 1234.5],
  ['CHF 1’234.50', 1234.5],
  ['1.234,50 €', 1234.5],
  ['28.90 EUR', 28.9],
  ['US$ 12.50', 12.5],
  ['R$ 1.234,56', 1234.56],
  ['12.50 Fr.', 12.5],
  ['¥1,200', 1200],
  ['₩12,000', 12_000],
  ['12,5 %', 0.125],
  ['-3%', -0.03],
  ['19.6%', 0.196],
  ['0.125 %', 0.00125],
  ['1234.567%', 12.34567],
  ['3.1416%', 0.031416],
  // Some currencies have three decimals, and "12 m" is no amount.
  ['1.234 €', '1.234 €'],
  // 1234 % in some languages.
  ['1,234%', '1,234%'],
  ['-1.234 %', '-1.234 %'],
  ['ABC 12.50', 'ABC 12.50'],
  ['(-€5.00)', '(-€5.00)'],
  ['-€-5.00', '-€-5.00'],
  ['(12)', '(12)'],
  ['%', '%'],
  ['12 m', '12 m'],
];
const rows = amounts.map(([text]) => `<tr><td>${text}</td><td data-text>${text}</td></tr>`).join('');

async function made(format: string): Promise<string> {
  const code = await harness.template(`<table>${rows}</table>`);
  const answer = await harness.send('POST', `/documents/generate/${code}/${format}`, {});
  expect(answer.status).toBe(200);
  return (await answer.json()) as string;
}

test('an amount with its currency, or a percentage, is a number in a sheet', async () => {
  const content = Buffer.from(await made('xlsx'), 'base64');
  const cells = await readSheet(content);
  expect(cells.map(([cell]) => cell)).toEqual(amounts.map(([, value]) => value));
  const styles = (await unzippedBytes(content)).get('xl/styles.xml') ?? '';
  const formats = [...styles.matchAll(/formatCode="([^"]*)"/g)].map(([, format = '']) =>
    format.replaceAll('&quot;', '"'),
  );
  for (const format of ['\\€#,##0.00', '\\€#,##0.00;"€-"#,##0.00', '\\$#,##0.00;"($"#,##0.00\\)', '0.0\\ %'])
    expect(formats).toContain(format);
});

test('an amount looks as before in a sheet, and is its text in csv', async () => {
  const written = amounts.map(([text]) => (text.includes(',') ? `"${text}"` : text).replaceAll('\u00a0', ' '));
  expect((await made('csv')).trimEnd().split('\n')).toEqual(written.map((text) => `${text},${text}`));
});
