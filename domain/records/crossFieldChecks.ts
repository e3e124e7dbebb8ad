import { kinds } from '../kinds/index.ts';
import type { Kind, Values } from '../kinds/kind.ts';

/** What the kind itself has to say about values whose members are each right. */
export function checkCrossFields(kind: Kind, values: Values, problems: string[], at = ''): void {
  if (!kind.check) return;
  for (const problem of kind.check(values, kinds)) problems.push(at === '' ? problem : `${at}.${problem}`);
}
