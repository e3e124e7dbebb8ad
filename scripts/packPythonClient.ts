import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * `npm run client:python <folder>`: packs the Python client as `waybill_client-<version>-py3-none-any.whl` into a folder. It
 * has the written part of client/python, and a module for each operation, which openapi-python-client generates from
 * docs/openapi.json. Nothing is written into client/.
 */
const target = resolve(process.argv[2] ?? '.');
const root = join(import.meta.dir, '..');
const bin = join(run(['sh', join(import.meta.dir, 'apiTools.sh')], root).trim(), 'python/bin');
const folder = mkdtempSync(join(tmpdir(), 'waybill-client-python-'));
try {
  cpSync(join(root, 'client/python'), folder, { recursive: true });
  const generated = join(folder, 'waybill_client/generated');
  run(
    [
      join(bin, 'openapi-python-client'),
      ...['generate', '--path', join(root, 'docs/openapi.json'), '--output-path', generated, '--meta', 'none'],
      ...['--config', join(folder, 'generator.yaml'), '--fail-on-warning'],
    ],
    folder,
    bin,
  );
  await joinLists(generated);
  run([join(bin, 'pip'), 'wheel', '--no-deps', '--no-build-isolation', '--wheel-dir', target, folder], folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The generator writes lists in paths as Python does. The service splits them at commas before it decodes them. */
async function joinLists(generated: string): Promise<void> {
  for (const name of new Bun.Glob('api/*/*.py').scanSync(generated)) {
    const file = Bun.file(join(generated, name));
    const text = await file.text();
    const joined = text.replaceAll(/(\w+)=quote\(str\(\1\), safe=""\)/g, (encoded, parameter: string) =>
      new RegExp(`^    ${parameter}: list\\[`, 'm').test(text)
        ? `${parameter}=",".join(quote(str(one), safe="") for one in ${parameter})`
        : encoded,
    );
    if (joined !== text) await file.write(joined);
  }
}

/** @param programs  a folder in which the command finds other programs, such as the formatter of the generator */
function run(command: string[], cwd: string, programs = ''): string {
  const env = { ...process.env, PATH: `${programs}:${process.env['PATH']}` };
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { cwd, env });
  if (exitCode !== 0) throw new Error(`${command[0]} ended with ${exitCode}: ${stdout}${stderr}`);
  return stdout.toString();
}
