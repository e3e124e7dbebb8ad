/** Splits a value at the spaces outside of brackets; behind a bracket, the next part may begin without one. */
export function parts(value: string): string[] {
  return value.match(/[^\s()]*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)(?:[^\s\w#.+-]\S*)?|[^\s]+/g) ?? [];
}
