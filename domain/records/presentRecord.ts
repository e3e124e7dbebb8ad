import type { Mask } from '../access/hidden/hiddenMembers.ts';
import type { JsonObject, Kind } from '../kinds/kind.ts';
import { isValidAt } from '../validation/periods.ts';
import { isObject } from '../validation/values.ts';
import { recordText } from './record.ts';
import { parseStored } from './storedText.ts';

/**
 * Adds the computed members to stored records: `isValid` of each validity period, at the time of the answer. A record
 * without a period is answered as its stored text, without parsing.
 */

const cache = new WeakMap<Kind, readonly { readonly name: string; readonly mark: string }[]>();

/** The periods of a kind. `mark` occurs in a record's text only if the record has the period, as strings escape quotes. */
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

/** Returns the row of a record as JSON text with its computed members. */
export const presentText = (kind: Kind, row: { readonly doc: string; readonly audit: string }): string =>
  presented(kind, recordText(row));

/** Returns the stored or indexed text of a record with its computed members. */
export function presented(kind: Kind, text: string): string {
  if (!hasPeriod(kind, text)) return text;
  return JSON.stringify(withValidity(kind, parseStored<JsonObject>(text)));
}

/** As `presented`, for rows of such texts, as a mask shows them. */
export function presentedRows(kind: Kind, mask: Mask, rows: AsyncIterable<Buffer[]>): AsyncIterable<Buffer[]> {
  return mapped(kind, mask, rows, (text) => presented(kind, mask.showText(text)));
}

/** As `presented`, for rows of diff entries. */
export function presentedEntries(kind: Kind, mask: Mask, rows: AsyncIterable<Buffer[]>): AsyncIterable<Buffer[]> {
  return mapped(kind, mask, rows, (text) => {
    if (mask.isTransparent && !hasPeriod(kind, text)) return text;
    const entry = parseStored<JsonObject>(text);
    for (const name of ['left', 'right']) {
      const side = entry[name];
      if (isObject(side)) entry[name] = withValidity(kind, mask.show(side));
    }
    return JSON.stringify(entry);
  });
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

function mapped(
  kind: Kind,
  mask: Mask,
  rows: AsyncIterable<Buffer[]>,
  map: (text: string) => string,
): AsyncIterable<Buffer[]> {
  return periodsOf(kind).length === 0 && mask.isTransparent ? rows : mappedRows(rows, map);
}

async function* mappedRows(rows: AsyncIterable<Buffer[]>, map: (text: string) => string): AsyncGenerator<Buffer[]> {
  for await (const batch of rows) yield batch.map((row) => Buffer.from(map(row.toString())));
}
