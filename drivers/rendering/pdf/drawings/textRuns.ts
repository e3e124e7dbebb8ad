import { type Element, isTag, isText } from 'domhandler';
import { PdfProblem } from '../boxes/pdfProblem.ts';
import { embeddingLevels, isRightToLeft } from '../layout/bidi.ts';
import { cased, endsInLetter } from '../layout/whiteSpace.ts';
import { readNumbers, readUnits } from './parts/svgLengths.ts';
import type { SvgStyle, SvgStyles } from './svgStyles.ts';

/** One letter of a text, with what its elements declare about its position. */
export interface Letter {
  readonly text: string;
  readonly style: SvgStyle;
  /** The styles of the elements around it, from the text inwards. */
  readonly around: readonly SvgStyle[];
  /** Its embedding level: even for left to right, odd for right to left. */
  level: number;
  /** In degrees. */
  rotate?: number;
  x?: number;
  y?: number;
  dx?: number;
  dy?: number;
}

/** Maximum number of letters of one text. */
const MAX_LETTERS = 20_000;

/** What percentages in positions are of. */
interface Area {
  readonly width: number;
  readonly height: number;
}

/** Reads the letters of a text, with its white space collapsed. Returns null for a text that is set in another way. */
export function readLetters(element: Element, style: SvgStyle, styles: SvgStyles, area: Area): Letter[] | null {
  const reader = new LetterReader(styles, area);
  reader.read(element, style, []);
  return reader.isOther ? null : reader.letters(style.inherited['direction'] === 'rtl');
}

class LetterReader {
  isOther = false;
  readonly #styles: SvgStyles;
  readonly #area: Area;
  readonly #letters: Letter[] = [];

  constructor(styles: SvgStyles, area: Area) {
    this.#styles = styles;
    this.#area = area;
  }

  read(element: Element, style: SvgStyle, outer: readonly SvgStyle[]): void {
    const start = this.#letters.length;
    const around = [...outer, style];
    for (const child of element.children) {
      if (isText(child)) this.#add(child.data, style, around);
      else if (!isTag(child) || !this.#styles.applies(child)) continue;
      else if (child.name === 'tspan' || child.name === 'a') {
        const own = this.#styles.styleOf(child, style.inherited);
        if (own.own.get('display') !== 'none') this.read(child, own, around);
      } else if (child.name === 'textPath' || child.name === 'tref') this.isOther = true;
    }
    this.#place(start, element, Number(style.inherited['font-size'] ?? 16));
  }

  #add(text: string, style: SvgStyle, around: readonly SvgStyle[]): void {
    const isKept = keepsSpaces(style);
    const isWithinWord = endsInLetter(this.#letters.at(-1)?.text ?? '');
    const shown = cased(
      text.replace(/[\t\n\r\f]/g, ' '),
      { textTransform: transformOf(style), language: '' },
      isWithinWord,
    );
    for (const letter of shown) {
      const last = this.#letters.at(-1);
      if (letter === ' ' && !isKept && (!last || last.text === ' ')) continue;
      this.#letters.push({ text: letter, style, around, level: 0 });
      if (this.#letters.length > MAX_LETTERS)
        throw new PdfProblem(`A text of a drawing has more than ${MAX_LETTERS} letters.`);
    }
  }

  /** Gives the positions of an element to its letters, where no element in it has given them. */
  #place(start: number, { attribs }: Element, em: number): void {
    for (const [key, whole] of [
      ['x', this.#area.width],
      ['y', this.#area.height],
      ['dx', this.#area.width],
      ['dy', this.#area.height],
    ] as const) {
      const words = attribs[key]?.trim().split(/[\s,]+/) ?? [];
      words.slice(0, this.#letters.length - start).forEach((word, i) => {
        const letter = this.#letters[start + i];
        const number = readUnits(word, whole, em) ?? readNumbers(word)[0];
        if (letter && number !== undefined) letter[key] ??= number;
      });
    }
    const angles = readNumbers(attribs['rotate'] ?? '');
    if (angles.length === 0) return;
    // The last angle is that of all further letters.
    this.#letters.slice(start).forEach((letter, i) => {
      letter.rotate ??= angles[Math.min(i, angles.length - 1)] ?? 0;
    });
  }

  /** Returns them without the collapsed white space at the end. */
  letters(isBackward: boolean): Letter[] {
    for (let last = this.#letters.at(-1); last?.text === ' ' && !keepsSpaces(last.style); last = this.#letters.at(-1))
      this.#letters.pop();
    const text = this.#letters.map((letter) => letter.text).join('');
    if (!isBackward && !isRightToLeft(text)) return this.#letters;
    const levels = embeddingLevels(text, isBackward);
    let at = 0;
    for (const letter of this.#letters) {
      letter.level = levels[at] ?? 0;
      at += letter.text.length;
    }
    return this.#letters;
  }
}

const keepsSpaces = ({ inherited }: SvgStyle): boolean =>
  /^(?:pre(?!-line)|break-spaces)/.test(inherited['white-space'] ?? '');

function transformOf({ inherited }: SvgStyle): 'none' | 'uppercase' | 'lowercase' | 'capitalize' {
  const word = inherited['text-transform']?.toLowerCase();
  return word === 'uppercase' || word === 'lowercase' || word === 'capitalize' ? word : 'none';
}
