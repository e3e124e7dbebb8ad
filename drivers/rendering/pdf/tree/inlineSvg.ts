import { isTag, isText } from 'domhandler';
import { isBoundless } from '../boxes/pictureSizes.ts';
import type { Picture } from '../images/picture.ts';
import { pictureOf } from '../images/pictures.ts';
import { builtIn } from '../style/builtIn.css.ts';
import { SiblingViews, type TreeElement } from '../style/sheets/siblingViews.ts';
import type { Style } from '../style/style.ts';
import { cascade } from '../style/styleResolver.ts';
import { matching, parseInline, type Stylesheet } from '../style/stylesheet.ts';
import { rgbOf } from '../style/values/colours.ts';
import { PIXEL } from '../style/values/layoutUnits.ts';
import { withoutVariables } from '../style/values/variables.ts';

/** Maximum nesting, which the writer recurses over. */
const MAX_DEPTH = 50;

/** Properties of the box, which is no part of the drawing. */
const ofBox = /^(?:display|width|height|opacity|transform|transform-origin|filter|mask|mix-blend-mode|clip-path)$/;
const unseen: ReadonlySet<string> = new Set(['style', 'metadata', 'title', 'desc']);
const own: ReadonlySet<string> = new Set(['style', 'class', 'xmlns']);

/** Draws an `<svg>` of the page with the styles of the page; undefined where that cannot be drawn. */
export function svgPicture(view: TreeElement, style: Style, sheets: readonly Stylesheet[]): Picture | undefined {
  const writer = new SvgWriter(
    sheets.filter((sheet) => sheet !== builtIn),
    style,
  );
  const text = writer.write(view, 0);
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

  constructor(sheets: readonly Stylesheet[], style: Style) {
    this.#sheets = sheets;
    this.#style = style;
  }

  /** Returns an element as text, with the declarations that apply to it in its `style`. */
  write(view: TreeElement, depth: number): string | undefined {
    if (depth > MAX_DEPTH) return undefined;
    const { element } = view;
    let text = `<${element.name}${this.#attributesOf(view, depth === 0)}>`;
    const views = new SiblingViews(view);
    for (const child of element.children) {
      if (isText(child)) text += escaped(child.data);
      if (!isTag(child)) continue;
      const next = views.next(child);
      if (unseen.has(child.name)) continue;
      const inner = this.write(next, depth + 1);
      if (inner === undefined) return undefined;
      text += inner;
    }
    return `${text}</${element.name}>`;
  }

  #attributesOf(view: TreeElement, isRoot: boolean): string {
    const rules = matching(this.#sheets, view).map(({ declarations }) => declarations);
    const inline = view.attributes['style'];
    const declared = cascade(inline === undefined ? rules : [...rules, parseInline(inline)]);
    const found = new Map(Object.entries(view.attributes).filter(([name]) => !own.has(name)));
    const values = isRoot ? this.#inherited(found) : [];
    for (const [property, value] of declared) {
      const read = isRoot && ofBox.test(property) ? undefined : withoutVariables(value, this.#style.custom);
      if (read !== undefined && !property.startsWith('--')) values.push(`${property}: ${read}`);
    }
    if (isRoot) found.set('xmlns', 'http://www.w3.org/2000/svg');
    if (values.length > 0) found.set('style', values.join('; '));
    return [...found].map(([name, value]) => ` ${name}="${escaped(value)}"`).join('');
  }

  /** Returns what the root takes from the page around it, where its attributes declare nothing else. */
  #inherited(attributes: ReadonlyMap<string, string>): string[] {
    const { size, weight, italic, colour } = this.#style;
    const values = {
      'font-size': `${size / PIXEL}px`,
      'font-weight': String(weight),
      'font-style': italic ? 'italic' : 'normal',
      color: colour ? `rgb(${rgbOf(colour).join(' ')} / ${colour.opacity})` : 'transparent',
    };
    return Object.entries(values).flatMap(([name, value]) => (attributes.has(name) ? [] : [`${name}: ${value}`]));
  }
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
