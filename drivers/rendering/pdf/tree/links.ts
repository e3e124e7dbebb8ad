import { type ChildNode, type Element, isTag, type ParentNode } from 'domhandler';
import { linkOf } from '../../../../domain/documents/warnings/htmlSupport.ts';

/** Returns where the content of an element leads, if the element around it leads to `outer`. */
export const linkWithin = (
  { tag, element }: { readonly tag: string; readonly element: Element },
  outer: string | undefined,
): string | undefined => (tag === 'a' ? (linkTarget(element) ?? outer) : outer);

/** Returns where a node leads: the target of the nearest `<a>` that it is, or that is around it. */
export function linkAround(node: ChildNode): string | undefined {
  for (let at: ChildNode | ParentNode | null = node; at; at = at.parent) {
    const target = isTag(at) && at.name === 'a' ? linkTarget(at) : undefined;
    if (target !== undefined) return target;
  }
  return undefined;
}

/** Returns the target of an `<a>`, or undefined where a PDF must not or cannot lead there. */
function linkTarget(element: Element): string | undefined {
  const href = linkOf(element.attribs['href'] ?? '');
  if (href === undefined || href === '#') return undefined;
  // A PDF takes only ASCII in addresses; places within the document keep their names.
  return href.startsWith('#') || /^[\x21-\x7e]*$/.test(href) ? href : toAscii(href);
}

/** Encodes an address as browsers do: its host by IDNA, the rest by percent-encoding. */
function toAscii(href: string): string {
  const encoded = href.toWellFormed().replaceAll(/[^\x21-\x7e]+/g, (letters) => encodeURIComponent(letters));
  return /^https?:/i.test(href) ? (URL.parse(href)?.href ?? encoded) : encoded;
}
