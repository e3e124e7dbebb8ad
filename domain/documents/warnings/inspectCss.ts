import { brokenPartsOf } from '../css/brokenCss.ts';
import { layersOf } from '../css/cssPatterns.ts';
import { isBrokenQuery } from '../css/mediaQueries.ts';
import { standardName } from '../css/prefixedProperties.ts';
import { lacksUnit, pageTreatmentOf, plainTreatmentOf, treatmentOf } from './cssSupport.ts';
import { allowedFunctions } from './htmlSupport.ts';
import { DYNAMIC, type InspectOptions } from './inspectOptions.ts';
import { counterStyleOf, ListStyles } from './listStyles.ts';
import { isUnknownMarginBox } from './pageSupport.ts';
import { isBrokenSelector, isOfState, unknownPseudoOf, withoutTexts } from './pseudoSupport.ts';
import { type CssToken, scanCss } from './scanCss.ts';
import { shown } from './shownText.ts';
import { addresses, isOfImage, quotedWithin } from './sources/cssAddresses.ts';
import { isOptionalVariable, unknownVariable, unknownVariableIn, withFallbacks } from './variableProblems.ts';

type Declaration = Extract<CssToken, { kind: 'declaration' }>;

/** Receives what a document lacks, and where. */
export interface Findings {
  /** `at`: offset in the document. */
  readonly add: (at: number, problem: string) => void;
  /** Checks an image. `fate`: what happens to one that is not drawn. */
  readonly image: (source: string, at: number, fate: string) => void;
  /** Whether a rule may apply to an element of the document. */
  readonly isUsed: (selector: string) => boolean;
}

interface Use {
  readonly property: string;
  readonly value: string;
  readonly at: number;
}

interface Prefixed extends Omit<Use, 'value'> {
  readonly selector: string;
  readonly problem: string;
}

/** Finds the CSS that does not count in a document. */
export class CssInspector {
  readonly #options: InspectOptions;
  readonly #hasDoctype: boolean;
  readonly #findings: Findings;
  readonly #declared = new Set<string>();
  /** The declarations with variables. */
  readonly #uses: Use[] = [];
  readonly #listStyles = new ListStyles();
  /** The warning about a property or a value with a vendor's prefix, until the next declaration is read. */
  #prefixed: Prefixed | undefined;
  /** The properties of the rule that was read last that have a warning. */
  #lost: { readonly selector: string; readonly properties: Set<string> } = { selector: '', properties: new Set() };

  constructor(options: InspectOptions, hasDoctype: boolean, findings: Findings) {
    this.#options = options;
    this.#hasDoctype = hasDoctype;
    this.#findings = findings;
  }

  /** @param element that has the CSS in its `style`; empty for a sheet */
  inspect(css: string, offset: number, element: string): void {
    const isSheet = element === '';
    if (this.#options.reader !== 'mail' && !css.includes(DYNAMIC))
      for (const { at, problem } of brokenPartsOf(css, { isSheet, shown })) this.#add(offset + at, problem);
    const scanned = [...scanCss(css, element, this.#options.reader === 'layout')];
    const overridden = overriddenSources(scanned);
    this.#listStyles.declare(scanned);
    const tokens = scanned.filter((token) => !overridden.has(token) && counterStyleOf(token) === undefined);
    for (const token of tokens) if (token.kind === 'declaration') this.#declare(token);
    let isAfterStray = false;
    for (const token of tokens) {
      const at = offset + token.at;
      const isOutside = token.kind === 'stray' && token.selector === '';
      // One rule is ignored for all that stands before it.
      if (isOutside && isAfterStray) continue;
      isAfterStray = isOutside;
      if (token.kind === 'declaration') {
        this.#variables(token, at);
        this.#declaration(token, at, isSheet);
      } else if (token.kind === 'rule') this.#rule(token.selector, at);
      else if (token.kind === 'stray') this.#stray(token, at);
      else this.#atRule(token, at);
    }
    this.#release();
  }

  /** Reports variables and counter styles that nothing in the document declares. */
  end(): void {
    const { reader, isWhole, partials } = this.#options;
    if (reader === 'mail') return;
    if (partials !== undefined)
      for (const { at, problem } of this.#listStyles.unknown(partials)) this.#add(at, problem);
    if (!isWhole) return;
    for (const { property, value, at } of this.#uses) {
      const name = unknownVariableIn(value, (one) => this.#declared.has(one));
      if (name !== undefined && !isOptionalVariable(name)) this.#add(at, unknownVariable(property, value, name));
    }
  }

  #add(at: number, problem: string): void {
    this.#findings.add(at, problem);
  }

  #declare({ selector, property: declared }: Declaration): void {
    const property = declared.replace(leading, '');
    const registered = property === 'initial-value' ? /^@property\s+(--\S+)$/i.exec(selector)?.[1] : undefined;
    if (registered !== undefined) this.#declared.add(registered);
    if (property.startsWith('--')) this.#declared.add(property);
  }

  #variables({ selector, property: declared, value }: Declaration, at: number): void {
    const property = declared.replace(leading, '');
    if (value.includes('var(') && !value.includes(DYNAMIC) && this.#findings.isUsed(selector))
      this.#uses.push({ property, value, at });
  }

  #atRule(token: Extract<CssToken, { kind: 'atRule' }>, at: number): void {
    if (token.name === 'media' && token.prelude.split(',').some(isBrokenQuery))
      this.#add(at, `@media ${shown(token.prelude)} joins media by and, which none of them is: write a comma`);
    else if (token.name === 'import') this.#add(at, '@import is removed, because Waybill fetches nothing');
    else if (token.name === 'font-face' && this.#options.reader === 'mail')
      this.#add(at, '@font-face is removed, because only PDFs contain fonts');
    else if (isRemoved(token.name, this.#options.reader))
      this.#add(at, `@${token.name} is not supported, so its rules are ignored`);
    else if (this.#options.reader === 'layout' && isIgnoredOnPaper(token))
      this.#add(at, `@${shown(`${token.name} ${token.prelude}`)} is not supported, so it is ignored`);
  }

  #stray({ selector, text }: Extract<CssToken, { kind: 'stray' }>, at: number): void {
    if (this.#options.reader === 'mail' || text.includes(DYNAMIC) || selector.includes(DYNAMIC)) return;
    if (selector === '') this.#add(at, `${shown(text)} stands outside of a rule, so the rule after it is ignored`);
    else if (this.#findings.isUsed(selector))
      this.#add(at, `${shown(text)} of ${shown(selector)} has no colon, so it is ignored`);
  }

  #rule(selector: string, at: number): void {
    if (this.#options.reader !== 'mail' && withoutTexts(selector).includes('//')) {
      this.#add(at, slashes('rule', selector));
      return;
    }
    if (this.#options.reader !== 'mail' && !selector.includes(DYNAMIC) && isBrokenSelector(selector))
      this.#add(at, `the selector ${shown(selector)} is not valid, so its rule is ignored`);
    if (this.#options.reader !== 'layout') return;
    for (const one of layersOf(selector)) {
      const pseudo = unknownPseudoOf(one);
      if (pseudo && this.#findings.isUsed(one))
        this.#add(at, `${pseudo} of ${shown(one)} is not supported, so the rule is ignored`);
    }
  }

  /** Reports the declaration with a prefix that was read last, unless the one for all browsers follows it. */
  #release(next?: Declaration): void {
    const prefixed = this.#prefixed;
    if (!prefixed) return;
    if (next?.selector === prefixed.selector) {
      const property = next.property.replace(leading, '');
      if (ofOthers.test(property) && property.replace(ofOthers, '') === prefixed.property) return;
      if (property === prefixed.property) {
        this.#prefixed = undefined;
        return;
      }
    }
    this.#prefixed = undefined;
    this.#add(prefixed.at, prefixed.problem);
  }

  #declaration(token: Declaration, at: number, isSheet: boolean): void {
    this.#release(token);
    const { value, selector } = token;
    if (selector === '@font-face') {
      if (this.#options.reader !== 'mail' && token.property === 'src' && !value.includes(DYNAMIC))
        this.#font(value, at);
      return;
    }
    if (!selector.startsWith('@') && isSheet && !this.#findings.isUsed(selector)) return;
    // `{{#if …}}` may stand before it.
    const property = token.property.replace(leading, '');
    for (const [, double, single, plain = ''] of value.matchAll(addresses)) {
      const source = double ?? single ?? plain;
      if (isOfImage(property, source)) this.#findings.image(source, at, 'removed');
    }
    if (this.#options.reader !== 'mail' && quotedWithin.test(value) && !value.includes(DYNAMIC))
      this.#add(
        at,
        `url() in ${property} of ${shown(selector)} contains a quotation mark or a bracket, so it is ignored, as in browsers: write the whole of it in quotation marks`,
      );
    if (this.#options.reader === 'browser') this.#functions(token, at);
    const place = at + token.property.length - property.length;
    if (this.#options.reader !== 'mail' && property.startsWith('//') && property.includes('\n')) {
      this.#add(place, slashes('declaration', property));
      return;
    }
    if (this.#options.reader !== 'layout' || value.includes(DYNAMIC) || property.includes(DYNAMIC)) return;
    if (/^@(?!page\b|(?:top|right|bottom|left)-)/.test(selector)) return;
    // A rule that is ignored as a whole has its own warning, and one of states counts nowhere on paper.
    const isIdle = (one: string): boolean =>
      isOfState(one) || unknownPseudoOf(one) !== undefined || !this.#findings.isUsed(one);
    if (isSheet && !selector.startsWith('@') && layersOf(selector).every(isIdle)) return;
    const { plainFormat: format } = this.#options;
    const lost = format && plainTreatmentOf(property, value, selector, format);
    if (lost)
      this.#add(place, `${shown(`${property}: ${value}`)} of ${shown(selector)} is not in a ${format}, so ${lost}`);
    const treatment = this.#treatmentOf(property, value, selector);
    if (treatment === undefined) return;
    const problem = `${shown(`${property}: ${value}`)} of ${shown(selector)} is not supported, so ${treatment}`;
    // No browser that prints reads these.
    if (/^\s*-(?:o|ms|khtml|moz|apple)-/i.test(value) || hack.test(value)) return;
    this.#lose({ property, value, selector }, place, problem);
  }

  /** Reports a declaration that does not count, once for all of its names. */
  #lose({ property, value, selector }: Omit<Declaration, 'kind' | 'at'>, place: number, problem: string): void {
    if (/^list-style(?:-type)?$/.test(property)) {
      this.#listStyles.add({ property, value, at: place, problem });
      return;
    }
    const standard = standardName(property);
    const isAlias = standard !== property;
    if (isAlias && this.#lost.selector === selector && this.#lost.properties.has(standard)) return;
    if (this.#lost.selector !== selector) this.#lost = { selector, properties: new Set() };
    if (!isAlias) this.#lost.properties.add(property);
    if (isAlias || /^\s*-[a-z]+-/i.test(value)) this.#prefixed = { property: standard, selector, at: place, problem };
    else this.#add(place, problem);
  }

  #treatmentOf(property: string, value: string, selector: string): string | undefined {
    if (this.#hasDoctype && lacksUnit(property, value)) return 'it is ignored: a length needs a unit';
    if (selector.startsWith('@page')) return pageTreatmentOf(property, value);
    const treatment = treatmentOf(property, value.replace(/\s+/g, ' '));
    if (treatment === undefined || !value.includes('var(')) return treatment;
    const plain = withFallbacks(value, (name) => this.#declared.has(name));
    return plain === value ? treatment : treatmentOf(property, plain.replace(/\s+/g, ' '));
  }

  /** Warns of functions that are not allowed: sanitizing removes their declarations for every renderer. */
  #functions({ property, value, selector }: Declaration, at: number): void {
    for (const [, name = ''] of value.replaceAll(/"[^"]*"|'[^']*'|url\([^()]*\)/gi, '').matchAll(/([a-z][\w-]*)\(/gi))
      if (!allowedFunctions.test(name))
        this.#add(at, `${name}() in ${property} of ${shown(selector)} is not supported, so the declaration is removed`);
  }

  #font(value: string, at: number): void {
    const sources = [...value.matchAll(addresses)].map(
      ([, double, single, plain]) => double ?? single ?? plain?.trim() ?? '',
    );
    if (sources.some(this.#options.hasFont)) return;
    const reason = sources.some((source) => /^\s*(?:https?:)?\/\//i.test(source))
      ? 'Waybill fetches nothing: put the file under templates/fonts/'
      : 'it is neither a TTF, OTF, WOFF or WOFF2 file under templates/fonts/ nor a data URI of one';
    const named = sources.find((source) => /\.(?:woff2?|[ot]tf)\b/i.test(source)) ?? sources[0] ?? value;
    const isEmpty = named.trim() === '';
    this.#add(
      at,
      isEmpty ? 'src of @font-face has an empty URL' : `the font ${shown(named)} is not loaded, because ${reason}`,
    );
  }
}

const slashes = (what: string, text: string): string =>
  `${shown(text)} has //, which begins no comment in CSS, so the ${what} after it is ignored: write /* … */`;

/** Values for old versions of Internet Explorer alone, and those that a tool has left empty. */
const hack = /\\\d+\s*$|^(?:""|'')$/;

const ofOthers = /^-(?:moz|ms|o)-/;

const leading = new RegExp(`^[${DYNAMIC}\\s]+`);

/** Returns each `src` of an `@font-face` that another one in the rule follows: the last one counts. */
function overriddenSources(tokens: readonly CssToken[]): ReadonlySet<CssToken> {
  const found = new Set<CssToken>();
  let last: CssToken | undefined;
  for (const token of tokens) {
    if (token.kind === 'atRule') last = undefined;
    if (token.kind !== 'declaration' || token.selector !== '@font-face' || token.property !== 'src') continue;
    if (last) found.add(last);
    last = token;
  }
  return found;
}

/** At-rules of CSS, and `@list` of Word. Others are misspelt, or for a program that has not written the CSS yet: `@include`, `@tailwind`. */
const knownAtRules =
  /^(?:-[a-z]+-.*|charset|color-profile|container|counter-style|custom-media|document|font-.*|import|keyframes|layer|list|media|namespace|page|position-try|property|scope|starting-style|supports|view-transition|viewport|footnote|(?:top|right|bottom|left)-.*)$/;

/** Whether cleaning removes an at-rule that nobody understands, or that the reader would have understood. */
function isRemoved(name: string, reader: InspectOptions['reader']): boolean {
  return reader !== 'mail' && (!knownAtRules.test(name) || name === 'scope');
}

/** Selectors of pages other than names, `:first`, `:left` and `:right`, and boxes that no margin has. */
function isIgnoredOnPaper({ name, prelude }: Extract<CssToken, { kind: 'atRule' }>): boolean {
  const isKnown = (selector: string): boolean =>
    /^(?:-?[a-z_][\w-]*)?(?::(?:first|left|right))*$/i.test(selector.trim());
  if (name === 'container') return /(?:style|scroll-state)\(/i.test(prelude);
  return isUnknownMarginBox(name) || (name === 'page' && !prelude.split(',').every(isKnown));
}
