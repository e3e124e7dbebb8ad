import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import pino from 'pino';
import type { Office } from '../../../../domain/ports/rendering.ts';
import { makeRenderer } from '../../../../drivers/rendering/renderer.ts';
import { PIXEL, TestRenderer } from '../testRenderer.ts';

setDefaultTimeout(60_000);

const renderer = new TestRenderer();
beforeAll(() => renderer.start());
const { sandbox, folder } = renderer;
/** Its documents are the pages that it gets. */
const office: Office = { convert: async (html) => Buffer.from(html) };
const own = makeRenderer({ log: pino({ level: 'silent' }), sandbox, office, size: 1, templatesDir: folder });
afterAll(async () => {
  await own.stop();
  await renderer.stop();
});

const image = (data: string, type = 'png'): string => `<img alt="Logo & co." src="data:image/${type};base64,${data}">`;

async function rendered(content: string, format: string) {
  const kind = { inputType: 'HTML', documentType: 'PDF', documentSize: 'A4' } as const;
  const template = { key: content, code: 'k', content, ...kind };
  const outcome = await own.render({ template, data: '{}', format, warnings: true });
  if ('problem' in outcome) throw new Error(outcome.problem);
  return outcome;
}

test.each([
  ['is cut', PIXEL.slice(0, -20), 'png'],
  ['has a wrong checksum', PIXEL.replace('R9aw', 'R9bw'), 'png'],
  ['has no frame', 'R0lGODlhAQAB', 'gif'],
])('an office document has the alt text of an image that %s, with a warning', async (_, data, type) => {
  const outcome = await rendered(`<p>x</p>\n<p>${image(data, type)}${image(PIXEL)}</p>`, 'docx');
  expect(Buffer.from(outcome.content).toString()).toContain(
    `<p><span>Logo &amp; co.</span>${image(PIXEL).replace('&', '&amp;')}</p>`,
  );
  expect(outcome.warnings).toEqual([
    {
      problem: 'an image is damaged or of a kind that is not supported, so it is replaced by its alt text',
      line: 2,
      column: 31,
    },
  ]);
});

test.each(['docx', 'pdf'])('a JPEG that ends early is a whole image of a %s, with a warning', async (format) => {
  const whole = await new Bun.Image(Buffer.from(PIXEL, 'base64')).resize(60, 40).jpeg().bytes();
  const cut = Buffer.from(whole.slice(0, whole.length - 20)).toString('base64');
  const outcome = await rendered(`<p>x</p>\n<p>${image(cut, 'jpeg')}</p>`, format);
  const content = Buffer.from(outcome.content).toString('latin1');
  expect(content).toContain(format === 'docx' ? 'src="data:image/png' : '/Width 60');
  expect(content).not.toContain(format === 'docx' ? 'data:image/jpeg' : '/DCTDecode');
  expect(outcome.warnings).toEqual([
    { problem: 'an image ends early, so a part of it is missing', line: 2, column: 31 },
  ]);
  const known = await rendered(
    `<html lang="en"><title>t</title><p>${image(Buffer.from(whole).toString('base64'), 'jpeg')}</p></html>`,
    format,
  );
  expect(known.warnings).toEqual([]);
});

const formats = ['docx', 'pdf'];
const kinds = [{}, { progressive: true }];
test.each(formats.flatMap((format) => kinds.map((kind) => [format, kind] as const)))(
  'a JPEG that lacks its end mark alone is whole in a %s: %p',
  async (format, kind) => {
    const whole = await new Bun.Image(Buffer.from(PIXEL, 'base64')).resize(60, 40).jpeg(kind).bytes();
    for (const lost of [1, 2]) {
      const open = Buffer.from(whole.slice(0, -lost)).toString('base64');
      const page = `<html lang="en"><title>t</title><p>${image(open, 'jpeg')}</p></html>`;
      const outcome = await rendered(page, format);
      const content = Buffer.from(outcome.content);
      if (format === 'pdf') expect(content.includes(whole)).toBe(true);
      else
        expect(content.toString()).toContain(`src="data:image/jpeg;base64,${Buffer.from(whole).toString('base64')}"`);
      expect(outcome.warnings).toEqual([]);
    }
  },
);

test('a progressive JPEG that lacks scans ends early', async () => {
  const whole = Buffer.from(
    await new Bun.Image(Buffer.from(PIXEL, 'base64')).resize(60, 40).jpeg({ progressive: true }).bytes(),
  );
  const lastTable = whole.lastIndexOf(Buffer.from([0xff, 0xc4]));
  for (const end of [lastTable, whole.lastIndexOf(Buffer.from([0xff, 0xda]))]) {
    const { warnings } = await rendered(`<p>${image(whole.toString('base64', 0, end), 'jpeg')}</p>`, 'pdf');
    expect(warnings?.map(({ problem }) => problem)).toContain('an image ends early, so a part of it is missing');
  }
});
