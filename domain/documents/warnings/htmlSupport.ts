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

/** Removed elements that nobody misses on paper. */
const silent = words('script noscript base template');

/** Whether an element that is not allowed is worth a warning. */
export function isMissed(name: string, rel: string | undefined): boolean {
  if (name === 'link') return /\bstylesheet\b/i.test(rel ?? '');
  return !silent.has(name);
}
