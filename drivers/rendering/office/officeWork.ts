/** One conversion by a converter process. */
export interface OfficeWork {
  readonly html: string;
  readonly format: string;
  /** Whether it is the second attempt. */
  readonly isRetry: boolean;
}

export type OfficeAnswer =
  | { readonly content: Uint8Array }
  | {
      /** The reason, for the client. */
      readonly refused: string;
      /** Whether another attempt may succeed. */
      readonly retryable?: true;
    };
