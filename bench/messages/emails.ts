import { join } from 'node:path';
import { outage, startNotifying, startSink } from './notificationLoad.ts';
import { compareSending } from './sendBenchmark.ts';

/**
 * E-mails with a template, sent by 2 workers to a local SMTP server that accepts everything; measured from the response
 * to the request until the last message. One case has many notifications with distinct data, the other has one
 * notification with as many targets. The peer is nodemailer's pool alone, in one process, with ready messages.
 *
 * bun bench/messages/emails.ts [rounds] [count]
 */
const [rounds = 3, count = 10_000] = process.argv.slice(2).map(Number);
const CONNECTIONS = 8;

const sink = await startSink('smtpSink.ts', 100);
const service = await startNotifying({
  SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
  SMTP_CONNECTIONS: String(CONNECTIONS),
});
const to = (number: number) => ({ email: `customer${number}@example.com` });
const several = (length: number) =>
  service.post(
    '/notifications/batch',
    Array.from({ length }, (_, number) => outage(number, [to(number)])),
  );
try {
  // The first messages start the render processes, whose code is optimized after some thousand messages.
  await several(4_000);
  await sink.until(4_000);
  const alone = [join(import.meta.dir, 'nodemailerAlone.ts'), ...[sink.port, count, CONNECTIONS].map(String)];
  const wide = () =>
    service.post(
      '/notifications',
      outage(
        1,
        Array.from({ length: count }, (_, target) => to(target)),
      ),
    );
  const waybill = { many: () => several(count), wide };
  await compareSending({ what: 'nodemailer', least: 0.5, rounds, count, sink, service, alone, waybill });
} finally {
  await service.stop();
  sink.stop();
}
