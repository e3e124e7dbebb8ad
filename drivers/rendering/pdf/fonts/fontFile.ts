import { inflateSync } from 'node:zlib';
import { create, type Font } from 'fontkit';

/** Maximum size of an unpacked font, in bytes. */
const MAX_SIZE = 30 * 1024 * 1024;
/** Characters that the check of a font shapes and embeds, if the font has them. */
const SAMPLE = 'Aa0 .';

/** A font file that has been read. */
export interface FontFile {
  readonly font: Font;
  /** The names of its family, in lower case. */
  readonly families: readonly string[];
  readonly weight: number;
  readonly italic: boolean;
  /** Whether the font has axes, such as a weight. It is drawn as it is without them. */
  readonly isVariable: boolean;
}

/** A font that cannot be used. The message is for operators. */
export class FontFault extends Error {
  override readonly name = 'FontFault';
  /** The names of its family, in lower case, as far as they can be read. */
  readonly families: readonly string[];

  constructor(message: string, families: readonly string[] = [], options?: ErrorOptions) {
    super(message, options);
    this.families = families;
  }
}

/**
 * Reads a TrueType or OpenType font, also one in WOFF or WOFF2. Throws FontFault if it is damaged, too large, or not a font.
 */
export async function readFontFile(bytes: Uint8Array): Promise<FontFile> {
  const file = Buffer.from(await unpacked(bytes));
  const tables = tablesOf(file);
  const font = read(file);
  if (tables.has('CFF2'))
    throw new FontFault(
      'its outlines are of the type CFF2: bring it as TrueType or as a static font',
      familiesOf(font),
    );
  check(font);
  const style = font['OS/2'] as Font['OS/2'] | undefined;
  return {
    font,
    families: familiesOf(font),
    weight: style?.usWeightClass || 400,
    italic: style?.fsSelection.italic || style?.fsSelection.oblique || font.italicAngle !== 0,
    isVariable: tables.has('fvar'),
  };
}

function read(file: Buffer): Font {
  try {
    const font = create(file);
    if (!('layout' in font)) throw new FontFault(collection);
    return font;
  } catch (cause) {
    throw cause instanceof FontFault ? cause : new FontFault('it is damaged', [], { cause });
  }
}

/** Returns the names of a font's family, in lower case; none if they cannot be read. */
function familiesOf(font: Font): string[] {
  try {
    const names = ['preferredFamily', 'fontFamily'].map((key) => font.getName(key, 'en')?.trim().toLowerCase());
    return [...new Set(names.flatMap((name) => name || []))];
  } catch {
    return [];
  }
}

/** Returns the names of the tables of a font. */
function tablesOf(font: Buffer): Set<string> {
  const tables = new Set<string>();
  for (let at = 12, left = font.readUInt16BE(4); left > 0 && at + 16 <= font.length; at += 16, left--)
    tables.add(font.toString('latin1', at, at + 4));
  return tables;
}

async function unpacked(bytes: Uint8Array): Promise<Uint8Array> {
  if (bytes.length < 48) throw new FontFault('it is not a font');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const signature = view.getUint32(0);
  const isPacked = signature === WOFF || signature === WOFF2;
  if (signature === COLLECTION) throw new FontFault(collection);
  if (!isPacked && signature !== TRUE_TYPE && signature !== CFF && signature !== APPLE)
    throw new FontFault('it is not a TrueType, OpenType, WOFF or WOFF2 font');
  if (!isPacked) return bytes;
  const size = view.getUint32(16);
  if (size > MAX_SIZE) throw new FontFault(`it has more than ${MAX_SIZE / 1024 / 1024} MB unpacked`);
  if (signature === WOFF) return unpackWoff(bytes, view, size);
  // Imported on first use: few processes meet such a font.
  const { default: decompress } = await import('woff2-encoder/decompress');
  return decompress(bytes).catch(() => {
    throw new FontFault('it is damaged');
  });
}

const [TRUE_TYPE, CFF, APPLE, WOFF, WOFF2] = [0x00010000, 0x4f54544f, 0x74727565, 0x774f4646, 0x774f4632];
const COLLECTION = 0x74746366;
const collection = 'it is a collection of fonts: bring each font as a file of its own';

/** Unpacks WOFF 1.0: a directory of 20 bytes for each table, in place of one of 16. */
function unpackWoff(bytes: Uint8Array, view: DataView, size: number): Uint8Array {
  const count = view.getUint16(12);
  const start = 12 + count * 16;
  const font = Buffer.alloc(Math.max(size, start));
  font.writeUInt32BE(view.getUint32(4), 0);
  font.writeUInt16BE(count, 4);
  let at = start;
  for (let i = 0; i < count; i++) {
    const entry = 44 + i * 20;
    const [offset, packed, length] = [4, 8, 12].map((field) => view.getUint32(entry + field)) as [
      number,
      number,
      number,
    ];
    if (at + length > font.length || offset + packed > bytes.length) throw new FontFault('it is damaged');
    const table = bytes.subarray(offset, offset + packed);
    font.set(packed < length ? inflateSync(table, { maxOutputLength: Math.max(length, 1) }) : table, at);
    font.writeUInt32BE(view.getUint32(entry), 12 + i * 16);
    font.writeUInt32BE(view.getUint32(entry + 16), 16 + i * 16);
    font.writeUInt32BE(at, 20 + i * 16);
    font.writeUInt32BE(length, 24 + i * 16);
    at += (length + 3) & ~3;
  }
  return font;
}

/** Shapes and embeds a few characters: fontkit reads each table on its first use, so damage would show in a document. */
function check(font: Font): void {
  try {
    const metrics = [font.unitsPerEm, font.ascent, font.descent];
    if (!metrics.every(Number.isFinite) || font.unitsPerEm < 16 || font.unitsPerEm > 16_384) throw new Error('metrics');
    const shown = [...SAMPLE].filter((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)).join('');
    const subset = font.createSubset() as unknown as { includeGlyph(glyph: number): number; encode(): Uint8Array };
    subset.includeGlyph(0);
    for (const { id, advanceWidth } of font.layout(shown).glyphs) {
      if (!Number.isFinite(advanceWidth)) throw new Error('widths');
      subset.includeGlyph(id);
    }
    subset.encode();
  } catch (cause) {
    throw new FontFault('it is damaged', familiesOf(font), { cause });
  }
}
