import { expect, test } from 'bun:test';
import { documentFormats } from '../../../domain/documents/templates/formats.ts';
import { templatesFolder } from '../../../domain/documents/templates/templateFiles.ts';
import { outputOf } from '../../../drivers/rendering/output.ts';
import { Pages } from '../../../drivers/rendering/pageCache.ts';
import { type Producer, producers } from '../../../drivers/rendering/producers.ts';

const options = { size: 'A4', folder: templatesFolder, pages: new Pages(templatesFolder) } as const;

/** The recipe of ARCHITECTURE.md for a format: a declaration in formats.ts, and a producer or the office converter. */
test('every declared format has a producer or the office converter, and every producer has a format', () => {
  const produced = documentFormats.filter(({ office }) => !office).map(({ name }) => name);
  expect(Object.keys(producers).sort()).toEqual([...produced, 'email'].sort());
});

test('a new format needs only its producer', async () => {
  const headings: Producer = async (html, { pages }) => {
    const page = await pages.page(html, { styled: false });
    const titles = [...page.html.matchAll(/<h1>(.*?)<\/h1>/g)].map(([, title]) => `# ${title}`);
    return { content: Buffer.from(titles.join('\n')) };
  };
  const html = '<h1>One</h1><script>x()</script><h1 onclick="x()">Two</h1>';
  const outcome = await outputOf(html, { ...options, format: 'headings' }, { ...producers, headings });
  expect(outcome).toEqual({ content: Buffer.from('# One\n# Two') });
});

test('a format without a producer is an error that names it', async () => {
  await expect(outputOf('x', { ...options, format: 'headings' })).rejects.toThrow(
    'no producer makes the format headings',
  );
});
