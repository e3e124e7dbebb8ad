import { expect, test } from 'bun:test';
import pino from 'pino';
import { PollingFeed } from '../../../domain/runtime/pollingFeed.ts';

const log = pino({ level: 'silent' });

/** A feed whose reads the test completes one by one. */
function makeFeed() {
  const reads: { topics: readonly string[]; answer: (news: Record<string, number>) => Promise<void> }[] = [];
  const feed = new PollingFeed<number>(log, {
    name: 'numbers',
    pollMs: 1,
    read: (topics) =>
      new Promise((resolve) => {
        reads.push({
          topics,
          answer: async (news) => {
            resolve(new Map(Object.entries(news)));
            // Listeners are called in the next microtasks.
            await new Promise((done) => setImmediate(done));
          },
        });
      }),
  });
  return { feed, reads };
}

test('subscribers share one read, and a topic without a result gets undefined', async () => {
  const { feed, reads } = makeFeed();
  const seen: unknown[] = [];
  feed.subscribe('a', (news) => seen.push(['a', news]));
  feed.subscribe('a', (news) => seen.push(['a too', news]));
  feed.subscribe('b', (news) => seen.push(['b', news]));
  expect(reads).toHaveLength(1);
  await reads[0]?.answer({ a: 1 });
  // The first read began with the first subscriber, before the others.
  expect(seen).toEqual([['a', 1]]);
  while (reads.length < 2) await new Promise((done) => setImmediate(done));
  expect(reads[1]?.topics).toEqual(['a', 'b']);
  await reads[1]?.answer({ a: 2 });
  expect(seen.slice(1)).toEqual([
    ['a', 2],
    ['a too', 2],
    ['b', undefined],
  ]);
  await feed.stop();
});

test('a subscriber of a topic that nobody subscribes to gets no news from before', async () => {
  const { feed, reads } = makeFeed();
  feed.subscribe('other', () => {});
  const leave = feed.subscribe('a', () => leave());
  await reads[0]?.answer({ other: 1 });
  while (reads.length < 2) await new Promise((done) => setImmediate(done));
  await reads[1]?.answer({ other: 1, a: 7 });
  const seen: unknown[] = [];
  feed.subscribe('a', (news) => seen.push(news));
  await Promise.resolve();
  expect(seen).toEqual([]);
  while (reads.length < 3) await new Promise((done) => setImmediate(done));
  await reads[2]?.answer({ other: 1, a: 8 });
  expect(seen).toEqual([8]);
  await feed.stop();
});

test('a later subscriber gets the latest result at once, but not before it can unsubscribe', async () => {
  const { feed, reads } = makeFeed();
  feed.subscribe('a', () => {});
  await reads[0]?.answer({ a: 7 });
  const seen: unknown[] = [];
  let returned = false;
  feed.subscribe('a', (news) => seen.push([news, returned]));
  returned = true;
  await Promise.resolve();
  expect(seen).toEqual([[7, true]]);
  await feed.stop();
});

test('nothing is read after the last subscriber has left, or after stop', async () => {
  const { feed, reads } = makeFeed();
  const seen: unknown[] = [];
  feed.subscribe('a', (news) => seen.push(news))();
  const leave = feed.subscribe('b', (news) => seen.push(news));
  leave();
  await reads[0]?.answer({ a: 1, b: 2 });
  expect(seen).toEqual([]);
  feed.subscribe('c', (news) => seen.push(news));
  await feed.stop();
  const before = reads.length;
  for (const { answer } of reads) await answer({ c: 3 });
  expect(seen).toEqual([]);
  expect(reads.length).toBe(before);
});
