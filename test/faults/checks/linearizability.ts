/**
 * Decides whether a history of one record is linearizable: whether its operations can be put into one order that respects
 * their times, and in which each has the result that its client was told. The search is that of Wing and Gong, with the
 * memory of Lowe: a set of operations that led to a state once is not tried a second time.
 */

export interface RegisterState {
  readonly value: string;
  readonly version: number;
}

interface Times {
  readonly invokedAt: number;
  /** Infinity if there was no answer: the operation may have taken effect at any time since, or never. */
  readonly returnedAt: number;
}

interface Read extends Times {
  readonly type: 'read';
  readonly result: RegisterState;
}

interface Write extends Times {
  readonly type: 'write';
  readonly value: string;
  /** The only version that the write changes; any version if there is none. */
  readonly expected?: number;
  /** Undefined if there was no answer. */
  readonly result?: { readonly version: number } | 'conflict';
}

export type Operation = Read | Write;

/** Returns the state after an operation; undefined if the operation cannot have its result in this state. */
function apply(state: RegisterState, operation: Operation): RegisterState | undefined {
  if (operation.type === 'read') {
    const { value, version } = operation.result;
    return value === state.value && version === state.version ? state : undefined;
  }
  const { value, expected, result } = operation;
  const isRefused = expected !== undefined && expected !== state.version;
  if (result === 'conflict') return isRefused ? state : undefined;
  const version = state.version + 1;
  // Without an answer, an operation that changes nothing has no place in the order.
  if (isRefused || (result !== undefined && result.version !== version)) return undefined;
  return { value, version };
}

/** An event of the history: an operation begins, or ends. A list of these is changed in place during the search. */
interface Event {
  readonly index: number;
  readonly at: number;
  /** The end of the operation, for its beginning. */
  end?: Event | undefined;
  previous?: Event | undefined;
  next?: Event | undefined;
}

/**
 * What the answers say about the order beforehand: which value each version has, and which writes without an answer are
 * alike because nobody has read their values. Of those that are alike, the first is tried alone.
 */
class Evidence {
  readonly #values = new Map<number, string>();
  readonly #versions = new Map<string, number>();
  readonly #predecessors: readonly (number | undefined)[];

  constructor(operations: readonly Operation[]) {
    for (const operation of operations) {
      const { result } = operation;
      if (typeof result !== 'object') continue;
      const value = operation.type === 'read' ? operation.result.value : operation.value;
      this.#values.set(result.version, value);
      this.#versions.set(value, result.version);
    }
    const last = new Map<number | undefined, number>();
    const order = [...operations.keys()].sort(
      (left, right) => (operations[left]?.invokedAt ?? 0) - (operations[right]?.invokedAt ?? 0),
    );
    const predecessors: (number | undefined)[] = [];
    for (const index of order) {
      const operation = operations[index] as Operation;
      if (isAnswered(operation) || operation.type === 'read' || this.#versions.has(operation.value)) continue;
      predecessors[index] = last.get(operation.expected);
      last.set(operation.expected, index);
    }
    this.#predecessors = predecessors;
  }

  /** Whether an operation may lead to a state. @param done which operations have a place in the order */
  allows(index: number, { value, version }: RegisterState, done: Uint8Array): boolean {
    const predecessor = this.#predecessors[index];
    if (predecessor !== undefined && done[predecessor] === 0) return false;
    return (this.#values.get(version) ?? value) === value && (this.#versions.get(value) ?? version) === version;
  }
}

/** Limits memory and time; a history of some thousand operations needs fewer. */
const MAX_VISITED = 300_000;

const isAnswered = (operation: Operation | undefined): boolean => Number.isFinite(operation?.returnedAt);

export interface Verdict {
  readonly isLinearizable: boolean;
  /** What no order explains; undefined if the history is linearizable. */
  readonly reason?: string;
}

/** The operations that have a place in the order, each set with the state that it led to. */
class Visited {
  readonly #keys = new Set<string>();

  get size(): number {
    return this.#keys.size;
  }

  /** Adds the operations of `done` and one more. Returns false if they have led to this state before. */
  add(done: Uint8Array, index: number, { value, version }: RegisterState): boolean {
    const all = Uint8Array.from(done);
    all[index] = 1;
    const key = `${String.fromCharCode(...all)}${version} ${value}`;
    if (this.#keys.has(key)) return false;
    this.#keys.add(key);
    return true;
  }
}

/** Decides whether a history is linearizable. @param initial state of the record before all operations */
export function checkLinearizability(initial: RegisterState, operations: readonly Operation[]): Verdict {
  const head = link(eventsOf(operations));
  const evidence = new Evidence(operations);
  const visited = new Visited();
  // Operations without an answer need no place in the order.
  let unplaced = operations.filter(isAnswered).length;
  const done = new Uint8Array(operations.length);
  const path: { readonly begin: Event; readonly state: RegisterState }[] = [];
  let state = initial;
  let longest: { readonly count: number; readonly stuckAt: number; readonly state: RegisterState } | undefined;
  let event = head.next;
  while (unplaced > 0) {
    if (visited.size > MAX_VISITED) return { isLinearizable: false, reason: 'the history has too many orders to try' };
    if (event?.end) {
      const after = apply(state, operations[event.index] as Operation);
      if (!after || !evidence.allows(event.index, after, done) || !visited.add(done, event.index, after)) {
        event = event.next;
        continue;
      }
      done[event.index] = 1;
      path.push({ begin: event, state });
      if (isAnswered(operations[event.index])) unplaced--;
      state = after;
      unlink(event);
      event = head.next;
      continue;
    }
    if (event && (!longest || path.length > longest.count))
      longest = { count: path.length, stuckAt: event.index, state };
    const last = path.pop();
    if (!last) return { isLinearizable: false, reason: explain(operations, longest) };
    done[last.begin.index] = 0;
    if (isAnswered(operations[last.begin.index])) unplaced++;
    state = last.state;
    relink(last.begin);
    event = last.begin.next;
  }
  return { isLinearizable: true };
}

function eventsOf(operations: readonly Operation[]): Event[] {
  const events = operations.flatMap(({ invokedAt, returnedAt }, index) => {
    const end: Event = { index, at: returnedAt };
    const begin: Event = { index, at: invokedAt, end };
    return Number.isFinite(returnedAt) ? [begin, end] : [begin];
  });
  // At one time, beginnings come first: the operations overlap.
  return events.sort((left, right) =>
    left.at === right.at ? Number(!left.end) - Number(!right.end) : left.at - right.at,
  );
}

/** Links the events, and returns what stands before the first one. */
function link(events: readonly Event[]): Event {
  const head: Event = { index: -1, at: Number.NEGATIVE_INFINITY };
  let last = head;
  for (const event of events) {
    last.next = event;
    event.previous = last;
    last = event;
  }
  return head;
}

/** Takes the beginning and the end of an operation out of the list; they know their neighbours. */
function unlink(begin: Event): void {
  for (const event of [begin, begin.end]) {
    if (event?.previous) event.previous.next = event.next;
    if (event?.next) event.next.previous = event.previous;
  }
}

/** Undoes the last `unlink`. */
function relink(begin: Event): void {
  for (const event of [begin.end, begin]) {
    if (event?.previous) event.previous.next = event;
    if (event?.next) event.next.previous = event;
  }
}

function explain(
  operations: readonly Operation[],
  stuck: { readonly stuckAt: number; readonly state: RegisterState } | undefined,
): string {
  if (!stuck) return 'the history is empty';
  const { state, stuckAt } = stuck;
  return `in no order has ${JSON.stringify(operations[stuckAt])} its result; the longest leads to ${JSON.stringify(state)}`;
}
