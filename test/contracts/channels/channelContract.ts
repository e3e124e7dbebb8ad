import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { type Channel, NotConfirmed, type SendResult } from '../../../domain/ports/channels.ts';
import type { Signal } from '../../helpers/waits/signal.ts';

/** The reaction of the provider to the next message. */
type Meeting = 'refused' | 'retry' | 'unknown' | 'silent' | 'slow';

/** A channel to a real server, with time-outs that are limits on a hang. */
export interface ChannelHarness<Message> {
  readonly channel: Channel<Message>;
  /** The same channel with a short time-out, for a silent provider. */
  readonly hasty: Channel<Message>;
  /** The same channel to an address that refuses connections. */
  readonly unavailable: Channel<Message>;
  message(id: string): Message;
  /** `slow` takes part of the time-out; `silent` never responds, if possible before the hand-over. */
  meet(meeting: Meeting): void;
  /** Removes the queued faults. */
  forget(): void;
  /** Number of messages that have reached the provider, accepted or not. */
  reached(): number;
  /** Notified of every message that reaches the provider. */
  readonly changes: Signal;
  /** Number of accepted messages. */
  taken(): number;
  stop(): Promise<void>;
}

/** The contract of every channel, for every protocol. */
export function describeChannel<Message>(
  name: string,
  make: () => Promise<ChannelHarness<Message>>,
  more: {
    /** Outcome of a silent provider; `unknown` if the hand-over may have happened. */
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

    test('sends, and returns the response of the provider', async () => {
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

    test('confirms each message before its hand-over, and hands over none that is not confirmed', async () => {
      expect(harness.channel.confirmsHandOver).toBe(true);
      const before = harness.taken();
      const takenAtConfirmation: number[] = [];
      const sent = await harness.channel.send(message(), undefined, async () => {
        takenAtConfirmation.push(harness.taken());
      });
      expect([sent.outcome, takenAtConfirmation]).toEqual(['sent', [before]]);
      const refused = new NotConfirmed('the message belongs to another worker');
      const send = harness.channel.send(message(), undefined, () => Promise.reject(refused));
      expect(await send.catch((error: unknown) => error)).toBe(refused);
      expect((await harness.channel.send(message())).outcome).toBe('sent');
      expect(harness.taken()).toBe(before + 2);
    });

    test('a rejection is final', async () => {
      const before = harness.taken();
      harness.meet('refused');
      const ended = await send();
      expect(ended).toMatchObject({ outcome: 'rejected' });
      expect(ended.answer).not.toBe('');
      expect(harness.taken()).toBe(before);
      expect((await send()).outcome).toBe('sent');
    });

    test('a temporary error allows a retry', async () => {
      const before = harness.taken();
      harness.meet('retry');
      expect(await send()).toMatchObject({ outcome: 'retry' });
      expect(harness.taken()).toBe(before);
      expect((await send()).outcome).toBe('sent');
    });

    test('a message that may have been accepted is unknown, and the channel does not send it again', async () => {
      const before = harness.reached();
      harness.meet('unknown');
      expect(await sendHastily()).toMatchObject({ outcome: 'unknown' });
      expect(harness.reached()).toBe(before + 1);
      expect((await sendHastily()).outcome).toBe('sent');
    });

    test('silence ends at the time-out', async () => {
      harness.meet('silent');
      expect((await sendHastily()).outcome).toBe(more.silence);
      expect((await sendHastily()).outcome).toBe('sent');
    });

    test('a slow provider is awaited', async () => {
      harness.meet('slow');
      expect((await send()).outcome).toBe('sent');
    });

    test('an unavailable provider allows a retry', async () => {
      const ended = await harness.unavailable.send(message());
      expect(ended).toMatchObject({ outcome: 'retry', providerUnavailable: true });
      expect(ended.answer).not.toBe('');
    });

    test('nothing is handed over after the signal has aborted', async () => {
      const before = harness.reached();
      const stopped = new Error('the worker stops');
      await expect(send(AbortSignal.abort(stopped))).rejects.toBe(stopped);
      expect(harness.reached()).toBe(before);
    });

    test('a signal during the hand-over throws or returns the true outcome', async () => {
      const before = harness.reached();
      const abort = new AbortController();
      harness.meet('slow');
      const sending = send(abort.signal).catch((error: unknown) => error);
      await harness.changes.until('the message to have reached the provider', () => harness.reached() > before);
      abort.abort(new Error('the worker stops'));
      const ended = await sending;
      if (ended instanceof Error) expect(ended.message).toBe('the worker stops');
      else expect(['sent', 'unknown']).toContain((ended as SendResult).outcome);
      expect((await send()).outcome).toBe('sent');
    });
  });
}
