import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jobTypes } from '../../domain/jobTypes/index.ts';
import { queues } from '../../domain/queue/definitions.ts';

/** The names that the scenarios of this folder work with. */
const names = new Set(
  readdirSync(import.meta.dir)
    .filter((file) => file !== 'handlers.test.ts')
    .flatMap((file) => readFileSync(join(import.meta.dir, file), 'utf8').match(/(?<=')[\w.]+(?=')/g) ?? []),
);

test('every handler of a queue and of a job type has kill points', () => {
  const handlers = [...Object.keys(queues), ...Object.keys(jobTypes)];
  // Bulk documents are requested at the api.
  expect(handlers.filter((name) => !names.has(name) && name !== 'GENERATE_DOCUMENTS')).toEqual([]);
});
