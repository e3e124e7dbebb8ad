const romans = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
] as const;

/** Returns the marker of a list item; empty for none. */
export function markerOf(type: string, number: number): string {
  switch (type) {
    case 'none':
      return '';
    case 'disc':
      return '•';
    case 'circle':
      return '◦';
    case 'square':
      return '▪';
    case 'disclosure-closed':
      return '▸';
    case 'disclosure-open':
      return '▾';
    case 'decimal-leading-zero':
      return `${String(number).padStart(2, '0')}.`;
    case 'lower-alpha':
    case 'lower-latin':
      return `${letters(number)}.`;
    case 'upper-alpha':
    case 'upper-latin':
      return `${letters(number).toUpperCase()}.`;
    case 'lower-greek':
      return `${letters(number, greek)}.`;
    case 'lower-roman':
      return `${roman(number)}.`;
    case 'upper-roman':
      return `${roman(number).toUpperCase()}.`;
    default:
      return `${number}.`;
  }
}

const latin = 'abcdefghijklmnopqrstuvwxyz';
const greek = 'αβγδεζηθικλμνξοπρστυφχψω';

function letters(number: number, alphabet = latin): string {
  if (number < 1 || number > Number.MAX_SAFE_INTEGER) return String(number);
  let text = '';
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / alphabet.length)) {
    text = alphabet.charAt((rest - 1) % alphabet.length) + text;
  }
  return text;
}

function roman(number: number): string {
  if (number < 1 || number >= 4000) return String(number);
  let rest = number;
  let text = '';
  for (const [value, letter] of romans) {
    text += letter.repeat(Math.floor(rest / value));
    rest %= value;
  }
  return text;
}
