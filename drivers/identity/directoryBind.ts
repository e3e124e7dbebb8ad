import {
  Client,
  ConstraintViolationError,
  EqualityFilter,
  InappropriateAuthError,
  InvalidCredentialsError,
  NoSuchObjectError,
  SizeLimitExceededError,
  UnwillingToPerformError,
} from 'ldapts';
import { DirectoryUnavailable } from '../../domain/ports/directory.ts';
import type { DirectoryBind, DirectoryFlavour } from '../../domain/ports/identity.ts';
import { within } from '../directory/timeLimit.ts';

export interface DirectoryBindOptions {
  readonly url: string;
  /** Users are found at or below it. */
  readonly baseDn: string;
  /** The account that finds users; anonymous if absent. */
  readonly bindDn?: string;
  readonly password?: string;
  /** The attribute that has the code of a user, by flavour. */
  readonly userAttributes: Readonly<Record<DirectoryFlavour, string>>;
  /** Time limit of a whole check, in ms. */
  readonly timeoutMs: number;
}

/** What a directory answers to the bind of a user that may not or cannot sign in. */
const refusals = [
  InvalidCredentialsError,
  InappropriateAuthError,
  UnwillingToPerformError,
  ConstraintViolationError,
  NoSuchObjectError,
];

/**
 * Checks passwords by binding as the user: finds the one entry with the code, then binds with its name and the password.
 * Each check has a connection of its own, because a bind changes who the connection belongs to.
 */
export function makeDirectoryBind(options: DirectoryBindOptions): DirectoryBind {
  return {
    async bind(flavour, userCode, password) {
      // A bind with a name and no password is anonymous, and succeeds (RFC 4513, 5.1.2).
      if (password === '' || userCode === '') return false;
      const { url, timeoutMs } = options;
      const client = new Client({ url, timeout: timeoutMs, connectTimeout: timeoutMs });
      try {
        return await within(timeoutMs, bindAs(client, options, { flavour, userCode, password }));
      } catch (error) {
        throw new DirectoryUnavailable(`The directory could not be queried: ${(error as Error).message}`, {
          cause: error,
        });
      } finally {
        void client.unbind().catch(() => {});
      }
    },
  };
}

async function bindAs(
  client: Client,
  { bindDn, password: ownPassword, baseDn, userAttributes }: DirectoryBindOptions,
  { flavour, userCode, password }: { flavour: DirectoryFlavour; userCode: string; password: string },
): Promise<boolean> {
  if (bindDn !== undefined) await client.bind(bindDn, ownPassword);
  // The library escapes the value: no character of a code is part of the filter.
  const filter = new EqualityFilter({ attribute: userAttributes[flavour], value: userCode });
  const name = await onlyEntry(client, baseDn, filter);
  if (name === undefined) return false;
  try {
    await client.bind(name, password);
    return true;
  } catch (error) {
    if (refusals.some((refusal) => error instanceof refusal)) return false;
    throw error;
  }
}

/** Returns the name of the matching entry; undefined if none or several match. */
async function onlyEntry(client: Client, baseDn: string, filter: EqualityFilter): Promise<string | undefined> {
  try {
    const options = { scope: 'sub' as const, filter, attributes: ['1.1'], sizeLimit: 2 };
    const { searchEntries } = await client.search(baseDn, options);
    return searchEntries.length === 1 ? searchEntries[0]?.dn : undefined;
  } catch (error) {
    if (error instanceof SizeLimitExceededError) return undefined;
    throw error;
  }
}
