/** Sides as they were called before text could run in other directions than from left to right. */
const flowSides: Readonly<Record<string, string>> = {
  before: 'block-start',
  after: 'block-end',
  start: 'inline-start',
  end: 'inline-end',
};

/** Properties that browsers know with the prefix `-webkit-` too. */
const prefixed =
  /^-webkit-(?:align-(?:content|items|self)|background-(?:clip|origin|size)|border-(?:image|radius|(?:top|bottom)-(?:left|right)-radius)|box-(?:shadow|sizing|decoration-break)|clip-path|columns|column-(?:count|gap|width|span|rule.*)|filter|flex.*|font-feature-settings|justify-content|line-break|mask(?:-(?:clip|composite|image|origin|position|repeat|size))?|opacity|order|perspective(?:-origin)?|ruby-position|shape-(?:image-threshold|margin|outside)|text-(?:emphasis.*|orientation)|transform|transform-origin|writing-mode)$/;

/** Returns the name of the standard for a property that browsers know by another name; others as they are. */
export function standardName(property: string): string {
  if (!property.startsWith('-webkit-')) return property === 'word-wrap' ? 'overflow-wrap' : property;
  const [, box, side = '', part = ''] =
    /^-webkit-(margin|padding|border)-(start|end|before|after)(-(?:color|style|width))?$/.exec(property) ?? [];
  if (box) return `${box}-${flowSides[side] ?? ''}${part}`;
  const [, bound = '', size] = /^-webkit-((?:min-|max-)?)logical-(width|height)$/.exec(property) ?? [];
  if (size) return `${bound}${size === 'width' ? 'inline' : 'block'}-size`;
  const [, where] = /^-webkit-column-break-(before|after|inside)$/.exec(property) ?? [];
  if (where) return `break-${where}`;
  return prefixed.test(property) ? property.slice('-webkit-'.length) : property;
}

/** Whether browsers draw or lay out a property with a prefix that has no name without it, and this layout does not. */
export const isDrawnByBrowsers = (property: string): boolean =>
  /^-webkit-(?:border-(?:horizontal|vertical)-spacing|box-reflect|mask-(?:box-image.*|position-[xy])|rtl-ordering|text-(?:combine|security))$/.test(
    property,
  );
