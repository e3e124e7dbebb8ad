import { SMTPServer } from 'smtp-server';

/**
 * An SMTP server that accepts everything, in a process of its own. It prints its port, and then after each `every`
 * messages `received <count> <ms since 1970>`, at the DATA of the last.
 */
const every = Number(process.argv[2] ?? 100);
let received = 0;
const server = new SMTPServer({
  hideSTARTTLS: true,
  authOptional: true,
  disableReverseLookup: true,
  disabledCommands: ['AUTH'],
  onData: (stream, _session, done) => {
    const at = performance.timeOrigin + performance.now();
    stream.on('data', () => {});
    stream.on('end', () => {
      received++;
      if (received % every === 0) console.log(`received ${received} ${at}`);
      done();
    });
  },
});
server.on('error', () => {});
server.listen(0, '127.0.0.1', () => console.log(`port ${(server.server.address() as { port: number }).port}`));
