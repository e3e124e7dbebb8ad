import type { Face, Imitation } from './face.ts';

/** Returns a face that is drawn bold or oblique. Its letters advance as before. */
export function imitated(face: Face, imitation: Imitation): Face {
  if (!imitation.isBold && !imitation.isOblique) return face;
  const drawn: Face = {
    ...face,
    imitation,
    // A face without these features is returned as it is, and each other one is made once: callers compare them.
    withFeatures: (tags, settings) => {
      const other = face.withFeatures(tags, settings);
      const found = variants.get(other) ?? imitated(other, imitation);
      variants.set(other, found);
      return found;
    },
  };
  const variants = new WeakMap<Face, Face>([[face, drawn]]);
  return drawn;
}
