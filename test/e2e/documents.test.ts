import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import mammoth from 'mammoth';
import { readSheet } from 'read-excel-file/node';
import yauzl from 'yauzl';
import { previewDataOf, shippedTemplates } from '../../domain/documents/shippedTemplates.ts';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import { makeDatabaseForFile, stopAfterFile } from '../helpers/bootstrap.ts';
import { type RunningService, startService } from '../helpers/service.ts';
import { jobEnd } from '../helpers/waits/jobEnd.ts';
import { poll } from '../helpers/waits/poll.ts';

setDefaultTimeout(300_000);

/** Documents of a first start's templates, made by real processes, one of which is killed on the way. */

/** Several pages of results, and steps that are open when a worker is killed. */
const INVOICES = 400;
/** Results in a page. */
const PAGE = 100;
const english = previewDataOf('documents/invoice', 'en');
const czech = previewDataOf('documents/invoice', 'cs');
// Short, and without a payment code: these take a part of the time of the others.
const brief = { ...english, items: (english['items'] as JsonObject[]).slice(0, 2), bank: null };
const numberOf = (i: number): string => `2026-${String(i).padStart(5, '0')}`;

const database = await makeDatabaseForFile();

const start = (workers: string): Promise<RunningService> =>
  startService({
    DATABASE_URL: database.url,
    WORKERS: workers,
    RESULT_WAIT_SECONDS: '180',
    OFFICE_TIMEOUT_SECONDS: '150',
  });

let service = await start('2');
stopAfterFile(() => service.stop());

const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${service.url}/api/v2${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

interface Page {
  totalElements: number;
  content: { documentId: string; data?: string }[];
}

test('each shipped template makes a document of its own preview data, at once on a first start', async () => {
  for (const { code, documentType } of shippedTemplates) {
    const record = (await service.get(`/api/v2/formatter-templates/${code}`)) as { previewData: JsonObject };
    const format = documentType === 'PDF' ? 'pdf' : documentType === 'EMAIL' ? 'html' : 'txt';
    const answer = await post(`/documents/generate/${code}/${format}`, record.previewData);
    const text = (await answer.json()) as string;
    expect([code, answer.status]).toEqual([code, 200]);
    if (format === 'pdf') expect(Buffer.from(text, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
    else expect(text).toContain('Northline');
  }
});

describe(`${INVOICES} invoices at once, with a worker killed on the way`, () => {
  let jobId: string;
  const results = async (page: number, size: number): Promise<Page> =>
    (await service.get(`/api/v2/documents/results/${jobId}?page=${page}&size=${size}`)) as Page;
  test('are all there once at the end', async () => {
    const lines = Array.from({ length: INVOICES }, (_, i) => {
      const number = numberOf(i);
      return JSON.stringify({ documentId: number, documentTemplateCode: 'INVOICE', data: { ...brief, number } });
    });
    const answer = await post('/documents/generate-many/pdf?async=true', lines.join('\n'), {
      'content-type': 'application/x-ndjson',
    });
    jobId = ((await answer.json()) as { jobId: string }).jobId;
    const job = (): Promise<{ status: string; jobSteps: { status: string }[] }> =>
      service.get(`/api/v2/jobs/${jobId}?expand=JOB_STEPS`) as never;
    await poll('the first invoices to be made', async () =>
      (await results(0, 200)).content.some(({ data }) => data !== undefined),
    );
    await service.killWorker();
    expect((await job()).status).toBe('IN_PROGRESS');
    await jobEnd(service.url, jobId, 220_000);
    expect((await job()).status).toBe('COMPLETED');
    expect(new Set((await job()).jobSteps.map(({ status }) => status))).toEqual(new Set(['COMPLETED']));
  });

  test('and come page by page in their order, each with its own data', async () => {
    for (let page = 0; page < INVOICES / PAGE; page++) {
      const { totalElements, content } = await results(page, PAGE);
      expect([totalElements, content.length]).toEqual([INVOICES, PAGE]);
      content.forEach(({ documentId, data }, i) => {
        const number = numberOf(page * PAGE + i);
        expect(documentId).toBe(number);
        // Its title, by its own properties.
        expect(Buffer.from(data ?? '', 'base64').includes(`(Invoice ${number})`)).toBe(true);
      });
    }
  });

  test('and as one zip', async () => {
    const zip = await fetch(`${service.url}/api/v2/documents/results/${jobId}/archive`);
    const names = await namesIn(Buffer.from(await zip.arrayBuffer()));
    expect(names).toEqual(Array.from({ length: INVOICES }, (_, i) => `${numberOf(i)}.pdf`));
  });
});

test('a preview and a name', async () => {
  const content = '<h1 onclick="x">{{number}}</h1><p>{{money (sum items "price" times="quantity")}}</p>';
  const preview = await post('/formatter-templates/preview', { content, data: czech });
  expect(preview.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect((await preview.text()).replaceAll('&nbsp;', ' ')).toContain('<h1>2026-00118</h1><p>5 447,28 Kč</p>');
  await service.send('POST', '/api/v2/formatter-templates', {
    code: 'INVOICE_NAME',
    inputType: 'HTML',
    documentType: 'SOURCE',
    content: 'Faktura {{number}} – {{customer.name}}',
  });
  const name = await post('/documents/name/INVOICE_NAME', czech);
  expect(await name.json()).toBe('Faktura 2026-00118 – Pekařství Žďárský s.r.o.');
});

test('an invoice in every format, as text, base64 or bytes', async () => {
  // Each worker has an office converter of its own, which takes seconds to start.
  await service.stop();
  service = await start('1');
  const formats = (await service.get('/api/v2/documents/formats')) as {
    name: string;
    mediaType: string;
    text: boolean;
  }[];
  const names = formats.map(({ name }) => name);
  for (const name of ['pdf', 'html', 'txt', 'docx', 'doc', 'odt', 'rtf', 'xlsx', 'xls', 'ods', 'csv'])
    expect(names).toContain(name);
  const made = new Map<string, Buffer>();
  for (const { name, mediaType, text } of formats) {
    const path = `/documents/generate/INVOICE/${encodeURIComponent(text ? name : mediaType)}`;
    const answer = await post(path, czech, text ? {} : { accept: mediaType });
    expect([name, answer.status]).toEqual([name, 200]);
    if (text) made.set(name, Buffer.from((await answer.json()) as string));
    else {
      expect([name, answer.headers.get('content-type')]).toEqual([name, mediaType]);
      expect(answer.headers.get('content-disposition')).toContain(`filename="INVOICE.${name}"`);
      made.set(name, Buffer.from(await answer.arrayBuffer()));
    }
  }
  for (const name of ['html', 'txt', 'csv', 'fodt', 'fods'])
    expect(made.get(name)?.toString()).toContain('Pekařství Žďárský s.r.o.');
  for (const name of ['docx', 'odt', 'xlsx', 'ods']) expect(made.get(name)?.subarray(0, 2).toString()).toBe('PK');

  const { value } = await mammoth.extractRawText({ buffer: made.get('docx') as Buffer });
  for (const text of ['Faktura', 'Pekařství Žďárský s.r.o.', 'Firemní optika 1 Gb/s', 'Rekapitulace DPH', 'K úhradě'])
    expect(value).toContain(text);

  const rows: unknown[][] = await readSheet(made.get('xlsx') as Buffer);
  const rowOf = (first: string): unknown[] =>
    (rows.find((row) => row.some((cell) => String(cell).startsWith(first))) ?? []).filter((cell) => cell !== null);
  expect(rowOf('Hovorné').slice(1)).toEqual([212, 0.94, 0.21, 199.28]);
  expect(rowOf('K úhradě').at(-1)).toBe(5558.81);
  const labels = rows.findIndex((row) => row.includes('Datum vystavení'));
  expect(rows[labels + 1]?.filter((cell) => cell !== null)).toEqual([
    new Date('2026-03-31T00:00:00Z'),
    new Date('2026-03-31T00:00:00Z'),
    'SO-4712',
    'Převodem',
    new Date('2026-04-14T00:00:00Z'),
  ]);
  expect(rowOf('IBAN').slice(0, 2)).toEqual(['IBAN', 'CZ65 0800 0000 1920 0014 5399']);
});

function namesIn(zip: Buffer): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const names: string[] = [];
    yauzl.fromBuffer(zip, { lazyEntries: true }, (error, archive) => {
      if (error) return reject(error);
      archive.on('entry', ({ fileName }: yauzl.Entry) => {
        names.push(fileName);
        archive.readEntry();
      });
      archive.on('end', () => resolve(names));
      archive.on('error', reject);
      archive.readEntry();
    });
  });
}
