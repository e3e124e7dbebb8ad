import { expect, setDefaultTimeout, test } from 'bun:test';
import { cleanSheet } from '../../../../drivers/rendering/sanitize/cleanCss.ts';
import { problemsOf } from '../../../helpers/pages/htmlProblems.ts';
import { pdfOf, popplerMissing, word, wordsOf } from '../../../helpers/pdf.ts';
import { bare, colourAt, picturedPage } from '../../../helpers/templatePictures.ts';

setDefaultTimeout(60_000);

test('a template of unclosed colours, or of unclosed attributes, is read to its end', () => {
  for (const css of [
    `p { color: currentcolor ${'color-mix('.repeat(90_000)} }`,
    `p${'['.repeat(900_000)} { color: red }`,
  ])
    expect(problemsOf(`<!DOCTYPE html><style>${css}</style><p>x`)).not.toEqual([]);
});

test.skipIf(popplerMissing !== undefined)(
  'a property that @property registers has its initial value, and is inherited only where the rule says so',
  async () => {
    const css = `@property --own { syntax: "<length>"; inherits: false; initial-value: 30pt }
      @property --passed { syntax: "*"; inherits: true; initial-value: 10pt }
      @property --empty { syntax: "*"; inherits: false }
      @property --broken { syntax: "<length>"; inherits: false }
      @property --cyclic { syntax: "*"; inherits: false; initial-value: 50pt }
      * { margin: 0 } p { padding-left: var(--own); text-indent: var(--passed) }
      .all { --own: 70pt; --passed: 20pt } .again { --own: initial; --passed: unset } .parent { --own: inherit }
      .empty { --empty: 5pt; --broken: 5pt } .empty p { padding-left: var(--empty, 90pt); text-indent: var(--broken, 1pt) }
      .cyclic { --cyclic: var(--cyclic); padding-left: var(--cyclic) }`;
    const html = `<!DOCTYPE html><style>${css}</style><p>one<div class="all"><p>two<p class="again">three<p class="parent">four</div>
      <div class="empty"><p>five</div><p class="cyclic">six`;
    const words = wordsOf(await pdfOf(html));
    const { left } = word(words, 'one');
    const places = ['two', 'three', 'four', 'five', 'six'].map((name) => Math.round(word(words, name).left - left));
    expect(places).toEqual([10, 10, 50, 55, 20]);
  },
);

test('cleaned sheets have the rules of @property, which no warning is about', () => {
  const css = '@property --gap{syntax:"<length>";inherits:false;initial-value:4px}p{margin:var(--gap)}';
  expect(cleanSheet(css, { imageOf: () => undefined })).toBe(css.replace('<', '\\3c '));
  expect(problemsOf(`<!DOCTYPE html><style>${css}</style><p>x`)).toEqual([]);
});

test('fallbacks of variables that nothing declares, and states behind brackets, have no warnings', () => {
  const css = `p { font-variation-settings: var(--settings, normal) } p:-moz-focusring:where(:not(iframe)) { outline: auto }
    a:hover:not(.b), a[href*="("]:hover { filter: blur(1px) }`;
  expect(problemsOf(`<!DOCTYPE html><style>${css}</style><p>x<a href="#">y</a>`)).toEqual([]);
  const declared = 'p { --set: "wght" 500; font-variation-settings: var(--set, normal) }';
  expect(problemsOf(`<!DOCTYPE html><style>${declared}</style><p>x`)).toEqual([
    'font-variation-settings: var(--set, normal) of p is not supported, so it is ignored',
  ]);
});

test.skipIf(popplerMissing !== undefined)(
  'colours are made of the colour of their element, and an infinite radius rounds corners wholly',
  async () => {
    const box = (top: number, style: string): string =>
      `<div style="position:absolute;left:0;top:${top}pt;width:100pt;height:40pt;${style}"></div>`;
    const page = picturedPage(
      await pdfOf(
        `<!DOCTYPE html>${bare}<body style="color: #00f">${[
          'background: color-mix(in srgb, currentColor 50%, white)',
          'background: rgb(from currentcolor b g r)',
          '--mine: currentcolor; background: linear-gradient(color-mix(in srgb, var(--mine), white) 0 0)',
          'color: color-mix(in srgb, currentcolor, red); background: currentcolor',
          'color: red; box-sizing: border-box; border-top: 40pt solid color-mix(in srgb, currentcolor, black)',
          'background: red; border-radius: calc(infinity * 1px)',
        ]
          .map((style, at) => box(at * 50, style))
          .join('')}`,
      ),
    );
    const seen = Array.from({ length: 6 }, (_, at) => colourAt(page, 50, at * 50 + 20));
    expect(seen).toEqual(['#8080ff', '#ff0000', '#8080ff', '#800080', '#800000', '#ff0000']);
    expect(colourAt(page, 5, 253)).toBe('#ffffff');
  },
);

test.skipIf(popplerMissing !== undefined)(
  'declarations in a layer within a rule count as those of the layer',
  async () => {
    const css = `* { margin: 0 } p { @layer weak.own { padding-left: 40pt; text-indent: 20pt; &.more { padding-left: 90pt } } }
    .plain { text-indent: 0 }`;
    const words = wordsOf(await pdfOf(`<style>${css}</style><p>one<p class="more">two<p class="plain">three`));
    const { left } = word(words, 'three');
    expect(['one', 'two'].map((text) => Math.round(word(words, text).left - left))).toEqual([20, 70]);
  },
);
