import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { Glob } from 'bun';

/** Packages of bench/peers are installed from public registries, in the versions that were measured. */
const folder = join(import.meta.dir, '..', '..', 'bench', 'peers', 'packages');
const textsOf = async (pattern: string): Promise<string[]> =>
  Promise.all([...new Glob(pattern).scanSync(folder)].map((path) => Bun.file(join(folder, path)).text()));

test('a peer names exact versions of npm packages', async () => {
  const versions = (await textsOf('*/package.json')).flatMap((text) => {
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(text);
    return Object.values<string>({ ...dependencies, ...optionalDependencies });
  });
  expect(versions.length).toBeGreaterThan(0);
  expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});

test('the lock files of peers name no registry but the one of npm', async () => {
  const addresses = (await textsOf('*/package-lock.json')).flatMap((text) =>
    [...text.matchAll(/"resolved": "([^"]*)"/g)].map(([, address]) => address),
  );
  expect(addresses.filter((address) => !address?.startsWith('https://registry.npmjs.org/'))).toEqual([]);
});

test('a peer pins each Python package', async () => {
  const lines = (await textsOf('*/requirements.txt')).flatMap((text) => text.trim().split('\n'));
  expect(lines.filter((line) => !/^[a-z0-9]+==[\d.]+$/.test(line))).toEqual([]);
});
