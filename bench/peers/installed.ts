import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverCache } from '../../test/helpers/servers/javaServers.ts';

/**
 * Peers are installed on demand into the cache folder, once for each version: they are no dependencies of the project. Each
 * folder of `packages/` pins what one of them needs.
 */
const packages = join(import.meta.dir, 'packages');

/** Returns the folder of a package, which `install` fills if it does not exist yet for these contents of the files. */
async function installed(
  name: string,
  files: readonly string[],
  install: (folder: string, source: string) => Promise<unknown>,
): Promise<string> {
  const source = join(packages, name);
  const hash = new Bun.CryptoHasher('sha256');
  for (const file of files) hash.update(readFileSync(join(source, file)));
  const folder = join(serverCache(), `peer-${name}-${hash.digest('hex').slice(0, 12)}`);
  if (existsSync(join(folder, 'built'))) return folder;
  console.error(`installing ${name} into ${folder} …`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await install(folder, source);
  writeFileSync(join(folder, 'built'), '');
  return folder;
}

const npmFiles = ['package.json', 'package-lock.json'];

async function npmInstall(folder: string, source: string, env: Record<string, string> = {}): Promise<void> {
  for (const file of npmFiles) copyFileSync(join(source, file), join(folder, file));
  await Bun.$`npm ci --ignore-scripts --no-audit --no-fund`.cwd(folder).env({ ...process.env, ...env });
}

/** Returns the folder of the Node that the peers run on, with `bin/node`. */
async function nodeHome(): Promise<string> {
  const folder = await installed('node', npmFiles, npmInstall);
  return join(folder, 'node_modules', `node-linux-${process.arch}`);
}

export interface NpmPeer {
  readonly folder: string;
  /** The program that runs its files. */
  readonly node: string;
  /** The version of a package of it. */
  version(name: string): string;
}

/** Installs npm packages by their lock file. @param natives packages whose native parts are fetched or compiled */
export async function npmPeer(name: string, natives: readonly string[] = []): Promise<NpmPeer> {
  const home = await nodeHome();
  const env = { PATH: `${join(home, 'bin')}:${process.env['PATH']}`, npm_config_nodedir: home };
  const folder = await installed(name, npmFiles, async (into, source) => {
    await npmInstall(into, source, env);
    if (natives.length > 0) await Bun.$`npm rebuild ${natives}`.cwd(into).env({ ...process.env, ...env });
  });
  return {
    folder,
    node: join(home, 'bin', 'node'),
    version: (of) => JSON.parse(readFileSync(join(folder, 'node_modules', of, 'package.json'), 'utf8')).version,
  };
}

/** Copies a program of the package next to its modules, where Node finds them, and returns its path. */
export function programOf(peer: NpmPeer, name: string, file: string): string {
  const path = join(peer.folder, file);
  copyFileSync(join(packages, name, file), path);
  return path;
}

/** Returns the Python of a virtual environment with the pinned packages. */
export async function pythonOf(name: string): Promise<string> {
  const folder = await installed(name, ['requirements.txt'], async (into, source) => {
    await Bun.$`python3 -m venv ${into}`;
    await Bun.$`${into}/bin/pip install --quiet --disable-pip-version-check -r ${source}/requirements.txt`;
  });
  return join(folder, 'bin', 'python');
}

/** Builds a Go program, and returns its path. */
export async function goProgram(name: string): Promise<string> {
  const folder = await installed(name, ['go.mod', 'go.sum', 'main.go'], (into, source) =>
    Bun.$`go build -o ${join(into, name)} .`.cwd(source),
  );
  return join(folder, name);
}

/** Returns the first line that `command --version` prints, or throws with what provides the command. */
export async function versionOf(command: string, provider: string): Promise<string> {
  if (!Bun.which(command)) throw new Error(`${command} is not installed: ${provider}`);
  return (await Bun.$`${command} --version`.text()).trim().split('\n')[0] ?? '';
}
