import type { Font, Subset } from 'fontkit';

/** What a subset of a font in TrueType adds for a glyph. */
interface Outline {
  readonly bytes: Uint8Array;
  readonly metrics: object;
  /** The glyphs that it is made of, and where their numbers are in its bytes. */
  readonly parts: readonly Part[];
}

interface Part {
  readonly pos: number;
  readonly glyphID: number;
}

/** Members that the types of fontkit leave out. */
interface TrueTypeSubset {
  readonly glyf: Uint8Array[];
  readonly loca: { readonly offsets: number[] };
  readonly hmtx: { readonly metrics: object[] };
  offset: number;
  includeGlyph(glyph: number): number;
  _addGlyph(glyph: number): unknown;
}

export type Outlines = Map<number, Outline>;

/** Has a subset of a font in TrueType take what it has added to an earlier document, instead of reading the glyph again. */
export function withOutlines(subset: Subset, font: Font, outlines: Outlines): Subset {
  // CFF has other subsets, which copy the glyphs as they are.
  if (!('_addGlyph' in subset)) return subset;
  const own = subset as unknown as TrueTypeSubset;
  const read = own._addGlyph.bind(own);
  own._addGlyph = (glyph) => {
    const known = outlines.get(glyph);
    if (known) {
      own.glyf.push(known.parts.length > 0 ? composed(own, known) : known.bytes);
      own.loca.offsets.push(own.offset);
      own.hmtx.metrics.push(known.metrics);
      own.offset += known.bytes.length;
      return;
    }
    read(glyph);
    const [bytes, metrics] = [own.glyf.at(-1), own.hmtx.metrics.at(-1)];
    const decoded = font.getGlyph(glyph) as unknown as { _decode(): { readonly components?: readonly Part[] } | null };
    if (bytes && metrics) outlines.set(glyph, { bytes, metrics, parts: decoded._decode()?.components ?? [] });
  };
  return subset;
}

/** Returns the bytes of a glyph with the numbers that its parts have in the subset. */
function composed(subset: TrueTypeSubset, { bytes, parts }: Outline): Uint8Array {
  const copy = new Uint8Array(bytes);
  const view = new DataView(copy.buffer);
  for (const { pos, glyphID } of parts) view.setUint16(pos, subset.includeGlyph(glyphID));
  return copy;
}
