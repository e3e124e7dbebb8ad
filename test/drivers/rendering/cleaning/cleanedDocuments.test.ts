import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { ConversionRefused, type Office, type RenderOutcome } from '../../../../domain/ports/rendering.ts';
import { makeRenderer } from '../../../../drivers/rendering/renderer.ts';
import { PIXEL, TestRenderer } from '../testRenderer.ts';

setDefaultTimeout(60_000);

const bench = new TestRenderer();
const { body, folder, log, render, sandbox, text } = bench;

beforeAll(() => bench.start());
afterAll(() => bench.stop());

const templateOf = (content: string) =>
  ({ key: content, code: 'k', inputType: 'HTML', documentType: 'PDF', documentSize: 'A4', content }) as const;

describe('a document is cleaned of', () => {
  const removed: Record<string, [html: string, left: string]> = {
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
    'links that run': [
      '<a href="javascript:x()">a</a><a href=" JAVA&#9;SCRIPT:x()">b</a><a href="data:text/html,x">c</a><a href="//x">d</a><a href="vbscript:x">e</a>',
      '<a>a</a><a>b</a><a>c</a><a>d</a><a>e</a>',
    ],
    'styles that fetch': [
      '<p style="color:red;background:url(http://x)">a</p><p style="background:u\\72l(//x);width:1px">b</p><p style="background:image-set(\'http://x\' 1x)">c</p><p style="width:expression(x())">d</p><p style="behavior:url(x)">e</p><p style="--x:url(http://x)">f</p><p style="background:url(http://x) no-repeat #fc0">g</p>',
      '<p style="color:red">a</p><p style="width:1px">b</p><p>c</p><p>d</p><p>e</p><p>f</p><p style="background:none no-repeat #fc0">g</p>',
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
  for (const [what, [html, left]] of Object.entries(removed)) {
    test(what, async () => {
      expect(await body(html, { html: '<script>x()</script><b onclick="x()">x</b>' })).toBe(left);
    });
  }

  test('no attributes of microdata and RDFa, by which rules of CSS and mail programs find elements', async () => {
    const html =
      '<div itemscope="" itemtype="http://schema.org/Order"><b itemprop="name">a</b></div><p typeof="s:Note" property="s:text">b</p>';
    expect(await body(html)).toBe(html);
  });

  test('a mark of byte order, after which the DOCTYPE would not count', async () => {
    const html = '<!DOCTYPE html><p>a</p>';
    expect(await text(`\ufeff${html}`, {}, { format: 'html' })).toBe(await text(html, {}, { format: 'html' }));
  });

  test('imports and fonts in style sheets', async () => {
    const html = await text(
      '<style>@import "http://x"; @import url(//x); @font-face { src: url(http://x) } @media print { p { color: red; background: url(x) } } b { content: "</style><script>x</script>" } </style>',
      {},
      { format: 'html' },
    );
    expect(/<style>(.*?)<\/style>/s.exec(html)?.[1]).toMatch(/^@media print\{p\{color:red\}\}/);
    expect(html).not.toMatch(/http|url\(|@import|<script/);
  });

  test('no space that parts of a value need', async () => {
    const html =
      '<p style="margin:0 20% 0 10%">a</p><p style="background-size:20% auto">b</p><p style="top:calc(50% - 10%)">c</p>';
    expect(await body(html)).toBe(html);
  });

  test('the signs of HTML comments around style sheets, as word processors write them', async () => {
    const html = await text(
      '<style><!-- /* a */ p, li { color: red } b { top: 1px } --></style>',
      {},
      { format: 'html' },
    );
    expect(/<style>(.*?)<\/style>/s.exec(html)?.[1]).toBe('p,li{color:red}b{top:1px}');
  });

  test('no content that it needs', async () => {
    const html = `<h1 id="a" lang="cs" dir="rtl">a</h1><ul><li value="3">b</li></ul><table border="1"><thead><tr><th colspan="2" data-x="1">c</th></tr></thead></table><a href="https://x/y?a=1&amp;b=2">d</a><a href="mailto:a@b">e</a><a href="tel:+420">f</a><a href="#a">g</a><img src="data:image/png;base64,${PIXEL}" width="10">`;
    expect(await body(html)).toBe(html);
    const svg = `<svg width="1" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><defs></defs><rect fill="url(#a)" width="1"></rect></svg>`;
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

test('an e-mail has inline styles and a plain-text part', async () => {
  const html =
    '<style>p { color: red } @media print { p { color: blue } }</style><h1>Hi</h1><p>{{a}} <a href="https://x/">x</a></p>';
  const outcome = await render(html, { a: 'ž & "' }, { format: 'email' });
  if ('problem' in outcome) throw new Error(outcome.problem);
  expect(Buffer.from(outcome.content).toString()).toContain('<p style="color: red;">ž &amp; ');
  expect(outcome.plainText).toBe('Hi\n\nž & " x [https://x/]');
});

test('the drawings of an e-mail have the limits of those of a PDF', async () => {
  const uses = Array.from({ length: 6 }, (_, i) => `<g id="a${i + 1}">${`<use href="#a${i}"/>`.repeat(10)}</g>`);
  const drawing = (content: string): string =>
    `<svg width="9" height="9"><path id="a0" d="M0 0h9v9z"/>${content}</svg><p>x</p>`;
  const limited = await render(drawing(uses.join('')), {}, { format: 'email' });
  expect('problem' in limited && limited.problem).toMatch(/^A drawing has more than 100000 elements/);
  const drawn = await render(drawing('<use href="#a0"/>'), {}, { format: 'email' });
  expect('content' in drawn && Buffer.from(drawn.content).toString()).toContain('<img src="data:image/png;base64,');
});

test('the plain text of tables within tables has no more than one empty line between texts', async () => {
  const table = (content: string): string => `<table role="presentation"><tr><td>${content}</td></tr></table>`;
  const html = `${table('&nbsp;')}${table(table(table('<p>a</p>')))}${table(table('&nbsp;'))}${table(table('<p>b</p>'))}<ul><li>c</ul>${table('&nbsp;')}`;
  const outcome = await render(html, {}, { format: 'email' });
  expect('plainText' in outcome && outcome.plainText).toBe('a\n\nb\n\n * c');
});

test('delimiters of other template languages have no effect', async () => {
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

test('a PDF has its signature, and text has no markup', async () => {
  const outcome = await render('<h1>{{a}}</h1>', { a: 'ž' }, { format: 'pdf' });
  expect('content' in outcome && Buffer.from(outcome.content).subarray(0, 5).toString()).toBe('%PDF-');
  expect(await text('<h1>a</h1><p>b</p>', {}, { format: 'txt' })).toBe('a\n\nb');
});

test('other formats are converted from the cleaned page with inline styles', async () => {
  const seen: string[] = [];
  const office: Office = {
    convert: async (html, format) => {
      seen.push(`${format}: ${html}`);
      if (format === 'doc') throw new ConversionRefused('is too large to be made as doc');
      if (format === 'odt') throw new Error('the converter is unavailable');
      return Buffer.from('converted');
    },
  };
  const own = makeRenderer({ log, sandbox, office, size: 1, templatesDir: folder });
  const content = '<style>p{color:red}</style><p onclick="x">{{a}}</p>';
  const template = templateOf(content);
  const as = (format: string): Promise<RenderOutcome> => own.render({ template, data: '{"a":1}', format });
  expect(await as('docx')).toEqual({ content: Buffer.from('converted') });
  expect(seen[0]).toMatch(/^docx: .*<body><p style="color: red;">1<\/p><\/body>/);
  expect(await as('doc')).toEqual({ problem: 'is too large to be made as doc' });
  expect(await as('odt').catch((error: Error) => error.message)).toBe('the converter is unavailable');
  await own.stop();
  expect(await render('x', {}, { format: 'docx' }).catch((error: Error) => error.message)).toBe(
    'the format docx is not offered by this worker',
  );
});

describe('formats without a layout', () => {
  const office: Office = { convert: async (html) => Buffer.from(html) };
  const own = makeRenderer({ log, sandbox, office, size: 1, templatesDir: folder });
  afterAll(() => own.stop());
  /** Returns the page that the office converter gets. */
  const converted = async (content: string): Promise<string> => {
    const outcome = await own.render({ template: templateOf(content), data: '{}', format: 'docx' });
    return 'problem' in outcome ? outcome.problem : Buffer.from(outcome.content).toString();
  };
  const hidden = `<style>.h{display:none} @media print{.p{display:none}} @media screen{.s{display:none}} .v{visibility:hidden} .w{visibility:visible}</style>
    <p>shown</p><p hidden>HID1</p><p popover>HID12</p><p style="display:none">HID2</p><p style="visibility:hidden">HID3</p>
    <p style="font-size:0">HID4</p><p style="opacity:0"><b>HID5</b></p><p class="h">HID6</p><p class="p">HID7</p><p class="s">seen</p>
    <details><summary>s</summary>HID11</details><p class="v">HID8 <b class="w">visible</b></p><table><tr hidden><td>HID9</td></tr>
    <tr><td class="v" data-number="1" data-formula="=A2">HID10</td><td>cell</td></tr></table>
    <div style="font-size:0"><span style="font-size:9pt">one</span> <span style="font-size:9pt">two</span></div>`;
  const items = `<div style="display:flex"><b>Total</b><b>12.00</b></div><div style="display:grid"><i>a</i>text</div>
    <div style="display:flex;flex-direction:column"><span>up</span><span>down</span></div>`;

  test('have nothing that a PDF does not show', async () => {
    const txt = await text(hidden, {}, { format: 'txt' });
    expect(txt.match(/HID\d+/g)).toBe(null);
    expect(txt.split(/\s+/)).toEqual(['shown', 'seen', 's', 'visible', 'cell', 'one', 'two']);
    const styled = (await converted(hidden)).replace(/<style>.*?<\/style>/gs, '');
    expect(styled.match(/HID\d+|data-(?:number|formula)/g)).toBe(null);
    expect(styled).toMatch(/<td[^>]*><\/td><td>cell<\/td>/);
    const mail = await render('<p>shown</p><p popover>HID1</p><p hidden>HID2</p>', {}, { format: 'email' });
    expect(mail).toMatchObject({ plainText: 'shown' });
  });

  test('have the margins of pages that variables of the root element declare', async () => {
    const style = '<style>:root { --m: 2cm } @page { margin: var(--m); margin-left: var(--n, 1cm) }</style>x';
    expect(/@page \{.*?\}/.exec(await converted(style))?.[0]).toEndWith(
      'margin-top: 2.00cm; margin-right: 2.00cm; margin-bottom: 2.00cm; margin-left: 1.00cm }',
    );
  });

  test('name the layout that they do not have', async () => {
    const content = `<style>.a { display: flex } .b { position: absolute; columns: 2; float: none }
      @page { margin: 1cm; @left-top { content: "Page " counter(page) } } @page :first { margin: 2cm }</style>
      <div class="a b"><p style="float: right; display: block">x</p></div>`;
    const template = { key: content, code: 'k', inputType: 'HTML', documentType: 'PDF', documentSize: 'A4' } as const;
    const outcome = await own.render({ template: { ...template, content, strict: true }, data: '{}', format: 'docx' });
    const warnings = 'problem' in outcome ? [outcome, ...(outcome.more ?? [])] : [];
    expect(warnings.map(({ problem, line }) => `${line}: ${problem}`)).toEqual([
      '1: display: flex of .a is not in a docx, so its items follow one another',
      '1: position: absolute of .b is not in a docx, so the element stands in the text where the page has it',
      '1: columns: 2 of .b is not in a docx, so its text has one column',
      '2: content: "Page " counter(page) of @left-top is not in a docx, so this content is missing: write <header data-page> or <footer data-page>',
      '2: margin: 2cm of @page :first is not in a docx, so all pages have the size and the margins of @page alone',
      '3: float: right of <p> is not in a docx, so the element stands in the text where the page has it',
    ]);
    expect(await render(content, {}, { format: 'pdf', strict: true })).toHaveProperty('content');
  });

  test('name the generated text that they do not have', async () => {
    const content = `<style>li::marker { content: "→ " } h2::before { content: "§ " } h2::after { content: "\\f095" } h2 { text-transform: uppercase }</style>
      <h2>title</h2><ul><li>x</ul>`;
    const template = { key: content, code: 'k', inputType: 'HTML', documentType: 'PDF', documentSize: 'A4' } as const;
    const warningsAs = async (format: string): Promise<string[]> => {
      const outcome = await own.render({ template: { ...template, content, strict: true }, data: '{}', format });
      return 'problem' in outcome ? [outcome, ...(outcome.more ?? [])].map(({ problem }) => problem) : [];
    };
    const lost = (format: string): string[] => [
      `content: "→ " of li::marker is not in a ${format}, so the items have the markers of their list`,
      `content: "\\f095" of h2::after is not in a ${format}, so signs that icon fonts alone have are missing`,
    ];
    expect(await warningsAs('docx')).toEqual(lost('docx'));
    expect(await warningsAs('txt')).toEqual([
      ...lost('txt'),
      'text-transform: uppercase of h2 is not in a txt, so its letters stand as they are written',
    ]);
  });

  test('are made of 100,000 siblings that are hidden or separated', async () => {
    const items = '<b hidden>x</b><b>y</b>'.repeat(50_000);
    const txt = await text('<div style="display:flex">{{{items}}}</div>', { items }, { format: 'txt' });
    expect(txt.split(/\s+/).length).toBe(50_000);
  });

  test('separate the items of flex and grid containers', async () => {
    const txt = await text(items, {}, { format: 'txt' });
    expect(txt.split(/\n+/)).toEqual(['Total 12.00', 'a text', 'up', 'down']);
    expect(await converted(items)).toContain('<b>Total</b> <b>12.00</b>');
  });
});

test('a cell whose value is no number and no date is a warning', async () => {
  const rows = [
    'data-number="abc"',
    'data-date="2026-13-40"',
    'data-number="12.5"',
    'data-date=""',
    'data-number="{{a}}"',
  ];
  const outcome = await render(
    `<table>${rows.map((one) => `\n<tr><td ${one}>x</td></tr>`).join('')}</table>`,
    { a: 'b' },
    {
      strict: true,
    },
  );
  const warnings = 'problem' in outcome ? [outcome, ...(outcome.more ?? [])] : [];
  expect(warnings.map(({ problem, line }) => `${line}: ${problem}`)).toEqual([
    '2: data-number="abc" of <td> is not a number such as 1234.5, so a sheet has the text of the cell',
    '3: data-date="2026-13-40" of <td> is not a date such as 2026-11-21, so a sheet has the text of the cell',
    'undefined: data-number="b" of <td> is not a number such as 1234.5, so a sheet has the text of the cell',
  ]);
});

test('what is removed of a comment for Outlook is a warning', async () => {
  const button = '<v:roundrect href="https://a" arcsize="8%"><w:anchorlock/><center>Pay</center></v:roundrect>';
  const settings = '<noscript><xml><o:PixelsPerInch>96</o:PixelsPerInch></xml></noscript>';
  const asEmail = { format: 'email', documentType: 'EMAIL', strict: true } as const;
  expect(await render(`<p>a</p><!--[if mso]>${settings}${button}<![endif]-->`, {}, asEmail)).toHaveProperty('content');
  const active = '<script>x()</script><iframe src="http://x"></iframe><a href="javascript:x()" onclick="x()">y</a>';
  const outcome = await render(`<p>a</p>\n<!--[if mso]>${active}<![endif]-->`, {}, asEmail);
  const warnings = 'problem' in outcome ? [outcome, ...(outcome.more ?? [])] : [];
  expect(warnings.map(({ problem, line }) => `${line}: ${problem}`)).toEqual([
    '2: <script> is removed, because documents run no scripts',
    '2: <iframe> is not supported, so it is removed with its content',
    '2: the link to javascript:x() is removed, because documents run no scripts',
    '2: onclick of <a> is removed, because documents run no scripts',
  ]);
});
