import type { RecordTable } from '../../db/queries/records/recordStatements.ts';
import { hasCode } from '../kinds/declaration/members.ts';
import { kindNamed } from '../kinds/index.ts';
import type { JsonObject, Kind, Reference } from '../kinds/kind.ts';

const cache = new WeakMap<Kind, RecordTable>();

/** A kind as the statements of db/queries see it. */
export function tableOf(kind: Kind): RecordTable {
  let table = cache.get(kind);
  if (!table) {
    table = {
      table: kind.table,
      kind: kind.name,
      hasCode: hasCode(kind),
      keepsHistory: kind.keepsHistory,
      extraColumns: (kind.references ?? []).map((rule) => ({ name: rule.column, value: columnValue(kind, rule) })),
    };
    cache.set(kind, table);
  }
  return table;
}

export const isCopy = (kind: Kind, { member }: Reference): boolean => kind.members[member]?.type === 'reference';

/**
 * The column's value in SQL, from a text: the member's, or where it is an object, that as JSON. What follows is found
 * and locked in one go, so that the record can be neither renamed nor removed until the write has come through: who
 * was renamed meanwhile is not found, and null refused by the column.
 */
function columnValue(kind: Kind, rule: Reference): (parameter: string) => string {
  if (!rule.denormalized) return (parameter) => `${parameter}::${rule.by === 'id' ? 'uuid' : 'text'}`;
  const target = kindNamed(rule.target);
  if (!target) throw new Error(`${kind.name}.${rule.member} points to ${rule.target}, and there is no such kind`);
  const from = `select t.id from ${target.table} t where`;
  if (!isCopy(kind, rule)) return (parameter) => `(${from} t.code = ${parameter}::text for share)`;
  return (parameter) => {
    const part = (name: string) => `(${parameter}::text::json ->> '${name}')`;
    const same = `t.code = ${part('code')} and t.doc::json ->> 'name' = ${part('name')}`;
    return `(${from} t.id = ${part('id')}::uuid and ${same} for share)`;
  };
}

/** The texts that the extra columns are made of, in their order. */
export function extraValues(kind: Kind, values: JsonObject): (string | null)[] {
  return (kind.references ?? []).map(({ member }) => {
    const value = values[member] ?? null;
    return value === null || typeof value === 'string' ? value : JSON.stringify(value);
  });
}
