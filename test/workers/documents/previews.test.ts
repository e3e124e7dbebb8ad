import { afterAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import pino from 'pino';
import { makeRenderer } from '../../../drivers/rendering/renderer.ts';
import { makeSandbox } from '../../../drivers/sandbox/sandbox.ts';
import { infoOf, popplerMissing } from '../../helpers/pdf.ts';
import { plainRenderer } from '../../helpers/plainRenderer.ts';
import { errorsOf, generate, harness, start, startDocumentsForFile } from './singleHarness.ts';

setDefaultTimeout(90_000);
await startDocumentsForFile();

test('a name is one unescaped line', async () => {
  const renderer = plainRenderer(async ({ template }) => ({ content: new TextEncoder().encode(template.content) }));
  await start(renderer);
  const code = await harness.template('\n  Faktura\t<č. 1> &\r\n "x" \u0007 \n');
  const answer = await harness.send('POST', `/documents/name/${code}`, { a: 1 });
  expect([answer.status, await answer.json()]).toEqual([200, 'Faktura <č. 1> & "x"']);
  expect(renderer.seen.map(({ format }) => format)).toEqual(['text']);
  const unknown = await harness.send('POST', '/documents/name/nothing', {});
  expect((await errorsOf(unknown))[0]).toStartWith('templateCode: no FormatterTemplate has the code "nothing"');
});

describe('a preview', () => {
  const preview = (body: unknown, accept?: string): Promise<Response> =>
    harness.send('POST', '/formatter-templates/preview', body, accept === undefined ? {} : { headers: { accept } });

  test('is HTML without scripts', async () => {
    const renderer = plainRenderer();
    await start(renderer);
    const answer = await preview({ data: { a: 1 }, content: '<p>ž</p>' });
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      200,
      'text/html; charset=utf-8',
      'html <p>ž</p> {"a":1}',
    ]);
    expect(answer.headers.get('content-security-policy')).toStartWith("sandbox; default-src 'none'");
    await preview({ data: {}, content: 'other' });
    const [one, other] = renderer.seen.map(({ template }) => template.key);
    expect(one).not.toBe(other as string);
  });

  test('is a PDF of the requested size if Accept names it', async () => {
    const renderer = plainRenderer();
    await start(renderer);
    const answer = await preview({ data: { a: 1 }, content: '<p>ž</p>', documentSize: 'B5' }, 'application/pdf');
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      200,
      'application/pdf',
      'pdf <p>ž</p> {"a":1}',
    ]);
    expect(answer.headers.get('vary')).toContain('Accept');
    await preview({ data: {}, content: '<p>ž</p>', documentSize: null }, 'text/html;q=0.5, application/pdf');
    expect(renderer.seen.map(({ format, template }) => [format, template.documentSize])).toEqual([
      ['pdf', 'B5'],
      ['pdf', 'A4'],
    ]);
    expect(new Set(renderer.seen.map(({ template }) => template.key)).size).toBe(2);
    for (const accept of ['*/*', 'application/*', 'application/json', 'image/png', 'application/pdf;q=0.1, text/html'])
      expect([accept, (await preview({ data: {}, content: 'x' }, accept)).headers.get('content-type')]).toEqual([
        accept,
        'text/html; charset=utf-8',
      ]);
  });

  test('that cannot be rendered is a 400 with line and column', async () => {
    await start();
    for (const accept of ['text/html', 'application/pdf']) {
      const answer = await preview({ data: { problem: 'no such helper' }, content: 'x' }, accept);
      expect([answer.status, await errorsOf(answer)]).toEqual([400, ['content: line 3, column 7: no such helper']]);
    }
  });

  test('of an invalid template is rejected before anything is queued', async () => {
    for (const accept of ['text/html', 'application/pdf']) {
      const answer = await preview({ data: {}, content: 'a\n{{#if b}}' }, accept);
      expect([answer.status, (await errorsOf(answer))[0]]).toEqual([
        400,
        expect.stringMatching(/^content: line 2, column \d+: syntax error/),
      ]);
    }
  });

  test('requires data and content, and a known size', async () => {
    expect(
      await errorsOf(
        await preview(
          { surplus: 1, documentType: 'LETTER', documentSize: 'A3', remoteImages: 1, data: [] },
          'application/pdf',
        ),
      ),
    ).toEqual([
      'surplus: unknown member',
      'content: is required',
      'documentType: must be one of PDF, EMAIL, SOURCE, not "LETTER"',
      'documentSize: must be one of AUTO, PORTRAIT, LANDSCAPE, A4, B5, LETTER, not "A3"',
      'remoteImages: must be true or false, not 1',
      'data: must be an object, not an array',
    ]);
    const long = { data: {}, content: 'x'.repeat(1_000_001) };
    expect(await errorsOf(await preview(long, 'application/pdf'))).toEqual([
      'content: must have at most 1000000 characters',
    ]);
  });
});

test('compiled templates are discarded when one changes, and by either administration operation', async () => {
  const renderer = plainRenderer();
  await start(renderer);
  const forgotten = async (what: string, change: () => Promise<unknown>): Promise<void> => {
    const before = renderer.evictions;
    await change();
    await renderer.changes.until(`${what} to clear the templates`, () => renderer.evictions > before);
  };
  const code = await harness.template('x');
  await forgotten('a change', () => harness.send('PATCH', `/formatter-templates/${code}`, { content: 'y' }));
  for (const name of ['user', 'document'])
    await forgotten(name, () => harness.send('POST', `/admin/${name}-management/evict-cache`));
});

describe('with the real renderer', () => {
  const log = pino({ level: 'silent' });
  const sandbox = makeSandbox({ log, size: 1 });
  const renderer = makeRenderer({ log, sandbox, size: 2, templateMs: 1_500 });
  afterAll(async () => {
    await renderer.stop();
    await sandbox.stop();
  });
  beforeEach(() => start(renderer));

  const content = '<h1>{{title}}</h1>\n{{#each rows}}<p onclick="x()">{{name}}</p>{{/each}}<script>1</script>';
  const data = { title: 'Příliš & <žluťoučký>', rows: [{ name: '😀' }, { name: 'β' }] };

  test('documents, names and previews are rendered by their templates, and cleaned', async () => {
    const code = await harness.template(content);
    const html = (await (await generate(code, 'html', data)).json()) as string;
    for (const part of ['<h1>Příliš &amp; &lt;žluťoučký&gt;</h1>', '<p>😀</p><p>β</p>']) expect(html).toContain(part);
    expect(html).not.toMatch(/onclick|script/);
    const body = { data, content };
    expect(await (await harness.send('POST', '/formatter-templates/preview', body)).text()).toContain(
      '<p>😀</p><p>β</p>',
    );
    const pdf = await harness.send(
      'POST',
      '/formatter-templates/preview',
      { ...body, documentSize: 'LANDSCAPE' },
      { headers: { accept: 'application/pdf' } },
    );
    expect(Buffer.from(await pdf.arrayBuffer()).toString('latin1')).toMatch(
      /^%PDF-[\s\S]*MediaBox \[0 0 841\.\d+ 595\.\d+\]/,
    );
    const name = await harness.template('{{title}}\n č. {{no}}');
    const named = await harness.send('POST', `/documents/name/${name}`, { ...data, no: 7 });
    expect(await named.json()).toBe('Příliš & <žluťoučký> č. 7');
    const source = await harness.template('a;{{b}}', { documentType: 'SOURCE' });
    expect(await (await generate(source, 'csv', { b: '<&>' })).json()).toBe('a;<&>');
    const script = await harness.template('return "<b>" + data.n * 2 + "</b>";', { inputType: 'SCRIPT' });
    expect(await (await generate(script, 'html', { n: 4 })).json()).toContain('<b>8</b>');
  });

  test('a document is returned as the bytes of a PDF', async () => {
    const code = await harness.template('<h1>{{title}}</h1>');
    const answer = await generate(code, 'pdf', data, { headers: { accept: 'application/pdf' } });
    expect([answer.status, (await answer.text()).slice(0, 5)]).toEqual([200, '%PDF-']);
  });

  test('an error of a template is a 400 with its place, and the next document is rendered', async () => {
    const loop = await harness.template('for (;;);', { inputType: 'SCRIPT' });
    const throws = await harness.template('const a = 1;\nthrow new Error("no such region");', { inputType: 'SCRIPT' });
    expect(await errorsOf(await generate(throws, 'html'))).toEqual([
      expect.stringMatching(/^content: line 2, column \d+: Error: no such region$/),
    ]);
    expect(await errorsOf(await generate(loop, 'html'))).toEqual([expect.stringMatching(/^content: .*longer than/)]);
    expect((await generate(await harness.template('x'), 'html')).status).toBe(200);
  });

  const previewOf = (idOrCode: string, body: object = {}, accept = 'text/html'): Promise<Response> =>
    harness.send('POST', `/formatter-templates/${idOrCode}/preview`, body, { headers: { accept } });

  test('a stored template of each type is previewed, with its previewData unless the request has data', async () => {
    const previewData = { title: 'Příklad', n: 2 };
    const html = await harness.template('<h1>{{title}}</h1><script>1</script>', { previewData });
    const script = await harness.template('return "<b>" + data.title + " " + data.n + "</b><video></video>";', {
      inputType: 'SCRIPT',
      previewData,
    });
    const file = await harness.template('messages/email.hbs', {
      inputType: 'FILE',
      documentType: 'EMAIL',
      previewData: { content: 'Příklad' },
    });
    for (const [code, part] of [
      [html, '<h1>Příklad</h1>'],
      [script, '<b>Příklad 2</b>'],
      [file, 'Příklad'],
    ] as const) {
      const answer = await previewOf(code);
      expect([answer.status, answer.headers.get('x-template-version')]).toEqual([200, '1']);
      expect(answer.headers.get('content-security-policy')).toStartWith('sandbox');
      const text = await answer.text();
      expect(text).toContain(part);
      expect(text).not.toContain('<script');
    }
    expect(await (await previewOf(html, { data: { title: 'own' } })).text()).toContain('<h1>own</h1>');
    const warned = await previewOf(script, {}, 'application/pdf');
    expect((await warned.clone().text()).slice(0, 5)).toBe('%PDF-');
    expect(warned.headers.get('x-warnings')).toEndWith('<video> is not supported, so it is removed with its content');
    const wrong = await previewOf(html, { data: [], content: 'x' });
    expect([wrong.status, await errorsOf(wrong)]).toEqual([
      400,
      ['content: unknown member', 'data: must be an object, not an array'],
    ]);
    expect(await errorsOf(await previewOf('nothing'))).toEqual([
      'idOrCode: no FormatterTemplate has the id or code "nothing"',
    ]);
  });

  test('a draft of an e-mail is previewed as the stored e-mail, with the warnings of e-mails alone', async () => {
    const content =
      '<!-- plain --><!--[if mso]><p>Outlook</p><![endif]--><img src="https://www.example.com/a.png" alt="a">';
    const settings = { documentType: 'EMAIL', remoteImages: true };
    const stored = await previewOf(await harness.template(content, settings));
    const previewOfDraft = (more: object): Promise<Response> =>
      harness.send('POST', '/formatter-templates/preview', { content, data: {}, ...more });
    const draft = await previewOfDraft(settings);
    expect(draft.headers.get('x-warnings')).toBe(stored.headers.get('x-warnings') as string);
    expect(await draft.text()).toBe(await stored.text());
    expect(draft.headers.get('x-warnings')).toBe('content: line 1, column 1: the comment <!-- plain --> is removed');
    const document = await previewOfDraft({});
    expect(document.headers.get('x-warnings')).toContain('https://www.example.com/a.png');
    expect(document.headers.get('x-warnings')).toContain('as are further ones');
  });

  test('a document names the version of its template, and can be made again with it', async () => {
    const code = await harness.template('<p>first</p>');
    expect((await generate(code, 'pdf')).headers.get('x-template-version')).toBe('1');
    await harness.send('PATCH', `/formatter-templates/${code}`, { content: '<p>second</p>' });
    const htmlOf = async (query = '') => {
      const answer = await harness.send('POST', `/documents/generate/${code}/html${query}`, {});
      return [answer.headers.get('x-template-version'), /<p>(.*)<\/p>/.exec((await answer.json()) as string)?.[1]];
    };
    expect(await htmlOf()).toEqual(['2', 'second']);
    expect(await htmlOf('?templateVersion=1')).toEqual(['1', 'first']);
    expect(await (await generate(code, 'html')).json()).toContain(
      `<meta name="waybill-template" content="${code}, version 2">`,
    );
    for (const version of ['3', '0', 'x']) {
      const answer = await harness.send('POST', `/documents/generate/${code}/html?templateVersion=${version}`, {});
      const problem = `templateVersion: the template "${code}" has no version "${version}"; its present one is 2`;
      expect([answer.status, (await errorsOf(answer))[0]]).toEqual([400, problem]);
    }
    const unknown = await harness.send('POST', '/documents/generate/nothing/html?templateVersion=1', {});
    expect((await errorsOf(unknown))[0]).toStartWith(
      'documentTemplateCode: no FormatterTemplate has the code "nothing"',
    );
  });

  test.skipIf(popplerMissing !== undefined)('the properties of a PDF name its template and the version', async () => {
    const code = await harness.template('<meta name="keywords" content="own"><p>first</p>');
    const keywords = async (query = '') => {
      const headers = { accept: 'application/pdf' };
      const answer = await harness.send('POST', `/documents/generate/${code}/pdf${query}`, {}, { headers });
      return infoOf(await answer.bytes())['Keywords'];
    };
    expect(await keywords()).toBe(`own, template ${code}, version 1`);
    await harness.send('PATCH', `/formatter-templates/${code}`, { content: '<p>second</p>' });
    expect(await keywords()).toBe(`template ${code}, version 2`);
    expect(await keywords('?templateVersion=1')).toBe(`own, template ${code}, version 1`);
  });
});
