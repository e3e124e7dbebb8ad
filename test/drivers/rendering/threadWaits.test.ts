import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { waitedMs } from '../../../drivers/processPool/threadWaits.ts';
import { poll } from '../../helpers/waits/poll.ts';

test.skipIf(!existsSync('/proc/self/schedstat'))(
  'a process waits while others have the processors, and not while it sleeps',
  async () => {
    const loops = Array.from({ length: availableParallelism() + 1 }, () =>
      Bun.spawn(['sh', '-c', 'while :; do :; done']),
    );
    const sleeping = Bun.spawn(['sleep', '60']);
    try {
      await poll('a loop to wait for a processor', async () => loops.some(({ pid }) => waitedMs(pid) > 500));
      expect(waitedMs(sleeping.pid)).toBeLessThan(500);
    } finally {
      for (const one of [...loops, sleeping]) one.kill('SIGKILL');
    }
    await Promise.all(loops.map(({ exited }) => exited));
    expect(waitedMs(sleeping.pid)).toBe(0);
  },
);
