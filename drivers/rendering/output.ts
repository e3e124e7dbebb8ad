import { documentFormat } from '../../domain/documents/templates/formats.ts';
import type { RenderOutcome } from '../../domain/ports/rendering.ts';
import { type Producer, type ProducerOptions, producers, styledPage } from './producers.ts';

export interface OutputOptions extends ProducerOptions {
  /** `email`, or the name of a format of domain/documents/formats.ts. */
  readonly format: string;
}

/**
 * Makes a document of the HTML that a template has written; for a format of the office converter, the HTML that it
 * converts.
 *
 * @param byFormat overridden in tests
 */
export async function outputOf(
  html: string,
  { format, ...options }: OutputOptions,
  byFormat: Readonly<Record<string, Producer>> = producers,
): Promise<RenderOutcome> {
  const office = documentFormat(format)?.office;
  const produce = office ? styledPage : byFormat[format];
  if (!produce) throw new Error(`no producer makes the format ${format}`);
  return produce(html, { ...options, hasPages: office === 'text' });
}
