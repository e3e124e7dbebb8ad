import type { PdfReference } from 'pdfkit';
import type { Blend, Mask } from '../drawings/parts/drawing.ts';
import type { Area } from '../layout/canvas.ts';
import { boundsOf, determinant, inverse, type Matrix, widened } from '../transforms/matrix.ts';
import type { Paper } from './paper.ts';
import type { Structure } from './structure.ts';

/** How far letters and lines reach beyond the boxes that they are in; pt. */
const OVERFLOW = 36;
/** Resources that pdfkit names again at each use. */
const kinds = ['XObject', 'Pattern', 'ExtGState', 'Shading'];
/** Maximum of the numbers of a map to the page. */
const MAX_FACTOR = 1e9;

/** Whether a map to the page is of numbers that PDFs can have. */
export const isDrawable = (matrix: Matrix): boolean => matrix.every((part) => Math.abs(part) < MAX_FACTOR);

/** How a group is painted. */
interface GroupLook {
  readonly opacity: number;
  /** Of its content; the whole page if undefined. */
  readonly area?: Area;
  readonly blend?: Blend | undefined;
  readonly mask?: { readonly by: Mask['by']; readonly draw: () => void } | undefined;
}

/** Draws a transparency group of PDF (ISO 32000-1, 11.6.6): what overlaps in it is not seen through. */
export function drawGroup(
  paper: Paper,
  structure: Structure | undefined,
  { opacity, area, blend, mask }: GroupLook,
  draw: () => void,
): void {
  // A copy: pdfkit changes its own in place.
  const [a, b, c, d, e, f] = paper._ctm;
  const matrix: Matrix = [a, b, c, d, e, f];
  // What is flat is not seen.
  if (determinant(matrix) === 0) return;
  const back = inverse(matrix);
  if (!isDrawable(back)) return;
  const place = { matrix, area: area ? boundsOf(matrix, widened(area, OVERFLOW)) : pageArea(paper) };
  // Patterns are positioned from where a group begins, and pdfkit has them from the corner of the page: so it begins there.
  paper.save().transform(...back);
  const form = writeForm(paper, place, (object) => {
    if (structure) structure.within(object, draw);
    else draw();
  });
  const name = named(paper, form);
  paper.opacity(opacity);
  if (blend || mask) {
    const softMask = mask && {
      Type: 'Mask',
      S: mask.by === 'opacity' ? 'Alpha' : 'Luminosity',
      G: writeForm(paper, place, mask.draw),
    };
    const state = paper.ref({ Type: 'ExtGState', ...(blend && { BM: blend }), ...(softMask && { SMask: softMask }) });
    state.end();
    paper.page.ext_gstates[name] = state;
    paper.addContent(`/${name} gs`);
  }
  paper.addContent(`/${name} Do`).restore();
}

/** What is drawn in several places. */
export interface SharedForm {
  readonly form: PdfReference;
  /** The map to the page where it was written. */
  readonly matrix: Matrix;
}

/** Writes what is drawn in the place of the pen, to be drawn there and in other places; undefined where it is not seen. */
export function sharedForm(paper: Paper, draw: () => void): SharedForm | undefined {
  const [a, b, c, d, e, f] = paper._ctm;
  const matrix: Matrix = [a, b, c, d, e, f];
  if (determinant(matrix) === 0 || !isDrawable(inverse(matrix))) return undefined;
  const { width, height } = paper.page;
  // In another place, more of it may be on the page.
  const area = { x: -width, y: -height, width: 3 * width, height: 3 * height };
  paper.save().transform(...inverse(matrix));
  const form = writeForm(paper, { matrix, area, isGroup: false }, draw);
  paper.restore();
  return { form, matrix };
}

/** Draws a shared form in the place of the pen, whose scale is that where it was written. */
export function drawForm(paper: Paper, { form, matrix }: SharedForm): void {
  paper
    .save()
    .transform(...inverse(matrix))
    .addContent(`/${named(paper, form)} Do`)
    .restore();
}

/** Names a form among the resources of the page, or of the form that is being written. */
function named(paper: Paper, form: PdfReference): string {
  const name = `Group${form.id}`;
  const { data } = paper.page.resources;
  data['XObject'] = Object.assign(data['XObject'] ?? {}, { [name]: form });
  return name;
}

interface FormPlace {
  readonly matrix: Matrix;
  readonly area: Area;
  /** Whether it is a transparency group. */
  readonly isGroup?: boolean;
}

/** Writes what is drawn as an object of its own. */
function writeForm(
  paper: Paper,
  { matrix, area: { x, y, width, height }, isGroup = true }: FormPlace,
  draw: (form: PdfReference) => void,
): PdfReference {
  const form = paper.ref({
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [x, y, x + width, y + height],
    ...(isGroup && { Group: { Type: 'Group', S: 'Transparency', CS: 'DeviceRGB', I: true } }),
  });
  const { data } = paper.page.resources;
  // A group names the images, patterns and groups within it alone: a page may have thousands.
  const around = kinds.map((kind) => [kind, data[kind] ?? {}] as const);
  for (const kind of kinds) data[kind] = {};
  const content = paper.withoutContent(() => {
    paper.save().transform(...matrix);
    draw(form);
    paper.restore();
  });
  form.data['Resources'] = Object.fromEntries(
    Object.entries(data).map(([kind, found]) => [kind, Array.isArray(found) ? found : Object.assign({}, found)]),
  );
  form.write(Buffer.from(content, 'latin1'));
  form.end();
  for (const [kind, found] of around) data[kind] = found;
  return form;
}

const pageArea = ({ page: { width, height } }: Paper): Area => ({ x: 0, y: 0, width, height });
