/** How a box turns its content, which is laid out in horizontal lines: to the right or left, or to the right with the first line on the left. */
export type Rotation = 'right' | 'left' | 'mirrored';

/** The direction of lines, and of the letters in them. */
export type WritingMode = 'horizontal-tb' | 'vertical-rl' | 'vertical-lr' | 'sideways-rl' | 'sideways-lr';

const rotations: Readonly<Record<WritingMode, Rotation | undefined>> = {
  'horizontal-tb': undefined,
  'vertical-rl': 'right',
  'sideways-rl': 'right',
  'vertical-lr': 'mirrored',
  'sideways-lr': 'left',
};

export const rotationOf = (mode: WritingMode): Rotation | undefined => rotations[mode];

/** By each name that browsers know. */
export const writingModes: ReadonlyMap<string, WritingMode> = new Map<string, WritingMode>([
  ['horizontal-tb', 'horizontal-tb'],
  ['lr-tb', 'horizontal-tb'],
  ['lr', 'horizontal-tb'],
  ['vertical-rl', 'vertical-rl'],
  ['tb-rl', 'vertical-rl'],
  ['tb', 'vertical-rl'],
  ['vertical-lr', 'vertical-lr'],
  ['tb-lr', 'vertical-lr'],
  ['sideways-rl', 'sideways-rl'],
  ['sideways-lr', 'sideways-lr'],
]);

type Side = 'top' | 'right' | 'bottom' | 'left';

/** The side of a box, as it is laid out before it is turned, by the side on which it is seen. */
const turnedSides: Readonly<Record<Rotation, Readonly<Record<Side, Side>>>> = {
  right: { top: 'left', right: 'top', bottom: 'right', left: 'bottom' },
  mirrored: { top: 'left', left: 'top', right: 'bottom', bottom: 'right' },
  left: { bottom: 'left', left: 'top', top: 'right', right: 'bottom' },
};

const sized = /^(min-|max-)?(width|height)$/;
const sided = /^((?:margin|padding|border)-)?(top|right|bottom|left)((?:-(?:style|width|color))?)$/;

/** Returns the name of the property that has the effect of another one within turned content. */
export function turnedProperty(property: string, rotation: Rotation): string {
  const size = sized.exec(property);
  if (size) return `${size[1] ?? ''}${size[2] === 'width' ? 'height' : 'width'}`;
  const [, start = '', side, end = ''] = sided.exec(property) ?? [];
  return side === undefined ? property : `${start}${turnedSides[rotation][side as Side]}${end}`;
}
