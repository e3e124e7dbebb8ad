import { readColourOf } from './colours.ts';

const MAX_LENGTH = 128;

/** Returns the colour that HTML reads in an attribute, in which any text is one: `ccc` and `#ccc` are the same. */
export function legacyColour(value: string | undefined): string | undefined {
  const text = value?.trim().toLowerCase() ?? '';
  if (text === '' || text === 'transparent') return undefined;
  if (/^#[\da-f]{3}$/.test(text) || (/^[a-z]+$/.test(text) && readColourOf(text))) return text;
  const digits = text
    .slice(0, MAX_LENGTH)
    .replace(/^#/, '')
    .replace(/[^\da-f]/g, '0');
  const length = Math.max(1, Math.ceil(digits.length / 3));
  const padded = digits.padEnd(3 * length, '0');
  const parts = [0, 1, 2].map((at) => padded.slice(at * length, (at + 1) * length).slice(-8));
  const zeros = Math.min(...parts.map((part) => /^0*/.exec(part)?.[0].length ?? 0));
  const from = Math.max(0, Math.min(zeros, (parts[0]?.length ?? 0) - 2));
  return `#${parts.map((part) => part.slice(from, from + 2).padStart(2, '0')).join('')}`;
}
