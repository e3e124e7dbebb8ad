import { type ReadScope, readableCodes } from '../access/reach.ts';
import type { JsonObject, Kind } from '../kinds/kind.ts';
import { codesOf, linksOf, withCodes } from '../kinds/linkMembers.ts';
import { describe } from '../validation/values.ts';

/** A record whose references are being resolved. */
export interface Settling {
  values: JsonObject;
  readonly problems: string[];
  /** The stored values; empty for a new record. */
  readonly before: JsonObject;
}

/**
 * Looks up the codes of link members, adds a problem for each that no record has which the caller may read, and sorts them
 * without duplicates. The hidden codes of a stored record are no part of the values here, see hiddenMembers.ts.
 */
export async function resolveLinks(scope: ReadScope, kind: Kind, settled: readonly Settling[]): Promise<void> {
  for (const { member, target } of linksOf(kind)) {
    const codes = new Set(settled.flatMap(({ values }) => codesOf(values, member)));
    const known = await readableCodes(scope, target, [...codes]);
    for (const one of settled) {
      for (const [index, code] of codesOf(one.values, member).entries()) {
        if (!known.has(code))
          one.problems.push(`${member}[${index}]: no ${target.name} has the code ${describe(code)}`);
      }
      one.values = withCodes(kind, one.values, member, codesOf(one.values, member));
    }
  }
}
