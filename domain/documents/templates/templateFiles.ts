import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, extname, join, sep } from 'node:path';

/** The project's own `templates/`. */
export const templatesFolder = join(import.meta.dir, '..', '..', '..', 'templates');

/** Larger ones are no templates and no pictures of one. */
const MAX_FILE = 5 * 1024 * 1024;

/**
 * A file under the folder of templates, named from there: `documents/invoice.hbs`. Names are taken as they are: what is
 * encoded is not decoded, and nothing leads out of the folder.
 *
 * @returns undefined where there is none, and for every name that is none
 */
export function readTemplateFile(name: string, folder = templatesFolder): Uint8Array | undefined {
  const path = pathOf(name, folder);
  return path === undefined ? undefined : readFileSync(path);
}

export function templateFileExists(name: string, folder = templatesFolder): boolean {
  return pathOf(name, folder) !== undefined;
}

function pathOf(name: string, folder: string): string | undefined {
  // Written names alone: no absolute ones, no `..`, no hidden files, no other system's separators, no controls.
  if (!/^[\p{L}\p{N}_][\p{L}\p{N}_. -]*(?:\/[\p{L}\p{N}_][\p{L}\p{N}_. -]*)*$/u.test(name) || name.length > 500) {
    return undefined;
  }
  try {
    const root = realpathSync(folder);
    // A link may lead anywhere; where it leads is what counts.
    const path = realpathSync(join(root, name));
    const found = path.startsWith(root + sep) ? statSync(path) : undefined;
    return found?.isFile() && found.size <= MAX_FILE ? path : undefined;
  } catch {
    return undefined;
  }
}

const kept = new Map<string, ReadonlyMap<string, string>>();

/** Partials and layouts by name: the files of `partials/` and `layouts/`, without their ends. Read once a process. */
export function templatePartials(folder = templatesFolder): ReadonlyMap<string, string> {
  let partials = kept.get(folder);
  if (!partials) {
    partials = new Map(
      ['partials', 'layouts'].flatMap((room) =>
        namesIn(join(folder, room)).map((file): [string, string] => [
          basename(file, extname(file)),
          readFileSync(join(folder, room, file), 'utf8'),
        ]),
      ),
    );
    kept.set(folder, partials);
  }
  return partials;
}

/** They are read anew when they are next wanted. */
export function forgetTemplatePartials(): void {
  kept.clear();
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((file) => file.endsWith('.hbs'));
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return [];
    throw error;
  }
}
