import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { serverCache } from '../servers/javaServers.ts';

/**
 * Releases as operators install them: the file that `npm pack` writes, unpacked into a folder. The newest release is packed
 * from this checkout. The previous one is the file in test/releases, so that neither the history nor a registry is needed.
 */
const root = join(import.meta.dir, '..', '..', '..');
const releases = join(root, 'test', 'releases');

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly dev?: boolean }>>;
}

/**
 * Unpacks the previous release, without its dependencies, into a folder within `into` and returns that folder. Until a
 * release is in test/releases, the previous release is this checkout.
 */
export function unpackPrevious(into: string): string {
  const files = existsSync(releases) ? readdirSync(releases).filter((name) => name.endsWith('.tgz')) : [];
  if (files.length > 1)
    throw new Error(`test/releases must hold one release, the previous one, not ${files.join(', ')}.`);
  const [file] = files;
  return unpack(file === undefined ? packRelease(into) : join(releases, file), join(into, 'previous'));
}

/**
 * Packs this checkout and unpacks it, ready to run, into a folder within `into`; returns that folder. It has one more
 * migration, which adds columns to tables that every process writes: the previous release never knows the newest tables.
 */
export function unpackNewest(into: string): string {
  const folder = unpackCurrent(into, 'newest');
  addMigration(folder);
  linkDependencies(folder, root);
  return folder;
}

/** Packs this checkout as `npm run release` does, into one file within `into`; returns its path. */
export function packRelease(into: string): string {
  const folder = unpackCurrent(into, 'packed');
  copyFileSync(join(root, 'package-lock.json'), join(folder, 'npm-shrinkwrap.json'));
  const file = `${folder}.tgz`;
  run(['tar', 'czf', file, basename(folder)], into);
  return file;
}

/** Packs without the scripts of npm, which put npm-shrinkwrap.json into the checkout while other tests run there. */
function unpackCurrent(into: string, name: string): string {
  const packed = run(['npm', 'pack', '--ignore-scripts', '--json', '--pack-destination', into], root);
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
  return unpack(join(into, filename), join(into, name));
}

/** Links the dependencies of a folder into an unpacked release, in place of the patched ones that it brings. */
function linkDependencies(folder: string, of: string): void {
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
  symlinkSync(join(of, 'node_modules'), join(folder, 'node_modules'));
}

/**
 * Gives an unpacked release its dependencies: those of this checkout if their versions and patches are the same, otherwise
 * those that it installs from a registry.
 */
export function installRelease(folder: string): void {
  linkDependencies(folder, hasWhatItNeeds(folder) ? root : installedCopy(folder));
}

/** Returns a copy of a release, with the dependencies that it has installed. The copy is made once, in the cache folder. */
function installedCopy(folder: string): string {
  const digest = createHash('sha256').update(readFileSync(join(folder, 'npm-shrinkwrap.json')));
  digest.update(JSON.stringify(patchesOf(folder))).update(`${process.platform} ${process.arch}`);
  const home = join(serverCache(), `release-${digest.digest('hex').slice(0, 12)}`);
  if (existsSync(home)) return home;
  mkdirSync(serverCache(), { recursive: true });
  const unpacked = mkdtempSync(join(serverCache(), 'unpacking.'));
  try {
    cpSync(folder, unpacked, { recursive: true });
    run(['node', join(unpacked, 'scripts', 'install.mjs'), '--production'], unpacked);
    renameSync(unpacked, home);
  } catch (error) {
    rmSync(unpacked, { recursive: true, force: true });
    // Another run has moved its copy there meanwhile.
    if (existsSync(home)) return home;
    throw new Error(
      `The dependencies of the previous release differ from those of this one and could not be installed. Check that a registry can be reached. ${(error as Error).message}`,
    );
  }
  return home;
}

function hasWhatItNeeds(folder: string): boolean {
  const its = JSON.parse(readFileSync(join(folder, 'npm-shrinkwrap.json'), 'utf8')) as Lock;
  const ownLock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
  const same = Object.entries(its.packages).every(
    ([path, { version, dev }]) => path === '' || dev === true || ownLock.packages[path]?.version === version,
  );
  return same && Bun.deepEquals(patchesOf(folder), patchesOf(root));
}

function patchesOf(release: string): string[][] {
  const where = join(release, 'patches');
  const files = readdirSync(where).filter((name) => name.endsWith('.patch'));
  return files.sort().map((name) => [name, readFileSync(join(where, name), 'utf8')]);
}

function addMigration(folder: string): void {
  const meta = join(folder, 'db', 'migrations', 'meta', '_journal.json');
  const journal = JSON.parse(readFileSync(meta, 'utf8')) as { entries: { idx: number; when: number; tag: string }[] };
  const last = journal.entries.at(-1);
  if (!last) throw new Error('The release has no migrations.');
  const tag = `${String(last.idx + 1).padStart(4, '0')}_of_the_test`;
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag });
  writeFileSync(meta, JSON.stringify(journal));
  const added = (table: string) => `alter table ${table} add column of_the_test text;`;
  const others = ['worklog_type', 'job_step', 'document_item', 'notification_target', 'process'];
  // Writers of records wait for the outbox for longer than the deadlock_timeout of a second before their tables are changed.
  const statements = [added('outbox'), 'select pg_sleep(1.5);', ...others.map(added)];
  writeFileSync(join(folder, 'db', 'migrations', `${tag}.sql`), statements.join('\n--> statement-breakpoint\n'));
}

function unpack(file: string, folder: string): string {
  mkdirSync(folder);
  run(['tar', 'xzf', file, '-C', folder, '--strip-components=1'], folder);
  return folder;
}

function run(command: string[], cwd: string): string {
  const { stdout, stderr, exitCode } = Bun.spawnSync(command, { cwd, stdin: 'ignore' });
  if (exitCode === 0) return stdout.toString();
  throw new Error(`${command.join(' ')} ended with ${exitCode}: ${stderr.toString()}`);
}
