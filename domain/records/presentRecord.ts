import type { JsonObject, Kind } from '../kinds/kind.ts';
import { isObject } from '../validation/values.ts';
import { recordText } from './record.ts';

/**
 * What an answer says of a record beyond what is kept of it: `isValid` of its periods, at the time of the answer. A
 * record is answered as the text that is kept; only one that has a period is parsed for it.
 */

const cache = new WeakMap<Kind, readonly { readonly name: string; readonly mark: string }[]>();

/** The periods of a kind, each with the text that a record with it holds: a quote inside a string is escaped. */
function periodsOf(kind: Kind) {
  let periods = cache.get(kind);
  if (!periods) {
    periods = Object.entries(kind.members).flatMap(([name, member]) =>
      member.type === 'object' && member.period ? [{ name, mark: `"${name}":{` }] : [],
    );
    cache.set(kind, periods);
  }
  return periods;
}

/** A record's row as it is answered now. */
export const presentText = (kind: Kind, row: { readonly doc: string; readonly audit: string }): string =>
  presented(kind, recordText(row));

/** A record's text, as it is kept or as an index holds it, as it is answered now. */
export function presented(kind: Kind, text: string): string {
  if (!hasPeriod(kind, text)) return text;
  return JSON.stringify(withValidity(kind, JSON.parse(text) as JsonObject));
}

/** The same for rows of such texts. */
export function presentedRows(kind: Kind, rows: AsyncIterable<Buffer[]>): AsyncIterable<Buffer[]> {
  return mapped(kind, rows, (text) => presented(kind, text));
}

/** The same for rows of diff entries. */
export function presentedEntries(kind: Kind, rows: AsyncIterable<Buffer[]>): AsyncIterable<Buffer[]> {
  return mapped(kind, rows, (text) => {
    if (!hasPeriod(kind, text)) return text;
    const entry = JSON.parse(text) as JsonObject;
    for (const side of [entry.left, entry.right]) if (isObject(side)) withValidity(kind, side);
    return JSON.stringify(entry);
  });
}

/** Whether a period holds at a time (ISO 8601 in UTC with milliseconds): from its beginning until just before its end. */
export function isValidAt(period: { readonly validFrom?: string; readonly validTo?: string }, when: string): boolean {
  const { validFrom, validTo } = period;
  return (validFrom === undefined || validFrom <= when) && (validTo === undefined || when < validTo);
}

const hasPeriod = (kind: Kind, text: string): boolean => periodsOf(kind).some(({ mark }) => text.includes(mark));

function withValidity(kind: Kind, record: JsonObject): JsonObject {
  const now = new Date().toISOString();
  for (const { name } of periodsOf(kind)) {
    const period = record[name];
    if (isObject(period)) period.isValid = isValidAt(period, now);
  }
  return record;
}

function mapped(kind: Kind, rows: AsyncIterable<Buffer[]>, map: (text: string) => string): AsyncIterable<Buffer[]> {
  return periodsOf(kind).length === 0 ? rows : mappedRows(rows, map);
}

async function* mappedRows(rows: AsyncIterable<Buffer[]>, map: (text: string) => string): AsyncGenerator<Buffer[]> {
  for await (const batch of rows) yield batch.map((row) => Buffer.from(map(row.toString())));
}
