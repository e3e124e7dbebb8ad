import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverCache } from './javaServers.ts';

const scripts = join(import.meta.dir, '../../../scripts');

/** Returns the folder in which scripts/apiTools.sh puts the tools that read the OpenAPI document. */
export function apiTools(): string {
  const hash = createHash('sha256');
  for (const name of ['apiTools.sh', 'apiTools.txt']) hash.update(readFileSync(join(scripts, name)));
  return join(serverCache(), `apiTools-${hash.digest('hex').slice(0, 12)}`);
}

/** Whether scripts/apiTools.sh has not installed the tools. */
export const areApiToolsMissing: boolean = !existsSync(join(apiTools(), 'built'));

/** Returns the path of a program in the virtual environment of Python. */
export const pythonProgram = (name: string): string => join(apiTools(), 'python/bin', name);
