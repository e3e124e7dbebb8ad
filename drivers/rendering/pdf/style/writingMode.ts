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
