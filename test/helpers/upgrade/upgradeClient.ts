import { jobEnd } from '../waits/jobEnd.ts';
import { SignalledList } from '../waits/signal.ts';

const base = '/api/v2';

/** An api process; `url` is its address. */
export interface Api {
  readonly url: string;
}

export async function request<T = unknown>(api: Api, method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${api.url}${base}${path}`, {
    method,
    headers: { 'content-type': typeof body === 'string' ? 'application/x-ndjson' : 'application/json' },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text.slice(0, 500)}`);
  return (text === '' ? null : JSON.parse(text)) as T;
}

export const pause = (api: Api, queue: string) => request(api, 'POST', `/admin/queues/${queue}/pause`);
export const resume = (api: Api, queue: string) => request(api, 'POST', `/admin/queues/${queue}/resume`);

interface JobWithSteps {
  readonly status: string;
  readonly jobSteps: readonly { readonly status: string; readonly processingInfo?: { readonly worker?: string } }[];
}

export const jobOf = (api: Api, id: string) => request<JobWithSteps>(api, 'GET', `/jobs/${id}?expand=JOB_STEPS`);

/** Resolves when the Job is COMPLETED. */
export async function jobCompletion(api: Api, id: string): Promise<void> {
  await jobEnd(api.url, id, 60_000);
  const { status } = await jobOf(api, id);
  if (status !== 'COMPLETED') throw new Error(`Job ${id} is ${status}`);
}

/** Returns the pid of the worker of each step of a Job that was executed. */
export const workersOf = async (api: Api, id: string): Promise<number[]> =>
  (await jobOf(api, id)).jobSteps.flatMap(({ processingInfo }) => Number(processingInfo?.worker?.split(':')[1] ?? []));

/** Starts the Job of a batch of documents, with steps of a hundred items; returns its id. */
export async function startDocuments(api: Api, count: number): Promise<string> {
  const items = Array.from({ length: count }, (_, n) =>
    JSON.stringify({ documentId: String(n), documentTemplateCode: 'letter', data: { n } }),
  );
  const path = '/documents/generate-many/html?async=true';
  return (await request<{ jobId: string }>(api, 'POST', path, items.join('\n'))).jobId;
}

export async function startRebuild(api: Api): Promise<string> {
  const job = { jobType: 'REINDEX', data: { kind: 'WorklogType' }, startDate: '2026-11-21', status: 'NEW' };
  return (await request<{ id: string }>(api, 'POST', '/jobs', job)).id;
}

/** Uploads `count` worklog types and saves them as one diff; returns the number of saved records. */
export async function importRecords(api: Api, count: number): Promise<number> {
  const records = Array.from({ length: count }, (_, n) => JSON.stringify({ code: `bulk-${n}`, name: `Bulk ${n}` }));
  const form = new FormData();
  form.set('file', new Blob([records.join('\n')]), 'records.ndjson');
  const path = `${base}/worklog-types/diff/file?compareField=code&save=true`;
  const saved = await fetch(`${api.url}${path}`, { method: 'POST', body: form });
  return ((await saved.json()) as unknown[]).length;
}

/** Creates the records that the requests of the test use. */
export async function createFixtures(api: Api): Promise<void> {
  await request(api, 'POST', '/user-group-types', { code: 'TEAM', name: 'Team', registry: {} });
  await request(api, 'POST', '/user-groups', { code: 'dispatch', name: 'Dispatch', type: 'TEAM', chars: {} });
  await request(api, 'POST', '/roles', { code: 'READER', name: 'Reader' });
  await request(api, 'POST', '/scripts', { code: 'two', name: 'two', source: 'return { twice: input.n * 2 };' });
  const template = { inputType: 'HTML', content: '<p>{{n}}</p>' };
  await request(api, 'POST', '/formatter-templates', { code: 'letter', ...template });
  await request(api, 'POST', '/formatter-templates', { code: 'mail', ...template, documentType: 'EMAIL' });
  const rule = { eventType: 'REST', config: { emailTemplateCode: 'mail', subject: 'Hello' } };
  await request(api, 'POST', '/notification-rules', { code: 'now', name: 'now', ...rule });
  const hour = (ahead: number) => new Date(Date.now() + ahead * 3_600_000).toISOString().slice(11, 16);
  const config = { ...rule.config, deliveryFrom: hour(2), deliveryTo: hour(3) };
  await request(api, 'POST', '/notification-rules', { ...rule, code: 'scheduled', name: 'scheduled', config });
}

export interface Load {
  readonly codes: readonly string[];
  readonly failures: readonly string[];
  /** Resolves when twenty more records have been written. */
  continues(): Promise<unknown>;
  stop(): Promise<void>;
}

/** Clients that write at one api in rotation and read at the next, until they are stopped. */
export function startLoad(inRotation: () => readonly Api[]): Load {
  const written = new SignalledList<string>();
  const codes = written.items;
  const failures: string[] = [];
  let running = true;
  const write = async (code: string, here: Api, next: Api): Promise<void> => {
    await request(here, 'POST', '/worklog-types', { code, name: 'first' });
    written.add(code);
    const read = await request<{ name: string }>(next, 'GET', `/worklog-types/${code}`);
    if (read.name !== 'first') failures.push(`${code} was read as ${JSON.stringify(read)}`);
    await request(next, 'PATCH', `/worklog-types/${code}`, { name: 'second' });
    const changed = await request<{ name: string }>(here, 'GET', `/worklog-types/${code}`);
    if (changed.name !== 'second') failures.push(`${code} was then read as ${JSON.stringify(changed)}`);
    const answer = await request(here, 'POST', '/scripts/two/evaluate', { n: 2 });
    if (JSON.stringify(answer) !== '{"twice":4}') failures.push(`the script answered ${JSON.stringify(answer)}`);
  };
  const client = async (number: number): Promise<void> => {
    for (let round = 0; running; round++) {
      const all = inRotation();
      const [here, next] = [all[round % all.length], all[(round + 1) % all.length]];
      const code = `load-${number}-${round}`;
      if (here && next)
        await write(code, here, next).catch((error: Error) => failures.push(`${code}: ${error.message}`));
      // Leaves processor time to the servers.
      await Bun.sleep(20);
    }
  };
  const clients = Array.from({ length: 4 }, (_, number) => client(number));
  return {
    codes,
    failures,
    continues() {
      const before = codes.length;
      return written.until('twenty more writes', () => codes.length >= before + 20);
    },
    async stop() {
      running = false;
      await Promise.all(clients);
    },
  };
}
