/**
 * Returns the name that needs the fewest edits to become this one; undefined if each needs more.
 *
 * @param maxEdits edits, as a part of the length of a known name
 */
export function nearestOf(name: string, known: readonly string[], maxEdits = 0.5): string | undefined {
  const [first] = known
    .map((one) => ({ one, edits: editsBetween(name.toLowerCase().slice(0, 100), one.toLowerCase()) }))
    .filter(({ one, edits }) => edits <= one.length * maxEdits)
    .sort((a, b) => a.edits - b.edits);
  return first?.one;
}

/** The Levenshtein distance. */
function editsBetween(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...one].entries()) {
    const current = [row + 1];
    for (let column = 0; column < other.length; column++) {
      const [diagonal = 0, above = 0] = [previous[column], previous[column + 1]];
      current.push(
        Math.min((current[column] ?? 0) + 1, above + 1, diagonal + (letter === other.charAt(column) ? 0 : 1)),
      );
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
}
