/** Stands in a template for what its data decides. */
export const DYNAMIC = '\ue003';

export interface InspectOptions {
  /**
   * What reads the CSS: the layout of the service, a browser, or mail programs. Conditional comments stay only in an e-mail.
   */
  readonly reader: 'layout' | 'browser' | 'mail';
  /** The office format that the document is made as, or `txt`, if it is one of them: it has no layout of its own. */
  readonly plainFormat?: string;
  /** Whether the HTML in drawings is drawn. */
  readonly drawsHtml: boolean;
  /** Whether the text is HTML in the file of a drawing, whose images are PNG and JPEG. */
  readonly isInDrawing?: true;
  /** Whether the text is HTML in a drawing. The HTML of drawings within it is not inspected. */
  readonly isInSvg?: true;
  /** Whether the text has all sheets of the document: no partial and no data writes HTML into it. */
  readonly isWhole: boolean;
  /** The texts of the partials of a template; undefined if there may be further sheets that nobody knows yet. */
  readonly partials: string | undefined;
  /** Whether the text has each tag of the document once: no condition chooses between two. */
  readonly hasAllTags: boolean;
  /** Whether its PDF has a structure for screen readers. */
  readonly tagged: boolean;
  /** Whether a `src` names an image that is drawn. */
  readonly hasImage: (source: string) => boolean;
  /** Returns the text of the SVG that a `src` names, without its prolog; undefined for other images. */
  readonly drawingOf: (source: string) => string | undefined;
  /** Why a `src` on another host is not shown. */
  readonly whyNotFetched: (source: string) => string;
  /** Whether a URL in an `@font-face` names a font that is used. */
  readonly hasFont: (source: string) => boolean;
}
