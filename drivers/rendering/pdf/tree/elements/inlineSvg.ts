import { isTag, isText } from 'domhandler';
import { isBoundless } from '../../boxes/pictureSizes.ts';
import { isDescriptive } from '../../drawings/embeddedImages.ts';
import type { Picture } from '../../images/picture.ts';
import { pictureOf } from '../../images/pictures.ts';
import { MAX_BYTES } from '../../images/svg.ts';
import { builtIn } from '../../style/builtIn.css.ts';
import { SiblingViews, type TreeElement } from '../../style/sheets/siblingViews.ts';
import type { Style } from '../../style/style.ts';
import { cascade } from '../../style/styleResolver.ts';
import { matching, parseInline, type Stylesheet } from '../../style/stylesheet.ts';
import { rgbOf } from '../../style/values/colours.ts';
import { PIXEL } from '../../style/values/layoutUnits.ts';
import { RegisteredProperties } from '../../style/values/registered.ts';
import { customOf, hasVariables, withoutVariables } from '../../style/values/variables.ts';

/** Maximum nesting, which the writer recurses over. */
const MAX_DEPTH = 200;

/** Properties of the box, which is no part of the drawing. */
const ofBox = /^(?:display|width|height|opacity|transform|transform-origin|filter|mask|mix-blend-mode|clip-path)$/;
const own: ReadonlySet<string> = new Set(['style', 'class', 'xmlns']);

/**
 * Draws an `<svg>` of the page with the styles of the page; undefined where that cannot be drawn.
 *
 * @param foreign called with each `<foreignObject>` in it
 */
export function svgPicture(
  view: TreeElement,
  style: Style,
  sheets: readonly Stylesheet[],
  foreign: (view: TreeElement) => void,
): Picture | undefined {
  const own = sheets.filter((sheet) => sheet !== builtIn);
  const writer = new SvgWriter(own, style, foreign);
  const text = writer.writeRoot(view);
  const picture = text === undefined ? undefined : pictureOf(Buffer.from(text));
  return picture && { ...picture, isStretched: false, font: style };
}

/** Returns the style of an image: one with a proportion and no size is as wide as its container. */
export function withinContainer(style: Style, picture: Picture): Style {
  const isOpen = isBoundless(picture) && style.width === undefined && style.height === undefined;
  return isOpen ? { ...style, width: { percent: 100 } } : style;
}

class SvgWriter {
  readonly #sheets: readonly Stylesheet[];
  readonly #style: Style;
  readonly #registered: RegisteredProperties;
  #foreign: (view: TreeElement) => void;

  constructor(sheets: readonly Stylesheet[], style: Style, foreign: (view: TreeElement) => void) {
    this.#foreign = foreign;
    this.#sheets = sheets;
    this.#registered = new RegisteredProperties(sheets);
    this.#style = style;
  }

  /** Returns the drawing as text, with the definitions of other drawings of the page that it refers to. */
  writeRoot(view: TreeElement): string | undefined {
    const text = this.write(view, 0, this.#style.custom);
    if (text === undefined) return undefined;
    // HTML in what is used is not drawn, and may contain the drawing that uses it.
    this.#foreign = () => {};
    const known = new Set(idsIn(text));
    const byId = drawnIn(rootOf(view));
    let definitions = '';
    for (let todo = referencesOf(text); todo.length > 0 && text.length + definitions.length <= MAX_BYTES; ) {
      const id = todo.pop() ?? '';
      const defining = known.has(id) ? undefined : byId.get(id);
      known.add(id);
      const definition = defining && this.write(defining, 1, this.#style.custom);
      if (definition === undefined) continue;
      definitions += definition;
      for (const inner of idsIn(definition)) known.add(inner);
      todo.push(...referencesOf(definition));
    }
    if (definitions === '') return text;
    return `${text.slice(0, -'</svg>'.length)}<defs>${definitions}</defs></svg>`;
  }

  /** Returns an element as text, with the declarations that apply to it in its `style`. */
  write(view: TreeElement, depth: number, around: Style['custom']): string | undefined {
    if (depth > MAX_DEPTH) return undefined;
    const { element } = view;
    const declared = this.#declarationsOf(view);
    const custom = depth === 0 ? around : customOf(around, declared, { registered: this.#registered });
    let text = `<${element.name}${this.#attributesOf(view, declared, custom, depth === 0)}>`;
    const views = new SiblingViews(view);
    const isForeign = element.name === 'foreignObject';
    if (isForeign) this.#foreign(view);
    for (const child of isForeign ? [] : element.children) {
      if (isText(child)) text += escaped(child.data);
      if (!isTag(child)) continue;
      const next = views.next(child);
      if (isDescriptive(child)) continue;
      const inner = this.write(next, depth + 1, custom);
      if (inner === undefined) return undefined;
      text += inner;
    }
    return `${text}</${element.name}>`;
  }

  #declarationsOf(view: TreeElement): ReadonlyMap<string, string> {
    const rules = matching(this.#sheets, view, this.#style.units.containers ?? []).map(
      ({ declarations }) => declarations,
    );
    const inline = view.attributes['style'];
    return cascade(inline === undefined ? rules : [...rules, parseInline(inline)]);
  }

  #attributesOf(
    view: TreeElement,
    declared: ReadonlyMap<string, string>,
    custom: Style['custom'],
    isRoot: boolean,
  ): string {
    const found = new Map<string, string>();
    for (const [name, value] of Object.entries(view.attributes)) {
      const read = own.has(name) ? undefined : hasVariables(value) ? withoutVariables(value, custom) : value;
      if (read !== undefined) found.set(name, read);
    }
    const values = isRoot ? this.#inherited(found) : [];
    for (const [property, value] of declared) {
      const read = isRoot && ofBox.test(property) ? undefined : withoutVariables(value, custom);
      if (read !== undefined && !property.startsWith('--')) values.push(`${property}: ${read}`);
    }
    if (isRoot) found.set('xmlns', 'http://www.w3.org/2000/svg');
    if (values.length > 0) found.set('style', values.join('; '));
    return [...found].map(([name, value]) => ` ${name}="${escaped(value)}"`).join('');
  }

  /** Returns what the root takes from the page around it, where its attributes declare nothing else. */
  #inherited(attributes: ReadonlyMap<string, string>): string[] {
    const { size, weight, italic, colour, letterSpacing, wordSpacing, textTransform, rightToLeft } = this.#style;
    const values = {
      'font-size': `${size / PIXEL}px`,
      'font-weight': String(weight),
      'font-style': italic ? 'italic' : 'normal',
      color: colour ? `rgb(${rgbOf(colour).join(' ')} / ${colour.opacity})` : 'transparent',
      ...(letterSpacing !== 0 && { 'letter-spacing': `${letterSpacing / PIXEL}px` }),
      ...(wordSpacing !== 0 && { 'word-spacing': `${wordSpacing / PIXEL}px` }),
      ...(textTransform !== 'none' && { 'text-transform': textTransform }),
      ...(rightToLeft && { direction: 'rtl' }),
    };
    return Object.entries(values).flatMap(([name, value]) => (attributes.has(name) ? [] : [`${name}: ${value}`]));
  }
}

/** Returns the ids that a drawing refers to. */
const referencesOf = (text: string): string[] =>
  [...text.matchAll(/(?: href="\s*#|url\(\s*(?:&quot;|')?#)([^"&')]+)/g)].map(([, id = '']) => id.trim());

const idsIn = (text: string): string[] => [...text.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id);

/** The elements in all drawings of a page that have ids, by these. */
const drawn = new WeakMap<TreeElement, ReadonlyMap<string, TreeElement>>();

/** Returns them for the root of a page. */
function drawnIn(root: TreeElement): ReadonlyMap<string, TreeElement> {
  const known = drawn.get(root);
  if (known) return known;
  const found = new Map<string, TreeElement>();
  const todo = [{ view: root, isDrawn: false }];
  for (let next = todo.pop(); next; next = todo.pop()) {
    const { view, isDrawn } = next;
    const id = isDrawn ? view.attributes['id'] : undefined;
    if (id !== undefined && !found.has(id)) found.set(id, view);
    for (const child of view.children().toReversed())
      todo.push({ view: child, isDrawn: view.tag !== 'foreignObject' && (isDrawn || view.tag === 'svg') });
  }
  drawn.set(root, found);
  return found;
}

function rootOf(view: TreeElement): TreeElement {
  let root = view;
  while (root.parent) root = root.parent;
  return root;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
