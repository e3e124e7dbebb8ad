import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
 */
export async function startHaproxy(
  configuration: string,
  environment: Readonly<Record<string, string>>,
): Promise<TestGateway> {
  if (!haproxy) throw new Error(haproxyMissing);
  const folder = mkdtempSync(join(tmpdir(), 'waybill-haproxy-'));
  const port = await freePort('127.0.0.1');
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, configuration.replaceAll('{port}', String(port)));
  const child = spawn(haproxy, ['-db', '-f', file], {
    stdio: 'inherit',
    detached: true,
    env: { ...process.env, ...environment },
  });
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
