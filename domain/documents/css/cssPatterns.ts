/** Patterns of values, as sources of regular expressions. */
export const number = String.raw`[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?`;
export const length = `${number}(?:px|pt|mm|cm|in|pc|q|r?(?:em|ex|ch|cap|ic|lh)|(?:[sld]?v|cq)(?:w|h|i|b|min|max)|%)?`;
export const angle = `${number}(?:deg|grad|rad|turn)|0`;
const absolute = String.raw`(?!\s*from\b)[^()]*\)`;
const space = 'srgb(?:-linear)?|(?:ok)?l(?:ab|ch)';
const profile = 'srgb(?:-linear)?|display-p3|a98-rgb|prophoto-rgb|rec2020|xyz(?:-d50|-d65)?';
const mix = String.raw`color-mix\(\s*in\s+(?:${space})\s*,(?![^;]*currentcolor)(?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)`;
export const colour = String.raw`#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})(?![0-9a-f])|(?:(?:rgb|hsl)a?|hwb|(?:ok)?l(?:ab|ch))\(${absolute}|color\(\s*(?:${profile})\s[^()]*\)|${mix}|transparent|currentcolor|none|[a-z]+`;

/** Values of `clip-path` that show nothing of an element. */
export const emptyPath = String.raw`inset\(\s*(?:[5-9]\d|100)%\s*\)|circle\(\s*0+(?:\.0*)?(?:[a-z]+|%)?\s*(?:at\b[^()]*)?\)`;

const shape = String.raw`(?:inset|rect|xywh|circle|ellipse|polygon|path)\((?:[^()]|\([^()]*\))*\)`;
const referenceBox = '(?:border|padding|content|fill|stroke|view)-box';
/** Values of `clip-path` that show a part of an element. */
export const basicShape = String.raw`(?:${referenceBox}\s+)?${shape}|${shape}\s+${referenceBox}|${referenceBox}`;

/** Splits a value, or a list of selectors, at the commas outside of brackets. */
export function layersOf(value: string): string[] {
  const layers: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < value.length; at++) {
    if (value[at] === '(') depth++;
    else if (value[at] === ')') depth--;
    else if (value[at] === ',' && depth === 0) {
      layers.push(value.slice(from, at).trim());
      from = at + 1;
    }
  }
  layers.push(value.slice(from).trim());
  return layers;
}

/** Returns a value with a space before each colour that follows a length without one, as in `0#fff`, which shortened sheets have. */
export const withSpacedColours = (value: string): string =>
  value.includes('#')
    ? value.replaceAll(/"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|url\([^()]*\)?|(?<=[\w%)])#/gi, (found) =>
        found === '#' ? ' #' : found,
      )
    : value;

/** Splits at the spaces outside of brackets. */
export const wordsOf = (text: string): string[] => text.match(/(?:[^\s()]|\((?:[^()]|\([^()]*\))*\))+/g) ?? [];

/**
 * Replaces calls of functions in a value, from the outside: not those in others, in texts or in addresses.
 *
 * @param start matches texts, addresses, and the names of the functions with their bracket
 * @param replacement of a call, given what follows it; undefined leaves it
 */
export function replaceCalls(
  value: string,
  start: RegExp,
  replacement: (call: string, next: string) => string | undefined,
): string {
  let result = '';
  let read = 0;
  for (const { 0: found, index } of value.matchAll(start)) {
    if (index < read || !/^[a-z-]+\($/i.test(found)) continue;
    const end = closingBracket(value, index + found.length);
    if (end < 0) break;
    const call = value.slice(index, end + 1);
    result += value.slice(read, index) + (replacement(call, value.charAt(end + 1)) ?? call);
    read = end + 1;
  }
  return result + value.slice(read);
}

/** Returns where the bracket closes that is open before `from`; -1 if nowhere. */
export function closingBracket(value: string, from: number): number {
  let depth = 1;
  for (let at = from; at < value.length; at++) {
    if (value[at] === '(') depth++;
    else if (value[at] === ')' && --depth === 0) return at;
  }
  return -1;
}
