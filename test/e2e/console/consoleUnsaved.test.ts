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

  describe('input that nothing has used', () => {
    const source = 'if (!input.name) throw new Error("no name"); return { hello: input.name };';
    const input = '{"name": "Ada"}';

    test('of a script asks before the sidebar, Back and a reload, and no more once a run has used it', async () => {
      await service.send('POST', '/api/v2/scripts', { code: 'greet', name: 'Greeting', source });
      await open('#/scripts', 'Scripts');
      await link('greet').click();
      await heading('Greeting');
      await field('Input').fill(input);
      await link('Jobs').click();
      expect(await dialog().textContent()).toContain('The input on this page is not saved.');
      await button('Stay', dialog()).click();
      await dialog().waitFor({ state: 'detached' });
      await watched.page.goBack();
      await button('Stay', dialog()).click();
      await dialog().waitFor({ state: 'detached' });
      const question = watched.page.waitForEvent('dialog');
      const reload = watched.page.evaluate('location.reload()').catch(() => {});
      await (await question).dismiss();
      await reload;
      expect(await field('Input').inputValue()).toBe(input);
      await field('Input').fill('{"name": ""}');
      await button('Run').click();
      await watched.page.getByText('no name').first().waitFor();
      // The script may need an edit before its input is run once more.
      await link('Edit').click();
      await button('Stay', dialog()).click();
      await dialog().waitFor({ state: 'detached' });
      await field('Input').fill(input);
      await button('Run').click();
      await watched.page.getByText('hello Ada').waitFor();
      await link('Jobs').click();
      await heading('Jobs');
    });

    test('of a dialog asks before Back, and Escape leaves it', async () => {
      await open('#/queues', 'Queues');
      await open('#/suppressions', 'Suppressions');
      await button('Suppress an address').click();
      const form = watched.page.getByRole('dialog', { name: 'Suppress an address' });
      await field('Address or number').fill('typed@example.com');
      await watched.page.goBack();
      const question = watched.page.getByRole('dialog', { name: 'Leave without saving?' });
      await question.getByRole('button', { name: 'Stay' }).click();
      await question.waitFor({ state: 'detached' });
      expect(await field('Address or number').inputValue()).toBe('typed@example.com');
      await watched.page.keyboard.press('Escape');
      await form.waitFor({ state: 'detached' });
      await watched.page.goBack();
      await heading('Queues');
    });

    test('of the test of a rule asks', async () => {
      const rule = { code: 'unsaved', name: 'Unsaved', eventType: 'REST', config: {} };
      const { id } = (await service.send('POST', '/api/v2/notification-rules', rule)) as Created;
      await open(`#/records/notification-rules/${id}/test`, 'Test unsaved');
      await field('Event data').fill('{"data": {"typed": true}}');
      await link('Jobs').click();
      await button('Leave without saving', dialog()).click();
      await heading('Jobs');
    });
  });

  test('the page complained of nothing', () => {
    expect(watched.complaints).toEqual([]);
  });
});
