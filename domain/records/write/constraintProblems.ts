import { classify, type DatabaseFault } from '../../../db/errors.ts';
import { hasCode } from '../../kinds/declaration/members.ts';
import { kindNamed } from '../../kinds/index.ts';
import type { Json, JsonObject, Kind } from '../../kinds/kind.ts';
import type { Services } from '../../ports/services.ts';
import { describe } from '../../validation/values.ts';

/** A column is null if the record whose id it holds was not found by the writing statement. */
const violations: ReadonlySet<DatabaseFault | undefined> = new Set([
  'uniqueViolation',
  'foreignKeyViolation',
  'notNullViolation',
]);

export const isViolation = (error: unknown): boolean => violations.has(classify(error));

/**
 * Returns all constraint violations of these values: a code that another record has, and references to unknown records.
 * The database reports only the first violation, so all of them are queried.
 */
export async function constraintProblems(services: Services, kind: Kind, values: JsonObject): Promise<string[]> {
  const problems: string[] = [];
  if (hasCode(kind)) {
    const { sql } = services;
    const { id = null, code } = values as { id?: string; code?: unknown };
    const sameCode =
      typeof code === 'string'
        ? await sql`select 1 from ${sql(kind.table)} where code = ${code} and id is distinct from ${id}`
        : [];
    if (sameCode.length > 0) problems.push(`code: ${describe(code)} is taken by another ${kind.name}`);
  }
  for (const rule of kind.references ?? []) {
    const target = kindNamed(rule.target);
    const value: Json | undefined = values[rule.member];
    if (!target || typeof value !== 'string') continue;
    const { sql } = services;
    const found =
      rule.by === 'id'
        ? await sql`select 1 from ${sql(target.table)} where id = ${value}`
        : await sql`select 1 from ${sql(target.table)} where code = ${value}`;
    if (found.length === 0) problems.push(`${rule.member}: no ${target.name} has the ${rule.by} ${describe(value)}`);
  }
  return problems;
}
