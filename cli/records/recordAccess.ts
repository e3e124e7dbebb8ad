import type { FilteringObject } from '../../client/index.ts';
import type { JsonObject, Kind } from '../../domain/kinds/kind.ts';
import { parseJson } from '../../domain/validation/parseJson.ts';
import type { Connection } from '../base/connection.ts';
import { isMissingRecord } from '../base/exitCodes.ts';

export type StoredRecord = JsonObject;

export const pathOf = (kind: Kind, idOrCode?: string): string =>
  `/api/v2/${kind.path}${idOrCode === undefined ? '' : `/${encodeURIComponent(idOrCode)}`}`;

/** Names a record in messages: `worklog-types/REPAIR`. */
export function nameOf(kind: Kind, values: StoredRecord): string {
  return `${kind.path}/${String(values['code'] ?? values['id'] ?? '?')}`;
}

export interface ReadRecord {
  readonly values: StoredRecord;
  /** Sent with a write that must not overwrite another change. */
  readonly etag: string | undefined;
}

export async function readRecord(
  { waybill }: Connection,
  kind: Kind,
  idOrCode: string,
  fields?: string,
): Promise<ReadRecord> {
  const query = fields === undefined ? '' : `?fields=${encodeURIComponent(fields)}`;
  const response = await waybill.fetch(`${pathOf(kind, idOrCode)}${query}`);
  return { values: parseJson(await response.text()) as StoredRecord, etag: response.headers.get('etag') ?? undefined };
}

export async function findRecord(
  connection: Connection,
  kind: Kind,
  idOrCode: string,
): Promise<ReadRecord | undefined> {
  try {
    return await readRecord(connection, kind, idOrCode);
  } catch (error) {
    if (isMissingRecord(error)) return undefined;
    throw error;
  }
}

export interface Listing {
  readonly filtering: FilteringObject;
  /** Maximum number of records. */
  readonly limit: number;
  readonly fields?: string;
  readonly consistency?: string;
  /** Receives how many records match. */
  readonly onTotal?: (total: number) => void;
}

const MAX_PAGE = 1_000;

/** Yields the records that a search finds, page by page, up to the limit. */
export async function* searchRecords(
  { waybill }: Connection,
  kind: Kind,
  { filtering, limit, fields, consistency, onTotal }: Listing,
): AsyncGenerator<StoredRecord, void, undefined> {
  let after: string | null = null;
  for (let yielded = 0; yielded < limit; ) {
    const query = new URLSearchParams({
      ...(after !== null && { after }),
      ...(fields !== undefined && { fields }),
      ...(consistency !== undefined && { consistency }),
    });
    const response = await waybill.fetch(`${pathOf(kind)}/search/page?${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...filtering, size: Math.min(MAX_PAGE, limit - yielded) }),
    });
    const page = parseJson(await response.text()) as { content: StoredRecord[]; last: boolean; totalElements: number };
    if (after === null) onTotal?.(page.totalElements);
    yield* page.content;
    yielded += page.content.length;
    after = response.headers.get('x-next-cursor');
    if (page.last || after === null || page.content.length === 0) return;
  }
}
