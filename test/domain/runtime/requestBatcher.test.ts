import { expect, test } from 'bun:test';
import { fullAccess } from '../../../domain/access/access.ts';
import { badRequest } from '../../../domain/errors.ts';
import { RequestBatcher } from '../../../domain/runtime/requestBatcher.ts';

const batch = { access: fullAccess, operation: 'complete', user: 'novak' };
const caught = (error: unknown): unknown => error;

test('requests of one operation and user are written together', async () => {
  const batcher = new RequestBatcher();
  const written: number[][] = [];
  const write = async (items: readonly number[]) => {
    written.push([...items]);
    return items.map((item) => item * 2);
  };
  const results = await Promise.all([
    ...[1, 2, 3, 4].map((item) => batcher.submit(batch, item, write)),
    batcher.submit({ ...batch, user: 'jana' }, 5, write),
    batcher.submit({ ...batch, access: { ...fullAccess } }, 6, write),
  ]);
  expect(results).toEqual([2, 4, 6, 8, 10, 12]);
  expect(written.toSorted().filter((items) => items.some((item) => item > 4))).toEqual([[5], [6]]);
  expect(written.length).toBeLessThan(6);
});

test('a request that is refused fails alone, and its transaction is repeated without it', async () => {
  const batcher = new RequestBatcher();
  const refusal = badRequest('refused');
  const write = async (items: readonly number[]) => {
    if (items.includes(2)) throw refusal;
    return items;
  };
  const results = await Promise.all([1, 2, 3].map((item) => batcher.submit(batch, item, write).catch(caught)));
  expect(results).toEqual([1, refusal, 3]);
});

test('requests that are written one by one do not share the faults of the later ones', async () => {
  const batcher = new RequestBatcher();
  const refusal = badRequest('refused');
  const fault = new Error('the connection was closed');
  const write = async (items: readonly number[]) => {
    if (items.length > 1) throw refusal;
    if (items.includes(2)) throw fault;
    return items;
  };
  const results = await Promise.all([1, 2, 3].map((item) => batcher.submit(batch, item, write).catch(caught)));
  expect(results).toEqual([1, fault, 3]);
});

test('requests of very many operations have results of their own', async () => {
  const batcher = new RequestBatcher();
  const operations = Array.from({ length: 300 }, (_, index) => index);
  for (let round = 0; round < 2; round++)
    expect(
      await Promise.all(
        operations.map((index) => batcher.submit({ ...batch, operation: `claim ${index}` }, index, async (all) => all)),
      ),
    ).toEqual(operations);
});

test('a fault of the database fails the requests of its transaction, and not those of the next', async () => {
  const batcher = new RequestBatcher();
  const fault = new Error('the connection was closed');
  let isBroken = true;
  const write = async (items: readonly number[]) => {
    if (isBroken) throw fault;
    return items;
  };
  expect(await Promise.all([1, 2].map((item) => batcher.submit(batch, item, write).catch(caught)))).toEqual([
    fault,
    fault,
  ]);
  isBroken = false;
  expect(await batcher.submit(batch, 3, write)).toBe(3);
});
