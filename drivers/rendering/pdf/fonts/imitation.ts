import type { Face, Imitation } from './face.ts';

/** Returns a face that is drawn bold or oblique. Its letters advance as before. */
export function imitated(face: Face, imitation: Imitation): Face {
  if (!imitation.isBold && !imitation.isOblique) return face;
  const drawn: Face = {
    ...face,
    imitation,
    // A face without these features is returned as it is: so its small capitals are imitated.
    withFeatures: (tags, settings) => {
      const other = face.withFeatures(tags, settings);
      return other === face ? drawn : imitated(other, imitation);
    },
  };
  return drawn;
}
