import type { Face, Imitation } from './face.ts';

/** Returns a face that is drawn bold or oblique. Its letters advance as before. */
export function imitated(face: Face, imitation: Imitation): Face {
  if (!imitation.isBold && !imitation.isOblique) return face;
  return { ...face, imitation, withFeatures: (tags) => imitated(face.withFeatures(tags), imitation) };
}
