import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * `bun scripts/packClient.ts <folder>`: packs the typed client as `waybill-client-<version>.tgz` into a folder. The package
 * is one module that depends on nothing, and the declarations of its types. Nothing is written into client/.
 */
const target = resolve(process.argv[2] ?? '.');
const client = join(import.meta.dir, '../client');
const folder = mkdtempSync(join(tmpdir(), 'waybill-client-'));
const dist = join(folder, 'dist');
try {
  await Bun.build({
    entrypoints: [join(client, 'index.ts')],
    outdir: dist,
    target: 'node',
    format: 'esm',
    throw: true,
  });
  run([
    join(import.meta.dir, '../node_modules/.bin/tsc'),
    ...['--declaration', '--emitDeclarationOnly', '--allowImportingTsExtensions', '--skipLibCheck', '--strict'],
    ...['--target', 'es2023', '--lib', 'es2023,dom,dom.iterable,dom.asynciterable', '--types', ''],
    ...['--module', 'esnext', '--moduleResolution', 'bundler', '--outDir', dist, '--ignoreConfig'],
    join(client, 'index.ts'),
  ]);
  for (const name of readdirSync(dist, { recursive: true })
    .map(String)
    .filter((one) => one.endsWith('.d.ts'))) {
    const file = Bun.file(join(dist, name));
    await Bun.write(file, (await file.text()).replaceAll(/(from ['"]\.{1,2}\/[\w/]+)\.ts(['"])/g, '$1.js$2'));
  }
  for (const name of ['package.json', 'README.md']) cpSync(join(client, name), join(folder, name));
  run(['npm', 'pack', '--pack-destination', target]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function run(command: string[]): void {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { cwd: folder });
  if (exitCode !== 0) throw new Error(`${command[0]} ended with ${exitCode}: ${stdout}${stderr}`);
}
