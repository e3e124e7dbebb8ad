/** A data URI; or a comment, an escape, a string or another address, in which `url(…)` and quotation marks are text. */
const data =
  /url\(\s*(?:"(data:[^"]*)"|'(data:[^']*)'|(data:[^)\s]*))\s*\)|\/\*[\s\S]*?(?:\*\/|$)|\\.|"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|'[^'\\\n]*(?:\\.[^'\\\n]*)*'?|url\(\s*[^"')\s](?:\\.|[^)\\])*\)?/gis;

/**
 * Replaces the data URIs of a sheet by short names, and adds each to the images: a sheet is searched, cached and taken
 * apart many times.
 */
export function nameImages(css: string, images: Map<string, string>): string {
  if (!/data:/i.test(css)) return css;
  return css.replace(data, (whole, double?: string, single?: string, plain?: string) => {
    const source = double ?? single ?? plain;
    if (source === undefined) return whole;
    const name = `image-${Bun.hash(source).toString(36)}`;
    images.set(name, source);
    return `url(${name})`;
  });
}
