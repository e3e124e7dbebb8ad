import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { ended, send, smtp, start, startDeliveriesForFile, url } from '../../helpers/deliveries/deliveryHarness.ts';

// A limit on a hang.
setDefaultTimeout(90_000);

/** What a recipient gets of a template of e-mails, from the request to a real mail server. */

await startDeliveriesForFile();

/** Creates a template of e-mails. Returns the warnings of the write. */
async function template(code: string, content: string, members: object = {}): Promise<string[]> {
  const answer = await fetch(`${url}/api/v2/formatter-templates`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, inputType: 'HTML', documentType: 'EMAIL', content, ...members }),
  });
  if (answer.status !== 200) throw new Error(await answer.text());
  return answer.headers.get('x-warnings')?.split('; ') ?? [];
}

/** Sends the template by e-mail. Returns the e-mail as it arrives. */
async function mailOf(code: string, data: object = {}) {
  await ended(await send({ templateCode: code, data, notificationTo: [{ email: 'jan@example.com' }] }), 'SENT');
  const { html = '', text = '', attachments } = await smtp.last();
  return { html, text, attachments };
}

async function generate(code: string, format: string, data: object = {}): Promise<string> {
  const answer = await fetch(`${url}/api/v2/documents/generate/${code}/${format}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(data),
  });
  return (await answer.json()) as string;
}

const bodyOf = (html: string): string => /<body[^>]*>(.*)<\/body>/s.exec(html)?.[1] ?? html;

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';

describe('conditional comments', () => {
  const outlook = `<!--[if mso]><noscript><xml><o:OfficeDocumentSettings><o:AllowPNG></o:AllowPNG><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml></noscript><![endif]-->`;
  const columns = [
    '<!--[if mso | IE]><table role="presentation" style="width:600px"><tr><td><![endif]-->',
    '<div>one</div>',
    '<!--[if mso | IE]></td><td class="x"><![endif]-->',
    '<div>two</div>',
    '<!--[if mso | IE]></td></tr></table><![endif]-->',
  ].join('');
  const button =
    '<!--[if mso]><v:roundrect xmlns:v="urn:schemas-microsoft-com:vml" href="https://example.com/?a=1&amp;b=2" style="height:40px;v-text-anchor:middle" arcsize="10%" stroke="f" fillcolor="#0f4c81"><w:anchorlock/><center style="color:#ffffff">Pay</center></v:roundrect><![endif]-->';
  const others = '<!--[if !mso]><!--><a href="https://example.com/">Pay</a><!--<![endif]-->';

  test('for Outlook arrive as they are, in halves of tables, with VML, and with the name spaces of the page', async () => {
    const page = `<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"><head>${outlook}<!--[if lte mso 11]><style type="text/css">.x{width:100%!important}</style><![endif]--><style>div { color: #123456 }</style></head><body>${columns}${button}${others}<![if !mso]><p>x</p><![endif]><!-- note --></body></html>`;
    expect(await template('outlook', page)).toEqual([
      expect.stringMatching(/^content: line 1, column \d+: the comment <!-- note --> is removed$/),
    ]);
    await start();
    const { html, text } = await mailOf('outlook');
    const styled = columns.replaceAll('<div>', '<div style="color: #123456;">');
    for (const part of [outlook, styled, button, others, '<!--[if !mso]><!--><p>x</p><!--<![endif]-->'])
      expect(html).toContain(part);
    expect(html).toContain('<!--[if lte mso 11]><style type="text/css">.x{width:100%!important}</style><![endif]-->');
    expect(html).toMatch(
      /<html [^>]*xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"/,
    );
    expect(html).not.toContain('note');
    expect(text.split(/\s+/).filter(Boolean)).toEqual(['one', 'two', 'Pay', '[https://example.com/]', 'x']);
    expect(await generate('outlook', 'html')).toBe(html.trimEnd());
  });

  const cleaned: Record<string, [html: string, left: string]> = {
    'scripts and event handlers': [
      '<!--[if mso]><script>x()</script><p onclick="x()">a</p><SCRIPT src=x>b<![endif]-->c',
      '<!--[if mso]><p>a</p><![endif]-->c',
    ],
    'addresses that run': [
      '<!--[if mso]><a href="javascript:x()">a</a><v:rect href=" java\tscript:x()" src="javascript:x()" onmouseover="x()">b</v:rect><v:fill src="file:///etc/passwd"/><![endif]-->',
      '<!--[if mso]><a>a</a><v:rect>b</v:rect><v:fill/><![endif]-->',
    ],
    'elements that load or run': [
      '<!--[if mso]><o:OLEObject Type="Link" r:id="x"/><object data="x"><b>y</b></object><link href="//x"><meta http-equiv="refresh" content="0;url=//x"><base href="//x"><iframe src="//x"></iframe><xml src="//x"></xml>a<![endif]-->',
      '<!--[if mso]><xml></xml>a<![endif]-->',
    ],
    'styles that load or run': [
      `<!--[if mso]><style>@import "//x"; p { behavior: url(x); color: red } </style><p style="width: expression(x()); color: red">a</p><![endif]-->`,
      '<!--[if mso]><style>p{color:red}</style><p style="color:red">a</p><![endif]-->',
    ],
    'text that ends the comment': [
      '<!--[if mso]><style>i::before{content:"--\\3e"}i --/**/> b{}</style><b title="--&gt;">--&#62;</b><![endif]-->a<!--[if mso]><b title="--!><![endif]-->b',
      '<!--[if mso]><style>i::before{content:"--\\3e "}i --\\3e b{}</style><b title="--&gt;">--&gt;</b><![endif]-->ab',
    ],
    'tags that are not closed': [
      '<!--[if mso]>a<p title="<![endif]-->b<img src=x onerror="x()">',
      '<!--[if mso]>a<![endif]-->b<img>',
    ],
    'conditions that are none': ['<!--[if mso" onclick="x()]>a<![endif]-->b<!--[if <b>]><!-->c', 'bc'],
    'starts without an end, and ends without a start': [
      '<!--<![endif]-->a<!--[if !mso]><!-->b<!--[if !mso]><!-->c<!--<![endif]-->d',
      'ab<!--[if !mso]><!-->c<!--<![endif]-->d',
    ],
  };
  test('are cleaned like the rest, and do not end early', async () => {
    await start();
    for (const [what, [content, left]] of Object.entries(cleaned)) {
      const code = `cleaned-${what.replaceAll(/\W/g, '-')}`;
      await template(code, `<body>${content}`);
      const html = bodyOf(await generate(code, 'html', { end: '--><img src=x onerror=x()>' }));
      expect({ what, html }).toEqual({ what, html: left });
    }
  });

  test('do not let texts of the data out', async () => {
    await template('escaped', '<body><!--[if mso]><p title="{{end}}">{{end}} {{{raw}}}</p><![endif]-->a');
    await start();
    const html = bodyOf(
      await generate('escaped', 'html', { end: '"--><b onclick=x()>', raw: '<b onclick="x()">c</b>' }),
    );
    expect(html).toBe(
      '<!--[if mso]><p title="&quot;--&gt;&lt;b onclick=x()&gt;">&quot;--&gt;&lt;b onclick=x()&gt; <b>c</b></p><![endif]-->a',
    );
    const broken = bodyOf(
      await generate('escaped', 'html', { end: '', raw: '--><script>x()</script><i onclick="x()">d</i>' }),
    );
    expect(broken).toMatch(/^<i>d<\/i><\/?p>/);
  });

  test('are removed from documents that are no e-mails', async () => {
    await template('printed', '<!--[if mso]>a<![endif]--><p>b</p>', { documentType: 'PDF' });
    await start();
    expect(bodyOf(await generate('printed', 'html'))).toBe('<p>b</p>');
  });
});

describe('images', () => {
  const remote = 'https://images.example.com/logo.png?a=1&amp;b=2';
  const content = `<style>td { background-image: url(https://images.example.com/back.png) }</style><table><tr><td background="https://images.example.com/cell.png"><img src="${remote}" alt="Logo"><img src="http://images.example.com/plain.png"><img src="https://u:p@images.example.com/x.png"></td></tr></table><!--[if mso]><v:fill src="https://images.example.com/fill.png"/><![endif]-->`;

  test('of other hosts are removed, and named in warnings', async () => {
    const reason = 'because the template does not have remoteImages: true';
    const warnings = await template('local-images', content);
    expect(warnings.map((one) => one.replace(/^content: line 1, column \d+: /, ''))).toEqual([
      `the image https://images.example.com/back.png is removed, ${reason}`,
      `the image https://images.example.com/cell.png is removed, ${reason}`,
      `the image https://images.example.com/logo.png?a=1&b=2 is replaced by its alt text, ${reason}`,
      'the image http://images.example.com/plain.png is replaced by its alt text, because only https: addresses without credentials can be remote',
      'the image https://u:p@images.example.com/x.png is replaced by its alt text, because only https: addresses without credentials can be remote',
      `the image https://images.example.com/fill.png is removed, ${reason}`,
    ]);
    const strict = template('strict-images', content, { strict: true });
    expect(await strict.catch(({ message }: Error) => JSON.parse(message).errors[0])).toContain('back.png is removed');
    await start();
    const { html, attachments } = await mailOf('local-images');
    expect([html.includes('images.example.com'), attachments]).toEqual([false, []]);
  });

  test('of other hosts stay if the template says so, in e-mails alone', async () => {
    const warnings = await template('remote-images', content, { remoteImages: true });
    expect(warnings.map((one) => /images\.example\.com\/\w+/.exec(one)?.[0])).toEqual([
      'images.example.com/plain',
      'images.example.com/x',
    ]);
    await start();
    const { html, attachments } = await mailOf('remote-images');
    expect(attachments).toEqual([]);
    expect(
      html
        .match(/images\.example\.com\/\w+/g)
        ?.map((one) => one.split('/')[1])
        .toSorted(),
    ).toEqual(['back', 'back', 'fill', 'logo']);
    expect(html).toContain(`<img src="${remote}" alt="Logo"><img><img>`);
    expect(html).toContain('<v:fill src="https://images.example.com/fill.png"/>');
    expect(await generate('remote-images', 'txt')).not.toContain('example.com');
    expect(await generate('remote-images', 'pdf')).toStartWith('JVBERi');
    const page = await template('remote-pdf', content, { remoteImages: true, documentType: 'PDF' });
    expect(page).toContainEqual(
      expect.stringContaining('logo.png?a=1&b=2 is replaced by its alt text, because Waybill fetches'),
    );
    expect(await generate('remote-pdf', 'html')).not.toContain('example.com');
  });

  test('in SVG are PNGs of the same size', async () => {
    const svg = (inner: string, width = 40) =>
      `data:image/svg+xml;base64,${btoa(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20">${inner}</svg>`)}`;
    await template(
      'drawn',
      `<style>.wide { width: 100px }</style><img src="${svg('<rect width="40" height="20" fill="red"/><text y="10">a</text>')}" alt="A"><img class="wide" src="${svg('<circle r="5"/>')}"><img src="${svg('<rect/>', 0)}" alt="empty"><img src="${PIXEL}">`,
    );
    await start();
    const { html, attachments } = await mailOf('drawn');
    const pngs = attachments.filter(({ mimeType }) => mimeType === 'image/png');
    const sizes = pngs.map(({ content }) => {
      const bytes = Buffer.from(content as ArrayBuffer);
      return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
    });
    expect(sizes).toEqual([
      [80, 40],
      [200, 100],
    ]);
    expect(html).toMatch(
      /<img src="cid:[^"]+" alt="A" width="40"><img class="wide" src="cid:[^"]+"[^>]* width="100"><img alt="empty">/,
    );
    expect(html).not.toContain('svg');
  });
});

describe('styles', () => {
  test('become no attributes by which a table floats', async () => {
    await template(
      'aligned',
      '<style>table, td { text-align: right; vertical-align: top }</style><table><tr><td>a</td></tr></table><table align="center"><tr><td>b</td></tr></table>',
    );
    await start();
    const { html } = await mailOf('aligned');
    const tables = html.match(/<table[^>]*>/g)?.map((table) => /align="\w+"/.exec(table.replace('valign', ''))?.[0]);
    expect(tables).toEqual([undefined, 'align="center"']);
    expect(html).toContain('text-align: right');
  });

  test('that hide an element keep it out of the plain text', async () => {
    const hidden = [
      '<div class="preheader">preheader</div>',
      '<div style="DISPLAY:none!important">inline</div>',
      '<span hidden>attribute</span>',
      '<div style="max-height:0;overflow:hidden">flat</div>',
      '<div style="font-size:0px">tiny</div>',
      '<div style="opacity: 0">clear</div>',
      '<div style="visibility: hidden">invisible</div>',
    ];
    await template(
      'hiding',
      `<style>.preheader { display: none }</style>${hidden.join('')}<p style="opacity:0.9;font-size:0.9em">shown {{name}}</p>`,
    );
    await start();
    // The third e-mail is put together from the pieces of the ones before.
    for (const name of ['a', 'b', 'c']) {
      const { html, text } = await mailOf('hiding', { name });
      expect(text.trim()).toBe(`shown ${name}`);
      expect(html).toContain('preheader</div>');
    }
    expect(await generate('hiding', 'txt', { name: 'd' })).toBe('shown d');
  });
});
