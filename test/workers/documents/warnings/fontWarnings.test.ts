import { expect, setDefaultTimeout, test } from 'bun:test';
import { generate, harness, startRenderingForFile } from '../singleHarness.ts';

setDefaultTimeout(90_000);
await startRenderingForFile();

async function preview(content: string): Promise<string[]> {
  const headers = { accept: 'application/pdf' };
  const answer = await harness.send('POST', '/formatter-templates/preview', { data: {}, content }, { headers });
  expect(answer.status).toBe(200);
  const header = (answer.headers.get('x-warnings') ?? '').replaceAll('"', String.raw`\"`);
  const text = JSON.parse(`"${header}"`) as string;
  return text === '' ? [] : text.split('; ');
}

test('a family that is not there is named with what is used in its place; those of operating systems are not', async () => {
  const warnings = await preview(`<style>
  body { font: 11pt/1.4 "Brand Sans", Arial }
  h1 { font-family: Merriweather, Lato, Georgia, serif } h2 { font-family: 'Brand Sans', serif }
  code { font-family: ui-monospace, SFMono-Regular, Menlo, monospace } .a { font: 0/0 a }
  p { font-family: -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Helvetica Neue", "Fira Sans", sans-serif }
  .unused { font-family: Unused }
</style><h1>a</h1><h2>b</h2><p>c <code>d</code></p><p class="a">e</p>
<table><td style="font-family:&quot;Open Sans&quot;,Arial">f<td style="font-family: Times New Roman">g<td style="font-family: Wingdings">h</table>`);
  const missing = (place: string, name: string, used: string): string =>
    `content: ${place}: the font "${name}" of font-family is not installed, so ${used} is used`;
  expect(warnings.map((text) => text.replace(': put its files under templates/fonts/', ''))).toEqual([
    missing('line 2, column 25', 'Brand Sans', 'Noto Sans').concat(', as for Arial'),
    missing('line 3, column 21', 'Merriweather', 'Noto Serif').concat(', as for Georgia'),
    missing('line 3, column 21', 'Lato', 'Noto Serif').concat(', as for Georgia'),
    missing('line 8, column 127', 'Wingdings', 'Noto Serif'),
  ]);
  const strict = await harness.template(
    '<p style="font: 10pt Arial, Helvetica, sans-serif">a <b style="font-family: Calibri">b</b>',
    { strict: true },
  );
  expect((await generate(strict, 'pdf')).status).toBe(200);
});

test('characters without a font are warned of with the package that has them', async () => {
  const isInstalled = (name: string): boolean => {
    try {
      return Bun.resolveSync(`@expo-google-fonts/noto-sans-${name}/package.json`, import.meta.dir) !== '';
    } catch {
      return false;
    }
  };
  // The usual package of each text, and others that have its letters.
  const texts = [
    { text: '請求', packages: ['sc', 'tc', 'jp', 'kr'] },
    { text: '한국', packages: ['kr'] },
    { text: 'ქართული', packages: ['georgian'] },
    { text: 'հայ', packages: ['armenian'] },
    { text: 'አማርኛ', packages: ['ethiopic'] },
  ].filter(({ packages }) => !packages.some(isInstalled));
  const warnings = await preview(`<p>${texts.map(({ text }) => text).join(' ')}</p>`);
  expect(warnings.map((text) => text.replace(/^content: (?:line \d+, column \d+: )?/, ''))).toEqual(
    texts.map(({ text, packages }) => {
      const letters = [...text].join(' ');
      return `no font has ${letters}, so a box is drawn for each: npm install @expo-google-fonts/noto-sans-${packages[0]}`;
    }),
  );
  // The sign belongs to no script.
  expect(await preview('<p>฿</p>')).toEqual(
    isInstalled('thai')
      ? []
      : [
          'content: line 1, column 4: no font has ฿, so a box is drawn for each: npm install @expo-google-fonts/noto-sans-thai',
        ],
  );
  if (['jp', 'sc', 'tc', 'kr'].some(isInstalled)) return;
  const japanese = await preview('<p>請求書です</p>');
  expect(japanese.join()).toContain('no font has 請 求 書 で す, so a box is drawn for each');
  expect(japanese.join()).toContain('noto-sans-jp');
  const parts = '<p lang="zh">汉语<i lang="zh-TW">繁體</i><b lang="ko">漢字</b></p>';
  const mixed = await preview(`<html lang="ja"><p>日本</p>${parts}</html>`);
  expect(mixed.map((text) => text.replace(/^.*no font has (.*), so.*fonts\//, '$1: '))).toEqual([
    '日 本: noto-sans-jp',
    '汉 语: noto-sans-sc',
    '繁 體: noto-sans-tc',
    '漢 字: noto-sans-kr',
  ]);
});
