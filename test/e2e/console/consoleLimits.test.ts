import { expect, setDefaultTimeout, test } from 'bun:test';
import type { ClaimLimit, RetryPolicy } from '../../../client/api.ts';
import { describeConsole, startConsole } from '../../helpers/console.ts';

setDefaultTimeout(180_000);

const { service, watched, button, field, row, shows, open, confirm } = await startConsole();
const limits = () => service.get('/api/v2/admin/claim-limits') as Promise<ClaimLimit[]>;
const policies = () => service.get('/api/v2/admin/retry-policies') as Promise<RetryPolicy[]>;

describeConsole(() => {
  test('limits of claims are added, edited and removed, and refresh', async () => {
    await open('#/limits', 'Limits');
    await shows('Nothing is limited.');
    await button('Add a limit').click();
    await field('Job type').fill('BILL_RUN');
    await field('Steps at a time').fill('4');
    await field('Steps that start in a period').fill('100');
    await field('The period in seconds').fill('60');
    await confirm('Save');
    await row('BILL_RUN').getByText('100 in 60 seconds').waitFor();
    expect(await limits()).toMatchObject([
      { scope: 'TYPE', name: 'BILL_RUN', concurrency: 4, starts: 100, perSeconds: 60 },
    ]);
    await button('Edit the limit of BILL_RUN').click();
    await field('Steps that start in a period').fill('');
    await field('The period in seconds').fill('');
    await confirm('Save');
    await row('100 in 60 seconds').waitFor({ state: 'detached' });
    expect((await limits())[0]).not.toHaveProperty('starts');
    // Somebody else limits a user.
    await service.send('PUT', '/api/v2/admin/claim-limits/users/eva', { concurrency: 2 });
    await row('eva').getByText('User').waitFor();
    await button('Remove the limit of BILL_RUN').click();
    await confirm('Remove (1)');
    await row('BILL_RUN').waitFor({ state: 'detached' });
    expect((await limits()).map(({ name }) => name)).toEqual(['eva']);
  });

  test('retry policies are added, edited and removed', async () => {
    await open('#/limits', 'Limits');
    await button('Add a policy').click();
    await field('Job type').fill('HARBOUR_TOUR');
    await field('Attempts').fill('8');
    await field('Factor').fill('1.5');
    await field('Not retried: parts of messages, one in each line').fill('unknown harbour\n\nno, never');
    await confirm('Save');
    await row('HARBOUR_TOUR').getByText('unknown harbour, no, never').waitFor();
    const policy = { attempts: 8, initialSeconds: 2, factor: 1.5, notRetried: ['unknown harbour', 'no, never'] };
    expect(await policies()).toMatchObject([{ jobType: 'HARBOUR_TOUR', ...policy }]);
    await button('Edit the policy of HARBOUR_TOUR').click();
    await field('First pause in seconds').fill('30');
    await confirm('Save');
    await row('HARBOUR_TOUR').getByText('30 s').first().waitFor();
    expect(await policies()).toMatchObject([{ ...policy, initialSeconds: 30 }]);
    await button('Remove the policy of HARBOUR_TOUR').click();
    await confirm('Remove (1)');
    await shows('No job type has a policy of its own.');
    expect(await policies()).toEqual([]);
  });

  test('the page complained of nothing', () => {
    expect(watched.complaints).toEqual([]);
  });
});
