import { kinds } from '../kinds/index.ts';
import type { Kind, Values } from '../kinds/kind.ts';

/** Adds the problems that the kind finds in values whose members are all valid. */
export function checkCrossFields(kind: Kind, values: Values, problems: string[], at = ''): void {
  if (!kind.check) return;
  for (const problem of kind.check(values, kinds)) problems.push(at === '' ? problem : `${at}.${problem}`);
}
