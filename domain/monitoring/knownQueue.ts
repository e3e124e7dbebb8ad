import { badRequest } from '../errors.ts';
import type { QueueDefinition } from '../queue/definitions.ts';
import { describe } from '../validation/values.ts';

export type Definitions = Readonly<Record<string, QueueDefinition>>;

/** Returns the queue with the name. Throws a 400 that lists the queues if none has it. */
export function knownQueue(name: string, definitions: Definitions): QueueDefinition {
  const definition = Object.hasOwn(definitions, name) ? definitions[name] : undefined;
  if (definition) return definition;
  const names = Object.keys(definitions).join(', ');
  throw badRequest(`No queue has the name ${describe(name)}.`, [
    `name: no queue has the name ${describe(name)}; the queues are ${names}`,
  ]);
}
