import juice from 'juice';

// juice skips text between `{{` and `}}` and the like as parts of templates. Here such text is data.
for (const kind of Object.keys(juice.codeBlocks)) delete juice.codeBlocks[kind];

const attributesOfStyles = { ...juice.styleToAttribute };
/** In an e-mail `align` on a table, which juice makes of `text-align`, would let the text that follows flow beside it. */
const { 'text-align': _, ...attributesInEmail } = attributesOfStyles;

/**
 * Parts of selectors that match what mail programs add to a message or put around it, such as links of dates and the colours of
 * a dark mode, and content that no attribute can have. Rules with them stay in their sheets.
 */
const notInlined =
  /#(?:outlook|Message(?:Web)?View)|\.(?:ExternalClass|ReadMsgBody|moz-text-\w+|MsoHyperlink\w*|yshortcuts|gmail[\w-]*|im|aBn|a6S|g-img)(?![\w-])|\[(?:x-apple-data-detectors|data-(?:og|outlook-)|owa|override|class~=["']?x_|style\*=)|(?:^|\s)u\s*\+|::?(?:before|after)(?![\w-])/i;

/** Copies the styles of the sheets to each element, for mail programs and converters that ignore sheets. */
export function inlineStyles(html: string, { email }: { readonly email: boolean }): string {
  juice.styleToAttribute = email ? attributesInEmail : attributesOfStyles;
  if (!email) return juice(html, { preserveImportant: true });
  return juice(html, { preserveImportant: true, preservedSelectors: selectorsNotInlined(html) });
}

const sheets = /<style\b[^<>]*>([\s\S]*?)<\/style/gi;

function selectorsNotInlined(html: string): string[] {
  const parts = [...html.matchAll(sheets)].flatMap(([, css = '']) => css.split(/[{},]/)).map((part) => part.trim());
  return [...new Set(parts)].filter((part) => notInlined.test(part));
}

const supportsOrBlock = /"(?:\\.|[^"\\])*"|@supports\b|[{}]/g;

/** Writes each rule of `@supports` as one of a medium, too: juice removes it otherwise. */
export function withSupportsInMedia(css: string): string {
  let written = '';
  let from = 0;
  let start: number | undefined;
  let depth = 0;
  for (const { 0: found, index } of css.matchAll(supportsOrBlock)) {
    if (found === '@supports' && depth === 0) start = index;
    else if (found === '{') depth++;
    else if (found === '}') depth--;
    if (found !== '}' || depth > 0 || start === undefined) continue;
    written += `${css.slice(from, start)}@media all{${css.slice(start, index + 1)}}`;
    from = index + 1;
    start = undefined;
  }
  return written + css.slice(from);
}
