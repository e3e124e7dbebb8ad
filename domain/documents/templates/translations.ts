import { isObject } from '../../validation/values.ts';
import { fault, type TemplateFault } from './templateFault.ts';

/** Texts of a template by language and key; a text that depends on a number is an object by plural category. */
export type Translations = Readonly<
  Record<string, Readonly<Record<string, string | Readonly<Record<string, string>>>>>
>;

/** Reads the texts of a `{{#translations}}` block. Throws TemplateFault. */
export function readTranslations(block: hbs.AST.BlockStatement): Translations {
  const [only, ...more] = block.program.body;
  const text = only?.type === 'ContentStatement' ? (only as hbs.AST.ContentStatement).original : '';
  const wrong = (what: string): TemplateFault => fault(`{{#translations}} ${what}`, block.loc);
  if (more.length > 0) throw wrong('holds JSON and nothing else');
  let read: unknown;
  try {
    read = JSON.parse(text as string);
  } catch (error) {
    throw wrong(`is no JSON: ${(error as Error).message}`);
  }
  if (!isObject(read) || Object.keys(read).length === 0) throw wrong('is an object by language');
  for (const [language, texts] of Object.entries(read)) {
    if (!isLanguage(language)) throw wrong(`names no language with ${JSON.stringify(language)}`);
    if (!isObject(texts)) throw wrong(`has to be an object of texts at ${JSON.stringify(language)}`);
    for (const [key, value] of Object.entries(texts)) {
      const fine = typeof value === 'string' || (isObject(value) && typeof value['other'] === 'string');
      if (!fine) throw wrong(`wants a text, or an object of plural forms with "other", at ${JSON.stringify(key)}`);
    }
  }
  return read as Translations;
}

export function isLanguage(name: string): boolean {
  try {
    return Intl.getCanonicalLocales(name).length === 1;
  } catch {
    return false;
  }
}
