import type { BlockBox, Box } from './boxes/boxes.ts';
import { isContainer, isOutOfFlow, isOwnContext, type Style } from './style/style.ts';

/** A part of a document that begins on a page of its own. */
export interface DocumentSection {
  readonly box: BlockBox;
  /** The name of its pages, as `page` declares it; empty without one. */
  readonly page: string;
}

/** Splits a document where a page has to end, because a break is declared or because the name of the page changes. */
export function sectionsOf(body: BlockBox): DocumentSection[] {
  return partsOf(body).map(({ box, page }) => ({
    box: box.kind === 'block' ? box : { kind: 'block', style: box.style, children: [box] },
    page,
  }));
}

/** Whether parts of a document name their pages. */
export const namesPages = (box: Box): boolean =>
  box.style.page !== '' || (isDivisible(box) && box.children.some(namesPages));

interface Part {
  readonly box: Box;
  readonly page: string;
}

interface OpenPart {
  readonly children: Box[];
  page: string | undefined;
}

function partsOf(box: Box): Part[] {
  const { page } = box.style;
  if (!isDivisible(box)) return [{ box, page }];
  const parts: OpenPart[] = [{ children: [], page: undefined }];
  let breaks = false;
  for (const child of box.children) {
    const open = parts.at(-1);
    if (isOutOfFlow(child.style)) {
      // Below a break, it is on the next page.
      if (breaks) parts.push({ children: [child], page: undefined });
      else open?.children.push(child);
      breaks = false;
      continue;
    }
    partsOf(child).forEach((part, i) => {
      const last = parts.at(-1);
      const isNew = i > 0 || breaks || breaksBefore(child) || last?.page !== part.page;
      if (last && (last.page === undefined || !isNew)) {
        last.children.push(last.page === undefined ? withoutBreak(part.box) : part.box);
        last.page = part.page;
      } else parts.push({ children: [withoutBreak(part.box)], page: part.page });
    });
    breaks = breaksAfter(child);
  }
  const [rest, before] = [parts.at(-1), parts.at(-2)];
  if (rest && before && rest.page === undefined)
    for (const child of parts.pop()?.children ?? []) before.children.push(child);
  if (parts.length === 1)
    return [
      {
        box: parts[0]?.page === undefined ? box : { ...box, children: parts[0].children },
        page: parts[0]?.page ?? page,
      },
    ];
  return parts.map((part, i) => ({ box: sliced(box, part.children, i, parts.length), page: part.page ?? page }));
}

/** Whether pages may end within a box, between its children. */
function isDivisible(box: Box): box is BlockBox {
  return (
    box.kind === 'block' && !box.inline && !isContainer(box.style) && (box.style.contains || !isOwnContext(box.style))
  );
}

function breaksBefore(box: Box): boolean {
  const [first] = isDivisible(box) ? box.children.filter(({ style }) => !isOutOfFlow(style)) : [];
  return box.style.breakBefore || (first !== undefined && breaksBefore(first));
}

function breaksAfter(box: Box): boolean {
  const last = isDivisible(box) ? box.children.findLast(({ style }) => !isOutOfFlow(style)) : undefined;
  return box.style.breakAfter || (last !== undefined && breaksAfter(last));
}

/** A section begins on a page of its own anyway. */
function withoutBreak(box: Box): Box {
  return box.style.breakBefore ? { ...box, style: { ...box.style, breakBefore: false } } : box;
}

/** Returns a part of a box: its edges are where the whole box has them. */
function sliced(box: BlockBox, children: readonly Box[], index: number, count: number): BlockBox {
  const { marker, bookmark, anchor, ...rest } = box;
  const isFirst = index === 0;
  const style = slicedStyle(box.style, isFirst, index === count - 1);
  return {
    ...rest,
    style,
    children,
    ...(isFirst && marker !== undefined && { marker }),
    ...(isFirst && bookmark && { bookmark }),
    ...(isFirst && anchor !== undefined && { anchor }),
  };
}

function slicedStyle(style: Style, isFirst: boolean, isLast: boolean): Style {
  const { margin, padding, border } = style;
  const none = { ...border.top, width: 0 };
  return {
    ...style,
    height: undefined,
    minHeight: undefined,
    keepTogether: false,
    margin: { ...margin, ...(!isFirst && { top: 0 }), ...(!isLast && { bottom: 0 }) },
    padding: { ...padding, ...(!isFirst && { top: 0 }), ...(!isLast && { bottom: 0 }) },
    border: { ...border, ...(!isFirst && { top: none }), ...(!isLast && { bottom: none }) },
  };
}
