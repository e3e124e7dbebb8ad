import { Command } from 'commander';
import type { ClientWorker, Queue, QueueJob, Worker } from '../../client/index.ts';
import { argument, choice, group, withDryRun, withExamples, withYes } from '../base/commands.ts';
import { type Connection, connect } from '../base/connection.ts';
import { oneOf, wholeNumber } from '../base/filters.ts';
import { firstLine } from '../base/follow.ts';
import { type Column, member } from '../base/output.ts';
import { type Confirmation, confirm } from '../base/terminal.ts';

export const queueArgument = () => argument('<queue>', 'name of the queue', 'queue');

const queueColumns: readonly Column<Queue>[] = [
  member('name', 'queue'),
  { name: 'state', value: ({ paused }) => (paused ? 'paused' : 'active') },
  member('ready', 'waiting'),
  { name: 'oldest', value: ({ oldestReadySeconds: age }) => (age === undefined ? '' : `${age} s`) },
  member('active', 'running'),
  {
    name: 'concurrency',
    value: ({ concurrency, workerConcurrency: each }) => concurrency ?? `${each} per worker`,
    wide: true,
  },
  member('deferred', 'scheduled'),
  member('outbox', 'in outbox'),
  member('deadLetters', 'dead letters'),
  { ...member('rejected'), wide: true },
  { ...member('pausedBy', 'paused by'), wide: true },
  { ...member('nextRunAt', 'next run'), wide: true },
  { ...member('purpose'), wide: true },
];

/** `waybill queues …` */
export const queuesCommand = (): Command =>
  group('queues', 'List, pause and resume queues, set their concurrency, and list their jobs', [
    listQueues(),
    listJobs(),
    pause(),
    resume(),
    setConcurrency(),
  ]);

const listQueues = (): Command =>
  new Command('list').description('List the queues with their jobs').action(async (_: unknown, command: Command) => {
    const { waybill, output } = connect(command);
    await output.rows(await waybill.api.getAdminQueues(), queueColumns);
  });

const jobStates = ['WAITING', 'SCHEDULED', 'RUNNING', 'ENDED'] as const;

const jobColumns: readonly Column<QueueJob>[] = [
  member('id', 'queue job'),
  member('state'),
  member('dueAt', 'due'),
  { ...member('startedAt', 'started'), wide: true },
  member('endedAt', 'ended'),
  member('attempts'),
  { name: 'reason', value: ({ reason }) => firstLine(reason ?? '') },
  { ...member('data'), wide: true },
];

function listJobs(): Command {
  const command = new Command('jobs')
    .description(
      'List the jobs of a queue in a state: those due first, those that run longest, or those that ended last',
    )
    .addArgument(queueArgument())
    .addOption(choice('--state <state>', 'state of the jobs', jobStates).default('SCHEDULED'))
    .option('--size <count>', 'maximum number of jobs', wholeNumber('--size', 1, 1_000), 50)
    .action(async (name: string, options: { state: (typeof jobStates)[number]; size: number }, self: Command) => {
      const connection = connect(self);
      await queueNamed(connection, name);
      const page = await connection.waybill.api.getAdminQueuesNameJobs(name, options);
      await connection.output.rows(page.content, jobColumns);
      if (page.totalElements > page.content.length)
        console.error(`${page.content.length} of ${page.totalElements} jobs are shown; --size sets how many.`);
    });
  return withExamples(command, {
    'queues jobs notification.email': 'Show when scheduled deliveries are due',
    'queues jobs document.render --state ENDED': 'Show the documents that ended last',
  });
}

const pause = (): Command =>
  withYes(
    new Command('pause').description('Keep workers from claiming jobs of a queue').addArgument(queueArgument()),
  ).action(async (name: string, options: Confirmation, command: Command) => {
    const connection = connect(command);
    const { ready } = await queueNamed(connection, name);
    await confirm(`Pause ${name}? ${ready} jobs wait in it.`, options);
    await connection.waybill.api.postAdminQueuesNamePause(name);
    connection.output.say(`${name} is paused. Resume it with: waybill queues resume ${name}`);
  });

const resume = (): Command =>
  withDryRun(new Command('resume'))
    .description('Have workers claim jobs of a paused queue')
    .addArgument(queueArgument())
    .action(async (name: string, _: unknown, command: Command) => {
      const connection = connect(command);
      await queueNamed(connection, name);
      await connection.waybill.api.postAdminQueuesNameResume(name);
      connection.output.say(`${name} is resumed.`);
    });

function setConcurrency(): Command {
  const command = withDryRun(new Command('concurrency'))
    .description('Set how many batches of a queue all workers together run at a time, while they run')
    .addArgument(queueArgument())
    .argument('<count>', 'number of batches from 1 to 1000, or `default` for that of each worker')
    .action(async (name: string, count: string, _: unknown, self: Command) => {
      const connection = connect(self);
      const { workerConcurrency: each } = await queueNamed(connection, name);
      const chosen = count === 'default' ? undefined : wholeNumber('<count>', 1, 1_000)(count);
      await connection.waybill.api.putAdminQueuesNameConcurrency(
        name,
        chosen === undefined ? {} : { concurrency: chosen },
      );
      connection.output.say(
        chosen === undefined
          ? `Each worker runs ${each} batches of ${name} at a time.`
          : `All workers together run ${chosen} batches of ${name} at a time.`,
      );
    });
  return withExamples(command, {
    'queues concurrency document.render 16': 'Render 16 documents at a time, over all workers',
    'queues concurrency document.render default': 'Have each worker run as many as the queue defines',
  });
}

/** Returns a queue. An unknown name is refused with the known ones. */
export async function queueNamed({ waybill }: Connection, name: string): Promise<Queue> {
  const queues = await waybill.api.getAdminQueues();
  const found = oneOf(
    name,
    queues.map((queue) => queue.name),
    'The queue',
  );
  return queues.find((queue) => queue.name === found) as Queue;
}

const runningJobs = ({ jobs = {} }: Worker): number => Object.values(jobs).reduce((sum, count) => sum + count, 0);

const workerColumns: readonly Column<Worker>[] = [
  { name: 'worker', value: ({ name, id }) => name ?? id },
  { name: 'state', value: ({ alive, stopping }) => (alive ? (stopping ? 'draining' : 'alive') : 'gone') },
  member('host'),
  member('pid'),
  { name: 'memory', value: ({ memoryMb }) => (memoryMb === undefined ? '' : `${memoryMb} MB`) },
  { name: 'jobs', value: runningJobs },
  member('startedAt', 'started'),
  { ...member('seenAt', 'seen'), wide: true },
  { ...member('release'), wide: true },
  { ...member('queues'), wide: true },
];

const clientWorkerColumns: readonly Column<ClientWorker>[] = [
  member('worker'),
  member('jobType', 'job type'),
  member('steps'),
  member('claimedAt', 'oldest claim'),
  member('leaseUntil', 'lease ends'),
];

/** `waybill workers`, `waybill workers drain`, `waybill workers resume` */
export function workersCommand(): Command {
  const command = new Command('workers')
    .description('List the workers and what they run')
    .option('--http', 'the workers of clients that have claimed steps over HTTP')
    .action(async ({ http = false }: { http?: boolean }, self: Command) => {
      const { waybill, output } = connect(self);
      if (http) await output.rows(await waybill.api.getAdminClientWorkers(), clientWorkerColumns);
      else await output.rows(await waybill.api.getAdminWorkers(), workerColumns);
    })
    .addCommand(drain())
    .addCommand(resumeWorker());
  return withExamples(command, { 'workers --http': 'List the workers in other languages that run steps' });
}

/** Returns the worker with this name or id. */
async function workerNamed(api: Connection['waybill']['api'], named: string) {
  const workers = await api.getAdminWorkers();
  const known = oneOf(
    named,
    workers.flatMap(({ id, name }) => [id, ...(name ? [name] : [])]),
    'The worker',
  );
  return { known, worker: workers.find(({ id, name }) => id === known || name === known) as Worker };
}

function resumeWorker(): Command {
  const command = withDryRun(new Command('resume'))
    .description('Take back the drain of a worker, which claims again')
    .argument('<worker>', 'name or id of the worker')
    .action(async (named: string, _options: object, self: Command) => {
      const connection = connect(self);
      const { known, worker } = await workerNamed(connection.waybill.api, named);
      await connection.waybill.api.deleteAdminWorkersIdDrain(worker.id);
      connection.output.say(`${known} claims again.`);
    });
  return withExamples(command, { 'workers resume node-1:4711:5b8e4a1c': 'Keep a worker whose machine stays' });
}

function drain(): Command {
  const command = new Command('drain')
    .description('Have a worker claim nothing more, and end with its last job')
    .argument('<worker>', 'name or id of the worker')
    .action(async (named: string, options: Confirmation, self: Command) => {
      const connection = connect(self);
      const { api } = connection.waybill;
      const { known, worker } = await workerNamed(api, named);
      await confirm(`Drain ${known}? It claims nothing more, and ends with its ${runningJobs(worker)} jobs.`, options);
      await api.postAdminWorkersIdDrain(worker.id);
      connection.output.say(`${known} drains. See what it still runs with: waybill workers`);
    });
  return withExamples(withYes(command), {
    'workers drain node-1:4711:5b8e4a1c --yes': 'Drain a worker of a machine that is to be replaced',
  });
}
