import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { problemsOf } from '../../../helpers/pages/htmlProblems.ts';
import { pdfOf, popplerMissing, textOf, word, wordsOf } from '../../../helpers/pdf.ts';
import { bare, colourAt, picturedPage } from '../../../helpers/templatePictures.ts';
import { renderPage } from '../fidelityPages.ts';

setDefaultTimeout(60_000);

const page = (body: string): Promise<Uint8Array> => renderPage(`<!DOCTYPE html>${bare}${body}`);

describe.skipIf(popplerMissing !== undefined)(`fields${popplerMissing ? `: ${popplerMissing}` : ''}`, () => {
  test('of dates and times show their values as browsers do, and are as wide as these', async () => {
    const shown = {
      'date 2026-03-05': '03/05/2026',
      'date 5.3.2026': 'mm/dd/yyyy',
      'date ': 'mm/dd/yyyy',
      'time 13:45': '01:45 PM',
      'time 00:05:09': '12:05:09 AM',
      'datetime-local 2026-03-05T12:00': '03/05/2026, 12:00 PM',
      'month 2026-05': 'May 2026',
      'week 2026-W10': 'Week 10, 2026',
      'week ': 'Week --, ----',
    };
    const fields = Object.keys(shown).map((key) => key.split(' '));
    const text = textOf(await page(fields.map(([type, value]) => `<p><input type=${type} value="${value}">`).join('')));
    expect(
      text.split('\n').flatMap((line) => (line.trim() ? [line.trim().replaceAll(/(?<=[/:,]) +(?=[\d-])/g, ' ')] : [])),
    ).toEqual(Object.values(shown));
    const words = wordsOf(await page('<input type=date style="margin:0">after'));
    expect(word(words, 'mm/dd/yyyy').left).toBeCloseTo(3, 0);
    expect(Math.abs(word(words, 'after').left - 97.8)).toBeLessThan(2);
    expect(problemsOf('<!DOCTYPE html><input type="date">')).toEqual([
      expect.stringContaining('shows its value in American English'),
    ]);
  });

  test('have a border of two pixels, of which one is drawn, also where they declare a padding', async () => {
    const below = async (field: string): Promise<number> =>
      word(wordsOf(await page(`<style>input, button { padding: 8px }</style><p>${field}</p><p>end`)), 'end').top;
    const thin = await below('<input style="border: 1px solid">');
    expect((await below('<input>')) - thin).toBeCloseTo(1.5, 1);
    expect((await below('<button>b</button>')) - thin).toBeCloseTo(1.5, 1);
    expect((await below('<input type="date" style="border: 1px solid">')) - thin).toBeCloseTo(1.5, 1);
    expect((await below('<input type="date">')) - thin).toBeCloseTo(3, 1);
    // A slider, which has no border in browsers, is drawn as a text field.
    expect((await below('<input type="range">')) - thin).toBeCloseTo(0, 1);
  });

  test('of several lines have space for a scroll bar unless they hide what is below', async () => {
    const left = async (style: string): Promise<number> =>
      word(wordsOf(await page(`<textarea cols=5 style="margin:0;${style}"></textarea>after`)), 'after').left;
    expect((await left('')) - (await left('overflow: hidden'))).toBeCloseTo(11.25, 1);
    expect(await left('overflow-x: hidden')).toBeCloseTo(await left(''), 1);
  });

  test('of sliders are as wide as in browsers', async () => {
    const words = wordsOf(await page('<div style="display:flex"><input type="range" style="margin:0">after</div>'));
    expect(word(words, 'after').left).toBeCloseTo(129 * 0.75, 0);
  });

  test('as wide as a share of their container widen it as others do, and only dates need this width', async () => {
    const leftAfter = async (html: string): Promise<number> => word(wordsOf(await page(html)), 'after').left;
    const within = (field: string): string => `<div style="display:inline-block">${field}</div>after`;
    for (const field of ['<input value=a style="margin:0', '<textarea style="margin:0']) {
      const end = field.startsWith('<t') ? '"></textarea>' : '">';
      expect(await leftAfter(within(`${field};width:100%;box-sizing:border-box${end}`))).toBeCloseTo(
        await leftAfter(`${field}${end}after`),
        0,
      );
    }
    const columns = (field: string): string =>
      `<div style="display:grid;grid-template-columns:min-content 1fr"><div>${field}</div><p style="margin:0">after</p></div>`;
    const bared = 'style="width:100%;margin:0;border:0;padding:0"';
    expect(await leftAfter(columns(`<input value=letters ${bared}>`))).toBeCloseTo(0, 0);
    expect(await leftAfter(columns(`<select ${bared}><option>letters</select>`))).toBeLessThan(20);
    expect(await leftAfter(columns(`<input type=date ${bared}>`))).toBeGreaterThan(70);
  });

  test('that are disabled, also by a fieldset, are grey unless they declare colours', async () => {
    const field = (attributes: string): string =>
      `<input style="display:block;margin:0;width:100pt;height:20pt;border:0;padding:0" ${attributes}>`;
    const around = (content: string): string =>
      `<fieldset disabled style="margin:0;border:0;padding:0">${content}</fieldset>`;
    const css = '<style>legend { padding: 0 } .own { background: #00ff00 }</style><body style="background:#ff0000">';
    const fields = [
      field(''),
      field('disabled'),
      around(`<legend>${field('')}</legend>${field('')}`),
      field('disabled class=own'),
    ];
    const seen = picturedPage(await page(css + fields.join('')));
    const colours = [0, 1, 2, 3, 4].map((at) => colourAt(seen, 50, 20 * at + 10));
    expect(colours).toEqual(['#ffffff', colours[1] ?? '', '#ffffff', colours[1] ?? '', '#00ff00']);
    // A translucent grey on red.
    expect(colours[1]).toMatch(/^#fa4[78]4[78]$/);
  });

  test('show their placeholders in grey, or as `::placeholder` declares', async () => {
    const style =
      'display:block;margin:0;width:100pt;height:20pt;border:0;padding:0;font:16pt/20pt monospace;color:#0000ff';
    const field = (attributes: string): string => `<input style="${style}" placeholder="██████" ${attributes}>`;
    const css =
      '<style>.own::placeholder { color: #ff0000; width: 9px } .old::-webkit-input-placeholder { color: #00ff00 } .no:placeholder { color: #ff0000 }</style>';
    const area = `<textarea class=own style="${style}" placeholder="██████"></textarea>`;
    const html =
      css + ['', 'class=own', 'class=own value="██████"', 'class=old', 'class=no'].map(field).join('') + area;
    const seen = picturedPage(await page(html));
    expect([0, 1, 2, 3, 4, 5].map((at) => colourAt(seen, 20, 20 * at + 10))).toEqual([
      '#757575',
      '#ff0000',
      '#0000ff',
      '#00ff00',
      '#757575',
      '#ff0000',
    ]);
    expect(problemsOf('<!DOCTYPE html><style>input::placeholder { color: red }</style><input>')).toEqual([]);
  });

  test('that are check boxes and radio buttons have no padding and no borders, as in browsers', async () => {
    const css =
      '<style>input { padding: 20pt; border: 5pt solid red; margin: 0 } p { margin: 0; font: 10pt/20pt Arial }</style>';
    const words = wordsOf(await page(`${css}<p><input type=checkbox>one<p><input type=radio>two`));
    expect(Math.round(word(words, 'one').left - word(words, 'two').left)).toBe(0);
    expect(Math.round(word(words, 'two').top - word(words, 'one').top)).toBe(20);
    expect(word(words, 'one').left).toBeLessThan(15);
  });

  test('that are check boxes are as large as the shorter side of their box, whose height does not follow its width', async () => {
    const css = '<style>input { width: 100%; margin: 0; box-sizing: border-box } p { margin: 0 }</style>';
    const words = wordsOf(await page(`${css}<div style="width:200pt"><input type=checkbox></div><p>below`));
    expect(word(words, 'below').top).toBeLessThan(20);
    const black = 'style="display:block;width:100pt;height:40pt;margin:0" type=checkbox checked';
    const seen = picturedPage(await page(`<input ${black}>`));
    // In the middle of the box.
    expect([20, 34, 66, 80].map((x) => colourAt(seen, x, 8))).toEqual(['#ffffff', '#0075ff', '#0075ff', '#ffffff']);
  });

  test('that are check boxes without their appearance have generated content', async () => {
    const css = `<style>input { appearance: none; display: block; margin: 0; width: 20pt; height: 20pt }
      input:checked::before { content: ""; display: block; width: 20pt; height: 20pt; background: #ff0000 }</style>`;
    const seen = picturedPage(await page(`${css}<input type=checkbox><input type=radio checked>`));
    expect([10, 30].map((y) => colourAt(seen, 10, y))).toEqual(['#ffffff', '#ff0000']);
  });

  test('hide what they have no space for, with a warning, and stand on the baseline of their text', async () => {
    const style = 'style="width:40pt;margin:0;border:0;padding:0;font:10pt Arial"';
    const reported: string[] = [];
    const html = `<!DOCTYPE html>${bare}<p style="font:10pt Arial">line <input ${style} value="much too long a value">
      <input ${style} placeholder="much too long a placeholder"> <select ${style}><option>much too long an option</select> end`;
    const words = wordsOf(await pdfOf(html, 'A4', ({ problem }) => reported.push(problem)));
    expect(reported.map((problem) => problem.replace(/.*" /, ''))).toEqual(
      Array.from(
        { length: 3 },
        () => 'is cut off at the side by the overflow of a box that is too narrow for it: page 1',
      ),
    );
    expect(words.map(({ text }) => text)).not.toContain('placeholder');
    const line = word(words, 'line');
    for (const one of words) expect(one.bottom).toBeCloseTo(line.bottom, 0);
  });

  test('have legends where `align` or their margins put them', async () => {
    const fieldset = (legend: string): string =>
      `<fieldset style="width:200pt;margin:0;padding:0;border:1pt solid">${legend}</fieldset>`;
    const place = async (attributes: string): Promise<number> =>
      word(wordsOf(await page(fieldset(`<legend style="padding:0;width:40pt" ${attributes}>Name</legend>`))), 'Name')
        .left;
    expect(await place('')).toBeCloseTo(1, 0);
    expect(await place('align=center')).toBeCloseTo(81, 0);
    expect(await place('align=right')).toBeCloseTo(161, 0);
    const auto = await page(fieldset('<legend style="padding:0;width:40pt;margin-left:auto">Name</legend>'));
    expect(word(wordsOf(auto), 'Name').left).toBeCloseTo(161, 0);
  });

  test('have the accent that is declared or inherited', async () => {
    const css = '<style>input, progress { display: block; margin: 0; width: 20pt; height: 20pt }</style>';
    const fields = '<input type=checkbox checked><input type=radio checked><progress value=1></progress>';
    const html = `${css}<div style="accent-color: #ff0000">${fields}<input type=checkbox checked disabled></div><input type=checkbox checked>`;
    const seen = picturedPage(await page(html));
    expect([4, 30, 50].map((y) => colourAt(seen, 10, y))).toEqual(['#ff0000', '#ff0000', '#ff0000']);
    expect([64, 84].map((y) => colourAt(seen, 10, y))).toEqual(['#cecece', '#0075ff']);
    expect(problemsOf('<!DOCTYPE html><input style="accent-color: red">')).toEqual([]);
  });
});
