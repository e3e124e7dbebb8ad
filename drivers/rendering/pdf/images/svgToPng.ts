import { readFileSync } from 'node:fs';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { DENSITY, MAX_SIDE } from '../drawings/parts/drawing.ts';
import { fileOf } from '../fonts/standardFonts.ts';

/** A drawn picture. `width`: of the page, in CSS pixels. */
interface Drawn {
  readonly bytes: Uint8Array;
  readonly width: number;
}

let engine: Promise<void> | undefined;
let fonts: Uint8Array[] | undefined;

/**
 * Draws an SVG, which has no references to other files, as a PNG. Returns undefined if it is not valid.
 *
 * @param shown the width at which the picture is shown; its own if it is not a positive number
 */
export async function svgToPng(svg: Uint8Array, shown: number): Promise<Drawn | undefined> {
  await startEngine();
  const font = fontsOf(Buffer.from(svg).includes('<text'));
  try {
    const own = new Resvg(svg);
    const { width, height } = own;
    own.free();
    const page = shown > 0 ? shown : width;
    const value = Math.max(1, Math.round(Math.min(page * DENSITY, MAX_SIDE, (MAX_SIDE * width) / height)));
    const drawing = new Resvg(svg, { fitTo: { mode: 'width', value }, ...font });
    const picture = drawing.render();
    const bytes = picture.asPng();
    picture.free();
    drawing.free();
    return { bytes, width: Math.round(Math.min(page, value)) };
  } catch {
    return undefined;
  }
}

/** Loads resvg. */
export async function startEngine(): Promise<void> {
  engine ??= initWasm(readFileSync(Bun.resolveSync('@resvg/resvg-wasm/index_bg.wasm', import.meta.dir)));
  await engine;
}

/** Whether an SVG can be drawn, after the engine has started. */
export function isValidSvg(svg: string): boolean {
  try {
    new Resvg(svg).free();
    return true;
  } catch {
    return false;
  }
}

/** Draws an SVG, after the engine has started, as a PNG of its own size; undefined for one that is not valid. */
export function pngOfSvg(svg: string): Uint8Array | undefined {
  const drawing = openedSvg(svg);
  if (!drawing) return undefined;
  const picture = drawing.render();
  const bytes = picture.asPng();
  picture.free();
  drawing.free();
  return bytes;
}

function openedSvg(svg: string) {
  try {
    return new Resvg(svg, fontsOf(svg.includes('<text')));
  } catch {
    return undefined;
  }
}

/** The engine has no fonts of its own. */
const fontsOf = (hasText: boolean) =>
  hasText ? { font: { fontBuffers: textFonts(), defaultFontFamily: 'Noto Sans' } } : {};

function textFonts(): Uint8Array[] {
  fonts ??= (['sans', 'sans-bold'] as const).map((name) => readFileSync(fileOf(name)));
  return fonts;
}
