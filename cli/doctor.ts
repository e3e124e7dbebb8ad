import { Command } from 'commander';
import { type Config, readConfig } from '../app/config.ts';
import { makeLog } from '../app/log.ts';
import { openDatabase } from '../db/client.ts';
import { tablesAreCurrent } from '../db/migrations/migrate.ts';
import { queueStates } from '../db/queries/queue/queueStates.ts';
import { queues } from '../domain/queue/definitions.ts';
import { table } from './connection.ts';

interface Finding {
  readonly what: string;
  readonly state: 'ok' | 'note' | 'wrong';
  readonly says: string;
  /** What to do about it. */
  readonly remedy?: string;
}

type Check = (config: Config) => Promise<readonly Finding[]>;

/** `waybill doctor`: looks at everything that the environment of this shell names, and says what to do. */
export function doctorCommand(): Command {
  return new Command('doctor')
    .description(
      'Check what the environment names: database, queues, search, directory, senders; and that documents can be made',
    )
    .option('--quick', 'without making documents, which takes some seconds')
    .action(async ({ quick }: { quick?: boolean }, command: Command) => {
      const config = readConfig(process.env);
      const wanted = quick ? checks.filter((check) => check !== documents) : checks;
      const findings = (await Promise.all(wanted.map((check) => check(config)))).flat();
      if (command.optsWithGlobals<{ json?: boolean }>().json) console.log(JSON.stringify(findings));
      else {
        const rows = findings.map(({ what, state, says }) => [state, what, says]);
        console.log(table(['', 'what', ''], rows));
        for (const { what, remedy } of findings) if (remedy) console.log(`\n${what}: ${remedy}`);
      }
      if (findings.some(({ state }) => state === 'wrong')) process.exitCode = 1;
    });
}

const database: Check = async ({ databaseUrl }) => {
  if (!databaseUrl) {
    const says = 'DATABASE_URL is not set: npm start brings a PostgreSQL of its own';
    return [{ what: 'database', state: 'note', says }];
  }
  const sql = openDatabase(databaseUrl, { name: 'waybill doctor', max: 2 });
  try {
    const [server] = await sql<{ version: string; connections: number; most: number; encoding: string }[]>`
      select current_setting('server_version') as version, current_setting('max_connections')::int as most,
        (select count(*)::int from pg_stat_activity) as connections, current_setting('server_encoding') as encoding`;
    const { version, connections, most, encoding } = server as NonNullable<typeof server>;
    const findings: Finding[] = [
      { what: 'database', state: 'ok', says: `PostgreSQL ${version}, ${connections} of ${most} connections` },
    ];
    if (encoding !== 'UTF8') {
      findings.push({
        what: 'encoding',
        state: 'wrong',
        says: `the database is in ${encoding}`,
        remedy: 'Make one with `create database … encoding UTF8 template template0`; other encodings lose letters.',
      });
    }
    if (!(await tablesAreCurrent(sql))) {
      const remedy = 'Run `waybill migrate` before the processes of this version.';
      return [...findings, { what: 'migrations', state: 'wrong', says: 'some are missing', remedy }];
    }
    const states = await queueStates(sql, Object.keys(queues));
    const dead = states.filter(({ deadLetters }) => deadLetters > 0);
    const late = states.filter(({ oldestReadySeconds }) => (oldestReadySeconds ?? 0) > 60);
    const [alive] = await sql<{ workers: number; taken: string[] }[]>`
      with living as (select id, queues from process where role = 'worker' and seen_at > now() - interval '6 seconds')
      select (select count(*)::int from living) as workers,
        array(select distinct unnest(queues) from living) as taken`;
    const left = states.filter(({ name }) => alive && alive.workers > 0 && !alive.taken.includes(name));
    findings.push({ what: 'migrations', state: 'ok', says: 'all there' });
    findings.push(
      alive?.workers
        ? { what: 'workers', state: 'ok', says: `${alive.workers} alive` }
        : { what: 'workers', state: 'note', says: 'none is alive', remedy: 'Run `waybill worker`: queues only fill.' },
    );
    for (const { name } of left) {
      const says = `no worker that is alive takes ${name}`;
      findings.push({ what: 'queues', state: 'wrong', says, remedy: 'Put it into the QUEUES of some worker.' });
    }
    for (const { name, oldestReadySeconds } of late) {
      const says = `${name} has waited for ${Math.round(oldestReadySeconds ?? 0)} s`;
      findings.push({ what: 'queues', state: 'note', says, remedy: 'More workers, or see what the present ones do.' });
    }
    for (const { name, deadLetters } of dead) {
      const remedy = `GET /api/v2/admin/queues/${name}/dead-letters says why; POST …/redrive sends them again.`;
      findings.push({ what: 'dead letters', state: 'note', says: `${deadLetters} of ${name}`, remedy });
    }
    return findings;
  } catch (error) {
    const remedy = 'Check host, port, name and password of DATABASE_URL, and that the server lets this machine in.';
    return [{ what: 'database', state: 'wrong', says: reasonOf(error), remedy }];
  } finally {
    await sql.end({ timeout: 1 });
  }
};

const search: Check = async ({ elasticsearchUrl }) => {
  if (!elasticsearchUrl) return [{ what: 'search', state: 'ok', says: 'in PostgreSQL' }];
  const [first = ''] = elasticsearchUrl.split(',');
  try {
    const response = await fetch(new URL('/_cluster/health', first), { signal: AbortSignal.timeout(5_000) });
    const { status, number_of_nodes: nodes } = (await response.json()) as { status?: string; number_of_nodes?: number };
    const says = `Elasticsearch is ${status}, ${nodes} nodes`;
    const remedy = 'Some shards have no place: see GET /_cluster/allocation/explain there.';
    return [{ what: 'search', state: status === 'red' ? 'wrong' : 'ok', says, ...(status === 'red' && { remedy }) }];
  } catch (error) {
    const remedy = 'Check ELASTICSEARCH_URL. Writes and reads by id go on without it, searches do not.';
    return [{ what: 'search', state: 'wrong', says: reasonOf(error), remedy }];
  }
};

const directory: Check = async ({ ldapUrl, ldapBaseDn, ldapBindDn, ldapPassword }) => {
  if (!ldapUrl) return [{ what: 'directory', state: 'ok', says: 'none is named' }];
  const { Client } = await import('ldapts');
  const client = new Client({ url: ldapUrl, timeout: 5_000, connectTimeout: 5_000 });
  try {
    if (ldapBindDn) await client.bind(ldapBindDn, ldapPassword);
    await client.search(ldapBaseDn, { scope: 'base', attributes: ['1.1'] });
    return [{ what: 'directory', state: 'ok', says: `${ldapBaseDn} can be read` }];
  } catch (error) {
    const remedy = 'Check LDAP_URL, LDAP_BIND_DN, LDAP_PASSWORD and LDAP_BASE_DN.';
    return [{ what: 'directory', state: 'wrong', says: reasonOf(error), remedy }];
  } finally {
    await client.unbind().catch(() => {});
  }
};

const mailServers: Check = async ({ smtpUrl, smtpTimeoutSeconds }) => {
  if (!smtpUrl)
    return [{ what: 'e-mail', state: 'note', says: 'SMTP_URL is not set: npm start keeps all e-mail itself' }];
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
        return { what: 'e-mail', state: 'ok', says: `${host} lets us in` };
      } catch (error) {
        const remedy = 'Check SMTP_URL: host, port, smtps: or smtp:, user and password.';
        return { what: 'e-mail', state: 'wrong', says: `${host}: ${reasonOf(error)}`, remedy };
      } finally {
        transport.close();
      }
    }),
  );
};

const smsProvider: Check = async ({ twilioAccountSid: sid, twilioAuthToken: token, twilioFrom, twilioBaseUrl }) => {
  if (!sid)
    return [{ what: 'SMS', state: 'note', says: 'TWILIO_ACCOUNT_SID is not set: npm start keeps all SMS itself' }];
  const remedy = 'Check TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM and TWILIO_BASE_URL.';
  if (!twilioFrom) return [{ what: 'SMS', state: 'wrong', says: 'TWILIO_FROM is not set', remedy }];
  try {
    const response = await fetch(
      new URL(`/2010-04-01/Accounts/${sid}.json`, twilioBaseUrl ?? 'https://api.twilio.com'),
      {
        headers: { authorization: `Basic ${btoa(`${sid}:${token}`)}` },
        signal: AbortSignal.timeout(10_000),
      },
    );
    if (response.ok) return [{ what: 'SMS', state: 'ok', says: 'Twilio knows the account' }];
    return [{ what: 'SMS', state: 'wrong', says: `Twilio answers ${response.status}`, remedy }];
  } catch (error) {
    return [{ what: 'SMS', state: 'wrong', says: reasonOf(error), remedy }];
  }
};

/** A real document of each way, since both need more than a look at files tells. */
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
  const make = async (what: string, format: string, remedy: string): Promise<Finding> => {
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
      if ('problem' in outcome) return { what, state: 'wrong', says: outcome.problem, remedy };
      return { what, state: 'ok', says: `${format} of ${outcome.content.length} bytes made` };
    } catch (error) {
      return { what, state: 'wrong', says: reasonOf(error), remedy };
    }
  };
  try {
    return [
      await make('PDF and fonts', 'pdf', 'Install anew: rm -r node_modules, npm start.'),
      await make('converter', 'docx', 'It needs 1.5 GB of memory; SOFFICE_PATH may name a native LibreOffice instead.'),
    ];
  } finally {
    await Promise.all([renderer.stop(), office.stop(), sandbox.stop()]);
  }
};

const checks: readonly Check[] = [database, search, directory, mailServers, smsProvider, documents];

const reasonOf = (error: unknown): string => {
  const { message, code } = error as { message?: string; code?: string | number };
  return message || String(code ?? error);
};
