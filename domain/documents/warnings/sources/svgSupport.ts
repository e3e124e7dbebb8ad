import { decodeReferences } from '../../html/characterReferences.ts';
import { endOf, scanHtml } from '../../html/scanHtml.ts';

/** Maximum length of a drawing, in characters. */
export const MAX_SVG = 2_000_000;

/** The element that has HTML, in small letters. */
const FOREIGN = 'foreignobject';

/** Elements that are removed from a drawing with their content, each with what a document does without it. */
const removed: ReadonlyMap<string, string> = new Map([
  ['script', 'scripts do not run'],
  ['handler', 'scripts do not run'],
  ['listener', 'scripts do not run'],
  [FOREIGN, 'HTML within a drawing is not drawn: write <text>'],
  ['iframe', 'HTML within a drawing is not drawn'],
  ['feimage', 'a filter has no images'],
  ...['animate', 'animatecolor', 'animatemotion', 'animatetransform', 'set', 'discard'].map(
    (name): [string, string] => [name, 'a document does not move'],
  ),
]);

const raster = /^\s*data:image\/(?:png|jpe?g);base64,[A-Za-z0-9+/=\s]+$/i;

/**
 * Why an element is removed from a drawing; undefined for one that stays.
 *
 * @param name in any case, without a prefix
 * @param mayHaveHtml whether the drawing is part of a document that is laid out, with the HTML in it
 */
export function removedFromSvg(name: string, mayHaveHtml: boolean): string | undefined {
  const plain = name.toLowerCase();
  return mayHaveHtml && plain === FOREIGN ? undefined : removed.get(plain);
}

/** Why an attribute, with its references decoded, is removed from an element of a drawing; undefined for one that stays. */
export function removedSvgAttribute(element: string, name: string, value: string): string | undefined {
  const plain = name.toLowerCase();
  if (/^on/.test(plain)) return 'scripts do not run';
  if (/^(?:xlink:)?href$/.test(plain)) {
    if (/^\s*(?:#|$)/.test(value) || (element.toLowerCase() === 'image' && raster.test(value))) return undefined;
    if (element.toLowerCase() === 'a') return 'a drawing has no links';
    return /^\s*data:/i.test(value) ? 'a drawing has PNG and JPEG images alone' : 'Waybill fetches nothing';
  }
  const excess = removedFromFilter(element.toLowerCase(), plain, value);
  if (excess !== undefined) return excess;
  const isOutside =
    plain === 'style'
      ? refersOutside(value)
      : paints.test(plain) && /\\|url\(\s*[^#\s]/i.test(value.replaceAll(/["']/g, ''));
  return isOutside ? 'Waybill fetches nothing' : undefined;
}

/** Attributes of filters whose numbers decide how long they take, with the largest that stays. */
const filterLimits: ReadonlyMap<string, readonly [name: string, limit: number]> = new Map([
  ['femorphology radius', ['radius', 100]],
  ['feturbulence numoctaves', ['numOctaves', 20]],
  ['feconvolvematrix order', ['order', 20]],
]);

/** Why an attribute of a filter is removed; undefined for one that stays. */
function removedFromFilter(element: string, attribute: string, value: string): string | undefined {
  const [name, limit] = filterLimits.get(`${element} ${attribute}`) ?? [];
  const isWithin = limit === undefined || value.split(/[\s,]+/).every((number) => !(Math.abs(Number(number)) > limit));
  return isWithin ? undefined : `a filter with ${name} above ${limit} takes too long`;
}

/** Attributes that may have an address. */
const paints = /^(?:fill|stroke|filter|mask|clip-path|cursor|marker(?:-(?:start|mid|end))?)$/;

/** Whether CSS, without escapes, refers to something outside of the drawing. */
export const refersOutside = (css: string): boolean => /url\(\s*(?:["']\s*)?[^#"'\s]|@import/i.test(css);

/** Spaces, instructions and comments, which may stand before a document type and after it. */
const around = String.raw`(?:\s+|<\?[^>]*>|<!--[\s\S]*?-->)*`;
const prolog = new RegExp(String.raw`^${around}(?:<!DOCTYPE[^[>]*(?:\[([^\]]*)\]\s*)?>${around})?`, 'i');

/**
 * Returns what is read of the file of a drawing: its elements without the declarations of XML before them, with the entities that these
 * declare in their places, and without a prefix of the namespace. Undefined for a file that is no drawing, or too long.
 */
export function svgText(file: string): string | undefined {
  if (file.length > MAX_SVG) return undefined;
  const [all = '', subset = ''] = prolog.exec(file) ?? [];
  let text = file.slice(all.length);
  const entities = new Map<string, string>();
  for (const [, name = '', double, single = ''] of subset.matchAll(
    /<!ENTITY\s+([\w.:-]+)\s+(?:"([^"<&]*)"|'([^'<&]*)')/g,
  ))
    entities.set(name, double ?? single);
  if (entities.size > 0) {
    let length = text.length;
    text = text.replace(/&([\w.:-]+);/g, (whole, name: string) => {
      const value = entities.get(name) ?? whole;
      length += value.length - whole.length;
      return length > MAX_SVG ? '' : value;
    });
    if (length > MAX_SVG) return undefined;
  }
  const prefix = /^<([\w-]+):svg[\s>]/.exec(text)?.[1];
  if (prefix !== undefined) text = text.replaceAll(new RegExp(`<(/?)${prefix}:`, 'g'), '<$1');
  return /^<svg[\s>/]/i.test(text) ? text : undefined;
}

/** Returns the HTML in each `<foreignObject>` of a drawing. */
export function htmlInSvg(svg: string): string[] {
  const found: string[] = [];
  for (const token of scanHtml(svg, (name) => name === FOREIGN || name === 'metadata' || name === 'desc')) {
    if (token.kind !== 'start' || token.name !== FOREIGN) continue;
    if (svg[token.end - 2] !== '/') found.push(svg.slice(token.end, endOf(svg, FOREIGN, token.end)));
  }
  return found;
}

export interface SvgProblem {
  /** The offset in the text. */
  readonly at: number;
  readonly problem: string;
}

/** Returns what is removed from a drawing, in the order of its text. `mayHaveHtml`: as for removedFromSvg; the HTML is not looked at. */
export function svgProblems(svg: string, mayHaveHtml: boolean): SvgProblem[] {
  const problems: SvgProblem[] = [];
  for (const token of scanHtml(svg, (name) => removedFromSvg(name, false) !== undefined)) {
    if (token.kind === 'sheet' && /@(?:import|font-face)/i.test(token.css))
      problems.push({ at: token.at, problem: 'the fonts and sheets that its <style> names are not loaded' });
    if (token.kind !== 'start') continue;
    // The scanner writes names in small letters.
    const element = svg.slice(token.at + 1, token.at + 1 + token.name.length);
    const reason = removedFromSvg(element, mayHaveHtml);
    if (reason !== undefined) {
      problems.push({ at: token.at, problem: `<${element}> is removed, because ${reason}` });
      continue;
    }
    for (const { name, value, at } of token.attributes) {
      const why = removedSvgAttribute(element, name, decodeReferences(value));
      if (why === undefined) continue;
      const what = name === 'style' ? `what the style of <${element}> refers to` : `${name} of <${element}>`;
      problems.push({ at, problem: `${what} is removed, because ${why}` });
    }
  }
  return problems;
}
