export interface Picture {
  bytes: Uint8Array;
  /** An SVG, whose text needs fonts. */
  drawn: boolean;
  /** pt. */
  readonly width: number;
  readonly height: number;
  /** Of an SVG: whether it fills a box of another proportion; otherwise, it keeps its own. */
  isStretched?: boolean;
}
