import bidiFactory from 'bidi-js';
import type { Isolate } from '../boxes/boxes.ts';
import { isDrawnBackward } from '../fonts/scripts.ts';
import type { Style } from '../style/style.ts';

const bidi = bidiFactory();

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802-\ud803\ud83a-\ud83b]/;

/** Whether a text has letters that are read from right to left. */
export const isRightToLeft = (text: string): boolean => rightToLeft.test(text);

/** Returns the embedding level of each code unit of a paragraph: even for left to right, odd for right to left. */
export const embeddingLevels = (text: string, isBackward: boolean): Uint8Array =>
  bidi.getEmbeddingLevels(text, isBackward ? 'rtl' : 'ltr').levels;

/** Replaces brackets by those that are seen in their place in text from right to left. */
export function mirrored(text: string): string {
  return /[()<>[\]{}\u00ab\u00bb]/.test(text)
    ? [...text].map((letter) => bidi.getMirroredCharacter(letter) ?? letter).join('')
    : text;
}

/** Returns text of a level as fonts draw it: each text has one direction for them, whatever its level is. */
export const asDrawn = (text: string, isBackward: boolean): string =>
  isBackward === isDrawnBackward(text) ? text : graphemesOf(text).reverse().join('');

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Returns letters with the marks that are drawn on them, and emoji of several code points. */
const graphemesOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);

const isolates = { ltr: '\u2066', rtl: '\u2067', auto: '\u2068' } as const;
const embeddings = { ltr: '\u202a', rtl: '\u202b', auto: '\u202a' } as const;
const overrides = { ltr: '\u202d', rtl: '\u202e', auto: '\u202d' } as const;
/** Whether control characters begin text from right to left. */
export const beginsBackward = (controls: string): boolean => /[\u202b\u202e\u2067]/.test(controls);

const [END_OF_EMBEDDING, END_OF_ISOLATE] = ['\u202c', '\u2069'];

/** Returns the control characters around the text of an element in a line; undefined where it has no direction of its own. */
export function isolateOf(kind: Style['bidi'], direction: 'ltr' | 'rtl' | 'auto'): Isolate | undefined {
  switch (kind) {
    case 'isolate':
      return { opening: isolates[direction], closing: END_OF_ISOLATE };
    case 'embed':
      return { opening: embeddings[direction], closing: END_OF_EMBEDDING };
    case 'bidi-override':
      return { opening: overrides[direction], closing: END_OF_EMBEDDING };
    case 'isolate-override':
      return { opening: isolates[direction] + overrides[direction], closing: END_OF_EMBEDDING + END_OF_ISOLATE };
    default:
      return undefined;
  }
}

/** Returns the control character before the text of a block whose letters have its direction; empty for another block. */
export const overrideOf = ({ bidi, rightToLeft }: Style): string =>
  bidi.endsWith('override') ? overrides[rightToLeft ? 'rtl' : 'ltr'] : '';

/** Returns the parts of a line as they are seen from left to right (the reordering of the Unicode bidirectional algorithm). */
export function inVisualOrder<Part extends { readonly level: number }>(line: readonly Part[]): readonly Part[] {
  let highest = 0;
  for (const { level } of line) if (level > highest) highest = level;
  if (highest === 0) return line;
  const parts = [...line];
  for (let level = highest; level > 0; level--) {
    for (let from = 0; from < parts.length; from++) {
      let to = from;
      while ((parts[to]?.level ?? 0) >= level) to++;
      if (to === from) continue;
      parts.splice(from, to - from, ...parts.slice(from, to).reverse());
      from = to;
    }
  }
  return parts;
}
