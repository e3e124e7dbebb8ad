import { loadavg } from 'node:os';
import { median } from '../helpers/servers.ts';
import { outage, startNotifying, startSink } from './notificationLoad.ts';

/**
 * One e-mail at a time with a template and distinct data: the time from its request, and from the response that accepts
 * it, to DATA at a local SMTP server.
 *
 * bun bench/messages/oneEmail.ts [count]
 */
const [count = 300] = process.argv.slice(2).map(Number);
const sink = await startSink('smtpSink.ts', 1);
const service = await startNotifying({ SMTP_URL: `smtp://127.0.0.1:${sink.port}` });
const now = () => performance.timeOrigin + performance.now();
const [fromRequest, fromAnswer]: [number[], number[]] = [[], []];
try {
  for (let number = 0; number < count + 50; number++) {
    const target = sink.received() + 1;
    const requestedAt = now();
    await service.post('/notifications', outage(number, [{ email: `customer${number}@example.com` }]));
    const respondedAt = now();
    const receivedAt = await sink.until(target);
    // The first messages warm up the processes.
    if (number < 50) continue;
    fromRequest.push(receivedAt - requestedAt);
    fromAnswer.push(receivedAt - respondedAt);
    await Bun.sleep(20);
  }
  const shown = (times: number[]) => {
    const sorted = times.toSorted((a, b) => a - b);
    return `p50 ${median(times).toFixed(1)} ms, p95 ${sorted[Math.floor(times.length * 0.95)]?.toFixed(1)} ms`;
  };
  console.log(`request to DATA ${shown(fromRequest)}`);
  console.log(`answer to DATA  ${shown(fromAnswer)} (p50 below 20 ms); load ${(loadavg()[0] as number).toFixed(1)}`);
} finally {
  await service.stop();
  sink.stop();
}
