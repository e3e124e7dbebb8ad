/**
 * A load client in its own process. It opens `clients` keep-alive connections over raw sockets; each sends the next
 * request after a response. The client does as little as possible, so that it is not the bottleneck. It reads a Load
 * from standard input and writes an Outcome to standard output.
 */
export interface Load {
  readonly port: number;
  readonly clients: number;
  /** Seconds of load before the measurement. */
  readonly warmUpSeconds: number;
  readonly seconds: number;
  readonly method: string;
  /** Headers of each request besides Host and those of a body. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Each client sends the next request of this list; the first request follows the last. */
  readonly requests: readonly { readonly path: string; readonly body?: string }[];
}

export interface Outcome {
  readonly perSecond: number;
  /** ms */
  readonly p50: number;
  readonly p99: number;
  /** Number of responses whose status is not 200. */
  readonly refused: number;
  /** Text of the first such response. */
  readonly firstRefusal?: string;
}

/** Runs the load client as a process and returns its outcome. */
export async function load(load: Load): Promise<Outcome> {
  const child = Bun.spawn([process.execPath, import.meta.path], {
    stdin: new Blob([JSON.stringify(load)]),
    stdout: 'pipe',
    stderr: 'inherit',
  });
  return (await new Response(child.stdout).json()) as Outcome;
}

interface Connection {
  sentAt: number;
  received: Buffer;
}

async function run(settings: Load): Promise<Outcome> {
  const { port, clients, warmUpSeconds, seconds, method, headers = {}, requests } = settings;
  const sent = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const messages = requests.map(({ path, body }) => {
    const length =
      body === undefined ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
    return Buffer.from(`${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${sent.join('')}${length}\r\n${body ?? ''}`);
  });
  const times: number[] = [];
  let next = 0;
  let refused = 0;
  let firstRefusal: string | undefined;
  let counting = false;
  let ended = false;
  const nothing = Buffer.alloc(0);

  const send = (socket: Bun.Socket<Connection>): void => {
    socket.data.sentAt = performance.now();
    socket.write(messages[next++ % messages.length] as Buffer);
  };
  const sockets = await Promise.all(
    Array.from({ length: clients }, () =>
      Bun.connect<Connection>({
        hostname: '127.0.0.1',
        port,
        data: { sentAt: 0, received: nothing },
        socket: {
          data(socket, chunk) {
            const connection = socket.data;
            const all = connection.received.length === 0 ? chunk : Buffer.concat([connection.received, chunk]);
            if (!isWhole(all)) {
              connection.received = Buffer.from(all);
              return;
            }
            connection.received = nothing;
            // "HTTP/1.1 200"
            if (all[9] !== 0x32) {
              refused++;
              firstRefusal ??= all.toString().slice(0, 2_000);
            }
            if (counting) times.push(performance.now() - connection.sentAt);
            if (!ended) send(socket);
          },
          error(_socket, error) {
            throw error;
          },
        },
      }),
    ),
  );
  for (const socket of sockets) send(socket);
  await Bun.sleep(warmUpSeconds * 1_000);
  counting = true;
  const began = performance.now();
  await Bun.sleep(seconds * 1_000);
  counting = false;
  ended = true;
  const elapsed = performance.now() - began;
  for (const socket of sockets) socket.end();
  times.sort((left, right) => left - right);
  const at = (part: number) => Math.round((times[Math.floor(times.length * part)] ?? 0) * 100) / 100;
  return {
    perSecond: Math.round((times.length / elapsed) * 1_000),
    p50: at(0.5),
    p99: at(0.99),
    refused,
    ...(firstRefusal === undefined ? {} : { firstRefusal }),
  };
}

const headEnd = Buffer.from('\r\n\r\n');

/** Whether the whole response was received: its head, and a body of the declared content-length. */
function isWhole(received: Buffer): boolean {
  const end = received.indexOf(headEnd);
  if (end === -1) return false;
  const head = received.toString('latin1', 0, end).toLowerCase();
  const at = head.indexOf('content-length:');
  const length = at === -1 ? 0 : Number.parseInt(head.slice(at + 15), 10);
  return received.length >= end + 4 + length;
}

if (import.meta.main) {
  const outcome = await run((await Bun.stdin.json()) as Load);
  console.log(JSON.stringify(outcome));
  process.exit(0);
}
