import type { Kind } from '../kind.ts';
import { job } from './job.ts';
import { jobStep } from './jobStep.ts';
import { log } from './log.ts';
import { logType } from './logType.ts';
import { script } from './script.ts';
import { userGroupType } from './userGroupType.ts';
import { userType } from './userType.ts';
import { worklogType } from './worklogType.ts';

/** Every kind there is. A kind that is not in here does not exist. */
export const kinds: readonly Kind[] = [userGroupType, userType, worklogType, logType, log, job, jobStep, script];

const byName = new Map(kinds.map((kind) => [kind.name, kind]));
const byPath = new Map(kinds.map((kind) => [kind.path, kind]));

export const kindNamed = (name: string): Kind | undefined => byName.get(name);
export const kindAtPath = (path: string): Kind | undefined => byPath.get(path);
