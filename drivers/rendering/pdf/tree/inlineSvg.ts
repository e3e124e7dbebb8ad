import { isTag, isText } from 'domhandler';
import type { Picture } from '../images/picture.ts';
import { pictureOf } from '../images/pictures.ts';
import { builtIn } from '../style/builtIn.css.ts';
import type { Style } from '../style/style.ts';
import { cascade } from '../style/styleResolver.ts';
import { matching, parseInline, type Stylesheet } from '../style/stylesheet.ts';
import { withoutVariables } from '../style/values/variables.ts';
import { SiblingViews, type TreeElement } from './siblingViews.ts';

/** Maximum nesting, which the writer recurses over. */
const MAX_DEPTH = 50;
/** A CSS pixel in pt. */
const PX = 0.75;

/** Properties that are attributes of SVG too. */
const presentation =
  /^(?:fill|stroke|fill-(?:opacity|rule)|stroke-(?:width|opacity|dasharray|dashoffset|linecap|linejoin|miterlimit)|opacity|color|display|visibility|transform|text-anchor|font-(?:size|weight|style)|stop-(?:color|opacity)|clip-path|letter-spacing)$/;
const unseen: ReadonlySet<string> = new Set(['style', 'title', 'desc', 'metadata']);
const own: ReadonlySet<string> = new Set(['style', 'class', 'xmlns', 'font-family']);

/** Draws an `<svg>` of the page with the styles of the page; undefined where that cannot be drawn. */
export function svgPicture(view: TreeElement, style: Style, sheets: readonly Stylesheet[]): Picture | undefined {
  const writer = new SvgWriter(
    sheets.filter((sheet) => sheet !== builtIn),
    style,
  );
  const text = writer.write(view, 0);
  const picture = text === undefined ? undefined : pictureOf(Buffer.from(text));
  return picture && { ...picture, isStretched: false };
}

class SvgWriter {
  readonly #sheets: readonly Stylesheet[];
  readonly #style: Style;

  constructor(sheets: readonly Stylesheet[], style: Style) {
    this.#sheets = sheets;
    this.#style = style;
  }

  /** Returns an element with its styles as attributes. */
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
    const { size, custom, weight } = this.#style;
    const rules = matching(this.#sheets, view).map(({ declarations }) => declarations);
    const inline = view.attributes['style'];
    const declared = cascade(inline === undefined ? rules : [...rules, parseInline(inline)]);
    const found = new Map(Object.entries(view.attributes).filter(([name]) => !own.has(name)));
    if (isRoot) {
      found.set('xmlns', 'http://www.w3.org/2000/svg');
      if (!found.has('font-size')) found.set('font-size', String(size / PX));
      if (weight >= 600) found.set('font-weight', 'bold');
    }
    for (const [property, value] of declared) {
      // The size of the root is that of its box.
      const known = presentation.test(property) && !(isRoot && property === 'display');
      const read = known ? withoutVariables(value, custom) : undefined;
      if (read !== undefined)
        found.set(property, /size|width|spacing/.test(property) ? read.replace(/px$/i, '') : read);
    }
    return [...found].map(([name, value]) => ` ${name}="${escaped(this.#coloured(value))}"`).join('');
  }

  #coloured(value: string): string {
    return value.replace(/\bcurrentcolor\b/gi, this.#style.colour?.hex ?? '#000000');
  }
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
