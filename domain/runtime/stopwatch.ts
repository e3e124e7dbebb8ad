/**
 * Starts a stopwatch, and returns a function that returns the ms since the start. It takes the clock that has advanced
 * more, so that no pause of the process is missed: the monotonic clock stands still while the machine is suspended, and
 * the wall clock can be set back.
 */
export function startStopwatch(): () => number {
  const monotonic = performance.now();
  const wall = Date.now();
  return () => Math.max(performance.now() - monotonic, Date.now() - wall);
}
