import type { Json, JsonObject } from '../../kinds/kind.ts';
import { parseJson } from '../../validation/parseJson.ts';
import { describe, isObject } from '../../validation/values.ts';
import { type DeliveryWindow, isTimeZone, minutesOf } from './window.ts';

/** How a user wants to be notified: members of its `notificationConfig`. */
export interface RecipientPreferences {
  /** The hours outside of the quiet hours. */
  readonly awake?: DeliveryWindow;
  /** A language tag (BCP 47) in its canonical form. */
  readonly language?: string;
}

/** Returns the preferences of a user from its record; none for recipients that are not users. */
export function preferencesOf(userDoc: string | null): RecipientPreferences {
  if (userDoc === null) return {};
  const user = parseJson(userDoc);
  const notificationConfig = isObject(user) ? user.notificationConfig : undefined;
  return isObject(notificationConfig) ? readPreferences(notificationConfig, []) : {};
}

/** Returns the problems of the preferences in a `notificationConfig`. */
export function preferenceProblems(config: Json): string[] {
  const problems: string[] = [];
  if (isObject(config)) readPreferences(config, problems);
  return problems.map((problem) => `notificationConfig.${problem}`);
}

function readPreferences(config: JsonObject, problems: string[]): RecipientPreferences {
  const awake = readAwake(config, problems);
  const language = readLanguage(config.language, problems);
  return { ...(awake && { awake }), ...(language !== undefined && { language }) };
}

function readAwake(
  { quietFrom, quietTo, timeZone }: JsonObject,
  problems: string[],
): RecipientPreferences['awake'] | undefined {
  const before = problems.length;
  for (const [name, value] of Object.entries({ quietFrom, quietTo })) {
    if (typeof value === 'string' && minutesOf(value) === undefined)
      problems.push(`${name}: must be a time of day as HH:mm, not ${describe(value)}`);
  }
  if (typeof timeZone === 'string' && !isTimeZone(timeZone))
    problems.push(`timeZone: must be a time zone such as Europe/Prague, not ${describe(timeZone)}`);
  const members = { quietFrom, quietTo, timeZone };
  if (typeof quietFrom === 'string' || typeof quietTo === 'string') {
    const present = typeof quietFrom === 'string' ? 'quietFrom' : 'quietTo';
    for (const [name, value] of Object.entries(members))
      if (typeof value !== 'string') problems.push(`${name}: is required beside ${present}`);
  }
  if (typeof quietFrom === 'string' && quietFrom === quietTo)
    problems.push('quietTo: must not be quietFrom, the quiet hours would never end');
  if (problems.length > before) return undefined;
  if (typeof quietFrom !== 'string' || typeof quietTo !== 'string' || typeof timeZone !== 'string') return undefined;
  return { from: quietTo, to: quietFrom, timeZone };
}

function readLanguage(value: Json | undefined, problems: string[]): string | undefined {
  if (typeof value !== 'string') return undefined;
  const language = canonicalLanguage(value);
  if (language === undefined)
    problems.push(`language: must be a language tag such as cs or en-GB, not ${describe(value)}`);
  return language;
}

/** Returns a language tag in its canonical form; undefined if the text is none. */
export function canonicalLanguage(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text)[0];
  } catch {
    return undefined;
  }
}
