import { checkTemplate } from '../../documents/templates/checkTemplate.ts';
import { placed } from '../../documents/templates/templateFault.ts';
import type { Json } from '../../kinds/kind.ts';
import { describe, isObject } from '../../validation/values.ts';
import { channels } from '../channels/index.ts';
import { canonicalLanguage } from './preferences.ts';

/** The templates of a rule in one language. */
export interface RuleLanguage {
  /** The name of the member of `languages`. */
  readonly member: string;
  /** A language tag (BCP 47) in its canonical form. */
  readonly language: string;
  /** Codes of templates by the members that channels declare. */
  readonly templates: Readonly<Record<string, string>>;
  /** Template of the subject. */
  readonly subject?: string;
}

const templateMembers = channels.flatMap(({ template }) => template?.member ?? []);
const MAX_LENGTH: Readonly<Record<string, number>> = { subject: 10_000 };
const MAX_CODE = 255;

/** Reads `languages` of a rule's config. Invalid members are omitted; every problem starts with `languages`. */
export function readLanguages(value: Json | undefined, problems: string[]): RuleLanguage[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (!isObject(value)) {
    problems.push(`languages: must be an object with a member for each language, not ${describe(value)}`);
    return undefined;
  }
  return Object.entries(value).flatMap(([member, own]) => {
    const at = `languages.${member}`;
    const language = canonicalLanguage(member);
    if (language === undefined) problems.push(`${at}: must be named by a language tag such as cs or en-GB`);
    if (!isObject(own)) problems.push(`${at}: must be an object, not ${describe(own)}`);
    if (language === undefined || !isObject(own)) return [];
    const texts = Object.entries(own).flatMap(([name, text]) => {
      const problem = problemOf(name, text);
      if (problem !== undefined) problems.push(`${at}.${name}: ${problem}`);
      return problem === undefined && typeof text === 'string' ? [[name, text] as const] : [];
    });
    const { subject, ...templates } = Object.fromEntries(texts);
    return [{ member, language, templates, ...(subject !== undefined && { subject }) }];
  });
}

function problemOf(name: string, text: Json): string | undefined {
  if (name !== 'subject' && !templateMembers.includes(name)) return 'unknown member';
  const max = MAX_LENGTH[name] ?? MAX_CODE;
  if (typeof text !== 'string' || text === '' || text.length > max)
    return `must be a text of 1 to ${max} characters, not ${describe(text)}`;
  const problem = name === 'subject' ? checkTemplate('HTML', text) : undefined;
  return problem && placed(problem);
}
