import type { Json } from '../../kinds/kind.ts';
import { describe, isObject } from '../../validation/values.ts';

/** At most `max` messages of a rule to one recipient, on each channel, within `minutes`. */
export interface RuleThrottle {
  readonly max: number;
  readonly minutes: number;
}

/** A row of the database has the permits of a window. */
const MAX_MESSAGES = 1_000;
/** 31 days. */
const MAX_MINUTES = 31 * 24 * 60;

/** Reads `throttle` of a rule's config. Every problem starts with `throttle`. */
export function readThrottle(value: Json | undefined, problems: string[]): RuleThrottle | undefined {
  if (value === undefined || value === null) return undefined;
  if (!isObject(value)) {
    problems.push(`throttle: must be an object with max and minutes, not ${describe(value)}`);
    return undefined;
  }
  const { max, minutes, ...others } = value;
  const before = problems.length;
  problems.push(...Object.keys(others).map((name) => `throttle.${name}: unknown member`));
  const wholeNumber = (name: string, number: Json | undefined, limit: number): number => {
    if (typeof number === 'number' && Number.isSafeInteger(number) && number >= 1 && number <= limit) return number;
    problems.push(
      number === undefined || number === null
        ? `throttle.${name}: is required`
        : `throttle.${name}: must be a whole number from 1 to ${limit}, not ${describe(number)}`,
    );
    return 0;
  };
  const read = { max: wholeNumber('max', max, MAX_MESSAGES), minutes: wholeNumber('minutes', minutes, MAX_MINUTES) };
  return problems.length > before ? undefined : read;
}
