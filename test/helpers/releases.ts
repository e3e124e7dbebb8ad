import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * Releases as operators get them: the file that `npm pack` makes, unpacked into a folder. The newest is packed of what is
 * there now; the one before is kept in test/releases, so that neither the history nor a registry is asked for it.
 */
const root = join(import.meta.dir, '..', '..');
const kept = join(root, 'test', 'releases');

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly dev?: boolean }>>;
}

/** The release before, without its dependencies: its version and its folder within `into`. */
export function unpackPrevious(into: string): { version: string; folder: string } {
  const files = readdirSync(kept).filter((name) => name.endsWith('.tgz'));
  if (files.length !== 1) throw new Error(`test/releases has to hold the release before and nothing else: ${files}`);
  const file = files[0] as string;
  return { version: /-([\d.]+)\.tgz$/.exec(file)?.[1] ?? '', folder: unpack(join(kept, file), into) };
}

/**
 * What is there now, packed and unpacked: its folder within `into`, where it can be run. It has a migration more, which
 * adds columns to tables that every process writes, so that there is always one that the release before does not know.
 */
export function unpackNewest(into: string): string {
  const folder = unpackCurrent(into);
  addMigration(folder);
  linkDependencies(folder);
  return folder;
}

/** Packs this checkout as `npm run release` does, into one file within `into`; returns its path. */
export function packRelease(into: string): string {
  const folder = unpackCurrent(into);
  copyFileSync(join(root, 'package-lock.json'), join(folder, 'npm-shrinkwrap.json'));
  const file = `${folder}.tgz`;
  run(['tar', 'czf', file, basename(folder)], into);
  return file;
}

/** Packs without npm's scripts, which put the lock into the checkout for a moment: other tests run there. */
function unpackCurrent(into: string): string {
  const packed = run(['npm', 'pack', '--ignore-scripts', '--json', '--pack-destination', into], root);
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
  return unpack(join(into, filename), into);
}

/** Links this checkout's dependencies into an unpacked release, in place of the patched ones that it brings. */
function linkDependencies(folder: string): void {
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
}

/**
 * Gives an unpacked release its dependencies: ours, where we have each of them in the version that its lock names, and the
 * same patches; or else those that it installs, for which a registry has to be reached.
 */
export function installRelease(folder: string): void {
  if (hasWhatItNeeds(folder)) {
    linkDependencies(folder);
    return;
  }
  try {
    run(['node', join(folder, 'scripts', 'install.mjs'), '--production'], folder);
  } catch (error) {
    throw new Error(
      `The dependencies of the release before are not those of this one, and could not be installed: is there a registry? ${(error as Error).message}`,
    );
  }
}

function hasWhatItNeeds(folder: string): boolean {
  const its = JSON.parse(readFileSync(join(folder, 'npm-shrinkwrap.json'), 'utf8')) as Lock;
  const ours = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
  const same = Object.entries(its.packages).every(
    ([path, { version, dev }]) => path === '' || dev === true || ours.packages[path]?.version === version,
  );
  const patches = (of: string) => {
    const where = join(of, 'patches');
    const files = readdirSync(where).filter((name) => name.endsWith('.patch'));
    return files.map((name) => [name, readFileSync(join(where, name), 'utf8')]);
  };
  return same && Bun.deepEquals(patches(folder), patches(root));
}

function addMigration(folder: string): void {
  const meta = join(folder, 'db', 'migrations', 'meta', '_journal.json');
  const journal = JSON.parse(readFileSync(meta, 'utf8')) as { entries: { idx: number; when: number; tag: string }[] };
  const last = journal.entries.at(-1);
  if (!last) throw new Error('there are no migrations');
  const tag = `${String(last.idx + 1).padStart(4, '0')}_of_the_test`;
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag });
  writeFileSync(meta, JSON.stringify(journal));
  const tables = ['worklog_type', 'outbox', 'job_step', 'document_item', 'notification_target', 'process'];
  const statements = tables.map((table) => `alter table ${table} add column of_the_test text;`);
  writeFileSync(join(folder, 'db', 'migrations', `${tag}.sql`), statements.join('\n--> statement-breakpoint\n'));
}

function unpack(file: string, into: string): string {
  const folder = join(into, basename(file, '.tgz'));
  mkdirSync(folder);
  run(['tar', 'xzf', file, '-C', folder, '--strip-components=1'], into);
  return folder;
}

function run(command: string[], cwd: string): string {
  const { stdout, stderr, exitCode } = Bun.spawnSync(command, { cwd, stdin: 'ignore' });
  if (exitCode === 0) return stdout.toString();
  throw new Error(`${command.join(' ')} ended with ${exitCode}: ${stderr.toString()}`);
}
