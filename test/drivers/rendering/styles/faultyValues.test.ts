import { expect, setDefaultTimeout, test } from 'bun:test';
import { treatmentOf } from '../../../../domain/documents/warnings/cssSupport.ts';
import { problemsOf } from '../../../helpers/pages/htmlProblems.ts';
import { pdfOf, popplerMissing } from '../../../helpers/pdf.ts';
import { colourAt, picturedPage } from '../../../helpers/templatePictures.ts';

setDefaultTimeout(60_000);

/** Values whose parts are those of their property, and which browsers ignore as a whole. */
const faulty = {
  'background: red blue': 'it has two colours',
  'background: linear-gradient(45deg, red blue)': 'a comma is missing between two colours',
  'background: linear-gradient(to left top right, red, blue)': 'a gradient leads to one side, or to one corner',
  'background: linear-gradient(left, red, blue)': 'write to right in place of left',
  'background: linear-gradient(red 50, blue)': 'a length needs a unit',
  'background: linear-gradient(red, red) 50 50 / 50 50': 'a length needs a unit',
  'border-bottom: 10 solid red': 'a length needs a unit',
  'outline: 5 solid red': 'a length needs a unit',
  'box-shadow: 0 0 0 5 red': 'a length needs a unit',
  'transform: translate(300, 0)': 'a length needs a unit',
  'margin: 0 0 0 0 300pt': 'it has more than 4 values',
  'padding: 0 0 10pt 0 0': 'it has more than 4 values',
  'font-family: Letter 5 Round': 'the name of a font needs quotation marks',
  'font-family: Arial,': 'the name of a font needs quotation marks',
  'font: bold 12px/1.5 3of9, serif': 'the name of a font needs quotation marks',
};

test.skipIf(popplerMissing !== undefined)('values that browsers ignore are ignored, with the reason', async () => {
  const css =
    '@page { size: 300pt 300pt; margin: 0 } body { margin: 0 } p { height: 10pt; margin: 0 0 10pt; background: lime }';
  const blocks = Object.keys(faulty).map((declaration) => `<p style="${declaration}"></p>`);
  const html = `<!DOCTYPE html><style>${css}</style>${blocks.join('')}`;
  const seen = picturedPage(await pdfOf(html));
  const rows = blocks.flatMap((_, i) => [colourAt(seen, 150, 20 * i + 5), colourAt(seen, 150, 20 * i + 15)]);
  expect(rows).toEqual(blocks.flatMap(() => ['#00ff00', '#ffffff']));
  expect(problemsOf(html)).toEqual(
    Object.entries(faulty).map(
      ([declaration, why]) => `${declaration} of <p> is not supported, so it is ignored: ${why}`,
    ),
  );
});

test('values with numbers that need no unit, and as many values as their property has, are no faults', () => {
  const valid = {
    border: '0 solid rgb(1, 2, 3)',
    'border-radius': '5px 0 / 10px',
    'box-shadow': '0 2px 2px rgb(0 0 0 / 5%), inset 0 0 0 1px hsl(1 2% 3% / 1)',
    background: 'rgba(0, 0, 0, .5) url("a 5 b") no-repeat 0 0 / 50% auto',
    'background-image': 'linear-gradient(45deg, red 0 50%, 20%, rgba(0, 0, 255, 1) 100%)',
    transform: 'translate(50px, 0) scale(2) translate3d(0, 0, 0)',
    'grid-template-columns': '[a] repeat(2, minmax(100px, 1fr)) 1fr',
    font: '700 12px/1.5 Arial',
    'font-family': '-apple-system, Arial Black, "Letter 5 Round", \'a, b\', \\5b8b\\4f53, 宋体, serif',
    margin: 'calc(1px + 2px) 0 0 auto',
  };
  const others: readonly [property: string, value: string][] = [
    ['background', '#fff none repeat scroll 0 0'],
    ['background', 'linear-gradient(red calc(100% / 3), blue)'],
    ['grid-template-columns', 'clamp(10px, 100% / 3, 50px) 1fr'],
    ['gap', 'clamp(1mm, calc(1mm + (2mm * 2)), 5mm)'],
    ['margin', 'calc(((100% - 2cm) / 2) + 1mm) auto'],
  ];
  for (const [property, value] of [...Object.entries(valid), ...others])
    expect([property, treatmentOf(property, value)]).toEqual([property, undefined]);
  const mixed = 'linear-gradient(to right in --print, red, blue)';
  expect(treatmentOf('background', mixed)).toBe('the first colour of the gradient is drawn');
  expect(treatmentOf('font', '12 Arial')).toBe('it is ignored: a length needs a unit');
  expect(treatmentOf('grid-template-columns', '100 1fr')).toBe('it is ignored: a length needs a unit');
});

test('what Word and old browsers alone read is no fault', () => {
  const css = `@list l0:level1 { mso-level-tab-stop: .5in } @page WordSection1 { layout-grid: 18.0pt }
    p { tab-stops: right 3.0in; punctuation-wrap: simple; ime-mode: disabled; -khtml-border-radius: 4px }`;
  expect(problemsOf(`<!DOCTYPE html><style>${css}</style><body style="tab-interval: .5in"><p>a</p>`)).toEqual([]);
});
