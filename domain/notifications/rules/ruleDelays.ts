import type { Json } from '../../kinds/kind.ts';
import type { RuleDigest, RuleEscalation } from './ruleThrottle.ts';

/** The members of a rule's config by which messages wait, or expire. */
interface Delays {
  readonly channelTexts: Readonly<Record<string, string>>;
  readonly digest?: RuleDigest;
  readonly escalation?: RuleEscalation;
  readonly expireAfterMinutes?: number;
}

/** Returns the problems of delays of a rule that end after its messages have expired. */
export function delayProblems({ digest, escalation, expireAfterMinutes }: Delays): string[] {
  if (expireAfterMinutes === undefined) return [];
  return Object.entries({ digest, escalation }).flatMap(([name, delay]) =>
    delay && delay.minutes >= expireAfterMinutes
      ? [`config.${name}.minutes: must be less than expireAfterMinutes, because messages would expire before`]
      : [],
  );
}

/** Returns the problems of an escalation: it needs both channels, and the story of each single e-mail. */
export function escalationProblems({ escalation, digest, channelTexts }: Delays, sender: Json | undefined): string[] {
  if (!escalation) return [];
  const missing = ['emailTemplateCode', 'smsTemplateCode'].filter((name) => channelTexts[name] === undefined);
  return [
    ...missing.map((name) => `config.${name}: is required beside escalation`),
    ...(typeof sender === 'string' ? ['config.escalation: is not allowed beside apiSenderBeanName'] : []),
    ...(digest ? ['config.escalation: is not allowed beside digest'] : []),
  ];
}
