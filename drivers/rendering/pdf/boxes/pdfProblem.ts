import { TemplateFault } from '../../../../domain/documents/templates/templateFault.ts';

/** The document cannot be laid out, or not at an acceptable cost. */
export class PdfProblem extends Error {
  override readonly name = 'PdfProblem';
}

/** Returns an error as its caller reports it: a fault of the template for a PdfProblem, any other error as it is. */
export const faultOf = (error: unknown): unknown =>
  error instanceof PdfProblem ? new TemplateFault(error.message) : error;

export function tooLong(pages: number): PdfProblem {
  return new PdfProblem(`The document is too long: it has more than ${pages} pages. Divide it into several documents.`);
}
