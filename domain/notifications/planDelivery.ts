import { readableOne } from '../access/reach.ts';
import type { Json, JsonObject } from '../kinds/kind.ts';
import { formatterTemplate as templateKind } from '../kinds/processing/formatterTemplate.ts';
import { notificationRule as ruleKind } from '../kinds/processing/notificationRule.ts';
import type { Services } from '../ports/services.ts';
import type { RecordCache } from '../runtime/recordCache.ts';
import { describe, isObject } from '../validation/values.ts';
import type { ChannelDeclaration } from './channels/channel.ts';
import { channels, channelsOf } from './channels/index.ts';
import type { ChannelPlan, DeliveryPlan } from './plan.ts';
import { hasPlaces } from './rules/attachmentNames.ts';
import { type NotificationRuleValues, type RuleConfig, readRuleConfig } from './rules/ruleConfig.ts';
import { invalidity } from './rules/ruleValidity.ts';
import type { SendMode } from './sendMode.ts';
import type { TemplateRef } from './templates.ts';

export interface Planned {
  readonly plan: Omit<DeliveryPlan, 'context'>;
  /** The members of data that the rule requires. */
  readonly params?: JsonObject;
}

/** How a notification was sent, and where its problems are reported. */
interface PlanReport {
  readonly mode: SendMode;
  readonly problems: string[];
  /** Prefix of the paths in problems. */
  readonly prefix: string;
}

/** Types of rules that a notification of each mode may name. */
const allowedTypes: Record<SendMode, readonly string[]> = {
  single: ['REST', 'DIRECT'],
  batch: ['REST', 'DIRECT'],
  evaluate: ['REST', 'DIRECT'],
  direct: ['DIRECT'],
  PROCESS: ['PROCESS'],
  PG_BOSS: ['PG_BOSS'],
  SYSTEM: ['SYSTEM'],
};

/**
 * Returns the plan for the templateCode of a NotificationCreate: the code of a rule, else of a template. In mode
 * `direct` a template comes first. Returns undefined and adds a problem if neither exists, or the caller may not read it.
 * The templates that a rule names belong to the rule: its senders need no right to read them.
 */
export async function planOf(services: Services, values: JsonObject, report: PlanReport): Promise<Planned | undefined> {
  const { mode, problems, prefix } = report;
  const code = String(values.templateCode);
  const rules = services.notificationRules;
  const at = `${prefix}templateCode`;
  const readTemplate = async () => readableOne(services, templateKind, await findTemplate(services.templateRefs, code));
  const rule =
    mode === 'direct' && (await readTemplate())
      ? undefined
      : await readableOne(services, ruleKind, await rules.byCode(code));
  if (rule) return planByRule(services, rule, values, report);
  const template = await readTemplate();
  if (template) return planByTemplate(template, values);
  // The cache may hold that the rule is missing from before the rule was created.
  const late = await readableOne(services, ruleKind, await rules.fetchFresh('code', code));
  if (late) return planByRule(services, late, values, report);
  problems.push(`${at}: no NotificationRule and no FormatterTemplate has the code ${describe(code)}`);
  return undefined;
}

const findTemplate = async (templates: RecordCache<TemplateRef>, code: string): Promise<TemplateRef | undefined> =>
  (await templates.byCode(code)) ?? templates.fetchFresh('code', code);

/** Configs by the cached objects of rules from which they were read. */
const configs = new WeakMap<NotificationRuleValues, RuleConfig>();

function configOf(rule: NotificationRuleValues): RuleConfig {
  const known = configs.get(rule);
  if (known) return known;
  const config = readRuleConfig(rule.config ?? {});
  configs.set(rule, config);
  return config;
}

async function planByRule(
  services: Services,
  rule: NotificationRuleValues,
  values: JsonObject,
  { mode, problems, prefix }: PlanReport,
): Promise<Planned | undefined> {
  const at = `${prefix}templateCode`;
  const type = rule.eventType ?? 'REST';
  if (!allowedTypes[mode].includes(type)) {
    problems.push(
      `${at}: the rule ${describe(rule.code)} is of the type ${type}, and this takes those of ${allowedTypes[mode].join(' and ')}`,
    );
    return undefined;
  }
  const invalid = invalidity(rule);
  if (invalid !== undefined) {
    problems.push(`${at}: the rule ${describe(rule.code)} ${invalid}`);
    return undefined;
  }
  const config = configOf(rule);
  const templates = services.templateRefs;
  const missing = (code: string): string =>
    `${at}: the rule ${describe(rule.code)} names the FormatterTemplate ${describe(code)}, which does not exist`;
  const planned: Record<string, ChannelPlan> = {};
  for (const channel of channels) {
    const ofChannel = await channelPlanOf(channel, rule, config, templates);
    if (ofChannel === undefined) continue;
    if ('missing' in ofChannel) problems.push(missing(ofChannel.missing));
    else planned[channel.name] = ofChannel;
  }
  const hasDocuments = channels.some(({ name, template }) => template?.hasDocuments && planned[name]);
  const documents = await Promise.all(
    (hasDocuments ? (config.attachments ?? []) : []).map(async ({ templateCode, format, name }) => {
      const template = await findTemplate(templates, templateCode);
      if (!template) problems.push(missing(templateCode));
      return { pinned: template?.pinned ?? '', format, name };
    }),
  );
  const languages = await languagesOf(config, templates, (code) => problems.push(missing(code)));
  const data = isObject(values.data) ? values.data : {};
  const lacking = (config.requiredParams ?? []).filter((name) => !Object.hasOwn(data, name) || data[name] === null);
  problems.push(...lacking.map((name) => `${prefix}data.${name}: is required by the rule ${describe(rule.code)}`));
  const plan: Omit<DeliveryPlan, 'context'> = {
    ...(config.subject !== undefined && { subjectTemplate: config.subject }),
    ...commonMembers(values),
    ruleCode: rule.code,
    channels: planned,
    ...(documents.length > 0 && { documents }),
    ...settingsOf(config),
    ...(languages && { languages: typeof values.subject === 'string' ? withoutSubjects(languages) : languages }),
  };
  if (channelsOf(plan).length === 0) {
    problems.push(
      `${at}: the rule ${describe(rule.code)} has no template for ${rule.apiSenderBeanName ?? 'any channel'}`,
    );
    return undefined;
  }
  const params: JsonObject = Object.fromEntries(
    (config.requiredParams ?? []).map((name): [string, Json] => [name, data[name] ?? null]),
  );
  return Object.keys(params).length > 0 ? { plan, params } : { plan };
}

/** Returns undefined if the rule does not use the channel; `missing` is the code of a template that does not exist. */
async function channelPlanOf(
  { sender, template, settings }: ChannelDeclaration,
  rule: NotificationRuleValues,
  { channelTexts }: RuleConfig,
  templates: RecordCache<TemplateRef>,
): Promise<ChannelPlan | { readonly missing: string } | undefined> {
  const chosen = rule.apiSenderBeanName;
  if (chosen !== undefined && chosen !== sender) return undefined;
  const texts = Object.keys(settings).flatMap((name) => {
    const text = channelTexts[name];
    return text === undefined ? [] : [[name, text] as const];
  });
  const isSigned = Object.values(settings).some(({ isWriteOnly }) => isWriteOnly) && rule.config?.secretSet === true;
  const own: ChannelPlan = {
    ...(texts.length > 0 && { settings: Object.fromEntries(texts) }),
    ...(isSigned && { signedBy: rule.id }),
  };
  if (!template) {
    const isComplete = Object.entries(settings).every(([name, { isRequired }]) => !isRequired || channelTexts[name]);
    return chosen === sender && isComplete ? own : undefined;
  }
  const code = channelTexts[template.member];
  if (code === undefined) return undefined;
  const ref = await findTemplate(templates, code);
  return ref ? { template: { code, pinned: ref.pinned }, ...own } : { missing: code };
}

/** The members of a plan that decide when, and how often, messages go out. */
const settingsOf = ({ window, critical, throttle, digest, escalation, expireAfterMinutes }: RuleConfig) => ({
  ...(window && { window }),
  ...(critical === true && { critical: true as const }),
  ...(throttle && { throttle }),
  ...(digest && { digest }),
  ...(escalation && { escalation }),
  ...(expireAfterMinutes !== undefined && { expireAfterMinutes }),
});

type Languages = NonNullable<DeliveryPlan['languages']>;

/** Returns the pinned templates of each language of a rule. */
async function languagesOf(
  { languages = [] }: RuleConfig,
  templates: RecordCache<TemplateRef>,
  reportMissing: (code: string) => void,
): Promise<Languages | undefined> {
  if (languages.length === 0) return undefined;
  const planned: Record<string, Languages[string]> = {};
  for (const { language, templates: codes, subject } of languages) {
    const ofChannels: Record<string, Languages[string]['templates'][string]> = {};
    for (const { name, template } of channels) {
      const code = template && codes[template.member];
      if (code === undefined) continue;
      const ref = await findTemplate(templates, code);
      if (ref) ofChannels[name] = { code, pinned: ref.pinned };
      else reportMissing(code);
    }
    planned[language] = { templates: ofChannels, ...(subject !== undefined && { subjectTemplate: subject }) };
  }
  return planned;
}

/** The subject of a request replaces those of the rule. */
const withoutSubjects = (languages: Languages): Languages =>
  Object.fromEntries(Object.entries(languages).map(([language, { templates }]) => [language, { templates }]));

/** Plans a template that is named directly, by the channel of its document type. */
function planByTemplate({ code, documentType, pinned }: TemplateRef, values: JsonObject): Planned {
  const channel = channels.find(({ template }) => template?.documentTypes.includes(documentType));
  const attached = channel?.template?.attachedTypes.includes(documentType) && { attached: true as const };
  const planned = channel ? { [channel.name]: { template: { code, pinned, ...attached } } } : {};
  return { plan: { ...commonMembers(values), channels: planned } };
}

function commonMembers({
  templateCode,
  subject,
  from,
  data,
  formatterDocumentTemplateDataOverride: override,
}: JsonObject) {
  return {
    templateCode: String(templateCode),
    ...(typeof subject === 'string' && (hasPlaces(subject) ? { subjectTemplate: subject } : { subject })),
    ...(typeof from === 'string' && { from }),
    data: { ...(isObject(data) ? data : {}), ...(isObject(override) ? override : {}) },
  };
}
