import { expect, setDefaultTimeout, test } from 'bun:test';
import { generate, harness, startRenderingForFile } from '../singleHarness.ts';

setDefaultTimeout(90_000);
await startRenderingForFile();

/** Content that a document has and nobody sees, and tags that end nothing. */

const warningsIn = (answer: Response): string[] => answer.headers.get('x-warnings')?.split('; ') ?? [];

async function warningsOf(content: string, data: object = {}): Promise<string[]> {
  return warningsIn(await generate(await harness.template(content), 'pdf?warnings=true', data));
}

test('transparent text is named with its line, a paragraph once, except where its shadow or its background is seen', async () => {
  const clear = 'style="color: transparent"';
  const why = 'on page 1 is transparent, which nobody can read';
  expect(
    await warningsOf(`<p ${clear}>${'words that go on '.repeat(12)}</p>
<table><tr><td style="color: rgba(0, 0, 0, 0)">cell</td><td>seen</td></tr></table>
<div style="transform: rotate(5deg)"><a href="https://example.com" ${clear}>link</a></div>
<p ${clear}>-</p><p style="color: transparent; opacity: 0">hidden</p><p style="color: transparent; font-size: 0">flat</p>
<p style="color: transparent; text-shadow: 1px 1px #000">shadow</p>
<p style="color: transparent; background: linear-gradient(#000, #00f); background-clip: text">through</p>`),
  ).toEqual([
    expect.stringMatching(
      /^content: line 1, column 31: "words that go on .*\\u2026", with 2 more lines, on page 1 is transparent/,
    ),
    `content: line 2, column 48: "cell" ${why}`,
    `content: line 3, column 95: "link" ${why}`,
    expect.stringContaining('background-clip: text'),
  ]);
});

test('end tags without a start tag are named with their line when the template is saved', async () => {
  const saved = async (content: string): Promise<string[]> => {
    const code = `ends-${Bun.hash(content)}`;
    return warningsIn(await harness.send('POST', '/formatter-templates', { code, inputType: 'HTML', content }));
  };
  const cause = 'one is missing, or an end tag above is one too many';
  expect(await saved('<div><i>a</div></div>\n</section><p>b</p></p></h2>')).toEqual([
    `content: line 1, column 16: </div> has no start tag, so it is ignored: ${cause}`,
    `content: line 2, column 1: </section> has no start tag, so it is ignored: ${cause}`,
    `content: line 2, column 19: </p> has no start tag, so an empty paragraph stands there: ${cause}`,
    `content: line 2, column 23: </h2> has no start tag, so it is ignored: ${cause}`,
  ]);
  for (const content of [
    '<ul><li>a<li>b</ul><table><td>c</td></tr></tbody></table><h1>d</h2><svg viewBox="0 0 1 1"><g></g></svg></body></html>',
    '<style>p::before { content: "</p>" }</style><p title="</div>">a</p><!-- </div> -->',
    '{{#if a}}<div>{{/if}}a{{#if a}}</div>{{/if}}<h{{level}}>b</h{{level}}>',
    '{{#if a}}<div>b</div>{{else}}c</div>{{/if}}{{{html}}}</p>',
    '<table><tr><td>{{#eq a "x"}}A</td>{{/eq}}{{#eq a "y"}}B</td>{{/eq}}</tr></table>',
  ])
    expect((await saved(content)).filter((warning) => warning.includes('start tag'))).toEqual([]);
});

test('an end tag that only the data or a condition leaves alone is named in the document', async () => {
  const content = '<div>{{{html}}}</div>{{#if more}}<p>a</p>{{else}}</section>{{/if}}';
  expect(await warningsOf(content, { html: 'b', more: true })).toEqual([]);
  expect(await warningsOf(content, { html: 'b</div>' })).toEqual([
    'content: </div> has no start tag, so it is ignored: one is missing, or an end tag above is one too many',
    'content: </section> has no start tag, so it is ignored: one is missing, or an end tag above is one too many',
  ]);
});

test('text that the data has written in part has the line of its template', async () => {
  const white = 'style="color: #fff"';
  const content = `<p>Dear {{name}}</p>
<p ${white}>Dear {{name}}, your invoice {{ no }} is due</p>
<p ${white}>{{no}} items in {{{name}}}</p><p ${white}>Sum: {{no}} of ${'more words than a line has '.repeat(9)}</p>
<p ${white}>{{name}}</p>
<p>{{no}} to</p><p ${white}>{{{words}}}</p>`;
  const found = await warningsOf(content, { name: 'Jana', no: 7, words: 'Total to be paid' });
  expect(found.map((warning) => warning.replace(/ (?:on page|with).*/, ''))).toEqual([
    'content: line 2, column 24: "Dear Jana, your invoice 7 is due"',
    'content: line 3, column 24: "7 items in Jana"',
    'content: line 3, column 77: "Sum: 7 of more words than a line has mor\\u2026",',
    'content: "Jana"',
    'content: "Total to be paid"',
  ]);
});
