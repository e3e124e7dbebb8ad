import type { Style } from '../style.ts';

/** Whether lines may end in the text of a style. */
export const wrapsLines = ({ whiteSpace }: Pick<Style, 'whiteSpace'>): boolean =>
  whiteSpace !== 'nowrap' && whiteSpace !== 'pre';
