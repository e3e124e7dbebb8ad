import type { DeliveryPlan } from './plan.ts';

/**
 * Returns the plan with the templates of a language: the tag itself, else its beginnings (RFC 4647, lookup), such as `en` for
 * `en-GB`. Channels without a template in this language have that of the rule.
 */
export function inLanguage(plan: DeliveryPlan, language: string | undefined): DeliveryPlan {
  if (language === undefined || !plan.languages) return plan;
  const parts = language.split('-');
  for (let count = parts.length; count > 0; count--) {
    const tag = parts.slice(0, count).join('-');
    const own = plan.languages[tag];
    if (!own) continue;
    const localized = Object.entries(plan.channels).map(([name, channel]) => {
      const template = own.templates[name];
      return [name, template ? { ...channel, template } : channel] as const;
    });
    const { subjectTemplate = plan.subjectTemplate } = own;
    return {
      ...plan,
      language: tag,
      channels: Object.fromEntries(localized),
      ...(subjectTemplate !== undefined && { subjectTemplate }),
    };
  }
  return plan;
}
