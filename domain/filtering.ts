/** Filtering: its parsed form, and the parser from what a client sent. */
export { parseConditions } from './filtering/conditions.ts';
export { MAX_WINDOW, parseFiltering, readFiltering, type Use } from './filtering/parse.ts';
export type * from './filtering/parsed.ts';
