import { humanize } from './schema.ts';

/** Labels of members whose name is not what people call them. Others are derived from their names. */
const labels: Readonly<Record<string, string>> = {
  apiSenderBeanName: 'Sender',
  appFrom: 'Calling application',
  appTo: 'Called application',
  chars: 'Characteristics',
  configFormCode: 'Form of config',
  configTypeCode: 'Type of config',
  dataTags: 'Tags',
  email: 'E-mail',
  entitySpecId: 'Specification',
  evalNotificationUrl: 'URL of the data',
  formCode: 'Form',
  formId: 'Form',
  ldapMemberOf: 'Name in the directory',
  localizationData: 'Translations',
  logTypeCode: 'Log type',
  microserviceCode: 'Microservice',
  modulesIds: 'Modules',
  notificationConfig: 'Notifications',
  notificationTo: 'Targets',
  params: 'Parameters',
  processingInfo: 'Result',
  relDataFormCode: 'Form of related data',
  requestFormCode: 'Form of requests',
  responseFormCode: 'Form of responses',
  sent: 'Notified',
  stepData: 'Input',
  templateCode: 'Rule or template',
  timeoutMs: 'Time limit in ms',
  userGroupSpecId: 'Specification',
};

/** Returns the label of a member: `startDate` is `Start date`. */
export const labelOf = (member: string): string => labels[member] ?? humanize(member);

/** Labels of what rights are given to, where its name is not what people call it. */
const entityLabels: Readonly<Record<string, string>> = {
  Admin: 'Administration',
  DocumentRun: 'Generating documents',
  NotificationSend: 'Sending notifications',
  RoleAccessRule: 'Access rules of roles',
  ScriptRun: 'Running scripts',
  UserGroupRegion: 'Regions of user groups',
  UserRole: 'Roles of users',
  UserUserGroup: 'Members of user groups',
};

/** Returns the label of a kind or a reserved entity, to which rights are given: `UserType` is `User type`. */
export const labelOfEntity = (name: string): string => entityLabels[name] ?? humanize(name);

/** Returns the label of the path of a member, as in problems: `regions[0].coefficient` is `Regions 1: coefficient`. */
export function labelOfPath(path: string): string {
  const [first = '', ...rest] = path.split('.').map((part) => {
    const [, name = part, index] = /^(.*)\[(\d+)\]$/.exec(part) ?? [];
    return index === undefined ? labelOf(name) : `${labelOf(name)} ${Number(index) + 1}`;
  });
  return [first, ...rest.map((label) => label.toLowerCase())].join(': ');
}
