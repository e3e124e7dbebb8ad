/**
 * The order in which steps are claimed, as one number for both kinds of steps: `claim_order` of clients' own steps, lowest
 * first, and its negative as the priority of a queue job, highest first. Steps of a greater priority have lower numbers,
 * whatever their place among those of their priority.
 */

/** Places of one priority. The product with the greatest priority fits into the integer that pg-boss stores. */
export const PLACES = 10_000_000;
