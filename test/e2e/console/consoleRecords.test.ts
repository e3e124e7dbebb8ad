import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { type Created, describeConsole, startConsole } from '../../helpers/console.ts';
import { walkDialog } from '../../helpers/pages/dialogWalk.ts';
import { poll } from '../../helpers/waits/poll.ts';

setDefaultTimeout(180_000);

const { service, database, watched, button, link, field, row, dialog, shows, heading, open, confirm, found } =
  await startConsole();

describeConsole(() => {
  describe('records', () => {
    test('are created by a form that shows what is wrong where it is, edited, compared with before and deleted', async () => {
      await open('#/records', 'Records');
      await watched.page
        .getByRole('region', { name: 'Kinds' })
        .getByRole('link', { name: 'Users', exact: true })
        .click();
      await heading('Users');
      await link('Create').click();
      await heading('New user');
      await field('Code (required)').fill('ada');
      await field('Type (required)').fill('none');
      await field('Supervisor id').fill('x');
      await field('Characteristics (required)').fill('{');
      await button('Save').click();
      await shows('Some members are not valid JSON.');
      expect(await watched.page.getByText('is not valid JSON:').count()).toBe(1);
      await field('Characteristics (required)').fill('{"shift": "night"}');
      await button('Add to regions').click();
      await field('Coefficient').fill('0.5');
      await field('Region id').fill('nowhere');
      await button('Save').click();
      const region = field('Region id');
      await watched.page.locator('[aria-invalid=true]').first().waitFor();
      expect(await region.getAttribute('aria-invalid')).toBe('true');
      expect(await field('Supervisor id').getAttribute('aria-invalid')).toBe('true');
      // Each problem is said once, at its member and by its label; the summary leads there.
      const summary = watched.page.getByRole('alert');
      for (const label of ['Supervisor id', 'Regions 1: region id']) {
        expect(await watched.page.getByText(`${label}: `, { exact: false }).count()).toBe(1);
        await summary.getByRole('button', { name: label, exact: true }).waitFor();
      }
      expect(await summary.textContent()).not.toContain('supervisorId');
      await button('Regions 1: region id', summary).click();
      expect(await region.and(watched.page.locator(':focus')).count()).toBe(1);
      await field('Supervisor id').fill('');
      await button('Remove regions 1').click();
      await field('Type (required)').fill('INDIVIDUAL');
      await field('Given name').fill('Ada');
      await field('Tags').fill('night\nfibre');
      await field('Valid from').fill('2026-05-01T08:00:00');
      await field('Status').selectOption('DISABLE');
      await button('Save').click();
      await heading('ada');
      const user = (await service.get('/api/v2/users/ada')) as Record<string, unknown>;
      expect(user).toMatchObject({ dataTags: ['night', 'fibre'], chars: { shift: 'night' }, status: 'DISABLE' });

      await link('Edit').click();
      await heading('Edit ada');
      await field('Family name').fill('Lovelace');
      // Somebody else is faster.
      await service.send('PATCH', '/api/v2/users/ada', { description: 'Night shift' });
      await button('Save').click();
      await shows('Audit info: version');
      await watched.page.reload();
      await heading('Edit ada');
      await field('Family name').fill('Lovelace');
      await button('Save').click();
      await heading('ada');
      await shows('History');
      expect(await row('familyName').textContent()).toContain('Lovelace');
      await watched.page.getByText('Full record').last().click();
      await shows('status DISABLE');
      await button('Delete').click();
      await confirm('Delete (1)');
      await heading('Users');
    });

    test('are searched with filters, words and an order, all of it in the address', async () => {
      for (const n of [1, 2, 3]) {
        await service.send('POST', '/api/v2/roles', { code: `shift-${n}`, name: n === 2 ? 'Night' : 'Day' });
      }
      await found('roles', 3, [{ column: 'code', operator: 'LIKE', value: 'shift-%' }]);
      await open('#/records/roles', 'Roles');
      await button('Add filter').click();
      await field('Column').fill('code');
      await field('Operator').selectOption('IN');
      await field('Value').fill('shift-1,shift-2');
      await field('Words').fill('night');
      await field('Sort by').fill('code');
      await field('Order').selectOption('DESC');
      await button('Search').click();
      await shows('1–1 of 1');
      expect(await link('shift-2').count()).toBe(1);
      await watched.page.reload();
      await shows('1–1 of 1');
      expect(await field('Value').inputValue()).toBe('shift-1,shift-2');
      await field('Column').fill('nonsense');
      await button('Search').click();
      await watched.page.getByRole('alert').getByText('nonsense').first().waitFor();
    });

    test('come to the list that is looked at, whatever is being typed and chosen there', async () => {
      const of = { f: JSON.stringify([{ column: 'code', operator: 'EQ', value: 'latecomer' }]) };
      await open(`#/records/roles?${new URLSearchParams(of)}`, 'Roles');
      await shows('No record matches.');
      await field('Words').fill('half a wo');
      await field('Order').selectOption('DESC');
      await service.send('POST', '/api/v2/roles', { code: 'latecomer', name: 'Latecomer' });
      await row('latecomer').waitFor();
      expect(await field('Words').inputValue()).toBe('half a wo');
      expect(await field('Order').inputValue()).toBe('DESC');
    });

    test('are imported after the difference was shown, and exported', async () => {
      await service.send('POST', '/api/v2/log-types', { code: 'KEPT', name: 'Kept' });
      await service.send('POST', '/api/v2/log-types', { code: 'OTHER', name: 'Before' });
      await open('#/records/log-types/~import', 'Import: log types');
      const csv = 'code,name\nOTHER,After\nFRESH,Fresh\n';
      await field('File (export, JSON, NDJSON or CSV, optionally gzipped)').setInputFiles({
        name: 'types.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(csv),
      });
      const { promise: waited, resolve: goOn } = Promise.withResolvers<void>();
      const { promise: locked, resolve: isLocked } = Promise.withResolvers<void>();
      // The service waits for the records.
      const lock = database.sql.begin(async (sql) => {
        await sql`lock table log_type`;
        isLocked();
        await waited;
      });
      await locked;
      await button('Show the differences').click();
      await shows('The file is sent. The service compares its records with the stored ones.');
      goOn();
      await lock;
      await shows('New: 1');
      expect(await watched.page.getByText('The file is sent.').count()).toBe(0);
      await watched.page.locator('summary', { hasText: 'OTHER' }).click();
      expect(await row('name').first().textContent()).toMatch(/Before\s*After/);
      // What the file leaves out stays unless it is asked for.
      expect(await walkDialog(watched.page, button('Save 2 changes'), 'Save 2 changes')).toEqual([]);
      await button('Save 2 changes').click();
      await confirm('Save (2)');
      await heading('Log types');
      expect(await service.get('/api/v2/log-types/OTHER')).toMatchObject({ name: 'After' });
      expect(await service.get('/api/v2/log-types/KEPT')).toMatchObject({ name: 'Kept' });
      const [download] = await Promise.all([watched.page.waitForEvent('download'), button('Export').click()]);
      const stored = await Bun.file((await download.path()) as string).json();
      expect((stored as { data: Created[] }).data.map(({ code }) => code)).toContain('FRESH');
    });
  });

  test('a person is erased after a dry run', async () => {
    const person = { code: 'mn1', type: 'INDIVIDUAL', chars: {}, email: 'marta@example.com' };
    const { id } = (await service.send('POST', '/api/v2/users', person)) as Created;
    await open(`#/records/users/${id}`, 'mn1');
    await button('Erase…').click();
    await button('Count', dialog()).click();
    await link('Show the job').click();
    await heading('ERASE_USER');
    expect(await service.get(`/api/v2/users/${id}`)).toMatchObject({ email: 'marta@example.com' });
    await open(`#/records/users/${id}`, 'mn1');
    await button('Erase…').click();
    await watched.page.getByLabel('Dry run: only count the rows that would be changed').uncheck();
    await button('Erase (1)', dialog()).click();
    await shows('code (SHORT)');
    await button('Close', dialog()).click();
    const { code, status } = (await service.get(`/api/v2/users/${id}`)) as Record<string, string>;
    expect(status).toBe('DISABLE');
    await heading(String(code));
  });

  test('all kinds go out as one archive and come in again, looked at first', async () => {
    await open('#/records', 'Records');
    await link('Export or import all').click();
    await heading('All kinds as one file');
    const [download] = await Promise.all([watched.page.waitForEvent('download'), button('Export everything').click()]);
    await service.send('PATCH', '/api/v2/worklog-types/REPAIR', { description: 'Changed since' });
    await field('Archive (zip or tar.gz)').setInputFiles((await download.path()) as string);
    await button('Show the differences').click();
    expect(await walkDialog(watched.page, button('Save 1 change'), 'Save 1 change')).toEqual([]);
    await button('Save 1 change').click();
    await confirm('Save (1)');
    expect(await service.get('/api/v2/worklog-types/REPAIR')).not.toMatchObject({ description: 'Changed since' });
  });

  test('scripts are tried out', async () => {
    const source = 'if (!input.name) throw new Error("no name"); return { hello: input.name };';
    await service.send('POST', '/api/v2/scripts', { code: 'greet', name: 'Greeting', source });
    await open('#/scripts', 'Scripts');
    await link('greet').click();
    await heading('Greeting');
    await field('Input').fill('{"name": "Ada"}');
    await button('Run').click();
    await shows('hello Ada');
    await field('Input').fill('{}');
    await button('Run').click();
    await watched.page.getByRole('alert').getByText('no name').first().waitFor();
  });

  test('templates are looked at while they are written, as HTML and as PDF, and nothing of them runs', async () => {
    const { id } = (await service.send('POST', '/api/v2/formatter-templates', {
      code: 'letter',
      name: 'Letter',
      inputType: 'HTML',
      content: '<p>Dear {{name}}</p>',
      previewData: { name: 'Ada' },
    })) as Created;
    await open(`#/templates/${id}`, 'letter');
    const frame = watched.page.frameLocator('iframe[title="Preview as HTML"]');
    await frame.getByText('Dear Ada').waitFor();
    await field('Preview data').fill('{"name": "Grace"}');
    await frame.getByText('Dear Grace').waitFor();
    await field('Content').fill('<p>Hello {{name}}</p>');
    await frame.getByText('Hello Grace').waitFor();
    expect(await watched.page.locator('iframe').getAttribute('sandbox')).toBe('');
    await field('Content').fill('<p>Hello {{name}}</p>\n<p style="color: white">and {{name}}</p>');
    await shows('"and Grace" on page 1 is #ffffff on #ffffff, which nobody can read');
    await field('Document type').selectOption('EMAIL');
    await watched.page.getByText('which nobody can read').waitFor({ state: 'detached' });
    await field('Document type').selectOption('PDF');
    await field('Content').fill('<p>{{#if}}</p>');
    await watched.page.getByRole('alert').getByText('line 1, column').waitFor();
    // What was there stays until there is something newer.
    await frame.getByText('Hello Grace').waitFor();
    const isOn = (page: string): Promise<unknown> =>
      poll(`a page of ${page}`, async () => {
        const saved = watched.page.waitForEvent('download');
        await link('Download the PDF').click();
        const pdf = await Bun.file((await (await saved).path()) as string).bytes();
        return Buffer.from(pdf).toString('latin1').includes(`MediaBox [0 0 ${page}`);
      });
    await field('Content').fill('<p>Good day, {{name}}</p>');
    await button('PDF').click();
    await watched.page.locator('iframe[title="Preview as PDF"]').waitFor();
    await isOn('595');
    await field('Document size').selectOption('LANDSCAPE');
    await isOn('841');
    await poll(
      'the viewer of the older one to be gone',
      async () => (await watched.page.locator('iframe').count()) === 1,
    );
    await field('Content').fill('{{nothing 1}}');
    await watched.page.getByRole('alert').getByText('no helper has the name "nothing"').waitFor();
    expect(await watched.page.locator('iframe[title="Preview as PDF"]').count()).toBe(1);
    await field('Content').fill('<p>Good day, {{name}}</p>');
    await field('Preview data').fill('{"name": ');
    await button('Save').click();
    await shows('Preview data: is not valid JSON');
    await field('Preview data').fill('{"name": "Grace"}');
    await button('Save').click();
    await shows('letter was saved.');
    expect(await service.get('/api/v2/formatter-templates/letter')).toMatchObject({
      content: '<p>Good day, {{name}}</p>',
      documentSize: 'LANDSCAPE',
      previewData: { name: 'Grace' },
    });
    // Of a script only what is saved is run.
    await open('#/templates/~new', 'New template');
    await field('Input type (required)').selectOption('SCRIPT');
    await shows('The output of a script or a file is shown once the template is saved.');
  });

  test('the page complained of nothing', () => {
    expect(watched.complaints).toEqual([]);
  });
});
