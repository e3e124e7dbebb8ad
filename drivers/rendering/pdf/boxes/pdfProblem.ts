/** The document cannot be laid out, or not at an acceptable cost. */
export class PdfProblem extends Error {
  override readonly name = 'PdfProblem';
}
