import { expect, setDefaultTimeout, test } from 'bun:test';
import { shippedTemplateRecords } from '../../../../domain/documents/shippedTemplates.ts';
import { errorsOf, generate, harness, startRenderingForFile } from '../singleHarness.ts';

setDefaultTimeout(90_000);
await startRenderingForFile(2);

const warningsOf = async (code: string, data: unknown): Promise<string[]> => {
  const answer = await generate(code, 'pdf?warnings=true', data, { headers: { accept: 'application/pdf' } });
  expect([answer.status, (await answer.text()).slice(0, 5)]).toEqual([200, '%PDF-']);
  return answer.headers.get('x-warnings')?.split('; ') ?? [];
};

test('the shipped templates with their preview data cause none', async () => {
  for (const record of shippedTemplateRecords().filter(({ documentType }) => documentType === 'PDF')) {
    const saved = await harness.send('POST', '/formatter-templates', record);
    expect([record['code'], saved.status]).toEqual([record['code'], 200]);
    expect(await warningsOf(String(record['code']), record['previewData'])).toEqual([]);
  }
});

test('images and styles of data are judged as they are read, although the template escapes them', async () => {
  const code = await harness.template(
    `<p style="font-family: {{family}}; perspective: 2px">{{{code}}}</p><img src="{{image}}">`,
  );
  const pixel = `data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7AA==`;
  const own = 'content: line 1, column 36: perspective: 2px of <p> is not supported, so it is ignored';
  expect(await warningsOf(code, { family: '\'Noto Sans\', "Arial"', image: pixel })).toEqual([own]);
  const missing = {
    family: 'Arial',
    image: 'data:image/png;base64,AAA=',
    code: '<img src="https://a.example/?a&#61;1&amp;b&lpar;c&rpar;">',
  };
  expect(await warningsOf(code, missing)).toEqual([
    own,
    'content: the image https://a.example/?a=1&b(c) is replaced by its alt text, because Waybill fetches nothing',
    'content: the image data:image/png;base64,AAA= is replaced by its alt text, because it is damaged',
  ]);
});

test('mistyped colours, sizes and boxes of pages are named, as is what browsers draw and the layout does not', async () => {
  const content = `<style>
  p { color: gren; background-color: rebeccapurple; border-color: RED transparent blau; hyphens: auto; outline: 2px solid red }
  td { text-wrap: pretty; perspective: 1; color: var(--any, red); background-color: inherit; border: 1px solid gren }
  @page { size: A2; @top-middle { content: "a" } @left-top { content: "b" } }
  @page :first { size: landscape A5 }
  @page wide { size: 100mm 5in landscape }
  a:hover, .b:focus { filter: blur(1px) } a:not(:hover) { filter: blur(2px) }
  .line { fill: none; stroke: red; stroke-width: 2 } .line rect { stroke-linecap: round }
  p::first-line, p:first-letter, li::marker { color: red } ul { list-style: inside "– " }
  .row { display: -webkit-box; display: -ms-flexbox; display: flex } .old { display: -ms-grid }
</style><!-- a --><p>text</p><!-- b --><svg class="line"><rect width="3" height="3"/></svg><a class="old">c</a><table><td class="row">d</table>`;
  const saved = await harness.send('POST', '/formatter-templates', { code: 'mistyped', inputType: 'HTML', content });
  const ignored = 'is not supported, so it is ignored';
  expect([saved.status, saved.headers.get('x-warnings')?.split('; ')]).toEqual([
    200,
    [
      `content: line 2, column 7: color: gren of p ${ignored}`,
      `content: line 2, column 53: border-color: RED transparent blau of p ${ignored}`,
      'content: line 2, column 89: hyphens: auto of p is not supported, so words break at soft hyphens alone',
      `content: line 3, column 27: perspective: 1 of td ${ignored}`,
      `content: line 3, column 94: border: 1px solid gren of td ${ignored}`,
      'content: line 4, column 11: size: A2 of @page is not supported, so the page has the size of the template',
      `content: line 4, column 21: @top-middle ${ignored}`,
      `content: line 7, column 59: filter: blur(2px) of a:not(:hover) ${ignored}`,
      'content: line 11, column 9: the comment <!-- a --> is removed, as are further ones',
    ],
  ]);
});

test('warnings tell what a document lacks, with the place in its template', async () => {
  const light = '<style>p { filter: blur(1px); perspective: 2px }</style>\n<p style="color: #fefefe">{{{html}}}</p>';
  const input = { html: '<object>lost</object>faint \u{12000}' };
  const expected = [
    'content: "faint \\ud808\\udc00" on page 1 is #fefefe on #ffffff, which nobody can read',
    'content: no font has \\ud808\\udc00, so a box is drawn for each',
    'content: line 1, column 12: filter: blur(1px) of p is not supported, so it is ignored',
    'content: line 1, column 31: perspective: 2px of p is not supported, so it is ignored',
    'content: <object> is not supported, so it is removed with its content',
  ];
  const headers = { accept: 'application/pdf' };
  const previewed = await harness.send(
    'POST',
    '/formatter-templates/preview',
    { data: input, content: light },
    { headers },
  );
  const warningsIn = (answer: Response): string[] | undefined => answer.headers.get('x-warnings')?.split('; ');
  expect(warningsIn(previewed)).toEqual(expected);
  const code = await harness.template(light);
  const generated = await harness.send('POST', `/documents/generate/${code}/pdf?warnings=true`, input, { headers });
  expect(warningsIn(generated)).toEqual(warningsIn(previewed) as string[]);
  expect((await generated.text()).slice(0, 5)).toBe('%PDF-');
  const quiet = await generate(code, 'pdf', input, { headers });
  expect([quiet.status, warningsIn(quiet)]).toEqual([200, undefined]);
  const asText = await harness.send('POST', `/documents/generate/${code}/html?warnings=true`, input);
  expect([await asText.json(), warningsIn(asText)]).toEqual([
    expect.stringContaining('faint \u{12000}'),
    expected.slice(2),
  ]);
});

test('text beyond the right edge of its page is a warning; text far outside is not', async () => {
  const content = `<p style="white-space: nowrap">${'much too long '.repeat(20)}</p><p>short</p>
    <div style="position: absolute; left: 460mm">beside</div><div style="position: absolute; left: 900mm">for readers</div>
    <p style="font: bold x-large Arial">@supports</p><style>@supports not (display: grid) { p { color: #fff } }</style>`;
  const headers = { accept: 'application/pdf' };
  const answer = await harness.send('POST', '/formatter-templates/preview', { data: {}, content }, { headers });
  const warnings = answer.headers.get('x-warnings')?.split('; ') ?? [];
  expect(warnings.map((text) => text.replace(/^content: (?:line \d+, column \d+: )?/, ''))).toEqual([
    expect.stringMatching(/^".*" on page 1 is cut at the edge of the page$/),
    '"beside" on page 1 is outside of the page',
  ]);
});

test('icons and marks without a font are named by a warning, and forbidden in archives', async () => {
  const icons = '<style>i::before { content: "\\f095" }</style><i></i> call {{letter}} \u{1e8d0}';
  const code = await harness.template(icons);
  const problem = 'no font has U+F095 U+E000 \\ud83a\\udcd0, so a box is drawn for each';
  expect(
    (await warningsOf(code, { letter: '\ue000' })).map((text) =>
      text.replace(/^content: (?:line \d+, column \d+: )?/, ''),
    ),
  ).toEqual([problem]);
  const archive = await harness.template('<title>a</title>{{letter}}', { pdf: { conformance: 'PDF/A-3B' } });
  expect(await errorsOf(await generate(archive, 'pdf', { letter: '\uf0b7' }))).toEqual([
    'content: no font has U+F0B7, so a box is drawn for each, which PDF/A-3B forbids',
  ]);
});

test('a letter written by its number has its line, and a faint watermark is no text that nobody can read', async () => {
  for (const letter of ['&#xF095;', '&#61589;', '<style>p::after { content: "\\f095" }</style><p>b</p>']) {
    const column = letter.startsWith('&') ? 2 : 30;
    expect(await warningsOf(await harness.template(`<p>a</p>\n ${letter}`), {})).toEqual([
      `content: line 2, column ${column}: no font has U+F095, so a box is drawn for each`,
    ]);
  }
  const watermark = '<div style="position: fixed; top: 0; font-size: 80px; color: rgba(200, 0, 0, .15)">DRAFT</div>';
  expect(await warningsOf(await harness.template(`${watermark}<p style="text-wrap: pretty">a</p>`), {})).toEqual([]);
  const small = await harness.template('<p style="color: rgba(200, 0, 0, .15)">small</p>');
  expect(await warningsOf(small, {})).toEqual([
    'content: line 1, column 40: "small" on page 1 is #f7d9d9 on #ffffff, which nobody can read',
  ]);
});

test('of a strict template, a warning is a 400', async () => {
  const code = await harness.template('<p>{{{html}}}</p>', { strict: true });
  expect((await generate(code, 'pdf', { html: 'plain' })).status).toBe(200);
  const { status, errors } = (await (
    await generate(code, 'pdf', { html: '<img src="https://a.example/b.png"> \u{12000}' })
  ).json()) as { status: string; errors: string[] };
  expect([status, errors]).toEqual([
    'BAD_REQUEST',
    [
      'content: no font has \u{12000}, so a box is drawn for each',
      'content: the image https://a.example/b.png is replaced by its alt text, because Waybill fetches nothing',
    ],
  ]);
});

test('of a strict draft, a warning is a 400 of its preview', async () => {
  const preview = (draft: object, accept: string): Promise<Response> =>
    harness.send('POST', '/formatter-templates/preview', { data: {}, ...draft }, { headers: { accept } });
  for (const accept of ['text/html', 'application/pdf']) {
    const content = '<p>a</p>\n<video></video>';
    const refused = await preview({ content, strict: true }, accept);
    expect([refused.status, await errorsOf(refused)]).toEqual([
      400,
      ['content: line 2, column 1: <video> is not supported, so it is removed with its content'],
    ]);
    expect((await preview({ content, strict: false }, accept)).status).toBe(200);
    expect((await preview({ content: '<p>a</p>', strict: true }, accept)).status).toBe(200);
  }
  expect(await errorsOf(await preview({ content: 'x', strict: 'yes' }, 'text/html'))).toEqual([
    'strict: must be true or false, not "yes"',
  ]);
});

test('properties with a prefix are judged as browsers read them, once beside those without', async () => {
  const content = `<style>
a { -webkit-filter: blur(1px); -moz-filter: blur(1px); filter: blur(1px); -webkit-unknown: 1; -webkit-tap-highlight-color: red }
b { filter: blur(2px); -webkit-filter: blur(2px); -webkit-border-radius: 2px; -webkit-box-shadow: 0 0 2px red }
i { -webkit-filter: blur(3px) } u { -webkit-text-security: disc; -webkit-box-reflect: none; -webkit-mask-image: none }
</style><a>1</a><b>2</b><i>3</i><u>4</u>`;
  const fate = 'is not supported, so it is ignored';
  const saved = await harness.send('POST', '/formatter-templates', { code: 'prefixes', inputType: 'HTML', content });
  expect(saved.headers.get('x-warnings')?.split('; ')).toEqual([
    `content: line 2, column 56: filter: blur(1px) of a ${fate}`,
    `content: line 3, column 5: filter: blur(2px) of b ${fate}`,
    `content: line 4, column 5: -webkit-filter: blur(3px) of i ${fate}`,
    `content: line 4, column 37: -webkit-text-security: disc of u ${fate}`,
  ]);
});

test('declarations and comments that change nothing on paper are not named, and a mask is named once', async () => {
  const content = `<!--?xml version="1.0"?--><style>
a { enable-background: new 0 0 24 24; behavior: url(x.htc); -ms-behavior: url(y.htc); cursor: url(z.cur), auto }
b { font-smooth: always; hyphenate-limit-chars: 6 3 2; background: url(x.png) }
i { mask-image: url(#m); mask-repeat: no-repeat; -webkit-mask-position: center; mask-size: 10px 10px }
u { fill: url(#g) }</style><a>1</a><b>2</b><i>3</i><u>4</u>`;
  const saved = await harness.send('POST', '/formatter-templates', { code: 'idle', inputType: 'HTML', content });
  expect(saved.headers.get('x-warnings')?.split('; ')).toEqual([
    'content: line 3, column 56: the image x.png is removed, because it is neither an image under templates/ nor a data URI of one',
    'content: line 4, column 5: mask-image: url(#m) of i is not supported, so it is ignored',
  ]);
});

test('declarations without a colon or a semicolon, and brackets that close nothing, are named', async () => {
  const content = `<style>
color: red;
div { margin: 0 padding: 3px; colour; font-family: "a: b"; background: url(data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7) }
</style><div style="color: red; } width: 3px">1</div><p style="color red; {{#if a}}width: 3px{{/if}}">2</p><p style="{{{style}}}">3</p>`;
  const saved = await harness.send('POST', '/formatter-templates', { code: 'signs', inputType: 'HTML', content });
  expect(saved.headers.get('x-warnings')?.split('; ')).toEqual([
    'content: line 2, column 1: color: red stands outside of a rule, so the rule after it is ignored',
    'content: line 3, column 7: margin: 0 padding: 3px of div is not supported, so it is ignored: write a semicolon before padding',
    'content: line 3, column 31: colour of div has no colon, so it is ignored',
    'content: line 4, column 33: this } closes nothing, so the declaration after it is ignored',
    'content: line 4, column 64: color red of <p> has no colon, so it is ignored',
  ]);
});

test('text before a rule is named once, as is a quotation mark that its line does not close', async () => {
  const content = `<style>
300; 400; p { margin: 0 }
b { font-family: 'Arial; }
i { mix-blend-mode: darken }
</style><p>1</p><b>2</b><i>3</i>`;
  const saved = await harness.send('POST', '/formatter-templates', { code: 'quotes', inputType: 'HTML', content });
  expect(saved.headers.get('x-warnings')?.split('; ')).toEqual([
    "content: line 3, column 18: the quotation mark ' is not closed in its line, so its declaration is ignored",
    'content: line 2, column 1: 300 stands outside of a rule, so the rule after it is ignored',
  ]);
});

test('what swallows rules is named: comments by slashes, missing brackets, and orders that are none', async () => {
  const content = `<style>
// colours
.a { color: red }
.a {
  // of bills
  color: red }
.a:nth-child(foo), .a:nth-child(2n+1), .a:nth-child( odd ) { color: red }
a[href^="https://"] { color: red }
</style><style>
.b { & i { color: red } > b { color: red } }
.c { color: red
.d { color: red }
@media print { i { color: red } }
</style><style>.e { .x { color: red } } .f { color: red</style><a class="a b c d e f" href="https://a.example">1</a>`;
  const saved = await harness.send('POST', '/formatter-templates', { code: 'swallows', inputType: 'HTML', content });
  const slashes = (what: string): string =>
    `has //, which begins no comment in CSS, so the ${what} after it is ignored: write /* … */`;
  expect(saved.headers.get('x-warnings')?.replaceAll('\\u2026', '…').split('; ')).toEqual([
    `content: line 2, column 1: // colours .a ${slashes('rule')}`,
    `content: line 5, column 3: // of bills color ${slashes('declaration')}`,
    'content: line 7, column 1: the selector .a:nth-child(foo), .a:nth-child(2n+1), .a:nth-child( odd ) is not valid, so its rule is ignored',
    'content: line 11, column 1: the bracket { of .c is not closed, so the rules after it are part of it',
  ]);
});

test('lengths that are longer than the layout draws are named, except those that hide', async () => {
  const content = `<style>
p { height: 1000000000px; margin: 0 0 200000pt; left: -999999px; max-width: 9999999px; border-radius: 999999px }
b { font-size: 3e4px; border: 1000px solid red }
</style><p>1</p><b>2</b>`;
  const saved = await harness.send('POST', '/formatter-templates', { code: 'longLengths', inputType: 'HTML', content });
  expect(saved.headers.get('x-warnings')?.split('; ')).toEqual([
    'content: line 2, column 5: height: 1000000000px of p is not supported, so it is at most 133,333 px',
    'content: line 2, column 27: margin: 0 0 200000pt of p is not supported, so it is at most 133,333 px',
    'content: line 3, column 5: font-size: 3e4px of b is not supported, so it is at most 2,666 px',
    'content: line 3, column 23: border: 1000px solid red of b is not supported, so it is at most 666 px',
  ]);
});
