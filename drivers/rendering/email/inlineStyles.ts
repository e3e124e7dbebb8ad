import juice from 'juice';

// juice skips text between `{{` and `}}` and the like as parts of templates. Here such text is data.
for (const kind of Object.keys(juice.codeBlocks)) delete juice.codeBlocks[kind];

const attributesOfStyles = { ...juice.styleToAttribute };
/** In an e-mail `align` on a table, which juice makes of `text-align`, would let the text that follows flow beside it. */
const { 'text-align': _, ...attributesInEmail } = attributesOfStyles;

/** Copies the styles of the sheets to each element, for mail programs and converters that ignore sheets. */
export function inlineStyles(html: string, { email }: { readonly email: boolean }): string {
  juice.styleToAttribute = email ? attributesInEmail : attributesOfStyles;
  return juice(html, { preserveImportant: true });
}
