import colourNames from 'color-name';
import { tooLarge, withoutCalculations } from './calculationSupport.ts';
import { angle, colour, layersOf, length, number } from './cssPatterns.ts';
import { withoutDrawnGradients } from './gradientSupport.ts';
import { sizeTreatmentOf } from './pageSupport.ts';

/** How the layout of PDFs treats a declaration: `undefined` where it understands it, else what it does instead. */
export type Treatment = string | undefined;

const oneOf = (...values: string[]): RegExp => new RegExp(`^(?:${values.join('|')})$`, 'i');
const listOf = (...values: string[]): RegExp =>
  new RegExp(`^(?:${values.join('|')})(?:\\s+(?:${values.join('|')}))*$`, 'i');

/** A colour, and no other word. */
const knownColour = `${colour.replace('|[a-z]+', '')}|${Object.keys(colourNames).join('|')}`;

const lengths = listOf(length);
const lengthOrAuto = listOf(length, 'auto');
const size = oneOf(length, 'auto', 'none');
const lineStyle = 'none|hidden|solid|dashed|dotted|double|groove|ridge|inset|outset';
const line = listOf(length, lineStyle, 'thin', 'medium', 'thick', knownColour);
const breaks = oneOf('auto', 'page', 'left', 'right', 'recto', 'verso', 'avoid', 'avoid-page');
const pageBreaks = oneOf('auto', 'always', 'left', 'right', 'avoid');
const anything = /^/;
const text = String.raw`"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'`;
/** `content` of texts, attributes, counters and quotation marks. */
const generated = String.raw`${text}|attr\([^()]*\)|counters?\([^()]*\)|(?:open|close)-quote|element\([^()]*\)`;
const withoutSubgrid = /^(?!.*subgrid)/i;

/** The functions of `transform` that stay on the paper. */
const flat = String.raw`(?:translate[xyz]?|translate3d|scale[xyz]?|scale3d|rotatez?|skew[xy]?|matrix)\([^()]*(?:\([^()]*\)[^()]*)*\)`;

const sides = ['top', 'right', 'bottom', 'left'];

/** The properties that the layout knows, each with the values that it knows. */
const knownProperties: Readonly<Record<string, RegExp>> = {
  color: oneOf(knownColour),
  background: listOf(colour, 'no-repeat', 'repeat-[xy]', '(?:border|padding|content)-box', length, '/'),
  'background-color': oneOf(knownColour),
  'background-image': oneOf('none'),
  'background-position': anything,
  'background-size': anything,
  'background-repeat': /^(?!.*(?:space|round))/i,
  'background-clip': oneOf('(?:border|padding|content)-box'),
  '-webkit-background-clip': oneOf('(?:border|padding|content)-box'),
  appearance: oneOf('auto', 'none', 'textfield', 'button', 'menulist'),
  display: oneOf(
    'block|inline|inline-block|none|table|inline-table|list-item|contents|flow-root|(?:inline-)?(?:flex|grid)',
    'table-(?:row|cell|column|caption|(?:row|header|footer|column)-group)',
  ),
  'font-family': anything,
  'font-size': oneOf(length, '(?:x{1,2}-)?(?:small|large)', 'medium', 'smaller', 'larger'),
  'font-weight': oneOf('normal', 'bold', 'bolder', 'lighter', String.raw`\d+`),
  'font-style': oneOf('normal', 'italic', 'oblique'),
  font: anything,
  'line-height': oneOf('normal', length),
  'text-align': oneOf('(?:-(?:webkit|moz)-)?(?:left|right|center|justify|start|end)'),
  'vertical-align': oneOf('baseline|top|middle|bottom|sub|super'),
  'text-decoration': listOf('none', 'underline', 'line-through', 'solid', colour),
  'text-decoration-line': listOf('none', 'underline', 'line-through'),
  'text-decoration-style': oneOf('solid'),
  'text-decoration-color': oneOf('currentcolor'),
  'text-transform': oneOf('none', 'uppercase', 'lowercase', 'capitalize'),
  'word-break': oneOf('normal', 'break-word', 'break-all'),
  'white-space': oneOf('normal', 'nowrap', 'pre', 'pre-wrap', 'pre-line'),
  direction: oneOf('ltr', 'rtl'),
  'list-style': listOf(
    text,
    'none|disc|circle|square|decimal|decimal-leading-zero|(?:lower|upper)-(?:alpha|latin|roman)',
    'outside',
    'inside',
  ),
  'list-style-type': oneOf(
    text,
    'none|disc|circle|square|decimal|decimal-leading-zero|(?:lower|upper)-(?:alpha|latin|roman)',
  ),
  'list-style-position': oneOf('outside', 'inside'),
  margin: lengthOrAuto,
  'margin-inline-start': lengthOrAuto,
  'margin-inline-end': lengthOrAuto,
  padding: lengths,
  width: oneOf(length, 'auto', '(?:fit|max|min)-content'),
  'min-width': size,
  'max-width': size,
  height: size,
  'min-height': size,
  'max-height': size,
  float: oneOf('none', 'left', 'right'),
  clear: oneOf('none', 'left', 'right', 'both'),
  position: oneOf('static', 'relative', 'absolute', 'fixed', String.raw`running\([^)]*\)`),
  'z-index': oneOf('auto', String.raw`[+-]?\d+`),
  top: size,
  right: size,
  bottom: size,
  left: size,
  inset: lengthOrAuto,
  'margin-inline': lengthOrAuto,
  'margin-block': lengthOrAuto,
  'padding-inline': lengths,
  'padding-block': lengths,
  'padding-inline-start': lengths,
  'padding-inline-end': lengths,
  'padding-block-start': lengths,
  'padding-block-end': lengths,
  'margin-block-start': lengthOrAuto,
  'margin-block-end': lengthOrAuto,
  visibility: oneOf('visible', 'hidden', 'collapse'),
  hyphens: oneOf('manual', 'none'),
  opacity: oneOf(String.raw`[\d.]+%?`),
  'letter-spacing': oneOf('normal', length),
  'word-spacing': oneOf('normal', length),
  'text-indent': oneOf(length),
  content: listOf(generated, 'none', 'normal'),
  'counter-reset': anything,
  'counter-increment': anything,
  'counter-set': anything,
  columns: listOf('auto', length),
  'column-count': oneOf('auto', String.raw`\d+`),
  'column-width': oneOf('auto', length),
  'column-fill': oneOf('auto', 'balance', 'balance-all'),
  'column-span': oneOf('all', 'none'),
  'column-rule': line,
  'column-rule-width': line,
  'column-rule-style': oneOf(lineStyle),
  'column-rule-color': oneOf(knownColour),
  flex: anything,
  'flex-grow': anything,
  'flex-shrink': anything,
  'flex-basis': anything,
  'flex-direction': anything,
  'flex-wrap': anything,
  'flex-flow': anything,
  order: anything,
  gap: lengths,
  'row-gap': lengths,
  'column-gap': lengths,
  'grid-gap': lengths,
  'grid-row-gap': lengths,
  'grid-column-gap': lengths,
  'align-items': anything,
  'align-self': anything,
  'align-content': anything,
  'justify-content': anything,
  'justify-items': anything,
  'justify-self': anything,
  'place-items': anything,
  'place-content': anything,
  'place-self': anything,
  grid: withoutSubgrid,
  'grid-template': withoutSubgrid,
  'grid-template-columns': withoutSubgrid,
  'grid-template-rows': withoutSubgrid,
  'grid-template-areas': anything,
  'grid-auto-columns': anything,
  'grid-auto-rows': anything,
  'grid-auto-flow': oneOf('row', 'column'),
  'grid-area': anything,
  'grid-row': anything,
  'grid-row-start': anything,
  'grid-row-end': anything,
  'grid-column': anything,
  'grid-column-start': anything,
  'grid-column-end': anything,
  'aspect-ratio': oneOf('auto', String.raw`(?:auto\s+)?[\d.]+(?:\s*\/\s*[\d.]+)?(?:\s+auto)?`),
  'box-sizing': oneOf('border-box', 'content-box'),
  border: line,
  'border-block': line,
  'border-inline': line,
  'border-block-start': line,
  'border-block-end': line,
  'border-inline-start': line,
  'border-inline-end': line,
  'border-width': line,
  'border-style': listOf(lineStyle),
  'border-color': listOf(knownColour),
  // The same at all corners.
  'border-radius': new RegExp(`^(?:${length})$|^(\\S+)(?:\\s+\\1){1,3}$`, 'i'),
  'border-collapse': oneOf('collapse', 'separate'),
  'border-spacing': lengths,
  'caption-side': oneOf('top', 'bottom'),
  'empty-cells': oneOf('show'),
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
    sides.flatMap((side) => [
      [`margin-${side}`, lengthOrAuto],
      [`padding-${side}`, lengths],
      [`border-${side}`, line],
      [`border-${side}-width`, line],
      [`border-${side}-style`, oneOf(lineStyle)],
      [`border-${side}-color`, oneOf(knownColour)],
    ]),
  ),
};

const firstColourOfText = 'transparent text has the first colour of the background';

/** What the layout does in place of properties that move content. All others are ignored. */
const instead: Readonly<Record<string, string>> = {
  display: 'the element is laid out as a block',
  float: 'the element stays in the flow',
  position: 'the element stays in the flow',
  'text-decoration-style': 'the line is solid',
  'text-decoration-color': 'the line has the colour of the text',
  'border-radius': 'the first length applies to all corners',
  'empty-cells': 'empty cells are drawn',
  hyphens: 'words break at soft hyphens alone',
  'background-clip': firstColourOfText,
  '-webkit-background-clip': firstColourOfText,
};

/** Properties without an effect on paper, or whose effect this layout has anyway. */
const silent =
  /^(?:-(?:webkit|moz|ms|o|premailer)-|mso-|_|\*)|^(?:cursor|transition|animation|scroll|overscroll|pointer-events|user-select|will-change|resize|caret-color|touch-action|accent-color|color-scheme|speak|print-color-adjust|color-adjust|text-rendering|font-smoothing|font-kerning|font-display|font-feature-settings|font-variant-numeric|font-variant-ligatures|font-synthesis|font-optical-sizing|image-rendering|word-wrap|overflow-wrap|word-break|line-break|text-size-adjust|background-attachment|background-origin|backface-visibility|isolation|contain|quotes|page|overflow(?:-[xy])?|tab-size|text-decoration-thickness|text-underline-offset|behavior|alt|all|src|unicode-range|bleed|marks)(?:$|-)/;

/** Properties of drawings, whose `<svg>` the rules of the page apply to. */
const ofDrawings =
  /^(?:fill|stroke|stop|marker|paint-order|vector-effect|text-anchor|clip-rule|dominant-baseline)(?:$|-)/;

/** Values that ask for nothing where the property is not known. */
const initial =
  /^(?:none|normal|auto|initial|unset|revert|inherit|static|visible|show|0(?:px|pt|em|%)?|baseline|medium|slice|clip|ltr|start)$/i;

/** Values that every property has. */
const universal = /^(?:inherit|initial|unset|revert)$|\bvar\(/i;

/** The layers of a background, each without its image. */
function plainLayersOf(value: string): string[] {
  const plain = withoutDrawnGradients(value.replace(/url\([^)]*\)/gi, ' none '), 'none');
  return layersOf(plain.replace(/\/(?![^(]*\))/g, ' / ')).map((layer) => layer.replace(/\s+/g, ' '));
}

const lengthProperty =
  /^(?:(?:min-|max-)?(?:width|height)|(?:margin|padding)(?:-[a-z-]+)?|top|right|bottom|left|inset|font-size|(?:letter|word)-spacing|text-indent|border-spacing|border(?:-[a-z]+)?-width|(?:row-|column-)?gap)$/;

/** Whether a length has no unit, which counts for nothing in a document with `<!DOCTYPE html>`. */
export const lacksUnit = (property: string, value: string): boolean =>
  lengthProperty.test(property) &&
  !value.includes('(') &&
  /(?:^|\s)[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?=\s|$)/.test(value.replaceAll(/(?:^|\s)[+-]?[0.]+(?=\s|$)/g, ' '));

/** A count of tracks, or a number of a line, that is greater than 1,000. */
const beyondGrid =
  /(?:^|[\s/-]|repeat\()0*(?:1000\d+|100[1-9]|10[1-9]\d|1[1-9]\d\d|[1-9]\d{4,}|[2-9]\d{3})(?:[\s,/]|$)/i;

export function treatmentOf(property: string, declared: string): Treatment {
  const { value, isTooLarge } = withoutCalculations(declared);
  if (isTooLarge) return tooLarge;
  if (property.startsWith('--')) return undefined;
  if (/^grid(?!-auto|-gap)/.test(property) && beyondGrid.test(value)) return 'the grid has 1,000 tracks on that side';
  const known = knownProperties[property];
  const layers = property.startsWith('background') ? plainLayersOf(value) : [value];
  if (
    known
      ? layers.every((layer) => known.test(layer)) || universal.test(value)
      : silent.test(property) || ofDrawings.test(property) || initial.test(value)
  )
    return undefined;
  if (
    /^background(?:-image)?$/.test(property) &&
    /(?<![\w-])(?:repeating-)?(?:linear|radial|conic)-gradient\(/i.test(value)
  )
    return 'the first colour of the gradient is drawn';
  return instead[property] ?? 'it is ignored';
}

/** Of `@page`. */
export function pageTreatmentOf(property: string, value: string): Treatment {
  if (property.startsWith('--') || silent.test(property)) return undefined;
  if (property === 'size') return sizeTreatmentOf(value.replace(/\s+/g, ' '));
  return ofPages.test(property) ? treatmentOf(property, value) : 'it is ignored';
}

/** The margins, what the boxes in them inherit, the background, padding and borders. */
const ofPages =
  /^(?:(?:margin|padding)(?:-(?:top|right|bottom|left))?|border(?:-(?:top|right|bottom|left))?(?:-(?:color|style|width))?|background(?:-(?:color|image|position|repeat|size))?|font(?:-family|-size|-style|-weight)?|color|line-height|(?:letter|word)-spacing|text-transform)$/;
