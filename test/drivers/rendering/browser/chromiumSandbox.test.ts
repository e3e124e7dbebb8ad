import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { browserMissing, executablePath } from '../../../helpers/browser.ts';
import { spawnScriptBy } from '../../../helpers/processes/process.ts';
import { poll } from '../../../helpers/waits/poll.ts';
import { chromiumsOf, processesOf } from './chromiumProcesses.ts';

setDefaultTimeout(120_000);

/** Chromium turns its sandbox off for root: a worker that prints here is an ordinary user, as in deployments. */

const program = join(import.meta.dir, '..', '..', '..', 'helpers', 'processes', 'printingProcess.ts');
const nobody = '65534';
const asUser = process.getuid?.() === 0 ? ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'] : [];
const isReadable = spawnSync(asUser[0] ?? 'env', [...asUser.slice(1), 'test', '-r', program]).status === 0;

/** A member of a text of `/proc/<pid>/status`. */
const memberOf = (status: string, member: string): string[] =>
  new RegExp(`^${member}:\\s*(.*)$`, 'm').exec(status)?.[1]?.split(/\s+/) ?? [];

describe.skipIf(browserMissing !== undefined || !isReadable)('Chromium of an ordinary user', () => {
  test('prints in its sandbox', async () => {
    const worker = spawnScriptBy(asUser, program, executablePath);
    try {
      await worker.printed('a document', (output) => output.includes('printed'));
      const [running] = chromiumsOf(worker.child.pid);
      if (!running) throw new Error('the process has no Chromium');
      const processes = processesOf(running.folder).filter(({ line }) => line.includes('--user-data-dir='));
      expect(processes.filter(({ line }) => line.includes('--no-sandbox'))).toEqual([]);
      // Chromium keeps a process ready for the next page, which filters its system calls only once it has started.
      const page = await poll('a page whose system calls are filtered', () =>
        processesOf(running.folder)
          .filter(({ line }) => line.includes('--type=renderer'))
          .map(({ pid }) => readFileSync(`/proc/${pid}/status`, 'utf8'))
          .find((status) => memberOf(status, 'Seccomp')[0] === '2'),
      );
      // No capabilities, and a process tree of its own.
      expect(memberOf(page, 'Uid')).not.toContain('0');
      expect(memberOf(page, 'NoNewPrivs')).toEqual(['1']);
      expect(memberOf(page, 'CapEff').join('')).toMatch(/^0+$/);
      expect(memberOf(page, 'NSpid').length).toBeGreaterThan(1);
    } finally {
      await worker.kill();
    }
  });
});
