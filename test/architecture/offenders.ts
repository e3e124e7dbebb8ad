import { expect } from 'bun:test';

/**
 * Expects the offenders of a rule to be exactly those of its list of exceptions: a new offender breaks the rule, and so
 * does an exception that is no longer needed.
 */
export function expectOffenders(found: Iterable<string>, exceptions: Iterable<string>): void {
  const [offenders, allowed] = [new Set(found), new Set(exceptions)];
  expect({
    newOffenders: [...offenders.difference(allowed)].sort(),
    needlessExceptions: [...allowed.difference(offenders)].sort(),
  }).toEqual({ newOffenders: [], needlessExceptions: [] });
}
