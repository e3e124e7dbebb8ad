import { type CompareKey, compareKeyOf, type IncomingLine } from '../../db/queries/imports/diffTables.ts';
import { badRequest } from '../errors.ts';
import { searchDocument } from '../filtering/searchDocument.ts';
import { hasCode } from '../kinds/declaration/members.ts';
import type { Json, JsonObject, Kind } from '../kinds/kind.ts';
import { inDeclaredOrder } from '../kinds/memberOrder.ts';
import { checkCrossFields, memberOf, membersOf } from '../records/crossFieldChecks.ts';
import { newId } from '../records/record.ts';
import { unknownMembersOfReferences } from '../relations/resolveReferences.ts';
import { type Reading, readRecord } from '../validation/readRecord.ts';
import { describe, textOf } from '../validation/values.ts';
import type { Element } from './files/jsonElements.ts';
import type { ProblemList } from './files/problemList.ts';

/** The member by which the records of two sides are matched. */
export interface CompareField {
  readonly name: string;
  readonly key: CompareKey;
}

const comparable = new Set(['string', 'uuid', 'date', 'integer', 'number', 'boolean']);

/** Throws a 400 for a member that cannot name a record. */
export function compareFieldOf(kind: Kind, name: string): CompareField {
  const member = Object.hasOwn(kind.members, name) ? kind.members[name] : undefined;
  if (!member || !comparable.has(member.type)) {
    const allowed = Object.keys(kind.members).filter((other) => comparable.has(kind.members[other]?.type ?? ''));
    const always = hasCode(kind) ? 'id and code identify' : 'id identifies';
    throw badRequest('The records cannot be compared by that.', [
      `compareField: must be one of ${allowed.join(', ')}, not ${describe(name)}; ${always} every record, the others only where no two records share a value`,
    ]);
  }
  return { name, key: compareKeyOf(name) };
}

/** Says by which members records of a kind can always be matched. */
export const uniqueMembersOf = (kind: Kind): string => `compare by ${hasCode(kind) ? 'id or code' : 'id'}`;

/** Adds problems with the line of their record: `[17].name: is required (line 19)`. */
export function addProblems(list: ProblemList, { index, line }: Element, problems: readonly string[]): void {
  for (const problem of problems) list.add(index, line === undefined ? problem : `${problem} (line ${line})`);
}

/**
 * Reads a record of a file. Returns undefined and adds to the list if it has problems.
 *
 * @param unread problems of members that could not be parsed, each beginning with the path of the member
 */
export function readElement(
  kind: Kind,
  element: Element,
  value: Json,
  list: ProblemList,
  { at = element.at, unread = [] }: { readonly at?: string; readonly unread?: readonly string[] } = {},
): Reading | undefined {
  const found: string[] = [];
  const reading = readRecord(kind, value, found, at);
  const problems = withoutMembersOf(unread, found, at);
  problems.push(...unknownMembersOfReferences(kind, value).map((problem) => `${at}.${problem}`));
  checkCrossFields(kind, reading.values, problems, at);
  if (problems.length === 0) return reading;
  addProblems(list, element, problems);
  return undefined;
}

/** Returns problems of the record at a place, with the first ones in place of others of the same members. */
function withoutMembersOf(first: readonly string[], others: string[], at: string): string[] {
  if (first.length === 0) return others;
  const named = membersOf(first);
  return [
    ...first.map((problem) => `${at}.${problem}`),
    ...others.filter((problem) => !named.has(memberOf(problem.slice(at.length + 1)))),
  ];
}

/** Returns the staged parts of a record: its text and its search document, without id, audit and braces. */
export function stagedRecord(kind: Kind, values: JsonObject, saving: boolean): Omit<IncomingLine, 'n'> {
  const { id, ...rest } = inDeclaredOrder(kind, values);
  const sentId = textOf(id);
  return {
    id: sentId,
    code: hasCode(kind) ? JSON.stringify(values['code']) : undefined,
    body: inside(JSON.stringify(rest)),
    ...(saving ? { fresh: sentId ?? newId(), search: inside(searchDocument(kind, rest)) } : {}),
  };
}

/** Returns the text of a JSON object without its braces. */
export const inside = (text: string): string => text.slice(1, -1);
