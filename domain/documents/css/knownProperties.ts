import { colorsNamed } from 'culori';
import { numberStyleNames, signStyleNames } from './counterStyleNames.ts';
import { angle, basicShape, colour, emptyPath, length, number } from './cssPatterns.ts';
import { systemColours } from './systemColours.ts';

const oneOf = (...values: string[]): RegExp => new RegExp(`^(?:${values.join('|')})$`, 'i');
/** Each word is matched once for all: words that two of the values have would be tried in all combinations. */
const listOf = (...values: string[]): RegExp => new RegExp(`^(?:(?=((?:${values.join('|')})(?:\\s+|$)))\\1)+$`, 'i');

/** A colour, and no other word. */
export const knownColour = `${colour.replace('|[a-z]+', '')}|${[colorsNamed, systemColours].flatMap(Object.keys).join('|')}`;

/** A name that the author gives. */
const name = String.raw`(?!span(?![^\s/]))(?:--|-?[^\s\d"'(),/+-])[^\s"'(),/]*`;
const integer = String.raw`[+-]?\d+`;
const lineNumber = String.raw`[+-]?0*[1-9]\d*`;
const gridLine = `auto|(?:span\\s+)?(?:${name}(?:\\s+${lineNumber})?|${lineNumber}(?:\\s+${name})?)|(?:${name}|${lineNumber})\\s+span`;
/** Up to so many lines of a grid. */
const gridLines = (count: number): RegExp =>
  new RegExp(`^(?:${gridLine})(?:\\s*/\\s*(?:${gridLine})){0,${count - 1}}$`, 'i');
const counters = new RegExp(`^(?:none|${name}(?:\\s+${integer})?(?:\\s+${name}(?:\\s+${integer})?)*)$`, 'i');
/** Two to four lengths, which stand together. */
const boxShadow = new RegExp(
  `^none$|^(?:(?:inset|${knownColour})\\s+){0,2}${length}(?:\\s+${length}){1,3}(?:\\s+(?:inset|${knownColour})){0,2}$`,
  'i',
);

const lengths = listOf(length);
const withoutPercent = `(?!.*%)${length}`;
const gaps = listOf(length, 'normal');
const lengthOrAuto = listOf(length, 'auto');
const size = oneOf(length, 'auto', 'none');
const height = oneOf(length, 'auto', 'none', '(?:fit|max|min)-content');
const lineStyle = 'none|hidden|solid|dashed|dotted|double|groove|ridge|inset|outset';
const line = listOf(length, lineStyle, 'thin', 'medium', 'thick', knownColour);
const capitals = '(?:all-)?(?:small|petite)-caps';
const numerals = '(?:lining|oldstyle|proportional|tabular)-nums|(?:diagonal|stacked)-fractions|ordinal|slashed-zero';
const ligatures = '(?:no-)?(?:(?:common|discretionary|historical)-ligatures|contextual)';
const feature = String.raw`(?:"[\x20-\x7e]{4}"|'[\x20-\x7e]{4}')(?:\s*(?:on|off|[01]))?`;
const decorationLine = 'underline|overline|line-through';
const decorationStyle = 'solid|double|dotted|dashed|wavy';
const breaks = oneOf('auto', 'page', 'left', 'right', 'recto', 'verso', 'avoid', 'avoid-page');
const pageBreaks = oneOf('auto', 'always', 'left', 'right', 'avoid');
const anything = /^/;
const text = String.raw`"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'`;
const address = String.raw`url\((?:"[^"]*"|'[^']*'|[^"'()]*)\)`;
/** `content` of texts, attributes, counters and quotation marks. */
const generated = String.raw`${text}|attr\([^()]*\)|counters?\([^()]*\)|(?:no-)?(?:open|close)-quote|element\([^()]*\)|${address}`;
const tiling = '(?:repeat|no-repeat|space|round)';
const flexPart = `${length}|auto|content|(?:fit|max|min)-content`;
const baseline = '(?:(?:first|last)\\s+)?baseline';
const distribution = 'space-between|space-around|space-evenly|stretch';
const selfPosition = '(?:(?:safe|unsafe)\\s+)?(?:center|start|end|self-start|self-end|flex-start|flex-end)';
/** Of a size and a family at least. */
const fontShorthand = new RegExp(
  `^(?:[a-z0-9.%-]+\\s+)*?(?:${length}|(?:x{1,3}-)?(?:small|large)|medium|smaller|larger)(?:\\s*/\\s*(?:${length}|normal))?(?:\\s+|(?=["']))\\S`,
  'i',
);
const withoutMasonry = /^(?!(?:.*[\s/])?masonry(?:[\s/]|$))/i;

/** The functions of `transform` that stay on the paper. */
const flat = String.raw`(?:translate[xyz]?|translate3d|scale[xyz]?|scale3d|rotatez?|skew[xy]?|matrix)\([^()]*(?:\([^()]*\)[^()]*)*\)`;

const backgroundBox = '(?:border|padding|content)-box';
/** A part of a box that shows nothing of it. */
const emptyClip = String.raw`rect\(\s*(${number})(?:px)?(?:[\s,]+\1(?:px)?){3}\s*\)`;

const sides = ['top', 'right', 'bottom', 'left'];
const radii = `(?:${length})(?:\\s+(?:${length})){0,3}`;
const corners = ['top', 'bottom', 'start', 'end'].flatMap((row) =>
  (row === 'top' || row === 'bottom' ? ['left', 'right'] : ['start', 'end']).map((column) => `${row}-${column}`),
);
/** Sides as text runs. */
const flowSides = ['block', 'inline'].flatMap((axis) => [axis, `${axis}-start`, `${axis}-end`]);

/** The properties that the layout knows, each with the values that it knows. */
export const knownProperties: Readonly<Record<string, RegExp>> = {
  color: oneOf(knownColour),
  background: listOf(
    knownColour,
    `${tiling}|repeat-[xy]|(?:border|padding|content)-box|left|right|top|bottom|center|fixed|scroll|local|cover|contain|auto`,
    length,
    '/',
  ),
  'background-color': oneOf(knownColour),
  'background-image': oneOf('none'),
  'background-position': listOf(length, 'left', 'right', 'top', 'bottom', 'center'),
  'background-size': oneOf('cover', 'contain', `(?:${length}|auto)(?:\\s+(?:${length}|auto))?`),
  'background-repeat': oneOf('repeat-[xy]', `${tiling}(?:\\s+${tiling})?`),
  'background-clip': oneOf(backgroundBox),
  '-webkit-background-clip': oneOf(backgroundBox),
  'background-origin': oneOf(backgroundBox),
  '-webkit-background-origin': oneOf(backgroundBox),
  'accent-color': oneOf('auto', knownColour),
  appearance: oneOf('auto', 'none', 'textfield', 'button', 'menulist'),
  display: oneOf(
    'block|inline|inline-block|none|table|inline-table|list-item|contents|flow-root|(?:inline-)?(?:flex|grid)|-webkit-(?:inline-)?box',
    'table-(?:row|cell|column|caption|(?:row|header|footer|column)-group)',
  ),
  'font-family': anything,
  'font-size': oneOf(length, '(?:x{1,2}-)?(?:small|large)', 'medium', 'smaller', 'larger'),
  'font-weight': oneOf('normal', 'bold', 'bolder', 'lighter', String.raw`0*(?:1000|[1-9]\d{0,2})(?:\.\d+)?`),
  'font-style': oneOf('normal', 'italic', 'oblique'),
  'font-variant': listOf('normal', 'none', capitals, numerals, ligatures, 'sub', 'super', 'historical-forms'),
  'font-variant-caps': oneOf('normal', capitals),
  'font-variant-numeric': listOf('normal', numerals),
  'font-variant-ligatures': listOf('normal', 'none', ligatures),
  'font-variant-position': oneOf('normal', 'sub', 'super'),
  'font-variant-alternates': oneOf('normal', 'historical-forms'),
  'font-kerning': oneOf('auto', 'normal', 'none'),
  // Of alternates, the first one is drawn.
  'font-feature-settings': new RegExp(`^(?:normal|${feature}(?:\\s*,\\s*${feature})*)$`, 'i'),
  font: fontShorthand,
  'line-height': oneOf('normal', length),
  'text-align': oneOf('(?:-(?:webkit|moz)-)?(?:left|right|center|justify|start|end|match-parent)'),
  'vertical-align': oneOf('baseline|top|middle|bottom|text-top|text-bottom|sub|super|-webkit-baseline-middle', length),
  'text-decoration': listOf('none', decorationLine, decorationStyle, 'auto', 'from-font', length, knownColour),
  'text-decoration-line': listOf('none', decorationLine),
  'text-decoration-style': oneOf(decorationStyle),
  'text-decoration-color': oneOf(knownColour),
  'text-decoration-thickness': oneOf('auto', 'from-font', length),
  'text-underline-offset': oneOf('auto', length),
  overflow: listOf('visible|hidden|clip|scroll|auto|overlay'),
  // The size of an element with others is not that of its content.
  contain: listOf('none|content|layout|paint|style'),
  'overflow-wrap': oneOf('normal', 'break-word', 'anywhere'),
  'line-break': oneOf('auto|loose|normal|strict|anywhere|after-white-space'),
  'text-overflow': oneOf('clip', 'ellipsis'),
  'text-transform': oneOf('none', 'uppercase', 'lowercase', 'capitalize'),
  'word-break': oneOf('normal', 'break-word', 'break-all', 'keep-all'),
  'text-align-last': oneOf('auto', 'start', 'end', 'left', 'right', 'center', 'justify'),
  'tab-size': oneOf(String.raw`0*(?:[1-3]?\d|40)`),
  'white-space': oneOf('normal', 'nowrap', 'pre', 'pre-wrap', 'pre-line'),
  'text-wrap': listOf('wrap', 'nowrap', 'auto', 'balance', 'stable', 'pretty'),
  'text-wrap-mode': oneOf('wrap', 'nowrap'),
  'text-wrap-style': oneOf('auto', 'balance', 'stable', 'pretty'),
  'unicode-bidi': oneOf('normal', 'isolate', 'embed', 'bidi-override', 'isolate-override'),
  direction: oneOf('ltr', 'rtl'),
  'list-style': listOf(text, ...signStyleNames, ...numberStyleNames, 'outside', 'inside', address),
  'list-style-type': oneOf(text, ...signStyleNames, ...numberStyleNames),
  'list-style-image': oneOf('none', address),
  'list-style-position': oneOf('outside', 'inside'),
  margin: lengthOrAuto,
  padding: lengths,
  width: oneOf(length, 'auto', '(?:fit|max|min)-content'),
  'min-width': size,
  'max-width': size,
  height: height,
  'inline-size': oneOf(length, 'auto', '(?:fit|max|min)-content'),
  'min-inline-size': size,
  'max-inline-size': size,
  'block-size': height,
  'min-block-size': height,
  'max-block-size': height,
  'min-height': height,
  'max-height': height,
  float: oneOf('none', 'left', 'right', 'inline-(?:start|end)'),
  clear: oneOf('none', 'left', 'right', 'both', 'inline-(?:start|end)'),
  position: oneOf('static', 'relative', 'absolute', 'fixed', 'sticky', String.raw`running\([^)]*\)`),
  'z-index': oneOf('auto', String.raw`[+-]?\d+`),
  top: size,
  right: size,
  bottom: size,
  left: size,
  inset: lengthOrAuto,
  ...Object.fromEntries(flowSides.map((side) => [`inset-${side}`, lengthOrAuto])),
  clip: oneOf('auto', emptyClip),
  'clip-path': oneOf('none', emptyPath, basicShape),
  visibility: oneOf('visible', 'hidden'),
  hyphens: oneOf('manual', 'none'),
  opacity: oneOf(String.raw`[\d.]+%?`),
  'letter-spacing': oneOf('normal', withoutPercent),
  'word-spacing': oneOf('normal', withoutPercent),
  'text-indent': oneOf(length),
  content: new RegExp(`^(?:none|normal|(?:(?:${generated})\\s*)+(?:/\\s*(?:(?:${generated})\\s*)+)?)$`, 'i'),
  // Cleaned sheets have no spaces between texts.
  quotes: new RegExp(`^(?:auto|none|(?:(?:${text})\\s*)+)$`, 'i'),
  'counter-reset': counters,
  'counter-increment': counters,
  'counter-set': counters,
  columns: listOf('auto', length),
  'column-count': oneOf('auto', String.raw`\d+`),
  'column-width': oneOf('auto', length),
  'column-fill': oneOf('auto', 'balance', 'balance-all'),
  'column-span': oneOf('all', 'none'),
  'column-rule': line,
  'column-rule-width': line,
  'column-rule-style': oneOf(lineStyle),
  'column-rule-color': oneOf(knownColour),
  flex: oneOf('none', `(?:${flexPart})(?:\\s+(?:${flexPart})){0,2}`),
  'flex-grow': oneOf(number),
  'flex-shrink': oneOf(number),
  'flex-basis': oneOf(length, 'auto', 'content', '(?:fit|max|min)-content'),
  'flex-direction': oneOf('(?:row|column)(?:-reverse)?'),
  'flex-wrap': oneOf('nowrap', 'wrap(?:-reverse)?'),
  'flex-flow': listOf('(?:row|column)(?:-reverse)?', 'nowrap', 'wrap(?:-reverse)?'),
  order: oneOf(String.raw`[+-]?\d+`),
  gap: gaps,
  'row-gap': gaps,
  'column-gap': gaps,
  'grid-gap': gaps,
  'grid-row-gap': gaps,
  'grid-column-gap': gaps,
  'align-items': oneOf('normal|stretch', baseline, selfPosition),
  'align-self': oneOf('auto|normal|stretch', baseline, selfPosition),
  'align-content': oneOf('normal', baseline, distribution, selfPosition),
  'justify-content': oneOf('normal|left|right', distribution, selfPosition),
  'justify-items': listOf('normal|stretch|legacy|left|right|center', baseline, selfPosition),
  'justify-self': oneOf('auto|normal|stretch|left|right', baseline, selfPosition),
  'place-items': listOf('auto|normal|stretch|legacy|left|right', baseline, distribution, selfPosition),
  'place-content': listOf('auto|normal|stretch|legacy|left|right', baseline, distribution, selfPosition),
  'place-self': listOf('auto|normal|stretch|legacy|left|right', baseline, distribution, selfPosition),
  grid: withoutMasonry,
  'grid-template': withoutMasonry,
  'grid-template-columns': withoutMasonry,
  'grid-template-rows': withoutMasonry,
  'grid-template-areas': anything,
  'grid-auto-columns': anything,
  'grid-auto-rows': anything,
  'grid-auto-flow': oneOf('(?:(?:row|column)(?:\\s+dense)?)', 'dense(?:\\s+(?:row|column))?'),
  'grid-area': gridLines(4),
  ...Object.fromEntries(['row', 'column'].map((axis) => [`grid-${axis}`, gridLines(2)])),
  ...Object.fromEntries(
    ['row', 'column'].flatMap((axis) => ['start', 'end'].map((side) => [`grid-${axis}-${side}`, gridLines(1)])),
  ),
  'aspect-ratio': oneOf('auto', String.raw`(?:auto\s+)?[\d.]+(?:\s*\/\s*[\d.]+)?(?:\s+auto)?`),
  'box-sizing': oneOf('border-box', 'content-box'),
  border: line,
  'border-width': line,
  'border-style': listOf(lineStyle),
  'border-color': listOf(knownColour),
  'border-radius': new RegExp(`^${radii}(?:\\s*/\\s*${radii})?$`, 'i'),
  ...Object.fromEntries(corners.map((corner) => [`border-${corner}-radius`, lengths])),
  'box-shadow': boxShadow,
  // Without a third length, which blurs.
  'text-shadow': new RegExp(
    `^none$|^(?:(?:${knownColour})\\s+)?${length}\\s+${length}(?:\\s+0(?:px)?)?(?:\\s+(?:${knownColour}))?$`,
    'i',
  ),
  '-webkit-text-stroke': listOf(length, 'thin', 'medium', 'thick', knownColour),
  '-webkit-text-stroke-width': oneOf(length, 'thin', 'medium', 'thick'),
  '-webkit-text-stroke-color': oneOf(knownColour),
  'object-fit': oneOf('fill', 'contain', 'cover', 'none', 'scale-down'),
  'object-position': listOf(length, 'left', 'right', 'top', 'bottom', 'center'),
  outline: line,
  'outline-width': oneOf(length, 'thin', 'medium', 'thick'),
  'outline-style': oneOf(lineStyle, 'auto'),
  'outline-color': oneOf(knownColour, 'invert', 'auto'),
  'outline-offset': oneOf(length),
  'border-collapse': oneOf('collapse', 'separate'),
  'border-spacing': lengths,
  'caption-side': oneOf('top', 'bottom'),
  'empty-cells': oneOf('show', 'hide'),
  zoom: oneOf('normal', String.raw`(?:\d+(?:\.\d*)?|\.\d+)%?`),
  filter: oneOf('none', String.raw`alpha\(.*\)|progid:.*`),
  transform: new RegExp(`^(?:none|${flat}(?:\\s*${flat})*)$`, 'i'),
  'transform-origin': listOf(length, 'left', 'right', 'top', 'bottom', 'center'),
  translate: listOf(length, 'none'),
  rotate: oneOf('none', angle, `z\\s+(?:${angle})`, `(?:${angle})\\s+z`),
  scale: listOf(`${number}%?`, 'none'),
  'writing-mode': oneOf('(?:horizontal|lr)-tb', 'lr', '(?:vertical|sideways)-(?:rl|lr)', 'tb(?:-(?:rl|lr))?'),
  'text-orientation': oneOf('mixed', 'sideways(?:-right)?'),
  'table-layout': oneOf('auto', 'fixed'),
  'page-break-before': pageBreaks,
  'page-break-after': pageBreaks,
  'page-break-inside': pageBreaks,
  orphans: oneOf(String.raw`\+?0*[1-9]\d*`),
  widows: oneOf(String.raw`\+?0*[1-9]\d*`),
  'break-before': oneOf('auto', 'page', 'left', 'right', 'recto', 'verso', 'column', 'avoid', 'avoid-page'),
  'break-after': breaks,
  'break-inside': breaks,
  ...Object.fromEntries(
    [...sides, ...flowSides].flatMap((side) => [
      [`margin-${side}`, lengthOrAuto],
      [`padding-${side}`, lengths],
      [`border-${side}`, line],
      [`border-${side}-width`, line],
      [`border-${side}-style`, listOf(lineStyle)],
      [`border-${side}-color`, listOf(knownColour)],
    ]),
  ),
};
