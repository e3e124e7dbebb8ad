import { createRequire } from 'node:module';
import { crc32, deflateSync } from 'node:zlib';
import { TemplateFault } from '../../../domain/documents/templates/templateFault.ts';

/** Kinds of barcode, as templates name them, with what the library calls them. */
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
/** More than any of them holds. */
const MAX_TEXT = 4_300;
/** Modules that stay white around a code, without which readers do not find it. */
const QUIET = { lines: 10, matrix: 4 };

/** Of bwip-js, what is used: a code as widths of bars and gaps in turn, or as a matrix of 1 and 0. */
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

/** A barcode as a PNG in a data URI. `kind`: one of the above, code128 by default; `scale`: pixels a module; `height`: pixels of lines. */
export function barcodeOf(text: string, hash: Readonly<Record<string, unknown>>): string {
  const kind = String(hash['kind'] ?? 'code128').toLowerCase();
  const bcid = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (!bcid)
    throw new TemplateFault(`there is no kind ${JSON.stringify(kind)}; there are ${Object.keys(kinds).join(', ')}`);
  return picture(bcid, text, hash, {});
}

/** A QR code as a PNG in a data URI. `level`: L, M, Q or H; `scale`: pixels a module. */
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
  // Only once it is wanted: it is the largest of what templates use.
  library ??= load('bwip-js/node') as Library;
  let code: ReturnType<Library['raw']>[number] | undefined;
  try {
    [code] = library.raw({ bcid, text, ...more });
  } catch (error) {
    // `bwipp.ean13badLength#6878: EAN-13 must be 12 or 13 digits`
    throw new TemplateFault((error as Error).message.replace(/^bwipp\.\S+: /, ''));
  }
  if (!code) throw new TemplateFault('cannot be encoded');
  if ('pixs' in code)
    return png(code.pixx, code.pixy, QUIET.matrix, scale, scale, (x, y) => code.pixs[y * code.pixx + x] === 1);
  const bars = code.sbs.flatMap((width, index) => Array<boolean>(width).fill(index % 2 === 0));
  return png(bars.length, 1, QUIET.lines, scale, pixels(hash['height'] ?? 60, 500, 'height'), (x) => bars[x] === true);
}

function pixels(value: unknown, most: number, name: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1 || number > most)
    throw new TemplateFault(`${name} is a number of pixels from 1 to ${most}`);
  return number;
}

/** One bit a pixel, black on white, white around it: no drawing library answers without a promise, and helpers cannot wait. */
function png(
  across: number,
  down: number,
  quiet: number,
  scaleX: number,
  scaleY: number,
  black: (x: number, y: number) => boolean,
): string {
  const above = down > 1 ? quiet : 0;
  const width = (across + 2 * quiet) * scaleX;
  const height = (down + 2 * above) * scaleY;
  const row = Math.ceil(width / 8) + 1;
  const pixelsOf = Buffer.alloc(row * height, 0xff);
  for (let y = 0; y < height; y++) {
    const start = y * row;
    pixelsOf[start] = 0;
    const line = Math.floor(y / scaleY) - above;
    if (line < 0 || line >= down) continue;
    for (let x = quiet * scaleX; x < width - quiet * scaleX; x++) {
      const place = start + 1 + (x >> 3);
      if (black(Math.floor(x / scaleX) - quiet, line)) pixelsOf[place] = (pixelsOf[place] ?? 0) & ~(0x80 >> (x & 7));
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const file = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixelsOf)),
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
