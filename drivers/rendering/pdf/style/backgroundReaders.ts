import { wordsAndSlashesOf } from '../../../../domain/documents/css/colourValues.ts';
import { layersOf } from '../../../../domain/documents/css/cssPatterns.ts';
import { withoutDrawnGradients } from '../../../../domain/documents/warnings/gradientSupport.ts';
import type { Picture } from '../images/picture.ts';
import {
  type BackgroundBox,
  type BackgroundImages,
  type BackgroundPosition,
  initialImages,
  type RepeatMode,
} from './backgroundImages.ts';
import type { Style } from './style.ts';
import { objectFits } from './values/boxLook.ts';
import { readGradient } from './values/gradients.ts';
import { addedLength, type Length, readLength, scaledLength } from './values/lengths.ts';
import { parts } from './values/valueWords.ts';

/** Maximum number of images behind one box. */
const MAX_LAYERS = 20;

type Reader = (style: Style, value: string) => void;

const layered =
  <Key extends Exclude<keyof BackgroundImages, 'isFixed' | 'isOfCanvas'>>(
    key: Key,
    read: (layer: string, style: Style) => BackgroundImages[Key][number],
  ): Reader =>
  (style, value) => {
    if (value === 'none' && style.images === initialImages) return;
    const layers = layersOf(value).slice(0, MAX_LAYERS);
    style.images = { ...style.images, [key]: layers.map((layer) => read(layer, style)) };
  };

/** Reads the parts of a box; a value with another word changes nothing. */
const boxed =
  (key: 'origins' | 'clips'): Reader =>
  (style, value) => {
    const found = layersOf(value.toLowerCase()).slice(0, MAX_LAYERS);
    if (!found.every(isBox) || found.join() === style.images[key].join()) return;
    style.images = { ...style.images, [key]: found };
  };

const isBox = (word: string): word is BackgroundBox => /^(?:border|padding|content)-box$/.test(word);

/** Returns the picture that a `url()` names. */
function pictureIn(value: string, style: Style): Picture | undefined {
  const name = /^url\(\s*["']?([^"')]*)["']?\s*\)$/i.exec(value)?.[1];
  return name === undefined ? undefined : style.pictures.get(name);
}

/** Readers of the properties of images behind boxes, and in them. */
export const backgroundReaders: Record<string, Reader> = {
  'list-style-image': (style, value) => {
    style.listPicture = pictureIn(value, style);
  },
  'background-image': layered('layers', (layer, style) => {
    return pictureIn(layer, style) ?? readGradient(layer, style);
  }),
  'background-size': layered('sizes', (layer, style) => {
    if (layer === 'cover' || layer === 'contain') return layer;
    const [width, height] = parts(layer).map((word) => readLength(word, style.size, style.units));
    return { width, height };
  }),
  'background-position': layered('positions', readPosition),
  'object-fit': (style, value) => {
    style.objectFit = objectFits.find((one) => one === value) ?? style.objectFit;
  },
  'object-position': (style, value) => {
    style.objectPosition = readPosition(value, style);
  },
  'background-repeat': layered('repeats', (layer) => {
    const [first = '', second = first] = parts(layer.toLowerCase());
    if (first === 'repeat-x') return { across: 'repeat', down: 'no-repeat' };
    if (first === 'repeat-y') return { across: 'no-repeat', down: 'repeat' };
    return { across: repeatMode(first), down: repeatMode(second) };
  }),
  'background-attachment': (style, value) => {
    const isFixed = /\bfixed\b/i.test(value);
    if (isFixed !== style.images.isFixed) style.images = { ...style.images, isFixed };
  },
  'background-origin': boxed('origins'),
  'background-clip': boxed('clips'),
};

const repeatMode = (word: string): RepeatMode =>
  word === 'no-repeat' || word === 'space' || word === 'round' ? word : 'repeat';

const sides: Readonly<Record<string, number>> = { left: 0, top: 0, center: 50, right: 100, bottom: 100 };

export function readPosition(value: string, style: Pick<Style, 'size' | 'units'>): BackgroundPosition {
  const words = parts(value);
  const lengthOf = (word: string): Length =>
    sides[word] === undefined ? (readLength(word, style.size, style.units) ?? 0) : { percent: sides[word] };
  if (words.length > 2) return readOffsets(words, lengthOf);
  const [first = 'left', second = 'center'] = words;
  const isSwapped = /^(?:top|bottom)$/.test(first) || /^(?:left|right)$/.test(second);
  const [x, y] = isSwapped ? [second, first] : [first, second];
  return { x: lengthOf(x), y: lengthOf(y) };
}

/** Reads sides with distances from them: `right 10px bottom 20px`. */
function readOffsets(words: readonly string[], lengthOf: (word: string) => Length): BackgroundPosition {
  let x: Length = { percent: 50 };
  let y: Length = { percent: 50 };
  words.forEach((word, i) => {
    if (sides[word] === undefined || word === 'center') return;
    const next = words[i + 1];
    const offset = next === undefined || sides[next] !== undefined ? 0 : lengthOf(next);
    const place = sides[word] === 0 ? offset : fromEnd(offset);
    if (word === 'left' || word === 'right') x = place;
    else y = place;
  });
  return { x, y };
}

const fromEnd = (offset: Length): Length => addedLength({ percent: 100 }, scaledLength(offset, -1));

const repeats = /^(?:no-repeat|repeat|repeat-x|repeat-y|space|round)$/;
const ignored = /^(?:scroll|fixed|local|none)$/;

/** Expands the part of `background` that is about the parts of the box: the first word is the origin, the last one the rest. */
export function expandBoxes(value: string): [string, string][] {
  const layers = layersOf(value).map((layer) => parts(layer.toLowerCase()).filter(isBox));
  return [
    ['background-origin', layers.map(([origin]) => origin ?? 'padding-box').join()],
    ['background-clip', layers.map((words) => words.at(-1) ?? 'border-box').join()],
  ];
}

/** Expands the part of `background` that is about images. */
export function expandImages(value: string): [string, string][] {
  const images: string[] = [];
  const positions: string[] = [];
  const sizes: string[] = [];
  const repeated: string[] = [];
  for (const layer of layersOf(value.replace(/\)(?=[^\s,)])/g, ') '))) {
    const words = wordsAndSlashesOf(layer);
    images.push(words.find((word) => /^url\(/i.test(word) || withoutDrawnGradients(word, '').trim() === '') ?? 'none');
    const slash = words.indexOf('/');
    const isPlace = (word: string): boolean => sides[word] !== undefined || readLength(word, 12) !== undefined;
    const rest = words.filter((word) => !repeats.test(word) && !ignored.test(word) && !isBox(word));
    const cut = slash < 0 ? rest.length : rest.indexOf('/');
    positions.push(rest.slice(0, cut).filter(isPlace).join(' ') || '0 0');
    const size = rest.slice(cut + 1).filter((word) => /^(?:cover|contain|auto)$/.test(word) || isPlace(word));
    sizes.push(size.slice(0, 2).join(' ') || 'auto');
    repeated.push(words.filter((word) => repeats.test(word)).join(' ') || 'repeat');
  }
  const attachment = layersOf(value).some((layer) => parts(layer.toLowerCase()).includes('fixed')) ? 'fixed' : 'scroll';
  return [
    ['background-attachment', attachment],
    ['background-image', images.join()],
    ['background-position', positions.join()],
    ['background-size', sizes.join()],
    ['background-repeat', repeated.join()],
  ];
}
