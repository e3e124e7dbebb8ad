import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { TestRenderer } from '../testRenderer.ts';

setDefaultTimeout(60_000);

const renderer = new TestRenderer();
beforeAll(() => renderer.start());
afterAll(() => renderer.stop());

const mailOf = async (content: string): Promise<string> => {
  const outcome = await renderer.render(content, {}, { format: 'email' });
  return 'problem' in outcome ? outcome.problem : new TextDecoder().decode(outcome.content);
};
const styleOf = (html: string): string | undefined => /<p style="([^"]*)"/.exec(html)?.[1];

test('variables that refer to themselves have no value where styles are inlined', async () => {
  const css = ':root { --a: var(--b); --b: var(--c); --c: var(--a); --d: var(--a, 2px); --e: 3px; --own: var(--own) }';
  const rule = 'p { color: var(--a, red); width: var(--d); height: var(--e) }';
  const html = await mailOf(`<style>${css} ${rule}</style><p>x</p>`);
  expect(styleOf(html)).toBe('color: red; width: 2px; height: 3px;');
  expect(styleOf(await mailOf('<p style="--a:var(--a);color:var(--a, red)">x</p>'))).not.toContain('--a:');
  const other = ':root { --a: red } .other { --a: var(--a, blue) } p { color: var(--a) }';
  expect(styleOf(await mailOf(`<style>${other}</style><p>x</p>`))).toBe('color: red;');
});

test('rules for what mail programs add stay behind a query of ranges', async () => {
  const css = '@media (width<600px) { p { color: red } } #outlook a { padding: 0 }';
  expect(await mailOf(`<style>${css}</style><p>x</p>`)).toContain('#outlook a');
});

test('variables that come to too much text have no value where styles are inlined', async () => {
  const levels = Array.from({ length: 30 }, (_, i) => `--a${i + 1}: ${`var(--a${i}) `.repeat(10)};`);
  const html = await mailOf(
    `<style>:root { --a0: xxxxxxxxxx; ${levels.join('')} } p { color: var(--a30, red) }</style><p>x</p>`,
  );
  expect(styleOf(html)).toBe('color: red;');
});

test('a rule with too many selectors within one another is ignored', async () => {
  const selector = `${':not('.repeat(300)}b${')'.repeat(300)}`;
  expect(styleOf(await mailOf(`<style>${selector} { color: red } p { width: 1px }</style><p>x</p>`))).toBe(
    'width: 1px;',
  );
});
