import { join } from 'node:path';
import { outage, startNotifying, startSink } from './notificationLoad.ts';
import { compareSending } from './sendBenchmark.ts';

/**
 * SMS with a template, sent by 2 workers to a server that responds as Twilio does; measured from the response to the
 * request until the last message. One case has many notifications with distinct data, the other has one notification
 * with as many targets. The peer is Twilio's client alone, in one process, with as many concurrent requests as both
 * workers have.
 *
 * bun bench/messages/sms.ts [rounds] [count]
 */
const [rounds = 3, count = 10_000] = process.argv.slice(2).map(Number);
const REQUESTS = 10;

const sink = await startSink('smsSink.ts', 100);
const service = await startNotifying({
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'x',
  TWILIO_FROM: '+420800123456',
  TWILIO_BASE_URL: `http://127.0.0.1:${sink.port}`,
  TWILIO_CONNECTIONS: String(REQUESTS),
});
const to = (number: number) => ({ phone: `+420777${String(number).padStart(6, '0')}` });
const several = (length: number) =>
  service.post(
    '/notifications/batch',
    Array.from({ length }, (_, number) => outage(number, [to(number)])),
  );
const wide = () =>
  service.post(
    '/notifications',
    outage(
      1,
      Array.from({ length: count }, (_, number) => to(number)),
    ),
  );
try {
  // As with e-mails: the code is optimized after some thousand messages.
  await several(4_000);
  await sink.until(4_000);
  const alone = [join(import.meta.dir, 'twilioAlone.ts'), ...[sink.port, count, 2 * REQUESTS].map(String)];
  await compareSending({
    what: 'Twilio’s client',
    least: 0.6,
    rounds,
    count,
    sink,
    service,
    alone,
    waybill: { many: () => several(count), wide },
  });
} finally {
  await service.stop();
  sink.stop();
}
