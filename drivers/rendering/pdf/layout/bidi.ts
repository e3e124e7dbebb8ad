import bidiFactory from 'bidi-js';

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

/** Returns text from right to left as fonts draw it: text without a script of its own is shaped from left to right. */
export const asDrawn = (text: string): string => (isRightToLeft(text) ? text : [...text].reverse().join(''));

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
