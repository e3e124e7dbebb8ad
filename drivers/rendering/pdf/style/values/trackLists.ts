import type { GridLine, Track, TrackList, TrackSize } from '../containerStyle.ts';
import type { Style } from '../style.ts';
import { readLength } from './lengths.ts';
import { parts } from './valueWords.ts';

/** Maximum number of tracks that a list names. */
const MAX_TRACKS = 1000;

/** Reads a line of a grid; undefined for `auto`. */
export function readGridLine(value: string): GridLine {
  if (value === 'auto') return undefined;
  const words = value.split(/\s+/);
  const isNumber = (word: string): boolean => /^[+-]?\d+$/.test(word);
  const count = words.find(isNumber);
  const number = count === undefined ? undefined : Math.max(-MAX_TRACKS, Math.min(MAX_TRACKS, Number(count)));
  const name = words.find((word) => word !== 'span' && !isNumber(word));
  if (words.includes('span')) return { span: Math.max(1, number ?? 1), ...(name !== undefined && { name }) };
  return number === undefined ? { name: value } : { line: number, ...(name !== undefined && { name }) };
}

/** A repetition, which has no other one in it. */
const repetition = /^repeat\(\s*([\w-]+)\s*,((?:(?!repeat\()[\s\S])*)\)$/;

/** The words of a list of tracks; those of names in brackets, such as `[start]`, with commas. */
const trackWords = (value: string): string[] =>
  parts(value.replace(/\[([^[\]]*)\]/g, (_, text: string) => ` [${text.trim().replace(/\s+/g, ',')}] `));
const namesIn = (word: string): string[] => word.slice(1, -1).split(',').filter(Boolean);

/** The names of the lines of a subgrid. */
function lineNames(words: readonly string[]): string[][] {
  const lines: string[][] = [];
  for (const word of words) {
    const [, count, inner = ''] = repetition.exec(word) ?? [];
    const own = count === undefined ? [namesIn(word)] : lineNames(trackWords(inner));
    if (own.length === 0) continue;
    const times = count === undefined ? 1 : Number(count) || 1;
    for (let i = 0; i < times && lines.length + own.length <= MAX_TRACKS; i++) lines.push(...own);
  }
  return lines;
}

/** Reads a list of tracks, such as `[start] 100px repeat(2, 1fr)`. */
export function readTracks(value: string, style: Style): TrackList {
  const list: Track[] = [];
  let auto: TrackList['auto'];
  let names: string[] = [];
  const words = trackWords(value);
  if (words[0] === 'none') return { tracks: [] };
  if (words[0] === 'subgrid') return { tracks: [], subgrid: lineNames(words.slice(1)) };
  for (const word of words) {
    if (word.startsWith('[')) {
      names.push(...namesIn(word));
      continue;
    }
    const [, count, inner = ''] = repetition.exec(word) ?? [];
    if (count !== undefined) {
      const own = readTracks(inner.trim(), style).tracks;
      if (count.startsWith('auto-'))
        auto = { at: list.length, tracks: own.map(count === 'auto-fit' ? collapsing : same), names, namesAfter: [] };
      else addTracks(list, names, own, Number(count));
    } else {
      const size = trackOf(word, style, names);
      if (size && list.length < MAX_TRACKS) list.push(size);
    }
    names = [];
  }
  if (auto?.at === list.length) return { tracks: list, auto: { ...auto, namesAfter: names } };
  const last = list.pop();
  if (last) list.push(names.length > 0 ? { ...last, namesAfter: names } : last);
  return { tracks: list, ...(auto && { auto }) };
}

const same = (track: Track): Track => track;
const collapsing = (track: Track): Track => ({ ...track, collapses: true });

/** Adds tracks so many times. `names`: of the line before the first of them. */
function addTracks(list: Track[], names: string[], own: readonly Track[], count: number): void {
  const [first, ...others] = own;
  if (!first) return;
  for (let i = 0; i < count && list.length + own.length <= MAX_TRACKS; i++) {
    const before = [...names.splice(0), ...(list.at(-1)?.namesAfter ?? []), ...first.names];
    list.push({ ...first, names: before }, ...others);
  }
}

function trackOf(word: string, style: Style, names: readonly string[]): Track | undefined {
  const range = /^minmax\(\s*([\s\S]*?)\s*,\s*([^,]*)\)$/.exec(word);
  if (range) {
    const [min, max] = [trackSize(range[1] ?? '', style), trackSize(range[2]?.trim() ?? '', style)];
    return min === undefined || max === undefined ? undefined : { min, max, names };
  }
  const fit = /^fit-content\(\s*([\s\S]*?)\s*\)$/.exec(word)?.[1];
  if (fit !== undefined) {
    const limit = readLength(fit, style.size, style.units);
    return limit === undefined ? undefined : { min: 'auto', max: { fit: limit }, names };
  }
  const size = trackSize(word, style);
  return size === undefined
    ? undefined
    : { min: typeof size === 'object' && 'fr' in size ? 'auto' : size, max: size, names };
}

function trackSize(word: string, style: Style): TrackSize | undefined {
  if (word === 'auto' || word === 'min-content' || word === 'max-content') return word;
  const share = /^(\d+\.?\d*|\.\d+)fr$/.exec(word)?.[1];
  return share === undefined ? readLength(word, style.size, style.units) : { fr: Math.min(1e6, Number(share)) };
}
