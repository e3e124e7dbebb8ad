import { spawnSync } from 'node:child_process';
import { mkdirSync, statfsSync } from 'node:fs';

/** A file system of its own for the data of one server, which can be filled. */
export interface Disk {
  /** The reason why it cannot be filled, in one sentence; undefined if it can. */
  readonly missing: string | undefined;
  /** Leaves no space. */
  fill(): void;
  free(): void;
  unmount(): void;
}

const SIZE_MB = 4_096;
const MAX_ATTEMPTS = 50;

/** Mounts a tmpfs on the folder where the system allows it; the folder stays on its own file system otherwise. */
export function mountDisk(folder: string): Disk {
  mkdirSync(folder, { recursive: true });
  const mounted = run('mount', '-t', 'tmpfs', '-o', `size=${SIZE_MB}m,mode=755`, 'tmpfs', folder);
  if (mounted !== undefined) {
    const nothing = () => {};
    return { missing: `A tmpfs cannot be mounted here: ${mounted}`, fill: nothing, free: nothing, unmount: nothing };
  }
  const resize = (kb: number): string | undefined => run('mount', '-o', `remount,size=${kb}k`, folder);
  return {
    missing: undefined,
    fill() {
      // The server may write between the two statements, and the file system cannot be smaller than its content.
      for (let attempt = 1; ; attempt++) {
        const { blocks, bfree, bsize } = statfsSync(folder);
        const reason = resize(Math.ceil(((blocks - bfree) * bsize) / 1024) + 4 * (attempt - 1));
        if (reason === undefined) return;
        if (attempt === MAX_ATTEMPTS) throw new Error(`${folder} cannot be resized: ${reason}`);
      }
    },
    free: () => void resize(SIZE_MB * 1024),
    unmount: () => void run('umount', '-l', folder),
  };
}

/** Runs a program, and returns the reason of its failure. */
function run(program: string, ...words: string[]): string | undefined {
  const { status, stderr, error } = spawnSync(program, words, { encoding: 'utf8' });
  return status === 0 ? undefined : (error?.message ?? stderr.trim());
}
