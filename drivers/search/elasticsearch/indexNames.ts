import type { Kind } from '../../../domain/kinds/kind.ts';

/** Names of indexes and aliases in a cluster that several services may share. */
export class IndexNames {
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  physical(index: string): string {
    return this.#prefix + index;
  }

  writeAlias(index: string): string {
    return `${this.#prefix}${index}-write`;
  }

  readAlias(kind: Kind): string {
    return this.#prefix + kind.path;
  }
}
