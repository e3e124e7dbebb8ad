import { FOLDED, type SearchColumn, WORDS } from '../../../domain/filtering/columns.ts';
import type { LikePattern } from '../../../domain/filtering/index.ts';
import type { JsonObject } from '../../../domain/kinds/kind.ts';

/**
 * Exact and fast LIKE by Elasticsearch's core alone. A wildcard query reads every value of a field (a second for a
 * million long ones), and the core has no n-gram tokenizer. Its standard tokenizer, limited to tokens of one character,
 * with a shingle filter makes trigrams with positions, and a phrase of trigrams is a substring.
 *
 * That tokenizer drops characters that are not letters, and splits at those outside the basic plane. Texts are therefore
 * encoded by letters, one-to-one. ASCII letters and digits and the letters of Latin, Greek and Cyrillic encode
 * themselves; each other ASCII character is a Cherokee letter; all others are a syllabic and a Hangul letter. The first
 * and the second letter of such a pair come from separate ranges, so substrings of a text and of its code correspond.
 */
const PUNCTUATION = 0x13a0;
const HIGH = 0x1401;
const LOW = 0xac00;
const LOW_BITS = 13;
const START = '\u13f0';
/** Two letters, so that the last character begins a trigram too. */
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
  const point = character.codePointAt(0) ?? 0;
  if (point < 128) return punctuation[point] ?? '';
  return String.fromCharCode(HIGH + (point >> LOW_BITS), LOW + (point & ((1 << LOW_BITS) - 1)));
}

/** Returns the code of a text. It contains only letters, so JSON escapes none of it. */
export function encodeText(text: string): string {
  return text.replace(coded, code);
}

/** The index settings that `gramField` needs. */
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

/** Maximum length of an indexed word: at four bytes a character it stays below a term's maximum of 32,766 bytes. */
const MAX_WORD = 8_000;

/** Whether the text of a column has trigrams. Columns inside arrays of objects have none. */
export const hasGrams = ({ type }: SearchColumn): boolean => type === 'string' || type === 'strings';

/**
 * Returns the members that a document has besides its search document, as JSON text: `"g"` is the encoded text of each
 * column for LIKE, `"w"` the words for `fulltext`.
 */
export function indexedText(columns: readonly SearchColumn[], document: JsonObject): string {
  let grams = '';
  for (const column of columns) {
    if (!hasGrams(column)) continue;
    const value = document[column.name + FOLDED];
    if (value === undefined) continue;
    const text = Array.isArray(value)
      ? `[${value.map((one) => gramText(String(one))).join(',')}]`
      : gramText(String(value));
    grams += `${grams === '' ? '' : ','}"${column.name}":${text}`;
  }
  const words = document[WORDS];
  if (typeof words !== 'string' || words === '') return `"g":{${grams}}`;
  return `"g":{${grams}},"w":[${[...new Set(words.slice(1).split(' '))].map((word) => `"${cutWord(word)}"`).join(',')}]`;
}

const gramText = (text: string): string => `"${START}${encodeText(text)}${END}"`;

export function cutWord(word: string): string {
  return word.length <= MAX_WORD ? word : [...word].slice(0, MAX_WORD).join('');
}

/** A query in Elasticsearch's query language. */
export type Query = { readonly [name: string]: unknown };

/**
 * Builds the query of a LIKE. For one literal between wildcards the trigrams suffice. For other patterns they select
 * candidates, whose values are compared with the pattern.
 *
 * @param field the field with the folded text
 * @param grams the field with its trigrams; absent if it has none
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
