import type { Face } from './face.ts';

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
  /** A part of it, to be found in the template. */
  readonly text: string;
}

/** The fonts of one document beside those that come with the service. */
export class FontSet {
  /** Of the document: scripts are written differently in languages that share them. */
  language: string | undefined;
  readonly #problems: FontProblem[];
  readonly #byFamily = new Map<string, OwnFont[]>();
  /** By the object that lists the families, which elements share. */
  readonly #chosen = new WeakMap<readonly string[], Map<string, readonly Face[]>>();

  /** @param fonts in the order of precedence among those that fit alike */
  constructor(fonts: readonly OwnFont[], problems: readonly FontProblem[] = []) {
    this.#problems = [...problems];
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

  has(family: string): boolean {
    return this.#byFamily.has(family);
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
    const fonts = nearest(this.#byFamily.get(family) ?? [], weight, italic);
    const variable = fonts.find((font) => font.isVariable && font.weight !== weight);
    if (variable) {
      const problem = `the font ${JSON.stringify(family)} is variable, and is drawn in its weight ${variable.weight} in place of ${weight}: bring a font for each weight`;
      if (!this.#problems.some((one) => one.problem === problem)) this.#problems.push({ problem, text: family });
    }
    return fonts.map(({ face }) => face);
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
