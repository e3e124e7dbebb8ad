/** What of a FormatterTemplate matters for rendering it. */
export interface Template {
  /** Changes with the content: what is compiled of it is kept by this. */
  readonly key: string;
  /** Named in problems. */
  readonly code: string;
  readonly inputType: 'FILE' | 'HTML' | 'SCRIPT';
  readonly documentType: 'PDF' | 'EMAIL' | 'SOURCE';
  readonly documentSize: 'AUTO' | 'PORTRAIT' | 'LANDSCAPE' | 'A4' | 'B5' | 'LETTER';
  readonly content: string;
}

/** One document to be made. */
export interface Rendering {
  readonly template: Template;
  /** JSON text of an object. */
  readonly data: string;
  /**
   * `text`: as the template gives it, nothing escaped; `html`: cleaned; `email`: cleaned, its styles inlined, with a
   * plain-text part; else the name of a format (domain/documents/templates/formats.ts).
   */
  readonly format: string;
}

export type RenderOutcome =
  | {
      readonly content: Uint8Array;
      /** Of an `email`: its plain-text part. */
      readonly plainText?: string;
    }
  | {
      /** The template's or the data's own fault, with the place in the template where there is one, from 1. */
      readonly problem: string;
      readonly line?: number;
      readonly column?: number;
    };

/** Makes documents of templates: with a limit on time and memory, without network or files but those of `templates/`. */
export interface Renderer {
  /** Renderings at a time; more than these wait for each other. */
  readonly size?: number;
  /** Throws where the renderer itself is at fault or away, or `signal` says so. */
  render(rendering: Rendering, signal?: AbortSignal): Promise<RenderOutcome>;
  /** Forgets every compiled template. */
  evict(): void;
}

/** The document is at fault, or too large: converting it again would end the same. The message is for the client. */
export class ConversionRefused extends Error {
  override readonly name = 'ConversionRefused';
}

/** Makes office documents of HTML. It has neither network nor files. */
export interface Office {
  /**
   * @param html   a whole page, cleaned, its styles inlined
   * @param format the name of one with `office` in domain/documents/templates/formats.ts
   * @throws ConversionRefused; anything else is a fault of the converter, or what `signal` says
   */
  convert(html: string, format: string, signal?: AbortSignal): Promise<Uint8Array>;
  /** Begins what takes seconds before there is work for it. */
  warm(): void;
}
