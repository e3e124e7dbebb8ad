import {
  AndFilter,
  Client,
  type Entry,
  EqualityFilter,
  type Filter,
  FilterParser,
  InvalidDNSyntaxError,
  NoSuchObjectError,
} from 'ldapts';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import {
  type Directory,
  type DirectoryEntry,
  type DirectoryGroup,
  DirectoryUnavailable,
} from '../../domain/ports/directory.ts';
import { OperatorError } from '../../domain/runtime/operatorError.ts';

export interface LdapOptions {
  readonly url: string;
  /** Everything below it, and nothing else, is looked at. */
  readonly baseDn: string;
  /** Anonymous when absent. */
  readonly bindDn?: string;
  readonly password?: string;
  /** Which entries are groups (RFC 4515). */
  readonly groupFilter: string;
  /** Member of a group (`chars.x` for a characteristic) and the attribute it comes from. */
  readonly attributes: readonly (readonly [member: string, attribute: string])[];
  /** Code of the UserGroupType of all groups found that name none by an attribute. */
  readonly groupType?: string;
  /** For a whole look-up, from the connection to the last of the answer, and for each page of all groups; ms. */
  readonly timeoutMs: number;
  /** Groups of one page. */
  readonly pageSize?: number;
}

const PAGE = 500;
/** However many pages a directory goes on to answer, it has to be done by then. */
const ALL_MS = 10 * 60_000;

/**
 * Groups of an LDAP directory. A connection for each look-up: they are rare, and one that was left open may have been
 * cut on the way without either end having heard of it.
 *
 * @throws Mistake when the filter is none
 */
export function makeLdapDirectory(options: LdapOptions): Directory {
  const { url, baseDn, bindDn, password, attributes, timeoutMs } = options;
  const groups = parseFilter(options.groupFilter);
  const wanted = [...new Set(attributes.map(([, attribute]) => attribute))];
  const codeAttribute = attributes.find(([member]) => member === 'code')?.[1] ?? 'cn';
  /** The base as the server itself writes it, so that it can be compared with the names of entries. */
  let base: string | undefined;

  const connect = (): Client => new Client({ url, timeout: timeoutMs, connectTimeout: timeoutMs });
  const authenticate = async (client: Client): Promise<void> => {
    if (bindDn !== undefined) await client.bind(bindDn, password);
  };

  async function ask<T>(question: (client: Client) => Promise<T>): Promise<T> {
    const client = connect();
    try {
      return await within(
        timeoutMs,
        authenticate(client).then(() => question(client)),
      );
    } catch (error) {
      throw away(error);
    } finally {
      void client.unbind().catch(() => {});
    }
  }

  /** One way through all groups; `whole` says whether the directory has told that its last page is the last. */
  async function* sweep(
    client: Client,
    size: number,
    end: number,
  ): AsyncGenerator<{ entries: Entry[]; whole: boolean }> {
    const own = await within(timeoutMs, baseName(client));
    base = own;
    const options = { scope: 'sub', filter: groups, attributes: wanted, paged: { pageSize: size } } as const;
    const pages = client.searchPaginated(own, options);
    for (let first = true; ; first = false) {
      const { value: page, done } = await within(Math.min(timeoutMs, end - Date.now()), pages.next());
      if (done) return;
      const [elsewhere] = page.searchReferences;
      if (elsewhere !== undefined) throw new Error(`some of its entries are elsewhere: ${elsewhere}`);
      const entries = page.searchEntries.filter(({ dn }) => isBelow(dn, own));
      // The client ends at an empty page, even where the directory says that more is to come.
      yield { entries, whole: first || page.searchEntries.length > 0 };
    }
  }

  /**
   * A page that is the last one although it is not empty is the end. After an empty one nobody knows, so all is asked
   * again by pages of another size, which end elsewhere.
   */
  async function* all(signal?: AbortSignal): AsyncGenerator<DirectoryEntry[]> {
    const client = connect();
    const end = Date.now() + ALL_MS;
    const size = options.pageSize ?? PAGE;
    try {
      await within(timeoutMs, authenticate(client));
      const told = new Set<string>();
      for (const pageSize of [size, size + 1]) {
        let ended = true;
        for await (const { entries, whole } of sweep(client, pageSize, end)) {
          signal?.throwIfAborted();
          ended = whole;
          const fresh = entries.filter(({ dn }) => !told.has(dn));
          for (const { dn } of fresh) told.add(dn);
          yield fresh.map((entry) => {
            const group = groupOf(entry, options);
            return group ? { distinguishedName: entry.dn, group } : { distinguishedName: entry.dn };
          });
        }
        if (ended) return;
      }
      throw new Error('it does not say whether it has answered all');
    } catch (error) {
      signal?.throwIfAborted();
      throw away(error);
    } finally {
      void client.unbind().catch(() => {});
    }
  }

  async function baseName(client: Client): Promise<string> {
    const { searchEntries } = await client.search(baseDn, { scope: 'base', attributes: ['1.1'] });
    const [entry] = searchEntries;
    if (!entry) throw new Error('there is no entry at LDAP_BASE_DN');
    return entry.dn;
  }

  /** What is no name, or the name of nothing, has no entry. */
  async function entriesAt(client: Client, dn: string): Promise<Entry[]> {
    try {
      return (await client.search(dn, { scope: 'base', filter: groups, attributes: wanted })).searchEntries;
    } catch (error) {
      if (error instanceof NoSuchObjectError || error instanceof InvalidDNSyntaxError) return [];
      throw error;
    }
  }

  return {
    find: (place) =>
      ask(async (client) => {
        base ??= await baseName(client);
        const named = new EqualityFilter({ attribute: codeAttribute, value: place });
        const entries = looksLikeDn(place)
          ? await entriesAt(client, place)
          : (await client.search(base, { filter: new AndFilter({ filters: [groups, named] }), attributes: wanted }))
              .searchEntries;
        const own = base;
        const found = entries.filter(({ dn }) => isBelow(dn, own)).sort((one, other) => (one.dn < other.dn ? -1 : 1));
        for (const entry of found) {
          const group = groupOf(entry, options);
          if (group) return group;
        }
        return undefined;
      }),
    all,
    keyOf(place) {
      const [key, end] = [keyOf(place), keyOf(base ?? baseDn)];
      return isBelow(key, end) ? key : undefined;
    },
  };
}

const away = (error: unknown): DirectoryUnavailable =>
  new DirectoryUnavailable(`The directory could not be asked: ${(error as Error).message}`, { cause: error });

async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  let timer: Timer | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no whole answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

function parseFilter(text: string): Filter {
  try {
    return FilterParser.parseString(text);
  } catch (error) {
    throw new OperatorError(`LDAP_GROUP_FILTER is no filter: ${(error as Error).message}`);
  }
}

/** `cn=…` or `2.5.4.3=…`. Every other text is taken for the code of a group. */
const looksLikeDn = (text: string): boolean => /^\s*([a-z][a-z0-9-]*|\d+(\.\d+)*)\s*=/i.test(text);

/** Both as the server writes them. A comma behind a backslash belongs to a name. */
function isBelow(dn: string, base: string): boolean {
  const [name, end] = [dn.toLowerCase(), base.toLowerCase()];
  return name === end || (name.endsWith(`,${end}`) && name.at(-end.length - 2) !== '\\');
}

/** Directories tell neither case apart nor spaces around what separates; what is escaped stays as it is written. */
const keyOf = (dn: string): string =>
  dn
    .trim()
    .toLowerCase()
    .replaceAll(/(?<!\\)\s*([,=+])\s*/g, '$1');

/** Undefined for an entry that lacks both code and name: it could not be shown. */
function groupOf(entry: Entry, { attributes, groupType }: LdapOptions): DirectoryGroup | undefined {
  const group: Record<string, string | string[]> = {};
  const chars: JsonObject = {};
  for (const [member, attribute] of attributes) {
    const texts = textsOf(entry, attribute);
    const [first] = texts;
    if (first === undefined) continue;
    if (member.startsWith('chars.')) chars[member.slice('chars.'.length)] = texts.length === 1 ? first : texts;
    else group[member] = member === 'dataTags' ? texts : first;
  }
  const { code = group.name, name = group.code, ...rest } = group;
  if (typeof code !== 'string' || typeof name !== 'string') return undefined;
  const type = typeof group.type === 'string' ? group.type : groupType;
  return { ...rest, code, name, distinguishedName: entry.dn, chars, ...(type === undefined ? {} : { type }) };
}

/** Servers write the names of attributes in their own case. */
function textsOf(entry: Entry, attribute: string): string[] {
  const key = Object.keys(entry).find((name) => name.toLowerCase() === attribute.toLowerCase());
  const value = key === undefined ? [] : entry[key];
  return (Array.isArray(value) ? value : [value]).flatMap((one) =>
    typeof one === 'string' && one !== '' ? [one] : [],
  );
}
