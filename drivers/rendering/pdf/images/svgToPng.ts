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

/** Whether resvg has crashed: later SVGs fail in this process, because its memory is not restored. */
export let isEngineBroken = false;

/**
 * Draws an SVG, which has no references to other files, as a PNG. Returns undefined if it is not valid.
 *
 * @param shown the width at which the picture is shown; its own if it is not a positive number
 */
export async function svgToPng(svg: Uint8Array, shown: number): Promise<Drawn | undefined> {
  await startEngine();
  const font = fontsOf(Buffer.from(svg).includes('<text'));
  return attempt(() => {
    const own = new Resvg(svg);
    const { width, height } = own;
    own.free();
    const page = shown > 0 ? shown : width;
    const value = Math.max(1, Math.round(Math.min(page * DENSITY, MAX_SIDE, (MAX_SIDE * width) / height)));
    const bytes = pngOf(new Resvg(svg, { fitTo: { mode: 'width', value }, ...font }));
    return { bytes, width: Math.round(Math.min(page, value)) };
  });
}

/** Loads resvg. */
export async function startEngine(): Promise<void> {
  engine ??= initWasm(readFileSync(Bun.resolveSync('@resvg/resvg-wasm/index_bg.wasm', import.meta.dir)));
  await engine;
}

/** Whether an SVG can be drawn, after the engine has started. */
export const isValidSvg = (svg: string): boolean =>
  attempt(() => {
    new Resvg(svg).free();
    return true;
  }) ?? false;

/** Draws an SVG, after the engine has started, as a PNG of its own size; undefined for one that is not valid. */
export const pngOfSvg = (svg: string): Uint8Array | undefined =>
  attempt(() => pngOf(new Resvg(svg, fontsOf(svg.includes('<text')))));

/** Returns undefined where resvg rejects an SVG, or crashes. */
function attempt<T>(draw: () => T): T | undefined {
  try {
    return draw();
  } catch (error) {
    isEngineBroken ||= error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    return undefined;
  }
}

function pngOf(drawing: InstanceType<typeof Resvg>): Uint8Array {
  const picture = drawing.render();
  const bytes = picture.asPng();
  picture.free();
  drawing.free();
  return bytes;
}

/** The engine has no fonts of its own. */
const fontsOf = (hasText: boolean) =>
  hasText ? { font: { fontBuffers: textFonts(), defaultFontFamily: 'Noto Sans' } } : {};

function textFonts(): Uint8Array[] {
  fonts ??= (['sans', 'sans-bold'] as const).map((name) => readFileSync(fileOf(name)));
  return fonts;
}
