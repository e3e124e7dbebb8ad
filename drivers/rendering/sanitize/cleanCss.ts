import { type CssNode, type Declaration, generate, type List, type ListItem, parse, walk } from 'css-tree';

/** The picture that a `url()` names, as a data URI; undefined where it may not be shown. */
export type ImageOf = (source: string) => string | undefined;

const atRules = new Set(['media', 'page', 'supports']);
/** Functions that draw, count or place; none of them fetches. */
const functions =
  /^(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|calc|min|max|clamp|var|attr|counter|counters|(?:repeating-)?(?:linear|radial|conic)-gradient|rect|translate[xyz]?|rotate[xyz]?|scale[xyz]?|skew[xy]?|matrix|repeat|minmax|fit-content|running|element|string|not|is|where|nth-child|nth-last-child|nth-of-type|nth-last-of-type|first-child|lang|has|cubic-bezier|steps)$/i;
const bindings = /^(?:behavior|-moz-binding|-ms-behavior)$/i;

/** A sheet without what fetches: imports, fonts, and every `url()` but for pictures that may be shown. */
export function cleanSheet(css: string, imageOf: ImageOf): string {
  return clean(css, 'stylesheet', imageOf);
}

/** What a `style` attribute says, cleaned likewise. */
export function cleanDeclarations(css: string, imageOf: ImageOf): string {
  return clean(css, 'declarationList', imageOf);
}

/** Sheets and attributes that are kept, cleaned: a template's are the same in each of its documents. */
const KEPT = 1_000;
const KEPT_LENGTH = 20_000;
const kept = new Map<string, string>();

function clean(css: string, context: 'stylesheet' | 'declarationList', imageOf: ImageOf): string {
  // Whether a picture may be shown is asked for each document.
  if (css.length > KEPT_LENGTH || /url|\\/i.test(css)) return cleaned(css, context, imageOf);
  const key = `${context}:${css}`;
  let found = kept.get(key);
  if (found === undefined) {
    found = cleaned(css, context, imageOf);
    if (kept.size >= KEPT) kept.clear();
    kept.set(key, found);
  }
  return found;
}

function cleaned(css: string, context: 'stylesheet' | 'declarationList', imageOf: ImageOf): string {
  let tree: CssNode;
  try {
    tree = parse(css, { context, parseCustomProperty: true, parseAtrulePrelude: true, positions: false });
    walk(tree, {
      enter(node: CssNode, item: ListItem<CssNode>, list: List<CssNode>) {
        if (node.type === 'Atrule' && !atRules.has(node.name.toLowerCase())) drop(list, item);
        else if (node.type === 'Declaration' && !cleanDeclaration(node, imageOf)) drop(list, item);
        // What the parser could not read might be read by others.
        else if (node.type === 'Raw' && list) drop(list, item);
        else if (node.type === 'Rule' && node.prelude.type === 'Raw') drop(list, item);
        else if (node.type === 'Comment') drop(list, item);
      },
    });
    // Nothing in it may end the element that it is in.
    return generate(tree).replaceAll('<', '\\3c ');
  } catch (error) {
    if (error instanceof RangeError || (error as { name?: string }).name === 'SyntaxError') return '';
    throw error;
  }
}

function drop(list: List<CssNode> | null | undefined, item: ListItem<CssNode>): void {
  list?.remove(item);
}

function cleanDeclaration(declaration: Declaration, imageOf: ImageOf): boolean {
  if (bindings.test(declaration.property)) return false;
  let fine = true;
  walk(declaration.value, (node: CssNode) => {
    if (node.type === 'Raw') fine = false;
    else if (node.type === 'Function' && !functions.test(node.name)) fine = false;
    else if (node.type === 'Url') {
      const image = imageOf(node.value);
      if (image === undefined) fine = false;
      else node.value = image;
    }
  });
  return fine && declaration.value.type !== 'Raw';
}
