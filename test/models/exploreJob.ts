import { JobModel } from './jobModel.ts';
import { problemOf, type Setting, type World } from './jobWorld.ts';

interface Exploration {
  readonly states: number;
  /** The transitions of the Job that have happened: `event: PHASE to PHASE`. */
  readonly transitions: ReadonlySet<string>;
  /** The broken promise, with the actions that led to it. */
  readonly problem: string | undefined;
}

/** Visits every state, or those until a promise is broken. */
export function explore(setting: Setting): Exploration {
  const model = new JobModel(setting);
  const first = model.first();
  const seen = new Map<string, { readonly before: string; readonly action: string }>();
  const key = (world: World): string => JSON.stringify(world);
  seen.set(key(first), { before: '', action: 'created' });
  const queue = [first];
  for (let world = queue.shift(); world; world = queue.shift()) {
    const next = model.next(world);
    const problem = world.broken ?? problemOf(world, next.length === 0);
    if (problem !== undefined)
      return { states: seen.size, transitions: model.transitions, problem: `${problem}: ${traceOf(seen, key(world))}` };
    for (const [action, after] of next) {
      const id = key(after);
      if (seen.has(id)) continue;
      seen.set(id, { before: key(world), action });
      queue.push(after);
    }
  }
  return { states: seen.size, transitions: model.transitions, problem: undefined };
}

function traceOf(
  seen: ReadonlyMap<string, { readonly before: string; readonly action: string }>,
  last: string,
): string {
  const actions: string[] = [];
  for (let at = seen.get(last); at; at = seen.get(at.before)) actions.unshift(at.action);
  return actions.join(', ');
}
