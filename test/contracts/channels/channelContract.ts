import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import type { Channel, SendResult } from '../../../domain/ports/channels.ts';
import { until } from '../../helpers/until.ts';

/** What the provider does to the next message. */
type Meeting = 'refused' | 'retry' | 'unknown' | 'silent' | 'slow';

/** A channel with a real server at its other end, and time-outs that are limits on a hang. */
export interface ChannelHarness<Message> {
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
  make: () => Promise<ChannelHarness<Message>>,
  more: {
    /** How a provider's silence ends: a channel that cannot tell whether it was heard says unknown. */
    silence: 'retry' | 'unknown';
  },
): void {
  describe(`${name}, as every channel`, () => {
    let harness: ChannelHarness<Message>;
    const ids = (function* () {
      for (let n = 1; ; n++) yield `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
    })();
    const message = () => harness.message(ids.next().value as string);
    const send = (signal?: AbortSignal): Promise<SendResult> => harness.channel.send(message(), signal);
    const sendHastily = (): Promise<SendResult> => harness.hasty.send(message());

    beforeAll(async () => {
      harness = await make();
    });
    afterEach(() => harness.forget());
    afterAll(() => harness.stop());

    test('sends, and says what the provider said', async () => {
      const before = harness.taken();
      const ended = await send();
      expect(ended.outcome).toBe('sent');
      expect(ended.provider).toStartWith(harness.channel.provider);
      expect(ended.answer).not.toBe('');
      expect(harness.taken()).toBe(before + 1);
    });

    test('sends many at once, each once', async () => {
      const before = harness.taken();
      const ended = await Promise.all(Array.from({ length: 20 }, () => send()));
      expect(ended.map(({ outcome }) => outcome)).toEqual(Array(20).fill('sent'));
      expect(harness.taken()).toBe(before + 20);
    });

    test('a refusal is for good', async () => {
      const before = harness.taken();
      harness.meet('refused');
      const ended = await send();
      expect(ended).toMatchObject({ outcome: 'rejected' });
      expect(ended.answer).not.toBe('');
      expect(harness.taken()).toBe(before);
      expect((await send()).outcome).toBe('sent');
    });

    test('a provider that cannot now may later', async () => {
      const before = harness.taken();
      harness.meet('retry');
      expect(await send()).toMatchObject({ outcome: 'retry' });
      expect(harness.taken()).toBe(before);
      expect((await send()).outcome).toBe('sent');
    });

    test('what may have been taken is unknown, and is not sent again by the channel', async () => {
      const before = harness.reached();
      harness.meet('unknown');
      expect(await sendHastily()).toMatchObject({ outcome: 'unknown' });
      expect(harness.reached()).toBe(before + 1);
      expect((await sendHastily()).outcome).toBe('sent');
    });

    test('silence ends by a time-out', async () => {
      harness.meet('silent');
      expect((await sendHastily()).outcome).toBe(more.silence);
      expect((await sendHastily()).outcome).toBe('sent');
    });

    test('a slow provider is waited for', async () => {
      harness.meet('slow');
      expect((await send()).outcome).toBe('sent');
    });

    test('a provider that is away can be asked again', async () => {
      const ended = await harness.away.send(message());
      expect(ended).toMatchObject({ outcome: 'retry', providerUnavailable: true });
      expect(ended.answer).not.toBe('');
    });

    test('nothing is handed over once the signal says so', async () => {
      const before = harness.reached();
      const gone = new Error('the worker stops');
      await expect(send(AbortSignal.abort(gone))).rejects.toBe(gone);
      expect(harness.reached()).toBe(before);
    });

    test('a signal during the hand-over throws or leaves the end of it, never a wrong one', async () => {
      const before = harness.reached();
      const abort = new AbortController();
      harness.meet('slow');
      const sending = send(abort.signal).catch((error: unknown) => error);
      await until('the message to have reached the provider', () => harness.reached() > before);
      abort.abort(new Error('the worker stops'));
      const ended = await sending;
      if (ended instanceof Error) expect(ended.message).toBe('the worker stops');
      else expect(['sent', 'unknown']).toContain((ended as SendResult).outcome);
      expect((await send()).outcome).toBe('sent');
    });
  });
}
