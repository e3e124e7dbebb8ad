import { type Atrule, type CssNode, generate, walk } from 'css-tree';

/** An `@font-face`. */
export interface FontFaceRule {
  /** In lower case. */
  readonly family: string;
  /** The URLs of `src`, in their order. */
  readonly sources: readonly string[];
  readonly weight: string | undefined;
  readonly style: string | undefined;
}

export function readFontFace({ block }: Atrule): FontFaceRule {
  const values = new Map<string, string>();
  const sources: string[] = [];
  for (const node of block?.children ?? []) {
    if (node.type !== 'Declaration') continue;
    const property = node.property.toLowerCase();
    if (property === 'src') {
      walk(node.value, (part: CssNode) => {
        if (part.type === 'Url') sources.push(part.value);
      });
    } else values.set(property, generate(node.value).toLowerCase());
  }
  const family = (values.get('font-family') ?? '').replace(/^["']|["']$/g, '').trim();
  return { family, sources, weight: values.get('font-weight'), style: values.get('font-style') };
}
