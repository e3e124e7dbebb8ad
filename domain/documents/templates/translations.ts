import { messageOf } from '../../runtime/errorDetails.ts';
import { isObject } from '../../validation/values.ts';
import { isContent } from './nodeTypes.ts';
import { fault, type TemplateFault } from './templateFault.ts';

/** Texts of a template by language and key; a text that depends on a number is an object by plural category. */
export type Translations = Readonly<
  Record<string, Readonly<Record<string, string | Readonly<Record<string, string>>>>>
>;

/** Reads the texts of a `{{#translations}}` block. Throws TemplateFault. */
export function readTranslations(block: hbs.AST.BlockStatement): Translations {
  const [first, ...more] = block.program.body;
  const text = isContent(first) ? first.value : '';
  const faultOf = (problem: string): TemplateFault => fault(`{{#translations}} ${problem}`, block.loc);
  if (more.length > 0) throw faultOf('must contain JSON and nothing else');
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (error) {
    throw faultOf(`is not JSON: ${messageOf(error)}`);
  }
  if (!isObject(read) || Object.keys(read).length === 0) throw faultOf('must be an object by language');
  for (const [language, texts] of Object.entries(read)) {
    if (!isLanguage(language)) throw faultOf(`has the unknown language ${JSON.stringify(language)}`);
    if (!isObject(texts)) throw faultOf(`must have an object of texts at ${JSON.stringify(language)}`);
    for (const [key, value] of Object.entries(texts)) {
      const isValid = typeof value === 'string' || (isObject(value) && typeof value['other'] === 'string');
      if (!isValid)
        throw faultOf(`must have a text, or an object of plural forms with "other", at ${JSON.stringify(key)}`);
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
