import type { Face } from './face.ts';
import { imitated } from './imitation.ts';
import { isBold, scriptFace } from './installedFaces.ts';

/** A font that the operator or the document brings. */
export interface OwnFont {
  /** In lower case. */
  readonly families: readonly string[];
  readonly weight: number;
  readonly italic: boolean;
  /** Whether the file has other weights, which are not used. */
  readonly isVariable: boolean;
  readonly face: Face;
}

/** A font that a document asks for and does not get. */
export interface FontProblem {
  readonly problem: string;
  readonly remedy?: string;
  /** A part of it, to be found in the template. */
  readonly text: string;
  /** The CSS that asks for it, which takes precedence. */
  readonly css?: string;
}

/** A file under `templates/fonts/` that cannot be used. */
export interface UnusableFont {
  /** `fonts/acme.ttf`. */
  readonly name: string;
  readonly problem: string;
  /** The names of its family, in lower case, as far as they can be read. */
  readonly families: readonly string[];
}

/** Maximum number of missing families that are reported, and maximum length of a name. */
const MAX_MISSING = 20;
const MAX_NAME = 60;

/** What the fonts of a document lack. */
interface Lacking {
  readonly problems?: readonly FontProblem[];
  readonly unusable?: readonly UnusableFont[];
  /** The families of its `@font-face` rules, in lower case. */
  readonly declared?: readonly string[];
}

/** The fonts of one document beside those that come with the service. */
export class FontSet {
  /** Of the document: scripts are written differently in languages that share them. */
  language: string | undefined;
  readonly #problems: FontProblem[];
  readonly #unusable: readonly UnusableFont[];
  readonly #missing = new Set<string>();
  #missed = 0;
  readonly #byFamily = new Map<string, OwnFont[]>();
  /** By the object that lists the families, which elements share. */
  readonly #chosen = new WeakMap<readonly string[], Map<string, readonly Face[]>>();

  /** @param fonts in the order of precedence among those that fit alike */
  constructor(fonts: readonly OwnFont[], { problems = [], unusable = [], declared = [] }: Lacking = {}) {
    this.#problems = [...problems];
    this.#unusable = unusable;
    // The rules of these families have their own problems.
    for (const family of declared) this.#missing.add(family);
    for (const font of fonts) {
      for (const family of font.families) {
        const same = this.#byFamily.get(family);
        if (same) same.push(font);
        else this.#byFamily.set(family, [font]);
      }
    }
  }

  /** After the layout, also those of the styles that it has asked for. */
  get problems(): readonly FontProblem[] {
    return this.#problems;
  }

  /** Whether there is a font of a family, given in lower case: an own one, or an installed one of a script. */
  has(family: string): boolean {
    return this.#byFamily.has(family) || scriptFace(family, 400) !== undefined;
  }

  /**
   * Reports families that are not there, each once.
   *
   * @param families as they are written in `list`, which asks for them
   * @param used the family that is used in place of them
   * @param replaced the family of the list that it stands for; undefined if that is its own name, or a generic one
   */
  miss(
    families: readonly string[],
    used: string,
    { list, replaced }: { readonly list: string; readonly replaced: string | undefined },
  ): void {
    for (const family of families) {
      const key = family.toLowerCase();
      if (this.#missing.has(key) || this.#missed >= MAX_MISSING) continue;
      this.#missed++;
      this.#missing.add(key);
      const name = JSON.stringify(family.replaceAll(';', ',').slice(0, MAX_NAME).toWellFormed());
      const instead = `${used} is used${replaced === undefined ? '' : `, as for ${replaced}`}`;
      const file = this.unusableFile(key);
      const problem = `the font ${name} of font-family is not installed, so ${instead}`;
      const remedy = file ? `${file.name} cannot be used: ${file.problem}` : 'put its files under templates/fonts/';
      this.#problems.push({ problem, remedy, text: family, css: list });
    }
  }

  /** Returns the file that seems to have a family: by the names in it, or by its own name, such as `acme-sans-bold.ttf`. */
  unusableFile(family: string): UnusableFont | undefined {
    const [key, letters] = [family.toLowerCase(), lettersOf(family)];
    return this.#unusable.find(({ name, families }) => {
      const file = name.slice(name.lastIndexOf('/') + 1, name.lastIndexOf('.'));
      return families.includes(key) || (letters !== '' && lettersOf(file.replaceAll(styleWords, '')) === letters);
    });
  }

  /** Returns the faces to try, in this order. Several of one weight and style may each have some of the characters. */
  facesOf(families: readonly string[], weight: number, italic: boolean): readonly Face[] {
    let byStyle = this.#chosen.get(families);
    if (!byStyle) {
      byStyle = new Map();
      this.#chosen.set(families, byStyle);
    }
    const key = `${weight} ${italic}`;
    let faces = byStyle.get(key);
    if (!faces) {
      faces = families.flatMap((family) => this.#nearest(family, weight, italic));
      byStyle.set(key, faces);
    }
    return faces;
  }

  #nearest(family: string, weight: number, italic: boolean): Face[] {
    const own = this.#byFamily.get(family);
    if (!own) return [scriptFace(family, weight) ?? []].flat();
    const fonts = nearest(own, weight, italic);
    const variable = fonts.find((font) => font.isVariable && font.weight !== weight);
    if (variable) {
      const problem = `the font ${JSON.stringify(family)} is variable, and is drawn in its weight ${variable.weight} in place of ${weight}: bring a font for each weight`;
      this.#report(problem, family);
    }
    const imitation = {
      isBold: !variable && isBold(weight) && fonts.every((font) => !isBold(font.weight)),
      isOblique: italic && fonts.every((font) => !font.italic),
    };
    return fonts.map(({ face }) => imitated(face, imitation));
  }

  #report(problem: string, text: string): void {
    if (!this.#problems.some((one) => one.problem === problem)) this.#problems.push({ problem, text });
  }
}

export const noFonts = new FontSet([]);

/** Returns the fonts whose style and weight are nearest, by the rules of CSS Fonts. */
function nearest(fonts: readonly OwnFont[], weight: number, italic: boolean): OwnFont[] {
  const distance = (font: OwnFont): number =>
    (font.italic === italic ? 0 : 10_000) + weightDistance(font.weight, weight);
  const least = Math.min(...fonts.map(distance));
  return fonts.filter((font) => distance(font) === least);
}

/** Lighter weights are tried first below 400, heavier ones above 500, and up to 500 between. */
function weightDistance(found: number, required: number): number {
  const isBetween = required >= 400 && required <= 500;
  if (isBetween && found >= required && found <= 500) return found - required;
  const isPreferred = required > 500 ? found >= required : found <= required;
  return Math.abs(found - required) + (isPreferred ? 500 * Number(isBetween) : 2_000);
}

/** Words in the names of files that distinguish fonts of one family. */
const styleWords =
  /(?<![a-z])(?:thin|extra|ultra|semi|demi|light|regular|normal|book|medium|bold|black|heavy|italic|oblique|variable|webfont|vf|\d+)(?![a-z])|(?:-(?:(?:Extra|Semi|Demi|Ultra)?(?:Thin|Light|Regular|Medium|Bold|Black))?(?:Italic)?)$/gi;

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
