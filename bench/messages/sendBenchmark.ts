import { loadavg } from 'node:os';
import { median, pairedRatio } from '../helpers/servers.ts';
import type { Sink, startNotifying } from './notificationLoad.ts';

interface Comparison {
  readonly what: string;
  readonly least: number;
  readonly rounds: number;
  readonly count: number;
  readonly sink: Sink;
  readonly service: Awaited<ReturnType<typeof startNotifying>>;
  /** The library alone, in a process of its own. */
  readonly alone: readonly string[];
  /** Posts the notifications by name of the case. The measurement starts after they are accepted. */
  readonly waybill: Readonly<Record<string, () => Promise<void>>>;
}

/**
 * Prints the messages per second until the sink has received the last, and the processor time per message over all
 * processes involved. The sides run alternately.
 */
export async function compareSending({ what, least, rounds, count, sink, service, alone, waybill }: Comparison) {
  const speeds = new Map<string, number[]>();
  const costs = new Map<string, number[]>();
  for (let round = 0; round < rounds; round++) {
    for (const [name, begin] of [['alone', undefined] as const, ...Object.entries(waybill)]) {
      await service.settled();
      const target = sink.received() + count;
      const child = begin ? undefined : Bun.spawn([process.execPath, ...alone]);
      await begin?.();
      const began = Date.now();
      const accepted = service.used(sink);
      const speed = Math.round((count / ((await sink.until(target)) - began)) * 1_000);
      await child?.exited;
      const after = service.used(sink);
      const parts: Record<string, number> = child
        ? { library: Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1e6, sink: after['sink'] as number }
        : after;
      const micros = Object.entries(parts).map(([part, seconds]): [string, number] => [
        part,
        Math.round(((seconds - (part === 'library' ? 0 : (accepted[part] as number))) / count) * 1e6),
      ]);
      const cost = micros.reduce((sum, [, one]) => sum + one, 0);
      speeds.set(name, [...(speeds.get(name) ?? []), speed]);
      costs.set(name, [...(costs.get(name) ?? []), 1 / cost]);
      const load = (loadavg()[0] as number).toFixed(1);
      console.log(name.padEnd(8), `${speed}/s, ${cost} µs:`, JSON.stringify(Object.fromEntries(micros)), 'load', load);
    }
  }
  const [theirSpeeds, theirCosts] = [speeds.get('alone') ?? [], costs.get('alone') ?? []];
  console.log(`${what} alone: ${median(theirSpeeds)}/s`);
  for (const name of Object.keys(waybill)) {
    const [own, ownCosts] = [speeds.get(name) ?? [], costs.get(name) ?? []];
    const byCpu = pairedRatio(ownCosts, theirCosts);
    console.log(
      `${name}: ${median(own)}/s, ratio ${pairedRatio(own, theirSpeeds)} (at least ${least}), by processor time ${byCpu}`,
    );
  }
}
