import { queryReadable } from '../../db/queries/access/readableRows.ts';
import { visibleRows, visibleTexts } from '../access/hidden/hiddenMembers.ts';
import { isReadable, type ReadScope, readableIds, readableRows } from '../access/reach.ts';
import { kindNamed } from '../kinds/index.ts';
import type { JsonObject, Kind, Reference } from '../kinds/kind.ts';
import { parseJson } from '../validation/parseJson.ts';
import { isObject } from '../validation/values.ts';
import { presented, presentText } from './presentRecord.ts';
import type { RecordRow } from './record.ts';

/**
 * Records as a caller sees them: without hidden codes of other records, with computed members, and with whole records in
 * place of the copies that a kind declares as embedded. An embedded record is as it is now, but for its code and its name,
 * which are those of the copy: a version in the history shows those of its time.
 */

type StoredTexts = Pick<RecordRow, 'doc' | 'audit'>;

/** Returns a stored record as JSON text. */
export async function shownText(scope: ReadScope, kind: Kind, row: StoredTexts): Promise<string> {
  const [text] = await shownRows(scope, kind, [row]);
  return text ?? presentText(kind, row);
}

/** Returns stored records as JSON texts. */
export async function shownRows(
  scope: ReadScope,
  kind: Kind,
  rows: readonly StoredTexts[],
): Promise<readonly string[]> {
  const visible = await visibleRows(scope, kind, rows);
  return withEmbedded(
    scope,
    kind,
    visible.map((row) => presentText(kind, row)),
  );
}

/** As `shownRows`, for the texts of records, as a search engine has them. */
export async function shownTexts(scope: ReadScope, kind: Kind, texts: readonly string[]): Promise<readonly string[]> {
  const visible = await visibleTexts(scope, kind, texts);
  return withEmbedded(
    scope,
    kind,
    visible.map((text) => presented(kind, text)),
  );
}

/**
 * Returns a record that a caller has saved before as the caller may see it now: without codes that were hidden since.
 * Undefined if the caller may no longer read the record as it was then, or as it is now.
 */
export async function shownAgain(scope: ReadScope, kind: Kind, text: string): Promise<string | undefined> {
  if (scope.access.unrestricted) return text;
  const { auditInfo, ...values } = parseJson(text) as JsonObject;
  const { id } = values;
  const state = { doc: JSON.stringify(values), audit: JSON.stringify(auditInfo) };
  if (typeof id !== 'string' || !isReadable(scope, kind, state)) return undefined;
  if (!(await readableIds(scope, kind, [id])).has(id)) return undefined;
  const [visible] = await visibleTexts(scope, kind, [text]);
  return visible;
}

/** Returns the texts with the embedded records that the caller may read. A copy of any other stays. */
export async function withEmbedded(scope: ReadScope, kind: Kind, texts: readonly string[]): Promise<readonly string[]> {
  let shown = texts;
  for (const rule of kind.references ?? []) if (rule.embedded) shown = await embed(scope, rule, shown);
  return shown;
}

async function embed(
  scope: ReadScope,
  { member, target: name }: Reference,
  texts: readonly string[],
): Promise<readonly string[]> {
  const target = kindNamed(name);
  if (!target || texts.length === 0 || scope.access.of(target).read === 'none') return texts;
  const records = texts.map((text) => parseJson(text) as JsonObject);
  const ids = records.flatMap((record) => copyIn(record, member)?.id ?? []);
  const query = `select id, doc, audit from ${readableRows(scope, target)} as readable where id = any($1::uuid[])`;
  const rows = await queryReadable<StoredTexts & { id: string }>(scope.sql, query, [[...new Set(ids)]]);
  const whole = await shownRows(scope, target, rows);
  const byId = new Map(rows.map(({ id }, index) => [id, parseJson(whole[index] ?? '{}') as JsonObject]));
  return records.map((record, index) => {
    const copy = copyIn(record, member);
    const found = copy && byId.get(copy.id);
    return found ? JSON.stringify({ ...record, [member]: { ...found, ...copy } }) : (texts[index] ?? '');
  });
}

interface Copy extends JsonObject {
  readonly id: string;
}

function copyIn(record: JsonObject, member: string): Copy | undefined {
  const copy = record[member];
  return isObject(copy) && typeof copy.id === 'string' ? (copy as Copy) : undefined;
}
