export interface Picture {
  bytes: Uint8Array;
  /** An SVG, whose text needs fonts. */
  drawn: boolean;
  /** pt. */
  readonly width: number;
  readonly height: number;
}
