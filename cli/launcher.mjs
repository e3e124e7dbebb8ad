#!/usr/bin/env node
// The command `waybill` as npm installs it: runs cli/waybill.ts with the Bun that is installed beside it. Plain Node,
// because `npm install` of a release needs no Bun on the PATH.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { bunBinary, requireNode, setUpBinaries } from '../scripts/binaries.mjs';

try {
  requireNode();
  if (!bunBinary()) setUpBinaries();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

const program = fileURLToPath(new URL('waybill.ts', import.meta.url));
// Bun gives memory back every five seconds, and not at each pause, which is nearly half of the work of an idle process.
const env = { MIMALLOC_PURGE_HOLES_MIN_INTERVAL: '5000', ...process.env };
const child = spawn(bunBinary(), [program, ...process.argv.slice(2)], { stdio: 'inherit', env });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
child.on('exit', (code, signal) => {
  for (const one of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(one);
  if (signal) process.kill(process.pid, signal);
  else process.exit(code ?? 1);
});
