const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Elements that documents may contain. */
export const allowedElements =
  words(`html head title meta style body address article aside footer header h1 h2 h3 h4 h5 h6 hgroup main
  nav section blockquote dd div dl dt figcaption figure hr li menu ol p pre ul a abbr b bdi bdo br cite code data dfn em i
  kbd mark q rp rt ruby s samp small span strong sub sup time u var wbr del ins img picture caption col colgroup table tbody
  td tfoot th thead tr center font big strike tt details summary`);

/** Elements that are removed with their content. Of all others that are not allowed, the content is preserved. */
export const droppedElements = words(`script iframe frame frameset noframes object embed applet param template noscript
  link base audio video source track canvas map area input select option optgroup datalist textarea button keygen progress
  meter dialog portal slot marquee math svg xml plaintext xmp noembed`);

/** Elements of forms, which PDFs show with their values, and dialogs, which they show if they are open. */
export const fieldElements = words(
  'form fieldset legend label output input select option optgroup textarea button dialog progress meter',
);

/** Whether an element is none of HTML: a custom one, or one of earlier times. PDFs have it with its styles, as browsers do. */
export const isUnknownElement = (name: string): boolean =>
  /^[a-z][a-z0-9._-]*$/.test(name) &&
  ![allowedElements, droppedElements, fieldElements].some((known) => known.has(name));

/** Removed elements that nobody misses on paper. */
const silent = words('base template datalist');

/** Whether an element that is not allowed is worth a warning. */
export function isMissed(name: string, rel: string | undefined): boolean {
  if (name === 'link') return /\bstylesheet\b/i.test(rel ?? '');
  return !silent.has(name);
}

/** Functions that CSS may contain: they draw, count or position, and fetch nothing. */
export const allowedFunctions =
  /^(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|light-dark|calc|min|max|clamp|round|abs|sign|var|attr|counter|counters|(?:repeating-)?(?:linear|radial|conic)-gradient|rect|inset|xywh|circle|ellipse|polygon|path|shape|blur|brightness|contrast|drop-shadow|grayscale|hue-rotate|invert|opacity|saturate|sepia|translate(?:3d|[xyz])?|rotate(?:3d|[xyz])?|scale(?:3d|[xyz])?|skew[xy]?|matrix(?:3d)?|perspective|repeat|minmax|fit-content|running|element|string|not|is|where|nth-child|nth-last-child|nth-of-type|nth-last-of-type|first-child|lang|has|cubic-bezier|steps)$/i;

/** Returns an allowed link target: a place in the document, a web, mail or telephone address. Otherwise undefined. */
export function linkOf(value: string): string | undefined {
  // Browsers drop control characters before they read the scheme.
  const link = value
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .replaceAll(' ', '%20');
  return /^(?:https?:\/\/|mailto:|tel:|#)/i.test(link) ? link : undefined;
}
