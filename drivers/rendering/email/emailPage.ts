import { type Document, type Element, isText } from 'domhandler';
import { parse, serialize } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';
import { faultOf } from '../pdf/boxes/pdfProblem.ts';
import { drawSvgs, elementsOf } from '../pdf/images/svgImages.ts';
import { toHtml } from '../sanitize/clean.ts';
import { inlineStyles, withSupportsInMedia } from './inlineStyles.ts';
import { keepVisible } from './keepVisible.ts';

export interface EmailPage {
  /** The HTML part. */
  readonly styled: string;
  /** The HTML of which the plain-text part is made: without hidden elements. */
  readonly visible: string;
}

/**
 * Writes the cleaned document of an e-mail as mail programs read it.
 *
 * @throws TemplateFault for a drawing beyond the limits
 */
export async function emailPage(cleaned: Document): Promise<EmailPage> {
  for (const element of elementsOf(cleaned.children)) if (element.name === 'style') writeForInlining(element);
  const inlined = inlineStyles(toHtml(cleaned), { email: true });
  const document = parse(inlined, { treeAdapter: adapter, scriptingEnabled: false });
  const elements = elementsOf(document.children);
  await drawSvgs(elements).catch((error: unknown) => {
    throw faultOf(error);
  });
  const styled = serialize(document, { treeAdapter: adapter });
  keepVisible(document, elements);
  return { styled, visible: serialize(document, { treeAdapter: adapter }) };
}

/** Writes `<style media="…">` and `@supports` as `@media` rules, which are not inlined. */
function writeForInlining(style: Element): void {
  const media = style.attribs['media']?.trim() ?? '';
  const [text] = style.children;
  if (!text || !isText(text)) return;
  if (/^(?:all|screen)?$/i.test(media)) {
    text.data = withSupportsInMedia(text.data);
    return;
  }
  delete style.attribs['media'];
  // A media query has none of these; they would end the rule.
  text.data = /[{}<;@]/.test(media) ? '' : `@media ${media} {${text.data}}`;
}
