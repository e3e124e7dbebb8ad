/** What the converter's process is asked for. */
export interface OfficeWork {
  readonly html: string;
  readonly format: string;
  /** A later try of the same. */
  readonly again: boolean;
}

export type OfficeAnswer =
  | { readonly content: Uint8Array }
  | {
      /** For the client. */
      readonly refused: string;
      /** Another try may end otherwise. */
      readonly stopped?: true;
    };
