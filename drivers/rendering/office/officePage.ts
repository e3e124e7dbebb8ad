import { serialize } from 'parse5';
import { addText } from './page/addText.ts';
import { attribute, type Element, isPageField, preparedTree, rename, set } from './page/pageTree.ts';
import { inheritedBy, PageFonts } from './pageFonts.ts';

const PX: Readonly<Record<string, number>> = { px: 1, pt: 4 / 3, mm: 96 / 25.4, cm: 96 / 2.54, in: 96 };

/** Rewrites a page for a text document in the HTML that LibreOffice itself writes. */
export function prepareText(html: string): string {
  let rootStyle = '';
  const lineWidth = lineWidthOf(html);
  const fonts = new PageFonts();
  const page = preparedTree(html, (element) => {
    addText(element);
    if (element.tagName === 'html') rootStyle = attribute(element, 'style') ?? '';
    if (element.tagName === 'body') set(element, 'style', inheritedBy(attribute(element, 'style') ?? '', rootStyle));
    const style = attribute(element, 'style') ?? '';
    const styled = fonts.styled(element, style);
    if (styled !== style) set(element, 'style', styled);
    pageField(element);
    if (attribute(element, 'data-page') !== undefined) pageEdge(element);
    if (/^(?:table|col|td|th)$/.test(element.tagName)) declareWidth(element, lineWidth);
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

/**
 * Declares the width of a table, a column or a cell as LibreOffice reads it. A share of the line becomes a length: the import
 * takes it of a page of its own, and Word shows the columns as wide as that.
 */
function declareWidth(element: Element, lineWidth: number | undefined): void {
  const declared = widthOf(element);
  if (!declared || attribute(element, 'width') !== undefined) return;
  const { number, isPercent } = declared;
  const around = tableAround(element);
  if (element.tagName === 'table') {
    const isOfLine = isPercent && !around && lineWidth !== undefined;
    set(
      element,
      'width',
      isOfLine ? String(Math.round((lineWidth * number) / 100)) : `${number}${isPercent ? '%' : ''}`,
    );
    return;
  }
  // LibreOffice gives columns with lengths all space that the table has besides.
  const whole = Number(around && attribute(around, 'width'));
  const share = isPercent ? number : whole > 0 ? Math.round((100 * number) / whole) : undefined;
  if (share !== undefined) set(element, 'width', `${share}%`);
}

/** Returns the pixels between the margins that the page rule of a document declares, as `pageRule` writes it. */
function lineWidthOf(html: string): number | undefined {
  const [rule = ''] = /@page \{ size: [\d.]+cm [^}]*\}/.exec(html) ?? [];
  const lengths = [/size: ([\d.]+)cm/, /margin-left: ([\d.]+)cm/, /margin-right: ([\d.]+)cm/].map((pattern) =>
    Number(pattern.exec(rule)?.[1]),
  );
  const [width = Number.NaN, left = Number.NaN, right = Number.NaN] = lengths;
  const pixels = (width - left - right) * (PX['cm'] ?? 1);
  return pixels > 0 ? pixels : undefined;
}

interface DeclaredWidth {
  /** Of 100, or in pixels. */
  readonly number: number;
  readonly isPercent: boolean;
}

function widthOf(element: Element): DeclaredWidth | undefined {
  const style = attribute(element, 'style') ?? '';
  const [, number, unit = ''] = /(?:^|;)\s*width\s*:\s*([\d.]+)(%|px|pt|mm|cm|in)?\s*(?:;|$)/i.exec(style) ?? [];
  if (number === undefined) return undefined;
  const isPercent = unit === '%';
  return { number: isPercent ? Number(number) : Math.round(Number(number) * (PX[unit.toLowerCase()] ?? 1)), isPercent };
}

function tableAround({ parentNode }: Element): Element | undefined {
  let around = parentNode;
  while (around && 'tagName' in around && around.tagName !== 'table') around = around.parentNode;
  return around && 'tagName' in around ? around : undefined;
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
