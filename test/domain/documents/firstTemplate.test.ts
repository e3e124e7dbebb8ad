import { expect, test } from 'bun:test';
import { join } from 'node:path';

const modulePath = join(import.meta.dir, '../../../domain/documents/templates/checkTemplate.ts');

test('the first template that a process parses has the place of its fault', () => {
  const script = `import { checkTemplate } from ${JSON.stringify(modulePath)};
    console.log(JSON.stringify(checkTemplate('HTML', '{{#if')));`;
  const { stdout } = Bun.spawnSync([process.execPath, '-e', script]);
  expect(JSON.parse(stdout.toString())).toEqual({
    problem: 'syntax error at an unexpected character',
    ...{ line: 1, column: 4 },
  });
});
