/** Splits a value at the spaces outside of brackets. */
export function parts(value: string): string[] {
  return value.match(/[^\s()]*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\S*|[^\s]+/g) ?? [];
}
