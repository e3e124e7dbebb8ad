import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { retention } from '../../../workers/handlers/retention.ts';
import type { WorkContext } from '../../../workers/runtime/handler.ts';
import { plainRenderer } from '../../helpers/plainRenderer.ts';
import {
  accepted,
  ended,
  errorsOf,
  generateMany,
  harness,
  type Item,
  itemsOf,
  jobOf,
  pageOf,
  type Result,
  start,
  startBulkDocumentsForFile,
} from './bulkHarness.ts';
import { unzipped } from './unzipped.ts';

setDefaultTimeout(90_000);
await startBulkDocumentsForFile();

describe('many documents', () => {
  test('are returned in the order of their items, whichever ends first', async () => {
    await start(plainRenderer(() => pause(Math.random() * 4)));
    await start(plainRenderer(() => pause(Math.random() * 4)));
    const code = await harness.template('T');
    const answer = await generateMany(itemsOf(code, 130));
    expect([answer.status, await answer.json()]).toEqual([
      200,
      Array.from({ length: 130 }, (_, n) => ({ documentId: `d${n}`, templateVersion: 1, data: `html T {"n":${n}}` })),
    ]);
    const job = await jobOf(answer.headers.get('x-job-id') ?? '');
    expect([job.status, job.jobSteps.flatMap(({ chunk }) => chunk).length]).toEqual(['COMPLETED', 130]);
    expect(await (await generateMany([])).json()).toEqual([]);
  });

  test('are made once with an Idempotency-Key, and a repetition gets the same results', async () => {
    await start();
    const items = itemsOf(await harness.template('T'), 3);
    const init = { headers: { 'idempotency-key': crypto.randomUUID() } };
    const answers = [await generateMany(items, 'html', '', init), await generateMany(items, 'html', '', init)];
    expect(answers.map(({ status, headers }) => [status, headers.get('idempotency-replayed')])).toEqual([
      [200, null],
      [200, 'true'],
    ]);
    expect(new Set(answers.map(({ headers }) => headers.get('x-job-id'))).size).toBe(1);
    const [first, second] = await Promise.all(answers.map((answer) => answer.text()));
    expect(second).toBe(first ?? '');
    expect(JSON.parse(first ?? '')).toHaveLength(3);
  });

  test('that are not text are base64', async () => {
    await start();
    const [result] = (await (await generateMany(itemsOf(await harness.template('T'), 1), 'pdf')).json()) as Result[];
    expect(Buffer.from(result?.data ?? '', 'base64').toString()).toBe('pdf T {"n":0}');
  });

  test('are fetched page by page, and as one archive', async () => {
    await start();
    const items = itemsOf(await harness.template('T'), 25).map((item, n) =>
      n < 3 ? { ...item, documentId: '../A/ž' } : item,
    );
    const id = await accepted(items, 'pdf');
    expect((await ended(id)).status).toBe('COMPLETED');
    const page = await pageOf(id, '?page=2&size=10');
    expect(page).toMatchObject({
      totalElements: 25,
      totalPages: 3,
      numberOfElements: 5,
      number: 2,
      last: true,
    } as never);
    expect(page.content.map(({ documentId }) => documentId)).toEqual(['d20', 'd21', 'd22', 'd23', 'd24']);
    expect((await pageOf(id, '?page=3&size=10')).content).toEqual([]);
    const wrong = await harness.send('GET', `/documents/results/${id}?page=-1&size=1001`);
    expect(await errorsOf(wrong)).toEqual([
      'page: must be a whole number from 0 to 1000000, not "-1"',
      'size: must be a whole number from 1 to 1000, not "1001"',
    ]);
    const files = await unzipped(await harness.send('GET', `/documents/results/${id}/archive`));
    expect([...files.keys()].slice(0, 4)).toEqual(['_A_ž.pdf', '_A_ž (2).pdf', '_A_ž (3).pdf', 'd3.pdf']);
    expect([files.size, files.get('d24.pdf')]).toEqual([25, 'pdf T {"n":24}']);
  });

  test('are rendered if others fail, and a resend renders only those, with the current templates', async () => {
    const renderer = plainRenderer();
    await start(renderer);
    const code = await harness.template('T');
    const items = itemsOf(code, 60) as (Item & { documentTemplateCode: string; data: object })[];
    items[7] = { ...items[7], documentTemplateCode: 'later' } as Item;
    items[9] = { ...items[9], data: { problem: 'is bad' } } as Item;
    const answer = await generateMany(items);
    const results = (await answer.json()) as Result[];
    expect(results.filter(({ data }) => data === undefined)).toEqual([
      {
        documentId: 'd7',
        error: expect.stringMatching(/^documentTemplateCode: no FormatterTemplate has the code "later"/),
      },
      { documentId: 'd9', error: 'content: line 3, column 7: is bad' },
    ]);
    const id = answer.headers.get('x-job-id') ?? '';
    const job = await jobOf(id);
    const failed = job.jobSteps.filter(({ status }) => status === 'FAILED');
    expect([job.status, failed.length, failed[0]?.processingInfo]).toMatchObject([
      'FAILED',
      1,
      { documents: 8, failed: 2, failures: [{ id: 'd7' }, { id: 'd9', error: 'content: line 3, column 7: is bad' }] },
    ]);
    expect(failed[0]?.log).toStartWith('2 of 10 documents could not be made. d7: documentTemplateCode: no FormatterT');
    const archive = await unzipped(await harness.send('GET', `/documents/results/${id}/archive`));
    expect([archive.size, JSON.parse(archive.get('failed.json') ?? '')]).toMatchObject([
      59,
      [
        { index: 7, documentId: 'd7' },
        { index: 9, documentId: 'd9', error: 'content: line 3, column 7: is bad' },
      ],
    ]);
    const before = renderer.seen.length;
    await harness.send('POST', '/formatter-templates', { code: 'later', inputType: 'HTML', content: 'there now' });
    await harness.send('PATCH', `/formatter-templates/${code}`, { content: 'mended' });
    await harness.send('POST', `/admin/jobs/${id}/resend-failed`);
    await renderer.changes.until('the step to be repeated', () => renderer.seen.length === before + 2);
    await ended(id);
    expect(new Set(renderer.seen.slice(before).map(({ template }) => template.content))).toEqual(
      new Set(['there now', 'mended']),
    );
    expect((await pageOf(id, '?size=10')).content.slice(6)).toEqual([
      { documentId: 'd6', templateVersion: 1, data: 'html T {"n":6}' },
      { documentId: 'd7', templateVersion: 1, data: 'html there now {"n":7}' },
      { documentId: 'd8', templateVersion: 1, data: 'html T {"n":8}' },
      { documentId: 'd9', error: 'content: line 3, column 7: is bad' },
    ]);
  });

  test('are a 400 if none can be rendered', async () => {
    await start();
    const code = await harness.template('T');
    const items = itemsOf(code, 120).map((item) => ({ ...item, data: { problem: 'is bad' } }));
    const answer = await generateMany(items);
    expect(answer.status).toBe(400);
    const errors = await errorsOf(answer);
    expect([errors.length, errors[0], errors.at(-1)]).toEqual([
      100,
      '[0].content: line 3, column 7: is bad',
      '... and 21 more',
    ]);
  });

  test('continue after the call no longer waits', async () => {
    const code = await harness.template('T');
    const answer = await generateMany(itemsOf(code, 3), 'html', '', { to: harness.hasty });
    const { message } = (await answer.json()) as { message: string };
    const id = /the Job ([0-9a-f-]{36})/.exec(message)?.[1] ?? '';
    expect([answer.status, (await pageOf(id)).content]).toEqual([
      500,
      [{ documentId: 'd0' }, { documentId: 'd1' }, { documentId: 'd2' }],
    ]);
    expect((await harness.send('GET', `/documents/results/${id}/archive`)).status).toBe(400);
    await start();
    expect((await ended(id)).status).toBe('COMPLETED');
    expect((await pageOf(id)).content[2]).toEqual({ documentId: 'd2', templateVersion: 1, data: 'html T {"n":2}' });
  });

  test('are accepted as ten thousand lines, larger than any other body', async () => {
    await start();
    const code = await harness.template('T');
    const line = (n: number): string =>
      `${JSON.stringify({ documentId: `d${n}`, documentTemplateCode: code, data: { n, of: 'x'.repeat(200) } })}\n`;
    const body = Array.from({ length: 10_000 }, (_, n) => line(n)).join('');
    expect((await generateMany(body)).status).toBe(400);
    const before = process.memoryUsage.rss();
    const answer = await generateMany(body, 'html', '', { headers: { 'content-type': 'application/x-ndjson' } });
    const results = (await answer.json()) as Result[];
    expect([answer.status, results.length, results[9_999]?.documentId]).toEqual([200, 10_000, 'd9999']);
    expect(results.filter(({ data }) => data === undefined)).toEqual([]);
    expect((process.memoryUsage.rss() - before) / 1_048_576).toBeLessThan(400);
    const steps = (await jobOf(answer.headers.get('x-job-id') ?? '')).jobSteps;
    expect([steps.length, steps[0]?.chunk.length]).toEqual([100, 100]);
  });

  test('that are invalid are rejected as a whole, and nothing is stored', async () => {
    const code = await harness.template('T');
    const answer = await generateMany([
      ...itemsOf(code, 700),
      { documentTemplateCode: code, data: [] },
      7,
      { documentId: 'x', documentTemplateCode: 1, data: { a: '\u0000' }, more: 1 },
    ]);
    expect([answer.status, await errorsOf(answer)]).toEqual([
      400,
      [
        '[700].documentId: is required',
        '[700].data: must be an object, not an array',
        '[701]: must be an object, not 7',
        '[702].more: unknown member',
        '[702].documentTemplateCode: must be a string, not 1',
        '[702].data.a: must not contain the character NUL',
      ],
    ]);
    for (const body of ['', '{"data":[]}', '[{', `{"documentId":"a"}`, '{"documentId":"a","data":[]}'])
      expect([body, (await generateMany(body)).status]).toEqual([body, 400]);
    const [left] = await harness.database.sql<{ n: number }[]>`
      select count(*)::int as n from document_batch b where not exists (select from job where id = b.job_id)`;
    expect(left?.n).toBe(0);
    expect((await harness.send('GET', `/documents/results/${crypto.randomUUID()}`)).status).toBe(404);
  });
});

test('large documents are returned a few at a time', async () => {
  await start(plainRenderer(async () => ({ content: new Uint8Array(1024 * 1024).fill(7) })));
  const code = await harness.template('T');
  const id = await accepted(itemsOf(code, 12), 'pdf');
  const { status, jobSteps } = await ended(id);
  expect([status, jobSteps.map(({ log }) => log)]).toEqual(['COMPLETED', [undefined, undefined]]);
  const { content } = await pageOf(id);
  expect(content.map(({ data = '' }) => Buffer.from(data, 'base64').length)).toEqual(Array(12).fill(1024 * 1024));
});

test('documents are stored for RESULT_DAYS after the end of their Job, and uploads without a Job for a day', async () => {
  const worker = await start();
  const code = await harness.template('T');
  const [old, recent] = [await accepted(itemsOf(code, 3)), await accepted(itemsOf(code, 3))];
  await Promise.all([ended(old), ended(recent)]);
  const orphan = crypto.randomUUID();
  const { sql } = harness.database;
  await sql`update document_batch set created_at = now() - interval '9 days' where job_id in (${old}, ${recent})`;
  await sql`update job set updated_at = now() - interval '8 days' where id = ${old}`;
  await sql`insert into document_batch (job_id, format, created_at) values (${orphan}, 'pdf', now() - interval '2 days')`;
  await sql`insert into document_item (job_id, index, document_id, template_code, data) values (${orphan}, 0, 'a', 'a', '{}')`;
  const context = {
    services: worker.services,
    retentionDays: 90,
    changeDays: 7,
    resultDays: 7,
    log: worker.services.log,
  };
  await retention([], context as unknown as WorkContext);
  expect((await harness.send('GET', `/documents/results/${old}`)).status).toBe(404);
  expect((await pageOf(recent)).totalElements).toBe(3);
  expect(await sql`select from document_item where job_id in (${old}, ${orphan})`).toHaveLength(0);
});

function _killed(child: Bun.Subprocess): Promise<number> {
  child.kill('SIGKILL');
  return child.exited;
}

const pause = async (ms: number): Promise<undefined> => {
  await Bun.sleep(ms);
  return undefined;
};
