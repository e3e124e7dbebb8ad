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
import type { JsonObject } from '../domain/kind.ts';
import { Mistake } from '../domain/mistake.ts';
import { type Directory, DirectoryAway, type DirectoryGroup } from '../domain/ports.ts';

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
  /** Code of the UserGroupType of all groups found. */
  readonly groupType?: string;
  /** For a whole look-up, from the connection to the last of the answer; ms. */
  readonly timeoutMs: number;
}

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

  async function ask<T>(question: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({ url, timeout: timeoutMs, connectTimeout: timeoutMs });
    let timer: Timer | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no whole answer within ${timeoutMs} ms`)), timeoutMs);
    });
    const answer = async (): Promise<T> => {
      if (bindDn !== undefined) await client.bind(bindDn, password);
      return question(client);
    };
    try {
      return await Promise.race([answer(), late]);
    } catch (error) {
      throw new DirectoryAway(`The directory could not be asked: ${(error as Error).message}`, { cause: error });
    } finally {
      clearTimeout(timer);
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
  };
}

function parseFilter(text: string): Filter {
  try {
    return FilterParser.parseString(text);
  } catch (error) {
    throw new Mistake(`LDAP_GROUP_FILTER is no filter: ${(error as Error).message}`);
  }
}

/** `cn=…` or `2.5.4.3=…`. Every other text is taken for the code of a group. */
const looksLikeDn = (text: string): boolean => /^\s*([a-z][a-z0-9-]*|\d+(\.\d+)*)\s*=/i.test(text);

/** Both as the server writes them. A comma behind a backslash belongs to a name. */
function isBelow(dn: string, base: string): boolean {
  const [name, end] = [dn.toLowerCase(), base.toLowerCase()];
  return name === end || (name.endsWith(`,${end}`) && name.at(-end.length - 2) !== '\\');
}

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
  return { ...rest, code, name, place: entry.dn, chars, ...(groupType === undefined ? {} : { type: groupType }) };
}

/** Servers write the names of attributes in their own case. */
function textsOf(entry: Entry, attribute: string): string[] {
  const key = Object.keys(entry).find((name) => name.toLowerCase() === attribute.toLowerCase());
  const value = key === undefined ? [] : entry[key];
  return (Array.isArray(value) ? value : [value]).flatMap((one) =>
    typeof one === 'string' && one !== '' ? [one] : [],
  );
}
