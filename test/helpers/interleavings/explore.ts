import type { Database } from '../../../db/client.ts';
import { areDependent, canWait, type Footprint, type Footprints, releasesLocks } from './footprints.ts';
import type { GatedStatement } from './gate.ts';
import { type RunningSide, runOrder, type Side } from './order.ts';

/** A side that can execute its next statement at a point of an order. */
interface Option {
  readonly side: string;
  readonly statement: GatedStatement;
  readonly footprint: Footprint;
  /** It was executed here, and waited for a lock of the other side. */
  wasBlocked: boolean;
}

/** A point of an order at which one of the sides executes a statement. */
interface Point {
  readonly options: readonly Option[];
  /** Sides whose statement need not be executed here: an order with the same effect has been run. */
  readonly asleep: ReadonlyMap<string, Option>;
  readonly done: Set<string>;
  chosen: Option;
}

export interface Exploration {
  /** Number of orders that were run, without those that were given up as repetitions. */
  readonly orders: number;
  /** Each outcome, with the first order that has led to it. */
  readonly outcomes: ReadonlyMap<string, readonly string[]>;
}

interface Options {
  readonly sql: Database;
  readonly footprints: Footprints;
  /** Prepares the rows of one order. Returns its sides, and a function that describes how it ended. */
  readonly prepare: () => Promise<{
    readonly sides: readonly Side[];
    readonly outcome: (answers: readonly string[]) => Promise<string>;
  }>;
  /** Runs every order, with those that differ in statements only whose order cannot matter. */
  readonly everyOrder?: boolean;
  /** Returns whether the outcome ends the exploration. */
  readonly until?: (outcome: string) => boolean;
}

/** More orders than this are an error: the sides should be smaller. */
const MAX_ORDERS = 3_000;

/**
 * Runs two sides in every order of their statements, depth first: each run follows the one before up to its last point with
 * a statement that was not executed there yet.
 *
 * Of orders that differ only in neighbouring statements whose order cannot matter, one is run (sleep sets, Godefroid
 * 1996). A statement that waits for a lock waits until the end of the transaction that has it, so that it is executed once
 * during that transaction.
 */
export async function explore({ sql, footprints, prepare, everyOrder, until }: Options): Promise<Exploration> {
  const outcomes = new Map<string, readonly string[]>();
  const points: Point[] = [];
  let orders = 0;
  do {
    const { sides, outcome } = await prepare();
    const order = new Order(points, footprints, everyOrder === true);
    const { answers, trace } = await runOrder(sql, sides, (ready, all) => order.choose(ready, all));
    if (order.isRepetition) continue;
    if (++orders > MAX_ORDERS) throw new Error(`there are more than ${MAX_ORDERS} orders`);
    const ended = await outcome(answers);
    if (!outcomes.has(ended)) outcomes.set(ended, trace);
    if (until?.(ended)) break;
  } while (backtrack(points));
  return { orders, outcomes };
}

/** Goes back to the last point at which another statement is to be executed. Returns false if there is none. */
function backtrack(points: Point[]): boolean {
  for (let point = points.at(-1); point; point = points.at(-1)) {
    point.done.add(point.chosen.side);
    const { done, asleep } = point;
    const next = point.options.find(({ side }) => !done.has(side) && !asleep.has(side));
    if (next) {
      point.chosen = next;
      return true;
    }
    points.pop();
  }
  return false;
}

/** One run: follows the points of the run before, and adds its own. */
class Order {
  /** Every statement that could be executed was asleep: the rest would repeat an order that was run. */
  isRepetition = false;
  readonly #points: Point[];
  readonly #footprints: Footprints;
  readonly #everyOrder: boolean;
  /** The footprints of the transaction that a side is in. */
  readonly #transactions = new Map<string, Footprint[]>();
  /** The footprint of the last statement of a side. */
  readonly #latest = new Map<string, Footprint>();
  #depth = 0;

  constructor(points: Point[], footprints: Footprints, everyOrder: boolean) {
    this.#points = points;
    this.#footprints = footprints;
    this.#everyOrder = everyOrder;
  }

  choose(ready: readonly RunningSide[], sides: readonly RunningSide[]): { side: RunningSide; canWait: boolean } {
    const options = ready.map((side) => this.#optionOf(side));
    const { side: name, statement, footprint } = this.#chosen(options, sides);
    const others = sides.filter((side) => side.name !== name).flatMap((side) => this.#locksOf(side));
    const transaction = this.#transactions.get(name) ?? [];
    this.#latest.set(name, footprint);
    const ends = statement.status === 'I' || (releasesLocks(statement) && !/\bto\b/i.test(statement.text));
    this.#transactions.set(name, ends ? [] : [...transaction, footprint]);
    return { side: ready.find((side) => side.name === name) as RunningSide, canWait: canWait(footprint, others) };
  }

  /** What a side has locked. A statement of its own that waits for a lock may have taken others. */
  #locksOf({ name, isBlocked }: RunningSide): readonly Footprint[] {
    const latest = isBlocked ? this.#latest.get(name) : undefined;
    return [...(this.#transactions.get(name) ?? []), ...(latest ? [latest] : [])];
  }

  #chosen(options: readonly Option[], sides: readonly RunningSide[]): Option {
    const [first] = options as [Option];
    if (this.isRepetition) return first;
    const previous = this.#points[this.#depth - 1];
    if (previous)
      previous.chosen.wasBlocked = sides.some(({ name, isBlocked }) => name === previous.chosen.side && isBlocked);
    this.#dropOther(options);
    const point = this.#points[this.#depth] ?? this.#added(options, previous);
    if (!point) {
      this.isRepetition = true;
      return first;
    }
    this.#depth++;
    return point.chosen;
  }

  /** Where a side executes other statements than in the run before, as after a pause of the machine, starts over from here. */
  #dropOther(options: readonly Option[]): void {
    const point = this.#points[this.#depth];
    if (point && textOf(point.options) !== textOf(options)) this.#points.length = this.#depth;
  }

  #optionOf({ name, next }: RunningSide): Option {
    const statement = next as GatedStatement;
    const footprint = this.#footprints.of(statement, this.#transactions.get(name) ?? []);
    return { side: name, statement, footprint, wasBlocked: false };
  }

  /** Adds a point, unless every statement that can be executed at it is asleep. */
  #added(options: readonly Option[], previous: Point | undefined): Point | undefined {
    const asleep = this.#everyOrder ? new Map<string, Option>() : asleepAfter(previous);
    const chosen = options.find(({ side }) => !asleep.has(side));
    if (!chosen) return undefined;
    const point: Point = { options, asleep, done: new Set(), chosen };
    this.#points.push(point);
    return point;
  }
}

/** The statements that were executed at a point before, or were asleep there, and do not depend on the chosen one. */
function asleepAfter(point: Point | undefined): ReadonlyMap<string, Option> {
  // One that waits has taken locks, or will.
  if (!point || point.chosen.wasBlocked) return new Map();
  const { chosen, options, asleep, done } = point;
  const earlier = [...asleep.values(), ...options.filter(({ side }) => done.has(side))];
  const isAwake = ({ wasBlocked, footprint }: Option) =>
    wasBlocked ? releasesLocks(chosen.statement) : areDependent(footprint, chosen.footprint);
  return new Map(earlier.filter((one) => one !== chosen && !isAwake(one)).map((one) => [one.side, one]));
}

const textOf = (options: readonly Option[]): string =>
  options.map(({ side, statement }) => `${side}: ${statement.text.replaceAll(/\d+/g, '#')}`).join('\n');
