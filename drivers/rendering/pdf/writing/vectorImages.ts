import FontStore from '@react-pdf/font';
import layoutDocument, { type DocumentNode, type SafeDocumentNode } from '@react-pdf/layout';
import renderDocument from '@react-pdf/render';
import { fileOf } from '../fonts/standardFonts.ts';
import { SVG_FAMILY } from '../images/svg.ts';
import { drawnArea, type ImageMark } from '../layout/mark.ts';
import type { Paper } from './paper.ts';

type VectorNode = NonNullable<SafeDocumentNode['children'][number]['children']>[number];

/** The types of react-pdf lack the fonts, and name another pdfkit. */
const layOut = layoutDocument as (document: DocumentNode, fonts: FontStore) => Promise<SafeDocumentNode>;
const render = renderDocument as unknown as (paper: Paper, document: { children: readonly VectorNode[] }) => void;

const store = new FontStore();
let fonts: Promise<unknown> | undefined;

/** Loads the fonts of SVGs. react-pdf itself loads only those that its own elements name. */
function loadFonts(): Promise<unknown> {
  if (!fonts) {
    const faces = (['normal', 'italic'] as const).flatMap((fontStyle) =>
      ([400, 700] as const).map((fontWeight) => ({ fontStyle, fontWeight })),
    );
    const src = ({ fontStyle, fontWeight }: (typeof faces)[number]): string =>
      fileOf(`sans${fontWeight === 700 ? '-bold' : ''}${fontStyle === 'italic' ? '-italic' : ''}`);
    store.register({ family: SVG_FAMILY, fonts: faces.map((face) => ({ ...face, src: src(face) })) });
    fonts = Promise.all(faces.map((face) => store.load({ fontFamily: SVG_FAMILY, ...face })));
  }
  return fonts;
}

/** SVGs, which react-pdf draws. */
export class VectorImages {
  readonly #nodes: ReadonlyMap<ImageMark, VectorNode>;

  private constructor(nodes: ReadonlyMap<ImageMark, VectorNode>) {
    this.#nodes = nodes;
  }

  /** Reads SVGs, each at its position on its page. */
  static async read(marks: readonly ImageMark[]): Promise<VectorImages> {
    await loadFonts();
    const areas = marks.map(ownArea);
    const size: [number, number] = [
      Math.max(...areas.map(({ x, width }) => x + width)),
      Math.max(...areas.map(({ y, height }) => y + height)),
    ];
    const children = marks.map((mark) => {
      const { x: left, y: top, width, height } = ownArea(mark);
      return {
        type: 'IMAGE' as const,
        props: { src: Buffer.from(mark.picture.bytes) },
        style: { position: 'absolute' as const, left, top, width, height },
        children: [],
      };
    });
    const page = { type: 'PAGE' as const, props: { size, wrap: false }, style: {}, children };
    const document = await layOut({ type: 'DOCUMENT', props: {}, style: {}, children: [page] }, store);
    const nodes = document.children[0]?.children ?? [];
    return new VectorImages(new Map(marks.flatMap((mark, i) => (nodes[i] ? [[mark, nodes[i]] as const] : []))));
  }

  draw(paper: Paper, mark: ImageMark): void {
    const node = this.#nodes.get(mark);
    const { y, height } = ownArea(mark);
    const by = drawnArea(mark).height / height;
    if (by !== 1) paper.transform(1, 0, 0, by, 0, y - y * by);
    if (node) paper.drawOpen(() => render(paper, { children: [node] }));
  }
}

/** Returns where an SVG is drawn in its own proportion, before it is stretched down. */
function ownArea(mark: ImageMark): ReturnType<typeof drawnArea> {
  const area = drawnArea(mark);
  const { isStretched, width, height } = mark.picture;
  return isStretched && width > 0 && height > 0 ? { ...area, height: (area.width * height) / width } : area;
}
