import {
  type CssNode,
  type Declaration,
  generate,
  type List,
  type ListItem,
  parse,
  type WalkContext,
  walk,
} from 'css-tree';
import { withNestingSelectors, withoutMarks } from '../../../domain/documents/css/nestedRules.ts';
import { allowedFunctions } from '../../../domain/documents/warnings/htmlSupport.ts';
import { type FontFaceRule, readFontFace } from './fontFaces.ts';

/** Returns the picture that a `url()` names as a data URI; undefined if it must not be shown. */
export type ImageOf = (source: string) => string | undefined;

/** What a sheet may refer to. */
export interface Allowed {
  readonly imageOf: ImageOf;
  /** Receives the `@font-face` rules, which are removed. */
  readonly fontFaces?: FontFaceRule[];
}

/** Rules of at-rules, and the boxes in the margins of a page. */
const atRules =
  /^(?:media|page|property|counter-style|container|supports|layer|(?:top|bottom)-(?:left-corner|left|center|right|right-corner)|(?:left|right)-(?:top|middle|bottom))$/i;
const bindings = /^(?:behavior|-moz-binding|-ms-behavior)$/i;

/** Maximum number of selectors within one another, as in `:not(:is(p))`: more exceed the call stacks of those that read the sheet later. */
const MAX_SELECTORS = 100;

/** Removes everything from a sheet that is fetched: imports, fonts, and each `url()` that is not an allowed picture. */
export function cleanSheet(css: string, allowed: Allowed): string {
  return clean(css, 'stylesheet', allowed);
}

/** Cleans a `style` attribute in the same way. */
export function cleanDeclarations(css: string, imageOf: ImageOf): string {
  return clean(css, 'declarationList', { imageOf });
}

/** Maximum number of cached results, and maximum length of each: all documents of a template have the same styles. */
const MAX_CACHED = 1_000;
const MAX_CACHED_LENGTH = 20_000;
const cache = new Map<string, string>();

function clean(css: string, context: 'stylesheet' | 'declarationList', allowed: Allowed): string {
  // Whether a picture or a font is allowed is decided for each document.
  if (css.length > MAX_CACHED_LENGTH || /url|\\/i.test(css)) return cleaned(css, context, allowed);
  const key = `${context}:${css}`;
  let result = cache.get(key);
  if (result === undefined) {
    result = cleaned(css, context, allowed);
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(key, result);
  }
  return result;
}

function cleaned(css: string, context: 'stylesheet' | 'declarationList', { imageOf, fontFaces }: Allowed): string {
  let tree: CssNode;
  try {
    const text = context === 'stylesheet' ? withNestingSelectors(css) : css;
    tree = parse(text, { context, parseCustomProperty: true, parseAtrulePrelude: true, positions: false });
    const tooDeep = new Set<CssNode | null>();
    let selectors = 0;
    walk(tree, {
      enter(this: WalkContext, node: CssNode, item: ListItem<CssNode>, list: List<CssNode>) {
        if (node.type === 'SelectorList' && ++selectors > MAX_SELECTORS) tooDeep.add(this.rule);
        if (node.type === 'Atrule' && !atRules.test(node.name)) {
          if (/^font-face$/i.test(node.name)) fontFaces?.push(readFontFace(node));
          drop(list, item);
        } else if (node.type === 'Declaration' && !cleanDeclaration(node, imageOf)) drop(list, item);
        // Other parsers may accept what this one could not read.
        else if (node.type === 'Raw' && list) drop(list, item);
        else if (node.type === 'Rule' && node.prelude.type === 'Raw') drop(list, item);
        // Older programs put sheets between the signs of an HTML comment, which count for nothing.
        else if (node.type === 'Comment' || node.type === 'CDO' || node.type === 'CDC') drop(list, item);
        // Written without a space otherwise: `0-12px`, `20%0`, `rgb(0 0 0)0`.
        else if (item?.prev && (isNegative(node) || followsPercentage(node, item) || followsFunction(node, item)))
          list.insertData({ type: 'WhiteSpace', value: ' ' }, item);
      },
      leave(node: CssNode, item: ListItem<CssNode>, list: List<CssNode>) {
        if (node.type === 'SelectorList') selectors--;
        if (tooDeep.has(node)) drop(list, item);
      },
    });
    // The text must not end the element that contains it.
    return (
      withoutMarks(generate(tree))
        .replaceAll(lessThan, '\\3c ')
        // Some mail programs do not read the word behind an address without a space.
        .replaceAll(/(url\((?:\\.|[^()\\])*\))(?=[\w#-])/g, '$1 ')
    );
  } catch (error) {
    const { name }: { readonly name?: unknown } = error ?? {};
    if (error instanceof RangeError || name === 'SyntaxError') return '';
    throw error;
  }
}

/** A sign that compares no size, as `@container` does. */
const lessThan =
  /<(?!=?\s*(?:[\d.+-]|(?:width|height|inline-size|block-size|aspect-ratio)\b|(?:calc|min|max|clamp|round|abs|sign)\())/gi;

const isNegative = (node: CssNode): boolean =>
  (node.type === 'Number' || node.type === 'Dimension' || node.type === 'Percentage') && /^[+-]/.test(node.value);

const followsPercentage = (node: CssNode, { prev }: ListItem<CssNode>): boolean =>
  prev?.data.type === 'Percentage' && node.type !== 'Operator' && node.type !== 'WhiteSpace';

const followsFunction = (node: CssNode, { prev }: ListItem<CssNode>): boolean =>
  prev?.data.type === 'Function' && /^(?:Number|Dimension|Percentage)$/.test(node.type);

function drop(list: List<CssNode> | null | undefined, item: ListItem<CssNode>): void {
  list?.remove(item);
}

function cleanDeclaration(declaration: Declaration, imageOf: ImageOf): boolean {
  const { property, value } = declaration;
  if (bindings.test(property)) return false;
  // A variable may be empty: `--gap: ;`.
  if (property.startsWith('--') && value.type === 'Raw' && value.value.trim() === '') return true;
  let isAllowed = true;
  walk(declaration.value, (node: CssNode, item: ListItem<CssNode>, list: List<CssNode>) => {
    if (node.type === 'Raw') isAllowed = false;
    else if (node.type === 'Function' && !allowedFunctions.test(node.name)) isAllowed = false;
    else if (node.type === 'Url' && node.value.startsWith('#') && ofDrawings.test(property)) return;
    else if (node.type === 'Url') {
      const image = imageOf(node.value);
      if (image !== undefined) node.value = image;
      else if (isPartOfBackground(declaration, list)) item.data = { type: 'Identifier', name: 'none' };
      else isAllowed = false;
    }
  });
  return isAllowed && declaration.value.type !== 'Raw';
}

/** Properties by which an `<svg>` refers to its own parts. */
const ofDrawings = /^(?:fill|stroke|clip-path|mask|filter|marker(?:-start|-mid|-end)?)$/i;

/** Whether a picture stands beside other parts of `background`, such as a colour, which count without it. */
function isPartOfBackground({ property, value }: Declaration, list: List<CssNode>): boolean {
  return /^background$/i.test(property) && value.type === 'Value' && list === value.children && list.size > 1;
}
