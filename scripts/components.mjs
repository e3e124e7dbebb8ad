// Prints the npm packages that a release consists of, as a CycloneDX document. `npm sbom --omit=dev` leaves out packages that
// development dependencies need too, so npm sees a manifest and a lock without any. Plain Node, for the build of the image.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const read = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'));

const { devDependencies: _, ...manifest } = read('package.json');
const lock = read(existsSync(join(root, 'package-lock.json')) ? 'package-lock.json' : 'npm-shrinkwrap.json');
delete lock.packages[''].devDependencies;
for (const [path, { dev }] of Object.entries(lock.packages)) if (dev) delete lock.packages[path];

const temporary = mkdtempSync(join(tmpdir(), 'waybill-components-'));
try {
  // npm names the document after the folder.
  const folder = join(temporary, manifest.name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
  const { status } = spawnSync('npm', ['sbom', '--package-lock-only', '--sbom-format=cyclonedx'], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  process.exitCode = status ?? 1;
} finally {
  rmSync(temporary, { recursive: true });
}
