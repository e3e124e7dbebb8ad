import { afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import pino from 'pino';
import { makeRenderer } from '../../../drivers/rendering/renderer.ts';
import { makeSandbox } from '../../../drivers/sandbox/sandbox.ts';
import { stopAfterFile } from '../../helpers/bootstrap.ts';
import { makeDocumentHarnessForFile } from '../../helpers/documentHarness.ts';

setDefaultTimeout(120_000);

/** Attacks of callers and templates through the API: each ends with a clear 400 or a correct document. */

const log = pino({ level: 'silent' });
const sandbox = makeSandbox({ log, size: 1 });
const renderer = makeRenderer({ log, sandbox, size: 1, templateMs: 1_500, layoutMs: 15_000, maxRssMb: 450 });
let requests = 0;
const outside = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response(String(++requests)) });
const host = `127.0.0.1:${outside.port}`;
for (const stop of [() => outside.stop(true), () => sandbox.stop(), () => renderer.stop()]) stopAfterFile(stop);
const harness = await makeDocumentHarnessForFile(16 * 1024 * 1024);
await renderer.start();
const worker = await harness.worker(renderer);
stopAfterFile(() => worker.stop());

const errorsOf = async (answer: Response): Promise<string[]> => ((await answer.json()) as { errors: string[] }).errors;
const generate = (code: string, format: string, data: unknown): Promise<Response> =>
  harness.send('POST', `/documents/generate/${code}/${format}`, data);
/** Returns the document, or the status and the problem of a failed one. */
async function made(content: string, data: unknown = {}, format = 'html', members: object = {}): Promise<string> {
  const answer = await generate(await harness.template(content, members), format, data);
  return answer.ok ? ((await answer.json()) as string) : `${answer.status} ${(await errorsOf(answer)).join('; ')}`;
}
const save = (members: object): Promise<Response> =>
  harness.send('POST', '/formatter-templates', { code: crypto.randomUUID(), inputType: 'HTML', ...members });

afterEach(async () => {
  expect(await made('<p>{{a}}</p>', { a: 'served' })).toContain('<p>served</p>');
  expect(requests).toBe(0);
});

describe('a template that accesses more than its data', () => {
  test('is rejected at its calls, with the place', async () => {
    for (const [content, place] of [
      ['a\n {{constructor.constructor "return process"}}', 'line 2, column 2'],
      ['{{#with (constructor "x")}}{{/with}}', 'line 1, column 9'],
      ['{{__defineGetter__ "a" "b"}}', 'line 1, column 1'],
      ['{{> (lookup . "a")}}', 'line 1, column 1'],
    ] as const) {
      const answer = await save({ content });
      expect([answer.status, (await errorsOf(answer))[0]?.slice(0, 9 + place.length)]).toEqual([
        400,
        `content: ${place}`,
      ]);
    }
  });

  test('finds no members of prototypes', async () => {
    const tricks = [
      '{{__proto__}}|{{constructor}}|{{toString}}|{{a.__proto__.polluted}}|{{lookup (lookup this "constructor") "name"}}',
      '{{#with (lookup this "__proto__")}}{{toString}}{{/with}}|{{@root.constructor}}|{{#each __proto__}}x{{/each}}',
    ];
    const data = '{"a":[],"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}}}';
    const text = await made(`<p>${tricks.join('|')}</p>`, data);
    expect(text).not.toMatch(/native code|function|process|yes/);
    expect(await made('<p>[{{polluted}}]</p>', {})).toContain('<p>[]</p>');
  });

  test('reads no file outside templates/', async () => {
    for (const content of ['../package.json', '/etc/passwd', 'file:///etc/passwd', '..%2fmain.ts', 'documents/../../x'])
      expect((await errorsOf(await save({ inputType: 'FILE', content })))[0]).toStartWith('content: no template under');
  });
});

test('references of a document are neither fetched nor read', async () => {
  const svg = (inner: string): string => `data:image/svg+xml;base64,${btoa(`<svg xmlns="x">${inner}</svg>`)}`;
  const html = `<style>@import "http://${host}/a.css"; @font-face { font-family: x; src: url(http://${host}/f) }
    p { background: url(//${host}/b.png) }</style>
    <p style="background-image: url('http://${host}/c.png')">text</p>
    <img src="http://${host}/d.png"><img src="//${host}/e.png"><img src="FILE:///etc/passwd"><img src="file:/etc/passwd">
    <img src="../package.json"><img src="{{source}}"><img srcset="http://${host}/g.png 2x">
    <img src="${svg(`<image href="http://${host}/h.png"/>`)}"><img src="${svg(`<use href="//${host}/i.svg#a"/>`)}">
    <link rel="stylesheet" href="http://${host}/j.css"><object data="http://${host}/k"></object>{{{raw}}}`;
  const data = { source: `http://${host}/l.png`, raw: `<iframe src="http://${host}/m"></iframe><script>x</script>` };
  const text = await made(html, data);
  expect(text).toContain('text');
  expect(text).not.toMatch(/127\.0\.0\.1|etc\/passwd|@import|<script/);
  expect(
    Buffer.from(await made(html, data, 'pdf'), 'base64')
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
});

describe('data', () => {
  test('of every script and sign are preserved', async () => {
    const text = 'שלום \u202eעולם\u202c مرحبا 👩‍👩‍👧 🇨🇿 ﷽ Ǆ ﬁ';
    expect(await made('<p>{{text}}</p>', { text })).toContain(`<p>${text}</p>`);
    expect(Buffer.from(await made('<p>{{text}}</p>', { text }, 'pdf'), 'base64').length).toBeGreaterThan(1_000);
  });

  test('that no text can contain are a 400 with their place', async () => {
    const answer = await generate(await harness.template('x'), 'html', '{"a":{"b":["\\u0000"]},"c":"\\udc00"}');
    expect([answer.status, await errorsOf(answer)]).toEqual([
      400,
      ['a.b[0]: must not contain the character NUL', 'c: must not contain half of a surrogate pair'],
    ]);
  });

  test('of gradients with thousands of brackets, stops and layers are rendered', async () => {
    const stops = Array.from({ length: 20_000 }, (_, i) => `#${(i % 256).toString(16).padStart(2, '0')}f ${i / 200}%`);
    const backgrounds = [
      `${'linear-gradient('.repeat(20_000)}red${')'.repeat(20_000)}`,
      `linear-gradient(${stops.join()})`,
      Array.from({ length: 5_000 }, () => 'repeating-radial-gradient(red 0 1px, blue 2px)').join(),
    ];
    for (const background of backgrounds) {
      const code = await harness.template(`<style>p { background: ${background} }</style>${'<p>text'.repeat(100)}`, {});
      expect((await generate(code, 'pdf', {})).status).toBe(200);
    }
  });

  test('of 1,000,000 elements are rendered, or end at a limit', async () => {
    const list = Array.from({ length: 1_000_000 }, () => 1);
    const text = await made('{{#each list}}{{this}}{{/each}}', { list }, 'txt', { documentType: 'SOURCE' });
    expect(text.startsWith('400') ? text : text.length).toSatisfy(
      (one: string | number) => one === 1_000_000 || /longer than its limit|more memory/.test(String(one)),
    );
  });
});

describe('a template that ends its process', () => {
  test('by time', async () => {
    const loops = '{{#each a}}{{#each ../a}}{{#each ../../a}}{{/each}}{{/each}}{{/each}}';
    expect(await made(loops, { a: Array.from({ length: 20_000 }, () => 1) })).toBe(
      '400 content: the template took longer than its limit of 1.5 s: loop over less data, or divide it into several documents',
    );
  });

  test('by memory', async () => {
    const content = '{{#each a}}<p>a <b>b</b> <i>c</i></p>{{/each}}';
    expect(await made(content, { a: Array.from({ length: 300_000 }, () => 1) })).toMatch(
      /^400 content: the (?:template|document) (?:needs more memory|took longer)/,
    );
  });
});
