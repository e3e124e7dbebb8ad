import type { JoinableDigest } from '../../../db/queries/notifications/digestRows.ts';
import { channelNamed } from '../channels/index.ts';
import type { DeliveryPlan } from '../plan.ts';
import { recipientKey } from './recipientKey.ts';
import { isWindowOpen } from './window.ts';

/** A target that need not wait for a worker if the digest of its recipient is open. */
export interface DigestCandidate {
  readonly targetId: string;
  /** Names the rule and the recipient. */
  readonly key: string;
  /** The data of its notification as JSON text. */
  readonly data: string;
}

/** A target with its address, where that is known. */
interface AddressedTarget {
  readonly id: string;
  readonly channel: string | null;
  readonly address: string | null;
  readonly status: string;
}

type PlanOfDigest = Pick<DeliveryPlan, 'ruleCode' | 'digest' | 'window' | 'data'>;

/** Names the digest of a rule and a recipient. */
export const digestKey = (
  { ruleCode = '' }: Pick<DeliveryPlan, 'ruleCode'>,
  channel: string,
  address: string,
): string => recipientKey(ruleCode, channelNamed(channel), address);

/** The statusReason of a target whose data another one sends. */
export const partOfDigest = (notificationId: string): string =>
  `part of the digest that the notification ${notificationId} sends`;

/**
 * Returns the targets of a new notification that workers would add to digests at once: their addresses are known and not
 * those of users, who may have quiet hours, and their window is open.
 *
 * @param now ms since 1970
 */
export function digestCandidates(
  plan: PlanOfDigest,
  targets: readonly AddressedTarget[],
  now: number,
): DigestCandidate[] {
  if (!plan.digest || (plan.window && !isWindowOpen(plan.window, now))) return [];
  const data = JSON.stringify(plan.data);
  return targets.flatMap(({ id, channel, address, status }) =>
    status === 'PLAN' && channel !== null && address !== null && channelNamed(channel).limitsRecipients
      ? [{ targetId: id, key: digestKey(plan, channel, address), data }]
      : [],
  );
}

/** The open digests of recipients, by key. */
export type OpenDigests = ReadonlyMap<string, JoinableDigest>;

/** Maximum number of digests that a process remembers. */
const MAX_REMEMBERED = 10_000;

/**
 * The digests that a process has last seen open. A statement that relies on them checks that they still are, which saves
 * the round trips of a transaction that looks first.
 */
export class RememberedDigests {
  readonly #digests = new Map<string, JoinableDigest>();

  /** Returns the digests of these targets; undefined if one is not known to be open. */
  of(candidates: readonly DigestCandidate[]): OpenDigests | undefined {
    const known = new Map<string, JoinableDigest>();
    for (const { key } of candidates) {
      const digest = this.#digests.get(key);
      if (!digest) return undefined;
      known.set(key, digest);
    }
    return known;
  }

  remember(digests: OpenDigests): void {
    if (this.#digests.size + digests.size > MAX_REMEMBERED) this.#digests.clear();
    for (const [key, digest] of digests) this.#digests.set(key, digest);
  }

  forget(digests: OpenDigests): void {
    for (const key of digests.keys()) this.#digests.delete(key);
  }
}
