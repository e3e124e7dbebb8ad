/**
 * A TCP proxy to a server of this machine that delays what it forwards, so that a round trip takes so many ms longer. It prints its
 * port. `bun bench/helpers/delayProxy.ts <port of the server> <ms>`
 */
import { connect, createServer, type Socket } from 'node:net';
import { watchParent } from '../../drivers/processPool/childProcess.ts';

const [port = 0, ms = 0] = process.argv.slice(2).map(Number);
/** Half in each direction. Timers are no finer than 1 ms, so that a delay below 2 ms is on the way to the server alone. */
const [request, response] = ms < 2 ? [ms, 0] : [ms / 2, ms / 2];
watchParent(() => process.exit());

function forward(from: Socket, to: Socket, delay: number): void {
  // Timers of the same delay run in the order in which they were set.
  const delayed = (work: () => void): void => {
    if (delay > 0) setTimeout(work, delay);
    else work();
  };
  from.on('data', (bytes) => delayed(() => to.write(bytes)));
  from.on('end', () => delayed(() => to.end()));
  from.on('error', () => to.destroy());
}

const proxy = createServer({ noDelay: true }, (client) => {
  const server = connect({ host: '127.0.0.1', port, noDelay: true });
  forward(client, server, request);
  forward(server, client, response);
});
proxy.listen(0, '127.0.0.1', () => console.log((proxy.address() as { port: number }).port));
