import { expect, setDefaultTimeout, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { makeFolderForFile, stopAfterFile } from '../../helpers/bootstrap.ts';

setDefaultTimeout(60_000);

/** The receiver of docs/tutorials/crm.md, which the installed Node runs word for word. */

const page = await Bun.file(join(import.meta.dir, '..', '..', '..', 'docs', 'tutorials', 'crm.md')).text();
const program = /```js\n(.*?)```/s.exec(page)?.[1] ?? '';
const secret = /SECRET=(\S+) node receiver\.mjs/.exec(page)?.[1] ?? '';

const file = join(makeFolderForFile(), 'receiver.mjs');
await Bun.write(file, program);
const receiver = Bun.spawn(['node', file], {
  ...{ stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' },
  env: { PATH: process.env['PATH'], SECRET: secret, PORT: '0' },
});
stopAfterFile(async () => {
  receiver.kill();
  await receiver.exited;
});
const output = receiver.stdout.pipeThrough(new TextDecoderStream()).getReader();
const nextOutput = async (): Promise<string> => (await output.read()).value ?? '';
const [port] = /\d+/.exec(await nextOutput()) ?? [];

function post(id: string, change: object, key = secret): Promise<Response> {
  const body = JSON.stringify({ changes: [change] });
  const timestamp = '1795831200';
  const bytes = Buffer.from(key.replace('whsec_', ''), 'base64');
  const signature = createHmac('sha256', bytes).update(`${id}.${timestamp}.${body}`).digest('base64');
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
  return fetch(`http://127.0.0.1:${port}`, { method: 'POST', body, headers });
}

test('signed changes are processed once, and others refused', async () => {
  const created = { change: 'CREATED', record: { code: 'CRM-1001' } };
  expect((await post('a', created)).status).toBe(200);
  expect(await nextOutput()).toBe('CREATED CRM-1001\n');
  expect((await post('a', created)).status).toBe(200);
  expect((await post('b', created, 'whsec_b3RoZXI=')).status).toBe(401);
  expect((await post('c', { change: 'DELETED' })).status).toBe(200);
  expect(await nextOutput()).toBe('DELETED undefined\n');
});
