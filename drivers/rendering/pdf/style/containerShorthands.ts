type Longhands = [string, string][];

/** The shorthands of flex and grid containers and their items. */
export const containerShorthands: Readonly<Record<string, (value: string, words: readonly string[]) => Longhands>> = {
  flex: flexOf,
  'flex-flow': (_, words) => [
    ['flex-direction', words.find((word) => /^(row|column)/.test(word)) ?? 'row'],
    ['flex-wrap', words.find((word) => /wrap/.test(word)) ?? 'nowrap'],
  ],
  gap: (_, [row = '0', column = row]) => [
    ['row-gap', row],
    ['column-gap', column],
  ],
  'grid-gap': (_, [row = '0', column = row]) => [
    ['row-gap', row],
    ['column-gap', column],
  ],
  'grid-row-gap': (value) => [['row-gap', value]],
  'grid-column-gap': (value) => [['column-gap', value]],
  'place-items': (_, [align = 'stretch', justify = align]) => [
    ['align-items', align],
    ['justify-items', justify],
  ],
  'place-content': (_, [align = 'stretch', justify = align]) => [
    ['align-content', align],
    ['justify-content', justify],
  ],
  'place-self': (_, [align = 'auto', justify = align]) => [
    ['align-self', align],
    ['justify-self', justify],
  ],
  'grid-row': (value) => lines('row', value),
  'grid-column': (value) => lines('column', value),
  'grid-area': gridArea,
  'grid-template': gridTemplate,
  grid: gridTemplate,
};

function flexOf(value: string, words: readonly string[]): Longhands {
  const longhands = (grow: string, shrink: string, basis: string): Longhands => [
    ['flex-grow', grow],
    ['flex-shrink', shrink],
    ['flex-basis', basis],
  ];
  if (value === 'none') return longhands('0', '0', 'auto');
  if (value === 'auto') return longhands('1', '1', 'auto');
  if (value === 'initial') return longhands('0', '1', 'auto');
  const isNumber = (word: string): boolean => /^[\d.]+$/.test(word);
  const numbers = words.filter(isNumber);
  const basis = words.find((word) => !isNumber(word)) ?? (numbers.length > 2 ? '0' : undefined);
  return longhands(numbers[0] ?? '1', numbers[1] ?? '1', basis ?? (numbers.length > 0 ? '0%' : 'auto'));
}

function lines(axis: string, value: string): Longhands {
  const [start = 'auto', declared] = value.split('/').map((one) => one.trim());
  const end = declared ?? (numbered.test(start) ? 'auto' : start);
  return [
    [`grid-${axis}-start`, start],
    [`grid-${axis}-end`, end],
  ];
}

/** A line without a name of its own, which its other side does not share. */
const numbered = /^(?:auto|inherit|span\b.*|-?\d+)$/;

function gridArea(value: string): Longhands {
  const [rowStart = 'auto', columnStart, rowEnd, columnEnd] = value.split('/').map((one) => one.trim());
  const named = numbered.test(rowStart) ? 'auto' : rowStart;
  return [
    ['grid-row-start', rowStart],
    ['grid-column-start', columnStart ?? named],
    ['grid-row-end', rowEnd ?? named],
    ['grid-column-end', columnEnd ?? columnStart ?? named],
  ];
}

/** `rows / columns`, or rows of area names, each with its size. */
function gridTemplate(value: string): Longhands {
  if (value === 'none') return [];
  const slash = value.lastIndexOf('/');
  const rows = slash < 0 ? value : value.slice(0, slash);
  const found: Longhands = slash < 0 ? [] : [['grid-template-columns', value.slice(slash + 1).trim()]];
  const areas = rows.match(/"[^"]*"|'[^']*'/g);
  if (!areas) return [['grid-template-rows', rows.trim()], ...found];
  const sizes = rows
    .split(/"[^"]*"|'[^']*'/)
    .slice(1)
    .map((size) => size.trim() || 'auto');
  return [['grid-template-areas', areas.join(' ')], ['grid-template-rows', sizes.join(' ')], ...found];
}
