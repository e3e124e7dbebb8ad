import { crc32, inflateSync } from 'node:zlib';

/** Bits a pixel takes, by the header's colour type, for each bit of depth. */
const channels: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** Where each pass of an interlaced picture begins, and how far it steps: x, y, across, down. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/**
 * Whether a PNG is whole. pdfkit unpacks pictures when nobody waits for it any more, and what it throws then ends the
 * process.
 */
export function isWholePng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  const [depth, type, interlaced] = [bytes[24] as number, bytes[25] as number, bytes[28] === 1];
  const channel = channels[type];
  if (channel === undefined || ![1, 2, 4, 8, 16].includes(depth) || width === 0 || height === 0) return false;
  const data: Uint8Array[] = [];
  let palette = type !== 3;
  for (let at = 8; ; ) {
    if (at + 12 > bytes.length) return false;
    const length = view.getUint32(at);
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (at + 12 + length > bytes.length || (at === 8 && name !== 'IHDR')) return false;
    if (crc32(bytes.subarray(at + 4, at + 8 + length)) !== view.getUint32(at + 8 + length)) return false;
    if (name === 'IDAT') data.push(bytes.subarray(at + 8, at + 8 + length));
    else if (name === 'PLTE') palette = true;
    else if (name === 'IEND') break;
    at += 12 + length;
  }
  if (!palette) return false;
  const bits = channel * depth;
  const rows: { readonly bytes: number; readonly count: number }[] = (interlaced ? passes : [[0, 0, 1, 1] as const])
    .map(([x, y, across, down]) => ({
      bytes: Math.ceil((Math.ceil((width - x) / across) * bits) / 8),
      count: Math.ceil((height - y) / down),
    }))
    .filter((pass) => pass.bytes > 0 && pass.count > 0);
  const expected = rows.reduce((sum, pass) => sum + (pass.bytes + 1) * pass.count, 0);
  try {
    const pixels = inflateSync(Buffer.concat(data), { maxOutputLength: expected });
    return pixels.length === expected && filtersAreKnown(pixels, rows);
  } catch {
    return false;
  }
}

function filtersAreKnown(pixels: Uint8Array, rows: readonly { bytes: number; count: number }[]): boolean {
  let at = 0;
  for (const { bytes, count } of rows) {
    for (let row = 0; row < count; row++, at += bytes + 1) if ((pixels[at] as number) > 4) return false;
  }
  return true;
}
