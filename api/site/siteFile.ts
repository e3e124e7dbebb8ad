import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dir, '..', '..');

/** The built site in a release: `npm pack` stores it there. A checkout has none. */
export const packedSite = join(root, 'docs', 'site.tar.zst');

/** Builds the site of a checkout. A release does not contain it. */
export const siteScript = join(root, 'scripts', 'site.ts');

const generator = 'node_modules/vitepress/package.json';

/** Returns whether the site can be built here. */
export const canBuildSite = (): boolean => existsSync(siteScript) && existsSync(join(root, generator));

/** The files from which the site is built. */
const sources = [
  'README.md',
  'CHANGELOG.md',
  'docs/openapi.json',
  'docs/**/*.{md,png}',
  'docs/.vitepress/**/*.{ts,css}',
  'api/site/pagePaths.ts',
  'scripts/site.ts',
  generator,
];

const folder = join(root, '.cache', 'site');

/** Returns the path of a site that was built from earlier sources; undefined if there is none. */
export function previousSite(): string | undefined {
  const name = existsSync(folder) ? readdirSync(folder).find((file) => file.endsWith('.tar.zst')) : undefined;
  return name === undefined ? undefined : join(folder, name);
}

/** Returns the path of the built site of a checkout. It names the content of the sources, so that an outdated site is known as such. */
export async function builtSite(): Promise<string> {
  const files = sources.flatMap((pattern) => [...new Bun.Glob(pattern).scanSync({ cwd: root, dot: true })]).sort();
  const hash = new Bun.CryptoHasher('sha256');
  for (const file of files) hash.update(file).update(await Bun.file(join(root, file)).bytes());
  return join(folder, `${hash.digest('hex').slice(0, 16)}.tar.zst`);
}
