// Installs the dependencies before `npm start` and `npm test`. Plain Node, since nothing else is installed yet. When
// everything is in place it reads two small files and ends, without the network.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bunBinary, requireNode, setUpBinaries } from './binaries.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const stamp = join(modules, '.waybill-installed');
/** A release has its lock under the only name that npm packs; npm reads either. */
const lock = ['package-lock.json', 'npm-shrinkwrap.json']
  .map((name) => join(root, name))
  .find((file) => existsSync(file));
if (!lock) stop('There is no package-lock.json: this is neither a checkout nor a release.');
/** Whether to leave out the dependencies that only tests need: in an image, and in a release, which has no tests. */
const production = process.argv.includes('--production') || !lock.endsWith('package-lock.json');
const patches = readdirSync(join(root, 'patches')).filter((name) => name.endsWith('.patch'));
const wanted = createHash('sha256')
  .update(readFileSync(lock))
  .update(patches.map((name) => readFileSync(join(root, 'patches', name), 'utf8')).join('\0'))
  .update(`${process.platform} ${process.arch} ${production}`)
  .digest('hex');

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted || !bunBinary()) install();

function install() {
  try {
    requireNode();
  } catch (error) {
    stop(error.message);
  }
  console.log('Installing dependencies (only this first time, and when they change) …');
  // Which install scripts npm runs depends on its version and settings: the ones that are needed are run below.
  // Not `npm ci`: it insists on an entry for every platform's package, and registries that mirror another may lack some.
  // A package with an older patch is fetched again, since the newer patch would not fit it.
  for (const name of patches) rmSync(join(modules, ...name.split('+').slice(0, -1)), { recursive: true, force: true });
  const kinds = production ? '--omit=dev' : '--include=dev';
  // The engines of dependencies do not concern the Node that installs them: Bun runs them.
  const settings = ['--ignore-scripts', '--engine-strict=false', '--no-audit', '--no-fund', '--loglevel=error'];
  npm(['install', '--no-save', kinds, ...settings]);
  try {
    setUpBinaries();
  } catch (error) {
    stop(error.message);
  }
  patch();
  mkdirSync(modules, { recursive: true });
  writeFileSync(stamp, wanted);
}

function npm(args) {
  // The npm that runs this script, or the one on the PATH when it is run by hand.
  const cli = process.env.npm_execpath;
  const [command, first] = cli?.endsWith('.js') ? [process.execPath, [cli]] : ['npm', []];
  const done = spawnSync(command, [...first, ...args], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (done.status !== 0) stop('The dependencies could not be installed: see what npm reports above.');
}

/** Applies patches/ to the installed packages. */
function patch() {
  const script = join(modules, 'patch-package', 'dist', 'index.js');
  const done = spawnSync(process.execPath, [script, '--error-on-fail'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (done.status !== 0)
    stop('A patch in patches/ does not fit the installed package; patch-package reports which above.');
}

function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}
