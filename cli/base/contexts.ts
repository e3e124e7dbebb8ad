import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { usageError } from './exitCodes.ts';

/** An address of a service with the key for it, under a name. */
export interface Context {
  readonly url: string;
  readonly key?: string;
}

export interface NamedContext extends Context {
  readonly name: string;
}

const folder = (): string => join(process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'waybill');

/** Each context has a file of its own, so that two commands at once do not overwrite each other's contexts. */
const fileOf = (name: string): string => join(folder(), 'contexts', `${name}.json`);

const currentFile = (): string => join(folder(), 'current');

/** Returns the address without slashes at its end. */
export function checkedUrl(url: string, source: string): string {
  if (/^https?:$/.test(URL.parse(url)?.protocol ?? '')) return url.replace(/\/+$/, '');
  throw usageError(`${source} is ${JSON.stringify(url)} and must be a URL that starts with http:// or https://.`);
}

export function checkName(name: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(name)) return name;
  throw usageError(
    `The name of a context is ${JSON.stringify(name)} and must have 1 to 100 letters, digits, dots, dashes or underscores, and begin with a letter or a digit.`,
  );
}

export function listContexts(): NamedContext[] {
  const names = ifPresent(() => readdirSync(dirname(fileOf('any')))) ?? [];
  return names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => findContext(name.slice(0, -'.json'.length)) ?? []);
}

export function findContext(name: string): NamedContext | undefined {
  const file = fileOf(checkName(name));
  const text = ifPresent(() => readFileSync(file, 'utf8'));
  if (text === undefined) return undefined;
  warnOfReaders(file);
  const { url, key } = contextIn(text, file);
  return { name, url, ...(key !== undefined && { key }) };
}

export function existingContext(name: string): NamedContext {
  const found = findContext(name);
  if (found) return found;
  const names = listContexts().map((one) => one.name);
  const known = names.length > 0 ? `There are ${names.join(', ')}.` : 'There is none: `waybill login` makes one.';
  throw usageError(`There is no context ${JSON.stringify(name)}. ${known}`);
}

/** Stores a context. Only its owner can read the file. @returns the file */
export function storeContext(name: string, context: Context): string {
  const file = fileOf(checkName(name));
  replaceFile(file, `${JSON.stringify(context, null, 2)}\n`);
  return file;
}

export function removeContext(name: string): void {
  rmSync(fileOf(checkName(name)), { force: true });
  if (currentName() === name) rmSync(currentFile(), { force: true });
}

export const currentName = (): string | undefined =>
  ifPresent(() => readFileSync(currentFile(), 'utf8'))?.trim() || undefined;

export const selectContext = (name: string): void => replaceFile(currentFile(), `${name}\n`);

/** Writes a file that only its owner can read. Readers see the old or the new text, also if the process dies. */
function replaceFile(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, text, { mode: 0o600 });
  // A file that a dead process has left keeps the mode that it had.
  chmodSync(unfinished, 0o600);
  renameSync(unfinished, file);
}

function contextIn(text: string, file: string): Context {
  try {
    const { url, key }: { readonly url?: unknown; readonly key?: unknown } = JSON.parse(text);
    if (typeof url !== 'string') throw new Error('it has no url');
    return { url, ...(typeof key === 'string' && { key }) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw usageError(`${file} cannot be read: ${reason}. Remove the file, and run \`waybill login\`.`);
  }
}

function warnOfReaders(file: string): void {
  if (process.platform === 'win32' || (statSync(file).mode & 0o077) === 0) return;
  console.error(`Other users can read the key in ${file}: run chmod 600 on it, and replace the key.`);
}

function ifPresent<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
