import { describe, expect, setDefaultTimeout, spyOn, test } from 'bun:test';
import { CounterStyles } from '../../../../drivers/rendering/pdf/style/counters/counterStyles.ts';
import { parseStylesheet } from '../../../../drivers/rendering/pdf/style/stylesheet.ts';
import { pdfOf, popplerMissing, word, wordsOf } from '../../../helpers/pdf.ts';

setDefaultTimeout(60_000);

/** Returns the texts of numbers in the style `x` that a sheet declares. */
function inStyle(css: string, ...values: number[]): string[] {
  const styles = new CounterStyles([parseStylesheet(css, 'author')]);
  return values.map((value) => styles.textOf('x', value));
}

const x = (descriptors: string): string => `@counter-style x { ${descriptors} }`;

describe('counter styles', () => {
  const standard = new CounterStyles([]);

  test('of many scripts write numbers, as browsers do', () => {
    const expected: Record<string, Record<number, string>> = {
      armenian: { 9: 'Թ', 1234: 'ՌՄԼԴ', 10203: 'Ա\u0302ՄԳ' },
      georgian: { 1: 'ა', 11: 'ია', 19999: 'ჵჰშჟთ', 20000: '20000' },
      hebrew: { 0: 'אפס', 15: 'טו', 16: 'טז', 18: 'יח', 115: 'קטו', 999: 'תתקצט', 5784: 'ה׳תשפד' },
      'arabic-indic': { 0: '٠', '-12': '-١٢' },
      devanagari: { 108: '१०८' },
      thai: { 20: '๒๐' },
      'cjk-decimal': { 0: '〇', 102: '一〇二', '-1': '-1' },
      'cjk-heavenly-stem': { 1: '甲', 10: '癸', 11: '一一' },
      'simp-chinese-informal': {
        0: '零',
        10: '十',
        12: '十二',
        101: '一百零一',
        110: '一百一十',
        10203: '一万零二百零三',
      },
      'trad-chinese-formal': { 10: '壹拾', '-3': '負參', 123456: '壹拾貳萬參仟肆佰伍拾陸' },
      'japanese-informal': { 0: '〇', 111: '百十一', '-1': 'マイナス一', 10000: '一〇〇〇〇' },
      'japanese-formal': { 1111: '壱阡壱百壱拾壱' },
      'korean-hangul-formal': { 20: '이십', 10203: '일만 이백삼' },
      'korean-hanja-informal': { 10: '十', 10000: '萬', 20001: '二萬 一' },
      hiragana: { 1: 'あ', 48: 'ん', 49: 'ああ' },
      'katakana-iroha': { 1: 'イ', 2: 'ロ' },
      'ethiopic-numeric': { 1: '፩', 10: '፲', 100: '፻', 101: '፻፩', 78010092: '፸፰፻፩፼፺፪' },
      'lower-roman': { 0: '0', 1994: 'mcmxciv', 4000: '4000' },
      'decimal-leading-zero': { 7: '07', '-7': '-7' },
      'LOWER-ALPHA': { 1: 'a', 27: 'aa' },
    };
    for (const [name, texts] of Object.entries(expected))
      for (const [value, text] of Object.entries(texts))
        expect([name, value, standard.textOf(name, Number(value))]).toEqual([name, value, text]);
    expect(standard.markerOf('hiragana', 2).text).toBe('い、');
  });

  test('that a sheet declares have one of the systems', () => {
    expect(inStyle(x('system: cyclic; symbols: A "b" \\43'), 1, 2, 3, 4, 0)).toEqual(['A', 'b', 'C', 'A', 'C']);
    expect(inStyle(x('system: fixed 3; symbols: a b; fallback: upper-roman'), 2, 3, 4, 5)).toEqual([
      'II',
      'a',
      'b',
      'V',
    ]);
    expect(inStyle(x('symbols: "*" "+"'), 0, 1, 2, 3, 4)).toEqual(['0', '*', '+', '**', '++']);
    expect(inStyle(x('system: alphabetic; symbols: a b'), 1, 2, 3, 7)).toEqual(['a', 'b', 'aa', 'aaa']);
    expect(inStyle(x('system: numeric; symbols: "0" "1"; pad: 4 "0"; negative: "(" ")"'), 2, -2)).toEqual([
      '0010',
      '(10)',
    ]);
    expect(
      inStyle(x('system: additive; additive-symbols: 5 V, 1 I, 0 "-"; range: 0 8, 20 infinite'), 0, 7, 9, 21),
    ).toEqual(['-', 'VII', '9', 'VVVVI']);
    const extended = `${x('system: extends y; pad: 2 "_"')} @counter-style y { system: extends lower-alpha; prefix: "(" }`;
    expect(inStyle(extended, 1, 28)).toEqual(['_a', 'ab']);
  });

  test('of letters and signs leave 0 to their fallback, whatever their range is', () => {
    for (const system of ['alphabetic', 'symbolic'])
      expect(inStyle(x(`system: ${system}; symbols: a b; range: infinite infinite`), -1, 0, 1, 3)).toEqual([
        '-a',
        '0',
        'a',
        'aa',
      ]);
  });

  test('that are faulty, unknown, or extend and replace each other in a circle, are decimal', () => {
    for (const css of [
      '',
      x('system: alphabetic; symbols: a'),
      x('system: additive; additive-symbols: 1 I, 5 V'),
      x('system: extends decimal; symbols: a'),
      `${x('system: extends y')}@counter-style y { system: extends x }`,
      `${x('system: fixed; symbols: a; fallback: y')}@counter-style y { system: fixed; symbols: b; fallback: x }`,
    ])
      expect(inStyle(css, 7)).toEqual(['7']);
    const own = new CounterStyles([parseStylesheet('@counter-style decimal { system: cyclic; symbols: a }', 'author')]);
    expect(own.textOf('decimal', 7)).toBe('7');
  });

  test('write numbers that would be too long in decimals, in a short time', () => {
    expect(inStyle(x('symbols: "*"'), 120, 121, 2e9)).toEqual(['*'.repeat(120), '121', '2000000000']);
    expect(inStyle(x('system: additive; additive-symbols: 1 I'), 2e9)).toEqual(['2000000000']);
    expect(inStyle(x('system: numeric; symbols: "0" "1"; pad: 999999999 "0"'), 1)).toEqual(['1']);
    expect(inStyle(x(`symbols: "${'a'.repeat(9_000)}"`), 2)).toEqual(['2']);
    const chain = Array.from(
      { length: 900 },
      (_, at) => `@counter-style s${at} { system: extends s${at + 1}; fallback: s${at} }`,
    );
    expect(inStyle(x('system: extends s0') + chain.join(''), 3)).toEqual(['3']);
  });

  test('that fall back on each other in a circle are tried once for a number', () => {
    const fixed = (name: string, fallback: string): string =>
      `@counter-style ${name} { system: fixed; symbols: a; range: 1 1; fallback: ${fallback} }`;
    for (const css of [fixed('x', 'x'), fixed('x', 'y') + fixed('y', 'x')]) {
      const sheet = parseStylesheet(css, 'author');
      const ranges = [...sheet.counterStyles.values()].map((style) => spyOn(style.ranges ?? [], 'some'));
      expect(new CounterStyles([sheet]).textOf('x', 5)).toBe('5');
      for (const some of ranges) expect(some).toHaveBeenCalledTimes(1);
    }
  });

  test('with more than 1,000 ranges, weights or symbols are ignored, with a warning', async () => {
    const many = (count: number, part: (at: number) => string, joint = ','): string =>
      Array.from({ length: count }, (_, at) => part(at)).join(joint);
    for (const descriptors of [
      (count: number) => `system: cyclic; symbols: a; range: ${many(count, (at) => `${at} ${at}`)}`,
      (count: number) => `system: extends lower-alpha; range: ${many(count, (at) => `${at} ${at}`)}`,
      (count: number) => `system: additive; additive-symbols: ${many(count, (at) => `${count - at} a`)}`,
      (count: number) => `system: cyclic; symbols: ${many(count, () => 'a', ' ')}`,
    ]) {
      expect([inStyle(x(descriptors(1_000)), 1), inStyle(x(descriptors(1_001)), 1)]).toEqual([['a'], ['1']]);
      const problems: string[] = [];
      const html = `<!DOCTYPE html><style>${x(descriptors(1_001))}</style><ol style="list-style: x"><li>one</ol>`;
      await pdfOf(html, 'A4', ({ problem }) => problems.push(problem));
      expect(problems).toEqual(['@counter-style x has more than 1000 ranges or symbols, so it is ignored']);
    }
  });
});

test('page numbers in long symbols count as generated text', async () => {
  const number = `@counter-style x { system: cyclic; symbols: "${'x'.repeat(9_999)}" }`;
  const css = `${number} @page { size: 400pt 200pt; @top-left { content: ${'counter(page, x)'.repeat(25)} } }`;
  const pages = (count: number): Promise<Uint8Array> =>
    pdfOf(`<!DOCTYPE html><style>${css}</style>${'<p style="break-after: page">a'.repeat(count - 1)}<p>b`);
  expect(await pages(1)).toBeInstanceOf(Uint8Array);
  await expect(pages(5)).rejects.toThrow('Generated content has more than 1000000 characters');
});

describe.skipIf(popplerMissing !== undefined)(`markers of lists${popplerMissing ? `: ${popplerMissing}` : ''}`, () => {
  test('have what is before and behind the numbers of their style', async () => {
    const html = `<!DOCTYPE html><style>@counter-style step { system: extends decimal; prefix: "Step "; suffix: " / " } body { font: 10pt/20pt sans-serif }
      i::before { counter-set: n 3; content: counter(n, step) }</style><ol style="list-style: step"><li>one<li>two</ol><i></i>
      <ol style="list-style: inside step"><li>three</ol>`;
    const words = wordsOf(await pdfOf(html));
    expect(words.map(({ text }) => text).join(' ')).toBe('Step 1 / one Step 2 / two 3 Step 1 / three');
    const [slash, item] = [word(words, '/'), word(words, 'one')];
    expect(slash.right).toBeLessThan(item.left - 2);
    expect(slash.right).toBeGreaterThan(item.left - 4);
  });

  test('from right to left have their letters and signs in the order of sight', async () => {
    const html =
      '<!DOCTYPE html><body style="font: 20pt/30pt sans-serif"><ol dir="rtl"><li>one</ol><ol style="list-style: hebrew" start="15"><li>two</ol>';
    const words = wordsOf(await pdfOf(html));
    // Drawn from left to right.
    expect(words.map(({ text }) => text)).toEqual(['one', '.1', 'וט.', 'two']);
  });
});
