import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join } from 'node:path';
import { builtSite, packedSite } from '../api/site/siteFile.ts';

/**
 * `npm run site`: builds the documentation site from docs/ by VitePress, unless it is built already, and prints the path of
 * its file. `--packed` stores it in docs/, where `npm pack` takes it along, and `--remove` removes it there again.
 */
const root = join(import.meta.dir, '..');
const words = process.argv.slice(2);
// The api has started this process: it ends when the api does.
if (words.includes('--with-parent')) process.stdin.resume().on('end', () => process.exit(1));

if (words.includes('--remove')) rmSync(packedSite, { force: true });
else {
  const site = await builtSite();
  if (!existsSync(site)) await buildSite(site);
  if (words.includes('--packed')) copyFileSync(site, packedSite);
  console.log(words.includes('--packed') ? packedSite : site);
}
process.exit();

async function buildSite(path: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-site-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  process.env['SITE_FOLDER'] = folder;
  const { build } = await import('vitepress');
  await build(join(root, 'docs'));
  mkdirSync(dirname(path), { recursive: true });
  const files = await siteFiles(folder);
  const archive = await new Bun.Archive(files).bytes();
  const unfinished = `${path}.${process.pid}`;
  await Bun.write(unfinished, await Bun.zstdCompress(archive, { level: 19 }));
  renameSync(unfinished, path);
  for (const other of readdirSync(dirname(path)))
    if (other.endsWith('.zst') && other !== basename(path)) rmSync(join(dirname(path), other), { force: true });
}

/** Returns the files of the site by path, related ones in sequence, which compresses best. Pictures become WebP, a third as large. */
async function siteFiles(folder: string): Promise<Record<string, Uint8Array<ArrayBuffer>>> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => extname(name) !== '');
  const pageOf = (name: string): string => basename(name).split('.')[0] ?? '';
  const ordered = names.toSorted((one, other) => pageOf(one).localeCompare(pageOf(other)));
  const pictures = ordered.filter((name) => name.endsWith('.png')).map((name) => basename(name));
  const files: Record<string, Uint8Array<ArrayBuffer>> = {};
  for (const name of ordered) {
    const bytes = await Bun.file(join(folder, name)).bytes();
    if (name.endsWith('.png')) files[asWebp(name)] = await webpOf(bytes);
    else if (/\.(html|js)$/.test(name))
      files[name] = new TextEncoder().encode(withWebp(new TextDecoder().decode(bytes), pictures));
    else files[name] = bytes;
  }
  return files;
}

function asWebp(name: string): string {
  return name.replace(/\.png$/, '.webp');
}

function withWebp(text: string, pictures: readonly string[]): string {
  return pictures.reduce((changed, name) => changed.replaceAll(name, asWebp(name)), text);
}

async function webpOf(png: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Bun.Image(png).webp({ lossless: true }).bytes());
}
