/**
 * Waits until `condition` gives something truthy, and answers that. A condition that throws counts as not yet.
 *
 * @param what  named when the wait is given up: `until('the job to be COMPLETED', …)`
 * @param limit ms; a limit on a hang, not a measure of speed
 * @param pause ms between two looks; longer where a look is dear
 */
export async function until<T>(
  what: string,
  condition: () => T | Promise<T>,
  limit = 30_000,
  pause = 20,
): Promise<NonNullable<T>> {
  const end = Date.now() + limit;
  let last: unknown;
  for (;;) {
    try {
      last = await condition();
      if (last) return last as NonNullable<T>;
    } catch (error) {
      last = error;
    }
    if (Date.now() > end)
      throw new Error(`waited ${limit} ms for ${what}; last: ${last instanceof Error ? last.message : String(last)}`);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
