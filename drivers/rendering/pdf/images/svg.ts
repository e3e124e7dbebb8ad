/** Maximum nesting, which react-pdf recurses over, and maximum size in bytes. */
const MAX_DEPTH = 50;
const MAX_BYTES = 2_000_000;
/** The family of all text in SVGs. */
export const SVG_FAMILY = 'Noto Sans';

export interface Svg {
  readonly bytes: Uint8Array;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Whether it has no view box: an image of it fills its box, whatever the proportion of that is. */
  readonly isStretched: boolean;
}

/** CSS pixels of the units that a size may have. */
const pixels: Readonly<Record<string, number>> = { px: 1, pt: 4 / 3, pc: 16, mm: 96 / 25.4, cm: 96 / 2.54, in: 96 };

/** Reads an SVG. Returns undefined for one that refers to another file or embeds another language. */
export function readSvg(bytes: Uint8Array): Svg | undefined {
  if (bytes.length > MAX_BYTES) return undefined;
  const text = new TextDecoder().decode(bytes).replace(/<!--[\s\S]*?(?:-->|$)/g, '');
  const root = /^\ufeff?\s*(?:<\?xml[^>]*>\s*)?<svg\b([^>]*)>/i.exec(text);
  if (!root || isForeign(text) || depthOf(text) > MAX_DEPTH) return undefined;
  const [, attributes = ''] = root;
  const length = (name: string): number | undefined => {
    const pattern = new RegExp(`\\s${name}\\s*=\\s*["']\\s*([\\d.]+)(px|pt|pc|mm|cm|in)?\\s*["']`, 'i');
    const [, value, unit = 'px'] = pattern.exec(attributes) ?? [];
    return value === undefined ? undefined : Number(value) * (pixels[unit.toLowerCase()] ?? 1);
  };
  const box = /\sviewBox\s*=\s*["']([^"']+)["']/i
    .exec(attributes)?.[1]
    ?.trim()
    .split(/[\s,]+/)
    .map(Number);
  const { width, height } = sizeOf(length('width'), length('height'), box);
  // Browsers scale an SVG without a view box too, react-pdf does not.
  const scalable = box ? text : text.replace(/<svg\b/i, `<svg viewBox="0 0 ${width} ${height}"`);
  return { bytes: Buffer.from(inOurFont(scalable)), width, height, isStretched: !box };
}

/** Returns the size of an SVG in CSS pixels. A view box decides the proportion where one side is declared. */
function sizeOf(
  width: number | undefined,
  height: number | undefined,
  [, , across = 0, along = 0]: readonly number[] = [],
): { width: number; height: number } {
  if (!(across > 0 && along > 0)) return { width: width ?? 300, height: height ?? 150 };
  if (width === undefined)
    return { width: height === undefined ? across : (height * across) / along, height: height ?? along };
  return { width, height: height ?? (width * along) / across };
}

function isForeign(text: string): boolean {
  return (
    /<(image|foreignObject|script|!DOCTYPE|!ENTITY)\b/i.test(text) ||
    /href\s*=\s*["']\s*(?!#)/i.test(text) ||
    /url\(\s*["']?(?!#)/i.test(text) ||
    /@import/i.test(text)
  );
}

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [tag] of text.matchAll(/<[/a-z][^>]*>/gi)) {
    if (tag.startsWith('</')) depth--;
    else if (!tag.endsWith('/>')) depth++;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

const definitions = /<defs\b[\s\S]*?<\/defs\s*>/gi;

/** Moves the look of the root, which react-pdf drops, to a group. Shapes are black unless declared otherwise. */
function withRootLook(_: string, attributes: string, content: string): string {
  const look = attributes.match(presentation)?.join('') ?? '';
  const fill = /\sfill\s*=|fill\s*:/.test(look) ? '' : ' fill="#000000"';
  // It finds no gradients within a group.
  const defs = content.match(definitions)?.join('') ?? '';
  return `<svg${attributes}>${defs}<g${fill}${look}>${content.replace(definitions, '')}</g></svg>`;
}

/** Returns a weight as react-pdf knows it. */
const weightOf = (weight: string): string => (/^(?:bold|bolder|[6-9]00)$/i.test(weight.trim()) ? 'bold' : 'normal');

const presentation =
  /\s(?:fill|stroke|fill-\w+|stroke-\w+|opacity|font-size|font-weight|text-anchor|style)\s*=\s*(?:"[^"]*"|'[^']*')/gi;

/** Replaces all font families: react-pdf rejects those it does not know, and its own lack Czech letters. */
function inOurFont(text: string): string {
  return text
    .slice(text.search(/<svg\b/i))
    .replace(/\sfont-family\s*=\s*("[^"]*"|'[^']*')/gi, '')
    .replace(/font-family\s*:[^;"]*;?/gi, '')
    .replace(/(\sfont-weight\s*=\s*["'])([^"']*)/gi, (_, before, weight) => before + weightOf(weight))
    .replace(/(font-weight\s*:\s*)([\w-]+)/gi, (_, before, weight) => before + weightOf(weight))
    .replace(/<svg\b([^>]*[^/>])>([\s\S]*)<\/svg\s*>/i, withRootLook)
    .replace(/<svg\b/i, `<svg font-family="${SVG_FAMILY}"`)
    .replace(/<(text|tspan)\b/gi, `<$1 font-family="${SVG_FAMILY}"`);
}
