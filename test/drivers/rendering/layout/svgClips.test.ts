import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { coloursOf, drawing, expectColours, image, type Places, plain } from '../../../helpers/pages/drawings.ts';
import { pdfOf, popplerMissing } from '../../../helpers/pdf.ts';

setDefaultTimeout(60_000);

const [white, red, green, blue] = ['#ffffff', '#ff0000', '#008000', '#0000ff'];

describe.skipIf(popplerMissing !== undefined)(
  `a drawing with limits or blends${popplerMissing ? `: ${popplerMissing}` : ''}`,
  () => {
    test('is cut by masks of white, or where opacity counts, of opaque shapes', async () => {
      await expectColours(
        `<mask id="a" fill="white"><path d="M0 0h40v40h-40zM10 10h20v20h-20z" fill-rule="evenodd"/></mask>
      <mask id="b" style="mask-type: alpha" maskUnits="userSpaceOnUse" x="100" y="0" width="20" height="50"><rect x="100" width="50" height="50" fill="#ddd"/></mask>
      <g mask="url(#a)"><rect width="100" height="100" fill="red"/></g><g mask="url(#b)"><rect x="100" width="60" height="60" fill="green"/></g>
      <rect x="200" width="20" height="20" mask="url(#none)" fill="blue"/>`,
        [
          [5, 5],
          [20, 20],
          [60, 60],
          [110, 20],
          [130, 20],
          [110, 55],
          [210, 10],
        ],
        [red, white, white, green, white, white, blue],
      );
    });

    test('is cut by shapes and masks as large as an element of many parts', async () => {
      const many = '<rect width="40" height="40" fill="red"/>'.repeat(2_000);
      await expectColours(
        `<mask id="m" x="0" y="0" width=".5" height="1"><rect width="100" height="100" fill="white"/></mask>
      <g clip-path="circle(50%)">${many}</g><g transform="translate(100)"><g mask="url(#m)">${many}</g></g>`,
        [
          [2, 2],
          [20, 20],
          [110, 20],
          [130, 20],
        ],
        [white, red, red, white],
      );
    });

    test('repeats gradients in shapes and lines', async () => {
      const stops = '<stop offset=".5" stop-color="red"/><stop offset=".5" stop-color="blue"/>';
      const linear = (id: string, more: string): string =>
        `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="100" x2="140" ${more}>${stops}</linearGradient>`;
      await expectColours(
        `${linear('a', 'spreadMethod="repeat"')}${linear('b', 'spreadMethod="reflect" gradientTransform="rotate(90)"')}
      <radialGradient id="c" spreadMethod="repeat" gradientUnits="userSpaceOnUse" cx="300" cy="200" r="40">${stops}</radialGradient>
      <rect width="200" height="90" fill="url(#a)"/><path d="M0 120h60v200" fill="none" stroke="url(#b)" stroke-width="40"/>
      <rect x="200" y="100" width="200" height="200" fill="url(#c)"/>`,
        [
          ...([10, 30, 50, 110, 190].map((x) => [x, 50]) as [number, number][]),
          ...([105, 150, 190, 230, 310].map((y) => [60, y]) as [number, number][]),
          ...([310, 330, 350, 370].map((x) => [x, 200]) as [number, number][]),
        ],
        [blue, red, blue, red, red, red, blue, red, blue, blue, red, blue, red, blue],
      );
    });

    test('fades by masks of brightness and of opacity', async () => {
      const gradient = (id: string, stops: string): string => `<linearGradient id="${id}">${stops}</linearGradient>`;
      await expectColours(
        `${gradient('g', '<stop stop-color="white"/><stop offset="1"/>')}
      ${gradient('o', '<stop stop-color="red"/><stop offset="1" stop-color="red" stop-opacity="0"/>')}
      <mask id="a" maskContentUnits="objectBoundingBox"><rect width="1" height="1" fill="url(#g)"/></mask>
      <mask id="b" style="mask-type: alpha" x="0" y="0" width="1" height=".5" maskContentUnits="objectBoundingBox"><rect width="1" height="1" fill="url(#o)"/></mask>
      <mask id="c"><rect x="200" width="20" height="40" fill="red"/><rect x="220" width="20" height="40" fill="#0f0"/><rect x="200" y="20" width="40" height="20" mask="url(#c)"/></mask>
      <g mask="url(#a)"><rect width="80" height="40"/></g><rect x="100" width="80" height="40" mask="url(#b)"/>
      <g transform="translate(0 60)"><rect x="200" width="40" height="40" mask="url(#c)"/></g>`,
        [
          [40, 20],
          [140, 10],
          [140, 30],
          [170, 10],
          [210, 70],
          [230, 70],
        ],
        ['#808080', '#808080', white, '#e1e1e1', '#c9c9c9', '#494949'],
      );
    });

    test('mixes colours with those below, but not with the page', async () => {
      const shape = (x: number, mode: string): string =>
        `<rect x="${x}" y="20" width="20" height="40" fill="#ff8000" style="mix-blend-mode: ${mode}"/>`;
      const shapes = `<rect y="20" width="400" height="20" fill="#0080ff"/>${shape(20, 'multiply')}${shape(60, 'SCREEN')}
      ${shape(100, 'difference')}<g style="isolation: isolate">${shape(140, 'multiply')}</g><g opacity=".5">${shape(180, 'multiply')}</g>
      <clipPath id="c"><rect width="400" height="400"/></clipPath><g clip-path="url(#c)">${shape(220, 'multiply')}</g><g>${shape(260, 'multiply')}</g>`;
      const places: Places = [30, 70, 110, 150, 190, 230, 270].map((x) => [x, 30] as const);
      const below = '<style>body { background: #00f }</style>';
      for (const html of [drawing(shapes), image(shapes)]) {
        const seen = await coloursOf(below + html, [...places, [30, 50]]);
        expect(seen).toEqual(['#004000', '#ffc0ff', '#ff00ff', '#ff8000', '#80807f', '#ff8000', '#004000', '#ff8000']);
      }
      await expectColours(shapes, [[30, 30]], ['#004000']);
    });

    test('is cut by circles, ellipses and polygons that clip paths of CSS declare', async () => {
      const shape = (x: number, path: string): string =>
        `<rect x="${x}" y="20" width="40" height="40" fill="green" style="clip-path: ${path}"/>`;
      const shapes = `${shape(20, 'circle(10px at 30px 50%)')}${shape(80, 'polygon(0 0, 100% 0, 0 100%)')}${shape(140, 'ellipse(50% 5px)')}`;
      const places: Places = [
        [50, 40],
        [30, 40],
        [90, 30],
        [115, 55],
        [145, 40],
        [160, 30],
      ];
      await expectColours(shapes, places, [green, white, green, white, green, white]);
    });

    test('is cut by the other shapes of CSS, in the box that they name', async () => {
      const shape = (x: number, path: string, attributes = ''): string =>
        `<rect x="${x}" y="20" width="40" height="40" fill="green" ${attributes} style="clip-path: ${path}"/>`;
      const shapes = [
        shape(20, "path(evenodd, 'M0 0h40v40h-40zM10 10h20v20h-20z')"),
        shape(80, 'inset(10% 5px 50% round 10px)'),
        shape(
          140,
          'polygon(evenodd, 0 0, 100% 0, 100% 100%, 0 100%, 0 0, 25% 25%, 75% 25%, 75% 75%, 25% 75%, 25% 25%)',
        ),
        shape(200, 'circle(farthest-side at right 10px bottom 10px)'),
        shape(260, 'inset(0) fill-box', 'stroke="red" stroke-width="10"'),
        shape(320, 'view-box circle(30px at 330px 30px)'),
        `<rect x="20" y="100" width="40" height="40" fill="green" clip-path="xywh(10px 10px 50% 50%)"/>`,
        '<g transform="translate(80 100)" style="clip-path: rect(0 30px 40px 10px)"><rect width="20" height="40"/><rect x="20" width="20" height="40" fill="red"/></g>',
      ];
      const places: Places = [
        ...([
          [25, 25],
          [40, 40],
          [84, 26],
          [100, 35],
          [100, 50],
        ] as const),
        ...([
          [143, 23],
          [160, 40],
          [235, 50],
          [202, 22],
        ] as const),
        ...([
          [263, 23],
          [257, 40],
          [325, 25],
          [358, 58],
        ] as const),
        ...([
          [40, 120],
          [25, 120],
          [95, 120],
          [85, 120],
          [105, 120],
          [115, 120],
        ] as const),
      ];
      await expectColours(shapes.join(''), places, [
        ...[green, white, white, green, white],
        ...[green, white, green, white],
        ...[red, white, green, white],
        ...[green, white, '#000000', white, red, white],
      ]);
    });

    test('has a warning for a clip path that is not known, and is drawn without it', async () => {
      const content = (path: string): string =>
        `<rect width="40" height="40" fill="green" style="clip-path: ${path}"/>`;
      const problemsOf = async (html: string): Promise<string[]> => {
        const problems: string[] = [];
        await pdfOf(plain + html, 'A4', ({ problem }) => problems.push(problem));
        return problems;
      };
      await expectColours(content('circle(-1px)'), [[2, 2]], [green]);
      for (const html of [drawing(content('circle(-1px)')), image(content('circle(-1px)'))])
        expect(await problemsOf(html)).toEqual([
          'clip-path: circle(-1px) of a drawing is not supported or not valid, and is ignored',
        ]);
      expect(await problemsOf(drawing(content('inset(1px)')))).toEqual([]);
    });
  },
);
