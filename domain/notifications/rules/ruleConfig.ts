import { checkTemplate } from '../../documents/templates/checkTemplate.ts';
import { documentFormat, documentFormats } from '../../documents/templates/formats.ts';
import { placed } from '../../documents/templates/templateFault.ts';
import { objects } from '../../kinds/declaration/members.ts';
import type { Json, JsonObject, Values } from '../../kinds/kind.ts';
import { isHttpUrl } from '../../validation/httpUrl.ts';
import { readRecord } from '../../validation/readRecord.ts';
import { describe, isObject, isTexts } from '../../validation/values.ts';
import { isEmail } from '../channels/addresses.ts';
import { channels } from '../channels/index.ts';
import { targetMembers } from '../channels/targetMembers.ts';
import { isAttachmentName, problemOfName } from './attachmentNames.ts';
import { delayProblems, escalationProblems } from './ruleDelays.ts';
import { type RuleLanguage, readLanguages } from './ruleLanguages.ts';
import {
  type RuleDigest,
  type RuleEscalation,
  type RuleThrottle,
  readDigest,
  readEscalation,
  readThrottle,
} from './ruleThrottle.ts';
import { type DeliveryWindow, isTimeZone, minutesOf } from './window.ts';

/** A document that is rendered for each notification and attached. */
interface GeneratedDocument {
  readonly templateCode: string;
  /** Name of a format: `pdf`. */
  readonly format: string;
  /** A template. */
  readonly name: string;
  /** Its position in the list of the rule. */
  readonly index: number;
}

/** The members of a rule's `config` that Waybill reads. Members of other application areas are stored unchanged. */
export interface RuleConfig {
  /** The members that channels declare: codes of templates and settings. */
  readonly channelTexts: Readonly<Record<string, string>>;
  /** Template of the subject. */
  readonly subject?: string;
  readonly window?: DeliveryWindow;
  /** Whether messages go out in the quiet hours of recipients too. */
  readonly critical?: boolean;
  readonly languages?: readonly RuleLanguage[];
  readonly throttle?: RuleThrottle;
  readonly digest?: RuleDigest;
  readonly escalation?: RuleEscalation;
  readonly expireAfterMinutes?: number;
  readonly requiredParams?: readonly string[];
  readonly attachments?: readonly GeneratedDocument[];
  /** Default recipients, if neither the event nor the response of the URL names any. */
  readonly notificationTo?: readonly JsonObject[];
}

type OptionalConfig = Omit<RuleConfig, 'channelTexts'>;

/** The members of a NotificationRule that sending needs. */
export interface NotificationRuleValues {
  readonly id: string;
  readonly code: string;
  readonly validityFrom?: string;
  readonly validityTo?: string;
  readonly apiSenderBeanName?: string;
  readonly eventType?: 'SYSTEM' | 'PROCESS' | 'PG_BOSS' | 'REST' | 'DIRECT';
  readonly evalNotificationUrl?: string;
  readonly microserviceCode?: string;
  readonly config?: JsonObject;
}

/** Five years. */
const MAX_EXPIRY_MINUTES = 5 * 366 * 24 * 60;

/** Checks the config and the URL of a rule, and returns their problems. */
export function checkRule(values: Values): string[] {
  const problems: string[] = [];
  if (isObject(values.config)) {
    const config = readRuleConfig(values.config, problems);
    const { subject, attachments = [] } = config;
    problems.push(...delayProblems(config), ...escalationProblems(config, values.apiSenderBeanName));
    const problem = subject === undefined ? undefined : checkTemplate('HTML', subject);
    if (problem) problems.push(`config.subject: ${placed(problem)}`);
    for (const { name, index } of attachments) {
      const problemOfOne = problemOfName(name);
      if (problemOfOne !== undefined) problems.push(`config.attachments[${index}].name: ${problemOfOne}`);
    }
  }
  const { evalNotificationUrl } = values;
  problems.push(...missingOfSender(values));
  if (typeof evalNotificationUrl === 'string') problems.push(...urlProblems(values, evalNotificationUrl));
  return problems;
}

/** Returns a problem for a missing template, and for each missing setting, that the channel of the rule's sender requires. */
function missingOfSender({ apiSenderBeanName, config }: Values): string[] {
  const members = isObject(config) ? config : {};
  const channel = channels.find(({ sender }) => sender === apiSenderBeanName);
  const settings = Object.entries(channel?.settings ?? {}).flatMap(([name, { isRequired }]) =>
    isRequired ? [name] : [],
  );
  const required = channel?.template ? [channel.template.member, ...settings] : settings;
  return required.flatMap((name) =>
    members[name] === undefined || members[name] === null
      ? [`config.${name}: is required for ${apiSenderBeanName}`]
      : [],
  );
}

/** Reads the config of a rule. Invalid members are omitted; every problem starts with `config.`. */
export function readRuleConfig(config: JsonObject, problems: string[] = []): RuleConfig {
  const report = (member: string, problem: string): undefined => {
    problems.push(`config.${member}: ${problem}`);
    return undefined;
  };
  const text = (member: string, max: number): string | undefined => {
    const value = config[member];
    if (value === undefined || value === null) return undefined;
    if (typeof value !== 'string' || value === '' || value.length > max)
      return report(member, `must be a text of 1 to ${max} characters, not ${describe(value)}`);
    return value;
  };
  // Its problem must not contain it.
  const writeOnlyText = (member: string, max: number): string | undefined => {
    const value = config[member];
    if (value === undefined || value === null || value === '') return undefined;
    if (typeof value === 'string' && value.length <= max) return value;
    return report(member, `must be a text of at most ${max} characters, or null`);
  };
  const optional: { readonly [Name in keyof OptionalConfig]: OptionalConfig[Name] | undefined } = {
    subject: text('subject', 10_000),
    window: readWindow(config, problems),
    critical: readFlag('critical', config.critical, report),
    languages: withPath(readLanguages, config.languages, problems),
    throttle: withPath(readThrottle, config.throttle, problems),
    digest: withPath(readDigest, config.digest, problems),
    escalation: withPath(readEscalation, config.escalation, problems),
    expireAfterMinutes: readExpiry(config.expireAfterMinutes, report),
    requiredParams: readNames(config.requiredParams, report),
    attachments: readDocuments(config.attachments, report),
    notificationTo: readRecipients(config.notificationTo, problems),
  };
  const channelTexts = readChannelTexts({ text, writeOnlyText }, report);
  const defined = Object.entries(optional).filter(([, value]) => value !== undefined);
  return { channelTexts, ...(Object.fromEntries(defined) as OptionalConfig) };
}

/** Returns the template codes in a rule's config, each with the path of its member. */
export function templatesNamed(values: JsonObject): { path: string; code: string }[] {
  if (!isObject(values.config)) return [];
  const { channelTexts, attachments = [], languages = [] } = readRuleConfig(values.config);
  return [
    ...channels.flatMap(({ template }) => {
      const code = template && channelTexts[template.member];
      return code === undefined ? [] : [{ path: `config.${template?.member}`, code }];
    }),
    ...languages.flatMap(({ member, templates }) =>
      Object.entries(templates).map(([name, code]) => ({ path: `config.languages.${member}.${name}`, code })),
    ),
    ...attachments.map(({ templateCode: code, index }) => ({
      path: `config.attachments[${index}].templateCode`,
      code,
    })),
  ];
}

function readFlag(member: string, value: Json | undefined, report: ReportProblem): boolean | undefined {
  if (value === undefined || value === null || typeof value === 'boolean') return value ?? undefined;
  return report(member, `must be true or false, not ${describe(value)}`);
}

/** Reads a member by a function whose problems start with the name of the member. */
function withPath<T>(
  read: (value: Json | undefined, problems: string[]) => T,
  value: Json | undefined,
  problems: string[],
): T {
  const own: string[] = [];
  const result = read(value, own);
  problems.push(...own.map((problem) => `config.${problem}`));
  return result;
}

type ReportProblem = (member: string, problem: string) => undefined;

const MAX_TEMPLATE_CODE = 255;

type ReadText = (member: string, maxLength: number) => string | undefined;

function readChannelTexts(
  { text, writeOnlyText }: { readonly text: ReadText; readonly writeOnlyText: ReadText },
  report: ReportProblem,
): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const { template, settings } of channels) {
    const code = template && text(template.member, MAX_TEMPLATE_CODE);
    if (template && code !== undefined) texts[template.member] = code;
    for (const [name, { maxLength, problemOf, isWriteOnly }] of Object.entries(settings)) {
      const value = isWriteOnly ? writeOnlyText(name, maxLength) : text(name, maxLength);
      const problem = value === undefined ? undefined : problemOf?.(value);
      if (problem !== undefined) report(name, problem);
      else if (value !== undefined) texts[name] = value;
    }
  }
  return texts;
}

function readWindow(config: JsonObject, problems: string[]): DeliveryWindow | undefined {
  const before = problems.length;
  const { deliveryFrom, deliveryTo, timeZone } = config;
  const isPresent = (value: Json | undefined) => value !== undefined && value !== null;
  for (const [name, value] of Object.entries({ deliveryFrom, deliveryTo })) {
    if (isPresent(value) && (typeof value !== 'string' || minutesOf(value) === undefined))
      problems.push(`config.${name}: must be a time of day as HH:mm, not ${describe(value)}`);
  }
  if (isPresent(timeZone) && (typeof timeZone !== 'string' || !isTimeZone(timeZone)))
    problems.push(`config.timeZone: must be a time zone such as Europe/Prague, not ${describe(timeZone)}`);
  if (isPresent(deliveryFrom) !== isPresent(deliveryTo)) {
    const [present, absent] = isPresent(deliveryFrom) ? ['deliveryFrom', 'deliveryTo'] : ['deliveryTo', 'deliveryFrom'];
    problems.push(`config.${absent}: is required beside ${present}`);
  }
  if (problems.length > before || typeof deliveryFrom !== 'string' || typeof deliveryTo !== 'string') return undefined;
  if (deliveryFrom === deliveryTo) {
    problems.push('config.deliveryTo: must not be deliveryFrom, the window would never be open');
    return undefined;
  }
  return { from: deliveryFrom, to: deliveryTo, timeZone: typeof timeZone === 'string' ? timeZone : 'UTC' };
}

function readExpiry(value: Json | undefined, report: ReportProblem): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 && value <= MAX_EXPIRY_MINUTES)
    return value;
  return report('expireAfterMinutes', `must be a whole number from 1 to ${MAX_EXPIRY_MINUTES}, not ${describe(value)}`);
}

function readRecipients(value: Json | undefined, problems: string[]): JsonObject[] | undefined {
  if (value === undefined || value === null) return undefined;
  const kind = { name: 'NotificationRule', members: { notificationTo: objects(targetMembers) } };
  const { values } = readRecord(kind, { notificationTo: value }, problems, 'config');
  if (Array.isArray(value)) {
    for (const [index, target] of value.entries()) {
      if (isObject(target) && typeof target.email === 'string' && !isEmail(target.email))
        problems.push(
          `config.notificationTo[${index}].email: must be an e-mail address, not ${describe(target.email)}`,
        );
    }
  }
  return Array.isArray(values.notificationTo) ? values.notificationTo.filter(isObject) : undefined;
}

function readNames(value: Json | undefined, report: ReportProblem): string[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (isTexts(value) && !value.includes('')) return value;
  return report('requiredParams', `must be an array of names, not ${describe(value)}`);
}

function readDocuments(value: Json | undefined, report: ReportProblem): GeneratedDocument[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) return report('attachments', `must be an array of objects, not ${describe(value)}`);
  return value.flatMap((one, index) => {
    const at = `attachments[${index}]`;
    if (!isObject(one)) return report(at, `must be an object, not ${describe(one)}`) ?? [];
    const { templateCode, format = 'pdf', name, ...others } = one;
    for (const other of Object.keys(others)) report(`${at}.${other}`, 'unknown member');
    let right = Object.keys(others).length === 0;
    if (typeof templateCode !== 'string' || templateCode === '') {
      right = false;
      report(`${at}.templateCode`, 'is required');
    }
    if (typeof format !== 'string' || !documentFormat(format)) {
      right = false;
      report(
        `${at}.format`,
        `must be one of ${documentFormats.map((one) => one.name).join(', ')}, not ${describe(format)}`,
      );
    }
    if (typeof name !== 'string' || !isAttachmentName(name)) {
      right = false;
      report(`${at}.name`, `must be a file name, not ${describe(name)}`);
    }
    return right ? [{ templateCode, format, name, index } as GeneratedDocument] : [];
  });
}

/** Whether the URL is a path below that of a microservice. */
const isRelativeUrl = (url: string): boolean => !/^[a-z][a-z\d+.-]*:/i.test(url) && !url.startsWith('//');

function urlProblems({ microserviceCode }: Values, url: string): string[] {
  if (!isRelativeUrl(url)) {
    if (isHttpUrl(url)) return [];
    return [`evalNotificationUrl: must be an http or https URL without credentials, or a path, not ${describe(url)}`];
  }
  if (!URL.canParse(url, 'http://microservice') || /[\s\\]/.test(url))
    return [`evalNotificationUrl: must be a URL or a path, not ${describe(url)}`];
  return microserviceCode === undefined ? ['microserviceCode: is required for a relative evalNotificationUrl'] : [];
}
