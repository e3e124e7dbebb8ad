import type { Face } from './fonts/face.ts';
import { invisible } from './fonts/fonts.ts';
import { optionalFontsFor, packageOf } from './fonts/scripts.ts';

/** Maximum number of letters that one problem lists. */
const MAX_LETTERS = 20;

interface LetteredText {
  readonly text: string;
  readonly face: Face;
  readonly language?: string;
  /** Whether it is not drawn as a letter. */
  readonly isSymbol?: boolean;
}

/** Letters that no font has. */
interface MissingFont {
  readonly problem: string;
  /** The package of fonts to be installed. */
  readonly remedy?: string;
  /** One of the letters. */
  readonly text: string;
}

/** The letters of a document that no font has. */
export class MissingLetters {
  /** By the language of their text: scripts are written differently in languages that share them. */
  readonly #byLanguage = new Map<string, Set<string>>();
  readonly #language: string | undefined;

  /** @param language of the document */
  constructor(language: string | undefined) {
    this.#language = language;
  }

  add(texts: readonly LetteredText[]): void {
    for (const text of texts) {
      const missing = text.isSymbol ? [] : lettersWithoutFont(text);
      if (missing.length === 0) continue;
      const { language = '' } = text;
      const letters = this.#byLanguage.get(language) ?? new Set();
      this.#byLanguage.set(language, letters);
      for (const letter of missing) letters.add(letter);
    }
  }

  /** Reports the letters, with the package of fonts to be installed for each. */
  report(report: (problem: MissingFont) => void): void {
    // Ideographs beside kana are Japanese.
    const all = [...this.#byLanguage.values()].flatMap((letters) => [...letters]);
    const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(all.join('')) ? 'ja' : undefined;
    const byPackage = new Map<string | undefined, Set<string>>();
    for (const [language, letters] of this.#byLanguage) {
      for (const letter of letters) {
        const [name] = optionalFontsFor(letter, language || (this.#language ?? kana));
        byPackage.set(name, (byPackage.get(name) ?? new Set()).add(letter));
      }
    }
    for (const [name, letters] of byPackage) {
      const missing = [...letters];
      const list = missing.slice(0, MAX_LETTERS);
      const named = list.map(nameOfLetter).join(' ');
      const more = missing.length > list.length ? ` and ${missing.length - list.length} more` : '';
      const problem = `no font has ${named}${more}, so a box is drawn for each`;
      const remedy = name === undefined ? {} : { remedy: `npm install @expo-google-fonts/${packageOf(name)}` };
      report({ problem, ...remedy, text: list[0] ?? '' });
    }
  }
}

/** Returns the letters of a text that its font does not have. */
function lettersWithoutFont({ text, face }: LetteredText): string[] {
  if (/^[\x20-\x7e]*$/.test(text)) return [];
  return [...text].filter((letter) => !face.has(letter.codePointAt(0) ?? 0) && !invisible.test(letter));
}

/** A letter as messages write it: by its number if only an icon font has a picture of it. */
export const nameOfLetter = (letter: string): string =>
  /\p{Co}|\p{Cn}/u.test(letter) ? `U+${letter.codePointAt(0)?.toString(16).toUpperCase()}` : letter;
