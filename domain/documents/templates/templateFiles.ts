import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, extname, join, sep } from 'node:path';

/** The project's own `templates/`. */
export const templatesFolder = join(import.meta.dir, '..', '..', '..', 'templates');

/** Maximum size of a file in bytes. */
const MAX_FILE = 5 * 1024 * 1024;

/**
 * Reads a file of the folder by its path in the folder: `documents/invoice.hbs`. The path is not decoded, and cannot lead
 * out of the folder.
 *
 * @returns undefined if there is no such file, or `name` is not a path
 */
export function readTemplateFile(name: string, folder = templatesFolder): Uint8Array | undefined {
  const path = pathOf(name, folder);
  return path === undefined ? undefined : readFileSync(path);
}

export function templateFileExists(name: string, folder = templatesFolder): boolean {
  return pathOf(name, folder) !== undefined;
}

function pathOf(name: string, folder: string): string | undefined {
  // Excludes absolute paths, `..`, hidden files, backslashes and control characters.
  if (!/^[\p{L}\p{N}_][\p{L}\p{N}_. -]*(?:\/[\p{L}\p{N}_][\p{L}\p{N}_. -]*)*$/u.test(name) || name.length > 500) {
    return undefined;
  }
  try {
    const root = realpathSync(folder);
    // A symbolic link may lead out of the folder, so the resolved path is checked.
    const path = realpathSync(join(root, name));
    const found = path.startsWith(root + sep) ? statSync(path) : undefined;
    return found?.isFile() && found.size <= MAX_FILE ? path : undefined;
  } catch {
    return undefined;
  }
}

const cache = new Map<string, ReadonlyMap<string, string>>();

/** Partials and layouts by name: the files of `partials/` and `layouts/` without extension. Cached for the process. */
export function templatePartials(folder = templatesFolder): ReadonlyMap<string, string> {
  let partials = cache.get(folder);
  if (!partials) {
    partials = new Map(
      ['partials', 'layouts'].flatMap((room) =>
        namesIn(join(folder, room)).map((file): [string, string] => [
          basename(file, extname(file)),
          readFileSync(join(folder, room, file), 'utf8'),
        ]),
      ),
    );
    cache.set(folder, partials);
  }
  return partials;
}

/** Clears the cache of partials and layouts. */
export function forgetTemplatePartials(): void {
  cache.clear();
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((file) => file.endsWith('.hbs'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
