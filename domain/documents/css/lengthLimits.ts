import { standardName } from './prefixedProperties.ts';

/** The longest value of a property in px. The layout ends where a hundred pages do. */
const limits: readonly (readonly [properties: RegExp, px: number])[] = [
  [/^font-size$/, 2_666],
  [/^(?:letter|word)-spacing$/, 666],
  [/^border(?:-(?:top|right|bottom|left|block|inline)(?:-(?:start|end))?)?-width$/, 666],
  [
    /^(?:(?:min-)?(?:width|height|(?:inline|block)-size)|(?:margin|padding)(?:-[a-z-]+)?|top|right|bottom|left)$/,
    133_333,
  ],
];

const pixels: Readonly<Record<string, number>> = {
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 9.6 / 2.54,
  q: 2.4 / 2.54,
};
const long = /(?<![\w.+-])\+?(\d+(?:\.\d*)?(?:e\+?\d+)?)(px|pt|pc|in|cm|mm|q)\b/gi;

/** Returns what happens to a length that is longer than the layout of PDFs draws; undefined of all others. */
export function lengthTreatment(property: string, value: string): string | undefined {
  if (!/\d{3}|\de/i.test(value)) return undefined;
  // Without a style, a border has no width.
  const name = standardName(property).replace(
    /^border(?:-[a-z-]+)?$/,
    /(?:solid|dashed|dotted|double|groove|ridge|inset|outset)/i.test(value) ? 'border-width' : '$&',
  );
  const limit = limits.find(([properties]) => properties.test(name))?.[1];
  if (limit === undefined) return undefined;
  for (const [, number = '', unit = ''] of value.matchAll(long))
    if (Number(number) * (pixels[unit.toLowerCase()] ?? 1) > limit)
      return `it is at most ${limit.toLocaleString('en')} px`;
  return undefined;
}
