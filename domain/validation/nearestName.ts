import leven from 'leven';

/**
 * Returns the name that needs the fewest edits to become this one; undefined if each needs more.
 *
 * @param maxEdits edits, as a part of the length of a known name
 */
export function nearestOf(name: string, known: readonly string[], maxEdits = 0.5): string | undefined {
  const [first] = known
    .map((one) => ({ one, edits: leven(name.toLowerCase().slice(0, 100), one.toLowerCase()) }))
    .filter(({ one, edits }) => edits <= one.length * maxEdits)
    .sort((a, b) => a.edits - b.edits);
  return first?.one;
}
