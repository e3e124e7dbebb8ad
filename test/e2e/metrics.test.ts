import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { makeFolderForFile, startServiceForFile } from '../helpers/bootstrap.ts';
import { expectAccepted, promtoolMissing } from '../helpers/servers/promtool.ts';
import { jobEnd } from '../helpers/waits/jobEnd.ts';
import { poll } from '../helpers/waits/poll.ts';

setDefaultTimeout(180_000);

/** What Prometheus would read after a load, held against what was done. */
const service = await startServiceForFile({
  DATA_DIR: makeFolderForFile(),
  SAMPLE_DATA: 'false',
  WORKERS: '2',
  PORT: '0',
});

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

async function scrape(): Promise<{ text: string; samples: Sample[] }> {
  const response = await fetch(`${service.url}/metrics`);
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const text = await response.text();
  const samples = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line): Sample => {
      const parts = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line);
      if (!parts) throw new Error(`not a sample: ${line}`);
      const labels = [...(parts[2] ?? '').matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)];
      return {
        name: parts[1] as string,
        labels: Object.fromEntries(labels.map(([, name, value]) => [name, value])),
        value: Number(parts[3]),
      };
    });
  return { text, samples };
}

function sum(samples: readonly Sample[], name: string, labels: Readonly<Record<string, string>>): number {
  return samples
    .filter((one) => one.name === name && Object.entries(labels).every(([label, value]) => one.labels[label] === value))
    .reduce((total, { value }) => total + value, 0);
}

test('a scrape counts requests, queue jobs and steps of all processes', async () => {
  const base = '/api/v2/worklog-types';
  for (let index = 0; index < 30; index++) {
    await service.send('POST', base, { code: `metric-${index}`, name: `Metric ${index}` });
  }
  for (let index = 0; index < 20; index++) await service.get(`${base}/metric-${index}`);
  for (let index = 0; index < 5; index++) expect((await fetch(`${service.url}${base}/absent`)).ok).toBe(false);
  await fetch(`${service.url}/no/such/path`);
  const preview = await fetch(`${service.url}/api/v2/formatter-templates/preview`, {
    method: 'POST',
    body: JSON.stringify({ content: '<p>{{n}}</p>', data: { n: 1 } }),
    headers: { 'content-type': 'application/json' },
  });
  expect(await preview.text()).toContain('<p>1</p>');
  const job = (await service.send('POST', '/api/v2/jobs', {
    jobType: 'REINDEX',
    status: 'NEW',
    startDate: new Date().toISOString(),
    data: { kind: 'WorklogType' },
  })) as { id: string };
  await jobEnd(service.url, job.id);

  // Each leaves its own every few seconds: the steps, the queue jobs and the rendering may have been another's.
  const { samples } = await poll('the workers to have left their numbers', async () => {
    const found = await scrape();
    const counted = (name: string, labels: Readonly<Record<string, string>>) => sum(found.samples, name, labels);
    const left =
      counted('waybill_job_steps_total', { type: 'REINDEX', outcome: 'completed' }) >= 2 &&
      counted('waybill_job_step_duration_seconds_count', { type: 'REINDEX' }) >= 2 &&
      counted('waybill_queue_jobs_total', { queue: 'step.reindex', outcome: 'done' }) > 0 &&
      counted('waybill_renderings_total', { format: 'html', outcome: 'rendered' }) >= 1 &&
      counted('waybill_processes', { role: 'worker' }) >= 2;
    return left ? found : undefined;
  });
  const read = `GET ${base}/{idOrCode}`;
  expect(sum(samples, 'waybill_http_requests_total', { operation: `POST ${base}`, code: '200' })).toBe(30);
  expect(sum(samples, 'waybill_http_requests_total', { operation: read, code: '200' })).toBe(20);
  expect(sum(samples, 'waybill_http_requests_total', { operation: read })).toBe(25);
  expect(sum(samples, 'waybill_http_requests_total', { operation: 'unknown', code: '404' })).toBe(1);
  expect(sum(samples, 'waybill_http_request_duration_seconds_count', { operation: read })).toBe(25);
  expect(sum(samples, 'waybill_http_request_duration_seconds_bucket', { operation: read, le: '+Inf' })).toBe(25);
  // A chunk and the finish; planning is a queue job alone.
  expect(sum(samples, 'waybill_job_steps_total', { type: 'REINDEX' })).toBe(2);
  expect(sum(samples, 'waybill_job_step_duration_seconds_count', { type: 'REINDEX' })).toBe(2);
  expect(sum(samples, 'waybill_queue_jobs_total', { queue: 'step.reindex', outcome: 'done' })).toBeGreaterThan(0);
  expect(sum(samples, 'waybill_renderings_total', { format: 'html', outcome: 'rendered' })).toBe(1);
  expect(sum(samples, 'waybill_processes', { role: 'worker' })).toBe(2);
  expect(sum(samples, 'waybill_search_up', {})).toBe(1);
  expect(sum(samples, 'waybill_database_connections', {})).toBeGreaterThan(3);
  const processes = new Set(
    samples.filter(({ name }) => name === 'waybill_process_memory_bytes').map(({ labels }) => labels.process),
  );
  expect(processes.size).toBe(3);
});

test('every family is described once, above its samples', async () => {
  const { text, samples } = await scrape();
  const described = [...text.matchAll(/^# TYPE (\w+) (counter|gauge|histogram)$/gm)].map(([, name]) => name as string);
  expect(new Set(described).size).toBe(described.length);
  for (const { name } of samples) expect(described).toContain(name.replace(/_(bucket|sum|count)$/, ''));
});

test('the last hour is told by the minute', async () => {
  type Row = { at: number; what: string; name: string; outcome: string; count: number };
  let rows: readonly Row[] = [];
  const sumOf = (what: string, outcome: string) =>
    rows.filter((row) => row.what === what && row.outcome === outcome).reduce((total, { count }) => total + count, 0);
  // Each process tells of its own every few seconds, the api of requests and the workers of steps.
  await poll('what each process did', async () => {
    ({ rows } = (await service.get('/metrics/activity')) as { rows: Row[] });
    return sumOf('steps', 'completed') >= 2 && sumOf('requests', '2xx') >= 50 && sumOf('requests', '4xx') >= 6;
  });
  expect(sumOf('requests', '2xx')).toBeGreaterThanOrEqual(50);
  expect(sumOf('requests', '4xx')).toBeGreaterThanOrEqual(6);
  expect(sumOf('steps', 'completed')).toBe(2);
  expect(rows.every(({ at }) => at % 60 === 0)).toBe(true);
  const wrong = await fetch(`${service.url}/metrics/activity?minutes=5`);
  expect(wrong.status).toBe(400);
});

// After what is held of activity: what was counted since the last was passed on goes with the process.
test('a dead worker’s numbers go away, its successor’s come', async () => {
  const pid = await service.killWorker();
  await poll('another two workers', async () => {
    const { samples } = await scrape();
    const workers = new Set(
      samples
        .filter(({ name, labels }) => name === 'waybill_process_uptime_seconds' && labels.process?.startsWith('worker'))
        .map(({ labels }) => labels.process as string),
    );
    return workers.size === 2 && ![...workers].some((name) => name.endsWith(`:${pid}`));
  });
});

test('followers are told of queues, workers, running Jobs and what is ready, all the same', async () => {
  const post = async (status: string) =>
    (await service.send('POST', '/api/v2/jobs', {
      jobType: 'BY_HAND',
      status: 'NEW',
      startDate: new Date().toISOString(),
      jobSteps: [{ name: 'one', status }],
    })) as { id: string };
  const [job, waiting] = [await post('IN_PROGRESS'), await post('NEW')];
  const follow = async () => {
    const stop = new AbortController();
    const response = await fetch(`${service.url}/metrics/live`, { signal: stop.signal });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const decoder = new TextDecoder();
    let received = '';
    for await (const bytes of response.body as ReadableStream<Uint8Array>) {
      received += decoder.decode(bytes, { stream: true });
      // The second event is everybody's, whenever they came.
      if (received.split('\n\n').length > 2) break;
    }
    stop.abort();
    return received.split('\n\n').slice(0, 2);
  };
  const [one, other] = await Promise.all([follow(), follow()]);
  expect(one.some((event) => other.includes(event))).toBe(true);
  const live = JSON.parse(one[1]?.slice('data: '.length) as string) as {
    queues: { name: string }[];
    workers: { alive: boolean; memoryMb: number }[];
    health: Record<string, string>;
    jobs: { id: string; steps: object }[];
    runningJobs: number;
    newJobs: number;
  };
  expect(live.queues.map(({ name }) => name)).toContain('index.sync');
  expect(live.workers.some(({ alive, memoryMb }) => alive && memoryMb > 0)).toBe(true);
  expect(live.health).toMatchObject({ database: 'ready', search: 'ready' });
  expect(live.jobs.find(({ id }) => id === job.id)?.steps).toEqual({ open: 1, completed: 0, failed: 0, cancelled: 0 });
  expect(live.jobs.map(({ id }) => id)).not.toContain(waiting.id);
  expect(live.runningJobs).toBe(live.jobs.length);
  expect(live.newJobs).toBeGreaterThan(0);
});

describe('Prometheus', () => {
  if (promtoolMissing) {
    test.skip(promtoolMissing, () => {});
    return;
  }

  test('loads the alert rules', async () => {
    await expectAccepted('rules', [new URL('../../docs/monitoring/alerts.yml', import.meta.url).pathname]);
  });

  test('reads what a scrape answers', async () => {
    await expectAccepted('metrics', [], (await scrape()).text);
  });
});
