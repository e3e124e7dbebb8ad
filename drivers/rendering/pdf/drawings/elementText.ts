import { type Element, isTag, isText } from 'domhandler';
import { readColourOf, rgbOf } from '../style/values/colours.ts';
import type { DrawingLimits } from './drawingLimits.ts';
import { isDescriptive } from './embeddedImages.ts';
import type { PaintSource } from './paints.ts';
import type { Measure } from './parts/svgLengths.ts';
import type { SvgStyle } from './svgStyles.ts';

/** Maximum length of an element and what it refers to, in characters. */
const MAX_TEXT = 1_000_000;

/** Properties of the element itself, which the drawing around it has. */
const ofPlace = /^(?:transform|transform-origin|transform-box|opacity|clip-path|mask|mix-blend-mode|isolation)$/;
/** Attributes that count in other forms, or not at all. */
const replaced = /^(?:style|class|xmlns.*|space|xlink|xml|systemLanguage|requiredExtensions)$/;
/** Properties that are no attributes. */
const ofStyle = /^(?:mix-blend-mode|isolation)$/;
const ofRegion = /^(?:id|x|y|width|height|filterUnits)$/;
/** Stands for the attributes by which a filter of the element declares its region. */
export const REGION = ' data-region=""';
/** The beginning of the ids of the filters of the element: filters within it may be the same, with regions of their own. */
export const OWN = '_function_';
/** What of the style of a filter primitive counts. All else is an attribute, by which its cost is computed. */
const ofStep = /^(?:flood-|lighting-|color)/;
/** Other names and characters would make the written SVG invalid XML. */
const named = /^[a-z_][\w.-]*$/i;
const noLetter = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const unwritten = /^(?:script|style|foreignObject|animate\w*|set)$/;

interface TextSource extends PaintSource {
  readonly limits: DrawingLimits;
  readonly measure: Measure;
}

/**
 * Writes an element as the content of a drawing of its own, with what it refers to and with all styles in it. Returns undefined for one
 * that is too long by itself, or with those before it.
 *
 * @param filters those of the element, or the content of such, which are written with REGION
 */
export function elementText(
  element: Element,
  style: SvgStyle,
  filters: readonly (Element | string)[],
  source: TextSource,
): string | undefined {
  const { width, height } = source.measure;
  const writer = new ElementWriter(source);
  const own = writer.write(element, style, {}, true);
  const effects = filters.map((filter, index) => writer.filter(filter, `id="${OWN}${index}"${REGION}`)).join('');
  const definitions = effects + writer.definitions(effects + own);
  if (writer.isTooLong || own.length + definitions.length > MAX_TEXT) return undefined;
  const inherited: [string, string][] = [];
  for (const name in style.inherited) inherited.push([name, style.inherited[name] ?? '']);
  // Percentages are of the area that the element is in.
  const viewport = `<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" overflow="visible">`;
  return `<defs>${definitions}</defs>${viewport}<g${written(inherited)}>${own}</g></svg>`;
}

const isWritten = (element: Element): boolean =>
  named.test(element.name) && !unwritten.test(element.name) && !isDescriptive(element);

class ElementWriter {
  readonly #source: TextSource;
  #length = 0;

  constructor(source: TextSource) {
    this.#source = source;
  }

  get isTooLong(): boolean {
    return this.#length > MAX_TEXT;
  }

  /** `isPlaced`: whether the properties of its place are left out. */
  write(element: Element, style: SvgStyle, outer: SvgStyle['inherited'], isPlaced: boolean): string {
    const { styles } = this.#source;
    // parse5 writes `feDropShadow` in lower case.
    const name = element.name === 'fedropshadow' ? 'feDropShadow' : element.name;
    let text = this.#counted(`<${name}${attributesOf(element, style, outer, isPlaced)}>`);
    for (const child of element.children) {
      if (this.isTooLong) break;
      if (isText(child)) text += this.#counted(escaped(child.data));
      else if (isTag(child) && isWritten(child) && styles.applies(child))
        text += this.write(child, styles.styleOf(child, style.inherited), style.inherited, false);
    }
    return `${text}</${name}>`;
  }

  #counted(text: string): string {
    this.#length += this.#source.limits.hasRoomFor(text.length) ? text.length : Number.POSITIVE_INFINITY;
    return text;
  }

  /** Writes a filter of the element, or one with such content. */
  filter(filter: Element | string, attributes: string): string {
    if (typeof filter === 'string')
      return `<filter ${attributes} color-interpolation-filters="sRGB">${this.#counted(filter)}</filter>`;
    const style = this.#source.styles.styleOf(filter, {});
    const own = new Map([...style.own].filter(([name]) => !ofRegion.test(name)));
    return this.write(filter, { ...style, own }, {}, false).replace('<filter', () => `<filter ${attributes}`);
  }

  /** Returns what a text refers to, and what that refers to. */
  definitions(text: string): string {
    const { styles, byId } = this.#source;
    const known = new Set(idsIn(text));
    let definitions = '';
    const todo = referencesOf(text);
    for (let id = todo.pop(); id !== undefined && !this.isTooLong; id = todo.pop()) {
      const element = known.has(id) ? undefined : byId(id);
      known.add(id);
      if (!element) continue;
      const definition = this.write(element, styles.styleOf(element, {}), {}, false);
      for (const inner of idsIn(definition)) known.add(inner);
      for (const inner of referencesOf(definition)) todo.push(inner);
      definitions += definition;
    }
    return definitions;
  }
}

function attributesOf(
  element: Element,
  { own, inherited }: SvgStyle,
  outer: SvgStyle['inherited'],
  isPlaced: boolean,
): string {
  const declared: [string, string][] = [];
  if (element.attribs['space'] === 'preserve') declared.push(['xml:space', 'preserve']);
  for (const [name, value] of own) {
    const isLeftOut = replaced.test(name) || (isPlaced && ofPlace.test(name)) || !isAttribute(element, name, value);
    const isOfOther = value.includes(OWN) && !(isPlaced && name === 'filter');
    if (!isLeftOut && !isOfOther) declared.push([name, value]);
  }
  if (!isPlaced && inherited !== outer)
    for (const name of Object.keys(inherited)) declared.push([name, inherited[name] ?? '']);
  return written(declared);
}

/** Whether a declaration may become an attribute: it may not replace one of a filter primitive, or one that refers to elements. */
function isAttribute({ name: kind, attribs }: Element, name: string, value: string): boolean {
  // What a filter has of another is not known to all programs.
  if (kind === 'filter' && name === 'href') return false;
  const isFixed = /^(?:id|href)$/.test(name) || (/^(?:fe|filter$)/i.test(kind) && !ofStep.test(name));
  return !isFixed || attribs[name]?.trim() === value;
}

function written(declared: readonly (readonly [string, string])[]): string {
  let [attributes, style] = ['', ''];
  for (const [name, value] of declared) {
    if (value === '' || /^context-/.test(name) || !(named.test(name) || name === 'xml:space')) continue;
    if (ofStyle.test(name)) style += `${name}: ${escaped(value)}; `;
    else attributes += ` ${name}="${escaped(name === 'font-size' ? `${value}px` : plainColour(name, value))}"`;
  }
  return style === '' ? attributes : `${attributes} style="${style}"`;
}

/** Writes colours in a form that every program reads. */
function plainColour(name: string, value: string): string {
  if (!/^(?:fill|stroke|(?:[a-z]+-)?color)$/.test(name) || !value.includes('(') || /^url/i.test(value)) return value;
  const colour = readColourOf(value);
  return colour ? `rgba(${rgbOf(colour).join(',')},${colour.opacity})` : value;
}

/** Returns the ids that a text refers to. */
const referencesOf = (text: string): string[] =>
  [...text.matchAll(/(?: href="\s*#|url\(\s*(?:&quot;|')?#)([^"&')\s]+)/g)].map(([, id = '']) => id);

const idsIn = (text: string): string[] => [...text.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id);

const escaped = (text: string): string =>
  text
    .replace(noLetter, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
