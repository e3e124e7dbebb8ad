import type { Database } from '../../../db/client.ts';
import type { GatedStatement } from './gate.ts';

/** What a statement can see of other transactions, and hinder in them. */
export interface Footprint {
  /** Tables whose committed rows it reads. */
  readonly reads: ReadonlySet<string>;
  /** Tables of the locks that it takes, or releases at the end of a transaction. */
  readonly locks: ReadonlySet<string>;
  /** Tables that it locks in the mode of every writer, which excludes stronger locks only. */
  readonly sharedLocks: ReadonlySet<string>;
  /** Tables that it changes. */
  readonly changes: ReadonlySet<string>;
  /** Whether others see its changes from now on. */
  readonly commits: boolean;
}

/** Tables to which rows with new keys are added: two such inserts never wait for each other. */
const APPENDED = ['outbox', 'history', 'access_change', 'audit_entry'];

const locking =
  /\b(insert\s+into|update|delete\s+from|truncate|lock\s+table|for\s+(no\s+key\s+)?update|for\s+(key\s+)?share)\b/i;
const changing = /\b(insert\s+into|update\s+[\w".]+\s+(\w+\s+)?set|delete\s+from|truncate)\b/i;
const defining = /\b(create|drop|alter)\s+(?!temp)/i;

/** The one table of statements whose tables are not known. */
const EVERYTHING = new Set(['*']);
const ENGINE = new Set(['engine']);
const NONE: ReadonlySet<string> = new Set();

/** Whether a statement ends a transaction, or releases locks of one by a rollback to a savepoint. */
export const releasesLocks = ({ text }: GatedStatement): boolean => /^\s*(commit|rollback)\b/i.test(text);

/** The tables that foreign keys connect with a table. */
interface Neighbours {
  readonly name: string;
  /** Each row of the table refers to rows of these: an insert locks them. */
  readonly parents: readonly string[];
  /** Rows of these refer to the table: a deletion looks for them. */
  readonly children: readonly string[];
}

/** Reads the footprints of statements from their texts. Where a text leaves it open, the footprint is the larger one. */
export class Footprints {
  readonly #neighbours: ReadonlyMap<string, Neighbours>;
  readonly #names: RegExp;

  private constructor(tables: readonly Neighbours[]) {
    this.#neighbours = new Map(tables.map((table) => [table.name, table]));
    this.#names = new RegExp(`\\b(${tables.map(({ name }) => name).join('|')})\\b`, 'g');
  }

  static async of(sql: Database): Promise<Footprints> {
    const rows = await sql<Neighbours[]>`
      select c.relname as name,
        array(select f.confrelid::regclass::text from pg_constraint f where f.contype = 'f' and f.conrelid = c.oid) as parents,
        array(select f.conrelid::regclass::text from pg_constraint f where f.contype = 'f' and f.confrelid = c.oid) as children
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p')`;
    return new Footprints(rows);
  }

  /** @param before the footprints of the earlier statements of its transaction */
  of(statement: GatedStatement, before: readonly Footprint[]): Footprint {
    const { text, pid, status } = statement;
    const sharedLocks = NONE;
    if (pid === 0) return { reads: ENGINE, locks: ENGINE, sharedLocks, changes: ENGINE, commits: true };
    if (releasesLocks(statement)) {
      const union = (name: 'locks' | 'sharedLocks' | 'changes') => new Set(before.flatMap((one) => [...one[name]]));
      const ended = { locks: union('locks'), sharedLocks: union('sharedLocks'), changes: union('changes') };
      return { reads: NONE, ...ended, commits: /commit/i.test(text) };
    }
    const commits = status === 'I';
    if (defining.test(text)) return { reads: EVERYTHING, locks: EVERYTHING, sharedLocks, changes: EVERYTHING, commits };
    const named = new Set([...text.matchAll(this.#names)].map(([name]) => name));
    if (/\bsearch"?\./.test(text)) named.add('search.');
    if (/advisory/.test(text))
      return { reads: named, locks: new Set(['advisory']), sharedLocks, changes: NONE, commits };
    const modes = text.match(/\bin [a-z ]+ mode\b/g) ?? [];
    if (modes.length > 0 && modes.every((mode) => mode === 'in row exclusive mode'))
      return { reads: NONE, locks: NONE, sharedLocks: named, changes: NONE, commits };
    const isChange = changing.test(text);
    const near = isChange ? this.#withNeighbours(named, /\bdelete\s+from\b/i.test(text)) : named;
    return {
      reads: near,
      locks: locking.test(text) ? new Set([...near].filter((name) => !isAppended(text, name))) : NONE,
      sharedLocks,
      changes: isChange ? named : NONE,
      commits,
    };
  }

  /** Adds the tables whose rows foreign keys check. The keys to which they refer never change. */
  #withNeighbours(names: ReadonlySet<string>, deletes: boolean): Set<string> {
    const near = [...names].flatMap((name) => {
      const { parents = [], children = [] } = this.#neighbours.get(name) ?? {};
      return [name, ...parents, ...(deletes ? children : [])];
    });
    return new Set(near);
  }
}

const isAppended = (text: string, name: string): boolean =>
  APPENDED.includes(name) && !new RegExp(`\\b(update|delete\\s+from|from|join)\\s+${name}\\b`, 'i').test(text);

/** Whether a statement can wait for a lock of a transaction, whose footprints these are. */
export const canWait = (one: Footprint, transaction: readonly Footprint[]): boolean =>
  transaction.some((other) => lockSameTable(one, other));

const lockSameTable = (one: Footprint, other: Footprint): boolean =>
  meet(one.locks, other.locks) || meet(one.locks, other.sharedLocks) || meet(one.sharedLocks, other.locks);

/**
 * Whether the order of two statements of different sides can matter. A statement sees only what others have committed, so
 * that uncommitted ones matter to it by their locks alone.
 */
export const areDependent = (one: Footprint, other: Footprint): boolean =>
  lockSameTable(one, other) ||
  (one.commits && meet(one.changes, other.reads)) ||
  (other.commits && meet(other.changes, one.reads));

function meet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  if (one.size === 0 || other.size === 0) return false;
  return one.has('*') || other.has('*') || !one.isDisjointFrom(other);
}
