import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { startApiForFile, type TestAnswer } from '../helpers/api.ts';

setDefaultTimeout(60_000);

/** What formatter templates have beyond the generic operations; documents are made in test/workers/documents/documents.test.ts. */

const api = await startApiForFile();

const path = '/formatter-templates';
const post = (record: object): Promise<TestAnswer> => api.request('POST', path, { ...record });

describe('a formatter template', () => {
  test('is a PDF on A4 unless it says otherwise, and needs neither a name nor content', async () => {
    const saved = (await post({ code: 'plain', inputType: 'HTML' })).json();
    expect(saved).toMatchObject({ documentType: 'PDF', documentSize: 'A4' });
    expect(Object.keys(saved)).toEqual(['id', 'code', 'inputType', 'documentType', 'documentSize', 'auditInfo']);
    const replaced = await api.request('PUT', `${path}/plain`, {
      code: 'plain',
      inputType: 'HTML',
      documentType: 'EMAIL',
    });
    expect(replaced.json()).toMatchObject({ documentType: 'EMAIL', documentSize: 'A4' });
  });

  test('tells all that is wrong with it', async () => {
    const { status, errors } = await post({
      code: 'wrong',
      inputType: 'PDF',
      documentType: 'LETTER',
      documentSize: 'A3',
      previewData: [],
      formId: 'x',
      dataTags: 'a',
    });
    expect(status).toBe(400);
    expect(errors).toEqual([
      'inputType: must be one of FILE, HTML, SCRIPT, not "PDF"',
      'documentType: must be one of PDF, EMAIL, SOURCE, not "LETTER"',
      'documentSize: must be one of AUTO, PORTRAIT, LANDSCAPE, A4, B5, LETTER, not "A3"',
      'previewData: must be an object, not an array',
      'formId: type mismatch, "x" is not a UUID',
      'dataTags: must be an array of strings, not "a"',
    ]);
  });

  test('is compiled when it is saved: what is wrong with it is told with line and column', async () => {
    const wrong: Record<string, [content: string | undefined, problem: RegExp, inputType?: string]> = {
      unclosed: ['<p>\n{{#if a}}</p>', /^content: line 2, column \d+: syntax error at the end of the template/],
      helper: ['a\n b {{nothing 1}}', /^content: line 2, column 4: no helper has the name "nothing"$/],
      script: ['const a = 1;\nreturn a b;', /^content: line 2, column \d+: /, 'SCRIPT'],
      outside: ['../package.json', /^content: no template under/, 'FILE'],
      none: [undefined, /^content: no template under templates\/ has the name ""/, 'FILE'],
    };
    for (const [code, [content, problem, inputType = 'HTML']] of Object.entries(wrong)) {
      const { status, errors } = await post({ code, inputType, content });
      expect([code, status, errors.length, errors[0]]).toEqual([code, 400, 1, expect.stringMatching(problem)]);
    }
    await post({ code: 'right', inputType: 'HTML', content: '<p>{{a}}</p>' });
    expect((await api.request('PATCH', `${path}/right`, { content: '{{' })).status).toBe(400);
    expect((await api.request('PATCH', `${path}/right`, { inputType: 'SCRIPT' })).errors[0]).toMatch(/^content: /);
    const entries = [{ diffType: 'DIFF_TYPE_NEW', right: { code: 'imported', inputType: 'HTML', content: '{{/if}}' } }];
    expect((await api.request('POST', `${path}/diff/save`, entries)).errors[0]).toMatch(/content: line 1/);
  });

  test('is saved with a warning about calculations that are not read, each within a moment', async () => {
    const deep = `calc(${'('.repeat(5000)}1px${')'.repeat(5000)})`;
    const content = `<!DOCTYPE html><style>
  .a { width: calc(100% - min(2px, 1em)); margin: calc(1px * 2) auto }
  .b { width: ${deep} }
  .c { height: calc(1px${' * 2'.repeat(5000)}) }
  .d { --size: ${deep}; padding: calc(var(--size) + ${deep}) }
  .e { width: calc(1px + sin(3)); line-height: calc(1px * 2px) }
  .f { margin: ${'calc(1px) '.repeat(2000)}! }
</style>`;
    const saved = await post({ code: 'calculated', inputType: 'HTML', content });
    const warnings = saved.headers.get('x-warnings')?.split('; ') ?? [];
    const large = 'a calculation has at most 32 levels of brackets and 200 parts';
    expect(warnings.map((one) => [/line \d+/.exec(one)?.[0], one.includes(large)])).toEqual([
      ['line 3', true],
      ['line 4', true],
      ['line 5', true],
      ['line 5', true],
      ['line 6', false],
      ['line 6', false],
      ['line 7', false],
    ]);
    expect(warnings.at(4)).toBe(
      'content: line 6, column 8: width: calc(1px + sin(3)) of .e is not supported, so it is ignored',
    );
  });

  test('is saved with a warning about lengths without a unit, which browsers read in documents without a type alone', async () => {
    const css = String.raw`<style>.sm\:w-1\/2 { width: 20; margin: 0 4 0 -.5; padding: 0 4px; width: calc(100% * 2) }</style>`;
    const declared = await post({ code: 'standard', inputType: 'HTML', content: `<!DOCTYPE html>${css}` });
    const fate = String.raw`of .sm\:w-1\/2 is not supported, so it is ignored: a length needs a unit`;
    expect(declared.headers.get('x-warnings')?.split('; ')).toEqual([
      `content: line 1, column 37: width: 20 ${fate}`,
      `content: line 1, column 48: margin: 0 4 0 -.5 ${fate}`,
    ]);
    expect((await post({ code: 'quirky', inputType: 'HTML', content: css })).headers.get('x-warnings')).toBeNull();
  });

  test('is saved with warnings about the rules alone that may apply to its elements, within a moment', async () => {
    const selectors = ['td:not(.sum, .total)', '.big-row7-end', '.big-rw7-end', '.gone', `.${'x'.repeat(400)}`];
    const content = `<style>\n${selectors.map((one) => `${one} { backdrop-filter: blur(1px) }`).join('\n')}\n${'<style'.repeat(2000)}${'['.repeat(5000)}</style><td class="${'{{a}}x'.repeat(40)}{{a}}y {{size}}-row{{n}}-end">{{a}}</td>`;
    const saved = await post({ code: 'usedNames', inputType: 'HTML', content });
    const warned = saved.headers.get('x-warnings')?.matchAll(/line (\d), column \d+: backdrop-filter/g) ?? [];
    expect([...warned].map(([, line]) => line)).toEqual(['2', '3']);
  });

  test('is saved with a warning about a grid that is greater than the greatest', async () => {
    const css =
      '.a { grid-template-columns: repeat(1000000000, 1fr) } .b { grid: repeat(1000, 1px) / 1200px; grid-row: 2 / 1001 }';
    const saved = await post({
      code: 'grid',
      inputType: 'HTML',
      content: `<style>${css}</style><p class="a b">{{text}}</p>`,
    });
    const fate = 'is not supported, so the grid has 1,000 tracks on that side';
    expect(saved.headers.get('x-warnings')?.split('; ')).toEqual([
      `content: line 1, column 13: grid-template-columns: repeat(1000000000, 1fr) of .a ${fate}`,
      `content: line 1, column 101: grid-row: 2 / 1001 of .b ${fate}`,
    ]);
  });

  test('is saved with a warning about what is drawn otherwise than in browsers: a gradient in an unknown space of colours, an element turned in space', async () => {
    const content = `<style>
  .a { background: conic-gradient(in --print, red, blue) } .f { background: #fff linear-gradient(to left, red 1px 2%, blue), url('images/logo.png') 0 0 / 10px; background-image: repeating-radial-gradient(circle at 0 0, red, rgb(0, 0, 9) 3mm) }
  .b { position: relative; z-index: -1 } .c { position: absolute; z-index: -1 } .d { position: relative; z-index: 1 }
  .e { transform: translate(-50%, calc(1px + 2px)) rotate(-.25turn) scale3d(1, 2, 1); rotate: z 5deg; transform-origin: top 20% }
</style><p class="a">{{text}}</p><p class="b c" style="z-index: -1; position: relative">below</p><p style="transform: rotateX(3deg)">space</p>`;
    const saved = await post({ code: 'drawnOtherwise', inputType: 'HTML', content });
    expect(saved.headers.get('x-warnings')?.split('; ')).toEqual([
      'content: line 2, column 8: background: conic-gradient(in --print, red, blue) of .a is not supported, so the first colour of the gradient is drawn',
      'content: line 5, column 108: transform: rotateX(3deg) of <p> is not supported, so it is ignored',
    ]);
  });

  test('is saved with warnings about what documents will lack, unless it is strict', async () => {
    const content = `<style>
  .a, .b { float: top; color: {{colour}} }
  .a::first-letter { color: red }
  @media screen { .a { columns: 3 } }
  @page :blank { @top-left { content: "b" } } @page :first { margin: 1cm; @top-left { content: "a"; hyphenate: x } font-style: italic }
</style>
<!-- a note -->
{{! not seen }}<p class="b" style="{{#if a}}color: red; {{/if}}perspective: 2px">{{text}}</p>
<img src="https://a.example/b.png"><img src="{{logo}}"><img src="images/logo.png"><img src="data:image/png;base64,AAAA"><img srcset="b.png 2x">
<video>x<p>y</p></video><my-tag>z</my-tag><link rel="stylesheet" href="a.css"><link rel="icon" href="b">`;
    const warnings = [
      'content: line 2, column 12: float: top of .a, .b is not supported, so the element stays in the flow',
      'content: line 5, column 3: @page :blank is not supported, so it is ignored',
      'content: line 5, column 101: hyphenate: x of @top-left is not supported, so it is ignored',
      'content: line 8, column 64: perspective: 2px of <p class="b"> is not supported, so it is ignored',
      'content: line 9, column 1: the image https://a.example/b.png is replaced by its alt text, because Waybill fetches nothing',
      'content: line 9, column 83: the image data:image/png;base64,AAAA is replaced by its alt text, because it is damaged',
      'content: line 9, column 121: srcset of <img> is not supported, so the image is replaced by its alt text: write src',
      'content: line 10, column 1: <video> is not supported, so it is removed with its content',
      'content: line 10, column 43: the style sheet a.css is not loaded, because Waybill fetches nothing',
      'content: line 7, column 1: the comment <!-- a note --> is removed',
    ];
    const saved = await post({ code: 'warned', inputType: 'HTML', content });
    expect([saved.status, saved.headers.get('x-warnings')?.split('; ')]).toEqual([200, warnings]);
    const strict = await api.request('PATCH', `${path}/warned`, { strict: true });
    expect([strict.status, strict.errors]).toEqual([400, warnings]);
    const many = Array.from({ length: 100 }, (_, i) => `<p style="perspective: ${i + 2}px">č</p>`).join('');
    const long = (await post({ code: 'many', inputType: 'HTML', content: many })).headers.get('x-warnings') ?? '';
    expect(long.length).toBeLessThan(4_000);
    expect(long).toMatch(/; content: \d+ more$/);
    const refused = await post({ code: 'manyStrict', inputType: 'HTML', content: many, strict: true });
    expect([refused.status, refused.errors?.length]).toEqual([400, 100]);
    expect(refused.errors?.at(-1)).toContain('perspective: 101px');
    const mail = await post({ code: 'mail', inputType: 'HTML', documentType: 'EMAIL', content });
    expect(mail.headers.get('x-warnings')).not.toContain('perspective');
    const right = await post({ code: 'strict', inputType: 'HTML', content: '<p>{{a}}</p>', strict: true });
    expect([right.status, right.headers.get('x-warnings'), right.json()]).toMatchObject([200, null, { strict: true }]);
  });

  test('is saved with warnings about values that count for less than they say', async () => {
    const half = [
      ['border-radius: 4px 0 round', 'it is ignored'],
      ['zoom: reset', 'it is ignored'],
      ['filter: grayscale(1)', 'it is ignored'],
      ['content: leader(".")', 'it is ignored'],
      ['list-style: unheard inside', 'its numbers are decimal'],
    ] as const;
    const whole =
      'border-radius: 4px 0 2% / 3px; border-end-start-radius: 1em; border-spacing: 0 2px; caption-side: bottom; zoom: 80%; filter: none; list-style: steps outside; list-style-type: georgian; text-decoration: underline wavy red; content: "a" counter(b)';
    const content = `<style>@media (min-width: 300px) { ${half.map(([one]) => `a { ${one} }`).join(' ')} b { ${whole} } } @counter-style steps { symbols: '*' }</style><a>x</a><b>y</b>`;
    const saved = await post({ code: 'half', inputType: 'HTML', content });
    const warnings = saved.headers.get('x-warnings')?.split('; ') ?? [];
    expect(warnings.map((one) => one.replace(/^content: line 1, column \d+: /, ''))).toEqual(
      half.map(([one, instead]) => `${one} of a is not supported, so ${instead}`),
    );
  });

  test('is read by its code, also where that reads like something else', async () => {
    const code = 'search/data-tags';
    await post({ code, inputType: 'HTML', content: '<p>ž</p>' });
    const at = encodeURIComponent(code);
    const answers = await Promise.all(
      [`/by-template-code/${at}`, `/by-code/${at}`, `/${at}`].map((one) => api.request('GET', path + one)),
    );
    expect(answers.map(({ status, text }) => [status, text])).toEqual(
      Array(3).fill([200, (answers[0] as TestAnswer).text]),
    );
    const missing = await api.request('GET', `${path}/by-template-code/nothing`);
    expect([missing.status, missing.errors]).toEqual([400, ['code: no FormatterTemplate has the code "nothing"']]);
  });

  test('is found by its content and its tags', async () => {
    await post({ code: 'found', inputType: 'HTML', content: 'Vážený zákazníku', dataTags: ['Invoice', 'B2B'] });
    const search = async (filters: object[]): Promise<string[]> => {
      const filtering = encodeURIComponent(JSON.stringify(filters));
      const found = await api.request('GET', `${path}/search/list?filtering=${filtering}`);
      return found.json<{ code: string }[]>().map(({ code }) => code);
    };
    expect(await search([{ column: 'content', operator: 'LIKE', value: 'zákazn' }])).toEqual(['found']);
    expect(await search([{ column: 'dataTags', value: 'B2B' }])).toEqual(['found']);
  });

  test('has its history, as it was at each version', async () => {
    await post({ code: 'told', inputType: 'HTML', content: 'one' });
    await api.request('PATCH', `${path}/told`, { content: 'two' });
    const versions = (await api.request('GET', `${path}/told/history`)).json<{ changes: unknown[] }[]>();
    expect(versions[0]?.changes).toEqual([{ path: 'content', from: 'one', to: 'two' }]);
    expect((await api.request('GET', `${path}/told/history?version=1`)).json()).toMatchObject({ content: 'one' });
  });
});

describe('the text of a template', () => {
  const textOf = (key: string) => api.request('GET', `${path}/${key}/text`);

  test('is that of its file, or its content', async () => {
    const { id } = (await post({ code: 'filed', inputType: 'FILE', content: 'documents/invoice.hbs' })).json<{
      id: string;
    }>();
    const file = await Bun.file('templates/documents/invoice.hbs').text();
    for (const key of ['filed', id]) {
      const { status, text, headers } = await textOf(key);
      expect([status, text, headers.get('content-type')]).toEqual([200, file, 'text/plain; charset=utf-8']);
    }
    await post({ code: 'written', inputType: 'HTML', content: '<p>{{žluť}}</p>' });
    expect((await textOf('written')).text).toBe('<p>{{žluť}}</p>');
    await post({ code: 'computed', inputType: 'SCRIPT', content: 'return data.a;' });
    expect((await textOf('computed')).text).toBe('return data.a;');
    await post({ code: 'empty', inputType: 'HTML' });
    expect((await textOf('empty')).text).toBe('');
  });

  test('is a 400 for an unknown template, and for paths', async () => {
    expect((await textOf('unknown')).errors).toEqual(['idOrCode: no FormatterTemplate has the id or code "unknown"']);
    expect((await textOf(encodeURIComponent('../../package.json'))).status).toBe(400);
    expect((await textOf(encodeURIComponent('documents/invoice.hbs'))).status).toBe(400);
  });

  test('of a stored file name that leads to no template under templates/ is a 400, whatever the file is', async () => {
    for (const content of [
      'gone.hbs',
      '../package.json',
      '/etc/passwd',
      'images/logo.png',
      'documents/invoice.en.json',
    ]) {
      await api.sql`
        update formatter_template set doc = jsonb_set(doc::jsonb, '{content}', ${JSON.stringify(content)}::text::jsonb)::text
        where code = 'filed'`;
      const { status, errors } = await textOf('filed');
      expect([status, errors]).toEqual([400, [expect.stringContaining('content: no template under templates/ has')]]);
    }
  });
});

describe('data tags', () => {
  const tags = async (search?: string): Promise<unknown> =>
    (
      await api.request(
        'GET',
        `${path}/search/data-tags${search === undefined ? '' : `?search=${encodeURIComponent(search)}`}`,
      )
    ).json();

  test('are those of all templates, each once, sorted, and searched whatever the case', async () => {
    await api.request('PUT', `${path}/found`, { code: 'found', inputType: 'HTML' });
    expect(await tags()).toEqual([]);
    await post({ code: 't1', inputType: 'HTML', dataTags: ['order', 'Žádost', 'a"b\\c', '😀'] });
    await post({ code: 't2', inputType: 'HTML', dataTags: ['order', 'Order line', '\uffee'] });
    await post({ code: 't3', inputType: 'HTML', dataTags: [] });
    expect(await tags()).toEqual(['Order line', 'a"b\\c', 'order', 'Žádost', '\uffee', '😀']);
    expect(await tags('ORDER')).toEqual(['Order line', 'order']);
    expect(await tags('žá')).toEqual(['Žádost']);
    expect(await tags('line')).toEqual(['Order line']);
    expect(await tags('nothing')).toEqual([]);
    await api.request('PATCH', `${path}/t1`, { dataTags: null });
    expect(await tags()).toEqual(['Order line', 'order', '\uffee']);
  });
});
