import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { browserMissing, executablePath } from '../../../helpers/browser.ts';
import { spawnScriptBy } from '../../../helpers/processes/process.ts';
import { chromiumsOf, processesOf } from './chromiumProcesses.ts';

setDefaultTimeout(120_000);

/** Chromium turns its sandbox off for root: a worker that prints here is an ordinary user, as in deployments. */

const program = join(import.meta.dir, '..', '..', '..', 'helpers', 'processes', 'printingProcess.ts');
const nobody = '65534';
const asUser = process.getuid?.() === 0 ? ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'] : [];
const isReadable = spawnSync(asUser[0] ?? 'env', [...asUser.slice(1), 'test', '-r', program]).status === 0;

/** A member of the status of a process, as the kernel has it. */
const statusOf = (pid: number, member: string): string[] =>
  new RegExp(`^${member}:\\s*(.*)$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]?.split(/\s+/) ?? [];

describe.skipIf(browserMissing !== undefined || !isReadable)('Chromium of an ordinary user', () => {
  test('prints in its sandbox', async () => {
    const worker = spawnScriptBy(asUser, program, executablePath);
    try {
      await worker.printed('a document', (output) => output.includes('printed'));
      const [running] = chromiumsOf(worker.child.pid);
      if (!running) throw new Error('the process has no Chromium');
      const processes = processesOf(running.folder).filter(({ line }) => line.includes('--user-data-dir='));
      expect(processes.filter(({ line }) => line.includes('--no-sandbox'))).toEqual([]);
      const pages = processes.filter(({ line }) => line.includes('--type=renderer'));
      expect(pages.length).toBeGreaterThan(0);
      for (const { pid } of pages) {
        expect(statusOf(pid, 'Uid')).not.toContain('0');
        // Filters of system calls, no capabilities, and a process tree of its own.
        expect([statusOf(pid, 'Seccomp'), statusOf(pid, 'NoNewPrivs')]).toEqual([['2'], ['1']]);
        expect(statusOf(pid, 'CapEff').join('')).toMatch(/^0+$/);
        expect(statusOf(pid, 'NSpid').length).toBeGreaterThan(1);
      }
    } finally {
      await worker.kill();
    }
  });
});
