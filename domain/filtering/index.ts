/** Filtering: its parsed form, and the parser from what a client sent. */
export { parseConditions } from './conditions.ts';
export { checkFiltering, filteringJson, MAX_WINDOW, parseFiltering, readFiltering, type Use } from './parse.ts';
export type * from './parsed.ts';
export { type Position, type PositionValue, positionOf } from './position.ts';
