import { WireMessages } from '../interleavings/wireMessages.ts';
import { type ProbedConnection, startProbeServer } from './probeServer.ts';
import type { Boundary, ProcessFate } from './processFate.ts';

/** A server between a process and PostgreSQL that ends the process at a boundary of its statements. */
export interface PostgresProbe {
  /** The URL at which the process connects. */
  readonly url: string;
  /** The processes of PostgreSQL that have served the connections. */
  readonly backends: number[];
  /** Ends the connections of the process, which a dead process does not notice. */
  stop(): void;
}

export interface PostgresProbeOptions {
  /**
   * Makes a broken twin: no transaction begins, so that each statement commits by itself. Whatever relies on
   * transactions is wrong then at some kill point.
   */
  readonly withoutTransactions?: boolean;
}

/** Statements of a driver that opens a connection, and of pg-boss about its own tables. */
const setUp = /pg_catalog\.pg_type|pgboss\.(?:queue|version|warning|bam)\b/;
/** Statements that change nothing that other processes can see. */
const begins = /^begin\b/i;
/** The text of a statement that may store something. A SELECT may call a function, or have a CTE that writes. */
const writes =
  /\b(?:insert|update|delete|merge|copy|commit|create|alter|drop|truncate|pg_notify|nextval|set_config)\b/i;
const MAX_LABEL = 160;
/** The state of ReadyForQuery: its place in the message, and the letter T. */
const READY_STATE = 5;
const IN_TRANSACTION = 0x54;

/** One statement or simple query, until PostgreSQL is ready for the next. */
interface Unit {
  readonly boundary: Boundary | undefined;
  readonly text: string;
  rows: number;
  /** The number of changed rows. */
  count: number;
}

/** One connection of the process. */
class Session implements ProbedConnection {
  readonly #fate: ProcessFate;
  readonly #backends: number[];
  readonly #isTwin: boolean;
  readonly #fromProcess = new WireMessages({ startsUntyped: true });
  readonly #fromServer = new WireMessages({ startsUntyped: false });
  readonly #statements = new Map<string, string>();
  readonly #portals = new Map<string, string>();
  readonly #units: Unit[] = [];
  #executed: Unit | undefined;
  #isMuted = false;
  /** A twin is in what its process takes for a transaction. */
  #pretends = false;

  constructor(fate: ProcessFate, backends: number[], isTwin: boolean) {
    this.#fate = fate;
    this.#backends = backends;
    this.#isTwin = isTwin;
  }

  /** Returns what reaches the server. */
  toServer(chunk: Buffer): Buffer {
    const passed: Buffer[] = [];
    for (const message of this.#fromProcess.read(chunk)) {
      passed.push(this.#request(message));
      if (this.#fate.isDead) return Buffer.alloc(0);
    }
    return Buffer.concat(passed);
  }

  /** Returns what reaches the process. */
  toProcess(chunk: Buffer): Buffer {
    const passed: Buffer[] = [];
    for (const message of this.#fromServer.read(chunk)) {
      this.#answer(message);
      if (this.#fate.isDead) return Buffer.alloc(0);
      if (!this.#isMuted) passed.push(message);
    }
    return Buffer.concat(passed);
  }

  /** Returns the message that the server gets. */
  #request(message: Buffer): Buffer {
    const type = WireMessages.typeOf(message);
    if (type === 'P') {
      const [name = '', text = ''] = WireMessages.texts(message, 2);
      this.#statements.set(name, text);
    } else if (type === 'B') {
      const [portal = '', statement = ''] = WireMessages.texts(message, 2);
      this.#portals.set(portal, this.#statements.get(statement) ?? '');
    } else if (type === 'E') {
      const [portal = ''] = WireMessages.texts(message, 1);
      this.#executed = this.#enter(this.#portals.get(portal) ?? '');
    } else if (type === 'S') {
      this.#units.push(this.#executed ?? { boundary: undefined, text: '', rows: 0, count: 0 });
      this.#executed = undefined;
    } else if (type === 'Q') {
      const [text = ''] = WireMessages.texts(message, 1);
      this.#units.push(this.#enter(text));
      if (this.#isTwin && begins.test(text.trim())) {
        this.#pretends = true;
        return WireMessages.withText(message, 0, 'select 1');
      }
    }
    return message;
  }

  #enter(text: string): Unit {
    const label = text.replace(/\s+/g, ' ').trim();
    const counts = !begins.test(label) && !setUp.test(label);
    const boundary = counts ? this.#fate.enter(label.slice(0, MAX_LABEL)) : undefined;
    if (this.#fate.withholds(boundary)) this.#isMuted = true;
    return { boundary, text: label, rows: 0, count: 0 };
  }

  #answer(message: Buffer): void {
    const [unit] = this.#units;
    const type = WireMessages.typeOf(message);
    if (type === 'K') this.#backends.push(message.readInt32BE(5));
    else if (this.#executed && (type === 's' || type === 'C')) {
      // A statement that is read in parts: its driver requests the next part, or Sync, only after this answer.
      this.#fate.leave(this.#executed.boundary, { lasts: false });
      this.#executed = { ...this.#executed, boundary: undefined };
    } else if (type === 'D' && unit) unit.rows++;
    else if (type === 'C' && unit) unit.count += Number(/ (\d+)\0$/.exec(message.toString('latin1', 5))?.[1] ?? 0);
    else if (type === 'Z') {
      this.#units.shift();
      // Inside a transaction, nothing is stored yet.
      const isIdle = message.toString('latin1', 5) === 'I';
      const isEnd = /^(?:commit|rollback)\b/i.test(unit?.text ?? '');
      if (isEnd) this.#pretends = false;
      // Otherwise the driver takes the connection back before the answers to statements that it has sent together.
      else if (this.#pretends) message[READY_STATE] = IN_TRANSACTION;
      const changes = isEnd || (unit !== undefined && writes.test(unit.text) && unit.rows + unit.count > 0);
      this.#fate.leave(unit?.boundary, { lasts: isIdle && changes });
    }
  }
}

/** Starts a probe on its own port. */
export async function startPostgresProbe(
  databaseUrl: string,
  fate: ProcessFate,
  { withoutTransactions = false }: PostgresProbeOptions = {},
): Promise<PostgresProbe> {
  const url = new URL(databaseUrl);
  const backends: number[] = [];
  const { port, stop } = await startProbeServer(
    { hostname: url.hostname, port: Number(url.port || 5432) },
    fate,
    () => new Session(fate, backends, withoutTransactions),
  );
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return { url: url.href, backends, stop };
}
