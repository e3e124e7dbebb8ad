/** The document's own fault: what it asks for cannot be laid out, or only at no bearable cost. */
export class PdfProblem extends Error {
  override readonly name = 'PdfProblem';
}
