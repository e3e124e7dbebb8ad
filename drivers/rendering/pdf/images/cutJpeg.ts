import { pngOf } from './decodeRaster.ts';

const START_OF_SCAN = 0xda;
const END = Buffer.from([0xff, 0xd9]);
/** Coefficients of a block. */
const COEFFICIENTS = 64;
/** Bits unlike the zeros that a decoder reads behind the end of a file, from the first one on. */
const OTHER_BITS = Buffer.from(Array.from({ length: 64 }, (_, at) => (at * 73 + 0xa5) % 0xfb));

/** Whether a JPEG has no end mark behind the start of its first scan. Its thumbnail may have one before. */
export function lacksEndMark(bytes: Uint8Array): boolean {
  const file = bufferOf(bytes);
  for (const { marker, at } of segmentsOf(file)) if (marker === START_OF_SCAN) return file.indexOf(END, at) < 0;
  return false;
}

/**
 * Returns a JPEG that lacks its end mark alone, with this mark; undefined for one that lacks a part of its image, as one whose
 * transfer was interrupted: other bits behind its end change what is decoded.
 *
 * @param png the image as far as it goes
 */
export async function withEndMark(bytes: Uint8Array, png: Uint8Array): Promise<Uint8Array | undefined> {
  const file = bufferOf(bytes);
  const data = file.at(-1) === END[0] ? file.subarray(0, -1) : file;
  if (!hasAllScans(data)) return undefined;
  const continued = await pngOf(Buffer.concat([data, OTHER_BITS, END]));
  return continued && Buffer.compare(continued, png) === 0 ? Buffer.concat([data, END]) : undefined;
}

/** Whether the scans of a JPEG, of which a progressive one has several, declare each bit of each coefficient of each component. */
function hasAllScans(file: Buffer): boolean {
  const missing = new Map<number, Set<number>>();
  let end = 2;
  for (const { marker, at, length } of segmentsOf(file)) {
    end = at + length;
    if (end > file.length) return false;
    const count = file[at + (isFrame(marker) ? 9 : 4)] ?? 0;
    if (isFrame(marker))
      for (let i = 0; i < count; i++)
        missing.set(file[at + 10 + 3 * i] ?? 0, new Set(Array.from({ length: COEFFICIENTS }, (_, one) => one)));
    if (marker !== START_OF_SCAN) continue;
    const [first = 0, last = 0, bits = 0] = file.subarray(at + 5 + 2 * count, end);
    const isLastBit = (bits & 0xf) === 0;
    for (let i = 0; i < count && isLastBit; i++) {
      const coefficients = missing.get(file[at + 5 + 2 * i] ?? 0);
      for (let one = first; one <= last; one++) coefficients?.delete(one);
    }
  }
  return missing.size > 0 && [...missing.values()].every(({ size }) => size === 0);
}

interface Segment {
  readonly marker: number;
  readonly at: number;
  /** With its marker. */
  readonly length: number;
}

/** Generates the segments of a JPEG; the last one may be cut. */
function* segmentsOf(file: Buffer): Generator<Segment> {
  let at = 2;
  while (at + 4 <= file.length && file[at] === 0xff) {
    const marker = file[at + 1] ?? 0;
    const length = 2 + file.readUInt16BE(at + 2);
    yield { marker, at, length };
    at += length;
    if (marker === START_OF_SCAN) at = endOfScan(file, at);
  }
}

/** Returns where the data of a scan ends: at a marker other than those within it. */
function endOfScan(file: Buffer, from: number): number {
  let at = file.indexOf(0xff, from);
  while (at >= 0 && isWithinScan(file[at + 1])) at = file.indexOf(0xff, at + 1);
  return at < 0 ? file.length : at;
}

/** Whether a byte after 0xff belongs to the data of a scan: a stuffed zero, a fill byte, a restart. */
const isWithinScan = (byte: number | undefined): boolean =>
  byte === 0 || byte === 0xff || (byte !== undefined && byte >= 0xd0 && byte <= 0xd7);

/** Whether a marker begins the frame of a baseline, an extended or a progressive JPEG. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xc2;

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
