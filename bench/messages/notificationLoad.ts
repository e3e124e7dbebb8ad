import { join } from 'node:path';
import { openDatabase } from '../../db/client.ts';
import { cpuOf, cpuOfServer, cpuOfTree } from '../helpers/cpu.ts';
import { streets } from '../helpers/logData.ts';
import { startDatabases, startProcess } from '../helpers/servers.ts';

/** A process that accepts all messages (smtpSink.ts, smsSink.ts), and the counts that it has printed. */
export interface Sink {
  readonly port: number;
  readonly pid: number;
  /** Number of messages received, which the sink prints after each `every` of them. */
  received(): number;
  /** Resolves once so many messages were received, with the time of the last in ms since 1970. */
  until(received: number): Promise<number>;
  stop(): void;
}

export async function startSink(script: string, every: number): Promise<Sink> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, script), String(every)], {
    stdout: 'pipe',
    stderr: 'inherit',
  });
  let [port, received, receivedAt] = [0, 0, 0];
  let onOutput = () => {};
  const readOutput = async () => {
    let rest = '';
    const decoder = new TextDecoder();
    for await (const bytes of child.stdout) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const [word, number, at] = line.split(' ');
        if (word === 'port') port = Number(number);
        else [received, receivedAt] = [Number(number), Number(at)];
      }
      onOutput();
    }
  };
  void readOutput();
  const until = async (condition: () => boolean): Promise<void> => {
    while (!condition()) {
      await new Promise<void>((resolve) => {
        onOutput = resolve;
      });
    }
  };
  await until(() => port > 0);
  return {
    port,
    pid: child.pid,
    received: () => received,
    until: async (count) => {
      await until(() => received >= count);
      return receivedAt;
    },
    stop: () => child.kill('SIGTERM'),
  };
}

/** Starts an api and two workers that deliver to the sink, with a rule `outage` for e-mail and SMS. */
export async function startNotifying(env: Record<string, string>) {
  const databases = await startDatabases();
  const url = await databases.make('waybill');
  const sql = openDatabase(url, { name: 'bench', max: 1 });
  const [{ pid: backend }] = await sql<[{ pid: number }]>`select pg_backend_pid() as pid`;
  const all = { LOG_LEVEL: 'warn', DEFAULT_COUNTRY: 'CZ', ...env };
  const api = await startProcess('api', url, all);
  const workers = [await startProcess('worker', url, all), await startProcess('worker', url, all)];

  const post = async (path: string, body: unknown): Promise<void> => {
    const answer = await fetch(`http://127.0.0.1:${api.port}/api/v2${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(text);
  };
  const content =
    '<style>p { color: #333 }</style><p>Good day,</p><p>there is no water in {{street}}.</p>{{#if hours}}<p>{{hours}} hours</p>{{/if}}';
  await post('/formatter-templates', { code: 'mail', inputType: 'HTML', documentType: 'EMAIL', content });
  const short = 'There is no water in {{street}}.';
  await post('/formatter-templates', { code: 'short', inputType: 'HTML', documentType: 'SOURCE', content: short });
  const config = { emailTemplateCode: 'mail', smsTemplateCode: 'short', subject: 'Outage in {{street}}' };
  await post('/notification-rules', { code: 'outage', name: 'Outage', config });

  return {
    post,
    /** Resolves when no work is pending, so that the work of one side does not slow down the other. */
    settled: async (): Promise<void> => {
      for (let pending = 1; pending > 0; await Bun.sleep(100)) {
        const [row] = await sql<[{ pending: number }]>`select ((select count(*) from outbox where error is null)
          + (select count(*) from pgboss.job where state < 'completed' and start_after <= now()))::int as pending`;
        pending = row.pending;
      }
    },
    /** Returns the seconds of processor time used so far, by part. */
    used: (sink: Sink): Record<string, number> => {
      const alone = workers.reduce((sum, { pid }) => sum + cpuOf(pid), 0);
      const rendering = workers.reduce((sum, { pid }) => sum + cpuOfTree(pid), 0) - alone;
      return {
        workers: alone,
        rendering,
        api: cpuOf(api.pid),
        postgres: cpuOfServer(backend),
        sink: cpuOf(sink.pid),
      };
    },
    stop: async () => {
      await Promise.all([api, ...workers].map((one) => one.stop()));
      await sql.end({ timeout: 1 });
      await databases.stop();
    },
  };
}

/** Returns a notification with distinct data. */
export const outage = (number: number, notificationTo: readonly object[]) => ({
  ownerType: 'Outage',
  ownerId: String(number),
  templateCode: 'outage',
  data: { street: `${streets[number % streets.length]} ${number % 300}`, hours: number % 24 },
  notificationTo,
});
