import { type Token, Tokenizer, TokenizerMode } from 'parse5';
import { conditionalComment } from '../../../domain/documents/warnings/conditionalComment.ts';
import { allowedElements, droppedElements, linkOf } from '../../../domain/documents/warnings/htmlSupport.ts';
import { type AttributeOptions, cleanAttribute, cleanMeta, namespaces } from './cleanAttributes.ts';
import { cleanDeclarations, cleanSheet } from './cleanCss.ts';

/** The comment that ends content for other mail programs than Outlook. */
export const ENDS_OTHERS = '<![endif]';

/** Whether a cleaned comment starts such content. */
export const startsOthers = (data: string): boolean => data.endsWith('><!');

/**
 * Cleans a comment of an e-mail. The content for Outlook may contain half of a table, whose other half is in another
 * comment, so it is cleaned tag by tag. Each tag is built from its parsed parts; no markup of the input is copied. Returns undefined if
 * the comment is not conditional, or cannot be cleaned.
 */
export function cleanComment(data: string, options: AttributeOptions): string | undefined {
  const comment = conditionalComment(data);
  if (comment === undefined) return undefined;
  if (comment.kind === 'close') return ENDS_OTHERS;
  const start = `[if ${comment.condition}]>`;
  if (comment.kind === 'open') return `${start}<!`;
  const content = cleanContent(comment.content, options);
  // Either ends a comment, for one parser or another.
  return /--!?>/.test(content) ? undefined : `${start}${content}<![endif]`;
}

/** XML elements that Outlook draws or obeys, as they are spelled. */
const xmlElements = new Map(
  `xml v:arc v:background v:curve v:f v:fill v:formulas v:group v:h v:handles v:image v:imagedata v:line v:oval v:path
  v:polyline v:rect v:roundrect v:shadow v:shape v:shapetype v:stroke v:textbox v:textpath o:AllowPNG o:lock
  o:OfficeDocumentSettings o:p o:PixelsPerInch o:TargetScreenSize w:anchorlock w:DontUseAdvancedTypographyReadingMail
  w:View w:WordDocument w:wrap w:Zoom`
    .split(/\s+/)
    .map((name) => [name.toLowerCase(), name]),
);

const xmlAttributes = new Set(
  `adj alignshape alt angle arcsize aspect aspectratio class color color2 coordorigin coordsize dashstyle endcap
  fill fillcolor filled fitshape focus focusposition focussize from id inset joinstyle linestyle method o:allowincell
  o:allowoverlap o:button o:spid o:spt on opacity origin path points position rotate size string stroke strokecolor
  stroked strokeweight title to trim type v:ext v:text-anchor weight`.split(/\s+/),
);

function cleanContent(content: string, options: AttributeOptions): string {
  const cleaner = new ContentCleaner(options);
  const tokenizer = new Tokenizer({ sourceCodeLocationInfo: false }, cleaner);
  cleaner.readStyle = () => {
    tokenizer.state = TokenizerMode.RAWTEXT;
  };
  tokenizer.write(content, true);
  return cleaner.written;
}

/** Writes the allowed tags and the text of the content. */
class ContentCleaner {
  written = '';
  /** Makes the tokenizer read the content of a `<style>`. */
  readStyle: () => void = () => {};
  readonly #options: AttributeOptions;
  /** The element whose content is dropped, and how many of its name are open in it. */
  #dropped: { readonly name: string; depth: number } | undefined;
  #sheet: string | undefined;

  constructor(options: AttributeOptions) {
    this.#options = options;
  }

  onStartTag(token: Token.TagToken): void {
    const { tagName: name, selfClosing } = token;
    if (name === 'style') this.readStyle();
    if (this.#dropped) {
      if (this.#dropped.name === name && !selfClosing) this.#dropped.depth++;
      return;
    }
    const original = Object.fromEntries(token.attrs.map((one) => [one.name, one.value]));
    const xml = xmlElements.get(name);
    if (xml !== undefined) this.#writeTag(xml, cleanXml(original, this.#options), selfClosing);
    else if (name === 'meta') {
      const meta = cleanMeta(original);
      if (meta) this.#writeTag(name, Object.entries(meta), false);
    } else if (name === 'noscript') this.written += '<noscript>';
    else if (droppedElements.has(name)) {
      if (!voids.has(name) && !selfClosing) this.#dropped = { name, depth: 1 };
    } else if (allowedElements.has(name)) {
      this.#writeTag(name, this.#cleanAttributes(name, original), false);
      if (name === 'style') this.#sheet = '';
    }
  }

  onEndTag({ tagName: name }: Token.TagToken): void {
    if (this.#dropped) {
      if (this.#dropped.name === name && --this.#dropped.depth === 0) this.#dropped = undefined;
      return;
    }
    if (name === 'style') this.#endSheet();
    const xml = xmlElements.get(name);
    if (xml !== undefined) this.written += `</${xml}>`;
    else if (name === 'noscript' || (allowedElements.has(name) && !voids.has(name))) this.written += `</${name}>`;
  }

  onCharacter({ chars }: Token.CharacterToken): void {
    if (this.#dropped) return;
    if (this.#sheet !== undefined) this.#sheet += chars;
    else this.written += escaped(chars);
  }

  onWhitespaceCharacter(token: Token.CharacterToken): void {
    this.onCharacter(token);
  }

  onNullCharacter(): void {}
  onComment(): void {}
  onDoctype(): void {}

  onEof(): void {
    if (this.#sheet === undefined) return;
    this.#endSheet();
    this.written += '</style>';
  }

  #endSheet(): void {
    const sheet = cleanSheet(this.#sheet ?? '', this.#options);
    // Texts of a sheet, and what stands around a removed comment, may be the end of this one.
    this.written += sheet.replaceAll(/--(!?)>/g, '--$1\\3e ');
    this.#sheet = undefined;
  }

  #cleanAttributes(element: string, original: Record<string, string>): [string, string][] {
    return Object.entries(original).flatMap(([name, value]) => {
      const cleaned = cleanAttribute(element, name, value, this.#options);
      return cleaned === undefined ? [] : [[name, cleaned] as [string, string]];
    });
  }

  #writeTag(name: string, attributes: readonly (readonly [string, string])[], selfClosing: boolean): void {
    const text = attributes.map(([attribute, value]) => ` ${attribute}="${escaped(value)}"`).join('');
    this.written += `<${name}${text}${selfClosing ? '/' : ''}>`;
  }
}

function cleanXml(original: Record<string, string>, { imageOf }: AttributeOptions): [string, string][] {
  return Object.entries(original).flatMap(([name, value]) => {
    const cleaned = cleanXmlAttribute(name, value, imageOf);
    return cleaned === undefined ? [] : [[name, cleaned] as [string, string]];
  });
}

function cleanXmlAttribute(name: string, value: string, imageOf: AttributeOptions['imageOf']): string | undefined {
  if (name === 'style') return cleanDeclarations(value, imageOf) || undefined;
  if (name === 'src') return imageOf(value);
  if (name === 'href') return linkOf(value);
  if (Object.hasOwn(namespaces, name)) return namespaces[name] === value ? value : undefined;
  return xmlAttributes.has(name) ? value : undefined;
}

const voids = new Set('area base br col embed hr img input link meta param source track wbr keygen frame'.split(' '));

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '`': '&#96;',
  '\u00a0': '&nbsp;',
};

const escaped = (text: string): string => text.replace(/[&<>"`\u00a0]/g, (one) => escapes[one] ?? one);
