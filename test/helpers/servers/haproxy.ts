import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../drivers/net/freePort.ts';
import { poll } from '../waits/poll.ts';
import { guardGroup } from './javaServers.ts';

const haproxy = ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy'].find(existsSync);

/** The reason why HAProxy cannot be started, in one sentence; undefined if it can. */
export const haproxyMissing: string | undefined = haproxy
  ? undefined
  : 'HAProxy is not installed: `apt-get install haproxy` brings it.';

export interface TestGateway {
  readonly port: number;
  stop(): Promise<void>;
}

/**
 * Starts a real HAProxy.
 *
 * @param configuration  in which `{port}` stands for a free port
 * @param logFile  of its messages; by default they go where those of this process go
 */
export async function startHaproxy(
  configuration: string,
  environment: Readonly<Record<string, string>>,
  logFile?: string,
): Promise<TestGateway> {
  if (!haproxy) throw new Error(haproxyMissing);
  const folder = mkdtempSync(join(tmpdir(), 'waybill-haproxy-'));
  const port = await freePort('127.0.0.1');
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, configuration.replaceAll('{port}', String(port)));
  const output = logFile === undefined ? 'inherit' : openSync(logFile, 'a');
  const child = spawn(haproxy, ['-db', '-f', file], {
    stdio: ['ignore', output, output],
    detached: true,
    env: { ...process.env, ...environment },
  });
  if (typeof output === 'number') closeSync(output);
  const guard = guardGroup(child.pid, folder);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  await poll('HAProxy to listen', () => listens(port));
  child.unref();
  return {
    port,
    async stop() {
      child.kill('SIGKILL');
      await ended;
      guard.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
