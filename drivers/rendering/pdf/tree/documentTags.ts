import { type Element, isTag } from 'domhandler';
import { languageTag } from '../../../../domain/documents/finishing/languageTag.ts';
import type { LayoutProblem } from '../layoutProblems.ts';
import type { TreeElement } from '../style/sheets/siblingViews.ts';
import type { Style } from '../style/style.ts';
import { HeadingLevels } from '../tags/headingLevels.ts';
import type { Role, Tag } from '../tags/tag.ts';
import { TagRun } from '../tags/tagRun.ts';
import { textOf } from './elements/nodeText.ts';

/** Elements with a role of their own. Other blocks are none: their text becomes paragraphs. */
const roles: Readonly<Record<string, { readonly role: Role; readonly holdsText: boolean }>> = {
  p: { role: 'P', holdsText: true },
  pre: { role: 'P', holdsText: true },
  ul: { role: 'L', holdsText: false },
  ol: { role: 'L', holdsText: false },
  menu: { role: 'L', holdsText: false },
  blockquote: { role: 'BlockQuote', holdsText: false },
  article: { role: 'Art', holdsText: false },
  section: { role: 'Sect', holdsText: false },
};

/** The numbering of lists, by `list-style-type`. */
const numberings: Readonly<Record<string, string>> = {
  disc: 'Disc',
  circle: 'Circle',
  square: 'Square',
  'lower-alpha': 'LowerAlpha',
  'lower-latin': 'LowerAlpha',
  'upper-alpha': 'UpperAlpha',
  'upper-latin': 'UpperAlpha',
  'lower-roman': 'LowerRoman',
  'upper-roman': 'UpperRoman',
  none: 'None',
};

const MAX_EXCERPT = 40;

/** Gives the elements of a document their tags, and reports what keeps readers from understanding the document. */
export class DocumentTags {
  readonly problems: LayoutProblem[] = [];
  readonly #headings = new HeadingLevels();
  #lastHeading = 0;
  #images = 0;

  /** Returns the run of a block. `around`: of the element that the block is in. */
  block(view: TreeElement, around: TagRun, { display, listType }: Style): TagRun | undefined {
    if (isHidden(view)) return undefined;
    const { tag: name, element } = view;
    // A box in a line is a part of the paragraph around it.
    if (display.startsWith('inline-') && !hasRole(name)) return this.inline(view, around, undefined);
    const run = this.#blockRun(view, around, listType);
    const language = name === 'html' ? undefined : languageTag(element.attribs['lang']);
    if (language === undefined) return run;
    if (run.tag !== around.tag) {
      run.tag.language = language;
      return run;
    }
    const group = run.block().add('Div');
    group.language = language;
    return new TagRun(group, { holdsText: false });
  }

  #blockRun({ tag: name, element }: TreeElement, around: TagRun, listType: string): TagRun {
    const level = /^h([1-6])$/.exec(name)?.[1];
    if (level && hasContent(element)) return this.#heading(around.block(), Number(level), textOf(element));
    if (name === 'li') {
      const item = around.item();
      if (item) return item;
    }
    const group = around.block();
    const own = roles[name];
    if (!own) return new TagRun(group, { holdsText: false });
    const tag = group.add(own.role);
    if (own.role === 'L')
      tag.attributes = { O: 'List', ListNumbering: numberings[listType.toLowerCase()] ?? 'Decimal' };
    return new TagRun(tag, own);
  }

  /** Returns the run of an element within a line. `target`: of a link. */
  inline(view: TreeElement, around: TagRun, target: string | undefined): TagRun | undefined {
    if (isHidden(view)) return undefined;
    const { tag: name, element } = view;
    const language = languageTag(element.attribs['lang']);
    if (name !== 'a' || target === undefined) {
      if (language === undefined) return around;
      const span = around.inner('Span');
      span.tag.language = language;
      return span;
    }
    const link = around.inner('Link');
    link.tag.language = language;
    link.tag.alt = linkText(element) || target;
    return link;
  }

  /** Returns the tag of an image; undefined if it is decoration. `parent`: the tag that it is in. */
  figure(view: TreeElement, parent: Tag | undefined): Tag | undefined {
    const { attributes } = view;
    const { alt, role } = attributes;
    if (!parent) return undefined;
    this.#images++;
    if (alt?.trim() === '' || role === 'presentation' || role === 'none' || isHidden(view)) return undefined;
    const text = alt ?? attributes['aria-label'] ?? titleOf(view);
    const figure = parent.add('Figure');
    figure.alt = text;
    if (text === undefined) {
      this.problems.push({
        problem: `image ${this.#images} of the document has no alt text, so screen readers do not say what it shows`,
        text: startTagOf(view),
        ...(view.tag === 'svg' ? ofDrawing : ofImage),
        breaks: ['PDF/UA-1'],
      });
    }
    return figure;
  }

  #heading(parent: Tag, declared: number, text: string): TagRun {
    const level = this.#headings.next(declared);
    if (declared > this.#lastHeading + 1) {
      const title = text.replace(/\s+/g, ' ').trim();
      const above = this.#lastHeading === 0 ? 'is the first heading' : `follows <h${this.#lastHeading}>`;
      const named = JSON.stringify(title.slice(0, MAX_EXCERPT).toWellFormed().replaceAll(';', ','));
      this.problems.push({
        problem: `<h${declared}> ${named} ${above}, so it is tagged as a heading of level ${level}`,
        text: title.slice(0, MAX_EXCERPT),
      });
    }
    this.#lastHeading = declared;
    return new TagRun(parent.add(`H${level}`), { holdsText: true });
  }
}

/** Whether an element has text or an element that is drawn; without either, as a condition of a template leaves it, it is no heading. */
const hasContent = (element: Element): boolean => textOf(element).trim() !== '' || hasDrawn(element);

const hasDrawn = ({ children }: Element): boolean =>
  children.some((child) => isTag(child) && (drawn.has(child.name) || hasDrawn(child)));

const drawn: ReadonlySet<string> = new Set(['img', 'svg', 'input', 'select', 'textarea']);

const hasRole = (name: string): boolean => name === 'li' || /^h[1-6]$/.test(name) || roles[name] !== undefined;

/** Whether an element is decoration: it is drawn, and no part of the structure. */
const isHidden = ({ attributes }: TreeElement): boolean => attributes['aria-hidden'] === 'true';

const ofImage = { remedy: 'write what it shows into alt, or alt="" if it is decoration', isInHtml: true } as const;
const ofDrawing = {
  remedy: 'write what it shows into aria-label or <title>, or aria-hidden="true" if it is decoration',
} as const;

/** Returns the start tag of an image as most templates write it; of a drawing, the attributes behind its namespace. */
function startTagOf({ tag, element }: TreeElement): string {
  const own = Object.entries(element.attribs).filter(([name]) => !name.startsWith('xmlns'));
  const attributes = own.map(([name, value]) => `${name}="${value}"`);
  return tag === 'svg' && attributes.length > 0 ? `${attributes.join(' ')}>` : `<${[tag, ...attributes].join(' ')}>`;
}

/** The text of the `<title>` in a drawing. */
function titleOf({ tag, element }: TreeElement): string | undefined {
  if (tag !== 'svg') return undefined;
  const title = element.children.find((child) => isTag(child) && child.name === 'title');
  return (title && isTag(title) && textOf(title).replace(/\s+/g, ' ').trim()) || undefined;
}

/** The text of a link, or of the images in it. */
function linkText(element: TreeElement['element']): string {
  const text = textOf(element).replace(/\s+/g, ' ').trim();
  if (text !== '') return text;
  return element.children
    .flatMap((child) => ('attribs' in child ? [child.attribs['alt'] ?? ''] : []))
    .join(' ')
    .trim();
}
