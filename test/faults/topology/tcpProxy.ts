import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands between a process and a server, and disturbs their connections. */
export interface TcpProxy {
  readonly port: number;
  /** Ends all connections, and refuses new ones. */
  cut(): void;
  /** Loses all that is sent on the present connections, and does not pass on their ends. New connections work. */
  lose(): void;
  /** Delays all that is sent, in each direction. */
  delay(ms: number): void;
  /** Ends the fault. Connections that have lost something are ended. */
  heal(): void;
  stop(): Promise<void>;
}

interface Faults {
  isCut: boolean;
  latencyMs: number;
}

/** Two sockets: that of the client, and that of the server. */
class Connection {
  readonly #ends: readonly [Socket, Socket];
  readonly #faults: Faults;
  #loses = false;
  #hasLost = false;

  constructor(client: Socket, server: Socket, faults: Faults) {
    this.#ends = [client, server];
    this.#faults = faults;
    this.#join(client, server);
    this.#join(server, client);
  }

  lose(): void {
    this.#loses = true;
  }

  /** Ends the connection if it has lost something. */
  heal(): void {
    this.#loses = false;
    if (this.#hasLost) this.destroy();
  }

  destroy(): void {
    for (const end of this.#ends) end.destroy();
  }

  #join(source: Socket, target: Socket): void {
    // Everything goes through this chain, so that the order stays when the latency changes.
    let tail = Promise.resolve();
    const pass = (action: () => void): void => {
      const dueAt = performance.now() + this.#faults.latencyMs;
      tail = tail.then(async () => {
        const waitMs = dueAt - performance.now();
        if (waitMs > 0) await Bun.sleep(waitMs);
        if (this.#loses) this.#hasLost = true;
        else if (!target.destroyed) action();
      });
    };
    source.on('data', (chunk) => pass(() => void target.write(chunk)));
    source.on('error', () => {});
    source.on('close', () => pass(() => target.destroySoon()));
  }
}

/** Listens on a port of its own, and connects each client to a server on this machine. */
export async function startTcpProxy(serverPort: number): Promise<TcpProxy> {
  const connections = new Set<Connection>();
  const faults: Faults = { isCut: false, latencyMs: 0 };
  const listener = createServer({ noDelay: true }, (client) => {
    if (faults.isCut) {
      client.on('error', () => {});
      client.destroy();
      return;
    }
    const server = connect({ port: serverPort, host: '127.0.0.1', noDelay: true });
    const connection = new Connection(client, server, faults);
    connections.add(connection);
    client.on('close', () => void connections.delete(connection));
  });
  await new Promise<void>((listening) => void listener.listen(0, '127.0.0.1', listening));
  const destroyAll = () => {
    for (const connection of connections) connection.destroy();
  };
  return {
    port: (listener.address() as AddressInfo).port,
    cut() {
      faults.isCut = true;
      destroyAll();
    },
    lose() {
      for (const connection of connections) connection.lose();
    },
    delay(ms) {
      faults.latencyMs = ms;
    },
    heal() {
      faults.isCut = false;
      faults.latencyMs = 0;
      for (const connection of connections) connection.heal();
    },
    async stop() {
      destroyAll();
      await new Promise<void>((closed) => void listener.close(() => closed()));
    },
  };
}
