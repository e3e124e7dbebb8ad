import { parts, readColourOf, readLength } from './values.ts';

const sides = ['top', 'right', 'bottom', 'left'] as const;
const borderStyles = ['none', 'hidden', 'solid', 'dashed', 'dotted', 'double', 'groove', 'ridge', 'inset', 'outset'];
const borderWidths = ['thin', 'medium', 'thick'];
const listTypes = /^(none|disc|circle|square|decimal|decimal-leading-zero|(lower|upper)-(alpha|latin|roman))$/;

/** Expands a shorthand property into its longhands; every other declaration is returned as it is. */
export function expand(property: string, value: string): [string, string][] {
  const words = parts(value);
  switch (property) {
    case 'margin':
    case 'padding':
      return fourSides(words, (side) => `${property}-${side}`);
    case 'border-width':
    case 'border-style':
    case 'border-color':
      return fourSides(words, (side) => `border-${side}-${property.slice(7)}`);
    case 'border':
      return sides.flatMap((side) => border(side, words));
    case 'border-top':
    case 'border-right':
    case 'border-bottom':
    case 'border-left':
      return border(property.slice(7), words);
    case 'background': {
      const colour = words.find((word) => readColourOf(word) !== null) ?? firstOfGradient(value);
      return colour ? [['background-color', colour]] : [];
    }
    case 'background-image': {
      const colour = firstOfGradient(value);
      return colour ? [['background-color', colour]] : [];
    }
    case 'font':
      return font(value);
    case 'list-style': {
      const type = words.find((word) => listTypes.test(word));
      return type ? [['list-style-type', type]] : [];
    }
    case 'text-decoration':
      return [['text-decoration-line', value]];
    case 'break-before':
    case 'break-after':
    case 'break-inside':
      return [[`page-${property}`, /^(page|left|right|always)$/.test(value) ? 'always' : value]];
    case 'margin-inline-start':
      return [['margin-left', value]];
    case 'margin-inline-end':
      return [['margin-right', value]];
    default:
      return [[property, value]];
  }
}

/** A gradient is drawn in its first colour: light text on it stays legible. */
function firstOfGradient(value: string): string | undefined {
  const gradient = /gradient\(([\s\S]*)/i.exec(value)?.[1];
  const names = gradient?.match(/#[0-9a-f]{3,8}|(?:rgb|hsl)a?\([^()]*\)|\b[a-z]+\b/gi);
  return names?.find((name) => readColourOf(name));
}

function fourSides(words: readonly string[], name: (side: string) => string): [string, string][] {
  const [top] = words;
  if (top === undefined) return [];
  const [, right = top, bottom = top, left = right] = words;
  const values = { top, right, bottom, left };
  return sides.map((side) => [name(side), values[side]]);
}

function border(side: string, words: readonly string[]): [string, string][] {
  const style = words.find((word) => borderStyles.includes(word)) ?? 'none';
  const width = words.find((word) => borderWidths.includes(word) || readLength(word, 12) !== undefined) ?? 'medium';
  const colour = words.find((word) => !borderStyles.includes(word) && readColourOf(word) !== null);
  return [
    [`border-${side}-style`, style],
    [`border-${side}-width`, width],
    [`border-${side}-color`, colour ?? 'currentcolor'],
  ];
}

function font(value: string): [string, string][] {
  const match =
    /^(.*?)\s*([\d.]+(?:px|pt|em|rem|%|mm|cm|in)|small|medium|large)(?:\s*\/\s*([\d.]+(?:px|pt|em|rem|%|mm|cm|in)?|normal))?\s*(.+)$/i.exec(
      value,
    );
  if (!match) return [];
  const [, before = '', size = '', line, family = ''] = match;
  return [
    ['font-style', /\b(italic|oblique)\b/.exec(before)?.[0] ?? 'normal'],
    ['font-weight', /\b(bold(er)?|lighter|[1-9]00)\b/.exec(before)?.[0] ?? 'normal'],
    ['font-size', size],
    ['line-height', line ?? 'normal'],
    ['font-family', family],
  ];
}
