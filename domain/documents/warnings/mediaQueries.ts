/** The width of a page of A4 with its margins, which media queries ask for; px. */
const PAGE_WIDTH = 794;

/** Whether a list of media queries covers paper. */
export function isForPrint(queries: string): boolean {
  return queries.split(',').some((query) => {
    const text = query.trim().toLowerCase();
    const isNegated = text.startsWith('not ');
    const type = /^(?:not |only )?\s*([a-z]+)/.exec(text)?.[1] ?? 'all';
    const features = text.match(/\([^)]*\)/g) ?? [];
    return (/^(?:print|all)$/.test(type) && features.every(hasFeature)) !== isNegated;
  });
}

function hasFeature(feature: string): boolean {
  const match = /^\(\s*(min|max)-(?:device-)?width\s*:\s*([\d.]+)(px|em|rem)\s*\)$/.exec(feature);
  if (!match) return /^\(\s*orientation\s*:\s*portrait\s*\)$/.test(feature);
  const width = Number(match[2]) * (match[3] === 'px' ? 1 : 16);
  return match[1] === 'min' ? PAGE_WIDTH >= width : PAGE_WIDTH <= width;
}
