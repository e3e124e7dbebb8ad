/** Whether an address is one of an image: not of a program, of a pointer, or of a gradient, a mask or a filter of a drawing. */
export const isOfImage = (property: string, source: string): boolean =>
  !/^[*_]?(?:-[a-z]+-)?(?:behavior|binding|cursor)$/i.test(property) &&
  !(source.trim().startsWith('#') && /^(?:-webkit-)?(?:fill|stroke|marker|mask|filter|clip-path)/i.test(property));

/** The addresses in a value. */
export const addresses = /url\(\s*(?:"([^"]*)"\s*|'([^']*)'\s*|([^"'\s()][^"'()]*)?)\)/gi;

/** A URL without quotation marks around it that contains what browsers permit only between them. */
export const quotedWithin = /url\(\s*(?!["'\s])(?:\\.|[^\\"'()])*["'(]/i;
