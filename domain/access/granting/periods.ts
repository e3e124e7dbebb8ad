import type { Json, JsonObject } from '../../kinds/kind.ts';
import { isObject } from '../../validation/values.ts';

/** A period with the text of its ends: ISO 8601 in UTC with milliseconds, which compare as text. */
interface Ends {
  readonly from: string;
  readonly to: string;
}

/** Sorts after every date. */
const NEVER = '~';

/** Returns the ends of the period in a member of a record, or in two members of the record itself. */
export function endsOf(values: Json | undefined, names: readonly [string, string] = ['validFrom', 'validTo']): Ends {
  const period: JsonObject = isObject(values) ? values : {};
  const [from, to] = names.map((name) => period[name]);
  return { from: typeof from === 'string' ? from : '', to: typeof to === 'string' ? to : NEVER };
}

/** Whether some time of the first period does not lie in the second. */
export const exceeds = (one: Ends, other: Ends): boolean => one.from < other.from || one.to > other.to;
