import { join } from 'node:path';
import { outage, startNotifying, startSink } from './notificationLoad.ts';
import { compareSending } from './sendBenchmark.ts';

/**
 * E-mails with a template, 2 workers, to a local SMTP server that takes all, from the answer to their request to the
 * last: as many notifications with data of their own each, and one notification with as many targets. Against
 * nodemailer's pool alone in one process that sends ready messages to the same server.
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
  // Processes that render are started by the first messages, and take some thousands to compile what they run often.
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
