import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Builds client/dist, which `npm pack` and `npm publish` in client/ put into the package: one module that depends on
 * nothing, and the declarations of its types.
 */
const client = join(import.meta.dir, '../client');
const dist = join(client, 'dist');
rmSync(dist, { recursive: true, force: true });
await Bun.build({ entrypoints: [join(client, 'index.ts')], outdir: dist, target: 'node', format: 'esm', throw: true });
const compiler = join(import.meta.dir, '../node_modules/.bin/tsc');
const { exitCode, stdout } = Bun.spawnSync([
  compiler,
  ...['--declaration', '--emitDeclarationOnly', '--allowImportingTsExtensions', '--skipLibCheck', '--strict'],
  ...['--target', 'es2023', '--lib', 'es2023,dom,dom.iterable,dom.asynciterable', '--types', ''],
  ...['--module', 'esnext', '--moduleResolution', 'bundler', '--outDir', dist, '--ignoreConfig'],
  join(client, 'index.ts'),
]);
if (exitCode !== 0) throw new Error(`the types could not be made: ${stdout}`);
for (const name of readdirSync(dist).filter((one) => one.endsWith('.d.ts'))) {
  const file = Bun.file(join(dist, name));
  await Bun.write(file, (await file.text()).replaceAll(/(from ['"]\.\/\w+)\.ts(['"])/g, '$1.js$2'));
}
