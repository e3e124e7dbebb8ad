/** Number of loops of a peer. The machine of the figures has as many cores. */
export const LOOPS = 2;

/** Splits a list into one part for each loop. */
export const perLoop = <One>(list: readonly One[]): One[][] =>
  Array.from({ length: LOOPS }, (_, loop) => list.filter((_one, index) => index % LOOPS === loop));
