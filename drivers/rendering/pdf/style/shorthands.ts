import { withPlainColours } from '../../../../domain/documents/css/colourValues.ts';
import { ownValue } from '../../../../domain/documents/css/ownValue.ts';
import { withPlainCalculations } from '../../../../domain/documents/css/plainCalculations.ts';
import { standardName } from '../../../../domain/documents/css/prefixedProperties.ts';
import { withoutDrawnGradients } from '../../../../domain/documents/warnings/gradientSupport.ts';
import { expandBoxes, expandImages } from './backgroundReaders.ts';
import { containerShorthands } from './containerShorthands.ts';
import { expandWrap } from './lines/lineReaders.ts';
import { isKeyword } from './sheets/keywords.ts';
import { firstColourOf, readColourOf } from './values/colours.ts';
import { expandCorners } from './values/corners.ts';
import { expandDecoration } from './values/decorations.ts';
import { expandVariant } from './values/fontVariants.ts';
import { readLength } from './values/lengths.ts';
import { parts } from './values/valueWords.ts';
import { isOpen, pendingValue } from './values/variables.ts';

const sides = ['top', 'right', 'bottom', 'left'] as const;
const borderStyles = ['none', 'hidden', 'solid', 'dashed', 'dotted', 'double', 'groove', 'ridge', 'inset', 'outset'];
const borderWidths = ['thin', 'medium', 'thick'];
/** Names of counter styles, and `none`. */
const listTypes = /^(?!(?:inside|outside)$)(?:--|-?(?:[a-z_\u0080-\u{10ffff}]|\\.))[^\s()"']*$/iu;

/** Expands a shorthand property into its longhands; every other declaration is returned as it is. */
export function expand(declared: string, declaredValue: string): [string, string][] {
  const property = standardName(declared);
  const value = property.startsWith('--')
    ? declaredValue
    : withPlainCalculations(property, withPlainColours(declaredValue));
  if (isOpen(value) && !property.startsWith('--')) {
    const longhands = expandPlain(property, ownValue(samples, property) ?? '0');
    if (longhands.length > 1 || longhands[0]?.[0] !== property) {
      return longhands.map(([longhand]) => [longhand, pendingValue({ shorthand: property, longhand, value })]);
    }
    return [[property, value]];
  }
  if (isKeyword(value))
    return expandPlain(property, ownValue(samples, property) ?? '0').map(([longhand]) => [longhand, value]);
  return expandPlain(property, value);
}

/** Values with which each shorthand has all of its longhands. */
const samples: Readonly<Record<string, string>> = {
  background: 'url(a)',
  font: '1px serif',
  'list-style': 'none',
  'grid-area': 'a',
};

function expandPlain(property: string, value: string): [string, string][] {
  const words = parts(value);
  const container = ownValue(containerShorthands, property);
  if (container) return container(value, words);
  const [, box, part = ''] = ofFlow.exec(property) ?? [];
  if (box) return twoSides(words, `${box}-start${part}`, `${box}-end${part}`);
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
    case 'border-block-start':
    case 'border-block-end':
    case 'border-inline-start':
    case 'border-inline-end':
      return border(property.slice(7), words);
    case 'border-block':
    case 'border-inline':
      return ['start', 'end'].flatMap((edge) => border(`${property.slice(7)}-${edge}`, words));
    case 'background': {
      const plain = withoutDrawnGradients(value, ' ');
      const colour: [string, string] = ['background-color', firstColourOf(plain) ?? 'transparent'];
      return /url\(/i.test(value) || plain !== value
        ? [colour, ...expandImages(value), ...expandBoxes(value)]
        : [colour, ['background-image', 'none'], ...expandBoxes(value)];
    }
    case 'background-image': {
      const plain = withoutDrawnGradients(value, ' ');
      const colour = /gradient\(/i.test(plain) ? firstColourOf(plain) : undefined;
      return colour
        ? [
            ['background-color', colour],
            [property, value],
          ]
        : [[property, value]];
    }
    case '-webkit-appearance':
    case '-moz-appearance':
      return [['appearance', value === 'none' ? 'none' : 'auto']];
    case 'border-radius':
      return expandCorners(value);
    case 'columns':
      return columns(words);
    case 'column-rule':
    case 'outline':
      return border(property, words).map(([longhand, part]) => [longhand.slice('border-'.length), part]);
    case '-webkit-text-stroke':
      return textStroke(words);
    case 'inset':
      return fourSides(words, (side) => side);
    case 'overflow':
      return overflow(words);
    case 'overflow-inline':
      return [['overflow-x', value]];
    case 'overflow-block':
      return [['overflow-y', value]];
    case 'font':
      return font(value);
    case 'font-variant':
      return expandVariant(value);
    case 'text-wrap':
      return expandWrap(words);
    case 'list-style':
      return listStyle(value);
    case 'text-decoration':
    case '-webkit-text-decoration':
      return expandDecoration(value);
    case 'break-before':
    case 'break-after':
    case 'break-inside':
      // Browsers do not know `always` here.
      return value === 'always' ? [] : [[`page-${property}`, value]];
    default:
      return [[property, value]];
  }
}

/** Properties of both sides along one axis. */
const ofFlow = /^((?:inset|margin|padding)-(?:block|inline)|border-(?:block|inline)(?=-))(-(?:width|style|color))?$/;

function textStroke(words: readonly string[]): [string, string][] {
  const isWidth = (word: string): boolean => borderWidths.includes(word) || readLength(word, 12) !== undefined;
  return [
    ['-webkit-text-stroke-width', words.find(isWidth) ?? '0'],
    ['-webkit-text-stroke-color', words.find((word) => !isWidth(word)) ?? 'currentcolor'],
  ];
}

const columns = (words: readonly string[]): [string, string][] => [
  ['column-width', words.find((word) => readLength(word, 12) !== undefined && !/^\d+$/.test(word)) ?? 'auto'],
  ['column-count', words.find((word) => /^\d+$/.test(word)) ?? 'auto'],
];

function listStyle(value: string): [string, string][] {
  const text = /"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'/.exec(value)?.[0];
  const words = parts(text === undefined ? value : value.replace(text, ' '));
  const named = words.filter((word) => listTypes.test(word));
  const type = text ?? named.find((word) => !/^none$/i.test(word)) ?? named[0];
  const position = words.includes('inside') ? 'inside' : 'outside';
  const image = words.find((word) => /^url\(/i.test(word));
  if (!type && !image && !words.includes(position)) return [];
  return [
    ['list-style-type', type ?? 'disc'],
    ['list-style-position', position],
    ['list-style-image', image ?? 'none'],
  ];
}

function twoSides([first = '', second = first]: readonly string[], one: string, other: string): [string, string][] {
  return [
    [one, first],
    [other, second],
  ];
}

function fourSides(words: readonly string[], name: (side: string) => string): [string, string][] {
  const [top] = words;
  if (top === undefined) return [];
  const [, right = top, bottom = top, left = right] = words;
  const values = { top, right, bottom, left };
  return sides.map((side) => [name(side), values[side]]);
}

function border(side: string, declared: readonly string[]): [string, string][] {
  const words = declared.map((word) => word.toLowerCase());
  // As in browsers, a line is as it was where its declaration has a word that does not exist.
  if (words.some(isUnknownOfBorder)) return [];
  const style = words.find((word) => borderStyles.includes(word)) ?? 'none';
  const width = words.find((word) => borderWidths.includes(word) || readLength(word, 12) !== undefined) ?? 'medium';
  const colour = words.find((word) => !borderStyles.includes(word) && readColourOf(word) !== null);
  return [
    [`border-${side}-style`, style],
    [`border-${side}-width`, width],
    [`border-${side}-color`, colour ?? 'currentcolor'],
  ];
}

const knownOfBorder = new Set([...borderStyles, ...borderWidths, 'currentcolor']);
const isUnknownOfBorder = (word: string): boolean =>
  /^[a-z]+$/.test(word) && !knownOfBorder.has(word) && readColourOf(word) === null;

const fontLength = String.raw`[\d.]+(?:px|pt|pc|em|rem|ex|ch|vw|vh|%|mm|cm|in|q)|(?:calc|min|max|clamp)\((?:[^()]|\([^()]*\))*\)`;
const fontShorthand = new RegExp(
  String.raw`^((?:[a-z0-9-]+\s+)*?)(${fontLength}|(?:xx?-)?small|medium|(?:xx?-)?large|smaller|larger)(?:\s*\/\s*(${fontLength}|[\d.]+|normal))?(?:\s+|(?=["']))(.+)$`,
  'i',
);

function font(value: string): [string, string][] {
  const match = fontShorthand.exec(value);
  if (!match) return [];
  const [, before = '', size = '', line, family = ''] = match;
  return [
    ['font-style', /\b(italic|oblique)\b/.exec(before)?.[0] ?? 'normal'],
    ...expandVariant(/\bsmall-caps\b/i.exec(before)?.[0] ?? 'normal'),
    ['font-kerning', 'auto'],
    ['font-feature-settings', 'normal'],
    ['font-weight', /\b(bold(er)?|lighter|[1-9]00)\b/.exec(before)?.[0] ?? 'normal'],
    ['font-size', size],
    ['line-height', line ?? 'normal'],
    ['font-family', family],
  ];
}

function overflow([across = '', down = across]: readonly string[]): [string, string][] {
  return [
    ['overflow-x', across],
    ['overflow-y', down],
  ];
}
