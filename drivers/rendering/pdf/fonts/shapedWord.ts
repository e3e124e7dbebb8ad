import type { Glyph, GlyphPosition } from 'fontkit';

/** What measuring and drawing need of a GlyphRun, in a third of its memory. In units of the font. */
export interface ShapedWord {
  readonly glyphs: readonly Glyph[];
  /** Of each glyph: its advance alone, where it is neither raised nor shifted. */
  readonly positions: readonly (number | GlyphPosition)[];
  readonly advanceWidth: number;
}
