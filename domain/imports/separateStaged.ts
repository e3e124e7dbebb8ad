import {
  createStagedWriteOnly,
  type IncomingRow,
  incomingWithCurrent,
  replaceIncoming,
  stageWriteOnly,
  type WriteOnlyChange,
  writeOnlyText,
} from '../../db/queries/records/writeOnlyRows.ts';
import { readableRows, type TransactionScope } from '../access/reach.ts';
import type { JsonObject, Kind, WriteOnlyText } from '../kinds/kind.ts';
import { parseStored } from '../records/storedText.ts';
import {
  comparesWriteOnly,
  copyWriteOnly,
  reportsWriteOnly,
  type Separated,
  separateWriteOnly,
} from '../records/writeOnly.ts';
import { textOf } from '../validation/values.ts';
import { inside, stagedRecord } from './stagedRecord.ts';

interface StagedText {
  /** The SQL condition that joins a current record `c` and an incoming row `i`. */
  readonly match: string;
  /** The differences will be saved. Otherwise texts that were sent are ignored, because no response may contain them. */
  readonly saves: boolean;
}

/**
 * Takes the write-only texts out of the staged records, and stages their changes for {@link storeStagedWriteOnly}. Runs
 * on the snapshot on which the records are compared.
 *
 * @returns the codes of the records that report a text which neither the file nor the stored record has
 */
export async function separateStaged(
  scope: TransactionScope,
  kind: Kind,
  { match, saves }: StagedText,
): Promise<readonly string[]> {
  const { sql: transaction } = scope;
  const { writeOnly } = kind;
  if (!writeOnly) return [];
  await transaction.unsafe(createStagedWriteOnly);
  const lacking: string[] = [];
  const page = incomingWithCurrent(readableRows(scope, kind), match);
  for (let after = -1; ; ) {
    const rows = await transaction.unsafe<IncomingRow[]>(page, [after], { prepare: false });
    const changes: (WriteOnlyChange & { recordId: string })[] = [];
    for (const row of rows) {
      const current = row.current === null ? undefined : parseStored<JsonObject>(row.current);
      const sent = row.body === null ? undefined : valuesOf(row.body);
      const separated = sent && (await separateOne(scope, kind, { sent, current, row, saves }));
      if (sent && separated && lacks(writeOnly, sent, separated.values)) lacking.push(textOf(sent.code) ?? '');
      if (separated?.change && row.recordId !== null) changes.push({ recordId: row.recordId, ...separated.change });
      await replace(scope, kind, row, { saves, current, values: separated?.values });
    }
    await stageWriteOnly(transaction, changes);
    const last = rows.at(-1);
    if (!last) return lacking;
    after = last.n;
  }
}

/** Codes that a warning lists; it counts the others. */
const LISTED = 20;

/** Returns the warning about records without the write-only text that they had where they were exported. */
export function lackingWarnings({ writeOnly, plural }: Kind, codes: readonly string[]): string[] {
  if (!writeOnly || codes.length === 0) return [];
  const others = codes.length > LISTED ? ` and ${codes.length - LISTED} others` : '';
  const path = `${writeOnly.member}.${writeOnly.name}`;
  return [
    `${codes.length} ${plural} had a ${path} and have none now, because exports do not contain it; set it again: ${codes.slice(0, LISTED).join(', ')}${others}`,
  ];
}

const valuesOf = (body: string): JsonObject => parseStored<JsonObject>(`{${body}}`);

const lacks = (writeOnly: WriteOnlyText, sent: JsonObject, result: JsonObject): boolean =>
  reportsWriteOnly(writeOnly, sent) && !reportsWriteOnly(writeOnly, result);

interface StagedSides {
  readonly sent: JsonObject;
  readonly current: JsonObject | undefined;
  readonly row: IncomingRow;
  readonly saves: boolean;
}

async function separateOne(
  { sql }: TransactionScope,
  kind: Kind,
  { sent, current, row, saves }: StagedSides,
): Promise<Separated<JsonObject>> {
  const { writeOnly } = kind;
  if (!writeOnly) return { values: sent };
  const { member, name } = writeOnly;
  const container = sent[member];
  if (!saves && container !== undefined) delete (container as JsonObject)[name];
  if (!current) return separateWriteOnly(kind, sent);
  const isCompared = row.recordId !== null && comparesWriteOnly(writeOnly, sent, current);
  const text = isCompared ? await writeOnlyText(sql, writeOnly.table, row.recordId) : undefined;
  return separateWriteOnly(kind, sent, { values: current, text });
}

/** Writes the separated sides back. A left side reports what the stored record reports. */
async function replace(
  { sql: transaction }: TransactionScope,
  kind: Kind,
  { n, body, leftBody }: IncomingRow,
  { saves, current, values }: Pick<StagedSides, 'saves' | 'current'> & { readonly values: JsonObject | undefined },
): Promise<void> {
  const staged = values && stagedRecord(kind, values, saves);
  const newBody = staged?.body ?? body;
  const newLeft =
    leftBody && kind.writeOnly
      ? inside(JSON.stringify(copyWriteOnly(kind.writeOnly, valuesOf(leftBody), current)))
      : leftBody;
  if (newBody === body && newLeft === leftBody) return;
  await transaction.unsafe(replaceIncoming, [n, newBody, staged?.search ?? null, newLeft], { prepare: false });
}
