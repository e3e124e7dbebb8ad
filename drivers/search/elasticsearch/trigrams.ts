import { FOLDED, type SearchColumn, WORDS } from '../../../domain/filtering/columns.ts';
import type { LikePattern } from '../../../domain/filtering/index.ts';
import type { JsonObject } from '../../../domain/kinds/kind.ts';

/**
 * LIKE on Elasticsearch's core alone, exact and quick. A wildcard query walks every value that a field has (a second
 * for a million long ones), and the core has no n-gram tokenizer; but its standard tokenizer cut to tokens of one
 * character, under a shingle filter, makes trigrams with positions, and a phrase of trigrams is a substring.
 *
 * That tokenizer drops whatever is no letter, and ends at a character outside the basic plane. So the text is written
 * in an alphabet of single letters first, one-to-one: ASCII letters and digits and the letters of Latin, Greek and
 * Cyrillic stand for themselves, other ASCII characters each get a Cherokee letter, and the rest becomes a syllabic
 * and a Hangul letter. No letter of the code occurs in another place of it, so a substring of the text is a substring
 * of its code and the other way round.
 */
const PUNCTUATION = 0x13a0;
const HIGH = 0x1401;
const LOW = 0xac00;
const LOW_BITS = 13;
const START = '\u13f0';
/** Two of them: the last character too begins a trigram. */
const END = '\u13f1\u13f1';

const isPlain = /[0-9A-Za-z]/;
const coded =
  /[^0-9A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0388-\u038a\u038e-\u03a1\u03a3-\u03f5\u03f7-\u03ff\u0400-\u0481\u048a-\u052f]/gu;

const punctuation: readonly string[] = makePunctuation();

function makePunctuation(): string[] {
  const codes: string[] = [];
  for (let code = 0, next = PUNCTUATION; code < 128; code++) {
    codes.push(isPlain.test(String.fromCharCode(code)) ? '' : String.fromCharCode(next++));
  }
  return codes;
}

function code(character: string): string {
  const point = character.codePointAt(0) as number;
  if (point < 128) return punctuation[point] as string;
  return String.fromCharCode(HIGH + (point >> LOW_BITS), LOW + (point & ((1 << LOW_BITS) - 1)));
}

/** A text of letters alone, none of which JSON has to escape. */
export function encodeText(text: string): string {
  return text.replace(coded, code);
}

/** The settings that the mapping's `gramField` needs. */
export const gramAnalysis = {
  tokenizer: { characters: { type: 'standard', max_token_length: 1 } },
  filter: {
    trigrams: {
      type: 'shingle',
      min_shingle_size: 3,
      max_shingle_size: 3,
      output_unigrams: false,
      token_separator: '',
    },
  },
  analyzer: { trigrams: { type: 'custom', tokenizer: 'characters', filter: ['trigrams'] } },
} as const;

export const gramField = { type: 'text', analyzer: 'trigrams', norms: false, index_options: 'positions' } as const;

/** More of one word than anyone searches for; four bytes each stay under the 32,766 of a term. */
const WORD_LENGTH = 8_000;

/** Whether a column's text has trigrams: those inside arrays of objects have none. */
export const hasGrams = ({ type }: SearchColumn): boolean => type === 'string' || type === 'strings';

/**
 * What Elasticsearch needs beside the search document, as the members of a JSON object: `"g"` the text of each column
 * for LIKE, `"w"` the words for `fulltext`.
 */
export function indexedText(columns: readonly SearchColumn[], document: JsonObject): string {
  let grams = '';
  for (const column of columns) {
    if (!hasGrams(column)) continue;
    const value = document[column.name + FOLDED];
    if (value === undefined) continue;
    const text = Array.isArray(value)
      ? `[${value.map((one) => gramText(one as string)).join(',')}]`
      : gramText(value as string);
    grams += `${grams === '' ? '' : ','}"${column.name}":${text}`;
  }
  const words = document[WORDS];
  if (typeof words !== 'string' || words === '') return `"g":{${grams}}`;
  return `"g":{${grams}},"w":[${[...new Set(words.slice(1).split(' '))].map((word) => `"${cutWord(word)}"`).join(',')}]`;
}

const gramText = (text: string): string => `"${START}${encodeText(text)}${END}"`;

export function cutWord(word: string): string {
  return word.length <= WORD_LENGTH ? word : [...word].slice(0, WORD_LENGTH).join('');
}

/** A query of Elasticsearch's language. */
export type Query = { readonly [name: string]: unknown };

/**
 * A LIKE. One literal between wildcards is answered by the trigrams alone; other patterns are narrowed down by them
 * and compared with each value that the field has.
 *
 * @param field what holds the folded text
 * @param grams what holds its trigrams, where there are any
 */
export function likeQuery(pattern: LikePattern, field: string, grams?: string): Query {
  const literals = pattern.filter((part) => typeof part === 'string');
  const anyText = pattern.every((part) => typeof part !== 'string' && part.wildcard === 'any');
  if (anyText && pattern.length > 0) return { exists: { field } };
  if (grams === undefined || literals.length === 0) return wildcardQuery(pattern, field);
  const last = pattern.length - 1;
  const queries = pattern.flatMap((part, index) => {
    if (typeof part !== 'string') return [];
    const text = (index === 0 ? START : '') + encodeText(part) + (index === last ? END : '');
    return [gramQuery(text, grams)];
  });
  const isExact = literals.length === 1 && pattern.every((part) => typeof part === 'string' || part.wildcard === 'any');
  return { bool: { filter: isExact ? queries : [...queries, wildcardQuery(pattern, field)] } };
}

function gramQuery(text: string, grams: string): Query {
  return text.length < 3 ? { prefix: { [grams]: text } } : { match_phrase: { [grams]: text } };
}

function wildcardQuery(pattern: LikePattern, field: string): Query {
  const value = pattern
    .map((part) => {
      if (typeof part !== 'string') return part.wildcard === 'any' ? '*' : '?';
      return part.replace(/[\\*?]/g, '\\$&');
    })
    .join('');
  return { wildcard: { [field]: { value } } };
}
