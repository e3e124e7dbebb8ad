import {
  type CounterStyle,
  type CounterSystem,
  numberIn,
  plainStyle,
  type Weight,
} from '../../../../../domain/documents/css/counterStyle.ts';
import type { numberStyleNames } from '../../../../../domain/documents/css/counterStyleNames.ts';
import { ownValue } from '../../../../../domain/documents/css/ownValue.ts';
import { chineseNumber, ethiopicNumber, koreanNumber, MAX_GROUPED } from './computedNumbers.ts';

type Descriptors = Partial<Omit<CounterStyle, 'system'>>;

const styleOf = (system: CounterSystem, own: Descriptors = {}): CounterStyle => ({ ...plainStyle, ...own, system });

const alphabetic = (letters: string, own?: Descriptors): CounterStyle =>
  styleOf({ kind: 'alphabetic', symbols: [...letters] }, own);

const numeric = (digits: string, own?: Descriptors): CounterStyle =>
  styleOf({ kind: 'numeric', symbols: [...digits] }, own);

/** Digits from 0 on that follow each other in Unicode. */
const digitsFrom = (zero: number): CounterStyle =>
  numeric(String.fromCodePoint(...Array.from({ length: 10 }, (_, digit) => zero + digit)));

const fixed = (letters: string, own?: Descriptors): CounterStyle =>
  styleOf({ kind: 'fixed', symbols: [...letters], first: 1 }, own);

const additive = (weights: readonly Weight[], greatest: number, own?: Descriptors): CounterStyle =>
  styleOf({ kind: 'additive', weights }, { ranges: [[1, greatest]], ...own });

/** The symbols of 1 to 9, then of 10 to 90 and so on, from the greatest to the least. */
const byPlace = (letters: string): Weight[] =>
  [...letters].map((letter, at): Weight => [((at % 9) + 1) * 10 ** Math.floor(at / 9), letter]).reverse();

const roman = (letters: string): CounterStyle => {
  const [m = '', d = '', c = '', l = '', x = '', v = '', i = ''] = letters;
  const tens = (one: string, five: string, ten: string, place: number): Weight[] => [
    [9 * place, one + ten],
    [5 * place, five],
    [4 * place, one + five],
    [place, one],
  ];
  return additive([[1000, m], ...tens(c, d, m, 100), ...tens(x, l, c, 10), ...tens(i, v, x, 1)], 3999);
};

const inEastAsia: Descriptors = { suffix: '、', fallback: 'cjk-decimal' };

/** Japanese numbers up to 9999. `digits`: from 0 to 9; `places`: the signs of 10, 100 and 1000. */
function japanese(digits: string, places: string, isInformal: boolean): CounterStyle {
  const weights = ['', ...places].flatMap((place, power) =>
    [...digits].slice(1).map((digit, at): Weight => {
      const symbol = isInformal && at === 0 && power > 0 ? place : digit + place;
      return [(at + 1) * 10 ** power, symbol];
    }),
  );
  return styleOf(
    { kind: 'additive', weights: [...weights.reverse(), [0, digits.charAt(0)]] },
    { ...inEastAsia, ranges: [[-9999, 9999]], negative: ['マイナス', ''] },
  );
}

/** Chinese and Korean numbers. */
const grouped = (textOf: (value: number) => string, minus: string, suffix: string): CounterStyle =>
  styleOf(
    { kind: 'computed', textOf },
    { ranges: [[-MAX_GROUPED, MAX_GROUPED]], suffix, negative: [minus, ''], fallback: 'cjk-decimal' },
  );

const chinese = (digits: string, places: string, groups: string, minus: string, isInformal: boolean): CounterStyle =>
  grouped((value) => chineseNumber({ digits, places, groups, isInformal }, value), minus, '、');

const korean = (digits: string, places: string, groups: string, isInformal: boolean): CounterStyle =>
  grouped((value) => koreanNumber({ digits, places, groups, isInformal }, value), '마이너스 ', ', ');

const listed: Descriptors = { suffix: '、' };
const latin = 'abcdefghijklmnopqrstuvwxyz';
const upperArmenian = 'ԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔ';
const hiragana = 'あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわゐゑをん';
const iroha = 'いろはにほへとちりぬるをわかよたれそつねならむうゐのおくやまけふこえてあさきゆめみしゑひもせす';
const inKatakana = (text: string): string =>
  [...text].map((letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0x60)).join('');

/** Letters of hundreds, tens and ones, with a stroke behind those of thousands. */
function hebrew(): CounterStyle {
  // Fifteen and sixteen are written without the letters of the name of God.
  const teens = [...'וזזחט'].map((letter, at): Weight => [15 + at, (at < 2 ? 'ט' : 'י') + letter]);
  const weights = [...byPlace('אבגדהוזחטיכלמנסעפצקרשת'), ...teens] satisfies Weight[];
  weights.sort(([one], [other]) => other - one);
  const below = styleOf({ kind: 'additive', weights });
  const textOf = (value: number): string => (value === 0 ? '' : (numberIn(below, value) ?? ''));
  const written = (value: number): string =>
    value < 1000 ? textOf(value) : `${textOf(Math.floor(value / 1000))}׳${textOf(value % 1000)}`;
  return styleOf(
    { kind: 'computed', textOf: (value) => (value === 0 ? 'אפס' : written(value)) },
    { ranges: [[0, 999_999]] },
  );
}

/** Letters of up to thousands, with a sign above those of ten times a thousand. */
function armenian(letters: string): CounterStyle {
  const weights = byPlace(letters);
  const high = weights.map(([weight, letter]): Weight => [weight * 10_000, `${letter}\u0302`]);
  return additive([...high, ...weights], 99_999_999);
}

const traditional = chinese('零一二三四五六七八九', '十百千', '萬億', '負', true);

/** The styles that all documents have, beside the symbols `disc` and the like. */
const predefined: Readonly<Record<(typeof numberStyleNames)[number], CounterStyle>> = {
  decimal: numeric('0123456789'),
  'decimal-leading-zero': numeric('0123456789', { pad: { length: 2, symbol: '0' } }),
  'lower-alpha': alphabetic(latin),
  'lower-latin': alphabetic(latin),
  'upper-alpha': alphabetic(latin.toUpperCase()),
  'upper-latin': alphabetic(latin.toUpperCase()),
  'lower-greek': alphabetic('αβγδεζηθικλμνξοπρστυφχψω'),
  'lower-roman': roman('mdclxvi'),
  'upper-roman': roman('MDCLXVI'),
  armenian: armenian(upperArmenian),
  'upper-armenian': armenian(upperArmenian),
  'lower-armenian': armenian('աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփք'),
  georgian: additive(byPlace('აბგდევზჱთიკლმნჲოპჟრსტჳფქღყშჩცძწჭხჴჯჰჵ'), 19_999),
  hebrew: hebrew(),
  'arabic-indic': digitsFrom(0x660),
  bengali: digitsFrom(0x9e6),
  cambodian: digitsFrom(0x17e0),
  khmer: digitsFrom(0x17e0),
  devanagari: digitsFrom(0x966),
  gujarati: digitsFrom(0xae6),
  gurmukhi: digitsFrom(0xa66),
  kannada: digitsFrom(0xce6),
  lao: digitsFrom(0xed0),
  malayalam: digitsFrom(0xd66),
  mongolian: digitsFrom(0x1810),
  myanmar: digitsFrom(0x1040),
  oriya: digitsFrom(0xb66),
  persian: digitsFrom(0x6f0),
  urdu: digitsFrom(0x6f0),
  tamil: digitsFrom(0xbe6),
  telugu: digitsFrom(0xc66),
  thai: digitsFrom(0xe50),
  tibetan: digitsFrom(0xf20),
  'cjk-decimal': numeric('〇一二三四五六七八九', { suffix: '、', ranges: [[0, Number.POSITIVE_INFINITY]] }),
  'cjk-earthly-branch': fixed('子丑寅卯辰巳午未申酉戌亥', inEastAsia),
  'cjk-heavenly-stem': fixed('甲乙丙丁戊己庚辛壬癸', inEastAsia),
  'cjk-ideographic': traditional,
  'trad-chinese-informal': traditional,
  'trad-chinese-formal': chinese('零壹貳參肆伍陸柒捌玖', '拾佰仟', '萬億', '負', false),
  'simp-chinese-informal': chinese('零一二三四五六七八九', '十百千', '万亿', '负', true),
  'simp-chinese-formal': chinese('零壹贰叁肆伍陆柒捌玖', '拾佰仟', '万亿', '负', false),
  'japanese-informal': japanese('〇一二三四五六七八九', '十百千', true),
  'japanese-formal': japanese('零壱弐参四伍六七八九', '拾百阡', false),
  'korean-hangul-formal': korean('영일이삼사오육칠팔구', '십백천', '만억', false),
  'korean-hanja-informal': korean('零一二三四五六七八九', '十百千', '萬億', true),
  'korean-hanja-formal': korean('零壹貳參四五六七八九', '拾百仟', '萬億', false),
  hiragana: alphabetic(hiragana, listed),
  'hiragana-iroha': alphabetic(iroha, listed),
  katakana: alphabetic(inKatakana(hiragana), listed),
  'katakana-iroha': alphabetic(inKatakana(iroha), listed),
  'ethiopic-numeric': styleOf(
    { kind: 'computed', textOf: ethiopicNumber },
    { suffix: '/ ', ranges: [[1, Number.POSITIVE_INFINITY]] },
  ),
};

export const decimal = numeric('0123456789');

/** Returns the style that all documents have under a name in lower case. */
export const predefinedStyle = (name: string): CounterStyle | undefined => ownValue(predefined, name);
