import { ownValue } from '../../../../../domain/documents/css/ownValue.ts';
import { unescaped } from '../../../../../domain/documents/css/unescaped.ts';
import { initialTextLook, type TextLook } from '../../style/values/boxLook.ts';
import type { Counters } from './counters.ts';
import { marksOf } from './quotationMarks.ts';

/** A part of generated content: text, the name of an image, or a page field, filled in on each page. */
export type Generated =
  | { readonly text: string }
  | { readonly image: string }
  | { readonly field: 'number' | 'count'; readonly textOf?: (number: number) => string };

const text = /"((?:\\[\s\S]|[^"\\])*)"|'((?:\\[\s\S]|[^'\\])*)'/g;
const token =
  /"((?:\\[\s\S]|[^"\\])*)"|'((?:\\[\s\S]|[^'\\])*)'|(counters?|attr)\(([^)]*)\)|((?:no-)?(?:open|close)-quote)|(none|normal)|url\(\s*["']?([^"')]*)["']?\s*\)|(\/)/gi;

/** Reads a value of `content`, with quotation marks as `quotes` declares them or as the language of the text has them. Returns undefined where nothing is generated. */
export function generatedContent(
  value: string,
  counters: Counters,
  attributes: Readonly<Record<string, string>> = {},
  style: Pick<TextLook, 'quotes' | 'language'> = initialTextLook,
): Generated[] | undefined {
  const found: Generated[] = [];
  for (const [, double, single, name = '', argument = '', quote, nothing, image, alternative] of value.matchAll(
    token,
  )) {
    if (nothing !== undefined) return undefined;
    // Behind it is the text for screen readers.
    if (alternative !== undefined) break;
    const written = double ?? single;
    if (written !== undefined) found.push({ text: unescaped(written) });
    else if (image !== undefined) found.push({ image });
    else if (quote !== undefined) found.push({ text: quoted(quote.toLowerCase(), counters, style) });
    else found.push(called(name.toLowerCase(), argument, counters, attributes));
  }
  for (const part of found) if ('text' in part) counters.generate(part.text.length);
  return found.length > 0 ? found : undefined;
}

/** Returns the quotation mark for the depth that it is at. */
function quoted(kind: string, counters: Counters, { quotes, language }: Pick<TextLook, 'quotes' | 'language'>): string {
  const depth = counters.quote(kind.endsWith('open-quote'));
  if (depth < 0 || kind.startsWith('no-') || /^none$/i.test(quotes)) return '';
  const declared = [...quotes.matchAll(text)].map(([, double, single]) => unescaped(double ?? single ?? ''));
  const pairs = declared.length > 1 ? declared : marksOf(language);
  const at = Math.min(depth, Math.floor(pairs.length / 2) - 1) * 2;
  return pairs[kind.endsWith('open-quote') ? at : at + 1] ?? '';
}

function called(
  name: string,
  argument: string,
  counters: Counters,
  attributes: Readonly<Record<string, string>>,
): Generated {
  const [first = '', second, third] = argument.split(/,(?=(?:[^"']*["'][^"']*["'])*[^"']*$)/).map((one) => one.trim());
  if (name === 'attr') return { text: ownValue(attributes, attributeOf(first)) ?? textOf(second) };
  if (first === 'page' || first === 'pages') {
    const type = name === 'counter' ? second : third;
    const field = first === 'page' ? 'number' : 'count';
    return type === undefined ? { field } : { field, textOf: pageNumberWriter(type, counters) };
  }
  if (name === 'counter') return { text: counters.textOf(first, second ?? 'decimal') };
  return { text: counters.textsOf(first, unescaped((second ?? '').slice(1, -1)), third ?? 'decimal') };
}

/** Returns a function that writes page numbers in a counter style. The letters of a number count as generated, once where it is repeated. */
function pageNumberWriter(type: string, counters: Counters): (number: number) => string {
  let last: { readonly number: number; readonly text: string } | undefined;
  return (number) => {
    if (last?.number === number) return last.text;
    const text = counters.styles.textOf(type, number);
    counters.generate(text.length);
    last = { number, text };
    return text;
  };
}

/** The name that `attr()` has, without the type behind it. */
const attributeOf = (part: string): string => (/^[^\s]*/.exec(part)?.[0] ?? '').toLowerCase();

/** A text between quotation marks; empty without them. */
const textOf = (part = ''): string => (/^(["'])[\s\S]*\1$/.test(part) ? unescaped(part.slice(1, -1)) : '');
