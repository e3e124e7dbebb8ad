import { type BenchDatabases, type Running, startDatabases, startProcess } from '../helpers/servers.ts';
import { invoiceData, invoiceTemplate } from './invoice.ts';

/** An api, a worker and PostgreSQL as processes, with the template of the invoice. */
export interface DocumentService {
  readonly url: string;
  readonly databases: BenchDatabases;
  /** Renders invoices of 30 rows by one call of generate-many, and returns the seconds to the end of the response. */
  bulk(format: string, count: number): Promise<number>;
  /** Renders one document over HTTP, and returns the ms and the bytes of the response. */
  one(format: string, rows: number, seed: number): Promise<{ ms: number; body: Uint8Array }>;
  send(path: string, body: string, headers?: Record<string, string>): Promise<Response>;
  stop(): Promise<void>;
}

export async function startDocumentService(env: Record<string, string> = {}): Promise<DocumentService> {
  const databases: BenchDatabases = await startDatabases();
  const databaseUrl = await databases.make('waybill');
  const all = { RESULT_WAIT_SECONDS: '600', LOG_LEVEL: 'warn', ELASTICSEARCH_URL: '', ...env };
  const processes: Running[] = [];
  const stop = async (): Promise<void> => {
    for (const one of processes) await one.stop();
    await databases.stop();
  };
  processes.push(await startProcess('api', databaseUrl, all), await startProcess('worker', databaseUrl, all));
  const url = `http://127.0.0.1:${processes[0]?.port}/api/v2`;
  const send = async (path: string, body: string, headers: Record<string, string> = {}): Promise<Response> => {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      // The default limit of Bun is five minutes.
      signal: AbortSignal.timeout(900_000),
    });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${(await answer.text()).slice(0, 2_000)}`);
    return answer;
  };
  const templates = {
    invoice: { content: invoiceTemplate },
    name: { content: 'Faktura č. {{this.no}}, {{this.customer}}', documentType: 'SOURCE' },
  };
  for (const [code, members] of Object.entries(templates))
    await send('/formatter-templates', JSON.stringify({ code, inputType: 'HTML', ...members }));
  return {
    url,
    databases,
    send,
    stop,
    async bulk(format, count) {
      const items = Array.from({ length: count }, (_, seed) =>
        JSON.stringify({ documentId: `${seed}`, documentTemplateCode: 'invoice', data: invoiceData(30, seed) }),
      );
      const start = performance.now();
      const answer = await send(`/documents/generate-many/${format}`, items.join('\n'), {
        'content-type': 'application/x-ndjson',
      });
      const text = await answer.text();
      const seconds = (performance.now() - start) / 1_000;
      const rendered = (JSON.parse(text) as { data?: string }[]).filter(({ data = '' }) => data.length > 1_000).length;
      if (rendered !== count) throw new Error(`${rendered} of ${count} documents were rendered`);
      return seconds;
    },
    async one(format, rows, seed) {
      const body = JSON.stringify(invoiceData(rows, seed));
      const start = performance.now();
      const answer = await send(`/documents/generate/invoice/${format}`, body, { accept: 'application/pdf' });
      const content = await answer.bytes();
      return { ms: performance.now() - start, body: content };
    },
  };
}
