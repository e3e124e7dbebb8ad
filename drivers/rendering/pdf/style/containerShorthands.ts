type Longhands = [string, string][];

/** The shorthands of flex and grid containers and their items. */
export const containerShorthands: Readonly<Record<string, (value: string, words: readonly string[]) => Longhands>> = {
  container: (value) => {
    const [names = 'none', type = 'normal'] = value.split('/').map((part) => part.trim());
    return [
      ['container-name', names],
      ['container-type', type],
    ];
  },
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
  grid,
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

/** A line that is not a name alone, which its other side does not share. */
const numbered = /^(?:auto|inherit|span\b.*|[+-]?\d+|\S+\s[\s\S]*)$/;

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
  const [rows = 'none', columns = 'none'] = sidesOf(value);
  const areas = rows.match(areaNames);
  if (!areas) return template(rows, columns, 'none');
  const [before = '', ...behind] = rows.split(areaNames).map((part) => part.trim());
  const sizes = behind.map((part) => {
    const size = part.replace(lineNames, ' ').trim() || 'auto';
    return [size, ...(part.match(lineNames) ?? [])].join(' ');
  });
  return template([before, ...sizes].join(' ').trim(), columns, areas.join(' '));
}

const areaNames = /"[^"]*"|'[^']*'/g;
const lineNames = /\[[^[\]]*\]/g;

const template = (rows: string, columns: string, areas: string): Longhands => [
  ['grid-template-rows', rows],
  ['grid-template-columns', columns],
  ['grid-template-areas', areas],
];

/** A template, or one side of it and the tracks that items make on the other: `auto-flow dense 40px / 1fr 1fr`. */
function grid(value: string): Longhands {
  const [rows = 'none', columns = 'none'] = sidesOf(value);
  const isFlow = (side: string): boolean => /(?:^|\s)auto-flow(?:\s|$)/.test(side);
  const flow = isFlow(rows) ? rows : isFlow(columns) ? columns : undefined;
  const axis = flow === rows ? 'row' : 'column';
  const size = flow?.replaceAll(/(?:^|\s)(?:auto-flow|dense)(?=\s|$)/g, ' ').trim() || 'auto';
  const isDense = flow !== undefined && /(?:^|\s)dense(?:\s|$)/.test(flow);
  return [
    ...(flow === undefined
      ? gridTemplate(value)
      : template(axis === 'row' ? 'none' : rows, axis === 'row' ? columns : 'none', 'none')),
    ['grid-auto-flow', `${flow === undefined ? 'row' : axis}${isDense ? ' dense' : ''}`],
    ['grid-auto-rows', flow !== undefined && axis === 'row' ? size : 'auto'],
    ['grid-auto-columns', flow !== undefined && axis === 'column' ? size : 'auto'],
  ];
}

/** The parts before and behind the slash that is in no bracket. */
function sidesOf(value: string): string[] {
  let depth = 0;
  for (let at = 0; at < value.length; at++) {
    const letter = value[at];
    if (letter === '(') depth++;
    else if (letter === ')') depth--;
    else if (letter === '/' && depth === 0) return [value.slice(0, at).trim(), value.slice(at + 1).trim()];
  }
  return [value.trim()];
}
