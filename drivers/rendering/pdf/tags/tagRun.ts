import type { Role, Tag } from './tag.ts';

/** Where the content of one element belongs in the structure: into the tag of the element, or into paragraphs below it. */
export class TagRun {
  readonly tag: Tag;
  /** Of a list item: the tag of its marker. */
  readonly label: Tag | undefined;
  readonly #holdsText: boolean;
  #paragraph: Tag | undefined;

  /** `holdsText`: text stands in the tag itself, not in paragraphs. */
  constructor(tag: Tag, { holdsText, label }: { readonly holdsText: boolean; readonly label?: Tag }) {
    this.tag = tag;
    this.label = label;
    this.#holdsText = holdsText;
  }

  /** Returns the tag of content in a line. Space before a paragraph belongs to none. */
  inLine(text?: string): Tag | undefined {
    if (this.#holdsText) return this.tag;
    if (!this.#paragraph && text !== undefined && !/\S/.test(text)) return undefined;
    this.#paragraph ??= this.#group().add('P');
    return this.#paragraph;
  }

  /** Begins a tag within a line. */
  inner(role: Role): TagRun {
    const outer = this.inLine() ?? this.tag;
    return new TagRun(outer.add(role), { holdsText: true });
  }

  /** Returns the tag that a block is put into. The paragraph before the block ends. */
  block(): Tag {
    this.#paragraph = undefined;
    return this.#group();
  }

  /** Begins an item, if the tag is a list. */
  item(): TagRun | undefined {
    if (this.tag.role !== 'L') return undefined;
    const item = this.tag.add('LI');
    const label = item.add('Lbl');
    return new TagRun(item.add('LBody'), { holdsText: true, label });
  }

  /** A list contains items only. */
  #group(): Tag {
    return this.tag.role === 'L' ? this.tag.add('LI').add('LBody') : this.tag;
  }
}
