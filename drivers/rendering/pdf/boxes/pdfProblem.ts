/** The document cannot be laid out, or not at an acceptable cost. */
export class PdfProblem extends Error {
  override readonly name = 'PdfProblem';
}

export function tooLong(pages: number): PdfProblem {
  return new PdfProblem(`The document is too long: it has more than ${pages} pages. Divide it into several documents.`);
}
