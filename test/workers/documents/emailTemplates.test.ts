import { expect, setDefaultTimeout, test } from 'bun:test';
import pino from 'pino';
import { makeRenderer } from '../../../drivers/rendering/renderer.ts';
import { makeSandbox } from '../../../drivers/sandbox/sandbox.ts';
import { stopAfterFile } from '../../helpers/bootstrap.ts';
import { makeDocumentHarnessForFile } from '../../helpers/documentHarness.ts';

setDefaultTimeout(60_000);

/** E-mails in the manner of generators and of large senders, through the API and a worker with the real renderer. */

const log = pino({ level: 'silent' });
const sandbox = makeSandbox({ log, size: 1 });
const renderer = makeRenderer({ log, sandbox, size: 1 });
for (const stop of [() => sandbox.stop(), () => renderer.stop()]) stopAfterFile(stop);
const harness = await makeDocumentHarnessForFile();
await renderer.start();
const worker = await harness.worker(renderer);
stopAfterFile(() => worker.stop());

async function made(content: string, format: 'html' | 'txt', members: object = {}): Promise<string> {
  const code = await harness.template(content, { documentType: 'EMAIL', ...members });
  return (await (await harness.send('POST', `/documents/generate/${code}/${format}`, {})).json()) as string;
}

/** Columns whose wrappers have the font size 0, against the space between them. */
const columns = (content: string): string => `<body style="background:#f4f4f4">
<div style="display:none;font-size:1px;max-height:0px;overflow:hidden">The preheader &#847;&zwnj;</div>
<!--[if mso | IE]><table role="presentation" width="600"><tr><td style="font-size:0px"><![endif]-->
<div style="margin:0 auto;max-width:600px"><table role="presentation" style="width:100%"><tr>
<td style="direction:ltr;font-size:0px;padding:20px 0;text-align:center">
<div class="column-50" style="font-size:0px;display:inline-block;width:100%">${content}</div></td></tr></table></div>
<!--[if mso | IE]></td></tr></table><![endif]--></body>`;

test('the plain text has the texts of columns without a font size, and no others', async () => {
  const content = `<table role="presentation"><tr><td style="font-size:0px"><div style="font-size:20px">Hello Jana</div>lost</td></tr>
    <tr><td style="font-size:0"><a href="https://example.com"><img src="" alt="Logo"></a><b style="font-size:2em">flat</b></td></tr></table>`;
  expect((await made(columns(content), 'txt')).replace(/\s+/g, ' ').trim()).toBe(
    'Hello Jana Logo [https://example.com]',
  );
});

test('the plain text of tables that place their content has no columns; those of data have', async () => {
  const text = await made(
    `<table class="body-wrap"><tr><td></td><td><table width="100%"><tr><td>You have <b>1 report</b>.</td></tr>
    <tr><td><table><tr><th>Item</th><th>Price</th></tr><tr><td>Router</td><td>59.90</td></tr></table></td></tr></table></td><td></td></tr></table>
    <table role="presentation"><tr><td>Due</td><td>12. 4.</td></tr></table>`,
    'txt',
  );
  expect(text.split('\n').filter(Boolean)).toEqual([
    'You have 1 report.',
    'Item     Price',
    'Router   59.90',
    'Due 12. 4.',
  ]);
});

test('what mail programs read stays: media of style sheets, their meta elements, and a space behind an address', async () => {
  const html = await made(
    `<html><head><meta name="x-apple-disable-message-reformatting"><meta name="supported-color-schemes" content="light dark">
    <meta name="format-detection" content="telephone=no"><meta name="refresh" content="0">
    <style media="screen and (min-width:480px)">.moz-text-html .column-50 { width:50% !important }</style>
    <style media="screen">p { color: red }</style></head>
    <body><p style="background: #fff url('https://example.com/a.png') center top / auto repeat">x</p></body></html>`,
    'html',
    { remoteImages: true },
  );
  expect(html).toMatch(
    /@media screen and \(min-width:480px\) \{\s*\.moz-text-html \.column-50 \{\s*width: 50%!important/,
  );
  expect(html).toContain('<meta name="x-apple-disable-message-reformatting">');
  expect(html).toContain('<meta name="supported-color-schemes" content="light dark">');
  expect(html).toContain('<meta name="format-detection" content="telephone=no">');
  expect(html).not.toContain('refresh');
  expect(html).toContain('url(https://example.com/a.png) center top');
  expect(html).toContain('color: red');
});

test('rules for what mail programs add stay in their sheet, as do @supports and generated content; others are inlined', async () => {
  const rules = [
    '#outlook a { padding: 0 }',
    'u + .body .note { color: red }',
    '[data-ogsc] .note { color: #fff !important }',
    'a[x-apple-data-detectors] { color: inherit !important }',
    '#MessageViewBody a { color: inherit }',
    '.moz-text-html .half { width: 50% }',
    '.ExternalClass p { line-height: 100% }',
    'div[style*="margin: 16px 0"] { margin: 0 !important }',
    '.note::before { content: "{@supports" }',
    '@supports (display: grid) { .note { display: grid } .unused { color: red } }',
    '@media print { @supports (display: grid) { .note { display: block } } }',
  ];
  const html = await made(
    `<html><head><style>${rules.join('\n')} .note { color: #123456 } .unused { color: blue } .imprint { color: blue }</style></head>
    <body class="body"><p class="note">a</p></body></html>`,
    'html',
  );
  const sheet = /<style>(.*?)<\/style>/s.exec(html)?.[1]?.replace(/[\s;]+/g, '');
  const expected = rules.map((rule) => (rule.startsWith('@supports') ? `@media all{${rule}}` : rule));
  expect(sheet).toBe(expected.join('').replace(/[\s;]+/g, ''));
  expect(html).toContain('<p class="note" style="color: #123456;">');
});

test('the plain text has each term, caption and centred line on a line of its own, and no preview in 1 px', async () => {
  const text = await made(
    `<div style="font-size:1px;color:#fff">preview</div>a<center>b</center>c<dl><dt>Due</dt><dd>12. 4.</dd></dl>
    <figure><img src="" alt="d"><figcaption>Plan</figcaption></figure><details><summary>More</summary>text</details><address>Main Street</address>`,
    'txt',
  );
  expect(text.split('\n').filter(Boolean)).toEqual([
    'a',
    'b',
    'c',
    'Due',
    '12. 4.',
    'Plan',
    'More',
    'text',
    'Main Street',
  ]);
});

test('the plain text has a space behind the address of a link that ends with one', async () => {
  const text = await made(
    '<p><a href="https://a.example">one <b>two </b></a><a href="https://b.example">three</a>, four</p>',
    'txt',
  );
  expect(text).toBe('one two [https://a.example] three [https://b.example], four');
});

test('a conditional comment that is broken, and an e-mail that Gmail shows in part, are warnings', async () => {
  const warningsOf = async (content: string, data: object = {}): Promise<string[]> => {
    const body = { content, data, documentType: 'EMAIL' };
    const answer = await harness.send('POST', '/formatter-templates/preview', body);
    return answer.headers.get('x-warnings')?.split('; ') ?? [];
  };
  expect(
    await warningsOf('<!-- a --><p>b</p>\n<!--[if mso]><i>c</i><!\n[endif]--><!--[if <mso]>d<![endif]-->'),
  ).toEqual([
    'content: line 2, column 1: the conditional comment <!--[if mso]><i>c</i><! [endif]--> is removed, because its end is not <![endif]-->',
    'content: line 3, column 11: the conditional comment <!--[if <mso]>d<![endif]--> is removed, because Outlook knows no such condition',
    'content: line 1, column 1: the comment <!-- a --> is removed',
  ]);
  const rows = '{{#each rows}}<p style="color: #123456">{{this}}</p>{{/each}}';
  const logo = '<img src="images/logo.png" alt="">'.repeat(20);
  expect(await warningsOf(logo + rows, { rows: Array(1_000).fill('x'.repeat(60)) })).toEqual([]);
  expect(await warningsOf(logo + rows, { rows: Array(1_000).fill('x'.repeat(80)) })).toEqual([
    expect.stringMatching(/^content: the HTML has 1\d\d KB: Gmail shows the first 102 KB, and a link to the rest$/),
  ]);
});

test('the title of a drawing in the page is the alt text of its picture', async () => {
  const drawing = (attribute: string): string =>
    `<svg width="4" height="4"${attribute}><title> Sales &amp; costs </title><rect width="4" height="4"/></svg>`;
  const content = `${drawing('')}${drawing(' aria-label="Own"')}`;
  const html = await made(content, 'html');
  expect([...html.matchAll(/<img [^>]*alt="([^"]*)"/g)].map(([, alt]) => alt)).toEqual(['Sales &amp; costs', 'Own']);
  expect(await made(`<a href="https://example.com">${content}</a>`, 'txt')).toBe(
    'Sales & costsOwn [https://example.com]',
  );
});
