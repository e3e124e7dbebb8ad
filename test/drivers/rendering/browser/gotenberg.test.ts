import { afterEach, describe, expect, test } from 'bun:test';
import { isUnavailable } from '../../../../domain/runtime/retryWhileUnavailable.ts';
import { makeGotenberg } from '../../../../drivers/rendering/browser/gotenberg.ts';

/**
 * The driver of a Gotenberg against a server that speaks its documented interface; docs/pdf.md says how it was tried with
 * a real one.
 */

const PDF = '%PDF-1.7\n…';
const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

function gotenberg(
  answer: (request: Request) => Response | Promise<Response>,
  options: { size?: number; limitMs?: number } = {},
) {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: answer });
  const driver = makeGotenberg({ url: `http://127.0.0.1:${server.port}`, ...options });
  stops.push(
    () => driver.stop(),
    () => server.stop(true),
  );
  return { driver, server };
}

describe('a Gotenberg', () => {
  test('gets the page as index.html of a form, and its answer is the PDF', async () => {
    const seen: string[] = [];
    const { driver } = gotenberg(async (request) => {
      const form = await request.formData();
      const file = form.get('files');
      if (!(file instanceof File)) throw new Error('files is no file');
      const fields = [...form.keys()].sort().map((name) => `${name}=${name === 'files' ? file.name : form.get(name)}`);
      seen.push(`${request.method} ${new URL(request.url).pathname}`, ...fields, file.type, await file.text());
      return new Response(PDF, { headers: { 'content-type': 'application/pdf' } });
    });
    const pdf = await driver.print({ html: '<p>Příliš' });
    expect(Buffer.from(pdf).toString()).toBe(PDF);
    expect(seen).toEqual([
      'POST /forms/chromium/convert/html',
      'files=index.html',
      'generateDocumentOutline=true',
      'generateTaggedPdf=true',
      'preferCssPageSize=true',
      'printBackground=true',
      expect.stringMatching(/^text\/html/),
      '<p>Příliš',
    ]);
  });

  test('with basic authentication gets user and password of the URL', async () => {
    const seen: (string | null)[] = [];
    const server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: (request) => {
        seen.push(new URL(request.url).pathname, request.headers.get('authorization'));
        return new Response(PDF);
      },
    });
    const driver = makeGotenberg({ url: `http://wb:p%40ss@127.0.0.1:${server.port}/pdf` });
    stops.push(
      () => driver.stop(),
      () => server.stop(true),
    );
    await driver.print({ html: 'x' });
    expect(seen).toEqual(['/pdf/forms/chromium/convert/html', `Basic ${btoa('wb:p@ss')}`]);
  });

  test('that refuses a document has its message shown; other statuses are errors of the Gotenberg', async () => {
    const statuses = [400, 401, 404, 409, 413, 429, 500, 503];
    const refused: number[] = [];
    for (const status of statuses) {
      const { driver } = gotenberg(() => new Response(`reason ${'x'.repeat(400)}`, { status }));
      const error = await driver.print({ html: 'x' }).catch((failure: Error) => failure);
      if (!(error instanceof Error)) throw new Error(`${status} is no error`);
      if (error.name === 'ConversionRefused') refused.push(status);
      expect(error.message).toContain('reason xxx');
      expect(error.message.length).toBeLessThan(400);
    }
    expect(refused).toEqual([400, 409, 413]);
  });

  test('that cannot be reached or is busy is unavailable; one that ends during a document has failed at it', async () => {
    const errorOf = (driver: { print(page: { html: string }): Promise<Uint8Array> }) =>
      driver.print({ html: 'x' }).then(
        () => new Error('it has printed'),
        (error: Error) => error,
      );
    const { driver, server } = gotenberg(() => new Response(PDF));
    await server.stop(true);
    const down = await errorOf(driver);
    expect([isUnavailable(down), down.message]).toEqual([
      true,
      'the Gotenberg of GOTENBERG_URL cannot be reached: ECONNREFUSED',
    ]);
    const { driver: busy } = gotenberg(() => new Response('The request queue is full.', { status: 429 }));
    const refusal = await errorOf(busy);
    expect([isUnavailable(refusal), refusal.message]).toEqual([true, expect.stringContaining('queue is full')]);
    const { driver: killed, server: dying } = gotenberg(() => dying.stop(true).then(() => new Response(PDF)));
    const death = await errorOf(killed);
    expect([isUnavailable(death), death.message]).toEqual([false, expect.stringContaining('ended the connection')]);
  });

  test('that answers with something else than a PDF, with a redirect or with nothing is an error', async () => {
    const elsewhere: string[] = [];
    using other = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: (request) => {
        elsewhere.push(request.url);
        return new Response(PDF);
      },
    });
    const location = `http://127.0.0.1:${other.port}/`;
    const cases: [Response, string][] = [
      [new Response('<html>login'), 'no PDF'],
      [new Response(''), 'no PDF'],
      [new Response(null, { status: 307, headers: { location } }), 'status 307'],
    ];
    for (const [answer, message] of cases)
      await expect(gotenberg(() => answer).driver.print({ html: 'x' })).rejects.toThrow(message);
    expect(elsewhere).toEqual([]);
    const { driver, server } = gotenberg(() => new Response(PDF));
    await server.stop(true);
    await expect(driver.print({ html: 'x' })).rejects.toThrow();
  });

  test('that does not answer in time is an error, and one that is stopped or whose caller has gone is left', async () => {
    const never = () => new Promise<Response>(() => {});
    await expect(gotenberg(never, { limitMs: 100 }).driver.print({ html: 'x' })).rejects.toThrow('within 0.1 s');
    const controller = new AbortController();
    const aborted = gotenberg(never).driver.print({ html: 'x' }, controller.signal);
    controller.abort(new Error('the caller has gone'));
    await expect(aborted).rejects.toThrow('the caller has gone');
    const { driver } = gotenberg(never);
    const left = driver.print({ html: 'x' });
    await driver.stop();
    await expect(left).rejects.toThrow('the browser was stopped');
  });

  test('gets at most BROWSER_PAGES requests at a time', async () => {
    const open: (() => void)[] = [];
    const arrived = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { driver } = gotenberg(
      () =>
        new Promise<Response>((resolve) => {
          arrived[open.length]?.resolve();
          open.push(() => resolve(new Response(PDF)));
        }),
      { size: 2 },
    );
    const printing = [1, 2, 3].map(() => driver.print({ html: 'x' }));
    await Promise.all([arrived[0]?.promise, arrived[1]?.promise]);
    expect(open.length).toBe(2);
    open[0]?.();
    await arrived[2]?.promise;
    open[1]?.();
    open[2]?.();
    expect((await Promise.all(printing)).length).toBe(3);
  });

  test('does not make a page as long as its content', async () => {
    const { driver } = gotenberg(() => new Response(PDF));
    const onePage = { width: 794, sides: 136, ends: 136 };
    await expect(driver.print({ html: 'x', onePage })).rejects.toThrow('choose another documentSize than AUTO');
  });
});
