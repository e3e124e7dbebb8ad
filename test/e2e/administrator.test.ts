import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolderForFile, startServiceForFile } from '../helpers/bootstrap.ts';
import { makeTestDatabase } from '../helpers/database.ts';
import { startProcess } from '../helpers/processes/process.ts';
import { poll } from '../helpers/waits/poll.ts';

setDefaultTimeout(240_000);

const root = join(import.meta.dir, '..', '..');
const folder = makeFolderForFile();
const data = join(folder, 'data');
const service = await startServiceForFile({ DATA_DIR: data, SAMPLE_DATA: 'false', WORKERS: '1', PORT: '0' });

interface Result {
  readonly out: string;
  readonly stderr: string;
  readonly code: number;
}

async function run(
  program: 'main.ts' | 'cli/waybill.ts',
  words: string[],
  environment: Record<string, string>,
  input = '',
): Promise<Result> {
  const child = Bun.spawn([process.execPath, join(root, program), ...words], {
    cwd: folder,
    env: { PATH: process.env['PATH'], XDG_CONFIG_HOME: join(folder, 'config'), ...environment },
    stdin: new Blob([input]),
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [out, stderr, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { out, stderr, code };
}

const create = (code: string, environment: Record<string, string>) =>
  run('main.ts', ['admin', 'create', '--code', code], environment);
const keyOf = ({ out }: Result): string => out.trimEnd().split('\n').at(-1) ?? '';
const keyPattern = /^wbk_[0-9A-Za-z]{8}_[0-9A-Za-z]{49}$/;

/** What `migrate` inserts into a new database. */
const insertIndividual = `insert into user_type (id, code, version, incarnation, index_version, doc, audit, search)
  values (gen_random_uuid(), 'INDIVIDUAL', 1, 1, 1, '{"code":"INDIVIDUAL"}', '{}', '{}')`;

/** The service keeps its last administrator. */
async function createSpareAdministrator(): Promise<void> {
  const names = { code: 'SPARE', name: 'Spare' };
  const role = (await service.send('POST', '/api/v2/roles', names)) as { id: string };
  const members = { ...names, fullAccess: true, accessRule: 'READ_WRITE' };
  const rule = (await service.send('POST', '/api/v2/access-rules', members)) as { id: string };
  await service.send('POST', '/api/v2/role-access-rules', { roleId: role.id, accessRuleId: rule.id });
  await service.send('POST', '/api/v2/users', { code: 'spare', type: 'INDIVIDUAL', chars: {}, roles: ['SPARE'] });
}

interface Found {
  readonly content: readonly { readonly roles?: readonly string[] }[];
}

describe('admin create', () => {
  test('makes an administrator on the embedded database of a running start', async () => {
    const made = await create('root', { DATA_DIR: data });
    expect(made.stderr).toBe('');
    expect(made.code).toBe(0);
    expect(keyOf(made)).toMatch(keyPattern);
    expect(statSync(join(data, 'postgres.json')).mode & 0o077).toBe(0);
    expect(await service.get('/api/v2/users/root')).toMatchObject({
      roles: ['WAYBILL_ADMINISTRATOR'],
      status: 'ENABLE',
    });
    expect(await service.get('/api/v2/access-rules/WAYBILL_ADMINISTRATOR')).toMatchObject({
      fullAccess: true,
      accessRule: 'READ_WRITE',
      auditInfo: { version: 1, whoInserted: 'admin create' },
    });
    expect(await service.get('/api/v2/users/root/history')).toMatchObject([{ version: 1, change: 'CREATED' }]);
    const filtering = encodeURIComponent(
      JSON.stringify({ filters: [{ column: 'roles', value: 'WAYBILL_ADMINISTRATOR' }] }),
    );
    await poll('a search to find the administrator', async () => {
      const page = (await service.get(`/api/v2/users/search/page?filtering=${filtering}`)) as Found;
      return page.content.length === 1;
    });
  });

  test('has the same effect twice, through either command, and prints another key', async () => {
    const first = await create('root', { DATA_DIR: data });
    const second = await run('cli/waybill.ts', ['admin', 'create', '--code', 'root'], { DATA_DIR: data });
    expect(keyOf(second)).toMatch(keyPattern);
    expect(keyOf(second)).not.toBe(keyOf(first));
    expect(await service.get('/api/v2/users/root/history')).toMatchObject([{ version: 1 }]);
    expect(await service.get('/api/v2/roles/WAYBILL_ADMINISTRATOR/history')).toMatchObject([{ version: 1 }]);
  });

  test('is done once by two at a time', async () => {
    const database = await makeTestDatabase();
    try {
      await database.sql.unsafe(insertIndividual);
      const made = await Promise.all(['one', 'one', 'two'].map((code) => create(code, { DATABASE_URL: database.url })));
      for (const result of made) expect(result.stderr).toBe('');
      expect(new Set(made.map(keyOf)).size).toBe(3);
      const [counts] = await database.sql`select (select count(*)::int from app_user) as users,
        (select count(*)::int from role) as roles, (select count(*)::int from access_rule) as rules,
        (select count(*)::int from role_access_rule) as links, (select count(*)::int from user_role) as holders,
        (select count(*)::int from api_key) as keys`;
      expect(counts).toEqual({ users: 2, roles: 1, rules: 1, links: 1, holders: 2, keys: 3 });
    } finally {
      await database.drop();
    }
  });

  test('replaces a link of the role and the rule whose period is over', async () => {
    const database = await makeTestDatabase();
    try {
      await database.sql.unsafe(insertIndividual);
      const root = { DATABASE_URL: database.url };
      expect((await create('root', root)).code).toBe(0);
      const links = () => database.sql<{ id: string }[]>`select id from role_access_rule`;
      const [old] = await links();
      const period = JSON.stringify({ validTo: '2020-01-01T00:00:00.000Z' });
      await database.sql`update role_access_rule
        set doc = (doc::jsonb || jsonb_build_object('period', ${period}::text::jsonb))::text`;
      for (let time = 0; time < 2; time++) expect(await create('root', root)).toMatchObject({ code: 0, stderr: '' });
      const ids = (await links()).map(({ id }) => id);
      expect(ids.length).toBe(2);
      expect(ids).toContain(String(old?.id));
    } finally {
      await database.drop();
    }
  });

  test('makes no administrators of the users who have its role without its rule', async () => {
    const database = await makeTestDatabase();
    try {
      await database.sql.unsafe(insertIndividual);
      const root = { DATABASE_URL: database.url };
      expect((await create('root', root)).code).toBe(0);
      await database.sql`delete from role_access_rule`;
      const refused = await create('other', root);
      expect([refused.code, refused.out]).toEqual([1, '']);
      expect(refused.stderr).toContain('1 users and 0 groups have it: they would become administrators.');
      expect((await database.sql`select from app_user where code = 'other'`).length).toBe(0);
    } finally {
      await database.drop();
    }
  });

  test('prints a key that an api with AUTH=on accepts', async () => {
    const database = await makeTestDatabase();
    const started = await startProcess('api', { environment: { DATABASE_URL: database.url, AUTH: 'on' } });
    try {
      await database.sql.unsafe(insertIndividual);
      const key = keyOf(await create('root', { DATABASE_URL: database.url }));
      const get = (path: string, headers: Record<string, string> = {}) => fetch(`${started.url}${path}`, { headers });
      expect((await get('/api/v2/me')).status).toBe(401);
      const me = (await (await get('/api/v2/me', { authorization: `Bearer ${key}` })).json()) as { access: object[] };
      expect(me).toMatchObject({ user: 'root', roles: ['WAYBILL_ADMINISTRATOR'] });
      expect(
        me.access.every((one) =>
          Bun.deepEquals({ ...one, entityName: '' }, { entityName: '', read: 'all', write: 'all' }),
        ),
      ).toBe(true);
    } finally {
      await started.stop();
      await database.drop();
    }
  });

  test('says in a sentence why it cannot', async () => {
    const database = await makeTestDatabase();
    try {
      expect(await create('x', { DATA_DIR: join(folder, 'nothing') })).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('There is no database: set DATABASE_URL'),
      });
      const words = ['admin', 'remove'];
      expect((await run('main.ts', words, { DATABASE_URL: database.url })).stderr).toContain(
        'Usage: admin create --code <code>',
      );
      await createSpareAdministrator();
      await service.send('PATCH', '/api/v2/users/root', { status: 'DISABLE' });
      const disabled = await create('root', { DATA_DIR: data });
      expect(disabled.stderr).toBe('The user root cannot be an administrator: the user is disabled.\n');
      expect(disabled.code).toBe(1);
      await service.send('PATCH', '/api/v2/users/root', { status: 'ENABLE' });
      const keys = ((await service.get('/api/v2/api-keys')) as object[]).length;
      const role = 'The user has the role "WAYBILL_ADMINISTRATOR"';
      const over = { validTo: '2020-01-01T00:00:00.000Z' };
      for (const [path, values, restored, reason] of [
        ['access-rules', { validFor: over }, { validFor: null }, 'the validity of the rule'],
        ['roles', { validityTo: over.validTo }, { validityTo: null }, 'the validity of the role'],
      ] as const) {
        await service.send('PATCH', `/api/v2/${path}/WAYBILL_ADMINISTRATOR`, values);
        const refused = await create('root', { DATA_DIR: data });
        const sentence = `${role}, but ${reason} ended at ${over.validTo}.`;
        expect(refused.stderr).toBe(`The user root would not be an administrator. ${sentence}\n`);
        expect([refused.code, refused.out]).toEqual([1, '']);
        await service.send('PATCH', `/api/v2/${path}/WAYBILL_ADMINISTRATOR`, restored);
      }
      expect(((await service.get('/api/v2/api-keys')) as object[]).length).toBe(keys);
      await service.send('PATCH', '/api/v2/access-rules/WAYBILL_ADMINISTRATOR', { accessRule: 'READ' });
      expect((await create('root', { DATA_DIR: data })).stderr).toContain(
        'has been changed and no longer gives full access',
      );
    } finally {
      await database.drop();
    }
  });
});

describe('waybill login', () => {
  test('stores the key where only its owner can read it, and other commands send it', async () => {
    const received: (string | null)[] = [];
    const fake = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch(request) {
        const authorization = request.headers.get('authorization');
        received.push(authorization);
        if (authorization === null)
          return Response.json({ message: 'No key.', errors: [], traceId: 't' }, { status: 401 });
        return Response.json({ user: 'novak', name: 'Novak', credential: 'key', content: [], totalElements: 0 });
      },
    });
    const url = `http://127.0.0.1:${fake.port}`;
    const environment = { WAYBILL_URL: url };
    const login = await run('cli/waybill.ts', ['login'], environment, 'wbk_secret\n');
    expect(login.stderr).toBe('');
    const file = join(folder, 'config', 'waybill', 'contexts', `127.0.0.1_${fake.port}.json`);
    expect(login.out).toBe(`Signed in as novak. The key is stored in ${file}.\n`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await run('cli/waybill.ts', ['jobs', 'list'], environment);
    await run('cli/waybill.ts', ['jobs', 'list'], { ...environment, WAYBILL_KEY: 'wbk_other' });
    await run('cli/waybill.ts', ['logout'], environment);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ url });
    const stderr = 'No key.\nStore a valid key with `waybill login`, or set WAYBILL_KEY.\ntrace t\n';
    const refused = { code: 4, stderr };
    expect(await run('cli/waybill.ts', ['jobs', 'list'], environment)).toMatchObject(refused);
    await fake.stop(true);
    expect(received).toEqual(['Bearer wbk_secret', 'Bearer wbk_secret', 'Bearer wbk_other', null]);
  });

  test('without a key says so, and stores none', async () => {
    const environment = { WAYBILL_URL: service.url, XDG_CONFIG_HOME: join(folder, 'other') };
    const login = await run('cli/waybill.ts', ['login'], environment);
    expect(login).toMatchObject({ code: 2, stderr: 'There is no key: type or pipe one (wbk_…).\n' });
    expect(existsSync(join(folder, 'other'))).toBe(false);
  });
});
