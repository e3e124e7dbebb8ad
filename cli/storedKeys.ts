import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

type Keys = Readonly<Record<string, string>>;

/** Contains the keys of `waybill login`, by URL of the service. Only its owner can read it. */
function keysFile(): string {
  const folder = process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config');
  return join(folder, 'waybill', 'keys.json');
}

const urlOf = (url: string): string => url.replace(/\/+$/, '');

/** Returns the key for a service: WAYBILL_KEY, or the stored one. */
export const keyFor = (url: string): string | undefined => process.env['WAYBILL_KEY'] || readKeys()[urlOf(url)];

/** Stores a key, or removes it if it is undefined. @returns the file */
export function storeKey(url: string, key: string | undefined): string {
  const file = keysFile();
  const { [urlOf(url)]: _, ...others } = readKeys();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.${process.pid}`;
  const keys: Keys = key === undefined ? others : { ...others, [urlOf(url)]: key };
  writeFileSync(unfinished, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
  chmodSync(unfinished, 0o600);
  renameSync(unfinished, file);
  return file;
}

function readKeys(): Keys {
  try {
    return JSON.parse(readFileSync(keysFile(), 'utf8')) as Keys;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new Error(`${keysFile()} cannot be read: ${(error as Error).message}`);
  }
}
