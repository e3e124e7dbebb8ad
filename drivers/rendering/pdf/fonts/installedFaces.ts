import { existsSync, readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';
import { ownValue } from '../../../../domain/documents/css/ownValue.ts';
import { type Face, makeFace } from './face.ts';
import { optionalFontFile, optionalFonts } from './scripts.ts';
import { type FaceName, fileOf, isFace } from './standardFonts.ts';

/** The weight from which text is bold: installed fonts are in two weights. */
const BOLD = 600;
export const isBold = (weight: number): boolean => weight >= BOLD;

const faces = new Map<FaceName, Face>();
/** `null`: not installed. Whether one is installed is found out once, when a document needs it. */
const optional = new Map<string, Face | null>();

/** Returns a face of a standard font. */
export function faceNamed(name: FaceName): Face {
  let face = faces.get(name);
  if (!face) {
    face = makeFace(name, create(readFileSync(fileOf(name))) as Font);
    faces.set(name, face);
  }
  return face;
}

/** Returns a face of a standard font in bold, if it has one. */
export function faceInWeight(name: FaceName, bold: boolean): Face {
  const inBold = `${name}-bold`;
  return faceNamed(bold && isFace(inBold) ? inBold : name);
}

/** Returns an optional font; undefined if its package is not installed. */
export function optionalFace(name: string, bold: boolean): Face | undefined {
  const key = `${name}${bold ? '-bold' : ''}`;
  let face = optional.get(key);
  if (face === undefined) {
    const style = bold ? '700Bold' : '400Regular';
    const path = optionalFontFile(name, style);
    face = path !== undefined && existsSync(path) ? makeFace(key, create(readFileSync(path)) as Font) : null;
    optional.set(key, face);
  }
  return face ?? undefined;
}

/** The families of the fonts of scripts and symbols by their names, which a list of `font-family` may ask for. */
const ofScripts: Readonly<Record<string, FaceName>> = {
  'noto sans hebrew': 'hebrew',
  'noto sans arabic': 'arabic',
  'noto sans symbols': 'symbols',
  'noto sans symbols 2': 'symbols2',
  'noto sans math': 'math',
  'noto emoji': 'emoji',
};

/** The names of the optional fonts by those of their families: `noto sans thai`, `noto sans sc`. */
const optionalFamilies = new Map(optionalFonts.map((name) => [`noto sans ${name.toLowerCase()}`, name]));

/** Returns the face of an installed family of a script, given in lower case; undefined if there is none. */
export function scriptFace(family: string, weight: number): Face | undefined {
  const bold = isBold(weight);
  const name = ownValue(ofScripts, family);
  if (name !== undefined) return faceInWeight(name, bold);
  const optionalName = optionalFamilies.get(family);
  return optionalName === undefined ? undefined : optionalFace(optionalName, bold);
}
