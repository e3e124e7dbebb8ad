/** The width that media queries ask for: that of A4 less 1 cm on each side, as browsers print it by default; px. */
const PAGE_WIDTH = ((210 - 20) * 96) / 25.4;

/** Whether a list of media queries covers paper. */
export function isForPrint(queries: string): boolean {
  return queries.split(',').some((query) => {
    const text = query.trim().toLowerCase();
    if (isBrokenQuery(text)) return false;
    const isNegated = text.startsWith('not ');
    const type = /^(?:not |only )?\s*([a-z]+)/.exec(text)?.[1] ?? 'all';
    const features = text.match(/\([^)]*\)/g) ?? [];
    return (/^(?:print|all)$/.test(type) && features.every(hasFeature)) !== isNegated;
  });
}

/** Whether a media query joins media by `and`, which only features are joined by: it covers none. */
export const isBrokenQuery = (query: string): boolean =>
  /^\s*(?:(?:not|only)\s+)?[a-z]+\s+and\s+[a-z]/i.test(query) && !/\band\s+not\b/i.test(query);

/** What a page and its reader have, whatever the template says. */
const constant =
  /^\(\s*(?:orientation\s*:\s*portrait|prefers-color-scheme\s*:\s*light|prefers-reduced-motion\s*:\s*no-preference|color)\s*\)$/;
const length = String.raw`([\d.]+)(px|em|rem|pt|mm|cm|in)`;
const bound = new RegExp(String.raw`^\(\s*(min|max)-(?:device-)?width\s*:\s*${length}\s*\)$`);
const above = new RegExp(String.raw`^\(\s*${length}\s*(<=?)\s*width\s*(?:\)|(?=<))`);
const below = new RegExp(String.raw`width\s*(<=?|>=?)\s*${length}\s*\)$`);
const pixels: Readonly<Record<string, number>> = { em: 16, rem: 16, pt: 4 / 3, mm: 96 / 25.4, cm: 96 / 2.54, in: 96 };

function hasFeature(feature: string): boolean {
  const [, limit, number, unit] = bound.exec(feature) ?? [];
  if (limit) return compares(limit === 'min' ? '>=' : '<=', number, unit);
  const [lower, upper] = [above.exec(feature), below.exec(feature)];
  if (!lower && !upper) return constant.test(feature);
  const isAbove = !lower || compares(lower[3] === '<' ? '>' : '>=', lower[1], lower[2]);
  return isAbove && (!upper || compares(upper[1], upper[2], upper[3]));
}

function compares(sign = '', number = '', unit = 'px'): boolean {
  const width = Number(number) * (pixels[unit] ?? 1);
  if (sign.startsWith('>')) return PAGE_WIDTH > width || (sign === '>=' && PAGE_WIDTH === width);
  return PAGE_WIDTH < width || (sign === '<=' && PAGE_WIDTH === width);
}
