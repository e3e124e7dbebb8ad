import { cleanTree, toHtml } from './sanitize/clean.ts';
import { joined, markedDocument, type Pieces, piecesOf, type Structure, structureOf } from './sanitize/htmlSkeleton.ts';

/** A document of HTML, cleaned. */
export interface Page {
  readonly html: string;
  /** With its styles at its elements; empty where that was not asked for. */
  readonly styled: string;
}

interface Known {
  readonly html: Pieces;
  readonly styled: Pieces;
  readonly size: number;
}

/** Characters of what is known of structures, and of one of them. */
const MAX_SIZE = 16_000_000;
const MAX_ONE = 2_000_000;
/** Structures that were seen once, by their hashes. */
const SEEN = 10_000;

/**
 * Cleans documents and puts their styles at their elements. Of a structure that comes again it is kept what becomes of
 * it, so that the next of its documents is put together of pieces: the same to the letter, in a tenth of the time.
 */
export class Pages {
  readonly #folder: string;
  readonly #known = new Map<string, Known | 'unfit'>();
  readonly #seen = new Set<number | bigint>();
  #size = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @throws TemplateFault where it cannot be a document */
  async page(source: string, withStyles: boolean): Promise<Page> {
    const structure = structureOf(source);
    if (!structure) return this.make(source, withStyles);
    const { slots } = structure;
    const key = `${withStyles ? 's' : 'h'}${structure.key}`;
    const known = this.#known.get(key);
    if (known === 'unfit') return this.make(source, withStyles);
    if (known) {
      this.#known.delete(key);
      this.#known.set(key, known);
      return { html: joined(known.html, slots), styled: joined(known.styled, slots) };
    }
    const page = await this.make(source, withStyles);
    if (this.#isSecond(key)) await this.#learn(key, structure, page, withStyles);
    return page;
  }

  /** Without what is known. */
  async make(source: string, withStyles: boolean): Promise<Page> {
    const html = toHtml(cleanTree(source, { folder: this.#folder }));
    if (!withStyles) return { html, styled: '' };
    // Loaded with the first: most processes make PDFs alone.
    const { inlined } = await import('./emailHtml.ts');
    return { html, styled: inlined(html) };
  }

  /** Pictures of files may have changed, beside templates. */
  forget(): void {
    this.#known.clear();
    this.#seen.clear();
    this.#size = 0;
  }

  #isSecond(key: string): boolean {
    const hash = Bun.hash(key);
    if (this.#seen.has(hash)) return true;
    if (this.#seen.size >= SEEN) this.#seen.clear();
    this.#seen.add(hash);
    return false;
  }

  /** What its pieces make has to be the page that was made without them. */
  async #learn(key: string, { key: document, slots }: Structure, page: Page, withStyles: boolean): Promise<void> {
    const marked = await this.make(markedDocument(document), withStyles);
    const size = key.length + marked.html.length + marked.styled.length;
    const [html, styled] = [piecesOf(marked.html), piecesOf(marked.styled)];
    const fit = size <= MAX_ONE && joined(html, slots) === page.html && joined(styled, slots) === page.styled;
    const known = fit ? { html, styled, size } : 'unfit';
    this.#known.set(key, known);
    this.#size += sizeOf(key, known);
    for (const [oldest, one] of this.#known) {
      if (this.#size <= MAX_SIZE) break;
      this.#known.delete(oldest);
      this.#size -= sizeOf(oldest, one);
    }
  }
}

const sizeOf = (key: string, known: Known | 'unfit'): number => (known === 'unfit' ? key.length : known.size);
