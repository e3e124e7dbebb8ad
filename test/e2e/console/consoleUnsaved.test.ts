import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { type Created, describeConsole, startConsole } from '../../helpers/console.ts';
import { walkDialog } from '../../helpers/pages/dialogWalk.ts';

setDefaultTimeout(180_000);

const { service, watched, button, link, field, dialog, heading, open } = await startConsole();

const edited = async (): Promise<void> => {
  await open('#/records/worklog-types/~new', 'New worklog type');
  await field('Code (required)').fill('UNSAVED');
};

describeConsole(() => {
  describe('unsaved edits', () => {
    test('ask before the view is left by the sidebar, and stay', async () => {
      await edited();
      expect(await walkDialog(watched.page, link('Jobs'), 'Leave without saving?')).toEqual([]);
      await link('Jobs').click();
      await button('Stay', dialog()).click();
      await dialog().waitFor({ state: 'detached' });
      await heading('New worklog type');
      expect(await field('Code (required)').inputValue()).toBe('UNSAVED');
      expect(watched.page.url()).toEndWith('#/records/worklog-types/~new');
      await link('Jobs').click();
      await button('Leave without saving', dialog()).click();
      await heading('Jobs');
    });

    test('ask before Back and Forward, and leave in the requested direction', async () => {
      await open('#/queues', 'Queues');
      await edited();
      await watched.page.goBack();
      await dialog().waitFor();
      await watched.page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'detached' });
      expect(await field('Code (required)').inputValue()).toBe('UNSAVED');
      await watched.page.goBack();
      await button('Leave without saving', dialog()).click();
      await heading('Queues');
      await watched.page.goForward();
      await heading('New worklog type');
      expect(await field('Code (required)').inputValue()).toBe('');
    });

    test('ask before a reload, by the question of the browser', async () => {
      await edited();
      const question = watched.page.waitForEvent('dialog');
      const reload = watched.page.evaluate('location.reload()').catch(() => {});
      const shown = await question;
      expect(shown.type()).toBe('beforeunload');
      await shown.dismiss();
      await reload;
      expect(await field('Code (required)').inputValue()).toBe('UNSAVED');
      await link('Queues').click();
      await button('Leave without saving', dialog()).click();
      await heading('Queues');
    });

    test('do not ask once they are saved, undone, or where there are none', async () => {
      await edited();
      await field('Code (required)').fill('');
      await link('Jobs').click();
      await heading('Jobs');
      await edited();
      await field('Name (required)').fill('Saved');
      await button('Save').click();
      await heading('UNSAVED');
      const { id } = (await service.get('/api/v2/worklog-types/UNSAVED')) as Created;
      await open(`#/records/worklog-types/${id}/edit`, 'Edit UNSAVED');
      await link('Jobs').click();
      await heading('Jobs');
    });

    test('of a template ask too, and not after Save', async () => {
      const members = {
        code: 'draft',
        name: 'Draft',
        inputType: 'HTML',
        documentType: 'EMAIL',
        content: '<p>a</p>',
      };
      const { id } = (await service.send('POST', '/api/v2/formatter-templates', members)) as Created;
      await open(`#/templates/${id}`, 'draft');
      await field('Name').fill('Changed');
      await link('Jobs').click();
      await button('Stay', dialog()).click();
      await button('Save').click();
      await watched.page.getByText('draft was saved.').waitFor();
      await link('Jobs').click();
      await heading('Jobs');
    });
  });

  test('the page complained of nothing', () => {
    expect(watched.complaints).toEqual([]);
  });
});
