import { cleanTree, toHtml } from './sanitize/clean.ts';
import { joined, markedDocument, type Pieces, piecesOf, type Skeleton, skeletonOf } from './sanitize/htmlSkeleton.ts';

/** A cleaned document of HTML. */
export interface Page {
  readonly html: string;
  /** With its styles inlined; empty unless requested. */
  readonly styled: string;
}

interface CachedPage {
  readonly html: Pieces;
  readonly styled: Pieces;
  readonly size: number;
}

/** Maximum size of the cache, and of one entry, in characters. */
const MAX_SIZE = 16_000_000;
const MAX_ENTRY_SIZE = 2_000_000;
/** Maximum number of hashes of skeletons that occurred once. */
const MAX_SEEN = 10_000;

/**
 * Cleans documents and inlines their styles. The result of a skeleton that occurs again is cached, so that its next
 * document is put together from pieces: the same text to the letter, in a tenth of the time.
 */
export class Pages {
  readonly #folder: string;
  readonly #cache = new Map<string, CachedPage | 'unfit'>();
  readonly #seen = new Set<number | bigint>();
  #size = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** `styled`: with inlined styles too. Throws TemplateFault where the source cannot be a document. */
  async page(source: string, options: { readonly styled: boolean }): Promise<Page> {
    const skeleton = skeletonOf(source);
    if (!skeleton) return this.make(source, options);
    const { slots } = skeleton;
    const key = `${options.styled ? 's' : 'h'}${skeleton.key}`;
    const known = this.#cache.get(key);
    if (known === 'unfit') return this.make(source, options);
    if (known) {
      this.#cache.delete(key);
      this.#cache.set(key, known);
      return { html: joined(known.html, slots), styled: joined(known.styled, slots) };
    }
    const page = await this.make(source, options);
    if (this.#isSecond(key)) await this.#store(key, skeleton, page, options);
    return page;
  }

  /** Makes a page without the cache. */
  async make(source: string, { styled }: { readonly styled: boolean }): Promise<Page> {
    const html = toHtml(cleanTree(source, { folder: this.#folder }));
    if (!styled) return { html, styled: '' };
    // Imported on first use: most processes make only PDFs.
    const { inlineStyles } = await import('./emailHtml.ts');
    return { html, styled: inlineStyles(html) };
  }

  /** Empties the cache, for example because files of pictures may have changed. */
  clear(): void {
    this.#cache.clear();
    this.#seen.clear();
    this.#size = 0;
  }

  #isSecond(key: string): boolean {
    const hash = Bun.hash(key);
    if (this.#seen.has(hash)) return true;
    if (this.#seen.size >= MAX_SEEN) this.#seen.clear();
    this.#seen.add(hash);
    return false;
  }

  /** Caches a skeleton, if its pieces produce the same page as without the cache. */
  async #store(
    key: string,
    { key: document, slots }: Skeleton,
    page: Page,
    options: { readonly styled: boolean },
  ): Promise<void> {
    const marked = await this.make(markedDocument(document), options);
    const size = key.length + marked.html.length + marked.styled.length;
    const [html, styled] = [piecesOf(marked.html), piecesOf(marked.styled)];
    const fit = size <= MAX_ENTRY_SIZE && joined(html, slots) === page.html && joined(styled, slots) === page.styled;
    const known = fit ? { html, styled, size } : 'unfit';
    this.#cache.set(key, known);
    this.#size += sizeOf(key, known);
    for (const [oldest, one] of this.#cache) {
      if (this.#size <= MAX_SIZE) break;
      this.#cache.delete(oldest);
      this.#size -= sizeOf(oldest, one);
    }
  }
}

const sizeOf = (key: string, known: CachedPage | 'unfit'): number => (known === 'unfit' ? key.length : known.size);
