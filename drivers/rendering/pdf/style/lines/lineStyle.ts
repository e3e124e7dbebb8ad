export const lastAligns = ['auto', 'start', 'end', 'left', 'right', 'center', 'justify'] as const;

/** How the lines of a block are made, and how an element is aligned in them. */
export interface LineStyle {
  /** Whether they are about equally long (`text-wrap: balance`). Inherited. */
  balancesLines: boolean;
  /** Whether the last one has more than a single word (`text-wrap: pretty`). Inherited. */
  avoidsSingleWord: boolean;
  /** How the last line, and each before a break, is aligned (`text-align-last`). Inherited. */
  lastAlign: (typeof lastAligns)[number];
  /** Whether words break at soft hyphens (`hyphens`). Inherited. */
  breaksAtHyphens: boolean;
  /** Whether words of ideographs stay whole (`word-break: keep-all`). Inherited. */
  keepsWords: boolean;
  /** The distance of tab stops, in spaces. Inherited. */
  tabSize: number;
  /** How many of them are shown (`-webkit-line-clamp`); undefined for all. */
  lineLimit: number | undefined;
  /** Whether its lines that are too long end with an ellipsis. */
  ellipsis: boolean;
  /** How far `vertical-align` raises an element in a line above the baseline of the element around; pt. Not inherited. */
  lift: number;
}

/** The initial values of those that are inherited. */
export const inheritedLines = {
  balancesLines: false,
  avoidsSingleWord: false,
  lastAlign: 'auto',
  breaksAtHyphens: true,
  keepsWords: false,
  tabSize: 8,
} as const;

/** The initial values of those that are not inherited. */
export const initialLines = { lineLimit: undefined, ellipsis: false, lift: 0 } as const;
