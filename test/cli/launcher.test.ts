import { expect, test } from 'bun:test';
import { join } from 'node:path';

test('an old Node is refused in a sentence', async () => {
  const old = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.4' } });`;
  const launcher = join(import.meta.dir, '..', '..', 'cli', 'launcher.mjs');
  const words = ['--import', `data:text/javascript,${encodeURIComponent(old)}`, launcher, '--version'];
  const child = Bun.spawn(['node', ...words], { stdout: 'pipe', stderr: 'pipe' });
  const [stderr, code] = await Promise.all([child.stderr.text(), child.exited]);
  expect(stderr).toBe('Node 18.20.4 is too old: Node 20 or newer is needed. See https://nodejs.org/en/download.\n');
  expect(code).toBe(1);
});
