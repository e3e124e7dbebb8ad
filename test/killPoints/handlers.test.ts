import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { fileOfHandler } from '../helpers/killPoints/handlers.ts';

test('each file checks that a process has died in its handlers', async () => {
  for (const file of new Set(Object.values(fileOfHandler)))
    expect(await Bun.file(join(import.meta.dir, file)).text()).toContain('\ntestReachedHandlers(import.meta.file);\n');
});
