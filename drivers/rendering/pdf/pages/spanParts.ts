import type { BlockBox, Box } from '../boxes/boxes.ts';
import { PdfProblem } from '../boxes/pdfProblem.ts';
import { isOwnContext, type Style } from '../style/style.ts';

/** Maximum number of parts of a document: each element that spans columns divides all those around it. */
const MAX_PARTS = 50_000;

/** The parts of boxes in columns that contain boxes which span all columns. One serves all layouts of a document. */
export class SpanParts {
  readonly #known = new Map<Box, readonly Box[]>();
  #count = 0;

  /**
   * Returns a box as the parts that are above, between and below the boxes in it that span all columns, and those boxes. Throws
   * PdfProblem where a document has too many.
   */
  of(box: Box): readonly Box[] {
    const parts = this.#known.get(box) ?? this.#divided(box);
    this.#known.set(box, parts);
    return parts;
  }

  #divided(box: Box): readonly Box[] {
    if (box.kind !== 'block' || box.inline || box.style.spansColumns || isOwnContext(box.style)) return [box];
    const inner = box.children.flatMap((child) => this.#divided(child));
    if (!inner.some(({ style }) => style.spansColumns)) return [box];
    const runs: Box[][] = [[]];
    for (const one of inner) {
      if (one.style.spansColumns) runs.push([one], []);
      else runs.at(-1)?.push(one);
    }
    this.#count += (runs.length + 1) / 2;
    if (this.#count > MAX_PARTS)
      throw new PdfProblem(
        `Elements with \`column-span: all\` divide those around them into more than ${MAX_PARTS} parts: use fewer of them, or fewer elements around them.`,
      );
    return partsOf(box, runs);
  }
}

/** Returns the parts of a box. `runs`: what is in each of them, and every second one a box that spans columns. */
function partsOf(box: BlockBox, runs: readonly (readonly Box[])[]): Box[] {
  const { marker, bookmark, anchor, ...rest } = box;
  const last = runs.length - 1;
  // As in browsers, a marker stands beside the first content that is in columns.
  const marked = runs.findIndex((run, at) => at === last || (at % 2 === 0 && run.length > 0));
  // The bookmark of a heading leads to the first content, which may be that of a box that spans columns.
  const titled = runs.findIndex((run) => run.length > 0);
  const styles = {
    first: withoutEdges(box.style, { top: false, bottom: true }),
    middle: withoutEdges(box.style, { top: true, bottom: true }),
    last: withoutEdges(box.style, { top: true, bottom: false }),
  };
  return runs.flatMap((run, at): readonly Box[] => {
    if (at % 2 === 1)
      return run.map((one) => (at === titled && bookmark && one.kind === 'block' ? { bookmark, ...one } : one));
    return [
      {
        ...rest,
        style: styles[at === 0 ? 'first' : at === last ? 'last' : 'middle'],
        children: run,
        ...(at === marked && marker && { marker }),
        ...(at === titled && bookmark && { bookmark }),
        ...(at === 0 && anchor !== undefined && { anchor }),
      },
    ];
  });
}

/** Returns a style without what it declares above or below its content. */
function withoutEdges(style: Style, without: Readonly<Record<'top' | 'bottom', boolean>>): Style {
  const own = { ...style, margin: { ...style.margin }, padding: { ...style.padding }, border: { ...style.border } };
  for (const side of ['top', 'bottom'] as const) {
    if (!without[side]) continue;
    [own.margin[side], own.padding[side], own.border[side]] = [0, 0, { ...style.border[side], width: 0 }];
  }
  return own;
}
