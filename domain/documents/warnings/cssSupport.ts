/** How the layout of PDFs treats a declaration: `undefined` where it understands it, else what it does instead. */
export type Treatment = string | undefined;

const length = String.raw`[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?(?:px|pt|mm|cm|in|pc|q|em|rem|ex|ch|vw|vh|vmin|vmax|%)?|(?:calc|min|max|clamp)\(.*\)`;
const colour = String.raw`#[0-9a-f]{3,8}|(?:rgb|hsl)a?\([^()]*\)|transparent|currentcolor|none|[a-z]+`;
const oneOf = (...values: string[]): RegExp => new RegExp(`^(?:${values.join('|')})$`, 'i');
const listOf = (...values: string[]): RegExp =>
  new RegExp(`^(?:${values.join('|')})(?:\\s+(?:${values.join('|')}))*$`, 'i');

const lengths = listOf(length);
const lengthOrAuto = listOf(length, 'auto');
const size = oneOf(length, 'auto', 'none');
const lineStyle = 'none|hidden|solid|dashed|dotted|double|groove|ridge|inset|outset';
const line = listOf(length, lineStyle, 'thin', 'medium', 'thick', colour);
const breaks = oneOf('auto', 'always', 'page', 'left', 'right', 'recto', 'verso', 'avoid', 'avoid-page');
const anything = /^/;
const withoutSubgrid = /^(?!.*subgrid)/i;

const sides = ['top', 'right', 'bottom', 'left'];

/** The properties that the layout knows, each with the values that it knows. */
const knownProperties: Readonly<Record<string, RegExp>> = {
  color: oneOf(colour),
  background: listOf(
    colour,
    'none',
    'no-repeat',
    'repeat',
    'scroll',
    'center',
    'top',
    'left',
    'right',
    'bottom',
    length,
  ),
  'background-color': oneOf(colour),
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
  'vertical-align': oneOf('baseline|top|middle|bottom|sub|super|text-top|text-bottom'),
  'text-decoration': listOf('none', 'underline', 'line-through', 'solid', colour),
  'text-decoration-line': listOf('none', 'underline', 'line-through'),
  'text-transform': oneOf('none', 'uppercase', 'lowercase', 'capitalize'),
  'white-space': oneOf('normal', 'nowrap', 'pre', 'pre-wrap', 'pre-line'),
  direction: oneOf('ltr', 'rtl'),
  'list-style': anything,
  'list-style-type': oneOf(
    'none|disc|circle|square|decimal|decimal-leading-zero|(?:lower|upper)-(?:alpha|latin|roman)',
  ),
  'list-style-position': oneOf('outside'),
  margin: lengthOrAuto,
  'margin-inline-start': lengthOrAuto,
  'margin-inline-end': lengthOrAuto,
  padding: lengths,
  width: size,
  'min-width': size,
  'max-width': size,
  height: size,
  'min-height': size,
  'max-height': size,
  float: oneOf('none', 'left', 'right'),
  clear: oneOf('none', 'left', 'right', 'both'),
  position: oneOf('static', 'relative', 'absolute', 'fixed'),
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
  'margin-block-start': lengthOrAuto,
  'margin-block-end': lengthOrAuto,
  visibility: oneOf('visible', 'hidden', 'collapse'),
  opacity: oneOf(String.raw`[\d.]+%?`),
  'letter-spacing': oneOf('normal', length),
  'word-spacing': oneOf('normal', length),
  'text-indent': oneOf(length),
  content: /^(?!.*url\()/i,
  'counter-reset': anything,
  'counter-increment': anything,
  'counter-set': anything,
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
  'box-sizing': oneOf('border-box', 'content-box'),
  border: line,
  'border-width': line,
  'border-style': listOf(lineStyle),
  'border-color': listOf(colour),
  'border-radius': lengths,
  'border-collapse': oneOf('collapse', 'separate'),
  'border-spacing': lengths,
  'table-layout': oneOf('auto', 'fixed'),
  'page-break-before': breaks,
  'page-break-after': breaks,
  'page-break-inside': breaks,
  'break-before': breaks,
  'break-after': breaks,
  'break-inside': breaks,
  ...Object.fromEntries(
    sides.flatMap((side) => [
      [`margin-${side}`, lengthOrAuto],
      [`padding-${side}`, lengths],
      [`border-${side}`, line],
      [`border-${side}-width`, line],
      [`border-${side}-style`, oneOf(lineStyle)],
      [`border-${side}-color`, oneOf(colour)],
    ]),
  ),
};

/** What the layout does in place of properties that move content. All others are ignored. */
const instead: Readonly<Record<string, string>> = {
  display: 'the element is laid out as a block',
  float: 'the element stays in the flow',
  position: 'the element stays in the flow',
};

/** Properties without an effect on paper, or whose effect this layout has anyway. */
const silent =
  /^(?:-(?:webkit|moz|ms|o|premailer)-|mso-|_|\*)|^(?:cursor|transition|animation|outline|scroll|overscroll|pointer-events|user-select|will-change|appearance|resize|caret-color|touch-action|accent-color|color-scheme|speak|orphans|widows|print-color-adjust|color-adjust|text-rendering|font-smoothing|font-kerning|font-display|font-feature-settings|font-variant-numeric|font-variant-ligatures|font-synthesis|font-optical-sizing|image-rendering|word-wrap|overflow-wrap|word-break|hyphens|line-break|text-size-adjust|background-repeat|background-size|background-position|background-attachment|background-clip|background-origin|backface-visibility|isolation|contain|quotes|page|overflow(?:-[xy])?|tab-size|text-decoration-(?:color|style|thickness)|text-underline-offset|behavior|alt|all|zoom|filter|src|unicode-range|empty-cells|caption-side|bleed|marks)(?:$|-)/;

/** Values that ask for nothing where the property is not known. */
const initial =
  /^(?:none|normal|auto|initial|unset|revert|inherit|static|visible|show|0(?:px|pt|em|%)?|1|row|nowrap|stretch|baseline|medium|separate|slice|clip|ltr|start|flex-start|row nowrap|0 0 auto|0 1 auto)$/i;

/** Values that every property has. */
const universal = /^(?:inherit|initial|unset|revert)$|\bvar\(/i;

export function treatmentOf(property: string, value: string): Treatment {
  if (property.startsWith('--')) return undefined;
  const known = knownProperties[property];
  if (known ? known.test(value) || universal.test(value) : silent.test(property) || initial.test(value))
    return undefined;
  return instead[property] ?? 'it is ignored';
}

/** Of `@page`: its size and its margins are the same on every page. */
export function pageTreatmentOf(selector: string, property: string, value: string): Treatment {
  if (property.startsWith('--') || silent.test(property)) return undefined;
  if (selector !== '@page') return 'it is ignored';
  if (property === 'size') return undefined;
  return /^margin(?:-(?:top|right|bottom|left))?$/.test(property) ? treatmentOf(property, value) : 'it is ignored';
}

const plainPseudos =
  /^(?:first-child|last-child|only-child|first-of-type|last-of-type|only-of-type|nth-(?:last-)?(?:child|of-type)|root|empty|link|not|is|where|before|after)$/;
/** States that paper does not have. */
const states =
  /^(?:hover|active|focus|focus-within|focus-visible|visited|target|checked|disabled|enabled|placeholder|selection|autofill|invalid|valid|required|-[\w-]+)$/;

/** Returns the pseudo-class or pseudo-element of a selector that the layout does not know. */
export function unknownPseudoOf(selector: string): string | undefined {
  const plain = selector.replace(/\[[^\]]*\]|"[^"]*"|'[^']*'/g, '');
  const names = [...plain.matchAll(/::?(-?[a-z][\w-]*)/gi)].map(
    ([whole, name = '']) => [whole, name.toLowerCase()] as const,
  );
  if (names.some(([, name]) => states.test(name))) return undefined;
  return names.find(([, name]) => !plainPseudos.test(name))?.[0];
}
