import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { checkTemplate } from '../../../domain/documents/templates/checkTemplate.ts';
import { templatesFolder } from '../../../domain/documents/templates/templateFiles.ts';
import { templateHelpers } from '../../../domain/documents/templates/templateHelpers.ts';
import { ConversionRefused, type Office, type Rendering, type RenderOutcome } from '../../../domain/ports/rendering.ts';
import { makeRenderer } from '../../../drivers/rendering/renderer.ts';
import { makeSandbox } from '../../../drivers/sandbox/sandbox.ts';
import { until } from '../../helpers/until.ts';

setDefaultTimeout(60_000);

/** What templates and documents do to the processes that render them, and that the next one is served all the same. */

const log = pino({ level: 'silent' });
const outside = mkdtempSync(join(tmpdir(), 'waybill-templates-'));
const folder = join(outside, 'templates');
const sandbox = makeSandbox({ log, size: 1 });
const renderer = makeRenderer({
  log,
  sandbox,
  size: 1,
  templatesDir: folder,
  // Some tests await its end; for the others it is a limit on a hang.
  templateMs: 4_000,
  layoutMs: 20_000,
  maxRssMb: 600,
});

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

beforeAll(async () => {
  for (const room of ['partials', 'layouts', 'images', 'documents']) mkdirSync(join(folder, room), { recursive: true });
  writeFileSync(join(folder, 'partials', 'greeting.hbs'), 'Hello {{name}}');
  writeFileSync(join(folder, 'partials', 'broken.hbs'), 'a\nb {{money 1 currency="E"}}');
  writeFileSync(join(folder, 'layouts', 'page.hbs'), '<main>{{> @partial-block}}</main>');
  writeFileSync(join(folder, 'documents', 'note.hbs'), '<p>{{note}}</p>');
  writeFileSync(join(folder, 'images', 'pixel.png'), Buffer.from(PIXEL, 'base64'));
  writeFileSync(join(folder, 'images', 'not.png'), 'secret');
  writeFileSync(join(outside, 'secret.hbs'), 'secret');
  symlinkSync(join(outside, 'secret.hbs'), join(folder, 'documents', 'link.hbs'));
  await renderer.start();
});

afterAll(async () => {
  await Promise.all([renderer.stop(), sandbox.stop()]);
  rmSync(outside, { recursive: true });
});

type Given = Partial<Rendering['template']> & { format?: string; signal?: AbortSignal };

function render(content: string, data: object | string = {}, given: Given = {}): Promise<RenderOutcome> {
  const { format = 'html', signal, ...template } = given;
  return renderer.render(
    {
      template: {
        key: content,
        code: 'test',
        inputType: 'HTML',
        documentType: 'PDF',
        documentSize: 'A4',
        content,
        ...template,
      },
      data: typeof data === 'string' ? data : JSON.stringify(data),
      format,
    },
    signal,
  );
}

async function text(content: string, data?: object | string, given?: Given): Promise<string> {
  const outcome = await render(content, data, { format: 'text', ...given });
  return 'problem' in outcome ? `problem: ${outcome.problem}` : Buffer.from(outcome.content).toString();
}

/** What is in the body of the cleaned document. */
async function body(content: string, data?: object): Promise<string> {
  const html = await text(content, data, { format: 'html' });
  return /<body>(.*)<\/body>/s.exec(html)?.[1] ?? html;
}

async function servesTheNext(): Promise<void> {
  expect(await text('{{a}}', { a: 'served' })).toBe('served');
}

describe('a template', () => {
  test('writes its data, escaped in HTML and as it is in text', async () => {
    const data = { name: '<b>Žluťoučký 👋 \u202Eשלום</b>', list: ['a', 'b'] };
    expect(await body('<p>{{name}}</p>', data)).toBe('<p>&lt;b&gt;Žluťoučký 👋 \u202Eשלום&lt;/b&gt;</p>');
    expect(await text('{{name}}{{#each list}}[{{this}}]{{/each}}', data)).toBe(`${data.name}[a][b]`);
  });

  test('may be a file, a script, and use partials and layouts', async () => {
    expect(await body('{{#> page}}{{> greeting}}{{/page}}', { name: 'Jan' })).toBe('<main>Hello Jan</main>');
    expect(await text('documents/note.hbs', { note: 1 }, { inputType: 'FILE' })).toBe('<p>1</p>');
    const script = 'return "<p>" + data.items.map((item) => item.n).join() + "</p>";';
    expect(await text(script, { items: [{ n: 1 }, { n: 2 }] }, { inputType: 'SCRIPT' })).toBe('<p>1,2</p>');
  });

  test('is forgotten when that is said', async () => {
    expect(await text('{{> greeting}}', { name: 'Jan' })).toBe('Hello Jan');
    writeFileSync(join(folder, 'partials', 'greeting.hbs'), 'Hi {{name}}');
    expect(await text('{{> greeting}}', { name: 'Jan' })).toBe('Hello Jan');
    renderer.evict();
    expect(await text('{{> greeting}}', { name: 'Jan' })).toBe('Hi Jan');
  });

  test('finds members of the data that are called like helpers', async () => {
    const data = { number: 'F-1', date: 'today', lines: [{ count: 2 }, { count: 3 }], sum: 5 };
    expect(
      await text('{{number}} {{date}} {{#lines}}{{count}} {{/lines}}{{#if sum}}{{number sum}}{{/if}}{{t}}', data),
    ).toBe('F-1 today 2 3 5');
  });

  test('leaves out what no document can hold', async () => {
    expect(await text('{{a}}|{{b}}', '{"a":"x\\u0000\\u0007y\\ud800z","b":"\\ud83d\\udc4b"}')).toBe('xy\uFFFDz|👋');
  });

  test('finds the texts of its language', async () => {
    const template =
      '{{#translations}}{"en":{"n":{"one":"{count} day","other":"{count} days"},"only":"only"},"cs":{"n":{"one":"{count} den","few":"{count} dny","other":"{count} dní"}}}{{/translations}}{{t "n" count=n}} {{t "only"}}';
    expect(await text(template, { n: 1 })).toBe('1 day only');
    expect(await text(template, { n: 3, locale: 'cs-CZ' })).toBe('3 dny only');
    expect(await text(template, { n: 5, locale: 'fr' })).toBe('5 days only');
  });
});

test('every helper writes what the documentation says', async () => {
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

test('arithmetic is decimal, and refuses what is no number', async () => {
  expect(await text('{{add 0.1 0.2}} {{multiply "12345678901234567890.12" 3}} {{subtract 1 0.9}}')).toBe(
    '0.3 37037036703703703670.36 0.1',
  );
  for (const wrong of ['{{add "x" 1}}', '{{add "1e999" 1}}', '{{divide 1 0}}', '{{round 1 -1}}', '{{sum "x"}}'])
    expect(await text(wrong)).toMatch(/^problem: /);
});

describe('what is wrong with a template is told with its place', () => {
  const wrong: Record<string, [content: string, problem: RegExp, line?: number, column?: number]> = {
    'an unknown helper': ['a\n  {{foo 1}}', /there is no helper "foo"/, 2, 3],
    'an unknown helper in a call': ['{{upper (foo 1)}}', /there is no helper "foo"/, 1, 9],
    'an unknown block helper': ['\n{{#foo 1}}{{/foo}}', /there is no helper "foo"/, 2, 1],
    'an unknown argument': ['a {{date due\n fromat="long"}}', /date has no argument "fromat"; it has locale, /, 2, 2],
    'an argument of what has none': ['{{#each a b=1}}{{/each}}', /^each has no argument "b"$/, 1, 11],
    'an unknown argument in a call': ['{{upper (eq 1 1 locale="cs")}}', /eq has no argument "locale"/, 1, 17],
    'an unclosed block': ['a\n{{#if x}}\nb', /a block or a {{ is not closed/, 3, 2],
    'a block closed by another': ['{{#if x}}{{/each}}', /if doesn't match each/, 1, 4],
    'a block that was not begun': ['\n{{/if}}', /end of a block that was not begun/, 2, 1],
    'an open tag': ['{{a', /syntax error/, 1, 3],
    'an unknown partial': ['\n{{> nothing}}', /no partial "nothing"; there are broken, greeting, page/, 2, 1],
    'a partial that data names': ['{{> (lookup . "a")}}', /has to be written out/, 1, 1],
    'a decorator': ['{{* foo}}', /only decorator/, 1, 1],
    'translations that are no JSON': ['\n{{#translations}}{"en": }{{/translations}}', /is no JSON/, 2, 1],
    'a text that is missing': ['{{#translations}}{"en": {"a": "b"}}{{/translations}}\n{{t "b"}}', /no text "b"/, 2, 1],
    'blocks in blocks': ['{{#if a}}'.repeat(1_000), /nested more than 100 deep/, 1, 1],
    'calls in calls': [`{{upper ${'(upper '.repeat(1_000)}`, /nested more than 100 deep/, 1, 1],
    'text like calls': [`${'('.repeat(100_000)}{{foo 1}}`, /there is no helper "foo"/, 1, 100_001],
    'far too many tags': ['{{a}}\n'.repeat(100_000), /more than 5000/, 5_001, 1],
    'far too much of it': ['x'.repeat(10_000_000), /at most 1000000 characters/],
    'reaching for constructors': ['{{constructor.constructor "return process"}}', /there is no helper/, 1, 1],
    'reaching for constructors in a call': ['{{#with (constructor "x")}}{{/with}}', /there is no helper/, 1, 9],
  };
  for (const [what, [content, problem, line, column]] of Object.entries(wrong)) {
    test(`${what}, when it is saved and when it is used`, async () => {
      const found = checkTemplate('HTML', content, folder);
      expect(found?.problem).toMatch(problem);
      expect([found?.line, found?.column]).toEqual([line, column] as number[]);
      expect(await render(content)).toEqual(found as RenderOutcome);
    });
  }

  test('and so is what only data shows', async () => {
    expect(await render('\n {{money a currency="E"}}', { a: 1 })).toMatchObject({ line: 2, column: 2 });
    expect(await render('{{money a}}', { a: 1 })).toMatchObject({
      problem: expect.stringMatching(/data has no `currency`/),
    });
    expect(await render('{{> broken}}')).toMatchObject({
      problem: expect.stringMatching(/in the partial broken, line 2/),
    });
    expect(await render('x', '{"a":')).toEqual({ problem: 'the data is not JSON' });
    expect(await render('{{#*inline "a"}}{{> a}}{{/inline}}{{> a}}')).toEqual({
      problem: 'calls itself without an end',
    });
  });

  test('and the faults of scripts', async () => {
    const script = { inputType: 'SCRIPT' } as const;
    expect(await render('return data.a.b;', {}, script)).toMatchObject({ line: 1, column: expect.any(Number) });
    expect(await render('\n\n throw new Error("no");', {}, script)).toMatchObject({ problem: 'Error: no', line: 3 });
    expect(await render('return 7;', {}, script)).toEqual({ problem: 'returned number, and has to return text' });
    expect(await render('for (;;);', {}, script)).toMatchObject({ problem: 'ran longer than its limit of 4000 ms' });
    expect(checkTemplate('SCRIPT', 'const a = ;')).toMatchObject({ line: 1 });
    expect(checkTemplate('SCRIPT', 'return data.a;')).toBeUndefined();
  });

  test('names of files lead nowhere else', async () => {
    const names = [
      '../secret.hbs',
      'documents/../../secret.hbs',
      'documents/link.hbs',
      join(outside, 'secret.hbs'),
      `file://${join(outside, 'secret.hbs')}`,
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
      expect(`${name} ${await text(name, {}, { inputType: 'FILE' })}`).toMatch(/problem: there is no template/);
      expect(checkTemplate('FILE', name, folder)?.problem).toMatch(/^there is no template/);
    }
    expect(checkTemplate('FILE', 'documents/note.hbs', folder)).toBeUndefined();
  });
});

test('data gives nothing but its own members', async () => {
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
    expect(await text(`{{${name} "a"}}`)).toMatch(/problem: there is no helper/);
});

describe('a document is cleaned of', () => {
  const gone: Record<string, [html: string, left: string]> = {
    scripts: ['<p onclick="x()">a<script>x()</script><b ONLOAD=x>b</b></p>', '<p>a<b>b</b></p>'],
    'scripts that data brings': ['{{{html}}}', '<b>x</b>'],
    frames: ['<iframe src="http://x"></iframe><object data="x">y</object><embed src=x><applet>z</applet>a', 'a'],
    forms: ['<form action="http://x"><input name=a>b<button>c</button></form>', 'b'],
    'images from elsewhere': [
      '<img src="http://x/y.png" alt="a"><img src="file:///etc/passwd"><img src="FILE:/etc/passwd"><img src="//host/x.png"><img src="/etc/passwd"><img src="images/../../secret.hbs"><img src="images/not.png"><img srcset="http://x 2x">',
      '<img alt="a"><img><img><img><img><img><img><img>',
    ],
    'pictures that are none': [
      '<img src="data:text/html,x"><img src="data:image/svg+xml;base64,PHN2"><img src="data:image/png;base64,AAAA">',
      '<img><img><img>',
    ],
    'SVG that runs or fetches': [
      [
        '<script>x</script>',
        '<image href="http://x"/>',
        '<use xlink:href="//x#a"/>',
        '<rect fill="url(http://x)"/>',
        '<rect style="fill:&#117;rl(http://x)"/>',
        '<rect style="fill:u\\72l(http://x)"/>',
        '<style>@import "http://x"</style>',
        '<rect onload="x"/>',
        '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>',
        '<?xml-stylesheet href="http://x"?>',
      ]
        .map((inner) => `<img src="data:image/svg+xml;base64,${btoa(`<svg xmlns="x">${inner}</svg>`)}">`)
        .join(''),
      '<img>'.repeat(10),
    ],
    'SVG and MathML': ['<svg><image href="http://x"/><style>x</style></svg><math><mtext>x</mtext></math>a', 'a'],
    'links that run': [
      '<a href="javascript:x()">a</a><a href=" JAVA&#9;SCRIPT:x()">b</a><a href="data:text/html,x">c</a><a href="//x">d</a><a href="vbscript:x">e</a>',
      '<a>a</a><a>b</a><a>c</a><a>d</a><a>e</a>',
    ],
    'styles that fetch': [
      '<p style="color:red;background:url(http://x)">a</p><p style="background:u\\72l(//x);width:1px">b</p><p style="background:image-set(\'http://x\' 1x)">c</p><p style="width:expression(x())">d</p><p style="behavior:url(x)">e</p><p style="--x:url(http://x)">f</p>',
      '<p style="color:red">a</p><p style="width:1px">b</p><p>c</p><p>d</p><p>e</p><p>f</p>',
    ],
    'base, link, redirects': [
      '<body><base href="http://x"><link rel=stylesheet href="http://x"><meta http-equiv=refresh content="0;url=http://x">a',
      'a',
    ],
    'comments and what hides in them': ['<!--[if mso]><img src="http://x"><![endif]-->a<?php x ?>', 'a'],
    'text that is read in two ways': [
      '<noscript><p title="</noscript><img src=x onerror=y>">a</p></noscript><xmp><img src=x></xmp><plaintext><b onclick=x>',
      '<p title="&lt;/noscript&gt;&lt;img src=x onerror=y&gt;">a</p>',
    ],
  };
  for (const [what, [html, left]] of Object.entries(gone)) {
    test(what, async () => {
      expect(await body(html, { html: '<script>x()</script><b onclick="x()">x</b>' })).toBe(left);
    });
  }

  test('imports and fonts in sheets', async () => {
    const html = await text(
      '<style>@import "http://x"; @import url(//x); @font-face { src: url(http://x) } @media print { p { color: red; background: url(x) } } b { content: "</style><script>x</script>" } </style>',
      {},
      { format: 'html' },
    );
    expect(/<style>(.*?)<\/style>/s.exec(html)?.[1]).toMatch(/^@media print\{p\{color:red\}\}/);
    expect(html).not.toMatch(/http|url\(|@import|<script/);
  });

  test('nothing that it needs', async () => {
    const html = `<h1 id="a" lang="cs" dir="rtl">a</h1><ul><li value="3">b</li></ul><table border="1"><thead><tr><th colspan="2" data-x="1">c</th></tr></thead></table><a href="https://x/y?a=1&amp;b=2">d</a><a href="mailto:a@b">e</a><a href="tel:+420">f</a><a href="#a">g</a><img src="data:image/png;base64,${PIXEL}" width="10">`;
    expect(await body(html)).toBe(html);
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><defs/><rect fill="url(#a)" width="1"/></svg>';
    const drawn = `<img src="data:image/svg+xml;base64,${btoa(svg)}">`;
    expect(await body(drawn)).toBe(drawn);
    expect(await body(`<img src="data:image/svg+xml,${encodeURIComponent(svg)}">`)).toBe(drawn);
    expect(await text('<p>ž', {}, { format: 'html' })).toBe(
      '<!DOCTYPE html><html><head><meta charset="utf-8"></head><body><p>ž</p></body></html>',
    );
    expect(await body('<img src="images/pixel.png">')).toBe(`<img src="data:image/png;base64,${PIXEL}">`);
    expect(await text('<title>T</title><meta name="author" content="A"><p>x', {}, { format: 'html' })).toContain(
      '<title>T</title><meta name="author" content="A">',
    );
  });
});

test('an e-mail has its styles at its elements, and a plain-text part', async () => {
  const html =
    '<style>p { color: red } @media print { p { color: blue } }</style><h1>Hi</h1><p>{{a}} <a href="https://x/">x</a></p>';
  const outcome = await render(html, { a: 'ž & "' }, { format: 'email' });
  if ('problem' in outcome) throw new Error(outcome.problem);
  expect(Buffer.from(outcome.content).toString()).toContain('<p style="color: red;">ž &amp; ');
  expect(outcome.plainText).toBe('Hi\n\nž & " x [https://x/]');
});

test('nothing between two texts is taken for a template of its own', async () => {
  const html = '<style>p { color: red }</style><b>{{a}}</b><p>x</p><b>{{b}}</b>';
  for (const [a, b] of [
    ['{{"', '"}}'],
    ['<%', '%>'],
    ['JUICE_CODE_BLOCK_0_', ''],
  ]) {
    const content = await text(html, { a, b }, { format: 'email' });
    expect(content).toContain('<p style="color: red;">x</p>');
    expect(content.replaceAll('&lt;', '<').replaceAll('&gt;', '>')).toContain(`<b>${a}</b>`);
  }
});

test('a PDF is one, and text has no markup', async () => {
  const outcome = await render('<h1>{{a}}</h1>', { a: 'ž' }, { format: 'pdf' });
  expect('content' in outcome && Buffer.from(outcome.content).subarray(0, 5).toString()).toBe('%PDF-');
  expect(await text('<h1>a</h1><p>b</p>', {}, { format: 'txt' })).toBe('a\n\nb');
});

test('other formats are converted from the cleaned page, its styles at its elements', async () => {
  const seen: string[] = [];
  const office: Office = {
    warm: () => {},
    convert: async (html, format) => {
      seen.push(`${format}: ${html}`);
      if (format === 'doc') throw new ConversionRefused('is too large to be made as doc');
      if (format === 'odt') throw new Error('the converter is away');
      return Buffer.from('converted');
    },
  };
  const own = makeRenderer({ log, sandbox, office, size: 1, templatesDir: folder });
  const content = '<style>p{color:red}</style><p onclick="x">{{a}}</p>';
  const template = {
    key: 'k',
    code: 'k',
    inputType: 'HTML',
    documentType: 'PDF',
    documentSize: 'A4',
    content,
  } as const;
  const as = (format: string): Promise<RenderOutcome> => own.render({ template, data: '{"a":1}', format });
  expect(await as('docx')).toEqual({ content: Buffer.from('converted') });
  expect(seen[0]).toMatch(/^docx: .*<body><p style="color: red;">1<\/p><\/body>/);
  expect(await as('doc')).toEqual({ problem: 'is too large to be made as doc' });
  expect(await as('odt').catch((error: Error) => error.message)).toBe('the converter is away');
  await own.stop();
  expect(await render('x', {}, { format: 'docx' }).catch((error: Error) => error.message)).toBe(
    'the format docx is not offered by this worker',
  );
});

describe('the next document is served after', () => {
  const list = (length: number): object => ({ a: Array.from({ length }, () => 1) });
  /** Minutes of work, of a list of thousands, on any machine, which write nothing. */
  const loops = '{{#each a}}{{#each @root.a}}{{#if (join @root.a)}}{{/if}}{{/each}}{{/each}}';

  test('a loop that takes too long', async () => {
    expect(await render(loops, list(2_000), { format: 'text' })).toEqual({
      problem: 'the template took longer than its limit of 4 s',
    });
    await servesTheNext();
  });

  test('loops that write too much', async () => {
    const loops = `{{#each a}}{{#each ../a}}${'x'.repeat(1_000)}{{/each}}{{/each}}`;
    expect(await render(loops, list(2_000), { format: 'text' })).toMatchObject({
      problem: expect.stringMatching(/each: writes more than 32 MB|needs more memory/),
      line: 1,
    });
    await servesTheNext();
  });

  test('a loop over 1,000,000 elements', async () => {
    const outcome = await render('{{#each a}}{{this}}{{/each}}', list(1_000_000), { format: 'text' });
    if ('problem' in outcome) expect(outcome.problem).toMatch(/longer than its limit|more memory/);
    else expect(outcome.content.length).toBe(1_000_000);
    await servesTheNext();
  });

  test('10 MB of HTML', async () => {
    const outcome = await render('{{{html}}}', { html: `<p>${'word '.repeat(2_000_000)}</p>` });
    if ('problem' in outcome) expect(outcome.problem).toMatch(/longer than its limit|more memory/);
    else expect(outcome.content.length).toBeGreaterThan(10_000_000);
    await servesTheNext();
  });

  test('one of several that are rendered together, whose others are served as well', async () => {
    const works = Array.from({ length: 30 }, (_, at) =>
      at === 11 ? text(loops, list(2_000)) : text('{{a}}', { a: at }),
    );
    const answers = await Promise.all(works);
    expect(answers[11]).toContain('problem: the template');
    expect(answers.filter((_, at) => at !== 11)).toEqual([...Array(30).keys()].filter((at) => at !== 11).map(String));
  });

  test('a document that needs too much memory', async () => {
    const outcome = await render('{{{html}}}', { html: '<p>a <b>b</b> <i>c</i></p>'.repeat(500_000) });
    expect(outcome).toEqual({ problem: 'the document needs more memory than it may have' });
    await servesTheNext();
  });

  test('5,000 tables within each other', async () => {
    expect(await render('<table><tr><td>'.repeat(5_000), {}, { format: 'pdf' })).toEqual({
      problem: 'the document has elements nested more than 400 deep',
    });
    const nested = await render('<table><tr><td>x'.repeat(90), {}, { format: 'pdf' });
    expect('content' in nested || nested.problem).toBe(true);
    await servesTheNext();
  });

  test('partials that double what they write', async () => {
    const names = Array.from({ length: 60 }, (_, at) => `n${at}`);
    const parts = names.map(
      (name, at) => `{{#*inline "${name}"}}${at ? `{{> n${at - 1}}}`.repeat(2) : 'xxxx'}{{/inline}}`,
    );
    const outcome = await render(`${parts.join('')}{{> n59}}`, {}, { format: 'text' });
    expect(outcome).toMatchObject({ problem: expect.stringMatching(/longer than its limit|memory|writes more/) });
    await servesTheNext();
  });

  test('kill -9 of the process that renders it, which costs it nothing', async () => {
    const before = await processes();
    const outcome = render('{{#each a}}{{#each ../a}}{{/each}}{{/each}}done', list(400), { format: 'text' });
    process.kill(before[0] as number, 'SIGKILL');
    expect(Buffer.from(((await outcome) as { content: Uint8Array }).content).toString()).toBe('done');
    await until('another process', async () => (await processes()).some((pid) => !before.includes(pid)));
    await servesTheNext();
  });

  test('a caller who gives up', async () => {
    const abort = new AbortController();
    const outcome = render(loops, list(2_000), { format: 'text', signal: abort.signal });
    abort.abort(new Error('given up'));
    expect(await outcome.catch((error: Error) => error.message)).toBe('given up');
    await servesTheNext();
  });
});

test('a process knows nothing of its worker’s environment', async () => {
  const [pid] = await processes();
  const environment = await Bun.file(`/proc/${pid}/environ`).text();
  expect(environment.split('\0').filter((one) => /^(?:DATABASE_URL|HOME|PATH|SMTP)/.test(one))).toEqual([]);
});

test('the project’s own partials and layouts are sound', async () => {
  const own = makeRenderer({ log, sandbox, size: 1 });
  const content = '{{#> letterhead title="Offer"}}{{> salutation}}<p>{{price}}</p>{{/letterhead}}';
  expect(checkTemplate('HTML', content)).toBeUndefined();
  const data = { locale: 'cs', company: { name: 'ACME', address: 'A\nB' }, recipient: { name: 'Jana' }, price: 1 };
  const template = {
    key: 'k',
    code: 'k',
    inputType: 'HTML',
    documentType: 'PDF',
    documentSize: 'A4',
    content,
  } as const;
  const outcome = await own.render({ template, data: JSON.stringify(data), format: 'html' });
  const html = 'problem' in outcome ? outcome.problem : Buffer.from(outcome.content).toString();
  expect(html).toContain('<p>Dobrý den, Jana,</p>');
  expect(html).toContain('Strana <span data-page-number=""></span> z <span data-page-count=""></span>');
  expect(html).toContain('A<br>B');
  expect(await Bun.file(join(templatesFolder, 'partials/footer.hbs')).exists()).toBe(true);
  await own.stop();
});

async function processes(): Promise<number[]> {
  const listed = Bun.spawn(['ps', '-o', 'pid=,args=', '--ppid', String(process.pid)]);
  const lines = (await new Response(listed.stdout).text()).split('\n');
  return lines.filter((line) => line.includes('renderProcess')).map((line) => Number.parseInt(line, 10));
}
