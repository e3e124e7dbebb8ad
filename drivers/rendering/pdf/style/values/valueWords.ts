/** Maximum number of brackets in each other that a part is found with. */
const MAX_BRACKETS = 6;

const inBrackets = Array.from({ length: MAX_BRACKETS - 1 }).reduce<string>(
  (inner) => String.raw`(?:[^()]|\(${inner}\))*`,
  '[^()]*',
);
const words = new RegExp(String.raw`[^\s()]*\(${inBrackets}\)(?:[^\s\w#.+-]\S*)?|[^\s]+`, 'g');

/** Splits a value at the spaces outside of brackets; behind a bracket, the next part may begin without one. */
export function parts(value: string): string[] {
  return value.match(words) ?? [];
}
