import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { checkTemplate } from '../../../domain/documents/templates/checkTemplate.ts';
import { templatesFolder } from '../../../domain/documents/templates/templateFiles.ts';
import { makeRenderer } from '../../../drivers/rendering/renderer.ts';
import { poll } from '../../helpers/waits/poll.ts';
import { TestRenderer } from './testRenderer.ts';

setDefaultTimeout(60_000);

const bench = new TestRenderer();
const { log, render, sandbox, text } = bench;

beforeAll(() => bench.start());
afterAll(() => bench.stop());

/** Templates and documents that harm their process, after which the next document is rendered. */
async function servesTheNext(): Promise<void> {
  expect(await text('{{a}}', { a: 'served' })).toBe('served');
}

describe('the next document is served after', () => {
  const list = (length: number): object => ({ a: Array.from({ length }, () => 1) });
  /** Loops over a list of thousands that take minutes on any machine and write nothing. */
  const loops = '{{#each a}}{{#each @root.a}}{{#if (join @root.a)}}{{/if}}{{/each}}{{/each}}';

  test('a loop that takes too long', async () => {
    expect(await render(loops, list(2_000), { format: 'text' })).toEqual({
      problem:
        'the template took longer than its limit of 4 s: loop over less data, or divide it into several documents',
    });
    await servesTheNext();
  });

  test('loops that write too much', async () => {
    const loops = `{{#each a}}{{#each ../a}}${'x'.repeat(1_000)}{{/each}}{{/each}}`;
    expect(await render(loops, list(2_000), { format: 'text' })).toMatchObject({
      problem: expect.stringMatching(/each: writes more than 32 MB|needs more memory/),
      line: 1,
    });
    await servesTheNext();
  });

  test('a loop over 1,000,000 elements', async () => {
    const outcome = await render('{{#each a}}{{this}}{{/each}}', list(1_000_000), { format: 'text' });
    if ('problem' in outcome) expect(outcome.problem).toMatch(/longer than its limit|more memory/);
    else expect(outcome.content.length).toBe(1_000_000);
    await servesTheNext();
  });

  test('10 MB of HTML', async () => {
    const outcome = await render('{{{html}}}', { html: `<p>${'word '.repeat(2_000_000)}</p>` });
    if ('problem' in outcome) expect(outcome.problem).toMatch(/longer than its limit|more memory/);
    else expect(outcome.content.length).toBeGreaterThan(10_000_000);
    await servesTheNext();
  });

  test('a failure among several documents that are rendered together, the others succeed', async () => {
    const works = Array.from({ length: 30 }, (_, at) =>
      at === 11 ? text(loops, list(2_000)) : text('{{a}}', { a: at }),
    );
    const answers = await Promise.all(works);
    expect(answers[11]).toContain('problem: the template');
    expect(answers.filter((_, at) => at !== 11)).toEqual([...Array(30).keys()].filter((at) => at !== 11).map(String));
  });

  test('a document that needs too much memory', async () => {
    const outcome = await render('{{{html}}}', { html: '<p>a <b>b</b> <i>c</i></p>'.repeat(500_000) });
    expect(outcome).toEqual({
      problem:
        'the document needs more memory than its limit of 600 MB: divide it into several documents, or simplify its layout and its images',
    });
    await servesTheNext();
  });

  test('an SVG that crashes its renderer, and those in the same process are drawn', async () => {
    const svg = (content: string): string =>
      `<img alt="none" src="data:image/svg+xml;base64,${Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">${content}</svg>`).toString('base64')}">`;
    const clipPaths = Array.from(
      { length: 5_000 },
      (_, at) => `<clipPath id="c${at}"><rect width="9" height="9" clip-path="url(#c${at + 1})"/></clipPath>`,
    );
    const filtered = svg('<rect width="9" height="9" fill="red" filter="blur(1px)"/>');
    const pictureOf = async (html: string): Promise<object | string> => {
      const outcome = await render(html, {}, { format: 'pdf' });
      return 'problem' in outcome ? outcome : Buffer.from(outcome.content).toString('latin1');
    };
    // A drawing that is damaged is replaced by its alternative text.
    expect(await pictureOf(svg(`${clipPaths.join('')}<rect width="9" height="9" clip-path="url(#c0)"/>`))).toMatch(
      /\/Font/,
    );
    for (let time = 0; time < 3; time++) expect(await pictureOf(filtered)).not.toMatch(/\/FontFile/);
  });

  test('5,000 tables within each other', async () => {
    expect(await render('<table><tr><td>'.repeat(5_000), {}, { format: 'pdf' })).toEqual({
      problem: 'the document has elements nested more than 400 deep',
    });
    const nested = await render('<table><tr><td>x'.repeat(90), {}, { format: 'pdf' });
    expect('content' in nested || nested.problem).toBe(true);
    await servesTheNext();
  });

  test('partials that double their output', async () => {
    const names = Array.from({ length: 60 }, (_, at) => `n${at}`);
    const parts = names.map(
      (name, at) => `{{#*inline "${name}"}}${at ? `{{> n${at - 1}}}`.repeat(2) : 'xxxx'}{{/inline}}`,
    );
    const outcome = await render(`${parts.join('')}{{> n59}}`, {}, { format: 'text' });
    expect(outcome).toMatchObject({ problem: expect.stringMatching(/longer than its limit|memory|writes more/) });
    await servesTheNext();
  });

  test('kill -9 of its process, after which it is rendered all the same', async () => {
    const before = await processes();
    const outcome = render('{{#each a}}{{#each ../a}}{{/each}}{{/each}}done', list(400), { format: 'text' });
    process.kill(before[0] as number, 'SIGKILL');
    expect(Buffer.from(((await outcome) as { content: Uint8Array }).content).toString()).toBe('done');
    await poll('another process', async () => (await processes()).some((pid) => !before.includes(pid)));
    await servesTheNext();
  });

  test('a caller that aborts', async () => {
    const abort = new AbortController();
    const outcome = render(loops, list(2_000), { format: 'text', signal: abort.signal });
    abort.abort(new Error('aborted'));
    expect(await outcome.catch((error: Error) => error.message)).toBe('aborted');
    await servesTheNext();
  });
});

test('a process starts when there is work for it', async () => {
  const own = makeRenderer({ log, sandbox, size: 1 });
  const others = await processes();
  await own.start();
  expect(await processes()).toEqual(others);
  await own.stop();
});

test('a document whose process gets no processor time is no error of its template, and can be retried', async () => {
  const before = await processes();
  const own = makeRenderer({ log, sandbox, size: 1, templateMs: 100 });
  const template = { code: 'slow', inputType: 'HTML', documentType: 'PDF', documentSize: 'A4' } as const;
  const renders = (content: string) =>
    own.render({ template: { ...template, key: content, content }, data: '{}', format: 'text' });
  expect(await renders('warm')).toMatchObject({ content: expect.anything() });
  const [pid = 0] = (await processes()).filter((one) => !before.includes(one));
  process.kill(pid, 'SIGSTOP');
  const failure = await renders('stopped').catch((error: Error) => error.message);
  expect(failure).toBe('the machine gave the renderer too little processor time for its work');
  expect(await renders('next')).toMatchObject({ content: expect.anything() });
  await own.stop();
});

test('a process does not inherit the environment of its worker', async () => {
  await servesTheNext();
  const [pid] = await processes();
  const environment = await Bun.file(`/proc/${pid}/environ`).text();
  expect(environment.split('\0').filter((one) => /^(?:DATABASE_URL|HOME|PATH|SMTP)/.test(one))).toEqual([]);
});

test('the shipped partials and layouts are valid', async () => {
  const own = makeRenderer({ log, sandbox, size: 1 });
  const content = '{{#> letterhead title="Offer"}}{{> salutation}}<p>{{price}}</p>{{/letterhead}}';
  expect(checkTemplate('HTML', content)).toBeUndefined();
  const data = { locale: 'cs', company: { name: 'ACME', address: 'A\nB' }, recipient: { name: 'Jana' }, price: 1 };
  const template = {
    key: 'k',
    code: 'k',
    inputType: 'HTML',
    documentType: 'PDF',
    documentSize: 'A4',
    content,
  } as const;
  const outcome = await own.render({ template, data: JSON.stringify(data), format: 'html' });
  const html = 'problem' in outcome ? outcome.problem : Buffer.from(outcome.content).toString();
  expect(html).toContain('<p>Dobrý den, Jana,</p>');
  expect(html).toContain('Strana <span data-page-number=""></span> z <span data-page-count=""></span>');
  expect(html).toContain('A<br>B');
  expect(await Bun.file(join(templatesFolder, 'partials/footer.hbs')).exists()).toBe(true);
  await own.stop();
});

async function processes(): Promise<number[]> {
  const listed = Bun.spawn(['ps', '-o', 'pid=,args=', '--ppid', String(process.pid)]);
  const lines = (await new Response(listed.stdout).text()).split('\n');
  return lines.filter((line) => line.includes('renderProcess')).map((line) => Number.parseInt(line, 10));
}
