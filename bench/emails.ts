import { join } from 'node:path';
import { openDatabase } from '../db/client.ts';
import { cpuOf, cpuOfServer, cpuOfTree } from './cpu.ts';
import { streets } from './logData.ts';
import { median, pairedRatio, startDatabases, startProcess } from './servers.ts';

/**
 * E-mails with a template, 2 workers, to a local SMTP server that takes all, from the answer to their request to the
 * last: as many notifications with data of their own each, and one notification with as many targets. Against
 * nodemailer's pool alone in one process that sends ready messages to the same server.
 *
 * bun bench/emails.ts [rounds] [count]
 */
const [rounds = 3, count = 10_000] = process.argv.slice(2).map(Number);
const CONNECTIONS = 8;

const sink = Bun.spawn([process.execPath, join(import.meta.dir, 'smtpSink.ts')], { stdout: 'pipe', stderr: 'inherit' });
let taken = 0;
let takenAt = 0;
let smtpPort = 0;
let heard = () => {};
void (async () => {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const bytes of sink.stdout) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [word, number, at] = line.split(' ');
      if (word === 'port') smtpPort = Number(number);
      else [taken, takenAt] = [Number(number), Number(at)];
    }
    heard();
  }
})();
const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) {
    await new Promise<void>((resolve) => {
      heard = resolve;
    });
  }
};
await until(() => smtpPort > 0);

const databases = await startDatabases();
const url = await databases.make('waybill');
const env = { SMTP_URL: `smtp://127.0.0.1:${smtpPort}`, SMTP_CONNECTIONS: String(CONNECTIONS), LOG_LEVEL: 'warn' };
const sql = openDatabase(url, { name: 'bench', max: 1 });
const [{ pid: backend }] = await sql<[{ pid: number }]>`select pg_backend_pid() as pid`;
const api = await startProcess('api', url, env);
const workers = [await startProcess('worker', url, env), await startProcess('worker', url, env)];

const post = async (path: string, body: unknown): Promise<void> => {
  const answer = await fetch(`http://127.0.0.1:${api.port}/api/v2${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (answer.status !== 200) throw new Error(await answer.text());
};
const content =
  '<style>p { color: #333 }</style><p>Good day,</p><p>there is no water in {{street}}.</p>{{#if hours}}<p>{{hours}} hours</p>{{/if}}';
await post('/formatter-templates', { code: 'mail', inputType: 'HTML', documentType: 'EMAIL', content });
const config = { emailTemplateCode: 'mail', subject: 'Outage in {{street}}' };
await post('/notification-rules', { code: 'outage', name: 'Outage', config });

const one = (number: number, targets: number) => ({
  ownerType: 'Outage',
  ownerId: String(number),
  templateCode: 'outage',
  data: { street: `${streets[number % streets.length]} ${number % 300}`, hours: number % 24 },
  notificationTo: Array.from({ length: targets }, (_, target) => ({
    email: `customer${number}.${target}@example.com`,
  })),
});

async function perSecond(begin: () => Promise<void>): Promise<number> {
  const wanted = taken + count;
  await begin();
  const began = Date.now();
  await until(() => taken >= wanted);
  return Math.round((count / (takenAt - began)) * 1_000);
}

/** Seconds of processor time by part. */
const used = (): Record<string, number> => {
  const workersAlone = workers.reduce((sum, { pid }) => sum + cpuOf(pid), 0);
  const rendering = workers.reduce((sum, { pid }) => sum + cpuOfTree(pid), 0) - workersAlone;
  return {
    workers: workersAlone,
    rendering,
    api: cpuOf(api.pid),
    postgres: cpuOfServer(backend),
    smtp: cpuOf(sink.pid),
  };
};

const alone = () =>
  perSecond(async () => {
    Bun.spawn([
      process.execPath,
      join(import.meta.dir, 'nodemailerAlone.ts'),
      String(smtpPort),
      String(count),
      String(CONNECTIONS),
    ]);
  });
const many = () =>
  perSecond(() =>
    post(
      '/notifications/batch',
      Array.from({ length: count }, (_, number) => one(number, 1)),
    ),
  );
const wide = () => perSecond(() => post('/notifications', one(1, count)));

const results = { alone: [] as number[], many: [] as number[], wide: [] as number[] };
try {
  // Processes that render are started by the first message.
  await post(
    '/notifications/batch',
    Array.from({ length: 200 }, (_, number) => one(number, 1)),
  );
  await until(() => taken >= 200);
  for (let round = 0; round < rounds; round++) {
    for (const [name, run] of Object.entries({ alone, many, wide })) {
      const before = used();
      const speed = await run();
      const cpuUs = Object.entries(used()).map(([part, seconds]) => [
        part,
        Math.round(((seconds - (before[part] as number)) / count) * 1_000_000),
      ]);
      results[name as keyof typeof results].push(speed);
      console.log(
        name.padEnd(6),
        speed,
        'e-mails/s, processor time of one in µs:',
        JSON.stringify(Object.fromEntries(cpuUs)),
      );
    }
  }
  console.log(`nodemailer alone                ${median(results.alone)}/s`);
  console.log(
    `${count} notifications           ${median(results.many)}/s, ratio ${pairedRatio(results.many, results.alone)} (at least 0.5)`,
  );
  console.log(
    `${count} targets of one          ${median(results.wide)}/s, ratio ${pairedRatio(results.wide, results.alone)}`,
  );
} finally {
  await Promise.all([api, ...workers].map((one) => one.stop()));
  sink.kill('SIGTERM');
  await sql.end({ timeout: 1 });
  await databases.stop();
}
