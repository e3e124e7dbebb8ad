import { claimWithSteps } from '../../db/queries/jobs/claimRows.ts';

/** The claim of the jobs of a queue. */
interface Claim {
  readonly text: string;
  readonly queue: string;
  /** The same with the steps that the jobs carry; its last parameter is the id of the worker. */
  withSteps?: string;
}

/** How pg-boss's claim names the jobs that it has selected (fetchNextJob of its plans). */
const joined = /FROM next\s+WHERE name = ('(?:[^']|'')*') AND j\.id = next\.id\b/;
/** Where the update of the jobs begins, after those that it selects. */
const update = /\bUPDATE \S+ j SET\b/;
const known = new Map<string, Claim | undefined>();
/** A process has two statements for each queue. */
const MAX_KNOWN = 500;

/**
 * Returns the claim of pg-boss with its selected ids collected before they are looked up; undefined for other statements. A join of the
 * ids with the table has a cached plan that was made when the queue was empty, and stays until the statistics of the table change: it
 * reads all jobs of the queue for each one that it claims. With 10,000 waiting jobs, a claim of 100 took 200 ms, and takes 1.4 ms.
 */
export function claimIn(text: string): Claim | undefined {
  if (known.has(text)) return known.get(text);
  const [place, name = ''] = joined.exec(text) ?? [];
  const claim = place
    ? {
        text: text.replace(place, () => `WHERE name = ${name} AND j.id = ANY (ARRAY(SELECT id FROM next))`),
        queue: name.slice(1, -1).replaceAll("''", "'"),
      }
    : undefined;
  if (known.size < MAX_KNOWN) known.set(text, claim);
  return claim;
}

/** Returns the statement that claims the jobs and the steps that they carry. Its last parameter, after `count` others, is the id of the worker. */
export function withSteps(claim: Claim, count: number): string {
  claim.withSteps ??= claimWithSteps(...halves(claim.text), `$${count + 1}`);
  return claim.withSteps;
}

function halves(text: string): [selected: string, update: string] {
  const at = text.search(update);
  return [text.slice(0, at), text.slice(at)];
}
