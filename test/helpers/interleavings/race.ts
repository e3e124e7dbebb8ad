import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { type Database, openDatabase } from '../../../db/client.ts';
import { ServiceError } from '../../../domain/errors.ts';
import type { Services } from '../../../domain/ports/services.ts';
import type { TestDatabase } from '../database.ts';
import { makeTestServices } from '../services.ts';
import { type Exploration, explore } from './explore.ts';
import { Footprints } from './footprints.ts';
import { Gate, type Replacement } from './gate.ts';
import type { Side } from './order.ts';

/** A guard of the product, and how to take it out of the statements. */
interface Guard {
  readonly name: string;
  readonly replacements: readonly Replacement[];
}

/** Runs one side, and returns what its caller was told. A ServiceError counts as `refused`. */
type Work<Rows> = (services: Services, rows: Rows) => Promise<string>;

/** Two operations of the product that may run at the same time. */
interface Operations<Rows> {
  /** Writes the rows of one order. */
  readonly prepare: (sql: Database) => Promise<Rows>;
  readonly sides: Readonly<Record<string, Work<Rows>>>;
  /** Describes the stored state after an order; the answers of the sides come before it. */
  readonly state: (sql: Database, rows: Rows) => Promise<string>;
  readonly services?: (sql: Database, gate: Gate) => Services;
  /** Replacements for every order, where the statements of a side would depend on how much time has passed. */
  readonly clockReplacements?: readonly Replacement[];
}

/** Two operations with the outcomes of their orders. */
export interface Race<Rows> extends Operations<Rows> {
  /** As docs/reliability.md lists it. */
  readonly name: string;
  /** Every outcome that may happen, and each must: the answers of the sides and the state. */
  readonly outcomes: readonly string[];
  /** Without it, some order must have another outcome. */
  readonly without: Guard;
}

const footprints = new WeakMap<TestDatabase, Promise<Footprints>>();

/** Declares the tests of a race: every order has one of its outcomes, and without the guard one has not. */
export function testRace<Rows>(database: TestDatabase, race: Race<Rows>): void {
  test(`${race.name}: every order`, async () => {
    const { outcomes } = await exploreRace(database, race);
    expectOutcomes(race, outcomes);
    const page = await Bun.file(join(import.meta.dir, '../../../docs/reliability.md')).text();
    const line = page.split('\n').find((text) => text.startsWith(`| ${race.name} | `));
    expect(line, `the line of "${race.name}" in docs/reliability.md`).toEndWith(` | ${race.without.name} |`);
  });

  test(`${race.name}: an order that fails without ${race.without.name}`, async () => {
    const { replacements } = race.without;
    const expected = new Set(race.outcomes);
    const { outcomes } = await exploreRace(database, race, {
      replacements,
      until: (outcome) => !expected.has(outcome),
    });
    const unexpected = [...outcomes.keys()].filter((outcome) => !expected.has(outcome));
    expect(unexpected).toHaveLength(1);
    // A statement that PostgreSQL does not accept shows nothing.
    expect(unexpected[0]).not.toMatch(/fails: PostgresError: .*(syntax error|does not exist|is ambiguous)/);
  });
}

function expectOutcomes(
  { outcomes: expected }: { readonly outcomes: readonly string[] },
  outcomes: Exploration['outcomes'],
): void {
  const unexpected = [...outcomes].filter(([outcome]) => !expected.includes(outcome));
  const orders = unexpected.map(([outcome, trace]) => `${outcome}\n  ${trace.join('\n  ')}`);
  expect(orders.join('\n')).toBe('');
  expect([...outcomes.keys()].sort()).toEqual([...expected].sort());
}

interface ExploreOptions {
  readonly replacements?: readonly Replacement[];
  readonly everyOrder?: boolean;
  readonly until?: (outcome: string) => boolean;
}

/** Runs the orders of a race. */
export async function exploreRace<Rows>(
  database: TestDatabase,
  race: Operations<Rows>,
  { replacements: guards = [], ...options }: ExploreOptions = {},
): Promise<Exploration> {
  const { sql, url } = database;
  const replacements = [...(race.clockReplacements ?? []), ...guards];
  const preparing = footprints.get(database) ?? prepareDatabase(sql);
  footprints.set(database, preparing);
  const known = await preparing;
  const sides = await Promise.all(
    Object.entries(race.sides).map(([name, work]) => openSide(url, { name, work, race, replacements })),
  );
  const prepare = async () => {
    const rows = await race.prepare(sql);
    return {
      sides: sides.map(({ name, gate, run }): Side => ({ name, gate, run: () => run(rows) })),
      outcome: async (answers: readonly string[]) => `${answers.join(', ')}: ${await race.state(sql, rows)}`,
    };
  };
  try {
    // Once after the other first, so that every run finds the same caches.
    const first = await prepare();
    for (const { run } of first.sides) await run();
    const explored = await explore({ sql, footprints: known, prepare, ...options });
    const unused = replacements.filter((replacement) => !sides.some(({ gate }) => gate.replaced.has(replacement)));
    if (unused.length > 0) throw new Error(`no statement has ${unused.map(([part]) => part).join(' or ')}`);
    return explored;
  } finally {
    await Promise.all(sides.map(({ close }) => close()));
  }
}

/** A deadlock ends at once, so that the statement that closes the circle is always the one that fails. */
async function prepareDatabase(sql: Database): Promise<Footprints> {
  const [row] = await sql<{ name: string }[]>`select current_database() as name`;
  await sql`alter database ${sql(row?.name ?? '')} set deadlock_timeout = '1ms'`;
  return Footprints.of(sql);
}

async function openSide<Rows>(
  databaseUrl: string,
  {
    name,
    work,
    race,
    replacements,
  }: { name: string; work: Work<Rows>; race: Operations<Rows>; replacements: readonly Replacement[] },
) {
  const gate = new Gate(replacements);
  const url = new URL(await gate.start(databaseUrl));
  // A transaction waits at the gate for as long as a pause of the machine lasts.
  url.searchParams.set('idle_in_transaction_session_timeout', '0');
  const sql = openDatabase(url.href, { name: `waybill test ${name}`, max: 3 });
  const services = race.services?.(sql, gate) ?? makeTestServices(sql);
  const run = async (rows: Rows): Promise<string> => {
    try {
      return await work(services, rows);
    } catch (error) {
      if (error instanceof ServiceError) return `${name} refused`;
      return `${name} fails: ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`;
    }
  };
  const close = async () => {
    gate.open();
    await sql.end({ timeout: 1 });
    gate.stop();
  };
  return { name, gate, run, close };
}
