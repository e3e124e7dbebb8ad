import { knownProperties } from '../css/knownProperties.ts';
import { standardName } from '../css/prefixedProperties.ts';
import { valueFault } from '../css/valueFaults.ts';
import { tooLarge } from './calculationSupport.ts';
import { treatmentOf } from './cssSupport.ts';

/** Maximum number of declarations that are remembered. */
const MAX_KNOWN = 5_000;
/** Maximum length of a value that is remembered. */
const MAX_LENGTH = 200;
const known = new Map<string, boolean>();

/**
 * Whether a declaration is ignored as browsers ignore it, so that an earlier one counts. One that browsers follow and the layout does
 * not takes the place of earlier ones.
 */
export function isInvalid(property: string, value: string): boolean {
  if (!Object.hasOwn(knownProperties, standardName(property))) return false;
  const read = (): boolean => isInvalidValue(standardName(property), value.replace(/\s+/g, ' ').trim());
  if (value.length > MAX_LENGTH) return read();
  const key = `${property}:${value}`;
  let found = known.get(key);
  if (found === undefined) {
    found = read();
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(key, found);
  }
  return found;
}

/** A maximum is unlimited by `none`, and other sizes are free by `auto`: CSS permits neither word for the other. */
const wrongWord =
  /^(?:max-(?:width|height|inline-size|block-size): auto|(?:min-)?(?:width|height|inline-size|block-size): none)$/i;

function isInvalidValue(property: string, value: string): boolean {
  if (wrongWord.test(`${property}: ${value}`) || valueFault(property, value) !== undefined) return true;
  const isOfBrowsers =
    validElsewhere.test(value) || Boolean(ofProperties.find(([names]) => names.test(property))?.[1].test(value));
  if (isOfBrowsers || hasFunctions(value)) return false;
  const treatment = treatmentOf(property, value);
  if (treatment === undefined || treatment === tooLarge) return false;
  return treatment.startsWith('it is ignored') || /^(?:display|float|position)$/.test(property);
}

/** Whether a value has functions that browsers may know: neither plain colours, nor functions with the prefixes of others. */
const hasFunctions = (value: string): boolean =>
  !/(?:^|[\s,])-(?:moz|ms|o)-/i.test(value) && /[(]/.test(value.replaceAll(/(?<![\w-])(?:rgb|hsl)a?\([^()]*\)/gi, ' '));

/** Values that browsers know for several properties. */
const validElsewhere = /-webkit-|^(?:stretch|normal|(?:fit|max|min)-content)$/i;

/** Values that browsers know, beside those of the layout. */
const ofProperties: readonly (readonly [properties: RegExp, values: RegExp])[] = [
  [/^display$/, /^(?:(?:ruby|ruby-text|math|block|inline|flow|flow-root|table|flex|grid|list-item)(?: |$))+$/i],
  [/^(?:page-)?break-/, /^(?:avoid-)?column$/i],
  [/^grid/, /masonry/i],
  [/^(?:list-style|font-variant|font-feature-settings|appearance|contain|filter|zoom|opacity|outline)/, /^/],
  [/^font-size$/, /^(?:xxx-large|math)$/i],
  [/^font-style$/, /^oblique /i],
  [/^font$/, /^(?:caption|icon|menu|message-box|small-caption|status-bar)$/i],
  [/^text-(?:wrap|transform|orientation|decoration)/, /^(?:full-(?:width|size-kana)|math-auto|upright|blink)$/i],
  [/^text-overflow$/, /^["']/],
  [/^word-break$/, /^(?:keep-all|auto-phrase)$/i],
  [/^unicode-bidi$/, /^plaintext$/i],
  [/^rotate$/, /^[xyz] /i],
];
