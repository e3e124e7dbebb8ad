import { Font } from '@react-pdf/renderer';
import { fileOf } from '../fonts/fonts.ts';

/** Maximum nesting, which react-pdf recurses over, and maximum size in bytes. */
const MAX_DEPTH = 50;
const MAX_BYTES = 2_000_000;
const FAMILY = 'Noto Sans';

let fonts: Promise<unknown> | undefined;

/** Loads the fonts of SVGs. react-pdf itself loads only those that its own elements name. */
export function loadSvgFonts(): Promise<unknown> {
  if (!fonts) {
    const faces = (['normal', 'italic'] as const).flatMap((fontStyle) =>
      ([400, 700] as const).map((fontWeight) => ({ fontStyle, fontWeight })),
    );
    const src = ({ fontStyle, fontWeight }: (typeof faces)[number]): string =>
      fileOf(`sans${fontWeight === 700 ? '-bold' : ''}${fontStyle === 'italic' ? '-italic' : ''}`);
    Font.register({ family: FAMILY, fonts: faces.map((face) => ({ ...face, src: src(face) })) });
    fonts = Promise.all(faces.map((face) => Font.load({ fontFamily: FAMILY, ...face })));
  }
  return fonts;
}

export interface Svg {
  readonly bytes: Uint8Array;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** Reads an SVG. Returns undefined for one that refers to another file or embeds another language. */
export function readSvg(bytes: Uint8Array): Svg | undefined {
  if (bytes.length > MAX_BYTES) return undefined;
  const text = new TextDecoder().decode(bytes);
  const root = /^\ufeff?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<svg\b([^>]*)>/i.exec(text);
  if (!root || isForeign(text) || depthOf(text) > MAX_DEPTH) return undefined;
  const [, attributes = ''] = root;
  const length = (name: string): number | undefined => {
    const value = new RegExp(`\\s${name}\\s*=\\s*["']\\s*([\\d.]+)(?:px)?\\s*["']`, 'i').exec(attributes)?.[1];
    return value === undefined ? undefined : Number(value);
  };
  const box = /\sviewBox\s*=\s*["']([^"']+)["']/i
    .exec(attributes)?.[1]
    ?.trim()
    .split(/[\s,]+/)
    .map(Number);
  return {
    bytes: Buffer.from(inOurFont(text)),
    width: length('width') ?? box?.[2] ?? 300,
    height: length('height') ?? box?.[3] ?? 150,
  };
}

function isForeign(text: string): boolean {
  return (
    /<(image|foreignObject|script|style|!DOCTYPE|!ENTITY)\b/i.test(text) ||
    /href\s*=\s*["']\s*(?!#)/i.test(text) ||
    /url\(\s*["']?(?!#)/i.test(text)
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

/** Replaces all font families: react-pdf rejects those it does not know, and its own lack Czech letters. */
function inOurFont(text: string): string {
  return text
    .slice(text.search(/<svg\b/i))
    .replace(/\sfont-family\s*=\s*("[^"]*"|'[^']*')/gi, '')
    .replace(/font-family\s*:[^;"]*;?/gi, '')
    .replace(/<svg\b/i, `<svg font-family="${FAMILY}"`)
    .replace(/<(text|tspan)\b/gi, `<$1 font-family="${FAMILY}"`);
}
