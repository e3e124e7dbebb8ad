import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import type { Channel, SendResult } from '../../../domain/ports/channels.ts';
import { until } from '../../helpers/until.ts';

/** What the provider does to the next message. */
type Meeting = 'refused' | 'again' | 'unknown' | 'silent' | 'slow';

/** A channel with a real server at its other end, and time-outs that are limits on a hang. */
export interface ChannelBench<Message> {
  readonly channel: Channel<Message>;
  /** The same, with a short time-out, for a provider that is silent. */
  readonly hasty: Channel<Message>;
  /** The same, where nobody listens. */
  readonly away: Channel<Message>;
  message(id: string): Message;
  /** `slow` takes part of the time-out; `silent` never answers, before anything was handed over, where there is such a time. */
  meet(meeting: Meeting): void;
  /** Whatever was still to be met is not. */
  forget(): void;
  /** How many messages have reached the provider, taken or not. */
  reached(): number;
  /** How many it took. */
  taken(): number;
  stop(): Promise<void>;
}

/** What every channel holds to, whatever its provider speaks. */
export function describeChannel<Message>(
  name: string,
  make: () => Promise<ChannelBench<Message>>,
  more: {
    /** How a provider's silence ends: a channel that cannot tell whether it was heard says unknown. */
    silence: 'again' | 'unknown';
  },
): void {
  describe(`${name}, as every channel`, () => {
    let bench: ChannelBench<Message>;
    const ids = (function* () {
      for (let n = 1; ; n++) yield `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
    })();
    const message = () => bench.message(ids.next().value as string);
    const send = (signal?: AbortSignal): Promise<SendResult> => bench.channel.send(message(), signal);
    const sendHastily = (): Promise<SendResult> => bench.hasty.send(message());

    beforeAll(async () => {
      bench = await make();
    });
    afterEach(() => bench.forget());
    afterAll(() => bench.stop());

    test('sends, and says what the provider said', async () => {
      const before = bench.taken();
      const ended = await send();
      expect(ended.outcome).toBe('sent');
      expect(ended.provider).toStartWith(bench.channel.provider);
      expect(ended.answer).not.toBe('');
      expect(bench.taken()).toBe(before + 1);
    });

    test('sends many at once, each once', async () => {
      const before = bench.taken();
      const ended = await Promise.all(Array.from({ length: 20 }, () => send()));
      expect(ended.map(({ outcome }) => outcome)).toEqual(Array(20).fill('sent'));
      expect(bench.taken()).toBe(before + 20);
    });

    test('a refusal is for good', async () => {
      const before = bench.taken();
      bench.meet('refused');
      const ended = await send();
      expect(ended).toMatchObject({ outcome: 'refused' });
      expect(ended.answer).not.toBe('');
      expect(bench.taken()).toBe(before);
      expect((await send()).outcome).toBe('sent');
    });

    test('a provider that cannot now may later', async () => {
      const before = bench.taken();
      bench.meet('again');
      expect(await send()).toMatchObject({ outcome: 'again' });
      expect(bench.taken()).toBe(before);
      expect((await send()).outcome).toBe('sent');
    });

    test('what may have been taken is unknown, and is not sent again by the channel', async () => {
      const before = bench.reached();
      bench.meet('unknown');
      expect(await sendHastily()).toMatchObject({ outcome: 'unknown' });
      expect(bench.reached()).toBe(before + 1);
      expect((await sendHastily()).outcome).toBe('sent');
    });

    test('silence ends by a time-out', async () => {
      bench.meet('silent');
      expect((await sendHastily()).outcome).toBe(more.silence);
      expect((await sendHastily()).outcome).toBe('sent');
    });

    test('a slow provider is waited for', async () => {
      bench.meet('slow');
      expect((await send()).outcome).toBe('sent');
    });

    test('a provider that is away can be asked again', async () => {
      const ended = await bench.away.send(message());
      expect(ended).toMatchObject({ outcome: 'again', providerAway: true });
      expect(ended.answer).not.toBe('');
    });

    test('nothing is handed over once the signal says so', async () => {
      const before = bench.reached();
      const gone = new Error('the worker stops');
      await expect(send(AbortSignal.abort(gone))).rejects.toBe(gone);
      expect(bench.reached()).toBe(before);
    });

    test('a signal during the hand-over throws or leaves the end of it, never a wrong one', async () => {
      const before = bench.reached();
      const abort = new AbortController();
      bench.meet('slow');
      const sending = send(abort.signal).catch((error: unknown) => error);
      await until('the message to have reached the provider', () => bench.reached() > before);
      abort.abort(new Error('the worker stops'));
      const ended = await sending;
      if (ended instanceof Error) expect(ended.message).toBe('the worker stops');
      else expect(['sent', 'unknown']).toContain((ended as SendResult).outcome);
      expect((await send()).outcome).toBe('sent');
    });
  });
}
