import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { ProcessFate } from './processFate.ts';

/** What becomes of the bytes of one connection. While the process lives, they reach the other side. */
export interface ProbedConnection {
  toServer(chunk: Buffer): Buffer;
  toProcess(chunk: Buffer): Buffer;
}

export interface ProbeServer {
  readonly port: number;
  /** Ends the connections of the process, which a dead process does not notice. */
  stop(): void;
}

/** Starts a server between a process and one of its servers. When the process dies, its connections to the server end. */
export async function startProbeServer(
  target: { readonly hostname: string; readonly port: number },
  fate: ProcessFate,
  accept: () => ProbedConnection,
): Promise<ProbeServer> {
  const clients = new Set<Socket>();
  const upstreams = new Set<Socket>();
  const server = createServer((client) => {
    clients.add(client);
    client.on('error', () => {}).on('close', () => clients.delete(client));
    // A dead process connects to nothing.
    if (fate.isDead) return;
    const connection = accept();
    const upstream = connect(target.port, target.hostname);
    upstreams.add(upstream);
    for (const socket of [client, upstream]) socket.setNoDelay(true);
    upstream
      .on('error', () => {})
      .on('close', () => {
        upstreams.delete(upstream);
        if (!fate.isDead) client.destroy();
      });
    client.on('close', () => upstream.destroy());
    client.on('data', (chunk: Buffer) => {
      if (fate.isDead) return;
      const passed = connection.toServer(chunk);
      if (!fate.isDead) upstream.write(passed);
    });
    upstream.on('data', (chunk: Buffer) => {
      if (fate.isDead) return;
      const passed = connection.toProcess(chunk);
      if (!fate.isDead) client.write(passed);
    });
  });
  fate.onEnd(() => {
    for (const upstream of upstreams) upstream.destroy();
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => {
      server.close();
      for (const client of clients) client.destroy();
    },
  };
}
