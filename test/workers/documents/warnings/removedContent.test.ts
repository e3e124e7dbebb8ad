import { expect, setDefaultTimeout, test } from 'bun:test';
import { errorsOf, generate, harness, startRenderingForFile } from '../singleHarness.ts';

setDefaultTimeout(90_000);
await startRenderingForFile();

/** What documents lose without a trace in their text: each is a warning when the template is saved and when it is rendered. */

const warningsIn = (answer: Response): string[] => answer.headers.get('x-warnings')?.split('; ') ?? [];
let saved = 0;

/** Returns the warnings of a save, after checking that a PDF has the same ones. */
async function warningsOf(content: string, data: object = {}): Promise<string[]> {
  const template = { code: `removed-${++saved}`, inputType: 'HTML', content };
  const written = await harness.send('POST', '/formatter-templates', template);
  expect(written.status).toBe(200);
  const found = warningsIn(written);
  expect(warningsIn(await generate(template.code, 'pdf?warnings=true', data))).toEqual(found);
  if (found.length > 0) {
    const strict = { ...template, code: `${template.code}-strict`, strict: true };
    const refused = await harness.send('POST', '/formatter-templates', strict);
    expect([refused.status, await errorsOf(refused)]).toEqual([400, found]);
  }
  return found;
}

test('scripts, handlers of events and links that lead nowhere are removed with a warning', async () => {
  const noScripts = 'is removed, because documents run no scripts';
  const elsewhere =
    'is removed, because links lead to http:, https:, mailto: and tel: addresses, or to places in the document';
  expect(
    await warningsOf(`<script>document.title = 'x'</script><script type="application/ld+json">{}</script>
<body onload="print()"><p onclick="go()" class="a">a</p>
<a href="javascript:print()">print</a> <a href="JavaScript&colon;go()">go</a>
<a href="terms.html">terms</a> <a href="file:///c:/terms.pdf">file</a>
<a href="#a">a</a> <a href="tel:1">b</a> <a href="https://example.com/{{n}}">c</a> <a href="{{url}}">d</a> <a href="">e</a>
<noscript>no script</noscript>`),
  ).toEqual([
    `content: line 1, column 1: <script> ${noScripts}`,
    `content: line 2, column 15: onload of <body> ${noScripts}`,
    `content: line 2, column 36: onclick of <p> ${noScripts}`,
    `content: line 3, column 10: the link to javascript:print() ${noScripts}`,
    `content: line 3, column 49: the link to JavaScript:go() ${noScripts}`,
    `content: line 4, column 10: the link to terms.html ${elsewhere}`,
    `content: line 4, column 41: the link to file:///c:/terms.pdf ${elsewhere}`,
    'content: line 6, column 1: <noscript> is not supported, so it is removed with its content',
  ]);
});

test('a file that is no image is replaced by its alt text with a warning', async () => {
  const fate = 'because it is neither an image under templates/ nor a data URI of one';
  expect(
    await warningsOf(
      '<img src="images/logo.png" alt="" width="9"><img src="documents/invoice.hbs" alt="b"><p style="background: url(messages/sms.hbs)">c',
    ),
  ).toEqual([
    `content: line 1, column 45: the image documents/invoice.hbs is replaced by its alt text, ${fate}`,
    `content: line 1, column 96: the image messages/sms.hbs is removed, ${fate}`,
  ]);
});

test('sizes of pages that no reader shows are not those of the document', async () => {
  const instead = 'the page has the size of the template: the sides of a page have from 12.7 mm to 5.08 m';
  expect(
    await warningsOf(`<style>
  @page { size: 1mm }
  @page a { size: 100mm 0 }
  @page b { size: 6m }
  @page c { size: 300in 100mm }
  @page d { size: 13mm 5079mm }
  @page e { size: 36pt 3in landscape; page-orientation: upright }
  @page f { page-orientation: rotate-left }
  @page g { page-orientation: sideways }
</style><p>x`),
  ).toEqual([
    `content: line 2, column 11: size: 1mm of @page is not supported, so ${instead}`,
    `content: line 3, column 13: size: 100mm 0 of @page a is not supported, so ${instead}`,
    'content: line 4, column 13: size: 6m of @page b is not supported, so the page has the size of the template',
    `content: line 5, column 13: size: 300in 100mm of @page c is not supported, so ${instead}`,
    'content: line 9, column 13: page-orientation: sideways of @page g is not supported, so it is ignored',
  ]);
});

test('variables without a value and without a fallback are named', async () => {
  expect(
    await warningsOf(`<style>
  :root { --ink: #123; --size: var(--scale); --empty: ; --darkInk: #000; --none: initial; --own: inherit }
  em { color: var(--darkInk); width: var(--empty); height: var(--none); margin: var(--own) }
  h1 { color: var(--inc); margin: var(--ink, var(--no)) }
  p { color: var(--no, red); border: var(--line, 1px solid var(--lines)) }
  .unused { width: var(--wide) }
</style><h1>x</h1><p style="background: var(--ground)"><em>y</em></p>`),
  ).toEqual([
    'content: line 2, column 24: --size: var(--scale) is ignored, because --scale has no value',
    'content: line 4, column 8: color: var(--inc) is ignored, because --inc has no value',
    'content: line 5, column 30: border: var(--line, 1px solid var(--lines)) is ignored, because --lines has no value',
    'content: line 7, column 29: background: var(--ground) is ignored, because --ground has no value',
  ]);
});

test('variables that refer to themselves, or have no value at their element, show in the document alone', async () => {
  const preview = async (content: string, data: object = {}): Promise<string[]> => {
    const body = { content, data };
    const headers = { accept: 'application/pdf' };
    return warningsIn(await harness.send('POST', '/formatter-templates/preview', body, { headers }));
  };
  expect(
    await preview(`<style>
  :root { --a: var(--b); --b: var(--a) }
  b { --own: 1px }
  p { color: var(--a); width: var(--own) }
</style><p>x <b>y</b></p>`),
  ).toEqual([
    'content: line 2, column 11: --a: var(--b) is ignored, because --a refers to itself',
    'content: line 2, column 26: --b: var(--a) is ignored, because --a has no value',
    'content: line 4, column 7: color: var(--a) is ignored, because --a has no value',
    'content: line 4, column 24: width: var(--own) is ignored, because --own has no value',
  ]);
  // What the data writes may declare the variable.
  const page = '<style>p { color: var(--ink) }</style><p>x</p>{{{more}}}';
  expect(await preview(page, { more: '<style>:root { --ink: red }</style>' })).toEqual([]);
  expect(await preview(page, { more: '' })).toEqual([
    'content: line 1, column 12: color: var(--ink) is ignored, because --ink has no value',
  ]);
});

test('selectors and at-rules that no program reads are named, and text that leaves its page at the left or the top', async () => {
  const broken = 'is not valid, so its rule is ignored';
  expect(
    await warningsOf(`<style>
  div > > p { color: red }
  a[href=] { color: red }
  p, { color: red }
  .1a { color: red }
  h1 > { color: red }
  @include box { color: red }
  @tailwind base;
  li:nth-child(2 of p) { color: red }
  @media print and screen { p { color: #fff } }
  @charset "utf-8"; @-ms-viewport { width: device-width } @keyframes a { 50.5% { color: red } }
  .a\\.b > p + p ~ p, [href^="a.b"], p:not(.a, .b), li:nth-child(2n + 1), #é, * { color: #123 } ul { > li { color: #123 } }
</style><p>x<ul><li>y</ul>`),
  ).toEqual([
    `content: line 2, column 3: the selector div > > p ${broken}`,
    `content: line 3, column 3: the selector a[href=] ${broken}`,
    `content: line 4, column 3: the selector p, ${broken}`,
    `content: line 5, column 3: the selector .1a ${broken}`,
    `content: line 6, column 3: the selector h1 > ${broken}`,
    'content: line 7, column 3: @include is not supported, so its rules are ignored',
    'content: line 8, column 3: @tailwind is not supported, so its rules are ignored',
    'content: line 9, column 3: of in :nth-child() of li:nth-child(2 of p) is not supported, so the rule is ignored',
    'content: line 10, column 3: @media print and screen joins media by and, which none of them is: write a comma',
  ]);
  const headers = { accept: 'application/pdf' };
  const content = `<p style="margin-left: -100px">half of it</p><p style="margin-left: -400px">lost</p>
    <p style="position: absolute; left: -9999px">for readers</p>`;
  const high = `<p style="margin-top: -200px">above the paper</p><p style="position: absolute; top: -96px">half of it</p>
    <p style="position: absolute; top: -9999px">for readers</p>`;
  const left = await harness.send('POST', '/formatter-templates/preview', { data: {}, content }, { headers });
  expect(warningsIn(left)).toEqual([
    'content: line 1, column 32: "half of it" on page 1 is in the margin of the page, which hides it',
    'content: line 1, column 77: "lost" on page 1 is outside of the page',
  ]);
  const above = await harness.send('POST', '/formatter-templates/preview', { data: {}, content: high }, { headers });
  expect(warningsIn(above)).toEqual([
    'content: line 1, column 31: "above the paper" on page 1 is outside of the page',
    'content: line 1, column 92: "half of it" on page 1 is in the margin of the page, which hides it',
  ]);
});

test('text that a box hides below its end is named, unless the box is so low on purpose', async () => {
  const headers = { accept: 'application/pdf' };
  const content = `<div style="height: 30px; overflow: hidden"><p>one</p>
    <p>two; hidden</p><p>three</p></div>
    <div style="height: 1px; overflow: hidden">for readers</div><div style="max-height: 0; overflow: hidden">preheader</div>
    <div style="height: 60px; overflow: hidden">fits</div>`;
  const answer = await harness.send('POST', '/formatter-templates/preview', { data: {}, content }, { headers });
  expect(warningsIn(answer)).toEqual([
    'content: line 2, column 8: "two, hidden" and what follows is hidden by the overflow of a box that is too low for it: page 1',
  ]);
});

test('text of a drawing in the colour of the page, or of the rectangle behind it, is named', async () => {
  const headers = { accept: 'application/pdf' };
  const content = `<svg width="80" height="20"><text y="15" fill="white">faint</text></svg>
    <svg width="80" height="20"><rect width="80" height="20" style="fill: #333"/><text y="15" fill="white">seen</text></svg>
    <svg width="80" height="20"><rect width="80" height="20" fill="#333"/><g fill="#333"><text y="15">dark</text></g></svg>
    <svg width="80" height="20"><circle r="40" cx="20" cy="10"/><text y="15" fill="white">on a shape</text></svg>
    <svg width="80" height="20"><text y="15" fill="white" stroke="black">outlined</text></svg>
    <div style="background: navy"><svg width="80" height="20"><defs><circle r="9"/></defs><text y="15" fill="navy">blue</text></svg></div>
    <svg width="80" height="20"><path d="m60 0h20v20h-20z"/><circle r="9" cx="50"/><text y="15" fill="ivory">beside</text></svg>`;
  const answer = await harness.send('POST', '/formatter-templates/preview', { data: {}, content }, { headers });
  expect(warningsIn(answer)).toEqual([
    'content: line 1, column 55: "faint" on page 1 is #ffffff on #ffffff, which nobody can read',
    'content: line 3, column 103: "dark" on page 1 is #333333 on #333333, which nobody can read',
    'content: line 6, column 116: "blue" on page 1 is #000080 on #000080, which nobody can read',
    'content: line 7, column 110: "beside" on page 1 is #fffff0 on #ffffff, which nobody can read',
  ]);
});

test('rules are judged where the template has elements for them, whatever its data decides about their names', async () => {
  const rules = `.paid, #total > b, .state-open, em, .gone { mix-blend-mode: darken }
  .gone { background: url(https://a.example/b.png); color: var(--gone) } .gone::file-selector-button, p:not(:hover):lang(en) { color: #123 }
  p { background: -ms-linear-gradient(red, blue); width: 1px\\9; margin: ""; color: var(--bs-ink) }
  @page { zoom: 2 } @font-face { font-family: a; src: url(a.eot) ; src: url("a.eot?#x(1)"), url(fonts/a.woff2) }`;
  const fate = 'is not supported, so it is ignored';
  const font =
    'the font fonts/a.woff2 is not loaded, because it is neither a TTF, OTF, WOFF or WOFF2 file under templates/fonts/ nor a data URI of one';
  const found = async (html: string, css: string): Promise<string[]> =>
    (await warningsOf(`<style>${css}</style>${html}`, { state: 'open' })).map((one) =>
      one.replace(/^content: (line \d+, column \d+: )?/, ''),
    );
  expect(await found('<p>x</p>', rules)).toEqual([font]);
  expect(
    await found(
      '<p class="state-{{state}}">x</p>',
      '.state-open { mix-blend-mode: darken } .x { mix-blend-mode: hue }',
    ),
  ).toEqual([`mix-blend-mode: darken of .state-open ${fate}`]);
});

test('each text that nobody can read is named with its line, and a paragraph once', async () => {
  const previewed = async (content: string): Promise<string[]> => {
    const headers = { accept: 'application/pdf' };
    return warningsIn(await harness.send('POST', '/formatter-templates/preview', { data: {}, content }, { headers }));
  };
  const faint = 'style="color: #fff"';
  const long = 'words that go on '.repeat(20);
  const content = `<p ${faint}>C ${long}</p>
<table><tr><td ${faint}>one</td><td ${faint}>two</td></tr>
<tr><td ${faint}>three</td><td>seen</td></tr></table>
<p ${faint}>C</p>`;
  const why = 'is #ffffff on #ffffff, which nobody can read';
  const expected = [
    `content: line 1, column 24: "${`C ${long}`.slice(0, 40)}\\u2026", with 4 more lines, on page 1 ${why}`,
    `content: line 2, column 36: "one" on page 1 ${why}`,
    `content: line 2, column 68: "two" on page 1 ${why}`,
    `content: line 3, column 29: "three" on page 1 ${why}`,
    `content: line 4, column 24: "C" on page 1 ${why}`,
  ];
  expect(await previewed(content)).toEqual(expected);
  const rows = Array.from({ length: 30 }, (_, row) => `<p ${faint}>row${row}</p>`).join('');
  const found = await previewed(rows);
  expect([found.length, found.at(-1)]).toEqual([
    21,
    `content: 10 more texts are #ffffff on #ffffff, which nobody can read`,
  ]);
});

test('quotation marks, tags, comments and raw elements that are not closed are named with their line', async () => {
  const lost = 'is not closed, so the text after it is lost: write';
  const warnings = [
    ['<p>a</p>\n<a href="x>b</a><p>c', `content: line 2, column 4: the quotation mark of href of <a> ${lost} "`],
    [
      `<a href='http://a.example>b</a><p class='' id="u">c</p>d`,
      `content: line 1, column 4: the quotation mark of href of <a> ${lost} '`,
    ],
    ['<title>a\n<p>b', `content: line 1, column 1: <title> ${lost} </title>`],
    ['<title>a</head><svg><title>b</title></svg>c', `content: line 1, column 1: <title> ${lost} </title>`],
    ['<p>a\n <style>p { color: red } <p>b', `content: line 2, column 2: <style> ${lost} </style>`],
    ['<p>a<!-- b <p>c', `content: line 1, column 5: <!-- ${lost} -->`],
    ['<p>a<!-- b --!>c', 'content: line 1, column 5: the comment <!-- b --> is removed'],
    ['<p>a<b', `content: line 1, column 5: the tag <b ${lost} >`],
    ['<p id="a" <b>b</b>', 'content: line 1, column 1: the tag <p is not closed, so the tag after it is lost: write >'],
  ] as const;
  for (const [content, warning] of warnings) expect(await warningsOf(content)).toEqual([warning]);
  for (const content of ['<p title="a > <b>" id="c"class="d">a', '<p>5 < 6 <!--> a', '{{#if a}}<p id="b">{{/if}}<br/>'])
    expect(await warningsOf(content, { a: true })).toEqual([]);
});

test('many unfinished tags in a sheet are read once', async () => {
  const lost = 'content: line 1, column 1: <style> is not closed, so the text after it is lost: write </style>';
  expect(await warningsOf(`<style>${'<style '.repeat(100_000)}`)).toEqual([lost]);
  // Eight minutes where the name is tried in parts.
  expect(await warningsOf(`<p>a</p></${'a'.repeat(600_000)}`)).toEqual([]);
});

test('names that no element has are named, with the element that is meant, unless the page has styles for them', async () => {
  const only = 'is no element of HTML, so only its content is shown';
  expect(
    await warningsOf(
      `<style>page, bar p { color: red } .quux { color: red }</style>
<page>a</page><bar><p>b</p></bar><my-box>c</my-box><o:p>d</o:p><foo class="quux">e</foo><nobr>f</nobr><date class="due">g</date>
<tabel><tr><td>g</tabel><strng>h</strng><h7>i</h7><h{{a}}>j</h{{a}}>
<span class=quux>k</span><foo>l</foo>`,
      { a: 1 },
    ),
  ).toEqual([
    `content: line 3, column 1: <tabel> ${only}: write <table>`,
    `content: line 3, column 25: <strng> ${only}: write <strong>`,
    `content: line 3, column 41: <h7> ${only}`,
    `content: line 4, column 26: <foo> ${only}`,
  ]);
});
