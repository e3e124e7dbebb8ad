import { expect } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import type { TestAnswer, TestRecord } from '../api.ts';

/** Expects a 200, and returns its body; undefined if it is empty. */
export async function expectOk<T = TestRecord & JsonObject>(response: Promise<TestAnswer>): Promise<T> {
  const answer = await response;
  expect(answer.status, answer.text).toBe(200);
  return (answer.text === '' ? undefined : answer.json()) as T;
}

/** Expects a 400, and returns its errors. */
export async function expectErrors(response: Promise<TestAnswer>): Promise<string[]> {
  const answer = await response;
  expect(answer.status, answer.text).toBe(400);
  return answer.errors;
}
