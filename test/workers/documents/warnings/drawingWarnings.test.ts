import { expect, setDefaultTimeout, test } from 'bun:test';
import { problemsOf } from '../../../helpers/pages/htmlProblems.ts';
import { generate, harness, startRenderingForFile } from '../singleHarness.ts';

setDefaultTimeout(90_000);
await startRenderingForFile(1, { convert: async () => Buffer.from('converted') });

let saved = 0;

/** Returns the warnings of a save. */
async function warningsOf(content: string, documentType = 'PDF'): Promise<string[]> {
  const template = { code: `drawing-${++saved}`, inputType: 'HTML', documentType, content };
  const written = await harness.send('POST', '/formatter-templates', template);
  expect(written.status).toBe(200);
  return written.headers.get('x-warnings')?.split('; ') ?? [];
}

const drawing = `<svg viewBox="0 0 10 10" inkscape:label="a">
<svg><rect width="1" height="1"/></svg><a xlink:href="https://example.com/"><text>a</text></a>
<g onclick="go()"><foreignObject><p>b</p></foreignObject></g><image href="logo.png"/>
<rect fill="url(other.svg#a)"/><rect fill="url(#a)"/><animate attributeName="x" to="1"/><script>go()</script>
</svg>`;

test('what is removed from a drawing is a warning with its line', async () => {
  expect(await warningsOf(`<p>a</p>\n${drawing}\n<p>b</p>`)).toEqual([
    'content: line 3, column 55: in an <svg>, xlink:href of <a> is removed, because a drawing has no links',
    'content: line 4, column 13: in an <svg>, onclick of <g> is removed, because scripts do not run',
    'content: line 4, column 75: in an <svg>, href of <image> is removed, because Waybill fetches nothing',
    'content: line 5, column 13: in an <svg>, fill of <rect> is removed, because Waybill fetches nothing',
    'content: line 5, column 54: in an <svg>, <animate> is removed, because a document does not move',
    'content: line 5, column 89: in an <svg>, <script> is removed, because scripts do not run',
  ]);
});

test('what is removed from the file of a drawing is a warning at its image, and an export of a program has none', async () => {
  const source = (file: string): string => `data:image/svg+xml;base64,${btoa(file)}`;
  const [first = '', ...others] = await warningsOf(`<p>a</p>\n<img src="${source(drawing)}">`);
  expect(first).toMatch(
    /^content: line 2, column 1: in the image data:image\/svg.*, xlink:href of <a> is removed, because a drawing has no links$/,
  );
  expect(others).toHaveLength(5);
  const exported = `<?xml version="1.0" encoding="utf-8"?>
<!-- Generator: a program -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [<!ENTITY st0 "fill:#c00;">]>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:p="urn:p" p:export="C:\\\\logo.png" viewBox="0 0 10 10" style="enable-background:new 0 0 10 10;">
<style type="text/css"><![CDATA[.a { fill: #c00 }]]></style><rect class="a" style="&st0;" width="5" height="5"/></svg>`;
  expect(await warningsOf(`<img src="${source(exported)}">`)).toEqual([]);
});

test('HTML in a drawing is a warning where no layout draws it', async () => {
  const html = '<svg><foreignObject><p>b</p></foreignObject></svg>';
  const file = `data:image/svg+xml;base64,${btoa(html)}`;
  const content = `${html}<img alt="" src="${file}">`;
  const removed = '<foreignObject> is removed, because HTML within a drawing is not drawn: write <text>';
  const expected = [expect.stringContaining(`in an <svg>, ${removed}`), expect.stringContaining(`+xml;base64,`)];
  expect(await warningsOf(content, 'EMAIL')).toEqual(expected);
  expect(await warningsOf(content)).toEqual([]);
  for (const format of ['html', 'txt', 'docx']) {
    const answer = await generate(`drawing-${saved}`, `${format}?warnings=true`);
    expect(answer.headers.get('x-warnings')?.split('; ')).toEqual(expected);
  }
});

test('what is removed from the HTML in a drawing, or in the file of one, is a warning', async () => {
  const pixel = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7AA==';
  const html = `<p onclick="go()">b<!-- c --></p><script>go()</script><img src="logo.png"><img src="https://example.com/a.png"><img src="data:image/gif;base64,${pixel}"><img src="data:image/png;base64,iVBORw0KGgo=">`;
  const svg = `<svg><foreignObject width="9" data-a="><b onchange='go()'>">${html}</foreignObject></svg>`;
  const scripts = ['onclick of <p> is removed, because documents run no scripts', expect.stringContaining('<script>')];
  const unlike = (source: string, reason: string): string =>
    `the image ${source} is replaced by its alt text, because ${reason}`;

  const file = `data:image/svg+xml;base64,${btoa(svg)}`;
  const ofFile = 'the HTML in an SVG file has PNG and JPEG images as data URIs alone';
  const inFile = await warningsOf(`<img alt="" src="${file}">`);
  expect(inFile.map((one) => one.replace(/^.*?in the image \S+, /, ''))).toEqual([
    ...scripts,
    unlike('logo.png', ofFile),
    unlike('https://example.com/a.png', ofFile),
    expect.stringMatching(new RegExp(`^the image data:image/gif.* because ${ofFile}$`)),
  ]);

  const inPage = await warningsOf(`<p>a</p>\n${svg}`);
  expect(inPage.map((one) => one.replace('content: line 2, column 1: in an <svg>, ', ''))).toEqual([
    ...scripts,
    unlike('logo.png', 'it is neither an image under templates/ nor a data URI of one'),
    unlike('https://example.com/a.png', 'Waybill fetches nothing'),
  ]);
});

test('the HTML in a drawing has the mode of the page, and that of drawings in it is not inspected', () => {
  const box = (html: string): string => `<svg><foreignObject>${html}</foreignObject></svg>`;
  const page = box(`<p style="width: 9">{{a}}</p>${box('<p onclick="go()">b</p>')}<svg><rect onclick="go()"/></svg>`);
  const inner = 'in an <svg>, in an <svg>, onclick of <rect> is removed, because scripts do not run';
  expect(problemsOf(page)).toEqual([inner]);
  expect(problemsOf(`<!DOCTYPE html>${page}`)).toEqual([
    expect.stringMatching(/^in an <svg>, width: 9 of <p> .*a length needs a unit$/),
    inner,
  ]);
});

test('the HTML in a drawing with many labels has as many warnings at most as a page', () => {
  const labels = Array.from(
    { length: 300 },
    (_, number) => `<foreignObject><a href="file:${number}">a</a></foreignObject>`,
  );
  expect(problemsOf(`<p onclick="go()">a</p><svg>${labels.join('')}</svg>`)).toHaveLength(200);
});

test('entities that make a drawing too long are no memory of the api, and one with a line break after them is read', async () => {
  const bomb = `<!DOCTYPE svg [<!ENTITY a "${'a'.repeat(10_000)}">]><svg><text>${'&a;'.repeat(100_000)}</text></svg>`;
  const [problem = '', ...others] = await warningsOf(`<img src="data:image/svg+xml,${encodeURIComponent(bomb)}">`);
  expect(problem).toContain('is replaced by its alt text');
  expect(others).toEqual([]);
  const file = `<!DOCTYPE svg [<!ENTITY a "<script/>"><!ENTITY b "https://x">]>\n<svg><a href="&b;"/></svg>`;
  expect(await warningsOf(`<img src="data:image/svg+xml,${encodeURIComponent(file)}">`)).toEqual([
    expect.stringContaining('href of <a> is removed, because a drawing has no links'),
  ]);
});
