import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { describeConsole, startConsole } from '../../helpers/console.ts';

setDefaultTimeout(180_000);

const { service, database, watched, button, link, field, row, dialog, shows, heading, open, confirm, job } =
  await startConsole();

const queue = (action: string): Promise<unknown> =>
  service.send('POST', `/api/v2/admin/queues/event.notification/${action}`);

describeConsole(() => {
  describe('queues', () => {
    test('show when scheduled jobs are due, and what has ended', async () => {
      await queue('pause');
      await database.sql`
        insert into pgboss.job (name, data, state, start_after, started_on, completed_on, output)
        values ('event.notification', '{"eventType": "REST"}', 'created', now() + interval '30 minutes', null, null, null),
          ('event.notification', '{"eventType": "REST"}', 'failed', now(), now() - interval '4 seconds',
            now() - interval '2 seconds', '{"message": "no rule"}')`;
      await open('#/queues/event.notification', 'event.notification');
      const due = row('in 29 min');
      await due.waitFor();
      // It comes above the list, which must not move under the click.
      await watched.page.getByRole('status').filter({ hasText: '1 queue is paused' }).waitFor();
      expect(await due.locator('time').first().getAttribute('title')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/);
      await due.getByRole('button').first().click();
      await watched.page.locator('tr.more', { hasText: 'eventType' }).waitFor();
      await watched.page.getByRole('link', { name: /^History/ }).click();
      await row('no rule').getByText('failed').waitFor();
      expect(watched.page.url()).toContain('jobs=ENDED');
      await watched.page.getByRole('link', { name: /^Running/ }).click();
      await shows('No job is running.');
      await database.sql`delete from pgboss.job where name = 'event.notification'`;
      await queue('resume');
    });

    test('that are paused are named in every view, with who has paused them', async () => {
      await open('#/jobs', 'Jobs');
      await queue('pause');
      const banner = watched.page.getByRole('status').filter({ hasText: '1 queue is paused' });
      await banner.waitFor();
      expect(await banner.textContent()).toContain('event.notification by anonymous');
      await banner.getByRole('link', { name: 'event.notification' }).click();
      await heading('event.notification');
      await button('Resume').click();
      await confirm('Resume');
      await banner.waitFor({ state: 'detached' });
    });

    test('have a concurrency that is set and unset while workers run', async () => {
      await open('#/queues/event.notification', 'event.notification');
      await shows('2 batches of up to 10 jobs in each worker');
      await button('Set concurrency').click();
      await field('Batches at a time in all workers together').fill('6');
      await confirm('Save');
      await watched.page
        .getByRole('definition')
        .filter({ hasText: '6 batches of up to 10 jobs in all workers together, set' })
        .filter({ hasText: 'by anonymous' })
        .waitFor();
      await button('Set concurrency').click();
      await field('Batches at a time in all workers together').fill('');
      await confirm('Save');
      await watched.page
        .getByRole('definition')
        .filter({ hasText: '2 batches of up to 10 jobs in each worker' })
        .waitFor();
    });

    test('have the next run of their schedule', async () => {
      await open('#/queues/maintenance.retention', 'maintenance.retention');
      await shows('17 * * * *');
      await watched.page.getByRole('term').filter({ hasText: 'Next run' }).waitFor();
    });
  });

  test('dead letters are discarded: one, the selected, and all with a reason', async () => {
    for (const reason of ['one', 'two', 'three of a kind', 'four of a kind', 'five'])
      await database.sql`
        insert into pgboss.job (name, data, source_output)
        values ('step.logs.dead', '{}', ${database.sql.json({ message: reason })})`;
    const id = await job('NAMED_BY_A_PAYLOAD');
    await database.sql`
      insert into pgboss.job (name, data, source_output)
      values ('step.logs.dead', ${database.sql.json({ jobId: id })}, '{"message": "of a job"}')`;
    await open('#/queues/step.logs', 'step.logs');
    await button('of a job').click();
    await link('Show the job').click();
    await heading('NAMED_BY_A_PAYLOAD');
    await database.sql`delete from pgboss.job where name = 'step.logs.dead' and data->>'jobId' = ${id}`;
    await open('#/queues/step.logs', 'step.logs');
    await row('of a job').waitFor({ state: 'detached' });
    await row('one')
      .getByRole('button', { name: /^Discard/ })
      .click();
    expect(await dialog().textContent()).toContain('Discard 1 dead letter');
    await confirm('Discard (1)');
    await shows('1 dead letter discarded.');
    await row('one').waitFor({ state: 'detached' });
    await row('two').getByRole('checkbox').check();
    await row('five').getByRole('checkbox').check();
    await button('Discard selected').click();
    await confirm('Discard (2)');
    await row('five').waitFor({ state: 'detached' });
    await field('Reason contains').fill('OF A KIND');
    await database.sql`
      insert into pgboss.job (name, data, source_output)
      values ('step.logs.dead', '{}', ${database.sql.json({ message: 'another' })})`;
    // The list is loaded again; what was typed stays.
    await row('another').waitFor();
    await button('Filter').click();
    await row('three of a kind').waitFor();
    await button('Discard all that match').click();
    await confirm('Discard (2)');
    await shows('No dead letter has such a reason.');
    await link('Clear').click();
    await row('another').waitFor();
    await open('#/audit?operation=discard', 'Audit');
    await row('POST /admin/queues/{name}/dead-letters/discard').first().waitFor();
    expect(await row('dead-letters/discard').count()).toBe(3);
  });

  test('queues show the result of an action at once, without the next event', async () => {
    await database.sql`delete from pgboss.job where name like '%.dead'`;
    await database.sql`
      insert into pgboss.job (name, data, source_output)
      values ('event.notification.dead', '{}', '{"message": "no rule"}')`;
    // The stream can be silenced.
    await watched.page.addInitScript(`{
      const Source = EventSource;
      window.sources = [];
      window.EventSource = class extends Source {
        constructor(...input) { super(...input); window.sources.push(this); }
      };
    }`);
    await watched.page.goto('about:blank');
    await open('#/queues/event.notification', 'event.notification');
    await row('no rule').waitFor();
    const count = watched.page.locator('nav .count');
    await count.filter({ hasText: '1' }).waitFor();
    await watched.page.evaluate('for (const source of sources) source.onmessage = null');
    await button('Pause').click();
    await confirm('Pause');
    expect(await button('Resume').count()).toBe(1);
    expect(await watched.page.getByRole('definition').filter({ hasText: 'paused' }).count()).toBe(1);
    await button('Resume').click();
    await confirm('Resume');
    expect(await button('Pause').count()).toBe(1);
    await button('Discard all').click();
    await confirm('Discard (1)');
    expect(await count.count()).toBe(0);
    await watched.page.goto('about:blank');
  });

  test('paused queues and their buttons are within a narrow screen', async () => {
    await queue('pause');
    await open('#/queues', 'Queues');
    await watched.page.setViewportSize({ width: 390, height: 800 });
    await row('event.notification').getByText('paused').locator('visible=true').waitFor();
    const box = await button('Resume event.notification').boundingBox();
    expect((box?.x ?? 390) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
    await watched.page.setViewportSize({ width: 1_280, height: 800 });
    await queue('resume');
  });

  test('workers over HTTP are listed with the steps that they have claimed', async () => {
    const startDate = new Date().toISOString();
    const jobSteps = [{ name: 'north', status: 'NEW' }];
    await service.send('POST', '/api/v2/jobs', { jobType: 'HARBOUR_TOUR', status: 'NEW', startDate, jobSteps });
    const claim = { jobTypes: ['HARBOUR_TOUR'], worker: 'boat-1', max: 1, leaseSeconds: 600 };
    await service.send('POST', '/api/v2/job-steps/claim', claim);
    await open('', 'Overview');
    await row('boat-1').getByRole('link', { name: 'HARBOUR_TOUR' }).click();
    await heading('Jobs');
    await row('HARBOUR_TOUR').waitFor();
  });

  test('a worker is drained, and another one takes its place', async () => {
    const [worker] = (await service.get('/api/v2/admin/workers')) as { host: string; pid: number }[];
    const name = `${worker?.host}:${worker?.pid}`;
    await open('', 'Overview');
    await button(`Drain ${name}`).click();
    await confirm('Drain (1)');
    await shows(`${name} drains.`);
    await row(name).waitFor({ state: 'detached' });
  });

  test('the page complained of nothing', () => {
    expect(watched.complaints).toEqual([]);
  });
});
