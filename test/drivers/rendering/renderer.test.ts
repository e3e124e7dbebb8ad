import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkTemplate } from '../../../domain/documents/templates/checkTemplate.ts';
import { templateHelpers } from '../../../domain/documents/templates/templateHelpers.ts';
import {
  type BrowserPage,
  ConversionRefused,
  type OnePage,
  type RenderOutcome,
} from '../../../domain/ports/rendering.ts';
import { makeRenderer } from '../../../drivers/rendering/renderer.ts';
import { TestRenderer } from './testRenderer.ts';

setDefaultTimeout(60_000);

const bench = new TestRenderer();
const { body, folder, log, render, sandbox, text } = bench;

beforeAll(() => bench.start());
afterAll(() => bench.stop());

describe('a template', () => {
  test('writes its data, escaped in HTML and unchanged in text', async () => {
    const data = { name: '<b>Žluťoučký 👋 \u202Eשלום</b>', list: ['a', 'b'] };
    expect(await body('<p>{{name}}</p>', data)).toBe('<p>&lt;b&gt;Žluťoučký 👋 \u202Eשלום&lt;/b&gt;</p>');
    expect(await text('{{name}}{{#each list}}[{{this}}]{{/each}}', data)).toBe(`${data.name}[a][b]`);
  });

  test('may be a file or a script, and use partials and layouts', async () => {
    expect(await body('{{#> page}}{{> greeting}}{{/page}}', { name: 'Jan' })).toBe('<main>Hello Jan</main>');
    expect(await text('documents/note.hbs', { note: 1 }, { inputType: 'FILE' })).toBe('<p>1</p>');
    const script = 'return "<p>" + data.items.map((item) => item.n).join() + "</p>";';
    expect(await text(script, { items: [{ n: 1 }, { n: 2 }] }, { inputType: 'SCRIPT' })).toBe('<p>1,2</p>');
  });

  test('is compiled again after the cache is cleared', async () => {
    expect(await text('{{> greeting}}', { name: 'Jan' })).toBe('Hello Jan');
    writeFileSync(join(folder, 'partials', 'greeting.hbs'), 'Hi {{name}}');
    expect(await text('{{> greeting}}', { name: 'Jan' })).toBe('Hello Jan');
    bench.evict();
    expect(await text('{{> greeting}}', { name: 'Jan' })).toBe('Hi Jan');
  });

  test('finds members of the data that have names of helpers', async () => {
    const data = { number: 'F-1', date: 'today', lines: [{ count: 2 }, { count: 3 }], sum: 5 };
    expect(
      await text('{{number}} {{date}} {{#lines}}{{count}} {{/lines}}{{#if sum}}{{number sum}}{{/if}}{{t}}', data),
    ).toBe('F-1 today 2 3 5');
  });

  test('omits characters that no document can contain', async () => {
    expect(await text('{{a}}|{{b}}', '{"a":"x\\u0000\\u0007y\\ud800z","b":"\\ud83d\\udc4b"}')).toBe('xy\uFFFDz|👋');
  });

  test('uses the texts of its language', async () => {
    const template =
      '{{#translations}}{"en":{"n":{"one":"{count} day","other":"{count} days"},"only":"only"},"cs":{"n":{"one":"{count} den","few":"{count} dny","other":"{count} dní"}}}{{/translations}}{{t "n" count=n}} {{t "only"}}';
    expect(await text(template, { n: 1 })).toBe('1 day only');
    expect(await text(template, { n: 3, locale: 'cs-CZ' })).toBe('3 dny only');
    expect(await text(template, { n: 5, locale: 'fr' })).toBe('5 days only');
  });
});

test('every helper writes its documented output', async () => {
  const page = await Bun.file(join(import.meta.dir, '../../../docs/templates.md')).text();
  const data = /```json\n(.*?)```/s.exec(page)?.[1] as string;
  const rows = [...page.matchAll(/^\| `(\{\{.*?)` \| `(.*?)` \|/gm)].filter(([, , out]) => !out?.startsWith('{{'));
  expect(rows.length).toBeGreaterThan(30);
  for (const [, template, written] of rows) {
    expect(`${template} ${(await text(template as string, data)).replaceAll(/[\u00a0\u202f]/g, ' ')}`).toBe(
      `${template} ${written}`,
    );
  }
  const shown = page.slice(page.indexOf('### Helpers'), page.indexOf('### Partials'));
  expect(templateHelpers.filter((name) => !new RegExp(`\\{\\{#?${name}\\b|\\(${name} `).test(shown))).toEqual([]);
});

test('barcodes and QR codes are pictures', async () => {
  const html = await body('<img src="{{qr text}}"><img src="{{barcode "4006381333931" kind="ean13"}}">', {
    text: 'Žluť',
  });
  const pictures = [...html.matchAll(/data:image\/png;base64,([^"]+)/g)].map(([, data]) => data as string);
  expect(pictures.length).toBe(2);
  for (const picture of pictures) {
    const bytes = Buffer.from(picture, 'base64');
    // Width and height.
    expect(bytes.readUInt32BE(16)).toBeGreaterThan(100);
    expect(bytes.readUInt32BE(20)).toBeGreaterThan(50);
  }
  expect(await text('{{barcode "12" kind="ean13"}}')).toBe('problem: barcode: EAN-13 must be 12 or 13 digits');
});

test('arithmetic is decimal, and rejects values that are not numbers', async () => {
  expect(await text('{{add 0.1 0.2}} {{multiply "12345678901234567890.12" 3}} {{subtract 1 0.9}}')).toBe(
    '0.3 37037036703703703670.36 0.1',
  );
  for (const wrong of ['{{add "x" 1}}', '{{add "1e999" 1}}', '{{divide 1 0}}', '{{round 1 -1}}', '{{sum "x"}}'])
    expect(await text(wrong)).toMatch(/^problem: /);
});

describe('errors of a template name their place', () => {
  const wrong: Record<string, [content: string, problem: RegExp, line?: number, column?: number]> = {
    'an unknown helper': ['a\n  {{foo 1}}', /no helper has the name "foo"/, 2, 3],
    'an unknown helper in a call': ['{{upper (foo 1)}}', /no helper has the name "foo"/, 1, 9],
    'an unknown block helper': ['\n{{#foo 1}}{{/foo}}', /no helper has the name "foo"/, 2, 1],
    'an unknown argument': ['a {{date due\n fromat="long"}}', /date has no argument "fromat"; it has locale, /, 2, 2],
    'an argument of what has none': ['{{#each a b=1}}{{/each}}', /^each has no argument "b"$/, 1, 11],
    'an unknown argument in a call': ['{{upper (eq 1 1 locale="cs")}}', /eq has no argument "locale"/, 1, 17],
    'an unclosed block': ['a\n{{#if x}}\nb', /a block or a {{ is not closed/, 3, 2],
    'a block closed by another': ['{{#if x}}{{/each}}', /if doesn't match each/, 1, 4],
    'a block that was not begun': ['\n{{/if}}', /end of a block that was not begun/, 2, 1],
    'an open tag': ['{{a', /syntax error/, 1, 3],
    'an unknown partial': [
      '\n{{> nothing}}',
      /no partial has the name "nothing"; the partials are broken, greeting, page/,
      2,
      1,
    ],
    'a partial that data names': ['{{> (lookup . "a")}}', /has to be written out/, 1, 1],
    'a decorator': ['{{* foo}}', /only decorator/, 1, 1],
    'translations that are no JSON': ['\n{{#translations}}{"en": }{{/translations}}', /is not JSON/, 2, 1],
    'a text that is missing': [
      '{{#translations}}{"en": {"a": "b"}}{{/translations}}\n{{t "b"}}',
      /contains no text "b"/,
      2,
      1,
    ],
    'blocks in blocks': ['{{#if a}}'.repeat(1_000), /nested more than 100 deep/, 1, 1],
    'calls in calls': [`{{upper ${'(upper '.repeat(1_000)}`, /nested more than 100 deep/, 1, 1],
    'text like calls': [`${'('.repeat(100_000)}{{foo 1}}`, /no helper has the name "foo"/, 1, 100_001],
    'far too many tags': ['{{a}}\n'.repeat(100_000), /more than 5000/, 5_001, 1],
    'far too much of it': ['x'.repeat(10_000_000), /at most 1000000 characters/],
    'reaching for constructors': ['{{constructor.constructor "return process"}}', /no helper has the name/, 1, 1],
    'reaching for constructors in a call': ['{{#with (constructor "x")}}{{/with}}', /no helper has the name/, 1, 9],
  };
  for (const [what, [content, problem, line, column]] of Object.entries(wrong)) {
    test(`${what}, when it is saved and when it is rendered`, async () => {
      const found = checkTemplate('HTML', content, folder);
      expect(found?.problem).toMatch(problem);
      expect([found?.line, found?.column]).toEqual([line, column] as number[]);
      expect(await render(content)).toEqual(found as RenderOutcome);
    });
  }

  test('that only certain data cause', async () => {
    expect(await render('\n {{money a currency="E"}}', { a: 1 })).toMatchObject({ line: 2, column: 2 });
    expect(await render('{{money a}}', { a: 1 })).toMatchObject({
      problem: expect.stringMatching(/data has no `currency`/),
    });
    expect(await render('{{> broken}}')).toMatchObject({
      problem: expect.stringMatching(/in the partial broken, line 2/),
    });
    expect(await render('x', '{"a":')).toEqual({ problem: 'the data is not JSON' });
    expect(await render('{{#*inline "a"}}{{> a}}{{/inline}}{{> a}}')).toEqual({
      problem: 'calls itself endlessly',
    });
  });

  test('that are in scripts', async () => {
    const script = { inputType: 'SCRIPT' } as const;
    expect(await render('return data.a.b;', {}, script)).toMatchObject({ line: 1, column: expect.any(Number) });
    expect(await render('\n\n throw new Error("no");', {}, script)).toMatchObject({ problem: 'Error: no', line: 3 });
    expect(await render('return 7;', {}, script)).toEqual({ problem: 'returned number, and has to return text' });
    expect(await render('for (;;);', {}, script)).toMatchObject({ problem: 'ran longer than its limit of 4000 ms' });
    expect(checkTemplate('SCRIPT', 'const a = ;')).toMatchObject({ line: 1 });
    expect(checkTemplate('SCRIPT', 'return data.a;')).toBeUndefined();
  });

  test('names of files outside templates/ are rejected', async () => {
    const names = [
      '../secret.hbs',
      'documents/../../secret.hbs',
      'documents/link.hbs',
      join(bench.outside, 'secret.hbs'),
      `file://${join(bench.outside, 'secret.hbs')}`,
      '..%2fsecret.hbs',
      '%2e%2e/secret.hbs',
      '..\\secret.hbs',
      'documents/note.hbs\u0000.hbs',
      './documents/note.hbs',
      'documents//note.hbs',
      'documents',
      '',
      'documents/missing.hbs',
    ];
    for (const name of names) {
      expect(`${name} ${await text(name, {}, { inputType: 'FILE' })}`).toMatch(/problem: no template under/);
      expect(checkTemplate('FILE', name, folder)?.problem).toMatch(/^no template under/);
    }
    expect(checkTemplate('FILE', 'documents/note.hbs', folder)).toBeUndefined();
  });
});

test('data exposes only its own members', async () => {
  const tricks =
    '{{__proto__}}|{{constructor}}|{{toString}}|{{lookup this "constructor"}}|{{lookup (lookup this "__proto__") "x"}}|{{a.__proto__.x}}|{{a.constructor.name}}|{{#with this as |x|}}{{x.constructor}}{{/with}}|{{@root.constructor}}|{{#each constructor}}x{{/each}}|{{join a path="__proto__.x"}}';
  expect(await text(tricks, { a: [] })).toBe('||||||||||');
  expect(await text('{{__proto__.a}}', '{"__proto__":{"a":"own"}}')).toBe('own');
  for (const name of [
    'hasOwnProperty',
    'constructor',
    '__defineGetter__',
    'helperMissing',
    'blockHelperMissing',
    'log',
  ])
    expect(await text(`{{${name} "a"}}`)).toMatch(/problem: no helper has the name/);
});

test('the page of a document that a browser prints on one page has the margins that variables declare', async () => {
  const seen: (OnePage | undefined)[] = [];
  const print = async ({ onePage }: BrowserPage): Promise<Uint8Array> => {
    seen.push(onePage);
    throw new ConversionRefused('is not printed');
  };
  const own = makeRenderer({ log, sandbox, browser: { print }, size: 1, templatesDir: folder });
  const style = '<style>:root { --m: 48px } @page { margin: var(--m); margin-left: 12px }</style><p>x';
  const kind = { inputType: 'HTML', documentType: 'PDF', documentSize: 'AUTO', renderer: 'BROWSER' } as const;
  const template = { key: 'k', code: 'k', content: style, ...kind };
  await own.render({ template, data: '{}', format: 'pdf' });
  await own.stop();
  expect(seen).toEqual([
    { width: expect.closeTo(793.7, 1), sides: expect.closeTo(60, 5), ends: expect.closeTo(96, 5) },
  ]);
});
