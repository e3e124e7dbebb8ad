import { existsSync } from 'node:fs';

/** libfaketime of Debian, which replaces the calls of a process that read the clock. */
const library = [
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1',
].find(existsSync);

/** The reason why clocks cannot be set, in one sentence; undefined if they can. */
export const clocksMissing: string | undefined = library
  ? undefined
  : 'libfaketime is not installed: `apt-get install libfaketime` brings it.';

/** Returns the environment of a process whose wall clock follows a file; the monotonic clock is the system's. */
export function clockEnvironment(file: string): Record<string, string> {
  if (!library) return {};
  return {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    // Seconds until the file is read again.
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
  };
}

/** The content of the file: the clock of the system, shifted by some seconds. */
export const clockShiftedBy = (seconds: number): string => `${seconds < 0 ? '' : '+'}${seconds}\n`;
