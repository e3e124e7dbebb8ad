import type { BlockBox } from '../../boxes/boxes.ts';
import type { TreeElement } from '../../style/sheets/siblingViews.ts';
import { anonymous, type Border, type Style } from '../../style/style.ts';
import type { Corners } from '../../style/values/corners.ts';

/** The colours of browsers. */
const colours = {
  track: '#efefef',
  edge: '#b2b2b2',
  progress: '#0075ff',
  good: '#107c10',
  fair: '#ffb900',
  bad: '#d83b01',
};
/** The height of the bar, as a share of that of its box. */
const BAR = 0.5;
/** How much of a bar without a value is filled. */
const UNKNOWN = 0.2;
/** The greatest number: the difference of two is finite. */
const MAX = 1e15;

export const isGauge = ({ tag }: Pick<TreeElement, 'tag'>): boolean => tag === 'progress' || tag === 'meter';

/** Builds the bar of a `<progress>` or a `<meter>`. */
export function gaugeOf({ tag, attributes }: TreeElement, style: Style): BlockBox {
  const { share, colour } = filled({ tag, attributes });
  const height = typeof style.height === 'number' ? style.height : style.size;
  const thickness = height * BAR;
  const edge: Border = { width: 0.75, style: 'solid', colour: { hex: colours.edge, opacity: 1 } };
  const end = { across: thickness / 2, down: thickness / 2 };
  const corners: Corners = [end, end, end, end];
  const track: Style = {
    ...anonymous(style, 'block'),
    margin: { top: (height - thickness) / 2, right: 0, bottom: 0, left: 0 },
    height: thickness,
    border: { top: edge, right: edge, bottom: edge, left: edge },
    borderBox: true,
    corners,
    contains: true,
    background: { hex: colours.track, opacity: 1 },
  };
  const bar: Style = {
    ...anonymous(style, 'block'),
    width: { percent: share * 100 },
    height: thickness,
    background: (tag === 'progress' && style.accent) || { hex: colour, opacity: 1 },
  };
  const inner: BlockBox = { kind: 'block', style: bar, children: [] };
  const outer = { ...style, height, contains: true };
  return { kind: 'block', style: outer, children: [{ kind: 'block', style: track, children: [inner] }] };
}

type Attributes = TreeElement['attributes'];

const filled = ({ tag, attributes }: Pick<TreeElement, 'tag' | 'attributes'>): { share: number; colour: string } =>
  tag === 'progress' ? progressOf(attributes) : meterOf(attributes);

/** Returns how much of a bar is filled, in percent; empty for one without a value. */
export const gaugeText = (gauge: Pick<TreeElement, 'tag' | 'attributes'>): string =>
  gauge.attributes['value'] === undefined ? '' : `${Math.round(100 * filled(gauge).share)} %`;

/** The number of an attribute, between two bounds. */
function numberOf(attributes: Attributes, name: string, otherwise: number, [min, max] = [0, MAX]): number {
  const number = Number.parseFloat(attributes[name] ?? '');
  return Math.max(min, Math.min(max, Number.isFinite(number) ? number : otherwise));
}

function progressOf(attributes: Attributes): { readonly share: number; readonly colour: string } {
  const max = numberOf(attributes, 'max', 1) || 1;
  const share = 'value' in attributes ? numberOf(attributes, 'value', 0, [0, max]) / max : UNKNOWN;
  return { share, colour: colours.progress };
}

/** The colour says how near a value is to the best one: in its range, in the one beside it, or beyond. */
function meterOf(attributes: Attributes): { readonly share: number; readonly colour: string } {
  const min = numberOf(attributes, 'min', 0, [-MAX, MAX]);
  const max = numberOf(attributes, 'max', 1, [min, MAX]);
  const value = numberOf(attributes, 'value', 0, [min, max]);
  const low = numberOf(attributes, 'low', min, [min, max]);
  const high = numberOf(attributes, 'high', max, [low, max]);
  const optimum = numberOf(attributes, 'optimum', (min + max) / 2, [min, max]);
  const rangeOf = (number: number): number => (number < low ? 0 : number > high ? 2 : 1);
  const distance = Math.abs(rangeOf(value) - rangeOf(optimum));
  const colour = [colours.good, colours.fair, colours.bad][distance] ?? colours.bad;
  return { share: max > min ? (value - min) / (max - min) : 0, colour };
}
