import type { JsonObject } from '../kinds/kind.ts';
import type { Services } from '../ports/services.ts';
import type { RecordCache } from '../runtime/recordCache.ts';
import { describe, isObject } from '../validation/values.ts';
import { channelsOf, type DeliveryPlan, type PlannedTemplate } from './plan.ts';
import type { Form } from './readNotification.ts';
import { type NotificationRuleValues, readRuleConfig } from './rules.ts';
import type { TemplateRef } from './templates.ts';

export interface Planned {
  readonly plan: Omit<DeliveryPlan, 'context'>;
  /** The members of data that the rule requires. */
  readonly params?: JsonObject;
}

/** Which types of rule a form of sending may name. */
const allowedTypes: Record<Form, readonly string[]> = {
  single: ['REST', 'DIRECT'],
  batch: ['REST', 'DIRECT'],
  evaluate: ['REST', 'DIRECT'],
  direct: ['DIRECT'],
  PROCESS: ['PROCESS'],
  PG_BOSS: ['PG_BOSS'],
  SYSTEM: ['SYSTEM'],
};

/**
 * What the code of a NotificationCreate stands for: a rule, or else a template; sent directly, a template first.
 * Undefined where that is neither; the problem is added.
 */
export async function planOf(
  services: Services,
  values: JsonObject,
  form: Form,
  problems: string[],
  prefix: string,
): Promise<Planned | undefined> {
  const code = values.templateCode as string;
  const rules = services.notificationRules;
  const templates = services.templateRefs;
  const at = `${prefix}templateCode`;
  const rule = form === 'direct' && (await found(templates, code)) ? undefined : await rules.byCode(code);
  if (rule) return byRule(services, rule, values, form, problems, prefix);
  const template = await found(templates, code);
  if (template) return byTemplate(template, values);
  // Nothing may have been found because it was looked for a moment too early.
  const late = await rules.fetchFresh('code', code);
  if (late) return byRule(services, late, values, form, problems, prefix);
  problems.push(`${at}: no NotificationRule and no FormatterTemplate has the code ${describe(code)}`);
  return undefined;
}

const found = async (templates: RecordCache<TemplateRef>, code: string): Promise<TemplateRef | undefined> =>
  (await templates.byCode(code)) ?? templates.fetchFresh('code', code);

async function byRule(
  services: Services,
  rule: NotificationRuleValues,
  values: JsonObject,
  form: Form,
  problems: string[],
  prefix: string,
): Promise<Planned | undefined> {
  const at = `${prefix}templateCode`;
  const type = rule.eventType ?? 'REST';
  if (!allowedTypes[form].includes(type)) {
    problems.push(
      `${at}: the rule ${describe(rule.code)} is of the type ${type}, and this takes those of ${allowedTypes[form].join(' and ')}`,
    );
    return undefined;
  }
  const config = readRuleConfig(rule.config ?? {});
  const { apiSenderBeanName: sender } = rule;
  const templates = services.templateRefs;
  const planned = async (code: string | undefined, ours: string): Promise<PlannedTemplate | undefined> => {
    if (code === undefined || (sender !== undefined && sender !== ours)) return undefined;
    const template = await found(templates, code);
    if (template) return { code, pinned: template.pinned };
    problems.push(
      `${at}: the rule ${describe(rule.code)} names the FormatterTemplate ${describe(code)}, which is not there`,
    );
    return undefined;
  };
  const email = await planned(config.emailTemplateCode, 'emailSender');
  const sms = await planned(config.smsTemplateCode, 'smsSender');
  const webhook =
    sender === 'webhookSender' && config.url !== undefined
      ? { url: config.url, ...(config.secret !== undefined && { secret: config.secret }) }
      : undefined;
  const documents = await Promise.all(
    (email ? (config.attachments ?? []) : []).map(async ({ templateCode, format, name }) => {
      const template = await found(templates, templateCode);
      if (!template)
        problems.push(
          `${at}: the rule ${describe(rule.code)} names the FormatterTemplate ${describe(templateCode)}, which is not there`,
        );
      return { pinned: template?.pinned ?? '', format, name };
    }),
  );
  const data = isObject(values.data) ? values.data : {};
  const lacking = (config.requiredParams ?? []).filter((name) => !Object.hasOwn(data, name) || data[name] === null);
  problems.push(...lacking.map((name) => `${prefix}data.${name}: is required by the rule ${describe(rule.code)}`));
  const plan: Omit<DeliveryPlan, 'context'> = {
    ...common(values),
    ruleCode: rule.code,
    ...(email && { email }),
    ...(sms && { sms }),
    ...(webhook && { webhook }),
    ...(config.subject !== undefined && { subjectTemplate: config.subject }),
    ...(documents.length > 0 && { documents }),
    ...(config.window && { window: config.window }),
    ...(config.expireAfterMinutes !== undefined && { expireAfterMinutes: config.expireAfterMinutes }),
  };
  if (channelsOf(plan as DeliveryPlan).length === 0) {
    problems.push(
      `${at}: the rule ${describe(rule.code)} has no template for ${sender === undefined ? 'any channel' : sender}`,
    );
    return undefined;
  }
  const params = (config.requiredParams ?? []).map((name) => [name, data[name]]);
  return params.length > 0 ? { plan, params: Object.fromEntries(params) as JsonObject } : { plan };
}

/** A template that is named directly goes by the channel of its type. */
function byTemplate({ code, documentType, pinned }: TemplateRef, values: JsonObject): Planned {
  if (documentType === 'SOURCE') return { plan: { ...common(values), sms: { code, pinned } } };
  const attached = documentType === 'PDF' && { attached: true as const };
  return { plan: { ...common(values), email: { code, pinned, ...attached } } };
}

function common({ templateCode, subject, from, data, formatterDocumentTemplateDataOverride: override }: JsonObject) {
  return {
    templateCode: templateCode as string,
    ...(typeof subject === 'string' && { subject }),
    ...(typeof from === 'string' && { from }),
    data: { ...(isObject(data) ? data : {}), ...(isObject(override) ? override : {}) },
  };
}
