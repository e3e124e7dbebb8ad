import type { Kind } from '../kind.ts';
import { accessRule } from './accessRule.ts';
import { formatterTemplate } from './formatterTemplate.ts';
import { job } from './job.ts';
import { jobStep } from './jobStep.ts';
import { log } from './log.ts';
import { logType } from './logType.ts';
import { notification } from './notification.ts';
import { notificationRule } from './notificationRule.ts';
import { role } from './role.ts';
import { roleAccessRule } from './roleAccessRule.ts';
import { script } from './script.ts';
import { sharing } from './sharing.ts';
import { user } from './user.ts';
import { userGroup } from './userGroup.ts';
import { userGroupRegion } from './userGroupRegion.ts';
import { userGroupType } from './userGroupType.ts';
import { userRole } from './userRole.ts';
import { userType } from './userType.ts';
import { userUserGroup } from './userUserGroup.ts';
import { worklogType } from './worklogType.ts';

/** Every kind there is. A kind that is not in here does not exist. */
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
];

const byName = new Map(kinds.map((kind) => [kind.name, kind]));
const byPath = new Map(kinds.map((kind) => [kind.path, kind]));

export const kindNamed = (name: string): Kind | undefined => byName.get(name);
export const kindAtPath = (path: string): Kind | undefined => byPath.get(path);
