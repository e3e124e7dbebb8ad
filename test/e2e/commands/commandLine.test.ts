import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { makeFolderForFile, startServiceForFile } from '../../helpers/bootstrap.ts';
import { makeEmptyDatabase, makeTestDatabase } from '../../helpers/database.ts';
import { makeCommandLine } from '../../helpers/processes/commandLine.ts';
import { poll } from '../../helpers/waits/poll.ts';

setDefaultTimeout(240_000);

/** The command `waybill` against processes that run elsewhere, as its user sees it. */
const root = join(import.meta.dir, '..', '..', '..');
const folder = makeFolderForFile();
const service = await startServiceForFile({
  DATA_DIR: join(folder, 'data'),
  SAMPLE_DATA: 'false',
  WORKERS: '1',
  PORT: '0',
});

const commandLine = makeCommandLine(folder, { WAYBILL_URL: service.url });
const run = (words: readonly string[], environment: Record<string, string> = {}, input = '') =>
  commandLine(words, { environment, input });

describe('records', () => {
  test('are imported from a file, looked at first', async () => {
    const file = join(folder, 'types.csv');
    await Bun.write(file, 'code,name\nrepair,Repair\nsurvey,Site survey\n');
    const words = ['import', file, '--kind', 'WorklogType', '--compare', 'code'];
    expect((await run([...words, '--dry-run'])).out).toBe('Dry run: 2 new, 0 changed, 0 removed.\n');
    expect((await run(words)).out).toBe('Saved: 2 new, 0 changed, 0 removed.\n');
    expect((await run(words)).out).toBe('Saved: 0 new, 0 changed, 0 removed.\n');
    const fewer = join(folder, 'fewer.csv');
    await Bun.write(fewer, 'code,name\nrepair,Repair\n');
    const removing = ['import', fewer, '--kind', 'WorklogType', '--compare', 'code'];
    const refused = await run(removing);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('The file lacks 1 stored worklog types. Remove them? Confirm it with --yes');
    expect((await run([...removing, '--yes'])).out).toBe('Saved: 0 new, 0 changed, 1 removed.\n');
    expect((await run(words)).out).toBe('Saved: 1 new, 0 changed, 0 removed.\n');
  });

  test('are exported: all kinds as an archive that goes in again, one kind as JSON', async () => {
    const archive = join(folder, 'all.tar.gz');
    expect((await run(['export', archive])).code).toBe(0);
    const repeated = await run(['import', archive, '--dry-run']);
    expect(repeated.out).toContain('WorklogType');
    expect(repeated.out).toEndWith('Nothing was saved.\n');
    const { out } = await run(['export', '--kind', 'worklog-types']);
    expect((JSON.parse(out) as { data: unknown[] }).data.length).toBe(2);
  });

  test('that are wrong are told of, with the place and the trace', async () => {
    const file = join(folder, 'wrong.json');
    await Bun.write(file, '[{"code":"x"}]');
    const { stderr, code } = await run(['import', file, '--kind', 'WorklogType', '--compare', 'code']);
    expect(code).toBe(1);
    expect(stderr).toContain('name: ');
    expect(stderr).toMatch(/^trace [0-9a-f]{32}$/m);
  });
});

describe('jobs', () => {
  test('are begun, followed, listed and shown', async () => {
    const rebuilt = await run(['reindex', 'WorklogType', '--json']);
    expect(rebuilt.code).toBe(0);
    const { id, status } = JSON.parse(rebuilt.out) as { id: string; status: string };
    expect(status).toBe('COMPLETED');
    const followed = await run(['jobs', 'follow', id]);
    expect(followed.out).toMatch(/^REINDEX [0-9a-f-]{36} is COMPLETED after \d+\.\d s\.\n$/);
    const listed = await run(['jobs', 'list', '--type', 'reindex']);
    expect(listed.out).toContain(id);
    const shown = await run(['jobs', 'show', id]);
    expect(shown.out).toContain('COMPLETED');
    expect(shown.out).toContain('finish');
  });

  test('that fail end the command with 7 and say what to do', async () => {
    const job = (await service.send('POST', '/api/v2/jobs', {
      jobType: 'BY_HAND',
      status: 'NEW',
      startDate: new Date().toISOString(),
      jobSteps: [{ name: 'mine', status: 'NEW' }],
    })) as { id: string };
    expect((await run(['jobs', 'cancel', job.id])).code).toBe(2);
    expect((await run(['jobs', 'cancel', job.id, '--yes'])).out).toBe(`${job.id} is CANCELLED.\n`);
    const { stderr, code } = await run(['jobs', 'follow', job.id]);
    expect(code).toBe(7);
    expect(stderr).toContain('mine: cancelled');
    expect(stderr).toContain(`waybill jobs resend ${job.id}`);
    expect((await run(['jobs', 'resend', job.id])).out).toBe(
      `The failed and cancelled steps of ${job.id} were resent.\n`,
    );
  });
});

describe('the parts of an operator', () => {
  test('show queues, workers, indexes and dead letters, and pause and resume queues', async () => {
    // A worker appears with its first heartbeat.
    await poll('a worker to run', async () => ((await service.get('/api/v2/admin/workers')) as object[]).length > 0);
    const [queues, workers, indexes, none] = await Promise.all([
      run(['queues', 'list', '--jq', '.[].name']),
      run(['workers', '-o', 'json']),
      run(['indexes', 'list', '--jq', '.[] | select(.name == "users") | .state']),
      run(['dead-letters', 'list', 'index.sync', '-o', 'json']),
    ]);
    expect((await run(['workers'])).out).toMatch(/^WORKER +STATE .*\n\S+ +alive /);
    expect(queues.out).toContain('notification.email\n');
    expect((JSON.parse(workers.out) as { alive: boolean }[]).map(({ alive }) => alive)).toEqual([true]);
    expect(indexes.out).toBe('LIVE\n');
    expect(JSON.parse(none.out)).toEqual([]);
    expect((await run(['queues', 'pause', 'index.snyc'])).stderr).toContain('must be one of ');
    expect((await run(['queues', 'pause', 'step.documents'])).code).toBe(2);
    expect((await run(['queues', 'pause', 'step.documents', '--yes'])).code).toBe(0);
    const paused = ['queues', 'list', '--jq', '.[] | select(.paused) | .name'];
    expect((await run(paused)).out).toBe('step.documents\n');
    await run(['queues', 'resume', 'step.documents']);
    expect((await run(paused)).out).toBe('');
    const concurrency = ['queues', 'list', '--jq', '.[] | select(.concurrency) | .concurrency'];
    expect((await run(['queues', 'concurrency', 'step.documents', 'some'])).code).toBe(2);
    expect((await run(['queues', 'concurrency', 'step.documents', '6'])).out).toBe(
      'All workers together run 6 batches of step.documents at a time.\n',
    );
    expect((await run(concurrency)).out).toBe('6\n');
    expect((await run(['queues', 'concurrency', 'step.documents', 'default'])).out).toBe(
      'Each worker runs 2 batches of step.documents at a time.\n',
    );
    expect((await run(concurrency)).out).toBe('');
  });

  test('render and preview templates, and run scripts', async () => {
    const template = {
      code: 'greeting',
      name: 'Greeting',
      documentType: 'PDF',
      inputType: 'HTML',
      content: '<p style="colour: red">Hello {{name}}</p>',
    };
    await service.send('POST', '/api/v2/formatter-templates', { ...template, previewData: { name: 'preview' } });
    await service.send('POST', '/api/v2/scripts', {
      code: 'double',
      name: 'Double',
      source: 'return { number: input.number * 2 };',
    });
    const data = ['--data', '-'];
    const first = ['--template-version', '1', '--data', '/dev/null'];
    await Bun.write(join(folder, 'mail.hbs'), `${template.content}<!--[if mso]>Outlook<![endif]-->`);
    const draft = ['templates', 'preview', '--content', join(folder, 'mail.hbs')];
    const [html, pdf, unknown, shown, doubled, empty, lost, mail, letter] = await Promise.all([
      run(['templates', 'render', 'greeting', '--format', 'html', ...data], {}, 'name: Jana'),
      run(['templates', 'render', 'greeting', '--to', 'greeting.pdf', ...data], {}, '{"name":"Jana"}'),
      run(['templates', 'render', 'greeting', '--format', 'pfd']),
      run(['templates', 'preview', 'greeting']),
      run(['scripts', 'run', 'double', '--jq', '.number', ...data], {}, 'number: 21'),
      run(['templates', 'render', 'greeting', '--format', 'html', ...first]),
      run(['templates', 'render', 'greeting', '--format', 'html', '--template-version', '99']),
      run([...draft, '--document-type', 'EMAIL']),
      run(draft),
    ]);
    expect(empty.out).toContain('Hello');
    expect(lost.stderr).toContain('99');
    expect(html.out).toContain('Hello Jana');
    expect(pdf.code).toBe(0);
    expect(await Bun.file(join(folder, 'greeting.pdf')).text()).toStartWith('%PDF-');
    expect(unknown.stderr).toContain('must be one of pdf,');
    expect(shown.out).toContain('Hello preview');
    for (const { stderr } of [html, shown])
      expect(stderr).toContain('line 1, column 11: colour: red of <p> is not supported');
    expect([mail.stderr, mail.out.includes('Outlook')]).toEqual(['', true]);
    expect([letter.stderr.includes('colour: red'), letter.out.includes('Outlook')]).toEqual([true, false]);
    expect(doubled.out).toBe('42\n');
  });

  test('delete the records that match by a Job', async () => {
    await run(['apply', 'WorklogType', '-f', '-'], {}, '[{"code":"TMP1","name":"1"},{"code":"TMP2","name":"2"}]');
    const words = ['delete', 'WorklogType', '-f', 'code~TMP%'];
    expect((await run([...words, '--dry-run'])).out).toBe('2 worklog types would be deleted.\n');
    const deleted = await run([...words, '--yes']);
    expect(deleted.code).toBe(0);
    expect((await run([...words, '--dry-run'])).out).toBe('0 worklog types would be deleted.\n');
  });
});

describe('the command itself', () => {
  test('erase a person, whose rows are counted first', async () => {
    const type = { code: 'CITIZEN', name: 'Citizen', type: 'INDIVIDUAL', registry: {} };
    await service.send('POST', '/api/v2/user-types', type);
    const person = {
      code: 'marta',
      type: 'CITIZEN',
      chars: {},
      givenName: 'Marta',
      familyName: 'Nová',
      phoneNumber: '123',
    };
    await service.send('POST', '/api/v2/users', person);
    const counted = await run(['erase', 'marta', '--dry-run']);
    expect(counted.out).toMatch(/^TABLE +ROWS\n(.*\n)*public\.history +1\n/);
    expect(counted.out).toContain('Not replaced in other records: phoneNumber, SHORT.\n');
    const unconfirmed = await run(['erase', 'marta']);
    expect(unconfirmed.code).toBe(2);
    expect(unconfirmed.stderr).toContain(
      'Erase the user marta, Marta Nová, from everything that is stored? This cannot be undone.',
    );
    expect(await service.get('/api/v2/users/marta')).toMatchObject({ familyName: 'Nová' });
    expect((await run(['erase', 'marta', '--yes', '--follow'])).out).toMatch(/ERASE_USER .* is COMPLETED/);
    expect((await run(['erase', 'marta', '--dry-run'])).code).toBe(3);
  });

  test('lists what it can do, completes it in shells, and guesses what was meant', async () => {
    const help = await run(['--help']);
    for (const word of ['start', 'worker', 'import', 'jobs', 'doctor']) expect(help.out).toContain(word);
    for (const shell of ['bash', 'zsh', 'fish']) expect((await run(['complete', shell])).out).toContain('waybill');
    expect((await run(['complete', '--', 'jobs', 'fol'])).out).toContain('follow');
    const wrong = await run(['jbos']);
    expect(wrong.stderr).toContain('Did you mean jobs?');
    expect(wrong.code).toBe(2);
  });

  test('says where it has looked when nobody answers', async () => {
    const { stderr, code } = await run(['jobs', 'list'], { WAYBILL_URL: 'http://127.0.0.1:1' });
    expect(stderr).toContain('http://127.0.0.1:1');
    expect(stderr).toContain('--url');
    expect(code).toBe(5);
  });

  test('the example of the client runs as it stands', async () => {
    const child = Bun.spawn([process.execPath, join(root, 'client', 'example.ts'), service.url], { stdout: 'pipe' });
    const out = await child.stdout.text();
    expect(await child.exited).toBe(0);
    expect(out).toContain('the rebuild is COMPLETED');
    expect(out).toContain('search finds 1');
  });
});

describe('the doctor', () => {
  test('finds a database that lacks migrations, and says what to do', async () => {
    const empty = await makeEmptyDatabase();
    const { out, code } = await run(['doctor', '--quick'], { DATABASE_URL: empty.url });
    await empty.drop();
    expect(code).toBe(1);
    expect(out).toContain('migrations: some migrations are pending\n  The tables are not those of this release');
    expect(out).toContain('\n  $ waybill migrate\n');
  });

  test('is content with what is in order', async () => {
    const database = await makeTestDatabase();
    const { out, code } = await run(['doctor', '--quick', '--json'], { DATABASE_URL: database.url });
    expect(code).toBe(0);
    const findings = JSON.parse(out) as { subject: string; state: string }[];
    expect(findings.find(({ subject }) => subject === 'migrations')?.state).toBe('ok');
    // As after an upgrade that brought a queue, where QUEUES binds each worker.
    await database.sql`
      insert into process (id, role, host, pid, queues, started_at, seen_at, status)
      values (${crypto.randomUUID()}, 'worker', 'here', 1, '{index.sync,job.plan}', now(), now() + interval '1 hour', '{}')`;
    const lacking = await run(['doctor', '--quick'], { DATABASE_URL: database.url });
    await database.drop();
    expect(lacking.code).toBe(1);
    expect(lacking.out).toContain('no running worker takes jobs from notification.deliver');
    expect(lacking.out).toContain('\n  $ QUEUES=notification.deliver waybill worker\n');
    expect(lacking.out).not.toContain('from index.sync');
  });

  test('names what cannot be reached', async () => {
    const { out, code } = await run(['doctor'], {
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      ELASTICSEARCH_URL: 'http://127.0.0.1:1',
      LDAP_URL: 'ldap://127.0.0.1:1',
      SMTP_URL: 'smtp://127.0.0.1:1',
      BOUNCE_MAILBOX_URL: 'imaps://bounces:secret@127.0.0.1:1',
      TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
      TWILIO_FROM: 'Waybill',
      TWILIO_BASE_URL: 'http://127.0.0.1:1',
    });
    expect(code).toBe(1);
    for (const name of [
      'DATABASE_URL',
      'ELASTICSEARCH_URL',
      'LDAP_URL',
      'SMTP_URL',
      'BOUNCE_MAILBOX_URL',
      'TWILIO_ACCOUNT_SID',
    ])
      expect(out).toContain(
        `Check ${name === 'DATABASE_URL' ? 'host, port, name and password of DATABASE_URL' : name}`,
      );
    expect(out).toMatch(/ok +PDF and fonts +pdf of \d+ bytes generated/);
    expect(out).toMatch(/ok +converter +docx of \d+ bytes generated/);
  });
});
