import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { startAuthenticatedApiForFile } from '../../helpers/api/callers.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

const api = await startAuthenticatedApiForFile();
const page = await Bun.file(join(import.meta.dir, '../../../docs/access.md')).text();
const sections = page.slice(page.indexOf('\n## Recipes'), page.indexOf('\n## API keys'));
const blocks = (language: string): string[] =>
  [...sections.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, block = '']) => block);

await api.store('UserType', { code: 'INDIVIDUAL', name: 'Individual', type: 'INDIVIDUAL', registry: {} });
await api.store('UserType', { code: 'EXTERNAL', name: 'External', type: 'EXTERNAL', registry: {} });

/** What each block of commands has written to its standard output. */
const outputs: string[] = [];
for (const [index] of blocks('sh').entries()) {
  const before = blocks('sh').slice(0, 1).join('');
  const script = index === 0 ? before : `${before}\n${blocks('sh')[index]}`;
  const shell = Bun.spawn(['bash', '-euc', script], {
    env: { ...process.env, A: `${api.url}/api/v2`, KEY: api.administrator.key },
    stderr: 'pipe',
  });
  const [output, errors] = await Promise.all([new Response(shell.stdout).text(), new Response(shell.stderr).text()]);
  expect(await shell.exited, `${script}\n${output}\n${errors}`).toBe(0);
  outputs.push(output);
}
const [, ...keys] = outputs.map((output) => /"key":"(wbk_\w+)"/.exec(output)?.[1] ?? '');
const [operator = '', dispatcher = '', crm = ''] = keys;

const status = async (key: string, method: string, path: string, body?: object): Promise<number> =>
  (await api.request(method, path, body && { ...body }, { authorization: `Bearer ${key}` })).status;

describe('the recipes of docs/access.md', () => {
  test('make an operator who reads everything and changes nothing', async () => {
    for (const path of ['/users/dana', '/roles/OPERATOR', '/admin/queues'])
      expect(await status(operator, 'GET', path)).toBe(200);
    expect(await status(operator, 'PATCH', '/users/dana', { email: 'e@example.org' })).toBe(403);
    expect(await status(operator, 'GET', '/audit-entries?filtering={}')).toBe(403);
  });

  test('make a dispatcher who is bound to its region', async () => {
    expect(await status(dispatcher, 'PATCH', '/users/tech-NORTH', { email: 'e@example.org' })).toBe(200);
    expect(await status(dispatcher, 'PATCH', '/users/tech-SOUTH', { email: 'e@example.org' })).toBe(400);
    expect(await status(dispatcher, 'PATCH', '/users/tech-NORTH', { chars: { region: 'SOUTH' } })).toBe(403);
    expect(await status(dispatcher, 'GET', '/users/dana')).toBe(400);
  });

  test('make a service account with a key that is narrower than its rules', async () => {
    expect(await status(crm, 'GET', '/users/dana')).toBe(200);
    expect(await status(crm, 'GET', '/user-groups/NORTH')).toBe(403);
    expect(await status(crm, 'PATCH', '/users/dana', { email: 'e@example.org' })).toBe(403);
    expect(await status(crm, 'POST', '/notifications', {})).toBe(400);
  });

  test('show the responses that the service gives', () => {
    const [explanation = '', checks = ''] = blocks('json');
    const [explained = '', checked = ''] = outputs.slice(-2);
    const plain = (text: string) => JSON.stringify(JSON.parse(text)).replaceAll(/"id":"[^"]*"/g, '"id":"…"');
    expect(plain(explained)).toBe(plain(explanation));
    expect(plain(checked)).toBe(plain(checks));
  });
});
