import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { BrowserUnavailable } from '../../../domain/ports/rendering.ts';
import { plainRenderer } from '../../helpers/plainRenderer.ts';
import { poll } from '../../helpers/waits/poll.ts';
import { errorsOf, generate, harness, jobOf, start, startDocumentsForFile } from './singleHarness.ts';

setDefaultTimeout(90_000);
await startDocumentsForFile();

describe('a document', () => {
  test('is returned as a string: text unchanged, other formats as base64', async () => {
    await start();
    const code = await harness.template('obsah ž');
    const text = await generate(code, 'html', { b: 'příliš 👋', '1': [] });
    expect([text.status, await text.json()]).toEqual([200, 'html obsah ž {"1":[],"b":"příliš 👋"}']);
    const pdf = (await (await generate(code, 'pdf', { a: 1 })).json()) as string;
    expect(Buffer.from(pdf, 'base64').toString()).toBe('pdf obsah ž {"a":1}');
  });

  test('is returned as bytes with a file name if Accept names its media type', async () => {
    await start();
    const code = 'faktura č. 1/"a"';
    await harness.send('POST', '/formatter-templates', { code, inputType: 'HTML', content: 'x' });
    const read = async (format: string, accept: string): Promise<unknown[]> => {
      const answer = await generate(code, format, {}, { headers: { accept } });
      return [answer.headers.get('content-type'), await answer.text(), answer.headers.get('content-disposition')];
    };
    const json = ['application/json', `"${Buffer.from('pdf x {}').toString('base64')}"`, null];
    expect(await read('pdf', 'application/pdf')).toEqual([
      'application/pdf',
      'pdf x {}',
      `attachment; filename="faktura c. 1__a_.pdf"; filename*=UTF-8''faktura%20%C4%8D.%201__a_.pdf`,
    ]);
    expect((await read('text%2Fhtml', 'application/json;q=0.5, Text/HTML'))[0]).toBe('text/html; charset=utf-8');
    for (const accept of [
      '*/*',
      'application/*',
      'text/html',
      'application/pdf;q=0',
      'application/pdf;q=0.1, application/json',
    ])
      expect([accept, ...(await read('pdf', accept))]).toEqual([accept, ...json]);
  });

  test('accepts its format by name or media type, in upper or lower case', async () => {
    await start();
    const code = await harness.template('x');
    for (const format of ['html', 'HTML', 'text%2Fhtml', 'TEXT%2Fhtml'])
      expect(await (await generate(code, format)).json()).toBe('html x {}');
    const formats = (await (await harness.send('GET', '/documents/formats')).json()) as { name: string }[];
    expect(formats).toContainEqual({ name: 'pdf', mediaType: 'application/pdf', text: false } as never);
    const unknown = await generate(code, 'tiff');
    expect([unknown.status, await errorsOf(unknown)]).toEqual([
      400,
      [`format: must be one of ${formats.map(({ name }) => name).join(', ')}, or the media type of one, not "tiff"`],
    ]);
  });

  test('of an unknown template or with invalid data is a 400 with all problems', async () => {
    const code = await harness.template('x');
    const { status } = await generate('nothing', 'html', []);
    expect(status).toBe(400);
    const [unknown, data] = await errorsOf(await generate('nothing', 'html', []));
    expect(unknown).toStartWith('documentTemplateCode: no FormatterTemplate has the code "nothing"; the codes are ');
    expect([unknown?.includes(code), data]).toEqual([true, 'body: must be an object, not an array']);
    const large = await generate(code, 'html', { a: '\u0000', b: '\ud800' });
    expect(await errorsOf(large)).toEqual([
      'a: must not contain the character NUL',
      'b: must not contain half of a surrogate pair',
    ]);
  });

  test('that its template cannot render is a 400 with line and column', async () => {
    await start();
    const code = await harness.template('x');
    const answer = await generate(code, 'pdf', { problem: 'no such helper' });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({
        message: `The template "${code}" could not be rendered.`,
        errors: ['content: line 3, column 7: no such helper'],
      }),
    ]);
  });

  test('is rendered from the template as of the request', async () => {
    const [changed, deleted] = [await harness.template('first'), await harness.template('first')];
    const waiting = [generate(changed, 'html'), generate(deleted, 'html')];
    await poll('both to be queued', async () => {
      const [row] = await harness.database.sql<{ n: number }[]>`
        select count(*)::int as n from pgboss.job where name = 'document.render' and state = 'created'`;
      return row?.n === 2;
    });
    await harness.send('PATCH', `/formatter-templates/${changed}`, { content: 'second' });
    await harness.send('DELETE', `/formatter-templates/${deleted}`);
    await start();
    expect(await Promise.all(waiting.map(async (one) => (await one).json()))).toEqual([
      'html first {}',
      'html first {}',
    ]);
    expect(await (await generate(changed, 'html')).json()).toBe('html second {}');
  });

  test('may be large, up to its limit', async () => {
    let size = 20 * 1024 * 1024;
    await start(plainRenderer(async () => ({ content: new Uint8Array(size).fill(7) })));
    const code = await harness.template('x');
    const bytes = new Uint8Array(
      await (await generate(code, 'pdf', {}, { headers: { accept: 'application/pdf' } })).arrayBuffer(),
    );
    expect([bytes.length, bytes.every((byte) => byte === 7)]).toEqual([size, true]);
    size = 65 * 1024 * 1024;
    expect(await errorsOf(await generate(code, 'pdf'))).toEqual(['content: makes a document larger than 64 MB']);
  });

  test('deletes its result after the response', async () => {
    await start();
    const code = await harness.template('x');
    await Promise.all(Array.from({ length: 30 }, (_, n) => generate(code, 'html', { n })));
    await poll(
      'the results to be deleted',
      async () => (await harness.database.sql`select from job_result`).length === 0,
    );
  });

  test('fails after three faults of the renderer', async () => {
    let attempts = 0;
    await start(
      plainRenderer(async () => {
        attempts++;
        throw new Error('no renderer');
      }),
    );
    const answer = await generate(await harness.template('x'), 'html');
    expect([answer.status, ((await answer.json()) as { message: string }).message, attempts]).toEqual([
      500,
      'The document could not be made: no renderer.',
      3,
    ]);
  });
});

describe('a document that is slower than its caller waits', () => {
  test('is a 500 with the id of its job, is rendered later, and can be fetched by the job', async () => {
    const code = await harness.template('x');
    const answer = await generate(code, 'pdf', { a: 1 }, { to: harness.hasty });
    const { message } = (await answer.json()) as { message: string };
    expect([answer.status, message]).toEqual([500, expect.stringContaining('has no result after 1 s')]);
    const path = `/documents/results/${jobOf(message)}`;
    const page = async (): Promise<unknown> => (await harness.send('GET', path)).json();
    expect(await page()).toMatchObject({ totalElements: 1, content: [{ documentId: code }] });
    expect((await harness.send('GET', `${path}/archive`)).status).toBe(400);
    await start();
    await poll('it to be rendered', async () => ((await page()) as { content: { data?: string }[] }).content[0]?.data);
    const data = Buffer.from('pdf x {"a":1}').toString('base64');
    expect(await page()).toMatchObject({ totalElements: 1, totalPages: 1, content: [{ documentId: code, data }] });
    const zip = await harness.send('GET', `${path}/archive`);
    expect(zip.headers.get('content-type')).toBe('application/zip');
    expect(await zip.text()).toContain(`${code}.pdf`);
  });

  test('has the reason of its last attempt in the 500, while the browser is unavailable', async () => {
    const unavailable = new BrowserUnavailable('the Gotenberg of GOTENBERG_URL cannot be reached: no answer');
    await start(plainRenderer(() => Promise.reject(unavailable)));
    const answer = await generate(await harness.template('x'), 'pdf', {}, { to: harness.hasty });
    expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([
      500,
      expect.stringMatching(
        /document\.render\. Its last attempt: the Gotenberg of GOTENBERG_URL cannot be reached: no answer\.$/,
      ),
    ]);
  });

  test('reports its problem by the job too', async () => {
    const answer = await generate(await harness.template('x'), 'pdf', { problem: 'bad' }, { to: harness.hasty });
    const path = `/documents/results/${jobOf(((await answer.json()) as { message: string }).message)}`;
    await start();
    const status = await poll('it to fail', async () => {
      const { status } = await harness.send('GET', path);
      return status === 200 ? undefined : status;
    });
    expect([status, await errorsOf(await harness.send('GET', path))]).toEqual([
      400,
      ['content: line 3, column 7: bad'],
    ]);
  });

  const requests: Record<string, (signal: AbortSignal) => Promise<Response>> = {
    'is not rendered': async (signal) => generate(await harness.template('x'), 'pdf', {}, { signal }),
    'that is a PDF preview is not rendered': (signal) => {
      const headers = { accept: 'application/pdf' };
      return harness.send('POST', '/formatter-templates/preview', { data: {}, content: 'x' }, { headers, signal });
    },
  };
  for (const [what, request] of Object.entries(requests))
    test(`${what} if its caller has disconnected`, async () => {
      const abort = new AbortController();
      const waiting = request(abort.signal);
      const job = await poll('the job to be queued', async () => {
        const [row] = await harness.database.sql<{ id: string }[]>`
        select id from pgboss.job where name = 'document.render' and state = 'created'`;
        return row?.id;
      });
      abort.abort();
      await waiting.catch(() => {});
      await poll(
        'the request to be abandoned',
        async () => (await harness.database.sql`select from job_result where id = ${job}`).length === 1,
      );
      const renderer = plainRenderer();
      await start(renderer);
      await poll(
        'the job to be completed',
        async () =>
          (await harness.database.sql`select from pgboss.job where id = ${job} and state = 'completed'`).length,
      );
      expect(renderer.seen).toEqual([]);
      expect((await harness.send('GET', `/documents/results/${job}`)).status).toBe(404);
    });
});
