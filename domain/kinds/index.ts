import type { Kind } from './kind.ts';
import { formatterTemplate } from './processing/formatterTemplate.ts';
import { job } from './processing/job.ts';
import { jobStep } from './processing/jobStep.ts';
import { log } from './processing/log.ts';
import { logType } from './processing/logType.ts';
import { notification } from './processing/notification.ts';
import { notificationRule } from './processing/notificationRule.ts';
import { schedule } from './processing/schedule.ts';
import { script } from './processing/script.ts';
import { worklogType } from './processing/worklogType.ts';
import { accessRule } from './users/accessRule.ts';
import { role } from './users/role.ts';
import { roleAccessRule } from './users/roleAccessRule.ts';
import { sharing } from './users/sharing.ts';
import { user } from './users/user.ts';
import { userGroup } from './users/userGroup.ts';
import { userGroupRegion } from './users/userGroupRegion.ts';
import { userGroupType } from './users/userGroupType.ts';
import { userRole } from './users/userRole.ts';
import { userType } from './users/userType.ts';
import { userUserGroup } from './users/userUserGroup.ts';

/** All kinds of the service, owners before the records that reference them. */
export const kinds: readonly Kind[] = [
  userGroupType,
  userGroup,
  userGroupRegion,
  userType,
  role,
  accessRule,
  roleAccessRule,
  user,
  userRole,
  userUserGroup,
  sharing,
  script,
  formatterTemplate,
  worklogType,
  logType,
  log,
  notificationRule,
  notification,
  job,
  jobStep,
  schedule,
];

const byName = new Map(kinds.map((kind) => [kind.name, kind]));
const byPath = new Map(kinds.map((kind) => [kind.path, kind]));

export const kindNamed = (name: string): Kind | undefined => byName.get(name);
export const kindAtPath = (path: string): Kind | undefined => byPath.get(path);
