import type { RecordTable } from '../../db/queries/records/recordStatements.ts';
import { hasCode } from '../kinds/declaration/members.ts';
import { kindNamed } from '../kinds/index.ts';
import type { JsonObject, Kind, Reference } from '../kinds/kind.ts';

const cache = new WeakMap<Kind, RecordTable>();

/** Returns the description of a kind's table for the statements of db/queries. */
export function tableOf(kind: Kind): RecordTable {
  let table = cache.get(kind);
  if (!table) {
    table = {
      table: kind.table,
      kind: kind.name,
      hasCode: hasCode(kind),
      keepsHistory: kind.keepsHistory,
      ...(kind.distinct && { distinct: kind.distinct }),
      linkMembers: (kind.links ?? []).map(({ member }) => member),
      embeds: (kind.references ?? []).flatMap(({ member, target, embedded }) =>
        embedded ? [{ member, table: targetOf(kind, member, target).table }] : [],
      ),
      extraColumns: [
        ...(kind.references ?? []).map((rule) => ({
          name: rule.column,
          member: rule.member,
          value: columnValue(kind, rule),
        })),
        ...listColumn(kind),
      ],
    };
    cache.set(kind, table);
  }
  return table;
}

export const isCopy = (kind: Kind, { member }: Reference): boolean => kind.members[member]?.type === 'reference';

/**
 * Returns the SQL of a column's value, computed from the member's text (JSON if the member is an object). The subselect
 * of a denormalized member finds and locks its record at once, so that the record cannot be renamed or deleted before
 * the write commits. If it has been renamed already, it is not found, and the column rejects null.
 */
function columnValue(kind: Kind, rule: Reference): (parameter: string) => string {
  if (!rule.denormalized) return (parameter) => `${parameter}::${rule.by === 'id' ? 'uuid' : 'text'}`;
  const target = targetOf(kind, rule.member, rule.target);
  const from = `select t.id from ${target.table} t where`;
  if (!isCopy(kind, rule)) return (parameter) => `(${from} t.code = ${parameter}::text for share)`;
  return (parameter) => {
    const part = (name: string) => `(${parameter}::text::json ->> '${name}')`;
    const same = `t.code = ${part('code')} and t.doc::json ->> 'name' = ${part('name')}`;
    return `(${from} t.id = ${part('id')}::uuid and ${same} for share)`;
  };
}

function targetOf(kind: Kind, member: string, name: string): Kind {
  const target = kindNamed(name);
  if (!target) throw new Error(`${kind.name}.${member} refers to the unknown kind ${name}`);
  return target;
}

/** The column that tells whether a record may list codes. */
const listColumn = ({ codeLists: [list] = [] }: Kind): RecordTable['extraColumns'] =>
  list ? [{ name: 'lists_codes', member: list.member, value: (parameter) => `(${parameter}::text is not null)` }] : [];

/** Returns the texts from which the extra columns are computed, in the order of the columns. */
export function extraValues(kind: Kind, values: JsonObject): (string | null)[] {
  return tableOf(kind).extraColumns.map(({ member }) => {
    const value = values[member] ?? null;
    return value === null || typeof value === 'string' ? value : JSON.stringify(value);
  });
}
