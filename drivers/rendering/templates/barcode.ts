import { createRequire } from 'node:module';
import { crc32, deflateSync } from 'node:zlib';
import { TemplateFault } from '../../../domain/documents/templates/templateFault.ts';
import { messageOf } from '../../../domain/runtime/errorDetails.ts';

/** Kinds of barcode by their names in templates, with the library's names. */
const kinds: Readonly<Record<string, string>> = {
  code128: 'code128',
  code39: 'code39',
  ean13: 'ean13',
  ean8: 'ean8',
  upca: 'upca',
  itf: 'interleaved2of5',
  gs1: 'gs1-128',
  pdf417: 'pdf417',
  datamatrix: 'datamatrix',
};
/** Maximum length of a text, which is more than any kind can encode. */
const MAX_TEXT = 4_300;
/** Width of the white border, in modules. Scanners need it to find a code. */
const QUIET = { lines: 10, matrix: 4 };

/** The part of bwip-js that is used. A code is a list of alternating widths of bars and gaps, or a matrix of 1 and 0. */
interface Library {
  raw(
    options: Readonly<Record<string, string>>,
  ): readonly (
    | { readonly sbs: readonly number[] }
    | { readonly pixs: readonly number[]; readonly pixx: number; readonly pixy: number }
  )[];
}

const load = createRequire(import.meta.url);
let library: Library | undefined;

/**
 * Draws a barcode as a PNG in a data URI.
 *
 * @param hash `kind`: a name in `kinds`, code128 by default; `scale`: pixels of a module; `height`: pixels of the bars
 */
export function barcodeOf(text: string, hash: Readonly<Record<string, unknown>>): string {
  const kind = String(hash['kind'] ?? 'code128').toLowerCase();
  const bcid = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (!bcid)
    throw new TemplateFault(
      `no kind of barcode has the name ${JSON.stringify(kind)}; the kinds are ${Object.keys(kinds).join(', ')}`,
    );
  return picture(bcid, text, hash, {});
}

/**
 * Draws a QR code as a PNG in a data URI.
 *
 * @param hash `level`: L, M, Q or H; `scale`: pixels of a module
 */
export function qrOf(text: string, hash: Readonly<Record<string, unknown>>): string {
  const eclevel = String(hash['level'] ?? 'M').toUpperCase();
  if (!/^[LMQH]$/.test(eclevel)) throw new TemplateFault('the level is one of L, M, Q and H');
  return picture('qrcode', text, hash, { eclevel });
}

function picture(
  bcid: string,
  text: string,
  hash: Readonly<Record<string, unknown>>,
  more: { eclevel?: string },
): string {
  if (text === '') throw new TemplateFault('has nothing to encode');
  if (text.length > MAX_TEXT) throw new TemplateFault('has more to encode than it can hold');
  const scale = pixels(hash['scale'] ?? (bcid === 'qrcode' ? 6 : 3), 20, 'scale');
  // Loaded on first use, because the library is large.
  library ??= load('bwip-js/node') as Library;
  let code: ReturnType<Library['raw']>[number] | undefined;
  try {
    [code] = library.raw({ bcid, text, ...more });
  } catch (error) {
    // `bwipp.ean13badLength#6878: EAN-13 must be 12 or 13 digits`
    throw new TemplateFault(messageOf(error).replace(/^bwipp\.\S+: /, ''));
  }
  if (!code) throw new TemplateFault('cannot be encoded');
  if ('pixs' in code) {
    const { pixs, pixx, pixy } = code;
    const isBlack = (x: number, y: number): boolean => pixs[y * pixx + x] === 1;
    return png({ across: pixx, down: pixy, quiet: QUIET.matrix, isBlack }, scale, scale);
  }
  const bars = code.sbs.flatMap((width, index) => Array<boolean>(width).fill(index % 2 === 0));
  const lines = { across: bars.length, down: 1, quiet: QUIET.lines, isBlack: (x: number) => bars[x] === true };
  return png(lines, scale, pixels(hash['height'] ?? 60, 500, 'height'));
}

function pixels(value: unknown, max: number, name: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1 || number > max)
    throw new TemplateFault(`${name} is a number of pixels from 1 to ${max}`);
  return number;
}

interface Modules {
  readonly across: number;
  readonly down: number;
  /** Modules around the code that stay white. */
  readonly quiet: number;
  isBlack(x: number, y: number): boolean;
}

/** Draws a code at one bit a pixel. Drawing libraries are asynchronous, and helpers of templates cannot wait. */
function png({ across, down, quiet, isBlack }: Modules, scaleX: number, scaleY: number): string {
  const above = down > 1 ? quiet : 0;
  const width = (across + 2 * quiet) * scaleX;
  const height = (down + 2 * above) * scaleY;
  const row = Math.ceil(width / 8) + 1;
  const bits = Buffer.alloc(row * height, 0xff);
  for (let y = 0; y < height; y++) {
    const start = y * row;
    bits[start] = 0;
    const line = Math.floor(y / scaleY) - above;
    if (line < 0 || line >= down) continue;
    for (let x = quiet * scaleX; x < width - quiet * scaleX; x++) {
      const place = start + 1 + (x >> 3);
      if (isBlack(Math.floor(x / scaleX) - quiet, line)) bits[place] = (bits[place] ?? 0) & ~(0x80 >> (x & 7));
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const file = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(bits)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return `data:image/png;base64,${file.toString('base64')}`;
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
