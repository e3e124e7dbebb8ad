import { expect, test } from 'bun:test';
import { stepProblems } from './checks/httpWorkerProblems.ts';
import type { HttpWorkerLine } from './clients/httpWorkerProcess.ts';

const step = { id: 's', jobId: 'j', status: 'COMPLETED', fence: 2, faults: 1, by: 'one' };
const line = (event: HttpWorkerLine['event'], token: number, name = 'one'): HttpWorkerLine => ({
  event,
  name,
  id: 's',
  token,
});
const good = [line('claimed', 1, 'other'), line('claimed', 2), line('completed', 2), line('completed', 2)];

test('a step that lost one worker and was completed by the next one has no problem', () => {
  expect(stepProblems([step], good)).toEqual([]);
  // The worker was killed before it wrote that its report was accepted.
  expect(stepProblems([step], good.slice(0, 2))).toEqual([]);
});

test('a step whose three leases lapsed is FAILED', () => {
  expect(stepProblems([{ ...step, status: 'FAILED', faults: 3 }], good.slice(0, 2))).toEqual([]);
  expect(stepProblems([{ ...step, status: 'FAILED', faults: 2 }], good.slice(0, 2))).toEqual([
    'step s of an HTTP worker is FAILED',
  ]);
});

test.each([
  ['an open step', [{ ...step, status: 'NEW' }], good.slice(0, 2), 'is NEW'],
  [
    'one token for two claims',
    [step],
    [...good, line('claimed', 2, 'other')],
    'was claimed twice with one token: 1,2,2',
  ],
  [
    'a token above the fence',
    [{ ...step, fence: 1, by: 'other' }],
    good.slice(0, 2),
    'has the fence 1, and claims with 1,2',
  ],
  ['two completions', [step], [...good, line('completed', 1, 'other')], 'was completed by two claims'],
  ['a result of another worker', [{ ...step, by: 'other' }], good, 'has the result of other, and one claimed it last'],
  ['a completion that is lost', [{ ...step, status: 'NEW' }], good, 'was completed, and is NEW'],
])('%s is a problem', (_, steps, lines, problem) => {
  expect(stepProblems(steps, lines)).toContain(`step s of an HTTP worker ${problem}`);
});

test('what a worker noticed itself is a problem', () => {
  const noticed = { ...line('violation', 1), what: 'a report was accepted' };
  expect(stepProblems([step], [...good, noticed])).toEqual(['step s, one: a report was accepted']);
});
