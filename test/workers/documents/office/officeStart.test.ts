import { expect, setDefaultTimeout, test } from 'bun:test';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { makeOffice } from '../../../../drivers/rendering/office/office.ts';
import { makeRenderer } from '../../../../drivers/rendering/renderer.ts';
import { makeSandbox } from '../../../../drivers/sandbox/sandbox.ts';
import { makeFolderForFile, stopAfterFile } from '../../../helpers/bootstrap.ts';
import { startProcess } from '../../../helpers/processes/process.ts';
import { poll } from '../../../helpers/waits/poll.ts';
import { generate, harness, start, startDocumentsForFile } from '../singleHarness.ts';

setDefaultTimeout(620_000);

/** Office documents that are requested while their converter starts. */

await startDocumentsForFile();
const script = join(import.meta.dir, '..', '..', '..', 'helpers', 'processes', 'officeFake.ts');

test('documents wait for a converter that starts, and leave their places to PDFs meanwhile', async () => {
  const folder = makeFolderForFile();
  writeFileSync(join(folder, 'wait'), '');
  const log = pino({ level: 'silent' });
  const sandbox = makeSandbox({ log, size: 1 });
  const office = makeOffice({ log, sofficePath: folder, script });
  const renderer = makeRenderer({ log, sandbox, office, size: 1 });
  for (const one of [sandbox, renderer, office]) stopAfterFile(() => one.stop());
  const { services } = await start(renderer);
  const code = await harness.template('<p>page</p>');
  // Many more than the worker renders at a time.
  const documents = Array.from({ length: 16 }, () => generate(code, 'docx'));
  await poll('the converter to start', () => readdirSync(folder).some((name) => name.startsWith('start-')));
  for (let count = 0; count < 3; count++) expect((await generate(code, 'pdf')).status).toBe(200);
  await poll('a document to wait for its next attempt', async () => {
    const [row] = await harness.services
      .sql`select 1 from pgboss.job where name = 'document.render' and retry_count > 1`;
    return row !== undefined;
  });
  rmSync(join(folder, 'wait'));
  const pids = await Promise.all((await Promise.all(documents)).map(async (one) => [one.status, await one.json()]));
  expect(new Set(pids.map(([status]) => status))).toEqual(new Set([200]));
  expect(readdirSync(folder).filter((name) => name.startsWith('start-'))).toHaveLength(1);
  const counted = (await services.metrics.snapshot()).find(({ name }) => name === 'waybill_renderings_total');
  expect(new Set(counted?.values.map(({ labels }) => labels.outcome))).toEqual(new Set(['rendered']));
});

test('a worker starts its converter before the first document', async () => {
  const environment = { DATABASE_URL: harness.database.url, OFFICE_START: 'worker', LOG_LEVEL: 'debug' };
  const worker = await startProcess('worker', { environment });
  try {
    await worker.printed(
      'the converter to start',
      (output) => output.includes('the office converter process is ready'),
      600_000,
    );
  } finally {
    await worker.stop();
  }
});
