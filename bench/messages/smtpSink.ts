import { SMTPServer } from 'smtp-server';

/**
 * An SMTP server that takes all, a process of its own: it tells the port on standard output, and then each `every`
 * messages as `taken <count> <ms since 1970>`, at the DATA of the last.
 */
const every = Number(process.argv[2] ?? 100);
let taken = 0;
const server = new SMTPServer({
  hideSTARTTLS: true,
  authOptional: true,
  disableReverseLookup: true,
  disabledCommands: ['AUTH'],
  onData: (stream, _session, done) => {
    const at = performance.timeOrigin + performance.now();
    stream.on('data', () => {});
    stream.on('end', () => {
      taken++;
      if (taken % every === 0) console.log(`taken ${taken} ${at}`);
      done();
    });
  },
});
server.on('error', () => {});
server.listen(0, '127.0.0.1', () => console.log(`port ${(server.server.address() as { port: number }).port}`));
