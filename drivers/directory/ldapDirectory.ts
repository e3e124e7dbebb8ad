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
import { messageOf } from '../../domain/runtime/errorDetails.ts';
import { OperatorError } from '../../domain/runtime/operatorError.ts';
import { within } from './timeLimit.ts';

export interface LdapOptions {
  readonly url: string;
  /** Only entries below it are read. */
  readonly baseDn: string;
  /** Absent: the connection is anonymous. */
  readonly bindDn?: string;
  readonly password?: string;
  /** The filter that selects groups (RFC 4515). */
  readonly groupFilter: string;
  /** The members of a group (`chars.x` for a characteristic) and the attributes that they come from. */
  readonly attributes: readonly (readonly [member: string, attribute: string])[];
  /** Code of the UserGroupType of groups whose attributes name none. */
  readonly groupType?: string;
  /** Time limit of a whole look-up, connection included, and of each page of all groups. */
  readonly timeoutMs: number;
  /** Groups on one page. */
  readonly pageSize?: number;
}

const PAGE_SIZE = 500;
/** Time limit of reading all groups, however many pages the directory returns. */
const ALL_MS = 10 * 60_000;

/**
 * Reads the groups of an LDAP directory. Each look-up has a connection of its own: look-ups are rare, and an idle
 * connection may have been cut without either end noticing.
 *
 * @throws OperatorError where the filter cannot be parsed
 */
export function makeLdapDirectory(options: LdapOptions): Directory {
  return new LdapDirectory(options);
}

class LdapDirectory implements Directory {
  readonly #options: LdapOptions;
  readonly #groups: Filter;
  readonly #attributes: string[];
  readonly #codeAttribute: string;
  /** The base as the server writes it, for comparison with the names of entries. */
  #base: string | undefined;

  constructor(options: LdapOptions) {
    this.#options = options;
    this.#groups = parseFilter(options.groupFilter);
    this.#attributes = [...new Set(options.attributes.map(([, attribute]) => attribute))];
    this.#codeAttribute = options.attributes.find(([member]) => member === 'code')?.[1] ?? 'cn';
  }

  async find(place: string): Promise<DirectoryGroup | undefined> {
    const client = this.#connect();
    try {
      return await within(
        this.#options.timeoutMs,
        this.#authenticate(client).then(() => this.#findGroup(client, place)),
      );
    } catch (error) {
      throw unavailable(error);
    } finally {
      void client.unbind().catch(() => {});
    }
  }

  /**
   * A last page with entries is the end. An empty one may not be, because the client also ends there when the directory
   * has more: then everything is read again with pages of another size, which end elsewhere.
   */
  async *all(signal?: AbortSignal): AsyncGenerator<DirectoryEntry[]> {
    const { timeoutMs, pageSize = PAGE_SIZE } = this.#options;
    const client = this.#connect();
    const deadline = Date.now() + ALL_MS;
    try {
      await within(timeoutMs, this.#authenticate(client));
      const seen = new Set<string>();
      for (const size of [pageSize, pageSize + 1]) {
        let isComplete = true;
        for await (const { entries, complete } of this.#pages(client, size, deadline)) {
          signal?.throwIfAborted();
          isComplete = complete;
          const fresh = entries.filter(({ dn }) => !seen.has(dn));
          for (const { dn } of fresh) seen.add(dn);
          yield fresh.map((entry) => this.#directoryEntry(entry));
        }
        if (isComplete) return;
      }
      throw new Error('it does not say whether it has returned all groups');
    } catch (error) {
      signal?.throwIfAborted();
      throw unavailable(error);
    } finally {
      void client.unbind().catch(() => {});
    }
  }

  keyOf(place: string): string | undefined {
    const [key, end] = [keyOf(place), keyOf(this.#base ?? this.#options.baseDn)];
    return isBelow(key, end) ? key : undefined;
  }

  #connect(): Client {
    const { url, timeoutMs } = this.#options;
    return new Client({ url, timeout: timeoutMs, connectTimeout: timeoutMs });
  }

  async #authenticate(client: Client): Promise<void> {
    const { bindDn, password } = this.#options;
    if (bindDn !== undefined) await client.bind(bindDn, password);
  }

  #directoryEntry(entry: Entry): DirectoryEntry {
    const group = groupOf(entry, this.#options);
    return group ? { distinguishedName: entry.dn, group } : { distinguishedName: entry.dn };
  }

  async #findGroup(client: Client, place: string): Promise<DirectoryGroup | undefined> {
    this.#base ??= await this.#readBase(client);
    const base = this.#base;
    const entries = looksLikeDn(place)
      ? await this.#entriesAt(client, place)
      : await this.#entriesOf(client, base, place);
    const found = entries.filter(({ dn }) => isBelow(dn, base)).sort((one, other) => (one.dn < other.dn ? -1 : 1));
    for (const entry of found) {
      const group = groupOf(entry, this.#options);
      if (group) return group;
    }
    return undefined;
  }

  /** Reads all groups once. `complete`: whether the directory has said that its last page is the last. */
  async *#pages(
    client: Client,
    pageSize: number,
    deadline: number,
  ): AsyncGenerator<{ entries: Entry[]; complete: boolean }> {
    const { timeoutMs } = this.#options;
    const base = await within(timeoutMs, this.#readBase(client));
    this.#base = base;
    const pages = client.searchPaginated(base, {
      scope: 'sub',
      filter: this.#groups,
      attributes: this.#attributes,
      paged: { pageSize },
    });
    for (let first = true; ; first = false) {
      const { value: page, done } = await within(Math.min(timeoutMs, deadline - Date.now()), pages.next());
      if (done) return;
      const [referral] = page.searchReferences;
      if (referral !== undefined) throw new Error(`some of its entries are on another server: ${referral}`);
      const entries = page.searchEntries.filter(({ dn }) => isBelow(dn, base));
      yield { entries, complete: first || page.searchEntries.length > 0 };
    }
  }

  async #readBase(client: Client): Promise<string> {
    const { searchEntries } = await client.search(this.#options.baseDn, { scope: 'base', attributes: ['1.1'] });
    const [entry] = searchEntries;
    if (!entry) throw new Error('no entry exists at LDAP_BASE_DN');
    return entry.dn;
  }

  async #entriesOf(client: Client, base: string, code: string): Promise<Entry[]> {
    const filter = new AndFilter({
      filters: [this.#groups, new EqualityFilter({ attribute: this.#codeAttribute, value: code })],
    });
    return (await client.search(base, { filter, attributes: this.#attributes })).searchEntries;
  }

  /** Returns nothing for a name that is invalid or does not exist. */
  async #entriesAt(client: Client, dn: string): Promise<Entry[]> {
    try {
      const options = { scope: 'base', filter: this.#groups, attributes: this.#attributes } as const;
      return (await client.search(dn, options)).searchEntries;
    } catch (error) {
      if (error instanceof NoSuchObjectError || error instanceof InvalidDNSyntaxError) return [];
      throw error;
    }
  }
}

const unavailable = (error: unknown): DirectoryUnavailable =>
  new DirectoryUnavailable(`The directory could not be queried: ${messageOf(error)}`, { cause: error });

function parseFilter(text: string): Filter {
  try {
    return FilterParser.parseString(text);
  } catch (error) {
    throw new OperatorError(`LDAP_GROUP_FILTER is not a filter: ${messageOf(error)}`);
  }
}

/** Whether a text begins like a distinguished name: `cn=…` or `2.5.4.3=…`. Any other is the code of a group. */
const looksLikeDn = (text: string): boolean => /^\s*([a-z][a-z0-9-]*|\d+(\.\d+)*)\s*=/i.test(text);

/** Both names are written as the server writes them. A comma after a backslash is part of a name. */
function isBelow(dn: string, base: string): boolean {
  const [name, end] = [dn.toLowerCase(), base.toLowerCase()];
  return name === end || (name.endsWith(`,${end}`) && name.at(-end.length - 2) !== '\\');
}

/** Directories ignore case, and spaces around separators. Escaped characters stay as they are. */
const keyOf = (dn: string): string =>
  dn
    .trim()
    .toLowerCase()
    .replaceAll(/(?<!\\)\s*([,=+])\s*/g, '$1');

/** Returns undefined for an entry that has neither a code nor a name. */
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

/** Returns the values of an attribute. Servers write the names of attributes in their own case. */
function textsOf(entry: Entry, attribute: string): string[] {
  const key = Object.keys(entry).find((name) => name.toLowerCase() === attribute.toLowerCase());
  const value = key === undefined ? [] : entry[key];
  return (Array.isArray(value) ? value : [value]).flatMap((one) =>
    typeof one === 'string' && one !== '' ? [one] : [],
  );
}
