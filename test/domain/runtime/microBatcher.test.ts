import { expect, test } from 'bun:test';
import { setImmediate as immediate } from 'node:timers/promises';
import { MicroBatcher } from '../../../domain/runtime/microBatcher.ts';

test('an item is written at once after one that was alone, and gathers with others after a batch of several', async () => {
  const written: number[][] = [];
  const run = async (items: readonly number[]): Promise<readonly number[]> => {
    written.push([...items]);
    return items;
  };
  const batcher = new MicroBatcher({ maxBatch: 8, concurrency: 1, run });
  await batcher.submit(1);
  await immediate();
  const second = batcher.submit(2);
  expect(written).toEqual([[1], [2]]);
  await Promise.all([second, batcher.submit(3), batcher.submit(4)]);
  await immediate();
  const fifth = batcher.submit(5);
  expect(written).toEqual([[1], [2], [3, 4]]);
  await Promise.all([fifth, batcher.submit(6)]);
  expect(written).toEqual([[1], [2], [3, 4], [5, 6]]);
});
