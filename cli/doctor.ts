import { Command } from 'commander';
import { type Config, readConfig } from '../app/config.ts';
import { makeLog } from '../app/log.ts';
import { openDatabase } from '../db/client.ts';
import { tablesAreCurrent } from '../db/migrations/migrate.ts';
import { queueStates } from '../db/queries/queue/queueStates.ts';
import { queues } from '../domain/queue/definitions.ts';
import { codeOf, messageOf } from '../domain/runtime/errorDetails.ts';
import { table } from './connection.ts';

interface Finding {
  readonly subject: string;
  readonly state: 'ok' | 'note' | 'error';
  readonly message: string;
  readonly remedy?: string;
}

type Check = (config: Config) => Promise<readonly Finding[]>;

/** `waybill doctor`: checks everything that the environment of the shell configures, and suggests remedies. */
export function doctorCommand(): Command {
  return new Command('doctor')
    .description('Check the configured database, queues, search, directory and providers, and generate test documents')
    .option('--quick', 'skip the test documents, which take some seconds')
    .action(async ({ quick }: { quick?: boolean }, command: Command) => {
      const config = readConfig(process.env);
      const selected = quick ? checks.filter((check) => check !== documents) : checks;
      const findings = (await Promise.all(selected.map((check) => check(config)))).flat();
      if (command.optsWithGlobals<{ json?: boolean }>().json) console.log(JSON.stringify(findings));
      else {
        const rows = findings.map(({ subject, state, message }) => [state, subject, message]);
        console.log(table(['', 'subject', ''], rows));
        for (const { subject, remedy } of findings) if (remedy) console.log(`\n${subject}: ${remedy}`);
      }
      if (findings.some(({ state }) => state === 'error')) process.exitCode = 1;
    });
}

const database: Check = async ({ databaseUrl }) => {
  if (!databaseUrl) {
    const message = 'DATABASE_URL is not set: npm start runs its own PostgreSQL';
    return [{ subject: 'database', state: 'note', message }];
  }
  const sql = openDatabase(databaseUrl, { name: 'waybill doctor', max: 2 });
  try {
    const [server] = await sql<{ version: string; connections: number; max: number; encoding: string }[]>`
      select current_setting('server_version') as version, current_setting('max_connections')::int as max,
        (select count(*)::int from pg_stat_activity) as connections, current_setting('server_encoding') as encoding`;
    if (!server) throw new Error('the server returned no settings');
    const { version, connections, max, encoding } = server;
    const findings: Finding[] = [
      { subject: 'database', state: 'ok', message: `PostgreSQL ${version}, ${connections} of ${max} connections` },
    ];
    if (encoding !== 'UTF8') {
      findings.push({
        subject: 'encoding',
        state: 'error',
        message: `the encoding of the database is ${encoding}`,
        remedy:
          'Create a database with `create database … encoding UTF8 template template0`: other encodings lose characters.',
      });
    }
    if (!(await tablesAreCurrent(sql))) {
      const remedy = 'Run `waybill migrate` before you start the processes of this version.';
      return [...findings, { subject: 'migrations', state: 'error', message: 'some migrations are pending', remedy }];
    }
    const states = await queueStates(sql, Object.keys(queues));
    const dead = states.filter(({ deadLetters }) => deadLetters > 0);
    const late = states.filter(({ oldestReadySeconds }) => (oldestReadySeconds ?? 0) > 60);
    const [alive] = await sql<{ workers: number; claimed: string[] }[]>`
      with living as (select id, queues from process where role = 'worker' and seen_at > now() - interval '6 seconds')
      select (select count(*)::int from living) as workers,
        array(select distinct unnest(queues) from living) as claimed`;
    const unclaimed = states.filter(({ name }) => alive && alive.workers > 0 && !alive.claimed.includes(name));
    findings.push({ subject: 'migrations', state: 'ok', message: 'up to date' });
    findings.push(
      alive?.workers
        ? { subject: 'workers', state: 'ok', message: `${alive.workers} running` }
        : {
            subject: 'workers',
            state: 'note',
            message: 'none is running',
            remedy: 'Run `waybill worker`: nothing takes jobs from the queues.',
          },
    );
    for (const { name } of unclaimed) {
      const message = `no running worker takes jobs from ${name}`;
      findings.push({ subject: 'queues', state: 'error', message, remedy: 'Add the queue to QUEUES of a worker.' });
    }
    for (const { name, oldestReadySeconds } of late) {
      const message = `the oldest job of ${name} has waited ${Math.round(oldestReadySeconds ?? 0)} s`;
      findings.push({
        subject: 'queues',
        state: 'note',
        message,
        remedy: 'Add workers, or check what the running ones do.',
      });
    }
    for (const { name, deadLetters } of dead) {
      const remedy = `GET /api/v2/admin/queues/${name}/dead-letters shows the reasons; POST …/redrive retries the jobs.`;
      findings.push({ subject: 'dead letters', state: 'note', message: `${deadLetters} in ${name}`, remedy });
    }
    return findings;
  } catch (error) {
    const remedy =
      'Check host, port, name and password of DATABASE_URL, and that the server accepts connections from this machine.';
    return [{ subject: 'database', state: 'error', message: reasonOf(error), remedy }];
  } finally {
    await sql.end({ timeout: 1 });
  }
};

const search: Check = async ({ elasticsearchUrl }) => {
  if (!elasticsearchUrl) return [{ subject: 'search', state: 'ok', message: 'in PostgreSQL' }];
  const [first = ''] = elasticsearchUrl.split(',');
  try {
    const response = await fetch(new URL('/_cluster/health', first), { signal: AbortSignal.timeout(5_000) });
    const health: { status?: string; number_of_nodes?: number } = JSON.parse(await response.text());
    const { status, number_of_nodes: nodes } = health;
    const message = `Elasticsearch is ${status}, ${nodes} nodes`;
    const remedy = 'Some shards are unassigned: see GET /_cluster/allocation/explain of Elasticsearch.';
    return [
      { subject: 'search', state: status === 'red' ? 'error' : 'ok', message, ...(status === 'red' && { remedy }) },
    ];
  } catch (error) {
    const remedy = 'Check ELASTICSEARCH_URL. Without Elasticsearch, reads by id and writes work and searches fail.';
    return [{ subject: 'search', state: 'error', message: reasonOf(error), remedy }];
  }
};

const directory: Check = async ({ ldapUrl, ldapBaseDn, ldapBindDn, ldapPassword }) => {
  if (!ldapUrl) return [{ subject: 'directory', state: 'ok', message: 'not configured' }];
  const { Client } = await import('ldapts');
  const client = new Client({ url: ldapUrl, timeout: 5_000, connectTimeout: 5_000 });
  try {
    if (ldapBindDn) await client.bind(ldapBindDn, ldapPassword);
    await client.search(ldapBaseDn, { scope: 'base', attributes: ['1.1'] });
    return [{ subject: 'directory', state: 'ok', message: `${ldapBaseDn} can be read` }];
  } catch (error) {
    const remedy = 'Check LDAP_URL, LDAP_BIND_DN, LDAP_PASSWORD and LDAP_BASE_DN.';
    return [{ subject: 'directory', state: 'error', message: reasonOf(error), remedy }];
  } finally {
    await client.unbind().catch(() => {});
  }
};

const mailServers: Check = async ({ smtpUrl, smtpTimeoutSeconds }) => {
  if (!smtpUrl)
    return [
      {
        subject: 'e-mail',
        state: 'note',
        message: 'SMTP_URL is not set: npm start delivers all e-mail to its own mailbox',
      },
    ];
  const { createTransport } = await import('nodemailer');
  return Promise.all(
    smtpUrl.split(',').map(async (url): Promise<Finding> => {
      const { host } = new URL(url);
      const limit = Math.min(smtpTimeoutSeconds, 10) * 1_000;
      const transport = createTransport({
        url,
        connectionTimeout: limit,
        greetingTimeout: limit,
        socketTimeout: limit,
      });
      try {
        await transport.verify();
        return { subject: 'e-mail', state: 'ok', message: `${host} accepts connections` };
      } catch (error) {
        const remedy = 'Check SMTP_URL: host, port, smtps: or smtp:, user and password.';
        return { subject: 'e-mail', state: 'error', message: `${host}: ${reasonOf(error)}`, remedy };
      } finally {
        transport.close();
      }
    }),
  );
};

const smsProvider: Check = async ({ twilioAccountSid: sid, twilioAuthToken: token, twilioFrom, twilioBaseUrl }) => {
  if (!sid)
    return [
      {
        subject: 'SMS',
        state: 'note',
        message: 'TWILIO_ACCOUNT_SID is not set: npm start delivers all SMS to its own mailbox',
      },
    ];
  const remedy = 'Check TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM and TWILIO_BASE_URL.';
  if (!twilioFrom) return [{ subject: 'SMS', state: 'error', message: 'TWILIO_FROM is not set', remedy }];
  try {
    const response = await fetch(
      new URL(`/2010-04-01/Accounts/${sid}.json`, twilioBaseUrl ?? 'https://api.twilio.com'),
      {
        headers: { authorization: `Basic ${btoa(`${sid}:${token}`)}` },
        signal: AbortSignal.timeout(10_000),
      },
    );
    if (response.ok) return [{ subject: 'SMS', state: 'ok', message: 'Twilio accepts the account' }];
    return [{ subject: 'SMS', state: 'error', message: `Twilio responded with status ${response.status}`, remedy }];
  } catch (error) {
    return [{ subject: 'SMS', state: 'error', message: reasonOf(error), remedy }];
  }
};

/** Generates a PDF and an office document: checking files alone does not show that both work. */
const documents: Check = async ({ sofficePath, officeTimeoutSeconds }) => {
  const { makeOffice } = await import('../drivers/rendering/office/office.ts');
  const { makeRenderer } = await import('../drivers/rendering/renderer.ts');
  const { makeSandbox } = await import('../drivers/sandbox/sandbox.ts');
  const log = makeLog('worker', 'silent');
  const office = makeOffice({
    log,
    size: 1,
    limitMs: officeTimeoutSeconds * 1_000,
    ...(sofficePath && { sofficePath }),
  });
  const sandbox = makeSandbox({ log, size: 1 });
  const renderer = makeRenderer({ log, sandbox, office, size: 1 });
  const make = async (subject: string, format: string, remedy: string): Promise<Finding> => {
    const template = {
      key: 'doctor',
      code: 'doctor',
      inputType: 'HTML',
      documentType: 'PDF',
      documentSize: 'A4',
      content: '<p>Příliš žluťoučký kůň, Ελληνικά, Кириллица</p>',
    } as const;
    try {
      const outcome = await renderer.render({ template, data: '{}', format });
      if ('problem' in outcome) return { subject, state: 'error', message: outcome.problem, remedy };
      return { subject, state: 'ok', message: `${format} of ${outcome.content.length} bytes generated` };
    } catch (error) {
      return { subject, state: 'error', message: reasonOf(error), remedy };
    }
  };
  try {
    return [
      await make('PDF and fonts', 'pdf', 'Reinstall: rm -r node_modules, then npm start.'),
      await make(
        'converter',
        'docx',
        'The converter needs 1.5 GB of memory. SOFFICE_PATH can name a native LibreOffice instead.',
      ),
    ];
  } finally {
    await Promise.all([renderer.stop(), office.stop(), sandbox.stop()]);
  }
};

const checks: readonly Check[] = [database, search, directory, mailServers, smsProvider, documents];

const reasonOf = (error: unknown): string => {
  return messageOf(error) || codeOf(error) || String(error);
};
