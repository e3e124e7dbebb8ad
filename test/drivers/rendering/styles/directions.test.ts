import { expect, setDefaultTimeout, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';
import { makeFace } from '../../../../drivers/rendering/pdf/fonts/face.ts';
import { fileOf } from '../../../../drivers/rendering/pdf/fonts/standardFonts.ts';
import { asDrawn } from '../../../../drivers/rendering/pdf/layout/bidi.ts';
import { pdfOf, poppler, popplerMissing, word, wordsOf } from '../../../helpers/pdf.ts';

setDefaultTimeout(60_000);

test.skipIf(popplerMissing !== undefined)(
  'dir="auto" and unicode-bidi: isolate give elements of a PDF a direction',
  async () => {
    const words = wordsOf(
      await pdfOf(`<!DOCTYPE html><p dir="auto"><bdi>x</bdi> 1 שלום first</p><p dir="auto">one שלום second</p>
      <input dir="auto" value="שלום third"><p>fourth <span style="unicode-bidi:isolate;direction:rtl">שלום fifth</span> sixth</p>`),
    );
    const leftOf = (text: string): number => word(words, text).left;
    expect(leftOf('first')).toBeGreaterThan(400);
    expect(leftOf('first')).toBeLessThan(leftOf('1'));
    expect(leftOf('second')).toBeLessThan(150);
    expect(leftOf('third')).toBeGreaterThan(100);
    expect(leftOf('fourth') < leftOf('fifth') && leftOf('fifth') < leftOf('sixth')).toBe(true);
    expect(leftOf('sixth')).toBeLessThan(250);
  },
);

test.skipIf(popplerMissing !== undefined)('<bdo> and overrides order letters by their direction', async () => {
  const pdf =
    await pdfOf(`<!DOCTYPE html><p>a <bdo dir="rtl">Way <b>12</b>(x</bdo> b</p><p><bdo dir="ltr">שלום</bdo></p>
    <p style="unicode-bidi: bidi-override; direction: rtl">Whole 12</p>
    <p>c <i style="unicode-bidi: isolate-override; direction: rtl">one two</i> d <i style="unicode-bidi: embed; direction: rtl">x שלום!</i> e</p>`);
  // The program that reads the PDF orders Hebrew as it is read: its first letter is on the left.
  const lines = poppler(pdf, 'pdftotext', '-raw', '{}', '-')
    .replaceAll(/[\u202a-\u202e]/g, '')
    .trim()
    .split('\n');
  expect(lines).toEqual(['a x)21 yaW b', 'םולש', '21 elohW', 'c owt eno d !שלום x e']);
});

test('fonts draw digits and punctuation of scripts from right to left in the direction of the letters around', () => {
  expect(asDrawn('Total\u060c', false)).toBe('Total\u060c');
  expect(asDrawn('abc\u0663', false)).toBe('abc\u0663');
  expect(asDrawn('\u0663\u0664', true)).toBe('\u0664\u0663');
  const { shape } = makeFace('own', create(readFileSync(fileOf('arabic'))) as Font);
  const glyphsOf = (text: string): number[] => shape(text).glyphs.map(({ id }) => id);
  expect(glyphsOf('\u0663ab')).toEqual([...glyphsOf('\u0663'), ...glyphsOf('ab')]);
});

test('marks follow their letters, and parts of emoji each other, where text is reversed', () => {
  expect(asDrawn('\u05e9\u05b8\u05dc', false)).toBe('\u05dc\u05e9\u05b8');
  expect(asDrawn('e\u0301a', true)).toBe('ae\u0301');
  expect(asDrawn('\u{1f44d}\u{1f3fd}!', true)).toBe('!\u{1f44d}\u{1f3fd}');
});

test.skipIf(popplerMissing !== undefined)('the override of a block counts in all of its lines', async () => {
  const style = 'style="unicode-bidi: bidi-override; direction: rtl"';
  const pdf = await pdfOf(
    `<!DOCTYPE html><p ${style}>one<br>two</p><div ${style}>three<p>four</p>five <b>six</b><br>seven</div>
    <pre ${style}>eight\nnine</pre><pre><bdo dir="rtl">ten\neleven</bdo> twelve</pre>`,
  );
  const lines = poppler(pdf, 'pdftotext', '-raw', '{}', '-').trim().split('\n');
  expect(lines).toEqual(['eno', 'owt', 'eerht', 'four', 'xis evif', 'neves', 'thgie', 'enin', 'net', 'nevele twelve']);
});

test.skipIf(popplerMissing !== undefined)(
  'justified text from right to left ends with a line on the right',
  async () => {
    const words = wordsOf(
      await pdfOf(`<!DOCTYPE html><style>@page { size: 300pt; margin: 20pt } p { text-align: justify }</style>
      <p dir="rtl">${'word '.repeat(14)}last</p><p dir="rtl">alone</p><p>left</p>`),
    );
    expect(Math.min(word(words, 'last').right, word(words, 'alone').right)).toBeGreaterThan(275);
    expect(Math.round(word(words, 'left').left)).toBe(20);
  },
);

test.skipIf(popplerMissing !== undefined)(
  'text that is declared to be at a side stays there where the direction changes',
  async () => {
    const aligned = (outer: string, name: string): string => `<div ${outer}><p dir="rtl">${name}</p></div>`;
    const words = wordsOf(
      await pdfOf(`<!DOCTYPE html><style>@page { size: 300pt; margin: 20pt } table { width: 100% }</style>
      ${aligned('style="text-align:left"', 'one')}${aligned('style="text-align:start"', 'two')}
      ${aligned('style="text-align:end"', 'three')}<div dir="rtl" style="text-align:right"><p dir="ltr">four</p></div>
      <table><tr><td style="text-align:left"><table><tr><td dir="rtl">five</td></tr></table></td></tr></table>`),
    );
    const isLeft = ['one', 'two', 'three', 'four', 'five'].map((name) => word(words, name).left < 50);
    expect(isLeft).toEqual([true, false, true, false, true]);
  },
);
