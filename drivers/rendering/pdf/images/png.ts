import { crc32, inflateSync } from 'node:zlib';

/** Channels of a pixel, by the header's colour type. */
const channels: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** The start and the step of each pass of an interlaced picture: x, y, across, down. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

interface Header {
  readonly width: number;
  readonly height: number;
  readonly bitsPerPixel: number;
  readonly hasPalette: boolean;
  readonly interlaced: boolean;
}

/**
 * Whether a PNG is complete and valid. pdfkit unpacks pictures asynchronously, where nothing catches its errors: one of
 * them would end the process.
 */
export function isWholePng(bytes: Uint8Array): boolean {
  const header = readHeader(bytes);
  const data = header && readData(bytes, header);
  if (!data) return false;
  const rows = rowsOf(header);
  const expected = rows.reduce((sum, pass) => sum + (pass.bytes + 1) * pass.count, 0);
  try {
    const pixels = inflateSync(Buffer.concat(data), { maxOutputLength: expected });
    return pixels.length === expected && filtersAreKnown(pixels, rows);
  } catch {
    return false;
  }
}

function readHeader(bytes: Uint8Array): Header | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  const [depth, type] = [view.getUint8(24), view.getUint8(25)];
  const channel = channels[type];
  if (channel === undefined || ![1, 2, 4, 8, 16].includes(depth) || width === 0 || height === 0) return undefined;
  return { width, height, bitsPerPixel: channel * depth, hasPalette: type === 3, interlaced: view.getUint8(28) === 1 };
}

/** Returns the image data; undefined where a chunk is damaged or missing. */
function readData(bytes: Uint8Array, { hasPalette }: Header): Uint8Array[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const data: Uint8Array[] = [];
  let palette = false;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at);
    const end = at + 8 + length;
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (end + 4 > bytes.length || (at === 8 && name !== 'IHDR')) return undefined;
    if (crc32(bytes.subarray(at + 4, end)) !== view.getUint32(end)) return undefined;
    if (name === 'IEND') return hasPalette && !palette ? undefined : data;
    if (name === 'IDAT') data.push(bytes.subarray(at + 8, end));
    palette ||= name === 'PLTE';
    at = end + 4;
  }
  return undefined;
}

/** Returns the rows of each pass: how many, and their length in bytes. */
function rowsOf({ width, height, bitsPerPixel, interlaced }: Header): { bytes: number; count: number }[] {
  return (interlaced ? passes : [[0, 0, 1, 1] as const])
    .map(([x, y, across, down]) => ({
      bytes: Math.ceil((Math.ceil((width - x) / across) * bitsPerPixel) / 8),
      count: Math.ceil((height - y) / down),
    }))
    .filter((pass) => pass.bytes > 0 && pass.count > 0);
}

function filtersAreKnown(pixels: Uint8Array, rows: readonly { bytes: number; count: number }[]): boolean {
  let at = 0;
  for (const { bytes, count } of rows) {
    for (let row = 0; row < count; row++, at += bytes + 1) if ((pixels[at] ?? 0) > 4) return false;
  }
  return true;
}
