import { ownValue } from '../../../../domain/documents/css/ownValue.ts';
import type { Alignment, ContainerStyle, ItemStyle, Track, TrackList } from './containerStyle.ts';
import type { Style } from './style.ts';
import { readLength } from './values/lengths.ts';
import { readGridLine, readTracks } from './values/trackLists.ts';

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
const gap = (value: string, style: Style) => (value === 'normal' ? value : readLength(value, style.size, style.units));
const number = (value: string): number | undefined => {
  const read = Number(value);
  return Number.isFinite(read) && read >= 0 ? Math.min(read, 1e6) : undefined;
};
const tracks = (value: string, style: Style): TrackList => readTracks(value, style);
const autoTracks = (value: string, style: Style): readonly Track[] | undefined => {
  const { tracks: found } = readTracks(value, style);
  return found.length > 0 ? found : undefined;
};

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
  'grid-auto-columns': container('autoColumns', autoTracks),
  'grid-auto-rows': container('autoRows', autoTracks),
  'grid-template-areas': container('areas', (value) =>
    (value.match(/"[^"]*"|'[^']*'/g) ?? []).map((row) => row.slice(1, -1).trim().split(/\s+/)),
  ),
  'grid-auto-flow': container('flow', (value) => ({
    byColumn: value.includes('column'),
    isDense: value.includes('dense'),
  })),
  'container-type': container('query', (value, { container: { query } }) => {
    const isQueried = /^(?:inline-)?size(?: |$)/i.test(value);
    return { names: query?.names ?? [], hasHeight: /^size/i.test(value), isQueried };
  }),
  'container-name': container('query', (value, { container: { query } }) => ({
    hasHeight: false,
    isQueried: false,
    ...query,
    names: value === 'none' ? [] : value.split(/\s+/),
  })),
  'flex-grow': item('grow', number),
  'flex-shrink': item('shrink', number),
  'flex-basis': item('basis', (value, style) =>
    value === 'content' || value === 'auto' ? value : readLength(value, style.size, style.units),
  ),
  order: item('order', (value) => (Number.isInteger(Number(value)) ? Number(value) : undefined)),
  'align-self': item('alignSelf', aligned),
  'justify-self': item('justifySelf', aligned),
  'grid-row-start': item('rowStart', readGridLine),
  'grid-row-end': item('rowEnd', readGridLine),
  'grid-column-start': item('columnStart', readGridLine),
  'grid-column-end': item('columnEnd', readGridLine),
};
