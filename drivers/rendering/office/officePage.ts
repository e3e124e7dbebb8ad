import { serialize } from 'parse5';
import { attribute, type Element, isPageField, preparedTree, rename, set } from './page/pageTree.ts';
import { inheritedBy, PageFonts } from './pageFonts.ts';

const PX: Readonly<Record<string, number>> = { px: 1, pt: 4 / 3, mm: 96 / 25.4, cm: 96 / 2.54, in: 96 };

/** Rewrites a page for a text document in the HTML that LibreOffice itself writes. */
export function prepareText(html: string): string {
  let rootStyle = '';
  const fonts = new PageFonts();
  const page = preparedTree(html, (element) => {
    if (element.tagName === 'html') rootStyle = attribute(element, 'style') ?? '';
    if (element.tagName === 'body') set(element, 'style', inheritedBy(attribute(element, 'style') ?? '', rootStyle));
    const style = attribute(element, 'style');
    const styled = fonts.styled(element, style);
    if (style !== undefined) set(element, 'style', styled);
    pageField(element);
    if (attribute(element, 'data-page') !== undefined) pageEdge(element);
    if (element.tagName === 'table') width(element);
    if (element.tagName === 'img') proportions(element);
  });
  return serialize(page);
}

/** Turns `<header data-page>` and `<footer data-page>` into LibreOffice's page header and footer. */
function pageEdge(element: Element): void {
  if (element.tagName !== 'header' && element.tagName !== 'footer') return;
  const title = element.tagName;
  rename(element, 'div');
  element.attrs = [{ name: 'title', value: title }];
}

function pageField(element: Element): void {
  if (!isPageField(element)) return;
  const number = attribute(element, 'data-page-number') !== undefined;
  rename(element, 'sdfield');
  element.childNodes = [];
  element.attrs = number
    ? [
        { name: 'type', value: 'PAGE' },
        { name: 'subtype', value: 'RANDOM' },
        { name: 'format', value: 'ARABIC' },
      ]
    : [
        { name: 'type', value: 'DOCSTAT' },
        { name: 'subtype', value: 'PAGE' },
      ];
}

function width(table: Element): void {
  const [, declared] = /(?:^|;)\s*width\s*:\s*([\d.]+(?:%|px)?)/i.exec(attribute(table, 'style') ?? '') ?? [];
  if (declared !== undefined && attribute(table, 'width') === undefined)
    set(table, 'width', declared.replace('px', ''));
}

/** Computes the other side of a picture that declares one: LibreOffice would use the original length. */
function proportions(image: Element): void {
  const style = attribute(image, 'style') ?? '';
  const declaredSide = (side: string): number | undefined => {
    const [, number, unit = 'px'] =
      new RegExp(`(?:^|;)\\s*${side}\\s*:\\s*([\\d.]+)(px|pt|mm|cm|in)`, 'i').exec(style) ?? [];
    const pixels =
      number === undefined ? Number(attribute(image, side)) : Number(number) * (PX[unit.toLowerCase()] ?? 1);
    return pixels > 0 ? pixels : undefined;
  };
  const [across, down] = [declaredSide('width'), declaredSide('height')];
  const natural = pngSize(attribute(image, 'src') ?? '');
  if (!natural || (across === undefined) === (down === undefined)) return;
  const ratio = natural.width / natural.height;
  const width = across ?? (down ?? 0) * ratio;
  set(image, 'width', String(Math.max(1, Math.round(width))));
  set(image, 'height', String(Math.max(1, Math.round(down ?? width / ratio))));
  set(image, 'style', style.replace(/(^|;)\s*(?:width|height)\s*:[^;]*/gi, '$1'));
}

function pngSize(source: string): { width: number; height: number } | undefined {
  const [, data] = /^\s*data:image\/png;base64,([\w+/]{44})/.exec(source) ?? [];
  if (data === undefined) return undefined;
  const bytes = Buffer.from(data, 'base64');
  const size = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  return size.width > 0 && size.height > 0 ? size : undefined;
}
