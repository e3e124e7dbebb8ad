import type { RecordTable } from '../db/queries/recordStatements.ts';
import { hasCode, type JsonObject, type Kind } from './kind.ts';

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
      extraColumns: (kind.references ?? []).map(({ column, by }) => ({
        name: column,
        type: by === 'id' ? 'uuid' : 'text',
      })),
    };
    cache.set(kind, table);
  }
  return table;
}

/** The values of the table's extra columns, in their order. */
export function extraValues(kind: Kind, values: JsonObject): (string | null)[] {
  return (kind.references ?? []).map(({ member }) => (values[member] as string | undefined) ?? null);
}
