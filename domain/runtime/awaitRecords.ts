import type { Kind } from '../kinds/kind.ts';
import type { ServiceDependencies } from '../ports/serviceDependencies.ts';

/** A write is answered within 5 s, however many records it changes. */
const LIMIT_MS = 4_500;
/** Records that are indexed together. */
const BATCH = 500;

/**
 * Indexes committed records at once. Resolves to true when a search finds all of them; to false if that takes too long or
 * the engine is unavailable: their queue then indexes the rest.
 */
export async function awaitRecords(
  { awaitSearchable }: Pick<ServiceDependencies, 'awaitSearchable'>,
  kind: Kind,
  ids: readonly string[],
): Promise<boolean> {
  let timer: Timer | undefined;
  let isLate = false;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => {
      isLate = true;
      resolve(false);
    }, LIMIT_MS);
  });
  const indexed = async (): Promise<boolean> => {
    for (let from = 0; from < ids.length && !isLate; from += BATCH) {
      const found = await Promise.all(ids.slice(from, from + BATCH).map((id) => awaitSearchable(kind, id)));
      if (found.includes(false)) return false;
    }
    return true;
  };
  try {
    return await Promise.race([indexed(), late]);
  } finally {
    clearTimeout(timer);
  }
}
