/** How often the start of a converter is looked at, from a thread that it cannot hold up. */
const LOOK_MS = 500;
/** A start that has used less than this in that time stands still: even one of many on a busy machine gets more. */
const IDLE_MS = 10_000;
const IDLE_CPU_MS = 100;
/** What a start may use; it takes some 8 s. One that uses more goes round in circles. */
const CPU_MS = 60_000;

/**
 * Ends its process when its start hangs. Judged by the time of processors and not of the clock: on a busy machine
 * starts take minutes and end well.
 */
const looks: number[] = [];
setInterval(() => {
  const { user, system } = process.cpuUsage();
  looks.push((user + system) / 1_000);
  const now = looks.at(-1) ?? 0;
  const before = looks.length > IDLE_MS / LOOK_MS ? looks.shift() : undefined;
  if (now > CPU_MS || (before !== undefined && now - before < IDLE_CPU_MS)) process.kill(process.pid, 'SIGKILL');
}, LOOK_MS);
