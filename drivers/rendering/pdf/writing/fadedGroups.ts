import type { Area } from '../layout/canvas.ts';
import type { Paper } from './paper.ts';
import type { Structure } from './structure.ts';

/** How far letters and lines reach beyond the boxes that they are in; pt. */
const OVERFLOW = 36;

/** Draws a transparency group of PDF (ISO 32000-1, 11.6.6): what overlaps in it is not seen through. `area`: of its content. */
export function drawGroup(
  paper: Paper,
  structure: Structure | undefined,
  { opacity, x, y, width, height }: Area & { readonly opacity: number },
  draw: () => void,
): void {
  const form = paper.ref({
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [x - OVERFLOW, y - OVERFLOW, x + width + OVERFLOW, y + height + OVERFLOW],
    Group: { Type: 'Group', S: 'Transparency', CS: 'DeviceRGB', I: true },
  });
  const { data } = paper.page.resources;
  // A group names the images and groups within it alone: a page may have thousands.
  const around = data['XObject'] ?? {};
  data['XObject'] = {};
  const content = paper.withoutContent(() => {
    if (structure) structure.within(form, draw);
    else draw();
  });
  form.data['Resources'] = Object.fromEntries(
    Object.entries(data).map(([kind, found]) => [kind, Array.isArray(found) ? found : Object.assign({}, found)]),
  );
  form.write(Buffer.from(content, 'latin1'));
  form.end();
  const name = `Group${form.id}`;
  data['XObject'] = Object.assign(around, { [name]: form });
  paper.opacity(opacity).addContent(`/${name} Do`);
}
