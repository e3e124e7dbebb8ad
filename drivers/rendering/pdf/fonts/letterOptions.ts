import type { Face } from './face.ts';
import { isShifted } from './spacedGlyphs.ts';

const plain = { lineBreak: false, baseline: 'alphabetic' };

/** Whether letters are made bold by their outlines. */
export const isEmboldened = ({ fallback, imitation }: Face): boolean =>
  Boolean(fallback?.isEmboldened || imitation?.isBold);

interface Letters {
  readonly text: string;
  readonly size: number;
  readonly letterSpacing?: number;
  readonly outline?: { readonly isHollow: boolean };
}

/** Returns what pdfkit needs to draw letters of a face. */
export function letterOptions(face: Face, { text, size, letterSpacing = 0, outline }: Letters): object {
  const isOwn = letterSpacing !== 0 && isShifted(text);
  return {
    ...plain,
    ...(letterSpacing !== 0 && !isOwn && { characterSpacing: letterSpacing }),
    features: isOwn ? { ...face.fallback?.features, spacing: letterSpacing / size } : face.fallback?.features,
    oblique: face.imitation?.isOblique ?? false,
    ...((outline || isEmboldened(face)) && { fill: !outline?.isHollow, stroke: true }),
  };
}

/** Returns the width of the outline that makes letters bold, as a share of their size in pt, as in browsers: less for large letters. */
export function boldOutline(size: number): number {
  const [small, large] = [
    { size: 6.75, share: 1 / 24 },
    { size: 27, share: 1 / 32 },
  ];
  const part = Math.min(1, Math.max(0, (size - small.size) / (large.size - small.size)));
  return small.share + part * (large.share - small.share);
}
