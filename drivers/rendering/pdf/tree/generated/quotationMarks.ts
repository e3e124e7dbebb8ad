import { ownValue } from '../../../../../domain/documents/css/ownValue.ts';

/** The outer and the inner quotation marks of languages, as Chromium has them. */
const marks: Readonly<Record<string, string>> = {
  am: '«»‹›',
  ar: '”“’‘',
  'az-cyrl': '«»‹›',
  bg: '„“„“',
  'bs-cyrl': '„“‚‘',
  ca: '«»“”',
  cs: '„“‚‘',
  de: '„“‚‘',
  el: '«»“”',
  et: '„“‚‘',
  fa: '«»‹›',
  fi: '””’’',
  fr: '«»«»',
  'fr-ca': '«»”“',
  'fr-ch': '«»‹›',
  he: '””’’',
  hr: '„“‚‘',
  hu: '„”»«',
  it: '«»“”',
  ja: '「」『』',
  lt: '„“„“',
  nb: '«»‘’',
  nl: '‘’‘’',
  nn: '«»‘’',
  no: '«»‘’',
  pl: '„”«»',
  'pt-pt': '«»“”',
  ro: '„”«»',
  ru: '«»„“',
  sk: '„“‚‘',
  sl: '„“‚‘',
  sr: '„”’’',
  sv: '””’’',
  'ti-er': '‘’‘’',
  uk: '«»„“',
  ur: '”“’‘',
  'zh-hant': '「」『』',
};

/** Returns the pairs of quotation marks of `quotes: auto`. `language`: in lower case; its second part counts where it has marks of its own. */
export function marksOf(language: string): string[] {
  const [name = '', region] = language.split('-');
  return [...(ownValue(marks, `${name}-${region}`) ?? ownValue(marks, name) ?? '“”‘’')];
}
