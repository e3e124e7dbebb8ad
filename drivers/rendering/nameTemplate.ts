import { type Document, Element, isTag } from 'domhandler';

const HTML = 'http://www.w3.org/1999/xhtml';

/** Adds the template of a document, with its version, to the keywords of the document, which are among its properties. */
export function nameTemplate(document: Document, template: string): void {
  const root = document.children.find(isTag);
  const head = root?.children.find((child) => isTag(child) && child.name === 'head');
  if (!head || !isTag(head)) return;
  const isKeywords = (name: string | undefined): boolean => name?.toLowerCase() === 'keywords';
  const own = head.children.filter(isTag).findLast(({ attribs }) => isKeywords(attribs['name']));
  if (own) {
    own.attribs['content'] = [own.attribs['content'], template].filter(Boolean).join(', ');
    return;
  }
  const meta = new Element('meta', { name: 'keywords', content: template });
  meta.namespace = HTML;
  meta.parent = head;
  head.children.push(meta);
}
