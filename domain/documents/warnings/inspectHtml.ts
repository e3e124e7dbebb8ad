import type { TemplateProblem } from '../templates/templateFault.ts';
import { decodeReferences } from './characterReferences.ts';
import { conditionalComment } from './conditionalComment.ts';
import { lacksUnit, pageTreatmentOf, treatmentOf } from './cssSupport.ts';
import {
  allowedElements,
  allowedFunctions,
  droppedElements,
  fieldElements,
  isMissed,
  isUnknownElement,
} from './htmlSupport.ts';
import { isForPrint } from './mediaQueries.ts';
import { isUnknownMarginBox } from './pageSupport.ts';
import { isOfState, unknownPseudoOf } from './pseudoSupport.ts';
import { type CssToken, scanCss } from './scanCss.ts';
import { type HtmlToken, type ScannedAttribute, scanHtml } from './scanHtml.ts';
import { isForeignSvg } from './svgSupport.ts';

/** Stands in a template for what its data decides. */
export const DYNAMIC = '\ue003';

/** Maximum length of a value or a text in a warning. */
const MAX_SHOWN = 60;
/** Maximum number of warnings about one document. */
const MAX_WARNINGS = 200;

export interface InspectOptions {
  /**
   * What reads the CSS: the layout of the service, a browser, or mail programs. Conditional comments stay only in an e-mail.
   */
  readonly reader: 'layout' | 'browser' | 'mail';
  /** Whether its PDF has a structure for screen readers. */
  readonly tagged: boolean;
  /** Whether a `src` names an image that is drawn. */
  readonly hasImage: (source: string) => boolean;
  /** Why a `src` on another host is not shown. */
  readonly whyNotFetched: (source: string) => string;
  /** Whether a URL in an `@font-face` names a font that is used. */
  readonly hasFont: (source: string) => boolean;
}

/** Returns what a document of this HTML would lack, in the order of the text, comments last; each problem once. */
export function inspectHtml(html: string, options: InspectOptions): TemplateProblem[] {
  const inspector = new Inspector(html, options);
  const isDropped = (name: string): boolean =>
    droppedElements.has(name) && !(options.reader !== 'mail' && fieldElements.has(name));
  for (const token of scanHtml(html, isDropped)) {
    inspector.inspect(token);
    if (inspector.found.size >= MAX_WARNINGS) break;
  }
  const found = [...inspector.found.values()];
  // Documents lack nothing without comments, so they come last.
  const isComment = ({ problem }: TemplateProblem): boolean => problem.startsWith('the comment ');
  return [...found.filter((one) => !isComment(one)), ...found.filter(isComment)];
}

/** Whether PDFs have an element that other formats do not have. */
const isLaidOut = (name: string): boolean => fieldElements.has(name) || isUnknownElement(name);

class Inspector {
  readonly found = new Map<string, TemplateProblem>();
  readonly #options: InspectOptions;
  readonly #html: string;
  readonly #hasDoctype: boolean;
  #line = 1;
  #lineStart = 0;
  #read = 0;

  constructor(html: string, options: InspectOptions) {
    this.#html = html;
    // It is the first of a document, except for comments.
    this.#hasDoctype = /<!doctype/i.test(html.slice(0, 1000));
    this.#options = options;
  }

  inspect(token: HtmlToken): void {
    if (token.kind === 'start') this.#element(token);
    else if (token.kind === 'comment') this.#comment(token);
    else if (isForPrint(token.media)) this.#css(token.css, token.at, '');
  }

  #comment({ text, at }: Extract<HtmlToken, { kind: 'comment' }>): void {
    const conditional = this.#options.reader === 'mail' ? conditionalComment(text) : undefined;
    if (conditional?.kind === 'hidden') {
      for (const token of scanHtml(conditional.content, (name) => droppedElements.has(name)))
        if (token.kind === 'start') this.#images(token.name, token.attributes, at);
    }
    const isSpace = text.replaceAll(DYNAMIC, '').trim() === '';
    if (!conditional && !isSpace) this.#add(at, `the comment ${shown(`<!--${text}-->`)} is removed`);
  }

  #element({ name, attributes, at }: Extract<HtmlToken, { kind: 'start' }>): void {
    const attributeOf = (name: string): string | undefined => attributes.find((one) => one.name === name)?.value;
    if (name === 'svg') this.#drawing(at);
    else if (!allowedElements.has(name) && !(this.#options.reader !== 'mail' && isLaidOut(name))) {
      if (name === 'link' && isMissed(name, attributeOf('rel'))) {
        this.#add(
          at,
          `the style sheet ${shown(decodeReferences(attributeOf('href') ?? ''))} is not loaded, because Waybill fetches nothing`,
        );
      } else if (isMissed(name, attributeOf('rel')) && !name.includes(':')) {
        const fate = droppedElements.has(name) ? 'it is removed with its content' : 'its content alone is shown';
        this.#add(at, `<${name}> is not supported, so ${fate}`);
      }
      if (droppedElements.has(name)) return;
    }
    this.#images(name, attributes, at);
    if (name === 'input') this.#field(attributes, at);
    if (this.#options.tagged && name === 'img') this.#altText(attributes, at);
    if (this.#options.reader === 'browser' && attributeOf('data-page') !== undefined)
      this.#add(
        at,
        `<${name} data-page> is shown once by a browser: for each page, write @page { @top-center { content: 'text' } }`,
      );
    const style = attributes.find((one) => one.name === 'style');
    // Padded, so that offsets stay.
    if (style) this.#css(decodeReferences(style.value, { pads: true }), style.at, describeElement(name, attributes));
  }

  #drawing(at: number): void {
    const end = this.#html.indexOf('</svg', at);
    if (isForeignSvg(this.#html.slice(at, end < 0 ? undefined : end).replaceAll(DYNAMIC, '')))
      this.#add(at, '<svg> contains a script, a link or a reference to something outside of it, so it is removed');
  }

  #field(attributes: readonly ScannedAttribute[], at: number): void {
    const type = attributes.find((one) => one.name === 'type')?.value.toLowerCase();
    if (type !== undefined && /^(?:color|file|image|range)$/.test(type))
      this.#add(at, `<input type="${type}"> is not supported, so it is drawn as a text field`);
  }

  #images(element: string, attributes: readonly ScannedAttribute[], at: number): void {
    const has = (name: string): boolean => attributes.some((one) => one.name === name);
    if (element === 'img' && has('srcset') && !has('src'))
      this.#add(at, 'srcset of <img> is not supported, so the image is replaced by its alt text: write src');
    for (const { name, value } of attributes) {
      if (name === 'src' && element === 'img') this.#image(value, at, 'replaced by its alt text');
      else if (name === 'background') this.#image(value, at, 'removed');
      else if (this.#options.reader === 'mail' && name === 'src' && element.startsWith('v:'))
        this.#image(value, at, 'removed');
    }
  }

  #altText(attributes: readonly ScannedAttribute[], at: number): void {
    const isKnown = ({ name, value }: ScannedAttribute): boolean =>
      name === 'alt' || name === 'aria-label' || (name === 'aria-hidden' && value === 'true') || name.includes(DYNAMIC);
    const role = attributes.find(({ name }) => name === 'role')?.value;
    if (role === 'presentation' || role === 'none' || attributes.some(isKnown)) return;
    const source = attributes.find(({ name }) => name === 'src')?.value ?? '';
    const image = `the image ${shown(decodeReferences(source))} has no alt text, so screen readers do not say what it shows`;
    this.#add(at, `${image}: write it, or alt="" for decoration`);
  }

  #image(value: string, at: number, fate: string): void {
    const source = decodeReferences(value);
    if (source.includes(DYNAMIC) || source.trim() === '' || this.#options.hasImage(source)) return;
    const reason = /^\s*(?:https?:)?\/\//i.test(source)
      ? this.#options.whyNotFetched(source)
      : 'it is neither an image under templates/ nor a data URI of one';
    this.#add(at, `the image ${shown(source)} is ${fate}, because ${reason}`);
  }

  #css(css: string, offset: number, element: string): void {
    const isSheet = element === '';
    const tokens = [...scanCss(css, element)];
    const relative = new Set(tokens.flatMap((token) => (isRelative(token) ? token.selector : [])));
    for (const token of tokens) {
      const at = offset + token.at;
      if (token.kind === 'declaration') {
        this.#declaration(token, at, isSheet);
        if (relative.has(token.selector)) this.#depth(token, at);
      } else if (token.kind === 'rule') this.#rule(token.selector, at);
      else if (token.name === 'import') this.#add(at, '@import is removed, because Waybill fetches nothing');
      else if (token.name === 'font-face' && this.#options.reader === 'mail')
        this.#add(at, '@font-face is removed, because only PDFs contain fonts');
      else if (isRemoved(token.name, this.#options.reader))
        this.#add(at, `@${token.name} is not supported, so its rules are ignored`);
      else if (this.#options.reader === 'layout' && isIgnoredOnPaper(token))
        this.#add(at, `@${shown(`${token.name} ${token.prelude}`)} is not supported, so it is ignored`);
    }
  }

  #rule(selector: string, at: number): void {
    if (this.#options.reader !== 'layout') return;
    for (const one of selector.split(',')) {
      const pseudo = unknownPseudoOf(one.trim());
      if (pseudo) this.#add(at, `${pseudo} of ${shown(one.trim())} is not supported, so the rule is ignored`);
    }
  }

  #declaration(token: Extract<CssToken, { kind: 'declaration' }>, at: number, isSheet: boolean): void {
    const { value, selector } = token;
    if (selector === '@font-face') {
      if (this.#options.reader !== 'mail' && token.property === 'src' && !value.includes(DYNAMIC))
        this.#font(value, at);
      return;
    }
    for (const [, source = ''] of value.matchAll(/url\(\s*["']?([^"')]*)["']?\s*\)/gi))
      this.#image(source, at, 'removed');
    // `{{#if …}}` may stand before it.
    const property = token.property.replace(leading, '');
    if (this.#options.reader === 'browser') this.#functions(token, at);
    if (this.#options.reader !== 'layout' || value.includes(DYNAMIC) || property.includes(DYNAMIC)) return;
    if (/^@(?!page\b|(?:top|right|bottom|left)-)/.test(selector)) return;
    // A rule that is ignored as a whole has its own warning, and one of states counts nowhere on paper.
    const isIdle = (one: string): boolean => isOfState(one) || unknownPseudoOf(one.trim()) !== undefined;
    if (isSheet && !selector.startsWith('@') && selector.split(',').every(isIdle)) return;
    const treatment = this.#treatmentOf(property, value, selector);
    if (treatment === undefined) return;
    this.#add(
      at + token.property.length - property.length,
      `${shown(`${property}: ${value}`)} of ${shown(selector)} is not supported, so ${treatment}`,
    );
  }

  /** Of an element that stays in the flow. */
  #depth({ property, value, selector }: Extract<CssToken, { kind: 'declaration' }>, at: number): void {
    if (this.#options.reader !== 'layout' || property.replace(leading, '') !== 'z-index' || !value.startsWith('-'))
      return;
    this.#add(
      at,
      `${shown(`z-index: ${value}`)} of ${shown(selector)} is not supported with position: relative, so the element is drawn in its place`,
    );
  }

  #treatmentOf(property: string, value: string, selector: string): string | undefined {
    if (this.#hasDoctype && lacksUnit(property, value)) return 'it is ignored: a length needs a unit';
    if (selector.startsWith('@page')) return pageTreatmentOf(property, value);
    return treatmentOf(property, value.replace(/\s+/g, ' '));
  }

  /** Warns of functions that are not allowed: sanitizing removes their declarations for every renderer. */
  #functions({ property, value, selector }: Extract<CssToken, { kind: 'declaration' }>, at: number): void {
    for (const [, name = ''] of value.replaceAll(/"[^"]*"|'[^']*'|url\([^)]*\)/gi, '').matchAll(/([a-z][\w-]*)\(/gi))
      if (!allowedFunctions.test(name))
        this.#add(at, `${name}() in ${property} of ${shown(selector)} is not supported, so the declaration is removed`);
  }

  #font(value: string, at: number): void {
    const sources = [...value.matchAll(/url\(\s*(?:"([^"]*)"|'([^']*)'|([^)]*))\s*\)/gi)].map(
      ([, double, single, plain]) => double ?? single ?? plain?.trim() ?? '',
    );
    if (sources.some(this.#options.hasFont)) return;
    const reason = sources.some((source) => /^\s*(?:https?:)?\/\//i.test(source))
      ? 'Waybill fetches nothing: put the file under templates/fonts/'
      : 'it is neither a TTF, OTF, WOFF or WOFF2 file under templates/fonts/ nor a data URI of one';
    this.#add(at, `the font ${shown(sources[0] ?? value)} is not loaded, because ${reason}`);
  }

  #add(at: number, problem: string): void {
    if (this.found.has(problem)) return;
    // A problem may be found before one that is above it in the text.
    if (at < this.#read) [this.#line, this.#lineStart, this.#read] = [1, 0, 0];
    for (let next = this.#html.indexOf('\n', this.#read); next >= 0 && next < at; ) {
      this.#line++;
      this.#lineStart = next + 1;
      next = this.#html.indexOf('\n', this.#lineStart);
    }
    this.#read = Math.max(this.#lineStart, at);
    this.found.set(problem, { problem, line: this.#line, column: at - this.#lineStart + 1 });
  }
}

const leading = new RegExp(`^[${DYNAMIC}\\s]+`);

const isRelative = (token: CssToken): token is Extract<CssToken, { kind: 'declaration' }> =>
  token.kind === 'declaration' && token.property.replace(leading, '') === 'position' && token.value === 'relative';

/** Whether cleaning removes an at-rule, and the reader would have understood it. */
function isRemoved(name: string, reader: InspectOptions['reader']): boolean {
  if (reader === 'mail') return false;
  return /^(?:container|scope)$/.test(name) || (reader === 'browser' && /^(?:counter-style|property)$/.test(name));
}

/** Selectors of pages other than names, `:first`, `:left` and `:right`, and boxes that no margin has. */
function isIgnoredOnPaper({ name, prelude }: Extract<CssToken, { kind: 'atRule' }>): boolean {
  const isKnown = (selector: string): boolean =>
    /^(?:-?[a-z_][\w-]*)?(?::(?:first|left|right))*$/i.test(selector.trim());
  return isUnknownMarginBox(name) || (name === 'page' && !prelude.split(',').every(isKnown));
}

function describeElement(name: string, attributes: readonly ScannedAttribute[]): string {
  const id = attributes.find((one) => one.name === 'id')?.value;
  const classes = attributes.find((one) => one.name === 'class')?.value.trim();
  if (id && !id.includes(DYNAMIC)) return `<${name} id="${id}">`;
  return classes && !classes.includes(DYNAMIC) ? `<${name} class="${classes}">` : `<${name}>`;
}

/** A text on one line, shortened. A semicolon before a space separates warnings. */
function shown(text: string): string {
  const line = text
    .replaceAll(DYNAMIC, '…')
    .replace(/…+/g, '…')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/;(?= |$)/g, ',');
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN - 1).toWellFormed()}…` : line;
}
