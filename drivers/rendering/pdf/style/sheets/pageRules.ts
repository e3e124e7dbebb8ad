import { type Block, type CssNode, generate } from 'css-tree';
import type { Declarations } from './declarations.ts';

/** An `@page`. */
export interface PageRule {
  /** The name of the pages, as `page` declares it; empty for all. */
  readonly name: string;
  /** `first`, `left` and `right`. */
  readonly pseudos: readonly string[];
  readonly declarations: Declarations;
  /** By name: `bottom-center`. */
  readonly marginBoxes: ReadonlyMap<string, Declarations>;
}

/** Reads an `@page`. `read`: returns the declarations of a block. */
export function pageRules(prelude: CssNode | null, block: Block, read: (block: Block) => Declarations): PageRule[] {
  const boxes = new Map<string, Declarations>();
  for (const node of block.children) {
    if (node.type === 'Atrule' && node.block) boxes.set(node.name.toLowerCase(), read(node.block));
  }
  const declarations = read(block);
  return (prelude ? generate(prelude) : '').split(',').map((selector) => {
    const [name = '', ...pseudos] = selector.trim().split(':');
    return { name, pseudos, declarations, marginBoxes: boxes };
  });
}
