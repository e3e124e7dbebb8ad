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

/** The messages of a rule to one recipient, on each channel, within `minutes` are sent as one. */
export interface RuleDigest {
  readonly minutes: number;
}

/** The SMS to a recipient goes out only if the e-mail is not delivered `minutes` after it may go out. */
export interface RuleEscalation {
  readonly minutes: number;
}

/** Reads `escalation` of a rule's config. Every problem starts with `escalation`. */
export function readEscalation(value: Json | undefined, problems: string[]): RuleEscalation | undefined {
  return readNumbers('escalation', { minutes: MAX_MINUTES }, value, problems);
}

/** Reads `throttle` of a rule's config. Every problem starts with `throttle`. */
export function readThrottle(value: Json | undefined, problems: string[]): RuleThrottle | undefined {
  return readNumbers('throttle', { max: MAX_MESSAGES, minutes: MAX_MINUTES }, value, problems);
}

/** Reads `digest` of a rule's config. Every problem starts with `digest`. */
export function readDigest(value: Json | undefined, problems: string[]): RuleDigest | undefined {
  return readNumbers('digest', { minutes: MAX_MINUTES }, value, problems);
}

/** Reads an object of whole numbers from 1 to a limit each. */
function readNumbers<Name extends string>(
  member: string,
  limits: Readonly<Record<Name, number>>,
  value: Json | undefined,
  problems: string[],
): Record<Name, number> | undefined {
  if (value === undefined || value === null) return undefined;
  const names = Object.keys(limits) as Name[];
  if (!isObject(value)) {
    problems.push(`${member}: must be an object with ${names.join(' and ')}, not ${describe(value)}`);
    return undefined;
  }
  const before = problems.length;
  for (const name of Object.keys(value))
    if (!Object.hasOwn(limits, name)) problems.push(`${member}.${name}: unknown member`);
  const numbers = names.map((name) => {
    const number = value[name];
    const limit = limits[name];
    if (typeof number === 'number' && Number.isSafeInteger(number) && number >= 1 && number <= limit)
      return [name, number] as const;
    problems.push(
      number === undefined || number === null
        ? `${member}.${name}: is required`
        : `${member}.${name}: must be a whole number from 1 to ${limit}, not ${describe(number)}`,
    );
    return [name, 0] as const;
  });
  return problems.length > before ? undefined : (Object.fromEntries(numbers) as Record<Name, number>);
}
