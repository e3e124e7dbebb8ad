import type { Style } from '../style.ts';

/** Whether lines may end in the text of a style. */
export const wrapsLines = ({ whiteSpace }: Pick<Style, 'whiteSpace'>): boolean =>
  whiteSpace !== 'nowrap' && whiteSpace !== 'pre';

/** Whether every space of a text has its width, also at the end of a line. */
export const isPreformatted = ({ whiteSpace }: Pick<Style, 'whiteSpace'>): boolean =>
  whiteSpace === 'pre' || whiteSpace === 'pre-wrap';
