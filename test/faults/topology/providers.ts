import { startSmtp, type TestSmtp } from '../../helpers/servers/smtp.ts';
import { startTwilio, type TestTwilio } from '../../helpers/servers/twilio.ts';
import type { Random } from '../random.ts';

/** Share of the messages that meet a fault of their provider. */
const FAULTY = 0.04;

/** What the providers of e-mail and SMS got, and what they did with it. Times are those of `performance.now()`. */
export interface Providers {
  readonly smtp: TestSmtp;
  readonly twilio: TestTwilio;
  /** By recipient: when the provider had the content of each copy. */
  readonly copies: ReadonlyMap<string, readonly number[]>;
  /** By recipient: the time of the last fault that its provider declares. */
  readonly faults: ReadonlyMap<string, number>;
  /** By number: the time of the last look-up. */
  readonly lookUps: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

export async function startProviders(random: Random): Promise<Providers> {
  const copies = new Map<string, number[]>();
  const faults = new Map<string, number>();
  const lookUps = new Map<string, number>();
  const addCopy = (recipient: string): void => {
    copies.set(recipient, [...(copies.get(recipient) ?? []), performance.now()]);
  };
  const isFaulty = (recipient: string): boolean => {
    const faulty = random.chance(FAULTY);
    if (faulty) faults.set(recipient, performance.now());
    return faulty;
  };
  const smtp = await startSmtp({
    faultOf(recipient) {
      const fault = isFaulty(recipient)
        ? random.pick([{ code: 451, text: '4.3.0 later' }, 'drop', 2_000] as const)
        : undefined;
      if (typeof fault !== 'object') addCopy(recipient);
      return fault;
    },
  });
  const twilio = await startTwilio({
    onLookUp: (number) => void lookUps.set(number, performance.now()),
    faultOf({ To: recipient = '' }) {
      const busy = { status: 429, code: 20429, headers: { 'retry-after': '1' } };
      const fault = isFaulty(recipient) ? random.pick([busy, 'hang', 1_500] as const) : undefined;
      if (typeof fault !== 'object') addCopy(recipient);
      return fault;
    },
  });
  return {
    ...{ smtp, twilio, copies, faults, lookUps },
    async stop() {
      await smtp.stop();
      await twilio.stop();
    },
  };
}
