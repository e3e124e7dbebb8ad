import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { startApiForFile } from '../helpers/api.ts';
import { makeFolderForFile } from '../helpers/bootstrap.ts';
import { makeCommandLine, runOnTerminal } from '../helpers/processes/commandLine.ts';

setDefaultTimeout(120_000);

const api = await startApiForFile();
const folder = makeFolderForFile();
const environment = { WAYBILL_URL: api.url };
const run = makeCommandLine(folder, environment);

const create = (code: string, name: string, more = {}) =>
  api.request('POST', '/worklog-types', { code, name, ...more });
const stored = async (code: string) => (await api.request('GET', `/worklog-types/${code}`)).json();

await Promise.all(
  [
    ['REPAIR', 'Repair'],
    ['SURVEY', 'Site survey'],
    ['TRAVEL', 'Výjezd'],
  ].map(([code = '', name = '']) => create(code, name)),
);

describe('list and get', () => {
  test('print a table, JSON, YAML, CSV and what jq makes of it', async () => {
    const words = ['list', 'worklog-types', '-f', 'code in REPAIR,TRAVEL', '--sort', 'code:desc'];
    const [plain, json, yaml, csv, codes] = await Promise.all([
      run(words),
      run([...words, '-o', 'json']),
      run([...words, '-o', 'yaml', '--fields', 'code,name']),
      run([...words, '-o', 'csv', '--fields', 'code,name']),
      run([...words, '--jq', '.[].code']),
    ]);
    expect(plain.out).toMatch(/^CODE +NAME\nTRAVEL +Výjezd\nREPAIR +Repair\n$/);
    expect((JSON.parse(json.out) as { code: string }[]).map(({ code }) => code)).toEqual(['TRAVEL', 'REPAIR']);
    expect(yaml.out).toBe('- code: TRAVEL\n  name: Výjezd\n- code: REPAIR\n  name: Repair\n');
    expect(csv.out).toBe('code,name\nTRAVEL,Výjezd\nREPAIR,Repair\n');
    expect(codes.out).toBe('TRAVEL\nREPAIR\n');
  });

  test('shorten long texts on a terminal, and not for a program', async () => {
    const name = 'A survey of the whole line, from the street to the socket, with photographs of both ends';
    await create('LONG', name);
    const words = ['list', 'WorklogType', '-f', 'code=LONG'];
    expect((await run(words)).out).toContain(name);
    const { screen } = await runOnTerminal(folder, words, environment, []);
    expect(screen).toContain(`${name.slice(0, 59)}…`);
  });

  test('say how many records they leave out', async () => {
    const { out, stderr } = await run(['list', 'WorklogType', '--size', '1', '-o', 'json']);
    expect(JSON.parse(out)).toHaveLength(1);
    expect(stderr).toMatch(/^1 of \d+ worklog types are shown; --all lists all of them\.\n$/);
  });

  test('keep the digits of whole numbers, and show control characters as escapes', async () => {
    await create('EXACT', 'bell\u0007', { localizationData: { cs: { name: 'Tisíc' } } });
    await api.request('POST', '/user-group-types', { code: 'exact', name: 'Exact', registry: {} });
    const group = '{"code":"exact","name":"Exact","type":"exact","chars":{"n":12345678901234567891}}';
    await api.request('POST', '/user-groups', group);
    expect((await run(['get', 'UserGroup', 'exact', '--jq', '.chars.n'])).out).toBe('12345678901234567891\n');
    expect((await run(['get', 'UserGroup', 'exact', '-o', 'yaml'])).out).toContain('n: 12345678901234567891');
    expect((await run(['list', 'WorklogType', '-f', 'code=EXACT'])).out).toContain('bell\\u0007');
  });

  test('refuse what the kind does not have, with what it has', async () => {
    const [kind, member, value, format] = await Promise.all([
      run(['list', 'Worklog']),
      run(['list', 'Job', '-f', 'sttaus=NEW']),
      run(['list', 'Job', '-f', 'status=OPEN']),
      run(['list', 'Job', '-o', 'xml']),
    ]);
    expect([kind, member, value, format].map(({ code }) => code)).toEqual([2, 2, 2, 2]);
    expect(kind.stderr).toContain('must be one of UserGroupType,');
    expect(member.stderr).toContain('Members: id, startDate, status,');
    expect(member.stderr).toEndWith(' Did you mean status?\n');
    const words = await run(['list', 'Job', '--fulltext', 'ORD-4711']);
    expect(words.code).toBe(2);
    expect(words.stderr).toContain('--fulltext reads code, name, description, and Job has none of them.');
    expect(words.stderr).toContain("Search its data by a condition: -f 'data~text'.");
    const job = { jobType: 'BY_HAND', status: 'NEW', startDate: '2026-11-28T08:00:00Z', data: { order: 'ORD-4711' } };
    const { id } = (await api.request('POST', '/jobs?immediatelyRefresh=true', job)).json<{ id: string }>();
    expect((await run(['list', 'Job', '-f', 'data~ord-4711', '--jq', '.[].id'])).out).toBe(`${id}\n`);
    const [sort, fields, ofOne] = await Promise.all([
      run(['list', 'User', '--sort', 'nmae:desc']),
      run(['list', 'WorklogType', '--fields', 'code, nmae']),
      run(['get', 'WorklogType', 'REPAIR', '--fields', 'nmae']),
    ]);
    expect([sort, fields, ofOne].map(({ code }) => code)).toEqual([2, 2, 2]);
    expect(sort.stderr).toStartWith('--sort names "nmae", which is no member of User. Members: id, ');
    for (const { stderr } of [fields, ofOne]) {
      expect(stderr).toStartWith('--fields names "nmae", which is no member of WorklogType. Members: id, code, name, ');
      expect(stderr).toEndWith(' Did you mean name?\n');
    }
    expect((await run(['get', 'WorklogType', 'REPAIR', '--fields', 'id,auditInfo.version'])).code).toBe(0);
    expect((await run(['list', 'Usr'])).stderr).toEndWith(' Did you mean User?\n');
    expect(value.stderr).toBe(
      '--filter status is "OPEN" and must be one of NEW, IN_PROGRESS, COMPLETED, FAILED, CANCELLED.\n',
    );
    expect(format.stderr).toContain('table, wide, json, yaml, csv');
  });

  test('end with 3 for a record that does not exist', async () => {
    const { code, stderr } = await run(['get', 'WorklogType', 'NONE']);
    expect(code).toBe(3);
    expect(stderr).toMatch(/^trace [0-9a-f]{32}$/m);
  });
});

describe('apply and diff', () => {
  test('create, change and leave records as a file of several kinds says', async () => {
    const file = join(folder, 'records.yaml');
    await Bun.write(
      file,
      'kind: UserGroup\ncode: field\nname: Field\ntype: team\nchars: {}\n---\nkind: UserGroupType\ncode: team\nname: Team\nregistry: {}\n---\nkind: WorklogType\ncode: REPAIR\ndescription: On site\n',
    );
    const planned = await run(['apply', '-f', file, '--dry-run']);
    expect(planned.out).toBe(
      'user-group-types/team created (dry run)\nuser-groups/field created (dry run): not checked completely, it refers to records that this run would create\nworklog-types/REPAIR changed (dry run)\n',
    );
    const differing = await run(['diff', 'WorklogType', '-f', '-'], { input: 'code: REPAIR\ndescription: On site\n' });
    expect(differing.code).toBe(8);
    expect(differing.out).toContain('\n+description: On site\n');
    expect(differing.out).toContain('\n--- worklog-types/REPAIR (stored)\n+++ worklog-types/REPAIR (new)\n');
    const applied = await run(['apply', '-f', file]);
    expect(applied).toMatchObject({ code: 0, stderr: '' });
    expect(await stored('REPAIR')).toMatchObject({ name: 'Repair', description: 'On site' });
    const repeated = await run(['apply', '-f', file, '--jq', '[.[].result] | unique[]']);
    expect(repeated.out).toBe('unchanged\n');
  });

  test('write back what get printed without a change', async () => {
    const { out } = await run(['get', 'WorklogType', 'SURVEY', '-o', 'yaml']);
    expect((await run(['apply', 'WorklogType', '-f', '-'], { input: out })).out).toBe(
      'worklog-types/SURVEY unchanged\n',
    );
    expect((await run(['diff', 'WorklogType', '-f', '-'], { input: out })).code).toBe(0);
  });

  test('reject a file whose version is old, and a wrong member with its place', async () => {
    const { out } = await run(['get', 'WorklogType', 'SURVEY', '-o', 'yaml']);
    await api.request('PATCH', '/worklog-types/SURVEY', { description: 'Meanwhile' });
    const input = out.replace('name: Site survey', 'name: Survey');
    const conflicting = await run(['apply', 'WorklogType', '-f', '-'], { input });
    expect(conflicting.code).toBe(6);
    expect(await stored('SURVEY')).toMatchObject({ name: 'Site survey', description: 'Meanwhile' });
    const wrong = await run(['apply', 'WorklogType', '-f', '-'], {
      input: '[{"code":"OK","name":"Ok"},{"code":"NAMELESS"}]',
    });
    expect(wrong.code).toBe(1);
    expect(wrong.out).toContain('worklog-types/OK created\n');
    expect(wrong.out).toContain('name: is required');
    expect(wrong.stderr).toBe('1 of 2 records failed.\n');
    const broken = await run(['apply', 'WorklogType', '-f', '-'], { input: 'code: [' });
    expect(broken).toMatchObject({ code: 2 });
    expect(broken.stderr).toStartWith('standard input is not YAML: line 1, column 8: Flow sequence ');
    const open = await run(['apply', 'WorklogType', '-f', '-'], { input: 'code: X\nname: {\n  a: 1\n' });
    expect(open.stderr).toMatch(/^standard input is not YAML: end of line 3: Flow map .* end with a \}\n$/);
    const cut = await run(['apply', 'WorklogType', '-f', '-'], { input: '{\n  "code": "A"\n  "name": "A"\n}' });
    expect(cut.stderr).toContain('standard input is not JSON: line 3, column 3: ');
  });

  test('remove members that the file lacks only with --replace', async () => {
    await create('FULL', 'Full', { description: 'text', icon: 'car' });
    const input = '{"code":"FULL","name":"Full"}';
    expect((await run(['apply', 'WorklogType', '-f', '-'], { input })).out).toBe('worklog-types/FULL unchanged\n');
    await run(['apply', 'WorklogType', '-f', '-', '--replace'], { input });
    expect(Object.keys(await stored('FULL'))).toEqual(['id', 'code', 'name', 'auditInfo']);
  });
});

describe('edit', () => {
  test('writes the members that the editor has changed', async () => {
    await create('EDIT', 'Edit', { description: 'text' });
    const editor = { EDITOR: `sed -i -e 's/^name: .*/name: Edited/' -e '/^description/d'` };
    expect((await run(['edit', 'WorklogType', 'EDIT'], { environment: editor })).out).toBe(
      'worklog-types/EDIT changed.\n',
    );
    expect(Object.keys(await stored('EDIT'))).toEqual(['id', 'code', 'name', 'auditInfo']);
    expect((await run(['edit', 'WorklogType', 'EDIT'], { environment: { EDITOR: 'true' } })).out).toBe(
      'worklog-types/EDIT unchanged.\n',
    );
  });

  test('leaves a record that has changed meanwhile, and the text in a file', async () => {
    await create('RACE', 'Race');
    const script = join(folder, 'editor.sh');
    await Bun.write(
      script,
      `curl -sf -X PATCH -H 'content-type: application/json' -d '{"name":"First"}' ${api.url}/api/v2/worklog-types/RACE >/dev/null\nsed -i 's/^name: .*/name: Second/' "$1"\n`,
    );
    const { code, stderr } = await run(['edit', 'WorklogType', 'RACE'], { environment: { EDITOR: `sh ${script}` } });
    expect(code).toBe(6);
    const [, file = ''] = /Your text is in (\S+)\.$/m.exec(stderr) ?? [];
    expect(await Bun.file(file).text()).toContain('name: Second');
    expect((await stored('RACE')).name).toBe('First');
  });
});

describe('delete', () => {
  test('needs --yes without a terminal, and deletes nothing if one code is wrong', async () => {
    await Promise.all([create('D1', 'One'), create('D2', 'Two')]);
    const refused = await run(['delete', 'WorklogType', 'D1']);
    expect(refused).toMatchObject({
      code: 2,
      stderr: 'Delete worklog-types/D1? Confirm it with --yes: there is no terminal to ask.\n',
    });
    expect((await run(['delete', 'WorklogType', 'D1', '--dry-run'])).out).toBe('worklog-types/D1 would be deleted.\n');
    expect((await run(['delete', 'WorklogType', 'D1', 'NONE', '--yes'])).code).toBe(3);
    expect((await stored('D1')).code).toBe('D1');
    const deleted = await run(['delete', 'WorklogType', 'D1', 'D2', '--yes']);
    expect(deleted.out).toBe('worklog-types/D1 deleted.\nworklog-types/D2 deleted.\n');
  });

  test('asks on a terminal', async () => {
    await create('ASK', 'Ask');
    const words = ['delete', 'WorklogType', 'ASK'];
    const no = await runOnTerminal(folder, words, environment, [['[y/N] ', 'n\r']]);
    expect(no.code).toBe(2);
    expect((await stored('ASK')).code).toBe('ASK');
    const yes = await runOnTerminal(folder, words, environment, [['[y/N] ', 'y\r']]);
    expect(yes.code).toBe(0);
    expect(yes.screen).toContain('worklog-types/ASK deleted.');
  });
});

test('history lists versions, and restore returns to one', async () => {
  await create('PAST', 'Past');
  await api.request('PATCH', '/worklog-types/PAST', { name: 'Present' });
  expect((await run(['history', 'WorklogType', 'PAST', '--at-version', '1', '--jq', '.name'])).out).toBe('Past\n');
  expect((await run(['history', 'WorklogType', 'PAST', '--jq', 'length'])).out).toBe('2\n');
  await run(['restore', 'WorklogType', 'PAST', '--to-version', '1']);
  expect((await stored('PAST')).name).toBe('Past');
});

test('watch prints changes as they are made', async () => {
  const watching = run(['watch', 'LogType', '--count', '1', '-o', 'json', '--jq', '.record.code']);
  let ended = false;
  void watching.then(() => {
    ended = true;
  });
  // The command has no sign for others that it listens: changes are made until it has seen one.
  for (let number = 0; !ended; number++) {
    await api.request('POST', '/log-types', { code: `WATCHED${number}`, name: 'Watched' });
  }
  expect((await watching).out).toMatch(/^WATCHED\d+\n$/);
});

test('watch prints a deleted record by the code that it has shown', async () => {
  const latest = await api.request('GET', '/changes?after=latest&kinds=Role');
  const { cursor } = latest.json<{ cursor: string }>();
  const { id } = (await api.request('POST', '/roles', { code: 'GONE', name: 'Gone' })).json();
  await api.request('DELETE', `/roles/${id}`);
  const { out } = await run(['watch', 'Role', '--after', cursor, '--count', '2']);
  expect(out).toMatch(/^\S+ +CREATED +Role +GONE .*\n\S+ +DELETED +Role +GONE /);
  expect(out).not.toContain(id);
});
