import { Command } from 'commander';
import { readConfig } from '../../app/config.ts';
import { makeLog } from '../../app/log.ts';
import { type Database, openDatabase } from '../../db/client.ts';
import { tablesAreCurrent } from '../../db/migrations/migrate.ts';
import { type FeedLag, feedLags } from '../../db/queries/changes/ruleFeedRows.ts';
import { queueStates } from '../../db/queries/queue/queueStates.ts';
import { type QueueDefinition, queues } from '../../domain/queue/definitions.ts';
import { member, Output, type OutputOptions } from '../base/output.ts';
import { checkBrowser } from './browserCheck.ts';
import { type Check, type Finding, reasonOf } from './finding.ts';
import { checkBounceMailbox } from './mailboxCheck.ts';

/** `waybill doctor`: checks everything that the environment of the shell configures, and explains each finding. */
export function doctorCommand(): Command {
  return new Command('doctor')
    .description('Check the configured database, queues, search, directory and providers, and generate test documents')
    .option('--quick', 'skip the test documents, which take some seconds')
    .action(async ({ quick }: { quick?: boolean }, command: Command) => {
      const config = readConfig(process.env);
      const selected = quick ? checks.filter((check) => check !== documents && check !== checkBrowser) : checks;
      const findings = (await Promise.all(selected.map((check) => check(config)))).flat();
      const output = new Output(command.optsWithGlobals<OutputOptions>());
      await output.rows(findings, [member('state'), member('subject'), member('message')]);
      for (const { subject, message, remedy, command } of findings) {
        if (remedy) output.say(`\n${subject}: ${message}\n  ${remedy}${command ? `\n  $ ${command}` : ''}`);
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
        remedy: 'Other encodings than UTF8 lose characters. Create a new database, and name it in DATABASE_URL.',
        command: 'createdb --encoding=UTF8 --template=template0 waybill',
      });
    }
    if (!(await tablesAreCurrent(sql))) {
      findings.push({
        subject: 'migrations',
        state: 'error',
        message: 'some migrations are pending',
        remedy: 'The tables are not those of this release: its apis are not ready, and its workers do not start.',
        command: 'waybill migrate',
      });
      return findings;
    }
    return [...findings, { subject: 'migrations', state: 'ok', message: 'up to date' }, ...(await workOf(sql))];
  } catch (error) {
    const remedy =
      'Check host, port, name and password of DATABASE_URL, and that the server accepts connections from this machine.';
    const command = 'psql "$DATABASE_URL" --command="select version()"';
    return [{ subject: 'database', state: 'error', message: reasonOf(error), remedy, command }];
  } finally {
    await sql.end({ timeout: 1 });
  }
};

/** The queues from which workers claim; an api claims from the others as long as it runs. */
const workerQueues: ReadonlySet<string> = new Set(
  Object.values<QueueDefinition>(queues).flatMap(({ name, claimedBy }) => (claimedBy === 'worker' ? [name] : [])),
);

/** Checks the workers and the queues. */
async function workOf(sql: Database): Promise<Finding[]> {
  const findings: Finding[] = [];
  const states = await queueStates(sql, Object.keys(queues));
  const [alive] = await sql<{ workers: number; claimed: string[] }[]>`
    with living as (select role, queues from process where seen_at > now() - interval '6 seconds')
    select (select count(*)::int from living where role = 'worker') as workers,
      array(select distinct unnest(queues) from living) as claimed`;
  if (alive?.workers) findings.push({ subject: 'workers', state: 'ok', message: `${alive.workers} running` });
  else {
    const remedy = 'Jobs, messages and documents wait in the queues until a worker runs.';
    findings.push({ subject: 'workers', state: 'note', message: 'none is running', remedy, command: 'waybill worker' });
  }
  for (const { name, deadLetters, oldestReadySeconds } of states) {
    if (alive?.workers && workerQueues.has(name) && !alive.claimed.includes(name)) {
      const message = `no running worker takes jobs from ${name}`;
      const remedy =
        'QUEUES of each running worker leaves this queue out. Add it to one of them, or start another worker.';
      findings.push({ subject: 'queues', state: 'error', message, remedy, command: `QUEUES=${name} waybill worker` });
    }
    if ((oldestReadySeconds ?? 0) > 60) {
      const message = `the oldest job of ${name} has waited ${Math.round(oldestReadySeconds ?? 0)} s`;
      const remedy = 'Workers take fewer jobs than arrive. `waybill workers` shows their work; another one helps.';
      findings.push({ subject: 'queues', state: 'note', message, remedy, command: 'waybill worker' });
    }
    if (deadLetters > 0) {
      const remedy = `These jobs have failed for the last time. \`waybill dead-letters list ${name}\` shows the reasons. Resend them when the causes are fixed.`;
      const command = `waybill dead-letters resend ${name} --all`;
      findings.push({ subject: 'dead letters', state: 'note', message: `${deadLetters} in ${name}`, remedy, command });
    }
  }
  return [...findings, ...feedFindings(await feedLags(sql))];
}

/** Failed attempts after which a rule that posts changes is reported: a receiver may restart. */
const REPORTED_ATTEMPTS = 3;

const feedFindings = (feeds: readonly FeedLag[]): Finding[] =>
  feeds
    .filter(({ failedAttempts }) => failedAttempts >= REPORTED_ATTEMPTS)
    .map(({ ruleCode, failedAttempts, lagSeconds, error }) => ({
      subject: 'rule feeds',
      state: 'note',
      message: `${ruleCode} is ${Math.round(lagSeconds)} s behind after ${failedAttempts} failed attempts: ${error ?? ''}`,
      remedy:
        'Check config.url of the rule and its receiver. The command shows the time of the next attempt; a save of the rule brings it forward.',
      command: `waybill api notification-rules/${encodeURIComponent(ruleCode)}/feed`,
    }));

const search: Check = async ({ elasticsearchUrl }) => {
  if (!elasticsearchUrl) return [{ subject: 'search', state: 'ok', message: 'in PostgreSQL' }];
  const [first = ''] = elasticsearchUrl.split(',');
  try {
    const response = await fetch(new URL('/_cluster/health', first), { signal: AbortSignal.timeout(5_000) });
    const health: { status?: string; number_of_nodes?: number } = JSON.parse(await response.text());
    const { status, number_of_nodes: nodes } = health;
    const message = `Elasticsearch is ${status}, ${nodes} nodes`;
    if (status !== 'red') return [{ subject: 'search', state: 'ok', message }];
    const remedy = 'Some shards are not assigned to a node, so that searches fail. Elasticsearch says why.';
    const command = 'curl "$ELASTICSEARCH_URL/_cluster/allocation/explain?pretty"';
    return [{ subject: 'search', state: 'error', message, remedy, command }];
  } catch (error) {
    const remedy = 'Check ELASTICSEARCH_URL. Without Elasticsearch, reads by id and writes work and searches fail.';
    const command = 'curl "$ELASTICSEARCH_URL/_cluster/health?pretty"';
    return [{ subject: 'search', state: 'error', message: reasonOf(error), remedy, command }];
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
    const remedy =
      'Check LDAP_URL, LDAP_BIND_DN, LDAP_PASSWORD and LDAP_BASE_DN. Groups are not synchronized meanwhile.';
    const command = 'ldapsearch -x -H "$LDAP_URL" -D "$LDAP_BIND_DN" -W -b "$LDAP_BASE_DN" -s base';
    return [{ subject: 'directory', state: 'error', message: reasonOf(error), remedy, command }];
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
      const { host, protocol } = new URL(url);
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
        const remedy =
          'Check SMTP_URL: host, port, smtps: or smtp:, user and password. E-mails wait, and are retried for hours.';
        const command = `curl --verbose ${protocol}//${host}`;
        return { subject: 'e-mail', state: 'error', message: `${host}: ${reasonOf(error)}`, remedy, command };
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
  const remedy =
    'Check TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM and TWILIO_BASE_URL. No SMS is sent until then.';
  const failed = (message: string, more: Partial<Finding> = {}): Finding[] => [
    { subject: 'SMS', state: 'error', message, remedy, ...more },
  ];
  if (!twilioFrom) return failed('TWILIO_FROM is not set', { command: 'export TWILIO_FROM=+420601234567' });
  const account = new URL(`/2010-04-01/Accounts/${sid}.json`, twilioBaseUrl ?? 'https://api.twilio.com');
  const command = `curl --user "$TWILIO_ACCOUNT_SID:$TWILIO_AUTH_TOKEN" ${account.href.replace(sid, '$TWILIO_ACCOUNT_SID')}`;
  try {
    const response = await fetch(account, {
      headers: { authorization: `Basic ${btoa(`${sid}:${token}`)}` },
      signal: AbortSignal.timeout(10_000),
    });
    if (response.ok) return [{ subject: 'SMS', state: 'ok', message: 'Twilio accepts the account' }];
    return failed(`Twilio responded with status ${response.status}`, { command });
  } catch (error) {
    return failed(reasonOf(error), { command });
  }
};

/** Generates a PDF and an office document: checking files alone does not show that both work. */
const documents: Check = async ({ sofficePath, officeTimeoutSeconds }) => {
  const { makeOffice } = await import('../../drivers/rendering/office/office.ts');
  const { makeRenderer } = await import('../../drivers/rendering/renderer.ts');
  const { makeSandbox } = await import('../../drivers/sandbox/sandbox.ts');
  const log = makeLog('worker', 'silent');
  const office = makeOffice({
    log,
    size: 1,
    limitMs: officeTimeoutSeconds * 1_000,
    ...(sofficePath && { sofficePath }),
  });
  const sandbox = makeSandbox({ log, size: 1 });
  const renderer = makeRenderer({ log, sandbox, office, size: 1 });
  const make = async (
    subject: string,
    format: string,
    fix: Required<Pick<Finding, 'remedy' | 'command'>>,
  ): Promise<Finding> => {
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
      if ('problem' in outcome) return { subject, state: 'error', message: outcome.problem, ...fix };
      return { subject, state: 'ok', message: `${format} of ${outcome.content.length} bytes generated` };
    } catch (error) {
      return { subject, state: 'error', message: reasonOf(error), ...fix };
    }
  };
  try {
    return [
      await make('PDF and fonts', 'pdf', {
        remedy: 'No document can be rendered. Install the dependencies again.',
        command: 'rm -r node_modules && node scripts/install.mjs',
      }),
      await make('converter', 'docx', {
        remedy:
          'Office formats fail. The converter needs 1.5 GB of memory; SOFFICE_PATH can name a native LibreOffice instead.',
        command: 'export SOFFICE_PATH=$(command -v soffice)',
      }),
    ];
  } finally {
    await Promise.all([renderer.stop(), office.stop(), sandbox.stop()]);
  }
};

const checks: readonly Check[] = [
  ...[database, search, directory, mailServers, checkBounceMailbox, smsProvider, documents, checkBrowser],
];
