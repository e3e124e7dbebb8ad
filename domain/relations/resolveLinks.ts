import type { Database, Transaction } from '../../db/client.ts';
import type { JsonObject, Kind } from '../kinds/kind.ts';
import { describe } from '../validation/values.ts';
import { codesOf, linksOf, withCodes } from './linkMembers.ts';

/** Looks up the codes of link members, adds a problem for each unknown one, and sorts them without duplicates. */
export async function resolveLinks(
  sql: Database | Transaction,
  kind: Kind,
  settled: readonly { values: JsonObject; problems: string[] }[],
): Promise<void> {
  for (const { member, target } of linksOf(kind)) {
    const codes = new Set(settled.flatMap(({ values }) => codesOf(values, member)));
    const rows =
      codes.size === 0
        ? []
        : await sql<{ code: string }[]>`
      select code from ${sql(target.table)} where code = any(${[...codes]}::text[])`;
    const known = new Set(rows.map(({ code }) => code));
    for (const one of settled) {
      for (const [index, code] of codesOf(one.values, member).entries()) {
        if (!known.has(code))
          one.problems.push(`${member}[${index}]: no ${target.name} has the code ${describe(code)}`);
      }
      one.values = withCodes(kind, one.values, member, codesOf(one.values, member));
    }
  }
}
