import type { Face } from './face.ts';

/** Whether letters are made bold by their outlines. */
export const isEmboldened = ({ fallback, imitation }: Face): boolean =>
  Boolean(fallback?.isEmboldened || imitation?.isBold);

/** Returns the width of the outline that makes letters bold, as a share of their size in pt, as in browsers: less for large letters. */
export function boldOutline(size: number): number {
  const [small, large] = [
    { size: 6.75, share: 1 / 24 },
    { size: 27, share: 1 / 32 },
  ];
  const part = Math.min(1, Math.max(0, (size - small.size) / (large.size - small.size)));
  return small.share + part * (large.share - small.share);
}
