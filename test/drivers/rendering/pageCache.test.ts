import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { templatesFolder } from '../../../domain/documents/templates/templateFiles.ts';
import { Pages } from '../../../drivers/rendering/pageCache.ts';
import { skeletonOf } from '../../../drivers/rendering/sanitize/htmlSkeleton.ts';
import { Templates } from '../../../drivers/rendering/templates/templates.ts';

/** Documents from cached pieces equal those that are rendered without a cache, to the letter. */

const templates = new Templates(templatesFolder);
const write = (content: string, data: object): string =>
  templates.run({ key: content, inputType: 'HTML', content }, JSON.stringify(data), { escaped: true, epoch: 0 });

const hostile = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc
    .array(
      fc.constantFrom(
        ...`< > & " ' \` = / - -- --> <!-- ]]> <![CDATA[ <![if <![endif]> &lt; &amp &#32; &#x20; &nbsp; &copy= &#0; {{ }} <% %> { }
        <b> </b> </p> <p> </td> <td> <table> <style>p{color:red}</style> </style> <title> </title> <script> <svg> <textarea> <!x>
        <a_href="x" href="#" title="a" javascript:x https://x/ mailto:a@b # ?a=1&b=2 JUICE_CODE_BLOCK_0_ a Ab 0`.split(
          /\s+/,
        ),
        ' ',
        '\n',
        '\r\n',
        '\t',
        '\f',
        '\u0000',
        '\u00a0',
        '\u00ad',
        '\u2028',
        '\ufeff',
        '\ud800',
        '\udc00',
        '\ue000',
        '\ue0000\ue001',
        '#\ue0020\ue001',
      ),
      { maxLength: 6 },
    )
    .map((parts) => parts.join('')),
);

const places = ['{{a}}', '{{b}}', '{{c}}', '{{{d}}}', ' {{a}} ', 'x{{b}}', '{{a}}{{b}}', 'https://x/{{c}}?a=1&b={{a}}'];
const names =
  `p b i a td tr th table tbody caption colgroup col div span h1 ul li pre br hr img font center style title head body
  html meta o:p form button option nobr details dd dt svg select script`.split(/\s+/);
const sheet = fc.constantFrom(
  'p{color:red}',
  'td,a{padding:1px}.x{margin:0}',
  'a[href^="https"]{color:red}',
  'a[title]{color:red}',
  'p:empty{color:red}',
  'p:contains("x"){color:red}',
  'p > b:first-child{color:red} @media print{p{color:blue}}',
  '{{a}}',
);
const text = fc.oneof(
  fc.constantFrom(...places),
  fc.constantFrom(
    ...places,
    ' ',
    '\n',
    'words of its own',
    '&nbsp;',
    '&copy; #',
    '<!-- {{a}} -->',
    '<!--[if mso]>x<![endif]-->',
  ),
);
const attributes = fc
  .array(
    fc
      .tuple(
        fc.constantFrom('href', 'title', 'alt', 'style', 'class', 'src', 'data-x', 'HREF', 'border'),
        fc.oneof(
          fc.constantFrom(...places),
          fc.constantFrom('https://x/', '#a', '', 'x', 'color:blue', '{{a}}@{{b}}', ' href="x'),
        ),
        fc.constantFrom('"', '"', '"', "'"),
      )
      .map(([name, value, quote]) => ` ${name}=${quote}${value}${quote}`),
    { maxLength: 3 },
  )
  .map((all) => all.join(''));
const part = fc.oneof(
  { weight: 2, arbitrary: text },
  fc.constantFrom(...names).map((name) => `</${name}>`),
  fc.tuple(fc.constantFrom(...names.slice(0, -3)), attributes).map(([name, attribute]) => `<${name}${attribute}>`),
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('p', 'b', 'a', 'td', 'div', 'li', 'title'), attributes, text)
      .map(([name, attribute, inside]) => `<${name}${attribute}>${inside}</${name}>`),
  },
  sheet.map((css) => `<style>${css}</style>`),
);
const template = fc.array(part, { minLength: 1, maxLength: 14 }).map((parts) => parts.join(''));
const data = fc.record({ a: hostile, b: hostile, c: hostile, d: hostile });
const plain = (n: number) => ({ a: `a${n}`, b: `b ${n}`, c: `https://c/${n}`, d: `d${n}` });

test('a page from cached pieces equals the page without a cache', async () => {
  let pieced = 0;
  await fc.assert(
    fc.asyncProperty(template, fc.array(data, { minLength: 1, maxLength: 3 }), async (content, contexts) => {
      const pages = new Pages(templatesFolder);
      for (const one of [plain(1), plain(2), plain(3), ...contexts, ...contexts, ...contexts]) {
        const html = write(content, one);
        if (skeletonOf(html)) pieced++;
        expect(await pages.page(html, { styled: true })).toEqual(await pages.make(html, { styled: true }));
      }
    }),
    { numRuns: 150 },
  );
  expect(pieced).toBeGreaterThan(200);
});
