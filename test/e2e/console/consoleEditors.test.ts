import { expect, setDefaultTimeout, test } from 'bun:test';
import { type Created, describeConsole, startConsole } from '../../helpers/console.ts';

setDefaultTimeout(180_000);

/** The editors of templates and scripts, and the versions of their texts. */

const { service, watched, button, field, dialog, open, shows, confirm } = await startConsole();

describeConsole(() => {
  const editor = () => watched.page.locator('.cm-content');
  const create = async (path: string, record: object): Promise<Created> =>
    (await service.send('POST', `/api/v2/${path}`, record)) as Created;

  test('the content of a template has line numbers, colours, and a mark where it is wrong', async () => {
    const content = '<h1>{{title}}</h1>\n<p>{{missing 1}}</p>\n';
    const saved = { code: 'coloured', name: 'Coloured', inputType: 'HTML', content: content.replace(' 1', '') };
    const { id } = await create('formatter-templates', {
      ...saved,
      previewData: { title: 'T', customer: { name: 'Ada' } },
    });
    await open(`#/templates/${id}`, 'coloured');
    await editor().waitFor();
    expect(await watched.page.locator('.cm-lineNumbers .cm-gutterElement').allInnerTexts()).toContain('2');
    expect(await watched.page.locator('.cm-mustache').allInnerTexts()).toEqual(['{{title}}', '{{missing}}']);
    await field('Content').fill(content);
    await watched.page.locator('.cm-lint-marker-error').hover();
    await watched.page.locator('.cm-tooltip-lint').getByText('no helper has the name "missing"').waitFor();
  });

  test('helpers and the data of the preview are completed within an expression, and nowhere else', async () => {
    const option = (name: string) => watched.page.locator('.cm-tooltip-autocomplete li').filter({ hasText: name });
    await field('Content').fill('mon');
    await editor().focus();
    await watched.page.keyboard.press('Control+Space');
    expect(await option('money').count()).toBe(0);
    await field('Content').fill('<p>');
    await editor().focus();
    await watched.page.keyboard.press('Control+End');
    await watched.page.keyboard.type(' {{mon');
    await option('money').waitFor();
    await watched.page.keyboard.type('ey customer.n');
    // By the pointer: for a moment, a list that has just opened leaves Enter to the text.
    await option('customer.name').click();
    expect(await editor().textContent()).toContain('{{money customer.name}}');
  });

  test('a list in an expression opens with its braces and on request, and has no tags', async () => {
    const { page } = watched;
    const options = page.locator('.cm-tooltip-autocomplete li');
    const tag = options.filter({ hasText: '<abbr' });
    const write = async (text: string): Promise<void> => {
      await field('Content').fill('<p></p>');
      await editor().focus();
      await page.keyboard.press('Control+End');
      await page.keyboard.type(text);
    };
    await write('{{');
    await options.filter({ hasText: 'customer.name' }).waitFor();
    expect(await tag.count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.keyboard.type('money ');
    await page.keyboard.press('Control+Space');
    await options.filter({ hasText: 'title' }).waitFor();
    expect(await tag.count()).toBe(0);
    await options.first().click();
    expect(await editor().textContent()).toBe('<p></p>{{money add}}');
    await write('{{title}} ');
    await page.keyboard.press('Control+Space');
    await tag.waitFor();
    await page.keyboard.press('Escape');
  });

  test('a keyboard leaves the editor as any other field', async () => {
    await editor().focus();
    await watched.page.keyboard.press('Tab');
    expect(await watched.page.locator('.cm-content:focus').count()).toBe(0);
    await button('Save').click();
    await shows('coloured was saved.');
  });

  test('the text of a template that is a file is shown, and copied to a template that can be edited', async () => {
    const content = 'messages/outageSms.hbs';
    const previewData = { recipient: { name: 'Ada' } };
    const { id } = await create('formatter-templates', { code: 'filed', inputType: 'FILE', content, previewData });
    const text = await Bun.file(`templates/${content}`).text();
    await open(`#/templates/${id}`, 'filed');
    const shown = watched.page.getByRole('textbox', { name: `Text of ${content}` });
    expect(await shown.getAttribute('contenteditable')).toBe('false');
    expect(await shown.locator('.cm-line').allInnerTexts()).toContain(text.split('\n')[0] ?? '');
    await watched.page.getByRole('link', { name: 'Copy as HTML template' }).click();
    await shows('New template');
    await field('Code (required)').fill('copied');
    await field('Name').fill('Copied');
    await button('Save').click();
    await shows('Copied was saved.');
    const copied = (await service.get('/api/v2/formatter-templates/copied')) as Created;
    expect(copied).toMatchObject({ inputType: 'HTML', content: text, previewData });
    await open(`#/templates/${copied.id}`, 'copied');
    expect(await watched.page.getByRole('link', { name: 'Copy as HTML template' }).count()).toBe(0);
  });

  test('a script is refused with its line marked, and saved when it is right', async () => {
    const source = 'const name = input.name;\nreturn { name };\n';
    const inputSchema = { type: 'object', properties: { name: { type: 'string' } } };
    const { id } = await create('scripts', { code: 'greeting', name: 'Greeting', source, inputSchema });
    await open(`#/records/scripts/${id}/edit`, 'Edit greeting');
    await editor().waitFor();
    await field('Source (required)').fill('const name = input.name;\nreturn { name;\n');
    await button('Save').click();
    await watched.page.locator('.cm-lint-marker-error').waitFor();
    expect(await editor().getAttribute('aria-invalid')).toBe('true');
    await field('Source (required)').fill('const name = input.name.trim();\nreturn { name };\n');
    await button('Save').click();
    await shows('was saved.');
  });

  test('versions of a text are compared line by line, and an earlier one is restored', async () => {
    const { page } = watched;
    const changed = page.locator('.cm-mergeView, .cm-editor').filter({ hasText: 'input.name.trim()' }).first();
    await changed.waitFor();
    expect(await page.locator('.cm-deletedChunk').first().textContent()).toContain('const name = input.name;');
    await button('Restore version 1').click();
    await dialog().getByText('as a new version').waitFor();
    await confirm('Restore');
    await shows('is as it was in version 1.');
    expect(await service.get('/api/v2/scripts/greeting')).toMatchObject({
      source: 'const name = input.name;\nreturn { name };\n',
    });
    await button('Restore version 2').waitFor();
  });

  test('the long address of an image in a warning does not widen the page', async () => {
    const content = `<img alt="" src="data:image/${'AAAA'.repeat(30)}">`;
    const saved = { code: 'wide', name: 'Wide', inputType: 'HTML', content };
    const { id } = await create('formatter-templates', saved);
    const { page } = watched;
    for (const width of [1_280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await open(`#/templates/${id}`, 'wide');
      await page.locator('.preview .notice li').filter({ hasText: 'is replaced by its alt text' }).waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    }
    await page.setViewportSize({ width: 1_280, height: 800 });
  });

  test('the page complained of nothing', () => {
    expect(watched.complaints).toEqual([]);
  });
});
