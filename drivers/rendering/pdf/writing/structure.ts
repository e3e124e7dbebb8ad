import type { PdfPage, PdfReference } from 'pdfkit';
import { type AttributeValue, pagination, type Tag } from '../tags/tag.ts';
import { ObjectWriter, pdfText, referenceTo } from './objectWriter.ts';
import type { Paper } from './paper.ts';

/** Content of a tag: a marked sequence of its first page, by its number, of another page, or of a stream on a page, or a link. */
type Content =
  | number
  | { readonly page: PdfPage; readonly mark: number; readonly stream?: PdfReference | undefined }
  | { readonly page: PdfPage; readonly link: PdfReference };

/** A tag of which something has been drawn. */
interface DrawnTag {
  /** The number of its object. */
  readonly id: number;
  /** Content and drawn tags, in the order in which they were drawn. */
  readonly parts: (Content | Tag)[];
  /** The page of its first content. */
  page: PdfPage | undefined;
}

/** Writes the structure of a document: it marks content with the tag that it belongs to, and writes the tree of the tags. */
export class Structure {
  readonly #paper: Paper;
  readonly #root: Tag;
  readonly #objects: ObjectWriter;
  readonly #drawn = new Map<Tag, DrawnTag>();
  /** By key of a page or a link, the tags that it belongs to, as PDF has them. */
  readonly #parents: (number | number[])[] = [];
  /** What the open sequence belongs to; undefined if none is open. */
  #open: Tag | 'background' | undefined;
  /** The last part of a tag that says how it is read. */
  #spoken: Tag | undefined;
  /** By number, the tags of the sequences of the open page, or of the open stream on it. */
  #marks: number[] = [];
  #stream: PdfReference | undefined;

  constructor(paper: Paper, root: Tag) {
    this.#paper = paper;
    this.#root = root;
    this.#objects = new ObjectWriter(paper);
  }

  beginPage(): void {
    this.#marks = [];
  }

  /** Marks what is drawn on a stream of its own, which the open page shows. No sequence may be open. */
  within(stream: PdfReference, draw: () => void): void {
    const [marks, around] = [this.#marks, this.#stream];
    [this.#marks, this.#stream] = [[], stream];
    draw();
    this.close();
    [this.#marks, this.#stream] = [marks, around];
  }

  /** Marks what is drawn next. Without a tag it is background, such as borders. */
  mark(tag: Tag | undefined): void {
    const next = tag ?? 'background';
    if (next === this.#open) return;
    this.close();
    this.#open = next;
    if (next === 'background') this.#paper.addContent('/Artifact BMC');
    else if (next === pagination) this.#paper.addContent('/Artifact <</Type/Pagination>> BDC');
    else this.#beginContent(next);
  }

  /**
   * Marks text that is drawn next, whose letters are in the order in which they are seen. A part of the tag says how it is
   * read, together with such text that follows at once.
   */
  markSpoken(tag: Tag, text: string): void {
    if (tag === pagination) {
      this.mark(tag);
      return;
    }
    const open = this.#spoken;
    if (open && open === this.#open && open.parent === tag) {
      open.actualText += text;
      return;
    }
    const part = tag.add('Span');
    part.actualText = text;
    // The part stands where it is drawn, among the others of the tag.
    this.#use(tag).page ??= this.#paper.page;
    this.mark(part);
    this.#spoken = part;
  }

  /** Ends the open sequence: at the end of a page at the latest. */
  close(): void {
    if (this.#open !== undefined) this.#paper.addContent('EMC');
    this.#open = undefined;
  }

  /**
   * Returns what makes a link a part of the structure.
   *
   * @param tag of its text; that of a text which pages repeat is none
   */
  linkOptions(tag: Tag | undefined, target: string): object {
    const own = linkAround(tag) ?? this.#root.add('Link');
    const { page } = this.#paper;
    const add = ({ annotationRef: link }: { readonly annotationRef: PdfReference }): void => {
      const drawn = this.#use(own);
      link.data['StructParent'] = this.#parents.push(drawn.id) - 1;
      drawn.parts.push({ page, link });
      drawn.page ??= page;
    };
    // pdfkit writes a String object as a text, and a string as a name.
    return { structParent: { add }, Contents: Object(own.alt ?? target) as object };
  }

  /** Writes the tree. Nothing may be marked after it. */
  end(): void {
    const root = this.#paper.getStructTreeRoot();
    const parents = this.#objects.reserve();
    this.#use(this.#root);
    this.#write(this.#root, root.id);
    const entries = this.#parents.map(
      (tags, key) => `${key} ${Array.isArray(tags) ? `[${refs(tags)}]` : refs([tags])}`,
    );
    this.#objects.write(parents, `<</Nums[${entries.join('\n')}]>>`);
    this.#objects.end();
    Object.assign(root.data, {
      K: referenceTo(this.#use(this.#root).id),
      ParentTree: referenceTo(parents),
      ParentTreeNextKey: this.#parents.length,
    });
  }

  /** `parent`: the number of the object above. */
  #write(tag: Tag, parent: number): void {
    const { id, parts, page } = this.#use(tag);
    // Without content of its own, a tag has the order of the HTML: boxes may be drawn in another.
    const inOrder = page ? parts : tag.children.filter((one) => one.isKeptEmpty || this.#drawn.has(one));
    let kids = '';
    for (const part of inOrder) {
      if (typeof part === 'object' && 'role' in part) {
        kids += `${this.#use(part).id} 0 R `;
        this.#write(part, id);
      } else kids += `${entryOf(part)} `;
    }
    let body = `<</S/${tag.role}/P ${parent} 0 R/K[${kids}]`;
    if (page) body += `/Pg ${page.dictionary.id} 0 R`;
    if (tag.language !== undefined) body += `/Lang${pdfText(tag.language)}`;
    if (tag.role === 'Figure' && tag.alt !== undefined) body += `/Alt${pdfText(tag.alt)}`;
    if (tag.actualText !== undefined) body += `/ActualText${pdfText(tag.actualText)}`;
    if (tag.attributes) body += `/A${attributesOf(tag.attributes)}`;
    this.#objects.write(id, `${body}>>`);
  }

  #beginContent(tag: Tag): void {
    const { page } = this.#paper;
    const stream = this.#stream;
    const { data } = stream ?? page.dictionary;
    if (this.#marks.length === 0) data['StructParents'] = this.#parents.push(this.#marks) - 1;
    const drawn = this.#use(tag);
    const mark = this.#marks.push(drawn.id) - 1;
    drawn.page ??= page;
    drawn.parts.push(page === drawn.page && !stream ? mark : { page, mark, stream });
    this.#paper.addContent(`/${tag.role} <</MCID ${mark}>> BDC`);
  }

  /** Returns a tag as a part of its parent and of all above. */
  #use(tag: Tag): DrawnTag {
    const known = this.#drawn.get(tag);
    if (known) return known;
    const drawn: DrawnTag = { id: this.#objects.reserve(), parts: [], page: undefined };
    this.#drawn.set(tag, drawn);
    if (tag.parent) this.#use(tag.parent).parts.push(tag);
    return drawn;
  }
}

function entryOf(content: Content): string {
  if (typeof content === 'number') return String(content);
  const of = `/Pg ${content.page.dictionary.id} 0 R`;
  if ('link' in content) return `<</Type/OBJR/Obj ${content.link.id} 0 R${of}>>`;
  const stream = content.stream ? `/Stm ${content.stream.id} 0 R` : '';
  return `<</Type/MCR${of}${stream}/MCID ${content.mark}>>`;
}

const refs = (ids: readonly number[]): string => ids.map((id) => `${id} 0 R`).join(' ');

function attributesOf(attributes: NonNullable<Tag['attributes']>): string {
  let text = '';
  for (const [name, value] of Object.entries(attributes)) {
    text += `/${name}${attributeOf(value)}`;
  }
  return `<<${text}>>`;
}

function attributeOf(value: AttributeValue): string {
  if (typeof value === 'string') return `/${value}`;
  if (typeof value === 'number') return ` ${value}`;
  return 'text' in value ? pdfText(value.text) : `[${value.map(short).join(' ')}]`;
}

const short = (number: number): string => number.toFixed(2);

/** The nearest tag of a link around a tag. */
function linkAround(tag: Tag | undefined): Tag | undefined {
  let at = tag;
  while (at && at.role !== 'Link') at = at.parent;
  return at;
}
