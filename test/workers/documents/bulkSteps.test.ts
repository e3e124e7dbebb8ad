import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { type ItemOutcome, writeOutcomes } from '../../../db/queries/documents/documentItems.ts';
import { plainRenderer } from '../../helpers/plainRenderer.ts';
import { poll } from '../../helpers/waits/poll.ts';
import {
  accepted,
  ended,
  errorsOf,
  harness,
  itemsOf,
  type Job,
  pageOf,
  running,
  start,
  startBulkDocumentsForFile,
} from './bulkHarness.ts';
import { unzipped } from './unzipped.ts';

setDefaultTimeout(90_000);
await startBulkDocumentsForFile();

describe('a Job of a client', () => {
  const create = (data: unknown): Promise<Response> =>
    harness.send('POST', '/jobs', { jobType: 'GENERATE_DOCUMENTS', status: 'NEW', startDate: '2026-01-01', data });

  test('renders the items of its data', async () => {
    await start();
    const code = await harness.template('T');
    const { id } = (await (await create({ format: 'text/html', items: itemsOf(code, 12) })).json()) as Job;
    expect((await ended(id)).status).toBe('COMPLETED');
    expect((await pageOf(id)).content[11]).toEqual({ documentId: 'd11', templateVersion: 1, data: 'html T {"n":11}' });
  });

  test('reports the problems of its data', async () => {
    expect((await errorsOf(await create({ format: 'tiff', items: [{}] }))).map((error) => error.slice(0, 40))).toEqual([
      'data.format: must be one of pdf, html, t',
      'data.items[0].documentId: is required',
      'data.items[0].documentTemplateCode: is r',
      'data.items[0].data: is required',
    ]);
    expect(await errorsOf(await create({ format: 'pdf', count: 3 }))).toContain(
      'data.items: must be an array of items, not nothing',
    );
    expect((await errorsOf(await create({ format: 'pdf', items: itemsOf('x', 1_001) })))[0]).toMatch(
      /^data.items: must have at most 1000 elements, POST .*generate-many/,
    );
  });
});

describe('a worker', () => {
  test('that is killed leaves each document rendered once', async () => {
    const child = Bun.spawn(
      [
        process.execPath,
        join(import.meta.dir, '..', '..', 'helpers', 'processes', 'workerProcess.ts'),
        harness.database.url,
      ],
      {
        stdout: 'ignore',
        stderr: 'ignore',
      },
    );
    running.push({ stop: () => killed(child) });
    const code = await harness.template('10');
    const id = await accepted(itemsOf(code, 400));
    await poll('some to be made', async () => {
      const [row] = await harness.database.sql<{ n: number }[]>`
        select count(*)::int as n from document_item where job_id = ${id} and status = 'DONE'`;
      return (row?.n ?? 0) > 60;
    });
    await killed(child);
    const renderer = plainRenderer();
    await start(renderer);
    const job = await ended(id);
    expect([job.status, job.jobSteps.filter(({ status }) => status !== 'COMPLETED')]).toEqual(['COMPLETED', []]);
    const { content, totalElements } = await pageOf(id, '?size=1000');
    expect([totalElements, content]).toEqual([
      400,
      Array.from({ length: 400 }, (_, n) => ({ documentId: `d${n}`, templateVersion: 1, data: `html 10 {"n":${n}}` })),
    ]);
    expect(renderer.seen.length).toBeLessThan(345);
  });

  test('whose renderer fails on one document renders the others, and retries that one', async () => {
    let faults = 0;
    const renderer = plainRenderer(async ({ data }) => {
      if (data === '{"n":3}' && faults++ === 0) throw new Error('the renderer died twice');
      return undefined;
    });
    await start(renderer);
    const id = await accepted(itemsOf(await harness.template('T'), 8));
    expect((await ended(id)).status).toBe('COMPLETED');
    expect([renderer.seen.length, (await pageOf(id)).content.filter(({ data }) => data === undefined)]).toEqual([
      9,
      [],
    ]);
  });

  test('that has lost a step writes no more documents, and the first ones stay', async () => {
    await start();
    const id = await accepted(itemsOf(await harness.template('T'), 2));
    const [step] = (await ended(id)).jobSteps;
    // The reconciler would release a step whose worker it does not know.
    await running.shift()?.stop();
    const { sql } = harness.database;
    const claim = { jobId: id, stepId: step?.id as string, fence: 1, workerId: crypto.randomUUID() };
    const content = Buffer.from('late').toString('base64');
    const late = [{ index: 0, status: 'DONE' as const, content, error: null }];
    expect(await writeOutcomes(sql, claim, late)).toBe(false);
    await sql`update job_step set status = 'IN_PROGRESS', worker = ${claim.workerId}, fence = 2 where id = ${claim.stepId}`;
    await sql`update document_item set status = 'FAILED', content = null where job_id = ${id} and index = 1`;
    expect(await writeOutcomes(sql, claim, [{ ...(late[0] as ItemOutcome), index: 1 }])).toBe(false);
    const now = { ...claim, fence: 2 };
    expect(await writeOutcomes(sql, now, [...late, { ...(late[0] as ItemOutcome), index: 1, content: '' }])).toBe(true);
    await sql`update job_step set status = 'COMPLETED' where id = ${claim.stepId}`;
    expect((await pageOf(id)).content).toEqual([
      { documentId: 'd0', templateVersion: 1, data: 'html T {"n":0}' },
      { documentId: 'd1', templateVersion: 1, data: '' },
    ]);
  });

  test('stops when the Job is cancelled', async () => {
    const renderer = plainRenderer(
      (_, signal) => new Promise((_, stopped) => signal?.addEventListener('abort', stopped)),
    );
    await start(renderer);
    const id = await accepted(itemsOf(await harness.template('T'), 40));
    await renderer.changes.until('the first rendering to begin', () => renderer.seen.length > 0);
    await harness.send('POST', `/jobs/${id}/cancel`);
    const job = await ended(id);
    expect([job.status, new Set(job.jobSteps.map(({ log }) => log))]).toEqual(['FAILED', new Set(['cancelled'])]);
    const error = 'was not rendered before the end of the Job';
    const missing = Array.from({ length: 40 }, (_, n) => ({ index: n, documentId: `d${n}`, error }));
    const results = missing.map(({ documentId }) => ({ documentId, error }));
    expect((await pageOf(id, '?size=40')).content).toEqual(results);
    const archive = await unzipped(await harness.send('GET', `/documents/results/${id}/archive`));
    expect([archive.size, JSON.parse(archive.get('failed.json') ?? '')]).toEqual([1, missing]);
  });
});

function killed(child: Bun.Subprocess): Promise<number> {
  child.kill('SIGKILL');
  return child.exited;
}
