import { nameInMeta } from './documentProperties.ts';
import { asRunningText } from './running/runningText.ts';
import { cleanTree, type EmailOptions, toHtml } from './sanitize/clean.ts';
import { removeEndlessVariables } from './sanitize/endlessVariables.ts';
import { joined, markedDocument, type Pieces, piecesOf, type Skeleton, skeletonOf } from './sanitize/htmlSkeleton.ts';

/** A cleaned document. */
export interface Page {
  /** Empty for an e-mail. */
  readonly html: string;
  /** With its styles inlined; empty unless requested. */
  readonly styled: string;
  /** Of an e-mail: what its plain-text part is made of. Otherwise empty. */
  readonly visible: string;
}

export interface PageOptions {
  /** With inlined styles too, for the office converter. */
  readonly styled: boolean;
  /** For a format without a layout: without what is hidden. `styled` implies it. */
  readonly running?: boolean;
  /** The document is an e-mail. */
  readonly email?: EmailOptions | undefined;
  /** The templates with their versions, which a `<meta>` of the page names. Recipients of an e-mail do not see them. */
  readonly named?: readonly string[] | undefined;
}

interface CachedPage {
  readonly html: Pieces;
  readonly styled: Pieces;
  readonly visible: Pieces;
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

  /** Throws TemplateFault where the source cannot be a document. */
  async page(source: string, options: PageOptions): Promise<Page> {
    const skeleton = skeletonOf(source);
    if (!skeleton) return this.make(source, options);
    const { slots } = skeleton;
    const key = `${kindOf(options)}${skeleton.key}`;
    const known = this.#cache.get(key);
    if (known === 'unfit') return this.make(source, options);
    if (known) {
      this.#cache.delete(key);
      this.#cache.set(key, known);
      const { html, styled, visible } = known;
      return { html: joined(html, slots), styled: joined(styled, slots), visible: joined(visible, slots) };
    }
    const page = await this.make(source, options);
    if (this.#isSecond(key)) await this.#store(key, skeleton, page, options);
    return page;
  }

  /** Makes a page without the cache. */
  async make(source: string, { styled, running = styled, email, named = [] }: PageOptions): Promise<Page> {
    const document = cleanTree(source, { folder: this.#folder, email, hasFields: running });
    if (email || styled) removeEndlessVariables(document);
    // Modules of e-mail are imported on first use: most processes make only PDFs.
    if (email) {
      const { emailPage } = await import('./email/emailPage.ts');
      return { html: '', ...(await emailPage(document)) };
    }
    nameInMeta(document, named);
    if (running) asRunningText(document, { isStyled: styled });
    const html = toHtml(document);
    if (!styled) return { html, styled: '', visible: '' };
    const { inlineStyles } = await import('./email/inlineStyles.ts');
    return { html, styled: inlineStyles(html, { email: false }), visible: '' };
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
  async #store(key: string, { key: document, slots }: Skeleton, page: Page, options: PageOptions): Promise<void> {
    const marked = await this.make(markedDocument(document), options);
    const size = key.length + marked.html.length + marked.styled.length + marked.visible.length;
    const [html, styled, visible] = [piecesOf(marked.html), piecesOf(marked.styled), piecesOf(marked.visible)];
    const isSame =
      joined(html, slots) === page.html &&
      joined(styled, slots) === page.styled &&
      joined(visible, slots) === page.visible;
    const known = isSame && size <= MAX_ENTRY_SIZE ? { html, styled, visible, size } : 'unfit';
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

/** Distinguishes the pages that are made of one skeleton. */
function kindOf({ styled, running, email, named = [] }: PageOptions): string {
  const kind = email ? (email.remoteImages ? 'r' : 'e') : styled ? 's' : running ? 't' : 'h';
  return named.length === 0 ? kind : `${kind}${JSON.stringify(named)}`;
}
