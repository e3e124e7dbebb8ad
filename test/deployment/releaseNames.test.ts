import { expect, test } from 'bun:test';
import { join } from 'node:path';

test('the commands of a deployment name one release', async () => {
  const page = await Bun.file(join(import.meta.dir, '../../docs/deployment.md')).text();
  const versions = [...page.matchAll(/waybill-(\d+\.\d+\.\d+)/g)].map(([, version]) => version);
  expect([...new Set(versions)]).toHaveLength(1);
});
