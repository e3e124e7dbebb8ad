import type { Font } from 'fontkit';
import { type Coverage, processorsOf } from './fontRules.ts';

/** Maximum number of entries of the indexes of a font, 2 bytes each. The shipped fonts need 60,000. */
const MAX_ENTRIES = 1_000_000;

/** The places of the glyphs from `first` on, each plus one; 0 where the glyph has none. */
interface Index {
  readonly first: number;
  readonly places: Uint16Array;
}

/** A coverage with the index of its glyphs, once it has been searched. */
type IndexedCoverage = Coverage & { index?: Index };

/**
 * Has the font find the place of a glyph in a coverage by an index. fontkit searches the lists and ranges one by one, for each
 * rule and each glyph of a text, which is a tenth of the time of a document.
 */
export function indexCoverages(font: Font): void {
  const { substitutions, places } = processorsOf(font);
  let left = MAX_ENTRIES;
  for (const processor of [substitutions, places]) {
    if (!processor) continue;
    const search = processor.coverageIndex;
    processor.coverageIndex = (coverage: IndexedCoverage, glyph = processor.glyphIterator.cur.id) => {
      let index = coverage.index;
      if (index === undefined) {
        const [first, end] = boundsOf(coverage);
        // A hostile font can have many ranges of all glyphs.
        if (end - first > left) return search.call(processor, coverage, glyph);
        left -= end - first;
        index = indexOf(coverage, first, end);
        coverage.index = index;
      }
      return (index.places[glyph - index.first] ?? 0) - 1;
    };
  }
}

/** Returns the lowest glyph, and the one behind the highest. */
function boundsOf({ glyphs = [], rangeRecords = [] }: Coverage): [number, number] {
  let first = Number.POSITIVE_INFINITY;
  let end = 0;
  for (const glyph of glyphs) {
    first = Math.min(first, glyph);
    end = Math.max(end, glyph + 1);
  }
  for (const range of rangeRecords) {
    first = Math.min(first, range.start);
    end = Math.max(end, range.end + 1);
  }
  return first < end ? [first, end] : [0, 0];
}

function indexOf({ glyphs = [], rangeRecords = [] }: Coverage, first: number, end: number): Index {
  const places = new Uint16Array(end - first);
  // Backwards: of several places of a glyph in a damaged font, fontkit finds the first.
  for (let at = glyphs.length - 1; at >= 0; at--) places[(glyphs[at] as number) - first] = at + 1;
  for (let at = rangeRecords.length - 1; at >= 0; at--) {
    const range = rangeRecords[at] as NonNullable<typeof rangeRecords>[number];
    for (let glyph = range.start; glyph <= range.end; glyph++)
      places[glyph - first] = range.startCoverageIndex + glyph - range.start + 1;
  }
  return { first, places };
}
