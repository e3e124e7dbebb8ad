import { kinds } from '../../kinds/index.ts';
import type { Kind } from '../../kinds/kind.ts';

/** Returns the kinds that have backups, each after the kinds that its records refer to. */
export function archivedKinds(): readonly Kind[] {
  const ordered = new Set<Kind>();
  const add = (kind: Kind, above: readonly Kind[]): void => {
    if (ordered.has(kind) || above.includes(kind)) return;
    for (const name of [
      ...(kind.references ?? []).map(({ target }) => target),
      ...(kind.codeReferences ? [kind.codeReferences.target] : []),
      ...(kind.codeLists ?? []).flatMap(({ targets }) => targets),
    ]) {
      const target = kinds.find((one) => one.name === name);
      if (target) add(target, [...above, kind]);
    }
    ordered.add(kind);
  };
  for (const kind of kinds) add(kind, []);
  return [...ordered].filter(({ operations }) => operations.includes('backup'));
}
