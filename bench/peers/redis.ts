import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../drivers/net/freePort.ts';
import { poll } from '../../test/helpers/waits/poll.ts';
import { versionOf } from './installed.ts';
import { startTied } from './tiedProcess.ts';

export interface Redis {
  readonly port: number;
  readonly version: string;
  stop(): Promise<void>;
}

/** Starts Debian's Redis in a temporary folder. @param settings options of its command line */
export async function startRedis(settings: readonly string[]): Promise<Redis> {
  const printed = await versionOf('redis-server', 'apt-get install redis-server');
  const folder = mkdtempSync(join(tmpdir(), 'waybill-bench-redis-'));
  const port = await freePort('127.0.0.1');
  const server = startTied(['redis-server', '--bind', '127.0.0.1', '--port', String(port), ...settings], {
    cwd: folder,
  });
  await poll('Redis to listen', async () => (await Bun.$`redis-cli -p ${port} ping`.quiet().text()).trim() === 'PONG');
  return {
    port,
    version: /v=([\d.]+)/.exec(printed)?.[1] ?? '',
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
