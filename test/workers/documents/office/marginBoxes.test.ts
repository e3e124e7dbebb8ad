import { expect, setDefaultTimeout, test } from 'bun:test';
import { makeOfficeHarnessForFile } from '../../../helpers/documentHarness.ts';
import { unzippedBytes } from '../unzipped.ts';

setDefaultTimeout(150_000);

const harness = await makeOfficeHarnessForFile();

/** Returns the text of each file of a docx of the template; `between`: what stands in place of its tags. */
async function textsOf(content: string, between = ''): Promise<(name: string) => string> {
  const code = await harness.template(content);
  const answer = await harness.send('POST', `/documents/generate/${code}/docx`, {});
  expect(answer.status).toBe(200);
  const files = await unzippedBytes(Buffer.from((await answer.json()) as string, 'base64'));
  return (name) =>
    (files.get(name) ?? '')
      .replaceAll(/<[^>]*>/g, between)
      .replaceAll(/\s+/g, ' ')
      .trim();
}

test('boxes in the margins of pages are headers and footers of a docx', async () => {
  const css =
    '@page { @top-left { content: "A & B" } @top-right { content: "C" } @bottom-center { content: counter(page) "/" counter(pages) } }';
  const textOf = await textsOf(`<style>${css}</style><p>x</p>`, ' ');
  expect(textOf('word/header1.xml')).toMatch(/A &amp; B .*C/);
  expect(textOf('word/footer1.xml')).toMatch(/PAGE .*\/ .*NUMPAGES/);
});

test('boxes in the margins of pages stand in the header that a page has, whatever its attributes contain', async () => {
  const page =
    '<body title="a > b <header data-page>"><header title="data-page >" data-page>Own</header><p>x</p></body>';
  const css = '<style>@page { @top-left { content: "Left" } @bottom-left { content: "Foot" } }</style>';
  const textOf = await textsOf(css + page);
  expect(textOf('word/header1.xml')).toBe('LeftOwn');
  expect(textOf('word/footer1.xml')).toBe('Foot');
  expect(textOf('word/document.xml')).toBe('x');
});
