import type { WebhookHost } from '../servers/webhookHost.ts';
import { poll } from '../waits/poll.ts';
import type { TestChange } from './changeRequests.ts';

/** A request of a rule that posts the changes of records. */
export interface PostedBatch {
  readonly id: string;
  readonly event: string;
  readonly ruleCode: string;
  readonly missed?: boolean;
  readonly changes: readonly TestChange[];
  readonly cursor: string;
}

/** Returns the requests that a receiver has accepted. */
export const batchesOf = ({ received }: WebhookHost): PostedBatch[] => received.map(({ body }) => JSON.parse(body));

/** Returns the changes that a receiver has accepted, in their order. */
export const changesOf = (receiver: WebhookHost): TestChange[] => batchesOf(receiver).flatMap(({ changes }) => changes);

/** Waits for a change of the record with this code. */
export const untilPosted = (receiver: WebhookHost, code: string): Promise<boolean> =>
  poll(`the change of ${code}`, () => changesOf(receiver).some(({ record }) => record?.['code'] === code));
