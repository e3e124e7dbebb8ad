/** How the lines of a block are made. */
export interface LineStyle {
  /** Whether they are about equally long (`text-wrap: balance`). Inherited. */
  balancesLines: boolean;
  /** How many of them are shown (`-webkit-line-clamp`); undefined for all. */
  lineLimit: number | undefined;
  /** Whether its lines that are too long end with an ellipsis. */
  ellipsis: boolean;
}
