import { classify, type DatabaseFault } from '../../../db/errors.ts';
import { queryReadable } from '../../../db/queries/access/readableRows.ts';
import { sameRecord } from '../../../db/queries/imports/duplicates.ts';
import { readable, readableRows } from '../../access/reach.ts';
import { hasCode } from '../../kinds/declaration/members.ts';
import { kindNamed } from '../../kinds/index.ts';
import type { Json, JsonObject, Kind } from '../../kinds/kind.ts';
import { inDeclaredOrder } from '../../kinds/memberOrder.ts';
import type { Services } from '../../ports/services.ts';
import { describe, textOf } from '../../validation/values.ts';
import { newId, type RecordRow, withId } from '../record.ts';
import { tableOf } from '../table.ts';

/** A column is null if the record whose id it holds was not found by the writing statement. */
const violations: ReadonlySet<DatabaseFault | undefined> = new Set([
  'uniqueViolation',
  'foreignKeyViolation',
  'notNullViolation',
]);

type StoredTexts = Pick<RecordRow, 'doc' | 'audit'>;

export const isViolation = (error: unknown): boolean => violations.has(classify(error));

/**
 * Returns all constraint violations of these values: a code that another record has, all members of another record,
 * and references to unknown records.
 * The database reports only the first violation, so all of them are queried. Records that the caller may not read count
 * as unknown, and a code that one of them has cannot be used.
 *
 * @param before the stored values, whose references may stay
 */
export async function constraintProblems(
  services: Services,
  kind: Kind,
  values: JsonObject,
  before?: JsonObject,
): Promise<string[]> {
  return [
    ...(await codeProblems(services, kind, values)),
    ...(await duplicateProblems(services, kind, values)),
    ...(await hiddenReferences(services, kind, values, before)),
  ];
}

async function codeProblems(services: Services, kind: Kind, { id = null, code }: JsonObject): Promise<string[]> {
  if (!hasCode(kind) || typeof code !== 'string') return [];
  const { sql } = services;
  const [other] = await sql<StoredTexts[]>`
    select doc, audit from ${sql(kind.table)} where code = ${code} and id is distinct from ${id as string | null}`;
  if (!other) return [];
  return [readable(services, kind, other) ? `code: ${describe(code)} is taken by another ${kind.name}` : CODE_UNUSABLE];
}

const CODE_UNUSABLE = 'code: cannot be used';

/** Returns a problem if another record is the same but for its id. */
async function duplicateProblems(services: Services, kind: Kind, values: JsonObject): Promise<string[]> {
  const { sql } = services;
  const table = tableOf(kind);
  if (!table.distinct) return [];
  const id = textOf(values.id) ?? newId();
  const doc = JSON.stringify(inDeclaredOrder(kind, withId(values, id)));
  const [other] = await sql.unsafe<(StoredTexts & { id: string })[]>(sameRecord(table), [doc, id]);
  if (!other) return [];
  return [duplicateProblem(kind, readable(services, kind, other) ? `the ${kind.name} ${other.id}` : undefined)];
}

/** @param other the record, or the place in the input, that is the same; undefined if the caller may not read it */
export function duplicateProblem({ members }: Kind, other: string | undefined): string {
  const [member] = Object.keys(members).filter((name) => name !== 'id');
  return `${member}: ${other === undefined ? 'cannot be used' : `${other} has the same members`}`;
}

/** Returns the references that were set to a record which does not exist, or which the caller may not read. */
export async function hiddenReferences(
  services: Services,
  kind: Kind,
  values: JsonObject,
  before?: JsonObject,
): Promise<string[]> {
  const problems: string[] = [];
  for (const { member, target: name, by } of kind.references ?? []) {
    const target = kindNamed(name);
    const value: Json | undefined = values[member];
    if (!target || typeof value !== 'string' || value === before?.[member]) continue;
    const text = `select 1 from ${readableRows(services, target)} as readable where ${by} = $1`;
    const found = await queryReadable(services.sql, text, [value]);
    if (found.length === 0) problems.push(`${member}: no ${target.name} has the ${by} ${describe(value)}`);
  }
  return problems;
}
