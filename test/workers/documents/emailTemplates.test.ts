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
