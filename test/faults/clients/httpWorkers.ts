import { poll } from '../../helpers/waits/poll.ts';
import { Random } from '../random.ts';
import { type Client, type ClientContext, repeat } from './client.ts';
import { type HttpWorkerLine, HttpWorkerProcess } from './httpWorkerProcess.ts';

/** The type of the Jobs that workers over HTTP run. */
export const HTTP_JOB_TYPE = 'HARBOUR_TOUR';

const LEASE_SECONDS = 3;
const STEPS = 3;
const JOB_PAUSE_MS = 2_000;
const MISHAP_PAUSE_MS = 4_000;
const HOUR = 3_600;
/** A limit on a hang. */
const END_LIMIT_MS = 240_000;

/** Workers over HTTP, and a client that creates Jobs for them. */
export interface HttpWorkerClient extends Client {
  /** The ids of the Jobs whose creation was acknowledged. */
  readonly accepted: ReadonlySet<string>;
  /** What the workers have written. */
  lines(): HttpWorkerLine[];
}

/** Starts two workers whose clocks are an hour off. One at a time is killed, or paused past its leases, all the time. */
export function startHttpWorkers({ api, topology }: ClientContext, seed: number): HttpWorkerClient {
  const random = new Random(seed);
  const accepted = new Set<string>();
  const open = new Set<string>();
  const workers = [-HOUR, HOUR].map(
    (clockSeconds, index) =>
      new HttpWorkerProcess(topology, {
        ...{ name: `httpWorker${index + 1}`, jobType: HTTP_JOB_TYPE, leaseSeconds: LEASE_SECONDS, clockSeconds },
      }),
  );
  for (const worker of workers) worker.start();

  async function createJob(): Promise<void> {
    const id = Bun.randomUUIDv7();
    const jobSteps = Array.from({ length: STEPS }, (_, index) => ({ name: `stop ${index}`, status: 'NEW' }));
    const job = { id, jobType: HTTP_JOB_TYPE, startDate: new Date().toISOString(), status: 'NEW', jobSteps };
    const { status } = await api.send('POST', '/jobs', job);
    if (status !== 200) return;
    accepted.add(id);
    open.add(id);
  }

  /** Which of the Jobs have not ended. */
  async function unfinished(): Promise<Set<string>> {
    const rows = await topology.database.sql<{ id: string }[]>`
      select id from job where id = any(${[...open]}::uuid[]) and status in ('NEW', 'IN_PROGRESS')`;
    const waiting = new Set(rows.map(({ id }) => id));
    for (const id of open) if (!waiting.has(id)) open.delete(id);
    return waiting;
  }

  const stopJobs = repeat(JOB_PAUSE_MS, createJob);
  const stopMishaps = repeat(MISHAP_PAUSE_MS, async () => {
    const worker = random.pick(workers);
    await (random.chance(0.5) ? worker.restart() : worker.pause());
  });
  return {
    accepted,
    lines: () => workers.flatMap((worker) => worker.lines()),
    inHand: {
      name: 'Jobs of HTTP workers',
      ids: () => [...open],
      async remaining(ids) {
        const waiting = await unfinished();
        return ids.filter((id) => waiting.has(id));
      },
    },
    async stop() {
      await Promise.all([stopJobs(), stopMishaps()]);
      await poll(
        'the Jobs of HTTP workers to end',
        async () => (await unfinished()).size === 0,
        END_LIMIT_MS,
        500,
      ).catch(() => {});
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}
