import { queryReadable } from '../../db/queries/access/readableRows.ts';
import { recordStatements } from '../../db/queries/records/recordStatements.ts';
import { readable, readableOf, readableRows } from '../access/reach.ts';
import { badRequest } from '../errors.ts';
import { hasCode } from '../kinds/declaration/members.ts';
import type { Kind } from '../kinds/kind.ts';
import type { Services } from '../ports/services.ts';
import { describe, isStorableText, isUuid } from '../validation/values.ts';
import { findRecord, missing } from './findRecord.ts';
import type { RecordRow } from './record.ts';
import { shownRows, shownText } from './showRecord.ts';
import { tableOf } from './table.ts';

export async function getRecord(
  services: Services,
  kind: Kind,
  idOrCode: string,
  { parameter = 'idOrCode', listed404 = false } = {},
): Promise<string> {
  if (isUuid(idOrCode)) {
    const { textsByIds } = recordStatements(tableOf(kind));
    const text = await services.textReader.read(textsByIds, idOrCode.toLowerCase());
    if (text && readable(services, kind, text)) return shownText(services, kind, text);
  }
  const row = await findRecord(services, kind, idOrCode, parameter);
  if (!row) throw missing(kind, parameter, idOrCode, listed404);
  return shownText(services, kind, row);
}

export async function getRecordByCode(
  services: Services,
  kind: Kind,
  code: string,
  listed404 = false,
): Promise<string> {
  const { textsByCodes } = recordStatements(tableOf(kind));
  const text = isStorableText(code) ? await services.textReader.read(textsByCodes, code) : undefined;
  if (!text || !readable(services, kind, text)) throw missing(kind, 'code', code, listed404);
  return shownText(services, kind, text);
}

/** Maximum number of elements of an array path parameter. */
export const MAX_IDS = 500;

/** Returns the records with these ids or codes in the order of the keys, without duplicates and unknown keys. */
export async function getRecordsByIds(services: Services, kind: Kind, keys: readonly string[]): Promise<string> {
  if (keys.length === 0 || keys.length > MAX_IDS) {
    throw badRequest('The list of ids has a wrong length.', [
      `ids: must have 1 to ${MAX_IDS} elements, not ${keys.length}`,
    ]);
  }
  const ids = keys.filter(isUuid);
  if (!hasCode(kind) && ids.length < keys.length) {
    const wrong = keys.filter((key) => !isUuid(key));
    throw badRequest(
      'An id is malformed.',
      wrong.map((key) => `ids: type mismatch, ${describe(key)} is not a UUID`),
    );
  }
  const { sql } = services;
  const rows = hasCode(kind)
    ? await sql<(RecordRow & { code: string })[]>`
        select id, code, doc, audit from ${sql(kind.table)}
        where id = any(${ids}::uuid[]) or code = any(${keys.filter(isStorableText)}::text[])`
    : await sql<
        (RecordRow & { code?: string })[]
      >`select id, doc, audit from ${sql(kind.table)} where id = any(${ids}::uuid[])`;
  const found = readableOf<RecordRow & { code?: string }>(services, kind, rows);
  const byId = new Map(found.map((row) => [row.id, row]));
  const byCode = new Map(found.map((row) => [row.code, row]));
  const matches = keys.map((key) => byId.get(key.toLowerCase()) ?? byCode.get(key));
  const listed = new Set(matches.filter((row) => row !== undefined));
  return `[${(await shownRows(services, kind, [...listed])).join(',')}]`;
}

const PAGE_ROWS = 1_000;

/**
 * Streams all records of the kind as an array, sorted by code or id. It pages by key, without a cursor: a slow client
 * must not keep a snapshot open. The number of rows has no limit. Each page shows its records as they are when the page
 * is read.
 */
export function getAllRecords(services: Services, kind: Kind): ReadableStream<Uint8Array> {
  const { sql } = services;
  const source = `${readableRows(services, kind)} as readable`;
  const key = hasCode(kind) ? 'code' : 'id';
  const encoder = new TextEncoder();
  let last: string | undefined;
  let first = true;
  return new ReadableStream(
    {
      async pull(controller) {
        const after = last === undefined ? '' : `where ${key} > $1`;
        const rows = await queryReadable<RecordRow & { key: string }>(
          sql,
          `select ${key} as key, doc, audit from ${source} ${after} order by ${key} limit ${PAGE_ROWS}`,
          last === undefined ? [] : [last],
        );
        const text = (await shownRows(services, kind, rows)).join(',');
        controller.enqueue(encoder.encode(first ? `[${text}` : text === '' ? '' : `,${text}`));
        first = false;
        last = rows.at(-1)?.key;
        if (rows.length < PAGE_ROWS) {
          controller.enqueue(encoder.encode(']'));
          controller.close();
        }
      },
    },
    { highWaterMark: 1 },
  );
}
