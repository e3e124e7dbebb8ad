import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ownValue } from '../../../../domain/documents/css/ownValue.ts';
import { readTemplateFile } from '../../../../domain/documents/templates/templateFiles.ts';
import { isFontData, isFontName } from '../../../../domain/documents/warnings/sources/fontSources.ts';
import type { FontFaceRule } from '../../sanitize/fontFaces.ts';
import { makeFace } from './face.ts';
import { FontFault, readFontFile } from './fontFile.ts';
import { type FontProblem, FontSet, type OwnFont, type UnusableFont } from './fontSet.ts';

/** Maximum number of fonts in the folder, and of `@font-face` rules of a document. */
export const MAX_FONTS = 100;
/** Maximum size of a font, of all fonts in the folder, and of the cached fonts of data URIs; bytes. */
const MAX_FONT = 5 * 1024 * 1024;
const MAX_FOLDER = 64 * 1024 * 1024;
const MAX_CACHED = 32 * 1024 * 1024;
/** Maximum length of the part of a source that a problem is found by. */
const MAX_EXCERPT = 100;

const tooLarge = { problem: `it has more than ${MAX_FONT / 1024 / 1024} MB`, families: [] };

/** A font, or why it cannot be used. */
type Outcome = OwnFont | Omit<UnusableFont, 'name'>;

interface Folder {
  /** The names, sizes and times of its files. */
  readonly signature: string;
  readonly fonts: Promise<ReadonlyMap<string, Outcome>>;
}

/** By the folder of templates. */
const folders = new Map<string, Folder>();
/** By the hash of the data, the one that was used last at the end. */
const dataFonts = new Map<number | bigint, { readonly outcome: Outcome; readonly size: number }>();
let cachedSize = 0;
let lastId = 0;

/** Returns the fonts of a document: those of its `@font-face` rules, and those in `fonts/` of the folder of templates. */
export async function documentFonts(rules: readonly FontFaceRule[], folder: string): Promise<FontSet> {
  const inFolder = await fontsInFolder(folder);
  const own: OwnFont[] = [];
  const problems: FontProblem[] = [];
  for (const rule of rules.slice(0, MAX_FONTS)) {
    const source = rule.sources.find((one) => isFontData(one) || isFontName(one))?.trim();
    // The inspection of the template's text reports a rule whose sources are all unusable.
    if (source === undefined || rule.family === '') continue;
    const outcome = isFontData(source) ? await fontOfData(source) : inFolder.get(source);
    // A rule may name one file under several families and weights.
    if (outcome && !('problem' in outcome))
      own.push({ ...outcome, families: [rule.family], ...declared(rule, outcome) });
    else if (outcome) {
      const what = isFontData(source) ? 'a font in a data URI' : `the font ${source}`;
      problems.push({ problem: `${what} cannot be used: ${outcome.problem}`, text: source.slice(0, MAX_EXCERPT) });
    }
  }
  if (rules.length > MAX_FONTS)
    problems.push({ problem: `only the first ${MAX_FONTS} @font-face rules are read`, text: '@font-face' });
  const families = new Set(own.flatMap((font) => font.families));
  const unusable: UnusableFont[] = [];
  for (const [name, outcome] of inFolder) {
    if ('problem' in outcome) unusable.push({ name, ...outcome });
    // A family that the document declares takes precedence over one of the folder.
    else own.push({ ...outcome, families: outcome.families.filter((family) => !families.has(family)) });
  }
  return new FontSet(own, { problems, unusable, declared: rules.map(({ family }) => family) });
}

/** The weight and style of a rule, which count in place of those of the file. */
function declared({ weight = '', style }: FontFaceRule, font: OwnFont): Pick<OwnFont, 'weight' | 'italic'> {
  const weights = weight.split(/\s+/).map((one) => ownValue(weightNames, one) ?? Number.parseInt(one, 10));
  const [least = Number.NaN, greatest = least] = weights;
  return {
    // Of a range of weights, a variable font is drawn in its own.
    weight: Math.min(Math.max(font.weight, least), greatest) || font.weight,
    italic: style === undefined ? font.italic : /^(?:italic|oblique)/.test(style),
  };
}

const weightNames: Readonly<Record<string, number>> = { normal: 400, bold: 700 };

/** Returns the fonts of a folder by their names. They are read again when a file has changed. */
export function fontsInFolder(folder: string): Promise<ReadonlyMap<string, Outcome>> {
  const files = filesIn(join(folder, 'fonts')).filter((file) => isFontName(`fonts/${file.name}`));
  const signature = JSON.stringify(files);
  let known = folders.get(folder);
  if (known?.signature !== signature) {
    known = { signature, fonts: readFolder(files, folder) };
    folders.set(folder, known);
  }
  return known.fonts;
}

/** Fonts of kinds that are not read, by their names. */
const otherKinds = /\.(?:ttc|otc|eot|pfb|pfa|dfont|svg)$/i;

/** Returns the files in `fonts/` of the folder of templates that cannot be used, and why. */
export async function unusableFonts(folder: string): Promise<UnusableFont[]> {
  const others = filesIn(join(folder, 'fonts')).filter(({ name }) => otherKinds.test(name));
  const problem = 'it is not a TTF, OTF, WOFF or WOFF2 file: bring each font as one of these';
  return [
    ...[...(await fontsInFolder(folder))].flatMap(([name, outcome]) =>
      'problem' in outcome ? { name, ...outcome } : [],
    ),
    ...others.map(({ name }) => ({ name: `fonts/${name}`, problem, families: [] })),
  ];
}

interface FileState {
  readonly name: string;
  readonly size: number;
  readonly mtimeMs: number;
}

function filesIn(folder: string): FileState[] {
  try {
    return readdirSync(folder)
      .sort()
      .flatMap((name) => {
        const found = statSync(join(folder, name), { throwIfNoEntry: false });
        return found?.isFile() ? [{ name, size: found.size, mtimeMs: found.mtimeMs }] : [];
      });
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return [];
    throw error;
  }
}

async function readFolder(files: readonly FileState[], folder: string): Promise<ReadonlyMap<string, Outcome>> {
  const fonts = new Map<string, Outcome>();
  let remaining = MAX_FOLDER;
  for (const { name, size } of files) {
    const path = `fonts/${name}`;
    remaining -= size;
    if (size > MAX_FONT) fonts.set(path, tooLarge);
    else if (fonts.size >= MAX_FONTS || remaining < 0)
      fonts.set(path, {
        problem: `templates/fonts/ has more than ${MAX_FONTS} fonts or ${MAX_FOLDER / 1024 / 1024} MB`,
        families: [],
      });
    else {
      const bytes = readTemplateFile(path, folder);
      fonts.set(
        path,
        bytes ? await fontOf(bytes) : { problem: 'its name is not one of a template file', families: [] },
      );
    }
  }
  return fonts;
}

async function fontOfData(source: string): Promise<Outcome> {
  const data = source.slice(source.indexOf(',') + 1);
  const key = Bun.hash(data);
  const known = dataFonts.get(key);
  const one = known ?? {
    outcome: data.length > (MAX_FONT * 4) / 3 ? tooLarge : await fontOf(Buffer.from(data, 'base64')),
    size: data.length,
  };
  dataFonts.delete(key);
  dataFonts.set(key, one);
  if (!known) cachedSize += one.size;
  for (const [oldest, { size }] of dataFonts) {
    if (cachedSize <= MAX_CACHED) break;
    dataFonts.delete(oldest);
    cachedSize -= size;
  }
  return one.outcome;
}

async function fontOf(bytes: Uint8Array): Promise<Outcome> {
  try {
    const { font, ...description } = await readFontFile(bytes);
    return { ...description, face: makeFace(`own-${++lastId}`, font) };
  } catch (error) {
    const families = error instanceof FontFault ? error.families : [];
    return { problem: error instanceof Error ? error.message : String(error), families };
  }
}
