import type { ChannelDeclaration } from '../channels/channel.ts';

/** Returns a hash of rule, channel and address: what throttles and digests count as one recipient. */
export function recipientKey(ruleCode: string, { name }: ChannelDeclaration, address: string): string {
  const recipient = `${ruleCode}\n${name}\n${address.toLowerCase()}`;
  return new Bun.CryptoHasher('sha256').update(recipient).digest('base64url');
}
