import { anyPhone, readPhone } from '../../notifications/channels/addresses.ts';
import { describe } from '../../validation/values.ts';
import type { ConfigurationContext, JsonObject } from '../kind.ts';

/** A phone number may be for people alone: one to which no SMS can be sent is valid, and causes a warning. */
export function phoneWarnings(
  { phoneNumber }: JsonObject,
  { phoneRules = anyPhone }: Pick<ConfigurationContext, 'phoneRules'>,
): string[] {
  if (typeof phoneNumber !== 'string') return [];
  const read = readPhone(phoneNumber, phoneRules);
  return 'problem' in read ? [`phoneNumber: gets no SMS, ${describe(phoneNumber)} ${read.problem}`] : [];
}
