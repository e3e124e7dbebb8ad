import { isForPrint } from '../css/mediaQueries.ts';
import { decodeReferences } from '../html/characterReferences.ts';
import { lost, type ScannedAttribute } from '../html/readTag.ts';
import { endOf, type HtmlToken, scanHtml } from '../html/scanHtml.ts';
import { StrayEndTags } from '../html/strayEndTags.ts';
import { cellProblem } from '../templates/cellValues.ts';
import type { TemplateProblem } from '../templates/templateFault.ts';
import { removedAttributes, scriptProblem } from './activeContent.ts';
import { brokenConditionalComment, conditionalComment } from './conditionalComment.ts';
import { misspeltElements } from './elementNames.ts';
import { allowedElements, droppedElements, fieldElements, isMissed, isUnknownElement } from './htmlSupport.ts';
import { CssInspector } from './inspectCss.ts';
import { DYNAMIC, type InspectOptions } from './inspectOptions.ts';
import { shown } from './shownText.ts';
import { isMeantAsImageData } from './sources/imageData.ts';
import { htmlInSvg, removedSvgAttribute, svgProblems } from './sources/svgSupport.ts';
import { usedNames } from './usedNames.ts';

/** Maximum number of warnings about one document. */
const MAX_WARNINGS = 200;

/** Returns what a document of this HTML would lack, in the order of the text, variables and then the first comment last; each problem once. */
export function inspectHtml(html: string, options: InspectOptions): TemplateProblem[] {
  const inspector = new Inspector(html, options);
  const isDropped = (name: string): boolean =>
    droppedElements.has(name) && !(options.reader !== 'mail' && fieldElements.has(name));
  for (const token of scanHtml(html, isDropped)) {
    inspector.inspect(token);
    if (inspector.found.size >= MAX_WARNINGS) break;
  }
  inspector.end();
  const found = [...inspector.found.values()];
  // Documents lack nothing without comments, so they come last.
  const [comment, ...others] = found.filter(isAboutComment);
  const further = others.length > 0 ? ', as are further ones' : '';
  const named = comment ? [{ ...comment, problem: `${comment.problem}${further}` }] : [];
  return [...found.filter((one) => !isAboutComment(one)), ...named];
}

const isAboutComment = ({ problem }: TemplateProblem): boolean => problem.startsWith('the comment ');

/** Whether PDFs have an element that other formats do not have. */
const isLaidOut = (name: string): boolean => fieldElements.has(name) || isUnknownElement(name);

/** Elements whose text is drawn, but not as they ask for. */
const inPlace: ReadonlyMap<string, string> = new Map([['rt', 'its text stands behind the one that it belongs to']]);

class Inspector {
  readonly found = new Map<string, TemplateProblem>();
  readonly #options: InspectOptions;
  readonly #html: string;
  readonly #hasDoctype: boolean;
  readonly #css: CssInspector;
  readonly #misspelt: ReturnType<typeof misspeltElements>;
  readonly #endTags = new StrayEndTags(allowedElements);
  #line = 1;
  #lineStart = 0;
  #read = 0;

  constructor(html: string, options: InspectOptions) {
    this.#html = html;
    this.#options = options;
    // It is the first of a document, except for comments.
    this.#hasDoctype = /<!doctype/i.test(html.slice(0, 1000));
    this.#misspelt = misspeltElements(html, options.isWhole);
    this.#css = new CssInspector(options, this.#hasDoctype, {
      add: (at, problem) => this.#add(at, problem),
      image: (source, at, fate) => this.#image(source, at, fate),
      isUsed: options.isWhole ? usedNames(html) : () => true,
    });
  }

  end(): void {
    this.#css.end();
  }

  inspect(token: HtmlToken): void {
    if (token.kind === 'start') this.#element(token);
    else if (token.kind === 'end') this.#endTag(token);
    else if (token.kind === 'comment') this.#comment(token);
    else if (token.kind === 'unclosed') {
      this.#endTags.cut();
      this.#add(token.at, `${token.what} is not closed, so ${token.effect}`);
    } else if (isForPrint(token.media)) this.#css.inspect(token.css, token.at, '');
  }

  #endTag({ name, at }: Extract<HtmlToken, { kind: 'end' }>): void {
    const problem = this.#endTags.end(name);
    if (problem !== undefined && this.#options.hasAllTags) this.#add(at, problem);
  }

  #comment({ text, at, isClosed }: Extract<HtmlToken, { kind: 'comment' }>): void {
    if (!isClosed) {
      this.#add(at, `<!-- is not closed, so ${lost}: write -->`);
      return;
    }
    const conditional = this.#options.reader === 'mail' ? conditionalComment(text) : undefined;
    if (conditional?.kind === 'hidden') {
      for (const token of scanHtml(conditional.content, (name) => droppedElements.has(name) && name !== 'xml'))
        if (token.kind === 'start') this.#elementForOutlook(token, at);
    }
    // Browsers read `<?xml …?>` as a comment, and write it as one.
    const changesNothing = text.replaceAll(DYNAMIC, '').trim() === '' || text.startsWith('?');
    if (conditional || changesNothing) return;
    const isForOutlook = this.#options.reader === 'mail' && /^\s*\[if\s/i.test(text);
    const problem = isForOutlook ? brokenConditionalComment(text) : `the comment ${shown(`<!--${text}-->`)} is removed`;
    this.#add(at, problem);
  }

  /** @param at the place of the comment that the element is in */
  #elementForOutlook({ name, attributes }: Extract<HtmlToken, { kind: 'start' }>, at: number): void {
    const problem =
      allowedElements.has(name) || /^(?:xml|noscript)$/.test(name)
        ? undefined
        : this.#problemOf(name, (name) => attributes.find((one) => one.name === name)?.value);
    if (problem !== undefined) this.#add(at, problem);
    if (droppedElements.has(name)) return;
    this.#images(name, attributes, at);
    for (const { problem } of removedAttributes(name, attributes)) this.#add(at, problem);
  }

  /** Warns about what a format without a layout lacks of an element. */
  #lackedByFormat(name: string, at: number): void {
    const { plainFormat: format, reader } = this.#options;
    if (format !== undefined && reader === 'mail' && name === 'q')
      this.#add(at, `<q> has no quotation marks in a ${format}: write them`);
  }

  #element({ name, attributes, at, end }: Extract<HtmlToken, { kind: 'start' }>): void {
    const attributeOf = (name: string): string | undefined => attributes.find((one) => one.name === name)?.value;
    this.#endTags.start(name);
    if (name === 'svg') this.#drawing(at, end);
    else if (!allowedElements.has(name) && !(this.#options.reader !== 'mail' && isLaidOut(name))) {
      const problem = this.#problemOf(name, attributeOf);
      if (problem !== undefined) this.#add(at, problem);
      if (droppedElements.has(name)) return;
    }
    // The data decides the rest of the name of `<h{{level}}>`.
    else if (this.#html[at + 1 + name.length] !== DYNAMIC) {
      const isStyled = attributes.some((one) => /^(?:class|style)$/.test(one.name));
      const problem = this.#misspelt(name, isStyled);
      if (problem !== undefined) this.#add(at, problem);
    }
    this.#images(name, attributes, at);
    for (const { at, problem } of removedAttributes(name, attributes)) this.#add(at, problem);
    if (name === 'input') this.#field(attributes, at);
    if (this.#options.reader !== 'mail' && /^t[dh]$/.test(name)) this.#cell(name, attributes);
    const treated = this.#options.reader === 'layout' && inPlace.get(name);
    if (treated) this.#add(at, `<${name}> is not supported, so ${treated}`);
    this.#lackedByFormat(name, at);
    if (this.#options.tagged && name === 'img') this.#altText(attributes, at);
    if (this.#options.reader === 'browser' && attributeOf('data-page') !== undefined)
      this.#add(
        at,
        `<${name} data-page> is shown once by a browser: for each page, write @page { @top-center { content: 'text' } }`,
      );
    const style = attributes.find((one) => one.name === 'style');
    // Padded, so that offsets stay.
    if (style)
      this.#css.inspect(decodeReferences(style.value, { pads: true }), style.at, describeElement(name, attributes));
  }

  /** The problem of an element that is not allowed. */
  #problemOf(name: string, attributeOf: (name: string) => string | undefined): string | undefined {
    if (name === 'script') return scriptProblem(attributeOf('type'), this.#options.reader === 'mail');
    if (!isMissed(name, attributeOf('rel'))) return undefined;
    if (name === 'link') {
      const source = shown(decodeReferences(attributeOf('href') ?? ''));
      return `the style sheet ${source} is not loaded, because Waybill fetches nothing`;
    }
    const fate = droppedElements.has(name) ? 'it is removed with its content' : 'its content alone is shown';
    return name.includes(':') ? undefined : `<${name}> is not supported, so ${fate}`;
  }

  #drawing(at: number, end: number): void {
    const isEmpty = this.#html[end - 2] === '/';
    const text = this.#html.slice(at, isEmpty ? end : endOf(this.#html, 'svg', end));
    for (const { at: within, problem } of svgProblems(text.replaceAll(DYNAMIC, ' '), this.#options.drawsHtml))
      this.#add(at + within, `in an <svg>, ${problem}`);
    for (const problem of this.#htmlProblems(text)) this.#add(at, `in an <svg>, ${problem}`);
  }

  #cell(element: string, attributes: readonly ScannedAttribute[]): void {
    for (const { name, value, at } of attributes) {
      const problem = value.includes(DYNAMIC) ? undefined : cellProblem(name, decodeReferences(value));
      if (problem === undefined) continue;
      this.#add(at, `${name}="${shown(value)}" of <${element}> ${problem}, so a sheet has the text of the cell`);
    }
  }

  #field(attributes: readonly ScannedAttribute[], at: number): void {
    const type = attributes.find((one) => one.name === 'type')?.value.toLowerCase();
    if (type !== undefined && /^(?:color|file|image|range)$/.test(type))
      this.#add(at, `<input type="${type}"> is not supported, so it is drawn as a text field`);
    else if (type !== undefined && /^(?:date|datetime-local|month|time|week)$/.test(type))
      this.#add(at, `<input type="${type}"> shows its value in American English, as a browser of that language does`);
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
    if (source.includes(DYNAMIC) || source.trim() === '') return;
    const isMissing = this.#options.isInDrawing && removedSvgAttribute('image', 'href', source) !== undefined;
    if (!isMissing && this.#options.hasImage(source)) {
      for (const problem of this.#drawingProblems(this.#options.drawingOf(source) ?? ''))
        this.#add(at, `in the image ${shown(source)}, ${problem}`);
      return;
    }
    const reason = isMissing
      ? 'the HTML in an SVG file has PNG and JPEG images as data URIs alone'
      : this.#whyMissing(source);
    this.#add(at, `the image ${shown(source)} is ${fate}, because ${reason}`);
  }

  #drawingProblems(svg: string): string[] {
    const ofSvg = svgProblems(svg, this.#options.drawsHtml).map(({ problem }) => problem);
    return [...ofSvg, ...this.#htmlProblems(svg, { isInDrawing: true })];
  }

  /** Returns what is removed from the HTML in a drawing. */
  #htmlProblems(svg: string, file: Pick<InspectOptions, 'isInDrawing'> = {}): string[] {
    if (!this.#options.drawsHtml || this.#options.isInSvg) return [];
    const options = {
      ...this.#options,
      ...file,
      isInSvg: true,
      isWhole: false,
      partials: undefined,
      hasAllTags: false,
      tagged: false,
    } as const;
    // A file has no quirks mode, and a drawing of a page has the mode of that.
    const doctype = file.isInDrawing || this.#hasDoctype ? '<!DOCTYPE html>' : '';
    const found = inspectHtml(doctype + htmlInSvg(svg).join('\n'), options);
    return found.filter((one) => !isAboutComment(one)).map(({ problem }) => problem);
  }

  #whyMissing(source: string): string {
    return /^\s*(?:https?:)?\/\//i.test(source)
      ? this.#options.whyNotFetched(source)
      : isMeantAsImageData(source)
        ? 'it is damaged'
        : 'it is neither an image under templates/ nor a data URI of one';
  }

  #add(at: number, problem: string): void {
    if (this.found.has(problem) || this.found.size >= MAX_WARNINGS) return;
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

function describeElement(name: string, attributes: readonly ScannedAttribute[]): string {
  const id = attributes.find((one) => one.name === 'id')?.value;
  const classes = attributes.find((one) => one.name === 'class')?.value.trim();
  if (id && !id.includes(DYNAMIC)) return `<${name} id="${id}">`;
  return classes && !classes.includes(DYNAMIC) ? `<${name} class="${classes}">` : `<${name}>`;
}
