import { type Element, isTag, isText } from 'domhandler';
import { readColourOf, rgbOf } from '../style/values/colours.ts';
import { isDescriptive } from './embeddedImages.ts';
import type { PaintSource } from './paints.ts';
import type { Measure } from './parts/svgLengths.ts';
import type { SvgStyle } from './svgStyles.ts';

/** Maximum length of an element and what it refers to, in characters. */
const MAX_TEXT = 1_000_000;

/** Properties of the element itself, which the drawing around it has. */
const ofPlace = /^(?:transform|transform-origin|transform-box|opacity|clip-path|mask|mix-blend-mode|isolation)$/;
/** Attributes that count in other forms, or not at all. */
const replaced = /^(?:style|class|xmlns.*|space|xlink|xml)$/;
/** Properties that are no attributes. */
const ofStyle = /^(?:mix-blend-mode|isolation)$/;
const ofRegion = /^(?:x|y|width|height|filterUnits)$/;
/** Stands for the attributes by which a filter declares its region. */
export const REGION = ' data-region=""';
/** Names and letters that XML may have. */
const named = /^[a-z_][\w.-]*$/i;
const noLetter = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const unwritten = /^(?:script|style|foreignObject|animate\w*|set)$/;

/**
 * Writes an element as the content of a drawing of its own, with what it refers to and with all styles in it, and REGION for those of
 * filters. Returns undefined for one that is too long.
 */
export function elementText(
  element: Element,
  style: SvgStyle,
  { width, height }: Measure,
  source: PaintSource,
): string | undefined {
  const writer = new ElementWriter(source);
  const own = writer.write(element, style, {}, true);
  const definitions = writer.definitions(own);
  if (own.length + definitions.length > MAX_TEXT) return undefined;
  const inherited: [string, string][] = [];
  for (const name in style.inherited) inherited.push([name, style.inherited[name] ?? '']);
  // Percentages are of the area that the element is in.
  const viewport = `<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" overflow="visible">`;
  return `<defs>${definitions}</defs>${viewport}<g${written(inherited)}>${own}</g></svg>`;
}

const isWritten = (element: Element): boolean =>
  named.test(element.name) && !unwritten.test(element.name) && !isDescriptive(element);

class ElementWriter {
  readonly #source: PaintSource;
  #length = 0;

  constructor(source: PaintSource) {
    this.#source = source;
  }

  /** `isPlaced`: whether the properties of its place are left out. */
  write(element: Element, style: SvgStyle, outer: SvgStyle['inherited'], isPlaced: boolean): string {
    const { styles } = this.#source;
    // The parser does not know it yet, and writes it in small letters.
    const name = element.name === 'fedropshadow' ? 'feDropShadow' : element.name;
    let text = `<${name}${attributesOf(element, style, outer, isPlaced)}>`;
    for (const child of element.children) {
      if (this.#length > MAX_TEXT) break;
      if (isText(child)) text += escaped(child.data);
      else if (isTag(child) && isWritten(child) && styles.applies(child))
        text += this.write(child, styles.styleOf(child, style.inherited), style.inherited, false);
    }
    this.#length += text.length;
    return `${text}</${name}>`;
  }

  /** Returns what a text refers to, and what that refers to. */
  definitions(text: string): string {
    const { styles, byId } = this.#source;
    const known = new Set(idsIn(text));
    let definitions = '';
    const todo = referencesOf(text);
    for (let id = todo.pop(); id !== undefined && this.#length <= MAX_TEXT; id = todo.pop()) {
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
    const isLeftOut = replaced.test(name) || (isPlaced && ofPlace.test(name));
    if (!isLeftOut && !(element.name === 'filter' && ofRegion.test(name))) declared.push([name, value]);
  }
  if (!isPlaced && inherited !== outer)
    for (const name of Object.keys(inherited)) declared.push([name, inherited[name] ?? '']);
  return (element.name === 'filter' ? REGION : '') + written(declared);
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
