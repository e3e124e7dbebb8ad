const HEADER = 'Exif\0\0';
/** What follows the byte order. */
const TIFF = 42;
/** The field that says how an image is shown, and the length of a field in bytes. */
const ORIENTATION = 0x0112;
const FIELD = 12;

/** Whether the rows of an image are shown as columns. */
export const isOnSide = (orientation: number | undefined): boolean => orientation !== undefined && orientation > 4;

/** Returns the orientation from 1 to 8 that a segment of a JPEG with Exif declares; undefined for any other segment. */
export function exifOrientation(segment: Uint8Array): number | undefined {
  const bytes = Buffer.from(segment.buffer, segment.byteOffset, segment.byteLength);
  if (bytes.toString('latin1', 0, HEADER.length) !== HEADER) return undefined;
  const exif = bytes.subarray(HEADER.length);
  const isLittle = exif.toString('latin1', 0, 2) === 'II';
  const short = (at: number): number =>
    at + 2 > exif.length ? 0 : isLittle ? exif.readUInt16LE(at) : exif.readUInt16BE(at);
  if (exif.length < 8 || short(2) !== TIFF) return undefined;
  const start = isLittle ? exif.readUInt32LE(4) : exif.readUInt32BE(4);
  const count = short(start);
  for (let field = 0; field < count; field++) {
    const at = start + 2 + field * FIELD;
    if (short(at) !== ORIENTATION) continue;
    const orientation = short(at + 8);
    return orientation >= 1 && orientation <= 8 ? orientation : undefined;
  }
  return undefined;
}
