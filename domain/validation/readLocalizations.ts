import { checkLength, MAX_TEXT } from '../kinds/declaration/limits.ts';
import type { Json, JsonObject } from '../kinds/kind.ts';
import { checkStorable } from './readFree.ts';
import { describe, isObject, isStorableText } from './values.ts';

/**
 * Reads texts by language code. Without `open` a language has a name and a description; with it, texts of any name,
 * and `empty` is computed each time, whatever was sent.
 */
export function readLocalizations(
  value: Json,
  { open }: { readonly open: boolean },
  problems: string[],
  path: string,
): Json | undefined {
  if (!isObject(value)) {
    problems.push(`${path}: must be an object by language code, not ${describe(value)}`);
    return undefined;
  }
  const result: JsonObject = open ? { empty: true } : {};
  for (const [language, texts] of Object.entries(value)) {
    if (open && language === 'empty') continue;
    if (language === '__proto__' || !checkStorable(language, problems, path)) {
      problems.push(`${path}: ${describe(language)} is not allowed as a language code`);
      continue;
    }
    if (texts === null) continue;
    if (!isObject(texts)) {
      const content = open ? 'texts' : 'name and description';
      problems.push(`${path}.${language}: must be an object with ${content}, not ${describe(texts)}`);
      continue;
    }
    result[language] = readTexts(texts, { open }, problems, `${path}.${language}`);
    if (open) result.empty = false;
  }
  return result;
}

function readTexts(texts: JsonObject, { open }: { open: boolean }, problems: string[], path: string): JsonObject {
  const isName = (name: string): boolean =>
    open ? name !== '__proto__' && isStorableText(name) : name === 'name' || name === 'description';
  const result: JsonObject = {};
  for (const name of Object.keys(texts)) if (!isName(name)) problems.push(`${path}.${name}: unknown member`);
  for (const name of open ? Object.keys(texts).filter(isName) : ['name', 'description']) {
    const text = texts[name];
    if (text === undefined || text === null) continue;
    if (typeof text !== 'string') problems.push(`${path}.${name}: must be a string, not ${describe(text)}`);
    else if (
      checkStorable(text, problems, `${path}.${name}`) &&
      checkLength(text, MAX_TEXT, problems, `${path}.${name}`)
    )
      result[name] = text;
  }
  return result;
}
