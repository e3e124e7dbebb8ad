import { withCurrentColour, withPlainColours } from '../css/colourValues.ts';
import { layersOf, length, withSpacedColours } from '../css/cssPatterns.ts';
import { knownProperties } from '../css/knownProperties.ts';
import { lengthTreatment } from '../css/lengthLimits.ts';
import { ownValue } from '../css/ownValue.ts';
import { lengthProperty, withPlainCalculations } from '../css/plainCalculations.ts';
import { isDrawnByBrowsers, standardName } from '../css/prefixedProperties.ts';
import { valueFault } from '../css/valueFaults.ts';
import { documentFormat } from '../templates/formats.ts';
import { tooLarge, withoutCalculations } from './calculationSupport.ts';
import { withoutDrawnGradients } from './gradientSupport.ts';
import { sizeTreatmentOf } from './pageSupport.ts';

/** How the layout of PDFs treats a declaration: `undefined` where it understands it, else what it does instead. */
export type Treatment = string | undefined;

const firstColourOfText = 'transparent text has the first colour of the background';

/** What the layout does in place of properties that move content. All others are ignored. */
const instead: Readonly<Record<string, string>> = {
  display: 'the element is laid out as a block',
  float: 'the element stays in the flow',
  position: 'the element stays in the flow',
  visibility: 'rows and columns are hidden, and occupy their space',
  'text-shadow': 'the shadow is drawn without its blur, half as opaque',
  'list-style': 'its numbers are decimal',
  'list-style-type': 'its numbers are decimal',
  'white-space': 'spaces leave the ends of lines, as with pre-wrap',
  hyphens: 'words break at soft hyphens alone',
  'background-clip': firstColourOfText,
  '-webkit-background-clip': firstColourOfText,
};

/** Properties without an effect on paper, also those of Word, or whose effect this layout has anyway. */
const silent =
  /^(?:-(?:webkit|khtml|moz|ms|o|premailer)-|mso-|_|\*)|^(?:cursor|transition|animation|scroll|scrollbar|overscroll|pointer-events|user-select|will-change|resize|caret-color|touch-action|color-scheme|supported-color-schemes|speak|print-color-adjust|color-adjust|text-rendering|text-justify|font-smooth|font-smoothing|font-display|font-synthesis|font-optical-sizing|image-rendering|overflow-wrap|word-break|line-break|text-size-adjust|background-attachment|backface-visibility|transform-style|isolation|contain|container|container-name|container-type|text-decoration-skip|page|overflow(?:-(?:[xy]|inline|block))?|behavior|enable-background|hyphenate-limit|mask-(?:clip|composite|mode|origin|position|repeat|size)|alt|all|src|unicode-range|panose|bleed|marks|tab-stops|tab-interval|layout-grid|punctuation-wrap|ime-mode)(?:$|-)/;

/** Properties of drawings, whose `<svg>` the rules of the page apply to. */
const ofDrawings =
  /^(?:fill|stroke|stop|marker|paint-order|vector-effect|text-anchor|clip-rule|dominant-baseline)(?:$|-)/;

/** Values that ask for nothing where the property is not known. */
const initial =
  /^(?:none|normal|auto|initial|unset|revert|inherit|static|visible|show|0(?:px|pt|em|%)?|baseline|medium|slice|clip|ltr|start)$/i;

/** Values that every property has. */
const universal = /^(?:inherit|initial|unset|revert)$|\bvar\(/i;

/** Properties with values of several layers. */
const listed = /^background|^(?:box|text)-shadow$/;

/** The longest layer of a background or of a shadow, in characters. A pattern needs seconds to read longer ones, which have parts that are none. */
const MAX_LAYER = 1_000;

const addresses = /url\(\s*(?:"[^"]*"\s*|'[^']*'\s*|[^"'\s()][^()]*)?\)/gi;

/** The layers of a background or of a shadow, each without its image. */
function plainLayersOf(value: string): string[] {
  const plain = withoutDrawnGradients(value.replace(addresses, ' none '), 'none');
  return layersOf(plain.replace(/\([^()]*\)|\//g, (found) => (found === '/' ? ' / ' : found))).map((layer) =>
    layer.replace(/\s+/g, ' '),
  );
}

/** Whether a `/` is not between the position and the size of a layer of a background. */
function hasMisplacedSize(layer: string): boolean {
  const [before = '', after, ...others] = layer.replace(/\([^()]*\)/g, '').split('/');
  if (after === undefined || universal.test(layer)) return others.length > 0;
  return others.length > 0 || !position.test(before.slice(-MAX_WORD).trimEnd()) || !size.test(after.slice(0, MAX_WORD));
}

/** Maximum length of the position or size beside a `/`, in characters. */
const MAX_WORD = 100;
const position = new RegExp(`(?:^|\\s)(?:left|right|top|bottom|center|${length})$`, 'i');
const size = new RegExp(`^\\s(?:auto|cover|contain|${length})(?:\\s|$)`, 'i');

/** Whether a length has no unit, which counts for nothing in a document with `<!DOCTYPE html>`. */
export const lacksUnit = (property: string, value: string): boolean =>
  lengthProperty.test(property) &&
  !value.includes('(') &&
  /(?:^|\s)[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?=\s|$)/.test(value.replaceAll(/(?:^|\s)[+-]?[0.]+(?=\s|$)/g, ' '));

/** A count of tracks, or a number of a line, that is greater than 1,000. */
const beyondGrid =
  /(?:^|[\s/-]|repeat\()0*(?:1000\d+|100[1-9]|10[1-9]\d|1[1-9]\d\d|[1-9]\d{4,}|[2-9]\d{3})(?:[\s,/]|$)/i;

export function treatmentOf(declaredProperty: string, written: string): Treatment {
  const declared = withSpacedColours(written);
  const isOpen = /\bvar\(|currentcolor/i.test(declared);
  const coloured = withPlainColours(withCurrentColour(declared, '#000'), isOpen ? undefined : 'unreadable()');
  const { value, isTooLarge } = withoutCalculations(withPlainCalculations(declaredProperty, coloured));
  if (isTooLarge) return tooLarge;
  if (declaredProperty.startsWith('--')) return undefined;
  const property = standardName(declaredProperty);
  const missing = nextDeclaration.exec(withoutTexts(value))?.[1];
  if (missing !== undefined && !hasColons.test(property)) return `it is ignored: write a semicolon before ${missing}`;
  if (isDrawnByBrowsers(property)) return unset.test(value) ? undefined : 'it is ignored';
  if (/^grid(?!-auto|-gap)/.test(property) && beyondGrid.test(value)) return 'the grid has 1,000 tracks on that side';
  const unit = hasNames.test(property) ? undefined : unknownUnitIn(value);
  if (unit !== undefined) return `it is ignored: ${unit} is no unit`;
  const fault = valueFault(property, declared);
  if (fault !== undefined) return `it is ignored: ${fault}`;
  if (bareAngle.test(value)) return 'it is ignored: an angle needs a unit';
  if (withoutSign.test(property) && /(?:^|\s)-[\d.]*[1-9]/.test(value)) return 'it is ignored: it is negative';
  const longest = lengthTreatment(property, value);
  if (longest !== undefined) return longest;
  if (isRead(property, value)) return undefined;
  if (
    /^background(?:-image)?$/.test(property) &&
    /(?<![\w-])(?:repeating-)?(?:linear|radial|conic)-gradient\(/i.test(value)
  )
    return 'the first colour of the gradient is drawn';
  return ownValue(instead, property) ?? 'it is ignored';
}

function isRead(property: string, value: string): boolean {
  const known = ownValue(knownProperties, property);
  if (!known) return silent.test(property) || ofDrawings.test(property) || initial.test(value);
  if (!listed.test(property)) return known.test(value) || universal.test(value);
  const isKnown = (layer: string): boolean =>
    layer.length <= MAX_LAYER && known.test(layer) && !(property === 'background' && hasMisplacedSize(layer));
  return plainLayersOf(value).every(isKnown) || universal.test(value);
}

/** Values of properties with a prefix that change nothing. */
const unset = /^(?:none|normal|auto|initial|unset|revert|inherit|logical|0(?:px|pt|em)?(?:\s.*)?)$/i;

/** A turn by a number, such as `rotate(45)`. */
const bareAngle = /(?<![\w-])(?:rotate[xyz]?|skew[xy]?)\(\s*[+-]?(?=[0.]*[1-9])[\d.]+\s*[,)]/i;
/** Properties without negative values. */
const withoutSign =
  /^(?:(?:(?:min|max)-)?(?:width|height|(?:inline|block)-size)|padding(?:-[a-z-]+)?|font-size|line-height|border(?:-[a-z-]+)?-width|(?:row-|column-)?gap)$/;

/** Properties whose values have names, or may. */
const hasNames =
  /^(?:mso-.*|font|font-family|counter-.*|page|content|quotes|list-style.*|animation.*|transition.*|grid-(?:area|row|column).*|will-change|unicode-range|src)$/;

/** Returns a unit that CSS does not have. */
function unknownUnitIn(value: string): string | undefined {
  const plain = /["'(]/.test(value)
    ? value.replaceAll(/"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|url\([^()]*\)|\[[^[\]]*\]/gi, ' ')
    : value;
  for (const [, unit = ''] of plain.matchAll(
    /(?<![\w#.\\-])[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?([a-z]+)(?![\w%-])/gi,
  ))
    if (!units.test(unit)) return unit;
  return undefined;
}
const units =
  /^(?:px|pt|pc|in|cm|mm|q|r?(?:em|ex|ch|ic|cap|lh)|[sld]?v(?:w|h|i|b|min|max)|cq(?:w|h|i|b|min|max)|deg|grad|rad|turn|m?s|k?hz|dpi|dpcm|dppx|x|fr)$/i;

/** A property that a value contains, because a semicolon is missing. */
const nextDeclaration = /(?:^|\s)(?!data:|https?:)(-?[a-z][a-z-]+)\s*:/i;
/** Properties of old versions of Internet Explorer. */
const hasColons = /^[_*]?-?(?:ms-)?(?:filter|behavior)$/;
const withoutTexts = (value: string): string =>
  /:/.test(value) ? value.replaceAll(/"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|\([^()]*\)/g, ' ') : value;

/** Whether the layout follows a declaration, as `@supports` tests. */
export function isLaidOut(property: string, value: string): boolean {
  if (property.startsWith('--')) return true;
  if (value === '' || ofOtherBrowsers.test(property)) return false;
  const plain = property.replace(/^-webkit-/, '');
  if (plain === 'position' && value === 'sticky') return true;
  if ((plain === 'background-clip' && value === 'text') || property === '-webkit-line-clamp') return true;
  const name = Object.hasOwn(knownProperties, property) ? property : plain;
  return (
    (Object.hasOwn(knownProperties, name) || silent.test(name) || ofDrawings.test(name)) && !treatmentOf(name, value)
  );
}

/** Properties by which sheets recognize browsers that do not print PDFs. */
const ofOtherBrowsers = /^-(?:moz|ms|o|apple)-|^-webkit-(?:touch-callout|overflow-scrolling|text-size-adjust)$|^[_*]/;

const nothing = /^(?:none|normal|""|''|inherit|initial|unset|revert)$/i;
const inOrder = 'the element stands in the text where the page has it';

/**
 * What an office document or a plain text has in place of a layout, or of text, that a PDF has; undefined for all other
 * declarations.
 */
export function plainTreatmentOf(property: string, value: string, selector: string, format: string): Treatment {
  if (property === 'content' && /::marker\b/i.test(selector) && !/^(?:none|normal)$/i.test(value))
    return 'the items have the markers of their list';
  if (property === 'content' && /\\[ef][0-9a-f]{3}\b/i.test(value))
    return 'signs that icon fonts alone have are missing';
  if (format === 'txt')
    return property === 'text-transform' && /^(?:upper|lower)case$|^capitalize$/i.test(value)
      ? 'its letters stand as they are written'
      : undefined;
  if (format !== 'csv' && selector.startsWith('@')) return ofPage(property, value, selector, format);
  if (property === 'display' && /^(?:inline-)?(?:flex|grid)$/i.test(value)) return 'its items follow one another';
  if (property === 'float' && /^(?:left|right|inline-start|inline-end)$/i.test(value)) return inOrder;
  if (property === 'position' && /^(?:absolute|fixed)$/i.test(value)) return inOrder;
  const isColumns = /^(?:columns|column-count|column-width)$/.test(property);
  return isColumns && !/^(?:(?:auto|1)\s*)*$|^(?:inherit|initial|unset)$/i.test(value)
    ? 'its text has one column'
    : undefined;
}

function ofPage(property: string, value: string, selector: string, format: string): Treatment {
  if (/^@page\s*[^\s{]/.test(selector))
    return /^(?:size|margin)/.test(property) ? 'all pages have the size and the margins of @page alone' : undefined;
  if (property !== 'content' || nothing.test(value)) return undefined;
  if (/\belement\(/i.test(value)) return inOrder;
  const isWritten = documentFormat(format)?.office === 'text' && /^@(?:top|bottom)-/i.test(selector);
  return isWritten && !/\burl\(/i.test(value)
    ? undefined
    : 'this content is missing: write <header data-page> or <footer data-page>';
}

/** Of `@page`. */
export function pageTreatmentOf(property: string, value: string): Treatment {
  if (property === 'page-orientation')
    return /^(?:upright|rotate-(?:left|right))$/i.test(value) || universal.test(value) ? undefined : 'it is ignored';
  if (property.startsWith('--') || property === 'zoom' || silent.test(standardName(property))) return undefined;
  if (property === 'size') return sizeTreatmentOf(value.replace(/\s+/g, ' '));
  return ofPages.test(property) ? treatmentOf(property, value) : 'it is ignored';
}

/** The margins, what the boxes in them inherit, the background, padding and borders. */
const ofPages =
  /^(?:(?:margin|padding)(?:-(?:top|right|bottom|left))?|border(?:-(?:top|right|bottom|left))?(?:-(?:color|style|width))?|background(?:-(?:color|image|position|repeat|size))?|font(?:-family|-size|-style|-weight)?|color|line-height|(?:letter|word)-spacing|text-transform)$/;
