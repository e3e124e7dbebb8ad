import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { waitedMs } from '../../../drivers/processPool/threadWaits.ts';
import { poll } from '../../helpers/waits/poll.ts';

const isAsleep = (pid: number): boolean => /\(sleep\) S /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));

test.skipIf(!existsSync('/proc/self/schedstat'))(
  'a process waits while others have the processors, and not while it sleeps',
  async () => {
    const sleeping = Bun.spawn(['sleep', '600']);
    await poll('a process to sleep', async () => isAsleep(sleeping.pid));
    const before = waitedMs(sleeping.pid);
    const loops = Array.from({ length: availableParallelism() + 1 }, () =>
      Bun.spawn(['sh', '-c', 'while :; do :; done']),
    );
    try {
      await poll('a loop to wait for a processor', async () => loops.some(({ pid }) => waitedMs(pid) > 500));
      expect(waitedMs(sleeping.pid)).toBe(before);
    } finally {
      for (const one of [...loops, sleeping]) one.kill('SIGKILL');
    }
    await Promise.all([...loops, sleeping].map(({ exited }) => exited));
    expect(waitedMs(sleeping.pid)).toBe(0);
  },
);
