import type { ReadScope } from '../access/reach.ts';
import type { Kind } from '../kinds/kind.ts';
import { codedLinksOf, idsOfCodes } from '../relations/codedLinks.ts';
import { describe, isUuid } from '../validation/values.ts';
import type { CsvColumns } from './files/csvColumns.ts';
import type { Element } from './files/jsonElements.ts';
import type { ProblemList } from './files/problemList.ts';
import { addProblems } from './stagedRecord.ts';

/** Rows whose codes are looked up together. */
const BATCH = 500;

/**
 * Yields the rows of a CSV with ids in place of the codes of their links (domain/relations/codedLinks.ts). A row with an
 * unknown code is a problem, and is left out.
 */
export async function* withIdsOfLinks(
  scope: ReadScope,
  kind: Kind,
  columns: CsvColumns,
  elements: AsyncIterable<Element>,
  list: ProblemList,
): AsyncGenerator<Element> {
  const links = codedLinksOf(kind).flatMap((link) => {
    const column = columns.names.indexOf(link.member);
    return column < 0 ? [] : [{ ...link, column }];
  });
  if (links.length === 0) return yield* elements;
  const resolve = async (rows: Element[]): Promise<Element[]> => {
    let known = rows;
    for (const { member, target, column } of links) {
      const codeIn = ({ value }: Element): string | undefined => {
        const cell = (value as string[])[column] ?? '';
        return cell === '' || isUuid(cell) ? undefined : cell;
      };
      const ids = await idsOfCodes(
        scope,
        target,
        known.flatMap((row) => codeIn(row) ?? []),
      );
      known = known.flatMap((row) => {
        const code = codeIn(row);
        if (code === undefined) return [row];
        const id = ids.get(code);
        if (id !== undefined) return [{ ...row, value: (row.value as string[]).with(column, id) }];
        addProblems(list, row, [`${row.at}.${member}: no ${target.name} has the id or code ${describe(code)}`]);
        return [];
      });
    }
    return known;
  };
  let rows: Element[] = [];
  for await (const element of elements) {
    rows.push(element);
    if (rows.length < BATCH) continue;
    yield* await resolve(rows);
    rows = [];
  }
  yield* await resolve(rows);
}
