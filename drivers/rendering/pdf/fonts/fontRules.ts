import type { Font } from 'fontkit';

/** The glyphs that a rule of a font concerns, as fontkit reads them: a list, or ranges. A glyph has its place in them. */
export interface Coverage {
  readonly glyphs?: readonly number[];
  readonly rangeRecords?: readonly { start: number; end: number; startCoverageIndex: number }[];
}

/** A rule of a font, as fontkit reads it. Members of all its types together. */
export interface Rule {
  readonly lookupType?: number;
  readonly extension?: Rule;
  readonly coverage?: Coverage;
  readonly coverages?: readonly Coverage[];
  readonly inputCoverage?: readonly Coverage[];
  readonly lookaheadCoverage?: readonly Coverage[];
  /** By the place of the first glyph in the coverage: what follows it in each ligature. */
  readonly ligatureSets?: { get(index: number): readonly { readonly components: readonly number[] }[] };
  readonly markCoverage?: Coverage;
  readonly mark1Coverage?: Coverage;
}

export interface Lookup {
  readonly lookupType: number;
  readonly flags: { readonly ignoreBaseGlyphs?: boolean; readonly ignoreLigatures?: boolean };
  readonly subTables: readonly Rule[];
}

/** The part of fontkit that applies the rules of a table to the glyphs of a text. */
export interface Processor {
  readonly features?: Readonly<Record<string, { readonly lookupListIndexes: readonly number[] }>>;
  readonly table: { readonly lookupList: { get(index: number): Lookup } };
  readonly glyphIterator: { readonly cur: { readonly id: number } };
  selectScript(script: string): void;
  coverageIndex(coverage: Coverage, glyph?: number): number;
}

/** Members of a font that the types of fontkit leave out. */
interface Internals {
  /** The rules of fonts of Apple. */
  readonly morx?: object;
  readonly _layoutEngine: {
    readonly engine: { readonly GSUBProcessor?: Processor | null; readonly GPOSProcessor?: Processor | null } | null;
  };
}

/** How fontkit applies the rules of a font: those that replace glyphs, and those that place them. A font may have neither. */
export function processorsOf(font: Font): {
  readonly substitutions: Processor | undefined;
  readonly places: Processor | undefined;
  /** Whether it has rules that neither applies. */
  readonly hasOthers: boolean;
} {
  const { morx, _layoutEngine: layout } = font as unknown as Internals;
  const { GSUBProcessor, GPOSProcessor } = layout.engine ?? {};
  return {
    substitutions: GSUBProcessor ?? undefined,
    places: GPOSProcessor ?? undefined,
    hasOthers: morx !== undefined,
  };
}
