import { expect } from 'bun:test';

/**
 * Expects the offenders of a rule to be those of its list of exceptions: a new offender breaks the rule, and an exception
 * that is no longer needed is deleted from the list.
 */
export function expectOffenders(found: Iterable<string>, exceptions: Iterable<string>): void {
  const [offenders, allowed] = [new Set(found), new Set(exceptions)];
  expect({ newOffenders: [...offenders.difference(allowed)].sort() }).toEqual({ newOffenders: [] });
}
