import { expect, test } from 'bun:test';
import pino from 'pino';
import { MoveLoop } from '../../../domain/queue/moveLoop.ts';
import { SignalledList } from '../../helpers/waits/signal.ts';

const log = pino({ level: 'silent' });
const HOUR_MS = 3_600_000;

function loopWith(soonMs: number, streamMs?: number) {
  const moved = new SignalledList<number>();
  const loop = new MoveLoop(
    async () => {
      moved.add(moved.items.length);
      return false;
    },
    log,
    soonMs,
    streamMs,
  );
  const until = (count: number) => moved.until(`${count} batches`, () => moved.items.length === count);
  return { loop, moved, until };
}

test('rows that are added all the time share batches, the first of which is moved soon', async () => {
  const stream = loopWith(1, HOUR_MS);
  stream.loop.wake('soon');
  await stream.until(1);
  stream.loop.wake('soon');
  // A loop that is woken later and has no such time moves two batches meanwhile.
  const other = loopWith(1);
  for (const count of [1, 2]) {
    other.loop.wake('soon');
    await other.until(count);
  }
  expect(stream.moved.items).toHaveLength(1);
  stream.loop.wake('now');
  await stream.until(2);
  stream.loop.wake('soon');
  // The last commits of a process are moved before it ends.
  await stream.loop.stop();
  expect(stream.moved.items).toHaveLength(3);
});
