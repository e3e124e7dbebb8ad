import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Glob } from 'bun';
import { worklogType } from '../../../domain/kinds/processing/worklogType.ts';
import { makeEmptyDatabase } from '../../helpers/database.ts';
import { spawnProcess, startProcess, type TestProcess } from '../../helpers/processes/process.ts';

// A limit on a hang.
setDefaultTimeout(180_000);

const root = join(import.meta.dir, '..', '..', '..');
const comments = /\/\*[\s\S]*?\*\/|\/\/.*$/gm;
const sources = new Glob('{api,app,db,domain,drivers,workers}/**/*.{ts,tsx,sql}');

describe('a kind that is added to a copy of the service', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-kind-'));
  let database: Awaited<ReturnType<typeof makeEmptyDatabase>>;
  let api: TestProcess;

  beforeAll(async () => {
    copyService(folder);
    addPlanet(folder);
    database = await makeEmptyDatabase();
    const options = { release: folder, environment: { DATABASE_URL: database.url } };
    const migration = spawnProcess('migrate', options);
    expect([await migration.exited, migration.output()]).toEqual([0, expect.stringContaining('up to date')]);
    api = await startProcess('api', options);
  });
  afterAll(async () => {
    await api?.stop();
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function call(method: string, path: string, body?: object) {
    const response = await fetch(`${api.url}/api/v2${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : JSON.parse(text) };
  }

  test('takes four files, one of them generated', () => {
    const changed = [...sources.scanSync(folder)].filter((path) => textOf(folder, path) !== textOf(root, path));
    expect(changed.sort()).toEqual([
      expect.stringMatching(/^db\/migrations\/\d{4}_planet\.sql$/),
      'db/schema/records.ts',
      'domain/kinds/index.ts',
      'domain/kinds/processing/planet.ts',
    ]);
  });

  test('is created, read, validated, changed and deleted over HTTP', async () => {
    const planet = { id: crypto.randomUUID(), code: 'earth', name: 'Earth', moons: 1 };
    expect(await call('POST', '/planets', planet)).toMatchObject({ status: 200, body: planet });
    expect(await call('GET', '/planets/earth')).toMatchObject({
      status: 200,
      body: { ...planet, auditInfo: { version: 1 } },
    });
    expect(await call('POST', '/planets', { ...planet, id: crypto.randomUUID() })).toMatchObject({ status: 400 });
    expect(await call('POST', '/planets', { ...planet, code: 'mars', moons: 'two' })).toMatchObject({ status: 400 });
    const changed = { ...planet, moons: 2 };
    expect(await call('PATCH', '/planets/earth', { moons: 2 })).toMatchObject({ status: 200, body: changed });
    expect(await call('GET', `/planets/${planet.id}/history`)).toMatchObject({
      status: 200,
      body: [{ change: 'UPDATED' }, { change: 'CREATED' }],
    });
    expect(await call('DELETE', '/planets/earth')).toMatchObject({ status: 200 });
    expect(await call('GET', '/planets/earth')).toMatchObject({ status: 400 });
  });

  test('is found by its own member', async () => {
    for (const [code, moons] of Object.entries({ mars: 2, jupiter: 95, saturn: 274 }))
      expect(await call('POST', '/planets', { code, name: code, moons })).toMatchObject({ status: 200 });
    const filtering = encodeURIComponent(JSON.stringify([{ column: 'moons', operator: 'EQ', value: '95' }]));
    expect(await call('GET', `/planets/search/list?filtering=${filtering}`)).toMatchObject({
      status: 200,
      body: [{ code: 'jupiter' }],
    });
  });

  test('is in the OpenAPI document', async () => {
    const document = JSON.parse(await (await fetch(`${api.url}/openapi.json`)).text());
    expect(Object.keys(document.paths)).toContain('/api/v2/planets');
    expect(document.components.schemas.Planet.properties.moons).toMatchObject({ type: 'integer' });
  });
});

test('no other file of the service names a kind', async () => {
  const { name, path, table, plural } = worklogType;
  const names = [name, path, table, plural, 'worklogType'];
  const files = sources.scanSync(root);
  const mentions: string[] = [];
  for (const file of files) {
    const text = (await Bun.file(join(root, file)).text()).replaceAll(comments, '');
    if (names.some((one) => text.includes(one))) mentions.push(file.replace(/\d{4}_\w+/, '*'));
  }
  expect(mentions.sort()).toEqual([
    // An example of an error is of some kind.
    'api/openapi/examples/errorExamples.ts',
    'db/migrations/*.sql',
    'db/roles/tableGrants.ts',
    'db/schema/records.ts',
    'domain/kinds/index.ts',
    'domain/kinds/processing/worklogType.ts',
  ]);
});

const textOf = (folder: string, path: string): string | undefined =>
  existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : undefined;

/** Copies the files that `api`, `migrate` and `npm run generate` need, and links the dependencies. */
function copyService(into: string): void {
  const rooms = ['api', 'app', 'client', 'db', 'domain', 'drivers', 'scripts', 'templates', 'workers'];
  const files = ['main.ts', 'package.json', 'tsconfig.json', 'drizzle.config.ts'];
  for (const name of [...rooms, ...files]) cpSync(join(root, name), join(into, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(into, 'node_modules'));
}

/** Follows the recipe of ARCHITECTURE.md. */
function addPlanet(folder: string): void {
  writeFileSync(
    join(folder, 'domain/kinds/processing/planet.ts'),
    `import { baseMembers, integer } from '../declaration/members.ts';
import { referenceDataOperations } from '../declaration/operationSets.ts';
import type { Kind } from '../kind.ts';

export const planet: Kind = {
  name: 'Planet',
  path: 'planets',
  table: 'planet',
  plural: 'planets',
  description: 'A planet.',
  members: { ...baseMembers, moons: integer({ min: 0 }) },
  operations: referenceDataOperations,
  keepsHistory: true,
};
`,
  );
  edit(join(folder, 'domain/kinds/index.ts'), [
    [/(?=import \{ script \})/, "import { planet } from './processing/planet.ts';\n"],
    [/(?<=kinds: readonly Kind\[\] = \[\n)/, '  planet,\n'],
  ]);
  edit(join(folder, 'db/schema/records.ts'), [
    [/(?=export const role = )/, "export const planet = pgTable('planet', { ...recordColumns, ...codeColumn() });\n"],
  ]);
  const generate = Bun.spawnSync([process.execPath, 'run', 'generate', '--name', 'planet'], {
    cwd: folder,
    stdin: 'ignore',
  });
  expect([generate.exitCode, generate.stderr.toString()]).toEqual([0, expect.anything()]);
}

function edit(file: string, insertions: readonly (readonly [at: RegExp, text: string])[]): void {
  let text = readFileSync(file, 'utf8');
  for (const [at, inserted] of insertions) {
    expect(text).toMatch(at);
    text = text.replace(at, inserted);
  }
  writeFileSync(file, text);
}
