/** The types of structure elements of PDF 1.7 that are used. `Artifact`: the content is no part of the structure. */
export type Role =
  | 'Artifact'
  | 'Document'
  | 'Part'
  | 'Art'
  | 'Sect'
  | 'Div'
  | 'BlockQuote'
  | 'Caption'
  | 'P'
  | `H${number}`
  | 'L'
  | 'LI'
  | 'Lbl'
  | 'LBody'
  | 'Table'
  | 'THead'
  | 'TBody'
  | 'TFoot'
  | 'TR'
  | 'TH'
  | 'TD'
  | 'Span'
  | 'Link'
  | 'Figure'
  | 'Form';

/** A string is a name of PDF. */
export type AttributeValue = string | number | readonly number[] | { readonly text: string };

const none: readonly Tag[] = [];

/** Roles that tables need even where nothing is in them. */
const keptEmpty = new Set<Role>(['TR', 'TH', 'TD']);

/** An element of the structure of a tagged PDF: what a part of the document is, for screen readers and other programs. */
export class Tag {
  readonly role: Role;
  readonly parent: Tag | undefined;
  /** Undefined where there are none, as in most cells of a table. */
  #children: Tag[] | undefined;
  language: string | undefined;
  /** Of a figure: its alternative text. Of a link: what readers show about it. */
  alt: string | undefined;
  /** What is read in place of the content. */
  actualText: string | undefined;
  /** Attributes as PDF names them. */
  attributes: Readonly<Record<string, AttributeValue>> | undefined;

  constructor(role: Role, parent?: Tag) {
    this.role = role;
    this.parent = parent;
  }

  /** Removes the elements in this one, for a document that is built again. */
  clear(): void {
    this.#children = undefined;
  }

  add(role: Role): Tag {
    const child = new Tag(role, this);
    this.#children ??= [];
    this.#children.push(child);
    return child;
  }

  /** In the order of the HTML. */
  get children(): readonly Tag[] {
    return this.#children ?? none;
  }

  get isKeptEmpty(): boolean {
    return keptEmpty.has(this.role);
  }
}

/** The content of running heads and other parts that pages repeat. */
export const pagination = new Tag('Artifact');
