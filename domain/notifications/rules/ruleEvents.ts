import { jobEndEvents, ruleEvents } from '../../../db/queries/notifications/eventRows.ts';
import type { Json, JsonObject } from '../../kinds/kind.ts';
import { describe, isObject, isTexts } from '../../validation/values.ts';

const isOneOf = (events: readonly string[], event: Json | undefined): boolean => events.some((one) => one === event);

/** Returns the problems of the event of a rule. Rules of other types may have their own `config.event`. */
export function eventProblems({ eventType, config }: JsonObject): string[] {
  if (eventType !== 'SYSTEM' || !isObject(config)) return [];
  const { event, jobTypes } = config;
  if (event === undefined || event === null || isOneOf(jobEndEvents, event)) return jobTypeProblems(jobTypes);
  if (isOneOf(ruleEvents, event)) return [];
  return [`config.event: must be one of ${ruleEvents.join(', ')}, not ${describe(event)}`];
}

/** A type of a client can have any name. */
function jobTypeProblems(jobTypes: Json | undefined): string[] {
  if (jobTypes === undefined || jobTypes === null) return [];
  if (isTexts(jobTypes) && jobTypes.length > 0) return [];
  return [
    `config.jobTypes: must be an array of at least 1 job type, not ${describe(jobTypes)}; without it, all trigger`,
  ];
}
