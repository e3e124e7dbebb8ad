import { type ReadScope, readableRows } from '../access/reach.ts';
import type { JsonObject, Kind } from '../kinds/kind.ts';
import { describe } from '../validation/values.ts';
import { codesOf, linksOf, withCodes } from './linkMembers.ts';

/** A record whose references are being resolved. */
export interface Settling {
  values: JsonObject;
  readonly problems: string[];
  /** The stored values; empty for a new record. */
  readonly before: JsonObject;
}

/** Looks up the codes of link members, adds a problem for each unknown one, and sorts them without duplicates. */
export async function resolveLinks(scope: ReadScope, kind: Kind, settled: readonly Settling[]): Promise<void> {
  const { sql } = scope;
  for (const { member, target } of linksOf(kind)) {
    const codes = new Set(settled.flatMap(({ values }) => codesOf(values, member)));
    const rows =
      codes.size === 0
        ? []
        : await sql<{ code: string }[]>`
      select code from ${sql.unsafe(readableRows(scope, target))} as readable where code = any(${[...codes]}::text[])`;
    const known = new Set(rows.map(({ code }) => code));
    for (const one of settled) {
      const stored = codesOf(one.before, member);
      for (const [index, code] of codesOf(one.values, member).entries()) {
        if (!known.has(code) && !stored.includes(code))
          one.problems.push(`${member}[${index}]: no ${target.name} has the code ${describe(code)}`);
      }
      one.values = withCodes(kind, one.values, member, codesOf(one.values, member));
    }
  }
}
