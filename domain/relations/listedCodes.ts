import { queryReadable } from '../../db/queries/access/readableRows.ts';
import { type ReadScope, readableRows } from '../access/reach.ts';
import { kindNamed } from '../kinds/index.ts';
import type { CodeList, Json, JsonObject, ValueProblem } from '../kinds/kind.ts';
import { parseStored } from '../records/storedText.ts';
import { isObject } from '../validation/values.ts';

interface Listed {
  readonly code: string;
  readonly path: string;
}

/** The codes in a list, with their paths. */
export function listedIn(values: JsonObject, { member, list, element }: CodeList): Listed[] {
  return elementsIn(values, { member, list }).flatMap((one, index): Listed[] => {
    const code = codeOf(one, element);
    const path = `${member}.${list}[${index}]${element === undefined ? '' : `.${element}`}`;
    return code === undefined ? [] : [{ code, path }];
  });
}

export function elementsIn(values: JsonObject, { member, list }: Pick<CodeList, 'member' | 'list'>): readonly Json[] {
  const container = values[member];
  const elements = isObject(container) ? container[list] : undefined;
  return Array.isArray(elements) ? elements : [];
}

/** @param member of the element; absent if the element is the code */
export function codeOf(element: Json, member: string | undefined): string | undefined {
  const code = member === undefined ? element : isObject(element) ? element[member] : undefined;
  return typeof code === 'string' ? code : undefined;
}

export const codesIn = (values: JsonObject, list: CodeList): readonly string[] =>
  listedIn(values, list).map(({ code }) => code);

/**
 * Returns the problems that each record has because of the records that it lists, and that the caller may read.
 *
 * @param except codes of records that change at the same time
 * @param isOwn  whether the list names records of its own kind
 */
export async function unfitListed(
  scope: ReadScope,
  list: CodeList,
  records: readonly JsonObject[],
  { except, isOwn }: { readonly except: ReadonlySet<string>; readonly isOwn: boolean },
): Promise<ValueProblem[][]> {
  const checks = records.map((values) => list.check?.(values));
  const codes = new Set(records.flatMap((values, index) => (checks[index] ? codesIn(values, list) : [])));
  const listed = await readableValues(scope, list, [...codes.difference(except)]);
  return records.map((values, index) =>
    listedIn(values, list).flatMap(({ code, path }): ValueProblem[] => {
      const found = listed.get(code);
      const problems = (found && checks[index]?.(found)) ?? [];
      // The listed record may have changed since the record was written.
      const isStored = (stored: JsonObject): boolean =>
        list.check?.(stored) !== undefined && codesIn(stored, list).includes(code);
      return problems.map((problem) => ({ text: `${path}: ${problem}`, isStored, ...(isOwn && { isOfInput: true }) }));
    }),
  );
}

async function readableValues(
  scope: ReadScope,
  { targets }: CodeList,
  codes: readonly string[],
): Promise<ReadonlyMap<string, JsonObject>> {
  const found = new Map<string, JsonObject>();
  for (const target of codes.length > 0 ? targets.flatMap((name) => kindNamed(name) ?? []) : []) {
    const text = `select code, doc from ${readableRows(scope, target)} readable where code = any($1::text[])`;
    const rows = await queryReadable<{ code: string; doc: string }>(scope.sql, text, [codes]);
    for (const { code, doc } of rows) found.set(code, parseStored(doc));
  }
  return found;
}
