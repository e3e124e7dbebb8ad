import { currentRows } from '../../db/queries/imports/backupRows.ts';
import {
  type CellsRow,
  cellsWithCurrent,
  createFoundTable,
  findDifferences,
  sharedKeys,
  stageCells,
  stageIncoming,
  unusableKeys,
} from '../../db/queries/imports/diffTables.ts';
import { visibleFiltering } from '../access/hidden/hiddenFilters.ts';
import { maskOfAll } from '../access/hidden/hiddenMembers.ts';
import { conditionsOf, readableRows, type TransactionScope } from '../access/reach.ts';
import { badRequest } from '../errors.ts';
import { searchColumns } from '../filtering/columns.ts';
import type { JsonObject, Kind } from '../kinds/kind.ts';
import { splitUndeclared } from '../kinds/memberOrder.ts';
import { parseStored } from '../records/storedText.ts';
import { tableOf } from '../records/table.ts';
import { makeYielder } from '../runtime/cooperativeYield.ts';
import { Spool, SpoolWriter } from '../runtime/spool.ts';
import { describe } from '../validation/values.ts';
import { ProblemList } from './files/problemList.ts';
import { type StagedInput, waiting } from './readRecords.ts';
import { ReferenceBatcher } from './referenceBatcher.ts';
import { separateStaged } from './separateStaged.ts';
import { addProblems, readElement, uniqueMembersOf } from './stagedRecord.ts';

/** As many rows are put over their current records at once; by a member that has no index, each page reads the table. */
const PAGE_ROWS = 500;
const UNINDEXED_PAGE_ROWS = 20_000;

/**
 * Stages the records of a file, merged with their current records if it has some of the columns only.
 *
 * @returns the codes of the records that lack the write-only text which they report
 */
export async function stageRecords(
  scope: TransactionScope,
  kind: Kind,
  input: StagedInput,
  saving: boolean,
): Promise<readonly string[]> {
  await stage(scope, kind, input, saving);
  const { current, incoming } = input.field.key;
  return separateStaged(scope, kind, { match: `${current} = ${incoming}`, saves: saving });
}

async function stage(
  scope: TransactionScope,
  kind: Kind,
  { lines, columns, elementAt, field, checksChars, checksValues }: StagedInput,
  saving: boolean,
): Promise<void> {
  const { sql: transaction } = scope;
  if (!columns) {
    await stageIncoming(transaction, lines.chunks());
    return;
  }
  await stageCells(transaction, lines.chunks());
  const merged = new Spool();
  try {
    const list = new ProblemList();
    const writer = new SpoolWriter(merged);
    // In the transaction: a connection more might be one that somebody holds who waits for this very transaction.
    const settling = new ReferenceBatcher(scope, { kind, field, checksChars, checksValues }, list, writer);
    const mask = await maskOfAll(scope, kind);
    const breathe = makeYielder();
    const page = cellsWithCurrent(readableRows(scope, kind), field.name);
    const size = field.key.unique ? PAGE_ROWS : UNINDEXED_PAGE_ROWS;
    for (let after = -1; ; ) {
      const rows = await transaction.unsafe<CellsRow[]>(page, [after, size], { prepare: false });
      for (const { n, cells, current } of rows) {
        const { declared, undeclared } = splitUndeclared(
          kind,
          current === null ? {} : mask.show(parseStored<JsonObject>(current)),
        );
        const unread: string[] = [];
        const merge = columns.over(JSON.parse(cells), declared, unread);
        const reading = readElement(kind, elementAt(n), merge, list, { unread });
        if (reading)
          await settling.add(waiting({ kind, field }, elementAt(n), { ...reading.values, ...undeclared }, saving));
        await breathe();
      }
      const last = rows.at(-1);
      if (!last) break;
      after = last.n;
    }
    await settling.end();
    list.throwIfAny('The file has rows that cannot be read.');
    await stageIncoming(transaction, merged.chunks());
  } finally {
    await merged.close();
  }
}

/** Writes the differences between the staged records and the stored ones that the caller may read to waybill_found. */
export async function findDifferent(
  { sql: transaction, access }: TransactionScope,
  kind: Kind,
  sent: StagedInput,
): Promise<void> {
  const { name, key } = sent.field;
  const { conditions, words } = await visibleFiltering({ sql: transaction, access }, kind, sent.filtering);
  const inReach = [...conditions, ...conditionsOf(access.of(kind).read)];
  const current = currentRows(tableOf(kind), searchColumns(kind), { conditions: inReach, words });
  if (!key.unique) {
    const [row] = await transaction.unsafe<{ without: number; shared: number }[]>(
      sharedKeys(key, current.text),
      current.values,
      { prepare: false },
    );
    if (row && row.without + row.shared > 0) {
      const { without, shared } = row;
      const reasons = [
        ...(without > 0 ? [`${without} ${without === 1 ? 'record has' : 'records have'} none`] : []),
        ...(shared > 0 ? [`${shared} ${shared === 1 ? 'value is' : 'values are'} shared by several records`] : []),
      ];
      throw badRequest('The records cannot be compared by that.', [
        `compareField: ${name} is not unique here, ${reasons.join(' and ')}; ${uniqueMembersOf(kind)}`,
      ]);
    }
  }
  const list = new ProblemList();
  const unusable = await transaction.unsafe<{ n: number; first: number; key: string | null }[]>(
    unusableKeys(key, name === 'id'),
  );
  for (const { n, first, key: value } of unusable) {
    const element = sent.elementAt(n);
    const why = value === null ? 'is required' : `${describe(value)} is in ${sent.elementAt(first).at} already`;
    addProblems(list, element, [`${element.at}.${name}: ${why}`]);
  }
  list.throwIfAny(`The file cannot be compared by ${name}.`);
  await transaction.unsafe(createFoundTable);
  await transaction.unsafe(findDifferences(key, current.text), current.values, { prepare: false });
  await transaction.unsafe('analyze waybill_found');
}
