import type { Color } from 'culori';
import { ownValue } from './ownValue.ts';

/** The channels of a colour space, by the names of their keywords. */
export interface Channels {
  readonly mode: Color['mode'];
  readonly keys: readonly string[];
  /** What each channel of culori is multiplied by to be that of CSS. */
  readonly factors: readonly number[];
  /** What 100 % of each channel is in CSS. */
  readonly wholes: readonly number[];
}

const rgb = ['r', 'g', 'b'];
const ones = [1, 1, 1];
const hundredths = [1, 100, 100];
const profile = (mode: Color['mode'], keys = rgb): Channels => ({ mode, keys, factors: ones, wholes: ones });

const spaces: Readonly<Record<string, Channels>> = {
  rgb: { mode: 'rgb', keys: rgb, factors: [255, 255, 255], wholes: [255, 255, 255] },
  hsl: { mode: 'hsl', keys: ['h', 's', 'l'], factors: hundredths, wholes: [360, 100, 100] },
  hwb: { mode: 'hwb', keys: ['h', 'w', 'b'], factors: hundredths, wholes: [360, 100, 100] },
  lab: { mode: 'lab', keys: ['l', 'a', 'b'], factors: ones, wholes: [100, 125, 125] },
  lch: { mode: 'lch', keys: ['l', 'c', 'h'], factors: ones, wholes: [100, 150, 360] },
  oklab: { mode: 'oklab', keys: ['l', 'a', 'b'], factors: ones, wholes: [1, 0.4, 0.4] },
  oklch: { mode: 'oklch', keys: ['l', 'c', 'h'], factors: ones, wholes: [1, 0.4, 360] },
  srgb: profile('rgb'),
  'srgb-linear': profile('lrgb'),
  'display-p3': profile('p3'),
  'a98-rgb': profile('a98'),
  'prophoto-rgb': profile('prophoto'),
  rec2020: profile('rec2020'),
  xyz: profile('xyz65', ['x', 'y', 'z']),
  'xyz-d65': profile('xyz65', ['x', 'y', 'z']),
  'xyz-d50': profile('xyz50', ['x', 'y', 'z']),
};

/** Returns the channels of a function or of a colour space of CSS. */
export const channelsOf = (name: string): Channels | undefined => ownValue(spaces, name);
