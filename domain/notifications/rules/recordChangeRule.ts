import type { Json, JsonObject, Kind, Values } from '../../kinds/kind.ts';
import { describe, isObject, isTexts } from '../../validation/values.ts';
import { webhookChannel } from '../channels/webhook.ts';

/** `config.event` of rules of the type SYSTEM that post the changes of records. */
export const RECORD_CHANGED = 'RECORD_CHANGED';

const changeTypes = ['CREATED', 'UPDATED', 'DELETED'] as const;

/** The changes that a rule posts. */
export interface FollowedChanges {
  /** Names of kinds; all if absent. */
  readonly kinds?: readonly string[];
  /** All if absent. */
  readonly changes?: readonly string[];
}

/** Returns what a rule posts; undefined for a rule that does not follow the changes of records. */
export function followedChanges({ eventType, config }: JsonObject): FollowedChanges | undefined {
  if (eventType !== 'SYSTEM' || !isObject(config) || config.event !== RECORD_CHANGED) return undefined;
  const { kinds, changes } = config;
  return { ...(isTexts(kinds) && { kinds }), ...(isTexts(changes) && { changes }) };
}

/** Checks the conditions of a rule that follows the changes of records, and returns their problems. */
export function recordChangeProblems(values: Values, kinds: readonly Kind[]): string[] {
  const { apiSenderBeanName, config } = values;
  if (!followedChanges(values) || !isObject(config)) return [];
  const known = kinds.flatMap(({ name, keepsHistory }) => (keepsHistory ? [name] : []));
  return [
    ...senderProblems(apiSenderBeanName),
    ...choiceProblems('kinds', config.kinds, known),
    ...choiceProblems('changes', config.changes, changeTypes),
  ];
}

function senderProblems(name: Json | undefined): string[] {
  const { sender } = webhookChannel;
  if (name === sender) return [];
  if (name === undefined) return [`apiSenderBeanName: is required for the event ${RECORD_CHANGED}: ${sender}`];
  return [`apiSenderBeanName: must be one of ${sender}, not ${describe(name)}, for the event ${RECORD_CHANGED}`];
}

function choiceProblems(name: string, value: Json | undefined, known: readonly string[]): string[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return [`config.${name}: must be an array, not ${describe(value)}`];
  if (value.length === 0) return [`config.${name}: must have at least 1 element; without it, all are posted`];
  return value.flatMap((one, index) =>
    typeof one === 'string' && known.includes(one)
      ? []
      : [`config.${name}[${index}]: must be one of ${known.join(', ')}, not ${describe(one)}`],
  );
}
