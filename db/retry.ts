/**
 * Runs `work` until it succeeds.
 *
 * @param pauseAfter ms until the next attempt after this error; undefined to throw the error
 */
export async function retry<T>(
  work: (attempt: number) => Promise<T>,
  pauseAfter: (error: unknown, attempt: number) => number | undefined,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(attempt);
    } catch (error) {
      const pauseMs = pauseAfter(error, attempt);
      if (pauseMs === undefined) throw error;
      if (pauseMs > 0) await Bun.sleep(pauseMs);
    }
  }
}
