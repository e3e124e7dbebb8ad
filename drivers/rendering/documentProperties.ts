import { type Document, Element, isTag, Text } from 'domhandler';

const HTML = 'http://www.w3.org/1999/xhtml';

/** What a document says about itself. */
export interface PdfProperties {
  readonly title?: string;
  readonly author?: string;
  readonly subject?: string;
  readonly keywords?: string;
  readonly language?: string;
}

interface Named {
  readonly properties?: PdfProperties | undefined;
  /** The templates with their versions, which are among the keywords. */
  readonly named?: readonly string[] | undefined;
}

/** Writes properties into the HTML of a document, where they take precedence over its own. */
export function setProperties(document: Document, { properties = {}, named = [] }: Named): void {
  const [root, head] = rootOf(document);
  if (!root || !head) return;
  const { title, language, author, subject } = properties;
  if (language !== undefined) root.attribs['lang'] = language;
  if (title !== undefined) head.children.unshift(elementOf(head, 'title', {}, title));
  if (author !== undefined) setMeta(head, 'author', author);
  if (subject !== undefined) setMeta(head, 'subject', subject);
  const templates = named.map((one) => `template ${one}`);
  const keywords = [properties.keywords ?? metaOf(head, 'keywords')?.attribs['content'], ...templates].filter(Boolean);
  if (keywords.length > 0) setMeta(head, 'keywords', keywords.join(', '));
}

/** The name of the `<meta>`, which office programs show as a property of the document. */
const TEMPLATE = 'waybill-template';

/** Adds a `<meta>` with the templates of a document and their versions. */
export function nameInMeta(document: Document, templates: readonly string[]): void {
  const [, head] = rootOf(document);
  if (head && templates.length > 0) setMeta(head, TEMPLATE, templates.join(', '));
}

function rootOf(document: Document): [root: Element | undefined, head: Element | undefined] {
  const root = document.children.find(isTag);
  return [root, root?.children.filter(isTag).find(({ name }) => name === 'head')];
}

const metaOf = (head: Element, name: string): Element | undefined =>
  head.children.filter(isTag).findLast(({ attribs }) => attribs['name']?.toLowerCase() === name);

function setMeta(head: Element, name: string, content: string): void {
  const own = metaOf(head, name);
  if (own) own.attribs['content'] = content;
  else head.children.push(elementOf(head, 'meta', { name, content }));
}

function elementOf(parent: Element, name: string, attributes: Record<string, string>, text?: string): Element {
  const element = new Element(name, attributes, text === undefined ? [] : [new Text(text)]);
  element.namespace = HTML;
  element.parent = parent;
  return element;
}
