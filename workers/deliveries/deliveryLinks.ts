import { sharedKeyOf } from '../../db/queries/runtime/sharedKeys.ts';
import type { DeliveryLinks } from '../../domain/notifications/channels/channel.ts';
import { twilioReceiptUrl } from '../../domain/notifications/recipients/receipts.ts';
import { unsubscribeToken } from '../../domain/notifications/recipients/unsubscribeToken.ts';
import type { WorkContext } from '../runtime/handler.ts';

/** Returns a function that builds the links of messages. It reads the key of the unsubscribe links once. */
export function makeLinks({ publicUrl, receiptUrl, services }: WorkContext): () => Promise<DeliveryLinks> {
  let unsubscribeKey: Promise<string> | undefined;
  return async () => {
    if (publicUrl !== undefined) unsubscribeKey ??= sharedKeyOf(services.sql, 'unsubscribe');
    const key = await unsubscribeKey;
    return {
      ...(key !== undefined && {
        unsubscribe: (id: string) => `${publicUrl}/unsubscribe/${unsubscribeToken(key, id)}`,
      }),
      ...(receiptUrl !== undefined && { receipt: (id: string) => twilioReceiptUrl(receiptUrl, id) }),
    };
  };
}
