import { ownValue } from '../../../../domain/documents/css/ownValue.ts';
import type { Alignment, ContainerStyle, GridLine, ItemStyle, Track, TrackList, TrackSize } from './containerStyle.ts';
import type { Style } from './style.ts';
import { readLength } from './values/lengths.ts';
import { parts } from './values/valueWords.ts';

/** Maximum number of tracks that a list names. */
const MAX_TRACKS = 1000;

type Reader = (style: Style, value: string) => void;

const alignments: Readonly<Record<string, Alignment>> = {
  auto: 'auto',
  normal: 'stretch',
  stretch: 'stretch',
  start: 'start',
  'flex-start': 'start',
  'self-start': 'start',
  left: 'start',
  end: 'end',
  'flex-end': 'end',
  'self-end': 'end',
  right: 'end',
  center: 'center',
  baseline: 'baseline',
  'last baseline': 'last baseline',
  'space-between': 'space-between',
  'space-around': 'space-around',
  'space-evenly': 'space-evenly',
};

const container =
  <Key extends keyof ContainerStyle>(
    key: Key,
    read: (value: string, style: Style) => ContainerStyle[Key] | undefined,
  ): Reader =>
  (style, value) => {
    const found = read(value, style);
    if (found !== undefined) style.container = { ...style.container, [key]: found };
  };

const item =
  <Key extends keyof ItemStyle>(key: Key, read: (value: string, style: Style) => ItemStyle[Key] | undefined): Reader =>
  (style, value) => {
    style.item = { ...style.item, [key]: read(value, style) ?? style.item[key] };
  };

const aligned = (value: string): Alignment | undefined =>
  ownValue(alignments, value.replace(/^(?:first|safe|unsafe) /, ''));
const oneOf =
  <Value extends string>(...values: Value[]) =>
  (value: string): Value | undefined =>
    values.find((one) => one === value);
const gap = (value: string, style: Style) => (value === 'normal' ? 0 : readLength(value, style.size, style.units));
const number = (value: string): number | undefined => {
  const read = Number(value);
  return Number.isFinite(read) && read >= 0 ? Math.min(read, 1e6) : undefined;
};
const tracks = (value: string, style: Style): TrackList => readTracks(value, style);
const track = (value: string, style: Style): Track | undefined => readTracks(value, style).tracks[0];

/** Readers of the properties of flex and grid containers and their items. */
export const containerReaders: Record<string, Reader> = {
  'flex-direction': container('direction', oneOf('row', 'row-reverse', 'column', 'column-reverse')),
  'flex-wrap': container('wrap', oneOf('nowrap', 'wrap', 'wrap-reverse')),
  'justify-content': container('justifyContent', aligned),
  'align-content': container('alignContent', aligned),
  'align-items': container('alignItems', aligned),
  'justify-items': container('justifyItems', aligned),
  'row-gap': container('rowGap', gap),
  'column-gap': container('columnGap', gap),
  'grid-template-columns': container('columns', tracks),
  'grid-template-rows': container('rows', tracks),
  'grid-auto-columns': container('autoColumns', track),
  'grid-auto-rows': container('autoRows', track),
  'grid-template-areas': container('areas', (value) =>
    (value.match(/"[^"]*"|'[^']*'/g) ?? []).map((row) => row.slice(1, -1).trim().split(/\s+/)),
  ),
  'grid-auto-flow': container('flow', (value) => (value.includes('column') ? 'column' : 'row')),
  'flex-grow': item('grow', number),
  'flex-shrink': item('shrink', number),
  'flex-basis': item('basis', (value, style) =>
    value === 'content' || value === 'auto' ? value : readLength(value, style.size, style.units),
  ),
  order: item('order', (value) => (Number.isInteger(Number(value)) ? Number(value) : undefined)),
  'align-self': item('alignSelf', aligned),
  'justify-self': item('justifySelf', aligned),
  'grid-row-start': item('rowStart', gridLine),
  'grid-row-end': item('rowEnd', gridLine),
  'grid-column-start': item('columnStart', gridLine),
  'grid-column-end': item('columnEnd', gridLine),
};

function gridLine(value: string): GridLine {
  if (value === 'auto') return undefined;
  const span = /^span\s+(\d+)$/.exec(value)?.[1];
  if (span !== undefined) return { span: Math.max(1, Math.min(MAX_TRACKS, Number(span))) };
  if (/^-?\d+$/.test(value)) return { line: Math.max(-MAX_TRACKS, Math.min(MAX_TRACKS, Number(value))) };
  return { name: value };
}

function readTracks(value: string, style: Style): TrackList {
  const list: Track[] = [];
  let auto: TrackList['auto'];
  let names: string[] = [];
  if (value === 'none') return { tracks: [] };
  for (const word of parts(
    value.replace(/\[([^\]]*)\]/g, (_, text: string) => ` [${text.trim().replace(/\s+/g, ',')}] `),
  )) {
    if (word.startsWith('[')) {
      names.push(...word.slice(1, -1).split(','));
      continue;
    }
    const repeated = /^repeat\(\s*([\w-]+)\s*,([\s\S]*)\)$/.exec(word);
    if (repeated) {
      const [, count = '', inner = ''] = repeated;
      const own = readTracks(inner.trim(), style).tracks;
      if (count.startsWith('auto-')) auto = { at: list.length, tracks: own, fits: count === 'auto-fit' };
      else
        for (let i = 0; i < Number(count) && list.length + own.length <= MAX_TRACKS; i++) addTracks(list, names, own);
    } else {
      const size = trackOf(word, style, names);
      if (size && list.length < MAX_TRACKS) list.push(size);
    }
    names = [];
  }
  const last = list.pop();
  if (last) list.push(names.length > 0 ? { ...last, namesAfter: names } : last);
  return { tracks: list, ...(auto && { auto }) };
}

/** Adds repeated tracks. `names`: of the line before the first of them. */
function addTracks(list: Track[], names: string[], [first, ...others]: readonly Track[]): void {
  if (!first) return;
  const before = [...names.splice(0), ...(list.at(-1)?.namesAfter ?? []), ...first.names];
  list.push({ ...first, names: before }, ...others);
}

function trackOf(word: string, style: Style, names: readonly string[]): Track | undefined {
  const range = /^minmax\(\s*([\s\S]*?)\s*,\s*([^,]*)\)$/.exec(word);
  if (range) {
    const [min, max] = [trackSize(range[1] ?? '', style), trackSize(range[2]?.trim() ?? '', style)];
    return min === undefined || max === undefined ? undefined : { min, max, names };
  }
  const fit = /^fit-content\(/.test(word);
  const size = fit ? 'auto' : trackSize(word, style);
  return size === undefined
    ? undefined
    : { min: typeof size === 'object' && 'fr' in size ? 'auto' : size, max: size, names };
}

function trackSize(word: string, style: Style): TrackSize | undefined {
  if (word === 'auto' || word === 'min-content' || word === 'max-content') return word;
  const share = /^([\d.]+)fr$/.exec(word)?.[1];
  return share === undefined ? readLength(word, style.size, style.units) : { fr: Math.min(1e6, Number(share)) };
}
