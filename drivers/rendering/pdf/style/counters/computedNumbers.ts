/** How numbers are written in an East Asian language. */
export interface Numerals {
  /** From 0 to 9. */
  readonly digits: string;
  /** The signs of ten, a hundred and a thousand. */
  readonly places: string;
  /** The signs of ten thousand and of its square. */
  readonly groups: string;
  /** Whether signs stand without a one before them: at the start of a number in Chinese, everywhere in Korean. */
  readonly isInformal: boolean;
}

/** The greatest number that these signs write. */
export const MAX_GROUPED = 10 ** 12 - 1;

/** Returns a number in Chinese, with a zero where places are empty. */
export function chineseNumber(numerals: Numerals, value: number): string {
  const { digits, places, isInformal } = numerals;
  const zero = digits.charAt(0);
  const groups = groupsOf(value).map(([group, sign], at) => {
    const all = at === 0 ? String(group) : String(group).padStart(4, '0');
    const text = [...all].map((digit, index) => {
      const place = all.length - 1 - index;
      const isBare = digit === '0' || place === 0;
      // Ten to nineteen begin with their place alone.
      if (isInformal && at === 0 && all.length === 2 && index === 0 && digit === '1') return places.charAt(0);
      return digits.charAt(Number(digit)) + (isBare ? '' : places.charAt(place - 1));
    });
    const written = text.join('').replace(new RegExp(`${zero}+$`), '');
    return written.replace(new RegExp(`${zero}+`, 'g'), zero) + numerals.groups.charAt(sign - 1);
  });
  return value === 0 ? zero : groups.join('');
}

/** Returns a number in Korean, with a space behind each ten thousand. */
export function koreanNumber({ digits, places, groups, isInformal }: Numerals, value: number): string {
  const digitOf = (digit: string, sign: string): string =>
    (isInformal && digit === '1' && sign !== '' ? '' : digits.charAt(Number(digit))) + sign;
  const all = groupsOf(value).map(([group, sign]) => {
    if (isInformal && group === 1 && sign > 0) return groups.charAt(sign - 1);
    const text = String(group);
    const written = [...text].map((digit, at) =>
      digit === '0' ? '' : digitOf(digit, places.charAt(text.length - 2 - at)),
    );
    return written.join('') + groups.charAt(sign - 1);
  });
  return value === 0 ? digits.charAt(0) : all.join(' ');
}

/** The groups of four digits that are not zero, each with its place, from the highest. */
function groupsOf(value: number): [group: number, place: number][] {
  const groups: [number, number][] = [];
  for (let [rest, place] = [value, 0]; rest > 0; [rest, place] = [Math.floor(rest / 10_000), place + 1])
    if (rest % 10_000 > 0) groups.unshift([rest % 10_000, place]);
  return groups;
}

const [ETHIOPIC_ONE, ETHIOPIC_TEN] = [0x1369, 0x1372];

/** Returns a number from 1 on in Ethiopic: pairs of digits, with the signs of a hundred and of ten thousand between them. */
export function ethiopicNumber(value: number): string {
  if (value === 1) return String.fromCodePoint(ETHIOPIC_ONE);
  const groups: number[] = [];
  for (let rest = value; rest > 0; rest = Math.floor(rest / 100)) groups.push(rest % 100);
  return groups
    .map((group, at) => {
      const isOdd = at % 2 === 1;
      const isBare = group === 0 || (group === 1 && (isOdd || at === groups.length - 1));
      const [tens, ones] = isBare ? [0, 0] : [Math.floor(group / 10), group % 10];
      const sign = isOdd ? (group === 0 ? '' : '፻') : at === 0 ? '' : '፼';
      return ethiopicDigit(ETHIOPIC_TEN, tens) + ethiopicDigit(ETHIOPIC_ONE, ones) + sign;
    })
    .reverse()
    .join('');
}

const ethiopicDigit = (first: number, digit: number): string =>
  digit === 0 ? '' : String.fromCodePoint(first + digit - 1);
