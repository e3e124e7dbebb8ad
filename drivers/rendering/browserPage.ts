import { type ChildNode, type Document, Element, isTag, isText, Text } from 'domhandler';
import type { BrowserPage, OnePage, Template } from '../../domain/ports/rendering.ts';
import { fontFaceSheet } from './browser/browserFonts.ts';
import { pagePolicy } from './browser/pagePolicy.ts';
import { type PdfProperties, setProperties } from './documentProperties.ts';
import { faultOf } from './pdf/boxes/pdfProblem.ts';
import { documentFonts } from './pdf/fonts/documentFonts.ts';
import type { FontSet } from './pdf/fonts/fontSet.ts';
import { elementsOf } from './pdf/images/svgImages.ts';
import type { LayoutProblem } from './pdf/layoutProblems.ts';
import { pageSetup } from './pdf/pageSetup.ts';
import { initialStyle } from './pdf/style/style.ts';
import { rootStyle } from './pdf/tree/rootStyle.ts';
import { type Survey, survey } from './pdf/tree/survey.ts';
import { cleanTree, toHtml } from './sanitize/clean.ts';
import type { FontFaceRule } from './sanitize/fontFaces.ts';
import { setChildren } from './sanitize/setChildren.ts';

/** A page for a browser, and what the PDF that it prints is given afterwards. */
export interface PreparedPage {
  readonly page: BrowserPage;
  readonly properties: PdfProperties;
  /** Its different letters beyond ASCII. */
  readonly letters: string;
}

export interface PrepareOptions {
  /** The folder of templates, which has their pictures and fonts. */
  readonly folder: string;
  readonly size: Template['documentSize'];
  /** The templates with their versions, which the properties of the document name. */
  readonly named?: readonly string[] | undefined;
  /** In place of those that the HTML has. */
  readonly properties?: PdfProperties | undefined;
  /** Called with each font that cannot be used. */
  readonly report: (problem: LayoutProblem) => void;
}

const pageSizes: Readonly<Record<Template['documentSize'], string>> = {
  A4: '210mm 297mm',
  PORTRAIT: '210mm 297mm',
  LANDSCAPE: '297mm 210mm',
  B5: '176mm 250mm',
  LETTER: '8.5in 11in',
  AUTO: '210mm 297mm',
};

/**
 * Prepares a document for a browser: cleaned, with its fonts and pictures as data, and with the page size, margins and
 * standard font that documents of the service have unless they declare others. Throws TemplateFault.
 */
export async function preparePage(
  html: string,
  { folder, size, named, properties, report }: PrepareOptions,
): Promise<PreparedPage> {
  const fontFaces: FontFaceRule[] = [];
  const document = cleanTree(html, { folder, fontFaces, isLaidOut: true });
  setProperties(document, { properties, named });
  replaceLostImages(document);
  for (const problem of unusableFonts(await documentFonts(fontFaces, folder), html)) report(problem);
  const fonts = sheet(await fontFaceSheet(html, fontFaces, folder));
  const defaults = `@page{size:${pageSizes[size]};margin:18mm}:where(html){font-family:sans-serif}:where(body){margin:0}`;
  const policy = element('meta', { 'http-equiv': 'Content-Security-Policy', content: pagePolicy });
  prepend(document, [policy, sheet(defaults), fonts]);
  const letters = lettersOf(document);
  const page = toHtml(document);
  // What follows changes the document, and need not read the fonts.
  fonts.children = [];
  const found = surveyOf(document);
  const onePage = size === 'AUTO' ? onePageOf(found) : undefined;
  return { page: { html: page, ...(onePage && { onePage }) }, properties: propertiesOf(found), letters };
}

/** Writes the alt text of each image without a source in its place: browsers draw a broken picture beside it. */
function replaceLostImages(document: Document): void {
  for (const element of elementsOf(document.children)) {
    const { src, alt, ...attributes } = element.attribs;
    if (element.name !== 'img' || src || !alt) continue;
    element.name = 'span';
    element.attribs = attributes;
    setChildren(element, [new Text(alt)]);
  }
}

/** Maximum number of different letters; no language has more. */
const MAX_LETTERS = 20_000;

/** Returns the different letters of the texts of a document, and of those that its sheets write. */
function lettersOf(document: Document): string {
  const letters = new Set<string>();
  const todo: ChildNode[] = [...document.children];
  for (let node = todo.pop(); node && letters.size < MAX_LETTERS; node = todo.pop()) {
    if (isTag(node)) todo.push(...node.children);
    else if (isText(node))
      for (const [letter] of node.data.matchAll(/[\u{80}-\u{10ffff}]/gu)) if (!unseen.test(letter)) letters.add(letter);
  }
  return [...letters].reverse().join('');
}

/** Control characters, spaces, and marks that are drawn with their letters. */
const unseen = /\p{Cc}|\p{Cf}|\p{M}|\p{Z}/u;

/** Returns the problems of fonts that a page asks for. */
function unusableFonts(fonts: FontSet, html: string): LayoutProblem[] {
  const found = new Map<string, LayoutProblem>();
  for (const [, list = ''] of html.matchAll(/font(?:-family)?\s*:\s*([^;}<]{1,500})/gi)) {
    for (const family of list.split(',').map((one) => one.replaceAll(/["']|&quot;/g, '').trim())) {
      const file = fonts.unusableFile(family);
      const problem = `the font ${JSON.stringify(family)} of font-family is not in the page: ${file?.name} cannot be used: ${file?.problem}`;
      if (file) found.set(family, { problem, text: family });
    }
  }
  return [...fonts.problems, ...found.values()];
}

function surveyOf(document: Document): Survey {
  try {
    return survey(document);
  } catch (error) {
    throw faultOf(error);
  }
}

function onePageOf(found: Survey): OnePage {
  const { width, margins } = pageSetup(found.sheets, 'AUTO', rootStyle(found, initialStyle));
  const pixels = (points: number): number => (points * 96) / 72;
  return {
    width: pixels(width),
    sides: pixels(margins.left + margins.right),
    ends: pixels(margins.top + margins.bottom),
  };
}

function propertiesOf({ title, language, meta }: Survey): PdfProperties {
  const author = meta.get('author');
  const subject = meta.get('subject') ?? meta.get('description');
  const keywords = meta.get('keywords');
  return {
    ...(title && { title }),
    ...(language && { language }),
    ...(author && { author }),
    ...(subject && { subject }),
    ...(keywords && { keywords }),
  };
}

const HTML = 'http://www.w3.org/1999/xhtml';

function element(name: string, attributes: Record<string, string>, children: ChildNode[] = []): Element {
  const made = new Element(name, attributes, children);
  made.namespace = HTML;
  return made;
}

const sheet = (css: string): Element => element('style', {}, [new Text(css)]);

/** Puts elements at the beginning of the head, so that the sheets of the document override them. */
function prepend(document: Document, elements: readonly Element[]): void {
  const root = document.children.find(isTag);
  const head = root?.children.find((child) => isTag(child) && child.name === 'head');
  if (!head || !isTag(head)) throw new Error('a parsed document has no head');
  for (const one of elements) one.parent = head;
  head.children.unshift(...elements);
}
