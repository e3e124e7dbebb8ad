import { wordsAndSlashesOf as wordsOf } from './colourValues.ts';
import { layersOf } from './cssPatterns.ts';
import { knownColour } from './knownProperties.ts';

/** Properties whose lengths need a unit in each document; those of others need it with `<!DOCTYPE html>` alone. */
const lengths =
  /^(?:border(?:-(?:top|right|bottom|left|(?:block|inline)(?:-(?:start|end))?))?|border-(?:[a-z]+-[a-z]+-)?radius|outline(?:-width|-offset)?|column-rule(?:-width)?|column-width|(?:box|text)-shadow|background(?:-size)?|grid-(?:template|auto)-(?:columns|rows))$/;
const bare = /(?:^|[\s,/(])[+-]?(?=[0.]*[1-9])(?:\d+(?:\.\d*)?|\.\d+)(?=[\s,/)]|$)/;
const moved = /(?<![\w-])translate(?:[xyz]|3d)?\((?:[^()]*[,\s])?[+-]?(?=[0.]*[1-9])[\d.]+\s*[,)]/i;

/** Shorthands of so many values at most. */
const counts: readonly (readonly [properties: RegExp, count: number])[] = [
  [/^(?:margin|padding|inset|border-(?:width|style|color))$/, 4],
  [/^(?:border(?:-(?:top|right|bottom|left))?|outline)$/, 3],
  [/^(?:gap|border-spacing)$/, 2],
];

/** Returns why browsers ignore a value, although each part of it is one of the property; undefined if they do not. */
export function valueFault(property: string, value: string): string | undefined {
  if (value.includes('var(')) return undefined;
  if (/^background(?:-image)?$/.test(property)) {
    const fault = gradientFault(value);
    if (fault !== undefined) return fault;
  }
  const isTransform = property === 'transform' && moved.test(value);
  const isFont = property === 'font' && !/["'(]/.test(value) && sizeless.test(value) && !sized.test(value);
  if (isTransform || isFont || (lengths.test(property) && bare.test(plainOf(property, value))))
    return 'a length needs a unit';
  if (/^font(?:-family)?$/.test(property) && hasBareName(property, value))
    return 'the name of a font needs quotation marks';
  const count = counts.find(([properties]) => properties.test(property))?.[1];
  if (count !== undefined && wordsOf(value).length > count) return `it has more than ${count} values`;
  if (property === 'background' && layersOf(value).some((layer) => wordsOf(layer).filter(isColour).length > 1))
    return 'it has two colours';
  return undefined;
}

const colourPattern = new RegExp(`^(?:${knownColour})$`, 'i');
const isColour = (word: string): boolean => !/^none$/i.test(word) && colourPattern.test(word);

const sized = /(?:^|\s)(?:[\d.]+(?:[a-z]+|%)|[0.]+|(?:x{1,3}-)?(?:small|large)|medium|smaller|larger|math)(?=[\s/]|$)/i;
const sizeless = /(?:^|\s)(?=[0.]*[1-9])[\d.]+(?:\s*\/\s*\S+)?\s+\S/;

/** A name of CSS, with escapes. */
const name = String.raw`-{0,2}(?:[a-z_]|[^\0-\x7f]|\\.)(?:[\w-]|[^\0-\x7f]|\\.)*`;
const families = new RegExp(`^(?:"[^"]*"|'[^']*'|${name}(?: ${name})*)$`, 'i');

/** Whether a list of fonts has a name without quotation marks that is none of CSS, such as one with a word that begins with a digit. */
function hasBareName(property: string, value: string): boolean {
  const list = property === 'font' ? (afterSize.exec(value)?.[1] ?? '') : value;
  if (list === '' || list.length > MAX_VALUE || /[()]/.test(list)) return false;
  return (list.match(/(?:"[^"]*"|'[^']*'|[^,"'])+|(?<=,|^)(?=,|$)/g) ?? []).some((one) => !families.test(one.trim()));
}

const afterSize =
  /(?:^|\s)(?:[\d.]+(?:[a-z]+|%)|(?:x{1,3}-)?(?:small|large)|medium|smaller|larger)(?:\s*\/\s*[\w.%]+)?\s+(.+)$/i;

/** The lengths in a value, without texts, functions and counts. */
function plainOf(property: string, value: string): string {
  const plain = value.replaceAll(/"[^"]*"|'[^']*'|\[[^[\]]*\]/g, ' ');
  return property.startsWith('grid')
    ? plain
        .replaceAll(/repeat\(\s*\d+\s*,/gi, '(')
        .replaceAll(/(?<![\w-])(?:calc|min|max|clamp)\([^()]*(?:\([^()]*\)[^()]*)*\)/gi, ' ')
    : plain.replaceAll(/\([^()]*(?:\([^()]*(?:\([^()]*\)[^()]*)*\)[^()]*)*\)/g, '');
}

/** Maximum length of a value whose gradients are judged. */
const MAX_VALUE = 2_000;
const oldDirection = /^(?:left|right|top|bottom)(?:\s+(?:left|right|top|bottom))?$/i;
const oddDirection =
  /^to\s+(?!.*\sin\s)(?:(?:left|right)\s+(?:left|right)|(?:top|bottom)\s+(?:top|bottom)|\S+\s+\S+\s+\S)/i;

function gradientFault(value: string): string | undefined {
  if (value.length > MAX_VALUE) return undefined;
  const gradients =
    /(?<![\w-])(?:repeating-)?(linear|radial|conic)-gradient\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/gi;
  for (const [, kind = '', inner = ''] of value.matchAll(gradients)) {
    const [first = '', ...others] = layersOf(inner);
    const isLinear = /linear/i.test(kind);
    if (isLinear && oldDirection.test(first)) return `write to ${oppositeOf(first)} in place of ${first}`;
    if (isLinear && oddDirection.test(first)) return 'a gradient leads to one side, or to one corner';
    for (const stop of isLinear ? [first, ...others] : others) {
      const words = wordsOf(stop);
      if (words.filter(isColour).length > 1) return 'a comma is missing between two colours';
      if (words.slice(1).some((word) => isColour(words[0] ?? '') && !word.includes('(') && bare.test(word)))
        return 'a length needs a unit';
    }
  }
  return undefined;
}

const opposites: Readonly<Record<string, string>> = { left: 'right', right: 'left', top: 'bottom', bottom: 'top' };
const oppositeOf = (direction: string): string =>
  direction.toLowerCase().replaceAll(/\w+/g, (side) => opposites[side] ?? side);
