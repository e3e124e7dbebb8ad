import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../../domain/runtime/operatorError.ts';

/** Where the server of a folder listens, and its password. Only the owner of the file can read it. */
export interface ServerAccess {
  readonly port: number;
  readonly password: string;
}

export const accessFile = (folder: string): string => join(folder, 'postgres.json');

/** Returns the URL of the database `postgres`, with the password. */
export const serverUrl = ({ port, password }: ServerAccess): string =>
  `postgres://waybill:${password}@127.0.0.1:${port}/postgres`;

/**
 * Returns the URL of the server that another process has started on a folder; undefined if none ever did.
 *
 * @throws OperatorError if this account may not read it
 */
export function embeddedPostgresUrl(folder: string): string | undefined {
  const file = accessFile(folder);
  if (!existsSync(file)) return undefined;
  try {
    return serverUrl(JSON.parse(readFileSync(file, 'utf8')) as ServerAccess);
  } catch (error) {
    throw new OperatorError(`${file} cannot be read: ${(error as Error).message}.`);
  }
}
